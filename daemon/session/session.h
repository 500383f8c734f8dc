/*
 * The session: one table and the game on it. Readings, with their times, and words go in, are given
 * to the referee and journalled; what the referee says goes out, for each audience, after it is on
 * the disk.
 *
 * If the journal cannot be written, nothing that it does not hold has happened: play stops, and as
 * soon as the journal works again the game goes on from what it holds, as after a power cut.
 */
#ifndef DAEMON_SESSION_SESSION_H
#define DAEMON_SESSION_SESSION_H

#include "daemon/archive/journal.h"
#include "daemon/base/loop.h"
#include "daemon/config/config.h"
#include "drivers/board/board.h"

#include <jansson.h>

struct session;

enum { SESSION_ID = 65 /* of a word, terminated */, SESSION_WHY = 200 };

/* One event for the topics of some audiences. */
struct telling {
	unsigned topics; /* bits 1u << enum audience */
	uint64_t seq[AUDIENCE_COUNT];
	int64_t entry; /* in the journal */
	int64_t wall_ms;
	json_t *event; /* without seq; stays the session's */
};

/* Who of those that were paired is there for the next game too. */
enum seats_kept { NOBODY_STAYS, ARBITER_STAYS, EVERYBODY_STAYS };

struct session_events {
	void *owner;
	/* It is on the disk: tell it, in this order, then show the views of these audiences. */
	void (*told)(void *owner, const struct telling *tellings, unsigned count,
		     unsigned audiences);
	/* everything may have changed without an event: a game was loaded, play stopped or goes on,
	 * or a clock has run for a while */
	void (*changed)(void *owner);
	/* the board shall say what it shows */
	void (*scan)(void *owner);
	void (*over)(void *owner);				/* the game has ended */
	void (*begun)(void *owner, enum seats_kept seats_kept); /* another game is on the table */
	void (*journal)(void *owner, struct journal *journal);	/* opened; NULL: closed */
	void (*heard)(void *owner, const char *line);		/* a line for a recording */
	/* the same of everything that the board says, also of what is not passed on (rate_limit.h)
	 */
	void (*seen)(void *owner, const char *line);
	/* a word about seats and games: false if it is none; why is "" unless it is refused */
	bool (*word)(void *owner, enum audience speaker, const char *word, char why[]);
	/* up to which entry everything has been told; kept with the next transaction */
	int64_t (*published)(void *owner);
};

/* Opens the journal and goes on with the game that is in it, or prepares the first. */
int session_create(struct session **session, struct loop *loop, const struct config *config,
		   const struct session_events *events);
void session_destroy(struct session *session);

/* ---- in ---- */

void session_reading(struct session *session, const struct reading *reading);
/* how long a reading may be on its way from now on (board.h) */
void session_board_lag(struct session *session, uint64_t lag_us);
/* NULL: none any more; silent: the table cannot be read, which everybody has to know */
void session_board_trouble(struct session *session, const char *sentence, bool silent);

enum heard {
	HEARD,	  /* it is answered by an event */
	NOT_HEARD /* play is stopped: it may be said again */
};

/* A word with the id that its device gave it: said twice it is played once. */
enum heard session_say(struct session *session, enum audience speaker, const char *id,
		       const char *word);

/* The same for someone who waits for the answer: whether it was accepted, and if not, why. */
bool session_say_now(struct session *session, enum audience speaker, const char *id,
		     const char *word, char why[SESSION_WHY]);

/* ---- what an operator does; all return 0, or -errno with a sentence in why ---- */

struct new_game {
	bool is_rematch;  /* the same people, options and names as before; nothing else is asked */
	bool is_arbiters; /* the arbiter has asked for it, and shall be there too */
	const char *edition;			       /* NULL: as configured */
	json_t *options;			       /* list of "NAME VALUE", or NULL */
	const char *event, *site, *round, *red, *blue; /* names, or NULL */
};

int session_new(struct session *session, const struct new_game *new_game, char why[SESSION_WHY]);
int session_continue(struct session *session, int64_t game, char why[SESSION_WHY]);

/* the ranks, for the arbiter; journalled, with who looked */
json_t *session_look(struct session *session, const char *who, char why[SESSION_WHY]);

/* An event for one audience that no input caused; it is committed with what happens next. The event
 * becomes the session's. */
void session_add_event(struct session *session, enum audience to, const char *name, json_t *fields);

/* ---- out ---- */

/* Who is paired, for the views. */
struct paired {
	bool red, blue, arbiter;
};

json_t *session_view(struct session *session, enum audience audience, struct paired paired);
json_t *session_status(struct session *session);
/* the head of a recording and the table as it stands, for who watches it from now on; freed with
 * free() */
char *session_table_head(struct session *session);
/* All that was heard so far is in the journal then, of this game up to this entry. 0 or -errno. */
int session_write_down(struct session *session, int64_t *game, int64_t *entry);
/*
 * What a virtual table must know of the pieces that have tags, which is not their ranks:
 * {"game":id,"contacts":whether there are reeds too,"red":[{"tag":"04A1B2","on":"e4"}..],"blue":..}
 * by the tags' numbers; "on" is where the piece belongs, as everybody can see, and is left out for
 * those that belong nowhere on the board.
 */
json_t *session_tags(const struct session *session);

uint64_t session_seq(const struct session *session, enum audience audience);
struct journal *session_journal(struct session *session);
const struct board_key *session_key(const struct session *session);
enum board_id session_board(const struct session *session);

/* What has been told after this entry: again, for a broker that may have missed it. */
void session_tell_again(struct session *session, int64_t after_entry);

struct session_counts {
	uint64_t inputs, words, commits, refused_commits, tellings;
};
const struct session_counts *session_counts(const struct session *session);

#endif
