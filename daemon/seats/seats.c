/*
 * Makes pairing codes, checks claims, and keeps the credentials and keys of paired devices.
 * Admitting them to the broker is up to the owner of the events.
 */
#include "daemon/seats/seats.h"

#include "daemon/base/crypto.h"
#include "daemon/base/exchange.h"
#include "daemon/base/log.h"
#include "daemon/base/short_code.h"
#include "daemon/seats/guesses.h"
#include "daemon/seats/seats_inside.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Wrong tries: each address may make a few, then one every few seconds. 128 bits cannot be guessed
 * anyway; this tells people who mistype a code, or guess, to stop. A right code is accepted
 * whatever its address has done before: behind a proxy all share one address, and a single stranger
 * could lock everyone else out.
 */
static const struct guesses_limit tries = {.misses = 8, .back_us = 5000000};

/*
 * A short code has 25 bits. Beginning counts as well as missing, so an address has six guesses, then three a
 * minute; a thousand of them have 1 in 1,600 to hit a code that is open for five minutes.
 */
static const struct guesses_limit short_tries = {.misses = 12, .back_us = 10000000};
static const struct guesses_limit crowd_tries = {.misses = 64, .back_us = 200000};

int seats_create(struct seats **made, const char *board, unsigned code_minutes,
		 const struct seats_events *events)
{
	struct seats *seats = calloc(1, sizeof *seats);

	if (!seats)
		return -ENOMEM;
	seats->events = *events;
	seats->board = board;
	seats->code_us = (uint64_t)code_minutes * 60 * 1000000;
	guesses_init(&seats->guesses, tries, tries);
	guesses_init(&seats->short_guesses, short_tries, crowd_tries);
	*made = seats;
	return 0;
}

void seats_destroy(struct seats *seats)
{
	if (!seats)
		return;
	sodium_memzero(seats, sizeof *seats);
	free(seats);
}

/* ---- keeping ---- */

/* Before version 2 the code itself was kept, and the keys followed from it alone. */
#define KEPT_VERSION "2"

enum { KEPT_SIZE = 3 * TOKEN_TEXT + 2 * HASH_TEXT + 2 };

static void kept_name(enum seat seat, char name[16])
{
	snprintf(name, 16, "seat-%s", seat_name(seat));
}

static void write_value(const struct pair *pair, char value[KEPT_SIZE])
{
	const struct credentials *own = &pair->credentials;
	char up[HASH_TEXT], down[HASH_TEXT];

	hex_format(pair->keys.up, KEY_SIZE, up);
	hex_format(pair->keys.down, KEY_SIZE, down);
	snprintf(value, KEPT_SIZE, KEPT_VERSION " %s %s %s %s %s", own->user, own->password,
		 own->client, up, down);
	sodium_memzero(up, sizeof up);
	sodium_memzero(down, sizeof down);
}

static bool read_value(const char *value, struct pair *pair)
{
	struct credentials *own = &pair->credentials;
	char up[HASH_TEXT], down[HASH_TEXT];
	bool good = sscanf(value, KEPT_VERSION " %32s %32s %32s %64s %64s", own->user,
			   own->password, own->client, up, down) == 5 &&
		    hex_parse(up, pair->keys.up, KEY_SIZE) &&
		    hex_parse(down, pair->keys.down, KEY_SIZE);

	sodium_memzero(up, sizeof up);
	sodium_memzero(down, sizeof down);
	return good;
}

static void keep(const struct seats *seats, enum seat seat)
{
	const struct pair *pair = &seats->pairs[seat];
	char name[16], value[KEPT_SIZE];

	if (!seats->journal)
		return;
	kept_name(seat, name);
	write_value(pair, value);
	if (journal_keep(seats->journal, name, pair->paired ? value : NULL) < 0)
		log_warning("the pairing of seat %s will be lost when the daemon stops: it could "
			    "not be "
			    "written",
			    seat_name(seat));
	sodium_memzero(value, sizeof value);
}

/* In one transaction: half of an exchange would be a seat lost, and the other one had twice. */
static void keep_both(const struct seats *seats)
{
	bool together = seats->journal && journal_begin(seats->journal, NULL) == 0;

	keep(seats, SEAT_RED);
	keep(seats, SEAT_BLUE);
	if (together && journal_commit(seats->journal, NULL) < 0)
		log_warning("that the players changed seats could not be written");
}

static void take_seat(struct pair *pair)
{
	fresh_begin(&pair->fresh);
	pair->paired = true;
}

static void recall(struct seats *seats, enum seat seat)
{
	struct pair *pair = &seats->pairs[seat];
	char name[16], value[KEPT_SIZE];

	kept_name(seat, name);
	if (!journal_recall(seats->journal, name, value, sizeof value))
		return;
	if (read_value(value, pair)) {
		take_seat(pair);
	} else {
		sodium_memzero(pair, sizeof *pair);
		log_notice("seat %s was paired by an older version, with keys that anyone who saw "
			   "its code could have: pair it anew",
			   seat_name(seat));
		keep(seats, seat);
	}
	sodium_memzero(value, sizeof value);
}

void seats_keep_in(struct seats *seats, struct journal *journal)
{
	seats->journal = journal;
	for (unsigned i = 0; journal && i < SEAT_COUNT; i++)
		if (seats->pairs[i].paired)
			keep(seats, (enum seat)i);
		else
			recall(seats, (enum seat)i);
}

/* ---- offering and claiming ---- */

int seats_offer(struct seats *seats, enum seat seat, bool move, uint64_t now_us,
		char code[CODE_SIZE])
{
	struct offer *offer = &seats->offers[seat];

	if (seats->pairs[seat].paired && !move)
		return -EBUSY;
	*offer = (struct offer){.open = true, .move = move, .until_us = now_us + seats->code_us};
	random_fill(offer->seed, SEED_SIZE);
	random_fill(offer->session_key, KEY_SIZE);
	short_code_make((char)(seat_name(seat)[0] - 'a' + 'A'), offer->short_code);
	code_format(offer->seed, code);
	return 0;
}

static enum claim count_miss(struct guesses *guesses, const char *from, uint64_t now_us)
{
	if (!guesses_allow(guesses, from, 0, now_us))
		return CLAIM_TOO_MANY;
	guesses_miss(guesses, from, now_us);
	return CLAIM_WRONG;
}

bool seats_is_open(const struct offer *offer, uint64_t now_us)
{
	return offer->open && offer->until_us > now_us;
}

/* All codes are looked at whichever fits, so that time tells nothing. */
static struct offer *find_offer(struct seats *seats, const struct seat_claim *claim,
				uint64_t now_us)
{
	struct offer *found = NULL;
	uint8_t proof[HASH_SIZE];

	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		struct offer *offer = &seats->offers[i];
		bool fits;

		exchange_prove(offer->seed, claim->key, proof);
		fits = sodium_memcmp(proof, claim->proof, sizeof proof) == 0;
		if (fits && seats_is_open(offer, now_us))
			found = offer;
	}
	return found;
}

/* Nothing of the exchange stays in memory but the keys that came of it. */
static bool exchange_keys(const struct seats *seats, const struct offer *offer,
			  const struct seat_claim *claim, struct seat_grant *grant,
			  struct exchange_keys *keys)
{
	struct exchange_terms terms = {.seat = seat_name(grant->seat), .board = seats->board};
	struct exchange own;
	bool agreed;

	memcpy(terms.seed, offer->seed, SEED_SIZE);
	exchange_begin(&own);
	agreed = exchange_agree(&own, EXCHANGE_DAEMON, claim->key, &terms, keys);
	memcpy(grant->key, own.public_key, KEY_SIZE);
	exchange_finish(&own);
	sodium_memzero(&terms, sizeof terms);
	return agreed;
}

static void tell_loss(struct seats *seats, enum seat seat, enum seat_loss why)
{
	if (seats->events.losing)
		seats->events.losing(seats->events.owner, seat, why);
}

void seats_grant(struct seats *seats, enum seat seat, const struct exchange_keys *keys)
{
	struct pair *pair = &seats->pairs[seat];

	if (pair->paired) {
		tell_loss(seats, seat, LOSS_MOVED);
		seats->events.expelled(seats->events.owner, seat, &pair->credentials);
	}
	token_make(pair->credentials.user);
	token_make(pair->credentials.password);
	token_make(pair->credentials.client);
	pair->keys = *keys;
	take_seat(pair);
	sodium_memzero(&seats->offers[seat], sizeof seats->offers[seat]);
	keep(seats, seat);
	seats->events.admitted(seats->events.owner, seat, &pair->credentials);
}

enum claim seats_claim(struct seats *seats, const struct seat_claim *claim, const char *from,
		       uint64_t now_us, struct seat_grant *grant)
{
	struct offer *offer = find_offer(seats, claim, now_us);
	struct exchange_keys keys;

	if (offer)
		grant->seat = (enum seat)(offer - seats->offers);
	if (!offer || !exchange_keys(seats, offer, claim, grant, &keys))
		return count_miss(&seats->guesses, from, now_us);
	seats_grant(seats, grant->seat, &keys);
	sodium_memzero(&keys, sizeof keys);
	return CLAIM_GRANTED;
}

void seats_unpair(struct seats *seats, enum seat seat, enum seat_loss why)
{
	struct pair *pair = &seats->pairs[seat];
	struct credentials old = pair->credentials;

	sodium_memzero(&seats->offers[seat], sizeof seats->offers[seat]);
	if (!pair->paired)
		return;
	tell_loss(seats, seat, why);
	sodium_memzero(pair, sizeof *pair);
	keep(seats, seat);
	seats->events.expelled(seats->events.owner, seat, &old);
}

void seats_swap(struct seats *seats)
{
	struct pair pair = seats->pairs[SEAT_RED];
	struct offer offer = seats->offers[SEAT_RED];

	seats->pairs[SEAT_RED] = seats->pairs[SEAT_BLUE];
	seats->pairs[SEAT_BLUE] = pair;
	seats->offers[SEAT_RED] = seats->offers[SEAT_BLUE];
	seats->offers[SEAT_BLUE] = offer;
	sodium_memzero(&pair, sizeof pair);
	sodium_memzero(&offer, sizeof offer);
	keep_both(seats);
}

bool seats_is_offered(const struct seats *seats, enum seat seat)
{
	return seats->offers[seat].open;
}

bool seats_is_paired(const struct seats *seats, enum seat seat)
{
	return seats->pairs[seat].paired;
}

const struct credentials *seats_credentials(const struct seats *seats, enum seat seat)
{
	return &seats->pairs[seat].credentials;
}

struct fresh *seats_fresh(struct seats *seats, enum seat seat)
{
	return &seats->pairs[seat].fresh;
}

size_t seats_seal(const struct seats *seats, enum seat seat, const char *text, size_t length,
		  size_t block, uint8_t *box, size_t room)
{
	const struct pair *pair = &seats->pairs[seat];

	return pair->paired ? box_seal(pair->keys.down, text, length, block, box, room) : 0;
}

bool seats_unseal(const struct seats *seats, enum seat seat, const void *box, size_t length,
		  char *text, size_t room, size_t *text_length)
{
	const struct pair *pair = &seats->pairs[seat];

	return pair->paired && box_open(pair->keys.up, box, length, text, room, text_length);
}
