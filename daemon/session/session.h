/*
 * The session: one table and the game on it. Readings, with their times, and words go in, are given
 * to the referee and journalled. What a call has led to is on the disk when it returns, and is taken
 * by the caller (session_take()), who publishes it: the session calls no one.
 *
 * If the journal cannot be written, nothing that it does not hold has happened: play stops, and as
 * soon as the journal works again the game goes on from what it holds, as after a power cut.
 */
#ifndef DAEMON_SESSION_SESSION_H
#define DAEMON_SESSION_SESSION_H

#include "daemon/archive/journal.h"
#include "daemon/base/loop.h"
#include "daemon/config/config.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/refusal.h"
#include "drivers/board/board.h"
#include "rules/text.h"

#include <jansson.h>
#include <string.h>

struct session;

enum { SESSION_ID = 65 /* of a word, terminated */, SESSION_WHY = 200 };

/* One event for the topics of some audiences. */
struct session_event {
	unsigned topics; /* bits 1u << enum audience */
	uint64_t seq[AUDIENCE_COUNT];
	int64_t entry; /* in the journal */
	int64_t wall_ms;
	json_t *json; /* without seq */
};

/* Who of those that were paired is there for the next game too. */
enum seats_kept { NOBODY_STAYS, ARBITER_STAYS, EVERYBODY_STAYS };

/* What calls have led to. It is published in the order of these members. */
struct session_result {
	bool journal_changed;	 /* session_journal() is another than before, or none */
	struct journal *retired; /* the one before, if it failed: session_result_free() closes it */
	/* The game of an earlier run goes on, and what was told last may not have arrived: all up
	 * to this entry is to be told again (session_each_told()). 0: no such thing. */
	int64_t again_until;
	struct session_event *events;
	unsigned event_count;
	bool is_over;	/* the game has ended */
	bool has_begun; /* another game is on the table */
	enum seats_kept seats_kept;
	unsigned audiences; /* whose views have changed, bits 1u << enum audience */
	bool wants_scan;    /* the board shall say what it shows */
};

enum session_line {
	LINE_HEARD, /* what the referee hears, for a recording of the game */
	LINE_SEEN   /* everything that the board says, also what is not passed on (rate_limit.h) */
};

struct session_host {
	void *owner;
	/* A line of a recording. */
	void (*line)(void *owner, enum session_line kind, const char *line);
	/* A timer of the session's was due and there may be something to take. Nothing else is
	 * under way then. */
	void (*ready)(void *owner);
};

/* Opens the journal and goes on with the game that is in it, or prepares the first. */
int session_create(struct session **session, struct loop *loop, const struct config *config,
		   const struct session_host *host);
void session_destroy(struct session *session);

/* ---- in ---- */

void session_reading(struct session *session, const struct reading *reading);
/* how long a reading may be on its way from now on (board.h) */
void session_board_lag(struct session *session, uint64_t lag_us);
/* NULL: none any more; silent: the table cannot be read, which everybody has to know */
void session_board_trouble(struct session *session, const char *sentence, bool silent);

enum said {
	SAID_NEW,      /* session_word_begin() only: to be carried out and answered */
	SAID_ANSWERED, /* there is an event with the answer */
	SAID_IN_VAIN   /* play is stopped: it may be said again */
};

/* Whether a word has the form of one: short, single blanks, nothing but visible characters. What is
 * said below must have it. */
static inline bool session_is_word(const char *word)
{
	struct text text = {word, strlen(word)};

	return text.length < REFEREE_WORD_SIZE && text_is_words(text);
}

/* A word with the id that its device gave it: said twice it is played once. */
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

/* How a word was answered that was said not long ago: whether it was accepted, and if not, why. */
bool session_answer(const struct session *session, enum audience speaker, const char *id,
		    struct refusal *why);

/* ---- what an operator does; all return 0, or -errno and why ---- */

struct new_game {
	bool is_rematch;  /* the same people, options and names as before; nothing else is asked */
	bool is_arbiters; /* the arbiter has asked for it, and shall be there too */
	const char *edition;			       /* NULL: as configured */
	json_t *options;			       /* list of "NAME VALUE", or NULL */
	const char *event, *site, *round, *red, *blue; /* names, or NULL */
};

int session_new(struct session *session, const struct new_game *new_game, struct refusal *why);
int session_continue(struct session *session, int64_t game, struct refusal *why);

/* the ranks, for the arbiter; journalled, with who looked */
json_t *session_look(struct session *session, const char *who, struct refusal *why);

/* An event for one audience that no input caused; it is committed with what happens next. The event
 * becomes the session's. */
void session_add_event(struct session *session, enum audience to, const char *name, json_t *fields);

/* ---- out ---- */

/* Takes what has come together since the last time; to be called after every call of the above, and
 * freed when it has been published. */
void session_take(struct session *session, struct session_result *result);
void session_result_free(struct session_result *result);

/* Up to which entry of the journal everything has arrived; it is written with the next transaction.
 * In a new run it is what the run before knew. */
void session_set_published(struct session *session, int64_t entry);
int64_t session_published(const struct session *session);

/* What was told in this game after one entry and up to another (INT64_MAX: all), for a broker that
 * may have missed it. The event is the session's. */
typedef void session_event_visitor(void *context, const struct session_event *event);
void session_each_told(struct session *session, int64_t after_entry, int64_t until_entry,
		       session_event_visitor *visit, void *context);

/* Who is paired, for the views. */
struct paired {
	bool red, blue, arbiter;
};

json_t *session_view(const struct session *session, enum audience audience, struct paired paired);
json_t *session_status(const struct session *session);
/* the head of a recording and the table as it stands, for who watches it from now on; freed with
 * free() */
char *session_table_head(const struct session *session);
/* All that was heard so far is in the journal then, of this game up to this entry. 0 or -errno. */
int session_write_down(struct session *session, int64_t *game, int64_t *entry);
/*
 * What a virtual table must know of the pieces that have tags, which is not their ranks:
 * {"game":id,"contacts":whether there are reeds too,"red":[{"tag":"04A1B2","on":"e4"}..],"blue":..}
 * by the tags' numbers; "on" is where the piece belongs, as everybody can see, and is left out for
 * those that belong nowhere on the board.
 */
json_t *session_tags(const struct session *session);

struct journal *session_journal(struct session *session);
const struct board_key *session_key(const struct session *session);
enum board_id session_board(const struct session *session);

struct session_counts {
	uint64_t inputs, words, commits, refused_commits, events;
};
const struct session_counts *session_counts(const struct session *session);

#endif
