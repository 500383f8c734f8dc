/*
 * How many sensor readings are passed on to the referee, and so written down.
 *
 * All of them, as long as hands could be behind them. But a contact that flutters by itself
 * produces in a minute as many readings as people do in a month, even when no game is being played,
 * and the archive would grow for ever. So each contact, and each tag on a square, may change
 *   - 500 times at once, and 100 times more every second;
 *   - 5,000 times in the long run, and once more every five seconds; a minute without a change is
 *     worth 300 more, and a longer time accordingly.
 * Changes beyond that are held: only the latest counts, and it is passed on as soon as the
 * allowance permits, at most five seconds later, so that the final level is never lost. What is
 * passed on alternates: the referee still sees a flutter, and while it lasts the square never has a
 * minute of sense.
 *
 * A tag that is new to a square has an allowance of its own, so there is a limit to these as well: 200 at once,
 * and one more every five seconds. A reader that misreads numbers, and so finds ever new tags, would go on for
 * ever otherwise. What is beyond that is dropped, and the square is called strange until half of its
 * allowance is there again. In a game eighty tags come to a square at most.
 *
 * A hand stays far below this: a contact bounces for 5 ms and chatters for 150 ms, which makes ten
 * or twenty changes each time that a piece is lifted or set down, and hardly ever more than a
 * hundred.
 *
 * What is passed on is all that the referee ever gets and all that is written down, so a recording
 * is replayed to the same game by construction. Pure: no clock, no I/O; time is an input.
 */
#ifndef DAEMON_SESSION_RATE_LIMIT_H
#define DAEMON_SESSION_RATE_LIMIT_H

#include "drivers/board/board.h"
#include "rules/bits.h"
#include "rules/square.h"

#define RATE_LIMIT_NEVER UINT64_MAX

enum {
	RATE_LIMIT_AT_ONCE = 500,
	RATE_LIMIT_QUICK_US = 10000, /* the price of each change beyond these */
	RATE_LIMIT_LASTING = 5000,
	RATE_LIMIT_SLOW_US = 5000000,	 /* likewise */
	RATE_LIMIT_REST_US = 60000000,	 /* a rest of this length, or longer, ... */
	RATE_LIMIT_REST_WORTH = 25,	 /* ... counts this many times over */
	RATE_LIMIT_TAGS = 192,		 /* known at a time, each with its square */
	RATE_LIMIT_NEWCOMERS = 200,	 /* tags that are new to a square, at once ... */
	RATE_LIMIT_NEWCOMER_US = 5000000 /* ... and the price of each beyond these */
};

/* The state of one sensor. */
struct rate_limit_level {
	uint64_t quick_us, lasting_us; /* up to when each allowance is used up */
	uint64_t changed_us;
	bool sensed, passed; /* the last level: from the sensor, and passed on to the referee */
	bool known;	     /* the sensor has reported at least once */
};

struct rate_limit_tag {
	struct rate_limit_level level;
	uint8_t sq, length;
	uint8_t id[READING_TAG];
	bool used;
};

struct rate_limit {
	struct rate_limit_level frames; /* only its allowances are used */
	struct rate_limit_level contacts[SQ_COUNT];
	struct rate_limit_tag tags[RATE_LIMIT_TAGS];
	uint64_t newcomers_us[SQ_COUNT]; /* up to when each square's allowance is used up */
	struct bits strange;
	unsigned held; /* how many levels are held */
};

void rate_limit_init(struct rate_limit *rate_limit);

/*
 * Whether this reading is to be passed on now; if not, it is held and nothing is lost. t_us is the
 * time at which it counts, which the reading does not decide (event_time.h); it never decreases.
 */
bool rate_limit_hear(struct rate_limit *rate_limit, uint64_t t_us, const struct reading *reading);

/* the squares on which tags are dropped; and when there will be fewer of them, RATE_LIMIT_NEVER if there are none */
struct bits rate_limit_strange(struct rate_limit *rate_limit, uint64_t t_us, uint64_t *until_us);

/* when the next held level is to be passed on; RATE_LIMIT_NEVER if none is held */
uint64_t rate_limit_deadline(const struct rate_limit *rate_limit);

/* Takes a held level that is to be passed on by now; false if there is none (left). */
bool rate_limit_take(struct rate_limit *rate_limit, uint64_t t_us, struct reading *reading);

#endif
