/* What can be seen of a referee from outside agrees with what it has said, and looking changes
 * nothing. */
#include "daemon/referee/referee_look.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

static struct referee *referee;
static struct referee_snapshot snapshot;

static void ignore(void *context, const struct output *output)
{
	(void)context, (void)output;
}

static void feed(uint64_t t_us, struct input input)
{
	input.t_us = t_us;
	referee_input(referee, &input, ignore, NULL);
}

static void say(uint64_t t_us, enum audience speaker, const char *word)
{
	struct input input = {.kind = INPUT_WORD, .speaker = (uint8_t)speaker};

	strcpy(input.word, word);
	feed(t_us, input);
}

void setUp(void)
{
	struct referee_options options;

	referee = calloc(1, referee_size());
	referee_options_default(&options, edition_find("barrage", 7));
	options.clock.setup_ms = 60000;
	referee_init(referee, &options);
}

void tearDown(void)
{
	free(referee);
}

static void looking_leaves_no_trace(void)
{
	void *before = malloc(referee_size());

	feed(1000, (struct input){.kind = INPUT_FRAME});
	say(2000, AUDIENCE_RED, "ready");
	memcpy(before, referee, referee_size());
	referee_look(referee, 5000000, &snapshot);
	TEST_ASSERT_EQUAL_MEMORY(before, referee, referee_size());
	free(before);
}

static void set_up_as_it_stands(void)
{
	feed(0, (struct input){.kind = INPUT_FRAME});
	feed(1000, (struct input){.kind = INPUT_CONTACT, .sq = 3, .closed = true});
	say(1000000, AUDIENCE_RED, "ready");
	referee_look(referee, 20000000, &snapshot);
	TEST_ASSERT_EQUAL(PHASE_SETUP, snapshot.phase);
	TEST_ASSERT_FALSE(snapshot.begun || snapshot.paused || snapshot.has_clock);
	TEST_ASSERT_TRUE(snapshot.ready[SIDE_RED]);
	TEST_ASSERT_FALSE(snapshot.ready[SIDE_BLUE]);
	TEST_ASSERT_TRUE(bits_equal(bits_of(3), snapshot.closed));
	TEST_ASSERT_TRUE(snapshot.seats[SIDE_RED].is_waiting);
	TEST_ASSERT_FALSE(snapshot.seats[SIDE_BLUE].is_waiting);
	TEST_ASSERT_EQUAL(QUESTION_NONE, snapshot.seats[SIDE_RED].question.question);
	TEST_ASSERT_TRUE(snapshot.has_setup_clock);
	TEST_ASSERT_EQUAL_UINT64(40000, snapshot.setup_left_ms);
	TEST_ASSERT_TRUE(referee_setup_clock_runs(referee));
	TEST_ASSERT_FALSE(referee_clock_runs(referee));
	TEST_ASSERT_EQUAL_UINT64(1000000, referee_now_us(referee));
}

static void a_game_that_is_given_up_is_over_without_a_result(void)
{
	referee_give_up(referee);
	referee_look(referee, 0, &snapshot);
	TEST_ASSERT_EQUAL(PHASE_OVER, snapshot.phase);
	TEST_ASSERT_FALSE(snapshot.begun);
	TEST_ASSERT_FALSE(game_is_over(referee_game(referee)));
	TEST_ASSERT_FALSE(snapshot.has_setup_clock);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(looking_leaves_no_trace);
	RUN_TEST(set_up_as_it_stands);
	RUN_TEST(a_game_that_is_given_up_is_over_without_a_result);
	return UNITY_END();
}
