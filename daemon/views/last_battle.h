/*
 * The latest battle as each player was told of it, for a handheld that was away at that moment. A
 * seat's part is made only from what that seat was told, so it cannot show more than the game's
 * disclosure allows; and it is forgotten about as soon as people would forget it: remembering
 * earlier battles is up to the players.
 */
#ifndef DAEMON_VIEWS_LAST_BATTLE_H
#define DAEMON_VIEWS_LAST_BATTLE_H

#include "rules/square.h"

#include <jansson.h>

/* Zeroed, there is none. */
struct last_battle {
	json_t *told[SIDE_COUNT]; /* the fields particular to the event; NULL: nothing */
	size_t moves[SIDE_COUNT]; /* how many had been made by then, including the battle */
};

void last_battle_finish(struct last_battle *battle);

/* event: the battle as told to the seat of this side, the latest of this many moves. The caller
 * keeps ownership. */
void last_battle_note(struct last_battle *battle, enum side side, size_t moves,
		      const json_t *event);

/*
 * Restores it from the journal: the event, and whom it was told to ("red 7"). Returns the side whose
 * seat was told of a battle, SIDE_NONE if it is another event.
 */
enum side last_battle_recall(struct last_battle *battle, const char *who, size_t moves,
			     const char *told);

/* A move was taken back, and this many are left. */
void last_battle_take_back(struct last_battle *battle, size_t moves);

/*
 * What a seat's view shows of it after this many moves; NULL if more than one has followed. The
 * battle keeps ownership.
 */
json_t *last_battle_shown(const struct last_battle *battle, enum side side, size_t moves);

#endif
