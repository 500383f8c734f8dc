/*
 * A seat's link to its board: libmosquitto in the loop, over TCP. It keeps the connection up, the
 * view current and the events in order, opens and seals boxes, and repeats words until they are
 * answered. It does not know what views, events and words mean. web-ui/link/link.js does the same
 * for the pages.
 */
#ifndef DAEMON_CLI_HANDHELD_NET_MQTT_H
#define DAEMON_CLI_HANDHELD_NET_MQTT_H

#include "daemon/base/loop.h"
#include "daemon/cli/handheld/net/access.h"

struct wire;

struct wire_events {
	void *owner;
	void (*view)(void *owner, json_t *view);
	void (*event)(void *owner, json_t *event); /* in order, each once */
	/* online: the daemon is running and the view is its latest */
	void (*link)(void *owner, bool connected, bool online);
	void (*answer)(void *owner, const char *word, bool ok, const json_t *why);
	void (*no_answer)(void *owner, const char *word);
	void (*refused)(
		void *owner); /* by the broker, repeatedly or after an empty view: the seat is lost */
	void (*moved)(void *owner); /* the board has another port now: save the access */
	/* the colours were exchanged: the access has the other seat now */
	void (*changed)(void *owner, const char *before);
	void (*untrusted)(void *owner); /* TLS failed; it is retried, as something may change */
};

/* The caller keeps ownership of the access, whose port may change. */
int wire_create(struct wire **wire, struct loop *loop, struct access *access,
		const struct wire_events *events);
void wire_destroy(struct wire *wire);

void wire_open(struct wire *wire); /* from now on it connects by itself */
/* false if it is not a word, or too many are unanswered */
bool wire_say(struct wire *wire, const char *word);
unsigned wire_waiting(const struct wire *wire); /* words without an answer */

#endif
