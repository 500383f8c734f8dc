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

enum {
	CLEARED_US = 4 * ONE_SECOND_US, /* the winner has stood for this long: all is cleared up */
	LATE_US = 50000 /* a slid piece is seen on its new square this long before it is missed */
};

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
	if (!table_aftermath_exchanges(table))
		aftermath->stood = bits_and(bits_minus(squares, aftermath->emptied), table->closed);
}

void table_clearing_carry_on(struct table *table, const struct table_aftermath *before)
{
	struct table_aftermath *aftermath = &table->aftermath;

	if (!before->clearing)
		return;
	*aftermath = *before;
	aftermath->exchange = EXCHANGE_NONE;
	aftermath->emptied = bits_and(before->emptied, public_empty(&table->open));
	if (are_right(table))
		*aftermath = (struct table_aftermath){.exchange = EXCHANGE_NONE};
}

void table_clearing_follow(struct table *table, unsigned sq)
{
	struct table_aftermath *aftermath = &table->aftermath;

	if (aftermath->clearing && bits_has(squares_of(aftermath), sq) &&
	    bits_has(table->closed, sq) && !bits_has(aftermath->emptied, sq))
		bits_add(&aftermath->stood, sq);
}

/* whether a piece that is off may have been set down on this square after it was lifted */
static bool may_have_filled(const struct table *table, unsigned from, unsigned sq)
{
	return table_reach_allows(table, from, sq) &&
	       table->closed_us[sq] + LATE_US > table->opened_us[from] &&
	       !table_read_is_other_piece(table, from, sq);
}

/* whether the mover may have filled a square that the battle has emptied */
static bool is_mover_there(const struct table *table, const struct wrong *wrong, unsigned sq)
{
	struct bits own = wrong->own;

	own = bits_minus(own, bits_minus(squares_of(&table->aftermath), table->aftermath.stood));
	while (bits_any(own))
		if (may_have_filled(table, bits_take(&own), sq))
			return true;
	return false;
}

static void leave_out_losers(const struct table *table, struct wrong *wrong)
{
	struct bits filled = bits_and(wrong->extra, table->aftermath.emptied);

	while (bits_any(filled)) {
		unsigned sq = bits_take(&filled);

		if (is_mover_there(table, wrong, sq))
			continue;
		bits_drop(&wrong->extra, sq);
		bits_add(&wrong->losers, sq);
	}
}

/* whether the piece that belongs on sq was set down elsewhere, outside the battle */
static bool has_moved_on(const struct table *table, const struct wrong *wrong, unsigned sq)
{
	struct bits filled = bits_minus(wrong->extra, squares_of(&table->aftermath));

	while (bits_any(filled))
		if (may_have_filled(table, sq, bits_take(&filled)))
			return true;
	return false;
}

/* pieces that have yet to be set down where they belong after the battle */
static void leave_out_held(const struct table *table, struct wrong *wrong)
{
	struct bits held = bits_minus(squares_of(&table->aftermath), table->aftermath.stood);

	held = bits_and(held, bits_or(wrong->own, wrong->other));
	while (bits_any(held)) {
		unsigned sq = bits_take(&held);

		if (has_moved_on(table, wrong, sq))
			continue;
		bits_drop(&wrong->own, sq);
		bits_drop(&wrong->other, sq);
	}
}

void table_clearing_leave_out(const struct table *table, struct wrong *wrong)
{
	if (!table->aftermath.clearing)
		return;
	leave_out_losers(table, wrong);
	leave_out_held(table, wrong);
}

/* The loser may have been set down on the square once more before the winner takes it. */
bool table_clearing_opens_again(const struct table *table, unsigned sq, uint64_t t_us)
{
	uint64_t stood_us = t_us - table->closed_us[sq];
	struct bits own = bits_and(table_missing(table), table->open.holds[table->open.to_move]);

	return stood_us <= CHATTER_US || (stood_us < CLEARED_US && !bits_any(own));
}
