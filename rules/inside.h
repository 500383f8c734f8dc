/*
 * The inside of positions and games, for files in rules/ only (the walls check sees to it). Include
 * it before any other header of rules/.
 */
#ifndef RULES_INSIDE_H
#define RULES_INSIDE_H

#define ADJUTANT_RULES_INSIDE 1

#include "rules/game.h"
#include "rules/position.h"

static inline enum piece position_piece(const struct position *position, unsigned sq)
{
	return (enum piece)position->sealed_ranks.at[sq];
}

/* takes the piece of a side from one square to another, which must be empty */
static inline void position_shift(struct position *position, enum side side, unsigned from,
				  unsigned to)
{
	struct ranks *ranks = &position->sealed_ranks;

	bits_drop(&position->open.holds[side], from);
	bits_add(&position->open.holds[side], to);
	ranks->at[to] = ranks->at[from];
	ranks->at[from] = PIECE_NONE;
	if (ranks->at[to] == PIECE_SCOUT) {
		bits_drop(&ranks->scouts, from);
		bits_add(&ranks->scouts, to);
	}
	if (bits_has(ranks->shown[side], from)) {
		bits_drop(&ranks->shown[side], from);
		bits_add(&ranks->shown[side], to);
	}
}

/* the first rule that the action breaks, in the order of enum rule, or RULE_OK (check.c) */
enum rule game_check(const struct game *game, const struct action *action);

/* how many moves the side to move has by the ordinary rules and the repetition rules (legal.c) */
unsigned legal_count(const struct game *game);

/* writes them; returns how many */
unsigned legal_list(const struct game *game, struct move list[MOVES_MAX]);

/* whether the side to move can do anything at all, cards included */
bool legal_any(const struct game *game);

/* the squares to which a movement card takes the piece on sq, swap left aside (card_moves.c) */
struct bits card_reach(const struct game *game, enum card card, unsigned sq);

/* the pieces with which the one on sq can change places by a swap */
struct bits card_swaps(const struct game *game, unsigned sq);

/* whether a move made with this movement card and attack card crosses borders (two-squares) */
static inline bool crosses_borders(enum card movement, enum card attack_card)
{
	bool along =
		movement == CARD_NONE || movement == CARD_CHARGE_2 || movement == CARD_CHARGE_3;

	return along && attack_card != CARD_MOCK_ATTACK;
}

/* a turn of the side to move by the ordinary rules: position, repetition and whose turn it is */
void game_make(struct game *game, struct move move);

#endif
