/*
 * A resumed referee whose board does not answer: words that come before it has seen the table stop
 * or end the game as usual, and nothing else is done. prop_resume.c checks that it continues like a
 * referee that was killed in between.
 */
#include "tests/support/table/resume_bench.h"

#define HOUR_US (3600 * (uint64_t)SECOND)

/* ---- after a power cut, with a board that is silent ---- */

static void wake(unsigned sensors, const char *clock)
{
	resume(sensors, clock);
	game.t_us = HOUR_US;
	feed_to(&resumed, (struct input){.kind = INPUT_RESTART});
	game.t_us += HOUR_US;
	game.outputs = 0;
}

static void say_blindly(enum audience speaker, const char *word)
{
	struct input input = {.kind = INPUT_WORD, .speaker = (uint8_t)speaker};

	strcpy(input.word, word);
	feed_to(&resumed, input);
}

/* the board answers after all; b8's piece has been taken away meanwhile, or not */
static void see(bool complete)
{
	struct bits all = public_occupied(&resumed.game.position.open);

	if (!complete)
		bits_drop(&all, B8);
	game.t_us += HOUR_US;
	game.outputs = 0;
	feed_to(&resumed, (struct input){.kind = INPUT_FRAME, .frame = all});
}

static void tick(uint64_t us)
{
	game.t_us += us;
	feed_to(&resumed, (struct input){.kind = INPUT_TICK});
}

/* killed once more, with the same silence after it */
static void kill_again(const char *clock)
{
	char state[REFEREE_STATE_SIZE], again[REFEREE_STATE_SIZE];

	save(&resumed, state);
	apply_facts(SENSOR_REED, clock);
	TEST_ASSERT_TRUE(referee_restore(&resumed, text_of(state)));
	feed_to(&resumed, (struct input){.kind = INPUT_RESTART});
	save(&resumed, again);
	TEST_ASSERT_EQUAL_STRING(state, again);
}

static const char *last_fact(void)
{
	return game.fact_count ? game.facts[game.fact_count - 1] : "";
}

/* ---- what is heard ---- */

struct heard_word {
	enum audience speaker;
	const char *word, *expected; /* the fact that it makes, or the code of its refusal */
};

static void expect_end(const struct heard_word *each)
{
	begin(SENSOR_REED, "none");
	say(AUDIENCE_RED, "offer-draw");
	wake(SENSOR_REED, "none");
	say_blindly(each->speaker, each->word);
	TEST_ASSERT_EQUAL_MESSAGE(EVENT_OVER, game.last.event, each->word);
	TEST_ASSERT_EQUAL_STRING(each->expected, last_fact());
	kill_again("none");
	TEST_ASSERT_EQUAL(PHASE_OVER, resumed.phase);
	see(false);
	tick(HOUR_US);
	TEST_ASSERT_EQUAL_MESSAGE(0, game.outputs, "a game that is over needs no guide");
}

static void test_a_game_can_be_ended(void)
{
	static const struct heard_word ends[] = {
		{AUDIENCE_RED, "resign", "play red resign"},
		{AUDIENCE_BLUE, "resign", "play blue resign"},
		{AUDIENCE_BLUE, "accept-draw", "play blue draw"},
		{AUDIENCE_ARBITER, "award red", "end red arbiter"},
		{AUDIENCE_ARBITER, "award draw", "end draw arbiter"},
		{AUDIENCE_ARBITER, "answer blue resign", "play blue resign"},
		{AUDIENCE_ARBITER, "answer blue accept-draw", "play blue draw"},
	};

	for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
		expect_end(&ends[i]);
}

static void expect_pause(const struct heard_word *each)
{
	begin(SENSOR_REED, "none");
	wake(SENSOR_REED, "none");
	say_blindly(each->speaker, each->word);
	TEST_ASSERT_NOT_EQUAL_MESSAGE(EVENT_ERROR, game.last.event, each->word);
	kill_again("none");
	TEST_ASSERT_TRUE_MESSAGE(resumed.paused, each->word);
	say_blindly(AUDIENCE_ARBITER, "resume");
	TEST_ASSERT_EQUAL(EVENT_ERROR, game.last.event);
	TEST_ASSERT_TRUE(resumed.paused);
	see(false);
	tick(10 * SECOND);
	TEST_ASSERT_EQUAL_MESSAGE(1, game.outputs, "whose turn it is, and no guide");
	say_blindly(AUDIENCE_ARBITER, "resume");
	TEST_ASSERT_FALSE(resumed.paused);
	TEST_ASSERT_EQUAL(EVENT_GUIDE, game.last.event);
	TEST_ASSERT_TRUE(bits_has(game.last.squares, B8));
	feed_to(&resumed, (struct input){.kind = INPUT_CONTACT, .sq = B8, .closed = true});
	tick(10 * SECOND);
	TEST_ASSERT_EQUAL(EVENT_BOARD_OK, game.last.event);
}

static void test_a_game_can_be_paused_and_goes_on_when_the_board_is_back(void)
{
	static const struct heard_word pauses[] = {
		{AUDIENCE_RED, "pause", ""},
		{AUDIENCE_BLUE, "adjourn", ""},
		{AUDIENCE_ARBITER, "pause", ""},
		{AUDIENCE_ARBITER, "answer red adjourn", ""},
	};

	for (unsigned i = 0; i < sizeof pauses / sizeof *pauses; i++)
		expect_pause(&pauses[i]);
}

static void test_offers_and_calls_are_heard(void)
{
	begin(SENSOR_REED, "none");
	wake(SENSOR_REED, "none");
	say_blindly(AUDIENCE_RED, "call-arbiter");
	say_blindly(AUDIENCE_RED, "offer-draw");
	TEST_ASSERT_EQUAL(EVENT_WORD, game.last.event);
	kill_again("none");
	say_blindly(AUDIENCE_BLUE, "decline-draw");
	TEST_ASSERT_EQUAL(EVENT_WORD, game.last.event);
	TEST_ASSERT_EQUAL(3, game.outputs);
	TEST_ASSERT_EQUAL(SIDE_NONE, resumed.draw_offer);
	see(true);
	TEST_ASSERT_EQUAL(EVENT_TURN, game.last.event);
	TEST_ASSERT_EQUAL(1, game.outputs);
}

static void test_a_set_up_can_be_ended(void)
{
	set_up(SENSOR_REED, "total 5 setup 1");
	say(AUDIENCE_BLUE, "ready");
	wake(SENSOR_REED, "total 5 setup 1");
	say_blindly(AUDIENCE_RED, "resign");
	TEST_ASSERT_EQUAL(EVENT_OVER, game.last.event);
	TEST_ASSERT_EQUAL_STRING("end blue resigned", last_fact());
	kill_again("total 5 setup 1");
	see(false);
	tick(HOUR_US);
	TEST_ASSERT_EQUAL(0, game.outputs);
	say_blindly(AUDIENCE_RED, "rematch");
	TEST_ASSERT_EQUAL(EVENT_WORD, game.last.event);
}

static void test_a_rematch_needs_no_board(void)
{
	begin(SENSOR_REED, "none");
	say(AUDIENCE_BLUE, "resign");
	wake(SENSOR_REED, "none");
	say_blindly(AUDIENCE_BLUE, "rematch");
	TEST_ASSERT_EQUAL(EVENT_WORD, game.last.event);
	TEST_ASSERT_EQUAL_STRING("rematch", game.last.text);
}

/* ---- what is not ---- */

static void test_the_rest_waits_for_the_board(void)
{
	static const struct heard_word rest[] = {
		{AUDIENCE_RED, "ready", ""},
		{AUDIENCE_RED, "done", ""},
		{AUDIENCE_RED, "attack a7", ""},
		{AUDIENCE_RED, "target a7", ""},
		{AUDIENCE_RED, "confirm", ""},
		{AUDIENCE_RED, "deny", ""},
		{AUDIENCE_RED, "swap a4 b3", ""},
		{AUDIENCE_RED, "card play jump", ""},
		{AUDIENCE_RED, "place a1 F", ""},
		{AUDIENCE_RED, "formation F", ""},
		{AUDIENCE_RED, "offer-takeback", ""},
		{AUDIENCE_RED, "accept-takeback", ""},
		{AUDIENCE_RED, "resume", ""},
		{AUDIENCE_RED, "award red", ""},
		{AUDIENCE_RED, "answer blue resign", ""},
		{AUDIENCE_RED, "", ""},
		{AUDIENCE_ARBITER, "correct a5 red 2", ""},
		{AUDIENCE_ARBITER, "correct turn blue", ""},
		{AUDIENCE_ARBITER, "correct done", ""},
		{AUDIENCE_ARBITER, "takeback", ""},
		{AUDIENCE_ARBITER, "fault a4", ""},
		{AUDIENCE_ARBITER, "good a4", ""},
		{AUDIENCE_ARBITER, "resign", ""},
		{AUDIENCE_ARBITER, "answer red done", ""},
		{AUDIENCE_ARBITER, "answer red", ""},
		{AUDIENCE_ARBITER, "answer green resign", "malformed"},
		{AUDIENCE_ARBITER, "award", "award-whom"},
		{AUDIENCE_BLUE, "resign now", "no-such-word"},
		{AUDIENCE_BLUE, "accept-draw", "nothing-offered"},
	};
	static const char unread[] = "board-not-read";
	char before[REFEREE_STATE_SIZE], after[REFEREE_STATE_SIZE];
	unsigned facts;

	begin(SENSOR_REED, "total 5");
	wake(SENSOR_REED, "total 5");
	save(&resumed, before);
	facts = game.fact_count;
	for (unsigned i = 0; i < sizeof rest / sizeof *rest; i++) {
		game.t_us += SECOND;
		say_blindly(rest[i].speaker, rest[i].word);
		TEST_ASSERT_EQUAL_MESSAGE(EVENT_ERROR, game.last.event, rest[i].word);
		TEST_ASSERT_EQUAL_STRING_MESSAGE(*rest[i].expected ? rest[i].expected : unread,
						 refusal_kinds[game.last.why.code].name,
						 rest[i].word);
		TEST_ASSERT_EQUAL(i + 1, game.outputs);
		save(&resumed, after);
		TEST_ASSERT_EQUAL_STRING(before, after);
	}
	TEST_ASSERT_EQUAL(facts, game.fact_count);
}

/* ---- clocks ---- */

/* The hours without a board are charged to neither side, whatever was said in them. */
static void test_words_charge_no_clock(void)
{
	begin(SENSOR_REED, "move 5");
	wait_us(2 * SECOND);
	wake(SENSOR_REED, "move 5");
	say_blindly(AUDIENCE_BLUE, "pause");
	TEST_ASSERT_EQUAL(EVENT_CLOCK, game.last.event);
	TEST_ASSERT_EQUAL_UINT64(3000, game.last.left_ms[SIDE_RED]);
	TEST_ASSERT_EQUAL(SIDE_NONE, game.last.running);
	kill_again("move 5");
	see(true);
	say_blindly(AUDIENCE_BLUE, "resume");
	TEST_ASSERT_EQUAL_UINT64(3000, game.last.left_ms[SIDE_RED]);
	TEST_ASSERT_EQUAL(SIDE_RED, game.last.running);
	tick(2900 * MS);
	TEST_ASSERT_EQUAL(PHASE_PLAY, resumed.phase);
	tick(200 * MS);
	TEST_ASSERT_EQUAL(PHASE_OVER, resumed.phase);
}

static void test_words_give_and_take_no_set_up_time(void)
{
	set_up(SENSOR_REED, "total 5 setup 1");
	say(AUDIENCE_BLUE, "ready");
	wake(SENSOR_REED, "total 5 setup 1");
	for (unsigned i = 0; i < 3; i++) {
		say_blindly(AUDIENCE_RED, "call-arbiter");
		game.t_us += HOUR_US;
	}
	see(true);
	tick(58900 * MS); /* a second had passed before the power was cut */
	TEST_ASSERT_EQUAL(PHASE_SETUP, resumed.phase);
	tick(200 * MS);
	TEST_ASSERT_EQUAL(PHASE_OVER, resumed.phase);
}

static void test_a_clock_can_be_set_and_stands(void)
{
	begin(SENSOR_REED, "total 5");
	wake(SENSOR_REED, "total 5");
	say_blindly(AUDIENCE_BLUE, "call-arbiter");
	game.t_us += HOUR_US;
	say_blindly(AUDIENCE_ARBITER, "clock red 4");
	TEST_ASSERT_EQUAL(EVENT_CLOCK, game.last.event);
	TEST_ASSERT_EQUAL_UINT64(4000, game.last.left_ms[SIDE_RED]);
	TEST_ASSERT_EQUAL(SIDE_NONE, game.last.running);
	TEST_ASSERT_EQUAL_UINT64(TABLE_NEVER, referee_deadline(&resumed));
	kill_again("total 5");
	see(true);
	tick(3900 * MS);
	TEST_ASSERT_EQUAL(PHASE_PLAY, resumed.phase);
	tick(200 * MS);
	TEST_ASSERT_EQUAL(PHASE_OVER, resumed.phase);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_game_can_be_ended);
	RUN_TEST(test_a_game_can_be_paused_and_goes_on_when_the_board_is_back);
	RUN_TEST(test_offers_and_calls_are_heard);
	RUN_TEST(test_a_set_up_can_be_ended);
	RUN_TEST(test_a_rematch_needs_no_board);
	RUN_TEST(test_the_rest_waits_for_the_board);
	RUN_TEST(test_words_charge_no_clock);
	RUN_TEST(test_words_give_and_take_no_set_up_time);
	RUN_TEST(test_a_clock_can_be_set_and_stands);
	return UNITY_END();
}
