/* Facts as text: every kind both ways, what is refused, and what the public may read of one. */
#include "rules/fact.h"

#include <string.h>
#include <unity.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static bool parse(const char *line, struct fact *fact)
{
	return fact_parse(BOARD_LARGE, (struct text){line, strlen(line)}, fact);
}

static const char *const lines[] = {
	"setup red FB3/2..",
	"position blue ../.M",
	"begin blue",
	"play red a4-a5",
	"play blue a7xa6 = both 9 9",
	"play red +charge-2 +attack+3 d4xd6 /defence+1 = attacker 5 6",
	"play red a4xa5 = none 2 M",
	"play red swap a1 b2",
	"play blue exchange boat",
	"play red mulligan boat,jump,feint",
	"play red resign",
	"play blue draw",
	"play red time",
	"takeback",
	"place e6 red M",
	"place a10 empty",
	"turn red",
	"reposition",
	"end blue flag",
	"end draw arbiter",
};

static void test_every_kind_is_written_as_it_was_read(void)
{
	unsigned seen = 0;

	for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
		char again[FACT_SIZE];
		struct out out = out_init(again, sizeof again);
		struct fact fact;

		TEST_ASSERT_TRUE_MESSAGE(parse(lines[i], &fact), lines[i]);
		fact_format(&fact, &out);
		TEST_ASSERT_EQUAL_STRING(lines[i], again);
		seen |= 1u << fact.kind;
	}
	TEST_ASSERT_EQUAL_HEX((1u << FACT_KINDS) - 1 - (1u << FACT_NONE), seen);
}

static void test_the_parts_of_a_battle(void)
{
	struct fact fact;

	TEST_ASSERT_TRUE(parse("play blue +jump a7xa5 /defence+2 = defender 9 M", &fact));
	TEST_ASSERT_EQUAL(FACT_PLAY, fact.kind);
	TEST_ASSERT_EQUAL(ACTION_MOVE, fact.action.kind);
	TEST_ASSERT_EQUAL(SIDE_BLUE, fact.action.side);
	TEST_ASSERT_EQUAL(sq_at(0, 6), fact.action.from);
	TEST_ASSERT_EQUAL(sq_at(0, 4), fact.action.to);
	TEST_ASSERT_EQUAL(CARD_JUMP, fact.action.movement);
	TEST_ASSERT_EQUAL(CARD_DEFENCE_2, fact.action.defence);
	TEST_ASSERT_TRUE(fact.attack);
	TEST_ASSERT_EQUAL(OUTCOME_DEFENDER, fact.outcome);
	TEST_ASSERT_EQUAL(9, fact.attacker);
	TEST_ASSERT_EQUAL(PIECE_MARSHAL, fact.defender);
}

static void test_anything_else_is_no_fact(void)
{
	static const char *const wrong[] = {
		"",
		" ",
		"takebacks",
		"takeback ",
		" takeback",
		"takeback red",
		"setup red",
		"setup green ../..",
		"setup red .. ..",
		"begin",
		"begin red blue",
		"turn none",
		"play red",
		"play a4-a5",
		"play red  a4-a5",
		"play red a4-k5",
		"play red a04-a5",
		"play red a4xa5 =",
		"play red a4xa5 = both 9",
		"play red a4xa5 = both 9 9 9",
		"play red a4xa5 = all 9 9",
		"play red a4xa5 = both 9 .",
		"play red a4xa5= both 9 9",
		"play red +jump +boat a4-a6",
		"play red mulligan boat",
		"place k4 empty",
		"place a4",
		"place a4 empty M",
		"place a4 red",
		"place a4 red X",
		"end",
		"end red",
		"end none flag",
		"end red tired",
		"resign red",
	};

	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		static const struct fact none;
		struct fact fact;

		TEST_ASSERT_FALSE_MESSAGE(parse(wrong[i], &fact), wrong[i]);
		TEST_ASSERT_TRUE_MESSAGE(fact_equals(&none, &fact), wrong[i]);
	}
}

static void test_rows_that_are_too_long(void)
{
	char line[2 * FACT_SIZE] = "setup red ";
	struct fact fact;

	memset(line + strlen(line), '.', FACT_SIZE);
	TEST_ASSERT_FALSE(parse(line, &fact));
}

static void expect_shown(const char *line, const char *expected)
{
	char text[FACT_SIZE];
	struct play_shown shown;
	struct fact fact;

	TEST_ASSERT_TRUE_MESSAGE(parse(line, &fact), line);
	shown = fact_play_shown(&fact);
	play_shown_format(&shown, text);
	TEST_ASSERT_EQUAL_STRING(expected, text);
}

static void test_the_public_sees_no_rank_and_no_card_in_a_hand(void)
{
	expect_shown("play red +feint a4xa6 /defence+1 = attacker 9 8",
		     "+feint a4xa6 /defence+1 attacker");
	expect_shown("play red a4xa5 = none 2 M", "a4xa5 none");
	expect_shown("play blue a7-a6", "a7-a6");
	expect_shown("play blue swap a7 b7", "swap a7 b7");
	expect_shown("play blue exchange boat", "exchange");
	expect_shown("play blue mulligan boat,jump,feint", "mulligan");
	expect_shown("play red resign", "resign");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_every_kind_is_written_as_it_was_read);
	RUN_TEST(test_the_parts_of_a_battle);
	RUN_TEST(test_anything_else_is_no_fact);
	RUN_TEST(test_rows_that_are_too_long);
	RUN_TEST(test_the_public_sees_no_rank_and_no_card_in_a_hand);
	return UNITY_END();
}
