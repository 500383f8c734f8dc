/*
 * Clocks. Time comes from the inputs; a switch is back-dated to the last contact change of the
 * action, so the referee's wait for stillness costs neither player any time.
 */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/table/table.h"
#include "rules/game.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

enum { SECOND_US = 1000000, LAST_MINUTE_US = 60 * SECOND_US };

static bool has_clock(const struct referee *referee)
{
	return referee->options.clock.kind != CLOCK_NONE;
}

void referee_clock_init(struct referee *referee)
{
	struct clock *clock = &referee->clock;

	clock->running = SIDE_NONE;
	clock->setup_due_us = TABLE_NEVER;
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		clock->left_us[i] = (uint64_t)referee->options.clock.main_ms * 1000;
}

void referee_clock_begin_setup(struct referee *referee, uint64_t t_us)
{
	if (referee->has_setup_clock || referee->options.clock.setup_ms == 0)
		return;
	referee->has_setup_clock = true;
	referee->clock.setup_due_us = t_us + (uint64_t)referee->options.clock.setup_ms * 1000;
}

/* what a side would have left if its clock were read at t */
uint64_t referee_clock_left_at(const struct clock *clock, enum side side, uint64_t t_us)
{
	uint64_t left = clock->left_us[side];
	uint64_t used = t_us > clock->since_us ? t_us - clock->since_us : 0;

	if (side != (enum side)clock->running || clock->stopped)
		return left;
	return used < left ? left - used : 0;
}

static void tell(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct clock *clock = &ctx->referee->clock;
	struct output output = referee_output_of(EVENT_CLOCK, t_us, AUDIENCE_PUBLIC);

	for (unsigned i = 0; i < SIDE_COUNT; i++)
		output.left_ms[i] = referee_clock_left_at(clock, (enum side)i, t_us) / 1000;
	output.running = clock->stopped || ctx->referee->restarted ? SIDE_NONE : clock->running;
	if (clock->running != SIDE_NONE)
		clock->told_us = referee_clock_left_at(clock, clock->running, t_us);
	referee_send(ctx, &output);
}

static void begin_turn(struct referee *referee, enum side side)
{
	struct clock *clock = &referee->clock;

	if (referee->options.clock.kind == CLOCK_MOVE)
		clock->left_us[side] = (uint64_t)referee->options.clock.main_ms * 1000;
	clock->running = (uint8_t)side;
	clock->turn_left_us = clock->left_us[side];
}

void referee_clock_begin(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	referee->clock.setup_due_us = TABLE_NEVER;
	if (!has_clock(referee))
		return;
	begin_turn(referee, referee->game.position.open.to_move);
	referee->clock.since_us = t_us;
	tell(ctx, t_us);
}

static void end_turn(struct referee *referee, uint64_t t_us)
{
	struct clock *clock = &referee->clock;
	const struct clock_options *options = &referee->options.clock;
	uint64_t extra = (uint64_t)options->extra_ms * 1000, used;
	enum side side = clock->running;

	clock->left_us[side] = referee_clock_left_at(clock, side, t_us);
	used = clock->turn_left_us > clock->left_us[side]
		       ? clock->turn_left_us - clock->left_us[side]
		       : 0;
	if (options->kind == CLOCK_FISCHER)
		clock->left_us[side] += extra;
	else if (options->kind == CLOCK_BRONSTEIN)
		clock->left_us[side] += used < extra ? used : extra;
}

static void note_before(struct referee *referee, uint64_t t_us)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		referee->clock_before.left_us[i] =
			referee_clock_left_at(&referee->clock, (enum side)i, t_us);
	referee->clock_before.turn_left_us = referee->clock.turn_left_us;
}

/*
 * The other side's time begins where this one's ends, both at the action's last contact change. If
 * a sensor had failed, people have now found a way round it.
 */
void referee_clock_switch(const struct referee_ctx *ctx, enum side to, uint64_t t_us,
			  uint64_t back_dated_us)
{
	struct referee *referee = ctx->referee;
	struct clock *clock = &referee->clock;

	if (!has_clock(referee) || clock->running == SIDE_NONE || clock->running == to)
		return;
	if (back_dated_us > t_us)
		back_dated_us = t_us;
	if (back_dated_us < clock->since_us)
		back_dated_us = clock->since_us;
	note_before(referee, back_dated_us);
	end_turn(referee, back_dated_us);
	begin_turn(referee, to);
	clock->since_us = clock->stopped ? t_us : back_dated_us;
	referee->faulted = false;
	clock->stopped = referee_clock_must_stand(referee);
	tell(ctx, t_us);
}

/* what the running side has used of its turn */
static uint64_t used_by(const struct clock *clock, uint64_t t_us)
{
	uint64_t left = referee_clock_left_at(clock, (enum side)clock->running, t_us);

	return left < clock->turn_left_us ? clock->turn_left_us - left : 0;
}

static bool runs(const struct referee *referee)
{
	return has_clock(referee) && referee->clock.running != SIDE_NONE;
}

bool referee_clock_allows_back(const struct referee *referee, uint64_t t_us)
{
	const struct clock *clock = &referee->clock;

	return !runs(referee) ||
	       used_by(clock, t_us) <
		       referee->clock_before.left_us[side_other((enum side)clock->running)];
}

void referee_clock_switch_back(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct clock *clock = &referee->clock;
	const struct clock_before *before = &referee->clock_before;
	enum side side = side_other((enum side)clock->running);

	if (!runs(referee))
		return;
	clock->left_us[side] = before->left_us[side] - used_by(clock, t_us);
	clock->left_us[clock->running] = before->left_us[clock->running];
	clock->turn_left_us = before->turn_left_us;
	clock->running = (uint8_t)side;
	clock->since_us = t_us;
	tell(ctx, t_us);
}

void referee_clock_stop(const struct referee_ctx *ctx, uint64_t t_us, uint64_t back_dated_us)
{
	struct clock *clock = &ctx->referee->clock;

	if (!has_clock(ctx->referee) || clock->running == SIDE_NONE || clock->stopped)
		return;
	clock->left_us[clock->running] =
		referee_clock_left_at(clock, clock->running, back_dated_us);
	clock->stopped = true;
	tell(ctx, t_us);
}

void referee_clock_go_on(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct clock *clock = &ctx->referee->clock;

	if (!clock->stopped || referee_clock_must_stand(ctx->referee))
		return;
	clock->stopped = false;
	clock->since_us = t_us;
	tell(ctx, t_us);
}

void referee_clock_adjust(const struct referee_ctx *ctx, enum side side, uint64_t left_ms,
			  uint64_t t_us)
{
	struct clock *clock = &ctx->referee->clock;

	if (clock->running == side && !clock->stopped)
		clock->since_us = t_us;
	clock->left_us[side] = left_ms * 1000;
	if (clock->running == side)
		clock->turn_left_us = clock->left_us[side];
	tell(ctx, t_us);
}

/* Neither side's time runs while people put the table right or while the game is paused. */
bool referee_clock_must_stand(const struct referee *referee)
{
	return referee->correcting || referee->faulted || referee->paused ||
	       referee->phase == PHASE_ARBITER || referee->phase == PHASE_SETTLE ||
	       referee->phase == PHASE_OVER;
}

/* The time without power is charged to neither side. */
void referee_clock_restart(struct referee *referee, uint64_t before_us, uint64_t t_us)
{
	struct clock *clock = &referee->clock;

	if (clock->setup_due_us != TABLE_NEVER)
		clock->setup_due_us += t_us - before_us;
	if (clock->running == SIDE_NONE)
		return;
	clock->left_us[clock->running] = referee_clock_left_at(clock, clock->running, before_us);
	clock->since_us = t_us;
	clock->told_us = clock->left_us[clock->running];
}

/* ---- deadlines ---- */

/*
 * A flag does not fall while the table settles: the action that is about to be final may have been
 * made in time.
 */
static uint64_t flag_due(const struct referee *referee)
{
	const struct clock *clock = &referee->clock;

	return table_settled_by(&referee->table, clock->since_us + clock->left_us[clock->running]);
}

/* every full second of the last minute */
static uint64_t second_due(const struct clock *clock)
{
	uint64_t left = clock->left_us[clock->running];
	uint64_t next = clock->told_us > LAST_MINUTE_US
				? LAST_MINUTE_US
				: (clock->told_us - 1) / SECOND_US * SECOND_US;

	if (clock->told_us == 0 || next == 0 || next > left)
		return TABLE_NEVER;
	return clock->since_us + (left - next);
}

uint64_t referee_clock_deadline(const struct referee *referee)
{
	const struct clock *clock = &referee->clock;
	uint64_t flag, second;

	if (referee->phase == PHASE_SETUP)
		return clock->setup_due_us;
	if (!has_clock(referee) || clock->running == SIDE_NONE || clock->stopped ||
	    referee->phase == PHASE_OVER)
		return TABLE_NEVER;
	flag = flag_due(referee);
	second = second_due(clock);
	return second < flag ? second : flag;
}

static void setup_time_is_over(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct output output = referee_output_of(EVENT_FAULT, t_us, AUDIENCE_ARBITER);
	struct out text = out_init(output.text, sizeof output.text);

	referee->clock.setup_due_us = TABLE_NEVER;
	if (referee->complete[SIDE_RED] == referee->complete[SIDE_BLUE]) {
		out_string(&text, "setup-time");
		referee_send(ctx, &output);
		return;
	}
	game_end(&referee->game, winner_of(referee->complete[SIDE_RED] ? SIDE_RED : SIDE_BLUE),
		 REASON_TIME);
	referee_facts_end(ctx, t_us);
	referee_play_over(ctx, t_us, t_us);
}

void referee_clock_meet_deadline(const struct referee_ctx *ctx, uint64_t not_before_us)
{
	struct referee *referee = ctx->referee;
	uint64_t due_us = referee_clock_deadline(referee);
	uint64_t t_us = due_us > not_before_us ? due_us : not_before_us;
	struct action action = {.kind = ACTION_TIME, .side = referee->clock.running};
	struct report report;

	if (referee->phase == PHASE_SETUP) {
		setup_time_is_over(ctx, t_us);
	} else if (due_us < flag_due(referee)) {
		tell(ctx, t_us);
	} else {
		game_play(&referee->game, &action, &report);
		referee_facts_play(ctx, &action, &report, t_us);
		referee_play_over(ctx, t_us, t_us);
	}
}
