/* Refusals: what is sent, what operators read, and that every language has a sentence for each. */
#include "daemon/views/refusal_json.h"

#include "rules/square.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static const char *const languages[] = {"en", "nl", "fr", "de", "it", "es", "pt", "sv", "da"};

void setUp(void)
{
}

void tearDown(void)
{
}

/* ---- on the wire ---- */

static void expect_json(const char *expected, const struct refusal *refusal)
{
	json_t *why = refusal_json(refusal);
	char *text = json_dumps(why, JSON_COMPACT);

	TEST_ASSERT_EQUAL_STRING(expected, text);
	free(text);
	json_decref(why);
}

static void expect_sentence(const char *expected, const struct refusal *refusal)
{
	char text[2 * REFUSAL_TEXT_SIZE];
	struct out out = out_init(text, sizeof text);

	refusal_sentence(refusal, &out);
	TEST_ASSERT_EQUAL_STRING(expected, text);
}

/* the first squares of a row of the large board */
static struct bits some_of_row(unsigned row, unsigned count)
{
	struct bits squares = BITS_NONE;

	for (unsigned column = 0; column < count; column++)
		bits_add(&squares, sq_at(column, row));
	return squares;
}

static void test_most_have_no_arguments(void)
{
	struct refusal refusal = refusal_of(REFUSAL_NOT_YOUR_TURN);

	expect_json("{\"code\":\"not-your-turn\"}", &refusal);
	expect_sentence("it is not your turn", &refusal);
}

static void test_some_have_a_text(void)
{
	struct refusal seat = refusal_with(REFUSAL_SEAT_TAKEN, "red");
	struct refusal form = refusal_with(REFUSAL_MALFORMED, "clock COLOUR SECONDS");

	expect_json("{\"code\":\"seat-taken\",\"seat\":\"red\"}", &seat);
	expect_sentence("seat red is taken; its owner can move it to another device, or it can be "
			"unpaired",
			&seat);
	expect_json("{\"code\":\"malformed\",\"form\":\"clock COLOUR SECONDS\"}", &form);
	expect_sentence("say: clock COLOUR SECONDS", &form);
}

/* What a disk or a configuration says may be long, and may hold any sign. */
static void test_long_text_is_cut(void)
{
	char text[3 * REFUSAL_TEXT_SIZE];
	struct refusal refusal;

	memset(text, '%', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	refusal = refusal_with(REFUSAL_FAILED, text);
	text[REFUSAL_TEXT_SIZE - 1] = '\0';
	expect_sentence(text, &refusal);
}

static void test_places(void)
{
	struct refusal refusal = {.code = REFUSAL_TABLE_DIFFERS,
				  .count = 7,
				  .total = 8,
				  .missing = some_of_row(0, 2),
				  .extra = some_of_row(1, 1)};

	expect_json("{\"code\":\"table-differs\",\"count\":7,\"total\":8,"
		    "\"missing\":[\"a1\",\"b1\"],\"extra\":[\"a2\"]}",
		    &refusal);
	expect_sentence("7 pieces of 8; missing on a1 b1; too many on a2", &refusal);
	refusal.missing = some_of_row(0, 6);
	refusal.extra = BITS_NONE;
	expect_json("{\"code\":\"table-differs\",\"count\":7,\"total\":8,"
		    "\"missing\":[\"a1\",\"b1\",\"c1\",\"d1\",\"e1\"],\"extra\":[],\"more\":true}",
		    &refusal);
	expect_sentence("7 pieces of 8; missing on a1 b1 c1 d1 e1 ...", &refusal);
}

/* The size of a box must not tell how much is wrong: 256 bytes less what an answer has besides. */
static void test_places_fit_a_block(void)
{
	static const char around[] = "{\"seq\":12345,\"event\":\"answer\",\"game\":1234,\"t\":"
				     "12345678901,\"id\":\"0123456789abcdef0123456789abcdef\","
				     "\"ok\":false,\"why\":}";
	struct refusal refusal = {.code = REFUSAL_TABLE_DIFFERS,
				  .count = 40,
				  .total = 40,
				  .missing = some_of_row(9, 10),
				  .extra = some_of_row(9, 10)};
	json_t *why = refusal_json(&refusal);
	char *text = json_dumps(why, JSON_COMPACT);

	TEST_ASSERT_LESS_OR_EQUAL(256, strlen(text) + strlen(around));
	free(text);
	json_decref(why);
}

static void test_equal(void)
{
	struct refusal a = refusal_with(REFUSAL_FAILED, "a"), b = a;

	TEST_ASSERT_TRUE(refusal_equal(&a, &b));
	b.text[0] = 'b';
	TEST_ASSERT_FALSE(refusal_equal(&a, &b));
	a = b = refusal_of(REFUSAL_TABLE_DIFFERS);
	b.extra = some_of_row(3, 1);
	TEST_ASSERT_FALSE(refusal_equal(&a, &b));
	b = a;
	b.count++;
	TEST_ASSERT_FALSE(refusal_equal(&a, &b));
	b = refusal_of(REFUSAL_NONE);
	TEST_ASSERT_FALSE(refusal_equal(&a, &b));
}

/* ---- from the journal ---- */

static void expect_read(const struct refusal *expected, const char *text)
{
	json_t *why = json_loads(text, JSON_DECODE_ANY, NULL);
	struct refusal read = refusal_from_json(why);

	TEST_ASSERT_EQUAL(expected->code, read.code);
	TEST_ASSERT_TRUE(refusal_equal(expected, &read));
	if (expected->code != REFUSAL_NONE && expected->code != REFUSAL_FAILED)
		expect_json(text, &read);
	json_decref(why);
}

/* Every one that was written is sent again as it was. */
static void test_what_was_written_is_read(void)
{
	for (unsigned i = REFUSAL_NONE + 1; i < REFUSAL_COUNT; i++) {
		struct refusal refusal = refusal_with((enum refusal_code)i,
						      refusal_kinds[i].text ? "some text" : "");
		json_t *why;
		char *text;

		if (i == REFUSAL_TABLE_DIFFERS) {
			refusal.count = 38;
			refusal.total = 40;
			refusal.missing = some_of_row(9, 4);
			refusal.extra = some_of_row(6, 2);
		}
		why = refusal_json(&refusal);
		text = json_dumps(why, JSON_COMPACT);
		expect_read(&refusal, text);
		free(text);
		json_decref(why);
	}
}

static void test_cut_lists_stay_cut(void)
{
	struct refusal refusal = {.code = REFUSAL_TABLE_DIFFERS,
				  .total = 8,
				  .missing = some_of_row(0, REFUSAL_SQUARES)};

	expect_read(&refusal, "{\"code\":\"table-differs\",\"count\":0,\"total\":8,\"missing\":["
			      "\"a1\",\"b1\",\"c1\",\"d1\",\"e1\"],\"extra\":[],\"more\":true}");
}

/* 0.1.0 wrote sentences; another version may know other codes. */
static void test_other_versions_are_read(void)
{
	struct refusal none = refusal_of(REFUSAL_NONE);
	struct refusal old = refusal_with(REFUSAL_FAILED, "it is not your turn");
	struct refusal newer = refusal_with(REFUSAL_FAILED, "sun-is-down");

	expect_read(&old, "\"it is not your turn\"");
	expect_read(&newer, "{\"code\":\"sun-is-down\",\"sun\":1}");
	expect_read(&none, "null");
	expect_read(&none, "{}");
}

/* ---- for people ---- */

static void test_codes_are_names_of_their_own(void)
{
	for (unsigned i = REFUSAL_NONE + 1; i < REFUSAL_COUNT; i++) {
		const char *name = refusal_kinds[i].name;

		TEST_ASSERT_NOT_NULL(name);
		TEST_ASSERT_GREATER_THAN(0, strlen(name));
		TEST_ASSERT_EQUAL_MESSAGE(strlen(name), strspn(name, "abcdefghijklmnopqrstuvwxyz-"),
					  name);
		TEST_ASSERT_EQUAL_MESSAGE(i, refusal_find(name), name);
	}
}

/* "{detail}" is filled in only if there is such an argument. */
static bool can_fill(enum refusal_code code, const char *place)
{
	const char *text = refusal_kinds[code].text;
	size_t length = strcspn(place, "}");

	if (text && strlen(text) == length && strncmp(place, text, length) == 0)
		return true;
	return code == REFUSAL_TABLE_DIFFERS &&
	       (strncmp(place, "count}", 6) == 0 || strncmp(place, "total}", 6) == 0);
}

static void check_sentence(const char *language, enum refusal_code code, const char *sentence)
{
	char what[80];

	snprintf(what, sizeof what, "%s: why.%s", language, refusal_kinds[code].name);
	TEST_ASSERT_NOT_NULL_MESSAGE(sentence, what);
	TEST_ASSERT_GREATER_THAN_MESSAGE(0, strlen(sentence), what);
	while ((sentence = strchr(sentence, '{')) != NULL)
		TEST_ASSERT_TRUE_MESSAGE(can_fill(code, ++sentence), what);
}

static void check_language(const char *language)
{
	char path[40];
	const char *key;
	json_t *all, *unused;

	snprintf(path, sizeof path, "web-ui/lang/%s.json", language);
	all = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
	TEST_ASSERT_NOT_NULL_MESSAGE(all, path);
	for (unsigned i = REFUSAL_NONE + 1; i < REFUSAL_COUNT; i++) {
		char name[60];

		snprintf(name, sizeof name, "why.%s", refusal_kinds[i].name);
		check_sentence(language, (enum refusal_code)i,
			       json_string_value(json_object_get(all, name)));
	}
	json_object_foreach(all, key, unused)
	{
		if (strncmp(key, "why.", 4) != 0 || strcmp(key, "why.unknown") == 0)
			continue;
		TEST_ASSERT_NOT_EQUAL_MESSAGE(REFUSAL_NONE, refusal_find(key + 4), key);
	}
	TEST_ASSERT_NOT_NULL_MESSAGE(json_object_get(all, "why.unknown"), path);
	json_decref(all);
}

static void test_every_language_has_a_sentence_for_each(void)
{
	for (unsigned i = 0; i < sizeof languages / sizeof *languages; i++)
		check_language(languages[i]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_most_have_no_arguments);
	RUN_TEST(test_some_have_a_text);
	RUN_TEST(test_long_text_is_cut);
	RUN_TEST(test_places);
	RUN_TEST(test_places_fit_a_block);
	RUN_TEST(test_equal);
	RUN_TEST(test_what_was_written_is_read);
	RUN_TEST(test_cut_lists_stay_cut);
	RUN_TEST(test_other_versions_are_read);
	RUN_TEST(test_codes_are_names_of_their_own);
	RUN_TEST(test_every_language_has_a_sentence_for_each);
	return UNITY_END();
}
