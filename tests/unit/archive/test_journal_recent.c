/*
 * A long archive: opening it looks at its recent part, so that a board starts as quickly after years; what lies before that
 * is checked when everything is.
 */
#include "daemon/archive/journal.h"

#include "tests/support/archive/archive.h"
#include "unity.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LONG_AGO = 3000, RECENTLY = 13000, ALL = 14000 };

static char dir[SCRATCH_PATH];
static struct board_key key;
static struct journal *journal;
static struct trouble trouble;

static void add(int64_t seq, int64_t game)
{
	char who[ENTRY_NAME_SIZE], body[64];
	struct entry entry = {.game = game, .kind = ENTRY_OUT, .who = who, .body = body};

	snprintf(who, sizeof who, seq % 2 ? "red %lld" : "public %lld red 1", (long long)seq);
	entry.length = (size_t)snprintf(body, sizeof body, "event %lld", (long long)seq);
	TEST_ASSERT_EQUAL(0, journal_add(journal, &entry, &trouble));
}

static int reopen(void)
{
	journal_close(journal);
	return journal_open(&journal, dir, &key, &trouble);
}

/* The latest game begins with this entry. */
static void fill(int64_t latest)
{
	TEST_ASSERT_EQUAL(0, journal_begin(journal, &trouble));
	for (int64_t seq = 1; seq <= ALL; seq++)
		add(seq, seq < latest ? 1 : 2);
	TEST_ASSERT_EQUAL(0, journal_commit(journal, &trouble));
}

static void change(int64_t seq)
{
	char sql[96];

	journal_close(journal);
	journal = NULL;
	snprintf(sql, sizeof sql, "UPDATE entry SET body = 'other' WHERE seq = %lld",
		 (long long)seq);
	TEST_ASSERT_EQUAL(0, file_run_sql(scratch_path(dir, "archive.db"), sql));
}

void setUp(void)
{
	scratch_make(dir);
	TEST_ASSERT_EQUAL(0, board_key_load(scratch_path(dir, "key"), &key));
	journal = NULL;
	TEST_ASSERT_EQUAL(0, reopen());
}

void tearDown(void)
{
	journal_close(journal);
	scratch_remove(dir);
}

static void test_recent_damage_is_noticed_at_once(void)
{
	fill(RECENTLY);
	TEST_ASSERT_EQUAL_MESSAGE(0, reopen(), trouble.text);
	change(RECENTLY - 1);
	TEST_ASSERT_EQUAL(-EBADMSG, reopen());
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, "entry 12999"), trouble.text);
}

static void test_old_damage_is_noticed_by_a_check(void)
{
	fill(RECENTLY);
	change(LONG_AGO);
	TEST_ASSERT_EQUAL_MESSAGE(0, reopen(), trouble.text);
	TEST_ASSERT_EQUAL(-EBADMSG, journal_check(journal, key.public_key, &trouble));
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, "entry 3000"), trouble.text);
}

static void test_latest_game_is_checked_whole(void)
{
	fill(LONG_AGO);
	change(LONG_AGO);
	TEST_ASSERT_EQUAL(-EBADMSG, reopen());
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, "entry 3000"), trouble.text);
}

static void test_what_the_public_was_told_is_found(void)
{
	struct told_entry told, again;
	uint8_t hash[HASH_SIZE];

	fill(RECENTLY);
	TEST_ASSERT_TRUE(journal_last_told(journal, &told));
	TEST_ASSERT_EQUAL(ALL, told.number);
	TEST_ASSERT_EQUAL(ALL, told.seq);
	TEST_ASSERT_TRUE(journal_hash_at(journal, ALL, hash));
	TEST_ASSERT_EQUAL_MEMORY(hash, told.hash, HASH_SIZE);
	TEST_ASSERT_TRUE(journal_find_told(journal, 14, &again));
	TEST_ASSERT_EQUAL(14, again.seq);
	TEST_ASSERT_FALSE_MESSAGE(journal_find_told(journal, 15, &again), "it was red's alone");
	TEST_ASSERT_FALSE(journal_find_told(journal, ALL + 2, &again));
	TEST_ASSERT_FALSE(journal_hash_at(journal, ALL + 1, hash));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_recent_damage_is_noticed_at_once);
	RUN_TEST(test_old_damage_is_noticed_by_a_check);
	RUN_TEST(test_latest_game_is_checked_whole);
	RUN_TEST(test_what_the_public_was_told_is_found);
	return UNITY_END();
}
