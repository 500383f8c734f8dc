/*
 * The console handheld: views, connection, time. events.c handles events, press.c keys; render.c
 * decides what is shown.
 */
#include "daemon/cli/handheld/console/console.h"

#include "daemon/cli/handheld/console/inside.h"
#include "daemon/cli/handheld/console/texts.h"
#include "rules/edition.h"
#include "rules/square.h"

#include <inttypes.h>
#include <string.h>

enum {
	BRIEF_US = 4000000, /* shorter absences are not mentioned */
	BACK_US = 3000000,  /* how long it is shown that the board is back */
	SECOND_US = 1000000,
};

void console_init(struct console *console, const struct texts *texts,
		  const struct console_events *events)
{
	memset(console, 0, sizeof *console);
	console->texts = texts;
	console->events = *events;
	console->formations = json_object();
	console->want = want_of(texts, NULL);
	console->link_due_us = UINT64_MAX;
	console->clock.running = SIDE_NONE;
}

void console_finish(struct console *console)
{
	json_decref(console->view);
	json_decref(console->formations);
}

/* ---- sentences ---- */

void console_tell(struct console *console, const char *sentence)
{
	console->log_is_want[console->told % CONSOLE_LOG] = false;
	console->log_is_rule[console->told % CONSOLE_LOG] = false;
	console->log[console->told++ % CONSOLE_LOG] = line_of(sentence);
}

/* For people who read line by line: on a screen it is at the top anyway. */
void console_tell_wanted(struct console *console, const char *sentence)
{
	console_tell(console, sentence);
	console->log_is_want[(console->told - 1) % CONSOLE_LOG] = true;
}

void console_tell_rule(struct console *console, const char *sentence)
{
	console_tell(console, sentence);
	console->log_is_rule[(console->told - 1) % CONSOLE_LOG] = true;
}

/*
 * Which rule it was may reveal what the piece is to a person looking over the player's shoulder.
 * Once the table is right again it is no longer needed.
 */
static void forget_rules(struct console *console)
{
	struct line you = texts_side(console->texts, want_text(console->view, "you"));
	struct line tried = texts_say(console->texts, "tell.illegal", "side", you.text);

	if (json_array_size(json_object_get(console->view, "guides")) > 0)
		return;
	for (unsigned i = 0; i < CONSOLE_LOG; i++)
		if (console->log_is_rule[i]) {
			console->log[i] = tried;
			console->log_is_rule[i] = false;
		}
}

bool console_told_want(const struct console *console, unsigned number)
{
	return console->log_is_want[number % CONSOLE_LOG];
}

const char *console_told(const struct console *console, unsigned number)
{
	return console->log[number % CONSOLE_LOG].text;
}

void console_tell_key(struct console *console, const char *key)
{
	struct line sentence = texts_say(console->texts, key);

	console_tell(console, sentence.text);
}

void console_tell_line(struct console *console, struct line sentence)
{
	console_tell(console, sentence.text);
}

/* ---- views ---- */

static bool calls(const struct want *want, const struct want *before)
{
	if (want->is_asked && !before->is_asked)
		return true;
	return want->kind != before->kind && (want->kind == WANT_TURN || want->is_asked);
}

/*
 * While pieces are put on the table their number changes all the time: it is shown at the top and
 * not told again. If all are there, but not all where they should be, it is told.
 */
static bool is_mere_progress(const struct console *console, enum want_kind before)
{
	const json_t *trouble = json_object_get(console->view, "setup_trouble");

	return before == WANT_PLACING && console->want.kind == WANT_PLACING &&
	       json_integer_value(json_object_get(trouble, "count")) <
		       json_integer_value(json_object_get(trouble, "total"));
}

/* What the referee wants takes precedence over whatever the player was looking at. */
static void follow_want(struct console *console, uint64_t now_us)
{
	struct want before = console->want;
	bool same;

	console->want = want_of(console->texts, console->view);
	same = strcmp(before.text.text, console->want.text.text) == 0;
	if (same && before.kind == console->want.kind)
		return;
	if (!is_mere_progress(console, before.kind))
		console_tell_wanted(console, console->want.text.text);
	if (before.kind == console->want.kind &&
	    (before.kind == WANT_SETUP || before.kind == WANT_PLACING))
		return; /* the choice is still the same */
	if (calls(&console->want, &before))
		console->calls++;
	if (console->want.is_asked || before.kind == WANT_SETUP ||
	    console->want.kind == WANT_OVER || console->want.kind == WANT_SETUP ||
	    before.kind == WANT_STARTING)
		console->page = PAGE_HOME;
	if (console->page != PAGE_HOME)
		return;
	console->selected = 0;
	console->menu_changed_us = now_us;
}

void console_set_clock(struct console *console, const json_t *clock, uint64_t now_us)
{
	const char *running = want_text(clock, "running");

	console->clock.there = json_is_object(clock);
	console->clock.left_ms[SIDE_RED] = json_integer_value(json_object_get(clock, "red"));
	console->clock.left_ms[SIDE_BLUE] = json_integer_value(json_object_get(clock, "blue"));
	console->clock.running = side_parse(running, strlen(running));
	console->clock.at_us = now_us;
	console->clock.is_setup = false;
}

static void set_setup_time(struct console *console, const json_t *left_ms)
{
	console->clock.is_setup = json_is_integer(left_ms);
	console->clock.setup_ms = json_integer_value(left_ms);
}

/* A formation arranged here stays, unless the board has one, or it is another game. */
static void follow_draft(struct console *console, const char *game_before)
{
	const char *edition = want_text(console->view, "edition");
	const char *you = want_text(console->view, "you");
	unsigned number = edition_find(edition, strlen(edition));
	bool is_new = strcmp(game_before, want_text(console->view, "id")) != 0;

	if (number == EDITION_NONE)
		return;
	if (is_new || !console->draft.edition) {
		draft_begin(&console->draft, &editions[number],
			    strcmp(you, "blue") == 0 ? SIDE_BLUE : SIDE_RED);
		console->taken_count = 0;
		console->arranged = false;
		console->page = PAGE_HOME;
	}
	if (want_truth(console->view, "tags") || !console->arranged)
		draft_take_view(&console->draft, want_text(console->view, you));
}

json_int_t console_ply(const struct console *console)
{
	return json_integer_value(json_object_get(console->view, "ply"));
}

/* Pieces lost in a move that is taken back stand on the board again. */
static void follow_taken(struct console *console)
{
	while (console->taken_count > 0 &&
	       console->taken[console->taken_count - 1].ply >= console_ply(console) &&
	       console->want.kind != WANT_OVER)
		console->taken_count--;
}

/* the item under the finger */
static struct menu_item selected_item(const struct console *console)
{
	struct menu menu;

	menu_make(&menu, console);
	return console->selected < menu.count ? menu.items[console->selected]
					      : (struct menu_item){.label = ""};
}

/*
 * While pieces are arranged Ready comes and goes above the selected item, which stays selected. The
 * first item was not chosen by the player: there Ready is offered, after a moment.
 */
static void keep_selected(struct console *console, const char *label, uint64_t now_us)
{
	struct menu menu;

	if (console->page != PAGE_HOME || console->want.kind != WANT_SETUP)
		return;
	menu_make(&menu, console);
	if (console->selected == 0) {
		if (strcmp(menu.items[0].label, label) != 0)
			console->menu_changed_us = now_us;
		return;
	}
	for (unsigned i = 0; i < menu.count; i++)
		if (strcmp(menu.items[i].label, label) == 0)
			console->selected = i;
}

void console_take_view(struct console *console, json_t *view, uint64_t now_us)
{
	struct line game_before = line_of(want_text(console->view, "id"));
	bool was_setup = console->want.kind == WANT_SETUP;
	struct menu_item item = selected_item(console);

	if (!view && console->unpaired)
		return;
	json_decref(console->view);
	console->view = json_incref(view);
	console->unpaired = !view;
	if (view) {
		console->loss = NULL;
		follow_draft(console, game_before.text);
		console_set_clock(console, json_object_get(view, "clock"), now_us);
		set_setup_time(console, json_object_get(view, "setup_ms"));
		follow_want(console, now_us);
		forget_rules(console);
		follow_taken(console);
		if (was_setup)
			keep_selected(console, item.label, now_us);
		return;
	}
	console_tell_key(console, console->loss ? console->loss : "conn.unpaired");
	console->page = PAGE_HOME;
	console->selected = 0;
}

/* ---- connection ---- */

static bool is_told_lost(const struct console *console)
{
	return console->link == LINK_LOST || console->link == LINK_GONE;
}

void console_distrust(struct console *console)
{
	if (!console->distrusted)
		console_tell_wanted(console, texts_say(console->texts, "console.untrusted").text);
	console->distrusted = true;
}

void console_set_link(struct console *console, bool connected, bool online, uint64_t now_us)
{
	console->distrusted = console->distrusted && !connected;
	console->connected = connected;
	if (online && is_told_lost(console)) {
		console->link = LINK_BACK;
		console->link_due_us = now_us + BACK_US;
		console_tell_key(console, "conn.back");
	} else if (online && console->link != LINK_BACK) {
		console->link = LINK_UP;
		console->link_due_us = UINT64_MAX;
	} else if (!online && (console->link == LINK_UP || console->link == LINK_BACK)) {
		console->link = LINK_GAP;
		console->link_due_us = now_us + BRIEF_US;
	} else if (!online && is_told_lost(console)) {
		console->link = connected ? LINK_GONE : LINK_LOST;
	}
}

struct line console_status(const struct console *console)
{
	static const char *const keys[] = {[LINK_CONNECTING] = "conn.connecting",
					   [LINK_LOST] = "conn.lost",
					   [LINK_GONE] = "conn.daemon-gone",
					   [LINK_BACK] = "conn.back"};

	if (console->unpaired)
		return texts_say(console->texts, "conn.unpaired");
	if (console->distrusted)
		return texts_say(console->texts, "console.untrusted");
	if (console->link == LINK_UP || console->link == LINK_GAP)
		return line_of("");
	return texts_say(console->texts, keys[console->link]);
}

/* ---- time ---- */

bool console_is_arranging(const struct console *console)
{
	return console->want.kind == WANT_SETUP || console->want.kind == WANT_PLACING;
}

bool console_is_looking(const struct console *console)
{
	return console->look_until_us != 0;
}

static void link_due(struct console *console)
{
	console->link_due_us = UINT64_MAX;
	if (console->link == LINK_BACK) {
		console->link = LINK_UP;
		return;
	}
	console->link = console->connected ? LINK_GONE : LINK_LOST;
	console_tell_key(console, console->connected ? "conn.daemon-gone" : "conn.lost");
}

static bool shows_cards(const struct console *console)
{
	return console->page == PAGE_CARDS || console->page == PAGE_CARD ||
	       console->page == PAGE_ORDER;
}

void console_tick(struct console *console, uint64_t now_us)
{
	if (now_us >= console->link_due_us)
		link_due(console);
	if (console_is_looking(console) && now_us >= console->look_until_us)
		console->look_until_us = 0;
	if (shows_cards(console) && now_us >= console->cards_until_us) {
		console->page = PAGE_HOME;
		console->selected = 0;
	}
}

static bool time_runs(const struct console *console)
{
	return console->clock.is_setup ||
	       (console->clock.there && console->clock.running != SIDE_NONE);
}

uint64_t console_deadline(const struct console *console, uint64_t now_us)
{
	uint64_t due = console->link_due_us;

	if (console_is_looking(console) && console->look_until_us < due)
		due = console->look_until_us;
	if (shows_cards(console) && console->cards_until_us < due)
		due = console->cards_until_us;
	if (time_runs(console) && now_us + SECOND_US / 4 < due)
		due = now_us + SECOND_US / 4;
	return due;
}
