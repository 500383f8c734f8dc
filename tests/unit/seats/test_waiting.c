/* Words that wait: whose turn it is, how much a seat may say, and what refused words cost. */
#include "daemon/seats/waiting.h"

#include "unity.h"

#include <stdio.h>
#include <string.h>

enum { SECOND = 1000000, START = 1000 * SECOND };

static struct waiting waiting;
static uint64_t now_us;
static unsigned next_id;

void setUp(void)
{
	memset(&waiting, 0, sizeof waiting);
	now_us = START;
	next_id = 0;
}

void tearDown(void)
{
}

static bool say(enum audience speaker)
{
	char id[SESSION_ID];

	snprintf(id, sizeof id, "%u", next_id++);
	return waiting_add(&waiting, speaker, id, "openings");
}

/* Who speaks next; AUDIENCE_PUBLIC if it is no one. */
static enum audience take(void)
{
	struct waiting_word word;

	return waiting_take(&waiting, now_us, &word) ? word.speaker : AUDIENCE_PUBLIC;
}

/* A seat that says whatever it can for a time; how many words it could say. */
static unsigned talk(enum audience speaker, unsigned seconds, bool is_refused)
{
	unsigned said = 0;

	for (uint64_t end_us = now_us + (uint64_t)seconds * SECOND; now_us < end_us;
	     now_us += SECOND / 100) {
		while (say(speaker))
			;
		while (take() == speaker) {
			said++;
			if (is_refused)
				waiting_charge(&waiting, speaker, now_us);
		}
	}
	return said;
}

static void test_words_come_in_the_order_of_their_seat(void)
{
	struct waiting_word word;

	for (unsigned i = 0; i < 3; i++)
		say(AUDIENCE_RED);
	for (unsigned i = 0; i < 3; i++) {
		char id[SESSION_ID];

		snprintf(id, sizeof id, "%u", i);
		TEST_ASSERT_TRUE(waiting_take(&waiting, now_us, &word));
		TEST_ASSERT_EQUAL_STRING(id, word.id);
		TEST_ASSERT_EQUAL_STRING("openings", word.word);
	}
	TEST_ASSERT_FALSE(waiting_take(&waiting, now_us, &word));
}

/* Whatever red has said before, blue's word is one of the next two. */
static void test_seats_take_turns(void)
{
	while (say(AUDIENCE_RED))
		;
	TEST_ASSERT_EQUAL(AUDIENCE_RED, take());
	say(AUDIENCE_BLUE);
	say(AUDIENCE_ARBITER);
	say(AUDIENCE_BLUE);
	TEST_ASSERT_EQUAL(AUDIENCE_BLUE, take());
	TEST_ASSERT_EQUAL(AUDIENCE_ARBITER, take());
	TEST_ASSERT_EQUAL(AUDIENCE_RED, take());
	TEST_ASSERT_EQUAL(AUDIENCE_BLUE, take());
	TEST_ASSERT_EQUAL(AUDIENCE_RED, take());
}

static void test_there_is_room_for_few(void)
{
	for (unsigned i = 0; i < WAITING_ROOM; i++)
		TEST_ASSERT_TRUE(say(AUDIENCE_RED));
	TEST_ASSERT_FALSE(say(AUDIENCE_RED));
	TEST_ASSERT_TRUE(say(AUDIENCE_BLUE));
}

/* A device repeats a word that is not answered. */
static void test_a_word_waits_once(void)
{
	TEST_ASSERT_TRUE(waiting_add(&waiting, AUDIENCE_RED, "a", "done"));
	TEST_ASSERT_TRUE(waiting_add(&waiting, AUDIENCE_RED, "a", "done"));
	TEST_ASSERT_TRUE(waiting_add(&waiting, AUDIENCE_BLUE, "a", "done"));
	TEST_ASSERT_EQUAL(AUDIENCE_RED, take());
	TEST_ASSERT_EQUAL(AUDIENCE_BLUE, take());
	TEST_ASSERT_EQUAL(AUDIENCE_PUBLIC, take());
}

static void test_a_burst_and_then_four_a_second(void)
{
	TEST_ASSERT_EQUAL(WAITING_BURST + 4 * 60 - 1, talk(AUDIENCE_RED, 60, false));
	/* blue's allowance is its own */
	TEST_ASSERT_EQUAL(WAITING_BURST + 4 * 60 - 1, talk(AUDIENCE_BLUE, 60, false));
}

static void test_refused_words_are_one_a_second(void)
{
	unsigned said = talk(AUDIENCE_RED, 60, true);

	TEST_ASSERT_LESS_OR_EQUAL(WAITING_BURST / WAITING_VAIN + 60, said);
	TEST_ASSERT_GREATER_THAN(55, said);
}

/* However much was refused, it is paid for within seconds. */
static void test_a_debt_has_an_end(void)
{
	for (unsigned i = 0; i < 100; i++)
		waiting_charge(&waiting, AUDIENCE_RED, now_us);
	say(AUDIENCE_RED);
	TEST_ASSERT_EQUAL(AUDIENCE_PUBLIC, take());
	TEST_ASSERT_EQUAL(now_us + (WAITING_DEBT + 1) * WAITING_WORD_US, waiting_due_us(&waiting));
	now_us = waiting_due_us(&waiting);
	TEST_ASSERT_EQUAL(AUDIENCE_RED, take());
}

static void test_words_that_do_not_wait_are_paid_for_too(void)
{
	unsigned count = 0;

	while (waiting_refuse(&waiting, AUDIENCE_RED, now_us))
		count++;
	TEST_ASSERT_EQUAL(WAITING_BURST / WAITING_VAIN, count);
	say(AUDIENCE_RED);
	TEST_ASSERT_EQUAL(AUDIENCE_PUBLIC, take());
	say(AUDIENCE_BLUE);
	TEST_ASSERT_EQUAL(AUDIENCE_BLUE, take());
}

static void test_when_the_next_is_due(void)
{
	TEST_ASSERT_EQUAL_UINT64(WAITING_NEVER, waiting_due_us(&waiting));
	say(AUDIENCE_RED);
	TEST_ASSERT_LESS_OR_EQUAL(now_us, waiting_due_us(&waiting));
	take();
	TEST_ASSERT_EQUAL_UINT64(WAITING_NEVER, waiting_due_us(&waiting));
}

static void test_the_next_owner_does_not_say_what_the_last_has_said(void)
{
	say(AUDIENCE_RED);
	say(AUDIENCE_BLUE);
	waiting_forget(&waiting, AUDIENCE_RED);
	TEST_ASSERT_EQUAL(AUDIENCE_BLUE, take());
	TEST_ASSERT_EQUAL(AUDIENCE_PUBLIC, take());
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_words_come_in_the_order_of_their_seat);
	RUN_TEST(test_seats_take_turns);
	RUN_TEST(test_there_is_room_for_few);
	RUN_TEST(test_a_word_waits_once);
	RUN_TEST(test_a_burst_and_then_four_a_second);
	RUN_TEST(test_refused_words_are_one_a_second);
	RUN_TEST(test_a_debt_has_an_end);
	RUN_TEST(test_words_that_do_not_wait_are_paid_for_too);
	RUN_TEST(test_when_the_next_is_due);
	RUN_TEST(test_the_next_owner_does_not_say_what_the_last_has_said);
	return UNITY_END();
}
