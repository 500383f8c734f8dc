/* Turns are taken back one after the other, as far as the memory goes. */
#include "daemon/archive/commitments.h"
#include "daemon/referee/referee_history.h"
#include "rules/edition.h"
#include "rules/fact.h"

#include "unity.h"

#include <string.h>

enum { A1 = 0, A2 = SQ_STRIDE, J10 = 9 * SQ_STRIDE + 9, J9 = J10 - SQ_STRIDE };

static struct referee_history history;
static struct game game, games[HISTORY_TURNS + 8];
static struct commitments commitments;

void setUp(void)
{
	static const char red[] = "2........./F.........";
	static const char blue[] = ".........F/.........2";

	memset(&history, 0, sizeof history);
	game_init(&game, edition_find("barrage", 7));
	game.options.two_squares = 0;
	game.options.more_squares = false;
	TEST_ASSERT_TRUE(position_put_rows(&game.position, SIDE_RED, 0, 2, red, strlen(red)));
	TEST_ASSERT_TRUE(position_put_rows(&game.position, SIDE_BLUE, 8, 2, blue, strlen(blue)));
	game_start(&game, SIDE_RED);
	commitments_init(&commitments, "");
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		commitments.origin[sq] = (uint8_t)sq;
}

void tearDown(void)
{
}

static void play(struct action action)
{
	struct game before = game;
	struct report report;
	struct fact fact;

	game_play(&game, &action, &report);
	TEST_ASSERT_TRUE(report.legal);
	referee_history_note(&history, &before, &action, &report);
	fact_of_play(&action, &report, &fact);
	commitments_follow(&commitments, &fact);
}

/* the two scouts go to and fro in their corners */
static void play_turn(unsigned turn)
{
	bool blue = turn % 2, back = turn / 2 % 2;
	unsigned home = blue ? J10 : A1, away = blue ? J10 - 1 : A1 + 1;

	play((struct action){.kind = ACTION_MOVE,
			     .side = blue ? SIDE_BLUE : SIDE_RED,
			     .from = (uint8_t)(back ? away : home),
			     .to = (uint8_t)(back ? home : away)});
}

static void test_as_far_back_as_play_began(void)
{
	enum { TURNS = 40 };
	struct game back;

	for (unsigned i = 0; i < TURNS; i++) {
		games[i] = game;
		play_turn(i);
	}
	for (unsigned i = TURNS; i-- > 0;) {
		struct history_turn turn = referee_history_back(&history, &back);

		TEST_ASSERT_EQUAL(i % 2 ? SIDE_BLUE : SIDE_RED, turn.side);
		TEST_ASSERT_EQUAL_MEMORY(&games[i], &back, sizeof back);
	}
	TEST_ASSERT_EQUAL(0, history.count);
}

static void test_of_a_long_game_half_the_memory_at_least(void)
{
	struct game back;
	unsigned turns = 2 * HISTORY_TURNS + 1;

	for (unsigned i = 0; i < turns; i++) {
		if (i >= turns - HISTORY_TURNS / 2)
			games[i - (turns - HISTORY_TURNS / 2)] = game;
		play_turn(i);
		TEST_ASSERT_TRUE(history.count > 0 && history.count <= HISTORY_TURNS);
	}
	TEST_ASSERT_TRUE(history.count >= HISTORY_TURNS / 2);
	for (unsigned i = HISTORY_TURNS / 2; i-- > 0;) {
		referee_history_back(&history, &back);
		TEST_ASSERT_EQUAL_MEMORY(&games[i], &back, sizeof back);
	}
}

static void test_a_turn_after_taking_back(void)
{
	struct game back;

	for (unsigned i = 0; i < 4; i++)
		play_turn(i);
	referee_history_back(&history, &game);
	referee_history_back(&history, &game);
	games[0] = game;
	play_turn(2);
	referee_history_back(&history, &back);
	TEST_ASSERT_EQUAL_MEMORY(&games[0], &back, sizeof back);
	TEST_ASSERT_EQUAL(2, history.count);
}

/* A scout is beaten by the other, which then goes home: its tag belongs where it was beaten. */
static void test_tags_of_beaten_pieces(void)
{
	struct history_turn battle = {
		.kind = ACTION_MOVE, .from = A1, .to = J9, .attack = true, .outcome = OUTCOME_BOTH};
	struct history_turn won = battle;
	uint8_t homes[TABLE_TAGS];

	memset(homes, SQ_OFF_BOARD, sizeof homes);
	referee_history_fell(&history, 0, A1, 7);
	referee_history_fell(&history, 1, J9, 7);
	referee_history_homes(&history, &battle, 8, homes);
	TEST_ASSERT_EQUAL(SQ_OFF_BOARD, homes[0]);
	referee_history_homes(&history, &battle, 7, homes);
	TEST_ASSERT_EQUAL(A1, homes[0]);
	TEST_ASSERT_EQUAL(J9, homes[1]);
	won.outcome = OUTCOME_ATTACKER;
	homes[0] = J9;
	homes[1] = SQ_OFF_BOARD;
	referee_history_fell(&history, 1, J9, 9);
	referee_history_homes(&history, &won, 9, homes);
	TEST_ASSERT_EQUAL(A1, homes[0]);
	TEST_ASSERT_EQUAL(J9, homes[1]);
}

/* The origins of pieces are found again too, however many turns are taken back. */
static void test_pledged_ranks_go_back(void)
{
	struct fact back = {.kind = FACT_TAKEBACK};

	for (unsigned i = 0; i < 3; i++)
		play_turn(i);
	TEST_ASSERT_EQUAL(J10, commitments.origin[J10 - 1]);
	for (unsigned i = 0; i < 3; i++)
		commitments_follow(&commitments, &back);
	TEST_ASSERT_EQUAL(A1, commitments.origin[A1]);
	TEST_ASSERT_EQUAL(J10, commitments.origin[J10]);
	TEST_ASSERT_EQUAL(J10 - 1, commitments.origin[J10 - 1]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_as_far_back_as_play_began);
	RUN_TEST(test_of_a_long_game_half_the_memory_at_least);
	RUN_TEST(test_a_turn_after_taking_back);
	RUN_TEST(test_tags_of_beaten_pieces);
	RUN_TEST(test_pledged_ranks_go_back);
	return UNITY_END();
}
