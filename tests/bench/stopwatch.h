/*
 * How late the kernel woke a program and how long the disk kept it, noted from inside the program:
 * build/bench/stopwatch.so, preloaded. The notes go into a file that is mapped by both sides
 * (STOPWATCH_FILE, of this size), so that taking them costs no call of the system.
 */
#ifndef TESTS_BENCH_STOPWATCH_H
#define TESTS_BENCH_STOPWATCH_H

#include <stdatomic.h>
#include <stdint.h>

enum { STOPWATCH_NOTES = 200000 };

enum stopwatch_kind {
	NOTE_SYNC, /* a file's bytes were on their way to the disk for so long */
	NOTE_LATE  /* a timer that was set for a time was seen that much later */
};

struct stopwatch_note {
	uint64_t start_us; /* CLOCK_MONOTONIC */
	uint32_t us, kind;
};

struct stopwatch {
	_Atomic uint32_t count; /* may be more than there is room for */
	struct stopwatch_note notes[STOPWATCH_NOTES];
};

#endif
