/*
 * What stands between events: the guides and questions that still hold, the moves so far, the
 * clocks. Collected from what the referee tells, for the views that a latecomer reads. No rank
 * comes in here.
 */
#ifndef DAEMON_STANDING_H
#define DAEMON_STANDING_H

#include "daemon/referee.h"

#include <jansson.h>

enum { STANDING_GUIDES = 8 };

struct standing {
	unsigned guide_count;
	struct output guides[STANDING_GUIDES];
	bool asked[SIDE_COUNT];
	struct output questions[SIDE_COUNT];
	bool has_clock;
	struct output clock;
	json_t *moves; /* as the public may read them */
};

void standing_init(struct standing *standing);
void standing_finish(struct standing *standing);

void standing_note(struct standing *standing, const struct output *output);

/* a fact of the game, for the list of moves */
void standing_fact(struct standing *standing, const char *fact);

#endif
