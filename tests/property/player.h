/*
 * Two players who move at random, but with a weakness for what makes rules bite: going back and
 * forth, running after an enemy piece, running away from one. Whatever they consider is put to the
 * validator and to the oracle, which must agree.
 */
#ifndef TESTS_PROPERTY_PLAYER_H
#define TESTS_PROPERTY_PLAYER_H

#include "tests/property/match.h"

enum { PLAYER_TRIES = 12 };

/* what a player is after in one game */
struct player {
	unsigned back, chase, flee; /* in 16ths of the tries */
	bool shy;		    /* does not attack when it can help it */
};

static inline void players_random(struct player players[SIDE_COUNT], struct chance *chance)
{
	static const struct player kinds[] = {
		{.back = 1, .chase = 1, .flee = 1},
		{.back = 10, .chase = 1, .flee = 1, .shy = true},
		{.back = 1, .chase = 12, .flee = 1, .shy = true},
		{.back = 1, .chase = 2, .flee = 12, .shy = true},
	};
	unsigned hunter = chance_below(chance, SIDE_COUNT);

	for (unsigned side = 0; side < SIDE_COUNT; side++)
		players[side] = kinds[chance_below(chance, 4)];
	if (chance_once_in(chance, 3)) {
		players[hunter] = kinds[2];
		players[1 - hunter] = kinds[3];
	}
}

static inline const struct oracle_turn *player_last_turn(const struct match *match, enum side side)
{
	unsigned count = match->oracle.turn_count[side];

	return count > 0 ? &match->oracle.turns[side][count - 1] : NULL;
}

/* a square of the set, each about as likely as the other; SQ_OFF_BOARD if there is none */
static inline unsigned player_any_of(struct bits set, struct chance *chance)
{
	unsigned from = chance_below(chance, SQ_COUNT);
	struct bits above = set;

	if (from < 64)
		above.lo &= ~UINT64_C(0) << from;
	else
		above = (struct bits){0, set.hi & ~UINT64_C(0) << (from - 64)};
	if (bits_any(above))
		return bits_first(above);
	return bits_any(set) ? bits_first(set) : SQ_OFF_BOARD;
}

static inline struct bits player_beside(unsigned sq)
{
	return bits_neighbours(bits_of(sq));
}

/* back to where the last turn came from, scouts not always all the way */
static inline bool player_go_back(struct match *match, enum side side, struct move *move)
{
	const struct oracle_turn *last = player_last_turn(match, side);
	struct oracle_line line;

	if (!last || match->oracle.id[last->to] != last->id || last->id == 0)
		return false;
	line = oracle_line(last->to, last->from);
	move->from = last->to;
	move->to = last->from;
	if (line.length > 1 && chance_once_in(&match->chance, 3))
		move->to = (uint8_t)oracle_nth(
			&line, 1 + (int)chance_below(&match->chance, (unsigned)line.length));
	return true;
}

/* the squares from which a piece could step on one of the goals, or go there in line if it is a
 * scout */
static inline struct bits player_hunters(const struct match *match, enum side side,
					 struct bits goals)
{
	const struct oracle_turn *own = player_last_turn(match, side);
	struct bits near = bits_neighbours(goals);

	while (own && match->oracle.piece[own->to] == PIECE_SCOUT && bits_any(goals))
		if (oracle_line(own->to, bits_take(&goals)).length > 0)
			bits_add(&near, own->to);
	return bits_and(near, match->game.position.open.holds[side]);
}

static inline unsigned player_goal(struct match *match, unsigned from, struct bits goals)
{
	struct bits left = goals, in_line = BITS_NONE;

	while (match->oracle.piece[from] == PIECE_SCOUT && bits_any(left)) {
		unsigned goal = bits_take(&left);

		if (oracle_line(from, goal).length > 0)
			bits_add(&in_line, goal);
	}
	if (!bits_any(in_line))
		in_line = bits_and(player_beside(from), goals);
	return player_any_of(in_line, &match->chance);
}

/* with the piece that moved last, or any, to a square beside the enemy piece that moved last */
static inline bool player_chase(struct match *match, enum side side, struct move *move)
{
	const struct oracle_turn *own = player_last_turn(match, side);
	const struct oracle_turn *enemy = player_last_turn(match, side_other(side));
	struct bits goals, hunters;

	if (!enemy || match->oracle.side[enemy->to] != side_other(side))
		return false;
	goals = bits_and(player_beside(enemy->to), public_empty(&match->game.position.open));
	hunters = player_hunters(match, side, goals);
	if (own && bits_has(hunters, own->to) && !chance_once_in(&match->chance, 4))
		hunters = bits_of(own->to);
	if (!bits_any(hunters))
		return false;
	move->from = (uint8_t)player_any_of(hunters, &match->chance);
	move->to = (uint8_t)player_goal(match, move->from, goals);
	return true;
}

/* away with a piece that the enemy's last move threatens */
static inline bool player_flee(struct match *match, enum side side, struct move *move)
{
	const struct oracle_turn *enemy = player_last_turn(match, side_other(side));
	struct bits hunted, ways;

	if (!enemy)
		return false;
	hunted = bits_and(player_beside(enemy->to), match->game.position.open.holds[side]);
	if (!bits_any(hunted))
		return false;
	move->from = (uint8_t)player_any_of(hunted, &match->chance);
	ways = bits_and(player_beside(move->from), public_empty(&match->game.position.open));
	if (!bits_any(ways))
		return false;
	move->to = (uint8_t)player_any_of(ways, &match->chance);
	return true;
}

static inline bool player_wander(struct match *match, enum side side, struct move *move)
{
	static const int ways[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
	struct chance *chance = &match->chance;
	unsigned from = player_any_of(match->game.position.open.holds[side], chance);
	const int *way = ways[chance_below(chance, 4)];
	int far, column, row;

	if (from == SQ_OFF_BOARD)
		return false;
	far = match->oracle.piece[from] == PIECE_SCOUT ? 1 + (int)chance_below(chance, 9) : 1;
	column = (int)sq_column(from) + way[0] * far;
	row = (int)sq_row(from) + way[1] * far;
	if (!oracle_is_land(&match->oracle, column, row))
		return false;
	move->from = (uint8_t)from;
	move->to = (uint8_t)sq_at((unsigned)column, (unsigned)row);
	return true;
}

static inline bool player_propose(struct match *match, const struct player *player, enum side side,
				  struct move *move)
{
	unsigned wish = chance_below(&match->chance, 16);

	if (wish < player->back)
		return player_go_back(match, side, move);
	if (wish < player->back + player->chase)
		return player_chase(match, side, move);
	if (wish < player->back + player->chase + player->flee)
		return player_flee(match, side, move);
	return player_wander(match, side, move);
}

/* Asks validator and oracle about a move without cards; whether it is legal. */
static inline bool player_may(struct match *match, const struct action *action)
{
	enum rule rule = oracle_judge(&match->oracle, action->side, action->from, action->to);
	bool allowed = game_allows(&match->game, action);

	if (rule == RULE_TWO_SQUARES || rule == RULE_MORE_SQUARES) {
		match->refused = *action;
		match->refused_rule = rule;
	}
	if (allowed != (rule == RULE_OK)) {
		match->oracle_differs = true;
		match->suspect = *action;
	}
	return allowed;
}

static inline struct action player_move_action(const struct match *match, struct move move)
{
	enum side side = match_to_move(match);

	return (struct action){
		.kind = ACTION_MOVE,
		.side = (uint8_t)side,
		.from = move.from,
		.to = move.to,
		.attack = match->oracle.side[move.to] == side_other(side),
	};
}

/* one of all legal actions, those with cards rather than the many others */
struct player_choice {
	struct chance *chance;
	unsigned weight;
	struct action action;
};

static inline unsigned player_weight(const struct action *action)
{
	if (action->kind == ACTION_EXCHANGE)
		return 4;
	if (action->kind == ACTION_SWAP)
		return 1;
	return 1u + 4u * (action->movement != CARD_NONE) + 8u * (action->attack_card != CARD_NONE) +
	       8u * (action->defence != CARD_NONE);
}

static inline void player_weigh(void *context, const struct action *action)
{
	struct player_choice *choice = context;
	unsigned weight = player_weight(action);

	choice->weight += weight;
	if (chance_below(choice->chance, choice->weight) < weight)
		choice->action = *action;
}

/* false if there is no legal action at all */
static inline bool player_choose_any(struct match *match, struct action *action)
{
	struct player_choice choice = {.chance = &match->chance};

	game_each_action(&match->game, player_weigh, &choice);
	*action = choice.action;
	return choice.weight > 0;
}

/* the next action of the side to move; false if it has none */
static inline bool player_choose(struct match *match, const struct player *player,
				 struct action *action)
{
	unsigned cards_every =
		match->game.plies < 100 ? 4 : 40; /* later ones would end every chase */
	struct move move;

	if (match_has_cards(match) && chance_once_in(&match->chance, cards_every))
		return player_choose_any(match, action);
	for (unsigned i = 0; i < PLAYER_TRIES; i++) {
		if (!player_propose(match, player, match_to_move(match), &move))
			continue;
		*action = player_move_action(match, move);
		if (action->attack && player->shy && !chance_once_in(&match->chance, 64))
			continue;
		if (player_may(match, action))
			return true;
	}
	return player_choose_any(match, action);
}

/* before the first turn each side may put its hand under the pile */
static inline bool player_mulligan(struct match *match, enum side side, struct action *action)
{
	uint8_t hand[HAND_SIZE];

	if (!match_has_cards(match) || match->beginning.deck_count[side] < HAND_SIZE ||
	    game_is_over(&match->game) || !chance_once_in(&match->chance, 3))
		return false;
	memcpy(hand, match->beginning.decks[side], HAND_SIZE);
	chance_shuffle(&match->chance, hand, HAND_SIZE);
	*action = (struct action){.kind = ACTION_MULLIGAN, .side = (uint8_t)side};
	memcpy(action->cards, hand, HAND_SIZE);
	return true;
}

/* some games end by a word, in turn or out of it */
static inline bool player_last_word(struct match *match, struct action *action)
{
	static const uint8_t words[] = {ACTION_RESIGN, ACTION_DRAW, ACTION_TIME};

	if (game_is_over(&match->game) || !chance_once_in(&match->chance, 3))
		return false;
	*action = (struct action){
		.kind = words[chance_below(&match->chance, sizeof words)],
		.side = (uint8_t)chance_below(&match->chance, SIDE_COUNT),
	};
	return true;
}

#endif
