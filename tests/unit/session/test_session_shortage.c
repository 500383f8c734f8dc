/*
 * A look at the ranks when memory runs out, at each moment in turn: either the journal records the
 * look, or nothing was shown and play is stopped.
 */
#include "daemon/base/memory.h"
#include "daemon/session/session.h"
#include "tests/support/archive/archive.h"
#include "tests/support/archive/archive_maker.h"

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "adjutant-game 1\nedition quick-barrage\n"
#define PLAYED                                                                                     \
	"setup red .F.B..../..1...../2.3.M29.\nsetup blue 9..2M..2/...1.3../....B.F.\n"            \
	"begin red\nplay red a3-a4\n"

static char dir[SCRATCH_PATH];
static struct config config;
static struct loop *loop;
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
	struct archive_maker maker;

	memory_watch_json();
	scratch_make(dir);
	config_default(&config);
	snprintf(config.state_dir, sizeof config.state_dir, "%s", dir);
	maker_open(&maker, dir);
	maker_run(&maker);
	maker_start(&maker, HEAD);
	maker_facts(&maker, PLAYED);
	maker_close(&maker);
	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	TEST_ASSERT_EQUAL(0, session_create(&session, loop, &config, &nobody));
	take();
	looks_told = answers_told = 0;
	failing = allocations = 0;
}

void tearDown(void)
{
	failing = 0;
	session_destroy(session);
	session = NULL;
	loop_destroy(loop);
	scratch_remove(dir);
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

	session_destroy(session);
	session = NULL;
	TEST_ASSERT_EQUAL_MESSAGE(0, journal_open(&journal, dir, NULL, &trouble), trouble.text);
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
