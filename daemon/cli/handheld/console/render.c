/* The console handheld: decides which lines and which board are shown. The face draws them. */
#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/draft.h"
#include "daemon/cli/handheld/console/inside.h"
#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/picture.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/console/want.h"
#include "rules/bits.h"
#include "rules/piece.h"
#include "rules/square.h"

#include <stdio.h>
#include <string.h>

struct line console_title(const struct console *console)
{
	struct line side = texts_side(console->texts, want_text(console->view, "you")), title;
	char key[40];
	struct line edition;

	if (!console->view)
		return line_of("Adjutant");
	title = texts_say(console->texts, "console.you-are", "side", side.text);
	snprintf(key, sizeof key, "edition.%s", want_text(console->view, "edition"));
	edition = texts_say(console->texts, key);
	line_add(&title, "  ");
	line_add(&title, edition.text);
	return title;
}

static struct line clock_face(const struct console *console, json_int_t left_ms, bool runs,
			      uint64_t now_us)
{
	json_int_t gone_ms = runs ? (json_int_t)((now_us - console->clock.at_us) / 1000) : 0;
	json_int_t seconds = left_ms > gone_ms ? (left_ms - gone_ms + 999) / 1000 : 0;
	char face[32];

	if (seconds < 3600)
		snprintf(face, sizeof face, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
	else
		snprintf(face, sizeof face, "%d:%02d:%02d", (int)(seconds / 3600),
			 (int)(seconds / 60 % 60), (int)(seconds % 60));
	return line_of(face);
}

static void add_clock(const struct console *console, struct line *line, enum side side,
		      uint64_t now_us)
{
	bool runs = console->clock.running == side;
	struct line face = clock_face(console, console->clock.left_ms[side], runs, now_us);
	struct line name = texts_side(console->texts, side_name(side));

	line_add(line, name.text);
	line_add(line, runs ? " >" : " ");
	line_add(line, face.text);
}

struct line console_clocks(const struct console *console, uint64_t now_us)
{
	struct line line = {""}, face;

	if (console->clock.is_setup) {
		face = clock_face(console, console->clock.setup_ms, true, now_us);
		return texts_say(console->texts, "clock.setup", "time", face.text);
	}
	if (!console->clock.there)
		return line;
	add_clock(console, &line, SIDE_RED, now_us);
	line_add(&line, "  ");
	add_clock(console, &line, SIDE_BLUE, now_us);
	return line;
}

static struct line pick_sentence(const struct console *console)
{
	struct line rank = texts_rank(console->texts, piece_code(console->pick.piece));
	char name[SQ_NAME_SIZE];

	switch (console->pick.purpose) {
	case PICK_ATTACK:
		return texts_say(console->texts, "setup.attack-square");
	case PICK_PLACE:
		return texts_say(console->texts, "console.which-square", "rank", rank.text);
	case PICK_SWAP:
		return texts_say(console->texts, "setup.swap-squares");
	case PICK_MOVE:
		return texts_say(console->texts, "setup.move-squares");
	case PICK_PIECE:
	case PICK_STANDS:
		return texts_say(console->texts, "setup.correct-squares");
	case PICK_MOVE_TO:
	case PICK_SWAP_WITH:
		break;
	}
	sq_format(console->pick.first_sq, name);
	return texts_say(console->texts, "console.which-second", "square", name);
}

static struct line card_sentence(const struct console *console)
{
	struct line text = texts_card(console->texts, console->card), help;
	char key[40];

	snprintf(key, sizeof key, "card-help.%s", console->card);
	help = texts_say(console->texts, key);
	line_add(&text, ": ");
	line_add(&text, help.text);
	return text;
}

struct line console_sentence(const struct console *console)
{
	if (console->unpaired)
		return texts_say(console->texts, "conn.unpaired");
	switch (console->page) {
	case PAGE_PICK:
		return pick_sentence(console);
	case PAGE_PIECES:
		return texts_say(console->texts, "console.which-piece");
	case PAGE_FORMATIONS:
		return texts_say(console->texts, "setup.ready-made");
	case PAGE_GAMES:
		return texts_say(console->texts, "button.other-game");
	case PAGE_PASTE:
		return setup_explain_paste(console);
	case PAGE_CONFIRM:
		return console->confirm.question;
	case PAGE_CARDS:
		return captured_cards(console);
	case PAGE_ORDER:
		return texts_say(console->texts, "hand.mulligan-order");
	case PAGE_CARD:
		return card_sentence(console);
	case PAGE_HOME:
	case PAGE_MORE:
	case PAGE_TEXT:
		break;
	}
	if (console->want.kind == WANT_SETUP && !want_truth(console->view, "tags") &&
	    console->draft.edition && !draft_is_complete(&console->draft))
		return texts_say(console->texts, "want.choose-setup");
	return console->want.text;
}

/* the square that would be chosen now */
static struct bits marked(const struct console *console)
{
	struct bits marks = console->want.marks;
	struct menu menu;

	if (console->page != PAGE_PICK)
		return marks;
	menu_make(&menu, console);
	marks = BITS_NONE;
	if (console->selected < menu.count && menu.items[console->selected].act == ACT_SQUARE)
		bits_add(&marks, menu.items[console->selected].number);
	if (console->pick.purpose == PICK_SWAP_WITH || console->pick.purpose == PICK_MOVE_TO ||
	    console->pick.purpose == PICK_STANDS)
		bits_add(&marks, console->pick.first_sq);
	return marks;
}

/* The draft as rows of the whole board, to be drawn instead of what the board knows. */
static void draft_on_board(const struct console *console, struct line *rows)
{
	const struct board *board = &boards[console->draft.edition->board];
	char *to = rows->text;

	for (unsigned row = 0; row < board->rows; row++) {
		if (row > 0)
			*to++ = '/';
		for (unsigned column = 0; column < board->columns; column++)
			*to++ = piece_code((enum piece)console->draft.piece[sq_at(column, row)]);
	}
	*to = '\0';
}

bool console_picture(const struct console *console, struct picture *picture)
{
	bool arranging = console_is_arranging(console) && console->draft.edition;
	struct line rows = {""};

	if (!console->view || console->page == PAGE_TEXT)
		return false;
	if (arranging)
		draft_on_board(console, &rows);
	picture_make(picture, console->view,
		     !arranging && console_is_looking(console) ? NULL : rows.text, marked(console));
	return true;
}
