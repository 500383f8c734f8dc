/*
 * CPace, a balanced PAKE (draft-irtf-cfrg-cpace), in its suite of ristretto255 and SHA-512 with an
 * initiator and a responder: from a short password that both know they make a long key, and whoever
 * listens, or takes part without the password, learns no more than whether one guess was right.
 * web-ui/link/cpace.js is the counterpart; both are held to the draft's test vector. No I/O.
 */
#ifndef DAEMON_BASE_CPACE_H
#define DAEMON_BASE_CPACE_H

#include "daemon/base/crypto.h"

enum { CPACE_SIZE = 32, CPACE_KEY_SIZE = 64, CPACE_TEXT_MAX = 127 };

struct cpace_text { /* of CPACE_TEXT_MAX bytes at most */
	const void *bytes;
	size_t count;
};

/* What both know beforehand. */
struct cpace_terms {
	struct cpace_text password, channel, session;
};

/* What one of them tells the other. */
struct cpace_message {
	uint8_t share[CPACE_SIZE];
	struct cpace_text data;
};

void cpace_make_secret(uint8_t secret[CPACE_SIZE]);
void cpace_make_share(const struct cpace_terms *terms, const uint8_t secret[CPACE_SIZE],
		      uint8_t share[CPACE_SIZE]);

/*
 * The key of the two messages, of which the initiator's comes first; `theirs` is the share that is not
 * one's own. Returns false if no secret comes about with it.
 */
bool cpace_agree(const struct cpace_terms *terms, const uint8_t secret[CPACE_SIZE],
		 const uint8_t theirs[CPACE_SIZE], const struct cpace_message messages[2],
		 uint8_t key[CPACE_KEY_SIZE]);

#endif
