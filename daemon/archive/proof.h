/*
 * The proof behind the record of a finished game, as comment lines at its end:
 *
 *   # adjutant-proof 3
 *   # board KEY                    the board's public key
 *   # game ID
 *   # chain SEQ HASH               end of the journal's chain when the record was made
 *   # run, fork, committed, heads  what the public was shown on the way (course.h)
 *   # commitment red a1 HASH       one a piece, by row, then column: published when play began
 *   # opening red a1 M NONCE       likewise; the commitments can be computed from them
 *   # signature SIGNATURE          by the board's key, over every byte before this line
 *
 * It is all or nothing: a record with a single byte changed, added or missing is not accepted. Proofs
 * of version 1, which have no course, and 2, whose course has no forks, are read and made again, but no longer made anew.
 */
#ifndef DAEMON_ARCHIVE_PROOF_H
#define DAEMON_ARCHIVE_PROOF_H

#include "daemon/archive/commitments.h"
#include "daemon/archive/course.h"
#include "daemon/archive/record_replay.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "rules/text.h"

#include <stdio.h>

enum { PROOF_VERSION = 3 };

struct proof {
	unsigned version;
	uint8_t board_key[32];
	int64_t seq;
	uint8_t chain[HASH_SIZE];
	struct text course; /* its lines: of a proof that was checked, a part of its text */
	struct commitments commitments;
};

/* all lines but the signature */
void proof_write(const struct proof *proof, FILE *to);

/* Puts the signature behind a text from malloc(). Returns 0, or -errno with a sentence; then the
 * text is freed and NULL. */
int proof_sign(const struct board_key *key, char **text, size_t length, struct trouble *trouble);

/* how long the text is without the signature line, or 0 if it does not end with one */
size_t proof_signed_length(const char *text, size_t length);

/* where the proof begins; false if there is none */
bool proof_find(const char *text, size_t length, size_t *at);

/*
 * Checks a record: that it was signed by the board that it names, that the game can be played by
 * the rules to its result, that the openings are the pieces it began with and fit the commitments.
 * Returns 0, or -EBADMSG with a sentence about the first thing that is wrong.
 */
int proof_check(const char *text, size_t length, struct proof *proof, struct replayed *replayed,
		struct trouble *trouble);

/* how many pieces it has openings for */
unsigned proof_pieces(const struct proof *proof);

#endif
