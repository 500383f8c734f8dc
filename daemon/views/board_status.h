/*
 * What stands between events: the guides and questions that still hold, the moves so far, the
 * clocks. Collected from what the referee tells, for the views that a latecomer reads. No rank
 * comes in here.
 */
#ifndef DAEMON_VIEWS_BOARD_STATUS_H
#define DAEMON_VIEWS_BOARD_STATUS_H

#include "daemon/referee/referee.h"

#include <jansson.h>

enum { BOARD_STATUS_GUIDES = 8 };

struct board_status {
	unsigned guide_count;
	struct output guides[BOARD_STATUS_GUIDES];
	bool asked[SIDE_COUNT];
	struct output questions[SIDE_COUNT];
	bool has_clock;
	struct output clock;
	json_t *moves; /* as the public may read them */
};

void board_status_init(struct board_status *status);
void board_status_finish(struct board_status *status);

void board_status_note(struct board_status *status, const struct output *output);

/* a fact of the game, for the list of moves */
void board_status_fact(struct board_status *status, const char *fact);

#endif
