/*
 * Paints the picture in layers: what asks for something covers what only reminds. Each lamp has one
 * meaning.
 */
#include "daemon/lamps/lamps.h"

#include <string.h>

void lamps_scene_init(struct lamps_scene *scene, enum board_id board)
{
	memset(scene, 0, sizeof *scene);
	scene->board = (uint8_t)board;
	scene->from = scene->to = SQ_OFF_BOARD;
}

static void paint(struct lamp_picture *picture, struct bits squares, enum lamp lamp)
{
	while (bits_any(squares))
		picture->of[bits_take(&squares)] = (uint8_t)lamp;
}

static void paint_square(struct lamp_picture *picture, unsigned sq, enum lamp lamp)
{
	if (sq < SQ_COUNT)
		picture->of[sq] = (uint8_t)lamp;
}

/* the two corners in front of a player, whom they tell something of that side as a whole */
static struct bits corners_of(enum board_id board, enum side side)
{
	unsigned row = side == SIDE_RED ? 0 : boards[board].rows - 1u;

	return bits_or(bits_of(sq_at(0, row)), bits_of(sq_at(boards[board].columns - 1u, row)));
}

void lamps_paint(const struct lamps_scene *scene, struct lamp_picture *picture)
{
	memset(picture, LAMP_OFF, sizeof *picture);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct bits corners = corners_of((enum board_id)scene->board, (enum side)i);

		paint(picture, scene->vacant[i], LAMP_EMPTY);
		if (scene->is_ready[i])
			paint(picture, corners, LAMP_READY);
		if (scene->acts[i])
			paint(picture, corners, LAMP_TURN);
	}
	paint_square(picture, scene->from, LAMP_FROM);
	paint_square(picture, scene->to, LAMP_TO);
	paint(picture, scene->faulty, LAMP_FAULT);
	paint(picture, scene->check, LAMP_CHECK);
	paint(picture, scene->back, LAMP_BACK);
	paint(picture, scene->take, LAMP_TAKE);
	paint(picture, scene->put, LAMP_PUT);
}

void lamps_format(enum board_id board, const struct lamp_picture *picture,
		  char text[LAMPS_ROWS_SIZE])
{
	static const char letters[LAMP_COUNT + 1] = ".ftpkbcxuers";
	char *at = text;

	for (unsigned row = 0; row < boards[board].rows; row++) {
		if (row > 0)
			*at++ = '/';
		for (unsigned column = 0; column < boards[board].columns; column++)
			*at++ = letters[picture->of[sq_at(column, row)]];
	}
	*at = '\0';
}
