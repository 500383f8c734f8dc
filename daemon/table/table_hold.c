/*
 * One piece of the side to move is off the board and nothing else is wrong. Its player may be
 * thinking, or may have touched an enemy piece without a trace, and contacts cannot tell which. So
 * the pieces that it might attack are offered, to be picked with one touch, and nobody is called; the
 * question follows only if the piece is held for much longer than most people think. Most attacks are
 * on a piece beside, so those are offered first, and what only a scout could attack some time later:
 * a player who thinks far from any enemy is left alone.
 *
 *         lifted      off for two jogs       for FAR_US        for LONG_US     held for hold_us
 *   NONE ------> TAKEN -------------> BESIDE ----------> OFFERED ---------> LONG ---------> ASKED
 *    ^             |                    |                   |                 |               |
 *    '-------------'--------------------'-------------------'-----------------'---------------'
 *         set down, another square is wrong, the turn is over
 *
 *   event           NONE                TAKEN      BESIDE      OFFERED     LONG        ASKED
 *   a change        TAKEN, if held      NONE, if no longer held; the waiting begins again
 *   deadline        -                   BESIDE     OFFERED     LONG        ASKED       -
 *   Done            -                   ASKED      ASKED       as it is    as it is    as it is
 *   stop, turn over -                   NONE       NONE        NONE        NONE        NONE
 *
 * In LONG the piece may also have been set down unseen: the squares where it may stand are named, so that
 * it is pushed to the middle. Without an enemy in reach nothing is offered and nothing asked.
 *
 * What is offered depends on squares alone, as everything here does.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

enum {
	FAR_US = 2500000, /* most who touch from afar have done so by then */
	LONG_US = 3500000 /* most who only move a piece have set it down by then */
};

void table_hold_end(struct table *table)
{
	table->hold = (struct table_hold){.from = SQ_OFF_BOARD, .due_us = TABLE_NEVER};
}

static unsigned held(const struct table *table)
{
	struct wrong wrong = table_wrong(table);

	if (wrong.owns != 1 || wrong.others != 0 || wrong.extras != 0)
		return SQ_OFF_BOARD;
	return bits_first(wrong.own);
}

/* Antennas see a piece anywhere on their square. */
struct bits table_hold_may_stand_on(const struct table *table, unsigned from)
{
	struct bits reach =
		bits_and(table_reach_of_any(&table->open, from), public_empty(&table->open));
	struct bits beside = bits_and(reach, bits_neighbours(bits_of(from)));
	struct bits far = bits_minus(reach, beside);

	if (!(table->options.sensors & SENSOR_REED))
		return BITS_NONE;
	while (bits_any(far)) {
		unsigned sq = bits_take(&far);

		if (table->contacts[sq].edge_us > table->lifted_us[from])
			bits_add(&beside, sq);
	}
	return beside;
}

void table_hold_follow(struct table *table)
{
	unsigned from = table_is_playing(table) && table->turn.state != TURN_CORRECTING
				? held(table)
				: SQ_OFF_BOARD;

	table_hold_end(table);
	if (from == SQ_OFF_BOARD)
		return;
	table->hold.state = HOLD_TAKEN;
	table->hold.from = (uint8_t)from;
	table->hold.due_us = table->lifted_us[from] + 2 * table->options.jog_us;
}

static bool ask(struct table *table, uint64_t t_us)
{
	struct table_hold *hold = &table->hold;
	struct bits targets = table_reach_of_attack(table, hold->from);

	if (!bits_any(targets))
		return false;
	hold->state = HOLD_ASKED;
	hold->due_us = TABLE_NEVER;
	return table_read_ask(table, t_us, QUESTION_TARGET, hold->from, targets);
}

/* If the choice is in sight, Done means that none of it is: table_doubt.c offers more. */
bool table_hold_done(struct table *table, uint64_t t_us)
{
	bool hidden = table->hold.state == HOLD_TAKEN || table->hold.state == HOLD_BESIDE;

	return hidden && ask(table, t_us);
}

static uint64_t sooner(uint64_t a_us, uint64_t b_us)
{
	return a_us < b_us ? a_us : b_us;
}

void table_hold_due(struct table *table, uint64_t t_us)
{
	struct table_hold *hold = &table->hold;
	uint64_t far_us = table->lifted_us[hold->from] + FAR_US;
	uint64_t ask_us = table->change_us + table->options.hold_us;

	switch ((enum hold_state)hold->state) {
	case HOLD_TAKEN:
		hold->state = HOLD_BESIDE;
		hold->due_us = sooner(far_us, ask_us);
		break;
	case HOLD_BESIDE:
		hold->state = HOLD_OFFERED;
		hold->due_us = sooner(table->lifted_us[hold->from] + LONG_US, ask_us);
		break;
	case HOLD_OFFERED:
		hold->state = HOLD_LONG;
		hold->due_us = ask_us;
		break;
	case HOLD_LONG:
		hold->due_us = TABLE_NEVER;
		if (table->turn.refused_from == SQ_OFF_BOARD) /* it is known to be put back */
			ask(table, t_us);
		break;
	case HOLD_NONE:
	case HOLD_ASKED:
		hold->due_us = TABLE_NEVER;
		break;
	}
}

struct table_offer table_offer(const struct table *table, enum side side)
{
	const struct table_hold *hold = &table->hold;
	struct table_offer offer = {.from = SQ_OFF_BOARD};

	if (side != table->open.to_move || hold->state < HOLD_BESIDE || table->turn.halted)
		return offer;
	offer.targets = table_reach_of_attack(table, hold->from);
	if (hold->state == HOLD_BESIDE && table->card == TABLE_CARD_NONE)
		offer.targets = bits_and(offer.targets, bits_neighbours(bits_of(hold->from)));
	if (hold->state >= HOLD_LONG)
		offer.stands = table_hold_may_stand_on(table, hold->from);
	if (bits_any(bits_or(offer.targets, offer.stands)))
		offer.from = hold->from;
	return offer;
}
