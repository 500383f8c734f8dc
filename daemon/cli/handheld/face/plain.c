/*
 * The console handheld as lines of text, for screen readers and pipes. Prints what the console says
 * and passes on what is typed.
 */
#include "daemon/cli/handheld/face/plain.h"

#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/picture.h"
#include "daemon/cli/handheld/console/texts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void plain_start(struct plain *plain, const struct console *console, FILE *out)
{
	struct line help = texts_say(console->texts, "console.plain-help");

	memset(plain, 0, sizeof *plain);
	plain->out = out;
	plain->status = console_status(console);
	fprintf(out, "%s\n", help.text);
	if (plain->status.text[0])
		fprintf(out, "%s\n", plain->status.text);
	fflush(out);
}

/* ---- printing ---- */

static void say_menu(struct plain *plain, const struct console *console, const struct menu *menu)
{
	struct line sentence = console_sentence(console);

	if (console->page != PAGE_HOME && console->page != PAGE_TEXT &&
	    console->page != PAGE_CONFIRM && console->page != PAGE_MORE)
		fprintf(plain->out, "%s\n", sentence.text);
	for (unsigned i = 0; i < menu->count; i++)
		fprintf(plain->out, "%u %s\n", i + 1, menu->items[i].label);
}

/* Whether the menu differs from the one printed last. */
static bool is_new(struct plain *plain, const struct console *console, const struct menu *menu)
{
	const char page[] = {(char)('A' + (int)console->page), ' ', '\0'};
	struct line all = line_of(page);

	for (unsigned i = 0; i < menu->count; i++) {
		line_add(&all, menu->items[i].label);
		line_add(&all, ";");
	}
	if (strcmp(all.text, plain->menu.text) == 0)
		return false;
	plain->menu = all;
	return true;
}

void plain_show(struct plain *plain, const struct console *console)
{
	unsigned first = plain->told;
	struct menu menu;

	if (console->told > CONSOLE_LOG && first < console->told - CONSOLE_LOG)
		first = console->told - CONSOLE_LOG;
	for (; first < console->told; first++)
		fprintf(plain->out, "%s\n", console_told(console, first));
	plain->told = console->told;
	menu_make(&menu, console);
	if (is_new(plain, console, &menu))
		say_menu(plain, console, &menu);
	fflush(plain->out);
}

static void say_picture(const struct plain *plain, const struct console *console)
{
	struct line red = texts_letter(console->texts, "red"), legend;
	struct line blue = texts_letter(console->texts, "blue");
	struct picture picture;

	if (!console_picture(console, &picture))
		return;
	for (unsigned i = 0; i <= picture.rows; i++) {
		struct line line = picture_line(&picture, console->texts, i);

		fprintf(plain->out, "%s\n", line.text);
	}
	legend = texts_say(console->texts, "console.legend", "red", red.text, "blue", blue.text);
	fprintf(plain->out, "%s\n", legend.text);
}

static void say_lines(const struct plain *plain, const struct console *console)
{
	for (unsigned i = 0; i < console->line_count; i++)
		fprintf(plain->out, "%s\n", console->lines[i].text);
}

static void say_everything(struct plain *plain, const struct console *console, uint64_t now_us)
{
	struct line title = console_title(console), clocks = console_clocks(console, now_us);
	struct line status = console_status(console), sentence = console_sentence(console);

	fprintf(plain->out, "%s\n", title.text);
	if (clocks.text[0])
		fprintf(plain->out, "%s\n", clocks.text);
	if (status.text[0])
		fprintf(plain->out, "%s\n", status.text);
	fprintf(plain->out, "%s\n", sentence.text);
	if (console->page == PAGE_TEXT)
		say_lines(plain, console);
	else
		say_picture(plain, console);
	plain->menu.text[0] = '\0'; /* it is printed again */
}

/* ---- input ---- */

static bool choose_named(struct console *console, const char *line, uint64_t now_us)
{
	struct menu menu;

	menu_make(&menu, console);
	for (unsigned i = 0; i < menu.count; i++)
		if (strcasecmp(menu.items[i].label, line) == 0) {
			console_choose(console, i, now_us);
			return true;
		}
	return false;
}

static void take_text(struct console *console, const char *text, uint64_t now_us)
{
	for (; *text; text++)
		console_type(console, *text);
	console->menu_changed_us = 0;
	console_press(console, PRESS_ENTER, now_us);
}

/* What was printed cannot be hidden again: it is printed once. */
static void say_army(const struct plain *plain, struct console *console)
{
	say_picture(plain, console);
	console->look_until_us = 0;
}

static bool take_letter(struct plain *plain, struct console *console, char letter, uint64_t now_us)
{
	switch (letter) {
	case 'q':
		console_press(console, PRESS_QUIT, now_us);
		return true;
	case 'b':
	case '0':
		console_press(console, PRESS_BACK, now_us);
		return true;
	case 'm':
		console_press(console, PRESS_MENU, now_us);
		return true;
	case 'l':
		console_press(console, PRESS_LOOK, now_us);
		return true;
	case '?':
		say_everything(plain, console, now_us);
		return true;
	default:
		return false;
	}
}

static void obey(struct plain *plain, struct console *console, const char *line, uint64_t now_us)
{
	char *end;
	unsigned long number = strtoul(line, &end, 10);

	if (line[0] == '\0')
		say_everything(plain, console, now_us);
	else if (line[1] == '\0' && take_letter(plain, console, line[0], now_us))
		return;
	else if (end != line && *end == '\0')
		console_choose(console, (unsigned)number - 1, now_us);
	else if (choose_named(console, line, now_us))
		return;
	else if (console_wants_text(console))
		take_text(console, line, now_us);
	else /* a word as handhelds say it; if it is not one the board says so */
		console->events.say(console->events.owner, line);
}

void plain_take(struct plain *plain, struct console *console, const char *bytes, size_t count,
		uint64_t now_us)
{
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] != '\n') {
			if (plain->length + 1 < sizeof plain->input && bytes[i] != '\r')
				plain->input[plain->length++] = bytes[i];
			continue;
		}
		plain->input[plain->length] = '\0';
		plain->length = 0;
		obey(plain, console, plain->input, now_us);
		if (console_is_looking(console))
			say_army(plain, console);
		plain_show(plain, console);
	}
}
