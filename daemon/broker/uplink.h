/*
 * The uplink to a club's broker, which receives what is public and nothing else.
 *
 * It is a Mosquitto of its own, another child of the daemon: it takes what is public from the
 * spectators' broker, as any spectator may, and hands it on. A bridge within that broker would
 * be simpler, but open to anyone who owns or imitates the club's broker: Mosquitto checks no
 * permission of what comes in over a bridge, not even of commands to the dynamic security plugin.
 * From here it reaches nothing, and the players' broker it does not even know of.
 *
 * No trouble with it ever stops a game: it is logged, and tried again where that may help.
 */
#ifndef DAEMON_BROKER_UPLINK_H
#define DAEMON_BROKER_UPLINK_H

#include "daemon/base/loop.h"
#include "daemon/config/config.h"

struct uplink;

bool uplink_is_wanted(const struct config *config);

/* The directory is the spectators' broker's. Returns 0 or -errno. */
int uplink_create(struct uplink **uplink, struct loop *loop, const struct config *config,
		  int dir_fd);
void uplink_destroy(struct uplink *uplink);

/* The spectators' broker has been started and will listen on this port of 127.0.0.1 presently. */
void uplink_start(struct uplink *uplink, uint16_t port);
void uplink_stop(struct uplink *uplink); /* at once */

void uplink_reap(struct uplink *uplink);     /* a child has ended (SIGCHLD) */
int uplink_pid(const struct uplink *uplink); /* 0 while it does not run */

#endif
