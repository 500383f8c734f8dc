/* adjutant key: the public key of a board, by which others know what it has signed. */
#include "daemon/archive/journal.h"
#include "daemon/base/crypto.h"
#include "daemon/cli/archive/archive.h"
#include "daemon/cli/base/cli.h"

#include <stdio.h>

/* The archive names its key; it must be the one with which its end is signed. */
static bool find_key(struct journal *journal, char digits[HASH_TEXT])
{
	uint8_t key[32];

	return journal_recall(journal, "board-key", digits, HASH_TEXT) &&
	       hex_parse(digits, key, sizeof key) && head_is_signed(key, journal_head(journal));
}

static int run(int argc, char **argv)
{
	struct archive_options options;
	struct journal *journal;
	char digits[HASH_TEXT];
	int status = archive_options_read(&options, &command_key, TAKES_STATE, argc, argv);

	if (status == EXIT_FINE)
		status = archive_open(&journal, &command_key, &options);
	if (status != EXIT_FINE)
		return status;
	if (find_key(journal, digits))
		puts(digits);
	else
		status = archive_complain(&command_key,
					  "the archive is not signed with the key that it names; "
					  "`adjutant verify` says more",
					  EXIT_NOT_LEGAL);
	journal_close(journal);
	return status;
}

const struct command command_key = {
	.name = "key",
	.arguments = "[--state DIR]",
	.summary = "print the board's public key",
	.help = "Prints the 64 digits of the key with which this board signs its records, its archive and\n"
		"what it publishes, as `adjutant verify --key` takes them. Give it to those who may have\n"
		"to check a record: without it they cannot tell this board's from a forger's. The watch\n"
		"page shows the same key.\n"
		"  --state DIR   where the board keeps its games, if it is not the usual place\n"
		"Exit status: 0; 1 if the archive was signed with another key; 2 if it cannot be read.\n",
	.run = run,
};
