/*
 * Squares, boards and sets of squares: names both ways, geometry against columns and rows counted
 * out, sets against a plain array.
 */
#include "rules/public.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static char message[80];

void setUp(void)
{
	message[0] = '\0';
}

void tearDown(void)
{
}

enum { BITS = 128 };

static bool parse(enum board_id board, const char *name, uint8_t *sq)
{
	return sq_parse(board, name, strlen(name), sq);
}

/* ---- names ---- */

static void check_names(enum board_id board, char last_column, unsigned last_row)
{
	unsigned count = 0, previous = 0;

	for (unsigned row = 1; row <= last_row; row++) {
		for (char column = 'a'; column <= last_column; column++) {
			char name[16], back[SQ_NAME_SIZE];
			uint8_t sq = SQ_OFF_BOARD;

			snprintf(name, sizeof name, "%c%u", column, row);
			TEST_ASSERT_TRUE_MESSAGE(parse(board, name, &sq), name);
			TEST_ASSERT_TRUE_MESSAGE(board_has(board, sq), name);
			TEST_ASSERT_EQUAL_MESSAGE(strlen(name), sq_format(sq, back), name);
			TEST_ASSERT_EQUAL_STRING(name, back);
			TEST_ASSERT_EQUAL_MESSAGE(column - 'a', sq_column(sq), name);
			TEST_ASSERT_EQUAL_MESSAGE(row - 1, sq_row(sq), name);
			TEST_ASSERT_EQUAL_MESSAGE(sq, sq_at(sq_column(sq), sq_row(sq)), name);
			/* numbers go by row, then by column */
			TEST_ASSERT_TRUE_MESSAGE(count == 0 || sq > previous, name);
			previous = sq;
			count++;
		}
	}
	for (unsigned sq = 0; sq < 300; sq++)
		count -= board_has(board, sq);
	TEST_ASSERT_EQUAL(0, count);
}

static void names_of_the_large_board(void)
{
	check_names(BOARD_LARGE, 'j', 10);
}

static void names_of_the_small_board(void)
{
	check_names(BOARD_SMALL, 'h', 8);
}

static void names_off_the_board(void)
{
	static const char *const large[] = {"k1", "k10", "a11", "j11", "z99", "a0", "e12", "z1"};
	static const char *const small[] = {"i1", "j10", "a9", "h9", "a10", "k1", "z99", "a0"};
	uint8_t sq;

	for (unsigned i = 0; i < sizeof large / sizeof *large; i++) {
		sq = 0;
		TEST_ASSERT_TRUE_MESSAGE(parse(BOARD_LARGE, large[i], &sq), large[i]);
		TEST_ASSERT_EQUAL_MESSAGE(SQ_OFF_BOARD, sq, large[i]);
	}
	for (unsigned i = 0; i < sizeof small / sizeof *small; i++) {
		sq = 0;
		TEST_ASSERT_TRUE_MESSAGE(parse(BOARD_SMALL, small[i], &sq), small[i]);
		TEST_ASSERT_EQUAL_MESSAGE(SQ_OFF_BOARD, sq, small[i]);
	}
	TEST_ASSERT_FALSE(board_has(BOARD_LARGE, SQ_OFF_BOARD));
	TEST_ASSERT_FALSE(board_has(BOARD_SMALL, SQ_OFF_BOARD));
}

static void what_is_no_name(void)
{
	static const char *const names[] = {"",	   "a",	  "1",	  "A1", "aa",  "1a",
					    "a-1", "a1b", "a100", "4a", "a 1", " a1",
					    "a1 ", "aa1", "?1",	  "a+", "a00", "a01"};
	uint8_t sq;

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		TEST_ASSERT_FALSE_MESSAGE(parse(BOARD_LARGE, names[i], &sq), names[i]);
		TEST_ASSERT_FALSE_MESSAGE(parse(BOARD_SMALL, names[i], &sq), names[i]);
	}
}

/* a name is a letter and a number of one or two digits, without a leading zero */
static void every_short_text(void)
{
	for (unsigned n = 0; n < 256 * 256; n++) {
		char text[3] = {(char)(n >> 8), (char)n, '7'};
		bool name = text[0] >= 'a' && text[0] <= 'z' && text[1] >= '0' && text[1] <= '9';
		uint8_t sq;

		TEST_ASSERT_EQUAL(name, sq_parse(BOARD_LARGE, text, 2, &sq));
		TEST_ASSERT_EQUAL(name && text[1] != '0', sq_parse(BOARD_LARGE, text, 3, &sq));
	}
}

static void names_of_sides(void)
{
	TEST_ASSERT_EQUAL_STRING("red", side_name(SIDE_RED));
	TEST_ASSERT_EQUAL_STRING("blue", side_name(SIDE_BLUE));
	TEST_ASSERT_EQUAL(SIDE_RED, side_parse("red", 3));
	TEST_ASSERT_EQUAL(SIDE_BLUE, side_parse("blue", 4));
	TEST_ASSERT_EQUAL(SIDE_NONE, side_parse("blue", 3));
	TEST_ASSERT_EQUAL(SIDE_NONE, side_parse("reds", 4));
	TEST_ASSERT_EQUAL(SIDE_NONE, side_parse("Red", 3));
	TEST_ASSERT_EQUAL(SIDE_NONE, side_parse("", 0));
	TEST_ASSERT_EQUAL(SIDE_BLUE, side_other(SIDE_RED));
	TEST_ASSERT_EQUAL(SIDE_RED, side_other(SIDE_BLUE));
}

/* ---- boards ---- */

/* drawn with row 1 at the bottom, as one sees it */
static const char *const large[] = {
	"..........", "..........", "..........", "..........", "..~~..~~..",
	"..~~..~~..", "..........", "..........", "..........", "..........",
};
static const char *const small[] = {
	"........", "........", "........", "..~..~..",
	"..~..~..", "........", "........", "........",
};

static void check_drawing(enum board_id board, const char *const *rows, unsigned size,
			  unsigned home_rows)
{
	TEST_ASSERT_EQUAL(size, boards[board].columns);
	TEST_ASSERT_EQUAL(size, boards[board].rows);
	TEST_ASSERT_EQUAL(home_rows, boards[board].home_rows);
	for (unsigned sq = 0; sq < BITS; sq++) {
		bool on = board_has(board, sq);
		char drawn = on ? rows[size - 1 - sq_row(sq)][sq_column(sq)] : ' ';

		TEST_ASSERT_EQUAL(drawn == '.', bits_has(boards[board].land, sq));
		TEST_ASSERT_EQUAL(drawn == '~', bits_has(boards[board].lakes, sq));
	}
}

static void the_large_board_is_as_drawn(void)
{
	check_drawing(BOARD_LARGE, large, 10, 4);
}

static void the_small_board_is_as_drawn(void)
{
	check_drawing(BOARD_SMALL, small, 8, 3);
}

/* ---- geometry, for every pair of squares of the large board ---- */

typedef void check_pair(unsigned a, unsigned b, int columns, int rows);

static void each_pair(check_pair *check)
{
	for (int a = 0; a < 100; a++) {
		for (int b = 0; b < 100; b++) {
			snprintf(message, sizeof message, "from column %d row %d to %d %d", a % 10,
				 a / 10, b % 10, b / 10);
			check(sq_at((unsigned)a % 10, (unsigned)a / 10),
			      sq_at((unsigned)b % 10, (unsigned)b / 10), b % 10 - a % 10,
			      b / 10 - a / 10);
		}
	}
}

static void check_touch(unsigned a, unsigned b, int columns, int rows)
{
	TEST_ASSERT_EQUAL_MESSAGE(abs(columns) + abs(rows) == 1, sq_touch(a, b), message);
}

static void squares_touch_along_edges(void)
{
	each_pair(check_touch);
}

/* step by step from a: b is in line exactly if one of the eight ways leads to it */
static void check_step(unsigned a, unsigned b, int columns, int rows)
{
	int step = sq_step_towards(a, b), expected = 0;
	int distance = 0;

	for (int dc = -1; dc <= 1; dc++)
		for (int dr = -1; dr <= 1; dr++)
			for (int n = 1; n < 10; n++)
				if ((dc || dr) && dc * n == columns && dr * n == rows) {
					expected = dr * SQ_STRIDE + dc;
					distance = n;
				}
	TEST_ASSERT_EQUAL_MESSAGE(expected, step, message);
	if (expected == 0)
		return;
	TEST_ASSERT_EQUAL_MESSAGE(distance, sq_distance(a, b), message);
	TEST_ASSERT_EQUAL_MESSAGE((int)b, (int)a + step * distance, message);
}

static void steps_lead_from_square_to_square(void)
{
	each_pair(check_step);
}

static void check_neighbour(unsigned a, unsigned b, int columns, int rows)
{
	TEST_ASSERT_EQUAL_MESSAGE(abs(columns) + abs(rows) == 1,
				  bits_has(bits_neighbours(bits_of(a)), b), message);
}

static void neighbours_of_a_square(void)
{
	each_pair(check_neighbour);
}

/* ---- sets ---- */

/* the same set twice: as it is kept, and as plain as can be */
struct twin {
	struct bits bits;
	bool plain[BITS];
};

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static struct twin random_twin(uint32_t *state, unsigned density)
{
	struct twin twin = {.bits = BITS_NONE};

	for (unsigned i = 0; i < SQ_COUNT; i++) {
		if (next_random(state) % 100 >= density)
			continue;
		twin.plain[i] = true;
		bits_add(&twin.bits, i);
	}
	return twin;
}

static void expect_same(struct bits bits, const bool plain[BITS])
{
	unsigned count = 0, first = BITS;

	for (unsigned i = 0; i < BITS; i++) {
		TEST_ASSERT_EQUAL(plain[i], bits_has(bits, i));
		count += plain[i];
		if (plain[i] && first == BITS)
			first = i;
	}
	TEST_ASSERT_EQUAL(count, bits_count(bits));
	TEST_ASSERT_EQUAL(count > 0, bits_any(bits));
	if (count > 0)
		TEST_ASSERT_EQUAL(first, bits_first(bits));
}

static void check_pair_of_sets(const struct twin *a, const struct twin *b)
{
	bool both[BITS], either[BITS], minus[BITS];
	bool equal = true;

	for (unsigned i = 0; i < BITS; i++) {
		both[i] = a->plain[i] && b->plain[i];
		either[i] = a->plain[i] || b->plain[i];
		minus[i] = a->plain[i] && !b->plain[i];
		equal = equal && a->plain[i] == b->plain[i];
	}
	expect_same(bits_and(a->bits, b->bits), both);
	expect_same(bits_or(a->bits, b->bits), either);
	expect_same(bits_minus(a->bits, b->bits), minus);
	TEST_ASSERT_EQUAL(equal, bits_equal(a->bits, b->bits));
	TEST_ASSERT_TRUE(bits_equal(a->bits, a->bits));
}

static void sets_of_squares(void)
{
	uint32_t state = 3;

	for (unsigned round = 0; round < 300; round++) {
		struct twin a = random_twin(&state, round % 101);
		struct twin b = random_twin(&state, next_random(&state) % 101);

		expect_same(a.bits, a.plain);
		check_pair_of_sets(&a, &b);
	}
}

static void single_squares(void)
{
	for (unsigned sq = 0; sq < BITS; sq++) {
		struct bits set = bits_of(sq);

		for (unsigned i = 0; i < BITS; i++)
			TEST_ASSERT_EQUAL(i == sq, bits_has(set, i));
		TEST_ASSERT_EQUAL(1, bits_count(set));
		TEST_ASSERT_EQUAL(sq, bits_first(set));
		bits_drop(&set, sq);
		TEST_ASSERT_FALSE(bits_any(set));
	}
	TEST_ASSERT_FALSE(bits_any(BITS_NONE));
	TEST_ASSERT_EQUAL(0, bits_count(BITS_NONE));
}

static void adding_and_dropping(void)
{
	uint32_t state = 5;
	struct twin twin = {.bits = BITS_NONE};

	for (unsigned round = 0; round < 2000; round++) {
		unsigned sq = next_random(&state) % BITS;
		bool add = next_random(&state) % 2;

		twin.plain[sq] = add;
		if (add)
			bits_add(&twin.bits, sq);
		else
			bits_drop(&twin.bits, sq);
		expect_same(twin.bits, twin.plain);
	}
}

static void taking_one_after_another(void)
{
	uint32_t state = 9;

	for (unsigned round = 0; round < 200; round++) {
		struct twin twin = random_twin(&state, round % 101);

		for (unsigned sq = 0; sq < BITS; sq++)
			if (twin.plain[sq])
				TEST_ASSERT_EQUAL(sq, bits_take(&twin.bits));
		TEST_ASSERT_FALSE(bits_any(twin.bits));
	}
}

static void shifting(void)
{
	uint32_t state = 11;

	for (unsigned n = 1; n < 64; n++) {
		struct twin twin = random_twin(&state, 40);
		bool up[BITS] = {false}, down[BITS] = {false};

		for (unsigned i = 0; i < BITS; i++) {
			if (twin.plain[i] && i + n < BITS)
				up[i + n] = true;
			if (twin.plain[i] && i >= n)
				down[i - n] = true;
		}
		expect_same(bits_up(twin.bits, n), up);
		expect_same(bits_down(twin.bits, n), down);
	}
}

static void neighbours_of_a_set(void)
{
	uint32_t state = 13;

	for (unsigned round = 0; round < 200; round++) {
		struct bits set =
			bits_and(random_twin(&state, round % 60).bits, boards[BOARD_LARGE].land);
		struct bits near = bits_neighbours(set);

		for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
			bool expected = false;

			if (!board_has(BOARD_LARGE, sq))
				continue;
			for (unsigned other = 0; other < SQ_COUNT; other++)
				expected |= bits_has(set, other) && sq_touch(sq, other);
			TEST_ASSERT_EQUAL(expected, bits_has(near, sq));
		}
	}
}

static void public_positions(void)
{
	struct public_position open = {.board = BOARD_SMALL};
	uint8_t a1, h8, c4, d4;

	parse(BOARD_SMALL, "a1", &a1);
	parse(BOARD_SMALL, "h8", &h8);
	parse(BOARD_SMALL, "c4", &c4);
	parse(BOARD_SMALL, "d4", &d4);
	bits_add(&open.holds[SIDE_RED], a1);
	bits_add(&open.holds[SIDE_BLUE], h8);
	TEST_ASSERT_EQUAL(SIDE_RED, public_side_at(&open, a1));
	TEST_ASSERT_EQUAL(SIDE_BLUE, public_side_at(&open, h8));
	TEST_ASSERT_EQUAL(SIDE_NONE, public_side_at(&open, d4));
	TEST_ASSERT_EQUAL(2, bits_count(public_occupied(&open)));
	TEST_ASSERT_EQUAL(64 - 4 - 2, bits_count(public_empty(&open)));
	TEST_ASSERT_TRUE(bits_has(public_empty(&open), d4));
	TEST_ASSERT_FALSE(bits_has(public_empty(&open), c4));
	TEST_ASSERT_FALSE(bits_has(public_empty(&open), a1));
}

/* ---- sets as text ---- */

static void test_sets_are_read_as_they_are_written(void)
{
	for (unsigned board = 0; board < BOARD_COUNT; board++) {
		for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
			struct bits set = boards[board].lakes, again;
			char text[SQ_SET_SIZE];

			if (board_has((enum board_id)board, sq))
				bits_add(&set, sq);
			sq_format_set((enum board_id)board, set, text);
			TEST_ASSERT_TRUE(
				sq_parse_set((enum board_id)board, text, strlen(text), &again));
			TEST_ASSERT_EQUAL_HEX64(set.lo, again.lo);
			TEST_ASSERT_EQUAL_HEX64(set.hi, again.hi);
		}
	}
}

static void test_other_text_is_no_set(void)
{
	char text[SQ_SET_SIZE];
	struct bits set;

	sq_format_set(BOARD_SMALL, BITS_NONE, text);
	TEST_ASSERT_EQUAL_STRING("00000000/00000000/00000000/00000000/"
				 "00000000/00000000/00000000/00000000",
				 text);
	TEST_ASSERT_FALSE(sq_parse_set(BOARD_LARGE, text, strlen(text), &set));
	TEST_ASSERT_FALSE(sq_parse_set(BOARD_SMALL, text, strlen(text) - 1, &set));
	TEST_ASSERT_FALSE(sq_parse_set(BOARD_SMALL, text, 0, &set));
	for (unsigned i = 0; i < strlen(text); i++) {
		char kept = text[i];

		text[i] = kept == '/' ? '0' : '/';
		TEST_ASSERT_FALSE(sq_parse_set(BOARD_SMALL, text, strlen(text), &set));
		text[i] = '2';
		TEST_ASSERT_FALSE(sq_parse_set(BOARD_SMALL, text, strlen(text), &set));
		text[i] = kept;
	}
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(names_of_the_large_board);
	RUN_TEST(names_of_the_small_board);
	RUN_TEST(names_off_the_board);
	RUN_TEST(what_is_no_name);
	RUN_TEST(every_short_text);
	RUN_TEST(names_of_sides);
	RUN_TEST(the_large_board_is_as_drawn);
	RUN_TEST(the_small_board_is_as_drawn);
	RUN_TEST(squares_touch_along_edges);
	RUN_TEST(steps_lead_from_square_to_square);
	RUN_TEST(neighbours_of_a_square);
	RUN_TEST(sets_of_squares);
	RUN_TEST(single_squares);
	RUN_TEST(adding_and_dropping);
	RUN_TEST(taking_one_after_another);
	RUN_TEST(shifting);
	RUN_TEST(neighbours_of_a_set);
	RUN_TEST(public_positions);
	RUN_TEST(test_sets_are_read_as_they_are_written);
	RUN_TEST(test_other_text_is_no_set);
	return UNITY_END();
}
