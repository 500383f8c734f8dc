/* To whom a session shows ranks after the end: to everyone those that everyone was told. */
#include "daemon/session/session.h"
#include "tests/support/session/lone_session.h"

#include "unity.h"

#include <string.h>

static struct lone_session alone;
static struct session *session;

/* ---- a session that goes on from facts ---- */

void setUp(void)
{
	lone_session_prepare(&alone);
	alone.config.broadcast = BROADCAST_AFTER;
}

void tearDown(void)
{
	lone_session_finish(&alone);
}

static void go_on_from(const char *facts, enum entry_kind kind, const char *body)
{
	lone_session_write(&alone, facts, kind, body);
	session = lone_session_start(&alone, NULL);
}

static void expect_rows(enum audience audience, const char *red, const char *blue)
{
	json_t *view = session_view(session, audience, (struct paired){0});

	TEST_ASSERT_EQUAL_STRING("over", json_string_value(json_object_get(view, "phase")));
	TEST_ASSERT_EQUAL_STRING(red, json_string_value(json_object_get(view, "red")));
	TEST_ASSERT_EQUAL_STRING(blue, json_string_value(json_object_get(view, "blue")));
	json_decref(view);
}

#define RED_ROWS ".F.B..../..1...../..3.M29./2......./......../......../......../........"
#define RED_SEEN ".?.?..../..?...../..?.???./?......./......../......../......../........"
#define BLUE_ROWS "......../......../......../......../......../9..2M..2/...1.3../....B.F."
#define BLUE_SEEN "......../......../......../......../......../?..??..?/...?.?../....?.?."

static void over(const char *told)
{
	go_on_from(LONE_SESSION_PLAYED "play blue resign\n", told ? ENTRY_OUT : ENTRY_STATE,
		   told ? told : "state 1\nphase over\nend\n");
}

/* Its record is written when the session starts, and with it everything is told. */
static void a_game_that_is_over_is_shown_whole(void)
{
	over(NULL);
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++)
		expect_rows((enum audience)i, RED_ROWS, BLUE_ROWS);
}

/* It may be mended, and be played to its end another day. */
static void a_game_that_cannot_be_continued_is_not_over(void)
{
	go_on_from(LONE_SESSION_PLAYED, ENTRY_FACT, "play blue a6-c3");
	expect_rows(AUDIENCE_PUBLIC, RED_SEEN, BLUE_SEEN);
	expect_rows(AUDIENCE_ARBITER, RED_SEEN, BLUE_SEEN);
	expect_rows(AUDIENCE_RED, RED_ROWS, BLUE_SEEN);
	expect_rows(AUDIENCE_BLUE, RED_SEEN, BLUE_ROWS);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(a_game_that_is_over_is_shown_whole);
	RUN_TEST(a_game_that_cannot_be_continued_is_not_over);
	return UNITY_END();
}
