/*
 * What remains valid between events: the guides that still hold and the moves so far, for the views
 * that a latecomer reads. It is made from public events and actions as everyone saw them, so that
 * no rank can get in here.
 */
#ifndef DAEMON_VIEWS_BOARD_STATUS_H
#define DAEMON_VIEWS_BOARD_STATUS_H

#include "daemon/referee/referee.h"
#include "rules/fact.h"
#include "rules/square.h"

#include <jansson.h>

enum { BOARD_STATUS_GUIDES = 8 };

struct board_status {
	unsigned guide_count;
	struct output guides[BOARD_STATUS_GUIDES];
	json_t *moves; /* as the public may read them */
};

void board_status_init(struct board_status *status);
void board_status_finish(struct board_status *status);

/* Notes an output to the public. */
void board_status_note(struct board_status *status, const struct output *output);

/* Notes an action played or taken back, or a correction by the arbiter. */
void board_status_play(struct board_status *status, const struct play_shown *play);
void board_status_take_back(struct board_status *status);
void board_status_correct(struct board_status *status);

/*
 * The latest moves, and how many were made before these. A view must fit into a packet, however long the game
 * is: so of a very long one only the end is shown. The caller owns the list.
 */
json_t *board_status_latest(const struct board_status *status, size_t *before);

/* The two squares of the latest move, attack or swap; false if the latest action had none. */
bool board_status_last(const struct board_status *status, enum board_id board, uint8_t *from,
		       uint8_t *to);

/* the length of the list of moves */
size_t board_status_moves(const struct board_status *status);

#endif
