/* The virtual table's driver: what its page says, and what it remembers of that. */
#include "drivers/board/board.h"
#include "drivers/board/remote_clock.h"

#include "unity.h"

#include <stdio.h>
#include <string.h>

#define EMPTY                                                                                      \
	"frame 0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/"      \
	"0000000000/0000000000/0000000000"
#define ONLY_A1                                                                                    \
	"frame 1000000000/0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/"      \
	"0000000000/0000000000/0000000000"

static struct sensors *sensors;
static char told[1024];
static uint64_t now_us, seen_us;

static void hear(void *owner, const struct reading *reading)
{
	size_t length = strlen(told);

	(void)owner;
	seen_us = reading->t_us;
	if (reading->kind == READING_FRAME)
		snprintf(told + length, sizeof told - length, "frame ");
	else if (reading->kind == READING_CONTACT)
		snprintf(told + length, sizeof told - length, "%c%u ", reading->closed ? '+' : '-',
			 reading->sq);
	else
		snprintf(told + length, sizeof told - length, "%s%u:%02X ",
			 reading->closed ? "tag" : "untag", reading->sq, reading->tag[0]);
}

static void say(const char *line)
{
	TEST_ASSERT_TRUE_MESSAGE(board_virtual.hear(sensors, line, strlen(line)), line);
}

static void expect(const char *lines)
{
	TEST_ASSERT_EQUAL_STRING(lines, told);
	told[0] = '\0';
}

static uint64_t host_now(void *owner)
{
	(void)owner;
	return now_us;
}

void setUp(void)
{
	const struct board_listener listener = {.reading = hear};
	const struct board_host host = {.now_us = host_now};
	char why[80];
	size_t which;

	TEST_ASSERT_EQUAL_INT(0, board_virtual.create(&sensors, BOARD_LARGE, NULL, 0, &host,
						      &listener, why, sizeof why, &which));
	told[0] = '\0';
	now_us = 1000000;
}

void tearDown(void)
{
	board_virtual.destroy(sensors);
}

static void test_nothing_is_known_before_the_first_frame(void)
{
	say("tag a1 A1");
	expect("tag0:A1 ");
	board_virtual.scan(sensors);
	expect("");
	say(ONLY_A1);
	expect("frame ");
	board_virtual.scan(sensors);
	expect("tag0:A1 frame ");
}

static void test_tags_are_told_before_the_frame(void)
{
	say(EMPTY);
	say("close a1");
	say("tag a1 A1");
	say("tag a1 A1");
	say("tag b1 B1");
	say("untag b1 B1");
	told[0] = '\0';
	board_virtual.scan(sensors);
	expect("tag0:A1 frame ");
}

/* as a page says it that has come back, or another one that does not know what was told before */
static void test_where_a_frame_shows_nothing_no_tag_is_seen(void)
{
	say("tag a1 A1");
	say("tag b1 B1");
	say("tag c1 C1");
	told[0] = '\0';
	say(ONLY_A1);
	expect("untag2:C1 untag1:B1 frame ");
	board_virtual.scan(sensors);
	expect("tag0:A1 frame ");
	say(EMPTY);
	expect("untag0:A1 frame ");
	say(EMPTY);
	expect("frame ");
}

static void test_what_makes_no_sense_is_not_heard(void)
{
	static const char *const lines[] = {"",		  "tag",      "tag a1",
					    "tag a11 A1", "tag a1 A", "lift a1"};

	for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++)
		TEST_ASSERT_FALSE_MESSAGE(board_virtual.hear(sensors, lines[i], strlen(lines[i])),
					  lines[i]);
	expect("");
}

/* ---- time ---- */

static void test_a_line_without_time_is_now(void)
{
	say("close a1");
	TEST_ASSERT_EQUAL_UINT64(now_us, seen_us);
	TEST_ASSERT_EQUAL_UINT64(0, board_virtual.lag_us(sensors));
}

static void test_the_page_has_the_time(void)
{
	say("5000000 close a1");
	TEST_ASSERT_EQUAL_UINT64(1000000, seen_us);
	now_us = 1400000; /* as late as 200 ms */
	say("5200000 open a1");
	TEST_ASSERT_EQUAL_UINT64(1200000, seen_us);
	say("5300000 tag a1 A1");
	TEST_ASSERT_EQUAL_UINT64(1300000, seen_us);
	expect("+0 -0 tag0:A1 ");
	TEST_ASSERT_EQUAL_UINT64(REMOTE_CLOCK_LAG_US, board_virtual.lag_us(sensors));
	board_virtual.scan(sensors);
	say("5350000 " ONLY_A1);
	TEST_ASSERT_EQUAL_UINT64(1350000, seen_us);
	board_virtual.scan(sensors);
	TEST_ASSERT_EQUAL_UINT64(now_us, seen_us);
}

static void test_a_page_that_lies(void)
{
	say("5000000 close a1");
	say("99999999999999999999999 open a1"); /* the future, and too long for any number */
	TEST_ASSERT_EQUAL_UINT64(now_us, seen_us);
	now_us += 10;
	say("0 close a1");
	TEST_ASSERT_EQUAL_UINT64(now_us, seen_us);
	now_us += 10;
	say("0 open a1");
	TEST_ASSERT_EQUAL_UINT64(now_us - 10, seen_us);
}

static void test_times_that_are_none(void)
{
	static const char *const lines[] = {"12",	    "12 ",	    "-1 close a1",
					    "1.5 close a1", "12  close a1", "1e3 close a1"};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		TEST_ASSERT_FALSE_MESSAGE(board_virtual.hear(sensors, lines[i], strlen(lines[i])),
					  lines[i]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_nothing_is_known_before_the_first_frame);
	RUN_TEST(test_tags_are_told_before_the_frame);
	RUN_TEST(test_where_a_frame_shows_nothing_no_tag_is_seen);
	RUN_TEST(test_what_makes_no_sense_is_not_heard);
	RUN_TEST(test_a_line_without_time_is_now);
	RUN_TEST(test_the_page_has_the_time);
	RUN_TEST(test_a_page_that_lies);
	RUN_TEST(test_times_that_are_none);
	return UNITY_END();
}
