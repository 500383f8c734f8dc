/*
 * Squares that may not show what is there (row 22): one that keeps the board from making sense, and
 * what a bad contact might hide when a player insists.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

enum { CONTRADICTIONS = 3 };

static struct wrong without(const struct wrong *wrong, unsigned sq)
{
	struct wrong less = *wrong;

	bits_drop(&less.own, sq);
	bits_drop(&less.other, sq);
	bits_drop(&less.extra, sq);
	less.owns = bits_count(less.own);
	less.others = bits_count(less.other);
	less.extras = bits_count(less.extra);
	return less;
}

static bool is_a_move(const struct table *table, const struct wrong *wrong)
{
	return wrong->owns == 1 && wrong->others == 0 && wrong->extras == 1 &&
	       bits_has(table_reach_of_any(&table->open, bits_first(wrong->own)),
			bits_first(wrong->extra));
}

/* the only square without which the board would be a plain move, or SQ_OFF_BOARD */
static unsigned contradicting_square(const struct table *table, const struct wrong *wrong)
{
	struct bits all = bits_or(bits_or(wrong->own, wrong->other), wrong->extra);
	unsigned found = SQ_OFF_BOARD;

	while (bits_any(all)) {
		unsigned sq = bits_take(&all);
		struct wrong less = without(wrong, sq);

		if (!is_a_move(table, &less))
			continue;
		if (found != SQ_OFF_BOARD)
			return SQ_OFF_BOARD;
		found = sq;
	}
	return found;
}

/* A square that has prevented a reading three times, and has not changed meanwhile, is faulty. */
bool table_doubt_count(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned sq = contradicting_square(table, wrong);

	if (sq == SQ_OFF_BOARD || ++table->contacts[sq].contradictions < CONTRADICTIONS)
		return false;
	table_faults_add(table, t_us, sq, FAULT_CONTRADICTS);
	return true;
}

/* replaces the open question by another; the same one stays open */
static bool ask_anew(struct table *table, uint64_t t_us, unsigned from, struct bits choices)
{
	const struct table_ask *open = &table->ask;

	if (open->question == QUESTION_TARGET && open->from == from &&
	    bits_equal(open->choices, choices))
		return true;
	table_withdraw_question(table, t_us);
	return table_read_ask(table, t_us, QUESTION_TARGET, from, choices);
}

/*
 * A dead contact hides where a piece was set down, a stuck one that a piece has left. A player who
 * insists with Done is asked for the square; the answer shows which contact is bad.
 */
bool table_doubt_insist(struct table *table, uint64_t t_us)
{
	struct wrong wrong = table_wrong(table);
	struct bits own = table->open.holds[table->open.to_move], choices = BITS_NONE;
	unsigned sq;

	if (wrong.others != 0 || wrong.owns + wrong.extras != 1)
		return false;
	if (wrong.owns == 1) {
		sq = bits_first(wrong.own);
		return ask_anew(table, t_us, sq, table_reach_of_any(&table->open, sq));
	}
	sq = bits_first(wrong.extra);
	while (bits_any(own)) {
		unsigned from = bits_take(&own);

		if (bits_has(table_reach_of_any(&table->open, from), sq))
			bits_add(&choices, from);
	}
	return bits_any(choices) && ask_anew(table, t_us, sq, choices);
}

/* ---- pieces that stand unseen ---- */

void table_doubt_believe(struct table *table, unsigned sq)
{
	if (bits_has(table->closed, sq) || bits_has(table->faulty, sq))
		return;
	bits_add(&table->unseen, sq);
	table->misses_pieces = true;
}

struct bits table_doubt_left_for(const struct table *table, unsigned sq)
{
	struct bits hidden = bits_and(bits_or(table->faulty, table->unseen),
				      table->open.holds[table->open.to_move]);
	struct bits choices = BITS_NONE;

	while (bits_any(hidden)) {
		unsigned from = bits_take(&hidden);

		if (bits_has(table_reach_of_any(&table->open, from), sq))
			bits_add(&choices, from);
	}
	return choices;
}

/* the first square filled to which a hidden piece may have gone before any of `lifted` was taken up */
static unsigned filled_unnoticed(const struct table *table, const struct wrong *wrong)
{
	struct bits filled = wrong->extra;
	unsigned found = SQ_OFF_BOARD;

	while (bits_any(filled)) {
		unsigned sq = bits_take(&filled);
		struct bits lifted = wrong->other;
		bool first = bits_any(table_doubt_left_for(table, sq));

		while (first && bits_any(lifted))
			first = table->closed_us[sq] + LATE_US <
				table->opened_us[bits_take(&lifted)];
		if (first &&
		    (found == SQ_OFF_BOARD || table->closed_us[sq] < table->closed_us[found]))
			found = sq;
	}
	return found;
}

bool table_doubt_has_moved(const struct table *table, const struct wrong *wrong)
{
	return wrong->others > 0 && filled_unnoticed(table, wrong) != SQ_OFF_BOARD;
}

bool table_doubt_ask_moved(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned sq = filled_unnoticed(table, wrong);

	return table_read_ask(table, t_us, QUESTION_TARGET, sq, table_doubt_left_for(table, sq));
}

void table_doubt_follow(struct table *table)
{
	table->unseen = bits_and(table->unseen, public_occupied(&table->open));
}

void table_doubt_guide(struct table *table, uint64_t t_us)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		table_guide_send(table, t_us, (enum side)i, GUIDE_CENTRE,
				 bits_and(table->unseen, table->open.holds[i]));
}
