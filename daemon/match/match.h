/*
 * The game on the table: the referee, the commitments that were made when play began, and what
 * views show of earlier events. It is loaded from the journal, and kept up to date from the
 * referee's outputs (session_tell.c).
 */
#ifndef DAEMON_MATCH_MATCH_H
#define DAEMON_MATCH_MATCH_H

#include "daemon/archive/commitments.h"
#include "daemon/archive/journal.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "daemon/match/proposal.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/views/board_status.h"
#include "daemon/views/last_battle.h"
#include "daemon/views/tips.h"
#include "rules/fact.h"
#include "rules/square.h"

#include <jansson.h>

/* A player has called the arbiter, who has not said anything since. */
struct match_call {
	bool is_open;
	uint64_t t_us; /* the time of the event, by which a device knows which calls it has shown */
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
	char *state;		 /* the referee's, as in the journal; owned, or NULL */
	struct commitments commitments;
	struct board_status status;
	struct last_battle last_battle;
	struct tips tips[SIDE_COUNT];	   /* kept in every game, shown if its options say so */
	struct output battles[SIDE_COUNT]; /* as told to red and blue, for the broadcast */
	bool wants_rematch[SIDE_COUNT];
	bool is_face_up[SIDE_COUNT]; /* the game is over, and everyone was told this army */
	struct proposal proposal;    /* of the next game */
	struct match_call calls[SIDE_COUNT];
	bool has_record;
	uint64_t fork;	 /* number of a head that was published and is lost; 0: none that we know */
	bool is_shelved; /* set aside, according to the journal */
};

/* Makes it hold no game. Returns 0 or -ENOMEM. */
int match_init(struct match *match);
void match_finish(struct match *match);
void match_clear(struct match *match);

/*
 * Loads a game from the journal. Returns 0 or -errno with the trouble; -EINVAL if its entries make
 * no sense, and then the match holds what could be read of it.
 */
int match_load(struct match *match, struct journal *journal, int64_t number,
	       struct trouble *trouble);

/*
 * Applies a fact, which the referee has decided or taken over, to what is kept beside the referee.
 */
void match_follow(struct match *match, const struct fact *fact);

/* A battle, as the seat of this side was told of it; the caller keeps ownership of the event. */
void match_note_battle(struct match *match, enum side side, const json_t *event);

/* Any word of the arbiter answers the players who have called; returns whether one had. */
bool match_answer_calls(struct match *match);

#endif
