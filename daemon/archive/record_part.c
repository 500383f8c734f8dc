/*
 * Writes one part of a record: its head, its pieces and cards, and its actions. Where parts begin
 * and end is decided in record_writer.c.
 */
#include "daemon/archive/record_writer_inside.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <stdarg.h>
#include <string.h>

void record_part_put(const struct composing *composing, const char *format, ...)
{
	va_list arguments;

	if (!composing->to)
		return;
	va_start(arguments, format);
	vfprintf(composing->to, format, arguments);
	va_end(arguments);
}

/* ---- the head of a part ---- */

static bool is_rule_option(struct text option)
{
	struct options options = {0};
	struct text name = text_take_word(&option);

	return options_set(&options, name.at, name.length, option.at, option.length) !=
	       OPTION_UNKNOWN;
}

static void write_head_line(const struct composing *composing, struct text line)
{
	struct text rest = line, word = text_take_word(&rest);
	bool foreign =
		text_is(word, "sensors") || (text_is(word, "option") && !is_rule_option(rest));

	if (word.length == 0 || word.at[0] == '#')
		return;
	if (text_is(word, "deck") && composing->later)
		return;
	record_part_put(composing, "%s%.*s\n", foreign ? "# " : "", (int)line.length, line.at);
}

void record_part_write_head(const struct composing *composing)
{
	const char *head = composing->game_log->head;
	struct text rest = {head, strlen(head)}, line;

	while (text_take_line(&rest, &line))
		write_head_line(composing, text_trim(line));
}

static void write_pieces(const struct composing *composing)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		record_part_put(composing, "%s %s %s\n", composing->is_study ? "position" : "setup",
				side_name((enum side)i), composing->rows[i]);
}

static void write_position(const struct composing *composing)
{
	unsigned rows = boards[composing->start.position.open.board].rows;
	char text[VIEW_ROWS_SIZE];
	struct view view;

	view_make(&view, &composing->start, AUDIENCE_ARBITER);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		view_rows(&view, (enum side)i, 0, rows, text);
		record_part_put(composing, "position %s %s\n", side_name((enum side)i), text);
	}
}

static void write_cards(const struct composing *composing, enum side side)
{
	char line[RECORD_ACTION_SIZE];
	struct out out = out_init(line, sizeof line);

	record_format_cards(&out, &composing->start, side);
	record_part_put(composing, "%s", line);
}

/* ---- what was played ---- */

static void write_plays(const struct composing *composing)
{
	unsigned ply = 1;

	for (size_t i = 0; i < composing->play_count; i++) {
		const struct fact *fact = &composing->game_log->facts[composing->plays[i]];
		char words[RECORD_ACTION_SIZE];

		record_format_action(&fact->action, words);
		record_part_put(composing, "%u %s %s\n",
				fact->action.kind == ACTION_MULLIGAN ? 0 : ply++,
				side_name(fact->action.side), words);
	}
}

void record_part_write(const struct composing *composing)
{
	if (composing->later)
		record_part_put(composing, "\n# the arbiter corrected the position\n");
	record_part_write_head(composing);
	if (composing->later) {
		write_position(composing);
		write_cards(composing, SIDE_RED);
		write_cards(composing, SIDE_BLUE);
	} else {
		write_pieces(composing);
	}
	if (composing->later || composing->is_study)
		record_part_put(composing, "to-move %s\n",
				side_name(composing->start.position.open.to_move));
	write_plays(composing);
}
