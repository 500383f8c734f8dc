/* The console handheld with Battle Cards: the hand, what is told of cards, and their battles. */
#include "tests/support/cli/console_bench.h"

static const char with_cards[] =
	"'edition':'battle-cards','hand':['jump','swap','defence+2'],'announced':[],"
	"'challenge':null,'ply':1,'moves':[],'cards':{"
	"'red':{'held':3,'piled':12,'discard':['feint'],'exchanged':false,'mulliganed':false},"
	"'blue':{'held':2,'piled':11,'discard':['boat'],'exchanged':false,'mulliganed':false}}";

static void show_with(const char *more)
{
	char fields[1024];

	snprintf(fields, sizeof fields, "%s,%s", with_cards, more);
	show(fields);
}

static void test_what_lies_on_the_table_is_told_with_the_hand(void)
{
	show(with_cards);
	choose("Your cards");
	expect_sentence("Your cards. 12 in the pile. Blue's cards: 2. Played: Feint, Boat.");
}

/* Everything by the four buttons; the last card follows by itself. */
static void test_cards_go_under_the_pile_in_any_order(void)
{
	show(with_cards);
	choose("Your cards");
	choose("Three new cards");
	choose("Swap");
	TEST_ASSERT_FALSE(offers("Swap"));
	TEST_ASSERT_EQUAL(0, said_count);
	choose("Back");
	choose("Three new cards");
	choose("Defence +2");
	choose("Swap");
	choose("Yes");
	expect_said("card mulligan defence+2,swap,jump");
}

static void test_cards_go_under_the_pile_once(void)
{
	show(with_cards);
	choose("Your cards");
	TEST_ASSERT_TRUE(offers("Three new cards"));
	show_with("'cards':{'red':{'held':3,'piled':12,'discard':[],'exchanged':false,"
		  "'mulliganed':true},'blue':{'held':3,'piled':12,'discard':[],'exchanged':false,"
		  "'mulliganed':false}}");
	TEST_ASSERT_FALSE(offers("Three new cards"));
	show(with_cards);
	TEST_ASSERT_TRUE(offers("Three new cards"));
	show_with("'ply':2,'moves':['a3-a4']");
	TEST_ASSERT_FALSE(offers("Three new cards"));
}

/* Who looks at the screen later does not read what was exchanged. */
static void test_no_card_stays_on_the_screen(void)
{
	show(with_cards);
	choose("Your cards");
	choose("Jump");
	choose("Exchange Jump");
	expect_told("Exchange Jump? That is your whole turn.");
	TEST_ASSERT_TRUE(console_told_want(&console, console.told - 1));
	choose("Yes");
	choose("Your cards");
	choose("Three new cards");
	console_tick(&console, now + 60 * SECOND);
	TEST_ASSERT_EQUAL(PAGE_HOME, console.page);
}

static void test_nothing_is_played_in_a_pause(void)
{
	show_with("'paused':true");
	choose("Your cards");
	choose("Jump");
	TEST_ASSERT_FALSE(offers("Play Jump"));
	TEST_ASSERT_FALSE(offers("Exchange Jump"));
}

static void test_attack_cards_are_named_to_who_is_attacked(void)
{
	show_with("'turn':'blue','phase':'defence','question':{'question':'defence',"
		  "'choices':['defence+2','none']},'challenge':{'side':'blue','from':'a5',"
		  "'sq':'a4','attacker':'7','card':'attack+2'}");
	expect_sentence("Major (Attack +2) attacks you on a4. Do you play a defence card?");
	show_with("'turn':'blue','phase':'defence','question':{'question':'defence',"
		  "'choices':['none']},'challenge':{'side':'blue','from':'a5','sq':'a4',"
		  "'card':'mock-attack'}");
	expect_sentence("You are attacked on a4 (Mock attack). Do you play a defence card?");
}

/* It comes before the view that no longer asks. */
static void test_the_battle_is_shown_to_who_has_defended(void)
{
	show_with("'turn':'blue','phase':'defence','question':{'question':'defence',"
		  "'choices':['defence+2','none']},'challenge':{'side':'blue','from':'a5',"
		  "'sq':'a4','attacker':'7'}");
	choose("Defence +2");
	expect_said("card defend defence+2");
	happen("'event':'battle','side':'blue','from':'a5','sq':'a4','outcome':'defender',"
	       "'attacker':'7','defender':'M','cards':['defence+2']");
	TEST_ASSERT_EQUAL(PAGE_TEXT, console.page);
	show(with_cards);
	TEST_ASSERT_EQUAL(PAGE_TEXT, console.page);
	TEST_ASSERT_EQUAL_STRING("Battle on a4", console.lines[0].text);
	TEST_ASSERT_EQUAL_STRING("Cards: Defence +2", console.lines[3].text);
}

static void test_cards_of_moves_are_told(void)
{
	show(with_cards);
	happen("'event':'move','side':'blue','from':'a8','sq':'a6','cards':['charge-2']");
	expect_told("Blue: a8 to a6. Cards: Charge 2");
	happen("'event':'swap','side':'blue','from':'a8','sq':'a6','cards':['swap']");
	expect_told("Blue swaps a8 and a6.");
}

static void test_a_wrong_certificate_is_told_once_and_shown_until_it_is_right(void)
{
	unsigned told;

	console_distrust(&console);
	told = console.told;
	console_distrust(&console);
	TEST_ASSERT_EQUAL(told, console.told);
	TEST_ASSERT_NOT_NULL(strstr(console_status(&console).text, "not trusted"));
	console_set_link(&console, false, false, now);
	TEST_ASSERT_NOT_NULL(strstr(console_status(&console).text, "not trusted"));
	console_set_link(&console, true, true, now);
	TEST_ASSERT_EQUAL_STRING("", console_status(&console).text);
}

int main(void)
{
	int status;

	if (texts_load(&texts, "web-ui/lang", "en") < 0)
		return EXIT_FAILURE;
	UNITY_BEGIN();
	RUN_TEST(test_what_lies_on_the_table_is_told_with_the_hand);
	RUN_TEST(test_cards_go_under_the_pile_in_any_order);
	RUN_TEST(test_cards_go_under_the_pile_once);
	RUN_TEST(test_no_card_stays_on_the_screen);
	RUN_TEST(test_nothing_is_played_in_a_pause);
	RUN_TEST(test_attack_cards_are_named_to_who_is_attacked);
	RUN_TEST(test_the_battle_is_shown_to_who_has_defended);
	RUN_TEST(test_cards_of_moves_are_told);
	RUN_TEST(test_a_wrong_certificate_is_told_once_and_shown_until_it_is_right);
	status = UNITY_END();
	texts_free(texts);
	return status;
}
