/* What was said before is told from what is said now, over new places and new runs. */
#include "daemon/seats/fresh.h"

#include <string.h>
#include <unity.h>

static struct fresh fresh;

void setUp(void)
{
	TEST_ASSERT_EQUAL_INT(0, crypto_init());
	fresh_begin(&fresh);
}

void tearDown(void)
{
}

static bool says(int64_t epoch, int64_t number)
{
	const struct fresh_stamp stamp = {.run = fresh.run, .epoch = epoch, .number = number};

	return fresh_take(&fresh, FRESH_SAYING, &stamp);
}

static void test_numbers_rise(void)
{
	int64_t epoch = fresh_issue(&fresh);

	TEST_ASSERT_TRUE(says(epoch, 1));
	TEST_ASSERT_FALSE(says(epoch, 1));
	TEST_ASSERT_TRUE(says(epoch, 2));
	TEST_ASSERT_TRUE(says(epoch, 7)); /* some were lost */
	TEST_ASSERT_FALSE(says(epoch, 3));
	TEST_ASSERT_FALSE(says(epoch, 7));
	TEST_ASSERT_FALSE(says(epoch, INT64_MIN));
}

static void test_a_later_place_ends_the_one_before(void)
{
	int64_t first = fresh_issue(&fresh), second = fresh_issue(&fresh);

	TEST_ASSERT_TRUE(says(first, 5));
	TEST_ASSERT_TRUE(says(first, 6)); /* a place that is only asked for ends nothing */
	TEST_ASSERT_TRUE(says(second, 1));
	TEST_ASSERT_FALSE(says(first, 7));
	TEST_ASSERT_TRUE(says(second, 2));
}

/* Or a device could use up all places there will ever be. */
static void test_places_must_have_been_given(void)
{
	int64_t epoch = fresh_issue(&fresh);

	TEST_ASSERT_FALSE(says(epoch + 1, 1));
	TEST_ASSERT_FALSE(says(INT64_MAX, 1));
	TEST_ASSERT_FALSE(says(0, 0));
	TEST_ASSERT_FALSE(says(0, 1)); /* none is the first */
	TEST_ASSERT_FALSE(says(-1, 1));
	TEST_ASSERT_TRUE(says(epoch, 1));
}

static void test_another_run_knows_nothing_of_the_last(void)
{
	int64_t epoch = fresh_issue(&fresh);
	char run[TOKEN_TEXT];
	const struct fresh_stamp stamp = {.run = run, .epoch = epoch, .number = 1};

	strcpy(run, fresh.run);
	fresh_begin(&fresh);
	TEST_ASSERT_EQUAL_INT64(epoch, fresh_issue(&fresh));
	TEST_ASSERT_FALSE(fresh_take(&fresh, FRESH_SAYING, &stamp));
	TEST_ASSERT_TRUE(says(epoch, 1));
}

static void test_channels_do_not_wait_for_each_other(void)
{
	int64_t first = fresh_issue(&fresh), second = fresh_issue(&fresh);
	const struct fresh_stamp question = {.run = fresh.run, .epoch = second};

	TEST_ASSERT_TRUE(fresh_take(&fresh, FRESH_ASKING, &question));
	TEST_ASSERT_FALSE(fresh_take(&fresh, FRESH_ASKING, &question));
	TEST_ASSERT_TRUE(says(first, 1));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_numbers_rise);
	RUN_TEST(test_a_later_place_ends_the_one_before);
	RUN_TEST(test_places_must_have_been_given);
	RUN_TEST(test_another_run_knows_nothing_of_the_last);
	RUN_TEST(test_channels_do_not_wait_for_each_other);
	return UNITY_END();
}
