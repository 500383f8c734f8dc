/*
 * A periodic timerfd: a scan costs one read() and no timer call. Missed ticks are reported as a
 * count and are not caught up.
 */
#include "drivers/board/ticker.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* Falling asleep and waking up again takes about as long as this. */
enum { WAIT_AWAKE_US = 50 };

int ticker_set_period(int ticker, uint64_t period_us)
{
	struct timespec period = {(time_t)(period_us / 1000000),
				  (long)(period_us % 1000000 * 1000)};
	struct itimerspec when = {period, period};

	return timerfd_settime(ticker, 0, &when, NULL) < 0 ? -errno : 0;
}

int ticker_create(uint64_t period_us)
{
	int ticker = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	int error = ticker < 0 ? -errno : ticker_set_period(ticker, period_us);

	if (!error)
		return ticker;
	if (ticker >= 0)
		close(ticker);
	return error;
}

uint64_t ticker_ticks(int ticker)
{
	uint64_t ticks;

	return read(ticker, &ticks, sizeof ticks) == sizeof ticks ? ticks : 0;
}

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void ticker_wait_us(unsigned us)
{
	struct timespec rest = {us / 1000000, (long)(us % 1000000) * 1000};
	int64_t until_ns;

	if (us > WAIT_AWAKE_US) {
		while (nanosleep(&rest, &rest) < 0 && errno == EINTR)
			;
		return;
	}
	until_ns = now_ns() + (int64_t)us * 1000;
	while (us > 0 && now_ns() < until_ns)
		;
}
