/*
 * The clock of something that sees for us and tells us late: a microcontroller behind a USB line, a
 * page behind a network. It stamps what it sees with its own time, 32 bits of microseconds that
 * wrap; this maps those stamps onto our monotonic clock.
 *
 * Only one direction is seen, so the least delay that ever occurs cannot be told from the distance
 * of the two clocks, and is left in: an event is mapped to when it would have arrived on an
 * undisturbed line. What the line adds on top of that is what is taken out again. To find the least
 * delay, the earliest arrival of every two seconds is kept for five minutes (at most 64 of them),
 * and a straight line is laid under them all from below: its slope is the drift of the remote
 * clock, its height the distance. So 40 ms of jitter become about one, and a clock may be off by 2
 * %.
 *
 * A remote clock can be wrong or lie. Whatever it says, a stamp is mapped to a time that is
 *   - not before that of the stamp before it,
 *   - not after now,
 *   - not more than REMOTE_CLOCK_PAST_US before now.
 * A stamp that is further away from the line than that, or earlier by more than
 * REMOTE_CLOCK_MOVED_US, shows another clock (a controller that has restarted, a page that was
 * loaded again): the mapping begins anew with it, and it counts as now. It begins anew as well when
 * nothing has come near the line for two seconds, and after an hour of silence.
 *
 * Pure: no clock, no I/O, no allocation; our time is an input and never decreases.
 */
#ifndef DRIVERS_BOARD_REMOTE_CLOCK_H
#define DRIVERS_BOARD_REMOTE_CLOCK_H

#include <stdint.h>

enum {
	REMOTE_CLOCK_PAST_US = 1000000,
	REMOTE_CLOCK_MOVED_US = 250000,
	REMOTE_CLOCK_LAG_US = 50000, /* more is never waited for */
	REMOTE_CLOCK_POINTS = 64
};

/* The earliest arrival of a window: when, by our clock, and how far the remote one was behind. */
struct remote_clock_point {
	int64_t at_us, behind_us;
};

/* All zero is a clock of which nothing is known. */
struct remote_clock {
	unsigned stamps;    /* since it began */
	uint64_t origin_us; /* our time and the remote one when it began: all else is counted from
			       there */
	uint32_t origin_t_us;
	uint64_t heard_us, mapped_us; /* the latest; mapped_us outlives a new beginning */

	/* the line: behind = level + slope * (at - since) */
	int64_t since_us, level_us;
	int64_t slope_ppb;

	struct remote_clock_point points[REMOTE_CLOCK_POINTS]; /* in order of time */
	unsigned point_count;
	struct remote_clock_point lowest; /* of the present window ... */
	int64_t lowest_late_us;		  /* ... and how far it lies above the line */
	int64_t window_us;		  /* when that began */

	/* how late stamps arrive at the worst, of late and before */
	int64_t late_us, late_before_us;
	uint64_t late_since_us;
};

/* The remote clock may have begun anew; times still do not go backwards. */
void remote_clock_restart(struct remote_clock *clock);

/* A stamp has arrived now: when the event was, by our clock. */
uint64_t remote_clock_map(struct remote_clock *clock, uint32_t t_us, uint64_t now_us);

/*
 * For how long after an event its stamp may still be on its way: somewhat more than the latest of
 * the last half minute or minute was, REMOTE_CLOCK_LAG_US at most and while little is known; 0 if
 * there are no stamps at all.
 */
uint64_t remote_clock_lag_us(const struct remote_clock *clock);

#endif
