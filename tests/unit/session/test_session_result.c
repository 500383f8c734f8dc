/*
 * The results of a session's calls: all of them are in the result that is taken afterwards, in
 * order, and looking at the session changes nothing.
 */
#include "daemon/session/session.h"
#include "daemon/views/refusal_json.h"
#include "tests/support/session/lone_session.h"

#include "unity.h"

#include <stdio.h>
#include <string.h>

enum { EVERYONE = (1u << AUDIENCE_COUNT) - 1 };

static struct lone_session alone;
static struct session *session;
static struct session_result result;
static unsigned lines_heard;

static void line_said(void *owner, enum session_line kind, const char *line)
{
	(void)owner, (void)line;
	lines_heard += kind == LINE_HEARD;
}

static void ready(void *owner)
{
	(void)owner;
}

static const struct session_host host = {.line = line_said, .ready = ready};

static void take(void)
{
	session_result_free(&result);
	session_take(session, &result);
}

void setUp(void)
{
	lone_session_prepare(&alone);
	session = lone_session_start(&alone, &host);
	lines_heard = 0;
}

void tearDown(void)
{
	session_result_free(&result);
	lone_session_finish(&alone);
}

static const char *field(unsigned event, const char *key)
{
	TEST_ASSERT_LESS_THAN(result.event_count, event);
	return json_string_value(json_object_get(result.events[event].json, key));
}

static void expect_event(unsigned event, const char *name, int64_t game)
{
	TEST_ASSERT_EQUAL_STRING(name, field(event, "event"));
	TEST_ASSERT_EQUAL_INT64(
		game, json_integer_value(json_object_get(result.events[event].json, "game")));
	TEST_ASSERT_GREATER_THAN(0, result.events[event].entry);
}

static void the_first_game(void)
{
	take();
	TEST_ASSERT_TRUE(result.journal_changed);
	TEST_ASSERT_TRUE(result.has_begun);
	TEST_ASSERT_EQUAL(EVERYBODY_STAYS, result.seats_kept);
	TEST_ASSERT_EQUAL_HEX(EVERYONE, result.audiences);
	TEST_ASSERT_TRUE(result.wants_scan);
	TEST_ASSERT_EQUAL(1, result.event_count);
	expect_event(0, "game", 1);
	TEST_ASSERT_EQUAL_HEX(EVERYONE, result.events[0].topics);
	take();
	TEST_ASSERT_EQUAL(0, result.event_count);
	TEST_ASSERT_EQUAL_HEX(0, result.audiences);
	TEST_ASSERT_FALSE(result.has_begun || result.journal_changed || result.wants_scan);
}

static void what_was_told_is_told_again_after_a_restart(void)
{
	take();
	lone_session_end(&alone);
	session = lone_session_start(&alone, &host);
	take();
	TEST_ASSERT_GREATER_THAN(0, result.again_until);
	TEST_ASSERT_FALSE(result.has_begun);
	for (unsigned i = 0; i < result.event_count; i++)
		TEST_ASSERT_GREATER_THAN(result.again_until, result.events[i].entry);
}

/* The caller begins another game between the word and its answer. */
static void a_word_that_leads_to_another_game(void)
{
	struct new_game wanted = {.edition = NULL};
	struct refusal why, none = refusal_of(REFUSAL_NONE);

	take();
	TEST_ASSERT_EQUAL(SAID_NEW, session_word_begin(session, AUDIENCE_ARBITER, "a1", "new"));
	TEST_ASSERT_EQUAL(0, session_new(session, &wanted, &why));
	TEST_ASSERT_EQUAL(SAID_ANSWERED,
			  session_word_end(session, AUDIENCE_ARBITER, "a1", "new", &none));
	take();
	TEST_ASSERT_TRUE(result.has_begun);
	TEST_ASSERT_EQUAL(2, result.event_count);
	expect_event(0, "game", 2);
	expect_event(1, "answer", 2);
	TEST_ASSERT_EQUAL_HEX(1u << AUDIENCE_ARBITER, result.events[1].topics);
	TEST_ASSERT_EQUAL_MESSAGE(0, lines_heard, "the recording of the game before has ended");
	TEST_ASSERT_TRUE(session_answer(session, AUDIENCE_ARBITER, "a1", &why));
}

static void expect_refusal(const char *id, const struct refusal *why)
{
	json_t *expected = refusal_json(why);

	take();
	TEST_ASSERT_EQUAL(1, result.event_count);
	TEST_ASSERT_EQUAL_STRING("answer", field(0, "event"));
	TEST_ASSERT_EQUAL_STRING(id, field(0, "id"));
	TEST_ASSERT_TRUE(json_equal(expected, json_object_get(result.events[0].json, "why")));
	json_decref(expected);
}

/* The same answer, whichever game is on the table and whatever was restarted meanwhile. */
static void a_word_that_is_said_again(void)
{
	struct new_game wanted = {0};
	struct refusal why, refusal = refusal_with(REFUSAL_FAILED, "no walrus");

	take();
	TEST_ASSERT_EQUAL(SAID_NEW, session_word_begin(session, AUDIENCE_RED, "r1", "walrus"));
	TEST_ASSERT_EQUAL(SAID_ANSWERED,
			  session_word_end(session, AUDIENCE_RED, "r1", "walrus", &refusal));
	expect_refusal("r1", &refusal);
	TEST_ASSERT_EQUAL(0, session_new(session, &wanted, &why));
	take();
	TEST_ASSERT_EQUAL(SAID_ANSWERED, session_say(session, AUDIENCE_RED, "r1", "walrus"));
	expect_refusal("r1", &refusal);
	lone_session_end(&alone);
	session = lone_session_start(&alone, &host);
	take();
	TEST_ASSERT_EQUAL(SAID_ANSWERED, session_say(session, AUDIENCE_RED, "r1", "walrus"));
	expect_refusal("r1", &refusal);
	TEST_ASSERT_FALSE(session_answer(session, AUDIENCE_RED, "r1", &why));
	TEST_ASSERT_TRUE(refusal_equal(&refusal, &why));
}

/* What is said between words waits for the next transaction, and is in no view before. */
static void nothing_is_told_before_it_is_written(void)
{
	json_t *view;

	take();
	session_add_event(session, AUDIENCE_RED, "code", json_pack("{s:s}", "seat", "red"), NULL);
	take();
	TEST_ASSERT_EQUAL(0, result.event_count);
	view = session_view(session, AUDIENCE_RED, (struct paired){0});
	TEST_ASSERT_EQUAL_INT64(1, json_integer_value(json_object_get(view, "seq")));
	json_decref(view);
	session_board_trouble(session, "the cable is off", true);
	take();
	TEST_ASSERT_EQUAL(2, result.event_count);
	expect_event(0, "code", 1);
	expect_event(1, "board", 1);
	TEST_ASSERT_EQUAL_HEX(EVERYONE, result.audiences);
}

static void looking_changes_nothing(void)
{
	take();
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		json_t *view =
			session_view(session, (enum audience)i, (struct paired){.red = true});

		TEST_ASSERT_NOT_NULL(view);
		json_decref(view);
	}
	take();
	TEST_ASSERT_EQUAL(0, result.event_count);
	TEST_ASSERT_EQUAL_HEX(0, result.audiences);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(the_first_game);
	RUN_TEST(what_was_told_is_told_again_after_a_restart);
	RUN_TEST(a_word_that_leads_to_another_game);
	RUN_TEST(a_word_that_is_said_again);
	RUN_TEST(nothing_is_told_before_it_is_written);
	RUN_TEST(looking_changes_nothing);
	return UNITY_END();
}
