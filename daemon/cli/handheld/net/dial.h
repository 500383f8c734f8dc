/*
 * Starts a connection without blocking the screen: a thread resolves the name and asks the pages
 * for the port. It can be cancelled at any time; an abandoned look-up ends by itself.
 */
#ifndef DAEMON_CLI_HANDHELD_NET_DIAL_H
#define DAEMON_CLI_HANDHELD_NET_DIAL_H

#include "daemon/cli/handheld/net/access.h"

#include <mosquitto.h>

struct dial;

struct dialled {
	int result; /* of mosquitto_connect_async() */
	struct mosquitto *client;
	bool moved; /* the pages told another port, or that it takes TLS now */
	uint16_t mqtt_port;
	bool tls;
};

/*
 * Takes the client over; its connection is started when dial_fd() is readable. asks: ask the pages
 * for the port first. NULL if no thread can be made: the client stays the caller's.
 */
struct dial *dial_begin(const struct access *access, struct mosquitto *client, bool asks,
			int keepalive_s);
int dial_fd(const struct dial *dial);
/* Gives the client back, when it is done. */
struct dialled dial_end(struct dial *dial);
/* Gives it up, done or not, with its client. */
void dial_abandon(struct dial *dial);

#endif
