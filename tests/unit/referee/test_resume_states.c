/* Saved states are restored whole, or refused and change nothing if they are damaged or lie. */
#include "tests/support/table/resume_bench.h"

/* ---- states ---- */

/* as much as can be going on at once */
static void make_eventful(unsigned sensors, const char *clock)
{
	begin(sensors, clock);
	contact(A4, false);
	say(AUDIENCE_RED, "attack a7");
	contact(A7, false);
	wait_us(SECOND);
	say(AUDIENCE_BLUE, "offer-draw");
	say(AUDIENCE_RED, "offer-takeback");
	say(AUDIENCE_ARBITER, "fault c4");
	say(AUDIENCE_ARBITER, "fault b9");
	say(AUDIENCE_ARBITER, "fault row 10");
	say(AUDIENCE_ARBITER, "fault column j");
	bits_add(&game.referee.table.single, A5); /* found so, and not by the arbiter */
	game.referee.table.trusted_us[A5] = TABLE_NEVER;
	game.referee.table.places.asked[SIDE_BLUE] = bits_or(bits_of(B8), bits_of(A7));
	say(AUDIENCE_BLUE, "pause");
}

static void test_a_state_restored_is_saved_the_same(void)
{
	char state[REFEREE_STATE_SIZE], again[REFEREE_STATE_SIZE];

	make_eventful(SENSOR_REED | SENSOR_RFID, "fischer 5+3");
	save(&game.referee, state);
	resume(SENSOR_REED | SENSOR_RFID, "fischer 5+3");
	save(&resumed, again);
	TEST_ASSERT_EQUAL_STRING(state, again);
	TEST_ASSERT_EQUAL_STRING("state 1\n"
				 "phase play\n"
				 "paused\n"
				 "faulted\n"
				 "draw blue\n"
				 "takeback red\n"
				 "faulty a5\n"
				 "declared c4 b9\n"
				 "line contacts row 10 declared\n"
				 "line contacts column 10 declared\n"
				 "confirm blue a7 b8\n"
				 "homes a1 a2 b2 a3 b3 - c4 d4 - a8 b8 a9 b9 a10 b10 c10\n"
				 "fallen 5 a4 1\n"
				 "fallen 8 a7 1\n"
				 "clock 302900000 298900000 300000000 blue\n"
				 "end\n",
				 state);
}

static void test_a_set_up_is_saved(void)
{
	char state[REFEREE_STATE_SIZE];

	set_up(SENSOR_REED, "setup 2");
	say(AUDIENCE_RED, "place a4 .");
	say(AUDIENCE_RED, "ready");
	say(AUDIENCE_BLUE, "ready");
	save(&game.referee, state);
	TEST_ASSERT_EQUAL_STRING(
		"state 1\n"
		"phase setup\n"
		"rows red F........./B3......../9M......../..21....../........../........../"
		"........../........../........../..........\n"
		"ready red\n"
		"rows blue ........../........../........../........../........../........../"
		"2........./M1......../B3......../F29.......\n"
		"ready blue\n"
		"complete blue\n"
		"setup-time 119000000\n"
		"end\n",
		state);
	resume(SENSOR_REED, "setup 2");
	TEST_ASSERT_EQUAL_MEMORY(&game.referee.game, &resumed.game, sizeof resumed.game);
}

/* A game of which nothing is known yet but its name, taken up by a daemon that has run for long. */
static void test_set_up_time_begins_with_the_table(void)
{
	struct bits all;

	set_up(SENSOR_REED, "setup 2");
	all = game.referee.table.closed;
	prepare(&game.referee, SENSOR_REED, "setup 2");
	resume(SENSOR_REED, "setup 2");
	game.t_us = 1000 * (uint64_t)SECOND;
	feed_to(&resumed, (struct input){.kind = INPUT_RESTART});
	TEST_ASSERT_TRUE(resumed.clock.setup_due_us == TABLE_NEVER);
	game.t_us += SECOND;
	feed_to(&resumed, (struct input){.kind = INPUT_WORD,
					 .speaker = AUDIENCE_RED,
					 .word = "call-arbiter"});
	TEST_ASSERT_TRUE(resumed.clock.setup_due_us == TABLE_NEVER);
	game.t_us += SECOND;
	feed_to(&resumed, (struct input){.kind = INPUT_FRAME, .frame = all});
	TEST_ASSERT_EQUAL_UINT64(game.t_us + 120 * (uint64_t)SECOND, resumed.clock.setup_due_us);
}

static void cut_and_change(const char *state)
{
	static const char others[] = {'\0', '\n', ' ', '-', '\xff', '0', 'a', 'z'};
	size_t length = strlen(state);
	char again[REFEREE_STATE_SIZE], changed[REFEREE_STATE_SIZE];

	for (size_t i = 0; i < length; i++)
		expect_refused_state(state, i);
	for (size_t i = 0; i < length * sizeof others; i++) {
		struct referee copy = resumed;

		memcpy(changed, state, length + 1);
		changed[i / sizeof others] = others[i % sizeof others];
		if (!takes_state(&copy, changed, length))
			continue;
		save(&copy, again); /* it was another state, but a whole one */
		TEST_ASSERT_EQUAL_MEMORY(changed, again, length);
	}
}

static void test_a_damaged_state_is_refused_or_another_one(void)
{
	char state[REFEREE_STATE_SIZE];

	make_eventful(SENSOR_REED | SENSOR_RFID, "fischer 5+3");
	save(&game.referee, state);
	apply_facts(SENSOR_REED | SENSOR_RFID, "fischer 5+3");
	cut_and_change(state);
	set_up(SENSOR_REED, "setup 2");
	say(AUDIENCE_RED, "ready");
	save(&game.referee, state);
	prepare(&resumed, SENSOR_REED, "setup 2");
	cut_and_change(state);
}

static void refuse_state(const char *state)
{
	expect_refused_state(state, strlen(state));
}

static void test_states_that_make_no_sense_are_refused(void)
{
	begin_and_apply_facts(SENSOR_REED, "none");
	refuse_state("");
	refuse_state("\n");
	refuse_state("state 2\nphase play\nend\n");
	refuse_state("state\nphase play\nend\n");
	refuse_state("phase play\nend\n");
	refuse_state("state 1\nend\n");
	refuse_state("state 1\nphase nonsense\nend\n");
	refuse_state("state 1\nphase setup\nend\n");
	refuse_state("state 1\nphase over\nend\n");
	refuse_state("state 1\nphase defence\nend\n");
	refuse_state("state 1\nphase defence\npending a4-a5\nend\n");
	refuse_state("state 1\nphase defence\npending b8xb7\nend\n");
	refuse_state("state 1\nphase play\npending a4xa7\nend\n");
	refuse_state("state 1\nphase play\nphase play\nend\n");
	refuse_state("state 1\nphase play\nend\nend\n");
	refuse_state("state 1\nphase play\nend\n\n");
	refuse_state("state 1\nphase play\nnonsense\nend\n");
	refuse_state("state 1\nphase play\npaused yes\nend\n");
	refuse_state("state 1\nphase play\ncorrecting\npaused\nend\n");
	refuse_state("state 1\nphase play\ndraw green\nend\n");
	refuse_state("state 1\nphase play\nready red\nend\n");
	refuse_state("state 1\nphase play\nmovement none\nend\n");
	refuse_state("state 1\nphase play\nmovement \nend\n");
	refuse_state("state 1\nphase play\nfaulty a11\nend\n");
	refuse_state("state 1\nphase play\nfaulty a2 a1\nend\n");
	refuse_state("state 1\nphase play\nfaulty a1  a2\nend\n");
	refuse_state("state 1\nphase play\nfaulty\nend\n");
	refuse_state("state 1\nphase play\nline contacts row 11 silent\nend\n");
	refuse_state("state 1\nphase play\nline contacts row 0 silent\nend\n");
	refuse_state("state 1\nphase play\nline contacts line 1 silent\nend\n");
	refuse_state("state 1\nphase play\nline nothing row 1 silent\nend\n");
	refuse_state("state 1\nphase play\nline reader row 1 loud\nend\n");
	refuse_state("state 1\nphase play\nconfirm red a1 a1\nend\n");
	refuse_state("state 1\nphase play\nhomes a1\nend\n");
	refuse_state("state 1\nphase play\nclock 1 1 1 red\nend\n");
	TEST_ASSERT_TRUE(takes_state(&resumed, "state 1\nphase play\nend\n", 23));
}

static void test_states_of_tags_and_clocks_are_checked(void)
{
	static const char begin_of[] = "state 1\nphase play\n";
	static const char *const rests[] = {
		"homes a1 a1 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10 c10\nclock 1 1 1 red\n",
		"homes a1 a2 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10\nclock 1 1 1 red\n",
		"homes a1 a2 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10 c10 d10\nclock 1 1 1 red\n",
		"homes a1 a2 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10 k10\nclock 1 1 1 red\n",
		"homes a1 a2 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10 c10\n",
		"homes a1 a2 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10 c10\nclock 1 1 1 none\n",
		"homes a1 a2 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10 c10\nclock 1 1 red\n",
		"homes a1 a2 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10 c10\n"
		"clock 1 99999999999999999999 1 red\n",
		"homes a1 a2 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10 c10\nclock 01 1 1 red\n",
	};
	char state[REFEREE_STATE_SIZE];

	begin_and_apply_facts(SENSOR_REED | SENSOR_RFID, "total 5");
	for (unsigned i = 0; i < sizeof rests / sizeof *rests; i++) {
		strcpy(state, begin_of);
		strcat(state, rests[i]);
		strcat(state, "end\n");
		refuse_state(state);
	}
}

static void test_overlong_states_are_refused(void)
{
	char *state;

	begin_and_apply_facts(SENSOR_REED, "none");
	expect_refused_state(overlong("", '\n'), OVERLONG);
	state = overlong("", '\n');
	for (size_t i = 0; i + 7 <= OVERLONG; i += 7)
		memcpy(state + i, "paused\n", 7);
	memcpy(state, "state 1\nphase play\n", 19);
	expect_refused_state(state, OVERLONG);
	expect_refused_state(overlong("", 'a'), OVERLONG);
	expect_refused_state(overlong("faulty ", 'a'), OVERLONG);
	expect_refused_state(overlong("", '\xff'), OVERLONG);
}

/* every square faulty, every place asked about, eighty tags, both clocks as long as can be */
static void test_the_largest_state_fits(void)
{
	unsigned number = edition_find("battle-cards", 12);
	struct referee *referee = &game.referee;
	struct referee_options options;
	char state[REFEREE_STATE_SIZE];

	referee_options_default(&options, number);
	options.table.sensors = SENSOR_RFID;
	options.clock.kind = CLOCK_TOTAL;
	options.clock.setup_ms = 1;
	referee_init(referee, &options);
	referee->phase = PHASE_DEFENCE;
	referee->paused = referee->correcting = referee->faulted = true;
	referee->has_setup_clock = true;
	referee->movement = referee->attack_card = CARD_MOCK_ATTACK;
	referee->pending = (struct action){.from = 100, .to = 101, .attack = true};
	referee->pending.movement = referee->pending.attack_card = CARD_MOCK_ATTACK;
	referee->draw_offer = referee->takeback_offer = SIDE_BLUE;
	referee->correction = (struct referee_correction){SIDE_BLUE, 107, 108};
	referee->table.tag_count = TABLE_TAGS;
	for (unsigned i = 0; i < TABLE_TAGS; i++)
		referee_history_fell(&referee->history, i, referee->table.tags[i].home = 108,
				     UINT32_MAX);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		referee->ready[i] = referee->told_complete[i] = true;
		referee->table.places.asked[i] = boards[BOARD_LARGE].land;
		referee->clock.left_us[i] = UINT64_MAX;
	}
	referee->table.single = boards[BOARD_LARGE].land;
	for (unsigned i = 0; i < LINE_SENSORS * LINE_END; i++)
		referee->table.lines.of[i % LINE_SENSORS][i / LINE_SENSORS] =
			(struct table_line){.state = LINE_FAILED, .how = FAULT_LINE_DECLARED};
	referee->clock.turn_left_us = UINT64_MAX;
	referee->clock.setup_due_us = UINT64_MAX - 1;
	referee->clock.running = SIDE_BLUE;
	save(referee, state);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_state_restored_is_saved_the_same);
	RUN_TEST(test_a_set_up_is_saved);
	RUN_TEST(test_set_up_time_begins_with_the_table);
	RUN_TEST(test_a_damaged_state_is_refused_or_another_one);
	RUN_TEST(test_states_that_make_no_sense_are_refused);
	RUN_TEST(test_states_of_tags_and_clocks_are_checked);
	RUN_TEST(test_overlong_states_are_refused);
	RUN_TEST(test_the_largest_state_fits);
	return UNITY_END();
}
