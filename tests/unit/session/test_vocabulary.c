/*
 * The words that there are: every word in the recordings of tables is known, unless the referee
 * itself says that there is no such word; and what is known is of the right person.
 */
#include "daemon/session/vocabulary.h"
#include "rules/text.h"

#include "unity.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

static unsigned found;

void setUp(void)
{
}

void tearDown(void)
{
}

static enum audience speaker_of(const char *who)
{
	for (unsigned i = AUDIENCE_RED; i < AUDIENCE_COUNT; i++)
		if (strcmp(who, audience_name((enum audience)i)) == 0)
			return (enum audience)i;
	return AUDIENCE_PUBLIC;
}

/* Whether the referee's expected output refuses it so. */
static bool is_refused_as_none(const char *recording, const char *word)
{
	char path[512], line[1024];
	bool is_refused = false;
	FILE *file;

	snprintf(path, sizeof path, "%.*s.expect", (int)strlen(recording) - 4, recording);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		if (strstr(line, "no-such-word") && strstr(line, word))
			is_refused = true;
	if (file)
		fclose(file);
	return is_refused;
}

static void look_at(const char *recording)
{
	char line[1024], who[16], word[512];
	FILE *file = fopen(recording, "r");

	TEST_ASSERT_NOT_NULL(file);
	while (fgets(line, sizeof line, file)) {
		if (sscanf(line, "%*u say %15s %511[^\n]", who, word) != 2)
			continue;
		found++;
		if (!vocabulary_has(speaker_of(who), word) && !is_refused_as_none(recording, word))
			TEST_FAIL_MESSAGE(line);
	}
	fclose(file);
}

static void test_all_that_was_ever_said(void)
{
	glob_t paths;

	TEST_ASSERT_EQUAL(0, glob("tests/replay/*/*.rec", 0, NULL, &paths));
	TEST_ASSERT_EQUAL(0, glob("tests/replay/rows/*/*.rec", GLOB_APPEND, NULL, &paths));
	for (size_t i = 0; i < paths.gl_pathc; i++)
		look_at(paths.gl_pathv[i]);
	globfree(&paths);
	TEST_ASSERT_GREATER_THAN(500, found);
}

static void test_words_belong_to_people(void)
{
	TEST_ASSERT_TRUE(vocabulary_has(AUDIENCE_ARBITER, "award red"));
	TEST_ASSERT_FALSE(vocabulary_has(AUDIENCE_RED, "award red"));
	TEST_ASSERT_TRUE(vocabulary_has(AUDIENCE_BLUE, "resign"));
	TEST_ASSERT_FALSE(vocabulary_has(AUDIENCE_ARBITER, "resign"));
	TEST_ASSERT_FALSE(vocabulary_has(AUDIENCE_RED, "look"));
	TEST_ASSERT_TRUE(vocabulary_has(AUDIENCE_ARBITER, "unpair red"));
	TEST_ASSERT_FALSE(vocabulary_has(AUDIENCE_RED, "unpair red"));
	TEST_ASSERT_FALSE(vocabulary_has(AUDIENCE_PUBLIC, "resign"));
}

static void test_what_is_no_word(void)
{
	static const char *const none[] = {"",	      "x",	    "resig", "resignx",
					   "Resign",  "resign now", "card1", "offer-draw please",
					   "option x"};

	for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
		TEST_ASSERT_FALSE_MESSAGE(vocabulary_has(AUDIENCE_RED, none[i]), none[i]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_all_that_was_ever_said);
	RUN_TEST(test_words_belong_to_people);
	RUN_TEST(test_what_is_no_word);
	return UNITY_END();
}
