/*
 * The two-squares and more-squares rules: keeps the history they need and says which moves they
 * forbid. Looks at no rank.
 */
#include "rules/repetition.h"

#include <string.h>

void trail_push(struct trail *trail, struct move move)
{
	if (trail->length == 0 || trail->turns[0].to != move.from)
		trail_break(trail);
	memmove(trail->turns + 1, trail->turns, sizeof trail->turns - sizeof *trail->turns);
	trail->turns[0] = move;
	if (trail->length < TWO_SQUARES_MAX)
		trail->length++;
}

void trail_break(struct trail *trail)
{
	memset(trail, 0, sizeof *trail);
}

static bool along_row(struct move move)
{
	return sq_row(move.from) == sq_row(move.to);
}

static unsigned lower(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned higher(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

/*
 * The turns of a trail and the move join end to end, so if all go along rows, or all along columns,
 * they lie on one line, and the borders that they have in common are those between two squares of
 * that line.
 */
bool trail_forbids(const struct trail *trail, unsigned limit, struct move move)
{
	unsigned low = lower(move.from, move.to), high = higher(move.from, move.to);

	if (limit == 0 || trail->length < limit || trail->turns[0].to != move.from)
		return false;
	for (unsigned i = 0; i < limit; i++) {
		struct move turn = trail->turns[i];

		if (along_row(turn) != along_row(move))
			return false;
		low = higher(low, lower(turn.from, turn.to));
		high = lower(high, higher(turn.from, turn.to));
		if (low >= high)
			return false;
	}
	return true;
}

struct bits trail_banned(const struct trail *trail, unsigned limit, unsigned sq, struct bits reach)
{
	struct bits banned = BITS_NONE;

	if (limit == 0 || trail->length < limit || trail->turns[0].to != sq)
		return banned;
	while (bits_any(reach)) {
		unsigned to = bits_take(&reach);

		if (trail_forbids(trail, limit, (struct move){(uint8_t)sq, (uint8_t)to}))
			bits_add(&banned, to);
	}
	return banned;
}

static struct move ply_at(const struct chase *chase, uint32_t ply)
{
	return chase->ring[ply % CHASE_RING];
}

static bool threatens(const struct public_position *open, enum side side, unsigned to)
{
	return bits_any(bits_and(bits_neighbours(bits_of(to)), open->holds[side_other(side)]));
}

/*
 * A piece that leaves a square beside the one where the opponent's last move arrived was
 * threatened by that move.
 */
static bool evades(const struct chase *chase, struct move move)
{
	return !chase->run.cleared && chase->run.plies > 0 &&
	       sq_touch(ply_at(chase, chase->run.plies - 1).to, move.from);
}

static void end_run(struct chase *chase, enum side side)
{
	chase->run.running[side] = false;
	chase->run.suspended[side] = false;
	chase->run.start[side] = 0;
}

void chase_push(struct chase *chase, const struct public_position *after, enum side side,
		struct move move)
{
	enum side other = side_other(side);

	if (!evades(chase, move))
		end_run(chase, other);
	if (!threatens(after, side, move.to)) {
		end_run(chase, side);
	} else if (!chase->run.running[side]) {
		chase->run.running[side] = true;
		chase->run.start[side] = chase->run.plies;
	}
	chase->ring[chase->run.plies % CHASE_RING] = move;
	chase->run.plies++;
	chase->run.cleared = false;
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (chase->run.running[i] && chase->run.plies - chase->run.start[i] > CHASE_LIMIT)
			chase->run.suspended[i] = true;
}

void chase_clear(struct chase *chase)
{
	end_run(chase, SIDE_RED);
	end_run(chase, SIDE_BLUE);
	chase->run.cleared = true;
}

/*
 * Going back ply by ply from the position on the board. For each piece that then stood elsewhere
 * than now, now_at[] gives, by its square then, its square now; the two sums (exclusive or) over
 * all such pieces name the piece when there is only one. One move leads back to an earlier position
 * exactly if one piece is displaced and the move takes it where it stood then.
 */
struct rewind {
	uint32_t ply;
	unsigned displaced;
	unsigned then_sum, now_sum;
	uint8_t now_at[SQ_COUNT];
};

static void rewind_init(struct rewind *rewind, uint32_t ply)
{
	rewind->ply = ply;
	rewind->displaced = rewind->then_sum = rewind->now_sum = 0;
	for (unsigned i = 0; i < SQ_COUNT; i++)
		rewind->now_at[i] = (uint8_t)i;
}

static void toggle(struct rewind *rewind, unsigned then, unsigned now)
{
	rewind->then_sum ^= then;
	rewind->now_sum ^= now;
}

static void rewind_ply(struct rewind *rewind, const struct chase *chase)
{
	struct move ply = ply_at(chase, --rewind->ply);
	unsigned now = rewind->now_at[ply.to];

	if (now != ply.to) {
		toggle(rewind, ply.to, now);
		rewind->displaced--;
	}
	if (now != ply.from) {
		toggle(rewind, ply.from, now);
		rewind->displaced++;
	}
	rewind->now_at[ply.from] = (uint8_t)now;
	rewind->now_at[ply.to] =
		ply.to; /* empty: a piece that comes there further back in time comes from here */
}

/* the exception: a piece may always go straight back, until the two-squares rule forbids it */
static bool is_reverse(const struct chase *chase, struct move move)
{
	struct move previous = ply_at(chase, chase->run.plies - 2);

	return previous.from == move.to && previous.to == move.from;
}

static bool exempt(const struct chase *chase, const struct public_position *before, enum side side,
		   struct move move)
{
	return is_reverse(chase, move) || !threatens(before, side, move.to);
}

bool chase_forbids(const struct chase *chase, const struct public_position *before, enum side side,
		   struct move move)
{
	struct rewind rewind;

	if (!chase_binds(chase, side) || exempt(chase, before, side, move))
		return false;
	rewind_init(&rewind, chase->run.plies);
	while (rewind.ply > chase->run.start[side]) {
		rewind_ply(&rewind, chase);
		if (rewind.displaced == 1 && rewind.now_sum == move.from &&
		    rewind.then_sum == move.to)
			return true;
	}
	return false;
}

struct bits chase_banned(const struct chase *chase, const struct public_position *before,
			 enum side side, struct bits banned[SQ_COUNT])
{
	struct rewind rewind;
	struct bits from = BITS_NONE;

	if (!chase_binds(chase, side))
		return from;
	rewind_init(&rewind, chase->run.plies);
	while (rewind.ply > chase->run.start[side]) {
		struct move move;

		rewind_ply(&rewind, chase);
		move = (struct move){(uint8_t)rewind.now_sum, (uint8_t)rewind.then_sum};
		if (rewind.displaced != 1 || !bits_has(before->holds[side], move.from) ||
		    exempt(chase, before, side, move))
			continue;
		if (!bits_has(from, move.from))
			banned[move.from] = BITS_NONE;
		bits_add(&from, move.from);
		bits_add(&banned[move.from], move.to);
	}
	return from;
}
