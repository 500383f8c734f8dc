/* Lifting, carrying, setting down, waiting and speaking. What they add up to is sim_act.h's matter.
 */
#include "daemon/cli/simulate/sim_hands.h"

#include "daemon/cli/simulate/sim_dice.h"
#include "daemon/cli/simulate/sim_game.h"
#include "daemon/cli/simulate/sim_tape.h"
#include "rules/bits.h"
#include "rules/square.h"
#include "rules/text.h"

#include <string.h>

enum {
	/* between two things that happen to one square, so that they are two */
	APART_MS = 30,
	PASSES_MAX = 3,
	STRAIGHTENED_MAX = 3
};

/* ---- squares ---- */

struct bits sim_around(const struct sim_table *table, unsigned sq)
{
	const struct board *board = &boards[table->board];
	struct bits own = bits_of(sq),
		    row = bits_or(own, bits_or(bits_up(own, 1), bits_down(own, 1)));
	struct bits all = bits_or(row, bits_or(bits_up(row, SQ_STRIDE), bits_down(row, SQ_STRIDE)));

	return bits_minus(bits_and(all, bits_or(board->land, board->lakes)), own);
}

/* the first piece that is met from a square on, SQ_OFF_BOARD if water or the edge comes before */
static unsigned first_met(const struct sim_table *table, unsigned sq, int step)
{
	for (;;) {
		sq = (unsigned)((int)sq + step);
		if (!board_has(table->board, sq) || !bits_has(boards[table->board].land, sq))
			return SQ_OFF_BOARD;
		if (table->at[sq] != SIM_NOBODY)
			return sq;
	}
}

struct bits sim_in_reach(const struct sim_table *table, enum side side, unsigned sq)
{
	static const int steps[] = {1, -1, SQ_STRIDE, -SQ_STRIDE};
	struct bits enemies = table->holds[side_other(side)], reach = BITS_NONE;

	/* with cards in play a piece can get nearly anywhere */
	if (table->cards)
		return enemies;
	for (unsigned i = 0; i < 4; i++) {
		unsigned met = first_met(table, sq, steps[i]);

		if (met != SQ_OFF_BOARD && bits_has(enemies, met))
			bits_add(&reach, met);
	}
	return reach;
}

bool sim_clear_line(const struct sim_table *table, unsigned from, unsigned to)
{
	int step = sq_step_towards(from, to);
	unsigned sq = from;

	if (step != 1 && step != -1 && step != SQ_STRIDE && step != -SQ_STRIDE)
		return false;
	while (sq != to) {
		sq = (unsigned)((int)sq + step);
		if (!bits_has(sim_empty(table), sq))
			return false;
	}
	return true;
}

unsigned sim_any_of(struct sim_table *table, struct bits set)
{
	unsigned skip = bits_any(set) ? sim_below(&table->dice, bits_count(set)) : 0;

	if (!bits_any(set))
		return SQ_OFF_BOARD;
	while (skip-- > 0)
		bits_take(&set);
	return bits_first(set);
}

/* ---- hands ---- */

/* squares that have been quiet for long enough to be touched at t_us */
static struct bits quiet(const struct sim_table *table, struct bits set, uint64_t t_us)
{
	struct bits left = set;

	while (bits_any(left)) {
		unsigned sq = bits_take(&left);

		if (table->busy_us[sq] + APART_MS * 1000 > t_us)
			bits_drop(&set, sq);
	}
	return set;
}

/* a hand at work beside other pieces may jog one of them */
static void jog_near(struct sim_table *table, unsigned sq)
{
	struct bits set =
		bits_minus(bits_and(sim_around(table, sq), sim_occupied(table)), table->shielded);
	uint64_t t_us = table->now_us + sim_between_ms(&table->dice, 0, 200);
	unsigned jogged;

	if (!sim_happens(&table->dice, table->noise->jog))
		return;
	jogged = sim_any_of(table, quiet(table, set, t_us));
	if (jogged == SQ_OFF_BOARD)
		return;
	sim_blink(table, t_us, jogged, sim_between_ms(&table->dice, 20, table->noise->jog_ms));
	sim_note_add(table, "jog");
}

void sim_reach_for(struct sim_table *table, unsigned sq)
{
	table->now_us = sim_later(table->now_us, table->busy_us[sq] + APART_MS * 1000);
}

unsigned sim_lift(struct sim_table *table, unsigned sq)
{
	unsigned piece = table->at[sq];

	sim_reach_for(table, sq);
	table->now_us = sim_take(table, table->now_us, sq);
	jog_near(table, sq);
	return piece;
}

void sim_put(struct sim_table *table, unsigned sq, unsigned piece)
{
	sim_reach_for(table, sq);
	table->now_us = sim_set(table, table->now_us, sq, piece);
	jog_near(table, sq);
}

/* empty squares over which a piece may come on its way */
static struct bits way(const struct sim_table *table, unsigned from, unsigned to)
{
	struct bits squares = bits_or(sim_around(table, from), sim_around(table, to));
	int step = sq_step_towards(from, to);

	for (unsigned sq = from; step != 0 && sq != to; sq = (unsigned)((int)sq + step))
		bits_add(&squares, sq);
	return bits_minus(bits_and(squares, sim_empty(table)), bits_or(bits_of(from), bits_of(to)));
}

void sim_carry(struct sim_table *table, unsigned from, unsigned to, unsigned piece)
{
	struct bits squares = way(table, from, to);

	/* never so long that the table could be still before the piece is down */
	sim_wait_ms(table, 80, 250);
	for (unsigned i = 0; i < PASSES_MAX; i++) {
		unsigned sq = sim_any_of(table, quiet(table, squares, table->now_us));

		if (sq == SQ_OFF_BOARD || !sim_happens(&table->dice, table->noise->low_pass))
			continue;
		table->now_us =
			sim_pass(table, table->now_us, sq, piece,
				 sim_between_ms(&table->dice, 5, table->noise->low_pass_ms));
		sim_wait_ms(table, 25, 60);
	}
	sim_wait_ms(table, 30, 120);
}

/* from one square to the next: the new one may close before the old one opens, or after */
static void slide_on(struct sim_table *table, unsigned sq, unsigned next)
{
	bool overlaps = sim_happens(&table->dice, SIM_ALWAYS / 2);
	uint64_t gap_us = sim_between_ms(&table->dice, 2, 120);
	uint64_t first_us = table->now_us, second_us = first_us + gap_us;
	unsigned piece = table->at[sq];
	uint64_t opened_us = sim_take(table, overlaps ? second_us : first_us, sq);
	uint64_t closed_us = sim_set(table, overlaps ? first_us : second_us, next, piece);

	table->now_us = sim_later(opened_us, closed_us);
}

void sim_slide(struct sim_table *table, unsigned from, unsigned to)
{
	int step = sq_step_towards(from, to);

	sim_reach_for(table, from);
	for (unsigned sq = from; sq != to; sq = (unsigned)((int)sq + step)) {
		if (sq != from)
			sim_wait_ms(table, 40, 250);
		slide_on(table, sq, (unsigned)((int)sq + step));
	}
	jog_near(table, to);
}

/* off its square for a moment, or held in the hand for a while */
static void straighten(struct sim_table *table, unsigned sq)
{
	bool held = sim_happens(&table->dice, table->noise->fidget);
	uint64_t for_us = held ? sim_between_ms(&table->dice, 450, 2000)
			       : sim_between_ms(&table->dice, 20, table->noise->jog_ms);

	sim_reach_for(table, sq);
	table->now_us = sim_blink(table, table->now_us, sq, for_us);
}

/* ---- time ---- */

void sim_wait_ms(struct sim_table *table, unsigned least_ms, unsigned most_ms)
{
	table->now_us += sim_between_ms(&table->dice, least_ms, most_ms);
}

/* an idle hand sets a piece straight */
static void straighten_some(struct sim_table *table, struct bits set)
{
	for (unsigned i = 0; i < STRAIGHTENED_MAX; i++) {
		unsigned sq = sim_any_of(table, set);

		if (sq == SQ_OFF_BOARD || !sim_happens(&table->dice, table->noise->straighten))
			return;
		straighten(table, sq);
		sim_wait_ms(table, 50, 600);
	}
}

static void misread_some(struct sim_table *table, struct bits set)
{
	unsigned sq = sim_any_of(table, set), beside;

	if (sq == SQ_OFF_BOARD || !(table->sensors & SIM_RFID))
		return;
	sim_reach_for(table, sq);
	if (sim_happens(&table->dice, table->noise->miss))
		table->now_us =
			sim_miss(table, table->now_us, sq, sim_between_ms(&table->dice, 30, 300));
	beside = sim_any_of(table, bits_minus(sim_around(table, sq), boards[table->board].lakes));
	sim_reach_for(table, beside);
	if (sim_happens(&table->dice, table->noise->ghost))
		table->now_us = sim_ghost(table, table->now_us, sq, beside,
					  sim_between_ms(&table->dice, 30, 150));
}

/* a waiting player may straighten another piece, which takes a moment only */
static void straighten_meanwhile(struct sim_table *table)
{
	struct bits set = bits_minus(sim_occupied(table), table->shielded);
	uint64_t t_us = table->now_us + sim_between_ms(&table->dice, 50, 700);
	unsigned sq = sim_any_of(table, quiet(table, set, t_us));

	if (sq != SQ_OFF_BOARD)
		sim_blink(table, t_us, sq, sim_between_ms(&table->dice, 20, table->noise->jog_ms));
}

void sim_await_referee(struct sim_table *table)
{
	if (sim_happens(&table->dice, table->noise->straighten / 4))
		straighten_meanwhile(table);
	table->now_us = sim_later(table->now_us, table->last_us + SIM_STILL_MS * 1000);
	sim_wait_ms(table, SIM_REACTION_MS, 1500);
}

void sim_think(struct sim_table *table)
{
	unsigned mood = sim_below(&table->dice, 10);

	if (table->pending) {
		table->now_us = sim_later(table->now_us, table->last_us + SIM_STILL_MS * 1000);
		sim_wait_ms(table, 20, 400);
		/* once another action has been called, an unseen exchange is over */
		table->exchange_sq = SQ_OFF_BOARD;
	}
	table->pending = false;
	sim_wait_ms(table, 50, 300);
	straighten_some(table, sim_occupied(table));
	misread_some(table, sim_occupied(table));
	table->now_us = sim_later(table->now_us, table->last_us);
	if (mood == 0)
		sim_wait_ms(table, 6000, 20000);
	else if (mood < 4)
		sim_wait_ms(table, 2000, 6000);
	else
		sim_wait_ms(table, 300, 2000);
}

/* ---- words ---- */

void sim_say(struct sim_table *table, enum side side, const char *word, const char *argument)
{
	char text[SIM_NOTE_SIZE];
	struct out out = out_init(text, sizeof text);

	out_string(&out, side_name(side));
	out_char(&out, ' ');
	out_string(&out, word);
	if (argument)
		out_char(&out, ' ');
	if (argument)
		out_string(&out, argument);
	sim_tape_text(&table->tape, table->now_us, sim_tape_reserve(&table->tape), SIM_SAY, text);
}

void sim_say_sq(struct sim_table *table, enum side side, const char *word, unsigned sq)
{
	char name[SQ_NAME_SIZE];

	sq_format(sq, name);
	sim_say(table, side, word, name);
}

void sim_note_begin(struct sim_table *table, const char *text)
{
	struct out out = out_init(table->note, sizeof table->note);

	out_string(&out, text);
	table->note_us = table->now_us;
	table->note_order = sim_tape_reserve(&table->tape);
}

/* Each word once: what happened is the question, not how often. */
void sim_note_add(struct sim_table *table, const char *word)
{
	size_t length = strlen(table->note), more = strlen(word);

	if (length == 0 || length + more + 2 > sizeof table->note || strstr(table->note, word))
		return;
	table->note[length] = ' ';
	memcpy(table->note + length + 1, word, more + 1);
}

void sim_note_end(struct sim_table *table)
{
	sim_tape_text(&table->tape, table->note_us, table->note_order, SIM_NOTE, table->note);
	table->note[0] = '\0';
}
