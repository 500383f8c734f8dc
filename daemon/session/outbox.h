/*
 * What has been written and is still to be published. It collects results while a call is running,
 * and the caller takes them (session_take()).
 */
#ifndef DAEMON_SESSION_OUTBOX_H
#define DAEMON_SESSION_OUTBOX_H

#include "daemon/session/session.h"

struct outbox {
	struct session_result result; /* its events are owned */
	unsigned room;		      /* allocated, in events */
};

/* Makes sure that there is room for more events; false if memory ran out. */
bool outbox_reserve(struct outbox *outbox, unsigned count);
/* Adds events for which room was reserved. */
void outbox_add(struct outbox *outbox, const struct session_event *events, unsigned count);
/* Another game is on the table. */
void outbox_begin_game(struct outbox *outbox, enum seats_kept seats_kept);
void outbox_clear(struct outbox *outbox);

#endif
