/*
 * adjutant selftest: tests a newly built board, square by square. Options, keys and files; the test
 * itself is in selftest_judge.c, what follows from it in selftest_faults.c.
 */
#include "daemon/base/arguments.h"
#include "daemon/base/paths.h"
#include "daemon/base/version.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/operator/operator.h"
#include "daemon/cli/selftest/selftest_faults.h"
#include "daemon/cli/selftest/selftest_judge.h"
#include "daemon/cli/selftest/selftest_recorded.h"
#include "daemon/cli/selftest/selftest_report.h"
#include "daemon/cli/selftest/selftest_screen.h"
#include "daemon/cli/sensors/table_source.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/square.h"
#include "rules/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK_MS = 100, AGAIN_US = 5000000 };

struct selftest_run {
	const char *state, *from, *report, *squares;
	char usual[PATHS_SIZE + 16]; /* where the report goes if nothing is said */
	struct selftest test;
	struct selftest_screen screen;
	struct source_board board;
	struct bits lit; /* lamps, as the daemon was asked last ... */
	uint64_t lit_us; /* ... when */
};

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "adjutant selftest: %s: %s\n", what, why);
	return EXIT_MALFORMED;
}

/* ---- which squares ---- */

static unsigned all_squares(enum board_id board, uint8_t order[SQ_COUNT])
{
	struct bits land = boards[board].land;
	unsigned count = 0;

	while (bits_any(land))
		order[count++] = (uint8_t)bits_take(&land);
	return count;
}

/* "a1,b1": each once; 0 if it is something else */
static unsigned parse_squares(enum board_id board, const char *list, uint8_t order[SQ_COUNT])
{
	struct text rest = {list, strlen(list)};
	struct bits seen = BITS_NONE;
	unsigned count = 0;
	bool more = true;

	while (more) {
		struct text name = text_take_item(&rest, ',', &more);
		uint8_t sq;

		if (!sq_parse(board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD ||
		    bits_has(seen, sq))
			return 0;
		bits_add(&seen, sq);
		order[count++] = sq;
	}
	return count;
}

static int prepare(struct selftest_run *run, const struct referee_options *options)
{
	enum board_id board = editions[options->edition].board;
	uint8_t order[SQ_COUNT];
	unsigned count = run->squares ? parse_squares(board, run->squares, order)
				      : all_squares(board, order);

	if (count == 0)
		return complain(run->squares, "these are not squares of this board, each once, "
					      "with commas between them");
	selftest_init(&run->test, board, options->table.sensors, order, count);
	screen_init(&run->screen);
	if (!run->from)
		screen_introduce(&run->screen, count);
	return EXIT_FINE;
}

/* ---- what the daemon says of its board ---- */

static bool has_trouble(const struct source_board *board)
{
	return board->trouble[0] && !board->is_over;
}

static void hear_of_board(struct selftest_run *run, const struct source_board *board)
{
	run->board = *board;
	selftest_silence(&run->test, board->silent);
	screen_board(&run->screen, &run->board);
}

/* ---- the end ---- */

static int write_report(const struct selftest_run *run, const struct faults *faults,
			const char *path)
{
	FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "we");
	bool good = file != NULL;

	if (file)
		selftest_print_report(file, &run->test, faults, &run->board, ADJUTANT_VERSION);
	if (file && file != stdout)
		good = fclose(file) == 0;
	if (!good)
		return complain(path, strerror(errno));
	if (file != stdout)
		printf("There is a report to send to others: %s\n", path);
	return EXIT_FINE;
}

/* A user who has set down pieces for minutes gets a report in any case. */
static void find_report(struct selftest_run *run)
{
	char state[PATHS_SIZE];

	if (run->report || run->from)
		return;
	paths_default_state(state);
	snprintf(run->usual, sizeof run->usual, "%s/selftest.txt", run->state ? run->state : state);
	run->report = run->usual;
}

/* Checks in advance that it can be written, before people set pieces down. */
static int try_report(const struct selftest_run *run)
{
	bool is_new = access(run->report, F_OK) != 0;
	FILE *file = strcmp(run->report, "-") == 0 ? stdout : fopen(run->report, "ae");

	if (!file)
		return complain(run->report, strerror(errno));
	if (file == stdout)
		return EXIT_FINE;
	fclose(file);
	if (is_new)
		unlink(run->report);
	return EXIT_FINE;
}

static int conclude(struct selftest_run *run)
{
	static struct faults faults; /* large, and only ever one */
	int status;

	selftest_find(&faults, &run->test);
	putchar('\n');
	selftest_print_verdict(stdout, &run->test, &faults, &run->board);
	status = run->report ? write_report(run, &faults, run->report) : EXIT_FINE;
	if (status != EXIT_FINE)
		return status;
	return selftest_is_fine(&faults) && !has_trouble(&run->board) ? EXIT_FINE : EXIT_NOT_LEGAL;
}

/* ---- lamps ---- */

static json_t *list_of(struct bits squares)
{
	json_t *list = json_array();

	while (bits_any(squares)) {
		char name[SQ_NAME_SIZE];

		sq_format(bits_take(&squares), name);
		json_array_append_new(list, json_string(name));
	}
	return list;
}

/* Returns whether the board has lamps. What the daemon cannot say is that there are none. */
static bool light(struct selftest_run *run, struct bits squares, uint64_t now_us)
{
	json_t *answer = operator_ask(
		run->state, json_pack("{s:s,s:o}", "do", "lamps", "test", list_of(squares)));
	bool has = json_is_true(json_object_get(answer, "lamps"));

	json_decref(answer);
	run->lit = squares;
	run->lit_us = now_us;
	return has;
}

/* The daemon lights them for a while only, in case nothing is heard of us any more. */
static void follow_lamps(struct selftest_run *run, uint64_t now_us)
{
	struct bits wanted = selftest_lamps(&run->test);

	if (run->test.has_lamps &&
	    (!bits_equal(wanted, run->lit) || now_us - run->lit_us > AGAIN_US))
		light(run, wanted, now_us);
}

static void find_lamps(struct selftest_run *run, uint64_t now_us)
{
	run->test.has_lamps = light(run, selftest_lamps(&run->test), now_us);
	if (run->test.has_lamps)
		screen_lamps(&run->screen);
}

static void note_dark(struct selftest_run *run)
{
	selftest_dark(&run->test);
	run->screen.asked = false; /* the prompt has changed */
}

/* ---- a table ---- */

static bool press(struct selftest_run *run, char key)
{
	if (run->test.silent && key != 'q')
		screen_board(&run->screen, &run->board);
	else if (key == '\n' || key == 's')
		selftest_enter(&run->test);
	else if (key == 'b')
		selftest_again(&run->test);
	else if (key == 'd')
		note_dark(run);
	return key != 'q';
}

/* false when there is nothing more to come */
static bool take(struct selftest_run *run, struct table_source *source, enum source_event event)
{
	bool more = true;

	if (event == SOURCE_INPUT) {
		selftest_input(&run->test, &source->input);
	} else if (event == SOURCE_KEY) {
		selftest_time(&run->test, source_now_us(source));
		more = press(run, source->key);
	} else if (event == SOURCE_BOARD) {
		selftest_time(&run->test, source_now_us(source));
		hear_of_board(run, &source->board);
	} else if (event == SOURCE_QUIET || event == SOURCE_TAP) {
		selftest_time(&run->test, source_now_us(source));
	} else {
		fprintf(stderr, "adjutant selftest: the daemon has gone\n");
		more = false;
	}
	screen_show(&run->screen, &run->test, true);
	follow_lamps(run, source_now_us(source));
	return more && run->test.phase != SELFTEST_DONE;
}

static int watch_table(struct selftest_run *run, struct table_source *source)
{
	enum source_event event = SOURCE_QUIET;
	int status;

	while (event == SOURCE_QUIET)
		event = source_next(source, TICK_MS);
	if (event != SOURCE_INPUT)
		return complain("the daemon", "it has gone before it said anything");
	status = try_report(run);
	if (status == EXIT_FINE)
		status = prepare(run, &source->reader.options);
	if (status != EXIT_FINE)
		return status;
	run->board = source->board;
	find_lamps(run, source_now_us(source));
	if (has_trouble(&source->board))
		hear_of_board(run, &source->board);
	while (take(run, source, event))
		event = source_next(source, TICK_MS);
	if (run->test.has_lamps)
		light(run, BITS_NONE, source_now_us(source));
	return conclude(run);
}

static int try_table(struct selftest_run *run)
{
	struct table_source source;
	int status = source_open(&source, &command_selftest, run->state);

	if (status == EXIT_FINE) {
		status = watch_table(run, &source);
		source_close(&source);
	}
	return status;
}

/* ---- a recording ---- */

static void show_progress(void *context, const struct selftest *test)
{
	struct selftest_run *run = context;

	screen_show(&run->screen, test, false);
}

static int try_recording(struct selftest_run *run)
{
	struct recorded recorded;
	int status = recorded_load(&recorded, &command_selftest, run->from);

	if (status != EXIT_FINE)
		return status;
	snprintf(run->board.driver, sizeof run->board.driver, "recording");
	status = prepare(run, &recorded.options);
	run->screen.drawn = false; /* it would be gone in a moment */
	if (status == EXIT_FINE) {
		selftest_play(&run->test, recorded.inputs, recorded.count, show_progress, run);
		status = conclude(run);
	}
	free(recorded.inputs);
	return status;
}

/* ---- the command ---- */

static int run_command(int argc, char **argv)
{
	static struct selftest_run run; /* large, and only ever one */
	const struct argument_option options[] = {
		{"state", .value = &run.state},
		{"from", .value = &run.from},
		{"report", .value = &run.report},
		{"squares", .value = &run.squares},
	};
	int first;

	first = command_options(&command_selftest, options, sizeof options / sizeof *options,
				ARGUMENTS_OPTIONS_ANYWHERE, argc, argv);
	if (first < 0)
		return EXIT_MALFORMED;
	if (first < argc)
		return command_surplus(&command_selftest, argv[first]);
	find_report(&run);
	return run.from ? try_recording(&run) : try_table(&run);
}

const struct command command_selftest = {
	.name = "selftest",
	.arguments = "[--state DIR] [--from FILE.rec] [--squares a1,b1...] [--report FILE]",
	.summary = "try a board square by square and tell what is wrong with it",
	.help = "Watches the board of the running daemon, whatever its driver, while you set a piece down on\n"
		"each square that is asked for. Finds squares that are dead, stuck, swapped, crossed or\n"
		"ghosting, weak contacts and slow readers, and says what to do about each. A game that is\n"
		"being played must be paused first.\n"
		"Keys, each followed by Enter: none, or s: the piece is there and nothing happens; b: the\n"
		"square before once more; q: enough. A board with lamps lights the square that is asked\n"
		"for, and all of them at first; d: that lamp is dark.\n"
		"  --state DIR       where the daemon keeps its state, if not in its usual place\n"
		"  --from FILE.rec   a recording instead, in which pieces are set down in the order of the\n"
		"                    squares\n"
		"  --squares LIST    only these, in this order\n"
		"  --report FILE     write the report there instead of to selftest.txt in the state\n"
		"                    directory\n"
		"Exit status: 0 if all is fine, 1 if not or if squares were left out, 2 if it could not be\n"
		"done.\n",
	.run = run_command,
};
