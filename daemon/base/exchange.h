/*
 * The key exchange of pairing, version 2 (daemon/security.md): device and daemon each make a key
 * pair of X25519 for this one pairing. The code authorises it and goes into the keys, but does not
 * determine them: whoever learns it afterwards has nothing. web-ui/link/exchange.js is the
 * counterpart, and tests/e2e/lib/vectors.json holds both to the same bytes. No I/O.
 */
#ifndef DAEMON_BASE_EXCHANGE_H
#define DAEMON_BASE_EXCHANGE_H

#include "daemon/base/crypto.h"

#include <stdbool.h>
#include <stdint.h>

enum { EXCHANGE_VERSION = 2 };

struct exchange {
	uint8_t secret[KEY_SIZE], public_key[KEY_SIZE];
};

enum exchange_role { EXCHANGE_DEVICE, EXCHANGE_DAEMON };

/* What both must agree on; the strings are the board's name and the seat's. */
struct exchange_terms {
	uint8_t seed[SEED_SIZE]; /* of the code */
	const char *seat, *board;
};

/* What a pair has: "up" is the key of what the device says, "down" of what the daemon says. */
struct exchange_keys {
	uint8_t up[KEY_SIZE], down[KEY_SIZE];
};

void exchange_begin(struct exchange *exchange); /* a new pair of keys */
void exchange_begin_with(struct exchange *exchange, const uint8_t secret[KEY_SIZE]); /* for tests */
void exchange_finish(struct exchange *exchange); /* leaves nothing of it in memory */

/*
 * What a device shows beside its public key: that it knows the code. It is of use for this key
 * only. A hash and not a box, so that one proof can be right for one code only.
 */
void exchange_prove(const uint8_t seed[SEED_SIZE], const uint8_t public_key[KEY_SIZE],
		    uint8_t proof[HASH_SIZE]);

/* Returns false if the other key is one with which no secret comes about. */
bool exchange_agree(const struct exchange *own, enum exchange_role role,
		    const uint8_t theirs[KEY_SIZE], const struct exchange_terms *terms,
		    struct exchange_keys *keys);

#endif
