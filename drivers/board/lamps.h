/*
 * The lamps of a board, one under each square: what each of them means. How a meaning looks is for
 * the board and the page to decide, as the table of hardware/protocol.md has it, whose numbers these
 * are.
 */
#ifndef DRIVERS_BOARD_LAMPS_H
#define DRIVERS_BOARD_LAMPS_H

#include "rules/square.h"

enum lamp {
	LAMP_OFF,
	LAMP_FROM,  /* the last move: where it began ... */
	LAMP_TO,    /* ... and where it ended */
	LAMP_PUT,   /* a piece is to be put here */
	LAMP_TAKE,  /* the piece here is to be taken off the board */
	LAMP_BACK,  /* the piece that stood here is to come back */
	LAMP_CHECK, /* a look at this square is needed */
	LAMP_FAULT, /* its sensor does not work */
	LAMP_TURN,  /* on this side a player has to act */
	LAMP_EMPTY, /* set-up: a piece of this side is still to come here */
	LAMP_READY, /* set-up: this side is ready */
	LAMP_TEST,  /* the self-test wants something of this square */
	LAMP_COUNT
};

struct lamp_picture {
	uint8_t of[SQ_COUNT]; /* enum lamp */
};

#endif
