/*
 * A listening socket in the loop: takes connections one at a time, and copes when the process or the
 * machine has no descriptors left. Then it does not listen until one may be free, since a caller that
 * waits in the backlog would keep the loop busy.
 */
#ifndef DAEMON_BASE_LISTENER_H
#define DAEMON_BASE_LISTENER_H

#include "daemon/base/loop.h"

#include <sys/socket.h>

struct listener_events {
	void *owner;
	/* The descriptor, which does not block, is the owner's. */
	void (*arrived)(void *owner, int fd, const struct sockaddr *from, socklen_t size);
	/* There is none left: may close one, if the owner has any. May be NULL. */
	void (*is_short)(void *owner);
	const char *place; /* for the log, as in "nobody can be answered at the control socket" */
};

struct listener {
	struct watch watch;
	struct timer rest;
	struct listener_events events;
	uint64_t warn_us; /* the log is silent until then */
};

/* Takes a socket that listens and does not block, and closes it at the end. Returns 0 or -errno. */
int listener_begin(struct listener *listener, struct loop *loop, int fd,
		   const struct listener_events *events);
void listener_end(struct listener *listener); /* nothing if it was never begun */

/* Takes nobody for a second, or until it is told to go on, which is harmless at any time. */
void listener_rest(struct listener *listener);
void listener_go_on(struct listener *listener);

#endif
