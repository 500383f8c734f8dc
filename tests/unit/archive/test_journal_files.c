/* Which processes may open the journal, at the same time as which others, and who may read its
 * files. */
#include "tests/support/archive/journal_bench.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- files ---- */

static unsigned mode_of(const char *path)
{
	struct stat status;

	TEST_ASSERT_EQUAL_INT_MESSAGE(0, stat(path, &status), path);
	return status.st_mode & 07777;
}

static void test_files_are_private_whatever_the_umask(void)
{
	static const char *const names[] = {"archive.db", "archive.db-wal", "archive.db-shm",
					    "head", "lock"};
	char deep[SCRATCH_PATH + 16];
	mode_t before = umask(0);

	snprintf(deep, sizeof deep, "%s/deep/er", dir);
	journal_close(journal);
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, deep, &key, &trouble),
				      trouble.text);
	add_samples(2);
	TEST_ASSERT_EQUAL_HEX(0, umask(before));
	TEST_ASSERT_EQUAL_HEX(0700, mode_of(scratch_path(dir, "deep")));
	TEST_ASSERT_EQUAL_HEX(0700, mode_of(deep));
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		TEST_ASSERT_EQUAL_HEX_MESSAGE(0600, mode_of(scratch_path(deep, names[i])),
					      names[i]);
}

static void test_a_copy_put_back_becomes_private(void)
{
	static const char *const names[] = {"archive.db", "archive.db-wal"};
	char copy[SCRATCH_PATH];

	add_samples(2);
	scratch_make(copy);
	archive_copy(dir, copy); /* with its log, as after a crash */
	journal_close(journal);
	for (unsigned i = 0; i < 2; i++)
		TEST_ASSERT_EQUAL_INT(0, chmod(scratch_path(copy, names[i]), 0644));
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, copy, &key, &trouble),
				      trouble.text);
	for (unsigned i = 0; i < 2; i++)
		TEST_ASSERT_EQUAL_HEX_MESSAGE(0600, mode_of(scratch_path(copy, names[i])),
					      names[i]);
	scratch_remove(copy);
}

/* ---- processes ---- */

static void test_a_second_daemon_is_refused(void)
{
	struct journal *second = journal;
	char pid[32];

	TEST_ASSERT_EQUAL_INT(-EBUSY, journal_open(&second, dir, &key, &trouble));
	TEST_ASSERT_NULL(second);
	snprintf(pid, sizeof pid, "process %ld", (long)getpid());
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, pid), trouble.text);
	add_samples(1);
}

/* A process that writes until it is killed, or its parent is gone. */
static pid_t start_writer(int ready[2])
{
	pid_t child = fork();

	TEST_ASSERT_TRUE(child >= 0);
	if (child > 0)
		return child;
	close(ready[0]);
	if (journal_open(&journal, dir, &key, &trouble))
		_exit(1);
	for (unsigned n = 1; n <= SAMPLES_MAX; n++) {
		if (sample_add(journal, n, &trouble) || write(ready[1], "x", 1) != 1)
			_exit(2);
		journal_rest(journal);
	}
	while (write(ready[1], "x", 1) == 1) /* until the reader has gone */
		;
	_exit(3);
}

static void test_readers_read_while_a_daemon_writes(void)
{
	unsigned found[SAMPLES_MAX], count = 0;
	struct journal *reader;
	int ready[2], status;
	pid_t child;
	char byte;

	journal_close(journal);
	journal = NULL;
	TEST_ASSERT_EQUAL_INT(0, pipe(ready));
	child = start_writer(ready);
	close(ready[1]);
	TEST_ASSERT_EQUAL_INT(1, read(ready[0], &byte, 1));
	TEST_ASSERT_EQUAL_INT(-EBUSY, journal_open(&journal, dir, &key, &trouble));
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&reader, dir, NULL, &trouble), trouble.text);
	while (count < SAMPLES_MAX / 2) {
		unsigned before = count;

		TEST_ASSERT_EQUAL_INT(0, journal_begin(reader, &trouble));
		TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_check(reader, key.public_key, &trouble),
					      trouble.text);
		count = sample_read(reader, found);
		TEST_ASSERT_TRUE(count >= before);
		journal_rollback(reader);
		for (unsigned n = before; n < count && n < SAMPLES_MAX - 1; n++)
			TEST_ASSERT_EQUAL_INT(1, read(ready[0], &byte, 1));
	}
	kill(child, SIGKILL);
	TEST_ASSERT_EQUAL_INT(child, waitpid(child, &status, 0));
	TEST_ASSERT_TRUE(WIFSIGNALED(status));
	journal_close(reader);
	close(ready[0]);
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, dir, &key, &trouble), trouble.text);
	TEST_ASSERT_TRUE(sample_read(journal, found) >= count);
}

static void test_readers_change_nothing(void)
{
	struct entry entry = {.kind = ENTRY_IN, .who = "", .body = ""};
	struct journal *reader;

	add_samples(7);
	journal_close(journal);
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&reader, dir, NULL, &trouble), trouble.text);
	expect_samples(reader, 7);
	TEST_ASSERT_EQUAL_INT(-EROFS, journal_keep(reader, "sample", "8"));
	TEST_ASSERT_EQUAL_INT(0, journal_begin(reader, &trouble));
	TEST_ASSERT_EQUAL_INT(-EROFS, journal_add(reader, &entry, &trouble));
	journal_close(reader);
	TEST_ASSERT_EQUAL_INT(0, journal_open(&journal, dir, &key, &trouble));
	expect_samples(journal, 7);
}

static void test_a_file_by_itself_stays_by_itself(void)
{
	char copy[SCRATCH_PATH], odd[2 * SCRATCH_PATH];
	struct journal *reader;
	size_t size;
	uint8_t *bytes;

	add_samples(7);
	journal_close(journal);
	journal = NULL;
	scratch_make(copy);
	snprintf(odd, sizeof odd, "%s/a b?c#d%%20.db", copy);
	bytes = file_read(scratch_path(dir, "archive.db"), &size);
	file_write(odd, bytes, size);
	free(bytes);
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open_file(&reader, odd, &trouble), trouble.text);
	expect_samples(reader, 7);
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_check(reader, key.public_key, &trouble),
				      trouble.text);
	journal_close(reader);
	TEST_ASSERT_EQUAL_INT(0, unlink(odd));
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, rmdir(copy), "something was left beside it");
	TEST_ASSERT_EQUAL_INT(-ENOENT, journal_open_file(&reader, odd, &trouble));
	TEST_ASSERT_EQUAL_INT(-ENOENT, journal_open(&reader, copy, NULL, &trouble));
}

int main(void)
{
	UNITY_BEGIN();
	if (crypto_init())
		return 1;
	RUN_TEST(test_files_are_private_whatever_the_umask);
	RUN_TEST(test_a_copy_put_back_becomes_private);
	RUN_TEST(test_a_second_daemon_is_refused);
	RUN_TEST(test_readers_read_while_a_daemon_writes);
	RUN_TEST(test_readers_change_nothing);
	RUN_TEST(test_a_file_by_itself_stays_by_itself);
	return UNITY_END();
}
