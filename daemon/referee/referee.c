/*
 * The entry point: meets the deadlines that are due before an input, passes the input on, and
 * passes on what the table finds. Judges nothing itself.
 */
#include "daemon/referee/referee.h"

#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/square.h"
#include "rules/text.h"

#include <string.h>

enum { MS = 1000 };

void referee_options_default(struct referee_options *options, unsigned edition)
{
	memset(options, 0, sizeof *options);
	options->edition = (uint8_t)edition;
	options->rules = editions[edition].options;
	options->table = (struct table_options){
		.sensors = SENSOR_REED,
		.debounce_us = 20 * MS,
		.settle_us = 800 * MS,
		.move_us = 450 * MS,
		.jog_us = 400 * MS,
		.nudge_us = 3000 * MS,
		.second_thoughts = true,
		.hold_us = 8000 * MS,
	};
}

size_t referee_size(void)
{
	return sizeof(struct referee);
}

void referee_init(struct referee *referee, const struct referee_options *options)
{
	memset(referee, 0, sizeof *referee);
	referee->options = *options;
	game_init(&referee->game, options->edition);
	referee->game.options = options->rules;
	table_init(&referee->table, &options->table, editions[options->edition].board);
	referee->draw_offer = referee->takeback_offer = SIDE_NONE;
	referee->correction = referee_no_correction;
	referee_clock_init(referee);
}

void referee_give_up(struct referee *referee)
{
	referee->phase = PHASE_OVER;
}

void referee_prepare(struct referee *referee, const struct game *game, bool is_study,
		     enum side to_move)
{
	referee->game = *game;
	referee->options.rules = game->options;
	referee->is_study = is_study;
	referee->first_to_move = (uint8_t)to_move;
}

const struct game *referee_game(const struct referee *referee)
{
	return &referee->game;
}

uint64_t referee_deadline(const struct referee *referee)
{
	uint64_t table = table_deadline(&referee->table), clock = referee_clock_deadline(referee);

	if (referee->restarted)
		return referee_restart_deadline(referee);
	return table <= clock ? table : clock;
}

/* ---- what the table finds ---- */

static void tell_guide(const struct referee_ctx *ctx, const struct finding *finding)
{
	struct output output = referee_output_of(EVENT_GUIDE, finding->t_us, AUDIENCE_PUBLIC);

	output.side = finding->side;
	output.guide = finding->guide;
	output.squares = finding->squares;
	referee_send(ctx, &output);
}

static void tell_question(const struct referee_ctx *ctx, const struct finding *finding,
			  enum event event)
{
	struct output output =
		referee_output_of(event, finding->t_us, audience_of((enum side)finding->side));

	output.side = finding->side;
	output.from = finding->from;
	output.question = finding->question;
	output.squares = finding->squares;
	referee_send(ctx, &output);
}

static void tell_fault(const struct referee_ctx *ctx, const struct finding *finding)
{
	struct output output = referee_output_of(EVENT_FAULT, finding->t_us, AUDIENCE_ARBITER);
	bool trusted = finding->kind == FOUND_TRUSTED;
	struct out text = out_init(output.text, sizeof output.text);

	if (!trusted)
		out_string(&text, referee_fault_name((enum table_fault)finding->fault));
	else
		out_string(&text, finding->line == LINE_NONE ? "trusted" : "line-trusted");
	output.squares = finding->squares;
	output.line = finding->line;
	referee_send(ctx, &output);
}

/* whether the table can be read as well as before */
static bool is_harmless(const struct referee *referee, const struct finding *finding)
{
	return finding->fault == FAULT_CONTRADICTS || finding->fault == FAULT_LINE_SUSPECTED ||
	       !bits_any(bits_and(finding->squares, referee->table.faulty));
}

/*
 * The clock is stopped until an action has been made in spite of the fault, or the fault has gone:
 * a dead contact does not stop it for the rest of the game. A square that was found to contradict
 * an action is found by making that action.
 */
static void fault_begins(const struct referee_ctx *ctx, const struct finding *finding)
{
	struct referee *referee = ctx->referee;

	if (referee->clock.running == SIDE_NONE || referee->phase == PHASE_OVER ||
	    is_harmless(referee, finding))
		return; /* nothing to stop, or this fault does not stop it */
	referee->faulted = true;
	referee_clock_stop(ctx, finding->t_us, finding->t_us);
}

static void fault_ends(const struct referee_ctx *ctx, const struct finding *finding)
{
	if (bits_any(ctx->referee->table.faulty))
		return;
	ctx->referee->faulted = false;
	referee_clock_go_on(ctx, finding->t_us);
}

/* A mishap: the clock is stopped until the table is right; without tags both sides then check their
 * pieces. */
static void correction_begins(const struct referee_ctx *ctx, uint64_t t_us)
{
	ctx->referee->correcting = true;
	referee_clock_stop(ctx, t_us, t_us);
}

void referee_ask_places(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	struct output output = referee_output_of(EVENT_ASK, t_us, audience_of(side));

	output.side = (uint8_t)side;
	output.question = QUESTION_CONFIRM_PLACES;
	output.squares = table_places_asked(&ctx->referee->table, side);
	referee_send(ctx, &output);
}

static void correction_ends(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	bool asked[SIDE_COUNT];

	referee->correcting = false;
	referee_clock_go_on(ctx, t_us);
	table_end_correction(&referee->table, asked);
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (asked[i])
			referee_ask_places(ctx, (enum side)i, t_us);
}

static void pass_on(const struct referee_ctx *ctx, const struct finding *finding)
{
	struct output right = referee_output_of(EVENT_BOARD_OK, finding->t_us, AUDIENCE_PUBLIC);

	switch ((enum finding_kind)finding->kind) {
	case FOUND_ACTION:
		referee_play_found(ctx, finding);
		break;
	case FOUND_QUESTION:
		tell_question(ctx, finding, EVENT_ASK);
		break;
	case FOUND_ANSWERED:
		tell_question(ctx, finding, EVENT_ASK_CLOSED);
		break;
	case FOUND_GUIDE:
		tell_guide(ctx, finding);
		break;
	case FOUND_RIGHT:
		ctx->referee->undone.count = 0;
		referee_send(ctx, &right);
		break;
	case FOUND_CORRECTION:
		correction_begins(ctx, finding->t_us);
		break;
	case FOUND_CORRECTED:
		correction_ends(ctx, finding->t_us);
		break;
	case FOUND_FAULT:
		tell_fault(ctx, finding);
		fault_begins(ctx, finding);
		break;
	case FOUND_TRUSTED:
		tell_fault(ctx, finding);
		fault_ends(ctx, finding);
		break;
	case FOUND_SECOND_THOUGHT:
		referee_play_think_again(ctx, finding->t_us);
		break;
	case FOUND_CHANGE:
		if (ctx->referee->phase == PHASE_SETUP)
			referee_setup_check(ctx, finding->t_us);
		else
			referee_settle_note(ctx->referee);
		break;
	}
}

static bool plays(const struct finding *finding)
{
	return finding->kind == FOUND_ACTION || finding->kind == FOUND_SECOND_THOUGHT;
}

void referee_drain_until_played(const struct referee_ctx *ctx)
{
	struct table *table = &ctx->referee->table;
	struct finding finding;

	while (table->found_count > 0 && !plays(&table->found[0]) && table_take(table, &finding))
		pass_on(ctx, &finding);
}

void referee_drain(const struct referee_ctx *ctx)
{
	struct finding finding;

	while (table_take(&ctx->referee->table, &finding))
		pass_on(ctx, &finding);
}

/* ---- deadlines ---- */

static uint64_t later(uint64_t a_us, uint64_t b_us)
{
	return a_us > b_us ? a_us : b_us;
}

static void meet_deadlines(const struct referee_ctx *ctx, uint64_t until_us)
{
	struct referee *referee = ctx->referee;

	for (;;) {
		uint64_t table = later(table_deadline(&referee->table), referee->met_us);
		uint64_t clock = later(referee_clock_deadline(referee), referee->met_us);

		if (table > until_us && clock > until_us)
			return;
		referee->met_us = table <= clock ? table : clock;
		if (table <= clock)
			table_meet_deadline(&referee->table, table);
		else
			referee_clock_meet_deadline(ctx, clock);
		referee_drain(ctx);
	}
}

/* ---- inputs ---- */

static void take_input(const struct referee_ctx *ctx, const struct input *input)
{
	struct referee *referee = ctx->referee;
	struct table *table = &referee->table;
	bool on_board = board_has(table->open.board, input->sq);

	switch ((enum input_kind)input->kind) {
	case INPUT_FRAME:
		table_frame(table, input->t_us, input->frame);
		break;
	case INPUT_CONTACT:
		if (on_board)
			table_contact(table, input->t_us, input->sq, input->closed);
		break;
	case INPUT_TAG:
		if (!on_board || !table_has_tags(table))
			break;
		table_tag_seen(table, input->t_us, input->sq, table_find_tag(table, &input->tag),
			       input->closed);
		if (referee->phase == PHASE_SETUP) /* its contact may have been right before */
			referee_setup_check(ctx, input->t_us);
		break;
	case INPUT_WORD:
		referee_words_hear(ctx, input);
		break;
	case INPUT_RESTART:
	case INPUT_TICK:
		break;
	}
}

void referee_input(struct referee *referee, const struct input *input, referee_sink *sink,
		   void *context)
{
	struct referee_ctx ctx = {referee, sink, context};
	uint64_t before_us;

	if (input->t_us <
	    referee->now_us) /* a bug of the caller, which is survived: time does not go back */
		return;
	if (referee->restarted && !referee_restart_waits(referee, input))
		referee_restart_go_on(&ctx, referee->restart_us);
	if (!referee->restarted)
		meet_deadlines(&ctx, input->t_us);
	referee->now_us = input->t_us;
	if (input->kind == INPUT_TICK)
		return;
	before_us = referee->restarted ? referee->restart_us : referee->heard_us;
	referee->heard_us = referee->met_us = input->t_us;
	if (referee->restarted || input->kind == INPUT_RESTART)
		referee_restart_input(&ctx, input, before_us);
	else
		take_input(&ctx, input);
	/* not earlier: a restart postpones deadlines that ran before it, and this one did not */
	if (!referee->restarted && referee->phase == PHASE_SETUP)
		referee_clock_begin_setup(referee, input->t_us);
	referee_drain(&ctx);
	if (!referee->restarted) /* what an answer makes due at this very moment belongs to it */
		meet_deadlines(&ctx, input->t_us);
}
