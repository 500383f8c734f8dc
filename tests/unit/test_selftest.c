/*
 * The self-test on made-up boards: each fault alone, several at once, and boards on which
 * everything is wrong. What is found must be just what was made wrong, whether the hand moves one
 * piece along or leaves them all standing.
 */
#include "daemon/cli/selftest_faults.h"
#include "daemon/cli/selftest_report.h"
#include "daemon/cli/selftest_words.h"
#include "daemon/cli/spell.h"
#include "tests/support/made_board.h"

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000, FOUND_SIZE = 4096, RANDOM_BOARDS = 60 };

static struct made_board made;
static struct faults faults;

void setUp(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_REED);
}

void tearDown(void)
{
}

/* ---- what was found, in short ---- */

static const char *const kinds[FAULT_KINDS] = {
	[FAULT_NOTHING_WORKS] = "nothing-works",
	[FAULT_TRANSPOSED] = "transposed",
	[FAULT_TURNED] = "turned",
	[FAULT_MIRRORED] = "mirrored",
	[FAULT_EXCHANGED] = "exchanged",
	[FAULT_LINE_AS] = "line-as",
	[FAULT_DEAD_LINE] = "dead-line",
	[FAULT_STUCK_LINE] = "stuck-line",
	[FAULT_STUCK] = "stuck",
	[FAULT_NOISY] = "noisy",
	[FAULT_DEAD] = "dead",
	[FAULT_SWAPPED] = "swapped",
	[FAULT_MOVED] = "moved",
	[FAULT_MAGNETS] = "magnets",
	[FAULT_BRIDGED] = "bridged",
	[FAULT_REACHES] = "reaches",
	[FAULT_JOINED] = "joined",
	[FAULT_DIODE] = "diode",
	[FAULT_MANY_DIODES] = "many-diodes",
	[FAULT_CHATTERS] = "chatters",
	[FAULT_FLUTTERS] = "flutters",
	[FAULT_NO_READER] = "no-reader",
	[FAULT_READER_LINE] = "reader-line",
	[FAULT_READER_SILENT] = "reader-silent",
	[FAULT_READERS_SWAPPED] = "readers-swapped",
	[FAULT_READER_MOVED] = "reader-moved",
	[FAULT_READER_REACHES] = "reader-reaches",
	[FAULT_READER_SLOW] = "reader-slow",
	[FAULT_READER_MISSES] = "reader-misses",
};

static bool is_of_lines(const struct fault *fault)
{
	switch (fault->kind) {
	case FAULT_MIRRORED:
	case FAULT_EXCHANGED:
	case FAULT_LINE_AS:
	case FAULT_DEAD_LINE:
	case FAULT_STUCK_LINE:
	case FAULT_BRIDGED:
	case FAULT_READER_LINE:
		return true;
	}
	return false;
}

static void put_line(const struct fault *fault, unsigned line, struct out *out)
{
	out_char(out, ' ');
	if (fault->is_column)
		out_char(out, (char)('a' + line));
	else
		out_number(out, line + 1);
}

static void put_square(unsigned sq, struct out *out)
{
	char name[SQ_NAME_SIZE];

	if (sq >= SQ_COUNT)
		return;
	sq_format(sq, name);
	out_char(out, ' ');
	out_string(out, name);
}

/* "dead f3; exchanged a c" */
static const char *found(void)
{
	static char text[FOUND_SIZE];
	struct out out = out_init(text, sizeof text);

	selftest_find(&faults, &made.test);
	for (unsigned i = 0; i < faults.count; i++) {
		const struct fault *fault = &faults.list[i];

		out_string(&out, i ? "; " : "");
		out_string(&out, kinds[fault->kind]);
		if (is_of_lines(fault))
			put_line(fault, fault->line, &out);
		if (is_of_lines(fault) && fault->as != fault->line)
			put_line(fault, fault->as, &out);
		put_square(fault->sq, &out);
		put_square(fault->other, &out);
	}
	return text;
}

/* with either habit of the hand */
static void expect_as_is(const char *expected)
{
	made_board_try(&made);
	TEST_ASSERT_EQUAL(SELFTEST_DONE, made.test.phase);
	TEST_ASSERT_EQUAL_STRING(expected, found());
}

static void expect(const char *expected)
{
	struct made_board before = made;

	expect_as_is(expected);
	made = before;
	made.leaves = made.puts_aside = true;
	expect_as_is(expected);
}

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
			TEST_ASSERT_EQUAL_STRING(expected, found());
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

/* ---- weak contacts ---- */

static void test_chatter_when_set_down(void)
{
	made.chatter_us[made_sq("e5")] = 200 * MS;
	expect("chatters e5");
	TEST_ASSERT_GREATER_THAN(20, faults.list[0].closing.edges);
	TEST_ASSERT_UINT_WITHIN(1, 200 * MS, faults.list[0].closing.span_us);
}

static void test_chatter_when_lifted(void)
{
	made.lifting_chatter_us[made_sq("e5")] = 300 * MS;
	expect("chatters e5");
	TEST_ASSERT_UINT_WITHIN(1, 300 * MS, faults.list[0].opening.span_us);
}

static void test_contact_that_lets_go(void)
{
	made.drops[made_sq("j7")] = 4;
	expect("flutters j7");
	TEST_ASSERT_EQUAL(4, faults.list[0].count);
	TEST_ASSERT_EQUAL(60 * MS, faults.list[0].span_us);
}

static void test_contact_that_never_rests(void)
{
	made.chatter_us[made_sq("c3")] = 6000 * MS;
	expect_as_is("flutters c3");
	TEST_ASSERT_EQUAL(0, made.enters);
}

/* It lets go five times a second, so that the board never stands still. */
static void test_contact_that_is_never_still(void)
{
	struct input edge = {.kind = INPUT_CONTACT, .sq = 2};

	made_board_order(&made, "c1");
	made_board_begin(&made);
	for (unsigned i = 0; i < 15; i++) {
		edge.t_us = made.t_us;
		edge.closed = true;
		selftest_input(&made.test, &edge);
		made.t_us += 170 * MS;
		edge.t_us = made.t_us;
		edge.closed = false;
		selftest_input(&made.test, &edge);
		made.t_us += 30 * MS;
	}
	TEST_ASSERT_EQUAL_STRING("flutters c1", found());
	TEST_ASSERT_FALSE(bits_any(faults.untested));
}

/* ---- hands ---- */

static void test_piece_on_the_wrong_square_is_tried_again(void)
{
	made_board_order(&made, "a1,b1,c1");
	made_board_begin(&made);
	made_board_set_down(&made, made_sq("b1")); /* by mistake */
	TEST_ASSERT_EQUAL(made_sq("b1"), selftest_asked(&made.test));
	made_board_lift(&made, made_sq("b1"));
	selftest_again(&made.test);
	TEST_ASSERT_EQUAL(made_sq("a1"), selftest_asked(&made.test));
	for (unsigned column = 0; column < 3; column++) {
		made_board_set_down(&made, sq_at(column, 0));
		made_board_lift(&made, sq_at(column, 0));
	}
	TEST_ASSERT_EQUAL_STRING("", found());
	selftest_again(&made.test); /* and even after the end */
	TEST_ASSERT_EQUAL(made_sq("c1"), selftest_asked(&made.test));
}

static void slide(unsigned sq, uint64_t us)
{
	struct input edge = {.kind = INPUT_CONTACT, .sq = (uint8_t)sq, .closed = true};

	edge.t_us = made.t_us;
	selftest_input(&made.test, &edge);
	made_board_wait(&made, us);
	edge.t_us = made.t_us;
	edge.closed = false;
	selftest_input(&made.test, &edge);
}

/* A slid piece closes what is on its way for up to 400 ms. */
static void test_piece_that_is_slid(void)
{
	made_board_order(&made, "e4");
	made_board_begin(&made);
	slide(made_sq("a4"), 400 * MS);
	slide(made_sq("b4"), 400 * MS);
	slide(made_sq("c4"), 50 * MS);
	slide(made_sq("d4"), 400 * MS);
	TEST_ASSERT_EQUAL(made_sq("e4"), selftest_asked(&made.test));
	made_board_set_down(&made, made_sq("e4"));
	TEST_ASSERT_EQUAL_STRING("", found());
}

static void jog(unsigned sq, uint64_t us)
{
	struct input edge = {.kind = INPUT_CONTACT, .sq = (uint8_t)sq};

	edge.t_us = made.t_us;
	selftest_input(&made.test, &edge);
	made.t_us += us;
	edge.t_us = made.t_us;
	edge.closed = true;
	selftest_input(&made.test, &edge);
}

/* The hand brushes the piece beside the one that it sets down. */
static void test_neighbour_that_is_jogged(void)
{
	made_board_order(&made, "a1,b1,c1,d1,e1");
	made_board_begin(&made);
	for (unsigned column = 0; column < 5; column++) {
		if (column > 0)
			jog(column - 1, 300 * MS);
		made_board_set_down(&made, column);
	}
	TEST_ASSERT_EQUAL_STRING("", found());
	TEST_ASSERT_EQUAL(0, made.test.monitor.contacts[2].drops);
}

static void test_stopped_half_way(void)
{
	made_board_order(&made, "a1,b1,c1");
	made_board_begin(&made);
	made_board_set_down(&made, made_sq("a1"));
	TEST_ASSERT_EQUAL_STRING("", found());
	TEST_ASSERT_EQUAL(2, bits_count(faults.untested));
	TEST_ASSERT_FALSE(selftest_is_fine(&faults));
}

/* What lay on the board before it was cleared is not stuck. */
static void test_board_that_was_not_empty(void)
{
	struct input frame = {.kind = INPUT_FRAME, .t_us = made.t_us};

	made_board_order(&made, "a1");
	made.pieces = frame.frame = bits_of(made_sq("a1"));
	made.closed = made.pieces;
	selftest_input(&made.test, &frame);
	made_board_wait(&made, 3000 * MS);
	TEST_ASSERT_EQUAL(SELFTEST_CLEAR, made.test.phase);
	made_board_lift(&made, made_sq("a1"));
	selftest_enter(&made.test);
	made_board_wait(&made, 1500 * MS);
	made_board_set_down(&made, made_sq("a1"));
	TEST_ASSERT_EQUAL_STRING("", found());
	TEST_ASSERT_EQUAL(SELFTEST_DONE, made.test.phase);
}

/* ---- readers ---- */

static void test_fine_readers(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_REED | SENSOR_RFID);
	expect("");
	TEST_ASSERT_GREATER_THAN(30 * MS, made.test.monitor.readers[0].delay_us);
	TEST_ASSERT_LESS_THAN(60 * MS, made.test.monitor.readers[0].delay_us);
}

static void test_faulty_readers(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_REED | SENSOR_RFID);
	bits_add(&made.blind, made_sq("c3"));
	made.late_us[made_sq("d3")] = 500 * MS;
	made.losses[made_sq("e3")] = 3;
	made.reader[made_sq("f3")] = (uint8_t)made_sq("g3");
	made.reader[made_sq("g3")] = (uint8_t)made_sq("f3");
	expect("readers-swapped f3 g3; reader-silent c3; reader-slow d3; reader-misses e3");
}

static void test_reader_row_and_none_at_all(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_REED | SENSOR_RFID);
	for (unsigned column = 0; column < 10; column++)
		bits_add(&made.blind, sq_at(column, 1));
	expect("reader-line 2");
	made_board_init(&made, BOARD_LARGE, SENSOR_REED | SENSOR_RFID);
	made.blind = boards[BOARD_LARGE].land;
	expect("no-reader");
}

static void test_readers_without_contacts(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_RFID);
	bits_add(&made.blind, made_sq("c3"));
	made.losses[made_sq("e3")] = 3;
	made.reader[made_sq("f3")] = (uint8_t)made_sq("g3");
	made.reader[made_sq("g3")] = (uint8_t)made_sq("f3");
	expect("dead c3; swapped f3 g3; flutters e3");
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
			selftest_sentence(&made.test, &fault, text);
			TEST_ASSERT_GREATER_THAN(20, strlen(text));
			TEST_ASSERT_LESS_THAN(SENTENCE_SIZE - 1, strlen(text));
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
	RUN_TEST(test_magnets_too_strong);
	RUN_TEST(test_columns_that_touch);
	RUN_TEST(test_two_that_are_joined);
	RUN_TEST(test_every_diode_that_leaks);
	RUN_TEST(test_squares_that_look_closed_are_not_dead);
	RUN_TEST(test_no_diodes_at_all);
	RUN_TEST(test_several_diodes_that_leak);
	RUN_TEST(test_one_piece_sees_no_diode);
	RUN_TEST(test_chatter_when_set_down);
	RUN_TEST(test_chatter_when_lifted);
	RUN_TEST(test_contact_that_lets_go);
	RUN_TEST(test_contact_that_never_rests);
	RUN_TEST(test_contact_that_is_never_still);
	RUN_TEST(test_piece_on_the_wrong_square_is_tried_again);
	RUN_TEST(test_piece_that_is_slid);
	RUN_TEST(test_neighbour_that_is_jogged);
	RUN_TEST(test_stopped_half_way);
	RUN_TEST(test_board_that_was_not_empty);
	RUN_TEST(test_fine_readers);
	RUN_TEST(test_faulty_readers);
	RUN_TEST(test_reader_row_and_none_at_all);
	RUN_TEST(test_readers_without_contacts);
	RUN_TEST(test_many_faults);
	RUN_TEST(test_mirrored_with_faults);
	RUN_TEST(test_exchanged_rows_and_a_swap);
	RUN_TEST(test_random_boards);
	RUN_TEST(test_every_fault_has_words);
	RUN_TEST(test_spans_and_lists);
	return UNITY_END();
}
