/*
 * The public part of a position. The inference of gestures includes this header and square.h and
 * nothing else of the rules: it cannot see a rank because none is in here.
 */
#ifndef RULES_PUBLIC_H
#define RULES_PUBLIC_H

#include "rules/square.h"

struct public_position {
	struct bits holds[SIDE_COUNT]; /* the squares on which each side has a piece */
	uint8_t board;		       /* enum board_id */
	uint8_t to_move;	       /* enum side */
};

static inline struct bits public_occupied(const struct public_position *open)
{
	return bits_or(open->holds[SIDE_RED], open->holds[SIDE_BLUE]);
}

static inline enum side public_side_at(const struct public_position *open, unsigned sq)
{
	if (bits_has(open->holds[SIDE_RED], sq))
		return SIDE_RED;
	return bits_has(open->holds[SIDE_BLUE], sq) ? SIDE_BLUE : SIDE_NONE;
}

/* land without a piece */
static inline struct bits public_empty(const struct public_position *open)
{
	return bits_minus(boards[open->board].land, public_occupied(open));
}

#endif
