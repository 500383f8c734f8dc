/*
 * The self-test on a made-up board, and a summary of what it found there: for the tests of the
 * self-test, each of which includes this once.
 */
#ifndef TESTS_SUPPORT_CLI_SELFTEST_BENCH_H
#define TESTS_SUPPORT_CLI_SELFTEST_BENCH_H

#include "daemon/cli/selftest/selftest_faults.h"
#include "tests/support/drivers/made_board.h"

#include "unity.h"

enum { MS = 1000, FOUND_SIZE = 4096, RANDOM_BOARDS = 60 };

static struct made_board made;
static struct faults faults;

void setUp(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_REED);
}

void tearDown(void)
{
}

/* ---- what was found, in short ---- */

static const char *const kinds[FAULT_KINDS] = {
	[FAULT_NOTHING_WORKS] = "nothing-works",
	[FAULT_TRANSPOSED] = "transposed",
	[FAULT_TURNED] = "turned",
	[FAULT_MIRRORED] = "mirrored",
	[FAULT_EXCHANGED] = "exchanged",
	[FAULT_LINE_AS] = "line-as",
	[FAULT_DEAD_LINE] = "dead-line",
	[FAULT_STUCK_LINE] = "stuck-line",
	[FAULT_STUCK] = "stuck",
	[FAULT_NOISY] = "noisy",
	[FAULT_DEAD] = "dead",
	[FAULT_SWAPPED] = "swapped",
	[FAULT_MOVED] = "moved",
	[FAULT_MAGNETS] = "magnets",
	[FAULT_BRIDGED] = "bridged",
	[FAULT_REACHES] = "reaches",
	[FAULT_JOINED] = "joined",
	[FAULT_DIODE] = "diode",
	[FAULT_HIDES] = "hides",
	[FAULT_MANY_DIODES] = "many-diodes",
	[FAULT_CHATTERS] = "chatters",
	[FAULT_FLUTTERS] = "flutters",
	[FAULT_NO_READER] = "no-reader",
	[FAULT_READER_LINE] = "reader-line",
	[FAULT_READER_SILENT] = "reader-silent",
	[FAULT_READERS_SWAPPED] = "readers-swapped",
	[FAULT_READER_MOVED] = "reader-moved",
	[FAULT_READER_REACHES] = "reader-reaches",
	[FAULT_READER_SLOW] = "reader-slow",
	[FAULT_READER_MISSES] = "reader-misses",
	[FAULT_LAMPS] = "lamps",
};

static inline bool is_of_lines(const struct fault *fault)
{
	switch (fault->kind) {
	case FAULT_MIRRORED:
	case FAULT_EXCHANGED:
	case FAULT_LINE_AS:
	case FAULT_DEAD_LINE:
	case FAULT_STUCK_LINE:
	case FAULT_BRIDGED:
	case FAULT_READER_LINE:
		return true;
	}
	return false;
}

static inline void put_line(const struct fault *fault, unsigned line, struct out *out)
{
	out_char(out, ' ');
	if (fault->is_column)
		out_char(out, (char)('a' + line));
	else
		out_number(out, line + 1);
}

static inline void put_square(unsigned sq, struct out *out)
{
	char name[SQ_NAME_SIZE];

	if (sq >= SQ_COUNT)
		return;
	sq_format(sq, name);
	out_char(out, ' ');
	out_string(out, name);
}

/* "dead f3; exchanged a c" */
static inline const char *found(void)
{
	static char text[FOUND_SIZE];
	struct out out = out_init(text, sizeof text);

	selftest_find(&faults, &made.test);
	for (unsigned i = 0; i < faults.count; i++) {
		const struct fault *fault = &faults.list[i];

		out_string(&out, i ? "; " : "");
		out_string(&out, kinds[fault->kind]);
		if (is_of_lines(fault))
			put_line(fault, fault->line, &out);
		if (is_of_lines(fault) && fault->as != fault->line)
			put_line(fault, fault->as, &out);
		put_square(fault->sq, &out);
		put_square(fault->other, &out);
	}
	return text;
}

/* with either habit of the hand */
static inline void expect_as_is(const char *expected)
{
	made_board_try(&made);
	TEST_ASSERT_EQUAL(SELFTEST_DONE, made.test.phase);
	TEST_ASSERT_EQUAL_STRING(expected, found());
}

static inline void expect(const char *expected)
{
	struct made_board before = made;

	expect_as_is(expected);
	made = before;
	made.leaves = made.puts_aside = true;
	expect_as_is(expected);
}

/* ---- chance ---- */

static inline unsigned dice(unsigned sides)
{
	static uint32_t state = 1;

	state = state * 1664525u + 1013904223u;
	return (state >> 8) % sides;
}

static inline unsigned random_square(struct bits *left)
{
	struct bits look = *left;
	unsigned steps = dice(bits_count(look));

	while (steps-- > 0)
		bits_take(&look);
	bits_drop(left, bits_first(look));
	return bits_first(look);
}

#endif
