/*
 * A sample of what `make accuracy` does at length, on boards on which the pieces that stand are seen: nothing is
 * wrong, nothing wrongly called illegal, nobody is stuck, and little is asked.
 */
#include "tests/physics/evening.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

enum { GAMES = 2, ACTIONS = 60, PEOPLE = 4 };

static const char *const people_of[PEOPLE] = {"careful", "ordinary", "hasty", "sloppy"};

static struct random_game game;
static struct evening evening;

void setUp(void)
{
}

void tearDown(void)
{
	evening_finish(&evening);
}

struct counts {
	unsigned moves, attacks, traceable, asked_idle, asked_traceable;
};

/* gestures that leave a trace: both pieces are lifted, or one is put in the other's place */
static void count(struct counts *counts)
{
	static const enum attack_style traceable[] = {ATTACK_LIFT_OWN, ATTACK_LIFT_ENEMY,
						      ATTACK_REPLACE};

	counts->moves += evening.judge.moves;
	counts->attacks += evening.judge.attacks;
	counts->asked_idle += evening.judge.asked_idle;
	for (unsigned i = 0; i < 3; i++) {
		const struct style_count *style = &evening.judge.styles[traceable[i]];

		counts->traceable += style->made;
		counts->asked_traceable += style->made - style->unasked;
	}
}

static void play(struct counts *counts, const char *board, const char *people, uint64_t seed)
{
	struct evening_plan plan = {surface_kind_find(board), profile_find(people), seed, 0};
	char why[128];

	evening_finish(&evening);
	TEST_ASSERT_TRUE(random_game_make(&game, edition_find("barrage", 7), seed));
	if (game.sim.action_count > ACTIONS)
		game.sim.action_count = ACTIONS;
	TEST_ASSERT_TRUE(evening_run(&evening, &game, &plan));
	snprintf(why, sizeof why, "%s %s %u: %s at %.2f s, %s", board, people, (unsigned)seed,
		 verdict_names[evening.judge.verdict], evening.judge.failed_s, evening.judge.what);
	TEST_ASSERT_EQUAL_MESSAGE(VERDICT_FINE, evening.judge.verdict, why);
	TEST_ASSERT_EQUAL_MESSAGE(game.sim.action_count, evening.judge.committed, why);
	count(counts);
}

static void play_all(const char *board)
{
	struct counts counts = {0};

	for (unsigned i = 0; i < PEOPLE * GAMES; i++)
		play(&counts, board, people_of[i % PEOPLE], i + 1);
	/* the sample is no smaller than it looks, and nobody is nagged */
	TEST_ASSERT_GREATER_THAN(300, counts.moves);
	TEST_ASSERT_GREATER_THAN(30, counts.attacks);
	TEST_ASSERT_GREATER_THAN(8, counts.traceable);
	TEST_ASSERT_LESS_OR_EQUAL(counts.moves / 100, counts.asked_idle);
	TEST_ASSERT_LESS_OR_EQUAL(1, counts.asked_traceable);
}

static void test_upright_reeds(void)
{
	play_all("upright");
}

static void test_antennas(void)
{
	play_all("rfid");
}

static void test_reeds_and_antennas(void)
{
	play_all("reed+rfid");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_upright_reeds);
	RUN_TEST(test_antennas);
	RUN_TEST(test_reeds_and_antennas);
	return UNITY_END();
}
