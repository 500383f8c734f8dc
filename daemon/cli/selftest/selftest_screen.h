/*
 * The self-test as people see it: the board with a sign for each square and what is asked for,
 * drawn anew on a terminal, or a line for each thing that happens.
 */
#ifndef DAEMON_CLI_SELFTEST_SELFTEST_SCREEN_H
#define DAEMON_CLI_SELFTEST_SELFTEST_SCREEN_H

#include "daemon/cli/selftest/selftest_judge.h"
#include "daemon/cli/sensors/table_source.h"
#include "rules/bits.h"

enum { SCREEN_MESSAGE = 256 };

struct selftest_screen {
	bool drawn, coloured;		  /* a board is drawn; not only lines */
	uint8_t phase, next;		  /* as shown last */
	bool asked;			  /* something has been shown */
	struct bits closed, standing;	  /* standing: what is listed */
	const struct source_board *board; /* NULL: nothing was ever said of it */
	bool board_due;			  /* it has not been shown yet */
	char message[SCREEN_MESSAGE];	  /* what the last prompt led to, or is to come */
};

/* finds out what standard output is */
void screen_init(struct selftest_screen *screen);

/* says what will be asked for; on a drawn board it stands there until the first answer */
void screen_introduce(struct selftest_screen *screen, unsigned count);

/* says that all lamps are lit now, and what to do about those that are not */
void screen_lamps(struct selftest_screen *screen);

/* What the daemon says of its board is to be shown, again if it has been before. `board` is to stay
 * where it is. */
void screen_board(struct selftest_screen *screen, const struct source_board *board);

/* shows what has changed; `keys`: there is a keyboard */
void screen_show(struct selftest_screen *screen, const struct selftest *test, bool keys);

#endif
