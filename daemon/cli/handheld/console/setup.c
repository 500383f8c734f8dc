/* The console handheld: arranging the player's pieces before play, and sending the formation. */
#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/draft.h"
#include "daemon/cli/handheld/console/inside.h"
#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/console/want.h"
#include "rules/edition.h"
#include "rules/square.h"

#include <stdio.h>
#include <string.h>

/* The board keeps every complete formation. */
static void send_formation(struct console *console)
{
	char word[CONSOLE_WORD], rows[DRAFT_ROWS], count[12], total[12];
	const struct draft *draft = &console->draft;

	snprintf(count, sizeof count, "%u", draft_placed(draft));
	snprintf(total, sizeof total, "%u", edition_army_size(draft->edition));
	console_tell_line(
		console, texts_say(console->texts, "setup.placed", "count", count, "total", total));
	if (!draft_is_complete(draft))
		return;
	draft_write(draft, rows);
	snprintf(word, sizeof word, "formation %s", rows);
	console_say(console, word);
}

void setup_ready(struct console *console)
{
	if (want_truth(console->view, "tags") || !console->draft.edition ||
	    draft_is_complete(&console->draft))
		console_say(console, "ready");
	else
		send_formation(console); /* which tells what is missing */
}

void setup_save(struct console *console)
{
	const char *edition = want_text(console->view, "edition");
	json_t *list = json_object_get(console->formations, edition);
	char rows[DRAFT_ROWS], number[16];
	struct line name = texts_say(console->texts, "setup.saved");

	if (!list) {
		list = json_array();
		json_object_set_new(console->formations, edition, list);
	}
	draft_write_own(&console->draft, rows);
	json_array_append_new(list, json_string(rows));
	console->events.save(console->events.owner, console->formations);
	snprintf(number, sizeof number, " %zu", json_array_size(list));
	line_add(&name, number);
	console_tell_line(console, texts_say(console->texts, "console.saved", "name", name.text));
}

static void tell_fault(struct console *console, enum draft_fault fault)
{
	const struct edition *edition = console->draft.edition;
	struct line why;
	char rows[12], columns[12];

	snprintf(rows, sizeof rows, "%u", edition->setup_rows);
	snprintf(columns, sizeof columns, "%u", boards[edition->board].columns);
	why = fault == DRAFT_WRONG_ROWS ? texts_say(console->texts, "setup.wrong-rows", "rows",
						    rows, "columns", columns)
					: texts_say(console->texts, "setup.wrong-army");
	console_tell_line(console, texts_say(console->texts, "setup.paste-wrong", "why", why.text));
}

static void take_formation(struct console *console, enum draft_fault fault)
{
	console->typed[0] = '\0';
	if (fault != DRAFT_FINE) {
		tell_fault(console, fault);
		return;
	}
	console->arranged = true;
	console_go(console, PAGE_HOME);
	send_formation(console);
}

void setup_take_typed(struct console *console)
{
	take_formation(console, draft_read(&console->draft, console->typed));
}

void setup_take_saved(struct console *console, unsigned number)
{
	const char *edition = want_text(console->view, "edition");
	const json_t *list = json_object_get(console->formations, edition);
	const char *rows = json_string_value(json_array_get(list, number));

	take_formation(console, draft_read_own(&console->draft, rows ? rows : ""));
}

void setup_arrange(struct console *console, enum act act, unsigned number)
{
	console->arranged = true;
	if (act == ACT_RANDOM)
		draft_shuffle(&console->draft, console->events.dice);
	else if (act == ACT_STYLE)
		draft_arrange(&console->draft, (enum draft_style)number);
	else
		draft_clear(&console->draft);
	if (act == ACT_STYLE)
		console_go(console, PAGE_HOME);
	if (act != ACT_CLEAR)
		send_formation(console);
}

/* what to type, and an example for this side */
struct line setup_explain_paste(const struct console *console)
{
	struct draft example = console->draft;
	struct line text = texts_say(console->texts, "console.type-formation"), form;
	char rows[DRAFT_ROWS] = "", row[12];

	if (draft_arrange(&example, STYLE_FORTRESS))
		draft_write(&example, rows);
	snprintf(row, sizeof row, "%u", edition_first_row(example.edition, example.side) + 1);
	form = texts_say(console->texts, "setup.paste-rows", "row", row, "example", rows);
	line_add(&text, " ");
	line_add(&text, form.text);
	return text;
}

void setup_place(struct console *console, unsigned sq)
{
	console->arranged = true;
	draft_put(&console->draft, sq, console->pick.piece);
	if (draft_left(&console->draft, console->pick.piece) > 0)
		return; /* on to the next piece of this rank */
	console_go(console, draft_is_complete(&console->draft) ? PAGE_HOME : PAGE_PIECES);
	if (console->page == PAGE_HOME)
		send_formation(console);
}
