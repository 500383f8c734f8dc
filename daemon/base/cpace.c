/*
 * The composition that the draft describes, of libsodium's parts. Every text is hashed with its length
 * before it.
 */
#include "daemon/base/cpace.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { SHA512_BLOCK = 128 };

_Static_assert(CPACE_SIZE == crypto_core_ristretto255_BYTES, "shares");
_Static_assert(CPACE_SIZE == crypto_core_ristretto255_SCALARBYTES, "secrets");
_Static_assert(CPACE_KEY_SIZE == crypto_hash_sha512_BYTES, "keys");
_Static_assert(crypto_hash_sha512_BYTES == crypto_core_ristretto255_HASHBYTES, "generators");

static const struct cpace_text for_generator = {"CPaceRistretto255", 17};
static const struct cpace_text for_key = {"CPaceRistretto255_ISK", 21};

static void add(crypto_hash_sha512_state *state, struct cpace_text text)
{
	uint8_t length = (uint8_t)text.count;

	assert(text.count <= CPACE_TEXT_MAX); /* whose length is a single byte */
	crypto_hash_sha512_update(state, &length, 1);
	crypto_hash_sha512_update(state, text.bytes, text.count);
}

/* Blanks after the password, so that the hash takes it in one block whatever its length. */
static struct cpace_text padding(size_t password)
{
	static const uint8_t zeros[SHA512_BLOCK];
	size_t before = 1 + for_generator.count + 1 + password + 1;

	return (struct cpace_text){zeros, before < SHA512_BLOCK ? SHA512_BLOCK - before : 0};
}

static void make_generator(const struct cpace_terms *terms, uint8_t generator[CPACE_SIZE])
{
	uint8_t hash[crypto_hash_sha512_BYTES];
	crypto_hash_sha512_state state;

	crypto_hash_sha512_init(&state);
	add(&state, for_generator);
	add(&state, terms->password);
	add(&state, padding(terms->password.count));
	add(&state, terms->channel);
	add(&state, terms->session);
	crypto_hash_sha512_final(&state, hash);
	crypto_core_ristretto255_from_hash(generator, hash);
	sodium_memzero(hash, sizeof hash);
	sodium_memzero(&state, sizeof state);
}

void cpace_make_secret(uint8_t secret[CPACE_SIZE])
{
	crypto_core_ristretto255_scalar_random(secret);
}

void cpace_make_share(const struct cpace_terms *terms, const uint8_t secret[CPACE_SIZE],
		      uint8_t share[CPACE_SIZE])
{
	uint8_t generator[CPACE_SIZE];
	int error;

	make_generator(terms, generator);
	error = crypto_scalarmult_ristretto255(share, secret, generator);
	assert(!error); /* neither a hash nor a random number is zero */
	(void)error;
	sodium_memzero(generator, sizeof generator);
}

static void add_message(crypto_hash_sha512_state *state, const struct cpace_message *message)
{
	add(state, (struct cpace_text){message->share, CPACE_SIZE});
	add(state, message->data);
}

bool cpace_agree(const struct cpace_terms *terms, const uint8_t secret[CPACE_SIZE],
		 const uint8_t theirs[CPACE_SIZE], const struct cpace_message messages[2],
		 uint8_t key[CPACE_KEY_SIZE])
{
	uint8_t shared[CPACE_SIZE];
	crypto_hash_sha512_state state;

	/* refuses what is no point, and the neutral one */
	if (crypto_scalarmult_ristretto255(shared, secret, theirs) != 0)
		return false;
	crypto_hash_sha512_init(&state);
	add(&state, for_key);
	add(&state, terms->session);
	add(&state, (struct cpace_text){shared, CPACE_SIZE});
	add_message(&state, &messages[0]);
	add_message(&state, &messages[1]);
	crypto_hash_sha512_final(&state, key);
	sodium_memzero(shared, sizeof shared);
	sodium_memzero(&state, sizeof state);
	return true;
}
