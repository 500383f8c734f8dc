/*
 * What holds between events: the guides that still stand and the moves so far, for the views that a
 * latecomer reads. It is made of what everyone was told and saw, so that no rank can come in here.
 */
#ifndef DAEMON_VIEWS_BOARD_STATUS_H
#define DAEMON_VIEWS_BOARD_STATUS_H

#include "daemon/referee/referee.h"

#include <jansson.h>

enum { BOARD_STATUS_GUIDES = 8 };

struct board_status {
	unsigned guide_count;
	struct output guides[BOARD_STATUS_GUIDES];
	json_t *moves; /* as the public may read them */
};

void board_status_init(struct board_status *status);
void board_status_finish(struct board_status *status);

/* An output to the public. */
void board_status_note(struct board_status *status, const struct output *output);

/* An action was played or taken back, or the arbiter has corrected the position. */
void board_status_play(struct board_status *status, const struct play_shown *play);
void board_status_take_back(struct board_status *status);
void board_status_correct(struct board_status *status);

/* how many entries the list of moves has */
size_t board_status_moves(const struct board_status *status);

#endif
