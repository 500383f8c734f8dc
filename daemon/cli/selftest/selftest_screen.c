/* Shows a self-test in progress: the whole board on a terminal, or a line an event elsewhere. */
#include "daemon/cli/selftest/selftest_screen.h"

#include "daemon/cli/base/format.h"
#include "daemon/cli/selftest/selftest_monitor.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_SIZE = 128, LIST_MOST = 10 };

#define CLEAR "\033[H\033[J"
#define PLAIN "\033[0m"
#define GOOD "\033[32m"
#define BAD "\033[1;31m"
#define ASKED "\033[7m"

void screen_init(struct selftest_screen *screen)
{
	const char *terminal = getenv("TERM"), *no_colour = getenv("NO_COLOR");

	memset(screen, 0, sizeof *screen);
	screen->drawn =
		isatty(STDOUT_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
	screen->coloured = screen->drawn && !(no_colour && *no_colour);
}

void screen_introduce(struct selftest_screen *screen, unsigned count)
{
	const char *margin = screen->drawn ? "  " : "";

	snprintf(screen->message, sizeof screen->message,
		 "You will be asked for a piece on each of %u squares. Move one piece along, or\n"
		 "%sleave each where it is: only then can the diodes be tested too.",
		 count, margin);
	if (!screen->drawn) /* what is printed before a board is drawn is gone at once */
		printf("%s\n", screen->message);
}

void screen_lamps(struct selftest_screen *screen)
{
	size_t length = strlen(screen->message);
	const char *margin = screen->drawn ? "\n  " : "";

	snprintf(screen->message + length, sizeof screen->message - length,
		 "%sAll lamps are lit now. Where one is dark, say so when its square is asked for.",
		 margin);
	if (!screen->drawn)
		printf("%s\n", screen->message + length);
}

void screen_board(struct selftest_screen *screen, const struct source_board *board)
{
	screen->board = board;
	screen->board_due = true;
}

/* ---- what the last prompt led to ---- */

static void describe_answer(const struct selftest *test, unsigned sq, char *text, size_t room)
{
	const struct selftest_probe *probe = &test->probes[sq];
	const struct monitor_change *closing = &test->monitor.contacts[probe->first].closing;
	struct bits others = probe->contacts;
	char list[LIST_SIZE], span[SPAN_SIZE];

	bits_drop(&others, sq);
	format_squares(others, LIST_MOST, list, sizeof list);
	format_span(closing->span_us, span);
	if (!bits_has(probe->contacts, sq))
		snprintf(text, room, "answers as %s", list);
	else if (bits_any(others))
		snprintf(text, room, "answers, and %s with it", list);
	else if (closing->edges == 1)
		snprintf(text, room, "answers");
	else
		snprintf(text, room, "answers, %u edges in %s", closing->edges, span);
	if (selftest_has_both(test) && !bits_any(probe->tags))
		snprintf(text + strlen(text), room - strlen(text), ", no tag is seen");
}

static void describe(const struct selftest *test, unsigned sq, char message[SCREEN_MESSAGE])
{
	char name[SQ_NAME_SIZE], text[SCREEN_MESSAGE - 16] = "";

	sq_format(sq, name);
	switch (test->probes[sq].state) {
	case PROBE_ANSWERED:
		describe_answer(test, sq, text, sizeof text);
		break;
	case PROBE_SILENT:
		snprintf(text, sizeof text, "nothing happens");
		break;
	case PROBE_COVERED:
		snprintf(text, sizeof text, "looks closed already, so it could not be tested");
		break;
	case PROBE_HIDDEN:
		snprintf(
			text, sizeof text,
			"cannot be seen, nor others that stand there: take the pieces off, except one");
		break;
	case PROBE_UNASKED:
		snprintf(text, sizeof text, "is %s with no piece on it, so it is passed over",
			 bits_has(test->stuck, sq) ? "closed" : "restless");
		break;
	}
	snprintf(message, SCREEN_MESSAGE, "%s: %s", name, text);
}

/* ---- what is asked for ---- */

static void ask(const struct selftest *test, bool keys)
{
	char name[SQ_NAME_SIZE], list[LIST_SIZE];
	unsigned sq = selftest_asked(test);

	if (test->silent) {
		printf("Nothing can be tried until it answers again. q: enough\n");
	} else if (test->phase == SELFTEST_CLEAR && keys) {
		format_squares(monitor_standing(&test->monitor), LIST_MOST, list, sizeof list);
		printf("Take every piece off the board, then press Enter.%s%s\n",
		       *list ? " Closed now: " : "", list);
	} else if (test->phase == SELFTEST_LISTEN) {
		printf("Listening to the empty board...\n");
	} else if (sq != SQ_OFF_BOARD) {
		sq_format(sq, name);
		printf("Put a piece on %s.%s%s\n", name,
		       !test->has_lamps		  ? ""
		       : bits_has(test->dark, sq) ? " Its lamp is noted as dark."
						  : " Its lamp is lit; d: it is dark.",
		       selftest_is_covered(test, sq)
			       ? " It looks closed already: take the other pieces off first."
			       : "");
	}
}

/* ---- lines ---- */

static void show_lines(struct selftest_screen *screen, const struct selftest *test, bool keys)
{
	/* after selftest_again() there is less to tell than before */
	for (unsigned i = screen->next; i < test->next; i++) {
		describe(test, test->order[i], screen->message);
		printf("%s\n", screen->message);
	}
	if (screen->board_due)
		source_tell_board(stdout, screen->board);
	if (!screen->asked || screen->board_due || screen->phase != test->phase ||
	    screen->next != test->next)
		ask(test, keys);
}

/* ---- the board ---- */

static char sign_of(const struct selftest *test, unsigned sq)
{
	const struct selftest_probe *probe = &test->probes[sq];

	if (sq == selftest_asked(test))
		return '?';
	if (bits_has(test->stuck, sq))
		return '#';
	if (bits_has(test->noisy, sq))
		return '!';
	if (probe->state == PROBE_SILENT)
		return 'x';
	if (probe->state == PROBE_ANSWERED)
		return bits_equal(probe->contacts, bits_of(sq)) ? '+' : '!';
	return bits_has(boards[test->monitor.board].lakes, sq) ? '~' : '.';
}

static const char *colour_of(char sign)
{
	if (sign == '?')
		return ASKED;
	if (sign == '+')
		return GOOD;
	return strchr("#!x", sign) ? BAD : "";
}

/* A closed contact stands in brackets: that can be read without colours. */
static void draw_square(const struct selftest_screen *screen, const struct selftest *test,
			unsigned sq)
{
	bool closed = test->monitor.contacts[sq].closed;
	char sign = sign_of(test, sq);

	const char *colour = screen->coloured ? colour_of(sign) : "";

	printf("%c%s%c%s%c", closed ? '[' : ' ', colour, sign, *colour ? PLAIN : "",
	       closed ? ']' : ' ');
}

static void draw(const struct selftest_screen *screen, const struct selftest *test, bool keys)
{
	const struct board *board = &boards[test->monitor.board];

	fputs(CLEAR "\n", stdout);
	for (unsigned row = board->rows; row-- > 0;) {
		printf("  %2u ", row + 1);
		for (unsigned column = 0; column < board->columns; column++)
			draw_square(screen, test, sq_at(column, row));
		putchar('\n');
	}
	fputs("     ", stdout);
	for (unsigned column = 0; column < board->columns; column++)
		printf(" %c ", (char)('a' + column));
	printf("\n\n  + fine   x dead   ! wrong   # stuck   [ ] closed now\n\n  %s\n  ",
	       screen->message);
	if (screen->board && !screen->board->is_over) {
		source_tell_board(stdout, screen->board);
		fputs("  ", stdout);
	}
	ask(test, keys);
	if (test->phase == SELFTEST_ASK && keys && !test->silent)
		printf("  Enter: it is there and nothing happens   b: the one before again   q: "
		       "enough\n");
}

static void show_board(struct selftest_screen *screen, const struct selftest *test, bool keys)
{
	bool moved = screen->phase != test->phase || screen->next != test->next;
	struct bits closed = BITS_NONE, standing = monitor_standing(&test->monitor);

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (test->monitor.contacts[sq].closed)
			bits_add(&closed, sq);
	if (test->next > screen->next)
		describe(test, test->order[test->next - 1], screen->message);
	else if (test->next < screen->next)
		screen->message[0] = '\0';
	/* what stands follows what is closed, a moment later and without an edge */
	if (moved || !screen->asked || screen->board_due || !bits_equal(closed, screen->closed) ||
	    !bits_equal(standing, screen->standing))
		draw(screen, test, keys);
	screen->closed = closed;
	screen->standing = standing;
}

void screen_show(struct selftest_screen *screen, const struct selftest *test, bool keys)
{
	if (screen->drawn)
		show_board(screen, test, keys);
	else
		show_lines(screen, test, keys);
	screen->asked = true;
	screen->board_due = false;
	screen->phase = test->phase;
	screen->next = test->next;
	fflush(stdout);
}
