/*
 * Where pieces can go by the ordinary rules of a turn: steps, scouts' lines, attacks. Repetition
 * and cards are looked at elsewhere (repetition.h, card_moves.c).
 */
#ifndef RULES_MOVES_H
#define RULES_MOVES_H

#include "rules/position.h"

struct move {
	uint8_t from, to;
};

/*
 * No position has more: 32 pieces that step four ways at most, 8 scouts that reach 18 squares at
 * most.
 */
enum { MOVES_MAX = 32 * 4 + 8 * 18 };

/* the squares that the piece on sq, movable or not and of either side, can move to or attack */
struct bits moves_reach(const struct position *position, unsigned sq);

/* how many moves and attacks a side has */
unsigned moves_count(const struct position *position, enum side side);

/* writes them, by square of departure; returns how many */
unsigned moves_list(const struct position *position, enum side side, struct move list[MOVES_MAX]);

#endif
