/*
 * Beginning a connection without keeping the screen waiting: names are looked up, and pages are
 * asked for the port, in a thread of its own. It can be given up at any time; a look-up that nobody
 * waits for any more ends by itself.
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
 * Takes the client, whose connection is begun when dial_fd() can be read. asks: whether the pages
 * shall be asked for the port first. NULL if there can be no thread: the client stays the caller's.
 */
struct dial *dial_begin(const struct access *access, struct mosquitto *client, bool asks,
			int keepalive_s);
int dial_fd(const struct dial *dial);
/* Gives the client back, when it is done. */
struct dialled dial_end(struct dial *dial);
/* Gives it up, done or not, with its client. */
void dial_abandon(struct dial *dial);

#endif
