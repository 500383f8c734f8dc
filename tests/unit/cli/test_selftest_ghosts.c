/*
 * The self-test on made-up boards where squares close with others: magnets that reach too far,
 * lines that touch, diodes that do not hold. What is blamed must be what was made wrong.
 */
#include "daemon/cli/selftest/selftest_report.h"
#include "tests/support/cli/selftest_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what closes with another ---- */

static void test_magnet_that_reaches_over(void)
{
	bits_add(&made.reach, made_sq("a1"));
	made_board_order(&made, "a1,d4");
	expect_as_is("reaches a1 b1; reaches a1 a2");
}

/* What a magnet that reaches over from one square to another is taken for. */
static void expect_reaching(unsigned from, unsigned to)
{
	char expected[32], a[SQ_NAME_SIZE], b[SQ_NAME_SIZE];

	setUp();
	made.leaves = made.puts_aside = true;
	made.reaches[from] = (uint8_t)to;
	sq_format(from, a);
	sq_format(to, b);
	snprintf(expected, sizeof expected, "reaches %s %s", a, b);
	made_board_try(&made);
	found();
	/* in the last column it may look just like the diode below it: then both are named */
	if (sq_column(to) == 9 && faults.count == 1 && faults.list[0].kind == FAULT_DIODE)
		TEST_ASSERT_EQUAL_MESSAGE(from, faults.list[0].other, expected);
	else
		TEST_ASSERT_EQUAL_STRING(expected, found());
}

/* The diodes would have to let other squares look closed as well, which did not. */
static void test_every_neighbour_that_feels_a_magnet(void)
{
	struct bits land = boards[BOARD_LARGE].land;

	while (bits_any(land)) {
		unsigned sq = bits_take(&land), right = sq + 1, above = sq + SQ_STRIDE;

		if (sq_column(sq) < 9 && bits_has(boards[BOARD_LARGE].land, right))
			expect_reaching(sq, right);
		if (sq_row(sq) < 9 && bits_has(boards[BOARD_LARGE].land, above))
			expect_reaching(sq, above);
	}
}

static void test_magnets_too_strong(void)
{
	made.reach = boards[BOARD_LARGE].land;
	expect_as_is("magnets");
}

static void test_columns_that_touch(void)
{
	made.columns_touch[1] = true;
	expect("bridged b c");
}

static void test_two_that_are_joined(void)
{
	/* the piece on c3 is seen in both places */
	made_board_order(&made, "a1,c3,h8");
	made_board_begin(&made);
	made_board_set_down(&made, made_sq("a1"));
	made_board_lift(&made, made_sq("a1"));
	made.wired[made_sq("b7")] = (uint8_t)made_sq("h8");
	bits_add(&made.pieces, made_sq("b7"));
	made_board_set_down(&made, made_sq("c3"));
	bits_drop(&made.pieces, made_sq("b7"));
	made_board_lift(&made, made_sq("c3"));
	made_board_set_down(&made, made_sq("h8"));
	TEST_ASSERT_EQUAL_STRING("joined c3 h8", found());
}

/* ---- diodes ---- */

/*
 * Each alone, by pieces that stay. A few of the last rows and of the last column are not put to the
 * test by that order: then nothing must be said of them, nor that they hold.
 */
static void test_every_diode_that_leaks(void)
{
	struct bits land = boards[BOARD_LARGE].land;
	unsigned blamed = 0, sure = 0;

	while (bits_any(land)) {
		char expected[16], name[SQ_NAME_SIZE];
		unsigned sq = bits_take(&land);

		setUp();
		made.leaves = made.puts_aside = true;
		bits_add(&made.leaky, sq);
		sq_format(sq, name);
		snprintf(expected, sizeof expected, "diode %s", name);
		made_board_try(&made);
		found();
		TEST_ASSERT_FALSE(bits_any(faults.untested));
		TEST_ASSERT_FALSE(bits_has(made.test.proved, sq));
		if (faults.count == 0)
			continue;
		TEST_ASSERT_EQUAL(1, faults.count);
		TEST_ASSERT_TRUE(bits_has(faults.list[0].suspects, sq));
		TEST_ASSERT_TRUE(bits_any(faults.list[0].squares));
		if (bits_count(faults.list[0].suspects) == 1)
			TEST_ASSERT_EQUAL_STRING_LEN(expected, found(), strlen(expected));
		sure += bits_count(faults.list[0].suspects) == 1;
		blamed++;
	}
	TEST_ASSERT_GREATER_THAN(80, blamed);
	TEST_ASSERT_GREATER_THAN(70, sure);
}

/*
 * The same where a row fights another. What is in the first column looks like dead rows, since nothing is seen of them from
 * their first piece on; and so does each by a piece that is moved along, by which nothing is seen.
 */
static void test_every_diode_that_makes_rows_fight(void)
{
	struct bits land = boards[BOARD_LARGE].land;

	while (bits_any(land)) {
		char expected[16], name[SQ_NAME_SIZE];
		unsigned sq = bits_take(&land);

		if (sq_column(sq) == 0)
			continue;
		setUp();
		made.leaves = made.drives_both_ways = true;
		bits_add(&made.leaky, sq);
		sq_format(sq, name);
		snprintf(expected, sizeof expected, "hides %s", name);
		made_board_try(&made);
		TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, found(), name);
		TEST_ASSERT_EQUAL(1, bits_count(faults.list[0].suspects));
		TEST_ASSERT_FALSE(bits_has(made.test.proved, sq));
		setUp();
		made.drives_both_ways = true;
		bits_add(&made.leaky, sq);
		expect_as_is("");
	}
}

/* What is hidden behind others cannot be tested, and is not called dead. */
static void test_squares_that_look_closed_are_not_dead(void)
{
	made.leaves = true;
	bits_add(&made.leaky, made_sq("a1"));
	expect_as_is("diode a1");
	TEST_ASSERT_EQUAL(73, bits_count(faults.untested));
	TEST_ASSERT_TRUE(bits_has(faults.untested, made_sq("b2")));
	TEST_ASSERT_FALSE(selftest_is_fine(&faults));
}

static void test_no_diodes_at_all(void)
{
	made.leaky = boards[BOARD_LARGE].land;
	made.leaves = made.puts_aside = true;
	expect_as_is("many-diodes");
}

/* Several at once: a diode that is blamed is one of them, and none of them is said to be good. */
static void test_several_diodes_that_leak(void)
{
	for (unsigned i = 0; i < RANDOM_BOARDS; i++) {
		struct bits left = boards[BOARD_LARGE].land;

		setUp();
		made.leaves = made.puts_aside = true;
		for (unsigned k = 2 + dice(3); k > 0; k--)
			bits_add(&made.leaky, random_square(&left));
		made_board_try(&made);
		found();
		TEST_ASSERT_FALSE(bits_any(bits_and(made.test.proved, made.leaky)));
		for (unsigned k = 0; k < faults.count; k++) {
			TEST_ASSERT_EQUAL(FAULT_DIODE, faults.list[k].kind);
			TEST_ASSERT_TRUE(bits_any(bits_and(faults.list[k].suspects, made.leaky)));
		}
	}
}

static void test_one_piece_sees_no_diode(void)
{
	made.leaky = boards[BOARD_LARGE].land;
	expect_as_is("");
	TEST_ASSERT_EQUAL(0, bits_count(made.test.proved));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_magnet_that_reaches_over);
	RUN_TEST(test_every_neighbour_that_feels_a_magnet);
	RUN_TEST(test_magnets_too_strong);
	RUN_TEST(test_columns_that_touch);
	RUN_TEST(test_two_that_are_joined);
	RUN_TEST(test_every_diode_that_leaks);
	RUN_TEST(test_every_diode_that_makes_rows_fight);
	RUN_TEST(test_squares_that_look_closed_are_not_dead);
	RUN_TEST(test_no_diodes_at_all);
	RUN_TEST(test_several_diodes_that_leak);
	RUN_TEST(test_one_piece_sees_no_diode);
	return UNITY_END();
}
