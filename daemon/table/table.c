/*
 * The course of a turn at the table: changes, timers, and the quick answer. What a still board
 * means is table_read.c's matter, what must be put right table_guide.c's.
 */
#include "daemon/table/table_inside.h"

#include <string.h>

void table_init(struct table *table, const struct table_options *options, enum board_id board)
{
	memset(table, 0, sizeof *table);
	table->options = *options;
	table->open.board = (uint8_t)board;
	table->settle_us = table->nudge_us = TABLE_NEVER;
	table->exchange = table->exchanged = SQ_OFF_BOARD;
	memset(table->seen, TAG_NONE, sizeof table->seen);
	table_forget_told(table);
	memset(table->tag_at, TAG_NONE, sizeof table->tag_at);
	memset(table->touch_from, SQ_OFF_BOARD, sizeof table->touch_from);
}

/* without tags nothing is ever contradicted */
struct bits table_missing(const struct table *table)
{
	struct bits occupied = bits_minus(public_occupied(&table->open), table->faulty);

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

/*
 * The piece that is to stand on the square of a won battle has been taken on from there: more
 * squares are filled than the mover has pieces off, and it could have gone to one of them. Then it
 * is no exchange any more.
 */
static bool moves_on(const struct table *table, const struct wrong *wrong)
{
	struct bits filled = wrong->extra;
	bool reached = false;

	if (!bits_has(wrong->other, table->exchange) ||
	    bits_count(filled) <= bits_count(wrong->own))
		return false;
	filled = bits_and(filled, reach_of_any(&table->open, table->exchange));
	while (bits_any(filled))
		reached |= table->closed_us[bits_take(&filled)] > table->opened_us[table->exchange];
	return reached;
}

struct wrong table_wrong(const struct table *table)
{
	enum side side = table->open.to_move;
	struct bits missing = table_missing(table);
	struct wrong wrong;

	wrong.own = bits_and(missing, table->open.holds[side]);
	wrong.other = bits_and(missing, table->open.holds[side_other(side)]);
	wrong.extra = table_extra(table);
	if (table->exchange != SQ_OFF_BOARD && !moves_on(table, &wrong)) {
		bits_drop(&wrong.other, table->exchange); /* pieces are being changed there */
		bits_drop(&wrong.extra, table->exchange);
	}
	wrong.owns = bits_count(wrong.own);
	wrong.others = bits_count(wrong.other);
	wrong.extras = bits_count(wrong.extra);
	return wrong;
}

static bool is_right(const struct table *table)
{
	return !bits_any(table_missing(table)) && !bits_any(table_extra(table)) &&
	       table->exchange == SQ_OFF_BOARD;
}

void table_declare(struct table *table, uint64_t t_us, enum side side, unsigned from, unsigned to,
		   uint64_t last_change_us)
{
	struct finding *finding = table_find(table, t_us, FOUND_ACTION);

	finding->side = (uint8_t)side;
	finding->from = (uint8_t)from;
	finding->to = (uint8_t)to;
	finding->last_change_us = last_change_us;
}

/* ---- changes ---- */

static void follow_exchange(struct table *table, unsigned sq, uint64_t t_us)
{
	if (table->exchange == SQ_OFF_BOARD && sq == table->exchanged &&
	    t_us - table->closed_us[sq] <= CHATTER_US && !bits_has(table->closed, sq))
		table->exchange = (uint8_t)sq; /* that was chatter: it is still going on */
	if (sq != table->exchange)
		return;
	if (!bits_has(table->closed, sq)) {
		table->exchange_opened = true;
		table->exchange_touch_us = t_us;
	} else if (table->exchange_opened && !tags_contradict(table, sq)) {
		table->exchange = SQ_OFF_BOARD;
		table->exchanged = (uint8_t)sq;
	}
}

/* A question that goes otherwise than by its answer is taken back. */
void table_withdraw_question(struct table *table, uint64_t t_us)
{
	struct finding *finding;

	table->held_asked = false;
	if (table->ask.question == QUESTION_NONE)
		return;
	finding = table_find(table, t_us, FOUND_ANSWERED);
	finding->side = table->ask.side;
	finding->question = table->ask.question;
	finding->squares = table->ask.choices;
	memset(&table->ask, 0, sizeof table->ask);
}

static void follow_swap(struct table *table)
{
	struct wrong wrong = table_wrong(table);

	if (table->card == TABLE_CARD_SWAP && wrong.owns == 2 && wrong.others == 0)
		table->swap_seen = wrong.own;
}

static void follow_stuck(struct table *table, uint64_t t_us)
{
	if (!table_is_stuck(table))
		table->nudge_us = TABLE_NEVER;
	else if (table->nudge_us == TABLE_NEVER)
		table->nudge_us = t_us + table->options.nudge_us;
}

static void come_right(struct table *table, uint64_t t_us)
{
	bool corrected = table->correcting;

	table->has_refused = false;
	table->swapping = BITS_NONE;
	if (table->guiding)
		table_find(table, t_us, FOUND_RIGHT);
	guide_end(table);
	if (!corrected)
		return;
	table->since_us = t_us;			      /* a mishap is no evidence */
	memset(table->mixed, 0, sizeof table->mixed); /* it is asked about as a whole */
	table_find(table, t_us, FOUND_CORRECTED);
}

void table_changed(struct table *table, unsigned sq, uint64_t t_us)
{
	table->change_us = t_us;
	table->settle_us = t_us + table->options.settle_us;
	table_find(table, t_us, FOUND_CHANGE);
	if (!table->playing)
		return;
	table_withdraw_question(table, t_us);
	follow_swap(table);
	follow_exchange(table, sq, t_us);
	if (is_right(table))
		come_right(table, t_us);
	if (table->correcting) {
		guide_follow(table, t_us);
		return;
	}
	answer_note_going_on(table, sq);
	answer_set_down(table, t_us);
	answer_follow(table, t_us);
	places_ask(table, t_us);
	follow_stuck(table, t_us);
}

/* ---- deadlines ---- */

enum deadline { DUE_DEBOUNCE, DUE_JOG, DUE_SETTLE, DUE_NUDGE, DUE_TRUST, DUE_KINDS };

struct due {
	uint64_t t_us;
	enum deadline kind;
	unsigned sq;
};

/* the earliest; at the same time in the order of enum deadline, then by square */
static struct due earliest(const struct table *table)
{
	unsigned debounced = 0, lifted = 0, faulty = 0;
	uint64_t times[DUE_KINDS] = {
		[DUE_DEBOUNCE] = contacts_deadline(table, &debounced),
		[DUE_JOG] = answer_deadline(table, &lifted),
		[DUE_SETTLE] = table->settle_us,
		[DUE_NUDGE] = table->nudge_us,
		[DUE_TRUST] = faults_deadline(table, &faulty),
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

static void come_to_rest(struct table *table, uint64_t t_us)
{
	table->settle_us = TABLE_NEVER;
	if (!bits_any(bits_minus(table->unsettled, table->faulty)))
		table->done_pressed = false;
	if (table->playing && !table->correcting)
		table_read(table, t_us);
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
	if (table->playing)
		places_note(table, sq, t_us);
	if (contacts_settle(table, sq, t_us)) {
		table->last_edge_us = t_us - table->options.debounce_us;
		table_changed(table, sq, t_us);
	}
	if (table->done_pressed && !bits_any(bits_minus(table->unsettled, table->faulty)))
		come_to_rest(table, t_us);
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
	case DUE_JOG:
		answer_makes_final(table, due.t_us, due.sq);
		break;
	case DUE_SETTLE:
		come_to_rest(table, due.t_us);
		break;
	case DUE_NUDGE:
		table->nudge_us = TABLE_NEVER;
		guide_stuck(table, due.t_us);
		break;
	case DUE_TRUST:
		faults_review(table, due.sq, due.t_us);
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

/* ---- the referee's answers ---- */

void table_forget_turn(struct table *table, uint64_t t_us)
{
	table_withdraw_question(table, t_us);
	table->since_us = table->answer_us ? table->answer_us - 1 : t_us;
	table->turn_us = t_us;
	table->answer_us = 0;
	table->has_refused = false;
	table->has_complete = false;
	table->exchange = SQ_OFF_BOARD;
	table->exchange_opened = false;
	table->exchanged = SQ_OFF_BOARD;
	table->exchange_touch_us = 0;
	table->emptied = BITS_NONE;
	table->card = TABLE_CARD_NONE;
	table->swap_seen = BITS_NONE;
	table->nudge_us = TABLE_NEVER;
}

static void expect(struct table *table, uint64_t t_us, const struct public_position *open)
{
	table->open = *open;
	faults_follow(table, t_us);
}

void table_play(struct table *table, uint64_t t_us, const struct public_position *open)
{
	table_forget_turn(table, t_us);
	guide_end(table);
	expect(table, t_us, open);
	table->playing = true;
}

void table_stop(struct table *table, uint64_t t_us)
{
	table_withdraw_question(table, t_us);
	table->playing = false;
	table->settle_us = table->nudge_us = TABLE_NEVER;
	table->done_pressed = false;
	table->has_complete = false;
	guide_end(table);
}

void table_halt(struct table *table)
{
	table->playing = false;
}

void table_go_on(struct table *table)
{
	table->playing = true;
}

void table_announce(struct table *table, enum table_card card)
{
	table->card = (uint8_t)card;
}

/* After a commit: what is wrong now belongs to the next turn, and may already be its whole action.
 */
static void begin_turn(struct table *table, uint64_t t_us, const struct public_position *open)
{
	bool guiding = table->guiding;

	table_forget_turn(table, t_us);
	guide_end(table);
	expect(table, t_us, open);
	if (guiding && is_right(table))
		table_find(table, t_us, FOUND_RIGHT);
}

/* The next side may have begun, or even finished, its action in the meantime. */
static void look_again(struct table *table, uint64_t t_us)
{
	struct wrong wrong = table_wrong(table);

	if (wrong.owns == 1)
		answer_find_complete(table, &wrong);
	answer_set_down(table, t_us);
	if (bits_any(wrong.own) && table->settle_us == TABLE_NEVER)
		table->settle_us = t_us; /* the board is still: read it for the next turn at once */
	follow_stuck(table, t_us);
}

void table_accept_move(struct table *table, uint64_t t_us, const struct public_position *open,
		       unsigned from, unsigned to)
{
	enum side side = table->open.to_move;

	tags_move(table, from, to);
	if (bits_has(table->mixed[side], from)) {
		bits_drop(&table->mixed[side], from);
		bits_add(&table->mixed[side], to);
	}
	begin_turn(table, t_us, open);
	places_ask(table, t_us);
	look_again(table, t_us);
}

void table_accept_swap(struct table *table, uint64_t t_us, const struct public_position *open,
		       unsigned a, unsigned b)
{
	enum side side = table->open.to_move;

	tags_swap(table, a, b);
	bits_drop(&table->mixed[side], a);
	bits_drop(&table->mixed[side], b);
	begin_turn(table, t_us, open);
	table->swapping = bits_and(bits_or(bits_of(a), bits_of(b)), table_missing(table));
	guide_send(table, t_us, side, GUIDE_PLACE, table->swapping);
	look_again(table, t_us);
}

/* whether, on E, the piece was lifted off and something set down in its place before the verdict */
static bool was_replaced(const struct table *table, unsigned from, unsigned to)
{
	uint64_t away_us = table->closed_us[to] - table->lifted_us[to];

	if (table_has_tags(table))
		return tags_show(table, from, to) && tags_contradict(table, to);
	return table->opened_us[to] > table->since_us && bits_has(table->closed, to) &&
	       table->closed_us[to] > table->lifted_us[from] && away_us >= table->options.jog_us;
}

void table_accept_attack(struct table *table, uint64_t t_us, const struct public_position *open,
			 unsigned from, unsigned to, enum table_battle battle)
{
	enum side side = table->open.to_move;
	bool replaced = was_replaced(table, from, to);

	if (battle == BATTLE_BOTH_LOST || battle == BATTLE_LOST)
		table_forget_home(table, from);
	if (battle == BATTLE_BOTH_LOST || battle == BATTLE_WON)
		table_forget_home(table, to);
	if (battle == BATTLE_WON)
		tags_move(table, from, to);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		bits_drop(&table->mixed[i], from);
		bits_drop(&table->mixed[i], to);
	}
	begin_turn(table, t_us, open);
	table->emptied = bits_minus(bits_or(bits_of(from), bits_of(to)), public_occupied(open));
	table->emptied_from = (uint8_t)from;
	table->emptied_side = (uint8_t)side;
	guide_battle(table, t_us, side, from, to, battle, replaced);
	places_ask(table, t_us);
	follow_stuck(table, t_us);
}

void table_guide_to(struct table *table, uint64_t t_us, const struct public_position *open)
{
	struct public_position before = table->open;

	table_play(table, t_us, open);
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		table->vacated[i] = bits_minus(before.holds[i], public_occupied(open));
	if (!is_right(table))
		guide_correct(table, t_us);
	else if (bits_any(table->corrected)) /* while nobody looked */
		table_find(table, t_us, FOUND_CORRECTED);
}

void table_refuse(struct table *table, uint64_t t_us, enum side side, unsigned from, unsigned to)
{
	table->has_refused = true;
	table->refused_from = (uint8_t)from;
	table->refused_to = (uint8_t)to;
	table->since_us = t_us; /* what was touched has been judged */
	table->has_complete = false;
	table->answer_us = 0;
	table->nudge_us = TABLE_NEVER;
	table->card = TABLE_CARD_NONE;
	table_withdraw_question(table, t_us);
	guide_send(table, t_us, side, GUIDE_PUT_BACK, bits_of(from));
}

/* ---- other inputs ---- */

bool table_done(struct table *table, uint64_t t_us)
{
	if (!table->playing || table->correcting)
		return false;
	if (bits_any(bits_minus(table->unsettled, table->faulty))) {
		table->done_pressed = true;
		return true;
	}
	return table_read(table, t_us) || table_insist(table, t_us);
}

unsigned table_piece_in_hand(const struct table *table)
{
	struct wrong wrong = table_wrong(table);

	return wrong.owns == 1 ? bits_first(wrong.own) : SQ_OFF_BOARD;
}

/*
 * On a stuck contact the question is which piece has gone to the square that closed. A square that
 * does not show what the player says is not relied on any more.
 */
bool table_answer_target(struct table *table, uint64_t t_us, unsigned sq)
{
	struct table_ask ask = table->ask;
	enum side side = table->open.to_move;
	bool left_here = bits_has(table->open.holds[side], sq);
	bool set_down_here = bits_has(public_empty(&table->open), sq);

	if (ask.question == QUESTION_NONE || !bits_has(ask.choices, sq))
		return false;
	memset(&table->ask, 0, sizeof table->ask);
	if ((left_here && bits_has(table->closed, sq)) ||
	    (set_down_here && !bits_has(table->closed, sq)))
		faults_add(table, t_us, sq, FAULT_CONTRADICTS);
	if (left_here)
		table_declare(table, t_us, side, sq, ask.from, table->last_edge_us);
	else
		table_declare(table, t_us, side, ask.from, sq, table->last_edge_us);
	return true;
}

static bool answer_attack(struct table *table, uint64_t t_us, bool yes)
{
	struct table_ask ask = table->ask;

	memset(&table->ask, 0, sizeof table->ask);
	table->held_asked = true;
	table->since_us = t_us; /* if denied, what was touched is not asked about again */
	if (yes) {
		table_declare(table, t_us, table->open.to_move, ask.from, bits_first(ask.choices),
			      table->last_edge_us);
	} else if (ask.has_otherwise) {
		table->answer_us = table->opened_us[bits_first(ask.choices)];
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
	if (!bits_any(table->confirming[side]))
		return false;
	table->confirming[side] = BITS_NONE;
	*arbiter_needed = !yes;
	return true;
}
