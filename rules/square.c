/* Names of squares, their geometry, and the shapes of the two boards. */
#include "rules/square.h"

#include <string.h>

/* One row of land squares, as bits from column a. */
#define ROW_10 UINT64_C(0x3ff)
#define ROW_8 UINT64_C(0xff)

/* A row of ten columns may lie across the two words (row 6 does: squares 55 to 64). */
#define LOW(pattern, row) ((pattern) << (SQ_STRIDE * (row)))
#define HIGH(pattern, row) ((pattern) << (SQ_STRIDE * (row)-64))

#define LARGE_LAKES_ROW (UINT64_C(0x0cc)) /* c d, g h */
#define SMALL_LAKES_ROW (UINT64_C(0x24))  /* c, f */
#define LARGE_BANKS_ROW (ROW_10 & ~LARGE_LAKES_ROW)
#define SMALL_BANKS_ROW (ROW_8 & ~SMALL_LAKES_ROW)

const struct board boards[BOARD_COUNT] = {
	[BOARD_LARGE] =
		{
			.columns = 10,
			.rows = 10,
			.home_rows = 4,
			.land =
				{
					.lo = LOW(ROW_10, 0) | LOW(ROW_10, 1) | LOW(ROW_10, 2) |
					      LOW(ROW_10, 3) | LOW(LARGE_BANKS_ROW, 4) |
					      LOW(LARGE_BANKS_ROW, 5),
					.hi = LARGE_BANKS_ROW >> 9 | HIGH(ROW_10, 6) |
					      HIGH(ROW_10, 7) | HIGH(ROW_10, 8) | HIGH(ROW_10, 9),
				},
			.lakes = {.lo = LOW(LARGE_LAKES_ROW, 4) | LOW(LARGE_LAKES_ROW, 5), .hi = 0},
		},
	[BOARD_SMALL] =
		{
			.columns = 8,
			.rows = 8,
			.home_rows = 3,
			.land =
				{
					.lo = LOW(ROW_8, 0) | LOW(ROW_8, 1) | LOW(ROW_8, 2) |
					      LOW(SMALL_BANKS_ROW, 3) | LOW(SMALL_BANKS_ROW, 4) |
					      LOW(ROW_8, 5),
					.hi = HIGH(ROW_8, 6) | HIGH(ROW_8, 7),
				},
			.lakes = {.lo = LOW(SMALL_LAKES_ROW, 3) | LOW(SMALL_LAKES_ROW, 4), .hi = 0},
		},
};

const char *side_name(enum side side)
{
	return side == SIDE_RED ? "red" : "blue";
}

enum side side_parse(const char *text, size_t length)
{
	if (length == 3 && memcmp(text, "red", 3) == 0)
		return SIDE_RED;
	if (length == 4 && memcmp(text, "blue", 4) == 0)
		return SIDE_BLUE;
	return SIDE_NONE;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool sq_parse(enum board_id board, const char *text, size_t length, uint8_t *sq)
{
	bool leading_zero = length == 3 && text[1] == '0';

	if (length < 2 || length > 3 || leading_zero || text[0] < 'a' || text[0] > 'z' ||
	    !is_digit(text[1]) || (length == 3 && !is_digit(text[2])))
		return false;

	unsigned column = (unsigned)(text[0] - 'a');
	unsigned number = (unsigned)(text[1] - '0');
	if (length == 3)
		number = number * 10 + (unsigned)(text[2] - '0');
	bool on_board =
		column < boards[board].columns && number >= 1 && number <= boards[board].rows;
	*sq = on_board ? (uint8_t)sq_at(column, number - 1) : SQ_OFF_BOARD;
	return true;
}

size_t sq_format(unsigned sq, char *name)
{
	unsigned number = sq_row(sq) + 1;
	size_t n = 0;

	name[n++] = (char)('a' + sq_column(sq));
	if (number >= 10)
		name[n++] = (char)('0' + number / 10);
	name[n++] = (char)('0' + number % 10);
	name[n] = '\0';
	return n;
}

void sq_format_set(enum board_id board, struct bits set, char *text)
{
	for (unsigned row = 0; row < boards[board].rows; row++) {
		if (row > 0)
			*text++ = '/';
		for (unsigned column = 0; column < boards[board].columns; column++)
			*text++ = bits_has(set, sq_at(column, row)) ? '1' : '0';
	}
	*text = '\0';
}

bool sq_parse_set(enum board_id board, const char *text, size_t length, struct bits *set)
{
	unsigned columns = boards[board].columns, width = columns + 1;

	*set = BITS_NONE;
	if (length != (size_t)width * boards[board].rows - 1)
		return false;
	for (unsigned i = 0; i < length; i++) {
		if (i % width == columns ? text[i] != '/' : text[i] != '0' && text[i] != '1')
			return false;
		if (text[i] == '1')
			bits_add(set, sq_at(i % width, i / width));
	}
	return true;
}

static int sign(int n)
{
	return (n > 0) - (n < 0);
}

int sq_step_towards(unsigned from, unsigned to)
{
	int columns = (int)sq_column(to) - (int)sq_column(from);
	int rows = (int)sq_row(to) - (int)sq_row(from);

	if (columns != 0 && rows != 0 && columns != rows && columns != -rows)
		return 0;
	return sign(rows) * SQ_STRIDE + sign(columns);
}

unsigned sq_distance(unsigned from, unsigned to)
{
	int columns = (int)sq_column(to) - (int)sq_column(from);
	int rows = (int)sq_row(to) - (int)sq_row(from);
	int longer = columns * columns > rows * rows ? columns : rows;

	return (unsigned)(longer < 0 ? -longer : longer);
}
