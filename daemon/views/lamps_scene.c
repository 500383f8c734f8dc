/* From the public's situation to what lamps may show. Private parts of a situation are not looked at. */
#include "daemon/views/lamps_scene.h"

#include "daemon/table/table.h"
#include "daemon/views/board_status.h"
#include "rules/edition.h"
#include "rules/square.h"

#include <string.h>

/* ---- set-up ---- */

static struct bits home_of(const struct edition *edition, enum side side)
{
	unsigned first = edition_first_row(edition, side);
	struct bits home = BITS_NONE;

	for (unsigned row = first; row < first + edition->setup_rows; row++)
		for (unsigned column = 0; column < boards[edition->board].columns; column++)
			bits_add(&home, sq_at(column, row));
	return bits_and(home, boards[edition->board].land);
}

static void show_setup(struct lamps_scene *scene, const struct situation *situation,
		       const struct bits *standing)
{
	const struct edition *edition =
		&editions[edition_find(situation->edition, strlen(situation->edition))];

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct bits home = home_of(edition, (enum side)i);

		scene->is_ready[i] = situation->told_ready[i];
		if (situation->told_ready[i])
			continue;
		if (edition->full && standing)
			scene->vacant[i] = bits_minus(home, *standing);
		else if (situation->placed[i] < edition_army_size(edition))
			scene->vacant[i] = home;
	}
}

/* ---- play ---- */

static void show_who_acts(struct lamps_scene *scene, const struct situation *situation,
			  const struct public_position *open)
{
	enum side mover = (enum side)open->to_move;

	if (situation->paused || situation->correcting)
		return;
	if (strcmp(situation->phase, "play") == 0)
		scene->acts[mover] = true;
	else if (strcmp(situation->phase, "defence") == 0)
		scene->acts[side_other(mover)] = true;
	else if (strcmp(situation->phase, "settle") == 0)
		memcpy(scene->acts, situation->settling, sizeof scene->acts);
}

static void show_guides(struct lamps_scene *scene, const struct board_status *status)
{
	struct bits *const layers[] = {[GUIDE_PUT_BACK] = &scene->back,
				       [GUIDE_REMOVE] = &scene->take,
				       [GUIDE_PLACE] = &scene->put,
				       [GUIDE_CHECK] = &scene->check,
				       [GUIDE_CENTRE] = &scene->check};

	for (unsigned i = 0; i < status->guide_count; i++) {
		struct bits *layer = layers[status->guides[i].guide];

		*layer = bits_or(*layer, status->guides[i].squares);
	}
}

void lamps_scene_make(struct lamps_scene *scene, const struct situation *situation,
		      const struct public_position *open, const struct bits *standing)
{
	enum board_id board = (enum board_id)open->board;

	lamps_scene_init(scene, board);
	if (strcmp(situation->phase, "stopped") == 0)
		return;
	scene->faulty = situation->over ? BITS_NONE : situation->faulty;
	if (!situation->begun && !situation->over)
		show_setup(scene, situation, standing);
	if (!situation->begun)
		return;
	board_status_last(situation->status, board, &scene->from, &scene->to);
	show_guides(scene, situation->status);
	if (!situation->over)
		show_who_acts(scene, situation, open);
}
