/*
 * Claims a seat over HTTP with libcurl, exchanges keys with the board (exchange.h) and opens the box
 * with its credentials. Sends a hash of the code, never the code; an answer without a key is refused.
 */
#include "daemon/base/clock.h"
#include "daemon/base/crypto.h"
#include "daemon/base/exchange.h"
#include "daemon/base/short_code.h"
#include "daemon/cli/handheld/net/access.h"
#include "daemon/cli/handheld/net/claim_inside.h"

#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNTRUSTED = -1 }; /* in place of an HTTP status */
enum { ANSWER_MAX = 8192, PATIENCE_MS = 10000, HASTE_MS = 1000, TRIES = 20, TRY_AGAIN_MS = 250 };

const char *access_fault_key(enum access_fault fault)
{
	static const char *const keys[] = {
		[ACCESS_FINE] = "conn.back",
		[ACCESS_NO_CODE] = "pair.wrong",
		[ACCESS_NO_BOARD] = "console.no-board",
		[ACCESS_UNREACHABLE] = "pair.unreachable",
		[ACCESS_REFUSED] = "pair.refused",
		[ACCESS_TOO_MANY] = "pair.too-many",
		[ACCESS_IMPOSTOR] = "pair.impostor",
		[ACCESS_WRONG_SEAT] = "console.wrong-seat",
		[ACCESS_NO_PORT] = "console.no-port",
		[ACCESS_UNTRUSTED] = "console.untrusted",
		[ACCESS_OTHER_VERSION] = "pair.version",
	};

	return keys[fault];
}

/* ---- addresses ---- */

static bool take_part(CURLU *url, CURLUPart part, char *to, size_t room)
{
	char *text = NULL;
	bool good = curl_url_get(url, part, &text, 0) == CURLUE_OK && strlen(text) < room;

	if (good)
		memcpy(to, text, strlen(text) + 1);
	curl_free(text);
	return good;
}

/* Takes scheme, host and port of an address and ignores what follows. */
static bool take_base(struct access *access, const char *address)
{
	CURLU *url = curl_url();
	char scheme[16];
	bool good;

	if (!url)
		return false;
	good = curl_url_set(url, CURLUPART_URL, address, CURLU_GUESS_SCHEME) == CURLUE_OK &&
	       curl_url_set(url, CURLUPART_FRAGMENT, NULL, 0) == CURLUE_OK &&
	       curl_url_set(url, CURLUPART_QUERY, NULL, 0) == CURLUE_OK &&
	       curl_url_set(url, CURLUPART_PATH, "/", 0) == CURLUE_OK &&
	       take_part(url, CURLUPART_SCHEME, scheme, sizeof scheme) &&
	       take_part(url, CURLUPART_HOST, access->host, sizeof access->host) &&
	       take_part(url, CURLUPART_URL, access->base, sizeof access->base);
	curl_url_cleanup(url);
	access->tls = good && strcmp(scheme, "https") == 0;
	return good && (access->tls || strcmp(scheme, "http") == 0);
}

/* ---- requests ---- */

struct answer {
	size_t length;
	char text[ANSWER_MAX];
};

static size_t receive(char *bytes, size_t size, size_t count, void *context)
{
	struct answer *answer = context;
	size_t more = size * count;

	if (more >= sizeof answer->text - answer->length)
		return 0;
	memcpy(answer->text + answer->length, bytes, more);
	answer->length += more;
	return more;
}

static bool is_about_trust(CURLcode code)
{
	return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE;
}

static long perform(CURL *curl)
{
	CURLcode code = curl_easy_perform(curl);
	long status = is_about_trust(code) ? UNTRUSTED : 0;

	if (code == CURLE_OK)
		curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	return status;
}

/*
 * Returns the HTTP status, 0 if there is no answer, UNTRUSTED if it cannot be trusted. The caller
 * owns *content, which is NULL if it is not JSON.
 */
static long request(const struct access *access, const char *path, const char *body, long patience,
		    json_t **content)
{
	struct answer *answer = calloc(1, sizeof *answer);
	CURL *curl = answer ? curl_easy_init() : NULL;
	char url[ACCESS_BASE + 16];
	long status = 0;

	*content = NULL;
	snprintf(url, sizeof url, "%s%s", access->base, path);
	if (curl) {
		curl_easy_setopt(curl, CURLOPT_URL, url);
		curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
		curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* the board is in this network */
		curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, patience);
		curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
		curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
		if (body)
			curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
		if (access->ca[0])
			curl_easy_setopt(curl, CURLOPT_CAINFO, access->ca);
		status = perform(curl);
		curl_easy_cleanup(curl);
	}
	if (status > 0)
		*content = json_loadb(answer->text, answer->length, 0, NULL);
	free(answer);
	return status;
}

static enum access_fault fault_of(long status)
{
	switch (status) {
	case 200:
		return ACCESS_FINE;
	case 400: /* no board of this version finds anything wrong with the form */
		return ACCESS_OTHER_VERSION;
	case 403:
		return ACCESS_REFUSED;
	case 429:
		return ACCESS_TOO_MANY;
	case UNTRUSTED:
		return ACCESS_UNTRUSTED;
	default:
		return ACCESS_UNREACHABLE;
	}
}

/* A board that is just starting says so; the code stays valid, and it is worth a few retries. */
enum access_fault claim_post(const struct access *access, const char *path, const char *body,
			     json_t **content)
{
	long status;

	for (unsigned tries = 1;; tries++) {
		status = request(access, path, body, PATIENCE_MS, content);
		if (status != 503 || tries == TRIES)
			return fault_of(status);
		json_decref(*content);
		clock_rest_ms(TRY_AGAIN_MS);
	}
}

/* ---- the answer ---- */

static bool put(char *to, size_t room, const json_t *content, const char *key)
{
	const char *text = json_string_value(json_object_get(content, key));

	if (!text || strlen(text) >= room)
		return false;
	memcpy(to, text, strlen(text) + 1);
	return true;
}

static uint16_t port_in(const json_t *content)
{
	json_int_t port = json_integer_value(json_object_get(content, "mqtt"));

	return port > 0 && port <= UINT16_MAX ? (uint16_t)port : 0;
}

static enum access_fault take_credentials(struct access *access, const struct claim_terms *terms,
					  const json_t *content)
{
	if (!put(access->seat, sizeof access->seat, content, "seat") ||
	    !put(access->board, sizeof access->board, content, "board") ||
	    !put(access->user, sizeof access->user, content, "user") ||
	    !put(access->password, sizeof access->password, content, "password") ||
	    !put(access->client, sizeof access->client, content, "client"))
		return ACCESS_IMPOSTOR;
	if (strcmp(access->seat, terms->seat) != 0 || strcmp(access->board, terms->board) != 0)
		return ACCESS_IMPOSTOR;
	if (strcmp(access->seat, "red") != 0 && strcmp(access->seat, "blue") != 0)
		return ACCESS_WRONG_SEAT;
	access->mqtt_port = port_in(content);
	access->tls = access->tls || json_is_true(json_object_get(content, "tls"));
	return access->mqtt_port ? ACCESS_FINE : ACCESS_NO_PORT;
}

enum access_fault claim_open_box(struct access *access, const struct claim_terms *terms,
				 const json_t *answer)
{
	const char *encoded = json_string_value(json_object_get(answer, "box"));
	uint8_t box[1024];
	char text[1024];
	size_t length = 0, text_length = 0;
	enum access_fault fault;
	json_t *content;

	if (!encoded ||
	    sodium_base642bin(box, sizeof box, encoded, strlen(encoded), NULL, &length, NULL,
			      sodium_base64_VARIANT_ORIGINAL) < 0 ||
	    !box_open(access->down, box, length, text, sizeof text, &text_length))
		return ACCESS_IMPOSTOR;
	content = json_loadb(text, text_length, 0, NULL);
	fault = take_credentials(access, terms, content);
	json_decref(content);
	sodium_memzero(text, sizeof text);
	return fault;
}

/* Makes the keys with what the board answers; the box shows whether it made the same. */
static enum access_fault open_answer(struct access *access, const struct exchange *own,
				     const uint8_t seed[SEED_SIZE], const json_t *answer)
{
	const char *key = json_string_value(json_object_get(answer, "key"));
	struct exchange_terms terms = {.seat = json_string_value(json_object_get(answer, "seat")),
				       .board =
					       json_string_value(json_object_get(answer, "board"))};
	struct exchange_keys keys;
	uint8_t theirs[KEY_SIZE];
	enum access_fault fault = ACCESS_IMPOSTOR;

	memcpy(terms.seed, seed, SEED_SIZE);
	if (json_integer_value(json_object_get(answer, "v")) == EXCHANGE_VERSION && key &&
	    terms.seat && terms.board && hex_parse(key, theirs, KEY_SIZE) &&
	    exchange_agree(own, EXCHANGE_DEVICE, theirs, &terms, &keys)) {
		memcpy(access->up, keys.up, KEY_SIZE);
		memcpy(access->down, keys.down, KEY_SIZE);
		fault = claim_open_box(access, &(struct claim_terms){terms.seat, terms.board},
				       answer);
		sodium_memzero(&keys, sizeof keys);
	}
	sodium_memzero(&terms, sizeof terms);
	return fault;
}

/* Shows the key and that the code is known, and takes what is granted. */
static enum access_fault exchange_for_seat(struct access *access, const uint8_t seed[SEED_SIZE])
{
	struct exchange own;
	uint8_t proof[HASH_SIZE];
	char key_text[HASH_TEXT], proof_text[HASH_TEXT], body[2 * HASH_TEXT + 40];
	enum access_fault fault;
	json_t *answer;

	exchange_begin(&own);
	exchange_prove(seed, own.public_key, proof);
	hex_format(own.public_key, KEY_SIZE, key_text);
	hex_format(proof, HASH_SIZE, proof_text);
	snprintf(body, sizeof body, "{\"v\":%d,\"key\":\"%s\",\"proof\":\"%s\"}", EXCHANGE_VERSION,
		 key_text, proof_text);
	fault = claim_post(access, "pair", body, &answer);
	if (!fault)
		fault = open_answer(access, &own, seed, answer);
	exchange_finish(&own);
	json_decref(answer);
	return fault;
}

/* with a code of either kind; the place is known */
static enum access_fault claim_with(struct access *access, const char *code)
{
	char short_code[SHORT_CODE_SIZE];
	uint8_t seed[SEED_SIZE];
	enum access_fault fault;

	if (short_code_parse(code, short_code))
		fault = claim_short(access, short_code);
	else
		fault = code_parse(code, seed) ? exchange_for_seat(access, seed) : ACCESS_NO_CODE;
	sodium_memzero(short_code, sizeof short_code);
	sodium_memzero(seed, sizeof seed);
	return fault;
}

static bool is_code(const char *code)
{
	char short_code[SHORT_CODE_SIZE];
	uint8_t seed[SEED_SIZE];
	bool good = short_code_parse(code, short_code) || code_parse(code, seed);

	sodium_memzero(short_code, sizeof short_code);
	sodium_memzero(seed, sizeof seed);
	return good;
}

enum access_fault access_claim(struct access *access, const char *code_or_url, const char *base,
			       const char *ca)
{
	const char *hash = strchr(code_or_url, '#'), *code = hash ? hash + 1 : code_or_url;

	memset(access, 0, sizeof *access);
	snprintf(access->ca, sizeof access->ca, "%s", ca ? ca : "");
	if (!is_code(code))
		return ACCESS_NO_CODE;
	if (!take_base(access, hash ? code_or_url : base ? base : ""))
		return ACCESS_NO_BOARD;
	return claim_with(access, code);
}

bool access_find_port(struct access *access)
{
	json_t *config;
	uint16_t port = 0;

	if (request(access, "config.json", NULL, HASTE_MS, &config) == 200)
		port = port_in(config);
	if (port) {
		access->mqtt_port = port;
		access->tls = access->tls || json_is_true(json_object_get(config, "tls"));
	}
	json_decref(config);
	return port != 0;
}
