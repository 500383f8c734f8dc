/*
 * adjutant enrol: learns which tag is in which piece. Options, keys and files; which piece is asked
 * for is decided in enrol_set.c.
 */
#include "daemon/base/arguments.h"
#include "daemon/base/paths.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/base/format.h"
#include "daemon/cli/enrol/enrol_file.h"
#include "daemon/cli/enrol/enrol_set.h"
#include "daemon/cli/enrol/enrol_talk.h"
#include "daemon/cli/operator/operator.h"
#include "daemon/cli/sensors/table_source.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/square.h"

#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 200, LIST_MOST = 10 };

struct enrolment {
	const char *state, *from, *output, *edition;
	char usual[PATHS_SIZE + 16]; /* where the set goes if nothing is said */
	struct enrol set;
	struct enrol_talk talk;
	bool has_pads;		 /* of a board whose squares read no tags */
	bool to_standard_output; /* the set itself: then people are talked to on standard error */
};

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "adjutant enrol: %s%s%s\n", what, why ? ": " : "", why ? why : "");
	return EXIT_MALFORMED;
}

/* ---- taking ---- */

static int save(struct enrolment *run)
{
	int error = run->to_standard_output ? 0 : enrol_file_write(&run->set, run->output);

	return error ? complain(run->output, strerror(-error)) : EXIT_FINE;
}

static int go_on(struct enrolment *run)
{
	talk_ask(&run->talk, &run->set);
	return save(run);
}

static int press(struct enrolment *run, char key)
{
	enum enrol_answer answer;

	if (key == '\n') {
		answer = enrol_take(&run->set);
		if (answer == ENROL_TAKEN)
			return go_on(run);
		talk_refusal(&run->talk, &run->set, answer);
	} else if (key == 's') {
		enrol_take_some(&run->set);
		return go_on(run);
	} else if (key == 'b' && enrol_undo(&run->set)) {
		return go_on(run);
	}
	return EXIT_FINE;
}

/* Pieces that cannot be read are not taken, and the user is not asked to move them. */
static int press_at(struct enrolment *run, const struct source_board *board, char key)
{
	if (!board->silent || key == 'b')
		return press(run, key);
	talk_board(&run->talk, board);
	return EXIT_FINE;
}

static int conclude(struct enrolment *run)
{
	int error = run->to_standard_output ? enrol_file_write(&run->set, "-") : 0;

	if (error)
		return complain("standard output", strerror(-error));
	talk_end(&run->talk, &run->set);
	return enrol_missing(&run->set) > 0 ? EXIT_NOT_LEGAL : EXIT_FINE;
}

/* ---- beginning ---- */

static int begin(struct enrolment *run, const struct referee_options *options)
{
	unsigned edition = options->edition;
	int error;

	if (run->edition)
		edition = edition_find(run->edition, strlen(run->edition));
	if (edition == EDITION_NONE)
		return complain(run->edition, "there is no such edition");
	if (!(options->table.sensors & SENSOR_RFID) && !run->has_pads)
		return complain("this board reads no tags; `sensors` in its configuration says "
				"what it has",
				NULL);
	run->to_standard_output = strcmp(run->output, "-") == 0;
	talk_init(&run->talk, run->to_standard_output ? stderr : stdout, !run->from);
	run->talk.pads = run->has_pads;
	enrol_init(&run->set, edition);
	if (enrol_file_read(&run->set, run->output) != EXIT_FINE)
		return EXIT_MALFORMED;
	if (enrol_done(&run->set) > 0)
		fprintf(run->talk.to, "%s has %u pieces already.\n", run->output,
			enrol_done(&run->set));
	if (enrol_missing(&run->set) + enrol_done(&run->set) > TABLE_TAGS)
		return complain(run->output, "it has pieces of another edition, and there is no "
					     "room for all: begin a new file");
	error = enrol_file_try(&run->set, run->output);
	return error ? complain(run->output, strerror(-error)) : EXIT_FINE;
}

static void notice(struct enrolment *run, const struct input *input)
{
	const struct enrol_tag *about;
	enum enrol_notice what = enrol_input(&run->set, input, &about);

	talk_notice(&run->talk, what, about, input->sq);
}

/* ---- a table ---- */

static bool ask_pads(const struct enrolment *run)
{
	json_t *answer = operator_ask(run->state, json_pack("{s:s}", "do", "pads"));
	bool has = json_integer_value(json_object_get(answer, "pads")) > 0;

	json_decref(answer);
	return has;
}

/* All of a kind are taken when the last was held to the pad: no key is needed. */
static int take_tap(struct enrolment *run, const struct tag *tag)
{
	const struct enrol_tag *about, *list[ENROL_TAGS];
	enum enrol_notice notice = enrol_tap(&run->set, tag, &about);
	struct enrol_step step;

	talk_notice(&run->talk, notice, about, SQ_OFF_BOARD);
	if (notice != ENROL_NEW || !enrol_next(&run->set, &step) ||
	    enrol_strangers(&run->set, list) < step.wanted)
		return EXIT_FINE;
	talk_progress(&run->talk, &run->set);
	return press(run, '\n');
}

/* Tags that lie there already were reported before this command listened. */
static bool clear_board(struct enrolment *run, struct table_source *source)
{
	char list[128];
	enum source_event event = SOURCE_QUIET;

	if (!bits_any(source->input.frame))
		return true;
	format_squares(source->input.frame, LIST_MOST, list, sizeof list);
	fprintf(run->talk.to, "Take every piece off the board, then press Enter. Occupied: %s\n",
		list);
	fflush(run->talk.to);
	while (event == SOURCE_QUIET || event == SOURCE_INPUT || event == SOURCE_BOARD) {
		if (event == SOURCE_BOARD)
			talk_board(&run->talk, &source->board);
		event = source_next(source, TICK_MS);
	}
	return event == SOURCE_KEY && source->key != 'q';
}

/* false if it is enough; `status` is what came of it */
static bool take(struct enrolment *run, struct table_source *source, enum source_event event,
		 int *status)
{
	struct enrol_step step;

	if (event == SOURCE_END || event == SOURCE_BROKEN) {
		fprintf(stderr, "adjutant enrol: the daemon has gone\n");
		return false;
	}
	enrol_time(&run->set, source_now_us(source));
	if (event == SOURCE_INPUT && !run->has_pads)
		notice(run, &source->input);
	if (event == SOURCE_KEY && source->key == 'q')
		return false;
	if (event == SOURCE_TAP && run->has_pads)
		*status = take_tap(run, &source->tap);
	if (event == SOURCE_KEY)
		*status = press_at(run, &source->board, source->key);
	if (event == SOURCE_BOARD)
		talk_board(&run->talk, &source->board);
	talk_progress(&run->talk, &run->set);
	return *status == EXIT_FINE && enrol_next(&run->set, &step);
}

static int watch_table(struct enrolment *run, struct table_source *source)
{
	enum source_event event = SOURCE_QUIET;
	int status;

	while (event == SOURCE_QUIET)
		event = source_next(source, TICK_MS);
	if (event != SOURCE_INPUT)
		return complain("the daemon has gone before it said anything", NULL);
	if (!(source->reader.options.table.sensors & SENSOR_RFID))
		run->has_pads = ask_pads(run);
	status = begin(run, &source->reader.options);
	if (status != EXIT_FINE || enrol_missing(&run->set) == 0)
		return status != EXIT_FINE ? status : conclude(run);
	if (source->board.trouble[0] && !source->board.is_over)
		talk_board(&run->talk, &source->board);
	if (!run->has_pads && !clear_board(run, source))
		return conclude(run);
	fprintf(run->talk.to,
		"%ss: go on without those that are "
		"missing, b: the last ones again, q: enough for now.\n",
		run->has_pads ? "" : "Pieces may stay where they are. ");
	talk_ask(&run->talk, &run->set);
	while (take(run, source, source_next(source, TICK_MS), &status))
		continue;
	return status == EXIT_FINE ? conclude(run) : status;
}

static int enrol_table(struct enrolment *run)
{
	struct table_source source;
	int status = source_open(&source, &command_enrol, run->state);

	if (status == EXIT_FINE) {
		status = watch_table(run, &source);
		source_close(&source);
	}
	return status;
}

/* ---- a recording: tags are taken in the order of their arrival ---- */

static int play(struct enrolment *run, const struct recorded *recorded)
{
	const struct enrol_tag *strangers[ENROL_TAGS];
	struct enrol_step step;

	talk_ask(&run->talk, &run->set);
	for (size_t i = 0; i < recorded->count; i++) {
		const struct input *input = &recorded->inputs[i];

		notice(run, input);
		if (!enrol_next(&run->set, &step) ||
		    enrol_strangers(&run->set, strangers) < step.wanted)
			continue;
		talk_progress(&run->talk, &run->set);
		enrol_take_some(&run->set);
		talk_ask(&run->talk, &run->set);
	}
	return save(run);
}

static int enrol_recording(struct enrolment *run)
{
	struct recorded recorded;
	int status = recorded_load(&recorded, &command_enrol, run->from);

	if (status != EXIT_FINE)
		return status;
	status = begin(run, &recorded.options);
	if (status == EXIT_FINE)
		status = play(run, &recorded);
	if (status == EXIT_FINE)
		status = conclude(run);
	free(recorded.inputs);
	return status;
}

/* ---- the command ---- */

static int run_command(int argc, char **argv)
{
	static struct enrolment run; /* large, and only ever one */
	const struct argument_option options[] = {
		{"state", .value = &run.state},
		{"from", .value = &run.from},
		{"output", .value = &run.output},
		{"edition", .value = &run.edition},
	};
	char state[PATHS_SIZE];
	int first;

	first = command_options(&command_enrol, options, sizeof options / sizeof *options,
				ARGUMENTS_OPTIONS_ANYWHERE, argc, argv);
	if (first < 0)
		return EXIT_MALFORMED;
	if (first < argc)
		return command_surplus(&command_enrol, argv[first]);
	paths_default_state(state);
	if (!run.output) {
		int length = snprintf(run.usual, sizeof run.usual, "%s/pieces",
				      run.state ? run.state : state);

		if (length >= (int)sizeof run.usual)
			return command_misused(&command_enrol, "this path is too long");
		run.output = run.usual;
	}
	return run.from ? enrol_recording(&run) : enrol_table(&run);
}

const struct command command_enrol = {
	.name = "enrol",
	.arguments = "[--state DIR] [--from FILE.rec] [--output FILE] [--edition EDITION]",
	.summary = "learn which tag is in which piece",
	.help = "Asks for the pieces of both armies, all of one kind at a time, and writes their tags to a\n"
		"file that the daemon reads when a game begins. The board must read tags, under its squares\n"
		"or with pads beside it, to which the pieces are held one by one. Pieces may stay on the board. What was enrolled before is kept: an interrupted enrolment goes on where it was,\n"
		"and for a piece with a new tag its line is taken out of the file first.\n"
		"Keys, each followed by Enter: none: the pieces are there; s: go on without those that are\n"
		"missing; b: the last ones again; q: enough for now.\n"
		"  --state DIR        where the daemon keeps its state, if not in its usual place\n"
		"  --from FILE.rec    a recording instead, in which the pieces come in the order in which\n"
		"                     they are asked for\n"
		"  --output FILE      the file, if it is not `pieces` in the state directory\n"
		"  --edition EDITION  the armies of this edition, not of the table's game\n"
		"Exit status: 0 if no piece is missing, 1 if some are, 2 if it could not be done.\n",
	.run = run_command,
};
