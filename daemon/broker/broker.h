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
	/* Whoever sends more at a time is thrown out, the daemon too. */
	BROKER_PACKET_MAX = 128 * 1024,
	/*
	 * Clients shall be heard of at least so often. Those that offer less are told so in MQTT 5;
	 * in 3.1.1 they are refused or not, as Mosquitto's version has it.
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
 * Writes configuration and access file and starts the child, at once: it is the caller who sees to
 * it that a broker which ends again and again is not started without a pause. The grants are those
 * that hold from its first moment on. It listens some 50 ms later, on the port it had before if
 * that is possible. Returns 0; -EALREADY if it runs; or -errno after having logged why in one
 * sentence.
 */
int broker_start(struct broker *broker, const struct access_grants *grants);

/* a child has ended (SIGCHLD): calls ended() if it was the broker */
void broker_reap(struct broker *broker);

bool broker_is_running(const struct broker *broker);
int broker_pid(const struct broker *broker);		/* 0 while it does not run */
int broker_uplink_pid(const struct broker *broker);	/* likewise */
const char *broker_socket(const struct broker *broker); /* path, for the daemon's own connection */
uint16_t broker_websocket_port(const struct broker *broker);
uint16_t broker_mqtt_port(const struct broker *broker); /* of console handhelds */

#endif
