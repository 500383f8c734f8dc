/*
 * The console handheld without screen and network: input comes from the board and from keys, the
 * console decides what is shown, and passes words to its owner. Everything can be done with four
 * buttons: up, down, enter, back. Time is an input.
 */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_CONSOLE_H
#define DAEMON_CLI_HANDHELD_CONSOLE_CONSOLE_H

#include "daemon/cli/handheld/console/draft.h"
#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/picture.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/console/want.h"
#include "rules/piece.h"
#include "rules/square.h"

enum {
	CONSOLE_LOG = 16,
	CONSOLE_TYPED = 160,
	CONSOLE_LINES = 16,
	CONSOLE_WORD = 160,
	CONSOLE_TAKEN = 48,
	CONSOLE_HAND = 3
};

enum press {
	PRESS_UP,
	PRESS_DOWN,
	PRESS_ENTER,
	PRESS_BACK,
	/* besides the four buttons, for users with a keyboard */
	PRESS_FAR_UP,
	PRESS_FAR_DOWN,
	PRESS_LOOK,
	PRESS_MENU,
	PRESS_QUIT,
};

struct console_events {
	void *owner;
	void (*say)(void *owner, const char *word);
	void (*save)(void *owner, const json_t *formations); /* lists of rows by edition */
	void (*leave)(void *owner);
	draft_dice *dice;
};

enum console_link { LINK_CONNECTING, LINK_UP, LINK_GAP, LINK_LOST, LINK_GONE, LINK_BACK };

struct console {
	const struct texts *texts;
	struct console_events events;
	json_t *view;	    /* NULL: none yet, or the seat was lost */
	json_t *formations; /* saved ones */
	struct want want;
	bool unpaired;
	const char *
		loss; /* the key of why the seat is lost, as the board has told; NULL: it has not */

	enum page page;
	unsigned selected;
	uint64_t menu_changed_us; /* without a key press, under the finger */
	struct {
		enum pick_for purpose;
		enum piece piece;
		uint8_t first_sq;
	} pick;
	char card[20];
	struct {
		unsigned count;
		uint8_t card[CONSOLE_HAND]; /* indices in the hand */
	} order;			    /* in which cards go under the pile */
	struct {
		struct line question;
		char word[MENU_WORD];
	} confirm;
	unsigned line_count; /* of a text page */
	struct line lines[CONSOLE_LINES];
	char typed[CONSOLE_TYPED];

	struct draft draft;
	bool arranged;		/* edited here: the board's formation does not replace it */
	uint64_t look_until_us; /* 0 while the player's army is hidden */
	struct {
		json_int_t left_ms[SIDE_COUNT];
		enum side running;
		bool there;
		bool is_setup; /* this is what is left of a limited set-up time */
		json_int_t setup_ms;
		uint64_t at_us;
	} clock;
	/* pieces of the other side that battles have shown, and the ply in which they were lost */
	unsigned taken_count;
	struct {
		uint8_t piece; /* enum piece */
		json_int_t ply;
	} taken[CONSOLE_TAKEN];
	uint64_t cards_until_us; /* when the player's hand is hidden again */

	enum console_link link;
	bool connected, distrusted; /* distrusted: the board's certificate */
	uint64_t link_due_us;

	bool log_is_rule[CONSOLE_LOG]; /* the rule that the player's own try has broken */
	unsigned told; /* sentences so far; the latest CONSOLE_LOG of them are kept */
	struct line log[CONSOLE_LOG];
	bool log_is_want[CONSOLE_LOG];
	unsigned calls; /* how often the player's attention was called for: for a bell */
};

void console_init(struct console *console, const struct texts *texts,
		  const struct console_events *events);
void console_finish(struct console *console);

/* ---- from the board ---- */

void console_take_view(struct console *console, json_t *view, uint64_t now_us); /* NULL: none */
void console_take_event(struct console *console, const json_t *event, uint64_t now_us);
void console_take_answer(struct console *console, bool ok, const json_t *why);
void console_miss_answer(struct console *console);
/* The board's certificate is not trusted: there is no connection until it is. */
void console_distrust(struct console *console);
void console_set_link(struct console *console, bool connected, bool online, uint64_t now_us);

/* ---- from the player ---- */

void console_press(struct console *console, enum press press, uint64_t now_us);
void console_choose(struct console *console, unsigned item, uint64_t now_us);
/* A character, while text is typed or a square is searched for; '\b' deletes the last one. */
void console_type(struct console *console, char sign);
bool console_wants_text(const struct console *console);

/* ---- time ---- */

void console_tick(struct console *console, uint64_t now_us);
uint64_t console_deadline(const struct console *console, uint64_t now_us);

/* ---- output ---- */

/* a sentence by its number, if it is still kept */
const char *console_told(const struct console *console, unsigned number);
bool console_told_want(const struct console *console, unsigned number); /* a prompt */
void console_tell(struct console *console, const char *sentence);

struct line console_title(const struct console *console);
struct line console_clocks(const struct console *console, uint64_t now_us); /* or "" */
struct line console_status(const struct console *console);		    /* "" if all is well */
struct line console_sentence(const struct console *console); /* a prompt, or asked here */
/* false if this page is text (lines) */
bool console_picture(const struct console *console, struct picture *picture);
bool console_is_looking(const struct console *console);
/* whether the player's pieces must be visible: they are being arranged, or put on the table */
bool console_is_arranging(const struct console *console);

#endif
