/*
 * Private to the journal's files: its state, its prepared statements and what these files call of
 * each other.
 */
#ifndef DAEMON_ARCHIVE_JOURNAL_INSIDE_H
#define DAEMON_ARCHIVE_JOURNAL_INSIDE_H

#include "daemon/archive/journal.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"

#include <limits.h>
#include <sqlite3.h>

enum {
	ARCHIVE_VERSION = 1,
	BUSY_MS = 1000,	  /* how long to wait for another program that has the archive locked */
	REST_PAGES = 500, /* so much in the log is worth moving in a quiet moment ... */
	LOG_PAGES = 4000, /* ... and so much will not wait for one */
	CACHE_KB = 256,
	RECENT = 10000, /* so many entries are checked when a daemon opens the archive */
};

enum statement {
	TO_BEGIN,
	TO_COMMIT,
	TO_ADD,
	TO_SET_HEAD,
	TO_KEEP,
	TO_FORGET,
	TO_RECALL,
	TO_FIND_WORD,
	TO_FIND_LAST_GAME,
	TO_GET_HASH,
	TO_GET_HEAD,
	TO_GET_LAST_WALL,
	TO_FIND_LAST_TOLD,
	TO_FIND_TOLD,
	TO_FIND_LAST_START,
	STATEMENTS
};

struct journal {
	char path[PATH_MAX]; /* of the archive */
	char head_path[PATH_MAX];
	sqlite3 *db;
	sqlite3_stmt *statements[STATEMENTS];
	const struct board_key *key; /* NULL: read-only */
	int lock_fd, head_fd;	     /* -1: none */

	struct chain_head known;   /* by DIR/head when the archive was opened */
	struct chain_head head;	   /* as committed */
	struct chain_head pending; /* as it will be when the transaction is committed */
	int log_pages;		   /* in the log that SQLite writes ahead */
	bool inside;		   /* a transaction */
	bool in_doubt;	/* a write has failed: what is in the log must be settled first */
	bool log_found; /* written by another process: whether its last sync succeeded is unknown */
	bool head_fails; /* DIR/head could not be written, which has been reported */
	int misread;	 /* errno of a query that failed */

	int failure; /* -errno that ended the last transaction */
	struct trouble why;
};

/* the remedy for an archive that cannot be used: what is left of it would be taken for a loss */
#define BEGIN_ANEW "Restore a copy, or move archive.db* and head away to begin anew."

/* ---- journal_trouble.c: sentences. Each returns -error; trouble may be NULL. ---- */

int journal_trouble_say(struct trouble *trouble, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* "PATH cannot ...: the disk is full. Make room ..."; cannot: "be read" and the like */
int journal_trouble_explain(struct trouble *trouble, int error, const char *path,
			    const char *cannot);
/* the same of what SQLite has just returned */
int journal_trouble_of_sqlite(struct trouble *trouble, const struct journal *journal, int status,
			      const char *cannot);
/* that the archive is not what was written; format: what about it, a clause */
int journal_trouble_of_damage(struct trouble *trouble, const struct journal *journal,
			      const char *format, ...) __attribute__((format(printf, 3, 4)));
/* that it ends before what DIR/head says */
int journal_trouble_of_cut(struct trouble *trouble, const struct journal *journal, int64_t end_seq);
/* the end of a path, short enough to leave room for the rest of a sentence */
const char *journal_path_end(const char *path);

/* ---- journal_disk.c: what lies beside the archive ---- */

int journal_directory_make(const char *dir, struct trouble *trouble);
int journal_directory_sync(const char *dir);
/* Makes sure that there is one daemon only. */
int journal_lock_take(struct journal *journal, const char *dir, struct trouble *trouble);

/* Makes sure that the log is on the disk, as it is. */
int journal_log_write_again(const char *archive_path);

/* DIR/head: seq 0 if there is none, or none that the board's key has signed. */
int journal_head_file_open(struct journal *journal, struct trouble *trouble);
struct chain_head journal_head_file_read(const struct journal *journal);
void journal_head_file_write(struct journal *journal);

/* ---- journal_schema.c ---- */

/* The id of a word, with which its body begins. The same text makes SQLite use the index. */
#define WORD_ID "substr(body, 1, instr(body || ' ', ' ') - 1)"

/* Makes the tables if there are none, and refuses what is not an archive or a newer one. */
int journal_schema_prepare(struct journal *journal, struct trouble *trouble);

/* ---- journal_chain.c ---- */

/* Everything that can be checked with the archive alone. */
int journal_chain_check(struct journal *journal, const uint8_t public_key[32],
			struct trouble *trouble);
/* The same of its recent part; of everything, if there is no more than that. */
int journal_chain_check_recent(struct journal *journal, const uint8_t public_key[32],
			       struct trouble *trouble);
/* that it goes on from where DIR/head says */
int journal_chain_check_length(struct journal *journal, struct trouble *trouble);
int journal_head_load(struct journal *journal, struct trouble *trouble);
void journal_kept_hash(const char *name, const char *value, uint8_t hash[HASH_SIZE]);

/* ---- journal_kinds.c ---- */

const char *journal_entry_kind_name(enum entry_kind kind);
enum entry_kind journal_entry_kind_parse(const char *name); /* ENTRY_ANY: another version's */

/* ---- journal_read.c ---- */

#define ENTRY_COLUMNS "seq, game, t_us, wall_ms, kind, who, body, salt, hash"

/* The row of a statement that selects those; valid until its next step. */
bool journal_entry_read(sqlite3_stmt *row, struct entry *entry);

/* ---- journal_write.c ---- */

/* A prepared statement, which is prepared at its first use. NULL if it cannot be. */
sqlite3_stmt *journal_statement_get(struct journal *journal, enum statement which);
/* Runs it to its end. Returns SQLite's status. */
int journal_statement_run(struct journal *journal, enum statement which);
int journal_settle(struct journal *journal);
/* Checkpoints what it can from the log into the database, without waiting for readers. */
void journal_log_move(struct journal *journal);

#endif
