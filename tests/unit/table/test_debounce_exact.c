/* Debouncing without a scan, to the microsecond. */
#include "tests/support/table/debounced.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_exactly_the_debounce_time_is_enough(void)
{
	struct changes changes = {.count = 0};
	struct table table;

	begin(&table, 20);
	table_contact(&table, 1000, SQ_A, true);
	run_until(&table, 21000, &changes); /* what is due comes before the edge of that moment */
	table_contact(&table, 21000, SQ_A, false);
	TEST_ASSERT_EQUAL(1, changes.count);
	TEST_ASSERT_EQUAL_UINT64(21000, changes.list[0].t_us);
	run_until(&table, 21000 + SILENCE_US, &changes);
	TEST_ASSERT_EQUAL(2, changes.count);
	TEST_ASSERT_EQUAL_UINT64(41000, changes.list[1].t_us);
}

static void test_a_microsecond_less_is_not(void)
{
	struct changes changes = {.count = 0};
	struct table table;

	begin(&table, 20);
	table_contact(&table, 1000, SQ_A, true);
	run_until(&table, 20999, &changes);
	table_contact(&table, 20999, SQ_A, false);
	run_until(&table, 20999 + SILENCE_US, &changes);
	TEST_ASSERT_EQUAL(0, changes.count);
}

static void test_a_repeated_level_is_no_edge(void)
{
	struct changes changes = {.count = 0};
	struct table table;

	begin(&table, 20);
	for (uint64_t t_us = 1000; t_us < 40000; t_us += 500) {
		run_until(&table, t_us, &changes);
		table_contact(&table, t_us, SQ_A, true);
	}
	TEST_ASSERT_EQUAL(1, changes.count);
	TEST_ASSERT_EQUAL_UINT64(21000, changes.list[0].t_us);
}

/* an edge at time zero is an edge like any other */
static void test_time_may_begin_with_an_edge(void)
{
	struct changes changes = {.count = 0};
	struct table table;

	begin(&table, 20);
	table_contact(&table, 0, SQ_A, true);
	run_until(&table, SILENCE_US, &changes);
	TEST_ASSERT_EQUAL(1, changes.count);
	TEST_ASSERT_EQUAL_UINT64(20000, changes.list[0].t_us);
}

static void test_changes_of_one_moment_come_by_square(void)
{
	struct changes changes = {.count = 0};
	struct table table;

	begin(&table, 20);
	table_contact(&table, 1000, SQ_A, true);
	table_contact(&table, 1000, SQ_B, true);
	while (table_deadline(&table) <= 21000) {
		struct bits before = table.closed;
		struct finding finding;

		table_meet_deadline(&table, 0);
		while (table_take(&table, &finding))
			note(&changes, &table, before, finding.t_us);
	}
	TEST_ASSERT_EQUAL(2, changes.count);
	TEST_ASSERT_EQUAL_INT8('B', changes.list[0].what);
	TEST_ASSERT_EQUAL_INT8('A', changes.list[1].what);
}

static void test_a_frame_counts_as_the_edges_it_implies(void)
{
	struct changes changes = {.count = 0};
	struct table table;

	begin(&table, 20);
	table_frame(&table, 1000, bits_of(SQ_A));
	run_until(&table, 5000, &changes);
	table_frame(&table, 5000, bits_of(SQ_A)); /* no edge: the debounce goes on */
	run_until(&table, 100000, &changes);
	table_frame(&table, 100000, bits_of(SQ_B));
	TEST_ASSERT_EQUAL(1, changes.count);
	TEST_ASSERT_EQUAL_UINT64(21000, changes.list[0].t_us);
	table_contact(&table, 105000, SQ_B, false); /* bounces back */
	run_until(&table, SILENCE_US, &changes);
	TEST_ASSERT_EQUAL(2, changes.count);
	TEST_ASSERT_EQUAL_INT8('a', changes.list[1].what);
	TEST_ASSERT_EQUAL_UINT64(120000, changes.list[1].t_us);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_exactly_the_debounce_time_is_enough);
	RUN_TEST(test_a_microsecond_less_is_not);
	RUN_TEST(test_a_repeated_level_is_no_edge);
	RUN_TEST(test_time_may_begin_with_an_edge);
	RUN_TEST(test_changes_of_one_moment_come_by_square);
	RUN_TEST(test_a_frame_counts_as_the_edges_it_implies);
	return UNITY_END();
}
