/* The state of a session, and what its files share. */
#ifndef DAEMON_SESSION_SESSION_INSIDE_H
#define DAEMON_SESSION_SESSION_INSIDE_H

#include "daemon/archive/published.h"
#include "daemon/archive/witness.h"
#include "daemon/base/crypto.h"
#include "daemon/base/loop.h"
#include "daemon/base/trouble.h"
#include "daemon/config/config.h"
#include "daemon/match/match.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/answers.h"
#include "daemon/session/batch.h"
#include "daemon/session/outbox.h"
#include "daemon/session/rate_limit.h"
#include "daemon/session/session.h"
#include "daemon/session/shown.h"
#include "daemon/session/taps.h"
#include "daemon/table/table.h"
#include "drivers/board/board.h"
#include "rules/bits.h"
#include "rules/fact.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/view.h"

/* Words whose results are in the batch and are written with it (session_together_begin()). */
struct together {
	bool is_open;
	bool wants_rematch; /* one of them was that */
	unsigned count;
	struct {
		enum audience speaker;
		char word[REFEREE_WORD_SIZE];
	} words[SESSION_TOGETHER];
};

/* The numbers, on each audience's topic, since when it is this turn or question, and this offer. */
struct moments {
	uint64_t turn[AUDIENCE_COUNT], offer[AUDIENCE_COUNT];
};

/* What the pads have told of a game that is being set up (session_pads.c). */
struct session_pads {
	int64_t game;			   /* 0: nothing yet */
	struct record_tag set[TABLE_TAGS]; /* that is enrolled, in an order that stays */
	unsigned count;
	uint64_t read_us; /* when it was read */
	struct taps taps[SIDE_COUNT];
	char said[SQ_COUNT];		    /* what they have placed there, 0: nothing */
	struct taps_note shown[SIDE_COUNT]; /* as it was told last */
};

struct session {
	struct loop *loop;
	const struct config *config;
	struct session_host host;
	struct board_key key;
	struct journal *journal; /* NULL: play is stopped */
	struct trouble trouble;
	char board_trouble[SESSION_WHY];
	struct bits strange; /* squares that the arbiter was told of (rate_limit.h) */
	char tag_trouble[SESSION_WHY];
	bool board_is_silent;
	char game_trouble[SESSION_WHY]; /* why the game cannot be continued */
	uint64_t base_us;		/* the run's time is counted from here */
	uint64_t at_us;			/* the time of the input being handled; never decreases */
	uint64_t lag_us;		/* the board's: how long a reading may take to arrive */

	struct match match;
	struct shown shown;
	struct session_seated seated;
	char colours
		[24 +
		 2 * TOKEN_TEXT]; /* to be written with the game that is begun (session_colours.c) */

	/* the call that is running */
	struct batch batch;
	struct together together;
	struct outbox outbox;
	int64_t published;	      /* -1: not known yet */
	struct refusal refusal;	      /* of the word being handled */
	bool is_over;		      /* ended in this call */
	struct rate_limit rate_limit; /* which readings are passed on */

	struct published_head public_head; /* of the latest public event */
	struct published_head next_head;   /* of the latest one that is being written */
	struct witness witness;		   /* that remembers it elsewhere */
	struct answers answers;
	struct moments moments;

	struct session_pads pads;

	struct table_touch touch; /* as everyone was told last ... */
	uint64_t touch_us;	  /* ... when */

	struct timer deadline, flush, retry, held, renew, touched;
	struct session_counts counts;
};

enum { EVERYONE = (1u << AUDIENCE_COUNT) - 1 };

static inline unsigned session_topic_of(enum audience audience)
{
	return 1u << audience;
}

/* ---- session.c ---- */
uint64_t session_now(const struct session *session);
/* at the end of every timer callback: signals that there may be something to take */
void session_is_ready(struct session *session);
/* gives the referee an input at the present time, or at that time of the run (event_time.h) */
void session_feed(struct session *session, struct input *input);
void session_feed_at(struct session *session, struct input *input, uint64_t t_us);
/* up to when time has certainly passed, allowing for readings still on their way */
uint64_t session_passed(const struct session *session);
/* writes and publishes the results of an input, and arms the timer for the next deadline */
void session_settle(struct session *session);
/* tells the arbiter what is wrong with the sensors, or that nothing is any more */
void session_tell_board(struct session *session);

/* ---- session_readings.c ---- */
void session_held_due(struct timer *timer);
void session_record_word(struct session *session, const char *who, const char *word);
/* a line of a recording without its time: "close e4", "tag e4 04A1B2" */
void session_format_reading(enum board_id board, const struct reading *reading, char *text,
			    size_t room);

/* ---- session_pads.c ---- */
void session_pads_follow(struct session *session); /* after each input of the referee */
/* between two inputs: says what has been found */
void session_pads_say(struct session *session);
void session_pads_let_go(struct session *session);     /* the table cannot be read */
bool session_pads_wait(const struct session *session); /* for time to pass */
/* what a side is to be told; and whose views have to change for it */
struct taps_note session_pads_note(const struct session *session, enum side side);
unsigned session_pads_news(struct session *session);

/* ---- session_view.c ---- */
void session_show_board(struct session *session); /* for clients that watch the sensors */
const char *session_sensor_trouble(const struct session *session); /* "" if there is none */

/* ---- session_commit.c ---- */
/* Writes the batch, then hands it over for publishing. Returns 0 or -errno; play is then stopped,
 * because the disk failed or the batch had failed. */
int session_commit(struct session *session);
bool session_has_news(const struct session *session); /* not in the journal yet */
/* What the public was told last, by the journal, is the head that everyone is shown. */
void session_recall_head(struct session *session);
json_t *session_make_event(const struct session *session, const char *name);

/* ---- session_touch.c ---- */
/* what hands have changed on the table; nothing while play is stopped */
struct table_touch session_touch(const struct session *session);
/* adds that to a result, if everyone is to be told now; views in the result tell it as well */
void session_touch_tell(struct session *session, struct session_result *result);
void session_touch_due(struct timer *timer);

/* ---- session_renew.c ---- */
void session_renew_later(struct session *session); /* if a clock runs */
void session_renew_due(struct timer *timer);

/* ---- session_storage.c ---- */
/* Opens the journal and continues the game in it. Returns 0 or -errno; play is then stopped. */
int session_start(struct session *session);
/* Stops play: what is not written has not happened. Retried by a timer. */
void session_stop(struct session *session, const struct trouble *trouble);
void session_retry_due(struct timer *timer);

/* ---- session_game.c ---- */
/* Puts a game from the journal on the table; 0 or -errno with the trouble. */
int session_load(struct session *session, int64_t game, struct trouble *trouble);
int session_go_on(struct session *session, struct trouble *trouble); /* the latest one */
/* to the state in the journal; to no game if that cannot be read */
void session_go_back(struct session *session);
void session_finish_game(struct session *session); /* writes the record of a game that is over */
/* Turns an army over for everyone, SIDE_NONE: both. The game is over, and had begun. */
void session_reveal(struct session *session, enum side side);
/* Sets a paused, unfinished game aside; a game still in set-up is simply dropped. Returns 0 or
 * -errno with why. */
int session_leave_game(struct session *session, struct refusal *why);
bool session_is_stopped(const struct session *session,
			struct refusal *why); /* if play is stopped, and why */

/* ---- session_tell.c ---- */
void session_tell_output(struct session *session, const struct output *output);
void session_tell_fact(struct session *session, const struct fact *fact);

/* ---- session_answer.c ---- */
void session_forget_words(struct session *session); /* they have been in vain */

/* ---- session_fork.c ---- */
/* "seen NUMBER HASH SIGNATURE": admits a fork, if the board has signed that head and lost it */
void session_say_seen(struct session *session, enum audience speaker, const char *word);
/* Before the game goes on: admits a fork, if the witness outside the state directory shows one. */
void session_heed_witness(struct session *session);
/* whether it is such a word and says nothing new: not signed by this board, or not lost */
bool session_is_vain_seen(const struct session *session, const char *word);

/* ---- session_new.c ---- */
/* whether the board is large enough; whether such a game could begin; and if not, why */
bool session_has_room(const struct session *session, unsigned edition, struct refusal *why);
bool session_can_begin(const struct session *session, const struct new_game *wanted,
		       struct refusal *why);

/* ---- session_aside.c ---- */
void session_aside_note(struct session *session); /* the game on the table is being set aside */
void session_aside_forget(struct session *session, int64_t game); /* it is on the table again */
bool session_aside_edition(const struct session *session, int64_t game, char edition[24]);
/* who would keep their seats if it were continued; NOBODY_STAYS: others had them */
enum seats_kept session_aside_seats(const struct session *session, int64_t game);

/* ---- session_colours.c ---- */
/* That game, which is about to be written, is played with the colours exchanged. */
void session_colours_change(struct session *session, int64_t game);
void session_colours_keep(struct session *session); /* within a transaction */

/* ---- session_tally.c ---- */
void session_tally_count(struct session *session);	   /* the game on the table is over */
json_t *session_tally_json(const struct session *session); /* for views; NULL: there is none */

/* ---- session_propose.c ---- */
/* as session_own_word(), for words about new games */
bool session_proposal_word(struct session *session, enum audience speaker, const char *line);
/* for views; NULL: none is open */
json_t *session_proposal_json(const struct session *session);

/* ---- session_words.c ---- */
/* handles the session's own words; false if the word is not one. A refusal goes to
 * session->refusal. */
bool session_own_word(struct session *session, enum audience speaker, const char *word);
/* another game, if both players want one */
void session_rematch(struct session *session);

/* ---- session_tell.c ---- */

/* what has happened to a row or column, for an operator and the log */
enum { LINE_SENTENCE = 160 };
void session_line_sentence(unsigned line, enum table_fault fault, char sentence[LINE_SENTENCE]);

#endif
