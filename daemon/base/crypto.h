/*
 * What libsodium does for the daemon: codes, boxes, hashes, commitments, signatures. No I/O but for
 * the board's key. The key exchange of pairing is in exchange.h.
 *
 * Hashes are SHA-512 cut to 32 bytes, because a handheld's page has that one and no other.
 */
#ifndef DAEMON_BASE_CRYPTO_H
#define DAEMON_BASE_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SEED_SIZE = 16, /* of a pairing code */
	CODE_SIZE = 33, /* as people type it: 26 letters in groups, terminated */
	KEY_SIZE = 32,	/* of a box */
	HASH_SIZE = 32,
	NONCE_SIZE = 16,   /* of a commitment, and what blinds an entry of the journal */
	HASH_TEXT = 65,	   /* as hexadecimal digits, terminated */
	TOKEN_TEXT = 33,   /* 128 random bits as hexadecimal digits, terminated */
	BOX_OVERHEAD = 40, /* what a box is longer than its contents */
	SIGNATURE_SIZE = 64,
	SIGNATURE_TEXT = 129,
};

/* Must come before anything else. Returns 0 or -errno. */
int crypto_init(void);

void random_fill(void *bytes, size_t count);
uint32_t random_below(uint32_t bound);
void token_make(char token[TOKEN_TEXT]);

void hex_format(const uint8_t *bytes, size_t count, char *text); /* 2 * count + 1 bytes */
bool hex_parse(const char *text, uint8_t *bytes, size_t count);	 /* lower case, exactly so long */

/* ---- codes: 128 bits as 26 letters and digits of base 32 (a-z, 2-7) ---- */

void code_format(const uint8_t seed[SEED_SIZE], char code[CODE_SIZE]);
bool code_parse(const char *code, uint8_t seed[SEED_SIZE]); /* blanks, hyphens, case: no matter */

/* ---- boxes: 24 bytes of nonce, then libsodium's secretbox ---- */

/*
 * Text, which may be followed by blanks without changing its meaning (JSON), is filled up with them
 * to a multiple of `block` bytes, so that its length tells little. Returns the length of the box,
 * or 0 if `room` is too small for it.
 */
size_t box_seal(const uint8_t key[KEY_SIZE], const char *text, size_t length, size_t block,
		uint8_t *box, size_t room);

/* The text is not terminated. Returns false if the box was not made with this key. */
bool box_open(const uint8_t key[KEY_SIZE], const uint8_t *box, size_t length, char *text,
	      size_t room, size_t *text_length);

/* ---- hashes ---- */

void hash_bytes(const void *bytes, size_t count, uint8_t hash[HASH_SIZE]);

struct hash_part {
	const void *bytes;
	size_t count;
};

/*
 * Hash of a label, a zero byte and all parts in a row. So that no two inputs run into each other, each
 * part has a fixed length or ends with a zero byte.
 */
void hash_parts(const char *label, const struct hash_part *parts, unsigned count,
		uint8_t hash[HASH_SIZE]);

/* Hash of the line "adjutant-piece 1 GAME COLOUR SQ CODE NONCE", without a newline; the nonce as
 * hex.
 */
void commitment_make(const char *game, const char *colour, const char *sq, char code,
		     const uint8_t nonce[NONCE_SIZE], uint8_t commitment[HASH_SIZE]);

/*
 * What a password is kept as: PBKDF2 with HMAC-SHA-512 and a single round, which is enough for 128
 * random bits and is what Mosquitto's dynamic security plugin reads.
 */
enum { PASSWORD_SALT = 12, PASSWORD_HASH = 64 };
void password_hash(const char *password, const uint8_t salt[PASSWORD_SALT],
		   uint8_t hash[PASSWORD_HASH]);

/* ---- the board's key ---- */

struct board_key {
	uint8_t public_key[32];
	uint8_t secret_key[64];
};

/* Reads the key, or makes one if there is no such file; mode 0600. Returns 0 or -errno. */
int board_key_load(const char *path, struct board_key *key);
void board_key_sign(const struct board_key *key, const void *bytes, size_t count,
		    uint8_t signature[SIGNATURE_SIZE]);
bool signature_is_good(const uint8_t public_key[32], const void *bytes, size_t count,
		       const uint8_t signature[SIGNATURE_SIZE]);

#endif
