/*
 * What comes to nothing: pieces lifted and put back, illegal tries that stand until the referee has
 * said so. No try is ever one that could cost the game.
 */
#include "daemon/cli/simulate/sim_act.h"
#include "daemon/cli/simulate/sim_dice.h"
#include "daemon/cli/simulate/sim_game.h"
#include "daemon/cli/simulate/sim_hands.h"
#include "daemon/cli/simulate/sim_table.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/square.h"

/* ---- lifted and put back ---- */

/* in between it may stand elsewhere, never long enough to be a move */
static void try_a_square(struct sim_table *table, unsigned sq, unsigned piece)
{
	struct bits beside = bits_and(bits_neighbours(bits_of(sq)), sim_empty(table));
	unsigned stop = sim_any_of(table, bits_minus(beside, bits_of(sq)));

	if (stop == SQ_OFF_BOARD || !sim_happens(&table->dice, SIM_ALWAYS / 4))
		return;
	sim_carry(table, sq, stop, piece);
	sim_put(table, stop, piece);
	sim_wait_ms(table, 200, 600);
	sim_lift(table, stop);
	sim_carry(table, stop, sq, piece);
	sim_note_add(table, "took-back");
}

static void lift_and_put_back(struct sim_table *table, const struct sim_turn *turn)
{
	unsigned sq = sim_any_of(table, table->holds[turn->side]), piece;
	bool long_look = sim_happens(&table->dice, SIM_ALWAYS / 20);

	if (sq == table->exchange_sq)
		return;
	table->shielded = bits_or(table->holds[side_other(turn->side)], bits_of(sq));
	piece = sim_lift(table, sq);
	if (long_look)
		sim_wait_ms(table, 10000, 60000);
	else
		sim_wait_ms(table, 200, 4000);
	if (!turn->quick)
		try_a_square(table, sq, piece);
	sim_put(table, sq, piece);
	table->now_us = sim_later(table->now_us, table->last_us);
	sim_wait_ms(table, 100, 1500);
	sim_note_add(table, "put-back");
}

/* ---- illegal tries ---- */

struct
try {
	unsigned from, to;
	const char *name;
};

static struct bits diagonals(const struct sim_table *table, unsigned sq)
{
	struct bits around = bits_minus(sim_around(table, sq), bits_neighbours(bits_of(sq)));

	return bits_and(around, sim_empty(table));
}

static struct bits two_away(const struct sim_table *table, unsigned sq)
{
	static const int steps[] = {2, -2, 2 * SQ_STRIDE, -2 * SQ_STRIDE};
	struct bits set = BITS_NONE, empty = sim_empty(table);

	for (unsigned i = 0; i < 4; i++) {
		int to = (int)sq + steps[i];

		if (to >= 0 && board_has(table->board, (unsigned)to) &&
		    bits_has(empty, (unsigned)to))
			bits_add(&set, (unsigned)to);
	}
	return set;
}

/* the pieces that can be moved, and no further than one square */
static struct bits walkers(const struct sim_table *table, enum side side)
{
	struct bits set = table->holds[side], left = set;

	while (bits_any(left)) {
		unsigned sq = bits_take(&left);
		enum piece kind = table->kind[table->at[sq]];

		if (!piece_is_movable(kind) || kind == PIECE_SCOUT)
			bits_drop(&set, sq);
	}
	return set;
}

/* with the piece that is to move, or another; SQ_OFF_BOARD as the goal if nothing comes to mind */
static struct try think_up(struct sim_table *table, const struct sim_turn *turn)
{
	unsigned way = sim_below(&table->dice, 3), own = turn->action->what.from;
	enum side side = way == 2 ? side_other(turn->side) : turn->side;
	struct bits able = walkers(table, side);
	struct try try = {.to = SQ_OFF_BOARD};

	/* the piece that was moved last may be taken back: that is not an illegal try */
	if (way == 2 && table->arrived_sq != SQ_OFF_BOARD)
		bits_drop(&able, table->arrived_sq);
	try.from = sim_any_of(table, able);
	if (way != 2 && bits_has(able, own) && sim_happens(&table->dice, SIM_ALWAYS / 2))
		try.from = own;
	if (try.from == SQ_OFF_BOARD)
		return try;
	if (way == 0) {
		try.to = sim_any_of(table, diagonals(table, try.from));
		try.name = "illegal-diagonal";
	} else if (way == 1) {
		try.to = sim_any_of(table, two_away(table, try.from));
		try.name = "illegal-far";
	} else {
		try.to = sim_any_of(table,
				    bits_and(bits_neighbours(bits_of(try.from)), sim_empty(table)));
		try.name = "illegal-turn";
	}
	return try;
}

/* The piece stands where it may not until the referee has said so. Returns which piece it is. */
static unsigned make_try(struct sim_table *table, unsigned from, unsigned to)
{
	unsigned piece;

	table->shielded = sim_occupied(table);
	piece = sim_lift(table, from);
	sim_carry(table, from, to, piece);
	sim_put(table, to, piece);
	sim_await_referee(table);
	return sim_lift(table, to);
}

/* A player who meant the coming move may put the piece there at once. */
static bool may_turn_into(const struct sim_turn *turn, const struct try *try)
{
	const struct report_view *what = &turn->action->what;

	return try->from == what->from && try->to != what->to && !what->attack &&
	       what->movement == CARD_NONE;
}

/* true if the action itself came of it */
static bool try_illegal(struct sim_table *table, const struct sim_turn *turn)
{
	struct try try = think_up(table, turn);
	unsigned piece, goal = try.from;

	if (try.to == SQ_OFF_BOARD || try.from == table->exchange_sq)
		return false;
	if (may_turn_into(turn, &try) && sim_happens(&table->dice, SIM_ALWAYS / 2))
		goal = turn->action->what.to;
	piece = make_try(table, try.from, try.to);
	sim_carry(table, try.to, goal, piece);
	sim_put(table, goal, piece);
	sim_note_add(table, try.name);
	table->now_us = sim_later(table->now_us, table->last_us);
	if (goal == try.from)
		sim_wait_ms(table, 150, 2000);
	return goal != try.from;
}

bool sim_hesitate(struct sim_table *table, const struct sim_turn *turn)
{
	bool made = false;

	if (sim_happens(&table->dice, table->noise->back))
		lift_and_put_back(table, turn);
	if (!turn->quick && sim_happens(&table->dice, table->noise->illegal))
		made = try_illegal(table, turn);
	if (made) {
		table->pending = true;
		table->arrived_sq = turn->action->what.to;
	}
	table->shielded = BITS_NONE;
	return made;
}

void sim_illegal(struct sim_table *table, const struct sim_turn *turn)
{
	const struct report_view *what = &turn->action->what;
	unsigned piece;

	sim_note_add(table, "illegal");
	if (what->kind != ACTION_MOVE || !board_has(table->board, what->from) ||
	    table->at[what->from] == SIM_NOBODY || !bits_has(sim_empty(table), what->to))
		return;
	piece = make_try(table, what->from, what->to);
	sim_carry(table, what->to, what->from, piece);
	sim_put(table, what->from, piece);
	table->shielded = BITS_NONE;
}
