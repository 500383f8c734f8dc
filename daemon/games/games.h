/*
 * The archive as everyone may read it: which games there were, and of a game that is over what the board
 * itself has told the public of it.
 *
 * The public events in the journal decide, and nothing else: a game is over for those who ask here once they
 * have been told so; a rank is shown if a public event has opened its commitment; and records, which hold
 * every rank, are given out only of games of which everything was revealed. So a change of the
 * configuration neither opens nor closes what was played before.
 *
 * `told` is the number of the public event that everyone has been told of by now, however late
 * that is. What is asked here is of one moment: nothing is kept between calls.
 */
#ifndef DAEMON_GAMES_GAMES_H
#define DAEMON_GAMES_GAMES_H

#include "daemon/archive/journal.h"
#include "daemon/base/trouble.h"

#include <jansson.h>

enum {
	GAMES_PAGE = 25, /* games in a list */
	GAMES_TRIED =
		100 /* numbers that are looked at for it: some were dropped before they began */
};

enum games_format { GAMES_RECORD, GAMES_GRAVON, GAMES_TEXT, GAMES_FORMATS };

/*
 * All return 0 or -errno with a sentence: -ENOENT if there is no such game, -EACCES if it is not over or its ranks
 * were not revealed, -ENOTSUP if the format cannot hold it. What is given belongs to the caller.
 */

/* The latest games before this number (0: of all), the latest first: {"games": [..], "before": the number
 * to ask with for more, or 0}. */
int games_list(struct journal *journal, uint64_t told, int64_t before, json_t **list,
	       struct trouble *trouble);

/* One game that is over, with all that it takes to step through it. */
int games_show(struct journal *journal, uint64_t told, int64_t game, json_t **shown,
	       struct trouble *trouble);

/* It as a file; as text also of a game whose ranks stay hidden, without them. */
int games_export(struct journal *journal, uint64_t told, int64_t game, enum games_format format,
		 char **text, size_t *length, struct trouble *trouble);

#endif
