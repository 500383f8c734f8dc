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
	bool moved; /* the pages named another port, or TLS */
	uint16_t mqtt_port;
	bool tls;
};

/*
 * Takes ownership of the client; its connection has been started when dial_fd() is readable. asks:
 * ask the pages for the port first. NULL if no thread can be created: the caller keeps the client.
 */
struct dial *dial_begin(const struct access *access, struct mosquitto *client, bool asks,
			int keepalive_s);
int dial_fd(const struct dial *dial);
/* Gives the client back, once it is done. */
struct dialled dial_end(struct dial *dial);
/* Gives up, done or not, and frees the client. */
void dial_abandon(struct dial *dial);

#endif
