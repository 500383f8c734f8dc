/*
 * The session: one table and the game on it. Readings, with their times, and words come in, are
 * given to the referee and journalled. When a call returns, its results are on the disk; the caller
 * takes them (session_take()) and publishes them: the session calls nothing above it.
 *
 * If the journal cannot be written, anything that it does not hold has not happened: play stops,
 * and as soon as the journal works again the game continues from it, as after a power cut.
 */
#ifndef DAEMON_SESSION_SESSION_H
#define DAEMON_SESSION_SESSION_H

#include "daemon/archive/journal.h"
#include "daemon/base/crypto.h"
#include "daemon/base/loop.h"
#include "daemon/config/config.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/refusal.h"
#include "drivers/board/board.h"
#include "drivers/board/lamps.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <jansson.h>
#include <string.h>

struct session;

/* An operator's word has an id that begins so; a seat's has not, so that the journal says who spoke. */
#define SESSION_OPERATOR "operator-"
/* Likewise one that a player has said by the button of the board. */
#define SESSION_BUTTON "button-"
/* Likewise what the daemon says for a player who has put a tapped piece on its square. */
#define SESSION_PAD "pad-"

enum {
	SESSION_ID = 65, /* bytes of a word's id, with its terminator */
	SESSION_WHY = 200,
	SESSION_TOGETHER = 16 /* words that are written together at most */
};

/* One event for the topics of some audiences. */
struct session_event {
	unsigned topics; /* bits 1u << enum audience */
	uint64_t seq[AUDIENCE_COUNT];
	int64_t entry; /* its entry in the journal */
	int64_t wall_ms;
	json_t *json; /* without seq */
};

/* Which paired devices keep their seats for the next game. */
enum seats_kept { NOBODY_STAYS, SIDES_CHANGE, EVERYBODY_STAYS };

/* The results of the calls since the last session_take(). They are published in the order of these
 * members. */
struct session_result {
	bool journal_changed;	 /* session_journal() has changed, or is now NULL */
	struct journal *retired; /* the one that failed, closed by session_result_free() */
	/*
	 * A game of an earlier run is being continued, and its last events may not have been
	 * delivered: everything up to this entry must be published again (session_each_told()). 0:
	 * nothing.
	 */
	int64_t again_until;
	struct session_event *events;
	unsigned event_count;
	bool is_over;	/* the game has ended */
	bool has_begun; /* another game is on the table */
	enum seats_kept seats_kept;
	json_t *touch; /* what hands have changed on the table, for everyone; NULL: nothing new */
	unsigned audiences; /* whose views have changed, bits 1u << enum audience */
	bool wants_scan;    /* the board is to report all that it shows */
};

enum session_line {
	LINE_HEARD, /* an input of the referee, for a recording of the game */
	LINE_SEEN   /* everything that the board reports, passed on (rate_limit.h) or not */
};

struct session_host {
	void *owner;
	/* A line of a recording. */
	void (*line)(void *owner, enum session_line kind, const char *line);
	/* A timer of the session has fired, and there may be something to take. No other call of
	 * the session is running then. */
	void (*ready)(void *owner);
};

/* Opens the journal and continues the game in it, or prepares the first game. */
int session_create(struct session **session, struct loop *loop, const struct config *config,
		   const struct session_host *host);
void session_destroy(struct session *session);

/* ---- in ---- */

void session_reading(struct session *session, const struct reading *reading);
/* A tag comes to the pad of a side, or has left it: a reading without a square. */
void session_tapped(struct session *session, enum side side, const struct reading *reading);
/* how long a reading may take to arrive, from now on (board.h) */
void session_board_lag(struct session *session, uint64_t lag_us);
/* NULL: the trouble is over; silent: the table cannot be read, which everyone must know */
void session_board_trouble(struct session *session, const char *sentence, bool silent);

enum said {
	SAID_NEW,      /* only from session_word_begin(): to be carried out and answered */
	SAID_ANSWERED, /* an event answers it */
	SAID_IN_VAIN   /* play is stopped: it may be said again later */
};

/* Whether a word is well formed: short, single blanks, only visible characters. Words given to the
 * functions below must be. */
static inline bool session_is_word(const char *word)
{
	struct text text = {word, strlen(word)};

	return text.length < REFEREE_WORD_SIZE && text_is_words(text);
}

/* A word with the id that its device gave it: if it is repeated it is carried out once. */
enum said session_say(struct session *session, enum audience speaker, const char *id,
		      const char *word);

/*
 * A word that the caller carries out: what it leads to comes between these two. It is new unless it
 * was said before; why is REFUSAL_NONE if it is accepted.
 */
enum said session_word_begin(struct session *session, enum audience speaker, const char *id,
			     const char *word);
enum said session_word_end(struct session *session, enum audience speaker, const char *id,
			   const char *word, const struct refusal *why);

/*
 * Words that are said between these two are written together, so that they wait for the disk once;
 * nothing of them can be taken before it is written. In between SAID_ANSWERED means: unless that
 * fails. Calling one of them again does no harm.
 */
void session_together_begin(struct session *session);
void session_together_end(struct session *session);

/* What the speaker had before its eyes: the game, and the latest number on its topic; 0: not said. */
struct word_sight {
	int64_t game, seen;
};

/*
 * The answer to a word that is refused before anything is written, as a JSON object of the caller's, or
 * NULL: one that there is not; or, if it says what its speaker saw, one about another game, or about a
 * turn, a question or an offer that is over. One that has been answered before is not refused.
 */
json_t *session_refuse_early(const struct session *session, enum audience speaker, const char *id,
			     const char *word, const struct word_sight *sight);

/* The answer to a recent word: whether it was accepted, and if not, why. */
bool session_answer(const struct session *session, enum audience speaker, const char *id,
		    struct refusal *why);

/* Which device sits where, as the broker knows it: "" where nobody does. */
struct session_seated {
	char users[SIDE_COUNT][TOKEN_TEXT];
	bool has_arbiter;
};

/*
 * Whether the players of the game on the table are to change seats and have not yet: power may have failed just
 * then.
 */
bool session_colours_are_crossed(const struct session *session);

/* To be told before every word and request, and before views are made. */
void session_set_seated(struct session *session, const struct session_seated *seated);

/*
 * A new game is proposed (proposal.h) by people at the table. It begins when all who sit there
 * agree, at once if nobody does.
 */
void session_propose_at_table(struct session *session, const char *text, struct refusal *why);
/* What can be proposed: [{"id","options":[{"name","values":[..],"value"}]}], and what was set aside. */
json_t *session_editions_json(const struct session *session);
json_t *session_aside_json(const struct session *session);

/* ---- what an operator does; all return 0, or -errno and why ---- */

struct new_game {
	bool is_rematch;     /* the same people and options; edition and options are not used */
	bool keeps_names;    /* of the game before, unless there are others below */
	bool sides_change;   /* the same people with the other colour */
	bool frees_seats;    /* for other people: nobody keeps a seat */
	const char *edition; /* NULL: as configured */
	json_t *options;     /* list of "NAME VALUE", or NULL */
	const char *event, *site, *round, *red, *blue; /* names, or NULL */
};

int session_new(struct session *session, const struct new_game *new_game, struct refusal *why);
int session_continue(struct session *session, int64_t game, struct refusal *why);

/* the ranks, for the arbiter; journalled, with who looked */
json_t *session_look(struct session *session, const char *who, struct refusal *why);

/*
 * A code by which another device can take a player's seat: whoever has it is shown that side's ranks. If there are
 * any by now, that is journalled as a look is, and the players and the arbiter are told. by: whose wish it was, the seat's own
 * excepted. is_now: before this returns, otherwise with the word that is being handled. Returns 0, or -errno and why: then it
 * must not be given.
 */
int session_note_code(struct session *session, enum side side, const char *by, bool is_now,
		      struct refusal *why);

/*
 * Adds an event for one audience that no input caused; it is committed with the next transaction.
 * `unwritten`, which may be NULL: fields that are told and not journalled, because the archive is
 * for ever; if the event has to be told again after a restart, it is without them. The session
 * takes ownership of both.
 */
void session_add_event(struct session *session, enum audience to, const char *name, json_t *fields,
		       json_t *unwritten);

/* ---- out ---- */

/* Takes the results collected since the last time. To be called after every call above; the result
 * is freed when it has been published. */
void session_take(struct session *session, struct session_result *result);
void session_result_free(struct session_result *result);

/* The journal entry up to which everything has been delivered; written with the next transaction.
 * In a new run it starts as the previous run left it. */
void session_set_published(struct session *session, int64_t entry);
int64_t session_published(const struct session *session);

/* Visits the events of this game after one entry and up to another (INT64_MAX: all), for a broker
 * that may have missed them. The session keeps ownership of each event. */
typedef void session_event_visitor(void *context, const struct session_event *event);
void session_each_told(struct session *session, int64_t after_entry, int64_t until_entry,
		       session_event_visitor *visit, void *context);

/* Who is paired, for the views. */
struct paired {
	bool red, blue, arbiter;
	bool arbiter_offered; /* a code for that seat has been given out */
};

json_t *session_view(const struct session *session, enum audience audience, struct paired paired);
json_t *session_status(const struct session *session);
/* what the lamps of the board are to show now */
void session_lamps(const struct session *session, struct lamp_picture *picture);
/* the head of a recording and the table as it is now, for a client that watches from now on; freed
 * with free() */
char *session_table_head(const struct session *session);
/* Flushes all inputs so far to the journal, of this game up to this entry. Returns 0 or -errno. */
int session_write_down(struct session *session, int64_t *game, int64_t *entry);
/*
 * What a virtual table must know of the pieces that have tags, which is not their ranks:
 * {"game":id,"contacts":whether there are reeds too,"red":[{"tag":"04A1B2","on":"e4"}..],"blue":..}
 * sorted by tag number; "on" is the square where the piece belongs, which everyone can see, and is
 * left out for pieces that belong nowhere on the board. Without tags, once both armies have been told
 * and until play begins: "homes":{"red":["a1"..],"blue":[..]}, the squares to be filled.
 */
json_t *session_tags(const struct session *session);

struct journal *session_journal(struct session *session);
enum board_id session_board(const struct session *session);

struct session_counts {
	uint64_t inputs, words, commits, refused_commits, events;
};
const struct session_counts *session_counts(const struct session *session);

#endif
