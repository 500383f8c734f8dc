/*
 * Ordinary moves as sets of squares: steps, scouts' lines and attacks. Repetition and cards are not
 * looked at.
 */
#include "rules/inside.h"

#include "rules/moves.h"

/* the four ways, as shifts of a whole set */
enum way { NORTH, SOUTH, EAST, WEST, WAYS };

static inline struct bits shift(struct bits set, enum way way, unsigned squares)
{
	switch (way) {
	case NORTH:
		return bits_up(set, squares * SQ_STRIDE);
	case SOUTH:
		return bits_down(set, squares * SQ_STRIDE);
	case EAST:
		return bits_up(set, squares);
	default:
		return bits_down(set, squares);
	}
}

/*
 * The scouts together with every empty square that they pass in one direction. Doubling: after the
 * three steps of 1, 2 and 4 squares each line is up to seven squares long, after the last one
 * eight; the ninth square, where the longest line of a board ends, is the one that the caller's own
 * step adds.
 */
static inline struct bits lines(struct bits scouts, struct bits empty, enum way way)
{
	struct bits through = empty;
	struct bits set = scouts;

	set = bits_or(set, bits_and(through, shift(set, way, 1)));
	through = bits_and(through, shift(through, way, 1));
	set = bits_or(set, bits_and(through, shift(set, way, 2)));
	through = bits_and(through, shift(through, way, 2));
	set = bits_or(set, bits_and(through, shift(set, way, 4)));
	return bits_or(set, bits_and(empty, shift(set, way, 1)));
}

/* Two scouts never cover a square by the same way: the nearer one stops the other. */
static inline unsigned count_way(struct bits steppers, struct bits scouts, struct bits empty,
				 struct bits enterable, enum way way)
{
	struct bits set = bits_or(steppers, lines(scouts, empty, way));

	return bits_count(bits_and(shift(set, way, 1), enterable));
}

unsigned moves_count(const struct position *position, enum side side)
{
	struct bits own = position->open.holds[side];
	struct bits movable = bits_minus(own, position->sealed_ranks.immobile);
	struct bits scouts = bits_and(own, position->sealed_ranks.scouts);
	struct bits empty = public_empty(&position->open);
	struct bits enterable = bits_minus(boards[position->open.board].land, own);

	return count_way(movable, scouts, empty, enterable, NORTH) +
	       count_way(movable, scouts, empty, enterable, SOUTH) +
	       count_way(movable, scouts, empty, enterable, EAST) +
	       count_way(movable, scouts, empty, enterable, WEST);
}

static inline struct bits scout_reach(struct bits scout, struct bits empty)
{
	return bits_or(bits_or(shift(lines(scout, empty, NORTH), NORTH, 1),
			       shift(lines(scout, empty, SOUTH), SOUTH, 1)),
		       bits_or(shift(lines(scout, empty, EAST), EAST, 1),
			       shift(lines(scout, empty, WEST), WEST, 1)));
}

struct bits moves_reach(const struct position *position, unsigned sq)
{
	enum side side = public_side_at(&position->open, sq);
	struct bits enterable =
		bits_minus(boards[position->open.board].land, position->open.holds[side]);
	struct bits here = bits_of(sq);

	if (bits_has(position->sealed_ranks.immobile, sq))
		return BITS_NONE;
	if (bits_has(position->sealed_ranks.scouts, sq))
		return bits_and(scout_reach(here, public_empty(&position->open)), enterable);
	return bits_and(bits_neighbours(here), enterable);
}

/*
 * Only pieces beside a square that they may enter are examined: early in a game most are hemmed in.
 */
unsigned moves_list(const struct position *position, enum side side, struct move list[MOVES_MAX])
{
	struct bits own = position->open.holds[side];
	struct bits enterable = bits_minus(boards[position->open.board].land, own);
	struct bits movers = bits_and(bits_minus(own, position->sealed_ranks.immobile),
				      bits_neighbours(enterable));
	unsigned n = 0;

	while (bits_any(movers)) {
		unsigned from = bits_take(&movers);
		struct bits reach = moves_reach(position, from);

		while (bits_any(reach))
			list[n++] = (struct move){(uint8_t)from, (uint8_t)bits_take(&reach)};
	}
	return n;
}
