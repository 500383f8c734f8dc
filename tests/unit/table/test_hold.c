/* A piece in the hand: what it might attack is offered, and asked about only after a long time. */
#include "tests/support/table/small_table.h"

#include "unity.h"

static struct small_table small;
static struct table *const table = &small.table;

enum { A1 = 0, D1 = 3, ASKED_MS = 8100 };

void setUp(void)
{
	small_table_begin(&small);
	table_play(table, small.t_us, &small.open);
}

void tearDown(void)
{
}

static unsigned blue_sq(unsigned n)
{
	return sq_at(n, 9);
}

static bool is_offered(enum side side)
{
	return table_offer(table, side).from != SQ_OFF_BOARD;
}

static void test_a_piece_in_reach_is_offered_to_its_player_alone(void)
{
	small_table_lift(&small, A1);
	TEST_ASSERT_FALSE(is_offered(SIDE_RED)); /* a move is often over by then */
	small_table_pass(&small, 800);
	TEST_ASSERT_FALSE(is_offered(SIDE_RED)); /* it is far away */
	small_table_pass(&small, 1700);
	TEST_ASSERT_EQUAL(A1, table_offer(table, SIDE_RED).from);
	TEST_ASSERT_TRUE(bits_equal(bits_of(blue_sq(0)), table_offer(table, SIDE_RED).targets));
	TEST_ASSERT_FALSE(is_offered(SIDE_BLUE));
	TEST_ASSERT_EQUAL(0, small.found[FOUND_QUESTION]);
}

static void test_a_piece_beside_is_offered_sooner(void)
{
	unsigned beside = sq_at(0, 1);

	bits_add(&small.open.holds[SIDE_BLUE], beside);
	small_table_drop(&small, beside);
	table_play(table, small.t_us, &small.open);
	small_table_lift(&small, A1);
	small_table_pass(&small, 800);
	TEST_ASSERT_TRUE(bits_equal(bits_of(beside), table_offer(table, SIDE_RED).targets));
}

static void test_nothing_is_offered_without_an_enemy_in_line(void)
{
	small_table_lift(&small, D1);
	small_table_pass(&small, 2 * ASKED_MS);
	TEST_ASSERT_FALSE(bits_any(table_offer(table, SIDE_RED).targets));
	TEST_ASSERT_EQUAL(0, small.found[FOUND_QUESTION]);
}

static void test_a_piece_that_is_long_off_may_stand_unseen(void)
{
	unsigned beside = sq_at(3, 1);

	small_table_lift(&small, D1);
	small_table_pass(&small, 3000);
	TEST_ASSERT_FALSE(is_offered(SIDE_RED));
	small_table_pass(&small, 500);
	TEST_ASSERT_TRUE(bits_has(table_offer(table, SIDE_RED).stands, beside));
	TEST_ASSERT_FALSE(bits_has(table_offer(table, SIDE_RED).stands, sq_at(3, 3)));
	TEST_ASSERT_EQUAL(0, small.found[FOUND_GUIDE]);
}

static void test_it_goes_when_the_piece_is_set_down(void)
{
	small_table_lift(&small, A1);
	small_table_pass(&small, 1000);
	small_table_drop(&small, A1);
	TEST_ASSERT_FALSE(is_offered(SIDE_RED));
	small_table_pass(&small, ASKED_MS);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_QUESTION]);
}

static void test_one_word_takes_it(void)
{
	small_table_lift(&small, A1);
	TEST_ASSERT_FALSE(table_answer_target(table, small.t_us, blue_sq(0)));
	small_table_pass(&small, 3000);
	TEST_ASSERT_FALSE(table_answer_target(table, small.t_us, blue_sq(1)));
	TEST_ASSERT_TRUE(table_answer_target(table, small.t_us, blue_sq(0)));
	small_table_pass(&small, 0);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_ACTION]);
	TEST_ASSERT_EQUAL(A1, small.last[FOUND_ACTION].from);
	TEST_ASSERT_EQUAL(blue_sq(0), small.last[FOUND_ACTION].to);
	TEST_ASSERT_EQUAL(small.t_us, small.last[FOUND_ACTION].last_change_us);
}

static void test_a_word_that_comes_too_late_takes_nothing(void)
{
	small_table_lift(&small, A1);
	small_table_pass(&small, 1000);
	small_table_drop(&small, sq_at(0, 1));
	TEST_ASSERT_FALSE(table_answer_target(table, small.t_us, blue_sq(0)));
}

static void test_a_long_hold_is_asked_about_once(void)
{
	small_table_lift(&small, A1);
	small_table_pass(&small, 7000);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_QUESTION]);
	small_table_pass(&small, 1100);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_QUESTION]);
	TEST_ASSERT_EQUAL(QUESTION_TARGET, small.last[FOUND_QUESTION].question);
	TEST_ASSERT_TRUE(is_offered(SIDE_RED));
	small_table_pass(&small, 2 * ASKED_MS);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_QUESTION]);
	small_table_drop(&small, A1);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_ANSWERED]);
}

/* A player who has touched a piece and presses Done at once is asked at once. */
static void test_done_asks_while_nothing_is_offered(void)
{
	small_table_lift(&small, A1);
	TEST_ASSERT_TRUE(table_done(table, small.t_us));
	small_table_pass(&small, 0);
	TEST_ASSERT_TRUE(bits_equal(bits_of(blue_sq(0)), small.last[FOUND_QUESTION].squares));
}

/* With the choice in sight, Done means that it is none of these: a contact may hide the move. */
static void test_done_offers_more_than_is_in_sight(void)
{
	small_table_lift(&small, A1);
	small_table_pass(&small, 3000);
	TEST_ASSERT_TRUE(table_done(table, small.t_us));
	small_table_pass(&small, 0);
	TEST_ASSERT_TRUE(bits_has(small.last[FOUND_QUESTION].squares, sq_at(0, 1)));
}

static void test_both_pieces_off_need_neither(void)
{
	small_table_lift(&small, A1);
	small_table_pass(&small, 5000);
	small_table_lift(&small, blue_sq(0));
	TEST_ASSERT_FALSE(is_offered(SIDE_RED));
	small_table_pass(&small, 1000);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_ACTION]);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_QUESTION]);
}

static void test_nothing_is_offered_between_turns(void)
{
	small_table_lift(&small, A1);
	small_table_pass(&small, 3000);
	table_halt(table);
	TEST_ASSERT_FALSE(is_offered(SIDE_RED));
	table_go_on(table);
	TEST_ASSERT_TRUE(is_offered(SIDE_RED));
	table_stop(table, small.t_us);
	TEST_ASSERT_FALSE(is_offered(SIDE_RED));
	small_table_pass(&small, ASKED_MS);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_QUESTION]);
}

/* A piece that has to be put back is not asked about. */
static void test_a_refused_piece_is_not_asked_about(void)
{
	small_table_lift(&small, A1);
	small_table_pass(&small, 1000);
	table_refuse(table, small.t_us, SIDE_RED, A1, blue_sq(0));
	small_table_pass(&small, 2 * ASKED_MS);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_QUESTION]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_piece_in_reach_is_offered_to_its_player_alone);
	RUN_TEST(test_a_piece_beside_is_offered_sooner);
	RUN_TEST(test_nothing_is_offered_without_an_enemy_in_line);
	RUN_TEST(test_a_piece_that_is_long_off_may_stand_unseen);
	RUN_TEST(test_it_goes_when_the_piece_is_set_down);
	RUN_TEST(test_one_word_takes_it);
	RUN_TEST(test_a_word_that_comes_too_late_takes_nothing);
	RUN_TEST(test_a_long_hold_is_asked_about_once);
	RUN_TEST(test_done_asks_while_nothing_is_offered);
	RUN_TEST(test_done_offers_more_than_is_in_sight);
	RUN_TEST(test_both_pieces_off_need_neither);
	RUN_TEST(test_nothing_is_offered_between_turns);
	RUN_TEST(test_a_refused_piece_is_not_asked_about);
	return UNITY_END();
}
