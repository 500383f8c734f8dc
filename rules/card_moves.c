/*
 * The squares to which each movement card takes a piece. Whether the card is held is checked in
 * check.c.
 */
#include "rules/inside.h"

static const int straight_steps[4] = {SQ_STRIDE, -SQ_STRIDE, 1, -1};
static const int diagonal_steps[4] = {SQ_STRIDE + 1, SQ_STRIDE - 1, -SQ_STRIDE + 1, -SQ_STRIDE - 1};

/* the terrain of the walks below: off the board there is neither land nor lake */
struct ground {
	struct bits land, lakes, empty, own;
};

static struct ground ground_of(const struct game *game)
{
	const struct public_position *open = &game->position.open;

	return (struct ground){
		.land = boards[open->board].land,
		.lakes = boards[open->board].lakes,
		.empty = public_empty(open),
		.own = open->holds[open->to_move],
	};
}

static bool in(struct bits set, int sq)
{
	return sq >= 0 && sq < SQ_COUNT && bits_has(set, (unsigned)sq);
}

static void add_if_enterable(struct bits *reach, const struct ground *ground, int sq)
{
	if (in(ground->land, sq) && !in(ground->own, sq))
		bits_add(reach, (unsigned)sq);
}

static void add_boat(struct bits *reach, const struct ground *ground, int sq, int step)
{
	int to = sq + step;

	while (in(ground->lakes, to))
		to += step;
	if (to != sq + step)
		add_if_enterable(reach, ground, to);
}

static void add_jump(struct bits *reach, const struct ground *ground, int sq, int step)
{
	int over = sq + step;

	if (in(ground->land, over) && !in(ground->empty, over))
		add_if_enterable(reach, ground, over + step);
}

static void add_charge(struct bits *reach, const struct ground *ground, int sq, int step,
		       int length)
{
	for (int i = 1; i < length; i++)
		if (!in(ground->empty, sq + step * i))
			return;
	add_if_enterable(reach, ground, sq + step * length);
}

static void add_feint(struct bits *reach, const struct ground *ground, int sq, int step, bool far)
{
	int to = sq + step;

	add_if_enterable(reach, ground, to);
	while (far && in(ground->empty, to)) {
		to += step;
		add_if_enterable(reach, ground, to);
	}
}

struct bits card_reach(const struct game *game, enum card card, unsigned sq)
{
	enum piece piece = position_piece(&game->position, sq);
	struct ground ground = ground_of(game);
	struct bits reach = BITS_NONE;

	if (!piece_is_movable(piece))
		return reach;
	for (unsigned i = 0; i < 4; i++) {
		int step = straight_steps[i];

		if (card == CARD_BOAT)
			add_boat(&reach, &ground, (int)sq, step);
		if (card == CARD_JUMP)
			add_jump(&reach, &ground, (int)sq, step);
		if (card == CARD_CHARGE_2 || card == CARD_CHARGE_3)
			add_charge(&reach, &ground, (int)sq, step, card == CARD_CHARGE_2 ? 2 : 3);
		if (card == CARD_FEINT)
			add_feint(&reach, &ground, (int)sq, diagonal_steps[i],
				  piece == PIECE_SCOUT);
	}
	return reach;
}

struct bits card_swaps(const struct game *game, unsigned sq)
{
	struct bits movable = bits_minus(game->position.open.holds[game->position.open.to_move],
					 game->position.sealed_ranks.immobile);
	struct bits partners = BITS_NONE;

	if (!bits_has(movable, sq))
		return partners;
	bits_drop(&movable, sq);
	while (bits_any(movable)) {
		unsigned other = bits_take(&movable);

		if (sq_row(other) == sq_row(sq) || sq_column(other) == sq_column(sq))
			bits_add(&partners, other);
	}
	return partners;
}
