/* Wrong codes are counted by address: slow for each, whatever the others do. */
#include "daemon/seats/guesses.h"

#include <stdio.h>
#include <unity.h>

enum { SECOND_US = 1000000 };

static struct guesses guesses;

void setUp(void)
{
	guesses_init(&guesses, (struct guesses_limit){3, 10 * SECOND_US},
		     (struct guesses_limit){5, SECOND_US});
}

void tearDown(void)
{
}

static bool may(const char *from, uint64_t now_us)
{
	return guesses_allow(&guesses, from, 0, now_us);
}

static void miss(const char *from, unsigned times, uint64_t now_us)
{
	for (unsigned i = 0; i < times; i++)
		guesses_miss(&guesses, from, now_us);
}

static void test_tries_come_back_one_by_one(void)
{
	miss("a", 3, 0);
	TEST_ASSERT_FALSE(may("a", 10 * SECOND_US - 1));
	TEST_ASSERT_TRUE(guesses_allow(&guesses, "a", 1, 0));
	TEST_ASSERT_TRUE(may("a", 10 * SECOND_US));
	miss("a", 1, 10 * SECOND_US);
	TEST_ASSERT_FALSE(may("a", 19 * SECOND_US)); /* asking does not put it off */
	TEST_ASSERT_TRUE(may("a", 20 * SECOND_US));
}

static void test_addresses_do_not_cost_each_other(void)
{
	miss("a", 9, 0);
	TEST_ASSERT_FALSE(may("a", 0));
	TEST_ASSERT_TRUE(may("b", 0));
	guesses_forgive(&guesses, "a");
	TEST_ASSERT_TRUE(may("a", 0));
}

static void miss_from(unsigned first, unsigned count, unsigned times, uint64_t now_us)
{
	char from[16];

	for (unsigned i = first; i < first + count; i++) {
		snprintf(from, sizeof from, "10.%u.%u", i / 256, i % 256);
		miss(from, times, now_us);
	}
}

/* Going round and round among many addresses wins nothing. */
static void test_no_address_is_forgotten_while_it_counts(void)
{
	miss("a", 3, 0);
	miss_from(0, 5000, 1, 0);
	TEST_ASSERT_FALSE(may("a", 9 * SECOND_US));
}

/* All places are held: newcomers share one, and are served again a second later. */
static void test_a_crowd_shares_its_tries(void)
{
	miss_from(0, GUESSERS, 2, 0);
	TEST_ASSERT_TRUE(may("newcomer", 0));
	miss_from(GUESSERS, 5, 1, 0);
	TEST_ASSERT_FALSE(may("newcomer", 0));
	TEST_ASSERT_TRUE(may("newcomer", SECOND_US));
	TEST_ASSERT_TRUE(may("10.0.7", SECOND_US)); /* it has a place of its own */
}

/* Those that have stopped give their places away. */
static void test_places_come_free(void)
{
	miss_from(0, GUESSERS, 1, 0);
	miss("late", 2, 10 * SECOND_US);
	TEST_ASSERT_EQUAL_UINT(0, guesses.crowd.misses);
	TEST_ASSERT_TRUE(may("late", 10 * SECOND_US));
	miss("late", 1, 10 * SECOND_US);
	TEST_ASSERT_FALSE(may("late", 10 * SECOND_US));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_tries_come_back_one_by_one);
	RUN_TEST(test_addresses_do_not_cost_each_other);
	RUN_TEST(test_no_address_is_forgotten_while_it_counts);
	RUN_TEST(test_a_crowd_shares_its_tries);
	RUN_TEST(test_places_come_free);
	return UNITY_END();
}
