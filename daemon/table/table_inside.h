/* Private to the table's files: the functions that they share. */
#ifndef DAEMON_TABLE_TABLE_INSIDE_H
#define DAEMON_TABLE_TABLE_INSIDE_H

#include "daemon/table/table.h"
#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

enum {
	ONE_SECOND_US = 1000000,
	TRUST_AGAIN_US = 60 * ONE_SECOND_US,
	CHATTER_US = 50000, /* a shorter closing is chatter of a lift or a set-down */
	LATE_US = 250000, /* a slid piece is seen on its new square this long before it is missed */
	LOW_PASS_US = 80000, /* the longest time for which a piece carried low closes a square */
	SURE_US = 2 * ONE_SECOND_US,   /* a hand has let go of what has stood for this long */
	CLEARED_US = 4 * ONE_SECOND_US /* what a battle has left stands where it should by then */
};

/* The squares that are wrong, by the side that they concern. */
struct wrong {
	struct bits own, other;	       /* missing: of the side to move, of the other side */
	struct bits extra;	       /* filled */
	struct bits losers;	       /* filled too, but by a piece of the last battle */
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
void table_faults_change(struct table *table, uint64_t t_us, unsigned sq); /* of a contact */

/* ---- table_lines.c ---- */

void table_lines_init(struct table *table);

uint64_t table_lines_deadline(const struct table *table);
void table_lines_meet_deadline(struct table *table, uint64_t t_us);

/* after a restart: takes over the lines that had failed */
void table_lines_keep(struct table *table, const struct table *old, uint64_t t_us);

/* ... and for table_lines_watch.c: what shows whether a piece is there, on this board */
bool table_lines_has_contacts(const struct table *table);
enum line_sensor table_lines_main_sensor(const struct table *table);

/* whether a sensor shows a piece on a square, and since when that or the contrary */
bool table_lines_shows(const struct table *table, enum line_sensor sensor, unsigned sq);
uint64_t table_lines_changed_us(const struct table *table, enum line_sensor sensor, unsigned sq);

void table_lines_fail(struct table *table, uint64_t t_us, enum line_sensor sensor, unsigned line,
		      enum table_fault how);
void table_lines_look_anew(struct table *table, uint64_t t_us,
			   unsigned line); /* ... and after it */
void table_lines_follow_failed(struct table *table, enum line_sensor sensor, unsigned line,
			       uint64_t t_us);
void table_lines_tell(struct table *table, uint64_t t_us, enum finding_kind kind,
		      enum table_fault fault, unsigned line);
void table_lines_forget_history(struct table *table, struct bits squares, uint64_t t_us);
void table_lines_set_next(struct table *table); /* after a deadline has changed */

/* ---- table_lines_watch.c ---- */

/* after the debounced level of a square has changed; after its first tag came or its last went */
void table_lines_follow(struct table *table, unsigned sq, uint64_t t_us);
void table_lines_follow_tags(struct table *table, unsigned sq, uint64_t t_us);

/* a square never rests: true if its whole line does not, which is the fault then */
bool table_lines_flutter(struct table *table, unsigned sq, uint64_t t_us);

/* whether the group that is watched shows that a line has failed */
void table_lines_judge(struct table *table, uint64_t t_us, enum line_sensor sensor);

/* people are guided: tells the arbiter if a line may be behind it, but too little speaks for that
 */
void table_lines_suspect(struct table *table, uint64_t t_us);

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

/* whether nothing is left to be put right */
bool table_turn_is_right(const struct table *table);

/* after a change: begins or ends the waiting until people are guided */
void table_turn_follow_stuck(struct table *table, uint64_t t_us);

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

/* whether a move stands complete, and what else is off was lifted later */
bool table_answer_leaves_move(const struct table *table, uint64_t t_us);

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

/*
 * whether the piece from `from` had stood on another square and left it before `lifted` was taken up,
 * which may go there: it may be the answer, and have taken that piece
 */
bool table_answer_left_for(const struct table *table, unsigned from, unsigned lifted);
/* ... and whether it had stood there for so long that the move would have been final anyway */
bool table_answer_had_settled(const struct table *table);

/* ---- table_read.c ---- */

/* reads a board on which nothing moves; false if it means nothing */
bool table_read(struct table *table, uint64_t t_us);

/* whether the board is in a state that cannot become an action */
bool table_is_stuck(const struct table *table);

/* asks the side to move; false if it was asked since the last change */
bool table_read_ask(struct table *table, uint64_t t_us, enum table_question question, unsigned from,
		    struct bits choices);

/* declares an action; false if just that was refused and has not been put back */
/* whether to wait for what the pieces do next; the board is read again then */
bool table_read_waits(struct table *table, uint64_t t_us);
/* ... and for longer while the winner of a battle may be in a hand, and the loser stand on `to` for a moment */
bool table_read_waits_for_winner(struct table *table, uint64_t t_us, unsigned from, unsigned to);

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

/* whether a piece of the other side that is off need not have been moved to the square out of turn */
bool table_read_is_no_try(const struct table *table, unsigned lifted, unsigned to);

/* whether an enemy piece that was lifted may stand on the square, and the own one elsewhere, unseen */
bool table_read_may_have_come(const struct table *table, unsigned from, unsigned lifted,
			      unsigned to);

/* whether a move is final although a piece of the other side is off */
bool table_read_stands_despite_lift(const struct table *table, unsigned from, unsigned lifted,
				    unsigned to);

/* ---- table_doubt.c ---- */

/* Counts a still board that means nothing; true if a square is now considered faulty for it. */
bool table_doubt_count(struct table *table, uint64_t t_us, const struct wrong *wrong);

/* Done again, although the board means nothing: offers what a bad contact might hide */
bool table_doubt_insist(struct table *table, uint64_t t_us);

/* a piece stands on the square, by its owner's word, and the contact may not show it */
void table_doubt_believe(struct table *table, unsigned sq);

/* pieces of the side to move that may have gone to the square without a trace on their own */
struct bits table_doubt_left_for(const struct table *table, unsigned sq);

/*
 * Nothing of the mover's is missing that can be seen, and the other side has lifted a piece: whether one that
 * stood unseen may have been moved before that, and was answered. If so, the mover is asked which.
 */
bool table_doubt_has_moved(const struct table *table, const struct wrong *wrong);
bool table_doubt_ask_moved(struct table *table, uint64_t t_us, const struct wrong *wrong);

/* after the position has changed, or a move was refused: forgets pieces that have gone */
void table_doubt_follow(struct table *table);

/* asks for pieces to be pushed to the middle where they are not seen */
void table_doubt_guide(struct table *table, uint64_t t_us);

/* ---- table_aftermath.c ---- */

/* whether the square of a won battle has yet to be opened and closed */
bool table_aftermath_exchanges(const struct table *table);

/* takes that square out of the wrong ones while pieces are being exchanged there */
void table_aftermath_leave_out(const struct table *table, struct wrong *wrong);

/* after a change */
void table_aftermath_follow(struct table *table, unsigned sq, uint64_t t_us);

/* what happens on a square that is not read cannot be waited for */
void table_aftermath_lose_sight(struct table *table);

/* whether the square was last opened by the exchange */
bool table_aftermath_opened(const struct table *table, unsigned sq);

/* whether the attacker seems to stand on the square attacked already, before the verdict (8) */
bool table_aftermath_was_replaced(const struct table *table, unsigned from, unsigned to);

/* the verdict is given: table->aftermath has the squares, table->open the position after it */
void table_aftermath_begin(struct table *table, uint64_t t_us, enum table_battle battle,
			   bool replaced);

/* for pieces that have lost and were set down on their squares again */
void table_aftermath_guide_losers(struct table *table, uint64_t t_us, struct bits losers);

/* ---- table_clearing.c ---- */

/* the verdict is given, and table->aftermath has the squares */
void table_clearing_begin(struct table *table);

/* the next action is final: what the battle before it has left is still to be cleared up */
void table_clearing_carry_on(struct table *table, const struct table_aftermath *before);

/* ... and was taken back: clearing up goes on as it was */
void table_clearing_resume(struct table *table, const struct table_aftermath *before);

/* whether a move leads from one square of the battle to the other: the winner, or the loser for a moment */
bool table_clearing_is_between(const struct table_aftermath *aftermath, unsigned from, unsigned to);

/* ... and no tag shows that it is the winner */
bool table_clearing_may_be_loser(const struct table *table, unsigned from, unsigned to);

/* after a change */
void table_clearing_follow(struct table *table, unsigned sq);

/* Done, although nothing can be read: whether it can be without the battle, which is over then */
bool table_clearing_end_by_word(struct table *table);

/* the piece has been moved there in answer to a move: if it has won the battle, no loser stands there */
void table_clearing_note_answer(struct table *table, unsigned by, unsigned sq);

/* takes what belongs to the clearing up out of the wrong squares */
void table_clearing_leave_out(const struct table *table, struct wrong *wrong);

/* whether the square of a won battle, once it was filled, opens as part of the exchange */
bool table_clearing_opens_again(const struct table *table, unsigned sq, uint64_t t_us);

/* whether it was long enough open for that, and the piece is attacked that has stood there since */
bool table_clearing_is_attacked(const struct table *table, unsigned sq);

/* ---- table_thought.c ---- */

/* a plain move was accepted, with these squares; what happened in its turn counts since then */
void table_thought_begin(struct table *table, unsigned from, unsigned to, uint64_t since_us,
			 bool moved, const struct table_aftermath *aftermath);

/* whether its piece stands elsewhere now, and nothing else is wrong */
bool table_thought_is_complete(const struct table *table, const struct wrong *wrong);
/*
 * The piece of the last move was soon taken up again, and then one that it could have attacked was
 * lifted: either that one attacks now, or it is shown because the move was an attack on it.
 */
bool table_thought_explains(const struct table *table, unsigned from, unsigned sq);
void table_thought_deny_attack(struct table *table, uint64_t t_us); /* it does not attack */

bool table_thought_read(struct table *table, uint64_t t_us, const struct wrong *wrong);

/* whether its piece, if it is off, may stand on this square */
bool table_thought_may_stand(const struct table *table, unsigned sq);

/*
 * whether `lifted` is that piece, taken up before the one from `from`: it may stand elsewhere, unseen, and the
 * mover has answered what is not known yet
 */
bool table_thought_is_up(const struct table *table, unsigned from, unsigned lifted);
/* ... and its owner was told to put it back: where it is set down next is no answer */
bool table_thought_is_wanted(const struct table *table, unsigned lifted);
/* ... and now it is seen where only a second thought can have brought it; true if it is read so */
bool table_thought_read_answered(struct table *table, uint64_t t_us, const struct wrong *wrong);

/* stuck: it stands elsewhere, and other pieces of its side were knocked over; true if it is read so */
bool table_thought_despite_knocks(struct table *table, uint64_t t_us);

/* after a change */
void table_thought_follow(struct table *table, unsigned sq, uint64_t t_us);

/* ---- table_hold.c ---- */

/* after a change, and when a turn has begun: whether one piece is held and nothing else is wrong */
void table_hold_follow(struct table *table);
void table_hold_end(struct table *table);

/*
 * where a piece may stand without being seen, too far from the middle: on squares beside its own, and on those
 * whose contact has moved since it was lifted
 */
struct bits table_hold_may_stand_on(const struct table *table, unsigned from);

void table_hold_due(struct table *table, uint64_t t_us); /* its deadline has come */

/* Done: asks which piece the one that is held attacks; false if that is offered already */
bool table_hold_done(struct table *table, uint64_t t_us);

/* ---- table_touch.c ---- */

/*
 * the squares whose enemy pieces were touched, until a time, since the piece from `from` was lifted
 */
struct bits table_touch_among(const struct table *table, unsigned from, struct bits squares,
			      uint64_t until_us);

/* whether tags show the piece over an enemy piece that is in its place */
bool table_touch_lasts(const struct table *table, unsigned from, unsigned sq);

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
/* a correction is over: all that was mixed up is asked about as a whole */
void table_places_corrected(struct table *table);

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
