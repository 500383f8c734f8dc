/* What the side to move may do: ordinary moves less those that repetition forbids, and card
 * actions. */
#include "rules/inside.h"

static const struct trail *trail_to_move(const struct game *game)
{
	return &game->trails[game->position.open.to_move];
}

/* what the two-squares rule takes from the piece that moved last; it never takes from another */
static struct bits two_squares_banned(const struct game *game, unsigned *sq)
{
	const struct trail *trail = trail_to_move(game);
	unsigned limit = game->options.two_squares;

	*sq = trail->turns[0].to;
	if (limit == 0 || trail->length < limit ||
	    !bits_has(game->position.open.holds[game->position.open.to_move], *sq))
		return BITS_NONE;
	return trail_banned(trail, limit, *sq, moves_reach(&game->position, *sq));
}

static bool more_squares_binds(const struct game *game)
{
	return game->options.more_squares && chase_binds(&game->chase, game->position.open.to_move);
}

unsigned legal_count(const struct game *game)
{
	const struct position *position = &game->position;
	enum side side = position->open.to_move;
	unsigned count, last;
	struct bits banned[SQ_COUNT], from, shuttle;

	if (game_is_over(game))
		return 0;
	shuttle = two_squares_banned(game, &last);
	count = moves_count(position, side) - bits_count(shuttle);
	if (!more_squares_binds(game))
		return count;
	from = chase_banned(&game->chase, &position->open, side, banned);
	while (bits_any(from)) {
		unsigned sq = bits_take(&from);
		struct bits lost = bits_and(banned[sq], moves_reach(position, sq));

		if (sq == last)
			lost = bits_minus(lost, shuttle);
		count -= bits_count(bits_and(lost, public_empty(&position->open)));
	}
	return count;
}

static bool is_banned(const struct game *game, struct move move)
{
	const struct public_position *open = &game->position.open;
	bool to_enemy = bits_has(open->holds[side_other(open->to_move)], move.to);

	return trail_forbids(trail_to_move(game), game->options.two_squares, move) ||
	       (!to_enemy && more_squares_binds(game) &&
		chase_forbids(&game->chase, open, open->to_move, move));
}

unsigned legal_list(const struct game *game, struct move list[MOVES_MAX])
{
	unsigned count, kept = 0, limit = game->options.two_squares;

	if (game_is_over(game))
		return 0;
	count = moves_list(&game->position, game->position.open.to_move, list);
	if ((!limit || trail_to_move(game)->length < limit) && !more_squares_binds(game))
		return count;
	for (unsigned i = 0; i < count; i++)
		if (!is_banned(game, list[i]))
			list[kept++] = list[i];
	return kept;
}

struct walk {
	const struct game *game;
	action_visitor *visit;
	void *context;
};

/* an attack with every attack card in hand or none, and every answer in the other hand or none */
static void visit_attacks(const struct walk *walk, struct action action)
{
	const struct card_stock *own = &walk->game->sealed_cards[action.side];
	const struct card_stock *other = &walk->game->sealed_cards[side_other(action.side)];

	for (unsigned i = 0; i <= own->held; i++) {
		enum card attack = i ? own->hand[i - 1] : CARD_NONE;

		for (unsigned j = 0; j <= other->held; j++) {
			enum card defence = j ? other->hand[j - 1] : CARD_NONE;

			if ((i && !card_is_attack(attack)) || (j && !card_is_defence(defence)))
				continue;
			action.attack_card = (uint8_t)attack;
			action.defence = (uint8_t)defence;
			if (game_allows(walk->game, &action))
				walk->visit(walk->context, &action);
		}
	}
}

static void visit_move(const struct walk *walk, enum card movement, unsigned from, unsigned to)
{
	const struct public_position *open = &walk->game->position.open;
	struct action action = {
		.kind = ACTION_MOVE,
		.side = open->to_move,
		.from = (uint8_t)from,
		.to = (uint8_t)to,
		.movement = (uint8_t)movement,
	};

	action.attack = bits_has(open->holds[side_other(open->to_move)], to);
	if (action.attack)
		visit_attacks(walk, action);
	else if (game_allows(walk->game, &action))
		walk->visit(walk->context, &action);
}

static void visit_moves(const struct walk *walk, enum card movement)
{
	const struct position *position = &walk->game->position;
	struct bits own = position->open.holds[position->open.to_move];

	while (bits_any(own)) {
		unsigned from = bits_take(&own);
		struct bits reach = movement == CARD_NONE ? moves_reach(position, from)
							  : card_reach(walk->game, movement, from);

		while (bits_any(reach))
			visit_move(walk, movement, from, bits_take(&reach));
	}
}

static void visit_swaps(const struct walk *walk)
{
	const struct public_position *open = &walk->game->position.open;
	struct action action = {.kind = ACTION_SWAP, .side = open->to_move};
	struct bits own = open->holds[open->to_move];

	while (bits_any(own)) {
		unsigned a = bits_take(&own);
		struct bits partners = bits_and(card_swaps(walk->game, a), own);

		while (bits_any(partners)) {
			action.from = (uint8_t)a;
			action.to = (uint8_t)bits_take(&partners);
			walk->visit(walk->context, &action);
		}
	}
}

static void visit_exchanges(const struct walk *walk, const struct card_stock *stock)
{
	struct action action = {
		.kind = ACTION_EXCHANGE,
		.side = walk->game->position.open.to_move,
	};

	if (!stock_may_exchange(stock))
		return;
	for (unsigned i = 0; i < stock->held; i++) {
		action.cards[0] = stock->hand[i];
		walk->visit(walk->context, &action);
	}
}

void game_each_action(const struct game *game, action_visitor *visit, void *context)
{
	const struct card_stock *stock = &game->sealed_cards[game->position.open.to_move];
	struct walk walk = {game, visit, context};

	if (game_is_over(game))
		return;
	visit_moves(&walk, CARD_NONE);
	for (unsigned i = 0; i < stock->held; i++) {
		if (stock->hand[i] == CARD_SWAP)
			visit_swaps(&walk);
		else if (card_is_movement(stock->hand[i]))
			visit_moves(&walk, stock->hand[i]);
	}
	visit_exchanges(&walk, stock);
}

static void note_any(void *context, const struct action *action)
{
	(void)action;
	*(bool *)context = true;
}

bool legal_any(const struct game *game)
{
	bool any = legal_count(game) > 0;

	if (!any && game->sealed_cards[game->position.open.to_move].held > 0)
		game_each_action(game, note_any, &any);
	return any;
}
