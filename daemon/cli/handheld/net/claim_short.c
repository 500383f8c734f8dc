/*
 * Claims a seat with a short code, in two steps (short_code.h): first both sides make keys, then each
 * shows the other that it has made the same.
 */
#include "daemon/base/cpace.h"
#include "daemon/base/crypto.h"
#include "daemon/base/exchange.h"
#include "daemon/base/short_code.h"
#include "daemon/cli/handheld/net/access.h"
#include "daemon/cli/handheld/net/claim_inside.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { SESSION_DIGITS = 400, BODY = SESSION_DIGITS + HASH_TEXT + 80 };

static const char *seat_of(char first)
{
	static const char *const seats[] = {"red", "blue", "arbiter", "table"};

	for (unsigned i = 0; i < sizeof seats / sizeof *seats; i++)
		if (seats[i][0] - 'a' + 'A' == first)
			return seats[i];
	return NULL;
}

static const char *text_in(const json_t *answer, const char *key)
{
	return json_string_value(json_object_get(answer, key));
}

static bool has_bytes(const json_t *answer, const char *key, uint8_t bytes[KEY_SIZE])
{
	const char *digits = text_in(answer, key);

	return digits && hex_parse(digits, bytes, KEY_SIZE);
}

/* The board's share, its name and what it wants back; the keys are made of them. */
static bool take_opening(const struct short_exchange *own, struct short_terms *terms,
			 const json_t *opening, struct short_result *result)
{
	uint8_t theirs[CPACE_SIZE];
	const char *session = text_in(opening, "session");

	terms->board = text_in(opening, "board");
	return json_integer_value(json_object_get(opening, "v")) == SHORT_VERSION && terms->board &&
	       session && strlen(session) < SESSION_DIGITS &&
	       strspn(session, "0123456789abcdef") == strlen(session) &&
	       has_bytes(opening, "share", theirs) &&
	       short_agree(own, EXCHANGE_DEVICE, theirs, terms, result);
}

static enum access_fault take_seat(struct access *access, const struct short_terms *terms,
				   const struct short_result *result, const json_t *answer)
{
	uint8_t proof[HASH_SIZE];

	if (!has_bytes(answer, "proof", proof) ||
	    sodium_memcmp(proof, result->daemon_proof, sizeof proof) != 0)
		return ACCESS_IMPOSTOR;
	memcpy(access->up, result->keys.up, KEY_SIZE);
	memcpy(access->down, result->keys.down, KEY_SIZE);
	return claim_open_box(access, &(struct claim_terms){terms->seat, terms->board}, answer);
}

static enum access_fault show_proof(struct access *access, const struct short_terms *terms,
				    const struct short_result *result, const char *session)
{
	char proof[HASH_TEXT], body[BODY];
	enum access_fault fault;
	json_t *answer;

	hex_format(result->device_proof, HASH_SIZE, proof);
	snprintf(body, sizeof body,
		 "{\"v\":%d,\"seat\":\"%s\",\"session\":\"%s\",\"proof\":\"%s\"}", SHORT_VERSION,
		 terms->seat, session, proof);
	fault = claim_post(access, "short", body, &answer);
	if (!fault)
		fault = take_seat(access, terms, result, answer);
	json_decref(answer);
	return fault;
}

static enum access_fault exchange_for_seat(struct access *access, struct short_terms *terms,
					   const struct short_exchange *own)
{
	char share[HASH_TEXT], body[BODY];
	struct short_result result;
	enum access_fault fault;
	json_t *opening;

	hex_format(own->share, CPACE_SIZE, share);
	snprintf(body, sizeof body, "{\"v\":%d,\"seat\":\"%s\",\"share\":\"%s\"}", SHORT_VERSION,
		 terms->seat, share);
	fault = claim_post(access, "short", body, &opening);
	if (!fault)
		fault = take_opening(own, terms, opening, &result)
				? show_proof(access, terms, &result, text_in(opening, "session"))
				: ACCESS_IMPOSTOR;
	json_decref(opening);
	sodium_memzero(&result, sizeof result);
	return fault;
}

enum access_fault claim_short(struct access *access, const char *code)
{
	struct short_terms terms = {.code = code, .seat = seat_of(code[0])};
	struct short_exchange own;
	enum access_fault fault;

	if (!terms.seat)
		return ACCESS_NO_CODE;
	short_begin(&own, &terms);
	fault = exchange_for_seat(access, &terms, &own);
	sodium_memzero(&own, sizeof own);
	return fault;
}
