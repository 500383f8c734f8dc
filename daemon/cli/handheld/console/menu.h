/* What can be chosen on a page of the console handheld. Pure. */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_MENU_H
#define DAEMON_CLI_HANDHELD_CONSOLE_MENU_H

#include <jansson.h>
#include <stdbool.h>

enum { MENU_MAX = 64, MENU_LABEL = 96, MENU_WORD = 96 };

enum page {
	PAGE_HOME,
	PAGE_MORE,
	PAGE_CARDS,
	PAGE_CARD,
	PAGE_ORDER, /* in which cards go under the pile */
	PAGE_PICK,
	PAGE_PIECES,
	PAGE_FORMATIONS,
	PAGE_GAMES, /* editions of the next game */
	PAGE_PASTE,
	PAGE_CONFIRM,
	PAGE_TEXT, /* lines to read */
};

enum pick_for {
	PICK_ATTACK,
	PICK_SWAP,
	PICK_SWAP_WITH,
	PICK_MOVE,
	PICK_MOVE_TO,
	PICK_PIECE,
	PICK_STANDS,
	PICK_PLACE
};

enum act {
	ACT_SAY,     /* the word */
	ACT_CONFIRM, /* the word, if the player is sure */
	ACT_GO,	     /* to the page */
	ACT_BACK,
	ACT_PICK, /* a square for `number`, enum pick_for */
	ACT_LOOK,
	ACT_TAKEN,
	ACT_READY,
	ACT_RANDOM,
	ACT_CLEAR,
	ACT_SAVE,
	ACT_STYLE, /* `number`, enum draft_style */
	ACT_SAVED, /* `number` of the formation */
	ACT_PIECE, /* `number`, enum piece */
	ACT_SQUARE,
	ACT_CARD,  /* the word is its name */
	ACT_UNDER, /* the card with this `number` in the hand goes under the pile next */
	ACT_LEAVE,
};

struct menu_item {
	char label[MENU_LABEL];
	enum act act;
	enum page page;
	unsigned number;
	const json_t *action; /* of the prompt, or NULL; owned by the view */
	char word[MENU_WORD];
};

struct menu {
	unsigned count;
	struct menu_item items[MENU_MAX];
};

struct console;

void menu_make(struct menu *menu, const struct console *console);

#endif
