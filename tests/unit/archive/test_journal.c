/*
 * The journal as it is meant to be used: what is committed is there, what is not is not; and how
 * the chain is made.
 */
#include "tests/support/archive/journal_bench.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void reopen(void)
{
	journal_close(journal);
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_open(&journal, dir, &key, &trouble), trouble.text);
}

static void begin(void)
{
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_begin(journal, &trouble), trouble.text);
}

static void commit(void)
{
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_commit(journal, &trouble), trouble.text);
}

static void add(int64_t game, enum entry_kind kind, const char *who, const char *body)
{
	struct entry entry = {.game = game, .kind = kind, .who = who, .body = body};

	entry.length = body ? strlen(body) : 0;
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_add(journal, &entry, &trouble), trouble.text);
}

/* ---- reading and writing ---- */

static void test_what_is_committed_is_there(void)
{
	add_samples(30);
	expect_samples(journal, 30);
	reopen();
	expect_samples(journal, 30);
	add_samples(0);
	TEST_ASSERT_EQUAL_INT(0, sample_add(journal, 31, &trouble));
	reopen();
	expect_samples(journal, 31);
	TEST_ASSERT_EQUAL_INT_MESSAGE(0, journal_check(journal, key.public_key, &trouble),
				      trouble.text);
}

static void test_a_body_may_hold_any_text(void)
{
	static const char body[] = "zero \0 byte, \xff\xfe, \n, ' and \"";
	struct entry entry = {.kind = ENTRY_IN, .body = body, .length = sizeof body - 1};

	begin();
	TEST_ASSERT_EQUAL_INT(0, journal_add(journal, &entry, &trouble));
	add(0, ENTRY_LOOK, NULL, NULL);
	add(0, ENTRY_LOOK, "", "");
	commit();
	reopen(); /* which checks the chain */
	TEST_ASSERT_EQUAL_INT64(3, journal_head(journal)->seq);
}

struct list {
	char text[256];
	unsigned stop;
};

static bool list_visit(void *context, const struct entry *entry)
{
	struct list *list = context;
	size_t length = strlen(list->text);

	snprintf(list->text + length, sizeof list->text - length, "%d.%s ", (int)entry->seq,
		 entry->body);
	return list->stop == 0 || --list->stop;
}

static void expect_list(int64_t game, enum entry_kind kind, const char *expected)
{
	struct list list = {0};

	TEST_ASSERT_EQUAL_INT(0, journal_each(journal, game, kind, list_visit, &list, &trouble));
	TEST_ASSERT_EQUAL_STRING(expected, list.text);
}

static void test_entries_are_found_by_game_and_kind(void)
{
	struct list list = {.stop = 2};

	begin();
	add(0, ENTRY_RUN, "", "a");
	add(2, ENTRY_OUT, "red", "b");
	add(1, ENTRY_FACT, "", "c");
	add(2, ENTRY_FACT, "", "d");
	add(2, ENTRY_OUT, "blue", "e");
	add(1, ENTRY_OUT, "red", "f");
	commit();
	expect_list(-1, ENTRY_ANY, "1.a 2.b 3.c 4.d 5.e 6.f ");
	expect_list(-1, ENTRY_OUT, "2.b 5.e 6.f ");
	expect_list(2, ENTRY_ANY, "2.b 4.d 5.e ");
	expect_list(2, ENTRY_OUT, "2.b 5.e ");
	expect_list(0, ENTRY_ANY, "1.a ");
	expect_list(3, ENTRY_ANY, "");
	expect_list(-1, ENTRY_WORD, "");
	TEST_ASSERT_EQUAL_INT(0, journal_each(journal, -1, ENTRY_ANY, list_visit, &list, &trouble));
	TEST_ASSERT_EQUAL_STRING("1.a 2.b ", list.text);
	TEST_ASSERT_EQUAL_INT64(2, journal_last_game(journal));
}

static void test_words_are_found_by_their_id(void)
{
	begin();
	add(1, ENTRY_WORD, "red", "7f done");
	add(2, ENTRY_WORD, "blue", "80"); /* another game makes no difference */
	add(1, ENTRY_OUT, "red", "81 done");
	TEST_ASSERT_TRUE_MESSAGE(journal_has_word(journal, "red", "7f"), "before the commit");
	commit();
	TEST_ASSERT_TRUE(journal_has_word(journal, "red", "7f"));
	TEST_ASSERT_TRUE(journal_has_word(journal, "blue", "80"));
	TEST_ASSERT_FALSE(journal_has_word(journal, "red", "7"));
	TEST_ASSERT_FALSE(journal_has_word(journal, "red", "7f done"));
	TEST_ASSERT_FALSE(journal_has_word(journal, "red", ""));
	TEST_ASSERT_FALSE(journal_has_word(journal, "blue", "7f"));
	TEST_ASSERT_FALSE_MESSAGE(journal_has_word(journal, "red", "81"), "not a word");
}

static void test_facts_are_kept_and_forgotten(void)
{
	char value[8] = "";

	TEST_ASSERT_FALSE(journal_recall(journal, "seat", value, sizeof value));
	TEST_ASSERT_EQUAL_INT(0, journal_keep(journal, "seat", "red"));
	TEST_ASSERT_TRUE(journal_recall(journal, "seat", value, sizeof value));
	TEST_ASSERT_EQUAL_STRING("red", value);
	TEST_ASSERT_EQUAL_INT(0, journal_keep(journal, "seat", "blue"));
	begin();
	TEST_ASSERT_EQUAL_INT(0, journal_keep(journal, "seat", NULL));
	TEST_ASSERT_FALSE(journal_recall(journal, "seat", value, sizeof value));
	journal_rollback(journal);
	reopen();
	TEST_ASSERT_TRUE(journal_recall(journal, "seat", value, sizeof value));
	TEST_ASSERT_EQUAL_STRING("blue", value);
	TEST_ASSERT_EQUAL_INT(0, journal_keep(journal, "seat", "too long for it"));
	TEST_ASSERT_FALSE(journal_recall(journal, "seat", value, sizeof value));
	TEST_ASSERT_EQUAL_INT(0, journal_keep(journal, "seat", NULL));
	reopen();
	TEST_ASSERT_FALSE(journal_recall(journal, "seat", value, sizeof value));
}

static void test_what_is_rolled_back_was_never_there(void)
{
	struct chain_head head;

	add_samples(3);
	head = *journal_head(journal);
	begin();
	add(9, ENTRY_WORD, "red", "99 done");
	TEST_ASSERT_EQUAL_INT(0, journal_keep(journal, "sample", "99"));
	journal_rollback(journal);
	TEST_ASSERT_EQUAL_INT64(3 / 10 + 1, journal_last_game(journal));
	TEST_ASSERT_FALSE(journal_has_word(journal, "red", "99"));
	TEST_ASSERT_EQUAL_MEMORY(&head, journal_head(journal), sizeof head);
	expect_samples(journal, 3);
	TEST_ASSERT_EQUAL_INT(0, sample_add(journal, 4, &trouble));
	begin();
	add(9, ENTRY_WORD, "red", "99 done");
	reopen(); /* which closes it first */
	expect_samples(journal, 4);
}

static void test_transactions_out_of_order_are_refused(void)
{
	struct entry entry = {.kind = ENTRY_IN, .who = "", .body = ""};

	TEST_ASSERT_EQUAL_INT(-EINVAL, journal_add(journal, &entry, &trouble));
	TEST_ASSERT_EQUAL_INT(-EINVAL, journal_commit(journal, &trouble));
	begin();
	TEST_ASSERT_EQUAL_INT(-EINVAL, journal_begin(journal, &trouble));
	add(1, ENTRY_IN, "", "");
	commit();
	TEST_ASSERT_EQUAL_INT(-EINVAL, journal_commit(journal, NULL));
	TEST_ASSERT_EQUAL_INT64(1, journal_head(journal)->seq);
	journal_rollback(journal);
	begin();
	commit(); /* of nothing */
	TEST_ASSERT_EQUAL_INT64(1, journal_head(journal)->seq);
}

/* ---- the chain ---- */

static void expect_other_hash(const uint8_t before[HASH_SIZE], const struct entry *entry,
			      const uint8_t hash[HASH_SIZE])
{
	uint8_t other[HASH_SIZE];

	entry_hash(before, entry, other);
	TEST_ASSERT_TRUE(memcmp(hash, other, HASH_SIZE) != 0);
}

static void test_everything_is_in_the_hash(void)
{
	uint8_t before[HASH_SIZE] = {0}, hash[HASH_SIZE];
	const struct entry entry = {1, 2, 3, 4, ENTRY_WORD, "word", "red", "body", 4, {5}, {6}};
	struct entry other;

	entry_hash(before, &entry, hash);
#define CHANGED(column, value)                                                                     \
	do {                                                                                       \
		other = entry;                                                                     \
		other.column = value;                                                              \
		expect_other_hash(before, &other, hash);                                           \
	} while (0)
	CHANGED(seq, 2);
	CHANGED(game, 3);
	CHANGED(t_us, -3);
	CHANGED(wall_ms, 0);
	CHANGED(kind_name, "wor");
	CHANGED(who, "blue");
	CHANGED(body, "Body");
	CHANGED(length, 3);
	CHANGED(salt[15], 1);
	other = entry; /* what is between two columns is neither's */
	other.kind_name = "wordred";
	other.who = "";
	expect_other_hash(before, &other, hash);
	before[31] = 1;
	expect_other_hash(before, &entry, hash);
	before[31] = 0;
	other = entry;
	other.hash[0] = 0; /* what it is now does not matter */
	entry_hash(before, &other, other.hash);
	TEST_ASSERT_EQUAL_MEMORY(hash, other.hash, HASH_SIZE);
}

static bool chain_visit(void *context, const struct entry *entry)
{
	struct chain_head *end = context;
	uint8_t hash[HASH_SIZE];

	entry_hash(end->hash, entry, hash);
	TEST_ASSERT_EQUAL_MEMORY(hash, entry->hash, HASH_SIZE);
	memcpy(end->hash, hash, HASH_SIZE);
	end->seq = entry->seq;
	return true;
}

static void test_the_chain_begins_with_zeros_and_ends_with_the_head(void)
{
	struct chain_head end = {0};
	const struct chain_head *head = journal_head(journal);

	add_samples(5);
	TEST_ASSERT_EQUAL_INT(0, journal_each(journal, -1, ENTRY_ANY, chain_visit, &end, &trouble));
	TEST_ASSERT_EQUAL_INT64(end.seq, head->seq);
	TEST_ASSERT_EQUAL_MEMORY(end.hash, head->hash, HASH_SIZE);
	TEST_ASSERT_TRUE(head_is_signed(key.public_key, head));
	end = *head;
	end.seq++;
	TEST_ASSERT_FALSE(head_is_signed(key.public_key, &end));
}

/* Alike entries have nothing alike to be seen from outside. */
static void test_entries_are_blinded(void)
{
	struct chain_head first;

	begin();
	add(1, ENTRY_NONCE, "", "red a1 M");
	commit();
	first = *journal_head(journal);
	journal_close(journal);
	scratch_remove(dir);
	setUp();
	begin();
	add(1, ENTRY_NONCE, "", "red a1 M");
	commit();
	TEST_ASSERT_TRUE(memcmp(first.hash, journal_head(journal)->hash, HASH_SIZE) != 0);
}

int main(void)
{
	UNITY_BEGIN();
	if (crypto_init())
		return 1;
	RUN_TEST(test_what_is_committed_is_there);
	RUN_TEST(test_a_body_may_hold_any_text);
	RUN_TEST(test_entries_are_found_by_game_and_kind);
	RUN_TEST(test_words_are_found_by_their_id);
	RUN_TEST(test_facts_are_kept_and_forgotten);
	RUN_TEST(test_what_is_rolled_back_was_never_there);
	RUN_TEST(test_transactions_out_of_order_are_refused);
	RUN_TEST(test_everything_is_in_the_hash);
	RUN_TEST(test_the_chain_begins_with_zeros_and_ends_with_the_head);
	RUN_TEST(test_entries_are_blinded);
	return UNITY_END();
}
