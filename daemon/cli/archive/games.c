/* adjutant games: lists the games of an archive, a line a game. */
#include "daemon/archive/game_log.h"
#include "daemon/archive/journal.h"
#include "daemon/archive/record_writer.h"
#include "daemon/base/trouble.h"
#include "daemon/cli/archive/archive.h"
#include "daemon/cli/base/cli.h"
#include "daemon/games/score_sheet.h"
#include "rules/game.h"
#include "rules/text.h"

#include <string.h>

enum { NAME_WIDTH = 12 };

static void put_state(const struct game_log *game_log, const struct ending *ending)
{
	if (ending->winner != WINNER_NONE)
		printf("%s by %s\n", winner_name(ending->winner), reason_name(ending->reason));
	else if (game_log->dropped)
		puts("dropped");
	else if (game_log->shelved)
		puts("adjourned");
	else
		puts(ending->begun ? "running" : "in set-up");
}

static struct text name_of(const struct game_log *game_log, const char *colour)
{
	struct text name = game_log_header(game_log, colour);

	return name.length ? name : (struct text){"-", 1};
}

static int put_game(struct journal *journal, int64_t game)
{
	struct trouble trouble = {""};
	struct game_log game_log;
	struct ending ending;
	char when[TIME_SIZE];
	int error = game_log_read(&game_log, journal, game, &trouble);

	if (error)
		return archive_complain(&command_games, trouble.text, EXIT_MALFORMED);
	archive_format_time(game_log.started_ms, when);
	printf("%4lld  %s  ", (long long)game, when);
	score_sheet_put_name(stdout, game_log_header(&game_log, "edition"), 13);
	fputs("  ", stdout);
	score_sheet_put_name(stdout, name_of(&game_log, "red"), NAME_WIDTH);
	fputs("  ", stdout);
	score_sheet_put_name(stdout, name_of(&game_log, "blue"), NAME_WIDTH);
	error = record_writer_ending(&game_log, &ending, &trouble);
	if (error) {
		puts("         cannot be read");
		archive_complain(&command_games, trouble.text, 0);
	} else {
		printf("  %5lu  ", (unsigned long)ending.plies);
		put_state(&game_log, &ending);
	}
	game_log_finish(&game_log);
	return error ? EXIT_MALFORMED : EXIT_FINE;
}

static int run(int argc, char **argv)
{
	struct archive_options options;
	struct journal *journal;
	int64_t last;
	int status = archive_options_read(&options, &command_games, TAKES_STATE, argc, argv);

	if (status == EXIT_FINE)
		status = archive_open(&journal, &command_games, &options);
	if (status != EXIT_FINE)
		return status;
	last = journal_last_game(journal);
	if (last == 0)
		fprintf(stderr, "No game has been played on this board yet.\n");
	else
		printf("game  begun             edition        %-*s  %-*s  plies  result\n",
		       NAME_WIDTH, "red", NAME_WIDTH, "blue");
	for (int64_t game = 1; game <= last; game++)
		if (put_game(journal, game) != EXIT_FINE)
			status = EXIT_MALFORMED;
	journal_close(journal);
	return status;
}

const struct command command_games = {
	.name = "games",
	.arguments = "[--state DIR]",
	.summary = "list the games of a board's archive",
	.help = "Prints a line for each game: its number, when it was begun, edition, names, plies played,\n"
		"and how it ended, or that it is running, adjourned, in set-up, or was dropped there.\n"
		"  --state DIR   where the board keeps its games, if it is not the usual place\n"
		"Exit status: 0, or 2 if the archive cannot be read.\n",
	.run = run,
};
