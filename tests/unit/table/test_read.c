/*
 * The table of still boards: which row a board is by the squares that are wrong, what is made of it
 * when it is still, and whether people are guided if it stays. Recordings of whole gestures are in
 * tests/replay/rows; this is one board for each line of the table in table_read.c.
 */
#include "daemon/table/table_inside.h"
#include "tests/support/table/small_table.h"

#include "unity.h"

#include <string.h>

enum { ROWS_MAX = 6 };

static struct small_table small;

void setUp(void)
{
	small_table_begin(&small);
}

void tearDown(void)
{
}

struct still_board {
	const char *changes; /* "-d1 +d2": lifted and set down, in this order */
	enum table_card card;
	uint8_t rows[ROWS_MAX]; /* of gestures.md, as in the table */
	int found;		/* when still: FOUND_ACTION, FOUND_QUESTION or NOTHING */
	bool guided;		/* after that, if people do nothing */
};

enum { NOTHING = -1 };

/* clang-format off */
static const struct still_board still_boards[] = {
	{"",                    TABLE_CARD_NONE, {3, 13, 25, 26},   NOTHING,        false},
	{"-a1 -a10 +a10 . +a1", TABLE_CARD_NONE, {3, 13, 25, 26},   FOUND_QUESTION, false},
	{"-a1",                 TABLE_CARD_NONE, {3, 5, 6, 8},      NOTHING,        false},
	{"-a1 -a10 +a10",       TABLE_CARD_NONE, {3, 5, 6, 8},      FOUND_QUESTION, false},
	{"-d1",                 TABLE_CARD_NONE, {3, 5, 6, 8},      NOTHING,        false},
	{"-d1 +d2",             TABLE_CARD_NONE, {1, 2, 4, 17, 18}, FOUND_ACTION,   false},
	{"-d1 +e2",             TABLE_CARD_NONE, {1, 2, 4, 17, 18}, FOUND_ACTION,   false},
	{"+e5 . -d1",           TABLE_CARD_NONE, {1, 2, 4, 17, 18}, NOTHING,        true},
	{"-d1 +d2 +d3",         TABLE_CARD_NONE, {19},              NOTHING,        true},
	{"-a1 -a10",            TABLE_CARD_NONE, {7, 17},           FOUND_ACTION,   false},
	{"-a1 -c10",            TABLE_CARD_NONE, {7, 17},           NOTHING,        true},
	{"-c10 -d1 +d2",        TABLE_CARD_NONE, {4, 14, 16},       FOUND_ACTION,   false},
	{"-c10 -b1 +d3",        TABLE_CARD_NONE, {4, 14, 16},       NOTHING,        true},
	{"-c10 -c1 +c2 +c9",    TABLE_CARD_NONE, {16},              FOUND_ACTION,   false},
	{"-c10 +c9",            TABLE_CARD_NONE, {16},              FOUND_ACTION,   false},
	{"-c10",                TABLE_CARD_NONE, {14, 15, 19, 20},  NOTHING,        true},
	{"+g5",                 TABLE_CARD_NONE, {19, 22},          NOTHING,        true},
	{"-a1 -b1",             TABLE_CARD_NONE, {15},              NOTHING,        true},
	{"-a1 -b1",             TABLE_CARD_SWAP, {25},              FOUND_ACTION,   false},
	{"-a1 -b1 +g5",         TABLE_CARD_SWAP, {25},              NOTHING,        false},
	{"-a1 -b1 +a1 +b1",     TABLE_CARD_SWAP, {3, 13, 25, 26},   FOUND_ACTION,   false},
	{"-a1 -b1 -a10 -b10",   TABLE_CARD_NONE, {14, 15, 19, 20},  NOTHING,        true},
};
/* clang-format on */

static void change(const char *word, size_t length)
{
	uint8_t sq;

	if (*word == '.') {
		small_table_pass(&small, 500); /* longer than a jog */
		return;
	}
	TEST_ASSERT_TRUE(sq_parse(BOARD_LARGE, word + 1, length - 1, &sq));
	if (*word == '-')
		small_table_lift(&small, sq);
	else
		small_table_drop(&small, sq);
}

static void make(const char *changes)
{
	while (*changes) {
		size_t length = strcspn(changes, " ");

		change(changes, length);
		changes += length + (changes[length] == ' ');
	}
}

static void check(const struct still_board *board)
{
	small_table_begin(&small);
	table_play(&small.table, small.t_us, &small.open);
	table_announce(&small.table, board->card);
	make(board->changes);
	TEST_ASSERT_EQUAL_UINT8_ARRAY_MESSAGE(board->rows, table_read_rows(&small.table), ROWS_MAX,
					      board->changes);
	TEST_ASSERT_EQUAL_MESSAGE(board->guided, table_is_stuck(&small.table), board->changes);
	small_table_pass(&small, 1000);
	TEST_ASSERT_EQUAL_MESSAGE(board->found == FOUND_ACTION, small.found[FOUND_ACTION],
				  board->changes);
	TEST_ASSERT_EQUAL_MESSAGE(board->found == FOUND_QUESTION, small.found[FOUND_QUESTION],
				  board->changes);
	small_table_pass(&small, 5000);
	TEST_ASSERT_EQUAL_MESSAGE(board->guided, small.found[FOUND_GUIDE] > 0, board->changes);
}

static void test_every_kind_of_board(void)
{
	for (unsigned i = 0; i < sizeof still_boards / sizeof *still_boards; i++)
		check(&still_boards[i]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_every_kind_of_board);
	return UNITY_END();
}
