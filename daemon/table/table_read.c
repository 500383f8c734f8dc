/*
 * What a still board means. Levels are the truth: the squares that are not as they should be say
 * what was done; what opened and closed again meanwhile is looked at only where they leave a
 * choice.
 *
 * Numbers in comments are the rows of gestures.md.
 */
#include "daemon/table/table_inside.h"

static const int steps[4] = {SQ_STRIDE, -SQ_STRIDE, 1, -1};

static void add_line(struct bits *reach, const struct public_position *open, unsigned sq, int step)
{
	struct bits empty = public_empty(open);
	struct bits occupied = public_occupied(open);
	int to = (int)sq + step;

	while (to >= 0 && to < SQ_COUNT && bits_has(empty, (unsigned)to)) {
		bits_add(reach, (unsigned)to);
		to += step;
	}
	if (to >= 0 && to < SQ_COUNT && bits_has(occupied, (unsigned)to))
		bits_add(reach, (unsigned)to);
}

struct bits reach_of_any(const struct public_position *open, unsigned sq)
{
	struct bits reach = BITS_NONE;

	for (unsigned i = 0; i < 4; i++)
		add_line(&reach, open, sq, steps[i]);
	return bits_minus(reach, open->holds[public_side_at(open, sq)]);
}

bool table_may_go(const struct table *table, unsigned from, unsigned to)
{
	if (table->card != TABLE_CARD_NONE)
		return bits_has(public_empty(&table->open), to);
	return bits_has(reach_of_any(&table->open, from), to);
}

static struct bits enemies(const struct table *table)
{
	return table->open.holds[side_other(table->open.to_move)];
}

/* With a movement card any enemy might be met: the rules will tell. */
static struct bits enemies_in_reach(const struct table *table, unsigned from)
{
	if (table->card != TABLE_CARD_NONE)
		return enemies(table);
	return bits_and(reach_of_any(&table->open, from), enemies(table));
}

/* ---- what is found ---- */

static bool ask(struct table *table, uint64_t t_us, enum table_question question, unsigned from,
		struct bits choices)
{
	struct finding *finding;

	if (table->held_asked)
		return false;
	table->held_asked = true;
	table->ask = (struct table_ask){
		.question = (uint8_t)question,
		.side = table->open.to_move,
		.from = (uint8_t)from,
		.choices = choices,
	};
	finding = table_find(table, t_us, FOUND_QUESTION);
	finding->side = table->open.to_move;
	finding->question = (uint8_t)question;
	finding->squares = choices;
	return true;
}

static bool is_refused(const struct table *table, unsigned from, unsigned to)
{
	return table->has_refused && table->refused_from == from && table->refused_to == to;
}

/* the last contact change of the action: a jog elsewhere later is not of it */
static uint64_t acted_us(const struct table *table, unsigned from, unsigned to)
{
	uint64_t off_us = table->opened_us[from];
	uint64_t down_us =
		bits_has(table->closed, to) ? table->closed_us[to] : table->opened_us[to];
	uint64_t last_us = off_us > down_us ? off_us : down_us;

	return last_us > table->options.debounce_us ? last_us - table->options.debounce_us : 0;
}

static bool declare(struct table *table, uint64_t t_us, enum side side, unsigned from, unsigned to)
{
	if (is_refused(table, from, to))
		return false;
	table_declare(table, t_us, side, from, to, acted_us(table, from, to));
	return true;
}

/* Faulty squares cannot show that a piece was set down there, so they are offered. */
static struct bits faulty_choices(const struct table *table, unsigned from)
{
	return bits_and(bits_and(reach_of_any(&table->open, from), public_empty(&table->open)),
			table->faulty);
}

/* One own piece is off and nothing else is wrong: 5, 6, 8, or it is just being held: 3. */
static bool read_hold(struct table *table, uint64_t t_us, unsigned from)
{
	struct bits reach = enemies_in_reach(table, from);
	struct bits touched = touched_among(table, from, reach, t_us);
	struct bits beyond = bits_minus(enemies(table), reach);
	unsigned count = bits_count(touched);
	struct bits choices;

	if (count == 1) {
		unsigned sq = bits_first(touched);

		if (touched_for_certain(table, from, sq, t_us))
			return declare(table, t_us, table->open.to_move, from, sq);
		return ask(table, t_us, QUESTION_CONFIRM_ATTACK, from, touched);
	}
	if (count > 1)
		return ask(table, t_us, QUESTION_TARGET, from, touched);
	beyond = bits_minus(beyond, table->faulty);
	while (bits_any(beyond)) {
		unsigned sq = bits_take(&beyond);

		if (touched_out_of_reach(table, from, sq, t_us))
			return declare(table, t_us, table->open.to_move, from, sq);
	}
	choices = bits_or(reach, faulty_choices(table, from));
	return bits_any(choices) && ask(table, t_us, QUESTION_TARGET, from, choices);
}

/* Everything is in place. Was a piece lifted, an enemy touched with it, and the piece put back? 26
 */
static bool read_right(struct table *table, uint64_t t_us)
{
	struct bits own = bits_minus(table->open.holds[table->open.to_move], table->faulty);

	while (bits_any(own)) {
		unsigned sq = bits_take(&own);
		uint64_t off_us = table->lifted_us[sq], back_us = table->closed_us[sq];
		struct bits touched;

		if (off_us <= table->since_us || back_us < off_us + table->options.jog_us)
			continue;
		touched = touched_among(table, sq, enemies_in_reach(table, sq), back_us);
		if (bits_count(touched) == 1)
			return ask(table, t_us, QUESTION_CONFIRM_ATTACK, sq, touched);
		if (bits_any(touched))
			return ask(table, t_us, QUESTION_TARGET, sq, touched);
	}
	return false;
}

/* One own and one enemy piece are off: 7, or with tags the attacker on the enemy's square: 8. */
static bool read_both_off(struct table *table, uint64_t t_us, unsigned from, unsigned sq)
{
	if (!bits_has(enemies_in_reach(table, from), sq))
		return false;
	if (!table->has_complete || table->complete_from != from ||
	    table->opened_us[sq] <= table->complete_us)
		return declare(table, t_us, table->open.to_move, from, sq);
	/* Or the piece was set down for a moment, and the enemy piece is about to take it there. */
	if (!ask(table, t_us, QUESTION_CONFIRM_ATTACK, from, bits_of(sq)))
		return false;
	table->ask.has_otherwise = true;
	table->ask.otherwise = table->complete_to;
	return true;
}

/* whether the piece could go there once the mover's move has been made */
static bool reaches_after(const struct table *table, unsigned from, unsigned to, unsigned lifted,
			  unsigned sq)
{
	struct public_position after = table->open;
	enum side side = after.to_move;

	bits_drop(&after.holds[side], from);
	bits_add(&after.holds[side], to);
	return bits_has(reach_of_any(&after, lifted), sq);
}

/* the squares, of two that are filled, on which the mover's piece may stand if the other is the
 * answer's */
static struct bits pairs_with_answer(const struct table *table, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own), lifted = bits_first(wrong->other);
	struct bits mine = bits_and(wrong->extra, reach_of_any(&table->open, from));
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
 * If the mover's piece could stand on either, the one that was filled before the answer was lifted
 * is its, unless it has been seen to go on; then ask.
 */
static bool read_two_moves(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned from = bits_first(wrong->own), lifted = bits_first(wrong->other);
	struct bits fits = pairs_with_answer(table, wrong), rest = fits, early = BITS_NONE;

	while (bits_any(rest)) {
		unsigned sq = bits_take(&rest);

		if (table->closed_us[sq] < table->opened_us[lifted])
			bits_add(&early, sq);
	}
	if (bits_count(fits) > 1 && (table->complete_left || bits_count(early) != 1))
		return ask(table, t_us, QUESTION_TARGET, from, fits);
	if (bits_count(fits) > 1)
		fits = early;
	if (!bits_any(fits))
		return false;
	table->answer_us = table->opened_us[lifted];
	return declare(table, t_us, table->open.to_move, from, bits_first(fits));
}

/* whether an own piece was off and its square has been filled since, longer than by a jog */
static bool was_left(const struct table *table, unsigned sq, unsigned to, unsigned lifted)
{
	uint64_t off_us = table->lifted_us[sq], back_us = table->closed_us[sq];
	bool jog = back_us - off_us < table->options.jog_us;

	if (off_us <= table->since_us || back_us <= off_us ||
	    !bits_has(reach_of_any(&table->open, sq), to) ||
	    !reaches_after(table, sq, to, lifted, sq))
		return false;
	return !jog || !bits_has(reach_of_any(&table->open, lifted), to);
}

/*
 * An enemy piece is off and a square is filled, nothing else. Either it was moved out of turn (16),
 * or the mover's piece stands there and the enemy piece on the square that the mover has left.
 */
static bool read_other_moved(struct table *table, uint64_t t_us, unsigned lifted, unsigned to)
{
	struct bits own = bits_minus(table->open.holds[table->open.to_move], table->faulty);
	struct bits left = BITS_NONE;

	while (!table_has_tags(table) && bits_any(own)) {
		unsigned sq = bits_take(&own);

		if (was_left(table, sq, to, lifted))
			bits_add(&left, sq);
	}
	if (bits_count(left) != 1)
		return declare(table, t_us, side_other(table->open.to_move), lifted, to);
	table->answer_us = table->opened_us[lifted];
	return declare(table, t_us, table->open.to_move, bits_first(left), to);
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
static bool stands_despite_lift(const struct table *table, unsigned from, unsigned lifted,
				unsigned to)
{
	struct bits reach = reach_of_any(&table->open, from);

	return bits_has(reach, to) && !bits_has(reach, lifted) &&
	       !is_beside_way(from, to, lifted) && !guide_wants_back(table, lifted);
}

static bool read_move_and_lift(struct table *table, uint64_t t_us, unsigned from, unsigned lifted,
			       unsigned to)
{
	bool went_on = table->has_complete && table->complete_from == from &&
		       table->complete_to != to && table->opened_us[lifted] > table->complete_us &&
		       bits_has(reach_of_any(&table->open, from), to);

	if (went_on && bits_has(reach_of_any(&table->open, lifted), to))
		return ask(table, t_us, QUESTION_TARGET, from, bits_of(to));
	if (!went_on && !stands_despite_lift(table, from, lifted, to))
		return false;
	table->answer_us = answer_evidence_from(table, lifted, to);
	return declare(table, t_us, table->open.to_move, from, to);
}

/* A square is filled that should be empty, and nothing is missing: a piece may have left a stuck
 * contact. */
static bool read_extra(struct table *table, uint64_t t_us, unsigned sq)
{
	struct bits stuck = bits_and(table->faulty, table->open.holds[table->open.to_move]);
	struct bits choices = BITS_NONE;

	while (bits_any(stuck)) {
		unsigned from = bits_take(&stuck);

		if (bits_has(reach_of_any(&table->open, from), sq))
			bits_add(&choices, from);
	}
	return bits_any(choices) && ask(table, t_us, QUESTION_TARGET, sq, choices);
}

/* Battle Cards: the two pieces of an announced swap are off, or stand in each other's places. */
static bool read_swap(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	struct bits rest = wrong->own;
	unsigned a = bits_take(&rest), b = bits_take(&rest);

	return declare(table, t_us, table->open.to_move, a, b);
}

/* ... or were off together and are down again: without tags nobody sees more of it. */
static bool read_swapped(struct table *table, uint64_t t_us)
{
	struct bits pair = table->swap_seen;
	unsigned a, b;

	if (table->card != TABLE_CARD_SWAP || bits_count(pair) != 2 || table_has_tags(table))
		return false;
	table->swap_seen = BITS_NONE;
	a = bits_take(&pair);
	b = bits_take(&pair);
	return declare(table, t_us, table->open.to_move, a, b);
}

/* with tags: the piece that stands there is known to be another one */
static bool is_somebody_else(const struct table *table, unsigned from, unsigned to)
{
	return table_has_tags(table) && tags_deny(table, from, to);
}

/*
 * What was filled long before the piece was lifted is somebody else's doing, unless the two make a
 * move that any piece might make: contacts may report late.
 */
static bool is_unrelated(const struct table *table, unsigned from, unsigned to)
{
	return table->closed_us[to] + table->options.jog_us < table->opened_us[from] &&
	       !bits_has(reach_of_any(&table->open, from), to);
}

static bool read_wrong(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	enum side side = table->open.to_move;
	unsigned own = wrong->owns ? bits_first(wrong->own) : SQ_OFF_BOARD;
	unsigned other = wrong->others ? bits_first(wrong->other) : SQ_OFF_BOARD;
	unsigned extra = wrong->extras ? bits_first(wrong->extra) : SQ_OFF_BOARD;
	bool tags_swap = wrong->extras == 2 && bits_equal(wrong->own, wrong->extra);

	if (wrong->owns == 2 && wrong->others == 0 && table->card == TABLE_CARD_SWAP &&
	    (wrong->extras == 0 || tags_swap))
		return read_swap(table, t_us, wrong);
	if (wrong->owns == 1 && wrong->others == 0 && wrong->extras == 0)
		return read_hold(table, t_us, own);
	if (wrong->owns == 1 && wrong->others == 0 && wrong->extras == 1)
		return !is_somebody_else(table, own, extra) && !is_unrelated(table, own, extra) &&
		       declare(table, t_us, side, own, extra); /* 1, 2, 4, 17, 18 */
	if (wrong->owns == 1 && wrong->others == 1 &&
	    (wrong->extras == 0 || (wrong->extras == 1 && extra == other)))
		return read_both_off(table, t_us, own, other);
	if (wrong->owns == 0 && wrong->others == 1 && wrong->extras == 1 && extra != other)
		return !is_somebody_else(table, other, extra) &&
		       read_other_moved(table, t_us, other, extra);
	if (wrong->owns == 1 && wrong->others == 1 && wrong->extras == 1)
		return read_move_and_lift(table, t_us, own, other, extra);
	if (wrong->owns == 1 && wrong->others == 1 && wrong->extras == 2)
		return read_two_moves(table, t_us, wrong);
	if (wrong->owns == 0 && wrong->others == 0 && wrong->extras == 1)
		return read_extra(table, t_us, extra);
	return false;
}

/* ---- squares that contradict ---- */

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
	       bits_has(reach_of_any(&table->open, bits_first(wrong->own)),
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

/* A square that has stood in the way of sense three times, and has not changed meanwhile, is
 * faulty. 22 */
static bool count_contradiction(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned sq = contradicting_square(table, wrong);

	if (sq == SQ_OFF_BOARD || ++table->contacts[sq].contradictions < CONTRADICTIONS)
		return false;
	faults_add(table, t_us, sq, FAULT_CONTRADICTS);
	return true;
}

bool table_read(struct table *table, uint64_t t_us)
{
	struct wrong wrong = table_wrong(table);

	if (!wrong.owns && !wrong.others && !wrong.extras)
		return read_swapped(table, t_us) || read_right(table, t_us);
	if (read_wrong(table, t_us, &wrong))
		return true;
	if (!count_contradiction(table, t_us, &wrong))
		return false;
	wrong = table_wrong(table);
	return read_wrong(table, t_us, &wrong);
}

bool table_is_stuck(const struct table *table)
{
	struct wrong wrong = table_wrong(table);
	bool swapping = table->card == TABLE_CARD_SWAP && wrong.owns == 2 && wrong.others == 0;

	if (!wrong.owns && !wrong.others && !wrong.extras)
		return false;
	if (table->has_refused || swapping)
		return false; /* people know already; or it is what they said they would do */
	if (wrong.owns == 1 && wrong.others == 0)
		return wrong.extras > 1 || /* 19 */
		       (wrong.extras == 1 &&
			is_unrelated(table, bits_first(wrong.own), bits_first(wrong.extra)));
	if (wrong.owns == 0 && wrong.others == 1)
		return wrong.extras != 1;
	if (wrong.owns == 1 && wrong.others == 1 && wrong.extras == 0)
		return !bits_has(enemies_in_reach(table, bits_first(wrong.own)),
				 bits_first(wrong.other));
	if (wrong.owns == 1 && wrong.others == 1 && wrong.extras == 1)
		return !answer_is_near(table) && !bits_equal(wrong.other, wrong.extra) &&
		       !stands_despite_lift(table, bits_first(wrong.own), bits_first(wrong.other),
					    bits_first(wrong.extra));
	return !(wrong.owns == 1 && wrong.others == 1 && wrong.extras == 2 &&
		 bits_any(pairs_with_answer(table, &wrong)));
}

/* another question in place of the one that is open; the same one stands */
static bool ask_anew(struct table *table, uint64_t t_us, unsigned from, struct bits choices)
{
	const struct table_ask *open = &table->ask;

	if (open->question == QUESTION_TARGET && open->from == from &&
	    bits_equal(open->choices, choices))
		return true;
	table_withdraw_question(table, t_us);
	return ask(table, t_us, QUESTION_TARGET, from, choices);
}

/*
 * A dead contact hides where a piece was set down, a stuck one that it has gone. Whoever insists
 * with Done is asked for the square; the answer says which contact is bad.
 */
bool table_insist(struct table *table, uint64_t t_us)
{
	struct wrong wrong = table_wrong(table);
	struct bits own = table->open.holds[table->open.to_move], choices = BITS_NONE;
	unsigned sq;

	if (wrong.others != 0 || wrong.owns + wrong.extras != 1)
		return false;
	if (wrong.owns == 1) {
		sq = bits_first(wrong.own);
		return ask_anew(table, t_us, sq, reach_of_any(&table->open, sq));
	}
	sq = bits_first(wrong.extra);
	while (bits_any(own)) {
		unsigned from = bits_take(&own);

		if (bits_has(reach_of_any(&table->open, from), sq))
			bits_add(&choices, from);
	}
	return bits_any(choices) && ask_anew(table, t_us, sq, choices);
}
