/*
 * The console handheld: the effect of a key or a chosen item. Words are passed to the owner;
 * nothing is drawn here.
 */
#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/inside.h"
#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/console/want.h"
#include "rules/piece.h"
#include "rules/square.h"

#include <stdio.h>
#include <string.h>

enum {
	LOOK_US = 6000000,   /* how long the player's army is shown */
	CARDS_US = 20000000, /* ... and the player's cards */
	SHIELD_US = 300000,  /* in which a menu that changed under the finger accepts no choice */
	FAR = 10,
};

void console_go(struct console *console, enum page page)
{
	console->page = page;
	console->selected = 0;
	console->typed[0] = '\0';
}

void console_say(struct console *console, const char *word)
{
	console->events.say(console->events.owner, word);
}

/* ---- squares ---- */

static void pick_for(struct console *console, enum pick_for purpose)
{
	console->pick.purpose = purpose;
	console_go(console, PAGE_PICK);
}

static void take_square(struct console *console, unsigned sq)
{
	char word[CONSOLE_WORD], name[SQ_NAME_SIZE], first[SQ_NAME_SIZE];

	sq_format(sq, name);
	switch (console->pick.purpose) {
	case PICK_PLACE:
		setup_place(console, sq);
		return;
	case PICK_SWAP:
		console->pick.first_sq = (uint8_t)sq;
		pick_for(console, PICK_SWAP_WITH);
		return;
	case PICK_MOVE:
		console->pick.first_sq = (uint8_t)sq;
		pick_for(console, PICK_MOVE_TO);
		return;
	case PICK_PIECE:
		console->pick.first_sq = (uint8_t)sq;
		pick_for(console, PICK_STANDS);
		return;
	case PICK_STANDS:
		sq_format(console->pick.first_sq, first);
		snprintf(word, sizeof word, "offer-correction %s %s", first, name);
		break;
	case PICK_MOVE_TO:
		sq_format(console->pick.first_sq, first);
		snprintf(word, sizeof word, "move %s %s", first, name);
		break;
	case PICK_ATTACK:
		snprintf(word, sizeof word, "attack %s", name);
		break;
	case PICK_SWAP_WITH:
		sq_format(console->pick.first_sq, first);
		snprintf(word, sizeof word, "swap %s %s", first, name);
		break;
	}
	console_go(console, PAGE_HOME);
	console_say(console, word);
}

/* ---- choosing ---- */

static void ask(struct console *console, struct line question, const char *word)
{
	console->confirm.question = question;
	snprintf(console->confirm.word, sizeof console->confirm.word, "%s", word);
	console_go(console, PAGE_CONFIRM);
	console_tell_wanted(console, console->confirm.question.text);
}

static const char *card_in_hand(const struct console *console, unsigned number)
{
	const json_t *hand = json_object_get(console->view, "hand");
	const char *card = json_string_value(json_array_get(hand, number));

	return card ? card : "";
}

/* One card after the other; the last one follows by itself. */
static void put_under(struct console *console, unsigned number)
{
	char word[MENU_WORD] = "card mulligan";
	unsigned last = CONSOLE_HAND * (CONSOLE_HAND - 1) / 2; /* the sum of all indices */

	console->order.card[console->order.count++] = (uint8_t)number;
	console->selected = 0;
	if (console->order.count < CONSOLE_HAND - 1)
		return;
	for (unsigned i = 0; i < console->order.count; i++)
		last -= console->order.card[i];
	console->order.card[console->order.count++] = (uint8_t)last;
	for (unsigned i = 0; i < CONSOLE_HAND; i++) {
		size_t length = strlen(word);

		snprintf(word + length, sizeof word - length, "%c%s", i > 0 ? ',' : ' ',
			 card_in_hand(console, console->order.card[i]));
	}
	ask(console, texts_say(console->texts, "confirm.mulligan"), word);
}

static void go_back(struct console *console)
{
	switch (console->page) {
	case PAGE_CARD:
	case PAGE_ORDER:
		console_go(console, PAGE_CARDS);
		break;
	case PAGE_PICK:
		console_go(console, console->pick.purpose == PICK_PLACE ? PAGE_PIECES : PAGE_HOME);
		break;
	default:
		console_go(console, PAGE_HOME);
	}
}

static void look(struct console *console, uint64_t now_us)
{
	console->look_until_us = now_us + LOOK_US;
}

static void open_page(struct console *console, enum page page, uint64_t now_us)
{
	console_go(console, page);
	console->cards_until_us = now_us + CARDS_US;
	console->order.count = 0;
}

static void look_or_hide(struct console *console, uint64_t now_us)
{
	if (console_is_looking(console))
		console->look_until_us = 0;
	else
		look(console, now_us);
}

/* actions while arranging */
static void carry_out_setup(struct console *console, const struct menu_item *item)
{
	switch (item->act) {
	case ACT_READY:
		setup_ready(console);
		break;
	case ACT_SAVE:
		setup_save(console);
		break;
	case ACT_SAVED:
		setup_take_saved(console, item->number);
		break;
	case ACT_PIECE:
		console->pick.piece = (enum piece)item->number;
		pick_for(console, PICK_PLACE);
		break;
	default:
		setup_arrange(console, item->act, item->number);
	}
}

static void carry_out(struct console *console, const struct menu_item *item, uint64_t now_us)
{
	switch (item->act) {
	case ACT_SAY:
		console_go(console, PAGE_HOME);
		console_say(console, item->word);
		break;
	case ACT_CONFIRM:
		ask(console, want_doubt(console->texts, item->action), item->word);
		break;
	case ACT_GO:
		open_page(console, item->page, now_us);
		break;
	case ACT_BACK:
		go_back(console);
		break;
	case ACT_PICK:
		pick_for(console, (enum pick_for)item->number);
		break;
	case ACT_LOOK:
		look_or_hide(console, now_us);
		break;
	case ACT_TAKEN:
		captured_show(console);
		break;
	case ACT_SQUARE:
		take_square(console, item->number);
		break;
	case ACT_CARD:
		console_go(console, PAGE_CARD);
		snprintf(console->card, sizeof console->card, "%s", item->word);
		break;
	case ACT_UNDER:
		put_under(console, item->number);
		break;
	case ACT_LEAVE:
		console->events.leave(console->events.owner);
		break;
	default:
		carry_out_setup(console, item);
	}
}

void console_choose(struct console *console, unsigned item, uint64_t now_us)
{
	struct menu menu;

	menu_make(&menu, console);
	if (item < menu.count)
		carry_out(console, &menu.items[item], now_us);
}

/* ---- keys ---- */

/* Wraps around, so that the last item is one step up from the first. */
static void step(struct console *console, int by)
{
	struct menu menu;
	int count;

	menu_make(&menu, console);
	count = (int)menu.count;
	if (count == 0)
		return;
	if (by == 1 || by == -1)
		console->selected = (unsigned)(((int)console->selected + by + count) % count);
	else if ((int)console->selected + by < 0)
		console->selected = 0;
	else if ((int)console->selected + by >= count)
		console->selected = (unsigned)count - 1;
	else
		console->selected = (unsigned)((int)console->selected + by);
	console->typed[0] = '\0';
}

static void enter(struct console *console, uint64_t now_us)
{
	if (now_us < console->menu_changed_us + SHIELD_US)
		return;
	if (console_wants_text(console) && console->typed[0])
		setup_take_typed(console);
	else
		console_choose(console, console->selected, now_us);
}

void console_press(struct console *console, enum press press, uint64_t now_us)
{
	bool looked = console_is_looking(console);

	if (press != PRESS_LOOK && press != PRESS_ENTER)
		console->look_until_us = 0;
	switch (press) {
	case PRESS_UP:
		step(console, -1);
		break;
	case PRESS_DOWN:
		step(console, 1);
		break;
	case PRESS_FAR_UP:
		step(console, -FAR);
		break;
	case PRESS_FAR_DOWN:
		step(console, FAR);
		break;
	case PRESS_ENTER:
		enter(console, now_us);
		break;
	case PRESS_BACK:
		if (!looked || console->page != PAGE_HOME)
			go_back(console);
		break;
	case PRESS_LOOK: /* repeated while it is held */
		if (console->view)
			look(console, now_us);
		break;
	case PRESS_MENU:
		console_go(console, PAGE_MORE);
		break;
	case PRESS_QUIT:
		console->events.leave(console->events.owner);
		break;
	}
}

/* ---- typing ---- */

bool console_wants_text(const struct console *console)
{
	return console->page == PAGE_PASTE;
}

/* Goes to the first item that begins with the typed text. */
static void find_typed(struct console *console)
{
	struct menu menu;

	menu_make(&menu, console);
	for (unsigned i = 0; i < menu.count; i++)
		if (menu.items[i].act == ACT_SQUARE &&
		    strncmp(menu.items[i].label, console->typed, strlen(console->typed)) == 0) {
			console->selected = i;
			return;
		}
	console->typed[0] = '\0';
}

void console_type(struct console *console, char sign)
{
	size_t length = strlen(console->typed);

	if (console->page != PAGE_PICK && console->page != PAGE_PASTE)
		return;
	if (sign == '\b') {
		if (length > 0)
			console->typed[length - 1] = '\0';
		return;
	}
	if (console->page == PAGE_PICK && sign >= 'a' && sign <= 'j')
		length = 0; /* another column */
	if (length + 1 >= sizeof console->typed)
		return;
	console->typed[length] = sign;
	console->typed[length + 1] = '\0';
	if (console->page == PAGE_PICK)
		find_typed(console);
}
