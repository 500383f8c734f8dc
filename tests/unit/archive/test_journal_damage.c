/*
 * Archives that are not what was written: changed, cut, exchanged, or no archives at all. Damage
 * must never be taken for a good archive, an archive that is refused must be left as it was, and
 * the arbiter must be told in a sentence.
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
#include <sys/stat.h>
#include <unistd.h>

enum {
	RANDOM_TRIES = IS_SANITIZED ? 60 : 300,
	SAMPLES = 25,
	PAGE = 4096,
	LOG_HEADER = 32,
	FRAME = PAGE + 24,
};

static char origin[SCRATCH_PATH]; /* a good archive ... */
static char dir[SCRATCH_PATH];	  /* ... and what became of it */
static struct board_key key;
static struct trouble trouble;

void setUp(void)
{
	scratch_make(origin);
	scratch_make(dir);
	TEST_ASSERT_EQUAL_INT(0, board_key_load(scratch_path(origin, "key"), &key));
}

void tearDown(void)
{
	scratch_remove(origin);
	scratch_remove(dir);
}

/* ---- archives ---- */

static struct journal *open_good(const char *in)
{
	struct journal *journal;

	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, in, &key, &trouble), trouble.text);
	return journal;
}

static void fill(struct journal *journal, unsigned first, unsigned last)
{
	for (unsigned n = first; n <= last; n++)
		TEST_ASSERT_EQUAL_INT(0, sample_add(journal, n, &trouble));
}

/* With everything in the archive itself, as after an orderly end. */
static void make_closed(void)
{
	struct journal *journal = open_good(origin);

	fill(journal, 1, SAMPLES);
	journal_close(journal);
	archive_copy(origin, dir);
}

/* With a log, as after a crash. moved: all of it is in the archive already, too. */
static void make_crashed(bool moved)
{
	struct journal *journal = open_good(origin);

	fill(journal, 1, SAMPLES);
	if (moved)
		TEST_ASSERT_EQUAL_INT(SQLITE_OK, file_run_sql(scratch_path(origin, "archive.db"),
							      "PRAGMA wal_checkpoint(PASSIVE)"));
	archive_copy(origin, dir);
	journal_close(journal);
	scratch_remove(origin); /* and take what was copied for the origin */
	TEST_ASSERT_EQUAL_INT(0, mkdir(origin, 0700));
	archive_copy(dir, origin);
}

/* ---- opening them ---- */

static void expect_same_file(const char *name, const uint8_t *before, size_t before_size)
{
	size_t size;
	uint8_t *bytes = file_read(scratch_path(dir, name), &size);

	TEST_ASSERT_EQUAL_UINT64_MESSAGE(before_size, size, name);
	if (size)
		TEST_ASSERT_EQUAL_MEMORY_MESSAGE(before, bytes, size, name);
	free(bytes);
}

/* Opens it, and sees to it that nothing has changed if that is refused. Returns how many samples
 * are in it, or -errno. */
static int try_open(void)
{
	size_t archive_size, log_size;
	uint8_t *archive = file_read(scratch_path(dir, "archive.db"), &archive_size);
	uint8_t *log = file_read(scratch_path(dir, "archive.db-wal"), &log_size);
	unsigned found[SAMPLES_MAX];
	struct journal *journal;
	int result;

	*trouble.text = '\0';
	result = journal_open(&journal, dir, &key, &trouble);
	if (result) {
		TEST_ASSERT_NULL(journal);
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, ". "), "there is no sentence");
		expect_same_file("archive.db", archive, archive_size);
		expect_same_file("archive.db-wal", log, log_size);
	} else {
		result = (int)sample_read(journal, found);
		for (int i = 0; i < result; i++)
			TEST_ASSERT_EQUAL_UINT(i + 1, found[i]);
		journal_close(journal);
	}
	free(archive);
	free(log);
	return result;
}

static void expect_all_or_refused(const char *how, size_t at)
{
	char what[100];
	int result = try_open();

	snprintf(what, sizeof what, "%s at %u: %d samples", how, (unsigned)at, result);
	TEST_ASSERT_TRUE_MESSAGE(result < 0 || result == SAMPLES, what);
}

static void expect_refused(int error, const char *sentence)
{
	int result = try_open();

	TEST_ASSERT_EQUAL_INT_MESSAGE(error, result, trouble.text);
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, sentence), trouble.text);
}

/* The directory as it was. */
static void restore(void)
{
	unlink(scratch_path(dir, "archive.db-shm"));
	unlink(scratch_path(dir, "archive.db-wal"));
	archive_copy(origin, dir);
}

/* The same every time. */
static size_t pick(size_t bound)
{
	return (size_t)rand() % bound;
}

/* ---- cut ---- */

static void cut(const char *name, size_t size)
{
	restore();
	TEST_ASSERT_EQUAL_INT(0, truncate(scratch_path(dir, name), (off_t)size));
	expect_all_or_refused(name, size);
}

static size_t size_of(const char *name)
{
	size_t size;

	free(file_read(scratch_path(origin, name), &size));
	return size;
}

static void cut_everywhere(const char *name, size_t first, size_t step)
{
	size_t size = size_of(name);

	TEST_ASSERT_TRUE(size > 10 * step);
	cut(name, 0);
	for (size_t at = first; at < size; at += step)
		cut(name, at);
	for (unsigned i = 0; i < RANDOM_TRIES; i++)
		cut(name, pick(size));
}

static void test_archive_cut_anywhere(void)
{
	make_closed();
	cut_everywhere("archive.db", PAGE, PAGE);
}

static void test_log_cut_anywhere(void)
{
	make_crashed(false);
	cut_everywhere("archive.db-wal", LOG_HEADER, FRAME);
}

static void test_log_cut_after_it_was_moved(void)
{
	make_crashed(true);
	cut_everywhere("archive.db-wal", LOG_HEADER, FRAME);
	cut_everywhere("archive.db", PAGE, PAGE);
}

/* Then its length is unknown, but a mixture of old and new must not be taken for either. */
static void test_log_cut_and_head_lost(void)
{
	make_crashed(true);
	for (size_t at = 0; at < size_of("archive.db-wal"); at += FRAME / 2) {
		restore();
		TEST_ASSERT_EQUAL_INT(0, unlink(scratch_path(dir, "head")));
		TEST_ASSERT_EQUAL_INT(0, truncate(scratch_path(dir, "archive.db-wal"), (off_t)at));
		try_open();
	}
}

/* ---- changed bytes ---- */

static void change_somewhere(const char *name)
{
	size_t size, at;
	uint8_t *bytes;

	restore();
	bytes = file_read(scratch_path(dir, name), &size);
	at = pick(size);
	bytes[at] ^= (uint8_t)(1u << pick(8));
	file_write(scratch_path(dir, name), bytes, size);
	free(bytes);
	expect_all_or_refused(name, at);
}

static void test_bits_changed_in_the_files(void)
{
	make_closed();
	for (unsigned i = 0; i < 2 * RANDOM_TRIES; i++)
		change_somewhere("archive.db");
	for (unsigned i = 0; i < 30; i++)
		change_somewhere("head");
	make_crashed(false);
	for (unsigned i = 0; i < RANDOM_TRIES; i++)
		change_somewhere("archive.db-wal");
}

/* The id of a word as the index has it, where nothing comes before the speaker's name. */
static uint8_t *find_in_index(uint8_t *bytes, size_t size, const char *text)
{
	size_t length = strlen(text);

	for (size_t i = 4; i + length <= size; i++)
		if (memcmp(bytes + i, text, length) == 0 && memcmp(bytes + i - 4, "word", 4))
			return bytes + i;
	TEST_FAIL_MESSAGE("not in the index");
	return NULL;
}

/* With an index that does not tell what the table does, a word might be taken twice. */
static void test_index_that_lies(void)
{
	uint8_t *bytes;
	size_t size;

	make_closed();
	bytes = file_read(scratch_path(dir, "archive.db"), &size);
	find_in_index(bytes, size, "redt12-0")[5] = 'x';
	file_write(scratch_path(dir, "archive.db"), bytes, size);
	free(bytes);
	expect_refused(-EBADMSG, "its pages do not fit together");
}

/* ---- other files ---- */

static void test_older_copy_put_back(void)
{
	char sentence[100];
	struct journal *journal = open_good(dir);
	int64_t older, newer;

	fill(journal, 1, 10);
	older = journal_head(journal)->seq;
	journal_close(journal);
	archive_copy(dir, origin);
	journal = open_good(dir);
	fill(journal, 11, 12);
	newer = journal_head(journal)->seq;
	journal_close(journal);
	unlink(scratch_path(origin, "head"));
	restore();
	snprintf(sentence, sizeof sentence, "was cut: it ends at entry %d but %d were written",
		 (int)older, (int)newer);
	expect_refused(-EBADMSG, sentence);
	TEST_ASSERT_EQUAL_INT(0, unlink(scratch_path(dir, "head"))); /* as the sentence says */
	TEST_ASSERT_EQUAL_INT(10, try_open());
}

static void test_another_archive_put_there(void)
{
	struct journal *journal = open_good(dir);

	fill(journal, 1, 10);
	journal_close(journal);
	journal = open_good(origin);
	fill(journal, 1, 20);
	journal_close(journal);
	unlink(scratch_path(origin, "head"));
	restore();
	expect_refused(-EBADMSG, "another archive");
}

static void test_another_boards_key(void)
{
	struct board_key own = key;

	make_closed();
	unlink(scratch_path(origin, "key"));
	TEST_ASSERT_EQUAL_INT(0, board_key_load(scratch_path(origin, "key"), &key));
	expect_refused(-EBADMSG, "not signed with this board's key");
	key = own;
	TEST_ASSERT_EQUAL_INT(SAMPLES, try_open());
}

static void test_archive_gone_or_empty(void)
{
	make_closed();
	TEST_ASSERT_EQUAL_INT(0, unlink(scratch_path(dir, "archive.db")));
	expect_refused(-ENOENT, "is gone");
	file_write(scratch_path(dir, "archive.db"), "", 0);
	expect_refused(-EBADMSG, "is empty");
	TEST_ASSERT_EQUAL_INT(0, unlink(scratch_path(dir, "head")));
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, try_open(), "one that was never begun");
	make_crashed(false);
	TEST_ASSERT_EQUAL_INT(0, unlink(scratch_path(dir, "archive.db")));
	TEST_ASSERT_EQUAL_INT(0, unlink(scratch_path(dir, "head")));
	expect_refused(-ENOENT, "is gone");
}

static void test_not_an_archive(void)
{
	static const char text[] = "Once upon a time there was a board.\n";

	file_write(scratch_path(dir, "archive.db"), text, sizeof text - 1);
	expect_refused(-EBADMSG, "is not a database");
	TEST_ASSERT_EQUAL_INT(0, unlink(scratch_path(dir, "archive.db")));
	TEST_ASSERT_EQUAL_INT(0, mkdir(scratch_path(dir, "archive.db"), 0700));
	expect_refused(-EISDIR, "it is a directory");
	TEST_ASSERT_EQUAL_INT(0, rmdir(scratch_path(dir, "archive.db")));
	file_run_sql(scratch_path(dir, "archive.db"), "CREATE TABLE other (a)");
	expect_refused(-EBADMSG, "not those of an archive");
}

static void test_archive_of_a_newer_version(void)
{
	make_closed();
	file_run_sql(scratch_path(dir, "archive.db"), "PRAGMA user_version = 2");
	expect_refused(-EPROTONOSUPPORT, "newer version");
}

/* That alone is no reason to stop a game. */
static void test_head_lost_or_garbage(void)
{
	static const char *const heads[] = {"", "garbage", "adjutant-head 1 5 ab cd\n",
					    "adjutant-head 1 -5 ab cd"};
	size_t size;

	make_closed();
	for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++) {
		file_write(scratch_path(dir, "head"), heads[i], strlen(heads[i]));
		TEST_ASSERT_EQUAL_INT_MESSAGE(SAMPLES, try_open(), heads[i]);
		free(file_read(scratch_path(dir, "head"), &size));
		TEST_ASSERT_EQUAL_UINT64(size_of("head"), size);
	}
	TEST_ASSERT_EQUAL_INT(0, unlink(scratch_path(dir, "head")));
	TEST_ASSERT_EQUAL_INT(SAMPLES, try_open());
}

static void test_directory_that_cannot_be_made(void)
{
	static char deep[8000];
	struct journal *journal;

	memset(deep, 'x', sizeof deep - 1);
	file_write(scratch_path(dir, "file"), "", 0);
	TEST_ASSERT_EQUAL_INT(-ENOTDIR,
			      journal_open(&journal, scratch_path(dir, "file"), &key, &trouble));
	TEST_ASSERT_EQUAL_INT(
		-ENOTDIR, journal_open(&journal, scratch_path(dir, "file/deeper"), &key, &trouble));
	TEST_ASSERT_EQUAL_INT(-ENAMETOOLONG, journal_open(&journal, deep, &key, &trouble));
}

int main(void)
{
	UNITY_BEGIN();
	srand(1);
	if (crypto_init())
		return 1;
	RUN_TEST(test_archive_cut_anywhere);
	RUN_TEST(test_log_cut_anywhere);
	RUN_TEST(test_log_cut_after_it_was_moved);
	RUN_TEST(test_log_cut_and_head_lost);
	RUN_TEST(test_bits_changed_in_the_files);
	RUN_TEST(test_index_that_lies);
	RUN_TEST(test_older_copy_put_back);
	RUN_TEST(test_another_archive_put_there);
	RUN_TEST(test_another_boards_key);
	RUN_TEST(test_archive_gone_or_empty);
	RUN_TEST(test_not_an_archive);
	RUN_TEST(test_archive_of_a_newer_version);
	RUN_TEST(test_head_lost_or_garbage);
	RUN_TEST(test_directory_that_cannot_be_made);
	return UNITY_END();
}
