/*
 * Up to which entry of the journal everything has been told, when some of it cannot be told: no
 * memory is left, or the link refuses; and what of the game the public knows. The link, seats and
 * session here are made up.
 */
#include "daemon/seats/publisher.h"

#include "unity.h"

#include <errno.h>
#include <stdlib.h>

static struct loop *loop;
static struct publisher *publisher;
static unsigned message_count, messages_wanted, refused_message;
static bool is_out_of_memory;
enum { MESSAGES = 8 };
static struct publisher_shown shown_before[MESSAGES + 1]; /* by message: what was known before it */
/* the state of the game: of the next view */
static int ply;
static const char *turn;
static bool paused;

/* ---- what the publisher uses ---- */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
/* Libraries have memory of their own: the publisher alone goes without. */
void *__wrap_malloc(size_t size)
{
	return is_out_of_memory ? NULL : __real_malloc(size);
}

/* The ids are 1, 2, 3 ... in the order of the messages. */
int link_publish(struct link *link, const char *topic, const void *payload, size_t length,
		 bool retain)
{
	(void)link, (void)payload, (void)length;
	TEST_ASSERT_EQUAL_STRING(retain ? "public/state" : "public/event", topic);
	if (message_count < MESSAGES)
		shown_before[message_count + 1] = *publisher_shown(publisher);
	if (++message_count == messages_wanted)
		loop_stop(loop);
	return message_count == refused_message ? -ENOMEM : (int)message_count;
}

/* There is no spectators' broker here. */
bool link_is_up(const struct link *link)
{
	(void)link;
	return false;
}

unsigned link_unacknowledged(const struct link *link)
{
	(void)link;
	return 0;
}

bool seats_is_paired(const struct seats *seats, enum seat seat)
{
	(void)seats, (void)seat;
	return false;
}

bool seats_is_offered(const struct seats *seats, enum seat seat)
{
	(void)seats, (void)seat;
	return false;
}

size_t seats_seal(const struct seats *seats, enum seat seat, const char *text, size_t length,
		  size_t block, uint8_t *box, size_t room)
{
	(void)seats, (void)seat, (void)text, (void)length, (void)block, (void)box, (void)room;
	return 0;
}

bool seats_unseal(const struct seats *seats, enum seat seat, const void *box, size_t length,
		  char *text, size_t room, size_t *text_length)
{
	(void)seats, (void)seat, (void)box, (void)length, (void)text, (void)room, (void)text_length;
	return false;
}

struct fresh *seats_fresh(struct seats *seats, enum seat seat)
{
	(void)seats, (void)seat;
	return NULL;
}

json_t *session_view(const struct session *session, enum audience audience, struct paired paired)
{
	(void)session, (void)audience, (void)paired;
	return json_pack("{s:i,s:i,s:s?,s:b}", "game", 4, "ply", ply, "turn", turn, "paused",
			 paused);
}

json_t *session_refuse_early(const struct session *session, enum audience speaker, const char *id,
			     const char *word, const struct word_sight *sight)
{
	(void)session, (void)speaker, (void)id, (void)word, (void)sight;
	return NULL;
}

/* ---- the tests ---- */

void setUp(void)
{
	struct publisher_parts parts = {0};

	message_count = messages_wanted = refused_message = 0;
	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	parts.loop = loop;
	TEST_ASSERT_EQUAL(0, publisher_create(&publisher, &parts));
	publisher_begin(publisher);
}

void tearDown(void)
{
	publisher_destroy(publisher);
	loop_destroy(loop);
}

static void tell_public(int64_t entry)
{
	struct session_event event = {.topics = 1u << AUDIENCE_PUBLIC, .entry = entry};

	event.json = json_pack("{s:s}", "event", "word");
	publisher_tell(publisher, &event, 1);
	json_decref(event.json);
}

static void run_until_published(unsigned count)
{
	messages_wanted = count;
	TEST_ASSERT_EQUAL(0, loop_run(loop));
	TEST_ASSERT_EQUAL(count, message_count);
}

static void test_entries_count_when_all_before_them_arrived(void)
{
	for (int64_t entry = 10; entry < 14; entry++)
		tell_public(entry);
	run_until_published(4);
	publisher_published(publisher, 2);
	TEST_ASSERT_EQUAL(0, publisher_published_entry(publisher));
	publisher_published(publisher, 1);
	TEST_ASSERT_EQUAL(11, publisher_published_entry(publisher));
	publisher_published(publisher, 4);
	publisher_published(publisher, 3);
	TEST_ASSERT_EQUAL(13, publisher_published_entry(publisher));
}

static void test_what_there_was_no_memory_for_holds_up_nothing(void)
{
	tell_public(10);
	is_out_of_memory = true;
	tell_public(11);
	is_out_of_memory = false;
	tell_public(12);
	run_until_published(2);
	publisher_published(publisher, 1);
	TEST_ASSERT_EQUAL(10, publisher_published_entry(publisher));
	publisher_published(publisher, 2);
	TEST_ASSERT_EQUAL(12, publisher_published_entry(publisher));
}

static void test_what_the_link_refused_holds_up_nothing(void)
{
	refused_message = 2;
	for (int64_t entry = 10; entry < 13; entry++)
		tell_public(entry);
	run_until_published(3);
	publisher_published(publisher, 1);
	publisher_published(publisher, 3);
	TEST_ASSERT_EQUAL(12, publisher_published_entry(publisher));
}

static void show_public(int next_ply, const char *next_turn, bool is_paused)
{
	ply = next_ply;
	turn = next_turn;
	paused = is_paused;
	publisher_show(publisher, 1u << AUDIENCE_PUBLIC);
}

static void expect_shown(const struct publisher_shown *shown, int64_t plies, bool is_paused)
{
	TEST_ASSERT_EQUAL(4, shown->game);
	TEST_ASSERT_EQUAL(plies, shown->plies);
	TEST_ASSERT_EQUAL(is_paused, shown->paused);
}

/* A state is not known before it has been sent, nor if the link refuses it. */
static void test_what_the_public_knows_of_the_game(void)
{
	show_public(1, "red", false);
	show_public(2, "blue", false);
	show_public(2, "blue", true);
	show_public(3, "red", false);
	show_public(7, NULL, false);
	TEST_ASSERT_EQUAL(0, publisher_shown(publisher)->game);
	refused_message = 4;
	run_until_published(5);
	TEST_ASSERT_EQUAL(0, shown_before[1].game);
	expect_shown(&shown_before[2], 0, false);
	expect_shown(&shown_before[3], 1, false);
	expect_shown(&shown_before[4], 1, true);
	expect_shown(&shown_before[5], 1, true);
	expect_shown(publisher_shown(publisher), 7, false);
}

/* What is shown late is known late. */
static void test_a_delay_is_for_figures_too(void)
{
	struct publisher_parts parts = {.loop = loop, .delay_s = 1};
	uint64_t began_us = loop_now_us(loop);

	publisher_destroy(publisher);
	TEST_ASSERT_EQUAL(0, publisher_create(&publisher, &parts));
	show_public(3, "red", true);
	run_until_published(1);
	TEST_ASSERT_TRUE(loop_now_us(loop) - began_us >= 1000000);
	TEST_ASSERT_EQUAL(0, shown_before[1].game);
	expect_shown(publisher_shown(publisher), 2, true);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_entries_count_when_all_before_them_arrived);
	RUN_TEST(test_what_there_was_no_memory_for_holds_up_nothing);
	RUN_TEST(test_what_the_link_refused_holds_up_nothing);
	RUN_TEST(test_what_the_public_knows_of_the_game);
	RUN_TEST(test_a_delay_is_for_figures_too);
	return UNITY_END();
}
