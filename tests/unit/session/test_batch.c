/* A batch keeps all of what happened, or none of it: one that could not take something has failed.
 */
#include "daemon/base/memory.h"
#include "daemon/session/batch.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

static struct batch batch;
static bool is_out_of_memory;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
	return is_out_of_memory ? NULL : __real_malloc(size);
}

char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);
char *__wrap_strdup(const char *text)
{
	return is_out_of_memory ? NULL : __real_strdup(text);
}

void setUp(void)
{
	is_out_of_memory = false;
	memory_watch_json();
	memset(&batch, 0, sizeof batch);
	batch_clear(&batch);
}

void tearDown(void)
{
	is_out_of_memory = false;
	batch_clear(&batch);
}

static void tell(void)
{
	batch_tell(&batch, 1u << AUDIENCE_RED | 1u << AUDIENCE_BLUE,
		   json_pack("{s:s}", "event", "word"));
}

static void expect_sound(void)
{
	struct trouble trouble = {""};

	TEST_ASSERT_TRUE(batch_is_sound(&batch, &trouble));
	TEST_ASSERT_EQUAL_STRING("", trouble.text);
}

/* and is so whatever comes after, until it is cleared */
static void expect_failed(const char *why)
{
	struct trouble trouble = {""};

	is_out_of_memory = false;
	batch_note(&batch, ENTRY_FACT, "", "turn red");
	TEST_ASSERT_FALSE(batch_is_sound(&batch, &trouble));
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, why), trouble.text);
	TEST_ASSERT_TRUE(batch_has_entries(&batch));
	batch_clear(&batch);
	TEST_ASSERT_FALSE(batch_has_entries(&batch));
	expect_sound();
}

static void test_an_event_has_its_numbers_and_its_entry(void)
{
	for (unsigned i = 0; i < 3; i++)
		batch_note(&batch, ENTRY_FACT, "", "turn red");
	tell();
	TEST_ASSERT_EQUAL(4, batch.entry_count);
	TEST_ASSERT_EQUAL(1, batch.event_count);
	TEST_ASSERT_EQUAL(0, batch.entries[3].event);
	TEST_ASSERT_EQUAL(-1, batch.entries[2].event);
	TEST_ASSERT_EQUAL_STRING("red 1 blue 1", batch.entries[3].who);
	TEST_ASSERT_EQUAL(1, batch.seq[AUDIENCE_RED]);
	TEST_ASSERT_EQUAL(0, batch.seq[AUDIENCE_PUBLIC]);
	expect_sound();
}

static void test_numbers_that_were_not_written_are_given_again(void)
{
	tell();
	batch_written(&batch);
	tell();
	TEST_ASSERT_EQUAL(2, batch.events[0].seq[AUDIENCE_RED]);
	batch_clear(&batch);
	tell();
	TEST_ASSERT_EQUAL(2, batch.events[0].seq[AUDIENCE_RED]);
}

static void test_too_many_entries(void)
{
	for (unsigned i = 0; i < BATCH_ENTRIES; i++)
		batch_note(&batch, ENTRY_FACT, "", "turn red");
	expect_sound();
	batch_note(&batch, ENTRY_FACT, "", "turn red");
	expect_failed("at once");
}

static void test_an_event_without_room_for_its_entry(void)
{
	for (unsigned i = 0; i < BATCH_ENTRIES; i++)
		batch_note(&batch, ENTRY_FACT, "", "turn red");
	tell();
	TEST_ASSERT_EQUAL(0, batch.event_count);
	expect_failed("at once");
}

static void test_too_many_events(void)
{
	for (unsigned i = 0; i < BATCH_EVENTS; i++)
		tell();
	expect_sound();
	tell();
	expect_failed("at once");
}

static void test_no_memory_for_an_entry(void)
{
	is_out_of_memory = true;
	batch_note(&batch, ENTRY_LOOK, "operator", "all ranks");
	TEST_ASSERT_TRUE(batch_has_entries(&batch));
	expect_failed("memory");
}

static void test_no_memory_for_an_event(void)
{
	json_t *event = json_pack("{s:s}", "event", "word");

	is_out_of_memory = true;
	batch_tell(&batch, 1u << AUDIENCE_RED, event);
	expect_failed("memory");
	is_out_of_memory = true;
	tell();
	expect_failed("memory");
}

/* An event that lacks something looks like any other. */
static void test_no_memory_for_a_part_of_an_event(void)
{
	json_t *event = json_pack("{s:s}", "event", "word");

	is_out_of_memory = true;
	json_object_set_new(event, "side", json_string("red"));
	is_out_of_memory = false;
	batch_tell(&batch, 1u << AUDIENCE_RED, event);
	expect_failed("memory");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_an_event_has_its_numbers_and_its_entry);
	RUN_TEST(test_numbers_that_were_not_written_are_given_again);
	RUN_TEST(test_too_many_entries);
	RUN_TEST(test_an_event_without_room_for_its_entry);
	RUN_TEST(test_too_many_events);
	RUN_TEST(test_no_memory_for_an_entry);
	RUN_TEST(test_no_memory_for_an_event);
	RUN_TEST(test_no_memory_for_a_part_of_an_event);
	return UNITY_END();
}
