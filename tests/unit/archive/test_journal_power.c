/*
 * Power cuts. What a script writes is taken down and played to a model of a disk, which loses any
 * part of what was not synced. After every single write, truncation and sync the power is cut, and
 * the journal is opened on what is left.
 *
 * The model has no opinion on names: a file is there from its first write until it is removed.
 */
#include "daemon/archive/journal.h"

#include "tests/faults/shim.h"
#include "tests/support/archive/archive.h"
#include "tests/support/sanitized.h"
#include "unity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	STEP = IS_SANITIZED ? 7 : 1,
	SECTOR = 512,
	FILE_MAX = 2 << 20,
	FILES = 8,
	TAPE_MAX = 4000,
	TRANSACTIONS = 20,
	FIRST_AFTER = 100, /* what comes after a restart has numbers of its own */
};

static char dir[SCRATCH_PATH], other[SCRATCH_PATH];
static struct board_key key;
static struct trouble trouble;

/* ---- the tape ---- */

static struct note {
	enum fault_call call; /* 0: a transaction was acknowledged */
	char name[20];
	int64_t at;
	uint8_t *bytes;
	size_t count;
} tape[TAPE_MAX];
static unsigned taped;

static struct note *note_make(enum fault_call call, const char *name)
{
	struct note *note = &tape[taped];

	TEST_ASSERT_TRUE(taped < TAPE_MAX);
	*note = (struct note){.call = call};
	snprintf(note->name, sizeof note->name, "%s", name);
	taped++;
	return note;
}

/* Not the index of the log, which is not relied on after a restart. */
static void take_down(enum fault_call call, const char *path, int64_t at, const void *bytes,
		      size_t count)
{
	const char *name = strrchr(path, '/') + 1;
	struct note *note;

	if (strncmp(name, "archive.db", 10) && strcmp(name, "head"))
		return;
	if (strcmp(name, "archive.db-shm") == 0)
		return;
	note = note_make(call, name);
	note->at = at;
	note->count = count;
	if (count) {
		note->bytes = malloc(count);
		memcpy(note->bytes, bytes, count);
	}
}

static void tape_erase(void)
{
	while (taped)
		free(tape[--taped].bytes);
}

/* ---- the disk ---- */

/* What programs see, and what would be left: in sectors, those in `unsafe` may be either. */
static struct disk_file {
	char name[20];
	uint8_t seen[FILE_MAX], safe[FILE_MAX];
	bool unsafe[FILE_MAX / SECTOR];
	size_t seen_size, safe_size;
} disk[FILES];

static struct disk_file *disk_find(const char *name)
{
	struct disk_file *empty = NULL;

	for (unsigned i = 0; i < FILES; i++) {
		if (strcmp(disk[i].name, name) == 0)
			return &disk[i];
		if (!*disk[i].name)
			empty = &disk[i];
	}
	TEST_ASSERT_NOT_NULL(empty);
	memset(empty, 0, sizeof *empty);
	snprintf(empty->name, sizeof empty->name, "%s", name);
	return empty;
}

static void disk_write(struct disk_file *file, size_t at, const uint8_t *bytes, size_t count)
{
	TEST_ASSERT_TRUE(at + count <= FILE_MAX);
	memcpy(file->seen + at, bytes, count);
	for (size_t sector = at / SECTOR; sector * SECTOR < at + count; sector++)
		file->unsafe[sector] = true;
	if (at + count > file->seen_size)
		file->seen_size = at + count;
}

static void disk_truncate(struct disk_file *file, size_t size)
{
	memset(file->seen + size, 0, FILE_MAX - size);
	file->seen_size = size;
}

/* When a sync fails, Linux takes what could not be written for written. */
static void disk_sync(struct disk_file *file, bool fails)
{
	for (size_t sector = 0; sector < FILE_MAX / SECTOR; sector++) {
		if (file->unsafe[sector] && !fails)
			memcpy(file->safe + sector * SECTOR, file->seen + sector * SECTOR, SECTOR);
		file->unsafe[sector] = false;
	}
	if (!fails) {
		if (file->seen_size < file->safe_size)
			memset(file->safe + file->seen_size, 0, file->safe_size - file->seen_size);
		file->safe_size = file->seen_size;
	}
}

static void disk_apply(const struct note *note)
{
	struct disk_file *file = note->call ? disk_find(note->name) : NULL;

	if (note->call == FAULT_WRITE)
		disk_write(file, (size_t)note->at, note->bytes, note->count);
	else if (note->call == FAULT_TRUNCATE)
		disk_truncate(file, (size_t)note->at);
	else if (note->call == FAULT_SYNC)
		disk_sync(file, note->at < 0);
	else if (note->call == FAULT_UNLINK)
		*file->name = '\0';
}

/* How a power cut may end: none, any or all of what was not synced is there. */
enum cut { NOTHING_MORE, ANYTHING, EVERYTHING, CUTS };

static bool is_kept(enum cut cut)
{
	return cut == EVERYTHING || (cut == ANYTHING && rand() % 2);
}

static void disk_file_left(const struct disk_file *file, enum cut cut)
{
	static uint8_t left[FILE_MAX];
	size_t size = is_kept(cut) ? file->seen_size : file->safe_size;

	memcpy(left, file->safe, FILE_MAX);
	for (size_t sector = 0; sector < FILE_MAX / SECTOR; sector++)
		if (file->unsafe[sector] && is_kept(cut))
			memcpy(left + sector * SECTOR, file->seen + sector * SECTOR, SECTOR);
	file_write(scratch_path(other, file->name), left, size);
}

/* What a process finds that was started after the power cut. */
static void disk_left(enum cut cut)
{
	scratch_remove(other);
	TEST_ASSERT_EQUAL_INT(0, mkdir(other, 0700));
	for (unsigned i = 0; i < FILES; i++)
		if (*disk[i].name)
			disk_file_left(&disk[i], cut);
}

/* ---- scripts ---- */

void setUp(void)
{
	scratch_make(dir);
	scratch_make(other);
	TEST_ASSERT_EQUAL_INT(0, board_key_load(scratch_path(dir, "key"), &key));
	memset(disk, 0, sizeof disk);
}

void tearDown(void)
{
	fault_observe(NULL);
	fault_set(NULL);
	tape_erase();
	scratch_remove(dir);
	scratch_remove(other);
}

static void listen(const char *where, const char *fault)
{
	char words[200];

	snprintf(words, sizeof words, "path=%s %s", where, fault);
	fault_set(words);
	fault_observe(take_down);
}

static struct journal *open_there(const char *where)
{
	struct journal *journal;

	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, where, &key, &trouble),
				      trouble.text);
	return journal;
}

static void write_samples(struct journal *journal, unsigned first, unsigned last)
{
	for (unsigned n = first; n <= last; n++) {
		TEST_ASSERT_EQUAL_INT_MESSAGE(0, sample_add(journal, n, &trouble), trouble.text);
		note_make(0, "")->at = n;
	}
}

/* ---- verdicts ---- */

/* Everything acknowledged is left, and at most the one that was under way. */
static void expect_left(const unsigned *told, unsigned count, unsigned at, enum cut cut)
{
	struct journal *journal;
	unsigned found[SAMPLES_MAX], found_count;
	char where[400];
	int error;

	disk_left(cut);
	error = journal_open(&journal, other, &key, &trouble);
	snprintf(where, sizeof where, "power cut %d after note %u: %s", (int)cut, at, trouble.text);
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, error, where);
	found_count = sample_read(journal, found);
	journal_close(journal);
	TEST_ASSERT_TRUE_MESSAGE(found_count == count || found_count == count + 1, where);
	for (unsigned i = 0; i < count; i++)
		TEST_ASSERT_EQUAL_UINT_MESSAGE(told[i], found[i], where);
}

/* Plays the tape and cuts the power, from one note to another, wherever that makes a difference. */
static void cut_everywhere(unsigned first, unsigned last)
{
	unsigned told[SAMPLES_MAX], count = 0;

	for (unsigned i = 0; i < taped; i++) {
		disk_apply(&tape[i]);
		if (tape[i].call == 0)
			told[count++] = (unsigned)tape[i].at;
		else if (i >= first && i < last && i % STEP == 0)
			for (enum cut cut = 0; cut < CUTS; cut++)
				expect_left(told, count, i, cut);
	}
}

static void test_power_cut_anywhere(void)
{
	struct journal *journal;

	listen(dir, "");
	journal = open_there(dir);
	write_samples(journal, 1, TRANSACTIONS / 2);
	journal_close(journal);
	journal = open_there(dir);
	write_samples(journal, TRANSACTIONS / 2 + 1, TRANSACTIONS);
	journal_close(journal);
	fault_observe(NULL);
	fault_set(NULL);
	TEST_ASSERT_TRUE(taped > 10 * TRANSACTIONS);
	cut_everywhere(0, taped);
}

/* A sync fails, and the same daemon goes on when the disk works again. */
static void test_power_cut_after_a_failed_sync(void)
{
	static const char *const lasts[] = {"1", "2", "forever"};

	for (unsigned i = 0; i < sizeof lasts / sizeof *lasts; i++) {
		struct journal *journal;
		unsigned failure;
		char fault[64];

		listen(dir, "");
		journal = open_there(dir);
		write_samples(journal, 1, 8);
		failure = taped;
		snprintf(fault, sizeof fault, "call=sync at=%u errno=EIO for=%s", i % 2 + 1,
			 lasts[i]);
		listen(dir, fault);
		for (unsigned n = 50; n < 53; n++)
			if (sample_add(journal, n, &trouble) == 0)
				note_make(0, "")->at = n;
		listen(dir, "");
		write_samples(journal, FIRST_AFTER, FIRST_AFTER + 4);
		journal_close(journal);
		fault_observe(NULL);
		fault_set(NULL);
		cut_everywhere(failure, taped);
		tearDown();
		setUp();
	}
}

/*
 * A sync fails, nothing can be synced after it, and the daemon is killed. The next one finds in the
 * log what only memory holds, and must not build on it: when the power goes later, what it wrote
 * itself would go with it.
 */
static void test_power_cut_after_a_failed_sync_and_a_restart(void)
{
	struct journal *journal, *next;
	unsigned restart, found[SAMPLES_MAX];
	char again[SCRATCH_PATH];

	listen(dir, "");
	journal = open_there(dir);
	write_samples(journal, 1, 5);
	listen(dir, "call=sync errno=EIO for=forever");
	TEST_ASSERT_EQUAL_INT(-EIO, sample_add(journal, 6, &trouble));
	fault_observe(NULL);
	fault_set(NULL);
	scratch_make(again);
	archive_copy(dir, again); /* as it is in memory: the first daemon is as good as dead */
	restart = taped;
	listen(again, "");
	next = open_there(again);
	TEST_ASSERT_EQUAL_UINT_MESSAGE(6, sample_read(next, found), "the failed one is in the log");
	note_make(0, "")->at = 6; /* what it was opened with counts from now on */
	write_samples(next, FIRST_AFTER, FIRST_AFTER + 5);
	fault_observe(NULL);
	fault_set(NULL);
	journal_close(next);
	journal_close(journal);
	scratch_remove(again);
	cut_everywhere(restart, taped);
}

int main(void)
{
	UNITY_BEGIN();
	srand(1);
	if (crypto_init())
		return 1;
	RUN_TEST(test_power_cut_anywhere);
	RUN_TEST(test_power_cut_after_a_failed_sync);
	RUN_TEST(test_power_cut_after_a_failed_sync_and_a_restart);
	return UNITY_END();
}
