/*
 * Lays a game out as plain text for people: the players, the moves in two columns, the board. Not
 * meant to be read by programs.
 */
#include "daemon/games/score_sheet.h"

#include "rules/game.h"
#include "rules/piece.h"
#include "rules/public.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"

#include <string.h>

enum {
	CELL_SIZE = RECORD_ACTION_SIZE + 96,
	CELL_WIDTH = 36,
	ROWS_MAX = 10 /* lines of one cell */
};

struct sheet {
	FILE *to;
	const struct score_sheet_options *options;
	unsigned row;			   /* number of the row that is being filled */
	char cells[SIDE_COUNT][CELL_SIZE]; /* "" until it is filled */
};

/* ---- the head ---- */

static bool is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

void score_sheet_put_name(FILE *to, struct text name, unsigned width)
{
	unsigned shown = 0;

	if (!text_is_clean(name))
		name = (struct text){"?", 1};
	for (size_t i = 0; i < name.length; i++) {
		shown += !is_continuation(name.at[i]);
		if (width > 0 && shown > width)
			return;
		fputc(name.at[i], to);
	}
	for (; shown < width; shown++)
		fputc(' ', to);
}

static void put_header(FILE *to, struct text line)
{
	static const struct {
		const char *word, *label;
	} shown[] = {
		{"event", "Event"}, {"site", "Site"}, {"date", "Date"}, {"round", "Round"},
		{"board", "Board"}, {"red", "Red"},   {"blue", "Blue"}, {"edition", "Edition"},
	};
	struct text word = text_take_word(&line);

	for (unsigned i = 0; i < sizeof shown / sizeof *shown; i++) {
		if (!text_is(word, shown[i].word))
			continue;
		fprintf(to, "%-8s ", shown[i].label);
		score_sheet_put_name(to, line, 0);
		fputc('\n', to);
	}
}

/* The lines before the first that is not a header; later parts have them again. */
static void put_headers(FILE *to, struct text rest)
{
	struct text line;

	text_take_line(&rest, &line); /* the format */
	while (text_take_line(&rest, &line) && !record_begins_game(line.at, line.length))
		put_header(to, line);
	fputc('\n', to);
}

/* ---- the board ---- */

static void put_square(FILE *to, const struct view *view, unsigned sq)
{
	static const char around[][2] = {{'(', ')'}, {'[', ']'}, {' ', ' '}};
	const char *marks = around[public_side_at(&view->open, sq)];

	fprintf(to, "%c%c%c", marks[0], view->code[sq], marks[1]);
}

static void put_board(const struct sheet *sheet, const struct game *game)
{
	const struct board *board;
	struct view view;

	view_make(&view, game, sheet->options->audience);
	board = &boards[view.open.board];
	for (unsigned row = board->rows; row-- > 0;) {
		fprintf(sheet->to, "%6u ", row + 1);
		for (unsigned column = 0; column < board->columns; column++)
			put_square(sheet->to, &view, sq_at(column, row));
		fputc('\n', sheet->to);
	}
	fputs("       ", sheet->to);
	for (unsigned column = 0; column < board->columns; column++)
		fprintf(sheet->to, " %c ", (char)('a' + column));
	fputs("\n\n", sheet->to);
}

/* ---- moves in columns ---- */

/* A line off the front of a cell, broken at a blank where it must be; returns how much it was. */
static size_t put_cell_line(FILE *to, const char *cell, bool fill)
{
	size_t length = strlen(cell), shown = length;

	if (length > CELL_WIDTH)
		for (shown = CELL_WIDTH; shown > 1 && cell[shown] != ' ';)
			shown--;
	fprintf(to, "%-*.*s", fill ? CELL_WIDTH : 0, (int)shown, cell);
	while (shown < length && cell[shown] == ' ')
		shown++;
	return shown;
}

static void flush_row(struct sheet *sheet)
{
	const char *red = sheet->cells[SIDE_RED], *blue = sheet->cells[SIDE_BLUE];

	if (!*red && !*blue)
		return;
	fprintf(sheet->to, "%4u  ", sheet->row);
	for (unsigned line = 0; line < ROWS_MAX && (line == 0 || *red || *blue); line++) {
		if (line > 0)
			fputs("      ", sheet->to);
		red += put_cell_line(sheet->to, red, *blue);
		if (*blue)
			fputs("  ", sheet->to);
		blue += put_cell_line(sheet->to, blue, false);
		fputc('\n', sheet->to);
	}
	memset(sheet->cells, 0, sizeof sheet->cells);
	sheet->row++;
}

/* with their names, or as the public may know it */
static void describe_battle(const struct report_view *view, char *text, size_t room)
{
	const char *attacker = piece_name(view->attacker), *defender = piece_name(view->defender);

	if (view->attacker == PIECE_NONE)
		snprintf(text, room, "%s",
			 view->outcome == OUTCOME_ATTACKER   ? "attacker wins"
			 : view->outcome == OUTCOME_DEFENDER ? "defender wins"
			 : view->outcome == OUTCOME_BOTH     ? "both leave"
							     : "nobody leaves");
	else if (view->outcome == OUTCOME_ATTACKER)
		snprintf(text, room, "%s takes %s", attacker, defender);
	else if (view->outcome == OUTCOME_DEFENDER)
		snprintf(text, room, "%s falls to %s", attacker, defender);
	else if (view->outcome == OUTCOME_BOTH)
		snprintf(text, room, "%s and %s fall", attacker, defender);
	else
		snprintf(text, room, "%s sees %s", attacker, defender);
}

/* The cards of an exchange or a mulligan stay secret. */
static void describe(const struct sheet *sheet, const struct record_reader *reader, char *cell)
{
	enum action_kind kind = reader->report.kind;
	bool hidden = sheet->options->audience != AUDIENCE_ARBITER &&
		      (kind == ACTION_EXCHANGE || kind == ACTION_MULLIGAN);
	struct report_view view;
	char battle[80] = "";

	report_view_make(&view, &reader->report, sheet->options->audience);
	if (view.attack)
		describe_battle(&view, battle, sizeof battle);
	snprintf(cell, CELL_SIZE, "%.*s%s%s",
		 hidden ? (int)strcspn(reader->action_text, " ") : CELL_SIZE, reader->action_text,
		 view.attack ? "  " : "", battle);
}

static void on_played(void *context, const struct record_reader *reader)
{
	struct sheet *sheet = context;
	enum side side = reader->report.side;

	if (*sheet->cells[side] || (side == SIDE_RED && *sheet->cells[SIDE_BLUE]))
		flush_row(sheet);
	describe(sheet, reader, sheet->cells[side]);
}

static void on_begin(void *context, const struct record_reader *reader, unsigned part)
{
	struct sheet *sheet = context;

	flush_row(sheet);
	if (part > 0)
		fputs("\nThe arbiter corrected the position:\n\n", sheet->to);
	else if (sheet->options->set_ups)
		fputs("The set-ups:\n\n", sheet->to);
	if (part > 0 || sheet->options->set_ups)
		put_board(sheet, &reader->game);
	fprintf(sheet->to, "      %-*s  %s\n", CELL_WIDTH, "red", "blue");
}

/* ---- the end ---- */

static void put_reason(FILE *to, enum winner winner, enum reason reason)
{
	const char *loser = winner == WINNER_RED ? "blue" : "red";

	switch (reason) {
	case REASON_FLAG:
		fputs("the flag was taken", to);
		break;
	case REASON_IMMOBILE:
		fprintf(to, "%s cannot move", loser);
		break;
	case REASON_BOTH_IMMOBILE:
		fputs("nobody can move", to);
		break;
	case REASON_RESIGNED:
		fprintf(to, "%s resigned", loser);
		break;
	case REASON_AGREED:
		fputs("it was agreed", to);
		break;
	case REASON_TIME:
		fputs("time ran out", to);
		break;
	case REASON_FORFEIT:
		fprintf(to, "%s forfeited it", loser);
		break;
	case REASON_ARBITER:
		fputs("the arbiter decided it", to);
		break;
	case REASON_NONE:
	case REASON_COUNT:
		break;
	}
}

static void put_result(FILE *to, const struct replayed *replayed)
{
	if (replayed->winner == WINNER_NONE) {
		fprintf(to, "It goes on after %lu plies.\n", (unsigned long)replayed->plies);
		return;
	}
	fputs(replayed->winner == WINNER_RED	? "Red wins: "
	      : replayed->winner == WINNER_BLUE ? "Blue wins: "
						: "A draw: ",
	      to);
	put_reason(to, replayed->winner, replayed->reason);
	if (replayed->parts == 0)
		fputs(", before play began.\n", to);
	else
		fprintf(to, ", after %lu plies.\n", (unsigned long)replayed->plies);
}

static void put_signatures(FILE *to)
{
	static const char *const people[] = {"Red", "Blue", "Arbiter"};

	for (unsigned i = 0; i < sizeof people / sizeof *people; i++)
		fprintf(to, "\n\n%-8s ______________________________\n", people[i]);
}

int score_sheet_print(FILE *to, const char *text, size_t length,
		      const struct score_sheet_options *options, struct trouble *trouble)
{
	struct sheet sheet = {.to = to, .options = options, .row = 1};
	struct record_replay_listener listener = {
		.context = &sheet,
		.begin = on_begin,
		.played = on_played,
	};
	struct replayed replayed;
	int error;

	put_headers(to, (struct text){text, length});
	error = record_replay(text, length, &listener, &replayed, trouble);
	flush_row(&sheet);
	if (error)
		return error;
	fputc('\n', to);
	put_result(to, &replayed);
	if (replayed.parts > 0) {
		fputs("\n", to);
		put_board(&sheet, &replayed.game);
		fputs("(red) [blue] ~water\n", to);
	}
	if (options->signatures)
		put_signatures(to);
	return 0;
}
