/*
 * Which rule an action breaks. The rules that bind every piece come first and those that depend on
 * a rank or a hand last, so that a try that no piece could make betrays nothing.
 */
#include "rules/inside.h"

/* what lies between the two ends of a line */
struct way {
	unsigned steps;	 /* from end to end */
	unsigned pieces; /* strictly between */
	unsigned lakes;
	bool straight; /* along a row or column */
	bool diagonal;
};

static struct way look_along(const struct position *position, unsigned from, unsigned to)
{
	struct bits occupied = public_occupied(&position->open);
	int step = sq_step_towards(from, to);
	struct way way = {0};

	if (step == 0)
		return way;
	way.steps = sq_distance(from, to);
	way.straight = step == 1 || step == -1 || step == SQ_STRIDE || step == -SQ_STRIDE;
	way.diagonal = !way.straight;
	for (unsigned i = 1; i < way.steps; i++) {
		unsigned sq = (unsigned)((int)from + step * (int)i);

		way.pieces += bits_has(occupied, sq);
		way.lakes += bits_has(boards[position->open.board].lakes, sq);
	}
	return way;
}

/* Whether the line is closed to the move, once the card has opened what it can. */
static bool is_blocked(const struct way *way, enum card movement)
{
	switch (movement) {
	case CARD_BOAT:
		return way->pieces > 0;
	case CARD_JUMP:
		return way->lakes > 0 || way->pieces > 1;
	default:
		return way->pieces + way->lakes > 0;
	}
}

static enum rule check_way(const struct way *way, enum card movement)
{
	if (movement == CARD_FEINT)
		return way->diagonal && is_blocked(way, movement) ? RULE_BLOCKED : RULE_OK;
	if (!way->straight)
		return RULE_NOT_STRAIGHT;
	return is_blocked(way, movement) ? RULE_BLOCKED : RULE_OK;
}

static enum rule check_ends(const struct game *game, const struct action *action)
{
	const struct public_position *open = &game->position.open;

	if (action->side != open->to_move)
		return RULE_WRONG_TURN;
	if (action->from == SQ_OFF_BOARD || public_side_at(open, action->from) == SIDE_NONE)
		return RULE_NO_PIECE;
	if (public_side_at(open, action->from) != action->side)
		return RULE_NOT_YOUR_PIECE;
	if (action->to == SQ_OFF_BOARD)
		return RULE_OFF_BOARD;
	if (bits_has(boards[open->board].lakes, action->to))
		return RULE_LAKE;
	if (public_side_at(open, action->to) == action->side)
		return RULE_OWN_PIECE;
	return RULE_OK;
}

static enum rule check_repetition(const struct game *game, const struct action *action,
				  bool to_enemy)
{
	struct move move = {action->from, action->to};
	bool card = action->movement != CARD_NONE || action->attack_card != CARD_NONE;

	if (crosses_borders(action->movement, action->attack_card) &&
	    trail_forbids(&game->trails[action->side], game->options.two_squares, move))
		return RULE_TWO_SQUARES;
	if (game->options.more_squares && !to_enemy && !card &&
	    chase_forbids(&game->chase, &game->position.open, action->side, move))
		return RULE_MORE_SQUARES;
	return RULE_OK;
}

static enum rule check_rank(const struct game *game, const struct action *action,
			    const struct way *way)
{
	enum piece piece = position_piece(&game->position, action->from);
	bool steps = action->movement == CARD_NONE || action->movement == CARD_SWAP ||
		     (action->movement == CARD_FEINT && way->diagonal);

	if (!piece_is_movable(piece))
		return RULE_IMMOBILE;
	if (steps && way->steps > 1 && piece != PIECE_SCOUT)
		return RULE_TOO_FAR;
	return RULE_OK;
}

/* whether the line is one that the movement card is for */
static bool card_fits(const struct way *way, enum card movement)
{
	switch (movement) {
	case CARD_NONE:
		return true;
	case CARD_BOAT:
		return way->lakes > 0 && way->lakes == way->steps - 1;
	case CARD_JUMP:
		return way->steps == 2 && way->pieces == 1;
	case CARD_CHARGE_2:
		return way->steps == 2;
	case CARD_CHARGE_3:
		return way->steps == 3;
	case CARD_FEINT:
		return way->diagonal;
	default:
		return false;
	}
}

typedef bool card_kind(enum card card);

static bool held_or_none(const struct card_stock *stock, enum card card, card_kind *is_kind)
{
	return card == CARD_NONE || (is_kind(card) && stock_holds(stock, card));
}

/* Without cards in the edition all hands are empty, so any card is one too many. */
static bool cards_fit(const struct game *game, const struct action *action, const struct way *way,
		      bool to_enemy)
{
	const struct card_stock *own = &game->sealed_cards[action->side];
	const struct card_stock *other = &game->sealed_cards[side_other(action->side)];
	bool battle_cards = action->attack_card != CARD_NONE || action->defence != CARD_NONE;

	return !action->surplus_card && card_fits(way, action->movement) &&
	       (to_enemy || !battle_cards) &&
	       held_or_none(own, action->movement, card_is_movement) &&
	       held_or_none(own, action->attack_card, card_is_attack) &&
	       held_or_none(other, action->defence, card_is_defence);
}

static enum rule check_move(const struct game *game, const struct action *action)
{
	enum rule rule = check_ends(game, action);
	struct way way;
	bool to_enemy;

	if (rule != RULE_OK)
		return rule;
	way = look_along(&game->position, action->from, action->to);
	to_enemy = public_side_at(&game->position.open, action->to) != SIDE_NONE;
	rule = check_way(&way, action->movement);
	if (rule == RULE_OK)
		rule = check_repetition(game, action, to_enemy);
	if (rule == RULE_OK)
		rule = check_rank(game, action, &way);
	if (rule == RULE_OK && !cards_fit(game, action, &way, to_enemy))
		rule = RULE_CARD;
	if (rule == RULE_OK && action->attack != to_enemy)
		rule = RULE_WRONG_ACTION;
	return rule;
}

static enum side owner(const struct game *game, unsigned sq)
{
	return sq == SQ_OFF_BOARD ? SIDE_NONE : public_side_at(&game->position.open, sq);
}

static bool is_immobile(const struct game *game, unsigned sq)
{
	return !piece_is_movable(position_piece(&game->position, sq));
}

static enum rule check_swap(const struct game *game, const struct action *action)
{
	enum side a = owner(game, action->from), b = owner(game, action->to);
	bool same = action->from == action->to;

	if (action->side != game->position.open.to_move)
		return RULE_WRONG_TURN;
	if (a == SIDE_NONE || b == SIDE_NONE)
		return RULE_NO_PIECE;
	if (a != action->side || b != action->side)
		return RULE_NOT_YOUR_PIECE;
	if (!same && !look_along(&game->position, action->from, action->to).straight)
		return RULE_NOT_STRAIGHT;
	if (is_immobile(game, action->from) || is_immobile(game, action->to))
		return RULE_IMMOBILE;
	return same || !stock_holds(&game->sealed_cards[action->side], CARD_SWAP) ? RULE_CARD
										  : RULE_OK;
}

static enum rule check_exchange(const struct game *game, const struct action *action)
{
	const struct card_stock *stock = &game->sealed_cards[action->side];
	bool one_held = !action->surplus_card && stock_holds(stock, action->cards[0]);

	if (action->side != game->position.open.to_move)
		return RULE_WRONG_TURN;
	return one_held && stock_may_exchange(stock) ? RULE_OK : RULE_CARD;
}

static enum rule check_mulligan(const struct game *game, const struct action *action)
{
	return game->plies == 0 && !action->surplus_card &&
			       stock_may_mulligan(&game->sealed_cards[action->side], action->cards)
		       ? RULE_OK
		       : RULE_CARD;
}

enum rule game_check(const struct game *game, const struct action *action)
{
	if (game_is_over(game))
		return RULE_GAME_OVER;
	switch ((enum action_kind)action->kind) {
	case ACTION_MOVE:
		return check_move(game, action);
	case ACTION_SWAP:
		return check_swap(game, action);
	case ACTION_EXCHANGE:
		return check_exchange(game, action);
	case ACTION_MULLIGAN:
		return check_mulligan(game, action);
	case ACTION_RESIGN:
	case ACTION_DRAW:
	case ACTION_TIME:
		break;
	}
	return RULE_OK;
}

bool game_allows(const struct game *game, const struct action *action)
{
	return game_check(game, action) == RULE_OK;
}

bool game_forbids_to_all(const struct game *game, const struct action *action)
{
	enum rule rule = game_check(game, action);

	return rule != RULE_OK && rule < RULE_IMMOBILE;
}
