/*
 * What the lamps of a board show of a game: a picture with a meaning for every square.
 *
 * The room sees squares and nothing else of the rules. What comes in is what everybody has been told, so the
 * picture holds no more than that: neither where a piece may go, nor what only one player is asked, nor
 * anything that a rank or a player's private word has changed. tests/walls holds it to that, and
 * tests/property/prop_secrecy.c compares the pictures of games with other ranks.
 */
#ifndef DAEMON_LAMPS_LAMPS_H
#define DAEMON_LAMPS_LAMPS_H

#include "drivers/board/lamps.h"
#include "rules/bits.h"
#include "rules/square.h"

/* All of it is public. */
struct lamps_scene {
	uint8_t board;			    /* enum board_id */
	struct bits vacant[SIDE_COUNT];	    /* set-up: where pieces of a side are still to come */
	bool is_ready[SIDE_COUNT];	    /* set-up: everybody has been told that it is */
	bool acts[SIDE_COUNT];		    /* play: its player has to act */
	uint8_t from, to;		    /* of the last move; SQ_OFF_BOARD: there is none */
	struct bits put, take, back, check; /* as people are guided */
	struct bits faulty;		    /* squares that are not relied on */
};

/* A scene in which there is nothing to show. */
void lamps_scene_init(struct lamps_scene *scene, enum board_id board);

void lamps_paint(const struct lamps_scene *scene, struct lamp_picture *picture);

enum { LAMPS_ROWS_SIZE = SQ_COUNT };

/*
 * A picture as the rows of a view, "ut......tu/....f.....": row 1 first, `.` for a lamp that is off, and
 * otherwise a letter for its meaning: f from, t to, p put, k take, b back, c check, x fault, u turn, e empty,
 * r ready, s test.
 */
void lamps_format(enum board_id board, const struct lamp_picture *picture,
		  char text[LAMPS_ROWS_SIZE]);

#endif
