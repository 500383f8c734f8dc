/*
 * Commitments: when play begins the board commits itself to the rank of every piece, and later
 * opens to each audience what that audience has come to know. So the referee cannot change a rank
 * unnoticed, and the openings tell no one more than the rules allow.
 *
 * A commitment belongs to the square on which its piece began. Pieces are followed from there by
 * the facts of the game; one that an arbiter put on the board has no commitment.
 */
#ifndef DAEMON_ARCHIVE_COMMITMENTS_H
#define DAEMON_ARCHIVE_COMMITMENTS_H

#include "daemon/base/crypto.h"
#include "rules/fact.h"
#include "rules/square.h"
#include "rules/view.h"

#include <jansson.h>

struct commitment {
	char code; /* 0: none was made for this square */
	uint8_t side;
	uint8_t nonce[NONCE_SIZE];
};

/* what a turn changed: two squares, and where the pieces on them began before it */
struct commitments_turn {
	uint8_t from, to, at_from, at_to;
};

enum { COMMITMENTS_TURNS = 512 }; /* no fewer than the referee takes back */

struct commitments {
	char game[TOKEN_TEXT]; /* the game's id */
	uint8_t board;	       /* enum board_id */
	struct commitment of[SQ_COUNT];
	uint8_t origin[SQ_COUNT]; /* where the piece that is here began, or SQ_OFF_BOARD */
	struct commitments_turn
		turns[COMMITMENTS_TURNS]; /* the latest, at their number modulo that */
	uint32_t turn_count;
	/* the last battle: its squares, and where its pieces began */
	uint8_t from, to, attacker, defender;
};

void commitments_init(struct commitments *commitments, const char *game);

/* Makes a commitment for every piece on the board; the view is the arbiter's at the start. */
void commitments_make(struct commitments *commitments, const struct view *view);

/* As lines of the journal ("red a1 M NONCE") and back; the text is freed by the caller. */
char *commitments_format(const struct commitments *commitments);
bool commitments_read(struct commitments *commitments, enum board_id board, const char *lines);

/* Follows the pieces by a fact of the game. */
void commitments_follow(struct commitments *commitments, const struct fact *fact);

bool commitments_made(const struct commitments *commitments);

/* {"a1":"64 hex digits",...}; the caller owns it */
json_t *commitments_list(const struct commitments *commitments);

/* Openings, as lists of {side, sq, code, nonce}: of one side's pieces (SIDE_NONE: of all), and
 * those of the pieces of the last battle whose ranks were shown. */
json_t *commitments_openings(const struct commitments *commitments, enum side side);
json_t *commitments_battle_openings(const struct commitments *commitments, bool attacker,
				    bool defender);

#endif
