/*
 * Puts what comes on a view topic and on its event topic into one order. Events are counted; a view
 * has the count of the latest event that is in it. No I/O.
 *
 * Events   1. the next one: delivered        2. one that was had already: dropped
 *          3. a later one, or any before the first view: held until a view has come
 * Views    4. not older than what was delivered, or of another game: taken; held events that it
 *             does not have yet follow it    5. an older one: dropped
 */
#ifndef DAEMON_CLI_HANDHELD_NET_ORDER_H
#define DAEMON_CLI_HANDHELD_NET_ORDER_H

#include <jansson.h>
#include <stdbool.h>

enum { ORDER_HELD = 64, ORDER_GAME = 40 };

struct order {
	json_int_t last; /* the count that has been reached; -1 before the first view */
	char game[ORDER_GAME];
	unsigned count;
	json_t *held[ORDER_HELD];
};

void order_init(struct order *order);
void order_finish(struct order *order);

void order_take_event(struct order *order, json_t *event);     /* keeps a reference of its own */
bool order_take_view(struct order *order, const json_t *view); /* whether the view is news */
/* The next event that may be delivered, which is the caller's; NULL if there is none now. */
json_t *order_release(struct order *order);
/* Something is missing that only a view can bring. */
bool order_is_behind(const struct order *order);

#endif
