/* Parses and formats the words of one action of a record. Whether it is legal is not looked at. */
#include "rules/inside.h"

#include "rules/record.h"

#include <string.h>

struct parse {
	enum board_id board;
	struct action *action;
	struct out *reason;
};

static bool fail(const struct parse *parse, const char *reason, struct text word)
{
	out_string(parse->reason, reason);
	if (word.length > 0 && word.length <= 40) {
		out_string(parse->reason, ": \"");
		out_text(parse->reason, word);
		out_char(parse->reason, '"');
	}
	return false;
}

static bool parse_square(const struct parse *parse, struct text word, uint8_t *sq)
{
	return sq_parse(parse->board, word.at, word.length, sq) ||
	       fail(parse, "this is not the name of a square", word);
}

/* "a4-a5" or "a4xa5" */
static bool parse_move(const struct parse *parse, struct text word)
{
	bool attack = word.length > 0 && !memchr(word.at, '-', word.length);
	size_t skip = word.length > 0; /* the first letter is a column, even if it is x */
	struct text to = {word.at + skip, word.length - skip};
	struct text from = text_take_until(&to, attack ? 'x' : '-');

	from = (struct text){word.at, from.length + skip};
	if (from.length == word.length)
		return fail(parse, "this is not an action", word);
	parse->action->kind = ACTION_MOVE;
	parse->action->attack = attack;
	return parse_square(parse, from, &parse->action->from) &&
	       parse_square(parse, to, &parse->action->to);
}

/* a card that the line has no place for is a misuse, which the rules judge, not a malformed line */
static void place_card(struct action *action, uint8_t *place, enum card card, bool fits)
{
	if (!fits || *place != CARD_NONE)
		action->surplus_card = true;
	else
		*place = (uint8_t)card;
}

static bool parse_played_card(const struct parse *parse, struct text word)
{
	struct action *action = parse->action;
	bool answer = word.at[0] == '/';
	enum card card = card_parse(word.at + 1, word.length - 1);

	if (card == CARD_NONE)
		return fail(parse, "there is no such card", word);
	if (answer)
		place_card(action, &action->defence, card, card_is_defence(card));
	else if (card_is_movement(card))
		place_card(action, &action->movement, card, true);
	else
		place_card(action, &action->attack_card, card, card_is_attack(card));
	return true;
}

static bool parse_turn(const struct parse *parse, struct text words)
{
	struct text word = text_take_word(&words);

	while (word.length > 0 && word.at[0] == '+') {
		if (!parse_played_card(parse, word))
			return false;
		word = text_take_word(&words);
	}
	if (!parse_move(parse, word))
		return false;
	word = text_take_word(&words);
	if (word.length > 0 && word.at[0] == '/') {
		if (!parse_played_card(parse, word))
			return false;
		word = text_take_word(&words);
	}
	return word.length == 0 || fail(parse, "this word is one too many", word);
}

static bool parse_swap(const struct parse *parse, struct text words)
{
	struct text a = text_take_word(&words), b = text_take_word(&words);

	parse->action->kind = ACTION_SWAP;
	if (words.length > 0)
		return fail(parse, "this word is one too many", words);
	return parse_square(parse, a, &parse->action->from) &&
	       parse_square(parse, b, &parse->action->to);
}

/* "CARD" or "CARD,CARD,CARD"; another number of cards is a misuse */
static bool parse_cards(const struct parse *parse, struct text list, unsigned wanted)
{
	unsigned count = 0;
	bool more = true;

	while (more) {
		struct text name = text_take_item(&list, ',', &more);
		enum card card = card_parse(name.at, name.length);

		if (card == CARD_NONE)
			return fail(parse, "there is no such card", name);
		if (count < HAND_SIZE)
			parse->action->cards[count] = (uint8_t)card;
		count++;
	}
	parse->action->surplus_card = count != wanted;
	return true;
}

bool record_parse_action(enum board_id board, enum side side, struct text words,
			 struct action *action, struct out *reason)
{
	struct parse parse = {board, action, reason};
	struct text rest = words;
	struct text word = text_take_word(&rest);

	memset(action, 0, sizeof *action);
	action->side = (uint8_t)side;
	if (text_is(words, "resign"))
		action->kind = ACTION_RESIGN;
	else if (text_is(words, "draw"))
		action->kind = ACTION_DRAW;
	else if (text_is(words, "time"))
		action->kind = ACTION_TIME;
	else if (text_is(word, "swap"))
		return parse_swap(&parse, rest);
	else if (text_is(word, "exchange"))
		return action->kind = ACTION_EXCHANGE, parse_cards(&parse, rest, 1);
	else if (text_is(word, "mulligan"))
		return action->kind = ACTION_MULLIGAN, parse_cards(&parse, rest, HAND_SIZE);
	else
		return parse_turn(&parse, words);
	return true;
}

static void format_square(struct out *out, unsigned sq)
{
	char name[SQ_NAME_SIZE];

	sq_format(sq, name);
	out_string(out, name);
}

static void format_card(struct out *out, const char *before, enum card card, const char *after)
{
	if (card == CARD_NONE)
		return;
	out_string(out, before);
	out_string(out, card_name(card));
	out_string(out, after);
}

static void format_move(struct out *out, const struct action *action)
{
	format_card(out, "+", action->movement, " ");
	format_card(out, "+", action->attack_card, " ");
	format_square(out, action->from);
	out_char(out, action->attack ? 'x' : '-');
	format_square(out, action->to);
	format_card(out, " /", action->defence, "");
}

void record_format_action(const struct action *action, char *buffer)
{
	struct out out = out_init(buffer, RECORD_ACTION_SIZE);

	switch ((enum action_kind)action->kind) {
	case ACTION_MOVE:
		format_move(&out, action);
		break;
	case ACTION_SWAP:
		out_string(&out, "swap ");
		format_square(&out, action->from);
		out_char(&out, ' ');
		format_square(&out, action->to);
		break;
	case ACTION_EXCHANGE:
		format_card(&out, "exchange ", action->cards[0], "");
		break;
	case ACTION_MULLIGAN:
		format_card(&out, "mulligan ", action->cards[0], ",");
		format_card(&out, "", action->cards[1], ",");
		format_card(&out, "", action->cards[2], "");
		break;
	case ACTION_RESIGN:
		out_string(&out, "resign");
		break;
	case ACTION_DRAW:
		out_string(&out, "draw");
		break;
	case ACTION_TIME:
		out_string(&out, "time");
		break;
	}
}

static void format_options(struct out *out, const struct game *game)
{
	const struct options *usual = &editions[game->edition].options;
	const char *name, *value, *usual_value;

	for (unsigned i = 0; options_get(&game->options, i, &name, &value); i++) {
		options_get(usual, i, &name, &usual_value);
		if (strcmp(value, usual_value) == 0)
			continue;
		out_string(out, "option ");
		out_string(out, name);
		out_char(out, ' ');
		out_string(out, value);
		out_char(out, '\n');
	}
}

static void format_deck(struct out *out, enum side side, const uint8_t *deck, unsigned count)
{
	out_string(out, "deck ");
	out_string(out, side_name(side));
	for (unsigned i = 0; i < count; i++)
		format_card(out, i ? "," : " ", deck[i], "");
	out_char(out, '\n');
}

void record_format_cards(struct out *out, const struct game *game, enum side side)
{
	const struct card_stock *stock = &game->sealed_cards[side];
	uint8_t left[HAND_SIZE + CARD_COUNT];

	if (stock->held + stock->piled == 0)
		return;
	memcpy(left, stock->hand, stock->held);
	memcpy(left + stock->held, stock->pile, stock->piled);
	format_deck(out, side, left, stock->held + stock->piled);
}

void record_format_start(struct out *out, const struct game *game, const struct view *view,
			 const uint8_t decks[SIDE_COUNT][CARD_COUNT])
{
	const struct edition *edition = &editions[game->edition];
	char rows[VIEW_ROWS_SIZE];

	out_string(out, "adjutant-game 1\nedition ");
	out_string(out, edition->id);
	out_char(out, '\n');
	format_options(out, game);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = (enum side)i;

		view_rows(view, side, edition_first_row(edition, side), edition->setup_rows, rows);
		out_string(out, "setup ");
		out_string(out, side_name(side));
		out_char(out, ' ');
		out_string(out, rows);
		out_char(out, '\n');
	}
	for (unsigned i = 0; decks && i < SIDE_COUNT; i++)
		format_deck(out, (enum side)i, decks[i], CARD_COUNT);
}
