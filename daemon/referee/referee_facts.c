/*
 * What has been decided, as facts for the journal: referee_resume.h says what they look like, and
 * applies them again. Ranks are in them, by way of the arbiter's view; so they are for nobody.
 */
#include "daemon/referee/referee_state.h"

struct fact {
	struct output output;
	struct out text;
};

static void begin_fact(struct fact *fact, uint64_t t_us, const char *word)
{
	fact->output = output_of(EVENT_FACT, t_us, (enum audience)TO_JOURNAL);
	fact->text = out_init(fact->output.text, sizeof fact->output.text);
	out_string(&fact->text, word);
}

static void add(struct fact *fact, const char *word)
{
	out_char(&fact->text, ' ');
	out_string(&fact->text, word);
}

static void add_piece(struct out *out, enum piece piece)
{
	out_char(out, ' ');
	out_char(out, piece_code(piece));
}

/* ---- the beginning ---- */

static void fact_pieces(const struct door *door, const struct view *view, enum side side,
			uint64_t t_us)
{
	const struct referee *referee = door->referee;
	const struct edition *edition = &editions[referee->options.edition];
	bool study = referee->is_study;
	char rows[VIEW_ROWS_SIZE];
	struct fact fact;

	view_rows(view, side, study ? 0 : edition_first_row(edition, side),
		  study ? boards[edition->board].rows : edition->setup_rows, rows);
	begin_fact(&fact, t_us, study ? "position" : "setup");
	add(&fact, side_name(side));
	add(&fact, rows);
	send(door, &fact.output);
}

void fact_begin(const struct door *door, uint64_t t_us)
{
	const struct referee *referee = door->referee;
	struct fact fact;
	struct view view;

	view_make(&view, &referee->game, AUDIENCE_ARBITER);
	fact_pieces(door, &view, SIDE_RED, t_us);
	fact_pieces(door, &view, SIDE_BLUE, t_us);
	begin_fact(&fact, t_us, "begin");
	add(&fact, side_name((enum side)referee->first_to_move));
	send(door, &fact.output);
}

/* ---- what was played ---- */

void fact_write_play(struct out *out, const struct action *action, const struct report *report)
{
	char words[RECORD_ACTION_SIZE];
	struct report_view view;

	record_format_action(action, words);
	out_string(out, "play ");
	out_string(out, side_name((enum side)action->side));
	out_char(out, ' ');
	out_string(out, words);
	if (!report->attack)
		return;
	report_view_make(&view, report, AUDIENCE_ARBITER);
	out_string(out, " = ");
	out_string(out, outcome_name((enum outcome)view.outcome));
	add_piece(out, (enum piece)view.attacker);
	add_piece(out, (enum piece)view.defender);
}

void fact_play(const struct door *door, const struct action *action, const struct report *report,
	       uint64_t t_us)
{
	struct fact fact;

	begin_fact(&fact, t_us, "");
	fact_write_play(&fact.text, action, report);
	send(door, &fact.output);
}

void fact_word(const struct door *door, const char *word, uint64_t t_us)
{
	struct fact fact;

	begin_fact(&fact, t_us, word);
	send(door, &fact.output);
}

void fact_end(const struct door *door, uint64_t t_us)
{
	const struct game *game = &door->referee->game;
	struct fact fact;

	begin_fact(&fact, t_us, "end");
	add(&fact, winner_name((enum winner)game->winner));
	add(&fact, reason_name((enum reason)game->reason));
	send(door, &fact.output);
}

/* ---- what the arbiter put right ---- */

void fact_place(const struct door *door, unsigned sq, enum side side, enum piece piece,
		uint64_t t_us)
{
	char name[SQ_NAME_SIZE];
	struct fact fact;

	sq_format(sq, name);
	begin_fact(&fact, t_us, "place");
	add(&fact, name);
	add(&fact, side == SIDE_NONE ? "empty" : side_name(side));
	if (side != SIDE_NONE)
		add_piece(&fact.text, piece);
	send(door, &fact.output);
}

void fact_turn(const struct door *door, enum side side, uint64_t t_us)
{
	struct fact fact;

	begin_fact(&fact, t_us, "turn");
	add(&fact, side_name(side));
	send(door, &fact.output);
}
