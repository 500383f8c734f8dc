/* What counts as words that may be said and written down. */
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

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_words);
	RUN_TEST(test_no_words);
	return UNITY_END();
}
