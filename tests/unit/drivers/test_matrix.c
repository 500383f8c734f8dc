/*
 * Scanning a matrix, and what watching it shows: frames and changes, diodes. A board with
 * leaking diodes is played on by hands that lift one piece at a time, and sometimes two at once.
 */
#include "drivers/reed/matrix.h"
#include "drivers/reed/matrix_health.h"

#include "unity.h"

#include <string.h>

enum { SCAN_US = 2000, MS = 1000 };

static struct matrix matrix;
static struct matrix_health health;
static uint64_t t_us;

void setUp(void)
{
	matrix_init(&matrix, 10, 10);
	matrix_health_init(&health);
	t_us = 1000000;
}

void tearDown(void)
{
}

static unsigned sq(const char *name)
{
	uint8_t number;

	TEST_ASSERT_TRUE(sq_parse(BOARD_LARGE, name, strlen(name), &number));
	return number;
}

static struct bits set(const char *names)
{
	struct bits squares = BITS_NONE;

	for (const char *at = names; *at; at += *at == ' ') {
		size_t length = strcspn(at, " ");
		uint8_t number;

		TEST_ASSERT_TRUE(sq_parse(BOARD_LARGE, at, length, &number));
		bits_add(&squares, number);
		at += length;
	}
	return squares;
}

static void expect_squares(const char *names, struct bits squares)
{
	struct bits expected = set(names);

	TEST_ASSERT_EQUAL_HEX64_MESSAGE(expected.lo, squares.lo, names);
	TEST_ASSERT_EQUAL_HEX64_MESSAGE(expected.hi, squares.hi, names);
}

/* ---- scanning ---- */

/* Scans a board on which these are closed. */
static struct bits scan(struct bits closed)
{
	struct bits changed = BITS_NONE;

	for (unsigned i = 1; i < matrix.rows; i++)
		TEST_ASSERT_FALSE(
			matrix_take(&matrix, matrix_levels(closed, matrix.row), &changed));
	TEST_ASSERT_TRUE(matrix_take(&matrix, matrix_levels(closed, matrix.row), &changed));
	return changed;
}

static void test_rows_go_up_and_down(void)
{
	static const uint8_t expected[] = {0, 1, 2, 2, 1, 0, 0, 1, 2};
	struct bits changed;

	matrix_init(&matrix, 3, 3);
	for (unsigned i = 0; i < sizeof expected; i++) {
		TEST_ASSERT_EQUAL(expected[i], matrix.row);
		TEST_ASSERT_EQUAL(i >= 3, matrix.known);
		TEST_ASSERT_EQUAL(i % 3 == 2, matrix_take(&matrix, 0, &changed));
	}
}

static void test_every_square_in_its_place(void)
{
	for (unsigned number = 0; number < SQ_COUNT; number++) {
		if (!board_has(BOARD_LARGE, number))
			continue;
		matrix_init(&matrix, 10, 10);
		TEST_ASSERT_TRUE(bits_equal(bits_of(number), scan(bits_of(number))));
		TEST_ASSERT_TRUE(bits_equal(bits_of(number), matrix.frame));
		TEST_ASSERT_EQUAL(1u << sq_column(number),
				  matrix_levels(matrix.frame, sq_row(number)));
	}
}

static void test_only_changes(void)
{
	expect_squares("a1 e5 j10", scan(set("a1 e5 j10")));
	expect_squares("", scan(set("a1 e5 j10")));
	expect_squares("a1 f6", scan(set("e5 j10 f6")));
	expect_squares("e5 f6 j10", matrix.frame);
	expect_squares("e5 f6 j10", scan(BITS_NONE));
}

static void test_frame_is_of_complete_scans(void)
{
	struct bits changed;

	scan(set("a1 a10"));
	for (unsigned i = 0; i < 9; i++)
		TEST_ASSERT_FALSE(matrix_take(&matrix, 0, &changed));
	expect_squares("a1 a10", matrix.frame);
	TEST_ASSERT_TRUE(matrix_take(&matrix, 1, &changed)); /* row 1 again, from above */
	expect_squares("a1", matrix.frame);
	expect_squares("a10", changed);
}

static void test_lines_beside_the_board_do_not_count(void)
{
	struct bits changed;

	matrix_init(&matrix, 8, 8);
	for (unsigned i = 0; i < 8; i++)
		matrix_take(&matrix, ~0u, &changed);
	TEST_ASSERT_EQUAL(64, bits_count(matrix.frame));
	for (unsigned number = 0; number < SQ_COUNT; number++)
		TEST_ASSERT_EQUAL(board_has(BOARD_SMALL, number), bits_has(matrix.frame, number));
}

/* ---- diodes ---- */

/* What a board shows on which these pieces stand and these diodes leak. */
static struct bits shown(struct bits pieces, struct bits leaks)
{
	unsigned columns[10];
	bool more = true;

	/* a leaking diode under a piece makes its row and its column one wire */
	for (unsigned row = 0; row < 10; row++)
		columns[row] = matrix_levels(pieces, row);
	while (more) {
		more = false;
		for (unsigned row = 0; row < 10; row++)
			for (unsigned other = 0; other < 10; other++) {
				unsigned joins = columns[row] &
						 matrix_levels(bits_and(pieces, leaks), other);

				if (joins && columns[other] & ~columns[row]) {
					columns[row] |= columns[other];
					more = true;
				}
			}
	}
	pieces = BITS_NONE;
	for (unsigned row = 0; row < 10; row++)
		pieces = bits_or(pieces, matrix_squares(columns[row], row));
	return pieces;
}

/* Tells what differs, all of it in one scan, and lets it be. */
static void show(struct bits now)
{
	struct bits changed = matrix_difference(now, health.closed);

	t_us += 300 * MS;
	matrix_health_time(&health, t_us);
	while (bits_any(changed)) {
		unsigned number = bits_take(&changed);

		matrix_health_contact(&health, number, bits_has(now, number), t_us);
	}
	t_us += 100 * MS;
	matrix_health_time(&health, t_us);
}

static void test_three_corners_prove_a_diode(void)
{
	show(set("b2"));
	show(set("b2 b4"));
	expect_squares("", health.proved);
	show(set("b2 b4 d2"));
	expect_squares("b2", health.proved);
	show(set("b2 b4 d2 d4"));
	expect_squares("b2", health.proved);
	show(set("b4 d2 d4"));
	expect_squares("b2 d4", health.proved);
}

static void test_no_proof_in_passing(void)
{
	show(set("b2 b4"));
	matrix_health_contact(&health, sq("d2"), true, t_us += SCAN_US);
	matrix_health_contact(&health, sq("d4"), true,
			      t_us += SCAN_US); /* a ghost, one scan late */
	matrix_health_time(&health, t_us += 500 * MS);
	expect_squares("", health.proved);
}

static void test_a_leak_is_found(void)
{
	struct bits leaks = set("b2");
	const char *const pieces[] = {"b2 b4", "b2 b4 d2", "b2 b4",    "b2 b4 e2", "b2 b4",
				      "b2",    "b2 e2",	   "b2 e2 b7", "b2 e2"};

	for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++)
		show(shown(set(pieces[i]), leaks));
	expect_squares("b2", matrix_health_suspects(&health));
}

static void test_which_of_two_is_not_known_at_first(void)
{
	show(shown(set("b2 b4"), set("b2")));
	for (unsigned i = 1; i <= MATRIX_SUSPECT; i++) {
		expect_squares("", matrix_health_suspects(&health));
		/* d4 goes with d2, both ways */
		show(shown(set(i % 2 ? "b2 b4 d2" : "b2 b4"), set("b2")));
	}
	expect_squares("b2 b4", matrix_health_suspects(&health));
}

static void test_coincidences_against_proved_diodes_count_nothing(void)
{
	show(set("b2 b4 d2"));
	show(set("b2 b4"));
	show(set("b4 d4"));
	show(set("b2 b4 d4"));
	expect_squares("b2 b4", health.proved);
	for (unsigned i = 0; i < 10; i++) {
		show(set("b2 b4"));
		show(set("b2 b4 d2 d4"));
	}
	expect_squares("", matrix_health_suspects(&health));
}

static void test_late_scans_are_no_evidence(void)
{
	for (unsigned i = 0; i < 10; i++) {
		matrix_health_frame(&health, set("b2 b4"), t_us += SCAN_US);
		matrix_health_frame(&health, set("b2 b4 d2 d4"), t_us += SCAN_US);
	}
	matrix_health_time(&health, t_us += 500 * MS);
	expect_squares("", matrix_health_suspects(&health));
}

/* ---- diodes in play ---- */

static uint32_t seed;

static unsigned chance(unsigned below)
{
	seed = seed * 1664525u + 1013904223u;
	return (unsigned)((uint64_t)(seed >> 8) * below >> 24);
}

static unsigned any_square(void)
{
	return sq_at(chance(10), chance(10));
}

/* Pieces are set and lifted here and there, `hasty` of a thousand times two at once. */
static void play(struct bits leaks, unsigned changes, unsigned hasty)
{
	struct bits pieces = BITS_NONE;

	for (unsigned i = 0; i < changes; i++) {
		pieces = matrix_difference(pieces, bits_of(any_square()));
		if (bits_count(pieces) > 40)
			bits_drop(&pieces, bits_first(pieces));
		else if (chance(1000) < hasty)
			pieces = matrix_difference(pieces, bits_of(any_square()));
		show(shown(pieces, leaks));
	}
}

static void test_any_leak_is_found_in_play(void)
{
	for (unsigned i = 0; i < 100; i++) {
		unsigned bad = sq_at(i % 10, i / 10);

		seed = i;
		matrix_health_init(&health);
		play(bits_of(bad), 2000, 4);
		TEST_ASSERT_TRUE(bits_equal(bits_of(bad), matrix_health_suspects(&health)));
		TEST_ASSERT_FALSE(bits_has(health.proved, bad));
	}
}

static void test_good_boards_are_not_suspect(void)
{
	for (unsigned i = 0; i < 100; i++) {
		seed = i;
		matrix_health_init(&health);
		play(BITS_NONE, 500, 20);
		expect_squares("", matrix_health_suspects(&health));
		TEST_ASSERT_GREATER_THAN(90, bits_count(health.proved));
	}
}

static void test_no_diodes_at_all(void)
{
	struct bits all = {~UINT64_C(0), ~UINT64_C(0)};

	play(all, 500, 0);
	expect_squares("", health.proved);
	TEST_ASSERT_TRUE(bits_any(matrix_health_suspects(&health)));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_rows_go_up_and_down);
	RUN_TEST(test_every_square_in_its_place);
	RUN_TEST(test_only_changes);
	RUN_TEST(test_frame_is_of_complete_scans);
	RUN_TEST(test_lines_beside_the_board_do_not_count);
	RUN_TEST(test_three_corners_prove_a_diode);
	RUN_TEST(test_no_proof_in_passing);
	RUN_TEST(test_a_leak_is_found);
	RUN_TEST(test_which_of_two_is_not_known_at_first);
	RUN_TEST(test_coincidences_against_proved_diodes_count_nothing);
	RUN_TEST(test_late_scans_are_no_evidence);
	RUN_TEST(test_any_leak_is_found_in_play);
	RUN_TEST(test_good_boards_are_not_suspect);
	RUN_TEST(test_no_diodes_at_all);
	return UNITY_END();
}
