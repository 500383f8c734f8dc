/*
 * A disk that fails: at every single call that the journal makes, once and for good, and with the
 * process killed in the middle of it. What was acknowledged is there afterwards, and what was not
 * is not; but for one transaction, which may be there whole if nothing could be written after it
 * failed.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "daemon/archive/journal.h"

#include "tests/faults/shim.h"
#include "tests/support/archive/archive.h"
#include "tests/support/sanitized.h"
#include "unity.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Every call fails once; where everything is slow, every so manieth: with the sanitizers, which
 * look at the code and not at the disk, and in emulation, which says so in FAULT_STEP. */
static unsigned step = IS_SANITIZED ? 11 : 1;

enum { TRANSACTIONS = 20 };

static char dir[SCRATCH_PATH];
static struct board_key key;
static struct journal *journal;
static struct trouble trouble;

/* What a script has been told, in memory that outlives a process that is killed. */
static struct told {
	unsigned done[SAMPLES_MAX], count;
	unsigned failed; /* the first that failed, 0 if none did */
} * told;

void setUp(void)
{
	scratch_make(dir);
	TEST_ASSERT_EQUAL_INT(0, board_key_load(scratch_path(dir, "key"), &key));
	memset(told, 0, sizeof *told);
}

void tearDown(void)
{
	fault_set(NULL);
	journal_close(journal);
	journal = NULL;
	scratch_remove(dir);
}

static void again(void)
{
	tearDown();
	setUp();
}

/* ---- a script ---- */

static void expect_sentence(int error)
{
	TEST_ASSERT_TRUE_MESSAGE(error == -EIO || error == -ENOSPC || error == -EROFS,
				 trouble.text);
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, dir), trouble.text);
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, "cannot"), trouble.text);
}

/* Tries twice: a fault that comes once must not last. */
static bool open_twice(void)
{
	int error = 1;

	for (unsigned tries = 0; error && tries < 2; tries++) {
		error = journal_open(&journal, dir, &key, &trouble);
		if (error)
			expect_sentence(error);
	}
	return error == 0;
}

static void play(unsigned first, unsigned last)
{
	if (!open_twice())
		return;
	for (unsigned n = first; n <= last; n++) {
		int error = sample_add(journal, n, &trouble);

		if (error)
			expect_sentence(error);
		if (error && !told->failed)
			told->failed = n;
		if (error == 0)
			told->done[told->count++] = n;
	}
	journal_close(journal);
	journal = NULL;
}

/* With an end and a beginning in its middle, for what happens there. */
static void play_script(const char *fault)
{
	fault_set(fault);
	play(1, TRANSACTIONS / 2);
	play(TRANSACTIONS / 2 + 1, TRANSACTIONS);
	fault_set(NULL);
}

/* Afterwards, with a disk that works. */
static void expect_told(bool one_more)
{
	unsigned found[SAMPLES_MAX], count;
	int error = journal_open(&journal, dir, &key, &trouble);

	TEST_ASSERT_EQUAL_INT_MESSAGE(0, error, trouble.text);
	count = sample_read(journal, found);
	TEST_ASSERT_TRUE_MESSAGE(count >= told->count, "something acknowledged is lost");
	for (unsigned i = 0; i < told->count; i++)
		TEST_ASSERT_EQUAL_UINT(told->done[i], found[i]);
	if (count > told->count) {
		TEST_ASSERT_TRUE_MESSAGE(one_more, "something that failed is there");
		TEST_ASSERT_EQUAL_UINT(told->count + 1, count);
		TEST_ASSERT_EQUAL_UINT(told->failed, found[count - 1]);
	}
	TEST_ASSERT_EQUAL_INT(0, sample_add(journal, 200, &trouble));
}

static unsigned calls_of_script(void)
{
	unsigned calls;

	fault_set("path=adjutant-journal");
	play(1, TRANSACTIONS / 2);
	play(TRANSACTIONS / 2 + 1, TRANSACTIONS);
	calls = fault_count();
	TEST_ASSERT_EQUAL_UINT(TRANSACTIONS, told->count);
	TEST_ASSERT_TRUE(calls > 10 * TRANSACTIONS);
	return calls;
}

static void fail_at_every_call(const char *how, bool one_more)
{
	unsigned calls = calls_of_script(), failed = 0;
	char fault[100];

	for (unsigned at = 1; at <= calls; at += step) {
		again();
		snprintf(fault, sizeof fault, "path=adjutant-journal at=%u %s", at, how);
		play_script(fault);
		failed += told->failed != 0;
		expect_told(one_more);
	}
	TEST_ASSERT_TRUE_MESSAGE(failed > calls / step / 2, "hardly anything has failed");
}

static void test_any_call_fails_once(void)
{
	fail_at_every_call("errno=EIO", false);
}

static void test_the_disk_is_full_from_any_call_on(void)
{
	fail_at_every_call("errno=ENOSPC for=forever", true);
}

static void test_only_half_is_written_by_any_call(void)
{
	char fault[100];

	for (unsigned at = 1; at < 200; at += 3) {
		again();
		snprintf(fault, sizeof fault, "path=archive.db call=write at=%u errno=SHORT", at);
		play_script(fault);
		TEST_ASSERT_EQUAL_UINT(TRANSACTIONS, told->count);
		expect_told(false);
	}
}

/* ---- killed ---- */

static void play_until_killed(const char *fault)
{
	int status;
	pid_t child = fork();

	TEST_ASSERT_TRUE(child >= 0);
	if (child == 0) {
		told->failed = 0;
		play_script(fault);
		_exit(0);
	}
	TEST_ASSERT_EQUAL_INT(child, waitpid(child, &status, 0));
	TEST_ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	told->failed = told->count + 1;
}

static void test_killed_in_any_call(void)
{
	unsigned calls = calls_of_script();
	char fault[100];

	for (unsigned at = 1; at <= calls; at += step) {
		again();
		snprintf(fault, sizeof fault, "path=adjutant-journal at=%u errno=KILL", at);
		play_until_killed(fault);
		expect_told(true);
	}
}

/* ---- in a running daemon ---- */

static void expect_failures(const char *fault, int error, const char *sentence)
{
	unsigned found[SAMPLES_MAX], n;
	struct entry entry = {.kind = ENTRY_IN, .who = "", .body = ""};

	fault_set(fault);
	for (unsigned tries = 0; tries < 3; tries++) {
		TEST_ASSERT_EQUAL_INT_MESSAGE(error, sample_add(journal, 100, &trouble),
					      trouble.text);
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, sentence), trouble.text);
		TEST_ASSERT_EQUAL_INT(error, journal_keep(journal, "sample", "x"));
		/* a caller that goes on regardless is told again */
		TEST_ASSERT_EQUAL_INT(error, journal_add(journal, &entry, &trouble));
		TEST_ASSERT_EQUAL_INT(error, journal_commit(journal, &trouble));
		TEST_ASSERT_EQUAL_UINT(told->count, sample_read(journal, found));
	}
	fault_set(NULL);
	n = 5 + 5 * told->count;
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, sample_add(journal, n, &trouble), trouble.text);
	told->done[told->count++] = n;
}

static void test_play_goes_on_when_the_disk_does(void)
{
	TEST_ASSERT_EQUAL_INT(0, journal_open(&journal, dir, &key, &trouble));
	TEST_ASSERT_EQUAL_INT(0, sample_add(journal, 2, &trouble));
	told->done[told->count++] = 2;
	expect_failures("path=archive.db call=write errno=ENOSPC for=forever", -ENOSPC,
			"the disk is full. Make room; play goes on by itself.");
	expect_failures("path=archive.db call=write errno=EROFS for=forever", -EROFS,
			"it is read-only. Make it and its disk writable.");
	expect_failures("path=archive.db call=sync errno=EIO for=forever", -EIO,
			"the disk reports an error. Check the disk");
	journal_close(journal);
	expect_told(false);
}

/* Not even if the daemon is killed next, if only the disk works again after the failure. */
static void test_what_failed_does_not_come_back(void)
{
	unsigned found[SAMPLES_MAX];
	char copy[SCRATCH_PATH];
	struct journal *next;

	TEST_ASSERT_EQUAL_INT(0, journal_open(&journal, dir, &key, &trouble));
	TEST_ASSERT_EQUAL_INT(0, sample_add(journal, 1, &trouble));
	fault_set("path=archive.db-wal call=sync errno=EIO");
	TEST_ASSERT_EQUAL_INT(-EIO, sample_add(journal, 2, &trouble));
	fault_set(NULL);
	scratch_make(copy);
	archive_copy(dir, copy);
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&next, copy, &key, &trouble), trouble.text);
	TEST_ASSERT_EQUAL_UINT(1, sample_read(next, found));
	journal_close(next);
	scratch_remove(copy);
}

/* A daemon that starts on a full disk can show the game, and goes on with it when there is room. */
static void test_opened_on_a_full_disk(void)
{
	unsigned found[SAMPLES_MAX];

	play_until_killed("path=archive.db-wal call=sync at=20 errno=KILL");
	fault_set("path=archive.db$ call=write errno=ENOSPC for=forever");
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, dir, &key, &trouble), trouble.text);
	TEST_ASSERT_TRUE(sample_read(journal, found) >= told->count);
	TEST_ASSERT_EQUAL_INT(-ENOSPC, sample_add(journal, 100, &trouble));
	fault_set(NULL);
	TEST_ASSERT_EQUAL_INT(0, sample_add(journal, 100, &trouble));
}

static off_t archive_size(void)
{
	struct stat status;

	TEST_ASSERT_EQUAL_INT(0, stat(scratch_path(dir, "archive.db"), &status));
	return status.st_size;
}

/* What cannot be moved in a quiet moment is reported before anything waits for it. */
static void test_log_is_moved_in_quiet_moments(void)
{
	unsigned n = 1;
	off_t before;

	TEST_ASSERT_EQUAL_INT(0, journal_open(&journal, dir, &key, &trouble));
	before = archive_size();
	fault_set("path=archive.db$ call=write errno=EIO for=forever");
	for (; n <= 150; n++)
		TEST_ASSERT_EQUAL_INT(0, sample_add(journal, n, &trouble));
	journal_rest(journal);
	TEST_ASSERT_EQUAL_INT(-EIO, sample_add(journal, n, &trouble));
	fault_set(NULL);
	TEST_ASSERT_EQUAL_INT64(before, archive_size());
	for (; n <= SAMPLES_MAX; n++) {
		TEST_ASSERT_EQUAL_INT_MESSAGE(0, sample_add(journal, n, &trouble), trouble.text);
		journal_rest(journal);
	}
	TEST_ASSERT_TRUE(archive_size() > before);
}

static void test_head_that_cannot_be_written_does_no_harm(void)
{
	fault_set("path=/head call=write errno=EIO for=forever");
	play(1, 5);
	fault_set(NULL);
	TEST_ASSERT_EQUAL_UINT(5, told->count);
	expect_told(false);
}

/* A word that was not found because the disk could not be read must not be taken again. */
static void test_a_question_without_an_answer_ends_the_transaction(void)
{
	TEST_ASSERT_EQUAL_INT(0, journal_open(&journal, dir, &key, &trouble));
	for (unsigned n = 1; n <= SAMPLES_MAX; n++)
		TEST_ASSERT_EQUAL_INT(0, sample_add(journal, n, &trouble));
	journal_close(journal);
	TEST_ASSERT_EQUAL_INT(0, journal_open(&journal, dir, &key, &trouble));
	TEST_ASSERT_TRUE(journal_has_word(journal, "red", "t3-0"));
	TEST_ASSERT_EQUAL_INT(0, truncate(scratch_path(dir, "archive.db"), 4096));
	TEST_ASSERT_FALSE(journal_has_word(journal, "red", "t184-0"));
	TEST_ASSERT_TRUE(journal_begin(journal, &trouble) < 0);
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, "cannot be read"), trouble.text);
}

/* ---- read-only ---- */

static void test_read_only_archive(void)
{
	play(1, 3);
	fault_set("path=archive.db call=open errno=EACCES for=forever");
	TEST_ASSERT_EQUAL_INT(-EROFS, journal_open(&journal, dir, &key, &trouble));
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, "is read-only"), trouble.text);
	fault_set("path=adjutant-journal call=open errno=EROFS for=forever");
	TEST_ASSERT_EQUAL_INT(-EROFS, journal_open(&journal, dir, &key, &trouble));
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, "is read-only"), trouble.text);
	fault_set(NULL);
	expect_told(false);
}

/* Where nothing can be written, an archive can be read all the same. */
static void test_reader_where_nothing_can_be_written(void)
{
	unsigned found[SAMPLES_MAX];

	play(1, 3);
	fault_set("path=adjutant-journal call=open errno=EACCES for=forever");
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, dir, NULL, &trouble), trouble.text);
	TEST_ASSERT_EQUAL_UINT(3, sample_read(journal, found));
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_check(journal, key.public_key, &trouble),
				      trouble.text);
}

int main(void)
{
	const char *asked = getenv("FAULT_STEP");

	UNITY_BEGIN();
	if (asked && atoi(asked) > 0)
		step = (unsigned)atoi(asked);
	told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (crypto_init() || told == MAP_FAILED)
		return 1;
	RUN_TEST(test_any_call_fails_once);
	RUN_TEST(test_the_disk_is_full_from_any_call_on);
	RUN_TEST(test_only_half_is_written_by_any_call);
	RUN_TEST(test_killed_in_any_call);
	RUN_TEST(test_play_goes_on_when_the_disk_does);
	RUN_TEST(test_what_failed_does_not_come_back);
	RUN_TEST(test_opened_on_a_full_disk);
	RUN_TEST(test_log_is_moved_in_quiet_moments);
	RUN_TEST(test_head_that_cannot_be_written_does_no_harm);
	RUN_TEST(test_a_question_without_an_answer_ends_the_transaction);
	RUN_TEST(test_read_only_archive);
	RUN_TEST(test_reader_where_nothing_can_be_written);
	return UNITY_END();
}
