/*
 * The record of a game, composed of what the journal has of it: a text that `adjutant judge` reads,
 * and the proof behind it (proof.h).
 *
 * What was taken back is left out. Where the arbiter corrected the position a new part begins, as a
 * game of its own in the same text, with the position and what followed. A part never holds a
 * result but the last. A game that ended before it began has no set-ups, and instead of a result a
 * comment, which is not a game that can be judged. Options that are the table's and not the rules'
 * (timings, clocks) become comments, because a record has no place for them.
 *
 * Limit of later parts in Battle Cards: a record deals a hand of three from the top of a deck. If a
 * side held fewer when the position was corrected, a reader that judges the part by itself deals it
 * cards that it had yet to draw. Proofs are checked with the hands as they were.
 *
 * The same facts must give the same bytes in every version to come, or archives could no longer be
 * verified against their records.
 */
#ifndef DAEMON_ARCHIVE_RECORD_WRITER_H
#define DAEMON_ARCHIVE_RECORD_WRITER_H

#include "daemon/archive/game_log.h"
#include "daemon/archive/proof.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "rules/game.h"

#include <stdio.h>

/* How a game stands. */
struct ending {
	bool begun;
	enum winner winner; /* WINNER_NONE: it goes on */
	enum reason reason;
	unsigned edition;
	uint32_t plies;
};

/* All return 0, or -errno with a sentence. */
int record_writer_ending(const struct game_log *game_log, struct ending *ending,
			 struct trouble *trouble);

/* Without a proof; works for games that are not finished too. */
int record_writer_write(const struct game_log *game_log, FILE *to, struct trouble *trouble);

/*
 * With all of the proof but the signature, as of the entry that the proof names. Of the proof its
 * version, key, seq and chain are used, the rest is found in the journal. The caller frees the text.
 */
int record_writer_attest(const struct game_log *game_log, struct journal *journal,
			 const struct proof *as, char **text, size_t *length,
			 struct trouble *trouble);

/* With its proof, as it is exported; the caller frees it. */
int record_writer_seal(struct journal *journal, int64_t game, const struct board_key *key,
		       char **text, struct trouble *trouble);

#endif
