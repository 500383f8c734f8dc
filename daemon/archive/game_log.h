/*
 * What the journal has of one game, gathered: how it was prepared, what was decided, how it stands.
 * Inputs, words and events are not loaded. Nothing in here may be shown to the public.
 */
#ifndef DAEMON_ARCHIVE_GAME_LOG_H
#define DAEMON_ARCHIVE_GAME_LOG_H

#include "daemon/archive/journal.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "rules/fact.h"
#include "rules/square.h"
#include "rules/text.h"

struct game_log {
	int64_t game;
	int64_t started_ms;  /* wall clock */
	char *head;	     /* the beginning of its record */
	char *table;	     /* how the table is read, as the head of a recording, or NULL */
	char id[TOKEN_TEXT]; /* "" if it has none yet */
	char *nonces;	     /* lines, or NULL */
	int64_t began_ms;    /* wall clock of these: when play began; 0: it has not */
	struct fact *facts;  /* FACT_NONE where this version does not understand one */
	size_t fact_count;
	char *record; /* the signed one, or NULL */
	size_t record_length;
	int64_t record_seq, ended_ms; /* its entry, and that one's wall clock */
	bool shelved, dropped;	      /* set aside; set aside before it began */
	bool was_shelved;	      /* at any time */
	int64_t spent_ms[SIDE_COUNT]; /* from one turn to the next, of whoever was to play */
};

/* Returns 0, or -errno with a sentence: -ENOENT if there is no such game. */
int game_log_read(struct game_log *game_log, struct journal *journal, int64_t game,
		  struct trouble *trouble);
/* The same without `table` and facts: enough for a line in a list, however long the game was. */
int game_log_glance(struct game_log *game_log, struct journal *journal, int64_t game,
		    struct trouble *trouble);
void game_log_finish(struct game_log *game_log);

/* what follows this word in the head ("edition", "red"), empty if there is no such line */
struct text game_log_header(const struct game_log *game_log, const char *word);

#endif
