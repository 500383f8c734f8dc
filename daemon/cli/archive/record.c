/*
 * adjutant record: what the sensors and the handhelds said in a game of the archive, as a recording
 * for `adjutant replay`. It holds no rank.
 *
 * The journal stamps with a clock that begins anew with every run of the daemon. A recording has
 * one clock, which begins with the first input; between two runs it goes on by the clock on the
 * wall.
 *
 * The recording of a running table has what the archive knows of its game so far, then what the
 * daemon hears: whenever it is begun, it can be replayed from the game's beginning.
 */
#include "daemon/admin/control.h"
#include "daemon/archive/game_log.h"
#include "daemon/archive/journal.h"
#include "daemon/base/trouble.h"
#include "daemon/cli/archive/archive.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/operator/operator.h"
#include "daemon/referee/recording_head.h"
#include "daemon/referee/referee.h"
#include "rules/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* a beginning of the daemon */
struct daemon_run {
	int64_t seq, t_us, wall_ms;
};

struct taping {
	struct daemon_run *runs; /* in their order */
	size_t run_count, room, next_run;
	bool timed;	      /* something has been written */
	bool restarted;	      /* and that has not been written yet */
	int64_t offset_us;    /* from the run's clock to the recording's */
	int64_t last_us;      /* of the line before, on the recording's clock */
	int64_t seen_us;      /* of the entry before, likewise ... */
	int64_t seen_wall_ms; /* ... and on the wall's */
	bool is_over;	      /* its game, and all cards are open */
	int64_t last_seq;     /* of the last entry to be taken */
	char last_input[256];
};

/* ---- time ---- */

/* A run begins, or the game is taken up again: its clock is joined to the recording's. */
static void join(struct taping *taping, int64_t t_us, int64_t wall_ms)
{
	int64_t gap_ms = wall_ms - taping->seen_wall_ms;

	if (!taping->timed)
		return;
	if (gap_ms > 0) /* or the clock on the wall was set */
		taping->seen_us += gap_ms * 1000;
	if (taping->last_us < taping->seen_us)
		taping->last_us = taping->seen_us;
	taping->seen_wall_ms = wall_ms;
	taping->offset_us = taping->last_us - t_us;
	taping->restarted = true;
}

/* where on the recording's clock this is; never before what was written last */
static int64_t place(struct taping *taping, int64_t t_us)
{
	int64_t at_us;

	if (!taping->timed)
		taping->offset_us = -t_us;
	at_us = t_us + taping->offset_us;
	if (at_us < taping->last_us)
		at_us = taping->last_us;
	if (taping->restarted)
		printf("%" PRId64 " restart\n", taping->last_us);
	taping->timed = true;
	taping->restarted = false;
	taping->last_us = at_us;
	return at_us;
}

static void tape_line(struct taping *taping, int64_t t_us, struct text line)
{
	printf("%" PRId64 " %.*s\n", place(taping, t_us), (int)line.length, line.at);
}

/* ---- entries ---- */

static void tape_inputs(struct taping *taping, const struct entry *entry)
{
	struct text rest = {entry->body, entry->length}, line;

	while (text_take_line(&rest, &line)) {
		struct text word = text_take_word(&line);
		uint64_t t_us;

		if (!text_number(word, INT64_MAX, &t_us) || !text_is_clean(line))
			continue;
		tape_line(taping, (int64_t)t_us, line);
		snprintf(taping->last_input, sizeof taping->last_input, "%.*s", (int)line.length,
			 line.at);
	}
}

/*
 * A recording's time ends with its last line, but what the last contact led to was decided later:
 * the same is said again, which changes nothing but the time.
 */
static void tape_end(struct taping *taping)
{
	if (taping->last_input[0] && taping->seen_us > taping->last_us)
		printf("%" PRId64 " %s\n", taping->seen_us, taping->last_input);
}

static void tape_word(struct taping *taping, const struct entry *entry)
{
	struct text rest = {entry->body, entry->length};
	char word[REFEREE_WORD_SIZE], hidden[REFEREE_WORD_SIZE + 2];
	struct out whole = out_init(word, sizeof word), out = out_init(hidden, sizeof hidden);

	text_take_word(&rest); /* its id */
	if (rest.length == 0 || rest.length >= REFEREE_WORD_SIZE || !text_is_clean(rest))
		return;
	out_text(&whole, rest);
	recording_hide_word(word, taping->is_over, &out);
	printf("%" PRId64 " say %s %s\n", place(taping, entry->t_us), entry->who, hidden);
}

static bool on_run(void *context, const struct entry *entry)
{
	struct taping *taping = context;

	if (taping->run_count == taping->room) {
		size_t room = taping->room ? 2 * taping->room : 64;
		struct daemon_run *runs = realloc(taping->runs, room * sizeof *runs);

		if (!runs)
			return false;
		taping->runs = runs;
		taping->room = room;
	}
	taping->runs[taping->run_count++] =
		(struct daemon_run){entry->seq, entry->t_us, entry->wall_ms};
	return true;
}

/* Runs are entries of no game, so they are not met on the way. */
static void join_runs(struct taping *taping, int64_t before_seq)
{
	for (; taping->next_run < taping->run_count; taping->next_run++) {
		const struct daemon_run *run = &taping->runs[taping->next_run];

		if (run->seq > before_seq)
			return;
		join(taping, run->t_us, run->wall_ms);
	}
}

static bool on_entry(void *context, const struct entry *entry)
{
	struct taping *taping = context;

	if (entry->seq > taping->last_seq)
		return false;
	join_runs(taping, entry->seq);
	if (entry->kind == ENTRY_UNSHELVE)
		join(taping, entry->t_us, entry->wall_ms);
	else if (entry->kind == ENTRY_IN)
		tape_inputs(taping, entry);
	else if (entry->kind == ENTRY_WORD)
		tape_word(taping, entry);
	taping->seen_us = entry->t_us + taping->offset_us;
	taping->seen_wall_ms = entry->wall_ms;
	return true;
}

/* ---- the head ---- */

/* Options of the rules may stand here too: a replay takes those of the game. */
static void put_head(const struct game_log *game_log)
{
	const char *lines = game_log->table ? game_log->table : game_log->head;
	struct text edition = game_log_header(game_log, "edition"), rest, line;
	bool sensors = false;

	printf("adjutant-recording 1\nedition %.*s\n", (int)edition.length, edition.at);
	rest = (struct text){lines, strlen(lines)};
	while (text_take_line(&rest, &line)) {
		struct text look = line, word = text_take_word(&look);

		sensors = sensors || text_is(word, "sensors");
		if (text_is(word, "option") || text_is(word, "sensors"))
			printf("%.*s\n", (int)line.length, line.at);
	}
	if (!sensors)
		puts("sensors reed");
}

static int tape(struct taping *taping, const struct archive_options *options)
{
	struct trouble trouble = {""};
	struct game_log game_log;
	struct journal *journal;
	int error, status = archive_open(&journal, &command_record, options);

	if (status != EXIT_FINE)
		return status;
	error = game_log_read(&game_log, journal, options->game, &trouble);
	if (!error) {
		put_head(&game_log);
		taping->is_over = game_log.record != NULL;
		game_log_finish(&game_log);
		error = journal_each(journal, 0, ENTRY_RUN, on_run, taping, &trouble);
	}
	if (!error)
		error = journal_each(journal, options->game, ENTRY_ANY, on_entry, taping, &trouble);
	journal_close(journal);
	return error ? archive_complain(&command_record, trouble.text, EXIT_MALFORMED) : EXIT_FINE;
}

static int tape_game(const struct archive_options *options)
{
	struct taping taping = {.last_seq = INT64_MAX};
	int status = tape(&taping, options);

	if (status == EXIT_FINE)
		tape_end(&taping);
	free(taping.runs);
	return status;
}

/* ---- a table that is running ---- */

/*
 * Until the daemon or the reader ends, or until the next game, which is another recording with a
 * head of its own.
 */
static void follow(struct taping *taping, FILE *stream)
{
	char *text = NULL;
	size_t room = 0;
	ssize_t length;

	while (fflush(stdout) == 0 && (length = getline(&text, &room, stream)) > 0) {
		struct text line = {text, (size_t)length - (text[length - 1] == '\n')};
		struct text word = text_take_word(&line);
		uint64_t t_us;

		if (text_number(word, INT64_MAX, &t_us))
			tape_line(taping, (int64_t)t_us, line);
		else if (text_is(word, CONTROL_NEXT_GAME))
			fputs("adjutant record: another game has begun, so the recording of this "
			      "one ends\n",
			      stderr);
	}
	free(text);
}

static int tape_running(const char *state_dir)
{
	struct archive_options options = {.state = state_dir};
	struct taping taping = {0};
	json_t *begun;
	FILE *stream = operator_listen(state_dir, json_pack("{s:s}", "do", "record"), &begun);
	int status;

	if (!stream)
		return EXIT_NOT_LEGAL;
	options.game = json_integer_value(json_object_get(begun, "game"));
	taping.last_seq = json_integer_value(json_object_get(begun, "entry"));
	json_decref(begun);
	status = tape(&taping, &options);
	if (status == EXIT_FINE) {
		join_runs(&taping, taping.last_seq);
		follow(&taping, stream);
	}
	fclose(stream);
	free(taping.runs);
	return status;
}

static int run(int argc, char **argv)
{
	struct archive_options options;
	int status = archive_options_read(&options, &command_record, TAKES_GAME, argc, argv);

	if (status != EXIT_FINE)
		return status;
	return options.game ? tape_game(&options) : tape_running(options.state);
}

const struct command command_record = {
	.name = "record",
	.arguments = "[--state DIR] [GAME]",
	.summary = "write what sensors and handhelds say, or said in a game, as a recording",
	.help = "Prints the raw recording (.rec) of a game in the archive, for `adjutant replay` and for\n"
		"reports of faults; without a game that of the one at the running table, from its beginning\n"
		"and until it is interrupted or another game begins. It never holds a rank: words that would\n"
		"give one away are hidden. Where the daemon was started again it has a restart.\n"
		"  --state DIR   where the board keeps its games, if it is not the usual place\n"
		"Exit status: 0, or 2 if there is no such game or the archive cannot be read.\n",
	.run = run,
};
