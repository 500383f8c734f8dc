/*
 * The feed of the spectators' broker: what is public, by a link of its own on which nothing is
 * read. It is best effort: nothing waits for it, and what the broker misses, because it is not there or
 * does not keep up, is made up for by the state, as the gap in the numbers of events tells spectators.
 */
#ifndef DAEMON_SEATS_FEED_H
#define DAEMON_SEATS_FEED_H

#include "daemon/broker/link.h"

struct feed {
	struct link *link;
	char *state; /* as it was published last; NULL before that */
	size_t state_length;
	bool missed; /* something, because the broker did not keep up */
};

void feed_finish(struct feed *feed);

/* A state is retained, and kept here too. */
void feed_publish(struct feed *feed, const char *topic, const char *text, size_t length,
		  bool is_state);

/* The last state, to a broker that has begun anew; or if it has missed something, and has all else. */
void feed_show(struct feed *feed, const char *topic);
void feed_caught_up(struct feed *feed, const char *topic);

#endif
