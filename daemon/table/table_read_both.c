/*
 * Still boards on which a piece of the other side is off: attacked, knocked over, moved out of
 * turn, or the answer to a move that is not final yet.
 *
 * Numbers in comments are the rows of gestures.md.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

/* The piece was set down for a moment, and the enemy piece is about to take it there. Or it attacks. */
static bool ask_otherwise(struct table *table, uint64_t t_us, unsigned from, unsigned sq,
			  unsigned otherwise)
{
	if (!table_read_ask(table, t_us, QUESTION_CONFIRM_ATTACK, from, bits_of(sq)))
		return false;
	table->ask.otherwise = (uint8_t)otherwise;
	return true;
}

/* The piece stood on another square, was lifted from there, and then one that may take it there. */
static bool read_left(struct table *table, uint64_t t_us, unsigned from, unsigned lifted)
{
	if (!table_answer_had_settled(table))
		return ask_otherwise(table, t_us, from, lifted, table->turn.left_to);
	table->turn.answer_us = table->turn.left_us;
	return table_read_declare(table, t_us, table->open.to_move, from, table->turn.left_to);
}

/* where the piece may stand unseen, and the enemy piece could attack it: its contact moved between the lifts */
static struct bits glimpsed(const struct table *table, unsigned from, unsigned lifted)
{
	struct bits squares = bits_and(table_hold_may_stand_on(table, from),
				       table_reach_of_any(&table->open, lifted));
	struct bits seen = BITS_NONE;

	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);
		uint64_t edge_us = table->contacts[sq].edge_us;

		if (edge_us > table->lifted_us[from] && edge_us < table->opened_us[lifted])
			bits_add(&seen, sq);
	}
	return seen;
}

/*
 * From afar it may also be that the piece was set down unseen on the way, and that the other one answers. That is
 * asked about if a contact on the way has moved, or if this board has missed pieces before. And a piece that stands
 * unseen may have been moved already; then whoever lifted the first piece attacks.
 */
static bool is_doubtful(const struct table *table, unsigned from, unsigned lifted)
{
	struct bits unseen = bits_and(table->unseen, table->open.holds[table->open.to_move]);

	if (table_has_tags(table))
		return false;
	if (bits_any(unseen) && table->opened_us[lifted] < table->opened_us[from])
		return true;
	return !sq_touch(from, lifted) &&
	       (table->misses_pieces || bits_any(glimpsed(table, from, lifted)));
}

static bool read_lifted(struct table *table, uint64_t t_us, unsigned from, unsigned lifted)
{
	struct bits seen = glimpsed(table, from, lifted);

	if (!is_doubtful(table, from, lifted))
		return table_read_declare(table, t_us, table->open.to_move, from, lifted);
	if (!ask_otherwise(table, t_us, from, lifted,
			   bits_count(seen) == 1 ? bits_first(seen) : SQ_OFF_BOARD))
		return false;
	table->ask.hidden = true;
	return true;
}

/* One own and one enemy piece are off: 7, or with tags the attacker on the enemy's square: 8. */
bool table_read_both_off(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own), sq = bits_first(wrong->other);

	if (!bits_has(table_reach_of_attack(table, from), sq))
		return false;
	if (table_thought_explains(table, from, sq))
		return table_read_ask(table, t_us, QUESTION_CONFIRM_ATTACK, from, bits_of(sq));
	if (table_answer_left_for(table, from, sq))
		return read_left(table, t_us, from, sq);
	if (!table_answer_has_move(table) || table->turn.from != from ||
	    table->opened_us[sq] <= table->turn.complete_us)
		return read_lifted(table, t_us, from, sq);
	return ask_otherwise(table, t_us, from, sq, table->turn.to);
}

/* whether the piece could go there once the mover's move has been made */
static bool reaches_after(const struct table *table, unsigned from, unsigned to, unsigned lifted,
			  unsigned sq)
{
	struct public_position after = table->open;
	enum side side = after.to_move;

	bits_drop(&after.holds[side], from);
	bits_add(&after.holds[side], to);
	return bits_has(table_reach_of_any(&after, lifted), sq);
}

/*
 * of two filled squares, those on which the mover's piece may stand if the answer filled the other
 */
struct bits table_read_pairs(const struct table *table, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own), lifted = bits_first(wrong->other);
	struct bits mine = bits_and(wrong->extra, table_reach_of_any(&table->open, from));
	struct bits fits = BITS_NONE;

	while (bits_any(mine)) {
		unsigned to = bits_take(&mine);
		struct bits rest = wrong->extra;

		bits_drop(&rest, to);
		if (reaches_after(table, from, to, lifted, bits_first(rest)))
			bits_add(&fits, to);
	}
	return fits;
}

/*
 * One piece of each side is off and two squares are filled: the mover's action and its answer (16).
 * If the mover's piece could stand on either, it is on the one that was filled before the answer
 * was lifted, unless it was seen to go on; then ask.
 */
bool table_read_two_moves(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own), lifted = bits_first(wrong->other);
	struct bits fits = table_read_pairs(table, wrong), rest = fits, early = BITS_NONE;

	if (table_thought_read_answered(table, t_us, wrong))
		return true;
	while (bits_any(rest)) {
		unsigned sq = bits_take(&rest);

		if (table->closed_us[sq] < table->opened_us[lifted])
			bits_add(&early, sq);
	}
	if (bits_count(fits) > 1 && (table->turn.state == TURN_GONE_ON || bits_count(early) != 1))
		return table_read_ask(table, t_us, QUESTION_TARGET, from, fits);
	if (bits_count(fits) > 1)
		fits = early;
	if (!bits_any(fits))
		return false;
	table->turn.answer_us = table->opened_us[lifted];
	return table_read_declare(table, t_us, table->open.to_move, from, bits_first(fits));
}

/* whether an own piece was off and its square has been filled since, for longer than a jog */
static bool was_left(const struct table *table, unsigned sq, unsigned to, unsigned lifted)
{
	uint64_t off_us = table->lifted_us[sq], back_us = table->closed_us[sq];
	bool jog = back_us - off_us < table->options.jog_us;

	if (off_us <= table->turn.since_us || back_us <= off_us ||
	    !bits_has(table_reach_of_any(&table->open, sq), to) ||
	    !reaches_after(table, sq, to, lifted, sq))
		return false;
	return !jog || !bits_has(table_reach_of_any(&table->open, lifted), to);
}

/*
 * The square was filled too long before the piece was lifted; or the side to move has a piece that stands unseen, and
 * may have moved it.
 */
bool table_read_is_no_try(const struct table *table, unsigned lifted, unsigned to)
{
	return table->closed_us[to] + LATE_US < table->opened_us[lifted] ||
	       bits_any(bits_and(table->unseen, table->open.holds[table->open.to_move]));
}

/*
 * An enemy piece is off and a square is filled, nothing else. Either it was moved out of turn (16),
 * or the mover's piece stands there and the enemy piece on the square that the mover has left.
 */
bool table_read_other_moved(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned lifted = bits_first(wrong->other), to = bits_first(wrong->extra);
	struct bits own = bits_minus(table->open.holds[table->open.to_move], table->faulty);
	struct bits left = BITS_NONE;

	if (table_read_is_other_piece(table, lifted, to))
		return false;
	while (!table_has_tags(table) && bits_any(own)) {
		unsigned sq = bits_take(&own);

		if (was_left(table, sq, to, lifted))
			bits_add(&left, sq);
	}
	if (bits_count(left) != 1 && table_read_is_no_try(table, lifted, to))
		return false;
	if (bits_count(left) != 1)
		return table_read_declare(table, t_us, side_other(table->open.to_move), lifted, to);
	table->turn.answer_us = table->opened_us[lifted];
	return table_read_declare(table, t_us, table->open.to_move, bits_first(left), to);
}

/* whether sq is beside the way of a move, where a hand may knock a piece over */
static bool is_beside_way(unsigned from, unsigned to, unsigned sq)
{
	int step = sq_step_towards(from, to);

	for (unsigned i = 0; i <= sq_distance(from, to); i++)
		if (sq_touch((unsigned)((int)from + step * (int)i), sq))
			return true;
	return false;
}

/*
 * One piece of each side is off and one square is filled, in a move that any piece might make.
 *   - The mover had set the piece down elsewhere, the opponent lifted one, and the mover went on:
 * the still board decides, unless the opponent's piece may stand there; then ask.
 *   - The opponent lifted a piece before the move was complete and waits with it: the move stands.
 *   - But beside the way it may have been knocked over, in reach it may be under attack, and its
 * owner may have been told to put it back: then nothing is final before it is back (14).
 */
bool table_read_stands_despite_lift(const struct table *table, unsigned from, unsigned lifted,
				    unsigned to)
{
	struct bits reach = table_reach_of_any(&table->open, from);

	return bits_has(reach, to) && !bits_has(reach, lifted) &&
	       !table_thought_is_up(table, from, lifted) && !is_beside_way(from, to, lifted) &&
	       !table_guide_wants_back(table, lifted);
}

/*
 * A piece that was knocked over is set up again soon, or its owner is told to. If it stays off, its
 * owner has taken it up; and by Done the mover says that the move is all.
 */
static bool read_beside(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own), lifted = bits_first(wrong->other);
	unsigned to = bits_first(wrong->extra);
	struct bits reach = table_reach_of_any(&table->open, from);

	if (!bits_has(reach, to) || bits_has(reach, lifted) ||
	    table_thought_is_up(table, from, lifted) || table_guide_wants_back(table, lifted))
		return false;
	if (!table->done_pressed && table_read_waits(table, t_us))
		return true;
	table->turn.answer_us = table_answer_evidence_from(table, lifted, to);
	return table_read_declare(table, t_us, table->open.to_move, from, to);
}

enum {
	SLID_US =
		200000 /* as LATE_US, for a piece that an opponent may just as well lift by then */
};

/* whether a piece that `lifted` might attack, once the move is made, was touched or lifted since */
static bool has_attacked(const struct table *table, unsigned from, unsigned lifted, unsigned to)
{
	struct public_position after = table->open;
	struct bits own;

	bits_drop(&after.holds[after.to_move], from);
	bits_add(&after.holds[after.to_move], to);
	own = bits_and(after.holds[after.to_move], table_reach_of_any(&after, lifted));
	while (bits_any(own))
		if (table->opened_us[bits_take(&own)] > table->opened_us[lifted])
			return true;
	return false;
}

/*
 * Whether the move stood complete when the enemy piece was lifted. A slid piece is seen on its new square
 * before it is missed on its old one, but touches nothing afterwards.
 */
static bool was_complete(const struct table *table, unsigned from, unsigned lifted, unsigned to)
{
	const struct table_turn *turn = &table->turn;
	bool acts = has_attacked(table, from, lifted, to);

	return table_answer_has_move(table) && turn->from == from && turn->to == to &&
	       turn->complete_us + (acts ? 0 : SLID_US) < table->opened_us[lifted] &&
	       (table->opened_us[to] < turn->complete_us ||
		table->opened_us[to] > table->opened_us[lifted]);
}

/*
 * whether the square was filled when the enemy piece was up that may go there as well: then that one may have
 * been moved, in answer to a move to where the other is not seen. A step is far more likely to be the mover's,
 * unless pieces are missed on this board.
 */
bool table_read_may_have_come(const struct table *table, unsigned from, unsigned lifted,
			      unsigned to)
{
	/* a slid piece is seen on its new square before it is missed on its old one */
	uint64_t late_us = sq_touch(lifted, to) ? SLID_US : 0;

	return (!sq_touch(from, to) || table->misses_pieces) && !table_tags_show(table, from, to) &&
	       !was_complete(table, from, lifted, to) &&
	       table->opened_us[lifted] < table->closed_us[to] + late_us &&
	       bits_has(table_reach_of_any(&table->open, lifted), to) &&
	       bits_any(table_hold_may_stand_on(table, from));
}

static bool ask_where(struct table *table, uint64_t t_us, unsigned from, unsigned to)
{
	struct bits choices = table_hold_may_stand_on(table, from);

	bits_add(&choices, to);
	return table_read_ask(table, t_us, QUESTION_TARGET, from, choices);
}

bool table_read_move_and_lift(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own), lifted = bits_first(wrong->other);
	unsigned to = bits_first(wrong->extra);
	bool went_on = table_answer_has_move(table) && table->turn.from == from &&
		       table->turn.to != to && table->opened_us[lifted] > table->turn.complete_us &&
		       bits_has(table_reach_of_any(&table->open, from), to);

	if (went_on && bits_has(table_reach_of_any(&table->open, lifted), to))
		return table_read_ask(table, t_us, QUESTION_TARGET, from, bits_of(to));
	if (to == table->turn.left_to && table_answer_left_for(table, from, lifted)) {
		table->turn.answer_us = table->turn.left_us; /* it is back, or was taken there */
		return table_read_declare(table, t_us, table->open.to_move, from, to);
	}
	if (table_read_may_have_come(table, from, lifted, to))
		return ask_where(table, t_us, from, to);
	if (!went_on && !table_read_stands_despite_lift(table, from, lifted, to))
		return read_beside(table, t_us, wrong);
	table->turn.answer_us = table_answer_evidence_from(table, lifted, to);
	return table_read_declare(table, t_us, table->open.to_move, from, to);
}
