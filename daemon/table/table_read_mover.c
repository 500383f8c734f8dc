/*
 * Still boards on which nothing of the other side is off: a piece is held, was moved or was put
 * back.
 *
 * Numbers in comments are the rows of gestures.md.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"

/* Faulty squares cannot show that a piece was set down there, so they are offered. */
static struct bits faulty_choices(const struct table *table, unsigned from)
{
	return bits_and(
		bits_and(table_reach_of_any(&table->open, from), public_empty(&table->open)),
		table->faulty);
}

/*
 * One own piece is off and nothing else is wrong: 5, 8, or it is being held: 3. A touch without a
 * trace looks the same (6): table_hold.c offers what it may have touched.
 */
bool table_read_hold(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own);
	struct bits reach = table_reach_of_attack(table, from);
	struct bits touched = table_touch_among(table, from, reach, t_us);
	struct bits beyond = bits_minus(table_reach_enemies(table), reach);
	struct bits unseen = faulty_choices(table, from);
	unsigned count = bits_count(touched);

	if (count == 1) {
		unsigned sq = bits_first(touched);

		if (table_touch_lasts(table, from, sq) && table_read_waits(table, t_us))
			return true;
		if (table_touch_is_certain(table, from, sq, t_us))
			return table_read_declare(table, t_us, table->open.to_move, from, sq);
		return table_read_ask(table, t_us, QUESTION_CONFIRM_ATTACK, from, touched);
	}
	if (count > 1)
		return table_read_ask(table, t_us, QUESTION_TARGET, from, touched);
	beyond = bits_minus(beyond, table->faulty);
	while (bits_any(beyond)) {
		unsigned sq = bits_take(&beyond);

		if (!table_touch_is_out_of_reach(table, from, sq, t_us))
			continue;
		/* without tags its owner may have straightened it */
		return table_has_tags(table)
			       ? table_read_declare(table, t_us, table->open.to_move, from, sq)
			       : table_read_ask(table, t_us, QUESTION_CONFIRM_ATTACK, from,
						bits_of(sq));
	}
	return bits_any(unseen) &&
	       table_read_ask(table, t_us, QUESTION_TARGET, from, bits_or(reach, unseen));
}

/*
 * Battle Cards: two pieces were off together after a swap had been announced, and are down again.
 * Without tags nothing else shows that they were exchanged. 25
 */
static bool read_swapped(struct table *table, uint64_t t_us)
{
	struct bits pair = table->swap_seen;
	unsigned a, b;

	if (table->card != TABLE_CARD_SWAP || bits_count(pair) != 2 || table_has_tags(table))
		return false;
	table->swap_seen = BITS_NONE;
	a = bits_take(&pair);
	b = bits_take(&pair);
	return table_read_declare(table, t_us, table->open.to_move, a, b);
}

/* Everything is in place. Was a piece lifted, did it touch an enemy, and was it put back? 26 */
static bool read_touch_and_back(struct table *table, uint64_t t_us)
{
	struct bits own = bits_minus(table->open.holds[table->open.to_move], table->faulty);

	while (bits_any(own)) {
		unsigned sq = bits_take(&own);
		uint64_t off_us = table->lifted_us[sq], back_us = table->closed_us[sq];
		struct bits touched;

		if (off_us <= table->turn.since_us || back_us < off_us + table->options.jog_us)
			continue;
		touched = table_touch_among(table, sq, table_reach_of_attack(table, sq), back_us);
		if (bits_count(touched) == 1)
			return table_read_ask(table, t_us, QUESTION_CONFIRM_ATTACK, sq, touched);
		if (bits_any(touched))
			return table_read_ask(table, t_us, QUESTION_TARGET, sq, touched);
	}
	return false;
}

bool table_read_right(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	(void)wrong;
	return read_swapped(table, t_us) || read_touch_and_back(table, t_us);
}

/* with tags: the piece that stands there is known to be a different one */
bool table_read_is_other_piece(const struct table *table, unsigned from, unsigned to)
{
	return table_has_tags(table) && table_tags_deny(table, from, to);
}

/*
 * A square that was filled long before the piece was lifted has nothing to do with it, unless the
 * two make a move that any piece might make: contacts may report late.
 */
bool table_read_is_unrelated(const struct table *table, unsigned from, unsigned to)
{
	return table->closed_us[to] + table->options.jog_us < table->opened_us[from] &&
	       !bits_has(table_reach_of_any(&table->open, from), to);
}

bool table_read_move(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own), to = bits_first(wrong->extra);
	struct bits unseen = bits_and(table_doubt_left_for(table, to), table->unseen);

	if (table_read_is_other_piece(table, from, to) || table_read_is_unrelated(table, from, to))
		return false;
	if (!table->done_pressed && table_read_waits_for_winner(table, t_us, from, to))
		return true;
	if (!bits_any(unseen))
		return table_read_declare(table, t_us, table->open.to_move, from, to);
	bits_add(&unseen, from); /* or the one that stood unseen, and this one is in the hand */
	return table_read_ask(table, t_us, QUESTION_TARGET, to, unseen);
}

/* A square is filled that should be empty, and nothing is missing: a piece may have left a stuck
 * contact. */
bool table_read_extra(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned sq = bits_first(wrong->extra);
	struct bits choices = table_doubt_left_for(table, sq);

	return bits_any(choices) && table_read_ask(table, t_us, QUESTION_TARGET, sq, choices);
}

/* Battle Cards: the two pieces of an announced swap are off, or stand in each other's places. */
bool table_read_swap(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	struct bits rest = wrong->own;
	unsigned a = bits_take(&rest), b = bits_take(&rest);

	return table_read_declare(table, t_us, table->open.to_move, a, b);
}
