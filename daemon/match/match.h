/*
 * The game on the table: the referee with what the journal holds of it, the commitments that were
 * made when play began, and what has been told of it that views show. It is loaded from the
 * journal, and followed from there by what the referee says (session_tell.c).
 */
#ifndef DAEMON_MATCH_MATCH_H
#define DAEMON_MATCH_MATCH_H

#include "daemon/archive/commitments.h"
#include "daemon/archive/journal.h"
#include "daemon/referee/referee_look.h"
#include "daemon/views/board_status.h"
#include "daemon/views/last_battle.h"

/* A player has called the arbiter, who has not said anything since. */
struct match_call {
	bool is_open;
	uint64_t t_us; /* of the event: a device knows by it which calls it has shown */
};

/* What a game is called. */
struct match_names {
	char event[80], site[80], round[80], date[16], red[80], blue[80];
};

struct match {
	int64_t number; /* in the journal; 0: there is no game */
	char id[TOKEN_TEXT];
	struct match_names names;
	struct referee *referee; /* owned; zeroed while there is no game */
	char *state;		 /* the referee's, as the journal has it; owned, or NULL */
	struct commitments commitments;
	struct board_status status;
	struct last_battle last_battle;
	struct output battles[SIDE_COUNT]; /* as red and blue were told, for the broadcast */
	bool wants_rematch[SIDE_COUNT];
	struct match_call calls[SIDE_COUNT];
	bool has_record;
	bool is_shelved; /* set aside, as the journal has it */
};

/* No game. Returns 0 or -ENOMEM. */
int match_init(struct match *match);
void match_finish(struct match *match);
void match_clear(struct match *match);

/*
 * Loads a game from the journal. Returns 0 or -errno with the trouble; -EINVAL if what is there
 * makes no sense, and then what could be read of it is there.
 */
int match_load(struct match *match, struct journal *journal, int64_t number,
	       struct trouble *trouble);

/* What is kept beside the referee goes along with a fact that the referee has decided or taken. */
void match_follow(struct match *match, const struct fact *fact);

/* Whatever the arbiter says answers those who have called; returns whether anybody had. */
bool match_answer_calls(struct match *match);

#endif
