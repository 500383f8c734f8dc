/*
 * A seat's link to its board: libmosquitto in the loop, over TCP. It keeps the connection up, the
 * view current and the events in their order, opens and seals boxes, and has words answered. It
 * does not know what views, events and words mean. The pages have the same in web-ui/link/link.js.
 */
#ifndef DAEMON_CLI_HANDHELD_NET_MQTT_H
#define DAEMON_CLI_HANDHELD_NET_MQTT_H

#include "daemon/base/loop.h"
#include "daemon/cli/handheld/net/access.h"

struct wire;

struct wire_events {
	void *owner;
	void (*view)(void *owner, json_t *view);   /* NULL: this device has no seat any more */
	void (*event)(void *owner, json_t *event); /* in order and once */
	/* online: the daemon is there and the view is its latest */
	void (*link)(void *owner, bool connected, bool online);
	void (*answer)(void *owner, const char *word, bool ok, const json_t *why);
	void (*no_answer)(void *owner, const char *word);
	void (*refused)(void *owner);	/* again and again: the seat has been given up */
	void (*moved)(void *owner);	/* the board has another port now: access is to be kept */
	void (*untrusted)(void *owner); /* TLS failed; it is tried again, as something may change */
};

/* The access stays the caller's and may change its port. */
int wire_create(struct wire **wire, struct loop *loop, struct access *access,
		const struct wire_events *events);
void wire_destroy(struct wire *wire);

void wire_open(struct wire *wire); /* from now on it connects by itself */
/* false if it is no word, or too many wait for their answers */
bool wire_say(struct wire *wire, const char *word);
unsigned wire_waiting(const struct wire *wire); /* words without an answer */

#endif
