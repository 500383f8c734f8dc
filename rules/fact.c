/* Parses and formats facts, the only text that is kept of a game's course. */
#include "rules/fact.h"

#include "rules/record.h"

#include <string.h>

static const char *const kind_names[FACT_KINDS] = {
	[FACT_NONE] = "",	[FACT_SETUP] = "setup", [FACT_POSITION] = "position",
	[FACT_BEGIN] = "begin", [FACT_PLAY] = "play",	[FACT_TAKEBACK] = "takeback",
	[FACT_PLACE] = "place", [FACT_TURN] = "turn",	[FACT_REPOSITION] = "reposition",
	[FACT_END] = "end",
};

/* ---- writing ---- */

static void add(struct out *out, const char *word)
{
	out_char(out, ' ');
	out_string(out, word);
}

static void add_piece(struct out *out, unsigned piece)
{
	out_char(out, ' ');
	out_char(out, piece_code((enum piece)piece));
}

static void add_side(struct out *out, unsigned side)
{
	add(out, side_name((enum side)side));
}

static void format_play(const struct fact *fact, struct out *out)
{
	char words[RECORD_ACTION_SIZE];

	record_format_action(&fact->action, words);
	add_side(out, fact->action.side);
	add(out, words);
	if (!fact->attack)
		return;
	add(out, "=");
	add(out, outcome_name((enum outcome)fact->outcome));
	add_piece(out, fact->attacker);
	add_piece(out, fact->defender);
}

static void format_place(const struct fact *fact, struct out *out)
{
	char name[SQ_NAME_SIZE];

	sq_format(fact->sq, name);
	add(out, name);
	if (fact->side == SIDE_NONE) {
		add(out, "empty");
		return;
	}
	add_side(out, fact->side);
	add_piece(out, fact->piece);
}

void fact_format(const struct fact *fact, struct out *out)
{
	out_string(out, kind_names[fact->kind]);
	switch ((enum fact_kind)fact->kind) {
	case FACT_SETUP:
	case FACT_POSITION:
		add_side(out, fact->side);
		add(out, fact->rows);
		break;
	case FACT_BEGIN:
	case FACT_TURN:
		add_side(out, fact->side);
		break;
	case FACT_PLAY:
		format_play(fact, out);
		break;
	case FACT_PLACE:
		format_place(fact, out);
		break;
	case FACT_END:
		add(out, winner_name((enum winner)fact->winner));
		add(out, reason_name((enum reason)fact->reason));
		break;
	default:
		break;
	}
}

/* ---- reading ---- */

static bool take_side(struct text *rest, uint8_t *side)
{
	struct text word = text_take_word(rest);

	*side = (uint8_t)side_parse(word.at, word.length);
	return *side != SIDE_NONE;
}

static bool take_piece(struct text *rest, uint8_t *piece)
{
	struct text word = text_take_word(rest);

	*piece = (uint8_t)(word.length == 1 ? piece_parse(word.at[0]) : PIECE_NONE);
	return *piece != PIECE_NONE;
}

static bool take_outcome(struct text *rest, uint8_t *outcome)
{
	struct text word = text_take_word(rest);

	for (unsigned i = OUTCOME_NONE; i <= OUTCOME_BOTH; i++) {
		*outcome = (uint8_t)i;
		if (text_is(word, outcome_name((enum outcome)i)))
			return true;
	}
	return false;
}

static bool parse_pieces(struct text rest, struct fact *fact)
{
	struct text rows;

	if (!take_side(&rest, &fact->side))
		return false;
	rows = text_take_word(&rest);
	if (rows.length == 0 || rows.length >= sizeof fact->rows)
		return false;
	memcpy(fact->rows, rows.at, rows.length);
	return true;
}

/* An action that was played was on the board, whatever else the type could express. */
static bool parse_action(enum board_id board, enum side side, struct text words,
			 struct action *action)
{
	char unused[RECORD_REASON_SIZE];
	struct out reason = out_init(unused, sizeof unused);

	return record_parse_action(board, side, words, action, &reason) &&
	       action->from != SQ_OFF_BOARD && action->to != SQ_OFF_BOARD;
}

static bool parse_play(enum board_id board, struct text rest, struct fact *fact)
{
	uint8_t side;

	if (!take_side(&rest, &side))
		return false;
	fact->attack = rest.length > 0 && memchr(rest.at, '=', rest.length);
	if (!parse_action(board, (enum side)side, text_trim(text_take_until(&rest, '=')),
			  &fact->action))
		return false;
	return !fact->attack ||
	       (take_outcome(&rest, &fact->outcome) && take_piece(&rest, &fact->attacker) &&
		take_piece(&rest, &fact->defender));
}

static bool parse_place(enum board_id board, struct text rest, struct fact *fact)
{
	struct text name = text_take_word(&rest);

	if (!sq_parse(board, name.at, name.length, &fact->sq) || fact->sq == SQ_OFF_BOARD)
		return false;
	fact->side = SIDE_NONE;
	return text_is(rest, "empty") ||
	       (take_side(&rest, &fact->side) && take_piece(&rest, &fact->piece));
}

static bool parse_end(struct text rest, struct fact *fact)
{
	enum winner winner;
	enum reason reason;
	bool good = record_parse_result(rest, &winner, &reason);

	fact->winner = (uint8_t)winner;
	fact->reason = (uint8_t)reason;
	return good;
}

static bool parse_rest(enum board_id board, struct text rest, struct fact *fact)
{
	switch ((enum fact_kind)fact->kind) {
	case FACT_SETUP:
	case FACT_POSITION:
		return parse_pieces(rest, fact);
	case FACT_BEGIN:
	case FACT_TURN:
		return take_side(&rest, &fact->side);
	case FACT_PLAY:
		return parse_play(board, rest, fact);
	case FACT_PLACE:
		return parse_place(board, rest, fact);
	case FACT_END:
		return parse_end(rest, fact);
	case FACT_TAKEBACK:
	case FACT_REPOSITION:
		return true;
	default:
		return false;
	}
}

static enum fact_kind parse_kind(struct text word)
{
	for (unsigned i = FACT_NONE + 1; i < FACT_KINDS; i++)
		if (text_is(word, kind_names[i]))
			return (enum fact_kind)i;
	return FACT_NONE;
}

bool fact_parse(enum board_id board, struct text line, struct fact *fact)
{
	char again[FACT_SIZE];
	struct out out = out_init(again, sizeof again);
	struct text rest = line;

	memset(fact, 0, sizeof *fact);
	fact->kind = (uint8_t)parse_kind(text_take_word(&rest));
	if (parse_rest(board, rest, fact)) {
		fact_format(fact, &out);
		if (text_is(line, again))
			return true;
	}
	memset(fact, 0, sizeof *fact);
	return false;
}

/* ---- of an action ---- */

void fact_of_play(const struct action *action, const struct report *report, struct fact *fact)
{
	struct report_view view;

	memset(fact, 0, sizeof *fact);
	fact->kind = FACT_PLAY;
	fact->action = *action;
	report_view_make(&view, report, AUDIENCE_ARBITER);
	if (!view.attack)
		return;
	fact->attack = true;
	fact->outcome = view.outcome;
	fact->attacker = view.attacker;
	fact->defender = view.defender;
}

_Static_assert(_Alignof(struct fact) == 1, "there are no bytes between the fields");

bool fact_equals(const struct fact *a, const struct fact *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

struct play_shown fact_play_shown(const struct fact *fact)
{
	struct play_shown shown = {
		.action = fact->action,
		.attack = fact->attack,
		.outcome = fact->outcome,
	};

	memset(shown.action.cards, CARD_NONE, sizeof shown.action.cards);
	return shown;
}

void play_shown_format(const struct play_shown *play, char *buffer)
{
	struct out out = out_init(buffer, FACT_SIZE);
	char words[RECORD_ACTION_SIZE] = "exchange";

	if (play->action.kind == ACTION_MULLIGAN)
		memcpy(words, "mulligan", sizeof "mulligan");
	else if (play->action.kind != ACTION_EXCHANGE)
		record_format_action(&play->action, words);
	out_string(&out, words);
	if (play->attack)
		add(&out, outcome_name((enum outcome)play->outcome));
}
