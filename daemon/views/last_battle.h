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
	size_t moves[SIDE_COUNT]; /* how many had been made then, with the battle itself */
};

void last_battle_finish(struct last_battle *battle);

/* event: the battle as the seat of this side was told of it, the last of so many moves; it stays
 * the caller's */
void last_battle_note(struct last_battle *battle, enum side side, size_t moves,
		      const json_t *event);

/* The same from the journal: what was told, and to whom ("red 7"). */
void last_battle_recall(struct last_battle *battle, const char *who, size_t moves,
			const char *told);

/* A move was taken back, and so many are left. */
void last_battle_take_back(struct last_battle *battle, size_t moves);

/*
 * What a seat's view shows of it after so many moves; NULL if more than one has followed. It stays
 * the battle's.
 */
json_t *last_battle_shown(const struct last_battle *battle, enum side side, size_t moves);

#endif
