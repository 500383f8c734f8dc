/*
 * The console handheld on a whole terminal, with ncurses: draws what the console says and turns
 * keys into presses.
 */
#define _XOPEN_SOURCE_EXTENDED 1 /* ncurses with wide characters */
#include "daemon/cli/handheld/face/screen.h"

#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/picture.h"
#include "daemon/cli/handheld/console/texts.h"
#include "rules/square.h"

#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
	LEAST_COLUMNS = 40,
	LEAST_ROWS = 20,
	WIDE_COLUMNS = 70, /* from this width on the menu is beside the board */
	SENTENCE_ROWS = 5,
	STATUS_ROWS = 2,
	MENU_ROWS = 3, /* the minimum */
	ESCAPE_MS = 50,
};

enum colour { COLOUR_RED = 1, COLOUR_BLUE, COLOUR_LAKE, COLOUR_ALARM };

static bool is_on;
static unsigned bells;

/* ---- the terminal ---- */

void screen_stop(void)
{
	if (!is_on)
		return;
	is_on = false;
	endwin();
}

static void crashed(int number)
{
	screen_stop();
	raise(number); /* ends the process: the handler was reset */
}

/* A bug must not leave the terminal useless. */
static void catch_crashes(void)
{
	static const int numbers[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT};
	struct sigaction action = {.sa_handler = crashed, .sa_flags = (int)SA_RESETHAND};

	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
}

/* Sentences are UTF-8, whether the locale that was asked for is installed or not. */
static void choose_locale(void)
{
	setlocale(LC_ALL, "");
	if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0 && !setlocale(LC_CTYPE, "C.UTF-8"))
		setlocale(LC_CTYPE, "C.utf8");
}

static void choose_colours(void)
{
	const char *no_colour = getenv("NO_COLOR");

	if ((no_colour && *no_colour) || !has_colors() || start_color() == ERR)
		return;
	use_default_colors();
	init_pair(COLOUR_RED, COLOR_RED, -1);
	init_pair(COLOUR_BLUE, COLORS >= 16 ? 12 : COLOR_CYAN, -1);
	init_pair(COLOUR_LAKE, COLOR_CYAN, -1);
	init_pair(COLOUR_ALARM, COLOR_YELLOW, -1);
}

bool screen_start(void)
{
	SCREEN *screen;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return false;
	choose_locale();
	screen = newterm(NULL, stdout, stdin);
	if (!screen)
		return false;
	is_on = true;
	atexit(screen_stop);
	catch_crashes();
	choose_colours();
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(ESCAPE_MS);
	return true;
}

unsigned screen_columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void screen_resize(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
		resizeterm(size.ws_row, size.ws_col);
	clearok(stdscr, TRUE);
}

/* ---- drawing ---- */

/* A part of the screen that is filled from top to bottom. */
struct area {
	int y, x, width, end; /* end: the first row below it */
};

static void put_text(int y, int x, int width, const char *text)
{
	size_t next, length = line_break(text, (unsigned)width, &next);

	if (line_width(text) <= (unsigned)width)
		length = strlen(text);
	mvaddnstr(y, x, text, (int)length);
}

static unsigned rows_of(const char *text, int width)
{
	unsigned rows = 0;
	size_t next;

	for (; *text; text += next, rows++)
		line_break(text, (unsigned)width, &next);
	return rows;
}

/* Writes text over as many rows as it needs, if there are that many. */
static void flow(struct area *area, const char *text, unsigned most)
{
	size_t next, length;

	for (; *text && area->y < area->end && most > 0; text += next, most--) {
		length = line_break(text, (unsigned)area->width, &next);
		mvaddnstr(area->y++, area->x, text, (int)length);
	}
}

static void draw_head(const struct console *console, struct area *area, uint64_t now_us)
{
	struct line title = console_title(console), clocks = console_clocks(console, now_us);
	int width = (int)line_width(clocks.text), room = area->width;

	attron(A_REVERSE);
	mvhline(area->y, 0, ' ', COLS);
	if (width > 0 && width < room) {
		mvaddstr(area->y, room - width, clocks.text);
		room -= width + 1;
	}
	put_text(area->y, 0, room, title.text);
	attroff(A_REVERSE);
	area->y++;
}

static void draw_sentence(const struct console *console, struct area *area)
{
	struct line status = console_status(console), sentence = console_sentence(console);

	if (status.text[0]) {
		attron(A_BOLD | COLOR_PAIR(COLOUR_ALARM));
		flow(area, status.text, console->view ? STATUS_ROWS : SENTENCE_ROWS);
		attroff(A_BOLD | COLOR_PAIR(COLOUR_ALARM));
	}
	/* without a view the status already says why */
	if (strcmp(status.text, sentence.text) == 0 || (status.text[0] && !console->view))
		return;
	attron(A_BOLD);
	flow(area, sentence.text, SENTENCE_ROWS);
	attroff(A_BOLD);
}

static void colour_cell(int y, int x, const struct picture_cell *cell)
{
	attr_t attributes = cell->marked ? A_REVERSE : A_NORMAL;
	short colour = 0;

	if (cell->side != SIDE_NONE) {
		attributes |= A_BOLD;
		colour = cell->side == SIDE_RED ? COLOUR_RED : COLOUR_BLUE;
	} else if (cell->lake) {
		colour = COLOUR_LAKE;
	}
	mvchgat(y, x, PICTURE_CELL - 1, attributes, colour, NULL);
}

static void draw_picture(const struct console *console, const struct picture *picture,
			 struct area *area)
{
	for (unsigned row = 0; row <= picture->rows && area->y < area->end; row++, area->y++) {
		struct line line = picture_line(picture, console->texts, row);

		mvaddstr(area->y, area->x, line.text);
		for (unsigned column = 0; row < picture->rows && column < picture->columns;
		     column++)
			colour_cell(area->y,
				    area->x + PICTURE_MARGIN + 1 + PICTURE_CELL * (int)column,
				    &picture->cells[row][column]);
	}
}

static void draw_lines(const struct console *console, struct area *area)
{
	for (unsigned i = 0; i < console->line_count; i++) {
		attron(i == 0 ? A_BOLD : A_NORMAL);
		flow(area, console->lines[i].text, 4);
		attroff(A_BOLD);
		area->y += i == 0;
	}
}

static void draw_body(const struct console *console, struct area *area)
{
	struct picture picture;

	if (console->page == PAGE_TEXT)
		draw_lines(console, area);
	else if (console_picture(console, &picture))
		draw_picture(console, &picture, area);
}

static void draw_menu(const struct console *console, const struct area *area)
{
	int rows = area->end - area->y, first = 0, count, cursor_y = area->y;
	struct menu menu;

	menu_make(&menu, console);
	count = (int)menu.count;
	if ((int)console->selected >= rows)
		first = (int)console->selected - rows + 1;
	for (int i = first; i < count && i - first < rows; i++) {
		bool chosen = i == (int)console->selected;
		int y = area->y + i - first;

		if (chosen) {
			attron(A_REVERSE);
			cursor_y = y;
		}
		mvaddstr(y, area->x, chosen ? "> " : "  ");
		put_text(y, area->x + 2, area->width - 4, menu.items[i].label);
		attroff(A_REVERSE);
	}
	if (first > 0)
		mvaddch(area->y, area->x + area->width - 1, '^');
	if (first + rows < count)
		mvaddch(area->end - 1, area->x + area->width - 1, 'v');
	move(cursor_y, area->x); /* where a screen reader looks */
}

/* How many rows a sentence of the log takes; what the player should do is at the top anyway. */
static unsigned log_rows(const struct console *console, unsigned number, int width)
{
	return console_told_want(console, number) ? 0
						  : rows_of(console_told(console, number), width);
}

/* The latest sentences, the last one at the bottom. */
static void draw_log(const struct console *console, struct area *area)
{
	unsigned kept = console->told < CONSOLE_LOG ? console->told : CONSOLE_LOG, used = 0;
	unsigned rows = area->end > area->y ? (unsigned)(area->end - area->y) : 0, first;

	for (first = console->told; first > console->told - kept; first--) {
		unsigned more = log_rows(console, first - 1, area->width);

		if (used > 0 && used + more > rows)
			break;
		used += more; /* at least the beginning of the latest sentence fits */
	}
	area->y = area->end - (int)(used < rows ? used : rows);
	for (; first < console->told; first++)
		flow(area, console_told(console, first), log_rows(console, first, area->width));
}

static void draw_typed(const struct console *console, struct area *area)
{
	size_t length = strlen(console->typed), room = (size_t)area->width - 3;

	if (!console_wants_text(console))
		return;
	mvaddstr(area->y, area->x, "> ");
	addstr(console->typed + (length > room ? length - room : 0));
	addch('_');
	area->y += 2;
}

static void draw_keys(const struct console *console, int y)
{
	static const char *const keys[] = {"console.key.choose", "console.key.look",
					   "console.key.menu", "console.key.quit"};
	struct line all = {""}, one;

	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (i == 1 && console_is_arranging(console))
			continue; /* they are visible anyway */
		one = texts_say(console->texts, keys[i]);
		line_add(&all, i > 0 ? ", " : "");
		line_add(&all, one.text);
	}
	one = texts_say(console->texts, "console.keys", "keys", all.text);
	attron(A_DIM);
	put_text(y, 0, COLS, one.text);
	attroff(A_DIM);
}

/* Board left, menu right, log below. */
static void draw_wide(const struct console *console, struct area *area)
{
	struct area left = *area, right = *area, below = *area;

	left.y++;
	left.width = COLS / 2;
	left.end = LINES - 2;
	draw_body(console, &left);
	below.y = left.y + 1;
	below.end = LINES - 2;
	draw_log(console, &below);
	draw_keys(console, LINES - 1);
	right.y++;
	right.x = COLS / 2;
	right.width = COLS - right.x;
	right.end = left.y > right.y + MENU_ROWS ? left.y : right.y + MENU_ROWS;
	draw_typed(console, &right);
	draw_menu(console, &right);
}

/* One below the other: a menu of at least three rows, and the latest sentence. */
static void draw_narrow(const struct console *console, struct area *area)
{
	struct area body = *area, log = *area;

	body.end = LINES - MENU_ROWS;
	draw_body(console, &body);
	area->y = body.y;
	log.end = LINES;
	log.y = LINES - 2 > body.y + MENU_ROWS ? LINES - 2 : body.y + MENU_ROWS;
	draw_typed(console, area);
	area->end = log.y;
	draw_log(console, &log);
	draw_menu(console, area);
}

void screen_draw(const struct console *console, uint64_t now_us)
{
	struct area area = {0, 0, COLS, LINES};
	struct line small;

	erase();
	if (COLS < LEAST_COLUMNS || LINES < LEAST_ROWS) {
		small = texts_say(console->texts, "console.too-small");
		flow(&area, small.text, (unsigned)LINES);
	} else {
		draw_head(console, &area, now_us);
		draw_sentence(console, &area);
		if (COLS >= WIDE_COLUMNS)
			draw_wide(console, &area);
		else
			draw_narrow(console, &area);
	}
	if (bells != console->calls)
		beep();
	bells = console->calls;
	refresh();
}

/* ---- keys ---- */

static bool press_of(int key, enum press *press)
{
	static const struct {
		int key;
		enum press press;
	} keys[] = {
		{KEY_UP, PRESS_UP},	     {KEY_DOWN, PRESS_DOWN},   {'\n', PRESS_ENTER},
		{'\r', PRESS_ENTER},	     {KEY_ENTER, PRESS_ENTER}, {27, PRESS_BACK},
		{KEY_RIGHT, PRESS_ENTER},    {KEY_LEFT, PRESS_BACK},   {KEY_PPAGE, PRESS_FAR_UP},
		{KEY_NPAGE, PRESS_FAR_DOWN},
	};

	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i].key == key) {
			*press = keys[i].press;
			return true;
		}
	return false;
}

/* letters that act as keys where no text is typed */
static bool press_of_letter(int key, enum press *press)
{
	static const char letters[] = "kj bl?mq";
	static const enum press presses[] = {PRESS_UP,	 PRESS_DOWN, PRESS_ENTER, PRESS_BACK,
					     PRESS_LOOK, PRESS_MENU, PRESS_MENU,  PRESS_QUIT};
	const char *found = key > 0 && key < 128 ? strchr(letters, key) : NULL;

	if (found)
		*press = presses[found - letters];
	return found != NULL;
}

static bool takes_letters(const struct console *console, int key)
{
	if (console_wants_text(console))
		return true;
	return console->page == PAGE_PICK &&
	       ((key >= 'a' && key <= 'j') || (key >= '0' && key <= '9'));
}

static void take_key(struct console *console, int key, uint64_t now_us)
{
	bool erases = key == KEY_BACKSPACE || key == 127 || key == '\b';
	enum press press;

	if (press_of(key, &press))
		console_press(console, press, now_us);
	else if (erases && console_wants_text(console))
		console_type(console, '\b');
	else if (erases)
		console_press(console, PRESS_BACK, now_us);
	else if (key >= ' ' && key < 127 && takes_letters(console, key))
		console_type(console, (char)key);
	else if (press_of_letter(key, &press))
		console_press(console, press, now_us);
}

void screen_read(struct console *console, uint64_t now_us)
{
	int key;

	while ((key = getch()) != ERR)
		take_key(console, key, now_us);
}
