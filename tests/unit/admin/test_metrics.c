/*
 * What anyone may read of a table in figures: of the game only what the public has been told, not
 * what the session knows; and nothing that changes when a piece is lifted. Session and publisher
 * here are made up.
 */
#include "daemon/admin/metrics.h"

#include <stdlib.h>
#include <string.h>
#include <unity.h>

static struct session_counts counts;
static struct publisher_counts told_counts;
static struct publisher_shown shown;

json_t *session_status(const struct session *session)
{
	(void)session;
	return json_pack("{s:i,s:b,s:i,s:s,s:s}", "game", 9, "paused", 1, "plies", 17, "storage",
			 "ok", "table", "the reed of e5 is loose");
}

const struct session_counts *session_counts(const struct session *session)
{
	(void)session;
	return &counts;
}

const struct publisher_counts *publisher_counts(const struct publisher *publisher)
{
	(void)publisher;
	return &told_counts;
}

const struct publisher_shown *publisher_shown(const struct publisher *publisher)
{
	(void)publisher;
	return &shown;
}

void setUp(void)
{
	counts = (struct session_counts){.inputs = 5, .words = 6, .commits = 7, .events = 8};
	told_counts = (struct publisher_counts){.forged = 2};
	shown = (struct publisher_shown){.game = 8, .plies = 3};
}

void tearDown(void)
{
}

static char *text(void)
{
	const struct metrics_broker players = {true, 1}, spectators = {false, 3};
	char *all = metrics_text(NULL, NULL, &players, &spectators, 5000000);

	TEST_ASSERT_NOT_NULL(all);
	/* how much memory there is may differ */
	all[strstr(all, "# HELP adjutant_resident_bytes") - all] = '\0';
	return all;
}

static void expect(const char *line)
{
	char *all = text();

	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(all, line), line);
	free(all);
}

static void test_the_game_is_the_public_one(void)
{
	expect("\nadjutant_game 8\n");
	expect("\nadjutant_plies 3\n");
	expect("\nadjutant_paused 0\n");
	shown.paused = true;
	expect("\nadjutant_paused 1\n");
}

static void test_health_is_that_of_now(void)
{
	expect("\nadjutant_storage_ok 1\n");
	expect("\nadjutant_table_ok 0\n");
	expect("\nadjutant_broker_up 1\n");
	expect("\nadjutant_forged_total 2\n");
	expect("\nadjutant_uptime_seconds 5\n");
}

/* A piece that was lifted and set down: readings, words and transactions, and nothing to be told.
 */
static void test_nothing_moves_with_a_piece(void)
{
	char *before = text(), *after;

	counts.inputs += 12;
	counts.words++;
	counts.commits += 2;
	counts.events++;
	after = text();
	TEST_ASSERT_EQUAL_STRING(before, after);
	free(before);
	free(after);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_the_game_is_the_public_one);
	RUN_TEST(test_health_is_that_of_now);
	RUN_TEST(test_nothing_moves_with_a_piece);
	return UNITY_END();
}
