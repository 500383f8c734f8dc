/*
 * Archives whose rows were changed by a person who can use a database: every bit counts, and
 * nothing can be removed or inserted.
 */
#include "daemon/archive/journal.h"

#include "tests/support/archive/archive.h"
#include "tests/support/sanitized.h"
#include "unity.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = IS_SANITIZED ? 5 : 1 };

static char dir[SCRATCH_PATH];
static struct board_key key;
static struct trouble trouble;

void setUp(void)
{
	scratch_make(dir);
	TEST_ASSERT_EQUAL_INT(0, board_key_load(scratch_path(dir, "key"), &key));
}

void tearDown(void)
{
	scratch_remove(dir);
}

static void make_archive(unsigned samples)
{
	struct journal *journal;

	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, dir, &key, &trouble), trouble.text);
	for (unsigned n = 1; n <= samples; n++)
		TEST_ASSERT_EQUAL_INT(0, sample_add(journal, n, &trouble));
	journal_close(journal);
}

/* ---- changed rows ---- */

/* One column of one row. */
struct cell {
	sqlite3 *db;
	const char *table, *row_name, *column;
	sqlite3_value *row, *value;
};

static unsigned bytes_of(sqlite3_value *value)
{
	bool number = sqlite3_value_type(value) == SQLITE_INTEGER;

	return number ? 8 : (unsigned)sqlite3_value_bytes(value);
}

/* The value of a cell with a bit of one of its bytes changed. */
static void bind_changed(sqlite3_stmt *statement, int place, sqlite3_value *value, unsigned byte)
{
	uint8_t bytes[8192];
	int length = sqlite3_value_bytes(value);

	if (sqlite3_value_type(value) == SQLITE_INTEGER) {
		sqlite3_bind_int64(statement, place,
				   sqlite3_value_int64(value) ^ (int64_t)(1ull << 8 * byte));
		return;
	}
	TEST_ASSERT_TRUE((size_t)length <= sizeof bytes);
	memcpy(bytes, sqlite3_value_blob(value), (size_t)length);
	bytes[byte] ^= 1;
	if (sqlite3_value_type(value) == SQLITE_TEXT)
		sqlite3_bind_text(statement, place, (char *)bytes, length, SQLITE_TRANSIENT);
	else
		sqlite3_bind_blob(statement, place, bytes, length, SQLITE_TRANSIENT);
}

/* Puts the change in, or takes it back. Returns false if the tables do not allow it. */
static bool change_cell(const struct cell *cell, unsigned byte, bool back)
{
	bool is_row_name = strcmp(cell->column, cell->row_name) == 0;
	sqlite3_stmt *update;
	char sql[200];
	int status;

	snprintf(sql, sizeof sql, "UPDATE %s SET %s = ? WHERE %s = ?", cell->table, cell->column,
		 cell->row_name);
	TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_prepare_v2(cell->db, sql, -1, &update, NULL));
	if (back)
		sqlite3_bind_value(update, 1, cell->value);
	else
		bind_changed(update, 1, cell->value, byte);
	if (back && is_row_name)
		bind_changed(update, 2, cell->row, byte);
	else
		sqlite3_bind_value(update, 2, cell->row);
	status = sqlite3_step(update);
	sqlite3_finalize(update);
	return status == SQLITE_DONE && sqlite3_changes(cell->db) == 1;
}

static void expect_check(bool good, const char *what)
{
	struct journal *reader;
	int error = journal_open(&reader, dir, NULL, &trouble);

	if (error == 0)
		error = journal_check(reader, key.public_key, &trouble);
	journal_close(reader);
	TEST_ASSERT_TRUE_MESSAGE(good == (error == 0), good ? trouble.text : what);
}

static void change_each_byte(const struct cell *cell)
{
	char what[100];

	for (unsigned byte = 0; byte < bytes_of(cell->value); byte += STEP) {
		snprintf(what, sizeof what, "%s.%s of row %s, byte %u", cell->table, cell->column,
			 (const char *)sqlite3_value_text(cell->row), byte);
		if (!change_cell(cell, byte, false))
			continue; /* a number that another row has, or the only one allowed */
		expect_check(false, what);
		TEST_ASSERT_TRUE(change_cell(cell, byte, true));
	}
}

static void change_each_cell(sqlite3 *db, const char *table, const char *columns)
{
	sqlite3_stmt *rows;
	char sql[200];

	snprintf(sql, sizeof sql, "SELECT %s FROM %s", columns, table);
	TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_prepare_v2(db, sql, -1, &rows, NULL));
	while (sqlite3_step(rows) == SQLITE_ROW) {
		sqlite3_value *row = sqlite3_value_dup(sqlite3_column_value(rows, 0));

		for (int i = 0; i < sqlite3_column_count(rows); i++) {
			sqlite3_value *value = sqlite3_value_dup(sqlite3_column_value(rows, i));
			struct cell cell = {db,
					    table,
					    sqlite3_column_name(rows, 0),
					    sqlite3_column_name(rows, i),
					    row,
					    value};

			change_each_byte(&cell);
			sqlite3_value_free(value);
		}
		sqlite3_value_free(row);
	}
	sqlite3_finalize(rows);
}

static void test_any_byte_of_any_row_changed(void)
{
	sqlite3 *db;

	make_archive(4);
	TEST_ASSERT_EQUAL_INT(SQLITE_OK, sqlite3_open(scratch_path(dir, "archive.db"), &db));
	change_each_cell(db, "entry", "seq, game, t_us, wall_ms, kind, who, body, salt, hash");
	change_each_cell(db, "head", "one, seq, hash, signature");
	change_each_cell(db, "kept", "name, value, hash");
	sqlite3_close(db);
	expect_check(true, "");
}

/* What a person who can use a database might do. */
static void test_rows_taken_away_or_put_in(void)
{
	static const char *const changes[] = {
		"DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)",
		"DELETE FROM entry WHERE seq = 40",
		"DELETE FROM entry WHERE seq = 1",
		"DELETE FROM entry",
		"DELETE FROM head",
		"UPDATE head SET seq = seq - 1, hash = (SELECT hash FROM entry WHERE seq = "
		"head.seq - 1)",
		"INSERT INTO entry SELECT seq + 1, game, t_us, wall_ms, kind, who, body, salt, hash"
		" FROM entry ORDER BY seq DESC LIMIT 1",
		"INSERT INTO entry SELECT 0, game, t_us, wall_ms, kind, who, body, salt, hash"
		" FROM entry WHERE seq = 1",
		"INSERT INTO entry SELECT -1, game, t_us, wall_ms, kind, who, body, salt, hash"
		" FROM entry WHERE seq = 1",
		"DROP INDEX entry_by_word",
		"CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM kept; END",
		"CREATE TABLE other (a)",
		"ALTER TABLE entry RENAME TO former; CREATE VIEW entry AS SELECT * FROM former",
		"PRAGMA writable_schema = 1;"
		"UPDATE sqlite_schema SET sql = replace(sql, 'who', 'why') WHERE name = 'entry'",
	};

	struct journal *journal;
	size_t size;
	uint8_t *good;

	make_archive(25);
	good = file_read(scratch_path(dir, "archive.db"), &size);
	for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
		file_write(scratch_path(dir, "archive.db"), good, size);
		TEST_ASSERT_EQUAL_INT_MESSAGE(
			SQLITE_OK, file_run_sql(scratch_path(dir, "archive.db"), changes[i]),
			changes[i]);
		TEST_ASSERT_EQUAL_INT_MESSAGE(-EBADMSG, journal_open(&journal, dir, &key, &trouble),
					      changes[i]);
	}
	free(good);
}

int main(void)
{
	UNITY_BEGIN();
	if (crypto_init())
		return 1;
	RUN_TEST(test_any_byte_of_any_row_changed);
	RUN_TEST(test_rows_taken_away_or_put_in);
	return UNITY_END();
}
