/*
 * What the lamps may show of a game: taken from what an audience is told, and that audience is the public.
 * daemon/lamps makes the picture.
 */
#ifndef DAEMON_VIEWS_LAMPS_SCENE_H
#define DAEMON_VIEWS_LAMPS_SCENE_H

#include "daemon/lamps/lamps.h"
#include "daemon/views/view_json.h"
#include "rules/bits.h"
#include "rules/public.h"

/*
 * `standing`: the squares on which something stands, for a board that shows during set-up where a piece is still
 * missing; NULL: for people elsewhere, who are told only how many stand. Where an army does not fill its rows,
 * the squares that it takes are its player's secret until play begins: then its rows are one, lit until
 * enough stand there. Nothing is taken from what players have told of their armies.
 */
void lamps_scene_make(struct lamps_scene *scene, const struct situation *situation,
		      const struct public_position *open, const struct bits *standing);

#endif
