/* Signs what the board publishes, and checks it. */
#include "daemon/archive/published.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATE_PURPOSE "adjutant-state 1\n"

/* ---- heads ---- */

enum { LINE_SIZE = 128 };

static size_t head_line(const struct published_head *head, char line[LINE_SIZE])
{
	char hash[HASH_TEXT];

	hex_format(head->hash, HASH_SIZE, hash);
	return (size_t)snprintf(line, LINE_SIZE, "adjutant-public 1 %" PRIu64 " %s", head->number,
				hash);
}

void published_head_sign(const struct board_key *key, struct published_head *head)
{
	char line[LINE_SIZE];

	board_key_sign(key, line, head_line(head, line), head->signature);
}

bool published_head_is_signed(const uint8_t public_key[32], const struct published_head *head)
{
	char line[LINE_SIZE];

	return signature_is_good(public_key, line, head_line(head, line), head->signature);
}

/* ---- states ---- */

/* The bytes that are signed, from malloc(); NULL if there is no memory. */
static char *state_text(json_t *state, size_t *length)
{
	json_t *copy = json_copy(state);
	size_t before = strlen(STATE_PURPOSE), size;
	char *text = NULL;

	json_object_del(copy, "signature");
	size = json_dumpb(copy, NULL, 0, JSON_COMPACT | JSON_SORT_KEYS);
	if (size > 0)
		text = malloc(before + size);
	if (text) {
		memcpy(text, STATE_PURPOSE, before);
		*length = before +
			  json_dumpb(copy, text + before, size, JSON_COMPACT | JSON_SORT_KEYS);
	}
	json_decref(copy);
	return text;
}

int published_state_sign(const struct board_key *key, json_t *state)
{
	uint8_t signature[SIGNATURE_SIZE];
	char digits[SIGNATURE_TEXT];
	size_t length;
	char *text = state_text(state, &length);

	if (!text)
		return -ENOMEM;
	board_key_sign(key, text, length, signature);
	free(text);
	hex_format(signature, SIGNATURE_SIZE, digits);
	return json_object_set_new(state, "signature", json_string(digits)) ? -ENOMEM : 0;
}

bool published_state_is_signed(const uint8_t public_key[32], json_t *state)
{
	const char *digits = json_string_value(json_object_get(state, "signature"));
	uint8_t signature[SIGNATURE_SIZE];
	size_t length;
	bool good;
	char *text;

	if (!digits || !hex_parse(digits, signature, SIGNATURE_SIZE))
		return false;
	text = state_text(state, &length);
	good = text && signature_is_good(public_key, text, length, signature);
	free(text);
	return good;
}
