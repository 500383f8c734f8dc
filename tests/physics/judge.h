/*
 * What the referee made of an evening, judged by what was played.
 *
 * What is called illegal must be what somebody tried just then. Contacts cannot show a hand: a move
 * that is announced while its piece is held, and that the referee itself takes back before it
 * announces anything else, is counted by itself.
 */
#ifndef TESTS_PHYSICS_JUDGE_H
#define TESTS_PHYSICS_JUDGE_H

#include "daemon/referee/referee.h"
#include "tests/physics/profile.h"
#include "tests/physics/surface.h"
#include "tests/support/table/random_game.h"

enum verdict { VERDICT_FINE, VERDICT_WRONG, VERDICT_ILLEGAL, VERDICT_STUCK };
extern const char *const verdict_names[];

struct style_count {
	unsigned made, unasked, unsaid, wrong; /* without a question, without a word */
	unsigned traced;		       /* a sensor of the piece attacked changed */
	unsigned words;			       /* said until it was understood, in all */
};

/* something illegal that somebody tries: to call it so is right */
struct tried {
	bool open;
	uint8_t from, to;
};

struct judge {
	enum verdict verdict;
	double failed_s;  /* when, if not fine */
	char what[32];	  /* what the referee said then */
	size_t committed; /* actions, all as they were played */
	unsigned moves, attacks;
	unsigned rethought; /* moves announced with the hand on the piece, and taken back */
	struct {
		bool open;
		uint8_t from, to;
	} premature; /* such a move, until it is taken back */
	struct tried tried;
	unsigned caught;       /* illegal tries that were called so */
	unsigned asked_idle;   /* target questions while nobody attacked */
	unsigned offered_idle; /* moves in which targets were offered quietly */
	unsigned asked_attack; /* ... or confirm questions to somebody who did */
	unsigned confirm_idle; /* confirm questions to somebody who did not */
	unsigned guided;       /* guides outside the clearing up of battles */
	unsigned faults;       /* squares that were distrusted */
	unsigned landings, unseen, noticed;
	double progress_s; /* when something was last played or committed */
	double let_go_s[GAME_PLIES];
	bool asked[GAME_PLIES];	       /* a question was asked about the action */
	bool offered[GAME_PLIES];      /* targets were shown during it, without a call */
	uint16_t said[GAME_PLIES];     /* words that were said about it */
	uint32_t delay_ms[GAME_PLIES]; /* of plain moves without help, from letting go */
	unsigned delays;
	struct style_count styles[ATTACK_STYLES];
	struct {
		double since_s; /* 0: is seen */
		bool open, named;
	} standing[PIECES_MAX];
};

struct evening;

void judge_word(struct evening *evening, enum side side); /* somebody says something */
void judge_hear(struct evening *evening, const struct output *output);
void judge_watch(struct evening *evening); /* now and then, for pieces that are not seen */
void judge_fail(struct evening *evening, enum verdict verdict, const char *what);

#endif
