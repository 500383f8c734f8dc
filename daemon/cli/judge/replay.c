/* adjutant replay: feeds a recording to the referee and prints all that it says. */
#include "daemon/base/arguments.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/base/lines.h"
#include "daemon/cli/base/recording.h"
#include "daemon/cli/judge/game_start.h"
#include "daemon/cli/judge/hidden_cards.h"
#include "daemon/referee/referee.h"
#include "daemon/views/event_json.h"
#include "rules/view.h"

#include <stdlib.h>
#include <string.h>

struct replay {
	struct game_start start;
	struct recording_reader reader;
	struct referee *referee;
	bool begun;
	int audience; /* enum audience, or -1 for all */
};

static void print(void *context, const struct output *output)
{
	const struct replay *replay = context;
	json_t *line;

	if (output->to == TO_JOURNAL || (replay->audience >= 0 && replay->audience != output->to))
		return;
	line = event_json(output);
	if (!line) {
		fputs("adjutant replay: out of memory\n", stderr);
		exit(EXIT_NOT_LEGAL);
	}
	json_dumpf(line, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(line);
}

/* The game says what is played, the recording how the table was read. */
static const char *begin(struct replay *replay)
{
	const struct game_start *start = &replay->start;
	struct referee_options *options = &replay->reader.options;

	if (options->edition != start->game.edition)
		return "the recording and the game are of different editions";
	options->rules = start->game.options;
	referee_init(replay->referee, options);
	referee_prepare(replay->referee, &start->game, start->is_study, start->to_move);
	for (unsigned i = 0; i < start->tag_count; i++)
		if (!referee_add_tag(replay->referee, &start->tags[i]))
			return "the game has a tag twice, or too many";
	replay->begun = true;
	return NULL;
}

static void hear(struct replay *replay, struct input *input)
{
	if (input->kind == INPUT_WORD)
		hidden_cards_show(&replay->start.hidden, referee_game(replay->referee)->plies + 1,
				  input);
	referee_input(replay->referee, input, print, replay);
}

static int feed(struct replay *replay, struct lines *lines)
{
	const char *why = NULL;

	while (lines_next(lines)) {
		switch (recording_read(&replay->reader, lines->text, lines->length)) {
		case RECORDING_MALFORMED:
			lines_complain(lines, replay->reader.reason);
			return EXIT_MALFORMED;
		case RECORDING_INPUT:
			if (!replay->begun)
				why = begin(replay);
			if (why) {
				lines_complain(lines, why);
				return EXIT_MALFORMED;
			}
			hear(replay, &replay->reader.input);
			break;
		case RECORDING_NOTHING:
			break;
		}
	}
	if (replay->reader.in_recording)
		return EXIT_FINE;
	lines_complain(lines, "there is no recording here");
	return EXIT_MALFORMED;
}

static int replay_file(struct replay *replay, const char *path)
{
	struct lines lines;
	int status, error = lines_open(&lines, path);

	if (error) {
		fprintf(stderr, "%s: cannot be opened: %s\n", path, strerror(-error));
		return EXIT_MALFORMED;
	}
	status = feed(replay, &lines);
	error = lines_close(&lines);
	if (!error)
		return status;
	fprintf(stderr, "%s: cannot be read: %s\n", path, strerror(-error));
	return EXIT_MALFORMED;
}

static int find_audience(const char *name)
{
	for (int i = 0; i < AUDIENCE_COUNT; i++)
		if (strcmp(audience_name((enum audience)i), name) == 0)
			return i;
	return -1;
}

static int run(int argc, char **argv)
{
	static struct replay replay; /* large, and only ever one */
	const char *game = NULL, *audience = NULL;
	const struct argument_option options[] = {
		{"game", .value = &game},
		{"to", .value = &audience},
	};
	int first = command_options(&command_replay, options, 2, ARGUMENTS_OPTIONS_ANYWHERE, argc,
				    argv);
	int status;

	if (first < 0)
		return EXIT_MALFORMED;
	if (first + 1 < argc)
		return command_surplus(&command_replay, argv[first + 1]);
	replay.audience = audience ? find_audience(audience) : -1;
	if (audience && replay.audience < 0)
		return command_misused(&command_replay, "--to takes public, red, blue or arbiter");
	if (!game || first == argc)
		return command_misused(&command_replay, "a game and a recording are needed");
	if (game_start_read(&replay.start, game) != EXIT_FINE)
		return EXIT_MALFORMED;
	recording_reader_init(&replay.reader);
	replay.referee = calloc(1, referee_size());
	if (!replay.referee) {
		fputs("adjutant replay: out of memory\n", stderr);
		return EXIT_NOT_LEGAL;
	}
	status = replay_file(&replay, argv[first]);
	free(replay.referee);
	return status;
}

const struct command command_replay = {
	.name = "replay",
	.arguments = "--game FILE.game [--to AUDIENCE] FILE.rec",
	.summary = "feed a recorded table to the referee and print all it says",
	.help = "Takes edition, rules options, set-ups, decks and tags from the game (its actions are\n"
		"ignored but for exchanged cards, which a recording hides), sensors, timings and\n"
		"everything that happened from the recording, and prints every output as a JSON line.\n"
		"The same input always gives the same bytes.\n"
		"  --to AUDIENCE   only what public, red, blue or arbiter is told\n"
		"Exit status: 0, or 2 if a file cannot be read or is malformed.\n",
	.run = run,
};
