/*
 * A game for people to read: the players, the moves in two columns, the board. At most 80 columns
 * wide, plain text.
 */
#ifndef DAEMON_GAMES_SCORE_SHEET_H
#define DAEMON_GAMES_SCORE_SHEET_H

#include "daemon/archive/record_replay.h"
#include "daemon/base/trouble.h"
#include "rules/text.h"
#include "rules/view.h"

#include <stdio.h>

struct score_sheet_options {
	/* AUDIENCE_ARBITER: with all ranks. AUDIENCE_PUBLIC: without any, and without the cards
	 * that were exchanged */
	enum audience audience;
	bool set_ups;	 /* drawn before the moves */
	bool signatures; /* places to sign behind them */
};

/* Of a record. Returns 0, or -EBADMSG with a sentence if the rules do not allow what is in it. */
int score_sheet_print(FILE *to, const char *text, size_t length,
		      const struct score_sheet_options *options, struct trouble *trouble);

/*
 * Text that a user typed, without control characters, cut or padded to so many characters; 0: as
 * long as it is.
 */
void score_sheet_put_name(FILE *to, struct text name, unsigned width);

#endif
