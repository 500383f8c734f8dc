/* What a view shows of a game that goes on for ever. */
#include "daemon/views/board_status.h"

#include "daemon/broker/broker.h"
#include "unity.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static struct board_status status;

void setUp(void)
{
	board_status_init(&status);
}

void tearDown(void)
{
	board_status_finish(&status);
}

static size_t size_of(json_t *moves)
{
	char *text = json_dumps(moves, JSON_COMPACT);
	size_t size = strlen(text);

	free(text);
	return size;
}

/* The longest that a move can be, with cards of both sides. */
static void play(unsigned number)
{
	json_array_append_new(
		status.moves,
		json_sprintf("+scout-move +attack+3 a10xj10 /defence+3 attacker %u", number));
}

static void test_a_game_of_any_length_fits_into_a_packet(void)
{
	for (unsigned i = 0; i < 20000; i++) {
		size_t before;
		json_t *latest;

		play(i);
		latest = board_status_latest(&status, &before);
		TEST_ASSERT_EQUAL_UINT(i + 1, before + json_array_size(latest));
		if (i % 997 == 0 || i == 1998 || i == 1999) {
			/* what else is in a view needs room too, and a box is padded */
			TEST_ASSERT_LESS_THAN(BROKER_PACKET_MAX - 16 * 1024, size_of(latest));
			TEST_ASSERT_EQUAL_PTR(json_array_get(status.moves, i),
					      json_array_get(latest, json_array_size(latest) - 1));
		}
		json_decref(latest);
	}
}

static void test_games_that_people_play_are_shown_whole(void)
{
	size_t before;
	json_t *latest;

	for (unsigned i = 0; i < 1999; i++)
		play(i);
	latest = board_status_latest(&status, &before);
	TEST_ASSERT_EQUAL_UINT(0, before);
	TEST_ASSERT_EQUAL_UINT(1999, json_array_size(latest));
	json_decref(latest);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_game_of_any_length_fits_into_a_packet);
	RUN_TEST(test_games_that_people_play_are_shown_whole);
	return UNITY_END();
}
