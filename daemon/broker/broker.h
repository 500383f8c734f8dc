/*
 * The private Mosquitto: a child of the daemon that lives and ends with it. Its configuration is
 * made anew at every start in a private directory; it keeps nothing on the disk. The daemon itself
 * talks to it over a Unix socket, handhelds and pages over websockets, console handhelds over TCP.
 */
#ifndef DAEMON_BROKER_BROKER_H
#define DAEMON_BROKER_BROKER_H

#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/config/config.h"

struct broker;

enum {
	/* A client that sends a larger packet is disconnected, the daemon included. */
	BROKER_PACKET_MAX = 128 * 1024,
	/*
	 * The longest keepalive. MQTT 5 clients that ask for more are told this limit; 3.1.1
	 * clients are refused or not, depending on Mosquitto's version.
	 */
	BROKER_KEEPALIVE_MAX_S = 300,
};

struct broker_events {
	void *owner;
	/* The child ended by itself, which has been logged; broker_start() starts it again. */
	void (*ended)(void *owner);
};

/*
 * DIR is STATE/broker, made 0700. The configuration must stay. Returns 0 or -errno after having
 * logged why in one sentence.
 */
int broker_create(struct broker **broker, struct loop *loop, const struct config *config,
		  const struct broker_events *events);
void broker_destroy(struct broker *broker); /* ends the child and waits for it, 2 s at most */

/*
 * Writes the configuration and access files and starts the child at once; the caller must pause
 * between restarts of a broker that keeps ending. The grants hold from the first moment. The broker
 * listens some 50 ms later, on its previous port if possible. Returns 0; -EALREADY if it runs; or
 * -errno after having logged why in one sentence.
 */
int broker_start(struct broker *broker, const struct access_grants *grants);

/* a child has ended (SIGCHLD): calls ended() if it was the broker */
void broker_reap(struct broker *broker);

bool broker_is_running(const struct broker *broker);
int broker_pid(const struct broker *broker);		/* 0 while it does not run */
const char *broker_socket(const struct broker *broker); /* path, for the daemon's own connection */
uint16_t broker_websocket_port(const struct broker *broker);
uint16_t broker_mqtt_port(const struct broker *broker); /* of console handhelds */

#endif
