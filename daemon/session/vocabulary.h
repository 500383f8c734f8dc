/*
 * The words that there are, by who may say them. A word that is none of these is refused before
 * anything is written: what it says concerns no game.
 */
#ifndef DAEMON_SESSION_VOCABULARY_H
#define DAEMON_SESSION_VOCABULARY_H

#include "rules/view.h"

#include <stdbool.h>

/* Looks at the first part of a word, and at whether it may have others: whether these make sense
 * is for the referee to say. */
bool vocabulary_has(enum audience speaker, const char *word);

/* What a word is about, and so what must not have changed since its speaker looked. */
enum word_about {
	ABOUT_BOARD, /* whatever the game */
	ABOUT_GAME,
	ABOUT_TURN, /* or the question to its speaker */
	ABOUT_OFFER
};
enum word_about vocabulary_about(const char *word);

#endif
