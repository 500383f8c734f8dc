/*
 * What the public has been told of a game: the one place that decides whether a rank may leave the archive.
 */
#ifndef DAEMON_GAMES_DISCLOSED_H
#define DAEMON_GAMES_DISCLOSED_H

#include "daemon/archive/journal.h"
#include "daemon/base/trouble.h"
#include "rules/square.h"

#include <jansson.h>
#include <stdbool.h>

struct disclosed {
	bool is_over;		   /* the game is over, and so everyone was told */
	bool is_shown[SIDE_COUNT]; /* this army was revealed */
	bool is_whole;		   /* both were, and so everything of it */
	json_t *openings; /* those of public events, a piece once: [{side, sq, code, nonce}] */
};

/* record_seq: the entry of the game's record, 0 if it has none. Returns 0, or -errno with a sentence. */
int disclosed_find(struct disclosed *disclosed, struct journal *journal, uint64_t told,
		   int64_t game, int64_t record_seq, struct trouble *trouble);
void disclosed_finish(struct disclosed *disclosed);

#endif
