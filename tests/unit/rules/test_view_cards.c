/* What an audience sees of Battle Cards: a hand is for its owner alone. */
#include "tests/support/rules/view_studies.h"

static void a_hand_is_for_its_owner(void)
{
	struct view view;

	play_set(OPEN, "6e3 Ma1", "8e8 Mj10", "");
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		view_make(&view, &game.reader.game, (enum audience)i);
		for (unsigned side = 0; side < SIDE_COUNT; side++) {
			bool may = i == AUDIENCE_ARBITER || i == audience_of((enum side)side);

			TEST_ASSERT_EQUAL(3, view.cards[side].held);
			TEST_ASSERT_EQUAL(1, view.cards[side].piled);
			TEST_ASSERT_EQUAL_HEX(0, view.cards[side].discard);
			for (unsigned j = 0; j < HAND_SIZE; j++)
				TEST_ASSERT_EQUAL(may, view.cards[side].hand[j] != CARD_NONE);
		}
	}
	view_make(&view, &game.reader.game, AUDIENCE_RED);
	TEST_ASSERT_EQUAL(CARD_MOCK_ATTACK, view.cards[SIDE_RED].hand[0]);
	TEST_ASSERT_EQUAL(CARD_ATTACK_3, view.cards[SIDE_RED].hand[1]);
	TEST_ASSERT_EQUAL(CARD_SWAP, view.cards[SIDE_RED].hand[2]);
}

static void games_without_cards_show_none(void)
{
	struct view view;

	PLAY(.red = "Ma1", .blue = "Mj10");
	view_make(&view, &game.reader.game, AUDIENCE_ARBITER);
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		TEST_ASSERT_EQUAL(0, view.cards[side].held);
		TEST_ASSERT_EQUAL(0, view.cards[side].piled);
		TEST_ASSERT_EQUAL(0, view.cards[side].discard);
	}
}

static void an_exchanged_card_is_shown_to_nobody(void)
{
	static struct played first;

	play_set(OPEN_AID, "6e3 Ma1", "8e8 Mj10", "exchange swap");
	first = game;
	play_set(OPEN_AID, "6e3 Ma1", "8e8 Mj10", "exchange attack+3");
	compare_views(&first.reader.game, &game.reader.game, AUDIENCE_PUBLIC);
	compare_views(&first.reader.game, &game.reader.game, AUDIENCE_BLUE);
	compare_told(&first.reader.report, &game.reader.report, AUDIENCE_PUBLIC);
	compare_told(&first.reader.report, &game.reader.report, AUDIENCE_BLUE);
	TEST_ASSERT_EQUAL(ACTION_EXCHANGE, told(AUDIENCE_PUBLIC).kind);
}

/* An exchange that is not allowed gives no card away either. */
static void a_refused_exchange_is_shown_to_nobody(void)
{
	static struct played first;

	PLAY(.edition = "battle-cards", .red = "6e3", .blue = "8e8",
	     .decks = "deck red boat,swap\n", .actions = "exchange boat");
	first = game;
	PLAY(.edition = "battle-cards", .red = "6e3", .blue = "8e8",
	     .decks = "deck red boat,swap\n", .actions = "exchange swap");
	TEST_ASSERT_EQUAL(RULE_CARD, told(AUDIENCE_RED).rule);
	compare_told(&first.reader.report, &game.reader.report, AUDIENCE_PUBLIC);
	compare_told(&first.reader.report, &game.reader.report, AUDIENCE_BLUE);
}

static void a_mulligan_is_shown_to_nobody(void)
{
	static struct played first;
	static const char decks[] = "deck red boat,swap,jump,feint,armour,attack+1\n";

	PLAY(.edition = "battle-cards", .red = "6e3", .blue = "8e8", .decks = decks,
	     .actions = "mulligan boat,swap,jump");
	first = game;
	PLAY(.edition = "battle-cards", .red = "6e3", .blue = "8e8", .decks = decks,
	     .actions = "mulligan jump,swap,boat");
	TEST_ASSERT_EQUAL(RULE_OK, game.rule);
	compare_views(&first.reader.game, &game.reader.game, AUDIENCE_PUBLIC);
	compare_views(&first.reader.game, &game.reader.game, AUDIENCE_BLUE);
	compare_told(&first.reader.report, &game.reader.report, AUDIENCE_PUBLIC);
	compare_told(&first.reader.report, &game.reader.report, AUDIENCE_BLUE);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(a_hand_is_for_its_owner);
	RUN_TEST(games_without_cards_show_none);
	RUN_TEST(an_exchanged_card_is_shown_to_nobody);
	RUN_TEST(a_refused_exchange_is_shown_to_nobody);
	RUN_TEST(a_mulligan_is_shown_to_nobody);
	return UNITY_END();
}
