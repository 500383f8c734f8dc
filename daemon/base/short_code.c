/*
 * The version and the seat are part of what both sides must know (CPace's channel), the board's name
 * of what the board says. So an exchange for another seat, with another board or in another version
 * makes other keys, and the proofs fail.
 */
#include "daemon/base/short_code.h"
#include "daemon/base/crypto.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { SIGNS = SHORT_CODE_SIZE - 1, GROUP = 3 };

static const char signs[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

void short_code_make(char first, char code[SHORT_CODE_SIZE])
{
	code[0] = first;
	for (unsigned i = 1; i < SIGNS; i++)
		code[i] = signs[random_below(sizeof signs - 1)];
	code[SIGNS] = '\0';
}

void short_code_format(const char code[SHORT_CODE_SIZE], char text[SHORT_CODE_TEXT])
{
	snprintf(text, SHORT_CODE_TEXT, "%.*s-%s", GROUP, code, code + GROUP);
}

bool short_code_parse(const char *text, char code[SHORT_CODE_SIZE])
{
	unsigned count = 0;

	for (; *text; text++) {
		char sign = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;

		if (sign == ' ' || sign == '-')
			continue;
		if (!strchr(signs, sign) || count == SIGNS)
			return false;
		code[count++] = sign;
	}
	code[count] = '\0';
	return count == SIGNS;
}

/* ---- the exchange ---- */

static struct cpace_text text_of(const char *string)
{
	return (struct cpace_text){string, strlen(string)};
}

struct channel {
	char text[32];
};

static struct cpace_terms cpace_terms_of(const struct short_terms *terms, struct channel *channel)
{
	int length = snprintf(channel->text, sizeof channel->text, "adjutant/short/%d %s",
			      SHORT_VERSION, terms->seat);

	return (struct cpace_terms){
		.password = text_of(terms->code),
		.channel = {channel->text, (size_t)length},
		.session = {"", 0}, /* both shares are in the key, and are new each time */
	};
}

void short_begin_with(struct short_exchange *exchange, const struct short_terms *terms,
		      const uint8_t secret[CPACE_SIZE])
{
	struct channel channel;
	struct cpace_terms cpace = cpace_terms_of(terms, &channel);

	memcpy(exchange->secret, secret, CPACE_SIZE);
	cpace_make_share(&cpace, secret, exchange->share);
}

void short_begin(struct short_exchange *exchange, const struct short_terms *terms)
{
	uint8_t secret[CPACE_SIZE];

	cpace_make_secret(secret);
	short_begin_with(exchange, terms, secret);
	sodium_memzero(secret, sizeof secret);
}

static void derive(const uint8_t key[CPACE_KEY_SIZE], struct short_result *result)
{
	const struct hash_part parts[] = {{key, CPACE_KEY_SIZE}};

	hash_parts("adjutant/short/1/up", parts, 1, result->keys.up);
	hash_parts("adjutant/short/1/down", parts, 1, result->keys.down);
	hash_parts("adjutant/short/1/device", parts, 1, result->device_proof);
	hash_parts("adjutant/short/1/board", parts, 1, result->daemon_proof);
}

bool short_agree(const struct short_exchange *own, enum exchange_role role,
		 const uint8_t theirs[CPACE_SIZE], const struct short_terms *terms,
		 struct short_result *result)
{
	bool is_device = role == EXCHANGE_DEVICE;
	struct channel channel;
	struct cpace_terms cpace = cpace_terms_of(terms, &channel);
	struct cpace_message messages[] = {{.data = text_of("device")},
					   {.data = text_of(terms->board)}};
	uint8_t key[CPACE_KEY_SIZE];

	memcpy(messages[0].share, is_device ? own->share : theirs, CPACE_SIZE);
	memcpy(messages[1].share, is_device ? theirs : own->share, CPACE_SIZE);
	if (strlen(terms->board) > CPACE_TEXT_MAX ||
	    !cpace_agree(&cpace, own->secret, theirs, messages, key))
		return false;
	derive(key, result);
	sodium_memzero(key, sizeof key);
	return true;
}
