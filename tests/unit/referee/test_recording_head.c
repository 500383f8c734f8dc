/* Words in recordings, which may be sent to anyone: nothing in them tells a rank, or a card that is still in a hand. */
#include "daemon/referee/recording_head.h"
#include "daemon/referee/referee.h"
#include "rules/text.h"

#include "unity.h"

void setUp(void)
{
}

void tearDown(void)
{
}

static void expect(const char *word, bool is_over, const char *shown)
{
	char text[REFEREE_WORD_SIZE];
	struct out out = out_init(text, sizeof text);

	recording_hide_word(word, is_over, &out);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(shown, text, word);
}

static void expect_always(const char *word, const char *shown)
{
	expect(word, false, shown);
	expect(word, true, shown);
}

static void test_what_is_open(void)
{
	static const char *const words[] = {"ready",	  "attack e6",	      "card cancel",
					    "swap a4 b4", "answer red ready", "correct e4"};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		expect_always(words[i], words[i]);
}

static void test_what_is_hidden_for_good(void)
{
	expect_always("place a4 M", "place a4 *");
	expect_always("formation ../..", "formation *");
	expect_always("correct e4 red M", "correct e4 red *");
	expect_always("card exchange jump", "card exchange *");
	expect_always("card mulligan boat,jump,feint", "card mulligan *");
	expect_always("answer red place a4 M", "answer red place a4 *");
}

/* It may be taken back into the hand, as long as the game goes on. */
static void test_an_announced_card(void)
{
	expect("card play charge-2", false, "card play *");
	expect("answer blue card play charge-2", false, "answer blue card play *");
	expect("card play charge-2", true, "card play charge-2");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_what_is_open);
	RUN_TEST(test_what_is_hidden_for_good);
	RUN_TEST(test_an_announced_card);
	return UNITY_END();
}
