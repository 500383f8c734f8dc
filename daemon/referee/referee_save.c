/*
 * What must survive beside the facts, as lines of text. One line for one thing, in this order,
 * those of things that are not so left out:
 *
 *   state 1                        the version of this format
 *   phase PHASE                    setup, play, defence, settle, arbiter or over
 *   rows COLOUR ROWS               before play has begun: the pieces so far, on the whole board
 *   ready COLOUR                   ... who has said so
 *   complete COLOUR                ... whose set-up was announced as complete
 *   setup-time US                  ... microseconds left for it
 *   setup-time over                ... or none, and that has been told
 *   denied COLOUR                  in settle: who puts pieces right
 *   paused
 *   correcting                     people are being guided after a mishap
 *   faulted                        a sensor has failed, and no action has been made since
 *   movement CARD, attack CARD     announced by the side to move
 *   pending ACTION                 the attack that waits for a defence
 *   draw COLOUR, takeback COLOUR   offered by
 *   correction COLOUR SQ SQ        likewise: which piece stands where
 *   faulty SQ..., declared SQ...   squares not to be relied on; those by the arbiter's word
 *   line SENSOR row|column N WHAT  a row or column that has failed: contacts or reader, from 1 on;
 *                                  silent, stuck, flickers, reader, declared
 *   confirm COLOUR SQ...           places asked about
 *   homes SQ...                    by tag: where its piece belongs; - for nowhere
 *   fallen N SQ PLY                the piece with tag N, from 0 on, was beaten there in that turn
 *   clock RED BLUE TURN RUNNING    microseconds: what each has left, what the one to move had when
 *                                  the turn began; whose clock it is
 *   end
 *
 * Nothing in it is a point in time, and no level of a sensor.
 */
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_resume.h"
#include "daemon/referee/referee_state.h"
#include "daemon/table/table.h"
#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

const char *const referee_save_sensors[LINE_SENSORS] = {
	[LINE_CONTACTS] = "contacts",
	[LINE_READER] = "reader",
};

const char *const referee_save_line_faults[TABLE_FAULTS] = {
	[FAULT_LINE_SILENT] = "silent",	    [FAULT_LINE_STUCK] = "stuck",
	[FAULT_LINE_FLICKERS] = "flickers", [FAULT_LINE_READER] = "reader",
	[FAULT_LINE_DECLARED] = "declared",
};

static void line(struct out *out, const char *word, const char *value)
{
	out_string(out, word);
	if (*value)
		out_char(out, ' ');
	out_string(out, value);
	out_char(out, '\n');
}

static void line_if(struct out *out, bool is_so, const char *word, const char *value)
{
	if (is_so)
		line(out, word, value);
}

static void add_square(struct out *out, unsigned sq)
{
	char name[SQ_NAME_SIZE] = "-";

	if (sq < SQ_COUNT)
		sq_format(sq, name);
	out_char(out, ' ');
	out_string(out, name);
}

static void squares_line(struct out *out, const char *word, const char *colour, struct bits squares)
{
	if (!bits_any(squares))
		return;
	out_string(out, word);
	if (*colour)
		out_char(out, ' ');
	out_string(out, colour);
	while (bits_any(squares))
		add_square(out, bits_take(&squares));
	out_char(out, '\n');
}

static void save_rows(const struct referee *referee, struct out *out, enum side side)
{
	char rows[VIEW_ROWS_SIZE];
	struct view view;

	view_make(&view, &referee->game, AUDIENCE_ARBITER);
	view_rows(&view, side, 0, boards[view.open.board].rows, rows);
	out_string(out, "rows ");
	line(out, side_name(side), rows);
}

/*
 * The time up to which clocks have run. Ticks count here, so that a player who thinks for long is
 * charged.
 */
static uint64_t counted_us(const struct referee *referee)
{
	return referee->restarted ? referee->restart_us : referee->now_us;
}

static void save_setup_time(const struct referee *referee, struct out *out)
{
	uint64_t due_us = referee->clock.setup_due_us, now_us = counted_us(referee);

	if (!referee->has_setup_clock)
		return;
	out_string(out, "setup-time ");
	if (due_us == TABLE_NEVER)
		out_string(out, "over");
	else
		out_number(out, due_us > now_us ? due_us - now_us : 0);
	out_char(out, '\n');
}

static void save_setup(const struct referee *referee, struct out *out)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = (enum side)i;

		save_rows(referee, out, side);
		line_if(out, referee->ready[side], "ready", side_name(side));
		line_if(out, referee->told_complete[side], "complete", side_name(side));
	}
	save_setup_time(referee, out);
}

static void save_pending(const struct referee *referee, struct out *out)
{
	char words[RECORD_ACTION_SIZE];

	if (referee->phase != PHASE_DEFENCE)
		return;
	record_format_action(&referee->pending, words);
	line(out, "pending", words);
}

static void save_correction(const struct referee *referee, struct out *out)
{
	const struct referee_correction *offer = &referee->correction;

	if (offer->by == SIDE_NONE)
		return;
	out_string(out, "correction ");
	out_string(out, side_name((enum side)offer->by));
	add_square(out, offer->from);
	add_square(out, offer->to);
	out_char(out, '\n');
}

static void save_words(const struct referee *referee, struct out *out)
{
	enum side draw = (enum side)referee->draw_offer;
	enum side takeback = (enum side)referee->takeback_offer;

	line_if(out, referee->movement != CARD_NONE, "movement",
		card_name((enum card)referee->movement));
	line_if(out, referee->attack_card != CARD_NONE, "attack",
		card_name((enum card)referee->attack_card));
	save_pending(referee, out);
	if (draw != SIDE_NONE)
		line(out, "draw", side_name(draw));
	if (takeback != SIDE_NONE)
		line(out, "takeback", side_name(takeback));
	save_correction(referee, out);
}

static void save_lines(const struct table *table, struct out *out)
{
	for (unsigned s = 0; s < LINE_SENSORS; s++)
		for (unsigned i = LINE_ROWS; i < LINE_END; i++) {
			bool is_column = i >= LINE_COLUMNS;

			if (table->lines.of[s][i].state == LINE_WORKS)
				continue;
			out_string(out, "line ");
			out_string(out, referee_save_sensors[s]);
			out_string(out, is_column ? " column " : " row ");
			out_number(out, i - (is_column ? LINE_COLUMNS : LINE_ROWS) + 1u);
			line(out, "", referee_save_line_faults[table->lines.of[s][i].how]);
		}
}

static void save_fallen(const struct referee *referee, struct out *out)
{
	for (unsigned i = 0; i < referee->table.tag_count; i++) {
		const struct history_fallen *fallen = &referee->history.fallen[i];

		if (fallen->ply == 0)
			continue;
		out_string(out, "fallen ");
		out_number(out, i);
		add_square(out, fallen->sq);
		out_char(out, ' ');
		out_number(out, fallen->ply);
		line(out, "", "");
	}
}

static void save_table(const struct referee *referee, struct out *out)
{
	const struct table *table = &referee->table;

	squares_line(out, "faulty", "", bits_minus(table->single, table->declared));
	squares_line(out, "declared", "", table->declared);
	save_lines(table, out);
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		squares_line(out, "confirm", side_name((enum side)i),
			     table_places_asked(table, (enum side)i));
	if (table->tag_count == 0)
		return;
	out_string(out, "homes");
	for (unsigned i = 0; i < table->tag_count; i++)
		add_square(out, table->tags[i].home);
	line(out, "", "");
	save_fallen(referee, out);
}

static void save_clock(const struct referee *referee, struct out *out)
{
	const struct clock *clock = &referee->clock;
	uint64_t now_us = counted_us(referee);

	if (clock->running == SIDE_NONE)
		return;
	out_string(out, "clock ");
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		out_number(out, referee_clock_left_at(clock, (enum side)i, now_us));
		out_char(out, ' ');
	}
	out_number(out, clock->turn_left_us);
	line(out, "", side_name((enum side)clock->running));
}

size_t referee_save(const struct referee *referee, struct out *out)
{
	size_t before = out->length;

	line(out, "state", "1");
	line(out, "phase", referee_phase_name((enum phase)referee->phase));
	if (!referee->begun)
		save_setup(referee, out);
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		line_if(out, referee->denied[i], "denied", side_name((enum side)i));
	line_if(out, referee->paused, "paused", "");
	line_if(out, referee->correcting, "correcting", "");
	line_if(out, referee->faulted, "faulted", "");
	save_words(referee, out);
	save_table(referee, out);
	save_clock(referee, out);
	line(out, "end", "");
	return out->length - before;
}
