/*
 * The turn at the table: its states, and what every event does in each of them. A still board is
 * read in table_read.c, the quick answer is judged in table_answer.c, guides are sent by
 * table_guide.c and table_aftermath.c; this file decides when each of them is asked.
 *
 *            play          a change completes a move
 *   NONE ----------> OPEN ---------------------------> COMPLETE <-------.
 *    ^               |  ^ ^                             |   |           | a move is
 *    |          mess |  | '-----------------------------'   | its piece | complete
 *    |               |  |    final, refused, taken back     | goes on   | again
 *    |               v  | right again, or the next turn     v           |
 *    '---------- CORRECTING <---------- mess ----------- GONE_ON -------'
 *    stop, from every state                 (mess also from COMPLETE; to OPEN as from COMPLETE)
 *
 *   event              NONE    CORRECTING      OPEN, COMPLETE, GONE_ON
 *   a square changes   noted   next squares,   withdraws the question; the answer is set down; a
 *                              or right        move completes, goes on, is forgotten; stuck or not
 *   still, or Done     -       -               the board is read: an action, a question, nothing
 *   jog                -       -               COMPLETE only: the answer makes the move final
 *   nudge              -       -               a guide, or CORRECTING if it is a mess
 *   accept (referee)   -       OPEN            OPEN, for the side that is to move next
 *   refuse (referee)   guide   guide           a guide, and OPEN
 *
 * "-" leaves the state as it is, whether it is to be expected there or not.
 *
 * While a turn is halted, because a defence card is awaited, changes are noted and nothing is read.
 * Its state stays what it was; the attack that was declared ends the turn.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

#include <string.h>

enum {
	TURN_STATES = TURN_GONE_ON + 1,
	CHATTERING = 2 /* changes of a contact without a rest; more are chatter */
};

/* Every event in every state: a state that an event does not concern leads to itself. */
/* clang-format off */
static const uint8_t leads_to[][TURN_STATES] = {
	/* in state      NONE       CORRECTING       OPEN             COMPLETE         GONE_ON */
	[TURN_PLAY] =   {TURN_OPEN, TURN_OPEN,       TURN_OPEN,       TURN_OPEN,       TURN_OPEN},
	[TURN_STOP] =   {TURN_NONE, TURN_NONE,       TURN_NONE,       TURN_NONE,       TURN_NONE},
	[TURN_RESUME] = {TURN_OPEN, TURN_CORRECTING, TURN_OPEN,       TURN_COMPLETE,   TURN_GONE_ON},
	[TURN_MISHAP] = {TURN_NONE, TURN_CORRECTING, TURN_CORRECTING, TURN_CORRECTING, TURN_CORRECTING},
	[TURN_RIGHT] =  {TURN_NONE, TURN_OPEN,       TURN_OPEN,       TURN_COMPLETE,   TURN_GONE_ON},
	[TURN_MOVED] =  {TURN_NONE, TURN_CORRECTING, TURN_COMPLETE,   TURN_COMPLETE,   TURN_COMPLETE},
	[TURN_WENT_ON] ={TURN_NONE, TURN_CORRECTING, TURN_OPEN,       TURN_GONE_ON,    TURN_GONE_ON},
	[TURN_FORGET] = {TURN_NONE, TURN_CORRECTING, TURN_OPEN,       TURN_OPEN,       TURN_OPEN},
};
/* clang-format on */

void table_turn_event(struct table *table, enum turn_event event)
{
	table->turn.state = leads_to[event][table->turn.state];
}

bool table_is_playing(const struct table *table)
{
	return table->turn.state != TURN_NONE && !table->turn.halted;
}

static bool is_right(const struct table *table)
{
	return !bits_any(table_missing(table)) && !bits_any(table_extra(table)) &&
	       !table_aftermath_exchanges(table);
}

/* ---- a square changes ---- */

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
	bool corrected = table->turn.state == TURN_CORRECTING;

	table->turn.refused_from = SQ_OFF_BOARD;
	table->swapping = BITS_NONE;
	if (table_guide_is_open(table))
		table_find(table, t_us, FOUND_RIGHT);
	table_guide_end(table);
	table_doubt_guide(table, t_us);
	if (!corrected)
		return;
	table->turn.since_us = t_us; /* a mishap is not evidence */
	table_places_corrected(table);
	table_find(table, t_us, FOUND_CORRECTED);
}

/*
 * Whether an enemy piece stands straight ahead of the square moved to: the piece may be attacking that
 * one, and be held low above the square before it.
 */
static bool may_be_attacking(const struct table *table)
{
	unsigned from = table->turn.from, to = table->turn.to;
	unsigned ahead = (unsigned)((int)to + sq_step_towards(from, to));

	return ahead < SQ_COUNT && bits_has(table_reach_enemies(table), ahead);
}

/*
 * A move is complete and nothing speaks for more to come: no other piece is off, and the contact has
 * not chattered, as it does under a hand that has not decided yet. Where a move cannot be taken back
 * by its player, it is never believed early.
 */
static bool is_plain_move(const struct table *table)
{
	struct wrong wrong = table_wrong(table);

	return table->options.second_thoughts && table->turn.state == TURN_COMPLETE &&
	       wrong.owns == 1 && wrong.others == 0 && wrong.extras == 1 &&
	       !bits_any(wrong.losers) &&
	       table->contacts[bits_first(wrong.extra)].changes <= CHATTERING;
}

/*
 * A step of a piece that has moved before is legal whatever the piece is. Any other move may be illegal for
 * some ranks, and would tell that about a piece which its player puts back.
 */
static bool may_be_believed_early(const struct table *table)
{
	unsigned from = table->turn.from, to = table->turn.to;

	return bits_has(table->moved, from) && sq_touch(from, to) && !may_be_attacking(table);
}

static void follow_move(struct table *table, unsigned sq, uint64_t t_us)
{
	table_answer_note_going_on(table, sq);
	table_answer_set_down(table, t_us);
	table_answer_follow(table, t_us);
	table_places_ask(table, t_us);
	follow_stuck(table, t_us);
	if (table->settle_us != TABLE_NEVER && is_plain_move(table) && may_be_believed_early(table))
		table->settle_us = t_us + table->options.move_us;
}

void table_changed(struct table *table, unsigned sq, uint64_t t_us)
{
	table->change_us = t_us;
	table->settle_us = t_us + table->options.settle_us;
	table_find(table, t_us, FOUND_CHANGE);
	if (!table_is_playing(table))
		return;
	table_withdraw_question(table, t_us);
	follow_swap(table);
	table_aftermath_follow(table, sq, t_us);
	table_clearing_follow(table, sq);
	table_thought_follow(table, sq, t_us);
	if (is_right(table))
		come_right(table, t_us);
	switch ((enum turn_state)table->turn.state) {
	case TURN_NONE:
		break;
	case TURN_CORRECTING:
		table_guide_follow(table, t_us);
		break;
	case TURN_OPEN:
	case TURN_COMPLETE:
	case TURN_GONE_ON:
		follow_move(table, sq, t_us);
		break;
	}
	table_hold_follow(table);
}

/* ---- time passes, or Done is pressed ---- */

static bool read_board(struct table *table, uint64_t t_us)
{
	if (table->turn.halted)
		return false;
	switch ((enum turn_state)table->turn.state) {
	case TURN_NONE:
	case TURN_CORRECTING:
		break;
	case TURN_OPEN:
	case TURN_COMPLETE:
	case TURN_GONE_ON:
		return table_read(table, t_us);
	}
	return false;
}

/* when a change that has begun will be over; 0 if there is none. Nothing is final before that. */
static uint64_t unrest_ends(const struct table *table, uint64_t t_us)
{
	uint64_t edge_us = table->contacts[table->turn.to].edge_us;
	unsigned sq;

	if (bits_any(bits_minus(table->unsettled, table->faulty)))
		return table_contacts_deadline(table, &sq);
	/* the contact under the piece that has moved chatters: a hand is lifting it again */
	if (table->turn.state == TURN_COMPLETE && edge_us + table->options.debounce_us > t_us)
		return edge_us + table->options.debounce_us;
	return 0;
}

void table_turn_still(struct table *table, uint64_t t_us)
{
	bool done = table->done_pressed, read;
	uint64_t unrest_us = done ? 0 : unrest_ends(table, t_us);

	if (unrest_us != 0) {
		table->settle_us = unrest_us;
		return;
	}
	table->settle_us = TABLE_NEVER;
	read = read_board(table, t_us);
	if (!bits_any(bits_minus(table->unsettled, table->faulty)))
		table->done_pressed = false;
	if (!read && done)
		table_hold_done(table, t_us);
}

void table_turn_nudge(struct table *table, uint64_t t_us)
{
	table->nudge_us = TABLE_NEVER;
	switch ((enum turn_state)table->turn.state) {
	case TURN_NONE:
	case TURN_CORRECTING: /* people already know what to do */
		break;
	case TURN_OPEN:
	case TURN_COMPLETE:
	case TURN_GONE_ON:
		table_guide_stuck(table, t_us);
		break;
	}
}

bool table_done(struct table *table, uint64_t t_us)
{
	bool read;

	if (!table_is_playing(table) || table->turn.state == TURN_CORRECTING)
		return false;
	table->done_pressed = true;
	if (bits_any(bits_minus(table->unsettled, table->faulty)))
		return true;
	read = read_board(table, t_us);
	table->done_pressed = false;
	return read || table_hold_done(table, t_us) || table_doubt_insist(table, t_us);
}

void table_postpone(struct table *table)
{
	table->settle_us = table->change_us + SURE_US;
}

/* ---- the referee's answers ---- */

static void forget_turn(struct table *table, uint64_t t_us)
{
	struct table_turn *turn = &table->turn;

	table_withdraw_question(table, t_us);
	table_turn_event(table, TURN_FORGET);
	turn->since_us = turn->answer_us ? turn->answer_us - 1 : t_us;
	turn->began_us = t_us;
	turn->answer_us = 0;
	turn->refused_from = SQ_OFF_BOARD;
	turn->left_to = SQ_OFF_BOARD;
	table->aftermath = (struct table_aftermath){.exchange = EXCHANGE_NONE};
	table_thought_end(table);
	table->card = TABLE_CARD_NONE;
	table->swap_seen = BITS_NONE;
	table->nudge_us = TABLE_NEVER;
	table_hold_end(table);
}

static void expect(struct table *table, uint64_t t_us, const struct public_position *open)
{
	table->open = *open;
	table_doubt_follow(table);
	table_faults_follow(table, t_us);
}

void table_play(struct table *table, uint64_t t_us, const struct public_position *open)
{
	forget_turn(table, t_us);
	if (!bits_any(table->guides.corrected)) /* or the correction goes on, after a pause */
		table->places.lifted = BITS_NONE;
	table_guide_end(table);
	expect(table, t_us, open);
	table->turn.halted = false;
	table_turn_event(table, TURN_PLAY);
	table_hold_follow(table);
}

void table_stop(struct table *table, uint64_t t_us)
{
	table_withdraw_question(table, t_us);
	table->turn.halted = false;
	table_thought_end(table);
	table_turn_event(table, TURN_STOP);
	table->settle_us = table->nudge_us = TABLE_NEVER;
	table->done_pressed = false;
	table_guide_end(table);
	table_hold_end(table);
}

void table_halt(struct table *table)
{
	table->turn.halted = true;
}

void table_go_on(struct table *table)
{
	table->turn.halted = false;
	table_turn_event(table, TURN_RESUME);
}

void table_announce(struct table *table, enum table_card card)
{
	table->card = (uint8_t)card;
	table_hold_follow(table); /* it changes what a piece in the hand might attack */
}

/* After a commit: what is wrong now belongs to the next turn, perhaps its whole action. */
static void begin_turn(struct table *table, uint64_t t_us, const struct public_position *open)
{
	bool guided = table_guide_is_open(table);
	struct table_aftermath aftermath = table->aftermath;
	struct table_guides guides = table->guides;

	forget_turn(table, t_us);
	table->places.lifted = BITS_NONE;
	table_guide_end(table);
	expect(table, t_us, open);
	table_clearing_carry_on(table, &aftermath);
	if (guided && is_right(table))
		table_find(table, t_us, FOUND_RIGHT);
	else if (table->aftermath.clearing) /* people are still to do what they were told */
		table->guides = guides;
}

/* The next side may have begun, or even finished, its action meanwhile. */
static void look_again(struct table *table, uint64_t t_us)
{
	struct wrong wrong = table_wrong(table);

	if (wrong.owns == 1)
		table_answer_find_complete(table, &wrong);
	table_answer_set_down(table, t_us);
	if (bits_any(wrong.own) && table->settle_us == TABLE_NEVER)
		table->settle_us = t_us; /* the board is still: read it for the next turn at once */
	table_hold_follow(table);
	follow_stuck(table, t_us);
}

static void note_moved(struct table *table, unsigned from, unsigned to)
{
	bits_drop(&table->moved, from);
	bits_add(&table->moved, to);
}

void table_accept_move(struct table *table, uint64_t t_us, const struct public_position *open,
		       unsigned from, unsigned to)
{
	bool plain = table->card == TABLE_CARD_NONE;
	uint64_t since_us = table->turn.since_us;
	bool moved = bits_has(table->moved, from);

	table_tags_move(table, from, to);
	table_places_move(table, from, to);
	note_moved(table, from, to);
	begin_turn(table, t_us, open);
	if (bits_has(table->unseen, to))
		table_doubt_guide(table, t_us);
	if (plain)
		table_thought_begin(table, from, to, since_us, moved);
	table_places_ask(table, t_us);
	look_again(table, t_us);
}

void table_take_back(struct table *table, uint64_t t_us, const struct public_position *open)
{
	struct table_thought thought = table->thought;
	struct table_guides guides = table->guides;

	table_tags_move(table, thought.to, thought.from);
	bits_drop(&table->moved, thought.to);
	if (thought.moved)
		bits_add(&table->moved, thought.from);
	begin_turn(table, t_us, open);
	if (!is_right(table)) /* what was said of the piece ends with what is played instead */
		table->guides = guides;
	table_places_move(table, thought.to, thought.from);
	table->turn.since_us = thought.since_us;
	look_again(table, t_us);
}

void table_let_stand(struct table *table, uint64_t t_us)
{
	table_thought_end(table);
	if (table->settle_us == TABLE_NEVER)
		table->settle_us = t_us; /* the board is still: read it as what else it may be */
	follow_stuck(table, t_us);
}

void table_accept_swap(struct table *table, uint64_t t_us, const struct public_position *open,
		       unsigned a, unsigned b)
{
	enum side side = table->open.to_move;

	table_tags_swap(table, a, b);
	bits_drop(&table->moved, a); /* which of them had is not worth a memory */
	bits_drop(&table->moved, b);
	table_places_forget(table, side, a);
	table_places_forget(table, side, b);
	begin_turn(table, t_us, open);
	table->swapping = bits_and(bits_or(bits_of(a), bits_of(b)), table_missing(table));
	table_guide_send(table, t_us, side, GUIDE_PLACE, table->swapping);
	look_again(table, t_us);
}

void table_accept_attack(struct table *table, uint64_t t_us, const struct public_position *open,
			 unsigned from, unsigned to, enum table_battle battle)
{
	enum side side = table->open.to_move;
	bool replaced = table_aftermath_was_replaced(table, from, to);

	if (battle == BATTLE_BOTH_LOST || battle == BATTLE_LOST)
		table_forget_home(table, from);
	if (battle == BATTLE_BOTH_LOST || battle == BATTLE_WON)
		table_forget_home(table, to);
	if (battle == BATTLE_WON) {
		table_tags_move(table, from, to);
		note_moved(table, from, to);
	}
	table->moved = bits_and(table->moved, public_occupied(open));
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		table_places_forget(table, (enum side)i, from);
		table_places_forget(table, (enum side)i, to);
	}
	bits_drop(&table->unseen, to); /* whichever piece stays there must be seen */
	begin_turn(table, t_us, open);
	table->aftermath = (struct table_aftermath){
		.from = (uint8_t)from,
		.to = (uint8_t)to,
		.side = (uint8_t)side,
	};
	table_aftermath_begin(table, t_us, battle, replaced);
	table_hold_follow(table);
	table_places_ask(table, t_us);
	follow_stuck(table, t_us);
}

void table_guide_to(struct table *table, uint64_t t_us, const struct public_position *open)
{
	struct public_position before = table->open;
	struct table_guides guides = table->guides;

	table->unseen = BITS_NONE; /* all that is not seen is named */
	table->moved = BITS_NONE;
	table_play(table, t_us, open);
	for (unsigned i = 0; i < SIDE_COUNT;
	     i++) /* if several turns are taken back, by any of them */
		table->guides.vacated[i] = bits_minus(bits_or(before.holds[i], guides.vacated[i]),
						      public_occupied(open));
	if (!is_right(table))
		table_guide_correct(table, t_us);
	else if (bits_any(table->guides.corrected)) /* put right while gestures were not read */
		table_find(table, t_us, FOUND_CORRECTED);
}

void table_refuse(struct table *table, uint64_t t_us, enum side side, unsigned from, unsigned to)
{
	struct table_turn *turn = &table->turn;

	table_turn_event(table, TURN_FORGET);
	table_doubt_follow(table);
	turn->refused_from = (uint8_t)from;
	turn->refused_to = (uint8_t)to;
	turn->since_us = t_us; /* earlier touches have been judged */
	turn->answer_us = 0;
	table->nudge_us = TABLE_NEVER;
	table->card = TABLE_CARD_NONE;
	table_withdraw_question(table, t_us);
	table_guide_send(table, t_us, side, GUIDE_PUT_BACK, bits_of(from));
}
