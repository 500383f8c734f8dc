/*
 * Hostile records with good signatures: anyone can make a key and sign anything with it. Arbitrary
 * bytes get a key, are signed as they are and verified; whatever happens, what is accepted is a
 * finished game, and without openings if it never began.
 */
#include "daemon/archive/proof.h"
#include "tests/fuzz/expect.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct board_key own_key(void)
{
	static const uint8_t seed[crypto_sign_SEEDBYTES];
	struct board_key key;

	expect(crypto_init() == 0, "libsodium works");
	crypto_sign_seed_keypair(key.public_key, key.secret_key, seed);
	return key;
}

/* puts our key where a proof has the board's */
static void put_key(char *text, size_t length, const struct board_key *key)
{
	static const char word[] = "# board ";
	char digits[HASH_TEXT];
	size_t at;

	if (!proof_find(text, length, &at))
		return;
	at += strcspn(text + at, "\n") + 1;
	if (at + strlen(word) + 64 > length || memcmp(text + at, word, strlen(word)) != 0)
		return;
	hex_format(key->public_key, sizeof key->public_key, digits);
	memcpy(text + at + strlen(word), digits, 64);
}

static void expect_accepted(const struct proof *proof, const struct replayed *replayed)
{
	expect(replayed->winner != WINNER_NONE && replayed->reason != REASON_NONE,
	       "what is accepted has a result");
	expect(replayed->parts > 0 || proof_pieces(proof) == 0, "no openings if it never began");
	expect(replayed->edition < EDITION_COUNT, "it has an edition");
}

static void check(char *text, size_t length)
{
	struct trouble trouble = {""};
	struct replayed replayed;
	struct proof proof;

	if (proof_check(text, length, &proof, &replayed, &trouble) == 0)
		expect_accepted(&proof, &replayed);
	else
		expect(trouble.text[0] && memchr(trouble.text, '\0', sizeof trouble.text),
		       "whatever is refused has a reason");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct board_key key = own_key();
	struct trouble trouble = {""};
	char *text = calloc(1, size + 1);

	expect(text, "there is memory");
	memcpy(text, data, size);
	put_key(text, size, &key);
	check(text, size);
	expect(proof_sign(&key, &text, size, &trouble) == 0, "it can be signed");
	check(text, size + strlen(text + size));
	free(text);
	return 0;
}
