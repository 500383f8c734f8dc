/*
 * A journal in a directory of its own, open: for tests of its use, each of which includes this
 * once.
 */
#ifndef TESTS_SUPPORT_ARCHIVE_JOURNAL_BENCH_H
#define TESTS_SUPPORT_ARCHIVE_JOURNAL_BENCH_H

#include "daemon/archive/journal.h"

#include "tests/support/archive/archive.h"
#include "unity.h"

static char dir[SCRATCH_PATH];
static struct board_key key;
static struct journal *journal;
static struct trouble trouble;

void setUp(void)
{
	scratch_make(dir);
	TEST_ASSERT_EQUAL_INT(0, board_key_load(scratch_path(dir, "key"), &key));
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, dir, &key, &trouble), trouble.text);
}

void tearDown(void)
{
	journal_close(journal);
	journal = NULL;
	scratch_remove(dir);
}

static inline void add_samples(unsigned count)
{
	for (unsigned n = 1; n <= count; n++)
		TEST_ASSERT_EQUAL_INT_MESSAGE(0, sample_add(journal, n, &trouble), trouble.text);
}

static inline void expect_samples(struct journal *in, unsigned count)
{
	unsigned found[SAMPLES_MAX];

	TEST_ASSERT_EQUAL_UINT(count, sample_read(in, found));
	for (unsigned i = 0; i < count; i++)
		TEST_ASSERT_EQUAL_UINT(i + 1, found[i]);
}

#endif
