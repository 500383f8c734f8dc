/*
 * What the referee answers to what was found: an action is made, refused or taken back, gestures are read
 * or not. Each ends a turn or begins one; table_turn.c has its states.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

void table_postpone(struct table *table, uint64_t until_us)
{
	table->settle_us = until_us;
}

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
	if (guided && table_turn_is_right(table))
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
	table_turn_follow_stuck(table, t_us);
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
	struct table_aftermath aftermath = table->aftermath;

	table_tags_move(table, from, to);
	table_places_move(table, from, to);
	note_moved(table, from, to);
	begin_turn(table, t_us, open);
	if (bits_has(table->unseen, to))
		table_doubt_guide(table, t_us);
	if (plain)
		table_thought_begin(table, from, to, since_us, moved, &aftermath);
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
	table_clearing_resume(table, &thought.aftermath);
	if (!table_turn_is_right(
		    table)) /* what was said of the piece ends with what is played instead */
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
	table_turn_follow_stuck(table, t_us);
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
	table_turn_follow_stuck(table, t_us);
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
	if (!table_turn_is_right(table))
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
