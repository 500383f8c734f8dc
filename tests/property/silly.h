/* Actions that are mostly wrong, to see which rule they break and that nothing comes of them. */
#ifndef TESTS_PROPERTY_SILLY_H
#define TESTS_PROPERTY_SILLY_H

#include "tests/property/player.h"

/* squares of all kinds, but own pieces and their surroundings more often than not */
static inline uint8_t silly_square(struct match *match)
{
	unsigned sq = chance_below(&match->chance, SQ_COUNT);
	struct bits own = match->game.position.open.holds[match_to_move(match)];

	if (chance_once_in(&match->chance, 2))
		sq = player_any_of(own, &match->chance);
	return board_has(match_board(match), sq) ? (uint8_t)sq : SQ_OFF_BOARD;
}

static inline uint8_t silly_card(struct match *match, bool (*fits)(enum card))
{
	unsigned card = chance_below(&match->chance, CARD_END);

	return chance_once_in(&match->chance, 4) && fits((enum card)card) ? (uint8_t)card
									  : CARD_NONE;
}

/* anything that the words of a record can say, sense or nonsense */
static inline struct action silly_nonsense(struct match *match)
{
	static const uint8_t kinds[] = {ACTION_MOVE, ACTION_MOVE,     ACTION_MOVE,
					ACTION_SWAP, ACTION_EXCHANGE, ACTION_MULLIGAN};
	struct chance *chance = &match->chance;
	struct action action = {
		.kind = kinds[chance_below(chance, sizeof kinds)],
		.side = (uint8_t)(chance_once_in(chance, 8) ? side_other(match_to_move(match))
							    : match_to_move(match)),
	};

	if (action.kind == ACTION_EXCHANGE || action.kind == ACTION_MULLIGAN) {
		for (unsigned i = 0; i < HAND_SIZE; i++)
			action.cards[i] = (uint8_t)(1 + chance_below(chance, CARD_COUNT));
		return action;
	}
	action.from = silly_square(match);
	action.to = silly_square(match);
	if (action.kind == ACTION_MOVE) {
		action.attack = chance_once_in(chance, 2);
		action.surplus_card = chance_once_in(chance, 32);
		action.movement = silly_card(match, card_is_movement);
		action.attack_card = silly_card(match, card_is_attack);
		action.defence = silly_card(match, card_is_defence);
	}
	return action;
}

/* a move that is about right, but perhaps too far or written with the wrong sign */
static inline struct action silly_careless(struct match *match)
{
	struct move move;
	struct oracle_line line;
	int far = 1 + (int)chance_below(&match->chance, 3);

	if (!player_wander(match, match_to_move(match), &move))
		return silly_nonsense(match);
	line = oracle_line(move.from, move.to);
	if (oracle_is_land(&match->oracle, line.column + far * line.step_column,
			   line.row + far * line.step_row))
		move.to = (uint8_t)oracle_nth(&line, far);

	struct action action = player_move_action(match, move);
	action.attack ^= chance_once_in(&match->chance, 4);
	return action;
}

static inline struct action silly_random(struct match *match)
{
	return chance_once_in(&match->chance, 2) ? silly_nonsense(match) : silly_careless(match);
}

#endif
