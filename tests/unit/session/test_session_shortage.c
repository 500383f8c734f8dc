/*
 * A look at the ranks when memory runs out, at each moment in turn: either the journal records the
 * look, or nothing was shown and play is stopped.
 */
#include "daemon/base/memory.h"
#include "daemon/session/session.h"
#include "tests/support/session/lone_session.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

static struct lone_session alone;
static struct session *session;
static unsigned looks_told, answers_told;
static unsigned allocations, failing; /* 0: none fails */

/* ---- memory that runs out for a moment ---- */

static bool fails(void)
{
	return failing > 0 && ++allocations == failing;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);
char *__wrap_strdup(const char *text)
{
	return fails() ? NULL : __real_strdup(text);
}

/* ---- a session ---- */

/* what is to be told, and who is told of it */
static void take(void)
{
	struct session_result result;

	session_take(session, &result);
	for (unsigned i = 0; i < result.event_count; i++) {
		const char *name =
			json_string_value(json_object_get(result.events[i].json, "event"));

		looks_told += name && strcmp(name, "looked") == 0;
		answers_told += name && strcmp(name, "answer") == 0;
	}
	session_result_free(&result);
}

void setUp(void)
{
	memory_watch_json();
	lone_session_prepare(&alone);
	lone_session_write(&alone, LONE_SESSION_PLAYED, ENTRY_ANY, NULL);
	session = lone_session_start(&alone, NULL);
	take();
	looks_told = answers_told = 0;
	failing = allocations = 0;
}

void tearDown(void)
{
	failing = 0;
	lone_session_finish(&alone);
}

static bool count_entry(void *context, const struct entry *entry)
{
	unsigned *count = context;

	(void)entry;
	(*count)++;
	return true;
}

/* as the archive has it when the session is gone */
static unsigned looks_written(void)
{
	struct trouble trouble = {""};
	struct journal *journal;
	unsigned count = 0;

	lone_session_end(&alone);
	TEST_ASSERT_EQUAL_MESSAGE(0, journal_open(&journal, alone.dir, NULL, &trouble),
				  trouble.text);
	TEST_ASSERT_EQUAL(0, journal_each(journal, -1, ENTRY_LOOK, count_entry, &count, &trouble));
	journal_close(journal);
	return count;
}

static void fail_at(unsigned allocation)
{
	allocations = 0;
	failing = allocation;
}

static bool is_stopped(void)
{
	json_t *status = session_status(session);
	bool stopped = strcmp(json_string_value(json_object_get(status, "phase")), "stopped") == 0;

	json_decref(status);
	return stopped;
}

/* Returns whether memory has run out at all. */
static bool say_look(unsigned allocation)
{
	bool is_heard, ran_out;

	fail_at(allocation);
	is_heard = session_say(session, AUDIENCE_ARBITER, "a1", "look") == SAID_ANSWERED;
	ran_out = allocations >= allocation;
	failing = 0;
	take();
	TEST_ASSERT_EQUAL(is_heard, !is_stopped());
	TEST_ASSERT_EQUAL(is_heard, looks_told == 1);
	TEST_ASSERT_EQUAL(is_heard, answers_told == 1);
	TEST_ASSERT_EQUAL(is_heard, looks_written() == 1);
	return ran_out;
}

static void the_arbiter_looks(void)
{
	unsigned allocation = 1;

	while (say_look(allocation)) {
		tearDown();
		setUp();
		allocation++;
	}
	TEST_ASSERT_GREATER_THAN(10, allocation);
}

static bool ask_for_look(unsigned allocation)
{
	struct refusal why = refusal_of(REFUSAL_NONE);
	json_t *rows;
	bool is_shown, ran_out;

	fail_at(allocation);
	rows = session_look(session, "operator", &why);
	ran_out = allocations >= allocation;
	failing = 0;
	is_shown = rows != NULL;
	json_decref(rows);
	TEST_ASSERT_EQUAL(is_shown, why.code == REFUSAL_NONE);
	if (is_shown)
		TEST_ASSERT_EQUAL(1, looks_written());
	return ran_out;
}

static void an_operator_looks(void)
{
	unsigned allocation = 1;

	while (ask_for_look(allocation)) {
		tearDown();
		setUp();
		allocation++;
	}
	TEST_ASSERT_GREATER_THAN(2, allocation);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(the_arbiter_looks);
	RUN_TEST(an_operator_looks);
	return UNITY_END();
}
