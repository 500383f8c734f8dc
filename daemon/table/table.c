/*
 * The table as a whole: which squares are wrong, deadlines, and what players say. table_turn.c
 * decides what these events do to a turn.
 */
#include "daemon/table/table.h"

#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <string.h>

void table_init(struct table *table, const struct table_options *options, enum board_id board)
{
	memset(table, 0, sizeof *table);
	table->options = *options;
	table->open.board = (uint8_t)board;
	table->settle_us = table->nudge_us = TABLE_NEVER;
	table_hold_end(table);
	table->turn.refused_from = SQ_OFF_BOARD;
	table->turn.left_to = SQ_OFF_BOARD;
	memset(table->seen, TAG_NONE, sizeof table->seen);
	table_begin_tag_report(table);
	memset(table->tag_at, TAG_NONE, sizeof table->tag_at);
	memset(table->touch_from, SQ_OFF_BOARD, sizeof table->touch_from);
	table_lines_init(table);
}

/* without tags no square is ever contradicted */
struct bits table_missing(const struct table *table)
{
	struct bits unknown = bits_or(table->faulty, table->unseen);
	struct bits occupied = bits_minus(public_occupied(&table->open), unknown);

	return bits_or(bits_minus(occupied, table->closed),
		       bits_and(occupied, table->contradicted));
}

struct bits table_extra(const struct table *table)
{
	struct bits occupied = public_occupied(&table->open);
	struct bits closed = bits_minus(table->closed, table->faulty);

	return bits_or(bits_minus(closed, occupied),
		       bits_and(bits_and(occupied, closed), table->contradicted));
}

struct table_touch table_touch(const struct table *table)
{
	struct bits occupied = public_occupied(&table->open);
	struct bits unknown = bits_or(table->faulty, table->unseen);

	return (struct table_touch){
		.up = bits_minus(bits_minus(occupied, table->closed), unknown),
		.down = bits_minus(bits_minus(table->closed, occupied), unknown)};
}

struct wrong table_wrong(const struct table *table)
{
	enum side side = table->open.to_move;
	struct bits missing = table_missing(table);
	struct wrong wrong;

	wrong.own = bits_and(missing, table->open.holds[side]);
	wrong.other = bits_and(missing, table->open.holds[side_other(side)]);
	wrong.extra = table_extra(table);
	wrong.losers = BITS_NONE;
	table_aftermath_leave_out(table, &wrong);
	table_clearing_leave_out(table, &wrong);
	wrong.owns = bits_count(wrong.own);
	wrong.others = bits_count(wrong.other);
	wrong.extras = bits_count(wrong.extra);
	return wrong;
}

void table_declare(struct table *table, uint64_t t_us, enum side side, unsigned from, unsigned to,
		   uint64_t last_change_us)
{
	struct finding *finding = table_find(table, t_us, FOUND_ACTION);

	table->done_pressed = false; /* this is what Done was waiting for */
	finding->side = (uint8_t)side;
	finding->from = (uint8_t)from;
	finding->to = (uint8_t)to;
	finding->last_change_us = last_change_us;
	finding->still_us = TABLE_NEVER;
}

/* ---- deadlines ---- */

enum deadline {
	DUE_DEBOUNCE,
	DUE_LINE,
	DUE_JOG,
	DUE_SETTLE,
	DUE_HOLD,
	DUE_NUDGE,
	DUE_TRUST,
	DUE_KINDS
};

struct due {
	uint64_t t_us;
	enum deadline kind;
	unsigned sq;
};

/* the earliest; at equal times in the order of enum deadline, then by square */
static struct due earliest(const struct table *table)
{
	unsigned debounced = 0, lifted = 0, faulty = 0;
	uint64_t times[DUE_KINDS] = {
		[DUE_DEBOUNCE] = table_contacts_deadline(table, &debounced),
		[DUE_LINE] = table_lines_deadline(table),
		[DUE_JOG] = table_answer_deadline(table, &lifted),
		[DUE_SETTLE] = table->settle_us,
		[DUE_HOLD] = table->hold.due_us,
		[DUE_NUDGE] = table->nudge_us,
		[DUE_TRUST] = table_faults_deadline(table, &faulty),
	};
	unsigned squares[DUE_KINDS] = {
		[DUE_DEBOUNCE] = debounced,
		[DUE_JOG] = lifted,
		[DUE_TRUST] = faulty,
	};
	struct due due = {TABLE_NEVER, DUE_DEBOUNCE, 0};

	for (unsigned i = 0; i < DUE_KINDS; i++)
		if (times[i] < due.t_us)
			due = (struct due){times[i], (enum deadline)i, squares[i]};
	return due;
}

uint64_t table_deadline(const struct table *table)
{
	return earliest(table).t_us;
}

uint64_t table_settled_by(const struct table *table, uint64_t t_us)
{
	struct bits unsettled = bits_minus(table->unsettled, table->faulty);

	while (bits_any(unsettled)) {
		uint64_t edge_us = table->contacts[bits_take(&unsettled)].edge_us;

		if (edge_us <= t_us && edge_us + table->options.debounce_us > t_us)
			return edge_us + table->options.debounce_us;
	}
	if (table->settle_us != TABLE_NEVER && table->settle_us > t_us &&
	    table->last_edge_us <= t_us)
		return table->settle_us;
	return t_us;
}

static void debounce(struct table *table, unsigned sq, uint64_t t_us)
{
	bool contact = bits_has(table->unsettled, sq);

	bits_drop(&table->tags_unsettled, sq);
	if (!contact) {
		table->last_edge_us = t_us - table->options.debounce_us;
		table_changed(table, sq, t_us);
		return;
	}
	table_places_note(table, sq, t_us);
	if (table_contacts_settle(table, sq, t_us)) {
		table->last_edge_us = t_us - table->options.debounce_us;
		table_changed(table, sq, t_us);
	}
	if (table->done_pressed && !bits_any(bits_minus(table->unsettled, table->faulty)))
		table_turn_still(table, t_us);
}

void table_meet_deadline(struct table *table, uint64_t not_before_us)
{
	struct due due = earliest(table);

	if (due.t_us < not_before_us)
		due.t_us = not_before_us;
	switch (due.kind) {
	case DUE_DEBOUNCE:
		debounce(table, due.sq, due.t_us);
		break;
	case DUE_LINE:
		table_lines_meet_deadline(table, due.t_us);
		break;
	case DUE_JOG:
		table_answer_makes_final(table, due.t_us, due.sq);
		break;
	case DUE_SETTLE:
		table_turn_still(table, due.t_us);
		break;
	case DUE_HOLD:
		table_hold_due(table, due.t_us);
		break;
	case DUE_NUDGE:
		table_turn_nudge(table, due.t_us);
		break;
	case DUE_TRUST:
		table_faults_review(table, due.sq, due.t_us);
		break;
	case DUE_KINDS:
		break;
	}
}

bool table_take(struct table *table, struct finding *finding)
{
	if (table->found_count == 0)
		return false;
	*finding = table->found[0];
	table->found_count--;
	memmove(table->found, table->found + 1, table->found_count * sizeof *table->found);
	memset(&table->found[table->found_count], 0, sizeof *table->found);
	return true;
}

/* ---- questions ---- */

void table_close_question(struct table *table, enum ask_state state)
{
	table->ask = (struct table_ask){.state = (uint8_t)state};
}

/* Withdraws a question that was not answered. */
void table_withdraw_question(struct table *table, uint64_t t_us)
{
	struct table_ask ask = table->ask;
	struct finding *finding;

	if (ask.state == ASK_FREE)
		return;
	table_close_question(table, ASK_FREE);
	if (ask.state != ASK_OPEN)
		return;
	finding = table_find(table, t_us, FOUND_ANSWERED);
	finding->side = ask.side;
	finding->from = ask.from;
	finding->question = ask.question;
	finding->squares = ask.choices;
}

enum table_question table_question(const struct table *table, enum side side, struct bits *squares)
{
	if (table->ask.state == ASK_OPEN && table->ask.side == side) {
		*squares = table->ask.choices;
		return (enum table_question)table->ask.question;
	}
	*squares = table->places.asked[side];
	return bits_any(*squares) ? QUESTION_CONFIRM_PLACES : QUESTION_NONE;
}

/* the pieces of the side to move that have been lifted in this turn, for longer than a jog */
static struct bits lifted_in_turn(const struct table *table)
{
	struct bits own = table->open.holds[table->open.to_move], lifted = BITS_NONE;

	while (bits_any(own)) {
		unsigned sq = bits_take(&own);
		bool off = !bits_has(table->closed, sq);

		if (table->lifted_us[sq] > table->turn.since_us &&
		    (off || table->closed_us[sq] - table->lifted_us[sq] >= table->options.jog_us))
			bits_add(&lifted, sq);
	}
	return bits_minus(lifted, table->faulty);
}

/* of the pieces, those that some piece in their place might attack sq with */
static struct bits able_to_attack(const struct table *table, struct bits pieces, unsigned sq)
{
	struct bits able = BITS_NONE;

	while (bits_any(pieces)) {
		unsigned from = bits_take(&pieces);

		if (bits_has(table_reach_of_attack(table, from), sq))
			bits_add(&able, from);
	}
	return able;
}

/*
 * the own piece that attacks sq although every piece that can be seen is in its place: it belongs on a
 * faulty square, and there is only one such that might
 */
static unsigned unread_attacker_of(const struct table *table, unsigned sq)
{
	struct bits unread = bits_and(table->faulty, table->open.holds[table->open.to_move]);
	struct bits able = able_to_attack(table, unread, sq);

	return bits_count(able) == 1 ? bits_first(able) : SQ_OFF_BOARD;
}

/*
 * A piece that is held low over its own square may be seen there, and another may not be seen, so
 * what might attack the square counts for more than what is off.
 */
unsigned table_attacker_of(const struct table *table, unsigned sq)
{
	struct wrong wrong = table_wrong(table);
	struct bits able = able_to_attack(table, lifted_in_turn(table), sq);

	if (wrong.owns == 1 && bits_has(table_reach_of_attack(table, bits_first(wrong.own)), sq))
		return bits_first(wrong.own);
	if (bits_count(able) == 1)
		return bits_first(able);
	if (wrong.owns == 0 && !bits_any(able))
		return unread_attacker_of(table, sq);
	/* the one that is off was pushed off the middle: it cannot go there whatever it is, and another can */
	if (bits_any(able_to_attack(table, table->open.holds[table->open.to_move], sq)))
		return SQ_OFF_BOARD;
	return wrong.owns == 1 && !bits_any(able) ? bits_first(wrong.own) : SQ_OFF_BOARD;
}

/* Nothing was asked: the time until the touch was the player's own. What is not in sight yet counts too. */
static bool answer_offer(struct table *table, uint64_t t_us, unsigned sq)
{
	const struct table_hold *hold = &table->hold;

	if (hold->state < HOLD_BESIDE || table->turn.halted ||
	    !bits_has(table_reach_of_attack(table, hold->from), sq))
		return false;
	table_declare(table, t_us, table->open.to_move, hold->from, sq, t_us);
	return true;
}

/*
 * The mover's piece is off if its square is read, and nothing else of the mover's; the square that
 * it went to is filled, and no other. An enemy piece may be off: it is under attack, or in the hand
 * of its thoughtful owner.
 */
enum table_heard table_hear_move(const struct table *table, unsigned from, unsigned to)
{
	struct wrong wrong = table_wrong(table);
	struct bits from_read = bits_minus(bits_of(from), table->faulty);
	struct bits to_read = bits_minus(bits_of(to), table->faulty);
	struct bits filled = bits_and(to_read, public_empty(&table->open));

	if (bits_any(from_read) && bits_any(to_read))
		return HEARD_NEEDLESS;
	return bits_equal(wrong.own, from_read) && bits_equal(wrong.extra, filled)
		       ? HEARD_FITS
		       : HEARD_CONTRADICTS;
}

/*
 * On a stuck contact the question is which piece has gone to the square that closed; that contact
 * is faulty from now on. A square that is open although a piece was set down there is not: most
 * likely the piece stands far from the middle.
 */
bool table_answer_target(struct table *table, uint64_t t_us, unsigned sq)
{
	struct table_ask ask = table->ask;
	enum side side = table->open.to_move;
	bool left_here = bits_has(table->open.holds[side], sq);
	bool set_down_here = bits_has(public_empty(&table->open), sq);

	if (ask.question == QUESTION_NONE)
		return answer_offer(table, t_us, sq);
	if (!bits_has(ask.choices, sq))
		return false;
	table_close_question(table, ASK_SPENT);
	if (left_here && bits_has(table->closed, sq))
		table_faults_add(table, t_us, sq, FAULT_CONTRADICTS);
	else if (set_down_here)
		table_doubt_believe(table, sq);
	if (left_here && bits_any(table_wrong(table).other)) /* it was answered meanwhile */
		table->turn.answer_us = table->closed_us[ask.from];
	if (left_here)
		table_declare(table, t_us, side, sq, ask.from, table->last_edge_us);
	else
		table_declare(table, t_us, side, ask.from, sq, table->last_edge_us);
	return true;
}

static bool answer_attack(struct table *table, uint64_t t_us, bool yes)
{
	struct table_ask ask = table->ask;

	table_close_question(table, ASK_SPENT);
	table->turn.since_us = t_us; /* if denied, earlier touches are not asked about again */
	if (yes) {
		table_declare(table, t_us, table->open.to_move, ask.from, bits_first(ask.choices),
			      table->last_edge_us);
	} else if (ask.otherwise == SQ_OFF_BOARD) {
		table_thought_deny_attack(table, t_us);
	} else {
		if (ask.hidden)
			table_doubt_believe(table, ask.otherwise);
		table->turn.answer_us = table->opened_us[bits_first(ask.choices)];
		table_declare(table, t_us, table->open.to_move, ask.from, ask.otherwise,
			      table->last_edge_us);
	}
	return true;
}

bool table_answer_confirm(struct table *table, uint64_t t_us, enum side side, bool yes,
			  bool *arbiter_needed)
{
	*arbiter_needed = false;
	if (side == table->open.to_move && table->ask.question == QUESTION_CONFIRM_ATTACK)
		return answer_attack(table, t_us, yes);
	if (!bits_any(table->places.asked[side]))
		return false;
	table->places.asked[side] = BITS_NONE;
	*arbiter_needed = !yes;
	return true;
}
