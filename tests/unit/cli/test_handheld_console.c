/* The console handheld in play, as a player uses it: words, cards, connection and clocks. */
#include "daemon/cli/handheld/face/plain.h"
#include "tests/support/cli/console_bench.h"

/* ---- play ---- */

static void test_the_own_army_is_hidden_but_for_a_moment(void)
{
	show("");
	TEST_ASSERT_FALSE(pictured("RM"));
	choose("Show your pieces");
	TEST_ASSERT_TRUE(pictured("RM"));
	TEST_ASSERT_LESS_OR_EQUAL_UINT64(now + 10 * SECOND, console_deadline(&console, now));
	console_tick(&console, now + 10 * SECOND);
	TEST_ASSERT_FALSE(pictured("RM"));
	console_press(&console, PRESS_LOOK, now);
	TEST_ASSERT_TRUE(pictured("RM"));
	console_press(&console, PRESS_DOWN, now);
	TEST_ASSERT_FALSE(pictured("RM"));
	show("'phase':'over','turn':null,'result':{'winner':'red','by':'flag'}");
	TEST_ASSERT_FALSE(pictured("RM"));
}

/* too many for a button each */
#define HELD "'held':{'from':'a3','targets':['a7','b7','c7','d7','e7'],'stands':[]}"

static void test_done_and_attack(void)
{
	show("");
	TEST_ASSERT_FALSE(offers("Done")); /* nothing is up, so there is nothing to say */
	TEST_ASSERT_FALSE(offers("Attack"));
	show(HELD);
	choose("Done");
	expect_said("done");
	choose("Attack");
	expect_sentence("Which square do you attack?");
	TEST_ASSERT_TRUE(offers("a7"));
	TEST_ASSERT_FALSE(offers("a3")); /* an own piece */
	choose("b7");
	expect_said("attack b7");
	show("'turn':'blue'");
	TEST_ASSERT_FALSE(offers("Done"));
}

static void test_questions_come_first(void)
{
	show("");
	choose("More");
	show("'question':{'question':'target','choices':['a7','b7']}");
	TEST_ASSERT_EQUAL(PAGE_HOME, console.page);
	choose("b7");
	expect_said("target b7");
	show("'question':{'question':'confirm-attack','choices':['b7']}");
	choose("No");
	expect_said("deny");
	show("'question':{'question':'confirm-places','choices':['a1','b1']}");
	choose("Yes");
	expect_said("confirm");
	show("'offers':{'draw':'blue'}");
	choose("Play on");
	expect_said("decline-draw");
	show("'offers':{'takeback':'blue'}");
	choose("Allow it");
	expect_said("accept-takeback");
}

/* Who was about to press Done shall not have answered a question. */
static void test_a_menu_that_changes_under_the_finger_takes_no_choice(void)
{
	show("");
	show("'question':{'question':'confirm-attack','choices':['b7']}");
	now -= SECOND;
	console_press(&console, PRESS_ENTER, now + SECOND / 10);
	TEST_ASSERT_EQUAL(0, said_count);
	console_press(&console, PRESS_ENTER, now + SECOND);
	expect_said("confirm");
}

static void test_grave_words_are_asked_about(void)
{
	show("");
	choose("More");
	choose("Give up");
	expect_sentence("Do you really give up?");
	console_press(&console, PRESS_ENTER, now); /* No comes first */
	TEST_ASSERT_EQUAL(0, said_count);
	choose("More");
	choose("Give up");
	choose("Yes");
	expect_said("resign");
	choose("More");
	choose("Leave this seat");
	choose("Yes");
	expect_said("unpair");
}

static void test_every_other_word(void)
{
	static const struct {
		const char *label, *word;
	} words[] = {{"Offer a draw", "offer-draw"},
		     {"Take back", "offer-takeback"},
		     {"Pause", "pause"},
		     {"Call the arbiter", "call-arbiter"},
		     {"Move to another device", "move-seat"}};

	show("'ply':3,'can_take_back':true,'has_arbiter':true");
	for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
		choose("More");
		choose(words[i].label);
		expect_said(words[i].word);
	}
	show("'paused':true");
	choose("Go on");
	expect_said("resume");
	show("'phase':'over','turn':null,'result':{'winner':'red','by':'flag'}");
	choose("Play again");
	expect_said("rematch");
	choose("More");
	choose("Quit");
	TEST_ASSERT_TRUE(has_left);
}

static void test_battles_are_shown_with_both_ranks(void)
{
	show("'turn':'blue','ply':7");
	happen("'event':'battle','side':'red','from':'a4','sq':'a7','outcome':'attacker',"
	       "'attacker':'9','defender':'3'");
	TEST_ASSERT_EQUAL(PAGE_TEXT, console.page);
	TEST_ASSERT_EQUAL_STRING("Battle on a7", console.lines[0].text);
	TEST_ASSERT_EQUAL_STRING("Red (General) attacks Blue (Miner).", console.lines[1].text);
	TEST_ASSERT_EQUAL_STRING("Your piece wins.", console.lines[2].text);
	choose("Go on");
	happen("'event':'battle','side':'blue','from':'a7','sq':'a4','outcome':'attacker'");
	TEST_ASSERT_EQUAL_STRING("Blue (not shown) attacks Red (not shown).",
				 console.lines[1].text);
	TEST_ASSERT_EQUAL_STRING("Your piece is lost.", console.lines[2].text);
	choose("Go on");
	show("'ply':9,'red':'F........./2........./3........./MB2......1/........../........../"
	     "........../........../........../..........'");
	choose("More");
	choose("Taken pieces");
	TEST_ASSERT_EQUAL_STRING("Yours: 1 General", console.lines[0].text);
	TEST_ASSERT_EQUAL_STRING("Theirs: 1 Miner, 4 not shown", console.lines[1].text);
	show("'ply':7"); /* taken back */
	choose("Go on");
	choose("More");
	choose("Taken pieces");
	TEST_ASSERT_EQUAL_STRING("Theirs: 5 not shown", console.lines[1].text);
}

static void test_a_code_for_another_device(void)
{
	show("");
	happen("'event':'code','code':'abcd-efgh','short':'R4K-7WQ','url':'http://h/play#abcdefgh'");
	TEST_ASSERT_EQUAL_STRING("R4K-7WQ", console.lines[1].text);
	TEST_ASSERT_EQUAL_STRING("http://h/play#abcdefgh", console.lines[2].text);
}

static void test_refusals(void)
{
	json_t *why = json_pack("{s:s}", "code", "table-wrong");

	console_take_answer(&console, true, NULL);
	TEST_ASSERT_EQUAL(0, console.told);
	console_take_answer(&console, false, why);
	json_decref(why);
	expect_told("Put the table right first.");
	console_miss_answer(&console);
	expect_told("No answer came. Look at the board before you say it again.");
}

/* ---- cards ---- */

static const char with_cards[] =
	"'edition':'battle-cards','hand':['jump','swap','defence+2'],'announced':[],"
	"'challenge':null,'ply':1,'cards':{"
	"'red':{'held':3,'piled':12,'discard':[],'exchanged':false,'mulliganed':false},"
	"'blue':{'held':2,'piled':11,'discard':['boat'],'exchanged':false,'mulliganed':false}}";

static void test_cards_are_played_and_changed(void)
{
	char fields[1024];

	show(with_cards);
	choose("Your cards");
	choose("Jump");
	expect_sentence("Jump: One piece goes two squares over exactly one other piece.");
	choose("Play Jump");
	expect_said("card play jump");
	choose("Your cards");
	choose("Defence +2");
	TEST_ASSERT_FALSE(offers("Play Defence +2"));
	choose("Exchange Defence +2");
	expect_sentence("Exchange Defence +2? That is your whole turn.");
	choose("Yes");
	expect_said("card exchange defence+2");
	choose("Your cards");
	choose("Three new cards");
	choose("Defence +2");
	choose("Jump");
	choose("Yes");
	expect_said("card mulligan defence+2,jump,swap");
	snprintf(fields, sizeof fields, "%s,'announced':['jump']", with_cards);
	show(fields);
	choose("Your cards");
	choose("Take Jump back");
	expect_said("card cancel");
	choose("Your cards");
	console_tick(&console, now + 60 * SECOND); /* they must not be read meanwhile */
	TEST_ASSERT_EQUAL(PAGE_HOME, console.page);
}

static void test_swap(void)
{
	show(with_cards);
	choose("Your cards");
	choose("Swap"); /* the card ... */
	choose("Swap"); /* ... and what is done with it */
	choose("a1");
	TEST_ASSERT_FALSE(offers("b3")); /* neither in the row nor in the column */
	choose("a4");
	expect_said("swap a1 a4");
}

static void test_defence(void)
{
	char fields[1024];

	snprintf(fields, sizeof fields,
		 "%s,'phase':'defence','turn':'blue','challenge':{'side':'blue','from':'a7','sq':"
		 "'a4'},'question':{'question':'defence','choices':['defence+2','none']}",
		 with_cards);
	show(fields);
	choose("Defence +2");
	expect_said("card defend defence+2");
	choose("No card");
	expect_said("card defend none");
}

/* ---- connection and clocks ---- */

static void test_connection(void)
{
	TEST_ASSERT_EQUAL_STRING("Connecting to the board \xe2\x80\xa6",
				 console_status(&console).text);
	console_set_link(&console, true, true, now);
	TEST_ASSERT_EQUAL_STRING("", console_status(&console).text);
	console_set_link(&console, false, false, now); /* for a moment */
	console_tick(&console, now + SECOND);
	console_set_link(&console, true, true, now + SECOND);
	TEST_ASSERT_EQUAL_STRING("", console_status(&console).text);
	TEST_ASSERT_EQUAL(0, console.told);
	console_set_link(&console, false, false, now);
	console_tick(&console, now + 5 * SECOND);
	expect_told("The connection is lost. It will come back by itself.");
	console_set_link(&console, true, false, now);
	TEST_ASSERT_EQUAL_STRING("The board is switched off. Your seat is kept.",
				 console_status(&console).text);
	console_set_link(&console, true, true, now);
	expect_told("Connected again.");
	console_tick(&console, now + 5 * SECOND);
	TEST_ASSERT_EQUAL_STRING("", console_status(&console).text);
}

static void test_clocks(void)
{
	TEST_ASSERT_EQUAL_STRING("", console_clocks(&console, now).text);
	show("'clock':{'red':61000,'blue':3600000,'running':'red'}");
	now -= SECOND;
	TEST_ASSERT_EQUAL_STRING("Red >1:01  Blue 1:00:00", console_clocks(&console, now).text);
	TEST_ASSERT_EQUAL_STRING("Red >0:59  Blue 1:00:00",
				 console_clocks(&console, now + 2 * SECOND).text);
	TEST_ASSERT_EQUAL_STRING("Red >0:00  Blue 1:00:00",
				 console_clocks(&console, now + 99 * SECOND).text);
	happen("'event':'clock','red':5000,'blue':60000,'running':null");
	TEST_ASSERT_EQUAL_STRING("Red 0:05  Blue 1:00", console_clocks(&console, now).text);
}

/* Views come also without an event: each is counted on from when it came. */
static void test_renewed_clocks(void)
{
	show("'clock':{'red':61000,'blue':60000,'running':'red'}");
	now += 4 * SECOND;
	show("'clock':{'red':56000,'blue':60000,'running':'red'}");
	TEST_ASSERT_EQUAL_STRING("Red >0:55  Blue 1:00", console_clocks(&console, now).text);
	TEST_ASSERT_EQUAL(1, console.told); /* whose turn it is, once */
}

static void test_time_to_set_up(void)
{
	show("'phase':'setup','turn':null,'setup_ms':null");
	TEST_ASSERT_EQUAL_STRING("", console_clocks(&console, now).text);
	TEST_ASSERT_EQUAL_UINT64(UINT64_MAX, console_deadline(&console, now));
	show("'phase':'setup','turn':null,'setup_ms':600000");
	TEST_ASSERT_EQUAL_STRING("Time left to set up: 9:59", console_clocks(&console, now).text);
	TEST_ASSERT_EQUAL_STRING("Time left to set up: 0:00",
				 console_clocks(&console, now + 700 * SECOND).text);
	TEST_ASSERT_LESS_THAN_UINT64(now + SECOND, console_deadline(&console, now));
	show("'setup_ms':null,'clock':{'red':61000,'blue':60000,'running':null}");
	TEST_ASSERT_EQUAL_STRING("Red 1:01  Blue 1:00", console_clocks(&console, now).text);
}

static void test_without_a_seat_one_can_only_leave(void)
{
	show("");
	console_take_view(&console, NULL, now);
	expect_sentence("This device has no seat any more.");
	choose("Quit");
	TEST_ASSERT_TRUE(has_left);
}

/* ---- line by line ---- */

static struct plain plain;
static char *out;
static size_t out_size;

static void tell(const char *lines)
{
	plain_take(&plain, &console, lines, strlen(lines), now);
}

static void test_lines(void)
{
	FILE *to = open_memstream(&out, &out_size);

	plain_start(&plain, &console, to);
	show(HELD);
	plain_show(&plain, &console);
	TEST_ASSERT_NOT_NULL(strstr(out,
				    "\nYour turn: move a piece on the table. To attack, lift both "
				    "pieces, or put yours in the other's place.\n1 Done\n"));
	TEST_ASSERT_NULL(strstr(out, "RM"));
	tell("1\n");
	expect_said("done");
	tell("Done\r\n");
	expect_said("done");
	tell("attack b7\n");
	expect_said("attack b7");
	tell("2\na"); /* a line comes in parts */
	tell("7\n");
	expect_said("attack a7");
	tell("?\n");
	TEST_ASSERT_NULL(strstr(out, "RM"));
	tell("l\n");
	TEST_ASSERT_NOT_NULL(strstr(out, "RM"));
	TEST_ASSERT_FALSE(console_is_looking(&console));
	tell("999\n-1\n"); /* which are no numbers of the menu */
	TEST_ASSERT_EQUAL(0, said_count);
	tell("q\n");
	TEST_ASSERT_TRUE(has_left);
	fclose(to);
	free(out);
}

static bool was_told(const char *sentence)
{
	for (unsigned i = 0; i < console.told; i++)
		if (strcmp(console_told(&console, i), sentence) == 0)
			return true;
	return false;
}

static void test_who_loses_the_seat_is_told_why(void)
{
	json_t *event = json_pack("{s:i,s:s,s:s}", "seq", 0, "event", "unpaired", "why", "moved");

	show("");
	console_take_event(&console, event, now);
	TEST_ASSERT_FALSE(
		was_told("Another device has your seat now.")); /* the broker has the last word */
	console_take_view(&console, NULL, now);
	TEST_ASSERT_TRUE(was_told("Another device has your seat now."));
	json_decref(event);
}

/* A person who looks over the player's shoulder later need not read what the piece cannot do. */
static void test_rule_is_forgotten_when_the_table_is_right(void)
{
	show("");
	happen("'event':'illegal','side':'red','from':'a1','sq':'a2','rule':'immobile'");
	show("'guides':[{'side':'red','do':'put-back','squares':['a1']}]");
	TEST_ASSERT_TRUE(was_told("Bombs and flags never move."));
	show("");
	TEST_ASSERT_FALSE(was_told("Bombs and flags never move."));
	TEST_ASSERT_TRUE(was_told("Red tried a move that is not allowed."));
}

int main(void)
{
	int status;

	UNITY_BEGIN();
	TEST_ASSERT_EQUAL(0, crypto_init());
	TEST_ASSERT_EQUAL(0, texts_load(&texts, "web-ui/lang", "en"));
	RUN_TEST(test_the_own_army_is_hidden_but_for_a_moment);
	RUN_TEST(test_done_and_attack);
	RUN_TEST(test_questions_come_first);
	RUN_TEST(test_a_menu_that_changes_under_the_finger_takes_no_choice);
	RUN_TEST(test_grave_words_are_asked_about);
	RUN_TEST(test_every_other_word);
	RUN_TEST(test_battles_are_shown_with_both_ranks);
	RUN_TEST(test_a_code_for_another_device);
	RUN_TEST(test_refusals);
	RUN_TEST(test_cards_are_played_and_changed);
	RUN_TEST(test_swap);
	RUN_TEST(test_defence);
	RUN_TEST(test_connection);
	RUN_TEST(test_clocks);
	RUN_TEST(test_renewed_clocks);
	RUN_TEST(test_time_to_set_up);
	RUN_TEST(test_without_a_seat_one_can_only_leave);
	RUN_TEST(test_who_loses_the_seat_is_told_why);
	RUN_TEST(test_lines);
	RUN_TEST(test_rule_is_forgotten_when_the_table_is_right);
	status = UNITY_END();
	texts_free(texts);
	return status;
}
