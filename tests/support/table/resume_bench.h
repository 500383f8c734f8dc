/*
 * A game whose facts and states are kept, and referees that continue from them: for tests of
 * resuming, each of which includes this once.
 */
#ifndef TESTS_SUPPORT_TABLE_RESUME_BENCH_H
#define TESTS_SUPPORT_TABLE_RESUME_BENCH_H

#include "daemon/referee/referee_resume.h"
#include "daemon/referee/referee_state.h"
#include "tests/support/table/output.h"

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
	char facts[FACTS_MAX][FACT_SIZE];
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

static inline void hear(void *context, const struct output *output)
{
	(void)context;
	if (output->to == TO_JOURNAL) {
		TEST_ASSERT_EQUAL(EVENT_FACT, output->event);
		TEST_ASSERT_LESS_THAN(FACTS_MAX, game.fact_count);
		output_fact(output, game.facts[game.fact_count++]);
		return;
	}
	game.outputs++;
	game.last = *output;
}

static inline void feed_to(struct referee *referee, struct input input)
{
	input.t_us = game.t_us;
	referee_input(referee, &input, hear, NULL);
}

static inline void say(enum audience speaker, const char *word)
{
	struct input input = {.kind = INPUT_WORD, .speaker = (uint8_t)speaker};

	strcpy(input.word, word);
	feed_to(&game.referee, input);
}

static inline void wait_us(uint64_t us)
{
	game.t_us += us;
	feed_to(&game.referee, (struct input){.kind = INPUT_TICK});
}

static inline void contact(unsigned sq, bool closed)
{
	feed_to(&game.referee,
		(struct input){.kind = INPUT_CONTACT, .sq = (uint8_t)sq, .closed = closed});
	wait_us(100 * MS);
}

static inline struct text text_of(const char *string)
{
	return (struct text){string, strlen(string)};
}

/* a tag for every piece, its number that of the square */
static inline void add_tags(struct referee *referee)
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

static inline void prepare(struct referee *referee, unsigned sensors, const char *clock)
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

static inline void set_up(unsigned sensors, const char *clock)
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

static inline void begin(unsigned sensors, const char *clock)
{
	set_up(sensors, clock);
	say(AUDIENCE_RED, "ready");
	say(AUDIENCE_BLUE, "ready");
	TEST_ASSERT_EQUAL(PHASE_PLAY, game.referee.phase);
}

/* red's scout takes blue's and is lost with it, blue's spy goes forward, and so on: facts of every
 * kind */
static inline void play_on(void)
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

static inline size_t save(const struct referee *referee, char state[REFEREE_STATE_SIZE])
{
	struct out out = out_init(state, REFEREE_STATE_SIZE);
	size_t length = referee_save(referee, &out);

	TEST_ASSERT_FALSE(out.overflow);
	TEST_ASSERT_EQUAL(strlen(state), length);
	return length;
}

/* a new referee with everything but the state */
static inline void apply_facts(unsigned sensors, const char *clock)
{
	prepare(&resumed, sensors, clock);
	for (unsigned i = 0; i < game.fact_count; i++)
		TEST_ASSERT_TRUE_MESSAGE(apply_fact_text(&resumed, text_of(game.facts[i])),
					 game.facts[i]);
}

static inline void begin_and_apply_facts(unsigned sensors, const char *clock)
{
	begin(sensors, clock);
	apply_facts(sensors, clock);
}

static inline void resume(unsigned sensors, const char *clock)
{
	char state[REFEREE_STATE_SIZE];

	apply_facts(sensors, clock);
	save(&game.referee, state);
	TEST_ASSERT_TRUE(referee_restore(&resumed, text_of(state)));
}

/* ---- what must be refused ---- */

enum { OVERLONG = 100000 }; /* more than a referee ever gets at once */

/* that much text, with this beginning; good until the next call */
static inline char *overlong(const char *beginning, char rest)
{
	static char text[OVERLONG + 1]; /* with an end, for messages */

	memset(text, rest, OVERLONG);
	memcpy(text, beginning, strlen(beginning));
	return text;
}

/* in memory of its own, so that reading past the end is caught */
static inline char *alone(const char *text, size_t length)
{
	char *copy = malloc(length ? length : 1);

	TEST_ASSERT_NOT_NULL(copy);
	memcpy(copy, text, length);
	return copy;
}

static inline bool takes_fact(struct referee *referee, const char *fact, size_t length)
{
	char *copy = alone(fact, length);
	bool taken = apply_fact_text(referee, (struct text){copy, length});

	free(copy);
	return taken;
}

static inline bool takes_state(struct referee *referee, const char *state, size_t length)
{
	char *copy = alone(state, length);
	bool taken = referee_restore(referee, (struct text){copy, length});

	free(copy);
	return taken;
}

static inline void expect_refused_fact(const char *fact, size_t length)
{
	untouched = resumed;
	TEST_ASSERT_FALSE_MESSAGE(takes_fact(&resumed, fact, length), fact);
	TEST_ASSERT_EQUAL_MEMORY(&untouched, &resumed, sizeof resumed);
}

static inline void expect_refused_state(const char *state, size_t length)
{
	untouched = resumed;
	TEST_ASSERT_FALSE_MESSAGE(takes_state(&resumed, state, length), state);
	TEST_ASSERT_EQUAL_MEMORY(&untouched, &resumed, sizeof resumed);
}

static inline void refuse(const char *fact)
{
	expect_refused_fact(fact, strlen(fact));
}

#endif
