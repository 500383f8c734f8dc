/*
 * Writes one part of a record: its head, its pieces and cards, and its actions. Where parts begin
 * and end is decided in record_writer.c.
 */
#include "daemon/archive/record_writer_inside.h"

#include <stdarg.h>
#include <string.h>

void part_put(const struct composing *composing, const char *format, ...)
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
	part_put(composing, "%s%.*s\n", foreign ? "# " : "", (int)line.length, line.at);
}

void part_write_head(const struct composing *composing)
{
	const char *head = composing->game_log->head;
	struct text rest = {head, strlen(head)}, line;

	while (text_take_line(&rest, &line))
		write_head_line(composing, text_trim(line));
}

static void write_pieces(const struct composing *composing)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		part_put(composing, "%s %s %.*s\n", composing->is_study ? "position" : "setup",
			 side_name((enum side)i), (int)composing->rows[i].length,
			 composing->rows[i].at);
}

static void write_position(const struct composing *composing)
{
	unsigned rows = boards[composing->start.game.position.open.board].rows;
	char text[VIEW_ROWS_SIZE];
	struct view view;

	view_make(&view, &composing->start.game, AUDIENCE_ARBITER);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		view_rows(&view, (enum side)i, 0, rows, text);
		part_put(composing, "position %s %s\n", side_name((enum side)i), text);
	}
}

/* what is left of a deck: the hand, then the pile from the top */
static void write_stock(const struct composing *composing, enum side side)
{
	const struct card_stock *stock = &composing->start.stocks[side];
	const char *before = " ";

	if (stock->held + stock->piled == 0)
		return;
	part_put(composing, "deck %s", side_name(side));
	for (unsigned i = 0; i < stock->held; i++, before = ",")
		part_put(composing, "%s%s", before, card_name(stock->hand[i]));
	for (unsigned i = 0; i < stock->piled; i++, before = ",")
		part_put(composing, "%s%s", before, card_name(stock->pile[i]));
	part_put(composing, "\n");
}

/* ---- what was played ---- */

bool play_split(const char *fact, enum side *side, struct text *words, struct text *battle)
{
	struct text rest, colour;

	if (!fact_is(fact, "play", &rest))
		return false;
	colour = text_take_word(&rest);
	*side = side_parse(colour.at, colour.length);
	*words = text_trim(text_take_until(&rest, '='));
	*battle = text_trim(rest);
	return *side != SIDE_NONE && words->length > 0;
}

static void write_plays(const struct composing *composing)
{
	unsigned ply = 1;

	for (size_t i = 0; i < composing->play_count; i++) {
		struct text words, rest, battle;
		enum side side;

		play_split(composing->game_log->facts[composing->plays[i]], &side, &words, &battle);
		rest = words;
		part_put(composing, "%u %s %.*s\n",
			 text_is(text_take_word(&rest), "mulligan") ? 0 : ply++, side_name(side),
			 (int)words.length, words.at);
	}
}

void part_write(const struct composing *composing)
{
	if (composing->later)
		part_put(composing, "\n# the arbiter corrected the position\n");
	part_write_head(composing);
	if (composing->later) {
		write_position(composing);
		write_stock(composing, SIDE_RED);
		write_stock(composing, SIDE_BLUE);
	} else {
		write_pieces(composing);
	}
	if (composing->later || composing->is_study)
		part_put(composing, "to-move %s\n",
			 side_name(composing->start.game.position.open.to_move));
	write_plays(composing);
}
