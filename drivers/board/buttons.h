/*
 * The buttons of a board, one on each side: which presses are meant. One that is held for long is an accident (an
 * arm that lies on it), and one that comes again and again is a button that does not work: each side
 * has ten presses at once and one more every five seconds, far more than anybody needs. Pure; time is an input.
 */
#ifndef DRIVERS_BOARD_BUTTONS_H
#define DRIVERS_BOARD_BUTTONS_H

#include "rules/square.h"

enum {
	BUTTON_LONG_US = 2000000, /* held for longer than that is an accident */
	BUTTON_AT_ONCE = 10,
	BUTTON_AGAIN_US = 5000000
};

struct buttons {
	struct {
		bool is_down;
		uint64_t since_us;
		uint64_t spent_us; /* up to when the allowance is used up */
	} of[SIDE_COUNT];
};

/* A button goes down or comes up; t_us never decreases. True when a press that is meant has ended. */
bool buttons_hear(struct buttons *buttons, enum side side, bool down, uint64_t t_us);

#endif
