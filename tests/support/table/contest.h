/*
 * One game at the simulated table against the referee, who gets nothing but the recording: its
 * committed actions are compared, one by one, with those that were played. A recording cannot know
 * what will be asked; so here the player answers when the referee asks about an attack that has
 * been made, or about one that was never meant, and it counts as asked.
 */
#ifndef TESTS_SUPPORT_TABLE_CONTEST_H
#define TESTS_SUPPORT_TABLE_CONTEST_H

#include "daemon/referee/referee.h"
#include "tests/support/table/random_game.h"

enum { NOTE_SIZE = 200 };

/* of one action, in the order of its making */
struct committed {
	bool asked;	   /* only a word on a handheld led to it */
	bool needs_word;   /* as it was made, a word had to be said */
	bool answered;	   /* a question was asked about it, and answered */
	bool guided;	   /* people were told to put something right although nothing was wrong */
	uint64_t delay_us; /* from the last change of a sensor; 0 if a word led to it */
	uint64_t note_us;  /* nothing of it was done before this time */
	char note[NOTE_SIZE]; /* what the simulator says of it */
};

struct contest {
	struct referee_options options; /* of the recording */
	size_t count;			/* actions committed as they were played */
	bool wrong;			/* then something else was committed */
	size_t rethought; /* moves to where the piece stood for a moment, taken back by the referee */
	uint64_t stale_us; /* the time of an output that came after an input with a later time */
	bool lost;	   /* or nothing more was committed */
	uint64_t at_us;	   /* of the wrong action, or of the recording's end */
	char wrong_text[RECORD_ACTION_SIZE];
	struct committed actions[GAME_PLIES + 1];
	size_t inputs;
};

/* called with every input of the referee, answers and ticks included */
typedef void contest_watch(void *context, const struct input *input);

/* Returns 0 or -errno; -EBADMSG if the recording is malformed. watch may be NULL. */
int contest_run(struct contest *contest, const struct random_game *game,
		const struct sim_options *options, contest_watch *watch, void *context);

/* a referee for the game, with its tags if the table reads them; false if they do not fit */
bool contest_prepare(struct referee *referee, const struct referee_options *options,
		     const struct random_game *game, const struct sim_options *table);

#endif
