/* adjutant show: one game of the archive, for people. */
#include "daemon/cli/archive.h"
#include "daemon/cli/sheet.h"

#include <stdlib.h>

static int show(const struct chronicle *chronicle, const struct ending *ending)
{
	bool over = ending->winner != WINNER_NONE;
	struct sheet_options options = {.audience = over ? AUDIENCE_ARBITER : AUDIENCE_PUBLIC};
	struct trouble trouble = {""};
	char *text, when[TIME_SIZE];
	size_t length;
	int status = archive_compose(chronicle, &command_show, &text, &length);

	if (status != EXIT_FINE)
		return status;
	format_time(chronicle->started_ms, when);
	printf("Game %lld, begun %s\n\n", (long long)chronicle->game, when);
	if (sheet_print(stdout, text, length, &options, &trouble) != 0)
		status = archive_complain(&command_show, trouble.text, EXIT_NOT_LEGAL);
	free(text);
	if (!over)
		puts("\nThis game is not over: ranks and set-ups are not shown before it is.");
	return status;
}

static int run(int argc, char **argv)
{
	struct archive_options options;
	struct chronicle chronicle;
	struct ending ending;
	int status = archive_options_read(&options, &command_show, TAKES_GAME, argc, argv);

	if (status == EXIT_FINE)
		status = archive_read_game(&chronicle, &ending, &command_show, &options);
	if (status != EXIT_FINE)
		return status;
	if (!ending.begun && ending.winner == WINNER_NONE) {
		printf("Game %lld is being set up: there is nothing yet that everybody may see.\n",
		       (long long)chronicle.game);
	} else {
		status = show(&chronicle, &ending);
	}
	chronicle_finish(&chronicle);
	return status;
}

const struct command command_show = {
	.name = "show",
	.arguments = "[--state DIR] GAME",
	.summary = "show a game of a board's archive",
	.help = "Prints players and result, the moves in two columns with what came of each "
		"attack, and\n"
		"the final position. Of a game that is not over only what is public is shown: no "
		"rank,\n"
		"no set-up, no exchanged card.\n"
		"  --state DIR   where the board keeps its games, if it is not the usual place\n"
		"Exit status: 0; 1 if the rules do not allow what is in it; 2 if there is no such "
		"game or\n"
		"the archive cannot be read.\n",
	.run = run,
};
