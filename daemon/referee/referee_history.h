/*
 * The turns that can be taken back, one after the other.
 *
 * Kept are a game as it was and the actions since; the game before any of them is found by playing
 * the others again. So a turn costs a few bytes, and hands, piles and the repetition rules come back
 * with the pieces. The memory is bounded: of a long game the latest turns remain, HISTORY_TURNS / 2
 * at the least. After a restart the facts give the same history, and a correction begins a new one.
 */
#ifndef DAEMON_REFEREE_REFEREE_HISTORY_H
#define DAEMON_REFEREE_REFEREE_HISTORY_H

#include "daemon/table/table.h"
#include "rules/game.h"
#include "rules/piece.h"

enum { HISTORY_TURNS = 512 };

/* a piece with a tag that was beaten: it belongs there again if that turn is taken back */
struct history_fallen {
	uint32_t ply; /* the number of the turn, from 1; 0: it has not been beaten */
	uint8_t sq;
};

struct referee_history {
	struct game base;
	struct action turns[HISTORY_TURNS];
	uint8_t outcomes[HISTORY_TURNS]; /* enum outcome, of those that attack */
	uint16_t count;
	struct history_fallen fallen[TABLE_TAGS];
};

/* A turn on the board, as everyone saw it. */
struct history_turn {
	uint8_t kind; /* enum action_kind */
	uint8_t side;
	uint8_t from, to;
	bool attack;
	uint8_t outcome; /* enum outcome */
};

/* A turn has been played; before is the game before it. */
void referee_history_note(struct referee_history *history, const struct game *before,
			  const struct action *action, const struct report *report);

/* A tag's piece was beaten on a square, in the turn with this number. */
void referee_history_fell(struct referee_history *history, unsigned tag, unsigned sq, uint32_t ply);

/* Forgets everything: what was corrected cannot be taken back. */
void referee_history_clear(struct referee_history *history);

/* Takes the last turn back: game becomes the one before it. There must be one. */
struct history_turn referee_history_back(struct referee_history *history, struct game *game);

/* Where the pieces with tags belong once that turn, with this number, has been taken back. */
void referee_history_homes(struct referee_history *history, const struct history_turn *turn,
			   uint32_t ply, uint8_t homes[TABLE_TAGS]);

#endif
