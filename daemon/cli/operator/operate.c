/*
 * The commands that control a running table: status, pairing, new games, words. They send requests
 * and print answers; every decision is the daemon's.
 */
#include "daemon/base/arguments.h"
#include "daemon/base/qr.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/operator/operator.h"
#include "rules/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATE_HELP "  --state DIR   where the daemon keeps its state, if not in its usual place\n"

/* ---- options ---- */

struct flags {
	const char *state;
	bool move;
	const char *event, *site, *round, *red, *blue;
	json_t *options;
	int rest; /* index of the first argument that is no option */
};

/* Which of the list in read_flags() a command has. */
enum takes { TAKES_STATE, TAKES_MOVE, TAKES_GAME };
static const struct {
	unsigned from, count;
} taken[] = {
	[TAKES_STATE] = {1, 1},
	[TAKES_MOVE] = {0, 2},
	[TAKES_GAME] = {1, 7},
};

static void add_option(void *to, const char *value)
{
	json_t **options = to;

	if (!*options)
		*options = json_array();
	json_array_append_new(*options, json_string(value));
}

/* A request is JSON, which has no room for anything else; a directory may be named as it likes. */
static bool is_plain(const struct flags *flags, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (argv[i] != flags->state &&
		    !text_is_clean((struct text){argv[i], strlen(argv[i])}))
			return false;
	return true;
}

/* Options come first. Says what is wrong if one makes no sense. */
static bool read_flags(struct flags *flags, const struct command *command, enum takes takes,
		       int argc, char **argv)
{
	const struct argument_option options[] = {
		{"move", .flag = &flags->move},
		{"state", .value = &flags->state},
		{"event", .value = &flags->event},
		{"site", .value = &flags->site},
		{"round", .value = &flags->round},
		{"red", .value = &flags->red},
		{"blue", .value = &flags->blue},
		{"option", .add = add_option, .to = &flags->options},
	};

	*flags = (struct flags){0};
	flags->rest = command_options(command, options + taken[takes].from, taken[takes].count,
				      ARGUMENTS_OPTIONS_FIRST, argc, argv);
	if (flags->rest > 0 && !is_plain(flags, argc, argv)) {
		command_misused(command, "an argument is not plain text in UTF-8");
		flags->rest = -1;
	}
	if (flags->rest < 0)
		json_decref(flags->options);
	return flags->rest > 0;
}

static int done(json_t *answer)
{
	json_decref(answer);
	return answer ? EXIT_FINE : EXIT_NOT_LEGAL;
}

static const char *text_in(json_t *answer, const char *key)
{
	const char *text = json_string_value(json_object_get(answer, key));

	return text ? text : "";
}

/* ---- status ---- */

static void print_game(json_t *answer)
{
	printf("game %lld, %s: ", (long long)json_integer_value(json_object_get(answer, "game")),
	       text_in(answer, "edition"));
	if (json_object_get(answer, "result"))
		printf("over, %s by %s", text_in(answer, "result"), text_in(answer, "by"));
	else if (json_is_true(json_object_get(answer, "paused")))
		printf("paused");
	else if (json_object_get(answer, "turn"))
		printf("%s to move", text_in(answer, "turn"));
	else
		printf("%s", text_in(answer, "phase"));
	printf(", %lld plies played\n",
	       (long long)json_integer_value(json_object_get(answer, "plies")));
}

static int run_status(int argc, char **argv)
{
	struct flags flags;
	json_t *answer, *paired;
	size_t i;

	if (!read_flags(&flags, &command_status, TAKES_STATE, argc, argv))
		return EXIT_MALFORMED;
	if (flags.rest != argc)
		return command_surplus(&command_status, argv[flags.rest]);
	answer = operator_ask(flags.state, json_pack("{s:s}", "do", "status"));
	if (!answer)
		return EXIT_NOT_LEGAL;
	printf("%s (%s, %s table)\n", text_in(answer, "title"), text_in(answer, "board"),
	       text_in(answer, "driver"));
	print_game(answer);
	printf("paired:");
	paired = json_object_get(answer, "paired");
	for (i = 0; i < json_array_size(paired); i++)
		printf(" %s", json_string_value(json_array_get(paired, i)));
	printf("%s\npages: http://%s:%lld/\nboard: %s\njournal: %s\nbroker: %s\n",
	       i == 0 ? " nobody" : "", text_in(answer, "address"),
	       (long long)json_integer_value(json_object_get(answer, "http")),
	       text_in(answer, "table"), text_in(answer, "storage"), text_in(answer, "broker"));
	return done(answer);
}

const struct command command_status = {
	.name = "status",
	.arguments = "[--state DIR]",
	.summary = "tell how the running table is doing",
	.help = STATE_HELP "Exit status: 0, or 1 if no daemon answers.\n",
	.run = run_status,
};

/* ---- pairing ---- */

static int run_pair(int argc, char **argv)
{
	struct flags flags;
	json_t *answer;

	if (!read_flags(&flags, &command_pair, TAKES_MOVE, argc, argv))
		return EXIT_MALFORMED;
	if (flags.rest != argc - 1)
		return command_misused(&command_pair, "one seat is needed");
	answer = operator_ask(flags.state, json_pack("{s:s,s:s,s:b}", "do", "pair", "seat",
						     argv[flags.rest], "move", flags.move));
	if (!answer)
		return EXIT_NOT_LEGAL;
	if (isatty(STDOUT_FILENO))
		qr_print(stdout, text_in(answer, "url"), 2);
	printf("%s\n%s\nvalid once, for %lld minutes\n", text_in(answer, "url"),
	       text_in(answer, "code"),
	       (long long)json_integer_value(json_object_get(answer, "minutes")));
	if (json_object_get(answer, "note"))
		fprintf(stderr, "%s\n", text_in(answer, "note"));
	return done(answer);
}

const struct command command_pair = {
	.name = "pair",
	.arguments = "[--state DIR] [--move] red|blue|arbiter|table",
	.summary = "show a code with which a device takes a seat",
	.help = "  --move        the seat may be taken: the new device takes it over\n" STATE_HELP
		"Exit status: 0, or 1 if the seat is taken or no daemon answers.\n",
	.run = run_pair,
};

static int run_unpair(int argc, char **argv)
{
	struct flags flags;

	if (!read_flags(&flags, &command_unpair, TAKES_STATE, argc, argv))
		return EXIT_MALFORMED;
	if (flags.rest != argc - 1)
		return command_misused(&command_unpair, "one seat is needed");
	return done(operator_ask(flags.state,
				 json_pack("{s:s,s:s}", "do", "unpair", "seat", argv[flags.rest])));
}

const struct command command_unpair = {
	.name = "unpair",
	.arguments = "[--state DIR] red|blue|arbiter|table",
	.summary = "take a seat from its device",
	.help = STATE_HELP "Exit status: 0, or 1 if no daemon answers.\n",
	.run = run_unpair,
};

/* ---- games ---- */

static void set_name(json_t *request, const char *key, const char *value)
{
	if (value)
		json_object_set_new(request, key, json_string(value));
}

static int run_new(int argc, char **argv)
{
	struct flags flags;
	json_t *request, *answer;

	if (!read_flags(&flags, &command_new, TAKES_GAME, argc, argv))
		return EXIT_MALFORMED;
	if (argc - flags.rest > 1)
		return command_surplus(&command_new, argv[flags.rest + 1]);
	request = json_pack("{s:s}", "do", "new");
	set_name(request, "edition", flags.rest < argc ? argv[flags.rest] : NULL);
	set_name(request, "event", flags.event);
	set_name(request, "site", flags.site);
	set_name(request, "round", flags.round);
	set_name(request, "red", flags.red);
	set_name(request, "blue", flags.blue);
	if (flags.options)
		json_object_set_new(request, "options", flags.options);
	answer = operator_ask(flags.state, request);
	if (answer)
		print_game(answer);
	return done(answer);
}

const struct command command_new = {
	.name = "new",
	.arguments = "[OPTION...] [EDITION]",
	.summary = "prepare a new game on the running table",
	.help = "A game that is paused is set aside and can be continued; one that is being played stands in\n"
		"the way.\n"
		"  --red NAME, --blue NAME                 who plays\n"
		"  --event NAME, --site NAME, --round NAME for the record\n"
		"  --option \"NAME VALUE\"                   an option of the rules, timings or clock\n"
		"  --state DIR                             where the daemon keeps its state\n"
		"Exit status: 0, or 1 if it cannot be done.\n",
	.run = run_new,
};

static int run_continue(int argc, char **argv)
{
	struct flags flags;
	json_t *answer;
	uint64_t game;

	if (!read_flags(&flags, &command_continue, TAKES_STATE, argc, argv))
		return EXIT_MALFORMED;
	if (flags.rest != argc - 1)
		return command_misused(&command_continue, "the number of a game is needed");
	if (!text_number((struct text){argv[flags.rest], strlen(argv[flags.rest])}, INT64_MAX,
			 &game) ||
	    game == 0)
		return command_misused(&command_continue, "a game has a number, 1 or more");
	answer = operator_ask(flags.state,
			      json_pack("{s:s,s:I}", "do", "continue", "game", (json_int_t)game));
	if (answer)
		print_game(answer);
	return done(answer);
}

const struct command command_continue = {
	.name = "continue",
	.arguments = "[--state DIR] N",
	.summary = "go on with a game that was set aside",
	.help = "The pieces are put as the record has them, with the table's help; then the players resume.\n" STATE_HELP
		"Exit status: 0, or 1 if it cannot be done.\n",
	.run = run_continue,
};

/* ---- words ---- */

static int say(const char *state, const char *who, const char *word)
{
	return done(operator_ask(
		state, json_pack("{s:s,s:s,s:s}", "do", "say", "who", who, "word", word)));
}

static int run_say(int argc, char **argv)
{
	struct flags flags;
	char word[160];
	size_t length = 0;

	if (!read_flags(&flags, &command_say, TAKES_STATE, argc, argv))
		return EXIT_MALFORMED;
	if (argc - flags.rest < 2)
		return command_misused(&command_say, "who speaks, and a word, are needed");
	for (int i = flags.rest + 1; i < argc && length < sizeof word; i++)
		length += (size_t)snprintf(word + length, sizeof word - length, "%s%s",
					   length ? " " : "", argv[i]);
	if (length >= sizeof word)
		return command_misused(&command_say, "the word is too long");
	return say(flags.state, argv[flags.rest], word);
}

const struct command command_say = {
	.name = "say",
	.arguments = "[--state DIR] red|blue|arbiter WORD...",
	.summary = "say a word for a seat, or as the arbiter",
	.help = "Every word of a handheld and of the arbiter, such as `adjutant say arbiter award draw`. It is\n"
		"written down like any other.\n" STATE_HELP
		"Exit status: 0, or 1 if it is refused.\n",
	.run = run_say,
};

static int run_resign(int argc, char **argv)
{
	struct flags flags;

	if (!read_flags(&flags, &command_resign, TAKES_STATE, argc, argv))
		return EXIT_MALFORMED;
	if (flags.rest != argc - 1)
		return command_misused(&command_resign, "one side is needed");
	return say(flags.state, argv[flags.rest], "resign");
}

const struct command command_resign = {
	.name = "resign",
	.arguments = "[--state DIR] red|blue",
	.summary = "resign for a side",
	.help = STATE_HELP "Exit status: 0, or 1 if it is refused.\n",
	.run = run_resign,
};

static int run_pause(int argc, char **argv)
{
	const struct command *command =
		strcmp(argv[0], "pause") == 0 ? &command_pause : &command_resume;
	struct flags flags;

	if (!read_flags(&flags, command, TAKES_STATE, argc, argv))
		return EXIT_MALFORMED;
	if (flags.rest != argc)
		return command_surplus(command, argv[flags.rest]);
	return say(flags.state, "arbiter", argv[0]);
}

const struct command command_pause = {
	.name = "pause",
	.arguments = "[--state DIR]",
	.summary = "pause the game",
	.help = STATE_HELP "Exit status: 0, or 1 if it is refused.\n",
	.run = run_pause,
};

const struct command command_resume = {
	.name = "resume",
	.arguments = "[--state DIR]",
	.summary = "go on with a game that is paused",
	.help = STATE_HELP "Exit status: 0, or 1 if it is refused.\n",
	.run = run_pause,
};
