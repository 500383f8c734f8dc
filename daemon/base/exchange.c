/*
 * X25519 by libsodium, and SHA-512 cut to 32 bytes for everything that follows from it. Each hash
 * has a label of its own that ends with a zero byte; what comes after it has a fixed length, or
 * ends with a zero byte too, so that no two inputs run into each other.
 */
#include "daemon/base/exchange.h"

#include <sodium.h>
#include <string.h>

_Static_assert(KEY_SIZE == crypto_scalarmult_BYTES, "shared secret");
_Static_assert(KEY_SIZE == crypto_scalarmult_SCALARBYTES, "secret key");

void exchange_begin_with(struct exchange *exchange, const uint8_t secret[KEY_SIZE])
{
	memcpy(exchange->secret, secret, KEY_SIZE);
	crypto_scalarmult_base(exchange->public_key, exchange->secret);
}

void exchange_begin(struct exchange *exchange)
{
	uint8_t secret[KEY_SIZE];

	random_fill(secret, sizeof secret);
	exchange_begin_with(exchange, secret);
	sodium_memzero(secret, sizeof secret);
}

void exchange_finish(struct exchange *exchange)
{
	sodium_memzero(exchange, sizeof *exchange);
}

void exchange_prove(const uint8_t seed[SEED_SIZE], const uint8_t public_key[KEY_SIZE],
		    uint8_t proof[HASH_SIZE])
{
	const struct hash_part parts[] = {{seed, SEED_SIZE}, {public_key, KEY_SIZE}};

	hash_parts("adjutant/v2/claim", parts, 2, proof);
}

static void hash_transcript(const uint8_t *device, const uint8_t *daemon,
			    const struct exchange_terms *terms, uint8_t hash[HASH_SIZE])
{
	const struct hash_part parts[] = {{device, KEY_SIZE},
					  {daemon, KEY_SIZE},
					  {terms->seat, strlen(terms->seat) + 1},
					  {terms->board, strlen(terms->board) + 1}};

	hash_parts("adjutant/v2/transcript", parts, 4, hash);
}

bool exchange_agree(const struct exchange *own, enum exchange_role role,
		    const uint8_t theirs[KEY_SIZE], const struct exchange_terms *terms,
		    struct exchange_keys *keys)
{
	bool is_device = role == EXCHANGE_DEVICE;
	uint8_t shared[KEY_SIZE], transcript[HASH_SIZE], root[HASH_SIZE];
	const struct hash_part parts[] = {
		{shared, KEY_SIZE}, {terms->seed, SEED_SIZE}, {transcript, HASH_SIZE}};
	const struct hash_part only_root[] = {{root, HASH_SIZE}};

	if (crypto_scalarmult(shared, own->secret, theirs) != 0)
		return false;
	hash_transcript(is_device ? own->public_key : theirs, is_device ? theirs : own->public_key,
			terms, transcript);
	hash_parts("adjutant/v2/root", parts, 3, root);
	hash_parts("adjutant/v2/up", only_root, 1, keys->up);
	hash_parts("adjutant/v2/down", only_root, 1, keys->down);
	sodium_memzero(shared, sizeof shared);
	sodium_memzero(root, sizeof root);
	return true;
}
