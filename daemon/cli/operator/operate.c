/*
 * The commands that control a running table: status, pairing, new games, words. They send requests
 * and print answers; every decision is the daemon's. What a command takes, sends and prints is a row of
 * the table at the end.
 */
#include "daemon/base/arguments.h"
#include "daemon/base/qr.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/operator/operator.h"
#include "rules/text.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STATE_HELP "  --state DIR   where the daemon keeps its state, if not in its usual place\n"

/* ---- options ---- */

/* A command as it was called. */
struct call {
	const struct command *command;
	const char *state;
	bool move, free;
	const char *event, *site, *round, *red, *blue;
	json_t *options;
	char **operands; /* ended by NULL */
	int count;
};

/* Which of the list in read_call() a command has. */
enum takes { TAKES_STATE, TAKES_MOVE, TAKES_GAME };
static const struct {
	unsigned from, count;
} taken[] = {
	[TAKES_STATE] = {1, 1},
	[TAKES_MOVE] = {0, 2},
	[TAKES_GAME] = {1, 8},
};

static void add_option(void *to, const char *value)
{
	json_t **options = to;

	if (!*options)
		*options = json_array();
	json_array_append_new(*options, json_string(value));
}

/* A request is JSON, which has no room for anything else; a directory may be named as it likes. */
static bool is_plain(const struct call *call, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (argv[i] != call->state &&
		    !text_is_clean((struct text){argv[i], strlen(argv[i])}))
			return false;
	return true;
}

/* Says what is wrong if an option makes no sense. */
static bool read_call(struct call *call, enum takes takes, int argc, char **argv)
{
	const struct argument_option options[] = {
		{"move", .flag = &call->move},
		{"state", .value = &call->state},
		{"event", .value = &call->event},
		{"site", .value = &call->site},
		{"round", .value = &call->round},
		{"red", .value = &call->red},
		{"blue", .value = &call->blue},
		{"option", .add = add_option, .to = &call->options},
		{"free", .flag = &call->free},
	};
	int first = command_options(call->command, options + taken[takes].from, taken[takes].count,
				    ARGUMENTS_OPTIONS_ANYWHERE, argc, argv);

	if (first < 0)
		return false;
	if (!is_plain(call, argc, argv)) {
		command_misused(call->command, "an argument is not plain text in UTF-8");
		return false;
	}
	call->operands = argv + first;
	call->count = argc - first;
	return true;
}

/* ---- requests ---- */

static json_t *make_plain(const struct call *call)
{
	return json_pack("{s:s}", "do", call->command->name);
}

static json_t *make_pair(const struct call *call)
{
	return json_pack("{s:s,s:s,s:b}", "do", call->command->name, "seat", call->operands[0],
			 "move", call->move);
}

static json_t *make_unpair(const struct call *call)
{
	return json_pack("{s:s,s:s}", "do", call->command->name, "seat", call->operands[0]);
}

static void set_name(json_t *request, const char *key, const char *value)
{
	if (value)
		json_object_set_new(request, key, json_string(value));
}

static json_t *make_new(const struct call *call)
{
	json_t *request = json_pack("{s:s,s:b}", "do", call->command->name, "free", call->free);

	set_name(request, "edition", call->operands[0]);
	set_name(request, "event", call->event);
	set_name(request, "site", call->site);
	set_name(request, "round", call->round);
	set_name(request, "red", call->red);
	set_name(request, "blue", call->blue);
	if (call->options)
		json_object_set(request, "options", call->options);
	return request;
}

static json_t *make_continue(const struct call *call)
{
	uint64_t game;

	if (!text_number((struct text){call->operands[0], strlen(call->operands[0])}, INT64_MAX,
			 &game) ||
	    game == 0) {
		command_misused(call->command, "a game has a number, 1 or more");
		return NULL;
	}
	return json_pack("{s:s,s:I}", "do", call->command->name, "game", (json_int_t)game);
}

static json_t *said(const char *who, const char *word)
{
	return json_pack("{s:s,s:s,s:s}", "do", "say", "who", who, "word", word);
}

static json_t *make_say(const struct call *call)
{
	char word[160];
	size_t length = 0;

	for (char **each = call->operands + 1; *each && length < sizeof word; each++)
		length += (size_t)snprintf(word + length, sizeof word - length, "%s%s",
					   length ? " " : "", *each);
	if (length >= sizeof word) {
		command_misused(call->command, "the word is too long");
		return NULL;
	}
	return said(call->operands[0], word);
}

static json_t *make_of_side(const struct call *call)
{
	return said(call->operands[0], call->command->name);
}

static json_t *make_of_arbiter(const struct call *call)
{
	return said("arbiter", call->command->name);
}

/* ---- answers ---- */

static const char *text_in(json_t *answer, const char *key)
{
	const char *text = json_string_value(json_object_get(answer, key));

	return text ? text : "";
}

static long long number_in(json_t *answer, const char *key)
{
	return json_integer_value(json_object_get(answer, key));
}

static void print_nothing(json_t *answer)
{
	(void)answer;
}

static void print_game(json_t *answer)
{
	printf("game %lld, %s: ", number_in(answer, "game"), text_in(answer, "edition"));
	if (json_object_get(answer, "result"))
		printf("over, %s by %s", text_in(answer, "result"), text_in(answer, "by"));
	else if (json_is_true(json_object_get(answer, "paused")))
		printf("paused");
	else if (json_object_get(answer, "turn"))
		printf("%s to move", text_in(answer, "turn"));
	else
		printf("%s", text_in(answer, "phase"));
	printf(", %lld plies played\n", number_in(answer, "plies"));
}

static void print_status(json_t *answer)
{
	json_t *paired = json_object_get(answer, "paired");
	json_t *failed = json_object_get(answer, "failed");
	size_t i;

	printf("%s (%s, %s table)\n", text_in(answer, "title"), text_in(answer, "board"),
	       text_in(answer, "driver"));
	print_game(answer);
	printf("paired:");
	for (i = 0; i < json_array_size(paired); i++)
		printf(" %s", json_string_value(json_array_get(paired, i)));
	printf("%s\npages: http://%s:%lld/\nboard: %s\njournal: %s\nbroker: %s\n",
	       i == 0 ? " nobody" : "", text_in(answer, "address"), number_in(answer, "http"),
	       text_in(answer, "table"), text_in(answer, "storage"), text_in(answer, "broker"));
	if (json_object_get(answer, "fork"))
		printf("This board was put back to an earlier state: it has published number %lld "
		       "before, which is not in its journal.\n",
		       number_in(answer, "fork"));
	for (i = 0; i < json_array_size(failed); i++)
		printf("%s\n", json_string_value(json_array_get(failed, i)));
}

static bool is_paired(json_t *answer, const char *seat)
{
	json_t *paired = json_object_get(answer, "paired");

	for (size_t i = 0; i < json_array_size(paired); i++)
		if (strcmp(json_string_value(json_array_get(paired, i)), seat) == 0)
			return true;
	return false;
}

/* Whoever sat there then, and no others: who sits there is shown the ranks. */
static void print_continued(json_t *answer)
{
	bool red = is_paired(answer, "red"), blue = is_paired(answer, "blue");

	print_game(answer);
	if (red && blue)
		printf("red and blue are taken by the devices that had these seats in this game\n");
	else if (red || blue)
		printf("%s is taken by the device that had this seat in this game; %s is free\n",
		       red ? "red" : "blue", red ? "blue" : "red");
	else
		printf("all seats are free: no device here had one in this game (adjutant pair)\n");
}

static void print_code(json_t *answer)
{
	if (isatty(STDOUT_FILENO))
		qr_print(stdout, text_in(answer, "url"), 2);
	printf("%s\n%s\nor type %s\nvalid once, for %lld minutes\n", text_in(answer, "url"),
	       text_in(answer, "code"), text_in(answer, "short"), number_in(answer, "minutes"));
	if (json_object_get(answer, "note"))
		fprintf(stderr, "%s\n", text_in(answer, "note"));
}

/* ---- the table ---- */

struct operation {
	const struct command *command;
	enum takes takes;
	int least, most;    /* operands */
	const char *needed; /* said if there are others; NULL: which of them is one too many */
	json_t *(*make)(const struct call *); /* NULL after having said what is wrong */
	void (*print)(json_t *answer);
};

/* clang-format off */
static const struct operation operations[] = {
	{&command_status,   TAKES_STATE, 0, 0,       NULL,                                  make_plain,      print_status},
	{&command_pair,     TAKES_MOVE,  1, 1,       "one seat is needed",                  make_pair,       print_code},
	{&command_unpair,   TAKES_STATE, 1, 1,       "one seat is needed",                  make_unpair,     print_nothing},
	{&command_new,      TAKES_GAME,  0, 1,       NULL,                                  make_new,        print_game},
	{&command_continue, TAKES_STATE, 1, 1,       "the number of a game is needed",      make_continue,   print_continued},
	{&command_say,      TAKES_STATE, 2, INT_MAX, "who speaks, and a word, are needed",  make_say,        print_nothing},
	{&command_resign,   TAKES_STATE, 1, 1,       "one side is needed",                  make_of_side,    print_nothing},
	{&command_pause,    TAKES_STATE, 0, 0,       NULL,                                  make_of_arbiter, print_nothing},
	{&command_resume,   TAKES_STATE, 0, 0,       NULL,                                  make_of_arbiter, print_nothing},
};
/* clang-format on */

static const struct operation *operation_of(const char *name)
{
	const struct operation *operation = operations;

	while (strcmp(operation->command->name, name) != 0)
		operation++;
	return operation;
}

static int operate(const struct operation *operation, const struct call *call)
{
	json_t *request, *answer;

	if (call->count < operation->least || call->count > operation->most)
		return operation->needed
			       ? command_misused(call->command, operation->needed)
			       : command_surplus(call->command, call->operands[operation->most]);
	request = operation->make(call);
	if (!request)
		return EXIT_MALFORMED;
	answer = operator_ask(call->state, request);
	if (!answer)
		return EXIT_NOT_LEGAL;
	operation->print(answer);
	json_decref(answer);
	return EXIT_FINE;
}

static int run(int argc, char **argv)
{
	const struct operation *operation = operation_of(argv[0]);
	struct call call = {.command = operation->command};
	int status = EXIT_MALFORMED;

	if (read_call(&call, operation->takes, argc, argv))
		status = operate(operation, &call);
	json_decref(call.options);
	return status;
}

const struct command command_status = {
	.name = "status",
	.arguments = "[--state DIR]",
	.summary = "tell how the running table is doing",
	.help = STATE_HELP "Exit status: 0, or 1 if no daemon answers.\n",
	.run = run,
};

const struct command command_pair = {
	.name = "pair",
	.arguments = "[--state DIR] [--move] red|blue|arbiter|table",
	.summary = "show a code with which a device takes a seat",
	.help = "  --move        the seat may be taken: the new device takes it over\n" STATE_HELP
		"Exit status: 0, or 1 if the seat is taken or no daemon answers.\n",
	.run = run,
};

const struct command command_unpair = {
	.name = "unpair",
	.arguments = "[--state DIR] red|blue|arbiter|table",
	.summary = "take a seat from its device",
	.help = STATE_HELP "Exit status: 0, or 1 if no daemon answers.\n",
	.run = run,
};

const struct command command_new = {
	.name = "new",
	.arguments = "[OPTION...] [EDITION]",
	.summary = "prepare a new game on the running table",
	.help = "A game that is paused is set aside and can be continued; one that is being played stands in\n"
		"the way. Those who sit at the table stay, and codes stay valid.\n"
		"  --red NAME, --blue NAME                 who plays\n"
		"  --event NAME, --site NAME, --round NAME for the record\n"
		"  --option \"NAME VALUE\"                   an option of the rules, timings or clock\n"
		"  --free                                  for other people: all seats are free, the arbiter's too\n"
		"  --state DIR                             where the daemon keeps its state\n"
		"Exit status: 0, or 1 if it cannot be done.\n",
	.run = run,
};

const struct command command_continue = {
	.name = "continue",
	.arguments = "[--state DIR] N",
	.summary = "go on with a game that was set aside",
	.help = "The pieces are put as the record has them, with the table's help; then the players resume.\n"
		"Devices that had seats in it have them again; others lose theirs, and it is said who stays.\n" STATE_HELP
		"Exit status: 0, or 1 if it cannot be done.\n",
	.run = run,
};

const struct command command_say = {
	.name = "say",
	.arguments = "[--state DIR] red|blue|arbiter WORD...",
	.summary = "say a word for a seat, or as the arbiter",
	.help = "Every word of a handheld and of the arbiter, such as `adjutant say arbiter award draw`. It is\n"
		"written down like any other.\n" STATE_HELP
		"Exit status: 0, or 1 if it is refused.\n",
	.run = run,
};

const struct command command_resign = {
	.name = "resign",
	.arguments = "[--state DIR] red|blue",
	.summary = "resign for a side",
	.help = STATE_HELP "Exit status: 0, or 1 if it is refused.\n",
	.run = run,
};

const struct command command_pause = {
	.name = "pause",
	.arguments = "[--state DIR]",
	.summary = "pause the game",
	.help = STATE_HELP "Exit status: 0, or 1 if it is refused.\n",
	.run = run,
};

const struct command command_resume = {
	.name = "resume",
	.arguments = "[--state DIR]",
	.summary = "go on with a game that is paused",
	.help = STATE_HELP "Exit status: 0, or 1 if it is refused.\n",
	.run = run,
};
