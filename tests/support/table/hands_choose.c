/* Chooses what the hands do next: an action by the rules, or a piece with an enemy in line. */
#include "tests/support/table/hands_choose.h"

const struct public_position *hands_open(const struct hands *hands)
{
	return &referee_game(&hands->referee)->position.open;
}

enum side hands_to_move(const struct hands *hands)
{
	return (enum side)hands_open(hands)->to_move;
}

struct choice {
	struct hands *hands;
	enum wish wish;
	unsigned seen;
	struct action action;
};

static bool is_wished(enum wish wish, const struct action *action)
{
	bool card = action->movement || action->attack_card || action->kind == ACTION_SWAP;

	if (action->defence || action->kind > ACTION_SWAP)
		return false;
	if (wish == WITH_CARD)
		return card;
	return !card && (wish == ANY_MOVE || action->attack == (wish == PLAIN_ATTACK));
}

static void consider(void *context, const struct action *action)
{
	struct choice *choice = context;

	if (is_wished(choice->wish, action) && hands_roll(choice->hands, ++choice->seen) == 0)
		choice->action = *action;
}

bool hands_choose(struct hands *hands, const struct game *game, enum wish wish,
		  struct action *action)
{
	struct choice choice = {.hands = hands, .wish = wish};

	if (!game_is_over(game))
		game_each_action(game, consider, &choice);
	*action = choice.action;
	return choice.seen > 0;
}

/* the enemy's pieces that this one could meet if it were a scout */
static struct bits in_line(const struct hands *hands, unsigned from)
{
	static const int steps[] = {SQ_STRIDE, -SQ_STRIDE, 1, -1};
	const struct public_position *open = hands_open(hands);
	enum side side = public_side_at(open, from);
	struct bits met = BITS_NONE;

	for (unsigned i = 0; i < 4; i++) {
		int sq = (int)from + steps[i];

		while (sq >= 0 && sq < SQ_COUNT && bits_has(public_empty(open), (unsigned)sq))
			sq += steps[i];
		if (sq >= 0 && sq < SQ_COUNT &&
		    public_side_at(open, (unsigned)sq) == side_other(side))
			bits_add(&met, (unsigned)sq);
	}
	return met;
}

struct bits hands_own_pieces(const struct hands *hands)
{
	return hands_open(hands)->holds[hands_to_move(hands)];
}

bool hands_choose_line(struct hands *hands, bool far, unsigned *from, unsigned *to)
{
	for (unsigned i = 0; i < 40; i++) {
		*from = hands_any_of(hands, hands_own_pieces(hands));
		if (*from == SQ_OFF_BOARD)
			return false;
		*to = hands_any_of(hands, in_line(hands, *from));
		if (*to != SQ_OFF_BOARD && (!far || !sq_touch(*from, *to)))
			return true;
	}
	return false;
}
