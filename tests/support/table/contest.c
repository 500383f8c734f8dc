/* Plays the simulator against the referee. */
#include "tests/support/table/contest.h"

#include "daemon/cli/base/recording.h"
#include "daemon/referee/referee_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_US = 300000 }; /* before people would continue */

struct bout {
	struct contest *contest;
	const struct random_game *game;
	contest_watch *watch; /* may be NULL */
	void *context;
	struct recording_reader reader;
	struct referee referee;
	bool begun;
	bool premature; /* the piece stands where it was not left; that may be taken back yet */
	size_t notes;	/* read so far */
	struct {
		bool waits;
		bool about_attack;
		struct input input; /* a word on a handheld, due at its time */
	} answer;
	uint64_t sensor_us;	       /* the latest change of a sensor */
	uint64_t heard_us;	       /* the latest input */
	uint64_t ticked_us;	       /* the latest tick */
	const struct input *input;     /* the one being heard */
	uint64_t changed_us[SQ_COUNT]; /* the latest change of each square */
	struct bits closed;	       /* contacts */
	uint8_t tags[SQ_COUNT];	       /* how many are seen there */
};

static bool stopped(const struct bout *bout)
{
	return bout->contest->wrong || bout->contest->lost;
}

static struct committed *current(struct bout *bout)
{
	return &bout->contest->actions[bout->contest->count];
}

/* ---- what the referee says ---- */

/* a word that declares an attack; Done is a button like any other */
static bool is_telling(const struct input *input)
{
	return input->kind == INPUT_WORD &&
	       (strncmp(input->word, "attack ", 7) == 0 ||
		strncmp(input->word, "target ", 7) == 0 || strcmp(input->word, "confirm") == 0);
}

static void note_wrong(struct contest *contest, const struct output *output)
{
	struct action wrong = {
		.from = output->from, .to = output->sq, .attack = output->event == EVENT_ATTACK};

	contest->at_us = output->t_us;
	record_format_action(&wrong, contest->wrong_text);
}

static void fail(struct contest *contest, const struct output *output)
{
	contest->wrong = true;
	note_wrong(contest, output);
}

/*
 * The hand had not left the piece where it stood, which no contact shows. The referee sees it when
 * the piece is taken on, and must take the move back by itself. It may be put back and played after all.
 */
static void take_back(struct bout *bout, const struct output *output)
{
	struct contest *contest = bout->contest;
	const struct report_view *last =
		contest->count > 0 ? &bout->game->actions[contest->count - 1].what : NULL;

	if (bout->premature) {
		bout->premature = false;
	} else if (last && last->from == output->from && last->to == output->sq) {
		contest->count--;
	} else {
		fail(contest, output); /* all that was committed was played */
		return;
	}
	contest->rethought++;
}

static void commit(struct bout *bout, const struct output *output)
{
	struct contest *contest = bout->contest;
	const struct input *input = bout->input;
	const struct report_view *what = &bout->game->actions[contest->count].what;
	bool attack = output->event == EVENT_ATTACK;
	struct committed *action = current(bout);

	if (bout->premature) { /* it was not taken back */
		contest->wrong = true;
		return;
	}
	if (contest->count < bout->game->sim.action_count && !attack &&
	    what->side == output->side &&
	    (what->attack || what->from != output->from || what->to != output->sq)) {
		bout->premature = true;
		note_wrong(contest, output);
		return;
	}
	if (contest->count == bout->game->sim.action_count || what->attack != attack ||
	    what->side != output->side || what->from != output->from || what->to != output->sq) {
		fail(contest, output);
		return;
	}
	action->asked = action->answered || (is_telling(input) && output->t_us == input->t_us);
	if (!action->asked && output->t_us > bout->sensor_us)
		action->delay_us = output->t_us - bout->sensor_us;
	contest->count++;
}

/* After a battle and after an illegal try people do need guidance. */
static void guide(struct bout *bout)
{
	const struct contest *contest = bout->contest;
	const struct sim_action *actions = bout->game->actions;
	bool after_battle = contest->count > 0 && actions[contest->count - 1].what.attack;
	bool after_try = strstr(current(bout)->note, " illegal") != NULL;

	if (!after_battle && !after_try)
		current(bout)->guided = true;
}

static void answer(struct bout *bout, const struct output *output, const char *word)
{
	struct input *input = &bout->answer.input;
	struct out out = out_init(input->word, sizeof input->word);

	input->t_us = output->t_us + ANSWER_US;
	input->kind = INPUT_WORD;
	input->speaker = output->to;
	out_string(&out, word);
	bout->answer.waits = true;
	bout->answer.about_attack = output->question != QUESTION_CONFIRM_PLACES;
}

static bool is_empty(const struct bout *bout, unsigned sq)
{
	return !bits_has(bout->closed, sq) && bout->tags[sq] == 0;
}

/*
 * Whether the next attack has been made: the attacker is off the board, and the piece attacked has
 * been touched since then or is off too.
 */
static bool is_made(struct bout *bout, const struct report_view *what)
{
	const struct committed *action = current(bout);
	bool begun = bout->notes > bout->contest->count &&
		     bout->changed_us[what->from] > action->note_us;
	bool touched = bout->changed_us[what->to] > bout->changed_us[what->from];

	return begun && !action->needs_word && is_empty(bout, what->from) &&
	       (touched || is_empty(bout, what->to));
}

/*
 * The player answers when the attack has been made and there is a question, or when none was meant.
 * A player who only holds a piece ignores the question: the attack may be still to come.
 */
static void ask(struct bout *bout, const struct output *output)
{
	const struct contest *contest = bout->contest;
	const struct report_view *what = &bout->game->actions[contest->count].what;
	bool meant = contest->count < bout->game->sim.action_count && what->attack &&
		     output->to == audience_of(what->side) && bits_has(output->squares, what->to);
	char target[] = "target \0\0\0";

	sq_format(what->to, target + strlen(target));
	if (output->question == QUESTION_CONFIRM_PLACES)
		answer(bout, output, "confirm");
	else if (output->question == QUESTION_CONFIRM_ATTACK && !meant)
		answer(bout, output, "deny");
	else if (output->question == QUESTION_CONFIRM_ATTACK && is_made(bout, what))
		answer(bout, output, "confirm");
	else if (output->question == QUESTION_TARGET && meant && is_made(bout, what))
		answer(bout, output, target);
}

static void hear(void *context, const struct output *output)
{
	struct bout *bout = context;

	if (stopped(bout))
		return;
	if (output->event == EVENT_ASK)
		ask(bout, output);
	if (output->event == EVENT_ASK_CLOSED && output->to == bout->answer.input.speaker)
		bout->answer.waits = false;
	if (output->t_us < bout->heard_us && !bout->contest->stale_us)
		bout->contest->stale_us = output->t_us;
	if (output->to != AUDIENCE_PUBLIC)
		return;
	if (output->event == EVENT_MOVE || output->event == EVENT_ATTACK)
		commit(bout, output);
	else if (output->event == EVENT_TAKEN_BACK)
		take_back(bout, output);
	else if (output->event == EVENT_GUIDE)
		guide(bout);
}

/* ---- its inputs ---- */

static void read_note(struct bout *bout, const char *line, size_t length)
{
	struct committed *action = &bout->contest->actions[bout->notes];
	size_t size = length < NOTE_SIZE ? length : NOTE_SIZE - 1;

	if (length < 6 || memcmp(line, "# ply ", 6) != 0 || bout->notes == GAME_PLIES)
		return;
	memcpy(action->note, line, size);
	action->note[size] = '\0';
	action->note_us = bout->heard_us;
	action->needs_word = strstr(action->note, " traceless") || strstr(action->note, " far-tap");
	bout->notes++;
}

bool contest_prepare(struct referee *referee, const struct referee_options *options,
		     const struct random_game *game, const struct sim_options *table)
{
	struct record_tag tags[SQ_COUNT];

	referee_init(referee, options);
	referee_prepare(referee, &game->prepared, false, SIDE_RED);
	if (!(table->sensors & SIM_RFID))
		return true;
	if (!sim_game_tags(&game->sim, table->seed, tags))
		return false;
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (tags[sq].length > 0 && !referee_add_tag(referee, &tags[sq]))
			return false;
	return true;
}

static bool begin(struct bout *bout, const struct sim_options *options)
{
	bout->begun = true;
	bout->contest->options = bout->reader.options;
	return contest_prepare(&bout->referee, &bout->reader.options, bout->game, options);
}

/* what a spectator would see of the table */
static void observe(struct bout *bout, const struct input *input)
{
	bool is_sensor = input->kind == INPUT_CONTACT || input->kind == INPUT_TAG;

	if (input->kind != INPUT_WORD && input->kind != INPUT_TICK)
		bout->sensor_us = input->t_us;
	if (is_sensor)
		bout->changed_us[input->sq] = input->t_us;
	if (input->kind == INPUT_FRAME)
		bout->closed = input->frame;
	else if (input->kind == INPUT_CONTACT && input->closed)
		bits_add(&bout->closed, input->sq);
	else if (input->kind == INPUT_CONTACT)
		bits_drop(&bout->closed, input->sq);
	else if (input->kind == INPUT_TAG)
		bout->tags[input->sq] = (uint8_t)(bout->tags[input->sq] + (input->closed ? 1 : -1));
}

static void hand_in(struct bout *bout, const struct input *input)
{
	bout->input = input;
	if (input->kind == INPUT_TICK)
		bout->ticked_us = input->t_us;
	referee_input(&bout->referee, input, hear, bout);
	bout->heard_us = input->t_us;
	observe(bout, input);
	if (bout->watch)
		bout->watch(bout->context, input);
	bout->contest->inputs++;
}

/* An answer about an attack counts as one that the action could not do without. */
static void hand_in_answer(struct bout *bout)
{
	struct input input = bout->answer.input;

	bout->answer.waits = false;
	current(bout)->answered |= bout->answer.about_attack;
	hand_in(bout, &input);
}

/*
 * Lets time pass, tick by tick, so that a player who is asked something can answer before the next
 * line.
 */
static void run_until(struct bout *bout, uint64_t t_us)
{
	for (;;) {
		uint64_t due_us = referee_deadline(&bout->referee);
		bool answers = bout->answer.waits && bout->answer.input.t_us <= t_us &&
			       bout->answer.input.t_us <= due_us;
		struct input tick = {
			.kind = INPUT_TICK,
			.t_us = due_us > bout->heard_us ? due_us : bout->heard_us,
		};

		if (answers)
			hand_in_answer(bout);
		else if (due_us <= t_us && due_us > bout->ticked_us && !stopped(bout))
			hand_in(bout, &tick);
		else
			return;
	}
}

static int feed_line(struct bout *bout, const struct sim_options *options, const char *line,
		     size_t length)
{
	const struct input *input = &bout->reader.input;

	read_note(bout, line, length);
	switch (recording_read(&bout->reader, line, length)) {
	case RECORDING_MALFORMED:
		fprintf(stderr, "%.*s: %s\n", (int)length, line, bout->reader.reason);
		return -EBADMSG;
	case RECORDING_INPUT:
		if (!bout->begun && !begin(bout, options))
			return -EINVAL;
		run_until(bout, input->t_us);
		hand_in(bout, input);
		break;
	case RECORDING_NOTHING:
		break;
	}
	return 0;
}

static int feed(struct bout *bout, const struct sim_options *options, const char *text, size_t size)
{
	const char *end = text + size;
	int error = 0;

	while (text < end && !error && !stopped(bout)) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t length = (size_t)((newline ? newline : end) - text);

		error = feed_line(bout, options, text, length);
		text += length + 1;
	}
	return error;
}

static int record(const struct random_game *game, const struct sim_options *options, char **text,
		  size_t *size)
{
	FILE *to = open_memstream(text, size);
	int error = to ? simulate(&game->sim, options, to) : -errno;

	if (to && fclose(to) != 0 && !error)
		error = -errno;
	return error;
}

int contest_run(struct contest *contest, const struct random_game *game,
		const struct sim_options *options, contest_watch *watch, void *context)
{
	static struct bout bout; /* large, and there is only one at a time */
	char *text = NULL;
	size_t size = 0;
	int error = record(game, options, &text, &size);

	memset(contest, 0, sizeof *contest);
	memset(&bout, 0, sizeof bout);
	bout.contest = contest;
	bout.game = game;
	bout.watch = watch;
	bout.context = context;
	recording_reader_init(&bout.reader);
	if (!error)
		error = feed(&bout, options, text, size);
	contest->wrong |= bout.premature;
	if (!contest->wrong && contest->count < game->sim.action_count) {
		contest->lost = true;
		contest->at_us = bout.reader.t_us;
	}
	free(text);
	return error;
}
