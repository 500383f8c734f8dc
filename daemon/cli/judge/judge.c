/* adjutant judge: plays the games of records and says what is legal in them. */
#include "daemon/base/arguments.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/base/records.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/view.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct judging {
	bool quiet;
	unsigned long games;
	int status;
};

/* takes the object over */
static void print_line(json_t *line)
{
	json_dumpf(line, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(line);
}

static void set_string(json_t *line, const char *key, const char *value)
{
	json_object_set_new(line, key, json_string(value));
}

static json_t *line_of_game(const struct judging *judging)
{
	json_t *line = json_object();

	if (!line)
		abort();
	json_object_set_new(line, "game", json_integer((json_int_t)judging->games));
	return line;
}

static json_t *line_of_action(const struct judging *judging, uint64_t ply, enum side side,
			      const char *action)
{
	json_t *line = line_of_game(judging);

	json_object_set_new(line, "ply", json_integer((json_int_t)ply));
	set_string(line, "side", side_name(side));
	set_string(line, "action", action);
	return line;
}

static void set_code(json_t *line, const char *key, enum piece piece)
{
	char code[2] = {piece_code(piece), '\0'};

	set_string(line, key, code);
}

static void set_verdict(json_t *line, const struct report_view *view)
{
	set_string(line, "verdict", view->legal ? "ok" : "illegal");
	if (!view->legal)
		set_string(line, "rule", rule_name(view->rule));
	if (!view->attack)
		return;
	set_code(line, "attacker", view->attacker);
	set_code(line, "defender", view->defender);
	set_string(line, "outcome", outcome_name(view->outcome));
}

static void on_played(void *context, const struct record_reader *reader)
{
	struct judging *judging = context;
	struct report_view view;
	json_t *line;

	report_view_make(&view, &reader->report, AUDIENCE_ARBITER);
	if (!view.legal)
		judging->status = EXIT_NOT_LEGAL;
	if (judging->quiet)
		return;
	line = line_of_action(judging, reader->ply, view.side, reader->action_text);
	set_verdict(line, &view);
	print_line(line);
}

static void on_unfit(void *context, const struct record_reader *reader)
{
	struct judging *judging = context;
	json_t *line;

	judging->status = EXIT_NOT_LEGAL;
	if (judging->quiet)
		return;
	line = line_of_action(judging, 0, reader->unfit, "setup");
	set_string(line, "verdict", "illegal");
	set_string(line, "rule", rule_name(RULE_SETUP));
	print_line(line);
}

static void complain_of_result(const struct record_reader *reader, const struct lines *lines)
{
	const struct game *game = &reader->game;

	fprintf(stderr,
		"%s: the game before line %lu states the result %s by %s, but the board says ",
		lines->name, lines->number, winner_name(reader->stated_winner),
		reason_name(reader->stated_reason));
	if (game_is_over(game))
		fprintf(stderr, "%s by %s\n", winner_name(game->winner), reason_name(game->reason));
	else
		fprintf(stderr, "that the game goes on\n");
}

static void on_complete(void *context, const struct record_reader *reader,
			const struct lines *lines)
{
	struct judging *judging = context;
	const struct game *game = &reader->game;
	json_t *line = line_of_game(judging);

	json_object_set_new(line, "plies", json_integer(game->plies));
	if (game_is_over(game)) {
		set_string(line, "result", winner_name(game->winner));
		set_string(line, "by", reason_name(game->reason));
	} else {
		json_object_set_new(line, "result", json_null());
	}
	print_line(line);
	if (!record_result_agrees(reader)) {
		judging->status = EXIT_NOT_LEGAL;
		complain_of_result(reader, lines);
	}
	judging->games++;
}

static int judge_files(struct judging *judging, int count, char **paths)
{
	struct record_listener listener = {
		.context = judging,
		.unfit = on_unfit,
		.played = on_played,
		.complete = on_complete,
	};

	for (int i = 0; i < count; i++)
		if (records_read(paths[i], &listener) != EXIT_FINE)
			return EXIT_MALFORMED;
	return judging->status;
}

static int run(int argc, char **argv)
{
	struct judging judging = {.games = 1, .status = EXIT_FINE};
	char *standard_input[] = {"-"};
	const struct argument_option quiet = {"quiet", .flag = &judging.quiet};
	int first =
		command_options(&command_judge, &quiet, 1, ARGUMENTS_OPTIONS_ANYWHERE, argc, argv);

	if (first < 0)
		return EXIT_MALFORMED;
	if (first == argc)
		return judge_files(&judging, 1, standard_input);
	return judge_files(&judging, argc - first, argv + first);
}

const struct command command_judge = {
	.name = "judge",
	.arguments = "[--quiet] [FILE...]",
	.summary = "play recorded games and say what is legal in them",
	.help = "Reads game records (.game, .games) from the files or standard input and prints a JSON\n"
		"line for each action and one for each game. A game ends at its first illegal action.\n"
		"  --quiet   print only the closing line of each game\n"
		"Exit status: 0 all legal, 1 something illegal or a result that does not agree,\n"
		"2 a file cannot be read or is malformed.\n",
	.run = run,
};
