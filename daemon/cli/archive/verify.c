/*
 * adjutant verify: checks that records and archives are what a board wrote. Options and exit
 * status; the checks are in verify_record.c and verify_archive.c.
 */
#include "daemon/cli/archive/verify.h"

#include "daemon/base/arguments.h"
#include "daemon/base/crypto.h"
#include "daemon/cli/archive/archive.h"
#include "daemon/cli/base/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RECORD_MOST = 1 << 24 }; /* bytes of a record; a game of a thousand plies has 20,000 */

/* ---- files ---- */

/* NULL if it cannot be read, with errno */
static char *read_all(FILE *file, size_t *length)
{
	char *text = malloc(RECORD_MOST + 1);

	if (!text)
		return NULL;
	errno = 0;
	*length = fread(text, 1, RECORD_MOST + 1, file);
	if (ferror(file) || *length > RECORD_MOST) {
		if (!ferror(file))
			errno = EFBIG;
		free(text);
		return NULL;
	}
	return text;
}

static bool is_database(const char *text, size_t length)
{
	static const char magic[16] = "SQLite format 3"; /* with its zero byte */

	return length >= sizeof magic && memcmp(text, magic, sizeof magic) == 0;
}

static bool starts_as_database(const char *path)
{
	char start[16];
	FILE *file = fopen(path, "rb");
	size_t length = file ? fread(start, 1, sizeof start, file) : 0;

	if (file)
		fclose(file);
	return is_database(start, length);
}

static int verify_file(const struct verifying *verifying, const char *path)
{
	bool standard_input = strcmp(path, "-") == 0;
	FILE *file = standard_input ? stdin : fopen(path, "rb");
	size_t length = 0;
	char *text = file ? read_all(file, &length) : NULL;
	int status;

	if (!text)
		status = verify_fail(verifying, -errno, strerror(errno));
	else
		status = verify_record(verifying, text, length);
	free(text);
	if (file && !standard_input)
		fclose(file);
	return status;
}

static int verify(const char *path, const uint8_t *wanted_key)
{
	struct verifying verifying = {.name = path, .wanted_key = wanted_key};
	struct stat status;

	if (strcmp(path, "-") == 0)
		verifying.name = "standard input";
	else if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
		return verify_archive(&verifying, path, true);
	else if (starts_as_database(path))
		return verify_archive(&verifying, path, false);
	return verify_file(&verifying, path);
}

/* ---- the key ---- */

static bool parse_key(const char *digits, uint8_t key[32])
{
	char lower[HASH_TEXT];

	if (strlen(digits) != HASH_TEXT - 1)
		return false;
	for (unsigned i = 0; i < HASH_TEXT; i++)
		lower[i] =
			digits[i] >= 'A' && digits[i] <= 'F' ? (char)(digits[i] + 32) : digits[i];
	return hex_parse(lower, key, 32);
}

/* 64 digits, or a file whose first line they are */
static bool read_key(const char *word, uint8_t key[32])
{
	char line[HASH_TEXT + 1] = "";
	FILE *file;

	if (parse_key(word, key))
		return true;
	file = fopen(word, "rb");
	if (!file)
		return false;
	if (!fgets(line, sizeof line, file))
		line[0] = '\0';
	fclose(file);
	line[strcspn(line, "\r\n")] = '\0';
	return parse_key(line, key);
}

/* ---- the command ---- */

static int run(int argc, char **argv)
{
	const char *known = NULL;
	const struct argument_option option = {"key", .value = &known};
	int first = command_options(&command_verify, &option, 1, ARGUMENTS_OPTIONS_ANYWHERE, argc,
				    argv);
	int worst = EXIT_FINE;
	uint8_t key[32];

	if (first < 0)
		return EXIT_MALFORMED;
	if (known && !read_key(known, key))
		return command_misused(&command_verify,
				       "--key takes 64 hexadecimal digits, or a file whose "
				       "first line they are");
	if (first == argc)
		return command_misused(&command_verify, "which file?");
	if (crypto_init() != 0)
		return archive_complain(&command_verify,
					"the cryptographic library does not work here",
					EXIT_MALFORMED);
	for (; first < argc; first++) {
		int status = verify(argv[first], known ? key : NULL);

		worst = status > worst ? status : worst;
	}
	return worst;
}

const struct command command_verify = {
	.name = "verify",
	.arguments = "[--key KEY] FILE...",
	.summary = "check that records and archives are what a board wrote",
	.help = "FILE is an exported record (`adjutant export`), an archive, or a board's state directory.\n"
		"Of a record: the signature over every byte, the commitments that were published at the\n"
		"start, that the pieces are those committed to, and the whole game by the rules.\n"
		"Of an archive: the chain of all its entries to its signed end, and every finished game's\n"
		"record as above and against what the archive has of the game. A state directory also has\n"
		"the file head, by which an end that was cut off is noticed.\n"
		"  --key KEY   require this board's key: 64 digits, or a file whose first line they are.\n"
		"              Without it the key is shown and not compared with a known one\n"
		"Exit status: 0 all is as it was written; 1 something is not, standard error names the\n"
		"first thing; 2 a file cannot be read.\n",
	.run = run,
};
