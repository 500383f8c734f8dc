/*
 * A second game beside the referee's, played from nothing but what the referee tells.
 *
 * Every committed action is played again here by the rules; it must be legal, come to the same, and
 * leave the same position. So the referee's position can be reached by legal actions from the start
 * of the game or from the arbiter's last correction, or the shadow says what is wrong. It also
 * keeps the list of everything that was judged, for judging it again with other ranks.
 */
#ifndef TESTS_SUPPORT_TABLE_SHADOW_H
#define TESTS_SUPPORT_TABLE_SHADOW_H

#include "daemon/referee/referee_state.h"

enum { SHADOW_STEPS = 1024, SHADOW_PAST = 32 };

enum shadow_step_kind {
	STEP_PLAY,	 /* an action that was judged, legal or not */
	STEP_CHALLENGE,	 /* an attack that was declared and waits for an answer */
	STEP_WORD,	 /* an action that a handheld asked for and was refused */
	STEP_TAKE_BACK,	 /* the last action */
	STEP_REPOSITION, /* the arbiter was called; nothing was changed, but history is forgotten */
	STEP_END	 /* an end that the board does not decide */
};

struct shadow_step {
	uint8_t kind;
	bool legal;
	uint8_t outcome, winner, reason; /* after it */
	struct action action;
};

/* the games before the latest turns, for taking them back */
struct shadow_past {
	struct game games[SHADOW_PAST];
	unsigned bottom, count; /* at index n % SHADOW_PAST, from bottom to count */
};

struct shadow {
	const struct referee *referee;
	struct game game;
	struct shadow_past past;
	bool begun;
	bool corrected;	     /* the arbiter has changed the position: the steps end there */
	bool arbiter;	     /* while the arbiter has the game in hand */
	bool unannounced;    /* the turn after what was played or taken back has not been told */
	const char *word;    /* of the present input, NULL if it is not a word */
	enum side speaker;   /* of that word, or the side for which the arbiter speaks */
	const char *wrong;   /* the first error found, NULL if none */
	uint64_t last_us;    /* of the last output */
	uint64_t now_us;     /* of the present input */
	unsigned outputs;    /* of the present input */
	unsigned step_count; /* SHADOW_STEPS at the most; more are not kept */
	struct shadow_step steps[SHADOW_STEPS];
};

void shadow_init(struct shadow *shadow, const struct referee *referee);

/* before the input is given to the referee, for each of its outputs, and after it */
void shadow_expect(struct shadow *shadow, const struct input *input);
void shadow_hear(struct shadow *shadow, const struct output *output);
void shadow_check(struct shadow *shadow);

/* the outcome of a step in another game; the game continues from there */
struct shadow_verdict {
	bool legal;
	uint8_t outcome, winner, reason;
	struct report report;		 /* of STEP_PLAY */
	struct challenge_view challenge; /* of STEP_CHALLENGE */
};

void shadow_judge(const struct shadow_step *step, struct game *game, struct shadow_past *past,
		  struct shadow_verdict *verdict);

#endif
