/*
 * Squares, sides and the two boards. Knows nothing of pieces.
 *
 * A square is a number, row * 11 + column, the same on both boards: a1 is 0, b1 is 1, a2 is 11.
 * The eleventh column does not exist; bits.h says what it is for. Ascending numbers go by row, then
 * by column, which is the order in which squares are always listed.
 */
#ifndef RULES_SQUARE_H
#define RULES_SQUARE_H

#include "rules/bits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SQ_STRIDE = 11,
	SQ_COUNT = 110,	    /* numbers below this may be squares; see board_has() */
	SQ_OFF_BOARD = 255, /* a well-formed name such as k4 that is no square of the board */
	SQ_NAME_SIZE = 4    /* longest name and its terminator */
};

enum side { SIDE_RED, SIDE_BLUE, SIDE_COUNT, SIDE_NONE = SIDE_COUNT };

enum board_id { BOARD_LARGE, BOARD_SMALL, BOARD_COUNT };

struct board {
	uint8_t columns, rows;
	uint8_t home_rows; /* on each side */
	struct bits land;  /* every square that is not a lake */
	struct bits lakes;
};

extern const struct board boards[BOARD_COUNT];

static inline enum side side_other(enum side side)
{
	return side == SIDE_RED ? SIDE_BLUE : SIDE_RED;
}

const char *side_name(enum side side); /* "red", "blue" */

/* "red" or "blue", else SIDE_NONE */
enum side side_parse(const char *text, size_t length);

static inline unsigned sq_at(unsigned column, unsigned row)
{
	return row * SQ_STRIDE + column;
}

static inline unsigned sq_column(unsigned sq)
{
	return sq % SQ_STRIDE;
}

static inline unsigned sq_row(unsigned sq)
{
	return sq / SQ_STRIDE;
}

/* whether sq is on the board, lakes included */
static inline bool board_has(enum board_id board, unsigned sq)
{
	return sq < SQ_COUNT && sq_column(sq) < boards[board].columns &&
	       sq_row(sq) < boards[board].rows;
}

/* the squares that share an edge with one of the set, lakes and the void beside the board included
 */
static inline struct bits bits_neighbours(struct bits set)
{
	return bits_or(bits_or(bits_up(set, SQ_STRIDE), bits_down(set, SQ_STRIDE)),
		       bits_or(bits_up(set, 1), bits_down(set, 1)));
}

/* whether two squares share an edge */
static inline bool sq_touch(unsigned a, unsigned b)
{
	unsigned distance = a < b ? b - a : a - b;

	return distance == 1 || distance == SQ_STRIDE;
}

/*
 * Reads a name of one letter and one or two digits. Returns false if it has not that form. A name
 * that has the form and is no square of the board gives SQ_OFF_BOARD.
 */
bool sq_parse(enum board_id board, const char *text, size_t length, uint8_t *sq);

/* writes the name with its terminator, at most SQ_NAME_SIZE bytes, and returns its length */
size_t sq_format(unsigned sq, char *name);

/*
 * A set of squares as the rows of a recording's frame, "0110/1001": '1' for each square in it, from
 * a1 by rows. The buffer has SQ_SET_SIZE bytes; parsing is false if it has not that form.
 */
enum { SQ_SET_SIZE = SQ_COUNT };
void sq_format_set(enum board_id board, struct bits set, char *text);
bool sq_parse_set(enum board_id board, const char *text, size_t length, struct bits *set);

/*
 * The step from one square towards another in a straight line: +-1 along a row, +-SQ_STRIDE along a
 * column, the sum of both along a diagonal; 0 if the two are the same or not in line.
 */
int sq_step_towards(unsigned from, unsigned to);

/* how many steps apart two squares in line are */
unsigned sq_distance(unsigned from, unsigned to);

#endif
