/*
 * The console handheld: turns events and answers to words into what it says and remembers. Draws
 * nothing.
 */
#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/inside.h"
#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/console/want.h"
#include "rules/piece.h"

#include <string.h>

void console_add_line(struct console *console, const char *text)
{
	if (console->line_count < CONSOLE_LINES)
		console->lines[console->line_count++] = line_of(text);
}

static struct line fighter(const struct console *console, const json_t *event, const char *which)
{
	const char *code = want_text(event, which);

	return code[0] ? texts_rank(console->texts, code[0])
		       : texts_say(console->texts, "battle.unknown");
}

static void add_outcome(struct console *console, const json_t *event)
{
	const char *outcome = want_text(event, "outcome"), *key = "battle.none";
	bool mine = strcmp(want_text(event, "side"), want_text(console->view, "you")) == 0;
	struct line text;

	if (strcmp(outcome, "both") == 0)
		key = "battle.both-lost";
	else if (strcmp(outcome, "none") != 0)
		key = (strcmp(outcome, "attacker") == 0) == mine ? "battle.you-won"
								 : "battle.you-lost";
	text = texts_say(console->texts, key);
	line_add(&text, ".");
	console_add_line(console, text.text);
	console_tell(console, text.text);
}

static void add_played(struct console *console, const json_t *event)
{
	struct line names = want_cards(console->texts, json_object_get(event, "cards")), text;

	if (!names.text[0])
		return;
	text = texts_say(console->texts, "battle.cards", "cards", names.text);
	console_add_line(console, text.text);
	console_tell(console, text.text);
}

/* a piece of the other side that a battle has shown now lies beside the board */
static void remember_taken(struct console *console, const json_t *event)
{
	bool mine = strcmp(want_text(event, "side"), want_text(console->view, "you")) == 0;
	const char *outcome = want_text(event, "outcome");
	const char *code = want_text(event, mine ? "defender" : "attacker");
	bool theirs_is_lost = strcmp(outcome, "both") == 0 ||
			      strcmp(outcome, mine ? "attacker" : "defender") == 0;

	if (!theirs_is_lost || !code[0] || console->taken_count == CONSOLE_TAKEN)
		return;
	console->taken[console->taken_count].piece = (uint8_t)piece_parse(code[0]);
	console->taken[console->taken_count++].ply = console_ply(console);
}

/* The view that no longer asks comes after the battle. */
static bool is_answered_by_battle(const struct console *console)
{
	const json_t *question = json_object_get(console->view, "question");

	return console->want.kind == WANT_QUESTION &&
	       strcmp(want_text(question, "question"), "confirm-places") != 0;
}

static void show_battle(struct console *console, const json_t *event, uint64_t now_us)
{
	const char *side = want_text(event, "side");
	struct line mover = texts_side(console->texts, side);
	struct line other = texts_side(console->texts, want_side_opposite(side));
	struct line attacker = fighter(console, event, "attacker");
	struct line defender = fighter(console, event, "defender");
	struct line title, text;

	title = texts_say(console->texts, "battle.title", "sq", want_text(event, "sq"));
	text = texts_say(console->texts, "console.battle", "side", mover.text, "rank",
			 attacker.text, "other", other.text, "target", defender.text);
	console->line_count = 0;
	console_add_line(console, title.text);
	console_add_line(console, text.text);
	console_tell(console, text.text);
	add_outcome(console, event);
	add_played(console, event);
	remember_taken(console, event);
	if (console->want.is_asked && !is_answered_by_battle(console))
		return;
	console->page = PAGE_TEXT;
	console->selected = 0;
	console->menu_changed_us = now_us;
	console->calls++;
}

static void show_code(struct console *console, const json_t *event)
{
	struct line hint = texts_say(console->texts, "pair.new-device");

	console->line_count = 0;
	console_add_line(console, hint.text);
	console_add_line(console, want_text(event, "short"));
	console_add_line(console, want_text(event, "url"));
	console->page = PAGE_TEXT;
	console->selected = 0;
	for (unsigned i = 0; i < console->line_count; i++)
		console_tell(console, console->lines[i].text);
}

/* It is said when the seat is gone. */
static void remember_loss(struct console *console, const char *why)
{
	static const char *const keys[][2] = {{"freed", "left.freed"},
					      {"left", "left.left"},
					      {"moved", "left.moved"},
					      {"others-play", "left.others-play"},
					      {"long-over", "left.long-over"}};

	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
		if (strcmp(why, keys[i][0]) == 0)
			console->loss = keys[i][1];
}

void console_take_event(struct console *console, const json_t *event, uint64_t now_us)
{
	const char *name = want_text(event, "event");
	struct line sentence;

	if (strcmp(name, "clock") == 0)
		console_set_clock(console, event, now_us);
	else if (strcmp(name, "battle") == 0)
		show_battle(console, event, now_us);
	else if (strcmp(name, "code") == 0 && want_text(event, "code")[0])
		show_code(console, event); /* told again after a restart it is void, and without */
	else if (strcmp(name, "unpaired") == 0)
		remember_loss(console, want_text(event, "why"));
	else if (strcmp(name, "read") == 0)
		console_tell_key(console, "setup.board-read");
	else if (want_text(event, "rule")[0] && want_event(console->texts, event, &sentence))
		console_tell_rule(console, sentence.text);
	else if (strcmp(name, "guide") != 0 && want_event(console->texts, event, &sentence))
		console_tell(console, sentence.text); /* guides are in the prompt anyway */
}

/* what a set-up still lacks comes with the view, at the top */
static bool is_about_table(const json_t *why)
{
	return strcmp(want_text(why, "code"), "table-differs") == 0;
}

void console_take_answer(struct console *console, bool ok, const json_t *why)
{
	struct line sentence;

	if (ok || is_about_table(why))
		return;
	sentence = texts_why(console->texts, why);
	console_tell(console, sentence.text);
}

void console_miss_answer(struct console *console)
{
	console_tell_key(console, "conn.no-answer");
}
