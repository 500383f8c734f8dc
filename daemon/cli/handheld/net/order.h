/*
 * Merges what arrives on a view topic and on its event topic into one order. Events are numbered; a
 * view has the number of the latest event that it includes. No I/O.
 *
 * Events   1. the next one: delivered        2. a duplicate: dropped
 *          3. a later one, or any before the first view: held until a view has come
 * Views    4. not older than what was delivered, or of another game: taken; held events that it
 * does
 *             not include yet follow it      5. an older one: dropped
 */
#ifndef DAEMON_CLI_HANDHELD_NET_ORDER_H
#define DAEMON_CLI_HANDHELD_NET_ORDER_H

#include <jansson.h>
#include <stdbool.h>

enum { ORDER_HELD = 64, ORDER_GAME = 40 };

struct order {
	json_int_t last; /* the number reached so far; -1 before the first view */
	char game[ORDER_GAME];
	json_int_t number; /* of that game; 0 before the first view */
	unsigned count;
	json_t *held[ORDER_HELD];
};

void order_init(struct order *order);
void order_finish(struct order *order);

void order_take_event(struct order *order, json_t *event);     /* takes a reference of its own */
bool order_take_view(struct order *order, const json_t *view); /* whether the view is new */
/* The next event that may be delivered; the caller owns it. NULL if there is none now. */
json_t *order_release(struct order *order);
/* Whether something is missing that only a view can bring. */
bool order_is_behind(const struct order *order);

#endif
