/* adjutant show: prints one game of an archive for people. */
#include "daemon/archive/game_log.h"
#include "daemon/archive/record_writer.h"
#include "daemon/base/trouble.h"
#include "daemon/cli/archive/archive.h"
#include "daemon/cli/base/cli.h"
#include "daemon/games/score_sheet.h"
#include "rules/game.h"
#include "rules/view.h"

#include <stdlib.h>

static int show(const struct game_log *game_log, const struct ending *ending)
{
	bool over = ending->winner != WINNER_NONE;
	struct score_sheet_options options = {.audience =
						      over ? AUDIENCE_ARBITER : AUDIENCE_PUBLIC};
	struct trouble trouble = {""};
	char *text, when[TIME_SIZE];
	size_t length;
	int status = archive_compose(game_log, &command_show, &text, &length);

	if (status != EXIT_FINE)
		return status;
	archive_format_time(game_log->started_ms, when);
	printf("Game %lld, begun %s\n\n", (long long)game_log->game, when);
	if (score_sheet_print(stdout, text, length, &options, &trouble) != 0)
		status = archive_complain(&command_show, trouble.text, EXIT_NOT_LEGAL);
	free(text);
	if (!over)
		puts("\nThis game is not over: ranks and set-ups are not shown before it is.");
	return status;
}

static int run(int argc, char **argv)
{
	struct archive_options options;
	struct game_log game_log;
	struct ending ending;
	int status = archive_options_read(&options, &command_show, TAKES_GAME, argc, argv);

	if (status == EXIT_FINE)
		status = archive_read_game(&game_log, &ending, &command_show, &options);
	if (status != EXIT_FINE)
		return status;
	if (!ending.begun && ending.winner == WINNER_NONE) {
		printf("Game %lld is being set up: there is nothing yet that everybody may see.\n",
		       (long long)game_log.game);
	} else {
		status = show(&game_log, &ending);
	}
	game_log_finish(&game_log);
	return status;
}

const struct command command_show = {
	.name = "show",
	.arguments = "[--state DIR] GAME",
	.summary = "show a game of a board's archive",
	.help = "Prints players and result, the moves in two columns with what came of each attack, and\n"
		"the final position. Of a game that is not over only what is public is shown: no rank,\n"
		"no set-up, no exchanged card.\n"
		"  --state DIR   where the board keeps its games, if it is not the usual place\n"
		"Exit status: 0; 1 if the rules do not allow what is in it; 2 if there is no such game or\n"
		"the archive cannot be read.\n",
	.run = run,
};
