/*
 * Makes archives of made-up games, entry by entry as the daemon writes them. Does not use Unity; an
 * error here ends the program, since then the test itself is wrong.
 */
#ifndef TESTS_SUPPORT_ARCHIVE_ARCHIVE_MAKER_H
#define TESTS_SUPPORT_ARCHIVE_ARCHIVE_MAKER_H

#include "daemon/archive/commitments.h"
#include "daemon/archive/journal.h"
#include "rules/record.h"

enum { MADE_HEAD_SIZE = 8192 };

struct archive_maker {
	struct journal *journal;
	struct board_key key;
	int64_t t_us, wall_ms; /* of the next entry; both advance by a second per entry */
	int64_t number;	       /* of the game */
	char id[TOKEN_TEXT];
	char head[MADE_HEAD_SIZE]; /* the game's beginning as a record */
	bool is_study;
	enum board_id board;
	struct game game, before;
	bool gathers;  /* entries are added to a transaction until maker_write() */
	uint64_t told; /* how much the public was told */
};

/* The directory is created if it does not exist, with a board.key. */
void maker_open(struct archive_maker *maker, const char *dir);
void maker_close(struct archive_maker *maker);

/* Any entry of the game that is being made; `run` is of none. */
void maker_add(struct archive_maker *maker, enum entry_kind kind, const char *who,
	       const char *body);

/* Everyone is told something: the entry of a public event. */
void maker_tell(struct archive_maker *maker, const char *event);

/* From now on entries are gathered, and committed together when they are written. */
void maker_gather(struct archive_maker *maker);
void maker_write(struct archive_maker *maker);

/* The daemon is restarted: its clock starts again. */
void maker_run(struct archive_maker *maker);

/* A new game: the lines of its record up to the set-ups. */
void maker_start(struct archive_maker *maker, const char *head);

/*
 * Adds a fact. The outcome of an attack need not be given: it is computed and appended. `begin`
 * makes the openings too.
 */
void maker_fact(struct archive_maker *maker, const char *fact);

/* Adds facts, one per line. */
void maker_facts(struct archive_maker *maker, const char *facts);

/* A whole record as a game: its head, set-ups, actions; not its result. */
void maker_play(struct archive_maker *maker, const char *record);

/* Signs the record and puts it into the archive. */
void maker_seal(struct archive_maker *maker);

/* The games that tests of the archive read, each with its number. */
enum made_game {
	MADE_PLAIN = 1,	  /* barrage, red by flag after 27 plies, between Anna and Bernd */
	MADE_TAKEN_BACK,  /* quick-barrage, blue by resignation */
	MADE_CORRECTED,	  /* barrage, corrected twice, red by flag */
	MADE_CARDS,	  /* battle-cards, corrected while a hand is short, red by arbiter */
	MADE_DRAWN,	  /* quick-barrage, agreed */
	MADE_STUDY,	  /* a position, blue to move and unable to */
	MADE_NEVER_BEGUN, /* red resigned in set-up */
	MADE_DROPPED,	  /* and another was begun */
	MADE_ADJOURNED,	  /* quick-barrage after two plies */
	MADE_UNSIGNED,	  /* over, but the daemon was killed before it signed */
	MADE_RUNNING,	  /* battle-cards after six plies */
	MADE_LAST = MADE_RUNNING
};

void maker_make_all(struct archive_maker *maker);

#endif
