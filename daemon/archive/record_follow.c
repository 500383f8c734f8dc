/*
 * Going along with a game by the rules, for the position that a correction leaves, the cards that
 * are held then, and the end.
 */
#include "daemon/archive/record_writer_inside.h"

#include <stdlib.h>
#include <string.h>

static void spend(struct card_stock *stock, enum card card)
{
	if (card != CARD_NONE)
		stock_discard(stock, card);
}

/* The rules keep hands and piles to themselves; what an action does to them is told here again. */
static void follow_cards(struct card_stock stocks[SIDE_COUNT], const struct action *action)
{
	struct card_stock *own = &stocks[action->side];

	switch ((enum action_kind)action->kind) {
	case ACTION_MOVE:
		spend(own, action->movement);
		spend(own, action->attack_card);
		spend(&stocks[side_other(action->side)], action->defence);
		stock_end_turn(own);
		break;
	case ACTION_SWAP:
		spend(own, CARD_SWAP);
		stock_end_turn(own);
		break;
	case ACTION_EXCHANGE:
		stock_exchange(own, action->cards[0]);
		break;
	case ACTION_MULLIGAN:
		stock_mulligan(own, action->cards);
		break;
	case ACTION_RESIGN:
	case ACTION_DRAW:
	case ACTION_TIME:
		break;
	}
}

/* whether the rules come to what people were told */
static bool battle_agrees(const struct report *report, struct text battle)
{
	struct report_view view;
	char expected[32] = "";

	report_view_make(&view, report, AUDIENCE_ARBITER);
	if (view.attack)
		snprintf(expected, sizeof expected, "%s %c %c", outcome_name(view.outcome),
			 piece_code(view.attacker), piece_code(view.defender));
	return text_is(battle, expected);
}

static bool follow_play(struct course *course, const char *fact)
{
	char why[RECORD_REASON_SIZE];
	struct out reason = out_init(why, sizeof why);
	struct report report;
	struct text words, battle;
	struct action action;
	enum side side;

	if (!play_split(fact, &side, &words, &battle) ||
	    !record_parse_action(course->game.position.open.board, side, words, &action, &reason))
		return false;
	game_play(&course->game, &action, &report);
	if (report.legal && editions[course->game.edition].cards)
		follow_cards(course->stocks, &action);
	return report.legal && battle_agrees(&report, battle);
}

static bool deal(struct composing *composing, enum side side, struct text list)
{
	uint8_t deck[CARD_COUNT];
	size_t count = 0;
	bool more = true;

	while (more) {
		struct text name = text_take_item(&list, ',', &more);

		if (count == CARD_COUNT)
			return false;
		deck[count++] = (uint8_t)card_parse(name.at, name.length);
	}
	return stock_deal(&composing->start.stocks[side], deck, count);
}

static bool deal_all(struct composing *composing)
{
	const char *head = composing->game_log->head;
	struct text rest = {head, strlen(head)}, line;

	while (text_take_line(&rest, &line)) {
		struct text colour;
		enum side side;

		line = text_trim(line);
		if (!text_is(text_take_word(&line), "deck"))
			continue;
		colour = text_take_word(&line);
		side = side_parse(colour.at, colour.length);
		if (side == SIDE_NONE || !deal(composing, side, line))
			return false;
	}
	return true;
}

/* The beginning of the game, as a reader of its record will have it. */
static bool read_start(struct composing *composing, const char *text, size_t length)
{
	struct record_reader reader;
	struct text rest = {text, length}, line;

	record_reader_init(&reader);
	while (text_take_line(&rest, &line))
		if (record_read(&reader, line.at, line.length) == RECORD_MALFORMED)
			return false;
	if (record_finish(&reader) != RECORD_NOTHING)
		return false;
	composing->start.game = reader.game;
	return true;
}

bool follow_begin(struct composing *composing, enum side to_move)
{
	FILE *to = composing->to;
	size_t length, play_count = composing->play_count;
	char *text = NULL;
	bool good;

	composing->start.game.position.open.to_move = (uint8_t)to_move;
	composing->to = open_memstream(&text, &length);
	composing->play_count = 0; /* what has been played comes behind it */
	if (composing->to)
		part_write(composing);
	good = composing->to && fclose(composing->to) == 0;
	composing->to = to;
	composing->play_count = play_count;
	if (good)
		good = read_start(composing, text, length) && deal_all(composing);
	free(text);
	return good;
}

bool follow_part(const struct composing *composing, struct course *course)
{
	*course = composing->start;
	for (size_t i = 0; i < composing->play_count; i++)
		if (!follow_play(course, composing->game_log->facts[composing->plays[i]]))
			return false;
	return true;
}

static bool place(struct game *game, struct text rest)
{
	struct position *position = &game->position;
	struct text name = text_take_word(&rest), colour = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);
	enum piece piece = rest.length == 1 ? piece_parse(rest.at[0]) : PIECE_NONE;
	uint8_t sq;

	if (!sq_parse(position->open.board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD)
		return false;
	position_remove(position, sq);
	if (text_is(colour, "empty"))
		return rest.length == 0;
	if (side == SIDE_NONE || piece == PIECE_NONE)
		return false;
	position_put(position, sq, side, piece);
	return true;
}

bool follow_correction(struct game *game, const char *fact)
{
	struct text rest;
	enum side side;

	if (fact_is(fact, "place", &rest))
		return place(game, rest);
	if (!fact_is(fact, "turn", &rest))
		return true;
	side = side_parse(rest.at, rest.length);
	game->position.open.to_move = (uint8_t)side;
	return side != SIDE_NONE;
}
