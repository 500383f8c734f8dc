/*
 * The table: from raw contacts and tags to what a player means.
 *
 * It knows which squares should hold a piece of which side and whose turn it is, and nothing else:
 * no rank can be seen from here, so nothing that it finds, nor when it finds it, can depend on one.
 * Inputs and deadlines go in; findings come out one by one, and after a finding that declares
 * something the referee answers by table_accept() or table_refuse() first. README.md has a map.
 */
#ifndef DAEMON_TABLE_TABLE_H
#define DAEMON_TABLE_TABLE_H

#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

#define TABLE_NEVER UINT64_MAX

enum { SENSOR_REED = 1, SENSOR_RFID = 2 };

struct table_options {
	uint8_t sensors;
	uint64_t debounce_us, settle_us, jog_us, nudge_us, hold_us;
	uint64_t move_us;     /* as settle_us, for a move that nothing speaks against */
	bool second_thoughts; /* whether a move may be thought better of (row 28) */
};

/* ---- tags ---- */

enum {
	TAG_BYTES = 16,
	TABLE_TAGS = 80,
	TAGS_PER_SQUARE = 3,
	TAG_STRANGER = 254, /* a tag that belongs to no piece of this set */
	TAG_NONE = 255
};

struct tag {
	uint8_t length;
	uint8_t id[TAG_BYTES];
};

struct table_tag { /* its owner; its piece is hidden from this room */
	struct tag tag;
	uint8_t side;
	uint8_t home; /* the square where its piece should stand, or SQ_OFF_BOARD */
	uint8_t last; /* the square where it has come into view last, or SQ_OFF_BOARD */
};

/* ---- findings ---- */

enum table_guide { GUIDE_PUT_BACK, GUIDE_REMOVE, GUIDE_PLACE, GUIDE_CHECK, GUIDE_CENTRE };

enum table_question {
	QUESTION_NONE,
	QUESTION_TARGET,
	QUESTION_CONFIRM_ATTACK,
	QUESTION_CONFIRM_PLACES,
	QUESTION_DEFENCE
};

enum finding_kind {
	FOUND_ACTION,	  /* side, from, to: declared, to be judged */
	FOUND_QUESTION,	  /* side, question, squares (choices), from: the piece it is about */
	FOUND_ANSWERED,	  /* side, question: withdrawn, the table has moved on */
	FOUND_GUIDE,	  /* side, guide, squares */
	FOUND_RIGHT,	  /* the table agrees with the record again */
	FOUND_CORRECTION, /* many squares are wrong: the clock is stopped until FOUND_CORRECTED */
	FOUND_CORRECTED,
	FOUND_FAULT,	     /* squares, fault, line */
	FOUND_TRUSTED,	     /* squares, line: the fault has gone */
	FOUND_CHANGE,	     /* the debounced board has changed; for set-up and clocks */
	FOUND_SECOND_THOUGHT /* side, from, to: its player thinks better of the last move */
};

enum table_fault {
	FAULT_FLUTTER,
	FAULT_CONTRADICTS,
	FAULT_DECLARED,
	/* of a row or column */
	FAULT_LINE_SILENT,
	FAULT_LINE_STUCK,
	FAULT_LINE_FLICKERS,
	FAULT_LINE_READER,
	FAULT_LINE_DECLARED,
	FAULT_LINE_SUSPECTED, /* or hands were there: it is read as ever */
	TABLE_FAULTS
};

struct finding {
	uint64_t t_us;
	uint64_t last_change_us; /* FOUND_ACTION: of the contacts, for back-dating a clock */
	uint8_t kind, side, from, to, question, guide, fault;
	uint8_t line;	   /* of the fault, LINE_NONE if it is of squares */
	uint64_t still_us; /* FOUND_ACTION: so long nothing has changed; TABLE_NEVER: it was said */
	struct bits squares;
};

/* ---- state ---- */

struct contact {
	uint64_t edge_us;     /* of the last raw change */
	uint64_t restless_us; /* when the present run of raw changes without a pause began */
	uint64_t changed_us;  /* of the last debounced change */
	uint8_t changes;      /* debounced, since it last rested */
	uint8_t contradictions;
	uint8_t glimpses; /* how often in a row its tag was lost again after a moment */
	bool raw;
};

/*
 * The turn of the side to move. What can be computed from the levels (which pieces are off, whether
 * the board is right) is not a state; whatever else must be remembered is one of these.
 * table_turn.c has the diagram.
 */
enum turn_state {
	TURN_NONE, /* set-up, pause, end of the game: levels are tracked, gestures are not read */
	TURN_CORRECTING, /* many squares are wrong: people are guided until none is (row 20) */
	TURN_OPEN,	 /* no complete move: at rest, a piece in hand, or something unreadable */
	TURN_COMPLETE,	 /* a move stands complete and waits for stillness or for the answer */
	TURN_GONE_ON	 /* its piece has left again for another square: a still board decides */
};

struct table_turn {
	uint8_t state; /* enum turn_state */
	bool halted;   /* gestures wait while the side attacked chooses a card; the state stays */
	uint8_t from, to;     /* the move, in TURN_COMPLETE and TURN_GONE_ON */
	uint64_t complete_us; /* when it was complete */
	uint64_t began_us;
	uint64_t since_us;  /* earlier changes are not evidence */
	uint64_t answer_us; /* the lift that made the move final: evidence for the next turn; 0 */
	uint8_t left_to;    /* where the piece from `from` had stood and has left; SQ_OFF_BOARD */
	uint64_t left_us;   /* when */
	uint8_t refused_from, refused_to; /* the illegal try that was told; SQ_OFF_BOARD: none */
};

/*
 * The square of a won battle. The loser must be taken off and the winner set down there. A reed
 * board looks right before and after, so the square must be seen to open and to close (row 9).
 */
enum exchange_state {
	EXCHANGE_NONE,	 /* nothing to exchange */
	EXCHANGE_DUE,	 /* not opened since the verdict */
	EXCHANGE_OPEN,	 /* opened: pieces are being exchanged */
	EXCHANGE_CLOSED, /* closed again: finished, unless that was chatter or a jog */
	EXCHANGE_AGAIN	 /* opened once more: it was; or the piece there is attacked */
};

/*
 * What the last battle left to do, until the next action is final and both squares are right.
 * table_clearing.c says what belongs to it.
 */
struct table_aftermath {
	bool clearing;	     /* there was a battle, and its pieces may still be about */
	uint8_t exchange;    /* enum exchange_state, of `to` */
	uint8_t from, to;    /* the squares of the attacker and of the piece attacked */
	uint8_t side;	     /* the attacker's */
	struct bits emptied; /* of the two squares: a piece set down there again must go */
	struct bits stood;   /* ... the others: their piece has stood there since the verdict */
	struct bits up;	     /* ... the others: nothing stood there at the verdict */
	struct bits low;     /* seen below a piece that was held at the verdict, until they open */
	uint64_t opened_us;  /* when the exchange last opened its square; 0 if it has not */
	bool replaced;	     /* the winner seems to have stood there at the verdict */
	bool doubtful;	     /* it was open for so short a time that nothing was exchanged */
};

/*
 * The plain move that was accepted last: whether its player may still think better of it.
 * table_thought.c has the events.
 */
enum thought_state {
	THOUGHT_NONE, /* no such move, or the opponent has begun to act */
	THOUGHT_OPEN
};

struct table_thought {
	uint8_t state;			  /* enum thought_state */
	uint8_t from, to;		  /* of the move */
	bool moved;			  /* its piece had moved before */
	uint64_t since_us;		  /* turn.since_us of the turn that it ended */
	struct table_aftermath aftermath; /* of the battle before it, as it was then */
};

/* A piece is in the hand, and nothing else is wrong; table_hold.c has the diagram. */
enum hold_state { HOLD_NONE, HOLD_TAKEN, HOLD_BESIDE, HOLD_OFFERED, HOLD_LONG, HOLD_ASKED };

struct table_hold {
	uint8_t state;	 /* enum hold_state */
	uint8_t from;	 /* the square of the piece; SQ_OFF_BOARD in HOLD_NONE */
	uint64_t due_us; /* when the state changes by itself, TABLE_NEVER */
};

/* A question is asked once, and again only after a change. */
enum ask_state { ASK_FREE, ASK_OPEN, ASK_SPENT };

struct table_ask {
	uint8_t state;	    /* enum ask_state */
	uint8_t question;   /* of the table's own kinds; QUESTION_NONE unless ASK_OPEN */
	uint8_t side, from; /* the player, and the piece it is about */
	struct bits choices;
	uint8_t otherwise; /* if denied, the piece has gone there; SQ_OFF_BOARD: nowhere */
	bool hidden;	   /* ... and stands there unseen */
};

struct table_guided {
	uint8_t guide; /* enum table_guide */
	struct bits squares;
};

enum { FINDINGS_MAX = 16, GUIDES_MAX = 12 };

struct table_guides {
	struct table_guided sent[GUIDES_MAX]; /* since the table was last right */
	uint8_t sent_count;
	struct bits listed;    /* the squares of a correction that were named last */
	struct bits corrected; /* all that were wrong in it, until table_end_correction() */
	struct bits vacated[SIDE_COUNT]; /* where each had a piece before table_guide_to() */
};

/* Places that pieces of a side may have exchanged (rows 15, 20). */
struct table_places {
	struct bits mixed[SIDE_COUNT]; /* not asked about yet, since some pieces are not back */
	struct bits asked[SIDE_COUNT]; /* the owner has neither confirmed nor denied yet */
	struct bits lifted;	       /* in this turn, for longer than a jog, and back */
};

struct table {
	struct table_options options;
	struct public_position open; /* what should be */
	uint8_t card;		     /* enum table_card: what the mover has announced */
	struct bits swap_seen;	     /* the two pieces that were off together since then */
	struct bits swapping;	     /* changed places by a card and not set down yet */

	/* levels */
	struct contact contacts[SQ_COUNT];
	struct bits unsettled;	  /* raw and debounced level differ */
	struct bits closed;	  /* debounced */
	struct bits faulty;	  /* not to be relied on: these two */
	struct bits single;	  /* ... by itself */
	struct table_lines lines; /* ... because its row or column has failed */
	struct bits declared;	  /* the ones declared by the arbiter, until good is declared */
	struct bits blind;  /* the ones that did not see a piece: trusted when they do again */
	struct bits unseen; /* a piece stands there by its owner's word; the contact is open */
	bool misses_pieces; /* one has stood unseen in this game */
	/* when a faulty square may be trusted again; TABLE_NEVER while it contradicts the record */
	uint64_t trusted_us[SQ_COUNT];
	uint64_t opened_us[SQ_COUNT], closed_us[SQ_COUNT];
	uint64_t lifted_us[SQ_COUNT]; /* when an absence began, ignoring chatter */
	uint64_t change_us;	      /* of the last debounced change */
	uint64_t last_edge_us;	      /* its raw change */

	/* deadlines, TABLE_NEVER where none runs */
	uint64_t settle_us, nudge_us;
	/* Done came during a debounce, which settle_us does not cover: the board is read when no
	 * debounce is running */
	bool done_pressed;

	struct bits moved; /* pieces that have been seen to move since play began */
	struct table_turn turn;
	struct table_aftermath aftermath;
	struct table_thought thought;
	struct table_hold hold;
	struct table_ask ask;
	struct table_places places;
	struct table_guides guides;

	/* tags */
	struct table_tag tags[TABLE_TAGS];
	uint8_t tag_count;
	struct bits contradicted; /* the piece seen there is not the one that belongs there */
	uint8_t tag_at[SQ_COUNT]; /* by home: index, TAG_NONE */
	uint8_t seen[SQ_COUNT][TAGS_PER_SQUARE];     /* indices, TAG_NONE */
	uint8_t reported[SQ_COUNT][TAGS_PER_SQUARE]; /* since table_begin_tag_report() */
	struct bits tags_unsettled; /* their tags have changed and are being debounced */
	uint64_t tags_edge_us[SQ_COUNT];
	uint8_t touch_from[SQ_COUNT]; /* the home of the tag last seen on an enemy's square */
	uint64_t touch_us[SQ_COUNT];

	/* not taken yet */
	struct finding found[FINDINGS_MAX];
	uint8_t found_count;
};

void table_init(struct table *table, const struct table_options *options, enum board_id board);

/* ---- the referee's side ---- */

/* Begins to read gestures from this position, at a time at which the table is known. */
void table_play(struct table *table, uint64_t t_us, const struct public_position *open);
void table_stop(struct table *table, uint64_t t_us);

/* whether a turn is running: not between table_stop() and table_play(), nor during a halt */
bool table_is_playing(const struct table *table);

/* Between these two calls levels are tracked but gestures wait: the side attacked answers with a
 * card. */
void table_halt(struct table *table);
void table_go_on(struct table *table);

/*
 * Battle Cards: what the side to move has announced. A card that moves may take a piece anywhere,
 * so reach is not limited to a scout's line; for a swap two own pieces may be off at once.
 * Forgotten at the end of the turn and after a refusal.
 */
enum table_card { TABLE_CARD_NONE, TABLE_CARD_MOVE, TABLE_CARD_SWAP };
void table_announce(struct table *table, enum table_card card);

/* A declared move was made; `open` is the position after it. */
void table_accept_move(struct table *table, uint64_t t_us, const struct public_position *open,
		       unsigned from, unsigned to);

/* A declared attack was fought: the side lost `from` and/or `to`, or won `to`. */
enum table_battle { BATTLE_WON, BATTLE_LOST, BATTLE_BOTH_LOST, BATTLE_MOCK };
void table_accept_attack(struct table *table, uint64_t t_us, const struct public_position *open,
			 unsigned from, unsigned to, enum table_battle battle);

/* Two own pieces changed places by a card. */
void table_accept_swap(struct table *table, uint64_t t_us, const struct public_position *open,
		       unsigned a, unsigned b);

/*
 * Answers to FOUND_SECOND_THOUGHT: the move is taken back, `open` is the position before it, and
 * the board is read for its player; or it stands after all.
 */
void table_take_back(struct table *table, uint64_t t_us, const struct public_position *open);
void table_let_stand(struct table *table, uint64_t t_us);

/* the opponent has said something, or the arbiter: the last move is not thought better of */
void table_thought_end(struct table *table);

/* whether the board shows that the last move has been thought better of */
bool table_thought_is_shown(const struct table *table);

/* whether the player of the last move has its piece in the hand and may attack with it instead */
bool table_thought_may_attack(const struct table *table, unsigned sq);

/* The position has changed in another way (take-back, arbiter): people are guided to it. */
void table_guide_to(struct table *table, uint64_t t_us, const struct public_position *open);

/*
 * To be called when FOUND_CORRECTED has been taken: chooses the places that each side must confirm,
 * since pieces may have been exchanged in the mishap. `asked` says which sides have any.
 */
void table_end_correction(struct table *table, bool asked[SIDE_COUNT]);

/*
 * The action that was declared would be illegal, or the end of the game, and the player's hand may
 * still be on the piece. It is declared again at this time if the board stays as it is.
 */
void table_postpone(struct table *table, uint64_t until_us);

/* A declared action was illegal. */
void table_refuse(struct table *table, uint64_t t_us, enum side side, unsigned from, unsigned to);

/* ---- inputs ---- */

/* raw; a repeated level is ignored */
void table_contact(struct table *table, uint64_t t_us, unsigned sq, bool closed);
void table_frame(struct table *table, uint64_t t_us, struct bits closed);
void table_tag_seen(struct table *table, uint64_t t_us, unsigned sq, unsigned tag, bool seen);

/*
 * After a power cut, until table_restart(), levels and tags are only stored: whatever happened
 * meanwhile is not a gesture.
 */
void table_note_level(struct table *table, unsigned sq, bool closed);
void table_note_tag(struct table *table, unsigned sq, unsigned tag, bool seen);
/* the board begins to report all the tags that it sees; tags not in the report are seen no longer */
void table_begin_tag_report(struct table *table);
void table_end_tag_report(struct table *table);

/*
 * Power is back: only levels, tags, faults and the places being asked about are kept, and if
 * gestures are read (`playing`) people are guided to the position. `correcting`: they were being
 * guided already, so any piece may have been in the air.
 */
void table_restart(struct table *table, uint64_t t_us, const struct public_position *open,
		   bool playing, bool correcting);

/* "Done" of the mover; false if there was nothing to decide. A second one widens the question. */
bool table_done(struct table *table, uint64_t t_us);

/* the same in a correction, or "attack target" unless that is SQ_OFF_BOARD: all else is right again */
bool table_say_in_correction(struct table *table, uint64_t t_us, unsigned target);

/* Answers; false if no such question was open. */
bool table_answer_target(struct table *table, uint64_t t_us, unsigned sq);
bool table_answer_confirm(struct table *table, uint64_t t_us, enum side side, bool yes,
			  bool *arbiter_needed);

/*
 * for "attack SQ" of the side that is not to move: the move that stands complete has been answered,
 * and is declared; false if there is none
 */
bool table_answer_by_word(struct table *table, uint64_t t_us);

/*
 * for "attack SQ" of the side to move: the piece that is off the board, if it is the only one, or the
 * only one that has been off in this turn and might attack SQ; SQ_OFF_BOARD if there is none
 */
unsigned table_attacker_of(const struct table *table, unsigned sq);

/*
 * for "move SQ SQ" of the side to move: it may be said only where the board does not see one of the
 * two squares, and what the board does see must agree
 */
enum table_heard { HEARD_FITS, HEARD_NEEDLESS /* the board sees both */, HEARD_CONTRADICTS };
enum table_heard table_hear_move(const struct table *table, unsigned from, unsigned to);

/* the arbiter declares a square, or a row or column, faulty or good */
void table_declare_fault(struct table *table, uint64_t t_us, unsigned sq, bool faulty);
void table_declare_line(struct table *table, uint64_t t_us, unsigned line, bool faulty);

/* ---- deadlines and findings ---- */

uint64_t table_deadline(const struct table *table);

/*
 * Meets the earliest deadline, which must be due. If a change has made it due only in hindsight, it
 * counts as met at not_before_us: time does not go back.
 */
void table_meet_deadline(struct table *table, uint64_t not_before_us);

/* when all that had changed by then will have been read, if it has yet to settle; t_us otherwise */
uint64_t table_settled_by(const struct table *table, uint64_t t_us);

/* takes the oldest finding; false if there is none */
bool table_take(struct table *table, struct finding *finding);

/* ---- what is open ---- */

/* the table's own question to a side and its squares; QUESTION_NONE if none is open */
enum table_question table_question(const struct table *table, enum side side, struct bits *squares);

/*
 * What a side may pick with one touch: the piece in its hand, and the enemy pieces that some piece
 * might attack from there. It is shown and calls nobody; it goes when the piece is set down. A piece
 * that has been off for long may also stand unseen on a square beside it, or on one that flickered.
 */
struct table_offer {
	uint8_t from; /* SQ_OFF_BOARD: nothing is offered */
	struct bits targets;
	struct bits stands;
};
struct table_offer table_offer(const struct table *table, enum side side);

/* the places that a side is asked to confirm; a question about an attack may be open as well */
struct bits table_places_asked(const struct table *table, enum side side);

/* whether people have been told anything since the table was last right; a check counts */
bool table_is_guiding(const struct table *table);

/* ---- restoring a saved state, before table_restart() ---- */

void table_restore_faults(struct table *table, struct bits squares, bool declared);
void table_restore_places(struct table *table, enum side side, struct bits squares);
void table_restore_line(struct table *table, enum line_sensor sensor, unsigned line,
			enum table_fault how);

/* ---- what is where ---- */

struct bits table_missing(const struct table *table); /* should be there and is not */
struct bits table_extra(const struct table *table);   /* is there and should not be */

/*
 * What hands have changed since the last verdict, as anybody at the table can see: squares that
 * have become empty, and on which a piece has been set down. It is what the contacts say and means nothing
 * yet.
 */
struct table_touch {
	struct bits up, down;
};
struct table_touch table_touch(const struct table *table);

static inline bool table_has_tags(const struct table *table)
{
	return (table->options.sensors & SENSOR_RFID) != 0;
}

/*
 * the piece with this tag should stand on home, a square or SQ_OFF_BOARD, and no other piece there
 */
void table_set_home(struct table *table, unsigned tag, unsigned home);
void table_set_homes(struct table *table, const uint8_t homes[TABLE_TAGS]);

/* makes the tag of the piece that should stand on sq unknown */
void table_forget_home(struct table *table, unsigned sq);

/* adds a tag of this set, in a piece of the side; false: too many, or it is known already */
bool table_add_tag(struct table *table, const struct tag *tag, enum side side);

/* index of a tag, TAG_STRANGER if it does not belong to this set */
unsigned table_find_tag(const struct table *table, const struct tag *tag);

/* whether a tag is seen on a square now */
bool table_sees_tag(const struct table *table, unsigned sq, unsigned tag);

#endif
