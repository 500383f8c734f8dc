/*
 * Facts that are damaged, lie or come at the wrong time are refused and change nothing; and how a
 * resumed referee waits for the table (what can be said to it meanwhile: test_resume_blind.c). That
 * it goes on as the old one would have done is tests/property/prop_resume.c's matter, saved states
 * are test_resume_states.c's.
 */
#include "tests/support/table/resume_bench.h"

/* ---- facts ---- */

static void test_facts_of_a_game(void)
{
	static const char *const facts[] = {
		"setup red F........./B3......../9M......../2.21......",
		"setup blue 2........./M1......../B3......../F29.......",
		"begin red",
		"play red a4xa7 = both 2 2",
		"play blue b8-b7",
		"takeback",
		"place a5 red 2",
		"place d4 empty",
		"turn red",
		"reposition",
	};

	begin(SENSOR_REED, "none");
	play_on();
	for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++)
		TEST_ASSERT_EQUAL_STRING(facts[i], game.facts[i]);
	TEST_ASSERT_EQUAL(sizeof facts / sizeof *facts, game.fact_count);
}

static void test_facts_make_the_same_game(void)
{
	begin(SENSOR_REED, "none");
	play_on();
	apply_facts(SENSOR_REED, "none");
	TEST_ASSERT_EQUAL_MEMORY(&game.referee.game, &resumed.game, sizeof resumed.game);
}

static void test_every_fact_cut_short_is_refused(void)
{
	begin(SENSOR_REED, "none");
	play_on();
	prepare(&resumed, SENSOR_REED, "none");
	for (unsigned i = 0; i < game.fact_count; i++) {
		for (size_t length = 0; length < strlen(game.facts[i]); length++)
			expect_refused_fact(game.facts[i], length);
		TEST_ASSERT_TRUE(apply_fact_text(&resumed, text_of(game.facts[i])));
	}
}

/* A changed byte makes another fact or none; in that of a battle there is no other. */
static void test_every_byte_of_a_fact_counts(void)
{
	enum { BATTLE = 3 }; /* of the facts */
	static const char others[] = {'\0', '\n', ' ', '=', '\x7f', '\xff', '9', 'a', '/'};
	char fact[REFEREE_WORD_SIZE];

	begin(SENSOR_REED, "none");
	play_on();
	prepare(&resumed, SENSOR_REED, "none");
	for (unsigned i = 0; i < game.fact_count; i++) {
		size_t length = strlen(game.facts[i]);

		for (size_t at = 0; at < length * sizeof others; at++) {
			struct referee copy = resumed;
			bool taken;

			memcpy(fact, game.facts[i], length);
			fact[at / sizeof others] = others[at % sizeof others];
			if (memcmp(fact, game.facts[i], length) == 0)
				continue;
			taken = takes_fact(&copy, fact, length);
			TEST_ASSERT_FALSE_MESSAGE(taken && i == BATTLE, "a battle is otherwise");
		}
		TEST_ASSERT_TRUE(apply_fact_text(&resumed, text_of(game.facts[i])));
	}
}

static void test_a_fact_with_more_behind_it_is_refused(void)
{
	static const char *const tails[] = {" ",  "\n",		 " x",
					    " =", " = both 2 2", "\nend red arbiter"};
	char fact[2 * REFEREE_WORD_SIZE];

	begin(SENSOR_REED, "none");
	play_on();
	prepare(&resumed, SENSOR_REED, "none");
	for (unsigned i = 0; i < game.fact_count; i++) {
		for (unsigned j = 0; j < sizeof tails / sizeof *tails; j++) {
			strcpy(fact, game.facts[i]);
			strcat(fact, tails[j]);
			refuse(fact);
		}
		TEST_ASSERT_TRUE(apply_fact_text(&resumed, text_of(game.facts[i])));
	}
}

static void test_facts_before_the_beginning(void)
{
	prepare(&resumed, SENSOR_REED, "none");
	refuse("");
	refuse(" ");
	refuse("nonsense");
	refuse("play red a4-a5");
	refuse("play red time");
	refuse("play red draw");
	refuse("takeback");
	refuse("place a5 empty");
	refuse("turn red");
	refuse("reposition");
	refuse("begin green");
	refuse("position red F........./B3......../9M......../2.21......");
	refuse("setup green F........./B3......../9M......../2.21......");
	refuse("setup red F........./B3......../9M......../2.21.....");
	refuse("setup red F........./B3......../9M......../2.21....../..........");
	TEST_ASSERT_TRUE(apply_fact_text(
		&resumed, text_of("setup red F........./B3......../9M......../2.22......")));
	refuse("begin red"); /* with such an army */
}

/* as it is written now, and as it was before */
static void test_resigning_before_the_beginning(void)
{
	static const char *const facts[] = {"end blue resigned", "play red resign"};

	for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++) {
		prepare(&resumed, SENSOR_REED, "none");
		refuse("end draw resigned");
		refuse("end blue agreed");
		refuse("end blue flag");
		refuse("end none resigned");
		TEST_ASSERT_TRUE(apply_fact_text(&resumed, text_of(facts[i])));
		TEST_ASSERT_EQUAL(WINNER_BLUE, resumed.game.winner);
		TEST_ASSERT_EQUAL(REASON_RESIGNED, resumed.game.reason);
		refuse(facts[0]);
		refuse(facts[1]);
		refuse("begin red");
	}
}

static void test_facts_against_the_rules(void)
{
	begin_and_apply_facts(SENSOR_REED, "none");
	refuse("begin red");
	refuse("setup red F........./B3......../9M......../2.21......");
	refuse("play red a4xa7");
	refuse("play red a4xa7 = attacker 2 2");
	refuse("play red a4xa7 = both 2 3");
	refuse("play red a4xa7 = both 3 2");
	refuse("play red a4xa7 = both 2 2 ");
	refuse("play red  a4xa7 = both 2 2");
	refuse("play red a4-a7");
	refuse("play red a4-a5 = both 2 2");
	refuse("play blue a7-a6");
	refuse("play red a1-a2");
	refuse("play red d4-d6");
	refuse("play red swap a4 b3");
	refuse("play red exchange boat");
	refuse("play red mulligan boat,jump,swap");
	refuse("place c5 red M");  /* a lake */
	refuse("place a5 red M");  /* a second marshal */
	refuse("place a11 empty"); /* no square */
	refuse("place a5 red");
	refuse("place a5 green 2");
	refuse("place a5 red X");
	refuse("end red flag"); /* that would be a play */
	refuse("end red resigned");
	refuse("end none arbiter");
	refuse("end green arbiter");
	refuse("takeback");
	TEST_ASSERT_TRUE(apply_fact_text(&resumed, text_of("end draw arbiter")));
	refuse("end draw arbiter");
	refuse("play red a4-a5");
	refuse("place a5 empty");
	refuse("turn blue");
	refuse("reposition");
}

static void test_overlong_facts_are_refused(void)
{
	char *fact;

	begin_and_apply_facts(SENSOR_REED, "none");
	expect_refused_fact(overlong("", ' '), OVERLONG);
	fact = overlong("play red", ' ');
	expect_refused_fact(fact, OVERLONG);
	memcpy(fact + OVERLONG - 5, "a4-a5", 5);
	expect_refused_fact(fact, OVERLONG);
	expect_refused_fact(overlong("play red ", 'a'), OVERLONG);
	expect_refused_fact(overlong("place ", 'a'), OVERLONG);
	expect_refused_fact(overlong("", '\xff'), OVERLONG);
}

/* ---- before the table has been seen ---- */

static void test_a_resumed_referee_waits_for_the_table(void)
{
	struct bits all;

	begin(SENSOR_REED, "move 5");
	resume(SENSOR_REED, "move 5");
	all = public_occupied(&resumed.game.position.open);
	game.outputs = 0;
	game.t_us = 3600 * (uint64_t)SECOND; /* a long time: no flag falls */
	TEST_ASSERT_EQUAL_UINT64(TABLE_NEVER, referee_deadline(&resumed));
	feed_to(&resumed, (struct input){.kind = INPUT_RESTART});
	game.t_us += 3600 * (uint64_t)SECOND;
	feed_to(&resumed, (struct input){.kind = INPUT_TICK});
	feed_to(&resumed, (struct input){.kind = INPUT_CONTACT, .sq = A4, .closed = true});
	TEST_ASSERT_EQUAL(0, game.outputs);
	TEST_ASSERT_EQUAL_UINT64(TABLE_NEVER, referee_deadline(&resumed));
	feed_to(&resumed,
		(struct input){.kind = INPUT_WORD, .speaker = AUDIENCE_BLUE, .word = "done"});
	TEST_ASSERT_EQUAL(EVENT_ERROR, game.last.event);
	TEST_ASSERT_EQUAL(AUDIENCE_BLUE, game.last.to);
	feed_to(&resumed, (struct input){.kind = INPUT_FRAME, .frame = all});
	TEST_ASSERT_EQUAL(2, game.outputs);
	TEST_ASSERT_EQUAL(EVENT_TURN, game.last.event);
	TEST_ASSERT_EQUAL_UINT64(game.t_us, game.last.t_us);
	game.t_us += 4 * SECOND;
	feed_to(&resumed, (struct input){.kind = INPUT_TICK});
	TEST_ASSERT_EQUAL(PHASE_PLAY, resumed.phase);
	game.t_us += 2 * SECOND;
	feed_to(&resumed, (struct input){.kind = INPUT_TICK});
	TEST_ASSERT_EQUAL(PHASE_OVER, resumed.phase);
}

static void test_a_resumed_set_up_goes_on(void)
{
	struct bits all;

	set_up(SENSOR_REED, "none");
	say(AUDIENCE_RED, "ready");
	resume(SENSOR_REED, "none");
	all = public_occupied(&resumed.game.position.open);
	feed_to(&resumed, (struct input){.kind = INPUT_RESTART});
	feed_to(&resumed, (struct input){.kind = INPUT_FRAME, .frame = all});
	feed_to(&resumed,
		(struct input){.kind = INPUT_WORD, .speaker = AUDIENCE_BLUE, .word = "ready"});
	TEST_ASSERT_EQUAL(PHASE_PLAY, resumed.phase);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_facts_of_a_game);
	RUN_TEST(test_facts_make_the_same_game);
	RUN_TEST(test_every_fact_cut_short_is_refused);
	RUN_TEST(test_every_byte_of_a_fact_counts);
	RUN_TEST(test_a_fact_with_more_behind_it_is_refused);
	RUN_TEST(test_facts_before_the_beginning);
	RUN_TEST(test_resigning_before_the_beginning);
	RUN_TEST(test_facts_against_the_rules);
	RUN_TEST(test_overlong_facts_are_refused);
	RUN_TEST(test_a_resumed_referee_waits_for_the_table);
	RUN_TEST(test_a_resumed_set_up_goes_on);
	return UNITY_END();
}
