/*
 * Makes the menus of the present situation from the view's prompt, and the menu of rarely used
 * actions. The daemon decides which words are offered.
 */
#include "daemon/cli/handheld/console/menu.h"

#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/draft.h"
#include "daemon/cli/handheld/console/menu_inside.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/console/want.h"

#include <stdio.h>
#include <string.h>

/* ---- items ---- */

struct menu_item *menu_add(struct menu *menu, const char *label, enum act act)
{
	struct menu_item *item = &menu->items[menu->count];
	size_t length = strlen(label);

	if (menu->count == MENU_MAX)
		return &menu->items[MENU_MAX - 1];
	memset(item, 0, sizeof *item);
	if (length >= MENU_LABEL)
		for (length = MENU_LABEL - 1; ((unsigned char)label[length] & 0xc0) == 0x80;)
			length--;
	memcpy(item->label, label, length);
	item->act = act;
	menu->count++;
	return item;
}

struct menu_item *menu_add_text(struct menu *menu, const struct console *console, const char *key,
				enum act act)
{
	struct line label = texts_say(console->texts, key);

	return menu_add(menu, label.text, act);
}

static void add_word(struct menu *menu, const struct console *console, const char *key,
		     const char *word)
{
	struct menu_item *item = menu_add_text(menu, console, key, ACT_SAY);

	snprintf(item->word, sizeof item->word, "%s", word);
}

static void add_page(struct menu *menu, const struct console *console, const char *key,
		     enum page page)
{
	menu_add_text(menu, console, key, ACT_GO)->page = page;
}

void menu_add_back(struct menu *menu, const struct console *console)
{
	menu_add_text(menu, console, "console.back", ACT_BACK);
}

/* ---- home ---- */

static bool is_phase(const struct console *console, const char *phase)
{
	return strcmp(want_text(console->view, "phase"), phase) == 0;
}

static bool has_cards(const struct console *console)
{
	return json_array_size(json_object_get(console->view, "hand")) > 0;
}

static void add_look(struct menu *menu, const struct console *console)
{
	menu_add_text(menu, console, console_is_looking(console) ? "console.hide" : "console.look",
		      ACT_LOOK);
}

/* The ways to make a formation here: piece by piece, by chance, ready-made or typed. */
static void add_arranging(struct menu *menu, const struct console *console)
{
	if (!console->draft.edition)
		return;
	add_page(menu, console, "console.place", PAGE_PIECES);
	menu_add_text(menu, console, "setup.random", ACT_RANDOM);
	add_page(menu, console, "setup.ready-made", PAGE_FORMATIONS);
	add_page(menu, console, "setup.paste", PAGE_PASTE);
	if (draft_is_complete(&console->draft))
		menu_add_text(menu, console, "setup.save", ACT_SAVE);
	menu_add_text(menu, console, "setup.clear", ACT_CLEAR);
}

/* ---- what the prompt offers ---- */

/* What an action becomes here if the player has to complete its word. */
static void complete_by(struct menu_item *item, const char *word)
{
	if (strcmp(word, "card mulligan") == 0) {
		item->act = ACT_GO;
		item->page = PAGE_ORDER;
		return;
	}
	if (strcmp(word, "offer-game") == 0) {
		item->act = ACT_GO;
		item->page = PAGE_GAMES;
		return;
	}
	item->act = ACT_PICK;
	item->number = strcmp(word, "swap") == 0	       ? PICK_SWAP
		       : strcmp(word, "move") == 0	       ? PICK_MOVE
		       : strcmp(word, "offer-correction") == 0 ? PICK_PIECE
							       : PICK_ATTACK;
}

void menu_add_action(struct menu *menu, const struct console *console, const json_t *action)
{
	const char *word = want_text(action, "word");
	struct menu_item *item;

	if (strcmp(word, "formation") == 0) {
		add_arranging(menu, console);
		return;
	}
	item = menu_add(menu, want_say(console->texts, action).text, ACT_SAY);
	item->action = action;
	snprintf(item->word, sizeof item->word, "%s", word);
	if (json_object_get(action, "picks"))
		complete_by(item, word);
	else if (want_truth(action, "grave"))
		item->act = ACT_CONFIRM;
	else if (strcmp(word, "ready") == 0)
		item->act = ACT_READY; /* unless something is still missing here */
}

static void add_actions(struct menu *menu, const struct console *console, const json_t *actions)
{
	for (size_t i = 0; i < json_array_size(actions); i++)
		menu_add_action(menu, console, json_array_get(actions, i));
}

static const json_t *prompt_of(const struct console *console)
{
	return json_object_get(console->view, "prompt");
}

static void home(struct menu *menu, const struct console *console)
{
	const json_t *also = json_object_get(prompt_of(console), "also");

	add_actions(menu, console, json_object_get(prompt_of(console), "actions"));
	for (size_t i = 0; i < json_array_size(also); i++)
		add_actions(menu, console, json_object_get(json_array_get(also, i), "actions"));
	if (console->view && has_cards(console) && !is_phase(console, "over"))
		add_page(menu, console, "hand.title", PAGE_CARDS);
	if (console->view && !console_is_arranging(console))
		add_look(menu, console);
	if (console->unpaired)
		menu_add_text(menu, console, "console.leave", ACT_LEAVE);
	else
		add_page(menu, console, "button.more", PAGE_MORE);
}

/* ---- more ---- */

static bool is_going_on(const struct console *console)
{
	return is_phase(console, "play") || is_phase(console, "defence") ||
	       is_phase(console, "settle") || is_phase(console, "arbiter");
}

static void more(struct menu *menu, const struct console *console)
{
	menu_add_back(menu, console);
	if (is_going_on(console) && console->draft.edition)
		menu_add_text(menu, console, "captured.title", ACT_TAKEN);
	add_actions(menu, console, json_object_get(prompt_of(console), "menu"));
	menu_add_text(menu, console, "console.leave", ACT_LEAVE);
}

/* ---- the rest ---- */

static void confirm(struct menu *menu, const struct console *console)
{
	menu_add_text(menu, console, "button.no", ACT_BACK);
	add_word(menu, console, "button.yes", console->confirm.word);
}

void menu_make(struct menu *menu, const struct console *console)
{
	menu->count = 0;
	switch (console->page) {
	case PAGE_HOME:
		home(menu, console);
		break;
	case PAGE_MORE:
		more(menu, console);
		break;
	case PAGE_CARDS:
		menu_cards(menu, console);
		break;
	case PAGE_CARD:
		menu_card(menu, console);
		break;
	case PAGE_ORDER:
		menu_order(menu, console);
		break;
	case PAGE_PICK:
		menu_pick(menu, console);
		break;
	case PAGE_PIECES:
		menu_pieces(menu, console);
		break;
	case PAGE_FORMATIONS:
		menu_formations(menu, console);
		break;
	case PAGE_GAMES:
		menu_games(menu, console);
		break;
	case PAGE_PASTE:
		menu_add_back(menu, console);
		break;
	case PAGE_CONFIRM:
		confirm(menu, console);
		break;
	case PAGE_TEXT:
		menu_add_text(menu, console, "battle.close", ACT_BACK);
		break;
	}
}
