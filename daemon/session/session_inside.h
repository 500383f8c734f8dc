/* The state of a session, and what its files share. */
#ifndef DAEMON_SESSION_SESSION_INSIDE_H
#define DAEMON_SESSION_SESSION_INSIDE_H

#include "daemon/archive/commitments.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/answers.h"
#include "daemon/session/batch.h"
#include "daemon/session/outbox.h"
#include "daemon/session/rate_limit.h"
#include "daemon/session/session.h"
#include "daemon/views/board_status.h"
#include "daemon/views/last_battle.h"

/* A player has called the arbiter, who has not said anything since. */
struct call {
	bool is_open;
	uint64_t t_us; /* of the event: a device knows by it which calls it has shown */
};

/* What a game is called. */
struct particulars {
	char event[80], site[80], round[80], date[16], red[80], blue[80];
};

struct session {
	struct loop *loop;
	const struct config *config;
	struct session_host host;
	struct board_key key;
	struct journal *journal; /* NULL: play is stopped */
	struct trouble trouble;
	char board_trouble[SESSION_WHY];
	bool board_is_silent;
	char game_trouble[SESSION_WHY]; /* why the game cannot be continued */
	uint64_t base_us;		/* the run's time is counted from here */
	uint64_t at_us;			/* of what is being dealt with; never decreases */
	uint64_t lag_us;		/* of the board: for so long a reading may be on its way */

	/* the game */
	int64_t game;
	char id[TOKEN_TEXT];
	struct particulars particulars;
	struct referee *referee; /* owned */
	struct commitments commitments;
	struct board_status status;
	struct last_battle last_battle;
	bool wants_rematch[SIDE_COUNT];
	struct call calls[SIDE_COUNT];
	unsigned placed[SIDE_COUNT];
	char shown_trouble[SIDE_COUNT][REFEREE_WHY_SIZE]; /* of set-ups, as their owners know it */
	struct bits shown_closed;	 /* contacts that the arbiter has been shown as closed */
	uint8_t shown_homes[TABLE_TAGS]; /* of the tags, as their owners have been shown */
	bool has_record;
	bool is_shelved; /* set aside, as the journal has it */

	/* what is going on at this moment */
	struct batch batch;
	struct outbox outbox;
	int64_t published;		   /* -1: not known yet */
	char refusal[SESSION_WHY];	   /* of the word that is being heard */
	struct output battles[SIDE_COUNT]; /* as red and blue were told, for the broadcast */
	bool is_over;			   /* and was not before */
	struct rate_limit rate_limit;	   /* what of the readings is passed on */
	char *state;			   /* as the journal has it */

	char public_head[HASH_TEXT]; /* the end of the journal when the public was last told */
	struct answers answers;

	struct timer deadline, flush, retry, held, renew;
	struct session_counts counts;
};

enum { EVERYONE = (1u << AUDIENCE_COUNT) - 1 };

static inline unsigned topic_of(enum audience audience)
{
	return 1u << audience;
}

/* ---- session.c ---- */
uint64_t session_now(const struct session *session);
/* at the end of what a timer was due for: says that there may be something to take */
void session_is_ready(struct session *session);
/* gives the referee an input that happens now, or happened at that time of the run (event_time.h)
 */
void session_feed(struct session *session, struct input *input);
void session_feed_at(struct session *session, struct input *input, uint64_t t_us);
/* up to when time has passed for certain, also for readings that are on their way */
uint64_t session_passed(const struct session *session);
/* writes and tells what an input has led to, and waits for the next deadline */
void session_settle(struct session *session);

/* ---- session_readings.c ---- */
void session_held_due(struct timer *timer);
void session_record_word(struct session *session, const char *who, const char *word);
void session_format_frame(enum board_id board, struct bits frame, char *text);
/* a line of a recording without its time: "close e4", "tag e4 04A1B2" */
void session_format_reading(enum board_id board, const struct reading *reading, char *text,
			    size_t room);

/* ---- session_view.c ---- */
void session_show_board(struct session *session); /* how it is doing, to who watches the sensors */

/* ---- session_commit.c ---- */
/* Writes the batch, then has it told. Returns 0 or -errno, play is then stopped: the disk failed,
 * or the batch had. */
int session_commit(struct session *session);
bool session_has_news(const struct session *session); /* that are not in the journal yet */
/* From now on the present end of the journal is the one that everybody is shown. */
void session_show_head(struct session *session);
json_t *session_make_event(const struct session *session, const char *name);

/* ---- session_renew.c ---- */
void session_renew_later(struct session *session); /* if there is reason to */
void session_renew_due(struct timer *timer);

/* ---- session_storage.c ---- */
/* Opens the journal and goes on with the game in it. Returns 0 or -errno, play is then stopped. */
int session_start(struct session *session);
/* Stops play: nothing that is not written has happened. It is tried again by itself. */
void session_stop(struct session *session, const struct trouble *trouble);
void session_retry_due(struct timer *timer);

/* ---- session_load.c ---- */
void game_clear(struct session *session); /* of everything that belongs to a game alone */
/* Loads a game from the journal into the session; 0 or -errno with the trouble. */
int game_load(struct session *session, int64_t game, struct trouble *trouble);

/* ---- session_game.c ---- */
int game_go_on(struct session *session, struct trouble *trouble); /* the one that was played last */
/* to what the journal holds of it; to nothing if it cannot even be read */
void game_go_back(struct session *session);
void game_finish(struct session *session); /* writes the record of a game that is over */
/* Sets an unfinished game aside that is paused; one in set-up is nothing yet. 0 or -errno and why.
 */
int game_leave(struct session *session, char why[SESSION_WHY]);
bool game_is_stopped(const struct session *session, char why[SESSION_WHY]); /* play is, and why */

/* ---- session_tell.c ---- */
void tell_output(struct session *session, const struct output *output);
void tell_fact(struct session *session, const struct fact *fact);
/* What is kept beside the referee goes along with a fact. */
void tell_follow(struct session *session, const struct fact *fact);

/* ---- session_words.c ---- */
/* from what was told in an earlier run: who wants a rematch or has called the arbiter */
void words_recall(struct session *session, const struct entry *entry);
/* Whatever the arbiter says answers those who have called. */
void words_answer_calls(struct session *session);
/* the session's own words; false if it is none of them. A refusal goes to session->refusal. */
bool words_of_session(struct session *session, enum audience speaker, const char *word);
/* another game, if both players want it */
void words_rematch(struct session *session);

#endif
