/* The only file of the daemon that asks the system for the time: tests/walls sees to that. */
#include "daemon/base/clock.h"

#include <errno.h>
#include <time.h>

uint64_t clock_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

int64_t clock_wall_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void clock_rest_ms(unsigned ms)
{
	struct timespec rest = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};

	while (nanosleep(&rest, &rest) < 0 && errno == EINTR)
		;
}
