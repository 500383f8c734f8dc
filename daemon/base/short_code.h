/*
 * Short codes, which people type, and the exchange that makes them safe (daemon/security.md): CPace
 * with the code as its password, so that nobody can try codes but with the board, which counts. The
 * counterpart is web-ui/link/short.js, and tests/e2e/lib/vectors.json holds both to the same bytes.
 * No I/O.
 *
 * A code has six signs of thirty-two that cannot be mistaken for each other: no 0, 1, I and O. The
 * first names the seat that it is for, the others are random, 25 bits.
 */
#ifndef DAEMON_BASE_SHORT_CODE_H
#define DAEMON_BASE_SHORT_CODE_H

#include "daemon/base/cpace.h"
#include "daemon/base/crypto.h"
#include "daemon/base/exchange.h"

enum {
	SHORT_VERSION = 1,
	SHORT_CODE_SIZE = 7, /* terminated */
	SHORT_CODE_TEXT = 8, /* as people see it: "R4K-7WQ" */
};

void short_code_make(char first, char code[SHORT_CODE_SIZE]);
void short_code_format(const char code[SHORT_CODE_SIZE], char text[SHORT_CODE_TEXT]);

/* Blanks, hyphens, case: no matter. */
bool short_code_parse(const char *text, char code[SHORT_CODE_SIZE]);

/* What both must agree on. */
struct short_terms {
	const char *code, *seat, *board;
};

/* Of either side, for one attempt. */
struct short_exchange {
	uint8_t secret[CPACE_SIZE], share[CPACE_SIZE];
};

/* What comes of it: by the proofs each side shows the other that it has made the same keys. */
struct short_result {
	struct exchange_keys keys;
	uint8_t device_proof[HASH_SIZE], daemon_proof[HASH_SIZE];
};

/* The board need not be known yet. */
void short_begin(struct short_exchange *exchange, const struct short_terms *terms);
void short_begin_with(struct short_exchange *exchange, const struct short_terms *terms,
		      const uint8_t secret[CPACE_SIZE]); /* for tests */
bool short_agree(const struct short_exchange *own, enum exchange_role role,
		 const uint8_t theirs[CPACE_SIZE], const struct short_terms *terms,
		 struct short_result *result);

#endif
