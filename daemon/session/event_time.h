/*
 * When an event counts. All times here are the run's; `latest_us` is that of the latest thing that
 * was dealt with.
 *
 * A reading counts when the sensor saw it, and what waits for a time to pass (a tick) is told that
 * it has passed only when no reading from before it can still be on its way: as much later as the
 * board may lag behind. So a board behind a line that delays its readings is judged as one without;
 * everything that follows from time passing is told by that lag later, which is 0 on GPIO and
 * 50 ms at most on any board. The clocks lose nothing by it, since a deadline that is met late is
 * met at its own time.
 *
 * The referee's time never goes backwards. A reading that comes even later than the board's lag has
 * it, after a tick or a word, counts at the time of that, and no reading counts later than now,
 * whatever its driver says. Words are never held up: they count when they come.
 */
#ifndef DAEMON_SESSION_EVENT_TIME_H
#define DAEMON_SESSION_EVENT_TIME_H

#include <stdint.h>

static inline uint64_t event_time_of_reading(uint64_t t_us, uint64_t latest_us, uint64_t now_us)
{
	if (t_us > now_us)
		t_us = now_us;
	return t_us > latest_us ? t_us : latest_us;
}

/* up to when time has passed for certain */
static inline uint64_t event_time_of_tick(uint64_t lag_us, uint64_t latest_us, uint64_t now_us)
{
	uint64_t passed_us = now_us > lag_us ? now_us - lag_us : 0;

	return passed_us > latest_us ? passed_us : latest_us;
}

#endif
