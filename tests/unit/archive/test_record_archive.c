/* Archives whose rows, records or end were changed are refused. */
#include "daemon/cli/archive/verify.h"
#include "daemon/cli/base/cli.h"
#include "tests/support/archive/archive.h"
#include "tests/support/archive/record_bench.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>

/* ---- archives ---- */

static struct {
	int out, err;
} silence;

static void hush(void)
{
	int nowhere = open("/dev/null", O_WRONLY);

	fflush(stdout);
	silence.out = dup(1);
	silence.err = dup(2);
	dup2(nowhere, 1);
	dup2(nowhere, 2);
	close(nowhere);
}

static void unhush(void)
{
	fflush(stdout);
	dup2(silence.out, 1);
	dup2(silence.err, 2);
	close(silence.out);
	close(silence.err);
}

static int verify_quietly(const char *path, bool is_directory, const uint8_t *key)
{
	static const struct seen nothing;
	struct verifying verifying = {.name = path, .wanted_key = key, .seen = &nothing};
	int status;

	hush();
	status = verify_archive(&verifying, path, is_directory);
	unhush();
	return status;
}

/* a small one, as a single file beside its directory */
enum { SMALL_ENTRIES = 12 };

static void make_small(char path[96])
{
	struct archive_maker small;
	char sub[80], source[96];

	snprintf(sub, sizeof sub, "%s/small", dir);
	snprintf(source, sizeof source, "%s/archive.db", sub);
	snprintf(path, 96, "%s/small.db", dir);
	maker_open(&small, sub);
	maker_run(&small);
	maker_start(&small, QUICK_HEAD);
	maker_facts(&small, "setup red .F.B..../..1...../2.3.M29.\n"
			    "setup blue 9..2M..2/...1.3../....B.F.\nbegin red\n"
			    "play red a3xa6\nplay blue resign\n");
	maker_seal(&small);
	maker_run(&small);
	maker_close(&small);
	TEST_ASSERT_EQUAL(SQLITE_OK, file_run_sql(source, "PRAGMA journal_mode = DELETE"));
}

static void copy_file(const char *from, const char *to)
{
	static char block[1 << 20];
	FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
	size_t count;

	TEST_ASSERT_NOT_NULL(in);
	TEST_ASSERT_NOT_NULL(out);
	while ((count = fread(block, 1, sizeof block, in)) > 0)
		fwrite(block, 1, count, out);
	fclose(in);
	fclose(out);
}

/* a copy with something done to it */
static int verify_changed(const char *original, const char *path, const char *sql)
{
	sqlite3 *db;
	int status;

	copy_file(original, path);
	TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(path, &db));
	status = sqlite3_exec(db, sql, NULL, NULL, NULL);
	TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, status, sql);
	TEST_ASSERT_TRUE_MESSAGE(sqlite3_total_changes(db) > 0, sql);
	sqlite3_close(db);
	return verify_quietly(path, false, NULL);
}

static void test_archive_holds(void)
{
	TEST_ASSERT_EQUAL(EXIT_UNKNOWN_KEY, verify_quietly(dir, true, NULL));
	TEST_ASSERT_EQUAL(EXIT_FINE, verify_quietly(dir, true, maker.key.public_key));
}

static void test_every_row_of_an_archive_matters(void)
{
	static const char *const changes[] = {
		"UPDATE entry SET body = body || ' ' WHERE seq = %d",
		"UPDATE entry SET game = game + 1 WHERE seq = %d",
		"UPDATE entry SET t_us = t_us + 1 WHERE seq = %d",
		"UPDATE entry SET wall_ms = wall_ms - 1 WHERE seq = %d",
		"UPDATE entry SET kind = kind || 's' WHERE seq = %d",
		"UPDATE entry SET who = who || 'red' WHERE seq = %d",
		"UPDATE entry SET salt = randomblob(16) WHERE seq = %d",
		"UPDATE entry SET hash = randomblob(32) WHERE seq = %d",
		"DELETE FROM entry WHERE seq = %d",
		"DELETE FROM entry WHERE seq >= %d",
		"UPDATE entry SET seq = seq + 1000 WHERE seq = %d",
	};
	char small[96], original[96], path[96], sql[128];

	make_small(small);
	snprintf(original, sizeof original, "%s/small/archive.db", dir);
	snprintf(path, sizeof path, "%s/changed.db", dir);
	TEST_ASSERT_EQUAL(EXIT_UNKNOWN_KEY, verify_quietly(original, false, NULL));
	for (int seq = 1; seq <= SMALL_ENTRIES; seq++)
		for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
			snprintf(sql, sizeof sql, changes[i], seq);
			TEST_ASSERT_EQUAL_MESSAGE(EXIT_NOT_LEGAL,
						  verify_changed(original, path, sql), sql);
		}
}

static void test_the_end_of_an_archive_matters(void)
{
	static const char *const changes[] = {
		"DELETE FROM head",
		"UPDATE head SET seq = seq - 1",
		"UPDATE head SET hash = randomblob(32)",
		"UPDATE head SET signature = randomblob(64)",
		"DELETE FROM kept WHERE name = 'board-key'",
		"UPDATE kept SET value = substr(value, 2) || '0' WHERE name = 'board-key'",
		"INSERT INTO entry SELECT seq + 1, game, t_us, wall_ms, kind, who, body, salt, "
		"hash "
		"FROM entry WHERE seq = (SELECT max(seq) FROM entry)",
		"CREATE TABLE more (a); INSERT INTO more VALUES (1)",
	};
	char original[96], path[96];

	snprintf(original, sizeof original, "%s/small/archive.db", dir);
	snprintf(path, sizeof path, "%s/changed.db", dir);
	for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++)
		TEST_ASSERT_EQUAL_MESSAGE(EXIT_NOT_LEGAL,
					  verify_changed(original, path, changes[i]), changes[i]);
}

/* A board that lies about a game: all is chained and signed, but does not fit together. */
static void expect_archive_refused(const char *record_body, const char *more_fact)
{
	struct archive_maker lying;
	char sub[80];
	static unsigned count;

	snprintf(sub, sizeof sub, "%s/lying%u", dir, count++);
	maker_open(&lying, sub);
	maker_start(&lying, QUICK_HEAD);
	maker_facts(&lying, "setup red .F.B..../..1...../2.3.M29.\n"
			    "setup blue 9..2M..2/...1.3../....B.F.\nbegin red\n"
			    "play red a3xa6\nplay blue resign\n");
	if (record_body)
		maker_add(&lying, ENTRY_RECORD, "", record_body);
	else
		maker_seal(&lying);
	TEST_ASSERT_EQUAL(record_body ? (int)EXIT_NOT_LEGAL : (int)EXIT_UNKNOWN_KEY,
			  verify_quietly(sub, true, NULL));
	if (more_fact) {
		maker_add(&lying, ENTRY_FACT, "", more_fact);
		TEST_ASSERT_EQUAL(EXIT_NOT_LEGAL, verify_quietly(sub, true, NULL));
	}
	maker_close(&lying);
}

static void test_a_lying_archive_is_refused(void)
{
	fetch(MADE_TAKEN_BACK);
	expect_archive_refused(text, NULL); /* of another game, by another board */
	expect_archive_refused("", NULL);
	expect_archive_refused(NULL, "end blue arbiter");
	expect_archive_refused(NULL, "takeback");
	expect_archive_refused(NULL, "play red g3-g4");
}

/* The archive as it was before the last entry is as good as ever; head knows better. */
static void test_an_older_copy_is_noticed(void)
{
	struct archive_maker later;
	char sub[80], archive[96], kept[96], head[96];

	snprintf(sub, sizeof sub, "%s/small", dir);
	snprintf(archive, sizeof archive, "%s/archive.db", sub);
	snprintf(head, sizeof head, "%s/head", sub);
	snprintf(kept, sizeof kept, "%s/kept.db", dir);
	copy_file(archive, kept);
	maker_open(&later, sub);
	maker_run(&later);
	maker_close(&later);
	TEST_ASSERT_EQUAL(EXIT_UNKNOWN_KEY, verify_quietly(sub, true, NULL));
	copy_file(kept, archive);
	TEST_ASSERT_EQUAL(EXIT_NOT_LEGAL, verify_quietly(sub, true, NULL));
	TEST_ASSERT_EQUAL(EXIT_UNKNOWN_KEY, verify_quietly(archive, false, NULL)); /* by itself */
	truncate(head, 100);
	TEST_ASSERT_EQUAL(EXIT_NOT_LEGAL, verify_quietly(sub, true, NULL));
	unlink(head);
	TEST_ASSERT_EQUAL(EXIT_UNKNOWN_KEY, verify_quietly(sub, true, NULL));
}

static void test_unreadable(void)
{
	char path[96];

	snprintf(path, sizeof path, "%s/nothing", dir);
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, verify_quietly(path, false, NULL));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, verify_quietly(path, true, NULL));
}

int main(void)
{
	int failures;

	record_writer_begin();
	UNITY_BEGIN();
	RUN_TEST(test_archive_holds);
	RUN_TEST(test_every_row_of_an_archive_matters);
	RUN_TEST(test_the_end_of_an_archive_matters);
	RUN_TEST(test_a_lying_archive_is_refused);
	RUN_TEST(test_an_older_copy_is_noticed);
	RUN_TEST(test_unreadable);
	failures = UNITY_END();
	record_writer_end();
	return failures;
}
