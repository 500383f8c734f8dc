/* Setting up on the console handheld, as a player does it. */
#include "tests/support/cli/console_bench.h"

/* ---- set-up ---- */

static void test_pieces_are_placed_with_four_buttons(void)
{
	static const char *const ranks[] = {"Marshal (1)", "General (1)", "Miner (1)", "Spy (1)",
					    "Bomb (1)",	   "Flag (1)",	  "Scout (2)"};
	static const char *const squares[] = {"a1", "b1", "c1", "d1", "e1", "f1", "g1"};

	show_setup();
	TEST_ASSERT_FALSE(offers("Ready"));
	choose("Place a piece");
	for (unsigned i = 0; i < 7; i++) {
		expect_sentence("Which piece?");
		choose(ranks[i]);
		choose(squares[i]);
	}
	expect_sentence("Scout: which square?"); /* the second one */
	choose("j4");
	expect_said("formation M931BF2.../........../........../.........2");
	TEST_ASSERT_TRUE(pictured("RM R9 R3 R1 RB RF R2"));
	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false}"); /* it has an army */
	choose("Ready");
	expect_said("ready");
}

static void test_back_leads_out_of_everything(void)
{
	show_setup();
	choose("Place a piece");
	choose("Bomb (1)");
	console_press(&console, PRESS_BACK, now);
	expect_sentence("Which piece?");
	console_press(&console, PRESS_BACK, now);
	expect_sentence("Arrange your pieces here, then say that you are ready.");
	console_press(&console, PRESS_BACK, now);
	TEST_ASSERT_EQUAL(PAGE_HOME, console.page);
	TEST_ASSERT_EQUAL(0, said_count);
}

/* Ready comes in above it; who makes one formation after another goes on doing so. */
static void test_what_is_selected_stays_selected(void)
{
	show_setup();
	choose("Random");
	said_count = 0;
	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	TEST_ASSERT_TRUE(offers("Ready"));
	console_press(&console, PRESS_ENTER, now);
	TEST_ASSERT_EQUAL_STRING_LEN("formation ", said[0], 10);
}

static void test_ready_is_next_but_not_by_accident(void)
{
	show_setup();
	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	now -= SECOND;
	console_press(&console, PRESS_ENTER, now + SECOND / 10);
	TEST_ASSERT_EQUAL(0, said_count);
	console_press(&console, PRESS_ENTER, now + SECOND);
	expect_said("ready");
}

static void test_squares_can_be_typed(void)
{
	show_setup();
	choose("Place a piece");
	choose("Bomb (1)");
	console_type(&console, 'j');
	console_type(&console, '3');
	console_press(&console, PRESS_ENTER, now);
	TEST_ASSERT_EQUAL(PIECE_BOMB, console.draft.piece[sq_at(9, 2)]);
}

static void test_formations_are_made_saved_and_pasted(void)
{
	show_setup();
	choose("Random");
	TEST_ASSERT_EQUAL_STRING_LEN("formation ", said[0], 10);
	choose("Ready-made formations");
	choose("Fortress");
	choose("Save");
	TEST_ASSERT_EQUAL(1, saved);
	choose("Clear");
	TEST_ASSERT_EQUAL(0, draft_placed(&console.draft));
	said_count = 0;
	choose("Ready-made formations");
	choose("Saved formations 1");
	TEST_ASSERT_EQUAL(1, said_count);
	TEST_ASSERT_TRUE(draft_is_complete(&console.draft));
	choose("Paste a formation");
	for (const char *sign = "M9"; *sign; sign++)
		console_type(&console, *sign);
	console_press(&console, PRESS_ENTER, now);
	expect_told("That is not a formation of this edition: it needs 4 rows of 10 signs");
	for (const char *sign = "F........./2........./39......../MB2......1"; *sign; sign++)
		console_type(&console, *sign);
	console_press(&console, PRESS_ENTER, now);
	expect_said("formation F........./2........./39......../MB2......1");
}

static void test_what_the_board_has_is_taken_until_something_is_changed(void)
{
	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	TEST_ASSERT_TRUE(draft_is_complete(&console.draft));
	choose("Clear");
	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	TEST_ASSERT_EQUAL(0, draft_placed(&console.draft));
	show("'id':'g2','phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	TEST_ASSERT_TRUE(draft_is_complete(&console.draft));
}

static void test_a_board_that_reads_tags_needs_no_arranging(void)
{
	show("'phase':'setup','turn':null,'tags':true,'ready':{'red':false,'blue':false}");
	TEST_ASSERT_FALSE(offers("Random"));
	choose("Ready");
	expect_said("ready");
}

/* ---- ready, and not yet ---- */

#define SAID "'phase':'setup','turn':null,'ready':{'red':true,'blue':false},"

#define DIFFERS(COUNT, MISSING, EXTRA)                                                             \
	"{'code':'table-differs','count':" #COUNT ",'total':8,'missing':[" MISSING                 \
	"],'extra':[" EXTRA "]}"

#define PLACE                                                                                      \
	"You have said that you are ready. Play can begin as soon as your pieces stand on the "    \
	"table as shown here. "

/* There is no Ready any more, for it was said, but a way back from it. */
static void expect_waiting_for_table(const char *sentence)
{
	expect_sentence(sentence);
	TEST_ASSERT_FALSE(offers("Ready"));
	TEST_ASSERT_FALSE(offers("Random"));
	TEST_ASSERT_TRUE(offers("Change it"));
}

static void test_ready_too_early_is_no_dead_end(void)
{
	json_t *why = json_pack("{s:s}", "code", "table-differs");
	static const char told[] = PLACE "0 of 8 are on the table. Missing on a1, a2, a3, b1.";

	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	choose("Ready");
	happen("'event':'error','word':'ready','why':" DIFFERS(0, "'a1','a2','a3','b1'", ""));
	console_take_answer(&console, false, why);
	json_decref(why);
	show(SAID "'setup_trouble':" DIFFERS(0, "'a1','a2','a3','b1'", ""));
	expect_waiting_for_table(told);
	expect_told(told);

	said_count = 0;
	choose("Change it");
	expect_said("not-ready");
	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	TEST_ASSERT_TRUE(offers("Ready"));
	TEST_ASSERT_TRUE(offers("Random"));
}

/* Pieces are put on the table one by one: the sentence says how many, and nothing is told. */
static void test_progress_is_shown_and_not_said(void)
{
	unsigned told;

	show(SAID "'setup_trouble':" DIFFERS(1, "'a1'", ""));
	told = console.told;
	show(SAID "'setup_trouble':" DIFFERS(2, "'a1'", ""));
	expect_waiting_for_table(PLACE "2 of 8 are on the table. Missing on a1.");
	TEST_ASSERT_EQUAL(told, console.told);
	show(SAID "'setup_trouble':" DIFFERS(8, "'a1'", "'a4'"));
	expect_told(PLACE "8 of 8 are on the table. Missing on a1. Too many on a4.");
}

/* It does not stand any more, and then it does again. */
static void test_piece_is_knocked_over(void)
{
	show(SAID "'setup_trouble':null");
	expect_sentence("You are ready. Blue is still setting up.");
	TEST_ASSERT_TRUE(offers("Change it"));
	show(SAID "'setup_trouble':" DIFFERS(7, "'a1'", ""));
	expect_waiting_for_table(PLACE "7 of 8 are on the table. Missing on a1.");
	show(SAID "'setup_trouble':null");
	expect_sentence("You are ready. Blue is still setting up.");
	show("'id':'g2','phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	TEST_ASSERT_TRUE(offers("Ready"));
}

int main(void)
{
	int status;

	UNITY_BEGIN();
	TEST_ASSERT_EQUAL(0, crypto_init());
	TEST_ASSERT_EQUAL(0, texts_load(&texts, "web-ui/lang", "en"));
	RUN_TEST(test_pieces_are_placed_with_four_buttons);
	RUN_TEST(test_back_leads_out_of_everything);
	RUN_TEST(test_what_is_selected_stays_selected);
	RUN_TEST(test_ready_is_next_but_not_by_accident);
	RUN_TEST(test_squares_can_be_typed);
	RUN_TEST(test_formations_are_made_saved_and_pasted);
	RUN_TEST(test_what_the_board_has_is_taken_until_something_is_changed);
	RUN_TEST(test_a_board_that_reads_tags_needs_no_arranging);
	RUN_TEST(test_ready_too_early_is_no_dead_end);
	RUN_TEST(test_progress_is_shown_and_not_said);
	RUN_TEST(test_piece_is_knocked_over);
	status = UNITY_END();
	texts_free(texts);
	return status;
}
