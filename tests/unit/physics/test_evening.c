/* An evening is a function of its seed, and people put the pieces where they say. */
#include "tests/physics/evening.h"

#include <stdlib.h>
#include <string.h>
#include <unity.h>

static struct random_game game;
static struct evening evening;

void setUp(void)
{
	unsigned edition = edition_find("barrage", 7);

	TEST_ASSERT_TRUE(random_game_make(&game, edition, 4));
	game.sim.action_count = 12;
}

void tearDown(void)
{
	evening_finish(&evening);
}

static char *recorded(const char *board, const char *people, uint64_t seed)
{
	struct evening_plan plan = {surface_kind_find(board), profile_find(people), seed, 0};
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	evening_finish(&evening);
	TEST_ASSERT_TRUE(evening_run(&evening, &game, &plan));
	evening_write(&evening, "it", file);
	fclose(file);
	return text;
}

static void test_the_same_seed_is_the_same_evening(void)
{
	static const char *const boards_of[] = {"upright", "flat", "rfid", "reed+rfid"};

	for (unsigned i = 0; i < 4; i++) {
		char *once = recorded(boards_of[i], "sloppy", 9);
		char *again = recorded(boards_of[i], "sloppy", 9);
		char *other = recorded(boards_of[i], "sloppy", 10);

		TEST_ASSERT_EQUAL_STRING(once, again);
		TEST_ASSERT_TRUE(strcmp(once, other) != 0);
		free(once);
		free(again);
		free(other);
	}
}

static void test_people_and_boards_are_drawn_by_the_seed(void)
{
	char *once = recorded("any-both", "any", 9), *again = recorded("any-both", "any", 9);
	double pace = evening.people[SIDE_RED].profile.pace;
	double depth_mm = evening.surface.kind.lot.depth_mm;

	TEST_ASSERT_EQUAL_STRING(once, again);
	TEST_ASSERT_TRUE(fabs(pace - evening.people[SIDE_BLUE].profile.pace) > 0);
	free(recorded("any-both", "any", 10));
	TEST_ASSERT_TRUE(fabs(pace - evening.people[SIDE_RED].profile.pace) > 0);
	TEST_ASSERT_TRUE(fabs(depth_mm - evening.surface.kind.lot.depth_mm) > 0);
	free(once);
	free(again);
}

/* Where the referee has gone along to the end, the table is as the game has it. */
static void test_people_do_what_they_say(void)
{
	unsigned fine = 0;

	for (uint64_t seed = 1; seed < 6; seed++) {
		free(recorded("upright", "ordinary", seed));
		if (evening.judge.verdict != VERDICT_FINE)
			continue;
		fine++;
		TEST_ASSERT_EQUAL(12, evening.judge.committed);
		TEST_ASSERT_EQUAL(12, evening.played);
		for (unsigned sq = 0; sq < SQ_COUNT && !evening.clearing; sq++) {
			unsigned there = evening_stands(&evening, sq);

			if (board_has(BOARD_LARGE, sq) && !evening.attack.active)
				TEST_ASSERT_EQUAL(evening.home[sq], there);
		}
	}
	TEST_ASSERT_TRUE(fine > 0);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_the_same_seed_is_the_same_evening);
	RUN_TEST(test_people_and_boards_are_drawn_by_the_seed);
	RUN_TEST(test_people_do_what_they_say);
	return UNITY_END();
}
