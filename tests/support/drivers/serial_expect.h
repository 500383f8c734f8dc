/* What tests of serial boards share: one line with a simulated board, run with checks. */
#ifndef TESTS_SUPPORT_DRIVERS_SERIAL_EXPECT_H
#define TESTS_SUPPORT_DRIVERS_SERIAL_EXPECT_H

#include "tests/support/drivers/serial_line.h"

#include "unity.h"

#include <string.h>

enum { E4 = 34, F4 = 35, J10 = 99 };

static struct serial_line line; /* the one that all of these use */

static inline void run(unsigned ms)
{
	TEST_ASSERT_TRUE_MESSAGE(line_run(&line, ms), "the link spins");
}

static inline void start(void)
{
	line_start(&line);
	run(300);
	TEST_ASSERT_EQUAL_INT(SERIAL_TALKING, line.link.state);
	TEST_ASSERT_TRUE(line_is_true(&line));
}

static inline struct serial_uid uid_of(uint8_t square, uint8_t number)
{
	return (struct serial_uid){
		.square = square, .length = 4, .bytes = {0x04, 0x7E, 0x7D, number}};
}

static inline void expect_trouble(const char *part)
{
	if (!strstr(line_trouble(&line), part) ||
	    (part[0] == '\0') != (line_trouble(&line)[0] == '\0'))
		TEST_ASSERT_EQUAL_STRING(part, line_trouble(&line));
}

/* Each fault is reported once, however long it lasts, and nothing else with it. */
static inline void expect_once(const char *part)
{
	unsigned count = line.trouble_count;

	expect_trouble(part);
	run(120 * 1000);
	expect_trouble(part);
	TEST_ASSERT_EQUAL_UINT(count, line.trouble_count);
}

#endif
