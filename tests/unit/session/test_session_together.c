/*
 * Words that are said together: they wait for the disk once, and what cannot be written has not
 * been said. Words that there are not are answered without the disk.
 */
#include "daemon/session/session.h"
#include "tests/faults/shim.h"
#include "tests/support/session/lone_session.h"

#include "unity.h"

#include <stdio.h>
#include <string.h>

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

static void take(void)
{
	session_result_free(&result);
	session_take(session, &result);
}

void setUp(void)
{
	static const struct session_host host = {.line = line_said, .ready = ready};

	lone_session_prepare(&alone);
	lone_session_write(&alone, LONE_SESSION_PLAYED, ENTRY_STATE, NULL);
	session = lone_session_start(&alone, &host);
	take();
	lines_heard = 0;
	fault_set("path=archive.db-wal call=sync at=9999");
}

void tearDown(void)
{
	fault_set(NULL);
	session_result_free(&result);
	lone_session_finish(&alone);
}

static enum said say(enum audience speaker, const char *id, const char *word)
{
	return session_say(session, speaker, id, word);
}

static unsigned answers(void)
{
	unsigned count = 0;

	for (unsigned i = 0; i < result.event_count; i++)
		count += strcmp(json_string_value(json_object_get(result.events[i].json, "event")),
				"answer") == 0;
	return count;
}

static void say_many(unsigned count)
{
	char id[SESSION_ID];

	for (unsigned i = 0; i < count; i++) {
		snprintf(id, sizeof id, "red-%u", i);
		TEST_ASSERT_EQUAL(SAID_ANSWERED, say(AUDIENCE_RED, id, "decline-draw"));
	}
}

static void test_a_word_by_itself_is_a_sync(void)
{
	unsigned before = fault_count();

	say_many(3);
	take();
	TEST_ASSERT_EQUAL(3, answers());
	TEST_ASSERT_EQUAL(3, fault_count() - before);
}

/* Blue's word is among red's: one sync for all of them, and nothing is told before it. */
static void test_words_together_are_one_sync(void)
{
	unsigned before = fault_count();

	session_together_begin(session);
	say_many(6);
	TEST_ASSERT_EQUAL(SAID_ANSWERED, say(AUDIENCE_BLUE, "blue-1", "offer-draw"));
	take();
	TEST_ASSERT_EQUAL(0, result.event_count);
	TEST_ASSERT_EQUAL(0, lines_heard);
	TEST_ASSERT_EQUAL(0, fault_count() - before);
	session_together_end(session);
	take();
	TEST_ASSERT_EQUAL(7, answers());
	TEST_ASSERT_EQUAL(7, lines_heard);
	TEST_ASSERT_EQUAL(1, fault_count() - before);
	session_together_end(session);
	TEST_ASSERT_EQUAL(1, fault_count() - before);
}

static void test_a_word_that_is_repeated_among_them_is_carried_out_once(void)
{
	session_together_begin(session);
	say(AUDIENCE_BLUE, "blue-1", "offer-draw");
	say(AUDIENCE_BLUE, "blue-1", "offer-draw");
	session_together_end(session);
	take();
	TEST_ASSERT_EQUAL(2, answers());
	TEST_ASSERT_EQUAL(1, lines_heard);
}

/* Without the disk none of them has been said: nothing is told, and all can be said again. */
static void test_together_they_are_in_vain(void)
{
	struct refusal why;

	fault_set("path=archive.db call=any errno=EIO for=forever");
	session_together_begin(session);
	say_many(2);
	TEST_ASSERT_EQUAL(SAID_ANSWERED, say(AUDIENCE_BLUE, "blue-1", "pause"));
	session_together_end(session);
	take();
	TEST_ASSERT_EQUAL(0, result.event_count);
	TEST_ASSERT_EQUAL(0, lines_heard);
	TEST_ASSERT_FALSE(session_answer(session, AUDIENCE_BLUE, "blue-1", &why));
	TEST_ASSERT_EQUAL(SAID_IN_VAIN, say(AUDIENCE_BLUE, "blue-1", "pause"));
}

/* The record of a game that is over is written before the next word is heard. */
static void test_the_end_of_a_game_is_written_at_once(void)
{
	session_together_begin(session);
	say(AUDIENCE_RED, "red-1", "resign");
	take();
	TEST_ASSERT_TRUE(result.is_over);
	TEST_ASSERT_EQUAL(1, answers());
	say(AUDIENCE_BLUE, "blue-1", "offer-draw");
	session_together_end(session);
	take();
	TEST_ASSERT_EQUAL(1, answers());
}

static void test_a_rematch_begins_among_them(void)
{
	session_together_begin(session);
	say(AUDIENCE_RED, "red-1", "resign");
	say(AUDIENCE_RED, "red-2", "rematch");
	say(AUDIENCE_BLUE, "blue-1", "rematch");
	say(AUDIENCE_BLUE, "blue-2", "ready");
	session_together_end(session);
	take();
	TEST_ASSERT_TRUE(result.has_begun);
	TEST_ASSERT_EQUAL(4, answers());
}

/* More than are ever written together: in several transactions, but none of them is lost. */
static void test_more_than_fit(void)
{
	session_together_begin(session);
	say_many(5 * SESSION_TOGETHER);
	session_together_end(session);
	take();
	TEST_ASSERT_EQUAL(5 * SESSION_TOGETHER, answers());
}

static const char *refusal(const char *word, int64_t game, int64_t seen)
{
	static char name[32];
	struct word_sight sight = {game, seen};
	json_t *answer = session_refuse_early(session, AUDIENCE_RED, "red-late", word, &sight);
	const char *code =
		json_string_value(json_object_get(json_object_get(answer, "why"), "code"));

	snprintf(name, sizeof name, "%s", code ? code : "");
	json_decref(answer);
	return name;
}

/* A word that was held back on its way, and comes when what it was about is over. */
static void test_words_about_another_game(void)
{
	TEST_ASSERT_EQUAL_STRING("other-game", refusal("resign", 1000, 0));
	TEST_ASSERT_EQUAL_STRING("other-game", refusal("accept-draw", 1000, 1 << 30));
	TEST_ASSERT_EQUAL_STRING("", refusal("resign", 0, 0)); /* of an older device */
	TEST_ASSERT_EQUAL_STRING("",
				 refusal("resign", 1, 1)); /* whenever it was said in this one */
}

static void test_words_that_there_are_not(void)
{
	const struct word_sight nothing = {0, 0};
	unsigned before = fault_count();
	int64_t entry = journal_head(session_journal(session))->seq;
	json_t *answer =
		session_refuse_early(session, AUDIENCE_RED, "red-1", "abracadabra", &nothing);

	TEST_ASSERT_NOT_NULL(answer);
	TEST_ASSERT_EQUAL_STRING("red-1", json_string_value(json_object_get(answer, "id")));
	TEST_ASSERT_TRUE(json_is_false(json_object_get(answer, "ok")));
	TEST_ASSERT_EQUAL_STRING("no-such-word", json_string_value(json_object_get(
							 json_object_get(answer, "why"), "code")));
	json_decref(answer);
	TEST_ASSERT_NULL(session_refuse_early(session, AUDIENCE_RED, "red-2", "resign", &nothing));
	take();
	TEST_ASSERT_EQUAL(0, result.event_count);
	TEST_ASSERT_EQUAL(before, fault_count());
	TEST_ASSERT_EQUAL_INT64(entry, journal_head(session_journal(session))->seq);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_word_by_itself_is_a_sync);
	RUN_TEST(test_words_together_are_one_sync);
	RUN_TEST(test_a_word_that_is_repeated_among_them_is_carried_out_once);
	RUN_TEST(test_together_they_are_in_vain);
	RUN_TEST(test_the_end_of_a_game_is_written_at_once);
	RUN_TEST(test_a_rematch_begins_among_them);
	RUN_TEST(test_more_than_fit);
	RUN_TEST(test_words_about_another_game);
	RUN_TEST(test_words_that_there_are_not);
	return UNITY_END();
}
