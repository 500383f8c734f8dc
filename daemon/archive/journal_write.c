/*
 * Writing the journal: transactions, entries, what is kept beside them.
 *
 * When a commit fails, SQLite has forgotten it, but it may lie in the log (archive.db-wal) as if it
 * had succeeded, and may or may not be on the disk. This process will not see it again; one that
 * starts after a crash might. So before anything else is written the log is emptied into the
 * database (journal_settle), which takes the failed transaction away with it. As long as that does
 * not succeed no transaction is begun.
 */
#include "daemon/archive/journal.h"
#include "daemon/archive/journal_inside.h"
#include "daemon/base/crypto.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

/* ---- statements ---- */

static const char *const statement_text[STATEMENTS] = {
	[TO_BEGIN] = "BEGIN IMMEDIATE",
	[TO_COMMIT] = "COMMIT",
	[TO_ADD] = "INSERT INTO entry (" ENTRY_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[TO_SET_HEAD] = "REPLACE INTO head (one, seq, hash, signature) VALUES (1, ?, ?, ?)",
	[TO_KEEP] = "REPLACE INTO kept (name, value, hash) VALUES (?, ?, ?)",
	[TO_FORGET] = "DELETE FROM kept WHERE name = ?",
	[TO_RECALL] = "SELECT value FROM kept WHERE name = ?",
	[TO_FIND_WORD] = "SELECT 1 FROM entry WHERE kind = 'word' AND who = ? AND " WORD_ID " = ?",
	[TO_FIND_LAST_GAME] = "SELECT max(game) FROM entry",
	[TO_GET_HASH] = "SELECT hash FROM entry WHERE seq = ?",
	[TO_GET_HEAD] = "SELECT seq, hash, signature FROM head",
	[TO_GET_LAST_WALL] = "SELECT wall_ms FROM entry ORDER BY seq DESC LIMIT 1",
	/* from the end backwards: it is never far */
	[TO_FIND_LAST_TOLD] = "SELECT who, seq, hash FROM entry NOT INDEXED WHERE kind = 'out' AND "
			      "substr(who, 1, 7) = 'public ' ORDER BY seq DESC LIMIT 1",
	[TO_FIND_TOLD] = "SELECT who, seq, hash FROM entry WHERE kind = 'out' AND "
			 "(who = 'public ' || ?1 OR who LIKE 'public ' || ?1 || ' %')",
	[TO_FIND_LAST_START] = "SELECT min(seq) FROM entry WHERE game = "
			       "(SELECT max(game) FROM entry)",
};

sqlite3_stmt *journal_statement_get(struct journal *journal, enum statement which)
{
	sqlite3_stmt **statement = &journal->statements[which];

	if (!*statement)
		sqlite3_prepare_v3(journal->db, statement_text[which], -1,
				   SQLITE_PREPARE_PERSISTENT, statement, NULL);
	return *statement;
}

static int statement_finish(struct journal *journal, sqlite3_stmt *statement)
{
	int status;

	errno = 0; /* so that it tells why this failed, if it does */
	status = statement ? sqlite3_step(statement) : sqlite3_errcode(journal->db);
	sqlite3_reset(statement);
	return status == SQLITE_DONE || status == SQLITE_ROW ? SQLITE_OK : status;
}

int journal_statement_run(struct journal *journal, enum statement which)
{
	sqlite3_stmt *statement = journal_statement_get(journal, which);

	if (which == TO_SET_HEAD && statement) {
		sqlite3_bind_int64(statement, 1, journal->pending.seq);
		sqlite3_bind_blob(statement, 2, journal->pending.hash, HASH_SIZE, SQLITE_STATIC);
		sqlite3_bind_blob(statement, 3, journal->pending.signature, SIGNATURE_SIZE,
				  SQLITE_STATIC);
	}
	return statement_finish(journal, statement);
}

/* ---- failures ---- */

static void undo(struct journal *journal)
{
	if (!sqlite3_get_autocommit(journal->db))
		sqlite3_exec(journal->db, "ROLLBACK", NULL, NULL, NULL);
	journal->inside = false;
}

int journal_settle(struct journal *journal)
{
	int status = SQLITE_OK;

	errno = 0;
	if (journal->log_found && journal_log_write_again(journal->path))
		status = SQLITE_IOERR;
	if (status == SQLITE_OK)
		status = sqlite3_wal_checkpoint_v2(journal->db, "main", SQLITE_CHECKPOINT_TRUNCATE,
						   NULL, NULL);
	journal->in_doubt = status != SQLITE_OK;
	journal->log_found = journal->log_found && journal->in_doubt;
	return status;
}

static int give_up(struct journal *journal, int status, struct trouble *trouble)
{
	journal->failure = journal_trouble_of_sqlite(&journal->why, journal, status, "be written");
	undo(journal);
	journal->in_doubt = true;
	if (trouble)
		*trouble = journal->why;
	return journal->failure;
}

/* After a failure every further call reports it again. */
static int not_inside(const struct journal *journal, struct trouble *trouble)
{
	if (!journal->failure)
		return journal_trouble_say(trouble, EINVAL, "There is no transaction in %s.",
					   journal_path_end(journal->path));
	if (trouble)
		*trouble = journal->why;
	return journal->failure;
}

/* A query before this transaction may have been answered wrongly. */
static int refuse_misread(struct journal *journal, struct trouble *trouble)
{
	journal->failure = -journal->misread;
	journal->misread = 0;
	undo(journal);
	if (trouble)
		*trouble = journal->why;
	return journal->failure;
}

/* ---- transactions ---- */

/* For a reader: a snapshot until the end of the transaction. */
static int begin_reading(struct journal *journal, struct trouble *trouble)
{
	int status = sqlite3_exec(journal->db, "BEGIN", NULL, NULL, NULL), error;

	if (status != SQLITE_OK)
		return journal_trouble_of_sqlite(trouble, journal, status, "be read");
	journal->inside = true;
	error = journal_head_load(journal, trouble);
	if (error)
		undo(journal);
	return error;
}

int journal_begin(struct journal *journal, struct trouble *trouble)
{
	int status = SQLITE_OK;

	if (journal->inside)
		return journal_trouble_say(trouble, EINVAL, "There is a transaction in %s already.",
					   journal_path_end(journal->path));
	journal->failure = 0;
	if (!journal->key)
		return begin_reading(journal, trouble);
	if (journal->misread)
		return refuse_misread(journal, trouble);
	if (journal->in_doubt)
		status = journal_settle(journal);
	if (status == SQLITE_OK)
		status = journal_statement_run(journal, TO_BEGIN);
	if (status != SQLITE_OK)
		return give_up(journal, status, trouble);
	journal->inside = true;
	journal->pending = journal->head;
	return 0;
}

static int insert(struct journal *journal, const struct entry *entry)
{
	sqlite3_stmt *statement = journal_statement_get(journal, TO_ADD);

	sqlite3_bind_int64(statement, 1, entry->seq);
	sqlite3_bind_int64(statement, 2, entry->game);
	sqlite3_bind_int64(statement, 3, entry->t_us);
	sqlite3_bind_int64(statement, 4, entry->wall_ms);
	sqlite3_bind_text(statement, 5, entry->kind_name, -1, SQLITE_STATIC);
	sqlite3_bind_text(statement, 6, entry->who, -1, SQLITE_STATIC);
	sqlite3_bind_text64(statement, 7, entry->body, entry->length, SQLITE_STATIC, SQLITE_UTF8);
	sqlite3_bind_blob(statement, 8, entry->salt, NONCE_SIZE, SQLITE_STATIC);
	sqlite3_bind_blob(statement, 9, entry->hash, HASH_SIZE, SQLITE_STATIC);
	return statement_finish(journal, statement);
}

int journal_add(struct journal *journal, const struct entry *entry, struct trouble *trouble)
{
	struct entry added = *entry;
	int status;

	if (!journal->inside)
		return not_inside(journal, trouble);
	assert(entry->kind != ENTRY_ANY && (!entry->who || strlen(entry->who) < ENTRY_NAME_SIZE));
	added.seq = journal->pending.seq + 1;
	added.kind_name = journal_entry_kind_name(entry->kind);
	added.who = entry->who ? entry->who : "";
	added.body = entry->body ? entry->body : "";
	added.length = entry->body ? entry->length : 0;
	random_fill(added.salt, sizeof added.salt);
	entry_hash(journal->pending.hash, &added, added.hash);
	status = insert(journal, &added);
	if (status != SQLITE_OK)
		return give_up(journal, status, trouble);
	journal->pending.seq = added.seq;
	memcpy(journal->pending.hash, added.hash, HASH_SIZE);
	return 0;
}

int journal_commit(struct journal *journal, struct trouble *trouble)
{
	bool longer = journal->pending.seq != journal->head.seq;
	int status = SQLITE_OK;

	if (!journal->inside)
		return not_inside(journal, trouble);
	if (!journal->key) {
		undo(journal);
		return 0;
	}
	if (journal->misread)
		return refuse_misread(journal, trouble);
	if (longer) {
		head_sign(journal->key, &journal->pending);
		status = journal_statement_run(journal, TO_SET_HEAD);
	}
	if (status == SQLITE_OK)
		status = journal_statement_run(journal, TO_COMMIT);
	if (status != SQLITE_OK) {
		give_up(journal, status, trouble);
		journal_settle(journal); /* now if it can be done, or when the next one begins */
		return journal->failure;
	}
	journal->inside = false;
	if (longer) {
		journal->head = journal->pending;
		journal_head_file_write(journal);
	}
	return 0;
}

void journal_rollback(struct journal *journal)
{
	undo(journal);
}

/*
 * Readers may keep part of the log in place, which does not matter. If the database cannot be
 * written, the next begin reports it.
 */
void journal_log_move(struct journal *journal)
{
	int status = sqlite3_wal_checkpoint_v2(journal->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL,
					       NULL);

	if (status != SQLITE_OK && (status & 0xff) != SQLITE_BUSY &&
	    (status & 0xff) != SQLITE_LOCKED)
		journal->in_doubt = true;
	journal->log_pages = 0;
}

void journal_rest(struct journal *journal)
{
	if (journal->key && !journal->inside && journal->log_pages >= REST_PAGES)
		journal_log_move(journal);
}

/* ---- what is kept ---- */

static int keep(struct journal *journal, const char *name, const char *value)
{
	sqlite3_stmt *statement = journal_statement_get(journal, value ? TO_KEEP : TO_FORGET);
	uint8_t hash[HASH_SIZE];

	sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
	if (value) {
		journal_kept_hash(name, value, hash);
		sqlite3_bind_text(statement, 2, value, -1, SQLITE_STATIC);
		sqlite3_bind_blob(statement, 3, hash, HASH_SIZE, SQLITE_STATIC);
	}
	return statement_finish(journal, statement);
}

int journal_keep(struct journal *journal, const char *name, const char *value)
{
	bool alone = !journal->inside;
	int status, error = 0;

	if (!journal->key)
		return -EROFS;
	if (alone)
		error = journal_begin(journal, NULL);
	if (error)
		return error;
	status = keep(journal, name, value);
	if (status != SQLITE_OK)
		return give_up(journal, status, NULL);
	return alone ? journal_commit(journal, NULL) : 0;
}
