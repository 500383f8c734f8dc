/*
 * Finds a board's archive and a game in it, for the commands that read archives. Opens read-only,
 * also while the daemon writes.
 */
#include "daemon/cli/archive/archive.h"

#include "daemon/archive/journal.h"
#include "daemon/base/arguments.h"
#include "daemon/base/crypto.h"
#include "daemon/base/paths.h"
#include "daemon/base/trouble.h"
#include "rules/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- options ---- */

static bool read_number(struct archive_options *options, const char *word)
{
	uint64_t number;

	if (!text_number((struct text){word, strlen(word)}, INT64_MAX, &number) || number == 0)
		return false;
	options->game = (int64_t)number;
	return true;
}

int archive_options_read(struct archive_options *options, const struct command *command,
			 enum archive_takes takes, int argc, char **argv)
{
	const struct argument_option list[] = {
		{"state", .value = &options->state},
		{"output", .value = &options->output},
		{"format", .value = &options->format},
	};
	int first;

	memset(options, 0, sizeof *options);
	first = command_options(command, list, takes == TAKES_EXPORT ? 3 : 1,
				ARGUMENTS_OPTIONS_ANYWHERE, argc, argv);
	if (first < 0)
		return EXIT_MALFORMED;
	if (takes != TAKES_STATE && first < argc && !read_number(options, argv[first++]))
		return command_misused(command, "a game has a number, 1 or more");
	if (first < argc)
		return command_surplus(command, argv[first]);
	return EXIT_FINE;
}

/* ---- the archive ---- */

int archive_complain(const struct command *command, const char *sentence, int status)
{
	fprintf(stderr, "adjutant %s: %s\n", command->name, sentence);
	return status;
}

int archive_open(struct journal **journal, const struct command *command,
		 const struct archive_options *options)
{
	char usual[PATHS_SIZE];
	struct trouble trouble = {""};

	if (crypto_init() != 0)
		return archive_complain(command, "the cryptographic library does not work here",
					EXIT_MALFORMED);
	paths_default_state(usual);
	if (journal_open(journal, options->state ? options->state : usual, NULL, &trouble) == 0) {
		/* a daemon may be writing: read from one snapshot */
		if (journal_begin(*journal, &trouble) == 0)
			return EXIT_FINE;
		journal_close(*journal);
	}
	archive_complain(command, trouble.text, EXIT_MALFORMED);
	if (!options->state)
		fprintf(stderr, "Say where the board keeps its games with --state DIR.\n");
	return EXIT_MALFORMED;
}

int archive_read_game(struct game_log *game_log, struct ending *ending,
		      const struct command *command, const struct archive_options *options)
{
	struct trouble trouble = {""};
	struct journal *journal;
	int status, error;

	if (options->game == 0)
		return command_misused(command, "which game? `adjutant games` lists them");
	status = archive_open(&journal, command, options);
	if (status != EXIT_FINE)
		return status;
	error = game_log_read(game_log, journal, options->game, &trouble);
	if (!error) {
		error = record_writer_ending(game_log, ending, &trouble);
		if (error)
			game_log_finish(game_log);
	}
	journal_close(journal);
	return error ? archive_complain(command, trouble.text, EXIT_MALFORMED) : EXIT_FINE;
}

int archive_compose(const struct game_log *game_log, const struct command *command, char **text,
		    size_t *length)
{
	struct trouble trouble = {"there is no memory left"};
	FILE *to = open_memstream(text, length);
	int error = to ? record_writer_write(game_log, to, &trouble) : -ENOMEM;

	if (to && fclose(to) != 0 && !error)
		error = -ENOMEM;
	if (!error)
		return EXIT_FINE;
	if (to)
		free(*text);
	return archive_complain(command, trouble.text, EXIT_MALFORMED);
}

/* ---- text ---- */

void archive_format_time(int64_t wall_ms, char text[TIME_SIZE])
{
	time_t seconds = (time_t)(wall_ms / 1000);
	struct tm local;

	if (!localtime_r(&seconds, &local) ||
	    strftime(text, TIME_SIZE, "%Y-%m-%d %H:%M", &local) == 0)
		snprintf(text, TIME_SIZE, "?");
}
