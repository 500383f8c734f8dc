/* Draws the board as text, with marks in brackets instead of colour. */
#include "daemon/cli/handheld/console/picture.h"

#include "daemon/cli/handheld/console/want.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <stdio.h>
#include <string.h>

/* where a square is drawn: its owner sits at the bottom */
static struct picture_cell *cell_of(struct picture *picture, unsigned column, unsigned row)
{
	return picture->bottom == SIDE_RED ? &picture->cells[picture->rows - 1 - row][column]
					   : &picture->cells[row][picture->columns - 1 - column];
}

static bool has(const struct picture *picture, unsigned column, unsigned row)
{
	return column < picture->columns && row < picture->rows;
}

/* hidden: shows where, not what */
static void put_rows(struct picture *picture, enum side side, const char *rows, bool hidden)
{
	unsigned column = 0, row = 0;

	for (; *rows; rows++) {
		struct picture_cell *cell;

		if (*rows == '/') {
			column = 0;
			row++;
			continue;
		}
		if (has(picture, column, row) && *rows != '.') {
			cell = cell_of(picture, column, row);
			cell->side = (uint8_t)side;
			cell->code = hidden ? '?' : *rows;
		}
		column++;
	}
}

static void put_squares(struct picture *picture, struct bits squares, bool lakes)
{
	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);
		struct picture_cell *cell;

		if (!has(picture, sq_column(sq), sq_row(sq)))
			continue;
		cell = cell_of(picture, sq_column(sq), sq_row(sq));
		if (lakes)
			cell->lake = true;
		else
			cell->marked = true;
	}
}

static unsigned measure(const json_t *view, const char *key)
{
	json_int_t number = json_integer_value(json_object_get(view, key));

	return number < 0 || number > PICTURE_SIDE ? 0 : (unsigned)number;
}

void picture_make(struct picture *picture, const json_t *view, const char *own, struct bits marks)
{
	const char *you = want_text(view, "you");

	memset(picture, 0, sizeof *picture);
	picture->columns = measure(view, "columns");
	picture->rows = measure(view, "rows");
	picture->bottom = strcmp(you, "blue") == 0 ? SIDE_BLUE : SIDE_RED;
	for (unsigned row = 0; row < PICTURE_SIDE; row++)
		for (unsigned column = 0; column < PICTURE_SIDE; column++)
			picture->cells[row][column].side = SIDE_NONE;
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		bool is_own = i == (unsigned)picture->bottom;
		const char *rows = want_text(view, side_name((enum side)i));

		put_rows(picture, (enum side)i, is_own && own && own[0] ? own : rows,
			 is_own && own && !own[0]);
	}
	put_squares(picture, want_squares(json_object_get(view, "lakes")), true);
	put_squares(picture, marks, false);
}

/* ---- as text ---- */

/* between two squares: both may be marked */
static const char *bracket(bool left_marked, bool right_marked)
{
	if (left_marked && right_marked)
		return "|";
	return left_marked ? "]" : right_marked ? "[" : " ";
}

static void add_cell(struct line *line, const struct texts *texts, const struct picture_cell *cell)
{
	const char code[] = {cell->code == '?' ? ' ' : cell->code, '\0'};
	struct line letter;

	if (cell->side == SIDE_NONE) {
		line_add(line, cell->lake ? "~~" : ". ");
		return;
	}
	letter = texts_letter(texts, side_name((enum side)cell->side));
	line_add(line, letter.text);
	line_add(line, code);
}

static struct line letters_line(const struct picture *picture)
{
	struct line line = line_of("   ");

	for (unsigned i = 0; i < picture->columns; i++) {
		unsigned column = picture->bottom == SIDE_RED ? i : picture->columns - 1 - i;
		const char cell[] = {' ', (char)('a' + column), ' ', '\0'};

		line_add(&line, cell);
	}
	return line;
}

struct line picture_line(const struct picture *picture, const struct texts *texts, unsigned line)
{
	unsigned number = picture->bottom == SIDE_RED ? picture->rows - line : line + 1;
	const struct picture_cell *cells;
	struct line text = {""};

	if (line >= picture->rows)
		return letters_line(picture);
	cells = picture->cells[line];
	snprintf(text.text, sizeof text.text, "%2u ", number);
	for (unsigned i = 0; i < picture->columns; i++) {
		line_add(&text, bracket(i > 0 && cells[i - 1].marked, cells[i].marked));
		add_cell(&text, texts, &cells[i]);
	}
	line_add(&text, bracket(cells[picture->columns - 1].marked, false));
	return text;
}
