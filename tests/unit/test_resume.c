/*
 * Facts and saved states that are damaged, lie or come at the wrong time are refused and change
 * nothing; and what a resumed referee does before it has seen the table. That it goes on as the old
 * one would have done is tests/property/prop_resume.c's matter.
 */
#include "daemon/referee_resume.h"
#include "daemon/referee_state.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

enum {
	MS = 1000,
	SECOND = 1000 * MS,
	FACTS_MAX = 64,
	A4 = 3 * SQ_STRIDE,
	A5 = A4 + SQ_STRIDE,
	A7 = A5 + 2 * SQ_STRIDE,
	B8 = A7 + SQ_STRIDE + 1,
	B7 = A7 + 1,
};

static const char red_rows[] = "F........./B3......../9M......../2.21......";
static const char blue_rows[] = "2........./M1......../B3......../F29.......";

/* a living referee, and what it has told the journal */
static struct {
	struct referee referee;
	uint64_t t_us;
	char facts[FACTS_MAX][REFEREE_WORD_SIZE];
	unsigned fact_count, outputs;
	struct output last;
} game;

static struct referee resumed, untouched;

void setUp(void)
{
}

void tearDown(void)
{
}

/* ---- a game ---- */

static void hear(void *context, const struct output *output)
{
	(void)context;
	if (output->to == TO_JOURNAL) {
		TEST_ASSERT_EQUAL(EVENT_FACT, output->event);
		TEST_ASSERT_LESS_THAN(FACTS_MAX, game.fact_count);
		strcpy(game.facts[game.fact_count++], output->text);
		return;
	}
	game.outputs++;
	game.last = *output;
}

static void feed_to(struct referee *referee, struct input input)
{
	input.t_us = game.t_us;
	referee_input(referee, &input, hear, NULL);
}

static void say(enum audience speaker, const char *word)
{
	struct input input = {.kind = INPUT_WORD, .speaker = (uint8_t)speaker};

	strcpy(input.word, word);
	feed_to(&game.referee, input);
}

static void wait_us(uint64_t us)
{
	game.t_us += us;
	feed_to(&game.referee, (struct input){.kind = INPUT_TICK});
}

static void contact(unsigned sq, bool closed)
{
	feed_to(&game.referee,
		(struct input){.kind = INPUT_CONTACT, .sq = (uint8_t)sq, .closed = closed});
	wait_us(100 * MS);
}

static struct text text_of(const char *string)
{
	return (struct text){string, strlen(string)};
}

/* a tag for every piece, its number that of the square */
static void add_tags(struct referee *referee)
{
	const struct public_position *open = &referee->game.position.open;
	struct bits all = public_occupied(open);
	struct view view;

	view_make(&view, &referee->game, AUDIENCE_ARBITER);
	while (bits_any(all)) {
		unsigned sq = bits_take(&all);
		struct record_tag tag = {.id = {(uint8_t)(sq + 1)}, .length = 1};

		tag.side = (uint8_t)public_side_at(open, sq);
		tag.piece = (uint8_t)piece_parse(view.code[sq]);
		TEST_ASSERT_TRUE(referee_add_tag(referee, &tag));
	}
}

static void prepare(struct referee *referee, unsigned sensors, const char *clock)
{
	unsigned number = edition_find("barrage", 7);
	struct referee_options options;
	struct game start;

	referee_options_default(&options, number);
	options.table.sensors = (uint8_t)sensors;
	referee_option_set(&options, text_of("clock"), text_of(clock));
	game_init(&start, number);
	TEST_ASSERT_TRUE(
		position_put_rows(&start.position, SIDE_RED, 0, 4, red_rows, strlen(red_rows)));
	TEST_ASSERT_TRUE(
		position_put_rows(&start.position, SIDE_BLUE, 6, 4, blue_rows, strlen(blue_rows)));
	referee_init(referee, &options);
	referee_prepare(referee, &start, false, SIDE_RED);
	if (sensors & SENSOR_RFID)
		add_tags(referee);
}

static void set_up(unsigned sensors, const char *clock)
{
	struct bits all;

	memset(&game, 0, sizeof game);
	prepare(&game.referee, sensors, clock);
	all = public_occupied(&game.referee.game.position.open);
	feed_to(&game.referee, (struct input){.kind = INPUT_FRAME, .frame = all});
	while (sensors & SENSOR_RFID && bits_any(all)) {
		unsigned sq = bits_take(&all);

		feed_to(&game.referee, (struct input){.kind = INPUT_TAG,
						      .sq = (uint8_t)sq,
						      .closed = true,
						      .tag = {1, {(uint8_t)(sq + 1)}}});
	}
	wait_us(SECOND);
}

static void begin(unsigned sensors, const char *clock)
{
	set_up(sensors, clock);
	say(AUDIENCE_RED, "ready");
	say(AUDIENCE_BLUE, "ready");
	TEST_ASSERT_EQUAL(PHASE_PLAY, game.referee.phase);
}

/* red's scout takes blue's and is lost with it, blue's spy goes forward, and so on: facts of every
 * kind */
static void play_on(void)
{
	contact(A4, false);
	say(AUDIENCE_RED, "attack a7");
	contact(A7, false);
	wait_us(SECOND);
	contact(B8, false);
	contact(B7, true);
	wait_us(SECOND);
	say(AUDIENCE_BLUE, "offer-takeback");
	say(AUDIENCE_RED, "accept-takeback");
	contact(B7, false);
	contact(B8, true);
	say(AUDIENCE_ARBITER, "correct a5 red 2");
	say(AUDIENCE_ARBITER, "correct d4 empty");
	say(AUDIENCE_ARBITER, "correct turn red");
	say(AUDIENCE_ARBITER, "correct done");
}

static size_t save(const struct referee *referee, char state[REFEREE_STATE_SIZE])
{
	struct out out = out_init(state, REFEREE_STATE_SIZE);
	size_t length = referee_save(referee, &out);

	TEST_ASSERT_FALSE(out.overflow);
	TEST_ASSERT_EQUAL(strlen(state), length);
	return length;
}

/* a new referee with everything but the state */
static void apply_facts(unsigned sensors, const char *clock)
{
	prepare(&resumed, sensors, clock);
	for (unsigned i = 0; i < game.fact_count; i++)
		TEST_ASSERT_TRUE_MESSAGE(referee_apply_fact(&resumed, text_of(game.facts[i])),
					 game.facts[i]);
}

static void resume(unsigned sensors, const char *clock)
{
	char state[REFEREE_STATE_SIZE];

	apply_facts(sensors, clock);
	save(&game.referee, state);
	TEST_ASSERT_TRUE(referee_restore(&resumed, text_of(state)));
}

/* ---- what must not be taken ---- */

/* in memory of its own, so that whatever reads behind the end is caught */
static char *alone(const char *text, size_t length)
{
	char *copy = malloc(length ? length : 1);

	TEST_ASSERT_NOT_NULL(copy);
	memcpy(copy, text, length);
	return copy;
}

static bool takes_fact(struct referee *referee, const char *fact, size_t length)
{
	char *copy = alone(fact, length);
	bool taken = referee_apply_fact(referee, (struct text){copy, length});

	free(copy);
	return taken;
}

static bool takes_state(struct referee *referee, const char *state, size_t length)
{
	char *copy = alone(state, length);
	bool taken = referee_restore(referee, (struct text){copy, length});

	free(copy);
	return taken;
}

static void expect_refused_fact(const char *fact, size_t length)
{
	untouched = resumed;
	TEST_ASSERT_FALSE_MESSAGE(takes_fact(&resumed, fact, length), fact);
	TEST_ASSERT_EQUAL_MEMORY(&untouched, &resumed, sizeof resumed);
}

static void expect_refused_state(const char *state, size_t length)
{
	untouched = resumed;
	TEST_ASSERT_FALSE_MESSAGE(takes_state(&resumed, state, length), state);
	TEST_ASSERT_EQUAL_MEMORY(&untouched, &resumed, sizeof resumed);
}

static void refuse(const char *fact)
{
	expect_refused_fact(fact, strlen(fact));
}

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
		TEST_ASSERT_TRUE(referee_apply_fact(&resumed, text_of(game.facts[i])));
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
		TEST_ASSERT_TRUE(referee_apply_fact(&resumed, text_of(game.facts[i])));
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
		TEST_ASSERT_TRUE(referee_apply_fact(&resumed, text_of(game.facts[i])));
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
	TEST_ASSERT_TRUE(referee_apply_fact(
		&resumed, text_of("setup red F........./B3......../9M......../2.22......")));
	refuse("begin red"); /* with such an army */
}

static void test_facts_against_the_rules(void)
{
	begin(SENSOR_REED, "none");
	apply_facts(SENSOR_REED, "none");
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
	refuse("end none arbiter");
	refuse("end green arbiter");
	refuse("takeback");
	TEST_ASSERT_TRUE(referee_apply_fact(&resumed, text_of("end draw arbiter")));
	refuse("end draw arbiter");
	refuse("play red a4-a5");
	refuse("place a5 empty");
	refuse("turn blue");
	refuse("reposition");
}

static void test_overlong_facts_are_refused(void)
{
	enum { LONG = 100000 };
	char *fact = malloc(LONG);

	TEST_ASSERT_NOT_NULL(fact);
	begin(SENSOR_REED, "none");
	apply_facts(SENSOR_REED, "none");
	memset(fact, ' ', LONG);
	expect_refused_fact(fact, LONG);
	memcpy(fact, "play red", 8);
	expect_refused_fact(fact, LONG);
	memcpy(fact + LONG - 5, "a4-a5", 5);
	expect_refused_fact(fact, LONG);
	memset(fact, 'a', LONG);
	memcpy(fact, "play red ", 9);
	expect_refused_fact(fact, LONG);
	memcpy(fact, "place ", 6);
	expect_refused_fact(fact, LONG);
	memset(fact, 0xff, LONG);
	expect_refused_fact(fact, LONG);
	free(fact);
}

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
	bits_add(&game.referee.table.faulty, A5); /* found so, and not by the arbiter */
	game.referee.table.trusted_us[A5] = TABLE_NEVER;
	game.referee.table.confirming[SIDE_BLUE] = bits_or(bits_of(B8), bits_of(A7));
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
				 "draw blue\n"
				 "takeback red\n"
				 "faulty a5\n"
				 "declared c4 b9\n"
				 "confirm blue a7 b8\n"
				 "homes a1 a2 b2 a3 b3 - c4 d4 - a8 b8 a9 b9 a10 b10 c10\n"
				 "homes-before a1 a2 b2 a3 b3 a4 c4 d4 a7 a8 b8 a9 b9 a10 b10 c10\n"
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
	begin(SENSOR_REED, "none");
	apply_facts(SENSOR_REED, "none");
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

	begin(SENSOR_REED | SENSOR_RFID, "total 5");
	apply_facts(SENSOR_REED | SENSOR_RFID, "total 5");
	for (unsigned i = 0; i < sizeof rests / sizeof *rests; i++) {
		strcpy(state, begin_of);
		strcat(state, rests[i]);
		strcat(state, "end\n");
		refuse_state(state);
	}
}

static void test_overlong_states_are_refused(void)
{
	enum { LONG = 100000 };
	char *state = malloc(LONG);

	TEST_ASSERT_NOT_NULL(state);
	begin(SENSOR_REED, "none");
	apply_facts(SENSOR_REED, "none");
	memset(state, '\n', LONG);
	expect_refused_state(state, LONG);
	for (size_t i = 0; i + 7 <= LONG; i += 7)
		memcpy(state + i, "paused\n", 7);
	memcpy(state, "state 1\nphase play\n", 19);
	expect_refused_state(state, LONG);
	memset(state, 'a', LONG);
	expect_refused_state(state, LONG);
	memcpy(state, "faulty ", 7);
	expect_refused_state(state, LONG);
	memset(state, 0xff, LONG);
	expect_refused_state(state, LONG);
	free(state);
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
	referee->paused = referee->correcting = referee->has_setup_clock = true;
	referee->has_before = true;
	referee->movement = referee->attack_card = CARD_MOCK_ATTACK;
	referee->pending = (struct action){.from = 100, .to = 101, .attack = true};
	referee->pending.movement = referee->pending.attack_card = CARD_MOCK_ATTACK;
	referee->draw_offer = referee->takeback_offer = SIDE_BLUE;
	memset(referee->homes_before, 108, sizeof referee->homes_before);
	referee->table.tag_count = TABLE_TAGS;
	for (unsigned i = 0; i < TABLE_TAGS; i++)
		referee->table.tags[i].home = 108;
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		referee->ready[i] = referee->told_complete[i] = true;
		referee->table.confirming[i] = boards[BOARD_LARGE].land;
		referee->clock.left_us[i] = UINT64_MAX;
	}
	referee->table.faulty = boards[BOARD_LARGE].land;
	referee->clock.turn_left_us = UINT64_MAX;
	referee->clock.setup_due_us = UINT64_MAX - 1;
	referee->clock.running = SIDE_BLUE;
	save(referee, state);
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
		(struct input){.kind = INPUT_WORD, .speaker = AUDIENCE_BLUE, .word = "resign"});
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
	RUN_TEST(test_facts_against_the_rules);
	RUN_TEST(test_overlong_facts_are_refused);
	RUN_TEST(test_a_state_restored_is_saved_the_same);
	RUN_TEST(test_a_set_up_is_saved);
	RUN_TEST(test_a_damaged_state_is_refused_or_another_one);
	RUN_TEST(test_states_that_make_no_sense_are_refused);
	RUN_TEST(test_states_of_tags_and_clocks_are_checked);
	RUN_TEST(test_overlong_states_are_refused);
	RUN_TEST(test_the_largest_state_fits);
	RUN_TEST(test_a_resumed_referee_waits_for_the_table);
	RUN_TEST(test_a_resumed_set_up_goes_on);
	return UNITY_END();
}
