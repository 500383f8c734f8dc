/*
 * The tables of the archive. An archive must have exactly these or is refused: a file that was made
 * by something else, or tampered with, may hold views and triggers that do anything.
 */
#include "daemon/archive/journal.h"
#include "daemon/archive/journal_inside.h"

#include <errno.h>
#include <string.h>

static const char *const schema[] = {
	"CREATE TABLE entry (seq INTEGER PRIMARY KEY, game INTEGER NOT NULL, t_us INTEGER NOT NULL,"
	" wall_ms INTEGER NOT NULL, kind TEXT NOT NULL, who TEXT NOT NULL, body TEXT NOT NULL,"
	" salt BLOB NOT NULL, hash BLOB NOT NULL) STRICT",
	"CREATE INDEX entry_by_game ON entry (game, kind, who)",
	"CREATE INDEX entry_by_word ON entry (who, " WORD_ID ") WHERE kind = 'word'",
	"CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL,"
	" hash BLOB NOT NULL, signature BLOB NOT NULL) STRICT",
	"CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL, hash BLOB NOT NULL)"
	" STRICT, WITHOUT ROWID",
};

enum { SCHEMA = sizeof schema / sizeof *schema };

/* the single number that a query gives */
static int ask_number(struct journal *journal, const char *query, int64_t *number)
{
	sqlite3_stmt *statement = NULL;
	int status = sqlite3_prepare_v2(journal->db, query, -1, &statement, NULL);

	if (status == SQLITE_OK)
		status = sqlite3_step(statement);
	if (status == SQLITE_ROW)
		*number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return status == SQLITE_ROW ? SQLITE_OK : status;
}

static int create_tables(struct journal *journal)
{
	struct chain_head *head = &journal->pending;
	int status = journal_statement_run(journal, TO_BEGIN);

	for (unsigned i = 0; status == SQLITE_OK && i < SCHEMA; i++)
		status = sqlite3_exec(journal->db, schema[i], NULL, NULL, NULL);
	if (status == SQLITE_OK)
		status = sqlite3_exec(journal->db, "PRAGMA user_version = 1", NULL, NULL, NULL);
	*head = (struct chain_head){0};
	head_sign(journal->key, head);
	if (status == SQLITE_OK)
		status = journal_statement_run(journal, TO_SET_HEAD);
	if (status == SQLITE_OK)
		status = journal_statement_run(journal, TO_COMMIT);
	return status;
}

static int schema_create(struct journal *journal, struct trouble *trouble)
{
	int status = sqlite3_exec(journal->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);

	if (status == SQLITE_OK)
		status = create_tables(journal);
	if (status != SQLITE_OK)
		return journal_trouble_of_sqlite(trouble, journal, status, "be made");
	return 0;
}

static int schema_compare(struct journal *journal, struct trouble *trouble)
{
	static const char query[] = "SELECT sql FROM sqlite_schema ORDER BY rowid";
	sqlite3_stmt *statement = NULL;
	unsigned same = 0;
	int status = sqlite3_prepare_v2(journal->db, query, -1, &statement, NULL);

	while (status == SQLITE_OK && (status = sqlite3_step(statement)) == SQLITE_ROW) {
		const char *sql = (const char *)sqlite3_column_text(statement, 0);

		if (same == SCHEMA || !sql || strcmp(sql, schema[same]))
			break;
		same++;
		status = SQLITE_OK;
	}
	sqlite3_finalize(statement);
	if (status != SQLITE_DONE && status != SQLITE_ROW)
		return journal_trouble_of_sqlite(trouble, journal, status, "be read");
	if (status == SQLITE_ROW || same != SCHEMA)
		return journal_trouble_of_damage(trouble, journal,
						 "its tables are not those of an archive");
	return 0;
}

int journal_schema_prepare(struct journal *journal, struct trouble *trouble)
{
	int64_t version = 0, tables = 0;
	int status = ask_number(journal, "PRAGMA user_version", &version);

	if (status == SQLITE_OK)
		status = ask_number(journal, "SELECT count(*) FROM sqlite_schema", &tables);
	if (status != SQLITE_OK)
		return journal_trouble_of_sqlite(trouble, journal, status, "be read");
	if (version == 0 && tables == 0 && journal->key)
		return journal->known.seq ? journal_trouble_of_cut(trouble, journal, 0)
					  : schema_create(journal, trouble);
	if (version > ARCHIVE_VERSION)
		return journal_trouble_say(
			trouble, EPROTONOSUPPORT,
			"%s was written by a newer version of Adjutant (archive %d, "
			"this one knows %d). Install that version.",
			journal_path_end(journal->path), (int)version, ARCHIVE_VERSION);
	return schema_compare(journal, trouble);
}
