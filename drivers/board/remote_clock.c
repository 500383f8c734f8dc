/* A line under the earliest arrivals. */
#include "drivers/board/remote_clock.h"

#include <stdbool.h>

#define BILLION INT64_C(1000000000)

enum {
	WINDOW_US = 2000000,
	POINT_AGE_US = 300000000,
	SLOPE_POINTS = 4, /* fewer do not show a drift */
	SLOPE_MAX_PPB = 20000000,
	LATE_WINDOW_US = 30000000,
	LATE_STAMPS = 16, /* fewer do not show how late they can be */
	LATE_MARGIN_US = 2000
};

#define SILENCE_US (UINT64_C(3600) * 1000000)

static int64_t line_at(const struct remote_clock *clock, int64_t at_us)
{
	return clock->level_us + (at_us - clock->since_us) * clock->slope_ppb / BILLION;
}

/* ---- beginning ---- */

void remote_clock_restart(struct remote_clock *clock)
{
	*clock = (struct remote_clock){.mapped_us = clock->mapped_us};
}

static void begin(struct remote_clock *clock, uint32_t t_us, uint64_t now_us)
{
	remote_clock_restart(clock);
	clock->origin_us = clock->late_since_us = now_us;
	clock->origin_t_us = t_us;
}

/* ---- the line ---- */

/* Whether b is on or above the line from a to c, where it does not touch the line from below. */
static bool is_above(const struct remote_clock_point *a, const struct remote_clock_point *b,
		     const struct remote_clock_point *c)
{
	return (b->behind_us - a->behind_us) * (c->at_us - a->at_us) >=
	       (c->behind_us - a->behind_us) * (b->at_us - a->at_us);
}

/* the lower convex hull of all points; returns how many it has */
static unsigned find_hull(const struct remote_clock *clock,
			  struct remote_clock_point hull[REMOTE_CLOCK_POINTS])
{
	unsigned count = 0;

	for (unsigned i = 0; i < clock->point_count; i++) {
		while (count >= 2 &&
		       is_above(&hull[count - 2], &hull[count - 1], &clock->points[i]))
			count--;
		hull[count++] = clock->points[i];
	}
	return count;
}

static int64_t middle_of(const struct remote_clock *clock)
{
	int64_t sum_us = 0, first_us = clock->points[0].at_us;

	for (unsigned i = 0; i < clock->point_count; i++)
		sum_us += clock->points[i].at_us - first_us;
	return first_us + sum_us / (int64_t)clock->point_count;
}

/* Of all lines under the points, the side of the hull below their middle is closest to them. */
static int64_t find_slope(const struct remote_clock *clock)
{
	struct remote_clock_point hull[REMOTE_CLOCK_POINTS];
	unsigned count, i = 0;
	int64_t slope_ppb, middle_us;

	if (clock->point_count < SLOPE_POINTS)
		return 0;
	count = find_hull(clock, hull);
	middle_us = middle_of(clock);
	while (i + 2 < count && hull[i + 1].at_us < middle_us)
		i++;
	slope_ppb = (hull[i + 1].behind_us - hull[i].behind_us) * BILLION /
		    (hull[i + 1].at_us - hull[i].at_us);
	if (slope_ppb > SLOPE_MAX_PPB)
		return SLOPE_MAX_PPB;
	return slope_ppb < -SLOPE_MAX_PPB ? -SLOPE_MAX_PPB : slope_ppb;
}

static void lay_line(struct remote_clock *clock)
{
	const struct remote_clock_point *last = &clock->points[clock->point_count - 1];

	clock->slope_ppb = find_slope(clock);
	clock->since_us = last->at_us;
	clock->level_us = last->behind_us;
	for (unsigned i = 0; i < clock->point_count; i++) {
		const struct remote_clock_point *point = &clock->points[i];
		int64_t above_us = point->behind_us - line_at(clock, point->at_us);

		if (above_us < 0)
			clock->level_us += above_us;
	}
}

/* ---- points ---- */

static void add_point(struct remote_clock *clock)
{
	int64_t oldest_us = clock->lowest.at_us - POINT_AGE_US;
	unsigned gone = 0;

	while (gone < clock->point_count && (clock->points[gone].at_us < oldest_us ||
					     clock->point_count - gone == REMOTE_CLOCK_POINTS))
		gone++;
	clock->point_count -= gone;
	for (unsigned i = 0; i < clock->point_count; i++)
		clock->points[i] = clock->points[i + gone];
	clock->points[clock->point_count++] = clock->lowest;
}

/* If nothing of a whole window was near the line, the clock is not where it was. */
static void end_window(struct remote_clock *clock)
{
	if (clock->lowest_late_us > REMOTE_CLOCK_MOVED_US)
		clock->point_count = 0;
	add_point(clock);
	lay_line(clock);
}

static void note_point(struct remote_clock *clock, int64_t at_us, int64_t late_us)
{
	bool is_first = clock->stamps == 0;

	if (!is_first && at_us - clock->window_us >= WINDOW_US) {
		int64_t behind_us = line_at(clock, at_us) + late_us;

		end_window(clock);
		late_us = behind_us - line_at(clock, at_us);
		is_first = true;
	}
	if (is_first)
		clock->window_us = at_us;
	if (is_first || late_us < clock->lowest_late_us) {
		clock->lowest.at_us = at_us;
		clock->lowest.behind_us = line_at(clock, at_us) + late_us;
		clock->lowest_late_us = late_us;
	}
	if (late_us < 0) { /* the line is to stay below all of them */
		clock->level_us += late_us;
		clock->lowest_late_us = 0;
	}
}

/* ---- how late ---- */

static void note_lateness(struct remote_clock *clock, int64_t late_us, uint64_t now_us)
{
	if (now_us - clock->late_since_us >= LATE_WINDOW_US) {
		clock->late_before_us = clock->late_us;
		clock->late_us = 0;
		clock->late_since_us = now_us;
	}
	if (late_us > clock->late_us)
		clock->late_us = late_us;
}

uint64_t remote_clock_lag_us(const struct remote_clock *clock)
{
	int64_t worst_us =
		clock->late_us > clock->late_before_us ? clock->late_us : clock->late_before_us;
	int64_t lag_us = worst_us + worst_us / 4 + LATE_MARGIN_US;

	if (clock->stamps == 0)
		return 0;
	if (clock->stamps < LATE_STAMPS || lag_us > REMOTE_CLOCK_LAG_US)
		return REMOTE_CLOCK_LAG_US;
	return (uint64_t)lag_us;
}

/* ---- the door ---- */

/* How much later than the line has it; the difference is taken modulo 32 bits, so wrapping is none.
 */
static int64_t lateness_of(const struct remote_clock *clock, uint32_t t_us, uint64_t now_us)
{
	int64_t at_us = (int64_t)(now_us - clock->origin_us);
	uint32_t expected_us = (uint32_t)(at_us - line_at(clock, at_us));

	return (int32_t)(expected_us - (t_us - clock->origin_t_us));
}

uint64_t remote_clock_map(struct remote_clock *clock, uint32_t t_us, uint64_t now_us)
{
	int64_t late_us;
	uint64_t mapped_us;

	if (clock->stamps == 0 || now_us - clock->heard_us > SILENCE_US)
		begin(clock, t_us, now_us);
	late_us = lateness_of(clock, t_us, now_us);
	if (late_us > REMOTE_CLOCK_PAST_US || late_us < -REMOTE_CLOCK_MOVED_US) {
		begin(clock, t_us, now_us);
		late_us = 0;
	}
	note_point(clock, (int64_t)(now_us - clock->origin_us), late_us);
	note_lateness(clock, late_us, now_us);
	clock->stamps += clock->stamps < LATE_STAMPS;
	clock->heard_us = now_us;
	mapped_us = late_us > 0 ? now_us - (uint64_t)late_us : now_us;
	if (mapped_us > clock->mapped_us)
		clock->mapped_us = mapped_us;
	return clock->mapped_us;
}
