/*
 * The quick answer: a complete move is also final when the opponent's piece, lifted after it, has
 * been off for longer than a jog or has been set down elsewhere. What was done since that lift is
 * evidence for the answer.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

enum {
	/* a piece that is seen for longer has been set down, and is not held low to attack the next one */
	STANDS_US = 450000,	      /* after a step: few could attack from so far */
	STANDS_FAR_US = ONE_SECOND_US /* after a longer move */
};

bool table_answer_has_move(const struct table *table)
{
	return table->turn.state == TURN_COMPLETE || table->turn.state == TURN_GONE_ON;
}

/* squares of the other side that were lifted after the mover's piece stood complete */
static struct bits answering(const struct table *table)
{
	struct bits lifted = table_wrong(table).other, after = BITS_NONE;

	if (!table_answer_has_move(table))
		return after;
	while (bits_any(lifted)) {
		unsigned sq = bits_take(&lifted);

		if (table->opened_us[sq] > table->turn.complete_us && !bits_has(table->closed, sq))
			bits_add(&after, sq);
	}
	return after;
}

/* the position as it will be when the complete move is final */
static struct public_position after_complete(const struct table *table)
{
	struct public_position after = table->open;
	enum side side = after.to_move;

	bits_drop(&after.holds[side], table->turn.from);
	bits_add(&after.holds[side], table->turn.to);
	return after;
}

/* the lifted piece that could have been set down on sq, now that the complete move stands */
static unsigned answered_by(const struct table *table, unsigned sq)
{
	struct public_position after = after_complete(table);
	struct bits lifted = answering(table);

	while (bits_any(lifted)) {
		unsigned from = bits_take(&lifted);

		if (bits_has(table_reach_of_any(&after, from), sq))
			return from;
	}
	return SQ_OFF_BOARD;
}

/* whether the answer filled all other squares, while the piece still stood on its new one */
static bool only_answers_filled(const struct table *table)
{
	struct bits filled = table_extra(table);

	while (bits_any(filled)) {
		unsigned sq = bits_take(&filled);

		if (table->closed_us[sq] > table->opened_us[table->turn.to] ||
		    answered_by(table, sq) == SQ_OFF_BOARD)
			return false;
	}
	return true;
}

/* of these squares, those that the piece may be attacking while it is held low beside them */
static struct bits under_attack(const struct table *table, struct bits squares)
{
	struct bits beside = bits_neighbours(bits_of(table->turn.to));

	return bits_and(bits_and(squares, beside), table_reach_of_attack(table, table->turn.from));
}

/*
 * whether the piece stood on its new square for longer than any low pass takes, and left it only
 * when a piece had been lifted that can go there: then the answer has taken it. Not if it could be
 * attacking the piece that was lifted: it may have been held low over that square, and both are up (7).
 */
static bool was_taken(const struct table *table)
{
	unsigned to = table->turn.to;
	struct bits lifted = answering(table);

	uint64_t stood_us = table->opened_us[to] - table->closed_us[to];
	bool near = sq_touch(table->turn.from, to);

	if (stood_us <= LOW_PASS_US ||
	    table->contacts[to].glimpses > 1 || /* it is held at the edge of what is seen */
	    answered_by(table, to) == SQ_OFF_BOARD ||
	    ((stood_us < STANDS_US || !near) && bits_any(under_attack(table, lifted))))
		return false;
	while (bits_any(lifted))
		if (table->opened_us[bits_take(&lifted)] < table->opened_us[to])
			return true;
	return false;
}

/*
 * Whether the complete move stands at this moment: the piece is on its new square, or the answer
 * has taken it from there and no other square has been filled. Its old square may have been filled
 * only by the answer.
 */
static bool complete_stands(const struct table *table)
{
	unsigned from = table->turn.from, to = table->turn.to;
	bool landed, there = bits_has(table->closed, to);

	if (table->turn.state != TURN_COMPLETE) /* otherwise from and to name no move */
		return false;
	landed = was_taken(table);
	/* by another piece, since the one that left it stood elsewhere */
	if (bits_has(table->closed, from))
		return (there || (landed && table->closed_us[from] < table->opened_us[to])) &&
		       answered_by(table, from) != SQ_OFF_BOARD;
	return there || (landed && only_answers_filled(table));
}

static uint64_t later(uint64_t a_us, uint64_t b_us)
{
	return a_us > b_us ? a_us : b_us;
}

static bool is_stirring(const struct table *table, unsigned sq)
{
	return bits_has(bits_minus(table->unsettled, table->faulty), sq);
}

uint64_t table_answer_deadline(const struct table *table, unsigned *sq)
{
	bool near = sq_touch(table->turn.from, table->turn.to);
	uint64_t stands_us = near ? STANDS_US : STANDS_FAR_US;
	uint64_t earliest = TABLE_NEVER;
	struct bits lifted;

	/* a change of its contact has begun: nothing is final before it is over */
	if (!complete_stands(table) || is_stirring(table, table->turn.to))
		return TABLE_NEVER;
	lifted = answering(table);
	while (bits_any(lifted)) {
		unsigned i = bits_take(&lifted);
		uint64_t due = table->opened_us[i] + table->options.jog_us;

		if (table_read_may_have_come(table, table->turn.from, i, table->turn.to))
			continue; /* a still board decides */
		due = later(due, later(table->turn.began_us, table->change_us));
		/* if the square was wrong in between, counted from when it is right again */
		due = later(due, table->closed_us[table->turn.to]);
		/* a piece that may be attacking the other one may only be held above its square */
		if (bits_any(under_attack(table, bits_of(i))))
			due = later(due, table->closed_us[table->turn.to] + stands_us);
		/* a tag that came and went belongs to a piece that may still be in a hand */
		if (table->contacts[table->turn.to].glimpses > 0)
			due = later(due, table->closed_us[table->turn.to] + ONE_SECOND_US);
		if (!bits_has(table->closed, table->turn.from))
			due = later(due, table->opened_us[table->turn.from]);
		if (due >= earliest)
			continue;
		earliest = due;
		*sq = i;
	}
	return earliest;
}

/*
 * Other own pieces that are off have only been jogged, or were lifted when the move had stood for
 * a while (the opponent attacks them): the complete move is all that was done. Pieces that only tags
 * miss are left out: the answering piece keeps their squares closed.
 */
static bool only_jogs_besides(const struct table *table, uint64_t t_us)
{
	struct bits own = bits_minus(table_wrong(table).own, table->closed);

	bits_drop(&own, table->turn.from);
	while (bits_any(own)) {
		uint64_t off_us = table->opened_us[bits_take(&own)];

		if (t_us - off_us >= table->options.jog_us &&
		    off_us < table->turn.complete_us + table->options.jog_us)
			return false;
	}
	return true;
}

bool table_answer_leaves_move(const struct table *table, uint64_t t_us)
{
	return complete_stands(table) && bits_has(table->closed, table->turn.to) &&
	       !bits_any(bits_minus(table->unsettled, table->faulty)) &&
	       only_jogs_besides(table, t_us);
}

/* For a piece that was lifted before the mover's had landed: what happened until then was the
 * mover's doing. */
uint64_t table_answer_evidence_from(const struct table *table, unsigned lifted, unsigned to)
{
	bool early = !table_answer_has_move(table) ||
		     table->opened_us[lifted] <= table->turn.complete_us;

	return early ? later(table->opened_us[lifted], table->closed_us[to])
		     : table->opened_us[lifted];
}

void table_answer_makes_final(struct table *table, uint64_t t_us, unsigned lifted)
{
	/* with tags the square may have been closed all the time */
	uint64_t down_us =
		later(table->closed_us[table->turn.to], table->opened_us[table->turn.from]);
	uint64_t evidence_us = table_answer_evidence_from(table, lifted, table->turn.to);

	table_turn_event(table, TURN_FORGET);
	if (!only_jogs_besides(table, t_us))
		return;
	table->turn.answer_us = evidence_us;
	table_declare(table, t_us, table->open.to_move, table->turn.from, table->turn.to,
		      down_us > table->options.debounce_us ? down_us - table->options.debounce_us
							   : 0);
}

bool table_answer_by_word(struct table *table, uint64_t t_us)
{
	struct bits lifted = bits_minus(table_wrong(table).other, table->closed);

	if (!table_is_playing(table) || !table_answer_leaves_move(table, t_us) || !bits_any(lifted))
		return false;
	table_answer_makes_final(table, t_us, bits_first(lifted));
	return true;
}

/*
 * The piece may be sliding on to this square while a hand brushes an enemy piece: then the square
 * that closed is not an answer. That doubt applies only to the next square in line with the move,
 * and only for as long as a slide takes.
 */
static bool may_be_sliding(const struct table *table, unsigned sq)
{
	unsigned from = table->turn.from, to = table->turn.to;
	bool soon = table->closed_us[sq] < table->closed_us[to] + table->options.jog_us;
	bool in_line = sq_step_towards(from, to) == sq_step_towards(from, sq);
	bool known = table_tags_show(table, from, to) && !table_tags_show(table, from, sq);

	return soon && in_line && sq_touch(to, sq) && !known;
}

/* whether the mover's piece had landed for good when the square was filled */
static bool has_stood(const struct table *table, unsigned sq)
{
	return table->closed_us[sq] >= table->closed_us[table->turn.to] + table->options.jog_us;
}

/* a piece that the opponent had lifted before the move was complete, and that may go to sq */
static unsigned lifted_early(const struct table *table, unsigned sq)
{
	struct public_position after = after_complete(table);
	struct bits lifted = bits_minus(table_wrong(table).other, table->closed);

	while (bits_any(lifted)) {
		unsigned from = bits_take(&lifted);

		if (bits_has(table_reach_of_any(&after, from), sq) &&
		    !table_thought_is_wanted(table, from))
			return from;
	}
	return SQ_OFF_BOARD;
}

/* the opponent's piece that may stand on sq now, SQ_OFF_BOARD if none */
static unsigned set_down_by(const struct table *table, unsigned sq)
{
	struct bits lifted = answering(table);
	unsigned by = answered_by(table, sq);

	if (by == SQ_OFF_BOARD && bits_any(lifted))
		return bits_first(lifted);
	if (by == SQ_OFF_BOARD && has_stood(table, sq))
		return lifted_early(table, sq);
	return by;
}

/*
 * The opponent's piece is off one square and on another, whichever was reported first: a piece that
 * is slid may be seen on its new square before it is missed on its old one. The other square may be
 * the one that the mover has left, and it need not be one that the piece may go to.
 */
void table_answer_set_down(struct table *table, uint64_t t_us)
{
	struct bits filled = bits_minus(table->closed, public_occupied(&table->open));
	unsigned from = table->turn.from;

	if (!complete_stands(table) || !bits_has(table->closed, table->turn.to))
		return;
	if (bits_has(table->closed, from))
		bits_add(&filled, from);
	filled = bits_minus(filled, table->faulty);
	while (bits_any(filled)) {
		unsigned sq = bits_take(&filled), by;

		if (sq == table->turn.to || table->closed_us[sq] < table->turn.complete_us ||
		    may_be_sliding(table, sq))
			continue;
		by = set_down_by(table, sq);
		if (by == SQ_OFF_BOARD || table_read_is_other_piece(table, by, sq))
			continue;
		table_clearing_note_answer(table, by, sq);
		table_answer_makes_final(table, t_us, by);
		return;
	}
}

/* the mover's piece is off its new square, and now another empty square is filled */
void table_answer_note_going_on(struct table *table, unsigned sq)
{
	bool filled = bits_has(table->closed, sq) && !bits_has(public_occupied(&table->open), sq);

	if (filled && sq != table->turn.to && !bits_has(table->closed, table->turn.to))
		table_turn_event(table, TURN_WENT_ON);
}

static void remember(struct table *table, unsigned from, unsigned to, uint64_t t_us)
{
	table->turn.from = (uint8_t)from;
	table->turn.to = (uint8_t)to;
	if (to != table->turn.left_to)
		table->turn.left_to = SQ_OFF_BOARD;
	table->turn.complete_us = t_us;
	table_turn_event(table, TURN_MOVED);
}

/* when the move was complete: what happened elsewhere since then, without an answer, does not change that */
static uint64_t completed_us(const struct table *table, unsigned from, unsigned to, uint64_t t_us)
{
	const struct table_turn *turn = &table->turn;
	bool known = turn->state == TURN_COMPLETE && turn->from == from && turn->to == to;
	bool undisturbed = table->closed_us[to] <= turn->complete_us &&
			   table->opened_us[from] <= turn->complete_us;

	return known && undisturbed ? turn->complete_us : t_us;
}

/*
 * The piece leaves its new square again, before anything speaks for an answer: the hand was still on
 * it, or the opponent lifts it to take it (7).
 */
static void note_leaving(struct table *table)
{
	struct table_turn *turn = &table->turn;

	if (turn->state != TURN_COMPLETE ||
	    table->opened_us[turn->to] - table->closed_us[turn->to] < table->options.jog_us)
		return;
	turn->left_to = turn->to;
	turn->left_us = table->opened_us[turn->to];
}

/*
 * Is a move complete now? One that was complete is remembered while it stands, or while an
 * opponent's piece is off.
 */
void table_answer_follow(struct table *table, uint64_t t_us)
{
	struct wrong wrong = table_wrong(table);
	unsigned from, to;

	if (table_answer_is_near(table))
		return;
	if (wrong.owns == 1 && wrong.extras == 1) {
		from = bits_first(wrong.own);
		to = bits_first(wrong.extra);
		t_us = completed_us(table, from, to, t_us);
		table_turn_event(table, TURN_FORGET);
		if (table_reach_allows(table, from, to))
			remember(table, from, to, t_us);
	} else if (!complete_stands(table) && !bits_has(table->closed, table->turn.to)) {
		note_leaving(table);
		table_turn_event(table, TURN_FORGET);
	}
}

bool table_answer_left_for(const struct table *table, unsigned from, unsigned lifted)
{
	const struct table_turn *turn = &table->turn;
	struct public_position after = table->open;

	if (turn->left_to == SQ_OFF_BOARD || turn->from != from)
		return false;
	bits_drop(&after.holds[after.to_move], from);
	bits_add(&after.holds[after.to_move], turn->left_to);
	return table->opened_us[lifted] > table->turn.left_us &&
	       bits_has(table_reach_of_any(&after, lifted), turn->left_to);
}

/* A tag that came and went belongs to a piece that was held above the square. */
bool table_answer_had_settled(const struct table *table)
{
	const struct table_turn *turn = &table->turn;

	return turn->left_us - turn->complete_us >= table->options.settle_us &&
	       table->contacts[turn->left_to].glimpses == 0;
}

/* whether no piece of the other side was lifted before the square was filled */
static bool was_filled_first(const struct table *table, unsigned sq, struct bits lifted)
{
	while (bits_any(lifted))
		if (table->opened_us[bits_take(&lifted)] <= table->closed_us[sq])
			return false;
	return true;
}

/* of these squares, those that none of the lifted pieces can have been slid to: they are seen there first */
static struct bits not_slid_to(const struct table *table, struct bits squares, struct bits lifted)
{
	while (bits_any(lifted)) {
		unsigned from = bits_take(&lifted);
		struct bits beside = bits_and(squares, bits_neighbours(bits_of(from)));

		while (bits_any(beside)) {
			unsigned sq = bits_take(&beside);

			if (table->closed_us[sq] + LATE_US > table->opened_us[from])
				bits_drop(&squares, sq);
		}
	}
	return squares;
}

void table_answer_find_complete(struct table *table, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own), to;
	struct bits fits = bits_and(wrong->extra, table_reach_of_any(&table->open, from));
	struct bits first = BITS_NONE;

	table_turn_event(table, TURN_FORGET);
	while (bits_any(fits)) {
		unsigned sq = bits_take(&fits);

		if (was_filled_first(table, sq, wrong->other))
			bits_add(&first, sq);
	}
	if (bits_count(first) > 1)
		first = not_slid_to(table, first, wrong->other);
	if (bits_count(first) != 1)
		return;
	to = bits_first(first);
	remember(table, from, to, later(table->closed_us[to], table->opened_us[from]));
}

bool table_answer_is_near(const struct table *table)
{
	return bits_any(answering(table));
}
