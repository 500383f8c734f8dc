/*
 * The board in letters, for a screen of any kind. A piece is the first letter of its side's name
 * and, where it is known and may be seen, its code; marked squares are in brackets, so that colour
 * is not needed. Pure.
 *
 *       a  b  c
 *    3  .  B .      B: a piece of Blue
 *    2 [R9]~~ .     R9: Red's general, on a marked square; ~~: a lake
 */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_PICTURE_H
#define DAEMON_CLI_HANDHELD_CONSOLE_PICTURE_H

#include "daemon/cli/handheld/console/texts.h"
#include "rules/bits.h"
#include "rules/square.h"

enum {
	PICTURE_SIDE = 10,
	PICTURE_MARGIN = 3, /* columns before the first square's left bracket */
	PICTURE_CELL = 3,   /* per square, with its left bracket */
};

struct picture_cell {
	uint8_t side; /* enum side; SIDE_NONE */
	char code;    /* '?' if it is hidden, 0 if there is no piece */
	bool lake, marked;
};

struct picture {
	unsigned columns, rows; /* rows is 0 if there is no picture */
	enum side bottom;
	struct picture_cell cells[PICTURE_SIDE][PICTURE_SIDE]; /* as drawn, from the top */
};

/*
 * From a view. own: the codes of the seat's own pieces (rows of the whole board); "" hides them;
 * NULL takes the view's.
 */
void picture_make(struct picture *picture, const json_t *view, const char *own, struct bits marks);

/* Lines count from 0; the last one, number `rows`, has the letters of the columns. */
struct line picture_line(const struct picture *picture, const struct texts *texts, unsigned line);

#endif
