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
#ifndef DAEMON_CALM_H
#define DAEMON_CALM_H

#include "drivers/board.h"

#define CALM_NEVER UINT64_MAX

enum {
	CALM_AT_ONCE = 500,
	CALM_QUICK_US = 10000, /* for each more than these */
	CALM_LASTING = 5000,
	CALM_SLOW_US = 5000000,	 /* likewise */
	CALM_REST_US = 60000000, /* so long without a change, or longer, ... */
	CALM_REST_WORTH = 25,	 /* ... counts so many times */
	CALM_TAGS = 192		 /* that are known at a time, each with its square */
};

/* What one sensor says. */
struct calm_level {
	uint64_t quick_us, lasting_us; /* up to when the allowances have been used in advance */
	uint64_t changed_us;
	bool said, told; /* last: by the sensor, and to the referee */
	bool known;	 /* anything has been said at all */
};

struct calm_tag {
	struct calm_level level;
	uint8_t sq, length;
	uint8_t id[READING_TAG];
	bool used;
};

struct calm {
	struct calm_level frames; /* only for its allowances */
	struct calm_level contacts[SQ_COUNT];
	struct calm_tag tags[CALM_TAGS];
	unsigned held; /* of all levels */
};

void calm_init(struct calm *calm);

/* Whether this is to be passed on now; if not, nothing is lost. Times never decrease. */
bool calm_hear(struct calm *calm, uint64_t t_us, const struct reading *reading);

/* when something that is held is to be passed on; CALM_NEVER if nothing is held */
uint64_t calm_deadline(const struct calm *calm);

/* Takes something that was held and is to be passed on by now: false if there is nothing (more). */
bool calm_take(struct calm *calm, uint64_t t_us, struct reading *reading);

#endif
