/*
 * The battle that players still have before them, as each of them was told of it, for a handheld
 * that was away at that moment. A seat's part is made of what that seat was told and of nothing
 * else, so it cannot show more than the disclosure of the game allows; and no longer than people
 * remember by themselves: what happened before is the players' own to keep in mind.
 */
#ifndef DAEMON_VIEWS_LAST_BATTLE_H
#define DAEMON_VIEWS_LAST_BATTLE_H

#include "rules/square.h"

#include <jansson.h>

/* Zeroed it is none. */
struct last_battle {
	json_t *told[SIDE_COUNT]; /* what was particular to the event; NULL: nothing */
};

void last_battle_finish(struct last_battle *battle);

/* event: the battle as the seat of this side was told of it; it stays the caller's */
void last_battle_note(struct last_battle *battle, enum side side, const json_t *event);

/* The same from the journal: what was told, and to whom ("red 7"). */
void last_battle_recall(struct last_battle *battle, const char *who, const char *told);

/*
 * What a seat's view shows of it, given the moves so far; null if it was taken back, or more than
 * one move has followed. The caller owns it.
 */
json_t *last_battle_json(const struct last_battle *battle, enum side side, const json_t *moves);

#endif
