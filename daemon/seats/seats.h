/*
 * Seats: pairing codes, the credentials and keys of paired devices, and a limit on guessing. A code
 * is valid once and for a few minutes; a seat that is taken stays taken until its owner moves it or
 * it is unpaired.
 *
 * Pairs are kept in the journal, so that they survive the daemon: credentials and keys, and never
 * the code or anything of the exchange that the keys came from (exchange.h). The events tell the
 * broker what changes.
 */
#ifndef DAEMON_SEATS_SEATS_H
#define DAEMON_SEATS_SEATS_H

#include "daemon/archive/journal.h"
#include "daemon/base/cpace.h"
#include "daemon/base/crypto.h"
#include "daemon/base/exchange.h"
#include "daemon/base/short_code.h"
#include "daemon/broker/access.h"
#include "daemon/seats/fresh.h"

struct seats;

/* Why a device has lost its seat. */
enum seat_loss {
	LOSS_FREED,	  /* by the operator or the arbiter */
	LOSS_LEFT,	  /* by its own wish */
	LOSS_MOVED,	  /* another device has it */
	LOSS_OTHERS_PLAY, /* a game of other people's begins */
	LOSS_LONG_OVER	  /* the game is, and nobody has begun another */
};

/* losing: its keys are still there, so that it can be told; NULL: it is not */
struct seats_events {
	void *owner;
	void (*admitted)(void *owner, enum seat seat, const struct credentials *credentials);
	void (*expelled)(void *owner, enum seat seat, const struct credentials *credentials);
	void (*losing)(void *owner, enum seat seat, enum seat_loss why);
};

/* The board's name goes into the keys; it must outlive the seats. */
int seats_create(struct seats **seats, const char *board, unsigned code_minutes,
		 const struct seats_events *events);
void seats_destroy(struct seats *seats);

/* Where pairs are kept, and what was kept there is paired again. NULL: nowhere, for the time being.
 */
void seats_keep_in(struct seats *seats, struct journal *journal);

/*
 * A new code for a seat, replacing any that is open for it. `move`: the seat may be taken, and the
 * device that claims the code takes it over. Returns 0, or -EBUSY if it is taken.
 */
int seats_offer(struct seats *seats, enum seat seat, bool move, uint64_t now_us,
		char code[CODE_SIZE]);

enum claim { CLAIM_GRANTED, CLAIM_WRONG, CLAIM_TOO_MANY };

/* What a device shows: its key for this pairing, and that it knows a code (exchange_prove()). */
struct seat_claim {
	uint8_t key[KEY_SIZE], proof[HASH_SIZE];
};

/* What it needs to make the same keys, beside its own secret and the code. */
struct seat_grant {
	enum seat seat;
	uint8_t key[KEY_SIZE]; /* the daemon's for this pairing */
};

/*
 * A device claims a seat. Its credentials are then sealed for it by seats_seal(). Unknown, used and
 * expired codes are not distinguished. A right code is granted however many wrong ones came from
 * that address.
 */
enum claim seats_claim(struct seats *seats, const struct seat_claim *claim, const char *from,
		       uint64_t now_us, struct seat_grant *grant);

/* ---- short codes, for people who type: the same offers, in two steps ---- */

enum { SHORT_SESSION = 3 * CPACE_SIZE + BOX_OVERHEAD };

/* The short code of the offer that was made for the seat just now. */
void seats_short_code(const struct seats *seats, enum seat seat, char text[SHORT_CODE_TEXT]);

/* The board's part of the exchange, and what the device has to bring back. */
struct short_opening {
	uint8_t share[CPACE_SIZE], session[SHORT_SESSION];
};

struct short_claim {
	uint8_t session[SHORT_SESSION], proof[HASH_SIZE];
};

/*
 * First a device gives its share and is given the board's; then it proves that it has made the same
 * keys, and is given the seat and the board's own proof. An address that misses too often waits; others do not.
 */
enum claim seats_short_begin(struct seats *seats, enum seat seat, const uint8_t share[CPACE_SIZE],
			     const char *from, uint64_t now_us, struct short_opening *opening);
enum claim seats_short_finish(struct seats *seats, enum seat seat, const struct short_claim *claim,
			      const char *from, uint64_t now_us, uint8_t proof[HASH_SIZE]);

void seats_unpair(struct seats *seats, enum seat seat, enum seat_loss why);

/*
 * Red's device and blue's change seats, with their credentials, their keys and the codes that are
 * open. The broker must be told by the caller; a device finds out when it comes back.
 */
void seats_swap(struct seats *seats);
bool seats_is_paired(const struct seats *seats, enum seat seat);
/* whether a code for it has been given out and not been used */
bool seats_is_offered(const struct seats *seats, enum seat seat);
const struct credentials *seats_credentials(const struct seats *seats, enum seat seat);

/* By which what a paired seat's device says is told from a copy. */
struct fresh *seats_fresh(struct seats *seats, enum seat seat);

/* Text for a paired seat's device, in a box; returns its length or 0. seats_unseal() is the way
 * back. */
size_t seats_seal(const struct seats *seats, enum seat seat, const char *text, size_t length,
		  size_t block, uint8_t *box, size_t room);
bool seats_unseal(const struct seats *seats, enum seat seat, const void *box, size_t length,
		  char *text, size_t room, size_t *text_length);

#endif
