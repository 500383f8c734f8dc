/*
 * Facts: what a referee decided in a game, one after the other. Options, decks and facts together
 * are the game. A journal keeps them as text, a line each:
 *
 *   setup COLOUR ROWS, position COLOUR ROWS   the pieces with which play begins (position: a study)
 *   begin COLOUR                              play begins, this side moves first
 *   play COLOUR ACTION [= OUTCOME A D]        ACTION as in a record; after a battle its outcome and
 *                                             the codes of attacker and defender
 *   takeback                                  the last action was taken back
 *   place SQ COLOUR CODE, place SQ empty,     the arbiter's corrections,
 *   turn COLOUR, reposition                   and their end
 *   end WINNER REASON                         an end that no action on the board brought about
 *
 * A fact may hold ranks, so it is for no audience; fact_play_shown() gives the public's part.
 */
#ifndef RULES_FACT_H
#define RULES_FACT_H

#include "rules/text.h"
#include "rules/view.h"

enum fact_kind {
	FACT_NONE, /* a line that is no fact of this version */
	FACT_SETUP,
	FACT_POSITION,
	FACT_BEGIN,
	FACT_PLAY,
	FACT_TAKEBACK,
	FACT_PLACE,
	FACT_TURN,
	FACT_REPOSITION,
	FACT_END,
	FACT_KINDS
};

enum { FACT_SIZE = 160 }; /* bytes that hold any fact as text and its terminator */

/* Bytes only, and what a kind does not use is zero: equal facts are equal bytes. */
struct fact {
	uint8_t kind;		    /* enum fact_kind */
	uint8_t side;		    /* SETUP, POSITION, BEGIN, TURN; PLACE: or SIDE_NONE, empty */
	uint8_t sq, piece;	    /* PLACE */
	uint8_t winner, reason;	    /* END */
	struct action action;	    /* PLAY, with its side */
	bool attack;		    /* PLAY: there was a battle, and these came of it */
	uint8_t outcome;	    /* enum outcome */
	uint8_t attacker, defender; /* enum piece */
	char rows[VIEW_ROWS_SIZE];  /* SETUP, POSITION: as they stand in a record */
};

/* False, and kind FACT_NONE, unless the line is exactly what fact_format() makes of the fact. */
bool fact_parse(enum board_id board, struct text line, struct fact *fact);
void fact_format(const struct fact *fact, struct out *out);

/* The fact of an action that was played, and of what it came to. */
void fact_of_play(const struct action *action, const struct report *report, struct fact *fact);

bool fact_equals(const struct fact *a, const struct fact *b);

/* What everyone saw of an action: no ranks, and no card that went back under the pile. */
struct play_shown {
	struct action action; /* without the cards of an exchange or mulligan */
	bool attack;
	uint8_t outcome; /* enum outcome, if attack */
};

struct play_shown fact_play_shown(const struct fact *fact);

/* "a4xa5 defender", "exchange"; the buffer has FACT_SIZE bytes */
void play_shown_format(const struct play_shown *play, char *buffer);

#endif
