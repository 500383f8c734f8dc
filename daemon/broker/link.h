/*
 * The daemon's own connection to one of its brokers: libmosquitto in the daemon's loop, over the
 * broker's Unix socket. Topics are bytes here; the publisher knows what they mean.
 */
#ifndef DAEMON_BROKER_LINK_H
#define DAEMON_BROKER_LINK_H

#include "daemon/base/loop.h"
#include "daemon/broker/access.h"

#include <stddef.h>

struct link;

struct link_events {
	void *owner;
	void (*up)(void *owner);
	void (*down)(void *owner);
	/*
	 * topic below adjutant/v1/BOARD/; the payload is not terminated. NULL: nothing is read from
	 * that broker, and what it sends is dropped.
	 */
	void (*message)(void *owner, const char *topic, const void *payload, size_t length);
	void (*published)(void *owner, int id);	       /* the broker has it */
	void (*refused)(void *owner, const char *why); /* a command about access failed */
};

int link_create(struct link **link, struct loop *loop, const char *board,
		const struct credentials *own, const struct link_events *events);
void link_destroy(struct link *link); /* says goodbye: online becomes false */

/* Returns 0 or -errno; up() is called when the broker has said yes. */
int link_connect(struct link *link, const char *socket_path);
bool link_is_up(const struct link *link);

/* Asks the broker for a sign of life, and how many signs there have been: any answer is one. */
void link_ask(struct link *link);
uint64_t link_signs(const struct link *link);

/*
 * Keeps the broker busy for a moment in which devices are expected to connect. Mosquitto looks at
 * new websockets only when something else happens, or ten times a second, and twice for each:
 * people would wait 0.2 s for nothing.
 */
void link_hurry(struct link *link);

/*
 * Publishes below the board's topic, QoS 1. What the broker has not acknowledged when the
 * connection is lost is forgotten. Returns an id for published(), good for this connection, or
 * -errno.
 */
int link_publish(struct link *link, const char *topic, const void *payload, size_t length,
		 bool retain);
unsigned link_unacknowledged(const struct link *link); /* messages on their way */

/*
 * Sends commands to the dynamic security plugin and takes ownership of them. With `wait` it returns
 * when the broker has carried them out, after some 0.1 ms, or after 0.3 s without an answer, so
 * that a device that is told of its admission can use it. Must not be called while a message is
 * being handled. Returns 0 or -errno.
 */
int link_command(struct link *link, json_t *commands, bool wait);

#endif
