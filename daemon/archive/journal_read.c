/*
 * Reads entries and kept values from the journal. Never changes it, so that it also works on an
 * archive that was opened read-only.
 */
#include "daemon/archive/journal.h"
#include "daemon/archive/journal_inside.h"
#include "daemon/base/crypto.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct chain_head *journal_head(const struct journal *journal)
{
	return &journal->head;
}

const struct chain_head *journal_end(const struct journal *journal)
{
	return journal->inside && journal->key ? &journal->pending : &journal->head;
}

/* ---- entries ---- */

static bool text_read(sqlite3_stmt *row, int column, const char **text, size_t *length)
{
	*text = (const char *)sqlite3_column_text(row, column);
	*length = (size_t)sqlite3_column_bytes(row, column);
	return *text && sqlite3_column_type(row, column) == SQLITE_TEXT;
}

/* A name must not contain a zero byte, which would hide what follows it. */
static bool name_read(sqlite3_stmt *row, int column, const char **name)
{
	size_t length;

	return text_read(row, column, name, &length) && strlen(*name) == length &&
	       length < ENTRY_NAME_SIZE;
}

static bool bytes_read(sqlite3_stmt *row, int column, uint8_t *bytes, int count)
{
	const void *blob = sqlite3_column_blob(row, column);

	if (!blob || sqlite3_column_bytes(row, column) != count)
		return false;
	memcpy(bytes, blob, (size_t)count);
	return true;
}

bool journal_entry_read(sqlite3_stmt *row, struct entry *entry)
{
	for (int column = 0; column < 4; column++)
		if (sqlite3_column_type(row, column) != SQLITE_INTEGER)
			return false;
	entry->seq = sqlite3_column_int64(row, 0);
	entry->game = sqlite3_column_int64(row, 1);
	entry->t_us = sqlite3_column_int64(row, 2);
	entry->wall_ms = sqlite3_column_int64(row, 3);
	if (!name_read(row, 4, &entry->kind_name) || !name_read(row, 5, &entry->who) ||
	    !text_read(row, 6, &entry->body, &entry->length))
		return false;
	entry->kind = journal_entry_kind_parse(entry->kind_name);
	return bytes_read(row, 7, entry->salt, NONCE_SIZE) &&
	       bytes_read(row, 8, entry->hash, HASH_SIZE);
}

/* The numbers come from the index, in order; bodies are read one by one. */
#define EACH "SELECT " ENTRY_COLUMNS " FROM entry "
#define AMONG(condition)                                                                           \
	EACH "WHERE seq IN (SELECT seq FROM entry WHERE " condition ") ORDER BY seq"

static const char *each_query(int64_t game, enum entry_kind kind)
{
	if (game < 0)
		return kind != ENTRY_ANY ? AMONG("kind = ?2") : EACH "ORDER BY seq";
	return kind != ENTRY_ANY ? AMONG("game = ?1 AND kind = ?2") : AMONG("game = ?1");
}

static int each_prepare(struct journal *journal, int64_t game, enum entry_kind kind,
			sqlite3_stmt **statement)
{
	int status = sqlite3_prepare_v2(journal->db, each_query(game, kind), -1, statement, NULL);

	if (status == SQLITE_OK && game >= 0)
		status = sqlite3_bind_int64(*statement, 1, game);
	if (status == SQLITE_OK && kind != ENTRY_ANY)
		status = sqlite3_bind_text(*statement, 2, journal_entry_kind_name(kind), -1,
					   SQLITE_STATIC);
	return status;
}

/* Visits the rows of a statement and ends it; status: whether it could be prepared. */
static int each_visit(struct journal *journal, sqlite3_stmt *statement, int status,
		      entry_visitor *visit, void *context, struct trouble *trouble)
{
	struct entry entry;
	bool good = true, more = true;
	int error = 0;

	if (status == SQLITE_OK)
		status = SQLITE_ROW;
	while (status == SQLITE_ROW && good && more) {
		status = sqlite3_step(statement);
		if (status != SQLITE_ROW)
			break;
		good = journal_entry_read(statement, &entry);
		more = good && visit(context, &entry);
	}
	if (!good)
		error = journal_trouble_of_damage(trouble, journal, "an entry cannot be read");
	else if (status != SQLITE_DONE && status != SQLITE_ROW)
		error = journal_trouble_of_sqlite(trouble, journal, status, "be read");
	sqlite3_finalize(statement);
	return error;
}

int journal_each(struct journal *journal, int64_t game, enum entry_kind kind, entry_visitor *visit,
		 void *context, struct trouble *trouble)
{
	sqlite3_stmt *statement = NULL;
	int status = each_prepare(journal, game, kind, &statement);

	return each_visit(journal, statement, status, visit, context, trouble);
}

/* All columns of the index are given, so that those of other years are not even looked at. */
int journal_each_run(struct journal *journal, int64_t after, int64_t before, entry_visitor *visit,
		     void *context, struct trouble *trouble)
{
	sqlite3_stmt *statement = NULL;
	int status = sqlite3_prepare_v2(
		journal->db,
		AMONG("game = 0 AND kind = 'run' AND who = '' AND seq > ?1 AND seq < ?2"), -1,
		&statement, NULL);

	if (status == SQLITE_OK)
		status = sqlite3_bind_int64(statement, 1, after);
	if (status == SQLITE_OK)
		status = sqlite3_bind_int64(statement, 2, before);
	return each_visit(journal, statement, status, visit, context, trouble);
}

/* The topic of the public comes first, so that the index has these together. */
int journal_each_told(struct journal *journal, int64_t game, entry_visitor *visit, void *context,
		      struct trouble *trouble)
{
	sqlite3_stmt *statement = NULL;
	int status = sqlite3_prepare_v2(journal->db,
					EACH "WHERE game = ?1 AND kind = 'out' AND "
					     "who >= 'public ' AND who < 'public!'",
					-1, &statement, NULL);

	if (status == SQLITE_OK)
		status = sqlite3_bind_int64(statement, 1, game);
	return each_visit(journal, statement, status, visit, context, trouble);
}

/* ---- questions ---- */

/*
 * A query that fails has no way to say so: the transaction that would build on its answer fails
 * instead.
 */
static void misread(struct journal *journal, int status)
{
	journal->misread = -journal_trouble_of_sqlite(&journal->why, journal, status, "be read");
}

/* The first number of the first row, if there is one; resets the statement. */
static void answer_number(struct journal *journal, sqlite3_stmt *statement, int64_t *answer)
{
	int status = statement ? sqlite3_step(statement) : sqlite3_errcode(journal->db);

	if (status == SQLITE_ROW)
		*answer = sqlite3_column_int64(statement, 0);
	else if (status != SQLITE_DONE)
		misread(journal, status);
	sqlite3_reset(statement);
}

int64_t journal_last_game(struct journal *journal)
{
	int64_t game = 0;

	answer_number(journal, journal_statement_get(journal, TO_FIND_LAST_GAME), &game);
	return game;
}

bool journal_has_word(struct journal *journal, const char *who, const char *id)
{
	sqlite3_stmt *statement = journal_statement_get(journal, TO_FIND_WORD);
	int64_t found = 0;

	sqlite3_bind_text(statement, 1, who, -1, SQLITE_TRANSIENT);
	sqlite3_bind_text(statement, 2, id, -1, SQLITE_TRANSIENT);
	answer_number(journal, statement, &found);
	return found != 0;
}

int64_t journal_last_wall_ms(struct journal *journal)
{
	int64_t wall_ms = 0;

	answer_number(journal, journal_statement_get(journal, TO_GET_LAST_WALL), &wall_ms);
	return wall_ms;
}

bool journal_hash_at(struct journal *journal, int64_t seq, uint8_t hash[HASH_SIZE])
{
	sqlite3_stmt *statement = journal_statement_get(journal, TO_GET_HASH);
	bool found = false;
	int status;

	sqlite3_bind_int64(statement, 1, seq);
	status = statement ? sqlite3_step(statement) : sqlite3_errcode(journal->db);
	if (status == SQLITE_ROW)
		found = bytes_read(statement, 0, hash, HASH_SIZE);
	else if (status != SQLITE_DONE)
		misread(journal, status);
	sqlite3_reset(statement);
	return found;
}

/* ---- what the public was told ---- */

uint64_t entry_public_number(const char *who)
{
	static const char topic[] = "public ";
	char *end;
	uint64_t number;

	if (strncmp(who, topic, sizeof topic - 1) != 0)
		return 0;
	number = strtoull(who + sizeof topic - 1, &end, 10);
	return *end == '\0' || *end == ' ' ? number : 0;
}

static bool read_told(struct journal *journal, sqlite3_stmt *statement, struct told_entry *told)
{
	int status = statement ? sqlite3_step(statement) : sqlite3_errcode(journal->db);
	bool good = false;
	const char *who;

	if (status == SQLITE_ROW) {
		good = name_read(statement, 0, &who) &&
		       bytes_read(statement, 2, told->hash, HASH_SIZE);
		told->number = good ? entry_public_number(who) : 0;
		told->seq = sqlite3_column_int64(statement, 1);
	} else if (status != SQLITE_DONE) {
		misread(journal, status);
	}
	sqlite3_reset(statement);
	return good && told->number > 0;
}

bool journal_last_told(struct journal *journal, struct told_entry *told)
{
	return read_told(journal, journal_statement_get(journal, TO_FIND_LAST_TOLD), told);
}

bool journal_find_told(struct journal *journal, uint64_t number, struct told_entry *told)
{
	sqlite3_stmt *statement = journal_statement_get(journal, TO_FIND_TOLD);

	sqlite3_bind_int64(statement, 1, (int64_t)number);
	return read_told(journal, statement, told);
}

/* ---- what is kept ---- */

bool journal_recall(struct journal *journal, const char *name, char *value, size_t room)
{
	sqlite3_stmt *statement = journal_statement_get(journal, TO_RECALL);
	const char *text = NULL;
	bool fits = false;
	int status;

	sqlite3_bind_text(statement, 1, name, -1, SQLITE_TRANSIENT);
	status = statement ? sqlite3_step(statement) : sqlite3_errcode(journal->db);
	if (status == SQLITE_ROW)
		text = (const char *)sqlite3_column_text(statement, 0);
	else if (status != SQLITE_DONE)
		misread(journal, status);
	if (text)
		fits = snprintf(value, room, "%s", text) < (int)room;
	sqlite3_reset(statement);
	return fits;
}
