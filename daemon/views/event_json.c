/*
 * Writes an output of the referee as JSON, field by field. The referee has decided who it is for
 * and what it may contain.
 */
#include "daemon/views/event_json.h"

#include "daemon/table/table.h"
#include "daemon/table/table_lines.h"
#include "daemon/views/refusal_json.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/view.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const event_names[] = {
	[EVENT_SETUP_COMPLETE] = "setup-complete",
	[EVENT_TURN] = "turn",
	[EVENT_MOVE] = "move",
	[EVENT_ATTACK] = "attack",
	[EVENT_CHALLENGE] = "challenge",
	[EVENT_BATTLE] = "battle",
	[EVENT_ILLEGAL] = "illegal",
	[EVENT_GUIDE] = "guide",
	[EVENT_ASK] = "ask",
	[EVENT_ASK_CLOSED] = "ask-closed",
	[EVENT_BOARD_OK] = "board-ok",
	[EVENT_CLOCK] = "clock",
	[EVENT_WORD] = "word",
	[EVENT_ERROR] = "error",
	[EVENT_FAULT] = "fault",
	[EVENT_CARDS] = "cards",
	[EVENT_SWAP] = "swap",
	[EVENT_READ] = "read",
	[EVENT_OVER] = "over",
	[EVENT_TAKEN_BACK] = "taken-back",
	[EVENT_FACT] = "fact",
};

static const char *const guide_names[] = {
	[GUIDE_PUT_BACK] = "put-back", [GUIDE_REMOVE] = "remove", [GUIDE_PLACE] = "place",
	[GUIDE_CHECK] = "check",       [GUIDE_CENTRE] = "centre",
};

static const char *const question_names[] = {
	[QUESTION_NONE] = "none",
	[QUESTION_TARGET] = "target",
	[QUESTION_CONFIRM_ATTACK] = "confirm-attack",
	[QUESTION_CONFIRM_PLACES] = "confirm-places",
	[QUESTION_DEFENCE] = "defence",
};

static void set_string(json_t *line, const char *key, const char *value)
{
	json_object_set_new(line, key, json_string(value));
}

static void set_number(json_t *line, const char *key, uint64_t value)
{
	json_object_set_new(line, key, json_integer((json_int_t)value));
}

static void set_square(json_t *line, const char *key, unsigned sq)
{
	char name[SQ_NAME_SIZE];

	sq_format(sq, name);
	set_string(line, key, name);
}

json_t *event_json_squares(struct bits squares)
{
	json_t *list = json_array();
	char name[SQ_NAME_SIZE];

	while (bits_any(squares)) {
		sq_format(bits_take(&squares), name);
		json_array_append_new(list, json_string(name));
	}
	return list;
}

void event_json_set_line(json_t *object, unsigned line)
{
	bool is_row = line < LINE_COLUMNS;
	char name[8];

	if (is_row)
		snprintf(name, sizeof name, "%u", line - LINE_ROWS + 1);
	else
		snprintf(name, sizeof name, "%c", (char)('a' + line - LINE_COLUMNS));
	set_string(object, is_row ? "row" : "column", name);
}

static unsigned distance(unsigned a, unsigned b)
{
	int columns = (int)sq_column(a) - (int)sq_column(b);
	int rows = (int)sq_row(a) - (int)sq_row(b);

	return (unsigned)(abs(columns) + abs(rows));
}

json_t *event_json_nearest(struct bits squares, unsigned from)
{
	json_t *list = json_array();

	while (bits_any(squares)) {
		struct bits rest = squares;
		unsigned nearest = bits_take(&rest);
		char name[SQ_NAME_SIZE];

		while (bits_any(rest)) {
			unsigned sq = bits_take(&rest);

			if (distance(sq, from) < distance(nearest, from))
				nearest = sq;
		}
		bits_drop(&squares, nearest);
		sq_format(nearest, name);
		json_array_append_new(list, json_string(name));
	}
	return list;
}

static void set_squares(json_t *line, const char *key, struct bits squares)
{
	json_object_set_new(line, key, event_json_squares(squares));
}

static void set_piece(json_t *line, const char *key, enum piece piece)
{
	char code[2] = {piece_code(piece), '\0'};

	if (piece != PIECE_NONE)
		set_string(line, key, code);
}

json_t *event_json_cards(const uint8_t *cards, unsigned count)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < count; i++)
		if (cards[i] != CARD_NONE)
			json_array_append_new(list, json_string(card_name((enum card)cards[i])));
	return list;
}

static void set_cards(json_t *line, const struct output *output)
{
	json_t *list = event_json_cards(output->cards, sizeof output->cards);

	if (json_array_size(list) > 0)
		json_object_set_new(line, "cards", list);
	else
		json_decref(list);
}

static void set_action(json_t *line, const struct output *output)
{
	set_string(line, "side", side_name(output->side));
	set_square(line, "from", output->from);
	set_square(line, "sq", output->sq);
}

static void set_battle(json_t *line, const struct output *output)
{
	set_action(line, output);
	set_string(line, "outcome", outcome_name(output->outcome));
	set_piece(line, "attacker", output->attacker);
	set_piece(line, "defender", output->defender);
	set_cards(line, output);
}

static void set_question(json_t *line, const struct output *output)
{
	json_t *list;

	set_string(line, "question", question_names[output->question]);
	if (output->question == QUESTION_TARGET) {
		json_object_set_new(line, "choices",
				    event_json_nearest(output->squares, output->from));
		return;
	}
	if (output->question != QUESTION_DEFENCE) {
		set_squares(line, "choices", output->squares);
		return;
	}
	list = json_array();
	for (unsigned i = 0; i < sizeof output->cards; i++)
		if (card_is_defence(output->cards[i]))
			json_array_append_new(list, json_string(card_name(output->cards[i])));
	json_array_append_new(list, json_string("none"));
	json_object_set_new(line, "choices", list);
}

static void set_clock(json_t *line, const struct output *output)
{
	set_number(line, "red", output->left_ms[SIDE_RED]);
	set_number(line, "blue", output->left_ms[SIDE_BLUE]);
	if (output->running == SIDE_NONE)
		json_object_set_new(line, "running", json_null());
	else
		set_string(line, "running", side_name(output->running));
}

static void set_side(json_t *line, const struct output *output)
{
	set_string(line, "side", side_name(output->side));
}

static void set_turn(json_t *line, const struct output *output)
{
	set_side(line, output);
	set_number(line, "ply", output->ply);
}

static void set_move(json_t *line, const struct output *output)
{
	set_action(line, output);
	set_cards(line, output);
}

static void set_challenge(json_t *line, const struct output *output)
{
	set_action(line, output);
	set_piece(line, "attacker", output->attacker);
	if (output->cards[1] != CARD_NONE)
		set_string(line, "card", card_name(output->cards[1]));
	if (output->announced)
		json_object_set_new(line, "announced", json_true());
}

static void set_illegal(json_t *line, const struct output *output)
{
	set_action(line, output);
	if (output->rule != RULE_OK)
		set_string(line, "rule", rule_name(output->rule));
}

static void set_guide(json_t *line, const struct output *output)
{
	set_side(line, output);
	set_string(line, "do", guide_names[output->guide]);
	set_squares(line, "squares", output->squares);
}

static void set_word(json_t *line, const struct output *output)
{
	set_side(line, output);
	set_string(line, "word", output->text);
	if (output->from == output->sq)
		return;
	set_square(line, "from", output->from); /* of a correction */
	set_square(line, "sq", output->sq);
}

static void set_error(json_t *line, const struct output *output)
{
	set_string(line, "word", output->text);
	json_object_set_new(line, "why", refusal_json(&output->why));
}

static void set_fault(json_t *line, const struct output *output)
{
	set_string(line, "what", output->text);
	set_squares(line, "squares", output->squares);
	if (output->line != LINE_NONE)
		event_json_set_line(line, output->line);
}

static void set_read(json_t *line, const struct output *output)
{
	set_side(line, output);
	set_string(line, "rows", output->text);
}

static void set_over(json_t *line, const struct output *output)
{
	set_string(line, "result", winner_name(output->winner));
	set_string(line, "by", reason_name(output->reason));
}

/* What each event has beside its name. A fact goes to no audience, and so never comes here. */
static void (*const setters[])(json_t *line, const struct output *output) = {
	[EVENT_SETUP_COMPLETE] = set_side,
	[EVENT_CARDS] = set_side,
	[EVENT_TURN] = set_turn,
	[EVENT_MOVE] = set_move,
	[EVENT_SWAP] = set_move,
	[EVENT_ATTACK] = set_action,
	[EVENT_CHALLENGE] = set_challenge,
	[EVENT_BATTLE] = set_battle,
	[EVENT_ILLEGAL] = set_illegal,
	[EVENT_GUIDE] = set_guide,
	[EVENT_ASK] = set_question,
	[EVENT_ASK_CLOSED] = set_question,
	[EVENT_CLOCK] = set_clock,
	[EVENT_WORD] = set_word,
	[EVENT_ERROR] = set_error,
	[EVENT_FAULT] = set_fault,
	[EVENT_READ] = set_read,
	[EVENT_OVER] = set_over,
	[EVENT_TAKEN_BACK] = set_action,
	[EVENT_BOARD_OK] = NULL,
	[EVENT_FACT] = NULL,
};

static void set_fields(json_t *line, const struct output *output)
{
	if (setters[output->event])
		setters[output->event](line, output);
}

json_t *event_json(const struct output *output)
{
	json_t *line = json_object();

	set_number(line, "t", output->t_us);
	set_string(line, "to", audience_name(output->to));
	set_string(line, "event", event_names[output->event]);
	set_fields(line, output);
	return line;
}

json_t *event_fields_json(const struct output *output)
{
	json_t *fields = json_object();

	set_fields(fields, output);
	return fields;
}
