/* Private to the table's files: the functions that they share. */
#ifndef DAEMON_TABLE_TABLE_INSIDE_H
#define DAEMON_TABLE_TABLE_INSIDE_H

#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

enum {
	ONE_SECOND_US = 1000000,
	TRUST_AGAIN_US = 60 * ONE_SECOND_US,
	CHATTER_US = 50000, /* a shorter closing is chatter of a lift or a set-down */
	LOW_PASS_US = 80000 /* the longest time for which a piece carried low closes a square */
};

/* The squares that are wrong, by the side that they concern. */
struct wrong {
	struct bits own, other;	       /* missing: of the side to move, of the other side */
	struct bits extra;	       /* filled */
	unsigned owns, others, extras; /* how many of each */
};

struct wrong table_wrong(const struct table *table);

static inline struct finding *table_find(struct table *table, uint64_t t_us, enum finding_kind kind)
{
	struct finding *finding;

	/* One moment cannot produce this many; if it does, the oldest are still reported. */
	if (table->found_count == FINDINGS_MAX)
		table->found_count--;
	finding = &table->found[table->found_count++];
	*finding = (struct finding){.t_us = t_us, .kind = (uint8_t)kind};
	return finding;
}

/* ---- table_contacts.c ---- */

/* the earliest debounce, and its square */
uint64_t table_contacts_deadline(const struct table *table, unsigned *sq);

/* makes the debounced level of a square follow its raw level; false if the square is faulty */
bool table_contacts_settle(struct table *table, unsigned sq, uint64_t t_us);

/* ---- table_faults.c ---- */

/* when the next faulty square may be trusted again, and which */
uint64_t table_faults_deadline(const struct table *table, unsigned *sq);
void table_faults_review(struct table *table, unsigned sq, uint64_t t_us);
void table_faults_follow(struct table *table, uint64_t t_us); /* after the position has changed */
void table_faults_add(struct table *table, uint64_t t_us, unsigned sq, enum table_fault fault);

/* ---- table.c ---- */

void table_declare(struct table *table, uint64_t t_us, enum side side, unsigned from, unsigned to,
		   uint64_t last_change_us);
void table_withdraw_question(struct table *table, uint64_t t_us); /* if one is open */
void table_close_question(struct table *table, enum ask_state state);

/* ---- table_turn.c ---- */

enum turn_event {
	TURN_PLAY,    /* the referee starts the reading of gestures */
	TURN_STOP,    /* ... stops it */
	TURN_RESUME,  /* ... continues after a halt */
	TURN_MISHAP,  /* so much is wrong that people are guided square by square */
	TURN_RIGHT,   /* nothing is left to guide: the table is right, or that turn is over */
	TURN_MOVED,   /* a move is complete; turn.from, turn.to and turn.complete_us are set */
	TURN_WENT_ON, /* its piece was taken on to another square */
	TURN_FORGET   /* it is final, refused or taken back */
};
void table_turn_event(struct table *table, enum turn_event event);

/* to be called after the level or the tags of a square have changed */
void table_changed(struct table *table, unsigned sq, uint64_t t_us);

/* the table has settled, or Done was pressed and no debounce is running */
void table_turn_still(struct table *table, uint64_t t_us);

/* the board has been stuck for nudge_us */
void table_turn_nudge(struct table *table, uint64_t t_us);

/* ---- table_answer.c ---- */

/* when the opponent's lift will count as deliberate, and which piece it is */
uint64_t table_answer_deadline(const struct table *table, unsigned *sq);

/* whether a complete move is remembered, even if its piece has gone on */
bool table_answer_has_move(const struct table *table);

/* the time from which changes are evidence for an answer with this piece to a move to `to` */
uint64_t table_answer_evidence_from(const struct table *table, unsigned lifted, unsigned to);

/* the lift was deliberate: the move that stood complete is final */
void table_answer_makes_final(struct table *table, uint64_t t_us, unsigned lifted);

/* after a change, in this order */
void table_answer_note_going_on(struct table *table, unsigned sq);
void table_answer_set_down(struct table *table, uint64_t t_us);
void table_answer_follow(struct table *table, uint64_t t_us);

/* whether a move is complete and the opponent has lifted a piece since */
bool table_answer_is_near(const struct table *table);

/*
 * At the beginning of a turn: finds where the one piece that is off may have been set down before
 * any piece of the other side was lifted. There must be only one such square.
 */
void table_answer_find_complete(struct table *table, const struct wrong *wrong);

/* ---- table_reach.c ---- */

/* the squares that the piece on sq could reach if it were a scout, pieces at their ends included */
struct bits table_reach_of_any(const struct public_position *open, unsigned sq);

/* whether some piece, or a card that was announced, might move to this empty square */
bool table_reach_allows(const struct table *table, unsigned from, unsigned to);

/* the pieces of the side that is not to move: all, and those that the piece might attack */
struct bits table_reach_enemies(const struct table *table);
struct bits table_reach_of_attack(const struct table *table, unsigned from);

/* ---- table_read.c ---- */

/* reads a board on which nothing moves; false if it means nothing */
bool table_read(struct table *table, uint64_t t_us);

/* whether the board is in a state that cannot become an action */
bool table_is_stuck(const struct table *table);

/* asks the side to move; false if it was asked since the last change */
bool table_read_ask(struct table *table, uint64_t t_us, enum table_question question, unsigned from,
		    struct bits choices);

/* declares an action; false if just that was refused and has not been put back */
bool table_read_declare(struct table *table, uint64_t t_us, enum side side, unsigned from,
			unsigned to);

/* the rows of gestures.md that may explain the board as it is, ending with 0 */
const uint8_t *table_read_rows(const struct table *table);

/*
 * Each turns one kind of board (table_read.c has the kinds) into an action or a question, or
 * returns false: it means nothing.
 */

/* ---- table_read_mover.c ---- */

bool table_read_right(struct table *table, uint64_t t_us, const struct wrong *wrong);
bool table_read_hold(struct table *table, uint64_t t_us, const struct wrong *wrong);
bool table_read_move(struct table *table, uint64_t t_us, const struct wrong *wrong);
bool table_read_extra(struct table *table, uint64_t t_us, const struct wrong *wrong);
bool table_read_swap(struct table *table, uint64_t t_us, const struct wrong *wrong);

/* whether tags show that the piece on `to` is not the one from `from` */
bool table_read_is_other_piece(const struct table *table, unsigned from, unsigned to);

/* whether a missing piece and a filled square have nothing to do with each other */
bool table_read_is_unrelated(const struct table *table, unsigned from, unsigned to);

/* ---- table_read_both.c ---- */

bool table_read_both_off(struct table *table, uint64_t t_us, const struct wrong *wrong);
bool table_read_other_moved(struct table *table, uint64_t t_us, const struct wrong *wrong);
bool table_read_move_and_lift(struct table *table, uint64_t t_us, const struct wrong *wrong);
bool table_read_two_moves(struct table *table, uint64_t t_us, const struct wrong *wrong);

/* of two filled squares, those where the mover's piece may be if the answer is on the other */
struct bits table_read_pairs(const struct table *table, const struct wrong *wrong);

/* whether a move is final although a piece of the other side is off */
bool table_read_stands_despite_lift(const struct table *table, unsigned from, unsigned lifted,
				    unsigned to);

/* ---- table_doubt.c ---- */

/* Counts a still board that means nothing; true if a square is now considered faulty for it. */
bool table_doubt_count(struct table *table, uint64_t t_us, const struct wrong *wrong);

/* Done again, although the board means nothing: offers what a bad contact might hide */
bool table_doubt_insist(struct table *table, uint64_t t_us);

/* ---- table_aftermath.c ---- */

/* whether the square of a won battle has yet to be opened and closed */
bool table_aftermath_exchanges(const struct table *table);

/* takes that square out of the wrong ones while pieces are being exchanged there */
void table_aftermath_leave_out(const struct table *table, struct wrong *wrong);

/* after a change */
void table_aftermath_follow(struct table *table, unsigned sq, uint64_t t_us);

/* whether the square was last opened by the exchange */
bool table_aftermath_opened(const struct table *table, unsigned sq);

/* whether the attacker seems to stand on the square attacked already, before the verdict (8) */
bool table_aftermath_was_replaced(const struct table *table, unsigned from, unsigned to);

/* the verdict is given: table->aftermath has the squares, table->open the position after it */
void table_aftermath_begin(struct table *table, uint64_t t_us, enum table_battle battle,
			   bool replaced);

/* pieces that have lost and were set down on their squares again */
struct bits table_aftermath_losers(const struct table *table, const struct wrong *wrong);
void table_aftermath_guide_losers(struct table *table, uint64_t t_us, struct bits losers);

/* ---- table_touch.c ---- */

/*
 * the squares whose enemy pieces were touched, until a time, since the piece from `from` was lifted
 */
struct bits table_touch_among(const struct table *table, unsigned from, struct bits squares,
			      uint64_t until_us);

/* whether the touch can be taken for an attack without asking */
bool table_touch_is_certain(const struct table *table, unsigned from, unsigned sq,
			    uint64_t until_us);

/* whether the piece was set down on an enemy's square that no piece could reach from there: 17 */
bool table_touch_is_out_of_reach(const struct table *table, unsigned from, unsigned sq,
				 uint64_t until_us);

/* ---- table_guide.c ---- */

void table_guide_send(struct table *table, uint64_t t_us, enum side side, enum table_guide guide,
		      struct bits squares);
void table_guide_end(struct table *table);

/* whether people have been told to change something since the table was last right */
bool table_guide_is_open(const struct table *table);

/* whether the owner of the piece has been told to place it */
bool table_guide_wants_back(const struct table *table, unsigned sq);

void table_guide_stuck(struct table *table, uint64_t t_us);
void table_guide_correct(struct table *table, uint64_t t_us);
void table_guide_follow(struct table *table,
			uint64_t t_us); /* after a change during a correction */

/* ---- table_places.c ---- */

/* two pieces of a side were off at once: remembers their places, to ask about when they are back */
void table_places_note(struct table *table, unsigned sq, uint64_t t_us);
void table_places_ask(struct table *table, uint64_t t_us);

/* one of those pieces was moved, or its place is known */
void table_places_move(struct table *table, unsigned from, unsigned to);
void table_places_forget(struct table *table, enum side side, unsigned sq);

/* ---- table_tags.c ---- */

/* whether, according to tags, the piece on sq is not the one that belongs there */
bool table_tags_contradict(const struct table *table, unsigned sq);

/* whether the tag of the piece that belongs on from has been seen on sq since a time */
bool table_tags_touched(const struct table *table, unsigned from, unsigned sq, uint64_t since_us);

/* whether the tag of the piece that belongs on from is on sq now */
bool table_tags_show(const struct table *table, unsigned from, unsigned sq);

/* whether a tag is on sq now, and not the one that is known to belong on from */
bool table_tags_deny(const struct table *table, unsigned from, unsigned sq);

/* whose piece is seen on sq, by its tag; SIDE_NONE if none is known or there are several */
enum side table_tags_owner(const struct table *table, unsigned sq);

/* whether any tag is on sq now */
bool table_tags_see_any(const struct table *table, unsigned sq);

void table_tags_move(struct table *table, unsigned from, unsigned to);
void table_tags_swap(struct table *table, unsigned a, unsigned b);

/* after a restart: takes over the tags of an earlier state of the table */
void table_tags_keep(struct table *table, const struct table *old);

#endif
