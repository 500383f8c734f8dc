/*
 * The states of a turn: every event in every state leads where table_turn.c says, and while a turn
 * is halted nothing is read. Each table is brought into its state by contacts and time alone.
 */
#include "tests/support/table/small_table.h"

#include "unity.h"

enum { STATES = TURN_GONE_ON + 1 };

static struct small_table small;
static struct table *const table = &small.table;

static unsigned red_sq(unsigned n)
{
	return sq_at(n, 0);
}

static unsigned blue_sq(unsigned n)
{
	return sq_at(n, 9);
}

static void pass(unsigned ms)
{
	small_table_pass(&small, ms);
}

static void lift(unsigned sq)
{
	small_table_lift(&small, sq);
}

static void drop(unsigned sq)
{
	small_table_drop(&small, sq);
}

void setUp(void)
{
	small_table_begin(&small);
}

void tearDown(void)
{
}

/* ---- the way into each state ---- */

static void into_none(void)
{
}

static void into_open(void)
{
	table_play(table, small.t_us, &small.open);
}

static void into_complete(void)
{
	into_open();
	lift(red_sq(3));
	drop(sq_at(3, 1));
}

/* The opponent lifts a piece, or going on would only be another complete move. */
static void into_gone_on(void)
{
	into_complete();
	lift(blue_sq(0));
	lift(sq_at(3, 1));
	drop(sq_at(3, 2));
}

static void sweep(void)
{
	for (unsigned i = 0; i < 3; i++) {
		lift(red_sq(i));
		lift(blue_sq(i));
	}
	pass(4000);
}

static void into_correcting(void)
{
	into_open();
	sweep();
}

static void (*const ways[STATES])(void) = {
	[TURN_NONE] = into_none,       [TURN_CORRECTING] = into_correcting,
	[TURN_OPEN] = into_open,       [TURN_COMPLETE] = into_complete,
	[TURN_GONE_ON] = into_gone_on,
};

/* ---- what happens there ---- */

static void play(void)
{
	table_play(table, small.t_us, &small.open);
}

static void stop(void)
{
	table_stop(table, small.t_us);
}

static void halt_and_go_on(void)
{
	table_halt(table);
	table_go_on(table);
}

/* The piece has left its square by now or will be taken off: what matters is whose turn it is. */
static void accept(void)
{
	small.open.to_move = SIDE_BLUE;
	bits_drop(&small.open.holds[SIDE_RED], red_sq(3));
	table_accept_attack(table, small.t_us, &small.open, red_sq(3), blue_sq(2), BATTLE_LOST);
}

static void refuse(void)
{
	table_refuse(table, small.t_us, SIDE_RED, red_sq(3), sq_at(3, 1));
}

static void done(void)
{
	table_done(table, small.t_us);
	pass(0);
}

static void wait_a_minute(void)
{
	pass(60000);
}

static void jog_elsewhere(void)
{
	lift(red_sq(0));
	drop(red_sq(0));
}

static void put_all_back(void)
{
	table_frame(table, small.t_us, public_occupied(&small.open));
	pass(SMALL_TABLE_BRIEF_MS);
}

struct event {
	const char *name;
	void (*happens)(void);
	uint8_t after[STATES]; /* in the order of enum turn_state */
};

/* clang-format off */
static const struct event events[] = {
	/*                                  NONE       CORRECTING       OPEN             COMPLETE         GONE_ON */
	{"play",            play,           {TURN_OPEN, TURN_OPEN,       TURN_OPEN,       TURN_OPEN,       TURN_OPEN}},
	{"stop",            stop,           {TURN_NONE, TURN_NONE,       TURN_NONE,       TURN_NONE,       TURN_NONE}},
	{"halt and go on",  halt_and_go_on, {TURN_OPEN, TURN_CORRECTING, TURN_OPEN,       TURN_COMPLETE,   TURN_GONE_ON}},
	{"accept",          accept,         {TURN_NONE, TURN_OPEN,       TURN_OPEN,       TURN_OPEN,       TURN_OPEN}},
	{"refuse",          refuse,         {TURN_NONE, TURN_CORRECTING, TURN_OPEN,       TURN_OPEN,       TURN_OPEN}},
	{"Done",            done,           {TURN_NONE, TURN_CORRECTING, TURN_OPEN,       TURN_COMPLETE,   TURN_GONE_ON}},
	{"a minute passes", wait_a_minute,  {TURN_NONE, TURN_CORRECTING, TURN_OPEN,       TURN_COMPLETE,   TURN_GONE_ON}},
	{"a jog",           jog_elsewhere,  {TURN_NONE, TURN_CORRECTING, TURN_OPEN,       TURN_COMPLETE,   TURN_GONE_ON}},
	{"all put back",    put_all_back,   {TURN_NONE, TURN_OPEN,       TURN_OPEN,       TURN_OPEN,       TURN_OPEN}},
	{"all swept off",   sweep,          {TURN_NONE, TURN_CORRECTING, TURN_CORRECTING, TURN_CORRECTING, TURN_CORRECTING}},
};
/* clang-format on */

static void test_every_event_in_every_state(void)
{
	for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
		for (unsigned state = 0; state < STATES; state++) {
			setUp();
			ways[state]();
			TEST_ASSERT_EQUAL_MESSAGE(state, table->turn.state, "on the way");
			events[i].happens();
			TEST_ASSERT_EQUAL_MESSAGE(events[i].after[state], table->turn.state,
						  events[i].name);
		}
}

static unsigned found_besides_changes(void)
{
	unsigned count = 0;

	for (unsigned i = 0; i < FOUND_CHANGE; i++)
		count += small.found[i];
	return count;
}

static void test_a_halted_turn_reads_nothing(void)
{
	into_open();
	table_halt(table);
	TEST_ASSERT_FALSE(table_is_playing(table));
	lift(red_sq(3));
	drop(sq_at(3, 1));
	pass(10000);
	TEST_ASSERT_FALSE(table_done(table, small.t_us));
	TEST_ASSERT_EQUAL(2, small.found[FOUND_CHANGE]);
	TEST_ASSERT_EQUAL(0, found_besides_changes());
	table_go_on(table);
	TEST_ASSERT_TRUE(table_is_playing(table));
	TEST_ASSERT_TRUE(table_done(table, small.t_us));
	pass(0);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_ACTION]);
}

/* Setting it back forgets it, and it may be tried and refused again. */
static void test_a_refused_try_is_declared_once(void)
{
	into_complete();
	pass(1000);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_ACTION]);
	refuse();
	pass(10000);
	TEST_ASSERT_FALSE(table_done(table, small.t_us));
	TEST_ASSERT_EQUAL(1, small.found[FOUND_ACTION]);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_GUIDE]);
	put_all_back();
	TEST_ASSERT_EQUAL(1, small.found[FOUND_RIGHT]);
	lift(red_sq(3));
	drop(sq_at(3, 1));
	pass(1000);
	TEST_ASSERT_EQUAL(2, small.found[FOUND_ACTION]);
}

static void test_a_question_is_put_once_until_something_changes(void)
{
	into_open();
	lift(red_sq(0)); /* blue's piece at the other end of the file is in its reach */
	pass(9000);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_QUESTION]);
	TEST_ASSERT_EQUAL(ASK_OPEN, table->ask.state);
	TEST_ASSERT_TRUE(table_answer_target(table, small.t_us, blue_sq(0)));
	TEST_ASSERT_EQUAL(ASK_SPENT, table->ask.state);
	refuse();
	TEST_ASSERT_EQUAL(ASK_FREE, table->ask.state);
	pass(0);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_ANSWERED]);
	drop(red_sq(0));
	lift(red_sq(0));
	pass(9000);
	TEST_ASSERT_EQUAL(2, small.found[FOUND_QUESTION]);
	drop(red_sq(0));
	TEST_ASSERT_EQUAL(1, small.found[FOUND_ANSWERED]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_every_event_in_every_state);
	RUN_TEST(test_a_halted_turn_reads_nothing);
	RUN_TEST(test_a_refused_try_is_declared_once);
	RUN_TEST(test_a_question_is_put_once_until_something_changes);
	return UNITY_END();
}
