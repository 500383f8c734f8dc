/*
 * Calls libsodium for codes, boxes, hashes and signatures. No primitive is implemented here; this
 * file fixes which function is used with which arguments.
 */
#include "daemon/base/crypto.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CODE_LETTERS = 26, CODE_GROUP = 4 };

_Static_assert(BOX_OVERHEAD == crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES, "box");
_Static_assert(KEY_SIZE == crypto_secretbox_KEYBYTES, "key");
_Static_assert(SIGNATURE_SIZE == crypto_sign_BYTES, "signature");
_Static_assert(PASSWORD_HASH == crypto_auth_hmacsha512_BYTES, "password");

int crypto_init(void)
{
	return sodium_init() < 0 ? -ENOSYS : 0;
}

void random_fill(void *bytes, size_t count)
{
	randombytes_buf(bytes, count);
}

uint32_t random_below(uint32_t bound)
{
	return randombytes_uniform(bound);
}

void token_make(char token[TOKEN_TEXT])
{
	uint8_t bytes[(TOKEN_TEXT - 1) / 2];

	random_fill(bytes, sizeof bytes);
	hex_format(bytes, sizeof bytes, token);
}

void hex_format(const uint8_t *bytes, size_t count, char *text)
{
	sodium_bin2hex(text, 2 * count + 1, bytes, count);
}

bool hex_parse(const char *text, uint8_t *bytes, size_t count)
{
	const char *end;
	size_t length;

	if (strlen(text) != 2 * count || strspn(text, "0123456789abcdef") != 2 * count)
		return false;
	return sodium_hex2bin(bytes, count, text, 2 * count, NULL, &length, &end) == 0 &&
	       length == count;
}

/* ---- codes ---- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

void code_format(const uint8_t seed[SEED_SIZE], char code[CODE_SIZE])
{
	unsigned waiting = 0, bits = 0, next = 0;

	for (unsigned i = 0; i < CODE_LETTERS; i++) {
		if (bits < 5) { /* the last letter is filled up with zeros */
			waiting = (waiting << 8 | (next < SEED_SIZE ? seed[next] : 0)) & 0xffff;
			next++;
			bits += 8;
		}
		if (i > 0 && i % CODE_GROUP == 0)
			*code++ = '-';
		bits -= 5;
		*code++ = letters[waiting >> bits & 31];
	}
	*code = '\0';
}

static int letter_value(char c)
{
	const char *found;

	if (c >= 'A' && c <= 'Z')
		c = (char)(c - 'A' + 'a');
	found = c ? strchr(letters, c) : NULL;
	return found ? (int)(found - letters) : -1;
}

bool code_parse(const char *code, uint8_t seed[SEED_SIZE])
{
	unsigned waiting = 0, bits = 0, count = 0, next = 0;

	for (; *code; code++) {
		int value = letter_value(*code);

		if (*code == ' ' || *code == '-')
			continue;
		if (value < 0 || ++count > CODE_LETTERS)
			return false;
		waiting = (waiting << 5 | (unsigned)value) & 0xffff;
		bits += 5;
		if (bits < 8)
			continue;
		bits -= 8;
		seed[next++] = (uint8_t)(waiting >> bits);
	}
	return count == CODE_LETTERS && (waiting & ((1u << bits) - 1)) == 0;
}

/* ---- boxes ---- */

static size_t padded(size_t length, size_t block)
{
	return (length + block - 1) / block * block;
}

size_t box_seal(const uint8_t key[KEY_SIZE], const char *text, size_t length, size_t block,
		uint8_t *box, size_t room)
{
	size_t whole = padded(length, block);
	uint8_t *nonce = box, *sealed = box + crypto_secretbox_NONCEBYTES;

	if (room < whole + BOX_OVERHEAD)
		return 0;
	random_fill(nonce, crypto_secretbox_NONCEBYTES);
	/* the box may overlap its source, so the padding is written in place */
	memcpy(sealed + crypto_secretbox_MACBYTES, text, length);
	memset(sealed + crypto_secretbox_MACBYTES + length, ' ', whole - length);
	crypto_secretbox_easy(sealed, sealed + crypto_secretbox_MACBYTES, whole, nonce, key);
	return whole + BOX_OVERHEAD;
}

bool box_open(const uint8_t key[KEY_SIZE], const uint8_t *box, size_t length, char *text,
	      size_t room, size_t *text_length)
{
	if (length < BOX_OVERHEAD || length - BOX_OVERHEAD > room)
		return false;
	*text_length = length - BOX_OVERHEAD;
	return crypto_secretbox_open_easy((uint8_t *)text, box + crypto_secretbox_NONCEBYTES,
					  length - crypto_secretbox_NONCEBYTES, box, key) == 0;
}

/* ---- hashes ---- */

void hash_bytes(const void *bytes, size_t count, uint8_t hash[HASH_SIZE])
{
	uint8_t whole[crypto_hash_sha512_BYTES];

	crypto_hash_sha512(whole, bytes, count);
	memcpy(hash, whole, HASH_SIZE);
}

void hash_parts(const char *label, const struct hash_part *parts, unsigned count,
		uint8_t hash[HASH_SIZE])
{
	uint8_t whole[crypto_hash_sha512_BYTES];
	crypto_hash_sha512_state state;

	crypto_hash_sha512_init(&state);
	crypto_hash_sha512_update(&state, (const uint8_t *)label, strlen(label) + 1);
	for (unsigned i = 0; i < count; i++)
		crypto_hash_sha512_update(&state, parts[i].bytes, parts[i].count);
	crypto_hash_sha512_final(&state, whole);
	memcpy(hash, whole, HASH_SIZE);
	sodium_memzero(whole, sizeof whole);
	sodium_memzero(&state, sizeof state);
}

void commitment_make(const char *game, const char *colour, const char *sq, char code,
		     const uint8_t nonce[NONCE_SIZE], uint8_t commitment[HASH_SIZE])
{
	char digits[2 * NONCE_SIZE + 1], line[160];
	int length;

	hex_format(nonce, NONCE_SIZE, digits);
	length = snprintf(line, sizeof line, "adjutant-piece 1 %.40s %.8s %.4s %c %s", game, colour,
			  sq, code, digits);
	hash_bytes(line, (size_t)length, commitment);
	sodium_memzero(line, sizeof line);
}

void password_hash(const char *password, const uint8_t salt[PASSWORD_SALT],
		   uint8_t hash[PASSWORD_HASH])
{
	static const uint8_t first_block[4] = {0, 0, 0, 1};
	crypto_auth_hmacsha512_state state;

	crypto_auth_hmacsha512_init(&state, (const uint8_t *)password, strlen(password));
	crypto_auth_hmacsha512_update(&state, salt, PASSWORD_SALT);
	crypto_auth_hmacsha512_update(&state, first_block, sizeof first_block);
	crypto_auth_hmacsha512_final(&state, hash);
}

/* ---- the board's key ---- */

static int write_key(const char *path, const uint8_t *seed)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), error = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, seed, crypto_sign_SEEDBYTES) != crypto_sign_SEEDBYTES || fsync(fd) < 0)
		error = errno ? -errno : -EIO;
	close(fd);
	if (error)
		unlink(path);
	return error;
}

static int read_key(int fd, uint8_t *seed)
{
	struct stat status;
	ssize_t count = read(fd, seed, crypto_sign_SEEDBYTES);

	if (count < 0 || fstat(fd, &status) < 0)
		return -errno;
	if (count != crypto_sign_SEEDBYTES || status.st_size != crypto_sign_SEEDBYTES)
		return -EINVAL;
	return status.st_mode & (S_IRWXG | S_IRWXO) ? -EPERM : 0;
}

int board_key_load(const char *path, struct board_key *key)
{
	uint8_t seed[crypto_sign_SEEDBYTES];
	int fd = open(path, O_RDONLY | O_CLOEXEC), error;

	if (fd >= 0) {
		error = read_key(fd, seed);
		close(fd);
	} else if (errno == ENOENT) {
		random_fill(seed, sizeof seed);
		error = write_key(path, seed);
	} else {
		error = -errno;
	}
	if (!error)
		crypto_sign_seed_keypair(key->public_key, key->secret_key, seed);
	sodium_memzero(seed, sizeof seed);
	return error;
}

void board_key_sign(const struct board_key *key, const void *bytes, size_t count,
		    uint8_t signature[SIGNATURE_SIZE])
{
	crypto_sign_detached(signature, NULL, bytes, count, key->secret_key);
}

bool signature_is_good(const uint8_t public_key[32], const void *bytes, size_t count,
		       const uint8_t signature[SIGNATURE_SIZE])
{
	return crypto_sign_verify_detached(signature, bytes, count, public_key) == 0;
}
