/* To whom a session shows ranks after the end, if everyone is told everything then. */
#include "daemon/session/session.h"
#include "tests/support/archive/archive.h"
#include "tests/support/archive/archive_maker.h"

#include "unity.h"

#include <stdio.h>
#include <string.h>

#define HEAD "adjutant-game 1\nedition quick-barrage\n"
#define PLAYED                                                                                     \
	"setup red .F.B..../..1...../2.3.M29.\nsetup blue 9..2M..2/...1.3../....B.F.\n"            \
	"begin red\nplay red a3-a4\n"

static char dir[SCRATCH_PATH];
static struct config config;
static struct loop *loop;
static struct session *session;

/* ---- a host that ignores everything ---- */

static void line_said(void *owner, enum session_line kind, const char *line)
{
	(void)owner, (void)kind, (void)line;
}

static void ready(void *owner)
{
	(void)owner;
}

static const struct session_host nobody = {.line = line_said, .ready = ready};

/* ---- a session that goes on from facts ---- */

void setUp(void)
{
	scratch_make(dir);
	config_default(&config);
	snprintf(config.state_dir, sizeof config.state_dir, "%s", dir);
	config.broadcast = BROADCAST_AFTER;
	TEST_ASSERT_EQUAL(0, loop_create(&loop));
}

void tearDown(void)
{
	session_destroy(session);
	session = NULL;
	loop_destroy(loop);
	scratch_remove(dir);
}

/* and one entry as it is, whether it makes sense or not */
static void go_on_from(const char *facts, enum entry_kind kind, const char *body)
{
	struct archive_maker maker;

	maker_open(&maker, dir);
	maker_run(&maker);
	maker_start(&maker, HEAD);
	maker_facts(&maker, facts);
	maker_add(&maker, kind, "", body);
	maker_close(&maker);
	TEST_ASSERT_EQUAL(0, session_create(&session, loop, &config, &nobody));
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

static void a_game_that_is_over_is_shown_whole(void)
{
	go_on_from(PLAYED "play blue resign\n", ENTRY_STATE, "state 1\nphase over\nend\n");
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++)
		expect_rows((enum audience)i, RED_ROWS, BLUE_ROWS);
}

/* It may be mended, and be played to its end another day. */
static void a_game_that_cannot_be_continued_is_not_over(void)
{
	go_on_from(PLAYED, ENTRY_FACT, "play blue a6-c3");
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
