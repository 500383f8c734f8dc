/*
 * The self-test on made-up boards, each fault of squares and lines alone, then several at once, up
 * to boards on which everything is wrong; and the words for all of them. What is found must be just
 * what was made wrong, whether the hand moves one piece along or leaves them all standing. Squares
 * that close with others are test_selftest_ghosts.c's.
 */
#include "daemon/cli/base/format.h"
#include "daemon/cli/selftest/selftest_report.h"
#include "daemon/cli/selftest/selftest_words.h"
#include "tests/support/cli/selftest_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A lamp is for eyes alone: it says nothing about the square's contact. */
static void test_dark_lamps(void)
{
	made_board_try(&made);
	made.test.has_lamps = true;
	bits_add(&made.test.dark, sq_at(2, 0));
	bits_add(&made.test.dark, sq_at(3, 0));
	selftest_find(&faults, &made.test);
	TEST_ASSERT_EQUAL(1, faults.count);
	TEST_ASSERT_EQUAL(FAULT_LAMPS, faults.list[0].kind);
	TEST_ASSERT_EQUAL(2, bits_count(faults.list[0].squares));
	TEST_ASSERT_EQUAL(2, bits_count(faults.bad));
	TEST_ASSERT_FALSE(selftest_is_fine(&faults));
}

static void test_which_lamps_are_lit(void)
{
	TEST_ASSERT_EQUAL(92,
			  bits_count(selftest_lamps(&made.test))); /* before anything is asked */
	made.test.phase = SELFTEST_ASK;
	TEST_ASSERT_TRUE(bits_equal(bits_of(made.test.order[0]), selftest_lamps(&made.test)));
	selftest_dark(&made.test); /* a board without lamps has no dark ones */
	TEST_ASSERT_FALSE(bits_any(made.test.dark));
	made.test.has_lamps = true;
	selftest_dark(&made.test);
	TEST_ASSERT_TRUE(bits_has(made.test.dark, made.test.order[0]));
	selftest_dark(&made.test);
	TEST_ASSERT_FALSE(bits_any(made.test.dark));
	made.test.phase = SELFTEST_DONE;
	TEST_ASSERT_FALSE(bits_any(selftest_lamps(&made.test)));
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

	format_span(1234, text);
	TEST_ASSERT_EQUAL_STRING("1.2 ms", text);
	format_span(230000, text);
	TEST_ASSERT_EQUAL_STRING("230 ms", text);
	format_span(2150000, text);
	TEST_ASSERT_EQUAL_STRING("2.1 s", text);
	format_squares(bits_of(0), 3, text, sizeof text);
	TEST_ASSERT_EQUAL_STRING("a1", text);
	format_squares((struct bits){7, 0}, 3, text, sizeof text);
	TEST_ASSERT_EQUAL_STRING("a1, b1 and c1", text);
	format_squares((struct bits){31, 0}, 3, text, sizeof text);
	TEST_ASSERT_EQUAL_STRING("a1, b1, c1 and 2 more", text);
	format_squares(BITS_NONE, 3, text, sizeof text);
	TEST_ASSERT_EQUAL_STRING("", text);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_fine_board);
	RUN_TEST(test_fine_small_board);
	RUN_TEST(test_dark_lamps);
	RUN_TEST(test_which_lamps_are_lit);
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
	RUN_TEST(test_many_faults);
	RUN_TEST(test_mirrored_with_faults);
	RUN_TEST(test_exchanged_rows_and_a_swap);
	RUN_TEST(test_random_boards);
	RUN_TEST(test_every_fault_has_words);
	RUN_TEST(test_spans_and_lists);
	return UNITY_END();
}
