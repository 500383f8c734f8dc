/*
 * The loop's time in the hands of a test. A process with ADJUTANT_CLOCK in its environment connects
 * to the Unix socket of that name and runs in virtual time:
 *
 *   process ► test   PID                 when its loop is made
 *   test ► process   NOW_US WALL_MS      what time it is then
 *   test ► process   TO_US HEARD         once so many messages have been heard: run up to that time
 *   process ► test   NOW_US NEXT HEARD SAID
 *                                       it has; when the next timer is due, or "never"; messages so far
 *
 * In between time stands still: what comes in is dealt with at that time. A process that loses its
 * test ends.
 */
#ifndef DAEMON_BASE_VIRTUAL_CLOCK_H
#define DAEMON_BASE_VIRTUAL_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct virtual_clock {
	int fd;
	bool is_asked; /* an answer is owed: up to `to_us`, after `heard` messages */
	uint64_t to_us, heard;
	char bytes[128];
	size_t length;
};

/* All return 0 or -errno. */
int virtual_clock_open(struct virtual_clock *clock, const char *path, uint64_t *now_us,
		       int64_t *wall_ms);
int virtual_clock_hear(struct virtual_clock *clock); /* when there is something to read */
int virtual_clock_answer(struct virtual_clock *clock, uint64_t now_us, uint64_t next_us,
			 uint64_t heard, uint64_t said);

#endif
