/*
 * Calm: how much of what the sensors say is passed on to the referee, and with that written down.
 *
 * All of it, as long as hands could be behind it. But a contact that flutters by itself says in a
 * minute as much as people do in a month, also when nobody plays, and the archive would grow with
 * it for ever. So each contact, and each tag on a square, may change
 *   - 500 times at once, and 100 times more every second;
 *   - 5,000 times in the long run, and once more every five seconds; a minute without a change is
 *     worth 300 more, and a longer time accordingly.
 * What goes beyond is held: only the last of it counts, and that is passed on as soon as it may
 * be, at most five seconds later, so that no last level is ever lost. What is passed on alternates:
 * the referee still sees a flutter, and while it lasts the square never has a minute of sense.
 *
 * A hand is far from this: a contact bounces for 5 ms and chatters for 150 ms, which makes ten or
 * twenty changes each time that a piece is lifted or set down, and hardly ever more than a hundred.
 *
 * What is passed on is all that the referee ever hears and all that is written down, so that a
 * recording is replayed to the same game by construction. Pure: no clock, no I/O; time is an input.
 */
#ifndef DAEMON_SESSION_RATE_LIMIT_H
#define DAEMON_SESSION_RATE_LIMIT_H

#include "drivers/board/board.h"

#define RATE_LIMIT_NEVER UINT64_MAX

enum {
	RATE_LIMIT_AT_ONCE = 500,
	RATE_LIMIT_QUICK_US = 10000, /* for each more than these */
	RATE_LIMIT_LASTING = 5000,
	RATE_LIMIT_SLOW_US = 5000000,  /* likewise */
	RATE_LIMIT_REST_US = 60000000, /* so long without a change, or longer, ... */
	RATE_LIMIT_REST_WORTH = 25,    /* ... counts so many times */
	RATE_LIMIT_TAGS = 192	       /* that are known at a time, each with its square */
};

/* What one sensor says. */
struct rate_limit_level {
	uint64_t quick_us, lasting_us; /* up to when the allowances have been used in advance */
	uint64_t changed_us;
	bool said, told; /* last: by the sensor, and to the referee */
	bool known;	 /* anything has been said at all */
};

struct rate_limit_tag {
	struct rate_limit_level level;
	uint8_t sq, length;
	uint8_t id[READING_TAG];
	bool used;
};

struct rate_limit {
	struct rate_limit_level frames; /* only for its allowances */
	struct rate_limit_level contacts[SQ_COUNT];
	struct rate_limit_tag tags[RATE_LIMIT_TAGS];
	unsigned held; /* of all levels */
};

void rate_limit_init(struct rate_limit *rate_limit);

/*
 * Whether this is to be passed on now; if not, nothing is lost. t_us is when it counts, which is
 * not the reading's own business (event_time.h), and never decreases.
 */
bool rate_limit_hear(struct rate_limit *rate_limit, uint64_t t_us, const struct reading *reading);

/* when something that is held is to be passed on; RATE_LIMIT_NEVER if nothing is held */
uint64_t rate_limit_deadline(const struct rate_limit *rate_limit);

/* Takes something that was held and is to be passed on by now: false if there is nothing (more). */
bool rate_limit_take(struct rate_limit *rate_limit, uint64_t t_us, struct reading *reading);

#endif
