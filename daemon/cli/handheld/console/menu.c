/* Menus: what is needed often, and what is seldom. */
#include "daemon/cli/handheld/console/menu_inside.h"

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

/* a word that is asked about before it is said */
void menu_add_grave(struct menu *menu, const struct console *console, const char *key,
		    const char *question, const char *word)
{
	struct menu_item *item = menu_add_text(menu, console, key, ACT_CONFIRM);

	item->key = question;
	snprintf(item->word, sizeof item->word, "%s", word);
}

static void add_page(struct menu *menu, const struct console *console, const char *key,
		     enum page page)
{
	menu_add_text(menu, console, key, ACT_GO)->page = page;
}

void menu_add_pick(struct menu *menu, const struct console *console, const char *key,
		   enum pick_for purpose)
{
	menu_add_text(menu, console, key, ACT_PICK)->number = purpose;
}

void menu_add_back(struct menu *menu, const struct console *console)
{
	menu_add_text(menu, console, "console.back", ACT_BACK);
}

/* ---- home ---- */

bool menu_is_phase(const struct console *console, const char *phase)
{
	return strcmp(json_text(console->view, "phase"), phase) == 0;
}

bool menu_is_own_turn(const struct console *console)
{
	const char *turn = json_text(console->view, "turn");

	return turn[0] && strcmp(turn, json_text(console->view, "you")) == 0;
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

static void add_setup(struct menu *menu, const struct console *console)
{
	menu_add_text(menu, console, "button.ready", ACT_READY);
	if (json_truth(console->view, "tags") || !console->draft.edition)
		return;
	add_page(menu, console, "console.place", PAGE_PIECES);
	menu_add_text(menu, console, "setup.random", ACT_RANDOM);
	add_page(menu, console, "setup.ready-made", PAGE_FORMATIONS);
	add_page(menu, console, "setup.paste", PAGE_PASTE);
	if (draft_is_complete(&console->draft))
		menu_add_text(menu, console, "setup.save", ACT_SAVE);
	menu_add_text(menu, console, "setup.clear", ACT_CLEAR);
}

static void add_targets(struct menu *menu, const struct console *console)
{
	const json_t *question = json_object_get(console->view, "question");
	const json_t *choices = json_object_get(question, "choices");

	for (size_t i = 0; i < json_array_size(choices); i++) {
		const char *sq = json_string_value(json_array_get(choices, i));
		struct menu_item *item = menu_add(menu, sq ? sq : "", ACT_SAY);

		snprintf(item->word, sizeof item->word, "target %s", sq ? sq : "");
	}
}

static void add_defences(struct menu *menu, const struct console *console)
{
	const json_t *question = json_object_get(console->view, "question");
	const json_t *choices = json_object_get(question, "choices");

	for (size_t i = 0; i < json_array_size(choices); i++) {
		const char *card = json_string_value(json_array_get(choices, i));
		bool none = !card || strcmp(card, "none") == 0;
		struct line name = none ? texts_say(console->texts, "button.no-card")
					: texts_card(console->texts, card);
		struct menu_item *item = menu_add(menu, name.text, ACT_SAY);

		snprintf(item->word, sizeof item->word, "card defend %s", none ? "none" : card);
	}
}

static void add_turn(struct menu *menu, const struct console *console)
{
	if (!menu_is_own_turn(console) || !menu_is_phase(console, "play") ||
	    json_truth(console->view, "paused"))
		return;
	add_word(menu, console, "button.done", "done");
	menu_add_pick(menu, console, "button.attack", PICK_ATTACK);
}

static bool has_offered_rematch(const struct console *console)
{
	const json_t *offers = json_object_get(console->view, "offers");

	return strcmp(json_text(offers, "rematch"), json_text(console->view, "you")) == 0;
}

static void add_wanted(struct menu *menu, const struct console *console)
{
	switch (console->want.kind) {
	case WANT_SETUP:
		add_setup(menu, console);
		break;
	case WANT_PLACE:
	case WANT_READY:
		add_word(menu, console, "setup.change", "not-ready");
		break;
	case WANT_TARGET:
		add_targets(menu, console);
		break;
	case WANT_CONFIRM_ATTACK:
	case WANT_CONFIRM_PLACES:
		add_word(menu, console, "button.yes", "confirm");
		add_word(menu, console, "button.no", "deny");
		break;
	case WANT_DEFENCE:
		add_defences(menu, console);
		break;
	case WANT_OFFER_DRAW:
		add_word(menu, console, "button.accept-draw", "accept-draw");
		add_word(menu, console, "button.decline", "decline-draw");
		break;
	case WANT_OFFER_TAKEBACK:
		add_word(menu, console, "button.allow", "accept-takeback");
		add_word(menu, console, "button.refuse", "decline-takeback");
		break;
	case WANT_PAUSED:
		add_word(menu, console, "button.resume", "resume");
		break;
	case WANT_OVER:
		if (!has_offered_rematch(console))
			add_word(menu, console, "button.rematch", "rematch");
		break;
	case WANT_TURN:
	case WANT_GUIDE:
		add_turn(menu, console);
		break;
	case WANT_STOPPED:
		add_word(menu, console, "button.call-arbiter", "call-arbiter");
		break;
	case WANT_STARTING:
	case WANT_WAIT:
		break;
	}
}

static void home(struct menu *menu, const struct console *console)
{
	add_wanted(menu, console);
	if (console->view && has_cards(console) && !menu_is_phase(console, "over"))
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
	return menu_is_phase(console, "play") || menu_is_phase(console, "defence") ||
	       menu_is_phase(console, "arbiter");
}

static bool is_offered(const struct console *console, const char *what)
{
	return json_text(json_object_get(console->view, "offers"), what)[0] != '\0';
}

static void add_game_words(struct menu *menu, const struct console *console)
{
	bool paused = json_truth(console->view, "paused");

	if (console->draft.edition)
		menu_add_text(menu, console, "captured.title", ACT_TAKEN);
	if (!is_offered(console, "draw"))
		add_word(menu, console, "button.offer-draw", "offer-draw");
	if (!is_offered(console, "takeback"))
		add_word(menu, console, "button.offer-takeback", "offer-takeback");
	if (paused)
		add_word(menu, console, "button.resume", "resume");
	else
		add_word(menu, console, "button.pause", "pause");
	if (!paused)
		menu_add_grave(menu, console, "button.adjourn", "confirm.adjourn", "adjourn");
	menu_add_grave(menu, console, "button.resign", "confirm.resign", "resign");
}

static void more(struct menu *menu, const struct console *console)
{
	menu_add_back(menu, console);
	if (console->view && is_going_on(console))
		add_game_words(menu, console);
	if (console->view && !menu_is_phase(console, "over"))
		add_word(menu, console, "button.call-arbiter", "call-arbiter");
	if (console->view) {
		add_word(menu, console, "button.move-seat", "move-seat");
		menu_add_grave(menu, console, "button.unpair", "confirm.unpair", "unpair");
	}
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
