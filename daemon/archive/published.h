/*
 * What the board signs for everyone who watches: the head that it shows, and the whole public state.
 * A person who has kept one of them can prove to others what the board has published.
 *
 *   head    signature of "adjutant-public 1 NUMBER HASH"
 *   state   signature of "adjutant-state 1", a newline and the state as JSON without its member
 *           `signature`: no blanks, members sorted by name
 */
#ifndef DAEMON_ARCHIVE_PUBLISHED_H
#define DAEMON_ARCHIVE_PUBLISHED_H

#include "daemon/base/crypto.h"

#include <jansson.h>

/* A head that everyone was shown; number 0: none yet. */
struct published_head {
	uint64_t number; /* of the event, on the public's topic */
	uint8_t hash[HASH_SIZE];
	uint8_t signature[SIGNATURE_SIZE];
};

void published_head_sign(const struct board_key *key, struct published_head *head);
bool published_head_is_signed(const uint8_t public_key[32], const struct published_head *head);

/* Adds the member `signature`. Returns 0 or -ENOMEM. */
int published_state_sign(const struct board_key *key, json_t *state);
bool published_state_is_signed(const uint8_t public_key[32], json_t *state);

#endif
