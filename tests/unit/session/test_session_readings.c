/* Readings on their way to the referee: an input is never written after its results. */
#include "daemon/session/session_inside.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

static struct session session;
static struct referee *referee;
static unsigned commits, feeds, heard;
static bool led_to_something, disk_fails;
static uint64_t now_us;

/* ---- what is around it ---- */

uint64_t session_now(const struct session *of)
{
	(void)of;
	return now_us;
}

uint64_t session_passed(const struct session *of)
{
	return session_now(of);
}

void session_feed_at(struct session *of, struct input *input, uint64_t t_us)
{
	input->t_us = of->at_us = t_us;
	feeds++;
	led_to_something = true;
}

void session_settle(struct session *of)
{
	(void)of;
	led_to_something = false;
}

int session_commit(struct session *of)
{
	TEST_ASSERT_FALSE_MESSAGE(led_to_something, "it is written without its input");
	commits++;
	if (disk_fails)
		return -1;
	of->batch.input_length = 0;
	return 0;
}

static void note_line(void *owner, enum session_line kind, const char *line)
{
	(void)owner, (void)line;
	heard += kind == LINE_HEARD;
}

void session_tell_board(struct session *of)
{
	(void)of;
}

void session_is_ready(struct session *of)
{
	(void)of;
}

void session_pads_say(struct session *of)
{
	(void)of;
}

/* ---- the tests ---- */

void setUp(void)
{
	memset(&session, 0, sizeof session);
	session.journal = (struct journal *)&session; /* there is one, which is never used here */
	session.host.line = note_line;
	session.match.referee = referee;
	session.held.at_us = TIME_NEVER;
	rate_limit_init(&session.rate_limit);
	commits = feeds = heard = 0;
	now_us = 1000;
	led_to_something = disk_fails = false;
}

void tearDown(void)
{
}

static void close_contact(unsigned sq)
{
	const struct reading reading = {.t_us = session.base_us,
					.kind = READING_CONTACT,
					.sq = (uint8_t)sq,
					.closed = true};

	session_reading(&session, &reading);
}

static void test_as_much_as_there_is_room_for(void)
{
	for (size_t left = 0; left < 400; left++) {
		setUp();
		session.batch.input_length = sizeof session.batch.inputs - 1 - left;
		close_contact(3);
		TEST_ASSERT_EQUAL(1, feeds);
		TEST_ASSERT_EQUAL(1, heard);
		TEST_ASSERT_LESS_THAN(sizeof session.batch.inputs, session.batch.input_length);
		TEST_ASSERT_EQUAL('\0', session.batch.inputs[session.batch.input_length]);
	}
	TEST_ASSERT_EQUAL(0, commits);
}

static void test_what_cannot_be_written_has_not_happened(void)
{
	session.batch.input_length = sizeof session.batch.inputs - 1;
	disk_fails = true;
	close_contact(3);
	TEST_ASSERT_EQUAL(1, commits);
	TEST_ASSERT_EQUAL(0, feeds);
	TEST_ASSERT_EQUAL(0, heard);
}

/* ---- when it counts ---- */

static uint64_t time_of_one_seen_at(uint64_t t_us)
{
	static bool closed;
	struct reading reading = {.t_us = t_us, .kind = READING_CONTACT, .sq = 3};

	reading.closed = closed = !closed;
	session_reading(&session, &reading);
	return session.at_us;
}

static void test_a_reading_counts_when_it_was_seen(void)
{
	session.base_us = 5000;
	TEST_ASSERT_EQUAL_UINT64(700, time_of_one_seen_at(5700));
	TEST_ASSERT_EQUAL_STRING("700 close d1\n", session.batch.inputs);
	TEST_ASSERT_EQUAL_UINT64(1000, time_of_one_seen_at(6000));
}

static void test_not_before_what_came_before(void)
{
	session.base_us = 5000;
	TEST_ASSERT_EQUAL_UINT64(700, time_of_one_seen_at(5700));
	TEST_ASSERT_EQUAL_UINT64(700, time_of_one_seen_at(5600));
	session.at_us = 800; /* a tick, or a word */
	TEST_ASSERT_EQUAL_UINT64(800, time_of_one_seen_at(5750));
	TEST_ASSERT_EQUAL_UINT64(801, time_of_one_seen_at(5801));
}

static void test_not_before_the_run_and_not_after_now(void)
{
	session.base_us = 5000;
	TEST_ASSERT_EQUAL_UINT64(0, time_of_one_seen_at(10));
	TEST_ASSERT_EQUAL_UINT64(1000, time_of_one_seen_at(9000));
	TEST_ASSERT_EQUAL_UINT64(1000, time_of_one_seen_at(UINT64_MAX));
}

int main(void)
{
	referee = calloc(1, referee_size());
	UNITY_BEGIN();
	RUN_TEST(test_a_reading_counts_when_it_was_seen);
	RUN_TEST(test_not_before_what_came_before);
	RUN_TEST(test_not_before_the_run_and_not_after_now);
	RUN_TEST(test_as_much_as_there_is_room_for);
	RUN_TEST(test_what_cannot_be_written_has_not_happened);
	free(referee);
	return UNITY_END();
}
