/*
 * Clearing up after a battle. Its two squares, A and E, and its two pieces belong to it, in whatever
 * order people put things right: the loser may be set down on its old square for a moment, the
 * winner too, and either may be held for a while. So what is seen on those squares is no move and no
 * attack, unless
 *   - a piece that stands outside the battle was lifted first and A or E was filled after that;
 *   - or the piece that belongs on E has stood there, or is set down on another square.
 *
 * Squares alone decide here, as everywhere in this folder. Tags know better, and are believed.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

enum { PARKED_US = 10 * ONE_SECOND_US /* the loser has left the table by then */ };

static struct bits squares_of(const struct table_aftermath *aftermath)
{
	return bits_or(bits_of(aftermath->from), bits_of(aftermath->to));
}

static bool are_right(const struct table *table)
{
	struct bits wrong = bits_or(table_missing(table), table_extra(table));

	return !bits_any(bits_and(wrong, squares_of(&table->aftermath))) &&
	       !table_aftermath_exchanges(table);
}

void table_clearing_begin(struct table *table)
{
	struct table_aftermath *aftermath = &table->aftermath;
	struct bits squares = squares_of(aftermath);

	aftermath->clearing = true;
	aftermath->up = bits_minus(squares, bits_or(aftermath->emptied, table->closed));
	aftermath->low = bits_minus(table_extra(table), squares);
	if (!table_aftermath_exchanges(table))
		aftermath->stood = bits_and(bits_minus(squares, aftermath->emptied), table->closed);
}

/* whether the winner has moved to where the attacker stood: both squares belong to the game again */
static bool has_winner_gone(const struct table *table, const struct table_aftermath *before)
{
	struct bits occupied = public_occupied(&table->open);

	return bits_has(before->emptied, before->from) && bits_has(occupied, before->from) &&
	       !bits_has(occupied, before->to);
}

void table_clearing_carry_on(struct table *table, const struct table_aftermath *before)
{
	struct table_aftermath *aftermath = &table->aftermath;

	if (!before->clearing || has_winner_gone(table, before))
		return;
	*aftermath = *before;
	aftermath->exchange = EXCHANGE_NONE;
	aftermath->emptied = bits_and(before->emptied, public_empty(&table->open));
	if (are_right(table))
		*aftermath = (struct table_aftermath){.exchange = EXCHANGE_NONE};
}

void table_clearing_resume(struct table *table, const struct table_aftermath *before)
{
	if (!before->clearing)
		return;
	table->aftermath = *before;
	table->aftermath.exchange = EXCHANGE_NONE;
}

bool table_clearing_is_between(const struct table_aftermath *aftermath, unsigned from, unsigned to)
{
	return aftermath->clearing && from == aftermath->to && to == aftermath->from &&
	       bits_has(aftermath->emptied, to);
}

bool table_clearing_may_be_loser(const struct table *table, unsigned from, unsigned to)
{
	return table_clearing_is_between(&table->aftermath, from, to) &&
	       table->opened_us[from] < table->turn.began_us + CLEARED_US &&
	       !table_tags_show(table, from, to);
}

/* how long a piece must stand to be the one that belongs there, and no stop on the way */
static uint64_t enough_us(const struct table *table)
{
	/* few pieces go farther than a step: from afar it is more likely to be the loser going back */
	bool near = sq_touch(table->aftermath.from, table->aftermath.to);

	return near ? table->options.jog_us : CLEARED_US;
}

void table_clearing_follow(struct table *table, unsigned sq)
{
	struct table_aftermath *aftermath = &table->aftermath;
	bool closed = bits_has(table->closed, sq);

	bits_drop(&aftermath->low, sq);
	if (!aftermath->clearing || !bits_has(squares_of(aftermath), sq))
		return;
	if (closed && !bits_has(aftermath->emptied, sq))
		bits_add(&aftermath->stood, sq);
	if (!closed && bits_has(aftermath->stood, sq) &&
	    table->opened_us[sq] - table->closed_us[sq] >= enough_us(table))
		bits_drop(&aftermath->up, sq);
}

/*
 * The pieces that may still be in a hand. If one was up at the verdict, what came down on its square may
 * have been the other one, set down for a moment: only when it has stayed for a while has it stood there.
 */
static struct bits held_since(const struct table *table)
{
	const struct table_aftermath *aftermath = &table->aftermath;
	struct bits stood = bits_and(aftermath->stood, aftermath->up);
	struct bits held = bits_minus(squares_of(aftermath), aftermath->stood);

	while (bits_any(stood)) {
		unsigned sq = bits_take(&stood);

		if (table->opened_us[sq] - table->closed_us[sq] < enough_us(table))
			bits_add(&held, sq);
	}
	return held;
}

/* whether a piece that is off may have been set down on this square after it was lifted, or slid there */
static bool may_have_filled(const struct table *table, unsigned from, unsigned sq)
{
	return table_reach_allows(table, from, sq) &&
	       table->closed_us[sq] + table->options.jog_us > table->opened_us[from] &&
	       !table_read_is_other_piece(table, from, sq);
}

/* of the pieces, those that tags show on the square */
static struct bits seen_on(const struct table *table, struct bits pieces, unsigned sq)
{
	struct bits seen = BITS_NONE;

	while (bits_any(pieces)) {
		unsigned from = bits_take(&pieces);

		if (table_tags_show(table, from, sq))
			bits_add(&seen, from);
	}
	return seen;
}

/* whether the mover may have filled a square, one that the battle has emptied with a piece outside it */
static bool is_mover_there(const struct table *table, const struct wrong *wrong, unsigned sq)
{
	struct bits own = wrong->own;

	if (bits_has(table->aftermath.emptied, sq))
		own = bits_minus(own, bits_minus(held_since(table), seen_on(table, own, sq)));
	while (bits_any(own))
		if (may_have_filled(table, bits_take(&own), sq))
			return true;
	return false;
}

/* whether the loser may have been set down on a square that it has no business with */
static bool may_be_parked(const struct table *table, unsigned sq)
{
	return bits_has(table->aftermath.emptied, sq) ||
	       (table->closed_us[sq] > table->turn.began_us &&
		table->closed_us[sq] < table->turn.began_us + PARKED_US);
}

/* whether the piece that has stood on the square attacked may have answered a move from there */
static bool is_answer_there(const struct table *table, const struct wrong *wrong, unsigned sq)
{
	unsigned from = table->aftermath.to;

	return bits_has(wrong->other, from) && table_answer_has_move(table) &&
	       table->opened_us[from] > table->turn.complete_us && may_have_filled(table, from, sq);
}

/* whether the piece of the last move, which is off, may stand there after a second thought, unanswered */
static bool is_thought_there(const struct table *table, const struct wrong *wrong, unsigned sq)
{
	struct bits own = wrong->own;

	while (bits_any(own))
		if (table->opened_us[bits_take(&own)] < table->closed_us[sq])
			return false;
	return bits_has(wrong->other, table->thought.to) &&
	       !bits_has(table->aftermath.emptied, sq) && table_thought_may_stand(table, sq);
}

static void leave_out_losers(const struct table *table, struct wrong *wrong)
{
	struct bits filled = wrong->extra;

	while (bits_any(filled)) {
		unsigned sq = bits_take(&filled);

		if (!bits_has(table->aftermath.low, sq) &&
		    (!may_be_parked(table, sq) || is_mover_there(table, wrong, sq) ||
		     is_answer_there(table, wrong, sq) || is_thought_there(table, wrong, sq)))
			continue;
		bits_drop(&wrong->extra, sq);
		bits_add(&wrong->losers, sq);
	}
}

/*
 * whether the piece that belongs on sq was set down elsewhere, outside the battle. If it is not that
 * side's turn, it may have answered a move; otherwise the loser stands there, since the hand is full.
 */
static bool has_moved_on(const struct table *table, const struct wrong *wrong, unsigned sq)
{
	struct bits filled = bits_minus(wrong->extra, squares_of(&table->aftermath));
	bool answers = bits_any(wrong->own) && bits_count(filled) > bits_count(wrong->own);

	while (bits_any(filled)) {
		unsigned to = bits_take(&filled);

		if ((bits_has(wrong->own, sq) || answers) && may_have_filled(table, sq, to))
			return true;
		if (sq == table->aftermath.to && is_answer_there(table, wrong, to))
			return true;
	}
	return false;
}

/* pieces that have yet to be set down where they belong after the battle */
static void leave_out_held(const struct table *table, struct wrong *wrong)
{
	struct bits held = bits_minus(squares_of(&table->aftermath), table->aftermath.stood);

	if (bits_any(wrong->losers))
		held = held_since(table);
	held = bits_and(held, bits_or(wrong->own, wrong->other));
	while (bits_any(held)) {
		unsigned sq = bits_take(&held);

		if (has_moved_on(table, wrong, sq))
			continue;
		bits_drop(&wrong->own, sq);
		bits_drop(&wrong->other, sq);
	}
}

/*
 * Nothing can be read, and the mover says that this is all: then it is no loser that was set down, and what
 * is seen is an action.
 */
bool table_clearing_end_by_word(struct table *table)
{
	struct wrong wrong = table_wrong(table);

	if (!table->aftermath.clearing || !bits_any(wrong.losers) ||
	    table_aftermath_exchanges(table))
		return false;
	table->aftermath = (struct table_aftermath){.exchange = EXCHANGE_NONE};
	return true;
}

void table_clearing_note_answer(struct table *table, unsigned by, unsigned sq)
{
	if (table->aftermath.clearing && by == table->aftermath.to)
		bits_drop(&table->aftermath.emptied, sq);
}

void table_clearing_leave_out(const struct table *table, struct wrong *wrong)
{
	if (!table->aftermath.clearing)
		return;
	leave_out_losers(table, wrong);
	leave_out_held(table, wrong);
}

/* whether the mover has lifted a piece, since then, that may attack what stands on the square */
static bool is_attacked_since(const struct table *table, unsigned sq, uint64_t since_us)
{
	struct bits own = bits_and(table_missing(table), table->open.holds[table->open.to_move]);

	while (bits_any(own)) {
		unsigned from = bits_take(&own);

		if (table->opened_us[from] > since_us &&
		    bits_has(table_reach_of_attack(table, from), sq))
			return true;
	}
	return false;
}

/*
 * The loser may have been set down on the square once more before the winner takes it. What was off
 * for less than a jog was only touched: nothing has been exchanged yet. But if the mover has acted since
 * the square was filled, it opens in answer to a move, or because its piece is attacked.
 */
bool table_clearing_opens_again(const struct table *table, unsigned sq, uint64_t t_us)
{
	uint64_t filled_us = table->closed_us[sq], stood_us = t_us - filled_us;
	bool jogged = filled_us - table->aftermath.opened_us < table->options.jog_us;
	bool moved = table_answer_has_move(table);

	return (jogged || stood_us < ONE_SECOND_US) && !moved &&
	       !is_attacked_since(table, sq, filled_us);
}

bool table_clearing_is_attacked(const struct table *table, unsigned sq)
{
	return is_attacked_since(table, sq, table->opened_us[sq]);
}
