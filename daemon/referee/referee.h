/*
 * The referee: one entry point, inputs in, outputs out.
 *
 * Everything known about the table and the handhelds comes in as inputs, each with its time; all
 * that any audience is to be told goes out as outputs, each for one audience. Nothing else has any
 * effect: no clock, no I/O, no allocation. The state is one struct without pointers; it can be
 * copied, saved and compared, and a copy continues exactly as the original would have.
 */
#ifndef DAEMON_REFEREE_REFEREE_H
#define DAEMON_REFEREE_REFEREE_H

#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/fact.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

enum { REFEREE_WORD_SIZE = 160 };

/* ---- in ---- */

enum input_kind {
	INPUT_FRAME,   /* a full scan: frame */
	INPUT_CONTACT, /* sq, closed; raw, bouncing and all */
	INPUT_TAG,     /* sq, tag, closed: seen from now on, or no longer */
	INPUT_WORD,    /* speaker, word */
	INPUT_RESTART, /* a power cut and restart; what the board shows is to follow */
	INPUT_TICK     /* time has reached t_us, nothing else */
};

struct input {
	uint64_t t_us; /* never less than that of the input before */
	uint8_t kind;
	uint8_t sq;
	bool closed;
	uint8_t speaker; /* enum audience; never public */
	struct tag tag;
	struct bits frame;
	char word[REFEREE_WORD_SIZE]; /* terminated; single blanks between its parts */
};

/* ---- out ---- */

enum event {
	EVENT_SETUP_COMPLETE, /* side */
	EVENT_TURN,	      /* side, ply */
	EVENT_MOVE,	      /* side, from, sq */
	EVENT_ATTACK,	      /* side, from, sq */
	EVENT_CHALLENGE,      /* side, from, sq, attacker, cards[1] or announced, as allowed */
	EVENT_BATTLE,	      /* side, from, sq, outcome, attacker, defender, cards */
	EVENT_ILLEGAL,	      /* side, from, sq, rule (RULE_OK: not for this audience) */
	EVENT_GUIDE,	      /* side, guide, squares */
	EVENT_ASK,	      /* question, squares (choices) or, for a defence, cards */
	EVENT_ASK_CLOSED,     /* question */
	EVENT_BOARD_OK,
	EVENT_CLOCK,	  /* left_ms, running */
	EVENT_WORD,	  /* side, text */
	EVENT_ERROR,	  /* text (the word), why */
	EVENT_FAULT,	  /* text (what), squares, line */
	EVENT_CARDS,	  /* side: a card action that is no move, kind = enum action_kind */
	EVENT_SWAP,	  /* side, from, sq */
	EVENT_READ,	  /* to a player, at set-up: squares and codes that the tags gave */
	EVENT_OVER,	  /* winner, reason */
	EVENT_TAKEN_BACK, /* side, from, sq: a plain move, by its own player */
	EVENT_FACT	  /* to the journal: fact, what was decided */
};

/* Not an audience: outputs to be kept, which may hold ranks. */
enum { TO_JOURNAL = AUDIENCE_COUNT };

struct output {
	uint64_t t_us;
	uint8_t to;    /* enum audience, or TO_JOURNAL */
	uint8_t event; /* enum event */
	uint8_t side;
	uint8_t from, sq;
	uint8_t outcome, attacker, defender; /* PIECE_NONE where the audience may not know */
	uint8_t rule;
	uint8_t guide;	  /* enum table_guide */
	uint8_t question; /* enum table_question */
	uint8_t running;  /* enum side, SIDE_NONE if no clock runs */
	uint8_t winner, reason;
	uint8_t line;	  /* a row or column of the table (table.h), LINE_NONE */
	uint8_t cards[3]; /* movement, attack, defence; CARD_NONE where there is none */
	bool announced;	  /* there is an attack card, and it is not shown yet */
	uint32_t ply;
	struct bits squares;
	uint64_t left_ms[SIDE_COUNT];
	char text[REFEREE_WORD_SIZE];
	struct refusal why;
	const struct fact *fact; /* NULL for every audience; valid until the sink returns */
};

typedef void referee_sink(void *context, const struct output *output);

/* ---- the referee ---- */

enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_FISCHER, CLOCK_BRONSTEIN, CLOCK_TOTAL };

struct clock_options {
	uint8_t kind;
	uint32_t main_ms;  /* MOVE: for each move */
	uint32_t extra_ms; /* FISCHER, BRONSTEIN: a move */
	uint32_t setup_ms; /* 0: no limit */
};

struct referee_options {
	uint8_t edition;
	struct options rules;
	struct table_options table;
	struct clock_options clock;
};

/* what the edition says, and the usual timings */
void referee_options_default(struct referee_options *options, unsigned edition);

/*
 * One option of a table ("settle-ms 800", "clock fischer 5+3"): its name and the rest of its line.
 * Rules options are options_set()'s.
 */
enum option_answer referee_option_set(struct referee_options *options, struct text name,
				      struct text value);

/* which options of a table contradict each other, as a sentence; NULL if none do */
const char *referee_options_misfit(const struct referee_options *options);

struct referee;

/* The memory that a referee takes: its owner allocates it, and may copy it. */
size_t referee_size(void);

void referee_init(struct referee *referee, const struct referee_options *options);

/*
 * Preparation from a record instead of from handhelds: a game that has not begun, with options,
 * pieces and cards. A study begins with the side named and from any position.
 */
void referee_prepare(struct referee *referee, const struct game *game, bool is_study,
		     enum side to_move);

/* false if there are too many tags or this one is known already */
bool referee_add_tag(struct referee *referee, const struct record_tag *tag);

/*
 * The only way in. Deadlines due at or before the input's time are met first, in their order; their
 * outputs carry the deadlines' own times.
 */
void referee_input(struct referee *referee, const struct input *input, referee_sink *sink,
		   void *context);

/*
 * The game cannot continue, for a reason outside the game: it ends as it stands, without a result,
 * and the table is no longer read.
 */
void referee_give_up(struct referee *referee);

/* when the next deadline is due, UINT64_MAX if there is none: an INPUT_TICK must come by then */
uint64_t referee_deadline(const struct referee *referee);

/* the game as it stands, for views */
const struct game *referee_game(const struct referee *referee);

#endif
