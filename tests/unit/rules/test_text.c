/* What counts as words that may be said and written down, and as a name that may be shown. */
#include "rules/text.h"

#include "unity.h"

#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static bool is_words(const char *text)
{
	return text_is_words((struct text){text, strlen(text)});
}

static void test_words(void)
{
	TEST_ASSERT_TRUE(is_words("done"));
	TEST_ASSERT_TRUE(is_words("correct e4 red M"));
	TEST_ASSERT_TRUE(is_words("~!"));
}

static void test_no_words(void)
{
	static const char *const none[] = {"",	   " ",	   " done",	   "done ", "a  b",
					   "a\tb", "a\nb", "na\xc3\xafve", "\x7f"};

	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		TEST_ASSERT_FALSE_MESSAGE(is_words(none[i]), none[i]);
}

static bool is_visible(const char *text)
{
	return text_is_visible((struct text){text, strlen(text)});
}

static void test_visible(void)
{
	TEST_ASSERT_TRUE(is_visible("Zo\xc3\xab"));
	TEST_ASSERT_TRUE(is_visible("\xd7\x90\xd7\x91")); /* read from the right by itself */
	TEST_ASSERT_TRUE(is_visible("\xe2\x80\x99"));
	TEST_ASSERT_TRUE(is_visible("a\xc2\xa0z"));
}

static void test_not_visible(void)
{
	static const char *const none[] = {"\x1b[2J",
					   "\xc2\x9b"
					   "2J", /* CSI in one character */
					   "a\xe2\x80\xae"
					   "b",
					   "\xe2\x81\xa6"
					   "b",
					   "\xe2\x80\x8f",
					   "\xd8\x9c",
					   "\xc2"};

	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		TEST_ASSERT_FALSE_MESSAGE(is_visible(none[i]), none[i]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_words);
	RUN_TEST(test_no_words);
	RUN_TEST(test_visible);
	RUN_TEST(test_not_visible);
	return UNITY_END();
}
