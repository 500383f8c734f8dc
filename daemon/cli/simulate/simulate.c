/*
 * adjutant simulate: writes a recording of two people playing a game at a table. Options, files and
 * messages; the people are in sim_play.c.
 */
#include "daemon/base/arguments.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/base/lines.h"
#include "daemon/cli/base/records.h"
#include "daemon/cli/simulate/sim_game.h"
#include "daemon/cli/simulate/sim_noise.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading the game ---- */

struct game_source {
	struct sim_game game;
	struct sim_action *actions;
	size_t room;
	bool has_start;
	bool complete; /* the first game; others in the file are ignored */
	bool failed;   /* out of memory */
	bool unfit;
};

static void take_start(struct game_source *source, const struct game *game)
{
	struct view view;

	view_make(&view, game, AUDIENCE_ARBITER);
	source->game.edition = game->edition;
	sim_game_set_up(&source->game, &view);
	source->has_start = true;
}

static void shift(struct sim_game *game, unsigned from, unsigned to)
{
	game->side[to] = game->side[from];
	game->piece[to] = game->piece[from];
	game->side[from] = SIDE_NONE;
	game->piece[from] = PIECE_NONE;
}

/*
 * A record is judged as it is read, so the first position one gets to see is that after the first
 * action. What that action did is taken back.
 */
static void take_back(struct sim_game *game, const struct report_view *what)
{
	bool moved = what->legal && what->kind == ACTION_MOVE;

	if (moved && !what->attack)
		shift(game, what->to, what->from);
	if (moved && what->attack) {
		game->side[what->from] = what->side;
		game->piece[what->from] = what->attacker;
		game->side[what->to] = (uint8_t)side_other(what->side);
		game->piece[what->to] = what->defender;
	}
	if (what->legal && what->kind == ACTION_SWAP) {
		uint8_t piece = game->piece[what->from];

		game->piece[what->from] = game->piece[what->to];
		game->piece[what->to] = piece;
	}
}

static struct sim_action *next_action(struct game_source *source)
{
	size_t room = source->room ? 2 * source->room : 256;
	struct sim_action *actions = source->actions;

	if (source->game.action_count == source->room) {
		actions = realloc(actions, room * sizeof *actions);
		if (!actions) {
			source->failed = true;
			return NULL;
		}
		source->actions = actions;
		source->room = room;
	}
	return &actions[source->game.action_count++];
}

static void on_played(void *context, const struct record_reader *reader)
{
	struct game_source *source = context;
	struct sim_action *action = source->complete ? NULL : next_action(source);

	if (!action)
		return;
	action->ply = reader->ply;
	report_view_make(&action->what, &reader->report, AUDIENCE_ARBITER);
	memcpy(action->text, reader->action_text, sizeof action->text);
	if (source->has_start)
		return;
	take_start(source, &reader->game);
	take_back(&source->game, &action->what);
}

static void on_tag(void *context, const struct record_reader *reader)
{
	struct game_source *source = context;
	struct sim_game *game = &source->game;

	if (!source->complete && game->tag_count < SIM_PIECES)
		game->tags[game->tag_count++] = reader->tag;
}

static void on_unfit(void *context, const struct record_reader *reader)
{
	struct game_source *source = context;

	(void)reader;
	source->unfit |= !source->complete;
}

static void on_complete(void *context, const struct record_reader *reader,
			const struct lines *lines)
{
	struct game_source *source = context;

	(void)lines;
	if (!source->has_start)
		take_start(source, &reader->game);
	source->complete = true;
}

static int read_game(struct game_source *source, const char *path)
{
	struct record_listener listener = {
		.context = source,
		.unfit = on_unfit,
		.played = on_played,
		.tag = on_tag,
		.complete = on_complete,
	};
	int status = records_read(path, &listener);

	source->game.actions = source->actions;
	if (status == EXIT_FINE && source->failed)
		fputs("adjutant simulate: out of memory\n", stderr);
	else if (status == EXIT_FINE && source->unfit)
		fprintf(stderr, "%s: a set-up does not fit the edition\n", path);
	else
		return status;
	return EXIT_MALFORMED;
}

/* ---- the game again, with tags ---- */

static void write_tag_lines(const struct record_tag tags[SQ_COUNT], FILE *to)
{
	char uid[SIM_UID_SIZE];

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		if (tags[sq].length == 0)
			continue;
		sim_uid_format(&tags[sq], uid);
		fprintf(to, "tag %s %s %c\n", uid, side_name(tags[sq].side),
			piece_code(tags[sq].piece));
	}
}

/* whether preparation ends before this line: actions begin with a ply */
static bool ends_preparation(const struct lines *lines)
{
	struct text line = text_trim((struct text){lines->text, lines->length});

	return line.length > 0 && ((line.at[0] >= '0' && line.at[0] <= '9') ||
				   text_is(text_take_word(&line), "result"));
}

/* the first game's lines as they are, with the tags before its first action */
static void copy_with_tags(struct lines *lines, const struct record_tag tags[SQ_COUNT], FILE *to)
{
	bool in_game = false, written = false;

	while (lines_next(lines)) {
		if (in_game && record_begins_game(lines->text, lines->length))
			break;
		in_game |= record_begins_game(lines->text, lines->length);
		if (!written && ends_preparation(lines)) {
			write_tag_lines(tags, to);
			written = true;
		}
		fwrite(lines->text, 1, lines->length, to);
		fputc('\n', to);
	}
	if (!written)
		write_tag_lines(tags, to);
}

static int cannot(const char *what, const char *path, int error)
{
	fprintf(stderr, "%s: cannot be %s: %s\n", path, what, strerror(error));
	return EXIT_MALFORMED;
}

static int write_with_tags(const char *from, const char *path,
			   const struct record_tag tags[SQ_COUNT])
{
	struct lines lines;
	int error = lines_open(&lines, from);
	FILE *to = error ? NULL : fopen(path, "w");

	if (error)
		return cannot("opened", from, -error);
	if (to)
		copy_with_tags(&lines, tags, to);
	else
		error = errno;
	if (to && fclose(to) != 0)
		error = errno;
	lines_close(&lines);
	return error ? cannot("written", path, error) : EXIT_FINE;
}

/* ---- the command ---- */

struct request {
	const char *game, *tags, *sensors, *noise, *seed;
	const char *faults[3]; /* stuck, dead, flutter */
};

/* where the value of an option belongs, or a null pointer */
/* Says what is wrong, if anything is. */
static bool parse_request(struct request *request, int argc, char **argv)
{
	const struct argument_option options[] = {
		{"game", .value = &request->game},	 {"tags", .value = &request->tags},
		{"sensors", .value = &request->sensors}, {"noise", .value = &request->noise},
		{"seed", .value = &request->seed},	 {"stuck", .value = &request->faults[0]},
		{"dead", .value = &request->faults[1]},	 {"flutter", .value = &request->faults[2]},
	};
	int first = command_options(&command_simulate, options, sizeof options / sizeof *options,
				    ARGUMENTS_OPTIONS_ANYWHERE, argc, argv);

	if (first >= 0 && first < argc)
		command_surplus(&command_simulate, argv[first]);
	else if (first == argc && !request->game)
		command_misused(&command_simulate, "which game? --game FILE");
	return first == argc && request->game;
}

static const char *parse_options(const struct request *request, struct sim_options *options)
{
	options->noise = sim_noise_find(request->noise);
	options->sensors = sim_sensors_parse(request->sensors);
	if (!options->noise)
		return "the noise is none, calm, club or rough";
	if (options->sensors == 0)
		return "the sensors are reed, rfid or reed+rfid";
	if (!text_number((struct text){request->seed, strlen(request->seed)}, UINT64_MAX,
			 &options->seed))
		return "the seed must be a number";
	if (request->tags && strcmp(request->game, "-") == 0)
		return "--tags needs a game in a file";
	return NULL;
}

static bool parse_faults(const struct request *request, const struct sim_game *game,
			 struct sim_options *options)
{
	struct bits *sets[] = {&options->stuck, &options->dead, &options->flutter};
	enum board_id board = editions[game->edition].board;

	for (unsigned i = 0; i < 3; i++) {
		const char *name = request->faults[i];
		uint8_t sq;

		if (!name)
			continue;
		if (!sq_parse(board, name, strlen(name), &sq) || sq == SQ_OFF_BOARD)
			return false;
		bits_add(sets[i], sq);
	}
	return true;
}

static int run_game(const struct request *request, const struct game_source *source,
		    struct sim_options *options)
{
	struct record_tag tags[SQ_COUNT];
	int error;

	if (!parse_faults(request, &source->game, options))
		return command_misused(&command_simulate, "there is no such square");
	if (!sim_game_tags(&source->game, options->seed, tags) &&
	    ((options->sensors & SIM_RFID) || request->tags)) {
		fprintf(stderr, "%s: there is not a tag for each piece\n", request->game);
		return EXIT_MALFORMED;
	}
	error = simulate(&source->game, options, stdout);
	if (error) {
		fprintf(stderr, "adjutant simulate: %s\n", strerror(-error));
		return EXIT_MALFORMED;
	}
	if (!request->tags || source->game.tag_count > 0)
		return EXIT_FINE;
	return write_with_tags(request->game, request->tags, tags);
}

static int run(int argc, char **argv)
{
	struct request request = {.sensors = "reed", .noise = "calm", .seed = "1"};
	struct sim_options options = {.seed = 0};
	struct game_source *source;
	const char *why;
	int status;

	if (!parse_request(&request, argc, argv))
		return EXIT_MALFORMED;
	why = parse_options(&request, &options);
	if (why)
		return command_misused(&command_simulate, why);
	source = calloc(1, sizeof *source);
	if (!source)
		abort();
	status = read_game(source, request.game);
	if (status == EXIT_FINE)
		status = run_game(&request, source, &options);
	free(source->actions);
	free(source);
	return status;
}

const struct command command_simulate = {
	.name = "simulate",
	.arguments = "--game FILE [--seed N] [--noise none|calm|club|rough]\n"
		     "\t[--sensors reed|rfid|reed+rfid] [--tags FILE] [--stuck SQ] [--dead SQ] "
		     "[--flutter SQ]",
	.summary = "write what the sensors of a table say while two people play a game",
	.help = "Reads the first game of the file and prints a recording of it, as `adjutant replay`\n"
		"takes it: with people's hands, people's timing and real contacts. The same game, seed\n"
		"and options always give the same recording. A remark before each action names it and\n"
		"says how it was made.\n"
		"  --seed N     another evening with the same game (1)\n"
		"  --noise L    how restless the hands and the sensors are (calm); see below\n"
		"  --sensors S  what is under the squares (reed). Readers need tags in the pieces: if the\n"
		"               game has no tag lines, remarks at the head give those that were made up\n"
		"  --tags FILE  write the game there again, with those tags\n"
		"  --stuck SQ, --dead SQ, --flutter SQ\n"
		"               a contact that stays closed, never closes again, or has fits, from some\n"
		"               moment in the first minute on\n"
		"\n" SIM_NOISE_HELP "\n"
		"Exit status: 0, or 2 if the game cannot be read or is malformed.\n",
	.run = run,
};
