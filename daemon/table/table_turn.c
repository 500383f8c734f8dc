/*
 * The turn at the table: its states, and what every event does in each of them. A still board is
 * read in table_read.c, the quick answer is judged in table_answer.c, guides are sent by
 * table_guide.c and table_aftermath.c, and the referee's verdicts are taken in table_verdict.c; this file
 * decides when each of them is asked.
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

bool table_turn_is_right(const struct table *table)
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

void table_turn_follow_stuck(struct table *table, uint64_t t_us)
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
 * some ranks, and would tell that about a piece which its player puts back. On the square of a battle the loser
 * may have been set down for a moment.
 */
static bool may_be_believed_early(const struct table *table)
{
	unsigned from = table->turn.from, to = table->turn.to;

	return bits_has(table->moved, from) && sq_touch(from, to) && !may_be_attacking(table) &&
	       !table_clearing_is_between(&table->aftermath, from, to);
}

static void follow_move(struct table *table, unsigned sq, uint64_t t_us)
{
	table_answer_note_going_on(table, sq);
	table_answer_set_down(table, t_us);
	table_answer_follow(table, t_us);
	table_places_ask(table, t_us);
	table_turn_follow_stuck(table, t_us);
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
	if (table_turn_is_right(table))
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
	if (!read && table_clearing_end_by_word(table))
		read = read_board(table, t_us);
	table->done_pressed = false;
	return read || table_hold_done(table, t_us) || table_doubt_insist(table, t_us);
}
