/*
 * The board in letters, for a screen of any kind. A piece is the first letter of its side's name
 * and, where it is known and may be seen, its code; marked squares stand in brackets, so that
 * nobody needs colour. Pure.
 *
 *       a  b  c
 *    3  .  B .      B: a piece of Blue
 *    2 [R9]~~ .     R9: Red's general, on a marked square; ~~: a lake
 */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_PICTURE_H
#define DAEMON_CLI_HANDHELD_CONSOLE_PICTURE_H

#include "daemon/cli/handheld/console/texts.h"

enum {
	PICTURE_SIDE = 10,
	PICTURE_MARGIN = 3, /* columns before the first square's left bracket */
	PICTURE_CELL = 3,   /* of a square with its left bracket */
};

struct picture_cell {
	uint8_t side; /* enum side; SIDE_NONE */
	char code;    /* '?' if it is hidden, 0 without a piece */
	bool lake, marked;
};

struct picture {
	unsigned columns, rows; /* rows 0 without a picture */
	enum side bottom;
	struct picture_cell cells[PICTURE_SIDE][PICTURE_SIDE]; /* as they are seen, from the top */
};

/*
 * From a view. own: the codes of the seat's own pieces (rows of the whole board); "" hides them;
 * NULL takes the view's.
 */
void picture_make(struct picture *picture, const json_t *view, const char *own, struct bits marks);

/* Lines from 0; the last one, number `rows`, has the columns' letters. */
struct line picture_line(const struct picture *picture, const struct texts *texts, unsigned line);

/* the number of columns that a line takes */
unsigned picture_width(const struct picture *picture);

#endif
