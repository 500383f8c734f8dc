/* Makes the menus that list cards, squares, pieces and formations. */
#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/draft.h"
#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/menu_inside.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/console/want.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/piece.h"
#include "rules/square.h"

#include <stdio.h>
#include <string.h>

/* ---- cards ---- */

static const json_t *hand_of(const struct console *console)
{
	return json_object_get(console->view, "hand");
}

static void add_card(struct menu *menu, const struct console *console, const char *card)
{
	struct line name = texts_card(console->texts, card);
	struct menu_item *item = menu_add(menu, name.text, ACT_CARD);

	snprintf(item->word, sizeof item->word, "%s", card);
}

static const json_t *card_actions(const struct console *console)
{
	return json_object_get(json_object_get(console->view, "prompt"), "cards");
}

/* Adds what the prompt offers for one card; with "", what concerns no single card. */
static void add_card_actions(struct menu *menu, const struct console *console, const char *card)
{
	const json_t *actions = card_actions(console);

	for (size_t i = 0; i < json_array_size(actions); i++) {
		const json_t *action = json_array_get(actions, i);

		if (strcmp(want_text(json_object_get(action, "args"), "card"), card) == 0)
			menu_add_action(menu, console, action);
	}
}

void menu_cards(struct menu *menu, const struct console *console)
{
	const json_t *hand = hand_of(console);

	for (size_t i = 0; i < json_array_size(hand); i++) {
		const char *card = json_string_value(json_array_get(hand, i));

		if (card)
			add_card(menu, console, card);
	}
	add_card_actions(menu, console, "");
	menu_add_back(menu, console);
}

static bool is_ordered(const struct console *console, size_t number)
{
	return memchr(console->order.card, (int)number, console->order.count) != NULL;
}

void menu_order(struct menu *menu, const struct console *console)
{
	const json_t *hand = hand_of(console);

	for (size_t i = 0; i < json_array_size(hand) && i < CONSOLE_HAND; i++) {
		const char *card = json_string_value(json_array_get(hand, i));
		struct line name = texts_card(console->texts, card ? card : "");

		if (!is_ordered(console, i))
			menu_add(menu, name.text, ACT_UNDER)->number = (unsigned)i;
	}
	menu_add_back(menu, console);
}

void menu_card(struct menu *menu, const struct console *console)
{
	add_card_actions(menu, console, console->card);
	menu_add_back(menu, console);
}

/* ---- squares ---- */

static struct bits standing(const struct console *console, bool own)
{
	const char *you = want_text(console->view, "you");
	const char *rows = want_text(console->view, own ? you : want_side_opposite(you));
	struct bits squares = BITS_NONE;
	unsigned column = 0, row = 0;

	for (; *rows; rows++) {
		if (*rows == '/') {
			column = 0;
			row++;
			continue;
		}
		if (*rows != '.' && board_has(BOARD_LARGE, sq_at(column, row)))
			bits_add(&squares, sq_at(column, row));
		column++;
	}
	return squares;
}

static bool in_line(unsigned a, unsigned b)
{
	return a != b && (sq_row(a) == sq_row(b) || sq_column(a) == sq_column(b));
}

static struct bits in_line_with(unsigned first_sq, struct bits squares)
{
	struct bits found = BITS_NONE;

	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);

		if (in_line(sq, first_sq))
			bits_add(&found, sq);
	}
	return found;
}

static struct bits land(const struct console *console)
{
	json_int_t columns = json_integer_value(json_object_get(console->view, "columns"));

	return boards[columns == boards[BOARD_SMALL].columns ? BOARD_SMALL : BOARD_LARGE].land;
}

static struct bits all_standing(const struct console *console)
{
	return bits_or(standing(console, true), standing(console, false));
}

static struct bits choices(const struct console *console)
{
	switch (console->pick.purpose) {
	case PICK_ATTACK:
		return standing(console, false);
	case PICK_PLACE:
		return draft_home(&console->draft);
	case PICK_SWAP:
	case PICK_MOVE:
		break;
	case PICK_PIECE:
		return all_standing(console);
	case PICK_STANDS:
		return bits_minus(land(console), all_standing(console));
	case PICK_SWAP_WITH:
		return in_line_with(console->pick.first_sq, standing(console, true));
	case PICK_MOVE_TO:
		return in_line_with(console->pick.first_sq,
				    bits_minus(land(console), standing(console, true)));
	}
	return standing(console, true);
}

void menu_pick(struct menu *menu, const struct console *console)
{
	struct bits squares = choices(console);
	char name[SQ_NAME_SIZE];

	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);

		sq_format(sq, name);
		menu_add(menu, name, ACT_SQUARE)->number = sq;
	}
	menu_add_back(menu, console);
}

/* ---- set-up ---- */

void menu_pieces(struct menu *menu, const struct console *console)
{
	/* the highest first, then those that never move */
	static const uint8_t order[] = {PIECE_MARSHAL, 9,	  8, 7, 6, 5, 4, 3, 2, 1,
					PIECE_BOMB,    PIECE_FLAG};

	for (unsigned i = 0; i < sizeof order; i++) {
		enum piece piece = (enum piece)order[i];
		struct line name = texts_rank(console->texts, piece_code(piece));
		char count[24];

		if (console->draft.edition->army[piece] == 0)
			continue;
		snprintf(count, sizeof count, " (%u)", draft_left(&console->draft, piece));
		line_add(&name, count);
		menu_add(menu, name.text, ACT_PIECE)->number = piece;
	}
	menu_add_back(menu, console);
}

void menu_formations(struct menu *menu, const struct console *console)
{
	static const char *const styles[] = {[STYLE_FORTRESS] = "formation.fortress",
					     [STYLE_RAIDERS] = "formation.raiders",
					     [STYLE_DECOY] = "formation.decoy"};
	const json_t *saved =
		json_object_get(console->formations, want_text(console->view, "edition"));

	for (unsigned i = 0; i < STYLE_COUNT; i++)
		menu_add_text(menu, console, styles[i], ACT_STYLE)->number = i;
	for (unsigned i = 0; i < json_array_size(saved); i++) {
		struct line label = texts_say(console->texts, "setup.saved");
		char number[16];

		snprintf(number, sizeof number, " %u", i + 1);
		line_add(&label, number);
		menu_add(menu, label.text, ACT_SAVED)->number = i;
	}
	menu_add_back(menu, console);
}

/* With the usual rules and the colours as they are; a phone can propose more. */
void menu_games(struct menu *menu, const struct console *console)
{
	for (unsigned i = 0; i < EDITION_COUNT; i++) {
		struct line name = texts_edition(console->texts, editions[i].id);
		struct menu_item *item = menu_add(menu, name.text, ACT_SAY);

		snprintf(item->word, sizeof item->word, "offer-game %s keep", editions[i].id);
	}
	menu_add_back(menu, console);
}
