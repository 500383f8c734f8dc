/*
 * The console handheld: counts the captured pieces and lists the cards on the table, from a view.
 */
#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/inside.h"
#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/console/want.h"
#include "rules/edition.h"
#include "rules/piece.h"

#include <stdio.h>
#include <string.h>

static void list_pieces(struct console *console, const char *title_key, const unsigned *counts,
			unsigned hidden)
{
	struct line line = texts_say(console->texts, title_key), part;
	bool any = false;
	char number[16];

	line_add(&line, ":");
	for (unsigned piece = PIECE_KINDS; --piece > PIECE_NONE;) {
		if (counts[piece] == 0)
			continue;
		part = texts_rank(console->texts, piece_code((enum piece)piece));
		snprintf(number, sizeof number, "%s %u ", any ? "," : "", counts[piece]);
		line_add(&line, number);
		line_add(&line, part.text);
		any = true;
	}
	if (hidden > 0) {
		snprintf(number, sizeof number, "%u", hidden);
		part = texts_say(console->texts, "captured.hidden", "count", number);
		line_add(&line, any ? ", " : " ");
		line_add(&line, part.text);
	} else if (!any) {
		line_add(&line, " -");
	}
	console_add_line(console, line.text);
	console_tell(console, line.text);
}

static unsigned count_rows(const char *rows, enum piece piece)
{
	unsigned count = 0;

	for (; *rows; rows++)
		if (*rows != '.' && *rows != '/')
			count += piece == PIECE_NONE || piece_parse(*rows) == piece;
	return count;
}

void captured_show(struct console *console)
{
	const struct edition *edition = console->draft.edition;
	const char *you = want_text(console->view, "you"), *own = want_text(console->view, you);
	const char *theirs = want_text(console->view, want_side_opposite(you));
	unsigned mine[PIECE_KINDS] = {0}, other[PIECE_KINDS] = {0}, shown = 0,
		 standing = count_rows(theirs, PIECE_NONE);
	unsigned gone = edition_army_size(edition);

	gone = gone > standing ? gone - standing : 0;
	for (unsigned piece = PIECE_NONE + 1; piece < PIECE_KINDS; piece++) {
		unsigned left = count_rows(own, (enum piece)piece);

		mine[piece] = edition->army[piece] > left ? edition->army[piece] - left : 0;
	}
	for (; shown < console->taken_count; shown++)
		other[console->taken[shown].piece]++;
	console_go(console, PAGE_TEXT);
	console->line_count = 0;
	list_pieces(console, "captured.yours", mine, 0);
	list_pieces(console, "captured.theirs", other, gone > shown ? gone - shown : 0);
}

/* ---- cards ---- */

static void add_part(struct line *line, struct line part)
{
	line_add(line, ". ");
	line_add(line, part.text);
}

static struct line count_text(const struct console *console, const char *key, const json_t *of,
			      const char *which, const char *side)
{
	struct line name = texts_side(console->texts, side);
	char count[24];

	snprintf(count, sizeof count, "%d", (int)json_integer_value(json_object_get(of, which)));
	return texts_say(console->texts, key, "count", count, "side", name.text);
}

/* in one sentence, as on the page; all may see it */
struct line captured_cards(const struct console *console)
{
	const json_t *both = json_object_get(console->view, "cards");
	const char *you = want_text(console->view, "you"), *other = want_side_opposite(you);
	const json_t *mine = json_object_get(both, you), *theirs = json_object_get(both, other);
	json_t *discard = json_array();
	struct line names, text = texts_say(console->texts, "hand.title");

	json_array_extend(discard, json_object_get(mine, "discard"));
	json_array_extend(discard, json_object_get(theirs, "discard"));
	names = want_cards(console->texts, discard);
	json_decref(discard);
	add_part(&text, count_text(console, "hand.pile", mine, "piled", you));
	add_part(&text, count_text(console, "hand.theirs", theirs, "held", other));
	if (names.text[0])
		add_part(&text, texts_say(console->texts, "hand.discard", "cards", names.text));
	else
		add_part(&text, texts_say(console->texts, "hand.discard-none"));
	line_add(&text, ".");
	return text;
}
