/* The proofs of finished records hold, and nothing else does. */
#include "tests/support/archive/record_bench.h"
#include "tests/support/sanitized.h"

enum { STEP = IS_SANITIZED ? 5 : 1 };

/* ---- proofs ---- */

static void test_proofs_hold(void)
{
	static const unsigned pieces[] = {
		[MADE_PLAIN] = 16,	[MADE_TAKEN_BACK] = 16, [MADE_CORRECTED] = 16,
		[MADE_CARDS] = 60,	[MADE_DRAWN] = 16,	[MADE_STUDY] = 3,
		[MADE_NEVER_BEGUN] = 0,
	};

	for (int64_t game = MADE_PLAIN; game <= MADE_NEVER_BEGUN; game++) {
		struct replayed replayed;
		struct proof proof;

		fetch(game);
		TEST_ASSERT_EQUAL_MESSAGE(0, proof_check(text, length, &proof, &replayed, &trouble),
					  trouble.text);
		TEST_ASSERT_EQUAL(pieces[game], proof_pieces(&proof));
		TEST_ASSERT_EQUAL_MEMORY(maker.key.public_key, proof.board_key, 32);
		TEST_ASSERT_TRUE(text_is_clean((struct text){trouble.text, strlen(trouble.text)}));
	}
}

static void expect_change_noticed(size_t at, unsigned change)
{
	char kept = text[at];

	text[at] = (char)(kept ^ (char)change);
	if (holds(text, length))
		TEST_FAIL_MESSAGE("a changed byte was not noticed");
	text[at] = kept;
}

static void test_every_byte_matters(void)
{
	for (int64_t game = MADE_PLAIN; game <= MADE_NEVER_BEGUN; game++) {
		fetch(game);
		for (size_t at = 0; at < length; at += STEP)
			expect_change_noticed(at, 1 + random_below(255));
		TEST_ASSERT_TRUE(holds(text, length));
	}
}

static void test_every_value_of_some_bytes_matters(void)
{
	fetch(MADE_TAKEN_BACK);
	for (size_t at = 0; at<length; at += at + 160> length ? 9 : 131)
		for (unsigned change = 1; change < 256; change += STEP)
			expect_change_noticed(at, change);
	TEST_ASSERT_TRUE(holds(text, length));
}

static void test_every_cut_is_noticed(void)
{
	fetch(MADE_TAKEN_BACK);
	for (size_t cut = 0; cut < length; cut += STEP)
		if (holds(text, cut) || holds(text + length - cut, cut))
			TEST_FAIL_MESSAGE("a cut was not noticed");
	for (size_t at = 0; at < length; at += STEP) { /* one byte missing */
		char *without = malloc(length);

		memcpy(without, text, at);
		memcpy(without + at, text + at + 1, length - at - 1);
		if (holds(without, length - 1))
			TEST_FAIL_MESSAGE("a missing byte was not noticed");
		free(without);
	}
}

static bool holds_with(const char *before, const char *behind)
{
	char *longer = malloc(strlen(before) + length + strlen(behind) + 1);
	bool good;

	sprintf(longer, "%s%s%s", before, text, behind);
	good = holds(longer, strlen(longer));
	free(longer);
	return good;
}

static void test_additions_are_noticed(void)
{
	static const char *const more[] = {"\n", " ", "\r", "#", "# remark\n", "adjutant-game 1\n"};
	size_t size;
	char *twice;

	fetch(MADE_PLAIN);
	TEST_ASSERT_TRUE(holds_with("", ""));
	for (unsigned i = 0; i < sizeof more / sizeof *more; i++) {
		TEST_ASSERT_FALSE_MESSAGE(holds_with("", more[i]), more[i]);
		TEST_ASSERT_FALSE_MESSAGE(holds_with(more[i], ""), more[i]);
	}
	TEST_ASSERT_FALSE(holds(text, length + 1)); /* with its zero byte */
	size = 2 * length;
	twice = malloc(size);
	memcpy(twice, text, length);
	memcpy(twice + length, text, length);
	TEST_ASSERT_FALSE(holds(twice, size));
	free(twice);
}

static void test_other_spellings_are_noticed(void)
{
	char *other, *to;

	fetch(MADE_PLAIN);
	other = malloc(2 * length);
	memcpy(other, text, length);
	for (char *at = strstr(other, "# signature ") + 12; at < other + length; at++)
		if (*at >= 'a' && *at <= 'f')
			*at = (char)(*at - 32);
	TEST_ASSERT_FALSE(holds(other, length));
	to = other;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\n')
			*to++ = '\r';
		*to++ = text[i];
	}
	TEST_ASSERT_FALSE(holds(other, (size_t)(to - other)));
	free(other);
}

/* ---- a board that lies: it signs again after the change ---- */

/* Replaces the first `from` that follows `after`, and signs. */
static bool holds_resigned(int64_t game, const char *after, const char *from, const char *to)
{
	char *place, *changed;
	size_t before, signed_length;
	bool good;

	fetch(game);
	signed_length = proof_signed_length(text, length);
	place = strstr(text, after);
	place = place ? strstr(place, from) : NULL;
	TEST_ASSERT_NOT_NULL_MESSAGE(place, from);
	before = (size_t)(place - text);
	changed = malloc(length + strlen(to) + 1);
	sprintf(changed, "%.*s%s%.*s", (int)before, text, to,
		(int)(signed_length - before - strlen(from)), place + strlen(from));
	TEST_ASSERT_EQUAL(0, proof_sign(&maker.key, &changed, strlen(changed), &trouble));
	good = holds(changed, strlen(changed));
	free(changed);
	return good;
}

#define DIGITS "0123456789abcdef0123456789abcdef"
#define FIRST "# commitment red e1"

static const struct lie {
	int64_t game;
	const char *after, *from, *to, *said;
} lies[] = {
	{MADE_PLAIN, "", "....F", "...F.", "agree on"},
	{MADE_PLAIN, "", ".......2.1", ".......1.2", "line "},
	{MADE_PLAIN, "\n27 ", "a9xa10", "a9-a10", "line 36: the rules"},
	{MADE_PLAIN, "", "27 red a9xa10\n", "", "the result"},
	{MADE_PLAIN, "", "result red", "result blue", "the result"},
	{MADE_TAKEN_BACK, "", "4 blue resign\nresult red resigned\n", "", "no result"},
	{MADE_PLAIN, "", "opening red e1 F", "opening red e1 M", "commitment"},
	{MADE_PLAIN, "", "opening red e1", "opening blue e1", "commitment"},
	{MADE_PLAIN, "", "# opening red e1", "# remark", "belongs here"},
	{MADE_PLAIN, "", "# game ", "# game 0", "commitment"},
	{MADE_PLAIN, "", "# chain ", "# chain 0", "belongs here"},
	{MADE_PLAIN, "", "# chain ", "#  chain ", "belongs here"},
	{MADE_PLAIN, "", FIRST, "# heads 5 " DIGITS "0\n" FIRST, "make no sense"},
	{MADE_PLAIN, "", FIRST, "# heads 0 " DIGITS "\n" FIRST, "make no sense"},
	{MADE_PLAIN, "", FIRST, "# heads 05 " DIGITS "\n" FIRST, "make no sense"},
	{MADE_PLAIN, "", FIRST, "# heads 5\n" FIRST, "make no sense"},
	{MADE_PLAIN, "", FIRST, "# heads  5 " DIGITS "\n" FIRST, "make no sense"},
	{MADE_PLAIN, "", FIRST, "# heads 5 " DIGITS "\n# heads 5 " DIGITS "\n" FIRST,
	 "make no sense"},
	{MADE_PLAIN, "", FIRST, "# heads 5 " DIGITS "\n# run 3 -\n" FIRST, "make no sense"},
	{MADE_PLAIN, "", FIRST, "# run 3 me\n" FIRST, "make no sense"},
	{MADE_PLAIN, "", FIRST, "# committed 5 " DIGITS "\n" FIRST, "make no sense"},
	{MADE_PLAIN, "", FIRST,
	 "# committed 5 " DIGITS DIGITS "\n# committed 6 " DIGITS DIGITS "\n" FIRST,
	 "make no sense"},
	{MADE_PLAIN, "", "# opening red e1", "# heads 5 " DIGITS "\n# opening red e1", "belongs"},
	{MADE_NEVER_BEGUN, "", "blue resigned", "blue tired", "line "},
	{MADE_CORRECTED, "", "to-move blue", "to-move red", "the rules"},
	{MADE_CORRECTED, "corrected", "edition barrage", "edition duel", "continuation"},
	{MADE_CORRECTED, "corrected", "edition barrage", "edition barrage\noption two-squares off",
	 "continuation"},
	{MADE_CARDS, "corrected", "exchange mock-attack", "exchange attack+1", "the rules"},
};

static void test_lies_are_noticed(void)
{
	for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
		const struct lie *lie = &lies[i];

		TEST_ASSERT_FALSE_MESSAGE(holds_resigned(lie->game, lie->after, lie->from, lie->to),
					  lie->from);
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, lie->said), trouble.text);
	}
}

/* So the lies are noticed, and not the new signature. */
static void test_what_is_no_lie_is_believed(void)
{
	TEST_ASSERT_TRUE(holds_resigned(MADE_PLAIN, "", "Anna", "Anne"));
	TEST_ASSERT_TRUE(holds_resigned(MADE_PLAIN, "", FIRST,
					"# run 3 -\n# run 4 " DIGITS
					"\n# committed 5 " DIGITS DIGITS "\n# heads 5 " DIGITS
					" " DIGITS "\n# heads 9 " DIGITS "\n" FIRST));
	/* what a later part says of decks is not what counts */
	TEST_ASSERT_TRUE(holds_resigned(MADE_CARDS, "corrected", "deck red mock-attack,defence+2",
					"deck red defence+2,mock-attack"));
}

/* A piece that is on no board, with a commitment that fits. */
static void test_surplus_opening_is_noticed(void)
{
	struct proof proof;
	struct replayed replayed;
	struct trouble unused = {""};
	char *whole;
	size_t at, size;
	FILE *to;

	fetch(MADE_PLAIN);
	TEST_ASSERT_EQUAL(0, proof_check(text, length, &proof, &replayed, &unused));
	TEST_ASSERT_TRUE(proof_find(text, length, &at));
	for (unsigned i = 0; i < 2; i++) {
		proof.commitments.of[sq_at(0, 4)].code = i == 0 ? '2' : '\0';
		to = open_memstream(&whole, &size);
		fwrite(text, 1, at, to);
		proof_write(&proof, to);
		fclose(to);
		TEST_ASSERT_EQUAL(0, proof_sign(&maker.key, &whole, size, &unused));
		TEST_ASSERT_EQUAL(i == 1, holds(whole, strlen(whole)));
		free(whole);
	}
	TEST_ASSERT_NOT_NULL(strstr(trouble.text, "a5"));
}

/* Anyone can sign with a key of their own: the board's key must be known from elsewhere. */
static void test_key_is_told(void)
{
	struct board_key other;
	struct replayed replayed;
	struct proof proof;
	char path[96], digits[HASH_TEXT], *place;
	size_t signed_length;

	snprintf(path, sizeof path, "%s/other.key", dir);
	TEST_ASSERT_EQUAL(0, board_key_load(path, &other));
	fetch(MADE_PLAIN);
	signed_length = proof_signed_length(text, length);
	place = strstr(text, "# board ") + 8;
	hex_format(other.public_key, 32, digits);
	memcpy(place, digits, 64);
	TEST_ASSERT_FALSE(holds(text, length));
	TEST_ASSERT_EQUAL(0, proof_sign(&other, &text, signed_length, &trouble));
	TEST_ASSERT_EQUAL(0, proof_check(text, strlen(text), &proof, &replayed, &trouble));
	TEST_ASSERT_EQUAL_MEMORY(other.public_key, proof.board_key, 32);
}

int main(void)
{
	int failures;

	record_writer_begin();
	UNITY_BEGIN();
	RUN_TEST(test_proofs_hold);
	RUN_TEST(test_every_byte_matters);
	RUN_TEST(test_every_value_of_some_bytes_matters);
	RUN_TEST(test_every_cut_is_noticed);
	RUN_TEST(test_additions_are_noticed);
	RUN_TEST(test_other_spellings_are_noticed);
	RUN_TEST(test_lies_are_noticed);
	RUN_TEST(test_what_is_no_lie_is_believed);
	RUN_TEST(test_surplus_opening_is_noticed);
	RUN_TEST(test_key_is_told);
	failures = UNITY_END();
	record_writer_end();
	return failures;
}
