/* What the files of the table share among themselves. */
#ifndef DAEMON_TABLE_TABLE_INSIDE_H
#define DAEMON_TABLE_TABLE_INSIDE_H

#include "daemon/table/table.h"

enum {
	ONE_SECOND_US = 1000000,
	TRUST_AGAIN_US = 60 * ONE_SECOND_US,
	CHATTER_US =
		50000, /* a closing shorter than this, when lifting or setting down, is chatter */
	LOW_PASS_US = 80000 /* the longest that a piece carried low closes a square */
};

/* The squares that are not as they should be, by whom they concern. */
struct wrong {
	struct bits own, other; /* missing: of the side to move, of the other side */
	struct bits extra;
	unsigned owns, others, extras;
};

struct wrong table_wrong(const struct table *table);

static inline struct finding *table_find(struct table *table, uint64_t t_us, enum finding_kind kind)
{
	struct finding *finding;

	/* Nothing can produce so many at one moment; if it does, the oldest are still told. */
	if (table->found_count == FINDINGS_MAX)
		table->found_count--;
	finding = &table->found[table->found_count++];
	*finding = (struct finding){.t_us = t_us, .kind = (uint8_t)kind};
	return finding;
}

/* ---- table_contacts.c ---- */

/* the earliest debounce, and its square */
uint64_t contacts_deadline(const struct table *table, unsigned *sq);

/* the debounced level of the square follows its raw level; false if the square is not relied on */
bool contacts_settle(struct table *table, unsigned sq, uint64_t t_us);

/* when a faulty square may next be trusted again, and which */
uint64_t faults_deadline(const struct table *table, unsigned *sq);
void faults_review(struct table *table, unsigned sq, uint64_t t_us);
void faults_follow(struct table *table, uint64_t t_us); /* after a change of what should be */
void faults_add(struct table *table, uint64_t t_us, unsigned sq, enum table_fault fault);

/* ---- table.c ---- */

/* to be called after the level or the tags of a square have changed */
void table_changed(struct table *table, unsigned sq, uint64_t t_us);
void table_declare(struct table *table, uint64_t t_us, enum side side, unsigned from, unsigned to,
		   uint64_t last_change_us);
void table_forget_turn(struct table *table, uint64_t t_us);
void table_withdraw_question(struct table *table, uint64_t t_us); /* if one is open */

/* ---- table_answer.c ---- */

/* when the opponent's lift will have proved real, and which piece's */
uint64_t answer_deadline(const struct table *table, unsigned *sq);

/* from when on what was done is evidence for the answer with this piece to a move that ends on `to`
 */
uint64_t answer_evidence_from(const struct table *table, unsigned lifted, unsigned to);

/* it has: the move that stood complete is final */
void answer_makes_final(struct table *table, uint64_t t_us, unsigned lifted);

/* after a change, in this order */
void answer_note_going_on(struct table *table, unsigned sq);
void answer_set_down(struct table *table, uint64_t t_us);
void answer_follow(struct table *table, uint64_t t_us);

/* whether a move is complete and the opponent has lifted a piece since */
bool answer_is_near(const struct table *table);

/*
 * At the beginning of a turn: where the one piece that is off may have been set down before
 * anything of the other side was lifted. It must be one square only.
 */
void answer_find_complete(struct table *table, const struct wrong *wrong);

/* ---- table_read.c ---- */

/* the squares that the piece on sq could reach if it were a scout, pieces at their ends included */
struct bits reach_of_any(const struct public_position *open, unsigned sq);

/* whether a move to an empty square is one that some piece might make, or a card that was announced
 */
bool table_may_go(const struct table *table, unsigned from, unsigned to);

/* reads a board on which nothing moves; false if it means nothing */
bool table_read(struct table *table, uint64_t t_us);

/* "Done" again, although the board means nothing: offers what a bad contact might hide */
bool table_insist(struct table *table, uint64_t t_us);

/* whether the board is in a state that cannot become an action */
bool table_is_stuck(const struct table *table);

/* ---- table_touch.c ---- */

/* the squares whose enemy pieces were touched, up to a time, since the piece from `from` is off */
struct bits touched_among(const struct table *table, unsigned from, struct bits squares,
			  uint64_t until_us);

/* whether one may take the touch for an attack without asking */
bool touched_for_certain(const struct table *table, unsigned from, unsigned sq, uint64_t until_us);

/* whether the piece was set down on an enemy's square that no piece could reach from there: 17 */
bool touched_out_of_reach(const struct table *table, unsigned from, unsigned sq, uint64_t until_us);

/* ---- table_guide.c ---- */

void guide_send(struct table *table, uint64_t t_us, enum side side, enum table_guide guide,
		struct bits squares);
void guide_end(struct table *table);
bool guide_wants_back(const struct table *table,
		      unsigned sq); /* its owner has been told to place it */
void guide_stuck(struct table *table, uint64_t t_us);
void guide_correct(struct table *table, uint64_t t_us);
void guide_follow(struct table *table, uint64_t t_us); /* after a change during a correction */
void guide_battle(struct table *table, uint64_t t_us, enum side side, unsigned from, unsigned to,
		  enum table_battle battle, bool replaced);

/* two pieces of a side were off at once: remember their places; ask when they are back */
void places_note(struct table *table, unsigned sq, uint64_t t_us);
void places_ask(struct table *table, uint64_t t_us);

/* ---- table_tags.c ---- */

/* whether, as far as tags tell, the piece seen on sq is another than the one that belongs there */
bool tags_contradict(const struct table *table, unsigned sq);

/* whether the tag of the piece that belongs on from has been seen on sq since a time */
bool tags_touched(const struct table *table, unsigned from, unsigned sq, uint64_t since_us);

/* whether the tag of the piece that belongs on from is on sq now */
bool tags_show(const struct table *table, unsigned from, unsigned sq);

/* whether a tag is on sq now, and not the one that is known to belong on from */
bool tags_deny(const struct table *table, unsigned from, unsigned sq);

/* whose piece is seen on sq, by its tag; SIDE_NONE if none is known or there are several */
enum side tags_owner(const struct table *table, unsigned sq);

/* whether any tag is on sq now */
bool tags_see_any(const struct table *table, unsigned sq);

void tags_move(struct table *table, unsigned from, unsigned to);
void tags_swap(struct table *table, unsigned a, unsigned b);

/* after a restart: the tags of another state of the table */
void tags_keep(struct table *table, const struct table *old);

#endif
