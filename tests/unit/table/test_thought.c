/*
 * Second thoughts: what opens and what ends the time in which a move may be thought better of, and
 * what is taken for it. a1-a2 has been accepted, and blue is to move.
 */
#include "tests/support/table/small_table.h"

#include "unity.h"

#include <string.h>

static struct small_table small;
static struct table *const table = &small.table;

static unsigned a(unsigned row)
{
	return sq_at(0, row - 1);
}

static unsigned b(unsigned row)
{
	return sq_at(1, row - 1);
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

static unsigned thoughts(void)
{
	return small.found[FOUND_SECOND_THOUGHT];
}

static unsigned actions(void)
{
	return small.found[FOUND_ACTION];
}

static void accept(unsigned from, unsigned to)
{
	bits_drop(&small.open.holds[SIDE_RED], from);
	bits_add(&small.open.holds[SIDE_RED], to);
	small.open.to_move = SIDE_BLUE;
	table_accept_move(table, small.t_us, &small.open, from, to);
	memset(small.found, 0, sizeof small.found);
}

static void move(void)
{
	lift(a(1));
	drop(a(2));
	pass(900);
	TEST_ASSERT_EQUAL(1, actions());
}

void setUp(void)
{
	small_table_begin(&small);
	table->options.second_thoughts = true;
	table_play(table, small.t_us, &small.open);
}

void tearDown(void)
{
}

static void on_another_square(void)
{
	move();
	accept(a(1), a(2));
	lift(a(2));
	drop(a(3));
	pass(900);
	TEST_ASSERT_EQUAL(1, thoughts());
	TEST_ASSERT_EQUAL(SIDE_RED, small.last[FOUND_SECOND_THOUGHT].side);
	TEST_ASSERT_EQUAL(a(1), small.last[FOUND_SECOND_THOUGHT].from);
	TEST_ASSERT_EQUAL(a(2), small.last[FOUND_SECOND_THOUGHT].to);
	TEST_ASSERT_EQUAL(0, actions());
}

static void taken_back_is_read_at_once(void)
{
	struct public_position before = small.open;

	move();
	accept(a(1), a(2));
	lift(a(2));
	drop(a(3));
	pass(900);
	table_take_back(table, small.t_us, &before);
	pass(0);
	TEST_ASSERT_EQUAL(1, actions());
	TEST_ASSERT_EQUAL(a(1), small.last[FOUND_ACTION].from);
	TEST_ASSERT_EQUAL(a(3), small.last[FOUND_ACTION].to);
	TEST_ASSERT_EQUAL(THOUGHT_NONE, table->thought.state);
}

static void back_on_its_old_square(void)
{
	move();
	accept(a(1), a(2));
	lift(a(2));
	drop(a(1));
	pass(900);
	TEST_ASSERT_EQUAL(1, thoughts());
}

static void not_where_it_could_not_have_gone(void)
{
	move();
	accept(a(1), a(2));
	lift(a(2));
	drop(b(2));
	pass(900);
	TEST_ASSERT_EQUAL(0, thoughts());
	TEST_ASSERT_EQUAL(1, actions());
	TEST_ASSERT_EQUAL(SIDE_RED, small.last[FOUND_ACTION].side);
}

static void not_while_it_is_in_the_air(void)
{
	move();
	accept(a(1), a(2));
	lift(a(2));
	pass(2000);
	TEST_ASSERT_EQUAL(0, thoughts());
}

static void not_if_it_stands_after_all(void)
{
	move();
	accept(a(1), a(2));
	lift(a(2));
	drop(a(3));
	pass(900);
	table_let_stand(table, small.t_us);
	pass(0);
	TEST_ASSERT_EQUAL(1, actions());
	TEST_ASSERT_EQUAL(a(2), small.last[FOUND_ACTION].from);
}

/* ---- the opponent ---- */

/* A piece that is back on its square has done nothing. */
static void also_when_the_opponent_has_put_a_piece_back(void)
{
	move();
	accept(a(1), a(2));
	lift(b(10));
	pass(500);
	drop(b(10));
	TEST_ASSERT_EQUAL(THOUGHT_OPEN, table->thought.state);
}

static void a_jog_is_no_beginning(void)
{
	move();
	accept(a(1), a(2));
	lift(b(10));
	drop(b(10));
	TEST_ASSERT_EQUAL(THOUGHT_OPEN, table->thought.state);
}

static void also_when_the_opponent_holds_a_piece(void)
{
	lift(b(10));
	pass(500);
	move();
	accept(a(1), a(2));
	TEST_ASSERT_EQUAL(THOUGHT_OPEN, table->thought.state);
}

static void at_once_when_the_opponent_answers(void)
{
	move();
	accept(a(1), a(2));
	lift(a(2));
	drop(a(3));
	pass(400);
	lift(b(10));
	TEST_ASSERT_EQUAL(1, thoughts());
}

static void at_once_when_its_player_takes_up_another(void)
{
	move();
	accept(a(1), a(2));
	lift(a(2));
	drop(a(1));
	pass(400);
	lift(a(10));
	TEST_ASSERT_EQUAL(1, thoughts());
}

static void not_while_it_is_only_carried_over_a_square(void)
{
	move();
	accept(a(1), a(2));
	lift(a(2));
	table_contact(table, small.t_us, a(3), true);
	pass(25);
	table_contact(table, small.t_us, b(10), false);
	pass(21);
	TEST_ASSERT_EQUAL(0, thoughts());
}

/* ---- which moves ---- */

static void not_with_a_card(void)
{
	table_announce(table, TABLE_CARD_MOVE);
	move();
	accept(a(1), a(2));
	TEST_ASSERT_EQUAL(THOUGHT_NONE, table->thought.state);
}

static void not_on_a_square_that_is_not_relied_on(void)
{
	move();
	table_declare_fault(table, small.t_us, a(1), true);
	accept(a(1), a(2));
	TEST_ASSERT_EQUAL(THOUGHT_NONE, table->thought.state);
}

static void not_after_a_mishap(void)
{
	move();
	accept(a(1), a(2));
	lift(b(1));
	lift(b(10));
	lift(a(10));
	lift(a(2));
	pass(4000);
	TEST_ASSERT_EQUAL(TURN_CORRECTING, table->turn.state);
	TEST_ASSERT_EQUAL(THOUGHT_NONE, table->thought.state);
}

static void not_after_a_stop(void)
{
	move();
	accept(a(1), a(2));
	table_stop(table, small.t_us);
	TEST_ASSERT_EQUAL(THOUGHT_NONE, table->thought.state);
}

static void not_if_moves_are_final_at_once(void)
{
	table->options.second_thoughts = false;
	move();
	accept(a(1), a(2));
	TEST_ASSERT_EQUAL(THOUGHT_NONE, table->thought.state);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(on_another_square);
	RUN_TEST(taken_back_is_read_at_once);
	RUN_TEST(back_on_its_old_square);
	RUN_TEST(not_where_it_could_not_have_gone);
	RUN_TEST(not_while_it_is_in_the_air);
	RUN_TEST(not_if_it_stands_after_all);
	RUN_TEST(also_when_the_opponent_has_put_a_piece_back);
	RUN_TEST(a_jog_is_no_beginning);
	RUN_TEST(also_when_the_opponent_holds_a_piece);
	RUN_TEST(at_once_when_the_opponent_answers);
	RUN_TEST(at_once_when_its_player_takes_up_another);
	RUN_TEST(not_while_it_is_only_carried_over_a_square);
	RUN_TEST(not_with_a_card);
	RUN_TEST(not_on_a_square_that_is_not_relied_on);
	RUN_TEST(not_after_a_mishap);
	RUN_TEST(not_after_a_stop);
	RUN_TEST(not_if_moves_are_final_at_once);
	return UNITY_END();
}
