/* Hands and piles of Battle Cards: drawing, exchange, mulligan, and that no card is lost. */
#include "tests/support/rules/card_studies.h"

/* ---- hands and piles ---- */

static void one_card_is_drawn_at_the_end_of_the_own_turn(void)
{
	struct row row = {"6e2", "7e4", "charge-2,attack+2,boat,jump,feint,swap", "", NULL, "ok"};

	row.actions = "";
	play_row_with(&row, NULL);
	expect_hand(SIDE_RED, "charge-2,attack+2,boat", 3);
	/* two were played, one is drawn */
	row.actions = "+charge-2 +attack+2 e2xe4";
	check_row(&row);
	expect_hand(SIDE_RED, "boat,jump", 2);
	row.actions = "+charge-2 +attack+2 e2xe4; j10-j9";
	check_row(&row);
	expect_hand(SIDE_RED, "boat,jump", 2);
	/* the next turn brings the other, without a card being played */
	row.actions = "+charge-2 +attack+2 e2xe4; j10-j9; j1-j2";
	check_row(&row);
	expect_hand(SIDE_RED, "boat,jump,feint", 1);
	row.actions = "+charge-2 +attack+2 e2xe4; j10-j9; j1-j2; j9-j8; j2-j3";
	check_row(&row);
	expect_hand(SIDE_RED, "boat,jump,feint", 1);
	expect_discard(SIDE_RED, "charge-2,attack+2");
}

static void a_defence_card_is_replaced_after_the_next_own_turn(void)
{
	struct row row = {"6e3", "7e4", "boat", "defence+1,jump,feint,swap,armour", NULL, "ok"};

	row.actions = "e3xe4 /defence+1";
	check_row(&row);
	expect_hand(SIDE_BLUE, "jump,feint", 2);
	expect_discard(SIDE_BLUE, "defence+1");
	row.actions = "e3xe4 /defence+1; j10-j9";
	check_row(&row);
	expect_hand(SIDE_BLUE, "jump,feint,swap", 1);
}

static void an_empty_pile_gives_nothing(void)
{
	struct row row = {"6e2", "", "charge-2,jump,feint", "", "+charge-2 e2-e4; j10-j9; e4-e5",
			  "ok"};

	check_row(&row);
	expect_hand(SIDE_RED, "jump,feint", 0);
}

static void played_cards_never_come_back(void)
{
	struct row row = {"6e2 5a1",
			  "",
			  "charge-2,jump,feint,boat",
			  "",
			  "+charge-2 e2-e4; j10-j9; a1-a2; j9-j8; +charge-2 a2-a4",
			  "card"};

	check_row(&row);
}

static void exchange(void)
{
	struct row row = {"6e2", "",  "boat,jump,feint,swap,armour", "boat,jump,feint,swap",
			  NULL,	 "ok"};

	/* to the bottom, one from the top, and that is the turn */
	row.actions = "exchange boat";
	check_row(&row);
	expect_hand(SIDE_RED, "jump,feint,swap", 2);
	expect_discard(SIDE_RED, "");
	TEST_ASSERT_EQUAL(SIDE_BLUE, game.reader.game.position.open.to_move);
	/* the bottom card comes after the others */
	row.actions = "exchange boat; j10-j9; e2-e3; j9-j8; exchange jump";
	check_row(&row);
	expect_hand(SIDE_RED, "feint,swap,armour", 2);
	row.actions = "exchange boat; j10-j9; e2-e3; j9-j8; exchange jump; j8-j7; e3-e4; j7-j6; "
		      "exchange swap";
	check_row(&row);
	expect_hand(SIDE_RED, "feint,armour,boat", 2);
}

static void exchange_is_not_for_two_turns_running(void)
{
	static const struct row rows[] = {
		{"6e2", "", "boat,jump,feint,swap", "", "exchange boat; j10-j9; exchange jump",
		 "card"},
		{"6e2", "", "boat,jump,feint,swap", "", "exchange boat; j10-j9; exchange swap",
		 "card"},
		{"6e2", "", "boat,jump,feint,swap", "",
		 "exchange boat; j10-j9; e2-e3; j9-j8; exchange jump", "ok"},
		/* each side by itself */
		{"6e2", "", "boat,jump,feint,swap", "boat,jump,feint,swap",
		 "exchange boat; exchange jump", "ok"},
		{"6e2", "", "boat,jump,feint,swap", "boat,jump,feint,swap",
		 "exchange boat; exchange jump; e2-e3; exchange feint", "card"},
		/* a swap is a turn between as well */
		{"6e2 5e3", "", "boat,jump,swap,feint,armour", "",
		 "exchange boat; j10-j9; swap e2 e3; j9-j8; exchange jump", "ok"},
	};

	check_rows(rows, ROWS(rows));
}

static void exchange_used_wrongly(void)
{
	static const struct row rows[] = {
		{"6e2", "", "boat,jump,feint", "", "exchange boat", "card"}, /* no pile */
		{"6e2", "", "boat,jump,feint,swap", "", "exchange swap", "card"},
		{"6e2", "", "boat,jump,feint,swap", "", "exchange armour", "card"},
		{"6e2", "", "", "", "exchange boat", "card"},
		{"6e2", "", "boat,jump,feint,swap", "boat,jump,feint,swap", "blue: exchange boat",
		 "wrong-turn"},
		{"6e2", "", "boat,jump,feint,swap", "", "resign; exchange boat", "game-over"},
	};

	check_rows(rows, ROWS(rows));
	play_study(&game,
		   &(struct study){.red = "Ma1", .blue = "Mj10", .actions = "exchange boat"});
	TEST_ASSERT_EQUAL_STRING("card", rule_name(game.rule));
}

/* Two cards in hand, three in the pile: after an exchange there are still two and three. */
static void nothing_more_is_drawn_after_an_exchange(void)
{
	struct row row = {"6e2",
			  "7e4",
			  "charge-2,attack+2,boat,jump,feint,swap,armour",
			  "",
			  "+charge-2 +attack+2 e2xe4; j10-j9; exchange boat",
			  "ok"};

	check_row(&row);
	expect_hand(SIDE_RED, "jump,feint", 3);
	row.actions = "+charge-2 +attack+2 e2xe4; j10-j9; exchange boat; j9-j8; j1-j2";
	check_row(&row);
	expect_hand(SIDE_RED, "jump,feint,swap", 2);
}

static void mulligan(void)
{
	struct row row = {"6e2", "", "boat,jump,feint,swap,armour,attack+1", "", NULL, "ok"};

	row.actions = "mulligan feint,boat,jump";
	play_row_with(&row, NULL);
	TEST_ASSERT_EQUAL(RULE_OK, game.rule);
	expect_hand(SIDE_RED, "swap,armour,attack+1", 3);
	expect_discard(SIDE_RED, "");
	TEST_ASSERT_EQUAL(0, game.plies);
	TEST_ASSERT_EQUAL(SIDE_RED, game.reader.game.position.open.to_move);
	/* they went under in that order */
	row.actions = "mulligan feint,boat,jump; exchange swap";
	check_row(&row);
	expect_hand(SIDE_RED, "armour,attack+1,feint", 3);
	row.actions =
		"mulligan feint,boat,jump; exchange swap; j10-j9; e2-e3; j9-j8; exchange armour";
	check_row(&row);
	expect_hand(SIDE_RED, "attack+1,feint,boat", 3);
}

static void either_side_may_take_a_mulligan_first(void)
{
	struct row row = {"6e2",
			  "",
			  "boat,jump,feint,swap,armour,attack+1",
			  "boat,jump,feint,swap,armour,attack+1",
			  NULL,
			  "ok"};

	row.actions = "red: mulligan boat,jump,feint; blue: mulligan feint,jump,boat; e2-e3";
	check_row(&row);
	expect_hand(SIDE_BLUE, "swap,armour,attack+1", 3);
	row.actions = "blue: mulligan boat,jump,feint; red: mulligan feint,jump,boat; e2-e3";
	check_row(&row);
	expect_hand(SIDE_RED, "swap,armour,attack+1", 3);
	row.actions = "blue: mulligan boat,jump,feint; e2-e3";
	check_row(&row);
	expect_hand(SIDE_RED, "boat,jump,feint", 3);
}

static void expect_no_mulligan(const char *cards, const char *actions)
{
	struct row row = {"6e2", "", cards, "boat,jump,feint,swap", actions, "card"};

	play_row_with(&row, NULL);
	TEST_ASSERT_EQUAL_STRING_MESSAGE("card", rule_name(game.rule), message);
	TEST_ASSERT_EQUAL_MESSAGE(0, game.plies, message);
}

static void mulligan_used_wrongly(void)
{
	static const char whole[] = "boat,jump,feint,swap,armour,attack+1";

	expect_no_mulligan(whole, "mulligan boat,jump,feint; mulligan swap,armour,attack+1");
	expect_no_mulligan(whole, "mulligan boat,jump,swap");
	expect_no_mulligan(whole, "mulligan boat,jump");
	expect_no_mulligan(whole, "mulligan boat,boat,jump");
	expect_no_mulligan(whole, "mulligan boat,jump,feint,swap");
	expect_no_mulligan("boat,jump", "mulligan boat,jump,feint");
	expect_no_mulligan("", "mulligan boat,jump,feint");
	play_study(&game, &(struct study){.red = "Ma1",
					  .blue = "Mj10",
					  .actions = "mulligan boat,jump,feint"});
	TEST_ASSERT_EQUAL_STRING("card", rule_name(game.rule));
}

/* Once the first turn has been played it is too late, however the line is taken. */
static void mulligan_comes_before_the_first_turn(void)
{
	play_record(
		&game,
		"adjutant-game 1\nedition battle-cards\n"
		"position red .........4/....6...../........../........../........../........../"
		"........../........../........../..........\n"
		"position blue ........../........../........../........../........../........../"
		"........../........../........../.........4\n"
		"to-move red\ndeck red boat,jump,feint,swap,armour,attack+1\n"
		"1 red e2-e3\n0 red mulligan boat,jump,feint\n");
	TEST_ASSERT_TRUE(game.malformed || game.rule == RULE_CARD);
	expect_hand(SIDE_RED, "boat,jump,feint", 3);
}

/* ---- a stock by itself ---- */

static void decks_are_dealt_three_first(void)
{
	struct card_stock stock;
	uint8_t deck[CARD_COUNT + 1];

	for (unsigned i = 0; i <= CARD_COUNT; i++)
		deck[i] = (uint8_t)(i + 1);
	for (unsigned count = 0; count <= CARD_COUNT; count++) {
		unsigned held = count < HAND_SIZE ? count : HAND_SIZE;

		TEST_ASSERT_TRUE(stock_deal(&stock, deck, count));
		TEST_ASSERT_EQUAL(held, stock.held);
		TEST_ASSERT_EQUAL(count - held, stock.piled);
		for (unsigned i = 0; i < held; i++)
			TEST_ASSERT_EQUAL(deck[i], stock.hand[i]);
		for (unsigned i = 0; i < stock.piled; i++)
			TEST_ASSERT_EQUAL(deck[held + i], stock.pile[i]);
	}
	TEST_ASSERT_FALSE(stock_deal(&stock, deck, CARD_COUNT + 1));
	deck[7] = deck[2];
	TEST_ASSERT_FALSE(stock_deal(&stock, deck, CARD_COUNT));
}

static unsigned cards_in(const struct card_stock *stock)
{
	unsigned set = stock->discard, count = 0;

	for (unsigned i = 0; i < stock->held; i++)
		set |= 1u << stock->hand[i];
	for (unsigned i = 0; i < stock->piled; i++)
		set |= 1u << stock->pile[i];
	for (unsigned i = CARD_NONE + 1; i < CARD_END; i++)
		count += set >> i & 1;
	return count;
}

/* Whatever is done with them, the fifteen cards stay fifteen. */
static void no_card_is_ever_lost(void)
{
	struct card_stock stock;
	uint8_t deck[CARD_COUNT];

	for (unsigned i = 0; i < CARD_COUNT; i++)
		deck[i] = (uint8_t)(CARD_COUNT - i);
	TEST_ASSERT_TRUE(stock_deal(&stock, deck, CARD_COUNT));
	stock_mulligan(&stock, (uint8_t[]){stock.hand[2], stock.hand[0], stock.hand[1]});
	for (unsigned turn = 0; stock.held > 0; turn++) {
		enum card card = stock.hand[turn % stock.held];

		TEST_ASSERT_EQUAL(CARD_COUNT, cards_in(&stock));
		TEST_ASSERT_TRUE(stock_holds(&stock, card));
		if (turn % 3 == 0 && stock_may_exchange(&stock)) {
			stock_exchange(&stock, card);
			TEST_ASSERT_FALSE(stock_may_exchange(&stock));
		} else {
			stock_discard(&stock, card);
			TEST_ASSERT_FALSE(stock_holds(&stock, card));
			stock_end_turn(&stock);
		}
	}
	TEST_ASSERT_EQUAL(CARD_COUNT, cards_in(&stock));
	TEST_ASSERT_EQUAL(0, stock.piled);
	TEST_ASSERT_FALSE(stock_may_exchange(&stock));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(one_card_is_drawn_at_the_end_of_the_own_turn);
	RUN_TEST(a_defence_card_is_replaced_after_the_next_own_turn);
	RUN_TEST(an_empty_pile_gives_nothing);
	RUN_TEST(played_cards_never_come_back);
	RUN_TEST(exchange);
	RUN_TEST(exchange_is_not_for_two_turns_running);
	RUN_TEST(exchange_used_wrongly);
	RUN_TEST(nothing_more_is_drawn_after_an_exchange);
	RUN_TEST(mulligan);
	RUN_TEST(either_side_may_take_a_mulligan_first);
	RUN_TEST(mulligan_used_wrongly);
	RUN_TEST(mulligan_comes_before_the_first_turn);
	RUN_TEST(decks_are_dealt_three_first);
	RUN_TEST(no_card_is_ever_lost);
	return UNITY_END();
}
