/*
 * A private Mosquitto: a child of the daemon that lives and ends with it. Its configuration is
 * made anew at every start in a private directory; it keeps nothing on the disk. There are two:
 *
 *   the players'     seats, arbiter and virtual table; everyone there has credentials
 *   the spectators'  anyone; it is told what is public, by the daemon itself and no one else
 *
 * They have nothing to do with each other, so what strangers do to theirs is no matter to players.
 * The daemon talks to both over Unix sockets, pages over websockets, others over TCP. The uplink is
 * one of the spectators.
 */
#ifndef DAEMON_BROKER_BROKER_H
#define DAEMON_BROKER_BROKER_H

#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/config/config.h"

struct broker;

enum broker_kind { BROKER_OF_PLAYERS, BROKER_OF_SPECTATORS, BROKER_COUNT };

enum {
	/* A client that sends a larger packet is disconnected, the daemon included. */
	BROKER_PACKET_MAX = 128 * 1024,
	/*
	 * The longest keepalive. MQTT 5 clients that ask for more are told this limit; 3.1.1
	 * clients are refused or not, depending on Mosquitto's version.
	 */
	BROKER_KEEPALIVE_MAX_S = 300,
	BROKER_SPECTATOR_KEEPALIVE_MAX_S = 120,
	/* bytes that wait for a spectator who does not read */
	BROKER_SPECTATOR_QUEUE_MAX = 512 * 1024,
};

struct broker_events {
	void *owner;
	/* The child ended by itself, which has been logged; broker_start() starts it again. */
	void (*ended)(void *owner);
};

/*
 * Its directory is STATE/broker or, the spectators', STATE/watch, made 0700. The configuration must
 * stay. Returns 0 or -errno after having logged why in one sentence.
 */
int broker_create(struct broker **broker, enum broker_kind kind, struct loop *loop,
		  const struct config *config, const struct broker_events *events);
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
void broker_kill(struct broker *broker); /* at once, because it is of no use; ended() follows */

const char *broker_name(const struct broker *broker); /* "the broker", "the spectators' broker" */
bool broker_is_running(const struct broker *broker);
int broker_pid(const struct broker *broker);		/* 0 while it does not run */
const char *broker_socket(const struct broker *broker); /* path, for the daemon's own connection */
uint16_t broker_websocket_port(const struct broker *broker);
uint16_t broker_mqtt_port(const struct broker *broker); /* plain, of consoles */

#endif
