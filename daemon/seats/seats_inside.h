/* The state of the seats, and what their two files share. */
#ifndef DAEMON_SEATS_SEATS_INSIDE_H
#define DAEMON_SEATS_SEATS_INSIDE_H

#include "daemon/base/crypto.h"
#include "daemon/base/exchange.h"
#include "daemon/base/short_code.h"
#include "daemon/broker/access.h"
#include "daemon/seats/fresh.h"
#include "daemon/seats/guesses.h"
#include "daemon/seats/seats.h"

/* A code that is open, as 128 bits and as a few signs: the first claim uses up both. */
struct offer {
	bool open, move;
	uint8_t seed[SEED_SIZE];
	char short_code[SHORT_CODE_SIZE];
	uint8_t session_key[KEY_SIZE]; /* of what a device that types brings back */
	unsigned misses;	       /* with the short code */
	uint64_t until_us;
};

struct pair {
	bool paired;
	struct credentials credentials;
	struct exchange_keys keys;
	struct fresh fresh;
};

struct seats {
	struct seats_events events;
	struct journal *journal;
	const char *board;
	uint64_t code_us;
	struct offer offers[SEAT_COUNT];
	struct pair pairs[SEAT_COUNT];
	struct guesses guesses, short_guesses;
};

bool seats_is_open(const struct offer *offer, uint64_t now_us);

/* The device with these keys has the seat; the code is used up. */
void seats_grant(struct seats *seats, enum seat seat, const struct exchange_keys *keys);

#endif
