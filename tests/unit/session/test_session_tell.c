/* What happens at once beyond all measure: it is not told, and the rest is as it should be. */
#include "daemon/session/session_inside.h"

#include "unity.h"

#include <string.h>

enum { LINES = 2 * TELLINGS_MAX };

static struct session session;

void setUp(void)
{
	memset(&session, 0, sizeof session);
}

void tearDown(void)
{
	session_forget_batch(&session);
}

static void tell(void)
{
	session_tell(&session, topic_of(AUDIENCE_RED) | topic_of(AUDIENCE_BLUE),
		     json_pack("{s:s}", "event", "word"));
}

static void fill(unsigned lines)
{
	while (session.line_count < lines)
		TEST_ASSERT_TRUE(session_note(&session, "fact", "", "turn red"));
}

static void test_told_with_its_numbers(void)
{
	fill(3);
	tell();
	TEST_ASSERT_EQUAL(4, session.line_count);
	TEST_ASSERT_EQUAL(1, session.telling_count);
	TEST_ASSERT_EQUAL(0, session.lines[3].telling);
	TEST_ASSERT_EQUAL_STRING("red 1 blue 1", session.lines[3].who);
	TEST_ASSERT_EQUAL(1, session.seq[AUDIENCE_RED]);
	TEST_ASSERT_EQUAL(0, session.seq[AUDIENCE_PUBLIC]);
}

static void test_no_room_for_its_line(void)
{
	fill(LINES);
	tell();
	TEST_ASSERT_EQUAL(LINES, session.line_count);
	TEST_ASSERT_EQUAL(0, session.telling_count);
	TEST_ASSERT_EQUAL(-1, session.lines[LINES - 1].telling);
	TEST_ASSERT_EQUAL(0, session.seq[AUDIENCE_RED]);
	TEST_ASSERT_FALSE(session_note(&session, "fact", "", "turn blue"));
}

static void test_no_room_for_itself(void)
{
	for (unsigned i = 0; i < TELLINGS_MAX + 3; i++)
		tell();
	TEST_ASSERT_EQUAL(TELLINGS_MAX, session.telling_count);
	TEST_ASSERT_EQUAL(TELLINGS_MAX, session.line_count);
	TEST_ASSERT_EQUAL(TELLINGS_MAX, session.seq[AUDIENCE_BLUE]);
	TEST_ASSERT_EQUAL(TELLINGS_MAX - 1, session.lines[TELLINGS_MAX - 1].telling);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_told_with_its_numbers);
	RUN_TEST(test_no_room_for_its_line);
	RUN_TEST(test_no_room_for_itself);
	return UNITY_END();
}
