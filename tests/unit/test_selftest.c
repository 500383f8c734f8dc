/*
 * The self-test on made-up boards, each fault of squares, lines and diodes alone, then several at
 * once, up to boards on which everything is wrong; and the words for all of them. What is found
 * must be just what was made wrong, whether the hand moves one piece along or leaves them all
 * standing.
 */
#include "daemon/cli/selftest_report.h"
#include "daemon/cli/selftest_words.h"
#include "daemon/cli/spell.h"
#include "tests/support/selftest_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- chance ---- */

static unsigned dice(unsigned sides)
{
	static uint32_t state = 1;

	state = state * 1664525u + 1013904223u;
	return (state >> 8) % sides;
}

static unsigned random_square(struct bits *left)
{
	struct bits look = *left;
	unsigned steps = dice(bits_count(look));

	while (steps-- > 0)
		bits_take(&look);
	bits_drop(left, bits_first(look));
	return bits_first(look);
}

/* ---- nothing wrong ---- */

static void test_fine_board(void)
{
	expect("");
	TEST_ASSERT_EQUAL(92, bits_count(faults.tried));
	TEST_ASSERT_FALSE(bits_any(faults.untested));
	TEST_ASSERT_TRUE(selftest_is_fine(&faults));
	TEST_ASSERT_EQUAL(0, made.enters);
}

static void test_fine_small_board(void)
{
	made_board_init(&made, BOARD_SMALL, SENSOR_REED);
	expect("");
	TEST_ASSERT_EQUAL(60, bits_count(faults.tried));
}

static void test_diodes_are_proved_by_pieces_that_stay(void)
{
	made_board_try(&made);
	TEST_ASSERT_EQUAL(0, bits_count(made.test.proved));
	setUp();
	made.leaves = true;
	made_board_try(&made);
	TEST_ASSERT_GREATER_THAN(80, bits_count(made.test.proved));
}

/* the end of the verdict, in which the diodes are */
static const char *verdict_on_diodes(void)
{
	static const struct source_board board = {.driver = "reed"};
	static char text[FOUND_SIZE];
	FILE *to = fmemopen(text, sizeof text, "w");

	TEST_ASSERT_NOT_NULL(to);
	selftest_find(&faults, &made.test);
	selftest_print_verdict(to, &made.test, &faults, &board);
	fclose(to);
	return text;
}

/* A square that is closed all along is no reason to say nothing of the others. */
static void test_diodes_are_proved_beside_a_stuck_square(void)
{
	bits_add(&made.stuck, made_sq("e4"));
	bits_add(&made.noisy, made_sq("b7"));
	made.leaves = made.puts_aside = true;
	bits_add(&made.leaky, made_sq("h2"));
	made_board_try(&made);
	TEST_ASSERT_GREATER_THAN(60, bits_count(made.test.proved));
	TEST_ASSERT_FALSE(bits_any(bits_and(made.test.proved, made.leaky)));
	TEST_ASSERT_FALSE(bits_any(bits_and(made.test.proved, made.test.monitor.ignored)));
	TEST_ASSERT_NOT_NULL(strstr(verdict_on_diodes(), "squares were tested by it and hold"));
}

static void test_leaving_the_pieces_is_advised_to_who_does_not(void)
{
	made_board_try(&made);
	TEST_ASSERT_NOT_NULL(strstr(verdict_on_diodes(), "for that, leave the pieces"));
	setUp();
	made_board_order(&made, "a1,b2,c3,d4,e7"); /* no three of them are corners */
	made.leaves = true;
	made_board_try(&made);
	TEST_ASSERT_NULL(strstr(verdict_on_diodes(), "leave the pieces"));
	TEST_ASSERT_NOT_NULL(strstr(verdict_on_diodes(), "Diodes were not tested"));
}

static void test_usual_bounces_are_fine(void)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		made.chatter_us[sq] = made.lifting_chatter_us[sq] = 120 * MS;
	made.drops[made_sq("e4")] = 1; /* a sleeve */
	expect("");
}

/* ---- single squares ---- */

static void test_dead_square(void)
{
	bits_add(&made.dead, made_sq("f3"));
	expect("dead f3");
	TEST_ASSERT_EQUAL(1, made.enters);
	TEST_ASSERT_TRUE(faults.list[0].row_works);
	TEST_ASSERT_TRUE(faults.list[0].column_works);
}

static void test_every_dead_square(void)
{
	struct bits land = boards[BOARD_LARGE].land;

	while (bits_any(land)) {
		char expected[16], name[SQ_NAME_SIZE];
		unsigned sq = bits_take(&land);

		setUp();
		bits_add(&made.dead, sq);
		sq_format(sq, name);
		snprintf(expected, sizeof expected, "dead %s", name);
		expect_as_is(expected);
	}
}

static void test_stuck_square(void)
{
	bits_add(&made.stuck, made_sq("b4"));
	expect("stuck b4");
	TEST_ASSERT_EQUAL(0, made.enters);
}

static void test_noisy_square(void)
{
	bits_add(&made.noisy, made_sq("h8"));
	expect("noisy h8");
}

static void test_swapped_squares(void)
{
	made.wired[made_sq("a1")] = (uint8_t)made_sq("b1");
	made.wired[made_sq("b1")] = (uint8_t)made_sq("a1");
	expect("swapped a1 b1");
}

/* Two squares are not two columns. */
static void test_swapped_squares_alone(void)
{
	made_board_order(&made, "a1,b1");
	made.wired[made_sq("a1")] = (uint8_t)made_sq("b1");
	made.wired[made_sq("b1")] = (uint8_t)made_sq("a1");
	expect("swapped a1 b1");
}

static void test_three_squares_in_a_ring(void)
{
	made.wired[made_sq("c2")] = (uint8_t)made_sq("g7");
	made.wired[made_sq("g7")] = (uint8_t)made_sq("e9");
	made.wired[made_sq("e9")] = (uint8_t)made_sq("c2");
	expect("moved c2 g7; moved g7 e9; moved e9 c2");
}

static void test_square_wired_beside_another(void)
{
	made.wired[made_sq("d8")] = (uint8_t)made_sq("d9");
	expect_as_is("moved d8 d9");
}

/* ---- rows and columns ---- */

static void wire_columns(const char *as)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (board_has(BOARD_LARGE, sq))
			made.wired[sq] =
				(uint8_t)sq_at((unsigned)(as[sq_column(sq)] - 'a'), sq_row(sq));
}

static void wire_rows(const char *as)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (board_has(BOARD_LARGE, sq))
			made.wired[sq] = (uint8_t)sq_at(sq_column(made.wired[sq]),
							(unsigned)(as[sq_row(sq)] - 'a'));
}

static void test_two_columns_exchanged(void)
{
	wire_columns("cbadefghij");
	expect("exchanged a c");
}

static void test_two_rows_exchanged(void)
{
	wire_rows("abcdegfhij");
	expect("exchanged 6 7");
}

static void test_columns_in_a_ring(void)
{
	wire_columns("bcadefghij");
	expect("line-as a b; line-as b c; line-as c a");
}

static void test_columns_mirrored(void)
{
	wire_columns("jihgfedcba");
	expect("mirrored a j");
}

static void test_rows_mirrored(void)
{
	wire_rows("jihgfedcba");
	expect("mirrored 1 10");
}

static void test_board_turned(void)
{
	wire_columns("jihgfedcba");
	wire_rows("jihgfedcba");
	expect("turned");
}

static void test_rows_for_columns(void)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (board_has(BOARD_LARGE, sq))
			made.wired[sq] = (uint8_t)sq_at(sq_row(sq), sq_column(sq));
	expect("transposed");
}

static void kill_line(bool is_column, unsigned line)
{
	for (unsigned i = 0; i < 10; i++)
		bits_add(&made.dead, is_column ? sq_at(line, i) : sq_at(i, line));
}

static void test_dead_column(void)
{
	kill_line(true, 5);
	expect("dead-line f");
}

static void test_dead_row_and_column(void)
{
	kill_line(false, 2);
	kill_line(true, 9);
	expect("dead-line 3; dead-line j");
}

static void test_stuck_row(void)
{
	for (unsigned column = 0; column < 10; column++)
		bits_add(&made.stuck, sq_at(column, 6));
	expect("stuck-line 7");
}

static void test_all_dead(void)
{
	made.dead = boards[BOARD_LARGE].land;
	expect("nothing-works");
	TEST_ASSERT_EQUAL(92, made.enters);
}

static void test_all_stuck(void)
{
	made.stuck = boards[BOARD_LARGE].land;
	made_board_try(&made);
	selftest_find(&faults, &made.test);
	TEST_ASSERT_EQUAL(20, faults.count);
	TEST_ASSERT_EQUAL(FAULT_STUCK_LINE, faults.list[0].kind);
	TEST_ASSERT_EQUAL(0, made.enters);
}

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

/* Several at once: whoever is accused is one of them, and none of them is said to hold. */
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

/* ---- several at once ---- */

static void test_many_faults(void)
{
	bits_add(&made.dead, made_sq("f3"));
	bits_add(&made.stuck, made_sq("b9"));
	bits_add(&made.noisy, made_sq("j10"));
	made.wired[made_sq("a1")] = (uint8_t)made_sq("b1");
	made.wired[made_sq("b1")] = (uint8_t)made_sq("a1");
	made.drops[made_sq("d2")] = 3;
	kill_line(true, 7);
	expect("stuck b9; noisy j10; dead-line h; dead f3; swapped a1 b1; flutters d2");
}

static void test_mirrored_with_faults(void)
{
	wire_columns("jihgfedcba");
	bits_add(&made.dead, made_sq("f3"));
	bits_add(&made.stuck, made_sq("b9")); /* reads as i9 */
	expect("mirrored a j; stuck b9; dead f3");
}

static void test_exchanged_rows_and_a_swap(void)
{
	wire_rows("bacdefghij");
	made.wired[made_sq("d4")] = (uint8_t)made_sq("e4");
	made.wired[made_sq("e4")] = (uint8_t)made_sq("d4");
	expect("exchanged 1 2; swapped d4 e4");
}

/* Every made-up board must be found out completely, and nothing else be said of it. */
static void test_random_boards(void)
{
	for (unsigned i = 0; i < RANDOM_BOARDS; i++) {
		struct bits left = boards[BOARD_LARGE].land;
		unsigned dead = dice(5), stuck = dice(3), swaps = dice(3), weak = dice(3);
		unsigned total = dead + stuck + swaps + weak;

		setUp();
		made.leaves = made.puts_aside = dice(2);
		while (dead-- > 0)
			bits_add(&made.dead, random_square(&left));
		while (stuck-- > 0)
			bits_add(&made.stuck, random_square(&left));
		for (; swaps > 0; swaps--) {
			unsigned a = random_square(&left), b = random_square(&left);

			made.wired[a] = (uint8_t)b;
			made.wired[b] = (uint8_t)a;
		}
		while (weak-- > 0)
			made.drops[random_square(&left)] = 3;
		made_board_try(&made);
		found();
		TEST_ASSERT_EQUAL(total, faults.count);
		for (unsigned k = 0; k < faults.count; k++)
			TEST_ASSERT_TRUE(faults.list[k].kind == FAULT_STUCK ||
					 faults.list[k].kind == FAULT_DEAD ||
					 faults.list[k].kind == FAULT_SWAPPED ||
					 faults.list[k].kind == FAULT_FLUTTERS);
	}
}

/* ---- words ---- */

/* Every kind has a sentence that fits, with and without contacts. */
static void test_every_fault_has_words(void)
{
	for (unsigned kind = 0; kind < FAULT_KINDS; kind++)
		for (unsigned sensors = SENSOR_REED; sensors <= SENSOR_RFID; sensors++) {
			struct fault fault = {.kind = (uint8_t)kind,
					      .sq = (uint8_t)made_sq("a10"),
					      .other = (uint8_t)made_sq("j10"),
					      .line = 9,
					      .as = 8,
					      .count = UINT32_MAX,
					      .span_us = UINT32_MAX,
					      .row_works = true,
					      .column_works = true,
					      .squares = boards[BOARD_LARGE].land,
					      .suspects = boards[BOARD_LARGE].land};
			char text[SENTENCE_SIZE] = "";

			made.test.monitor.sensors = (uint8_t)sensors;
			selftest_sentence(&made.test, &fault, "reed", text);
			TEST_ASSERT_GREATER_THAN(20, strlen(text));
			TEST_ASSERT_LESS_THAN(SENTENCE_SIZE - 1, strlen(text));
			/* a serial board's lines are its firmware's business */
			selftest_sentence(&made.test, &fault, "serial", text);
			TEST_ASSERT_GREATER_THAN(20, strlen(text));
			TEST_ASSERT_NULL_MESSAGE(strstr(text, "`rows`"), text);
			TEST_ASSERT_NULL_MESSAGE(strstr(text, "`columns`"), text);
			TEST_ASSERT_NULL_MESSAGE(strstr(text, "polarity and bias"), text);
		}
}

static void test_spans_and_lists(void)
{
	char text[64];

	spell_span(1234, text);
	TEST_ASSERT_EQUAL_STRING("1.2 ms", text);
	spell_span(230000, text);
	TEST_ASSERT_EQUAL_STRING("230 ms", text);
	spell_span(2150000, text);
	TEST_ASSERT_EQUAL_STRING("2.1 s", text);
	spell_squares(bits_of(0), 3, text, sizeof text);
	TEST_ASSERT_EQUAL_STRING("a1", text);
	spell_squares((struct bits){7, 0}, 3, text, sizeof text);
	TEST_ASSERT_EQUAL_STRING("a1, b1 and c1", text);
	spell_squares((struct bits){31, 0}, 3, text, sizeof text);
	TEST_ASSERT_EQUAL_STRING("a1, b1, c1 and 2 more", text);
	spell_squares(BITS_NONE, 3, text, sizeof text);
	TEST_ASSERT_EQUAL_STRING("", text);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_fine_board);
	RUN_TEST(test_fine_small_board);
	RUN_TEST(test_diodes_are_proved_by_pieces_that_stay);
	RUN_TEST(test_diodes_are_proved_beside_a_stuck_square);
	RUN_TEST(test_leaving_the_pieces_is_advised_to_who_does_not);
	RUN_TEST(test_usual_bounces_are_fine);
	RUN_TEST(test_dead_square);
	RUN_TEST(test_every_dead_square);
	RUN_TEST(test_stuck_square);
	RUN_TEST(test_noisy_square);
	RUN_TEST(test_swapped_squares);
	RUN_TEST(test_swapped_squares_alone);
	RUN_TEST(test_three_squares_in_a_ring);
	RUN_TEST(test_square_wired_beside_another);
	RUN_TEST(test_two_columns_exchanged);
	RUN_TEST(test_two_rows_exchanged);
	RUN_TEST(test_columns_in_a_ring);
	RUN_TEST(test_columns_mirrored);
	RUN_TEST(test_rows_mirrored);
	RUN_TEST(test_board_turned);
	RUN_TEST(test_rows_for_columns);
	RUN_TEST(test_dead_column);
	RUN_TEST(test_dead_row_and_column);
	RUN_TEST(test_stuck_row);
	RUN_TEST(test_all_dead);
	RUN_TEST(test_all_stuck);
	RUN_TEST(test_magnet_that_reaches_over);
	RUN_TEST(test_every_neighbour_that_feels_a_magnet);
	RUN_TEST(test_magnets_too_strong);
	RUN_TEST(test_columns_that_touch);
	RUN_TEST(test_two_that_are_joined);
	RUN_TEST(test_every_diode_that_leaks);
	RUN_TEST(test_squares_that_look_closed_are_not_dead);
	RUN_TEST(test_no_diodes_at_all);
	RUN_TEST(test_several_diodes_that_leak);
	RUN_TEST(test_one_piece_sees_no_diode);
	RUN_TEST(test_many_faults);
	RUN_TEST(test_mirrored_with_faults);
	RUN_TEST(test_exchanged_rows_and_a_swap);
	RUN_TEST(test_random_boards);
	RUN_TEST(test_every_fault_has_words);
	RUN_TEST(test_spans_and_lists);
	return UNITY_END();
}
