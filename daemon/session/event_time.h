/*
 * The time at which an event counts. All times here are on the run's clock; `latest_us` is the time
 * of the latest input that was handled.
 *
 * A reading counts when the sensor saw it. A tick, for whatever waits for time to pass, is given
 * only when no reading from before it can still be on its way: it is delayed by as much as the
 * board may lag. So a board behind a line that delays its readings is judged like one without a
 * delay, and everything that follows from time passing is told later by that lag, which is 0 on
 * GPIO and 50 ms at most on any board. The clocks lose nothing by it, since a deadline that is met
 * late is met at its own time.
 *
 * The referee's time never goes backwards. A reading that arrives later than even the board's lag
 * allows, after a tick or a word, counts at the time of that tick or word. No reading counts later
 * than now, whatever its driver says. Words are never held up: they count when they arrive.
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

/* up to when time has certainly passed */
static inline uint64_t event_time_of_tick(uint64_t lag_us, uint64_t latest_us, uint64_t now_us)
{
	uint64_t passed_us = now_us > lag_us ? now_us - lag_us : 0;

	return passed_us > latest_us ? passed_us : latest_us;
}

#endif
