/*
 * A made-up board for tests, with any fault that a soldering iron can cause, and a hand that does
 * what a self-test asks for. The contacts are those of a matrix: rows are driven, columns read, and
 * a diode at each contact keeps current from flowing back, unless it leaks.
 */
#ifndef TESTS_SUPPORT_DRIVERS_MADE_BOARD_H
#define TESTS_SUPPORT_DRIVERS_MADE_BOARD_H

#include "daemon/cli/selftest/selftest_judge.h"

struct made_board {
	struct selftest test;
	uint64_t t_us;

	/* faults, by the squares as people see them */
	struct bits dead, stuck, leaky, noisy;
	bool drives_both_ways; /* rows that are not read are driven too, so that a leaky diode makes two fight */
	uint8_t wired[SQ_COUNT]; /* to which place of the matrix each square's reed is wired */
	bool columns_touch[2 * SQ_STRIDE]; /* column i and column i + 1 */
	struct bits reach;		   /* pieces here close the squares around as well */
	uint8_t reaches[SQ_COUNT];	   /* a piece here closes that one as well; itself: none */
	uint32_t chatter_us[SQ_COUNT];	   /* at closing, an edge every 10 ms */
	uint32_t lifting_chatter_us[SQ_COUNT];
	unsigned drops[SQ_COUNT]; /* how often it opens for 60 ms while a piece stands there */

	/* readers */
	struct bits blind;	    /* see no tag */
	uint8_t reader[SQ_COUNT];   /* which square each reports */
	uint32_t late_us[SQ_COUNT]; /* beyond the usual 40 ms */
	unsigned losses[SQ_COUNT];  /* of a tag, for 80 ms each */

	bool leaves;	 /* the hand leaves pieces where they are; else it moves one along */
	bool puts_aside; /* but takes all up if it is told to */
	unsigned enters; /* how often nothing happened */
	struct bits pieces;
	struct bits closed; /* places of the matrix */
};

/* without a fault, all squares in their order */
void made_board_init(struct made_board *made, enum board_id board, unsigned sensors);
/* only these */
void made_board_order(struct made_board *made, const char *squares);

/* The whole test: an empty board, and each square that is asked for. */
void made_board_try(struct made_board *made);

/* parts of it */
void made_board_begin(struct made_board *made);
void made_board_set_down(struct made_board *made, unsigned sq);
void made_board_lift(struct made_board *made, unsigned sq);
void made_board_wait(struct made_board *made, uint64_t us);

unsigned made_sq(const char *name);

#endif
