/* Copies out what other rooms may see of the referee's state. */
#include "daemon/referee/referee_look.h"

#include "daemon/referee/referee_state.h"
#include "daemon/table/table.h"
#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/game.h"
#include "rules/square.h"
#include "rules/view.h"

#include <string.h>

const char *referee_phase_name(enum phase phase)
{
	static const char *const names[PHASE_COUNT] = {
		[PHASE_SETUP] = "setup",   [PHASE_PLAY] = "play",	[PHASE_DEFENCE] = "defence",
		[PHASE_SETTLE] = "settle", [PHASE_ARBITER] = "arbiter", [PHASE_OVER] = "over",
	};

	return names[phase];
}

enum phase referee_phase(const struct referee *referee)
{
	return (enum phase)referee->phase;
}

const struct referee_options *referee_options(const struct referee *referee)
{
	return &referee->options;
}

enum board_id referee_board(const struct referee *referee)
{
	return (enum board_id)referee->table.open.board;
}

struct bits referee_closed(const struct referee *referee)
{
	return referee->table.closed;
}

uint64_t referee_now_us(const struct referee *referee)
{
	return referee->now_us;
}

bool referee_is_paused(const struct referee *referee)
{
	return referee->paused;
}

bool referee_clock_runs(const struct referee *referee)
{
	return referee->clock.running != SIDE_NONE && !referee->clock.stopped &&
	       referee->phase != PHASE_OVER;
}

bool referee_setup_clock_runs(const struct referee *referee)
{
	return referee->phase == PHASE_SETUP && referee->has_setup_clock &&
	       referee->clock.setup_due_us != TABLE_NEVER;
}

struct table_offer referee_offer(const struct referee *referee, enum side side)
{
	struct table_offer nothing = {.from = SQ_OFF_BOARD};

	return referee->phase == PHASE_PLAY ? table_offer(&referee->table, side) : nothing;
}

struct table_touch referee_touch(const struct referee *referee)
{
	struct table_touch nothing = {BITS_NONE, BITS_NONE};
	bool is_played = referee->phase == PHASE_PLAY || referee->phase == PHASE_DEFENCE;

	return is_played && !referee->paused ? table_touch(&referee->table) : nothing;
}

bool referee_setup_waits(const struct referee *referee, enum side side, struct refusal *why)
{
	return referee_setup_is_waiting(referee, side, why);
}

static bool reads_tags(const struct referee *referee)
{
	return table_has_tags(&referee->table) && referee->table.tag_count > 0;
}

bool referee_is_arranged(const struct referee *referee, enum side side)
{
	return referee->phase == PHASE_SETUP && !reads_tags(referee) &&
	       game_side_fits(&referee->game, side, referee->is_study);
}

const struct table_tag *referee_tags(const struct referee *referee, unsigned *count)
{
	*count = referee->table.tag_count;
	return referee->table.tags;
}

const struct tag *referee_tag_on(const struct referee *referee, unsigned sq, unsigned n)
{
	const struct table *table = &referee->table;
	unsigned tag = table->seen[sq][n];

	return tag < table->tag_count ? &table->tags[tag].tag : NULL;
}

/* ---- the whole ---- */

/* Clocks are read where they are kept: the latest event about them may be from an earlier run. */
static void look_at_clocks(const struct referee *referee, uint64_t t_us,
			   struct referee_snapshot *snapshot)
{
	const struct clock *clock = &referee->clock;
	/* until the table has been read again no clock runs */
	uint64_t until_us = referee->restarted ? referee->restart_us : t_us;

	snapshot->counted_us = until_us;
	snapshot->has_clock = clock->running != SIDE_NONE;
	snapshot->running = clock->stopped || referee->restarted ? SIDE_NONE : clock->running;
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		snapshot->left_ms[i] = referee_clock_left_at(clock, (enum side)i, until_us) / 1000;
	snapshot->has_setup_clock = referee->phase == PHASE_SETUP && referee->has_setup_clock;
	/* when it has run out and the game continues all the same, nothing is left */
	if (clock->setup_due_us != TABLE_NEVER && clock->setup_due_us > until_us)
		snapshot->setup_left_ms = (clock->setup_due_us - until_us) / 1000;
}

static void look_at_question(const struct referee *referee, enum side side, struct output *question)
{
	const struct table *table = &referee->table;
	struct view view;

	*question = (struct output){.event = EVENT_ASK, .side = (uint8_t)side};
	if (referee->phase == PHASE_OVER)
		return;
	if (referee->phase == PHASE_DEFENCE && referee->pending.side != side) {
		view_make(&view, &referee->game, audience_of(side));
		question->question = QUESTION_DEFENCE;
		memcpy(question->cards, view.cards[side].hand, sizeof question->cards);
	} else {
		question->question = (uint8_t)table_question(table, side, &question->squares);
		question->from = table->ask.from;
	}
}

static void look_at_seat(const struct referee *referee, enum side side, struct referee_seat *seat)
{
	look_at_question(referee, side, &seat->question);
	seat->offer = referee_offer(referee, side);
	seat->is_waiting = referee_setup_is_waiting(referee, side, &seat->why);
	if (referee->phase == PHASE_PLAY && referee->game.position.open.to_move == side) {
		seat->announced[0] = referee->movement;
		seat->announced[1] = referee->attack_card;
	}
	seat->is_challenged = referee->phase == PHASE_DEFENCE && referee->pending.side != side;
	if (seat->is_challenged)
		seat->challenge = referee_play_challenge_shown(referee, referee->now_us);
}

const char *referee_fault_name(enum table_fault fault)
{
	static const char *const names[TABLE_FAULTS] = {
		[FAULT_FLUTTER] = "flutter",
		[FAULT_CONTRADICTS] = "contradicts",
		[FAULT_DECLARED] = "declared",
		[FAULT_LINE_SILENT] = "line-silent",
		[FAULT_LINE_STUCK] = "line-stuck",
		[FAULT_LINE_FLICKERS] = "line-flickers",
		[FAULT_LINE_READER] = "line-reader",
		[FAULT_LINE_DECLARED] = "line-declared",
		[FAULT_LINE_SUSPECTED] = "line-suspected",
	};

	return names[fault];
}

static void look_at_lines(const struct table *table, struct referee_snapshot *snapshot)
{
	for (unsigned s = 0; s < LINE_SENSORS; s++)
		for (unsigned i = LINE_ROWS; i < LINE_END; i++) {
			const struct table_line *line = &table->lines.of[s][i];

			if (line->state == LINE_WORKS)
				continue;
			snapshot->lines[snapshot->line_count++] = (struct referee_line){
				.line = (uint8_t)i,
				.fault = line->how,
				.what = referee_fault_name((enum table_fault)line->how),
				.is_read =
					s == LINE_READER && (table->options.sensors & SENSOR_REED),
			};
		}
}

void referee_look(const struct referee *referee, uint64_t t_us, struct referee_snapshot *snapshot)
{
	const struct table *table = &referee->table;

	*snapshot = (struct referee_snapshot){
		.phase = (enum phase)referee->phase,
		.paused = referee->paused,
		.correcting = referee->correcting,
		.begun = referee->begun,
		.ready = {referee->ready[SIDE_RED], referee->ready[SIDE_BLUE]},
		.told_ready = {referee->told_complete[SIDE_RED], referee->told_complete[SIDE_BLUE]},
		.settling = {referee->denied[SIDE_RED], referee->denied[SIDE_BLUE]},
		.draw_offer = referee->draw_offer,
		.takeback_offer = referee->takeback_offer,
		.can_take_back = referee->history.count > 0,
		.correction = referee->correction,
		.as_it_is = referee_agree_as_it_is(referee),
		/* a pause or the arbiter ends guides without an event */
		.is_guiding = table_is_guiding(table),
		.reads_tags = reads_tags(referee),
		.closed = table->closed,
		.faulty = table->faulty,
		.single = table->single,
	};
	if (snapshot->is_guiding && referee->undone.count <= UNDONE_TOLD)
		snapshot->undone = referee->undone;
	look_at_lines(table, snapshot);
	look_at_clocks(referee, t_us, snapshot);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		snapshot->arranged[i] = referee_is_arranged(referee, (enum side)i);
		look_at_seat(referee, (enum side)i, &snapshot->seats[i]);
	}
}
