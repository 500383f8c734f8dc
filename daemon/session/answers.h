/*
 * The answers to the latest words, in whichever game they were said: a device that has lost an
 * answer repeats its word with the same id, and gets the same answer.
 */
#ifndef DAEMON_SESSION_ANSWERS_H
#define DAEMON_SESSION_ANSWERS_H

#include "daemon/base/trouble.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/session.h"
#include "rules/view.h"

enum { ANSWERS = 256 /* remembered per speaker */ };

struct answer {
	char id[SESSION_ID];
	struct refusal why; /* REFUSAL_NONE: it was accepted */
};

struct answers {
	struct answer recent[AUDIENCE_COUNT][ANSWERS];
	unsigned next[AUDIENCE_COUNT];
};

void answers_clear(struct answers *answers);

/* What is remembered of a word already stays. */
void answers_remember(struct answers *answers, enum audience speaker, const char *id,
		      const struct refusal *why);

/* NULL if the word was never said, or too long ago. */
const struct answer *answers_find(const struct answers *answers, enum audience speaker,
				  const char *id);

/* Restores a game's answers from the journal. Returns 0 or -errno. */
int answers_recall(struct answers *answers, struct journal *journal, int64_t game,
		   struct trouble *trouble);

#endif
