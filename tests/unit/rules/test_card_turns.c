/*
 * Games with cards: hands and piles, exchange and mulligan, how cards meet the rules against
 * repetition and the ends of a game.
 */
#include "tests/support/rules/card_studies.h"

/* ---- repetition ---- */

static void a_charge_crosses_borders(void)
{
	static const struct row rows[] = {
		{"6a1", "", "charge-2", "",
		 "+charge-2 a1-a3; j10-j9; a3-a2; j9-j8; a2-a3; j8-j7; a3-a2", "two-squares"},
		{"6a2", "", "charge-2", "",
		 "a2-a3; j10-j9; a3-a2; j9-j8; a2-a3; j8-j7; +charge-2 a3-a1", "two-squares"},
		{"6a2", "", "charge-3", "",
		 "a2-a3; j10-j9; a3-a2; j9-j8; a2-a3; j8-j7; +charge-3 a3-a6", "ok"},
	};

	check_rows(rows, ROWS(rows));
}

#define SHUTTLE "a4-a5; j10-j9; a5-a4; j9-j8; a4-a5; "

static void other_cards_cross_none(void)
{
	static const struct row rows[] = {
		/* the border a4/a5 is used up ... */
		{"6a4", "", "", "", SHUTTLE "j8-j7; a5-a4", "two-squares"},
		{"6a4", "2i4", "", "", SHUTTLE "i4-a4; a5xa4", "two-squares"},
		{"6a4", "2i4", "armour", "", SHUTTLE "i4-a4; +armour a5xa4", "two-squares"},
		{"6a4", "2i4", "charge-2", "", SHUTTLE "i4-a4; +charge-2 a5-a3", "blocked"},
		/* ... and a mock attack, a jump or a feint does not mind */
		{"6a4", "2i4", "mock-attack", "", SHUTTLE "i4-a4; +mock-attack a5xa4", "ok"},
		{"6a4", "2i4", "jump", "", SHUTTLE "i4-a4; +jump a5-a3", "ok"},
		{"6a4", "", "feint", "", SHUTTLE "j8-j7; +feint a5-b4", "ok"},
	};

	check_rows(rows, ROWS(rows));
}

static void cards_that_cross_none_interrupt(void)
{
	static const struct row rows[] = {
		{"6a4", "2i4", "mock-attack", "", SHUTTLE "i4-a4; +mock-attack a5xa4; j8-j7; a5xa4",
		 "ok"},
		{"6a4", "", "boat,jump,feint,swap", "",
		 SHUTTLE "j8-j7; exchange boat; j7-j6; a5-a4", "ok"},
		{"6a4 5b1 7b2", "", "swap", "", SHUTTLE "j8-j7; swap b1 b2; j7-j6; a5-a4", "ok"},
		/* the count starts afresh */
		{"6a4", "", "boat,jump,feint,swap", "",
		 SHUTTLE
		 "j8-j7; exchange boat; j7-j6; a5-a4; j6-j5; a4-a5; j5-j4; a5-a4; j4-j3; a4-a5",
		 "two-squares"},
	};

	check_rows(rows, ROWS(rows));
}

static void a_boat_across_and_back_is_no_shuttle(void)
{
	/* only one boat a side, so the way back is on foot, and counts from one */
	struct row row = {"2b5",
			  "",
			  "boat",
			  "",
			  "+boat b5-e5; j10-j9; e5-f5; j9-j8; f5-e5; j8-j7; e5-f5; j7-j6; f5-e5",
			  "two-squares"};

	check_row(&row);
}

/* a piece that is chased round a square, in two halves */
#define HALF "e5-e6; f6-f5; e6-f6; f5-e5"
#define OTHER_HALF "f6-f5; e5-e6; f5-e5; e6-f6"

static void a_card_clears_the_history_of_a_chase(void)
{
	static const struct row rows[] = {
		{"6e5", "7f6", "", "", HALF "; " OTHER_HALF "; e5-e6", "more-squares"},
		/* an exchange in place of an evasion */
		{"6e5", "7f6 Be4", "", "boat,jump,feint,swap", "e5-e6; exchange boat; e6-e5", "ok"},
		/* an exchange in the middle */
		{"6e5", "7f6", "boat,jump,feint,swap", "",
		 HALF "; exchange boat; j10-j9; " OTHER_HALF "; " HALF, "ok"},
		{"6e5", "7f6", "boat,jump,feint,swap", "",
		 HALF "; exchange boat; j10-j9; " OTHER_HALF "; " HALF "; f6-f5", "more-squares"},
		/* a swap elsewhere */
		{"6e5 5b1 8b2", "7f6", "swap", "",
		 HALF "; swap b1 b2; j10-j9; " OTHER_HALF "; " HALF, "ok"},
	};

	check_rows(rows, ROWS(rows));
}

#define CHARGE "+charge-2 e4-e6; f6-f5; e6-f6; f5-e5; " OTHER_HALF "; e5-e6"

/* Red comes by a charge: the chase begins with the move after it. */
static void a_move_with_a_card_is_no_threat(void)
{
	static const struct row rows[] = {
		{"6e4", "7f6", "charge-2", "", CHARGE, "ok"},
		{"6e4", "7f6", "charge-2", "", CHARGE "; f6-f5; e6-f6", "more-squares"},
	};

	check_rows(rows, ROWS(rows));
}

/* A card may bring about what a plain move may not. */
static void a_move_with_a_card_is_no_chasing_move(void)
{
	static const struct row rows[] = {
		{"2e1", "7d2 Bf1", "", "", "e1-e2; d2-d3; e2-e3; d3-d2; e3-e1", "more-squares"},
		{"2e1", "7d2 Bf1", "charge-2", "", "e1-e2; d2-d3; e2-e3; d3-d2; +charge-2 e3-e1",
		 "ok"},
	};

	check_rows(rows, ROWS(rows));
}

/* ---- ends ---- */

static void play_bare(const char *red, const char *blue, const char *decks, const char *actions)
{
	play_study(&game, &(struct study){.edition = "battle-cards",
					  .red = red,
					  .blue = blue,
					  .decks = decks,
					  .actions = actions});
}

static void an_exchange_saves_a_side_for_one_turn(void)
{
	static const char decks[] = "deck red attack+1,attack+2,attack+3,armour\n";

	play_bare("Ba1", "Mj10", decks, "");
	TEST_ASSERT_EQUAL(WINNER_NONE, game.winner);
	play_bare("Ba1", "Mj10", decks, "exchange attack+1");
	TEST_ASSERT_EQUAL(RULE_OK, game.rule);
	TEST_ASSERT_EQUAL(WINNER_NONE, game.winner);
	/* no two running */
	play_bare("Ba1", "Mj10", decks, "exchange attack+1; j10-j9");
	TEST_ASSERT_EQUAL(RULE_OK, game.rule);
	TEST_ASSERT_EQUAL(WINNER_BLUE, game.winner);
	TEST_ASSERT_EQUAL(REASON_IMMOBILE, game.reason);
}

static void cards_without_a_pile_save_nobody(void)
{
	play_bare("Ba1", "Mj10", "deck red attack+1,attack+2,attack+3\n", "");
	TEST_ASSERT_EQUAL(WINNER_BLUE, game.winner);
	TEST_ASSERT_EQUAL(REASON_IMMOBILE, game.reason);
}

static void a_card_can_be_the_only_way_out(void)
{
	static const char shut_in[] = "5a1 Ba2 Bb1";

	play_bare(shut_in, "Mj10", "deck red attack+1\n", "");
	TEST_ASSERT_EQUAL(WINNER_BLUE, game.winner);
	play_bare(shut_in, "Mj10", "deck red jump\n", "");
	TEST_ASSERT_EQUAL(WINNER_NONE, game.winner);
	play_bare(shut_in, "Mj10", "deck red jump\n", "+jump a1-a3");
	TEST_ASSERT_EQUAL(RULE_OK, game.rule);
	play_bare(shut_in, "Mj10", "deck red feint\n", "");
	TEST_ASSERT_EQUAL(WINNER_NONE, game.winner);
	play_bare(shut_in, "Mj10", "deck red charge-2\n", "");
	TEST_ASSERT_EQUAL(WINNER_BLUE, game.winner);
	/* a swap needs two */
	play_bare(shut_in, "Mj10", "deck red swap\n", "");
	TEST_ASSERT_EQUAL(WINNER_BLUE, game.winner);
	play_bare("5a1 Ba2 Bb1 6a3 Ba4 Bb3", "Mj10", "deck red swap\n", "");
	TEST_ASSERT_EQUAL(WINNER_NONE, game.winner);
	play_bare("9c4 Bb4 Bd4 Bc3", "Mj10", "deck red boat\n", "+boat c4-c7");
	TEST_ASSERT_EQUAL(RULE_OK, game.rule);
}

static void the_flag_falls_to_cards_too(void)
{
	play_bare("6e2 5e3", "Fe4 Mj10", "deck red jump\n", "+jump e2xe4");
	TEST_ASSERT_EQUAL(WINNER_RED, game.winner);
	TEST_ASSERT_EQUAL(REASON_FLAG, game.reason);
	play_bare("2a1", "Fd4 Mj10", "deck red feint\n", "+feint a1xd4");
	TEST_ASSERT_EQUAL(REASON_FLAG, game.reason);
}

static void bluff_changes_nothing_for_the_board(void)
{
	static const struct row row = {
		"6e3", "7e4", "attack+2", "defence+1", "+attack+2 e3xe4 /defence+1", "ok"};

	play_row_with(&row, "option bluff on\n");
	TEST_ASSERT_EQUAL(RULE_OK, game.rule);
	TEST_ASSERT_TRUE(game.reader.game.options.bluff);
	expect_square("e4", '.');
	play_row_with(&row, "option bluff off\n");
	TEST_ASSERT_EQUAL(RULE_OK, game.rule);
	TEST_ASSERT_FALSE(game.reader.game.options.bluff);
	expect_square("e4", '.');
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(a_charge_crosses_borders);
	RUN_TEST(other_cards_cross_none);
	RUN_TEST(cards_that_cross_none_interrupt);
	RUN_TEST(a_boat_across_and_back_is_no_shuttle);
	RUN_TEST(a_card_clears_the_history_of_a_chase);
	RUN_TEST(a_move_with_a_card_is_no_threat);
	RUN_TEST(a_move_with_a_card_is_no_chasing_move);
	RUN_TEST(an_exchange_saves_a_side_for_one_turn);
	RUN_TEST(cards_without_a_pile_save_nobody);
	RUN_TEST(a_card_can_be_the_only_way_out);
	RUN_TEST(the_flag_falls_to_cards_too);
	RUN_TEST(bluff_changes_nothing_for_the_board);
	return UNITY_END();
}
