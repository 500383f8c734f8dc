/*
 * adjutant verify: checks that records and archives are what a board wrote. Options and exit
 * status; the checks are in verify_record.c and verify_archive.c.
 */
#include "daemon/cli/archive/verify.h"

#include "daemon/base/arguments.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "daemon/cli/archive/archive.h"
#include "daemon/cli/archive/seen.h"
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

static int verify(const char *path, const uint8_t *wanted_key, const struct seen *seen)
{
	struct verifying verifying = {.name = path, .wanted_key = wanted_key, .seen = seen};
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

/* An option as it was given, and what was seen. */
struct request {
	const char *key, *head, *commitments, *state;
	uint8_t wanted_key[32];
	struct seen seen;
};

static int read_request(struct request *request)
{
	struct trouble trouble = {""};
	int error = 0;

	if (request->key && !read_key(request->key, request->wanted_key))
		return command_misused(&command_verify,
				       "--key takes 64 hexadecimal digits, or a file whose "
				       "first line they are");
	if (request->head)
		error = seen_read_head(&request->seen, request->head, &trouble);
	if (error)
		return command_misused(&command_verify, trouble.text);
	if (request->commitments)
		error = seen_read_commitments(&request->seen, request->commitments, &trouble);
	if (!error && request->state)
		error = seen_read_state(&request->seen, request->state, &trouble);
	return error ? archive_complain(&command_verify, trouble.text, EXIT_MALFORMED) : EXIT_FINE;
}

/* From best to worst. */
static int worse(int a, int b)
{
	static const int order[] = {[EXIT_FINE] = 0,
				    [EXIT_UNKNOWN_KEY] = 1,
				    [EXIT_NOT_LEGAL] = 2,
				    [EXIT_MALFORMED] = 3};

	return order[a] > order[b] ? a : b;
}

static int verify_all(struct request *request, char **paths, int count)
{
	int worst = read_request(request);

	if (worst == EXIT_FINE && count == 0)
		worst = command_misused(&command_verify, "which file?");
	if (worst != EXIT_FINE)
		return worst;
	for (int i = 0; i < count; i++)
		worst = worse(worst, verify(paths[i], request->key ? request->wanted_key : NULL,
					    &request->seen));
	return worst;
}

static int run(int argc, char **argv)
{
	struct request request = {.key = NULL};
	const struct argument_option options[] = {
		{"key", .value = &request.key},
		{"head", .value = &request.head},
		{"commitments", .value = &request.commitments},
		{"seen", .value = &request.state},
	};
	int first = command_options(&command_verify, options, sizeof options / sizeof *options,
				    ARGUMENTS_OPTIONS_ANYWHERE, argc, argv);
	int status;

	if (first < 0)
		return EXIT_MALFORMED;
	if (crypto_init() != 0)
		return archive_complain(&command_verify,
					"the cryptographic library does not work here",
					EXIT_MALFORMED);
	status = verify_all(&request, argv + first, argc - first);
	seen_finish(&request.seen);
	return status;
}

const struct command command_verify = {
	.name = "verify",
	.arguments =
		"[--key KEY] [--head HASH[@NUMBER]] [--commitments FILE] [--seen FILE] FILE...",
	.summary = "check that records and archives are what a board wrote, and what was seen",
	.help = "FILE is an exported record (`adjutant export`), an archive, or a board's state directory.\n"
		"Of a record: the signature over every byte, the commitments that were published at the\n"
		"start, that the pieces are those committed to, and the whole game by the rules.\n"
		"Of an archive: the chain of all its entries to its signed end, and every finished game's\n"
		"record as above and against what the archive has of the game. A state directory also has\n"
		"the file head, by which an end that was cut off is noticed.\n"
		"  --key KEY            require this board's key (`adjutant key`): 64 digits, or a file\n"
		"                       whose first line they are\n"
		"What a spectator has seen, to tell a record or an archive from others that the board\n"
		"signed as well, because its state was copied or put back from a backup:\n"
		"  --seen FILE          a state that the watch page has saved; names the key as well\n"
		"  --head HASH[@NUMBER] a head that was shown, with its number\n"
		"  --commitments FILE   the commitments as they were published, in JSON\n"
		"Exit status: 0 all is as it was written and seen; 3 it is, but by a key that was not\n"
		"named: anyone could have signed it; 1 something is not, standard error names the first\n"
		"thing; 2 a file cannot be read.\n",
	.run = run,
};
