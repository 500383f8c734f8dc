/*
 * Words that have been heard and wait for their turn, and how much each seat may still say. A word
 * costs the seat that says it and not the opponent: seats take turns, one that says too much waits
 * for its own allowance, and there is room for few words to wait.
 *
 * Time is an argument, in microseconds, and never decreases.
 */
#ifndef DAEMON_SEATS_WAITING_H
#define DAEMON_SEATS_WAITING_H

#include "daemon/referee/referee.h"
#include "daemon/session/session.h"
#include "rules/view.h"

#define WAITING_NEVER UINT64_MAX

enum {
	WAITING_ROOM = 12,	  /* words of a seat that may wait */
	WAITING_BURST = 24,	  /* how many a seat may say at once after a silence ... */
	WAITING_WORD_US = 250000, /* ... and how long it takes to earn another */
	WAITING_VAIN = 4,	  /* how many words one costs that is refused */
	WAITING_DEBT = 8	  /* the most words that a seat may owe */
};

struct waiting_word {
	enum audience speaker;
	char id[SESSION_ID];
	char word[REFEREE_WORD_SIZE];
};

struct waiting_seat {
	struct waiting_word words[WAITING_ROOM]; /* a ring */
	unsigned first, count;
	int64_t paid_us; /* the time that its words have used up; later than now: it owes */
};

/* It is empty when it is zero. */
struct waiting {
	struct waiting_seat seats[AUDIENCE_COUNT];
	unsigned last; /* whose turn it was */
};

/* Returns whether the word waits now; one that waits already is not added again. */
bool waiting_add(struct waiting *waiting, enum audience speaker, const char *id, const char *word);

bool waiting_has(const struct waiting *waiting, enum audience speaker, const char *id);

/* Takes a word of the next seat that may speak; false if there is none. */
bool waiting_take(struct waiting *waiting, uint64_t now_us, struct waiting_word *word);

/* when waiting_take() will have a word; WAITING_NEVER if none waits */
uint64_t waiting_due_us(const struct waiting *waiting);

/* The word that was taken has been refused: it costs more. */
void waiting_charge(struct waiting *waiting, enum audience speaker, uint64_t now_us);

/* The same for a word that is refused without having waited; false if the seat may say nothing
 * now. */
bool waiting_refuse(struct waiting *waiting, enum audience speaker, uint64_t now_us);

/* The seat has changed hands: its words are dropped. */
void waiting_forget(struct waiting *waiting, enum audience speaker);

#endif
