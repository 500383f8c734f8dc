/* Moves to an empty square, with second thoughts, knocked-over neighbours and the Done button. */
#include "daemon/cli/simulate/sim_act.h"
#include "daemon/cli/simulate/sim_dice.h"
#include "daemon/cli/simulate/sim_hands.h"
#include "daemon/cli/simulate/sim_table.h"
#include "rules/bits.h"
#include "rules/square.h"

/* The squares of an action are not jogged by chance; nor is what would make it another action. */
static struct bits shield_of_move(const struct sim_table *table, const struct sim_turn *turn)
{
	struct bits shield =
		bits_or(bits_of(turn->action->what.from), bits_of(turn->action->what.to));

	if (table->exchange_sq != SQ_OFF_BOARD)
		bits_add(&shield, table->exchange_sq);
	if (turn->quick && table->arrived_sq != SQ_OFF_BOARD)
		bits_add(&shield, table->arrived_sq);
	return shield;
}

static void shield_enemies(struct sim_table *table, const struct sim_turn *turn)
{
	table->shielded = bits_or(table->shielded, table->holds[side_other(turn->side)]);
}

/*
 * Up, through the air and down. While the piece is merely on its way, a brush against an enemy in
 * reach means nothing: it comes down before the table is still. A player who stops to think touches
 * no other piece.
 */
static void carry_over(struct sim_table *table, const struct sim_turn *turn)
{
	const struct report_view *what = &turn->action->what;
	bool holds = sim_happens(&table->dice, table->noise->hold);
	unsigned piece;

	if (holds)
		table->shielded =
			bits_or(table->shielded, sim_in_reach(table, turn->side, what->from));
	piece = sim_lift(table, what->from);
	if (holds) {
		sim_wait_ms(table, 900, 6000);
		sim_note_add(table, "hold");
	}
	sim_carry(table, what->from, what->to, piece);
	sim_put(table, what->to, piece);
	sim_note_add(table, "carry");
}

/*
 * Where a piece might first be set down instead: beside its square, or on its line. Somewhere a
 * piece can go, so that the table looks like a finished move until the hand moves on.
 */
static unsigned second_square(struct sim_table *table, const struct sim_turn *turn)
{
	unsigned from = turn->action->what.from, to = turn->action->what.to;
	struct bits beside = bits_and(bits_neighbours(bits_of(from)), sim_empty(table));
	int step = sim_clear_line(table, from, to) ? sq_step_towards(from, to) : 0;

	for (unsigned sq = from; step != 0 && sq != to; sq = (unsigned)((int)sq + step))
		bits_add(&beside, sq);
	return sim_any_of(table, bits_minus(beside, bits_or(bits_of(from), bits_of(to))));
}

/* The hand goes on before the table is still: from then on nothing may look like an answer. */
static void carry_over_twice(struct sim_table *table, const struct sim_turn *turn, unsigned stop)
{
	const struct report_view *what = &turn->action->what;
	unsigned piece;

	shield_enemies(table, turn);
	piece = sim_lift(table, what->from);
	sim_carry(table, what->from, stop, piece);
	sim_put(table, stop, piece);
	sim_wait_ms(table, 200, 600);
	piece = sim_lift(table, stop);
	sim_carry(table, stop, what->to, piece);
	sim_put(table, what->to, piece);
	sim_note_add(table, "second-thought");
}

static void slide_over(struct sim_table *table, const struct sim_turn *turn)
{
	/* an enemy jogged between two squares of the way might have been the one to leave and
	 * arrive */
	shield_enemies(table, turn);
	sim_slide(table, turn->action->what.from, turn->action->what.to);
	sim_note_add(table, "slide");
}

/*
 * A hand that withdraws (or arrives) knocks a neighbour over and sets it up again. The game does
 * not go on before that. An enemy piece falls only after the moved piece is down, or it might have
 * been the one attacked.
 */
static void knock_over(struct sim_table *table, const struct sim_turn *turn, uint64_t down_us)
{
	struct bits set = bits_and(sim_around(table, turn->action->what.to), sim_occupied(table));
	unsigned sq = sim_any_of(table, bits_minus(set, shield_of_move(table, turn)));
	uint64_t t_us = down_us + sim_between_ms(&table->dice, 40, 300);
	bool own;

	if (sq == SQ_OFF_BOARD)
		return;
	own = bits_has(table->holds[turn->side], sq);
	if (own && sim_happens(&table->dice, SIM_ALWAYS / 2))
		t_us = down_us - sim_between_ms(&table->dice, 10, 250);
	if (t_us <= table->busy_us[sq] + 30 * 1000)
		return;
	table->now_us = sim_blink(table, t_us, sq, sim_between_ms(&table->dice, 500, 4000));
	sim_note_add(table, own ? "knock-own" : "knock-enemy");
}

static void press_done(struct sim_table *table, const struct sim_turn *turn)
{
	table->now_us = sim_later(table->now_us, table->last_us);
	sim_wait_ms(table, 5, 300);
	sim_say(table, turn->side, "done", NULL);
	sim_note_add(table, "done");
}

static void straighten_after(struct sim_table *table)
{
	unsigned sq = sim_any_of(table, bits_minus(sim_occupied(table), table->shielded));

	if (sq == SQ_OFF_BOARD)
		return;
	table->now_us = sim_later(table->now_us, table->last_us);
	sim_wait_ms(table, 50, 600);
	table->now_us = sim_blink(table, table->now_us, sq,
				  sim_between_ms(&table->dice, 20, table->noise->jog_ms));
	sim_note_add(table, "straighten");
}

static void go(struct sim_table *table, const struct sim_turn *turn)
{
	const struct report_view *what = &turn->action->what;
	bool thinks_again = sim_happens(&table->dice, table->noise->second);
	unsigned stop = thinks_again ? second_square(table, turn) : SQ_OFF_BOARD;

	if (stop != SQ_OFF_BOARD)
		carry_over_twice(table, turn, stop);
	else if (sim_clear_line(table, what->from, what->to) &&
		 sim_happens(&table->dice, table->noise->slide))
		slide_over(table, turn);
	else
		carry_over(table, turn);
}

void sim_move(struct sim_table *table, const struct sim_turn *turn)
{
	bool knocks = !turn->quick && sim_happens(&table->dice, table->noise->knock);

	/* a piece that lies there is off the board: whatever is jogged now, it might have touched
	 */
	table->shielded = knocks ? sim_occupied(table) : shield_of_move(table, turn);
	go(table, turn);
	table->pending = true;
	table->arrived_sq = turn->action->what.to;
	if (knocks)
		knock_over(table, turn, table->last_us);
	else if (sim_happens(&table->dice, table->noise->done))
		press_done(table, turn);
	else if (sim_happens(&table->dice, table->noise->straighten / 4))
		straighten_after(table);
	table->shielded = BITS_NONE;
}

void sim_swap(struct sim_table *table, const struct sim_turn *turn)
{
	const struct report_view *what = &turn->action->what;
	unsigned first, second;

	table->shielded = sim_occupied(table);
	first = sim_lift(table, what->from);
	sim_wait_ms(table, 200, 700);
	second = sim_lift(table, what->to);
	sim_wait_ms(table, 200, 700);
	sim_put(table, what->to, first);
	sim_wait_ms(table, 200, 700);
	sim_put(table, what->from, second);
	sim_note_add(table, "swap");
	table->pending = true;
	table->arrived_sq = SQ_OFF_BOARD;
	table->shielded = BITS_NONE;
}
