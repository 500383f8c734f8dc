/*
 * Pledges: at the start of a game the board commits itself to every piece's rank, and later opens
 * to each audience what that audience has come to know, so that nobody can say afterwards that the
 * referee changed a rank, and nobody learns more than the rules let them.
 *
 * A pledge belongs to the square on which its piece began. Pieces are followed from there by the
 * facts of the game; one that an arbiter put on the board has no pledge.
 */
#ifndef DAEMON_PLEDGES_H
#define DAEMON_PLEDGES_H

#include "daemon/sealing.h"
#include "rules/view.h"

#include <jansson.h>

struct pledge {
	char code; /* 0: none was made for this square */
	uint8_t side;
	uint8_t nonce[NONCE_SIZE];
};

struct pledges {
	char game[TOKEN_TEXT]; /* the game's id */
	uint8_t board;	       /* enum board_id */
	struct pledge of[SQ_COUNT];
	uint8_t origin[SQ_COUNT]; /* where the piece that is here began, or SQ_OFF_BOARD */
	uint8_t before[SQ_COUNT]; /* the same before the last action */
	/* the last battle: its squares, and where its pieces began */
	uint8_t from, to, attacker, defender;
};

void pledges_init(struct pledges *pledges, const char *game);

/* Makes a pledge for every piece on the board; the view is the arbiter's at the start. */
void pledges_make(struct pledges *pledges, const struct view *view);

/* As lines of the journal ("red a1 M NONCE") and back; the text is freed by the caller. */
char *pledges_format(const struct pledges *pledges);
bool pledges_read(struct pledges *pledges, enum board_id board, const char *lines);

/* Goes along with a fact of the game (referee_resume.h). */
void pledges_follow(struct pledges *pledges, const char *fact);

bool pledges_made(const struct pledges *pledges);

/* {"a1":"64 hex digits",...}; the caller owns it */
json_t *pledges_commitments(const struct pledges *pledges);

/* Openings, as lists of {side, sq, code, nonce}: of one side's pieces (SIDE_NONE: of all), and
 * those of the pieces of the last battle whose ranks were shown. */
json_t *pledges_openings(const struct pledges *pledges, enum side side);
json_t *pledges_battle_openings(const struct pledges *pledges, bool attacker, bool defender);

#endif
