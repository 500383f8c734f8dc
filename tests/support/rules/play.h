/*
 * Plays records for tests: a whole one, or a study written down in short.
 *
 * Everything goes through record_read(), which the command uses too. Does not use Unity, so that
 * any kind of test can use it.
 */
#ifndef TESTS_SUPPORT_RULES_PLAY_H
#define TESTS_SUPPORT_RULES_PLAY_H

#include "rules/record.h"

struct played {
	enum rule rule;	 /* of the last action judged; RULE_SETUP if pieces or decks do not fit */
	unsigned judged; /* actions, the illegal one included */
	unsigned plies;	 /* played */
	enum winner winner; /* according to the board or the record */
	enum reason reason;
	bool malformed; /* then nothing after that line was read */
	unsigned line;	/* the malformed one, from 1; one past the last if something is missing */
	struct record_reader reader; /* its state at the end; reader.reason says why malformed */
};

/* The text of one game, its lines ended by \n; the last may lack it. */
void play_text(struct played *played, const char *text, size_t length);
void play_record(struct played *played, const char *text);

/*
 * A position in short: pieces as "Me5 Fa1", actions between semicolons, "e5-e6; f6-f5; resign".
 * Turns alternate; an action of the side that is not to move is written "blue: a7-a6", and a
 * mulligan is not a turn. NULL members have defaults: original, no options, no pieces, no decks,
 * red to move, no actions. Options and decks are lines of a record.
 */
struct study {
	const char *edition, *options, *red, *blue, *decks, *to_move, *actions;
};

enum { STUDY_SIZE = 1 << 18 };

/* writes the study as a record into a buffer of STUDY_SIZE bytes */
void study_write(const struct study *study, char *record);

/* ends the program if the study is malformed: then the test itself is wrong */
void play_study(struct played *played, const struct study *study);

#endif
