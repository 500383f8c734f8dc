/*
 * A bad contact never floods an audience: a thousand changes a second on one square for a minute,
 * while people go on playing elsewhere.
 */
#include "daemon/referee/referee_state.h"

#include "unity.h"

#include <string.h>

enum {
	MS = 1000,
	SECOND = 1000 * MS,
	EMPTY_SQ = 5 * SQ_STRIDE + 8, /* i6, out of everybody's way */
	OWN_SQ = 6,		      /* g1, a red scout's */
	ENEMY_SQ = 8 * SQ_STRIDE,     /* a9, in nobody's reach */
	OUTPUTS_A_MOVE = 3	      /* the move and the turn, and one to spare */
};

struct table_at_rest {
	struct referee referee;
	uint64_t t_us;
	unsigned bad_sq;
	bool flutters;
	unsigned outputs, faults, trusted, moves, others;
};

static struct table_at_rest table;

void setUp(void)
{
}

void tearDown(void)
{
}

static void hear(void *context, const struct output *output)
{
	struct table_at_rest *heard = context;

	if (output->to == TO_JOURNAL)
		return;
	heard->outputs++;
	if (output->event == EVENT_MOVE)
		heard->moves++;
	else if (output->event == EVENT_FAULT && strcmp(output->text, "trusted") == 0)
		heard->trusted++;
	else if (output->event == EVENT_FAULT)
		heard->faults++;
	else if (output->event != EVENT_TURN && output->event != EVENT_SETUP_COMPLETE)
		heard->others++;
	if (output->event != EVENT_FAULT)
		return;
	TEST_ASSERT_EQUAL(AUDIENCE_ARBITER, output->to);
	TEST_ASSERT_TRUE(bits_equal(bits_of(heard->bad_sq), output->squares));
}

static void feed(struct input input)
{
	input.t_us = table.t_us;
	referee_input(&table.referee, &input, hear, &table);
}

static void contact(unsigned sq, bool closed)
{
	feed((struct input){.kind = INPUT_CONTACT, .sq = (uint8_t)sq, .closed = closed});
}

static void say(enum audience speaker, const char *word)
{
	struct input input = {.kind = INPUT_WORD, .speaker = (uint8_t)speaker};

	strcpy(input.word, word);
	feed(input);
}

/* time passes, and the bad contact changes every half of its period */
static void pass(uint64_t us, uint64_t period_us)
{
	uint64_t end_us = table.t_us + us;

	for (; table.flutters && table.t_us + period_us <= end_us; table.t_us += period_us) {
		contact(table.bad_sq, !table.referee.table.contacts[table.bad_sq].raw);
	}
	table.t_us = end_us;
	feed((struct input){.kind = INPUT_TICK});
}

static void set_up(unsigned bad_sq)
{
	static const char red[] = "......2B2F/.......M19/........3./..........";
	static const char blue[] = "2........./1........./BM......../F239......";
	unsigned number = edition_find("barrage", 7);
	struct referee_options options;
	struct game game;

	memset(&table, 0, sizeof table);
	table.bad_sq = bad_sq;
	referee_options_default(&options, number);
	game_init(&game, number);
	TEST_ASSERT_TRUE(position_put_rows(&game.position, SIDE_RED, 0, 4, red, sizeof red - 1));
	TEST_ASSERT_TRUE(position_put_rows(&game.position, SIDE_BLUE, 6, 4, blue, sizeof blue - 1));
	referee_init(&table.referee, &options);
	referee_prepare(&table.referee, &game, false, SIDE_RED);
	feed((struct input){.kind = INPUT_FRAME, .frame = public_occupied(&game.position.open)});
	pass(SECOND, SECOND);
}

static void begin(unsigned bad_sq)
{
	set_up(bad_sq);
	say(AUDIENCE_RED, "ready");
	say(AUDIENCE_BLUE, "ready");
	TEST_ASSERT_EQUAL(PHASE_PLAY, table.referee.phase);
	TEST_ASSERT_EQUAL(3, table.outputs);
}

static void move(unsigned from, unsigned to, uint64_t period_us)
{
	unsigned moves = table.moves;

	contact(from, false);
	pass(300 * MS, period_us);
	contact(to, true);
	pass(1700 * MS, period_us);
	TEST_ASSERT_EQUAL_MESSAGE(moves + 1, table.moves, "a move elsewhere was not recognised");
}

/* Two seconds a move: red's general up and down the j column, blue's scout along the a column, each
 * taking care not to shuttle (two-squares). */
static unsigned play_for_a_minute(uint64_t period_us)
{
	static const uint8_t red[] = {1, 2, 3, 4, 3, 2}, blue[] = {6, 5, 4, 3, 4, 5};
	unsigned moves = 0;

	for (unsigned i = 0; moves < 30; i++) {
		move(sq_at(9, red[i % 6]), sq_at(9, red[(i + 1) % 6]), period_us);
		move(sq_at(0, blue[i % 6]), sq_at(0, blue[(i + 1) % 6]), period_us);
		moves += 2;
	}
	return moves;
}

static void check_flood(unsigned bad_sq, uint64_t period_us)
{
	unsigned moves;

	begin(bad_sq);
	table.flutters = true;
	moves = play_for_a_minute(period_us);
	TEST_ASSERT_EQUAL(moves, table.moves);
	TEST_ASSERT_EQUAL_MESSAGE(1, table.faults, "the arbiter is told once");
	TEST_ASSERT_EQUAL(0, table.trusted);
	TEST_ASSERT_LESS_OR_EQUAL(3 + moves * OUTPUTS_A_MOVE + 1, table.outputs);
	TEST_ASSERT_EQUAL_MESSAGE(0, table.others, "nobody else need hear of it");
	TEST_ASSERT_TRUE(bits_has(table.referee.table.faulty, table.bad_sq));
}

/* a minute of sense: the contact is quiet, and says what is so */
static void check_trust(void)
{
	table.flutters = false;
	contact(table.bad_sq, table.bad_sq != EMPTY_SQ);
	pass(59 * SECOND, SECOND);
	TEST_ASSERT_EQUAL_MESSAGE(0, table.trusted, "trusted before a minute has passed");
	pass(2 * SECOND, SECOND);
	TEST_ASSERT_EQUAL(1, table.trusted);
	TEST_ASSERT_FALSE(bits_has(table.referee.table.faulty, table.bad_sq));
	TEST_ASSERT_EQUAL(0, table.others);
}

static void test_a_thousand_changes_a_second(void)
{
	check_flood(EMPTY_SQ, MS);
	check_trust();
}

/* slower than the debounce time, so that every change counts: 40 a second */
static void test_every_change_a_settled_one(void)
{
	check_flood(EMPTY_SQ, 25 * MS);
	check_trust();
}

static void test_nobody_is_told_of_it_again_once_it_is_trusted(void)
{
	unsigned outputs;

	check_flood(EMPTY_SQ, MS);
	check_trust();
	outputs = table.outputs;
	pass(600 * SECOND, SECOND);
	TEST_ASSERT_EQUAL(outputs, table.outputs);
}

/* what begins again is told again, once */
static void test_a_second_fit_is_a_second_fault(void)
{
	check_flood(EMPTY_SQ, MS);
	check_trust();
	table.flutters = true;
	pass(60 * SECOND, MS);
	TEST_ASSERT_EQUAL(2, table.faults);
	TEST_ASSERT_EQUAL(0, table.others);
}

static void test_under_a_piece(void)
{
	check_flood(OWN_SQ, MS);
	check_trust();
	check_flood(ENEMY_SQ, MS);
	check_trust();
	check_flood(OWN_SQ, 25 * MS);
	check_trust();
	check_flood(ENEMY_SQ, 25 * MS);
	check_trust();
}

static void test_behind_the_screen(void)
{
	set_up(EMPTY_SQ);
	table.flutters = true;
	pass(60 * SECOND, MS);
	TEST_ASSERT_EQUAL(1, table.faults);
	TEST_ASSERT_EQUAL(1, table.outputs);
}

static void test_a_contact_that_stops_closed_is_not_trusted(void)
{
	check_flood(EMPTY_SQ, MS);
	table.flutters = false;
	contact(EMPTY_SQ, true);
	pass(300 * SECOND, SECOND);
	TEST_ASSERT_EQUAL(0, table.trusted);
	TEST_ASSERT_EQUAL(1, table.faults);
	TEST_ASSERT_EQUAL(0, table.others);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_thousand_changes_a_second);
	RUN_TEST(test_every_change_a_settled_one);
	RUN_TEST(test_nobody_is_told_of_it_again_once_it_is_trusted);
	RUN_TEST(test_a_second_fit_is_a_second_fault);
	RUN_TEST(test_under_a_piece);
	RUN_TEST(test_behind_the_screen);
	RUN_TEST(test_a_contact_that_stops_closed_is_not_trusted);
	return UNITY_END();
}
