/* The state of a publisher, and what its two files share. */
#ifndef DAEMON_SEATS_PUBLISHER_INSIDE_H
#define DAEMON_SEATS_PUBLISHER_INSIDE_H

#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/seats/feed.h"
#include "daemon/seats/publisher.h"
#include "daemon/seats/waiting.h"
#include "rules/view.h"

enum {
	BOX_ROOM = 1 << 17,
	PENDING = 4096 /* messages that the broker has not acknowledged */
};

/* What may still be said; it fills up by itself. */
struct bucket {
	double left;
	uint64_t since_us;
};

/* A message that is not acknowledged yet. */
struct pending {
	int id; /* negative: not sent yet */
	int64_t entry;
	bool done;
};

/* Something public that waits until the public may have it. */
struct delayed {
	struct delayed *next;
	uint64_t due_us;
	struct pending *pending; /* NULL: whether it arrives does not matter */
	bool state;
	struct publisher_shown shown; /* of a state */
	size_t length;
	char text[];
};

struct publisher {
	struct publisher_parts parts;
	struct pending pending[PENDING];
	unsigned first_pending, pending_count;
	int64_t published;
	struct delayed *delayed, **delayed_end;
	struct timer delay;
	struct waiting waiting;
	struct timer turn; /* of the words that wait */
	unsigned turn_left;
	struct bucket table;
	struct publisher_counts counts;
	struct publisher_shown shown;
	struct feed feed; /* of the spectators' broker */
	uint8_t box[BOX_ROOM];
};

enum seat publisher_seat_of(enum audience audience); /* of a player or the arbiter */
/* Sends an event that has its number to a seat. */
void publisher_tell_boxed(struct publisher *publisher, enum audience audience, const char *text);
void publisher_start_hearing(struct publisher *publisher);

#endif
