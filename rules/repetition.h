/*
 * The two rules against repetition, kept beside a position and fed with each turn.
 *
 * Two-squares: the trail of each side is the unbroken run of its latest turns made by one piece.
 * More-squares: the plies of the running chases, from which any earlier position is found by taking
 * them back; positions themselves are not stored. Neither rule looks at a rank.
 */
#ifndef RULES_REPETITION_H
#define RULES_REPETITION_H

#include "rules/moves.h"

struct trail {
	struct move turns[TWO_SQUARES_MAX]; /* latest first */
	uint8_t length;
};

enum {
	CHASE_LIMIT = 1536, /* plies that a chase may have; a longer one suspends the rule */
	CHASE_RING = 2048   /* more than the limit, so that perft can push and pop near it */
};

/*
 * A chase by a side runs from its first threat for as long as every ply of its own threatens and
 * every ply of the other side evades.
 */
struct chase_run {
	uint32_t plies;		    /* pushed since the game began */
	uint32_t start[SIDE_COUNT]; /* the ply of the first threat, while running */
	bool running[SIDE_COUNT];
	bool suspended[SIDE_COUNT]; /* longer than CHASE_LIMIT */
	bool cleared;		    /* nothing has been pushed since the last clearing */
};

struct chase {
	struct chase_run run;
	struct move ring[CHASE_RING];
};

/* records a turn that crosses borders, or one that crosses none and so breaks the run */
void trail_push(struct trail *trail, struct move move);
void trail_break(struct trail *trail);

/* whether the limit (0 = off) forbids the move; the piece on move.from belongs to the trail's side
 */
bool trail_forbids(const struct trail *trail, unsigned limit, struct move move);

/* Records a move of side to an empty square; the position is the one after it. */
void chase_push(struct chase *chase, const struct public_position *after, enum side side,
		struct move move);

/* an attack or a card: nothing before it counts any more */
void chase_clear(struct chase *chase);

/* whether side may at this moment be forbidden anything at all (a quick test) */
static inline bool chase_binds(const struct chase *chase, enum side side)
{
	return chase->run.running[side] && !chase->run.suspended[side];
}

/* whether the rule forbids the side's move to an empty square */
bool chase_forbids(const struct chase *chase, const struct public_position *before, enum side side,
		   struct move move);

/*
 * All that the rule forbids, found in one pass: returns the squares from which something is
 * forbidden, and for these, and only these, sets banned[from] to the destinations. A destination
 * need not be in reach.
 */
struct bits chase_banned(const struct chase *chase, const struct public_position *before,
			 enum side side, struct bits banned[SQ_COUNT]);

/* the squares, among reach, to which the trail's limit forbids the piece on sq to go */
struct bits trail_banned(const struct trail *trail, unsigned limit, unsigned sq, struct bits reach);

#endif
