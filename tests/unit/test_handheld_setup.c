/* Setting up on the console handheld, as a player does it. */
#include "tests/support/console_bench.h"

/* ---- set-up ---- */

static void test_pieces_are_placed_with_four_buttons(void)
{
	static const char *const ranks[] = {"Marshal (1)", "General (1)", "Miner (1)", "Spy (1)",
					    "Bomb (1)",	   "Flag (1)",	  "Scout (2)"};
	static const char *const squares[] = {"a1", "b1", "c1", "d1", "e1", "f1", "g1"};

	show_setup();
	choose("Ready");
	TEST_ASSERT_EQUAL(0, said_count);
	expect_told("0 of 8 placed");
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

static void expect_still_setting_up(const char *sentence)
{
	static const char *const items[] = {"Ready", "Place a piece", "Random",
					    "Ready-made formations", "Clear"};

	expect_sentence(sentence);
	for (unsigned i = 0; i < sizeof items / sizeof *items; i++)
		TEST_ASSERT_TRUE_MESSAGE(offers(items[i]), items[i]);
}

static void test_ready_too_early_is_no_dead_end(void)
{
	static const char nothing[] = SAID "'placed':{'red':0,'blue':0}";
	static const char trouble[] = "'event':'error','word':'ready',"
				      "'why':'0 pieces of 8; missing on a1 a2 a3 b1 ...'";
	static const char told[] = "0 of 8 are on the table. Missing on a1, a2, a3, b1, ….";

	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	choose("Ready");
	happen(trouble);
	console_take_answer(&console, false, "0 pieces of 8; missing on a1 a2 a3 b1 ...");
	show(nothing);
	expect_still_setting_up(told);
	expect_told(told);

	/* once more, and told once more */
	said_count = 0;
	choose("Ready");
	expect_said("ready");
	TEST_ASSERT_TRUE(offers("Random"));
	happen(trouble);
	expect_told(told);

	/* another formation is taken; whether the table shows it is not known by a count */
	choose("Random");
	show(SAID "'placed':{'red':8,'blue':0}");
	expect_still_setting_up(
		"Put your pieces on the table as shown here, then say that you are ready.");
	choose("Ready");
	happen("'event':'setup-complete','side':'red'");
	console_take_answer(&console, true, "");
	show(SAID "'placed':{'red':8,'blue':0}");
	expect_sentence("You are ready. Blue is still setting up.");
	TEST_ASSERT_FALSE(offers("Ready"));
}

/* The menu does not jump while pieces are put on the table. */
static void test_trouble_is_over_with_the_next_piece(void)
{
	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	happen("'event':'error','word':'ready','why':'0 pieces of 8; missing on a1'");
	choose("Place a piece");
	show(SAID "'placed':{'red':1,'blue':0}");
	expect_sentence("Which piece?");
	console_press(&console, PRESS_BACK, now);
	expect_still_setting_up(
		"Put your pieces on the table as shown here, then say that you are ready.");
	console_press(&console, PRESS_DOWN, now);
	show(SAID "'placed':{'red':7,'blue':0}");
	TEST_ASSERT_EQUAL(1, console.selected);
	show(SAID "'placed':{'red':8,'blue':0}"); /* which a ready that was said waits for */
	expect_sentence("You are ready. Blue is still setting up.");
}

/* Nothing is told of it but the count: it does not stand any more. */
static void test_piece_is_knocked_over(void)
{
	show(SAID "'placed':{'red':8,'blue':0}");
	happen("'event':'setup-complete','side':'red'");
	expect_sentence("You are ready. Blue is still setting up.");
	show(SAID "'placed':{'red':7,'blue':0}");
	expect_still_setting_up(
		"Put your pieces on the table as shown here, then say that you are ready.");
	show(SAID "'placed':{'red':8,'blue':0}");
	expect_sentence("You are ready. Blue is still setting up.");
}

/* Whoever comes back in the meantime learns it from what is refused. */
static void test_ready_was_said_already(void)
{
	show(SAID "'placed':{'red':7,'blue':0}");
	choose("Ready");
	happen("'event':'error','word':'ready','why':'you have said so already'");
	console_take_answer(&console, false, "you have said so already");
	show(SAID "'placed':{'red':7,'blue':0}");
	expect_sentence("You are ready. Blue is still setting up.");
	show("'id':'g2','phase':'setup','turn':null,'ready':{'red':false,'blue':false}");
	expect_still_setting_up(
		"Put your pieces on the table as shown here, then say that you are ready.");
}

int main(void)
{
	int status;

	UNITY_BEGIN();
	TEST_ASSERT_EQUAL(0, sealing_init());
	TEST_ASSERT_EQUAL(0, texts_load(&texts, "web-ui/lang", "en"));
	RUN_TEST(test_pieces_are_placed_with_four_buttons);
	RUN_TEST(test_back_leads_out_of_everything);
	RUN_TEST(test_squares_can_be_typed);
	RUN_TEST(test_formations_are_made_saved_and_pasted);
	RUN_TEST(test_what_the_board_has_is_taken_until_something_is_changed);
	RUN_TEST(test_a_board_that_reads_tags_needs_no_arranging);
	RUN_TEST(test_ready_too_early_is_no_dead_end);
	RUN_TEST(test_trouble_is_over_with_the_next_piece);
	RUN_TEST(test_piece_is_knocked_over);
	RUN_TEST(test_ready_was_said_already);
	status = UNITY_END();
	texts_free(texts);
	return status;
}
