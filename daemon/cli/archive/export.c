/* adjutant export: the record of a finished game, for other programs or on paper. */
#include "daemon/archive/game_log.h"
#include "daemon/archive/record_writer.h"
#include "daemon/base/trouble.h"
#include "daemon/cli/archive/archive.h"
#include "daemon/cli/base/cli.h"
#include "daemon/games/gravon.h"
#include "daemon/games/score_sheet.h"
#include "rules/game.h"
#include "rules/view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum format { FORMAT_GAME, FORMAT_GRAVON, FORMAT_TEXT, FORMAT_NONE };

static enum format format_parse(const char *name)
{
	static const char *const names[] = {"game", "gravon", "text"};

	for (unsigned i = 0; name && i < FORMAT_NONE; i++)
		if (strcmp(name, names[i]) == 0)
			return (enum format)i;
	return name ? FORMAT_NONE : FORMAT_GAME;
}

/* The one that was signed when the game ended, byte for byte. */
static int write_game(const struct game_log *game_log, FILE *to)
{
	if (!game_log->record)
		return archive_complain(&command_export,
					"this game is over, but its record has not been signed "
					"yet; the daemon does that when it runs",
					EXIT_NOT_LEGAL);
	fwrite(game_log->record, 1, game_log->record_length, to);
	return EXIT_FINE;
}

static int write_other(const struct game_log *game_log, enum format format, FILE *to)
{
	struct score_sheet_options options = {
		.audience = AUDIENCE_ARBITER,
		.set_ups = true,
		.signatures = true,
	};
	struct trouble trouble = {"there is no memory left"};
	size_t length;
	char *text;
	int error, status = archive_compose(game_log, &command_export, &text, &length);

	if (status != EXIT_FINE)
		return status;
	if (format == FORMAT_GRAVON)
		error = gravon_write(to, text, length, &trouble);
	else
		error = score_sheet_print(to, text, length, &options, &trouble);
	free(text);
	return error ? archive_complain(&command_export, trouble.text, EXIT_NOT_LEGAL) : EXIT_FINE;
}

static int write_as(const struct game_log *game_log, enum format format, FILE *to)
{
	return format == FORMAT_GAME ? write_game(game_log, to) : write_other(game_log, format, to);
}

static int cannot_write(const char *path)
{
	fprintf(stderr, "adjutant export: %s cannot be written: %s\n", path, strerror(errno));
	return EXIT_NOT_LEGAL;
}

/* The text is made first: a refusal must not leave an empty file, or an old one emptied. */
static int write_file(const struct game_log *game_log, enum format format, const char *path)
{
	char *text = NULL;
	size_t length;
	FILE *memory = open_memstream(&text, &length), *file = NULL;
	int status;
	bool good;

	if (!memory)
		return cannot_write(path);
	status = write_as(game_log, format, memory);
	good = fclose(memory) == 0;
	if (good && status == EXIT_FINE) {
		file = fopen(path, "w");
		good = file && fwrite(text, 1, length, file) == length;
		good = file && fclose(file) == 0 && good;
	}
	free(text);
	return good ? status : cannot_write(path);
}

static int run(int argc, char **argv)
{
	struct archive_options options;
	struct game_log game_log;
	struct ending ending;
	enum format format;
	int status = archive_options_read(&options, &command_export, TAKES_EXPORT, argc, argv);

	if (status != EXIT_FINE)
		return status;
	format = format_parse(options.format);
	if (format == FORMAT_NONE)
		return command_misused(&command_export, "--format takes game, gravon or text");
	status = archive_read_game(&game_log, &ending, &command_export, &options);
	if (status != EXIT_FINE)
		return status;
	if (ending.winner == WINNER_NONE)
		status = archive_complain(&command_export,
					  "this game is not over, and its ranks are nobody's "
					  "business before it is",
					  EXIT_NOT_LEGAL);
	else if (options.output && strcmp(options.output, "-") != 0)
		status = write_file(&game_log, format, options.output);
	else
		status = write_as(&game_log, format, stdout);
	game_log_finish(&game_log);
	return status;
}

const struct command command_export = {
	.name = "export",
	.arguments = "[--state DIR] [--format game|gravon|text] [--output FILE] GAME",
	.summary = "write the record of a finished game",
	.help = "Writes the record of a game that is over, set-ups and all.\n"
		"  --format game     the signed record, for `adjutant judge` and `adjutant verify` (usual)\n"
		"  --format gravon   XML as in the Gravon archive. It cannot hold cards, the small board,\n"
		"                    an arbiter's corrections, options, dates and clocks; games with one\n"
		"                    of the first three are refused, the rest is left out. An arbiter's\n"
		"                    decision and a forfeit become the loser's resignation\n"
		"  --format text     a sheet of paper, 80 columns wide, with places to sign\n"
		"  --output FILE     there instead of standard output\n"
		"  --state DIR       where the board keeps its games, if it is not the usual place\n"
		"Exit status: 0; 1 if the game is not over, the format cannot hold it, or the file cannot\n"
		"be written; 2 if there is no such game or the archive cannot be read.\n",
	.run = run,
};
