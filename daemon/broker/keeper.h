/*
 * Keeps one of our brokers running and the daemon connected to it: starts it, connects, starts it
 * again when it has ended, later each time, and ends one that does not answer any more. There is
 * one for each broker, and no trouble of one is any of the other's.
 */
#ifndef DAEMON_BROKER_KEEPER_H
#define DAEMON_BROKER_KEEPER_H

#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/broker/broker.h"
#include "daemon/broker/link.h"
#include "daemon/config/config.h"

struct keeper;

struct keeper_events {
	void *owner;
	/* who may come to the broker that is about to be started; the daemon itself is added */
	void (*grant)(void *owner, struct access_grants *grants);
	void (*started)(void *owner); /* or could not be: its ports are known, and may be new */
	void (*up)(void *owner);      /* connected to it */
	/* NULL for a broker from which nothing is read; link.h */
	void (*message)(void *owner, const char *topic, const void *payload, size_t length);
	void (*published)(void *owner, int id);
	void (*ended)(void *owner); /* it is started again; keeper_trouble() tells why */
};

int keeper_create(struct keeper **keeper, enum broker_kind kind, struct loop *loop,
		  const struct config *config, const struct keeper_events *events);
void keeper_destroy(struct keeper *keeper); /* says goodbye, and ends the broker */

/*
 * Starts the broker for the first time; returns 0 or -errno after having logged why. From
 * keeper_begin() on it is connected to, and started if need be.
 */
int keeper_start(struct keeper *keeper);
void keeper_begin(struct keeper *keeper);

void keeper_reap(struct keeper *keeper); /* a child has ended (SIGCHLD) */

struct link *keeper_link(const struct keeper *keeper);
const struct broker *keeper_broker(const struct keeper *keeper);
unsigned keeper_starts(const struct keeper *keeper);	 /* so far */
const char *keeper_trouble(const struct keeper *keeper); /* for operators; NULL: none known */

#endif
