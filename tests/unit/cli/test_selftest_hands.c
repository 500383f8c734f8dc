/* The self-test with weak contacts, hands that make mistakes, and readers. */
#include "daemon/cli/selftest/selftest_report.h"
#include "tests/support/cli/selftest_bench.h"

/* ---- weak contacts ---- */

static void test_chatter_when_set_down(void)
{
	made.chatter_us[made_sq("e5")] = 200 * MS;
	expect("chatters e5");
	TEST_ASSERT_GREATER_THAN(20, faults.list[0].closing.edges);
	TEST_ASSERT_UINT_WITHIN(1, 200 * MS, faults.list[0].closing.span_us);
}

static void test_chatter_when_lifted(void)
{
	made.lifting_chatter_us[made_sq("e5")] = 300 * MS;
	expect("chatters e5");
	TEST_ASSERT_UINT_WITHIN(1, 300 * MS, faults.list[0].opening.span_us);
}

static void test_contact_that_lets_go(void)
{
	made.drops[made_sq("j7")] = 4;
	expect("flutters j7");
	TEST_ASSERT_EQUAL(4, faults.list[0].count);
	TEST_ASSERT_EQUAL(60 * MS, faults.list[0].span_us);
}

static void test_contact_that_never_rests(void)
{
	made.chatter_us[made_sq("c3")] = 6000 * MS;
	expect_as_is("flutters c3");
	TEST_ASSERT_EQUAL(0, made.enters);
}

/* It lets go five times a second, so that the board never stands still. */
static void test_contact_that_is_never_still(void)
{
	struct input edge = {.kind = INPUT_CONTACT, .sq = 2};

	made_board_order(&made, "c1");
	made_board_begin(&made);
	for (unsigned i = 0; i < 15; i++) {
		edge.t_us = made.t_us;
		edge.closed = true;
		selftest_input(&made.test, &edge);
		made.t_us += 170 * MS;
		edge.t_us = made.t_us;
		edge.closed = false;
		selftest_input(&made.test, &edge);
		made.t_us += 30 * MS;
	}
	TEST_ASSERT_EQUAL_STRING("flutters c1", found());
	TEST_ASSERT_FALSE(bits_any(faults.untested));
}

/* ---- hands ---- */

static void test_piece_on_the_wrong_square_is_tried_again(void)
{
	made_board_order(&made, "a1,b1,c1");
	made_board_begin(&made);
	made_board_set_down(&made, made_sq("b1")); /* by mistake */
	TEST_ASSERT_EQUAL(made_sq("b1"), selftest_asked(&made.test));
	made_board_lift(&made, made_sq("b1"));
	selftest_again(&made.test);
	TEST_ASSERT_EQUAL(made_sq("a1"), selftest_asked(&made.test));
	for (unsigned column = 0; column < 3; column++) {
		made_board_set_down(&made, sq_at(column, 0));
		made_board_lift(&made, sq_at(column, 0));
	}
	TEST_ASSERT_EQUAL_STRING("", found());
	selftest_again(&made.test); /* and even after the end */
	TEST_ASSERT_EQUAL(made_sq("c1"), selftest_asked(&made.test));
}

static void slide(unsigned sq, uint64_t us)
{
	struct input edge = {.kind = INPUT_CONTACT, .sq = (uint8_t)sq, .closed = true};

	edge.t_us = made.t_us;
	selftest_input(&made.test, &edge);
	made_board_wait(&made, us);
	edge.t_us = made.t_us;
	edge.closed = false;
	selftest_input(&made.test, &edge);
}

/* A slid piece closes what is on its way for up to 400 ms. */
static void test_piece_that_is_slid(void)
{
	made_board_order(&made, "e4");
	made_board_begin(&made);
	slide(made_sq("a4"), 400 * MS);
	slide(made_sq("b4"), 400 * MS);
	slide(made_sq("c4"), 50 * MS);
	slide(made_sq("d4"), 400 * MS);
	TEST_ASSERT_EQUAL(made_sq("e4"), selftest_asked(&made.test));
	made_board_set_down(&made, made_sq("e4"));
	TEST_ASSERT_EQUAL_STRING("", found());
}

static void jog(unsigned sq, uint64_t us)
{
	struct input edge = {.kind = INPUT_CONTACT, .sq = (uint8_t)sq};

	edge.t_us = made.t_us;
	selftest_input(&made.test, &edge);
	made.t_us += us;
	edge.t_us = made.t_us;
	edge.closed = true;
	selftest_input(&made.test, &edge);
}

/* The hand brushes the piece beside the one that it sets down. */
static void test_neighbour_that_is_jogged(void)
{
	made_board_order(&made, "a1,b1,c1,d1,e1");
	made_board_begin(&made);
	for (unsigned column = 0; column < 5; column++) {
		if (column > 0)
			jog(column - 1, 300 * MS);
		made_board_set_down(&made, column);
	}
	TEST_ASSERT_EQUAL_STRING("", found());
	TEST_ASSERT_EQUAL(0, made.test.monitor.contacts[2].drops);
}

/* The cable is pulled, and Enter pressed before the daemon has noticed, and after. */
static void test_board_that_falls_silent(void)
{
	made_board_order(&made, "a1,b1,c1,d1");
	bits_add(&made.dead, made_sq("a1"));
	made_board_begin(&made);
	selftest_enter(&made.test); /* long before: that one is dead */
	made_board_wait(&made, SELFTEST_LATE_US);
	selftest_enter(&made.test);
	selftest_enter(&made.test);
	TEST_ASSERT_EQUAL(made_sq("d1"), selftest_asked(&made.test));
	made_board_wait(&made, 3500 * MS);
	selftest_silence(&made.test, true);
	TEST_ASSERT_EQUAL(made_sq("b1"), selftest_asked(&made.test));
	selftest_enter(&made.test);
	TEST_ASSERT_EQUAL(made_sq("b1"), selftest_asked(&made.test));
	selftest_silence(&made.test, false);
	for (unsigned column = 1; column < 4; column++)
		made_board_set_down(&made, sq_at(column, 0));
	TEST_ASSERT_EQUAL_STRING("dead a1", found());
}

/* What stands on a board that cannot be read is known when it answers again. */
static void test_silence_while_the_empty_board_is_listened_to(void)
{
	struct input frame = {.kind = INPUT_FRAME, .frame = bits_of(0)};

	made_board_order(&made, "a1,b1");
	selftest_input(&made.test, &(struct input){.kind = INPUT_FRAME, .t_us = made.t_us});
	selftest_enter(&made.test);
	selftest_silence(&made.test, true);
	made_board_wait(&made, 5000 * MS);
	TEST_ASSERT_EQUAL(SELFTEST_LISTEN, made.test.phase);
	frame.t_us = made.t_us;
	selftest_input(&made.test, &frame);
	selftest_silence(&made.test, false);
	TEST_ASSERT_EQUAL(SELFTEST_LISTEN, made.test.phase);
	made_board_wait(&made, 1500 * MS);
	TEST_ASSERT_EQUAL(made_sq("b1"), selftest_asked(&made.test));
	TEST_ASSERT_TRUE(bits_has(made.test.stuck, made_sq("a1")));
}

static void test_stopped_half_way(void)
{
	made_board_order(&made, "a1,b1,c1");
	made_board_begin(&made);
	made_board_set_down(&made, made_sq("a1"));
	TEST_ASSERT_EQUAL_STRING("", found());
	TEST_ASSERT_EQUAL(2, bits_count(faults.untested));
	TEST_ASSERT_FALSE(selftest_is_fine(&faults));
}

/* What lay on the board before it was cleared is not stuck. */
static void test_board_that_was_not_empty(void)
{
	struct input frame = {.kind = INPUT_FRAME, .t_us = made.t_us};

	made_board_order(&made, "a1");
	made.pieces = frame.frame = bits_of(made_sq("a1"));
	made.closed = made.pieces;
	selftest_input(&made.test, &frame);
	made_board_wait(&made, 3000 * MS);
	TEST_ASSERT_EQUAL(SELFTEST_CLEAR, made.test.phase);
	made_board_lift(&made, made_sq("a1"));
	selftest_enter(&made.test);
	made_board_wait(&made, 1500 * MS);
	made_board_set_down(&made, made_sq("a1"));
	TEST_ASSERT_EQUAL_STRING("", found());
	TEST_ASSERT_EQUAL(SELFTEST_DONE, made.test.phase);
}

/* ---- readers ---- */

static void test_fine_readers(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_REED | SENSOR_RFID);
	expect("");
	TEST_ASSERT_GREATER_THAN(30 * MS, made.test.monitor.readers[0].delay_us);
	TEST_ASSERT_LESS_THAN(60 * MS, made.test.monitor.readers[0].delay_us);
}

static void test_faulty_readers(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_REED | SENSOR_RFID);
	bits_add(&made.blind, made_sq("c3"));
	made.late_us[made_sq("d3")] = 500 * MS;
	made.losses[made_sq("e3")] = 3;
	made.reader[made_sq("f3")] = (uint8_t)made_sq("g3");
	made.reader[made_sq("g3")] = (uint8_t)made_sq("f3");
	expect("readers-swapped f3 g3; reader-silent c3; reader-slow d3; reader-misses e3");
}

static void test_reader_row_and_none_at_all(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_REED | SENSOR_RFID);
	for (unsigned column = 0; column < 10; column++)
		bits_add(&made.blind, sq_at(column, 1));
	expect("reader-line 2");
	made_board_init(&made, BOARD_LARGE, SENSOR_REED | SENSOR_RFID);
	made.blind = boards[BOARD_LARGE].land;
	expect("no-reader");
}

static void test_readers_without_contacts(void)
{
	made_board_init(&made, BOARD_LARGE, SENSOR_RFID);
	bits_add(&made.blind, made_sq("c3"));
	made.losses[made_sq("e3")] = 3;
	made.reader[made_sq("f3")] = (uint8_t)made_sq("g3");
	made.reader[made_sq("g3")] = (uint8_t)made_sq("f3");
	expect("dead c3; swapped f3 g3; flutters e3");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_chatter_when_set_down);
	RUN_TEST(test_chatter_when_lifted);
	RUN_TEST(test_contact_that_lets_go);
	RUN_TEST(test_contact_that_never_rests);
	RUN_TEST(test_contact_that_is_never_still);
	RUN_TEST(test_piece_on_the_wrong_square_is_tried_again);
	RUN_TEST(test_piece_that_is_slid);
	RUN_TEST(test_neighbour_that_is_jogged);
	RUN_TEST(test_board_that_falls_silent);
	RUN_TEST(test_silence_while_the_empty_board_is_listened_to);
	RUN_TEST(test_stopped_half_way);
	RUN_TEST(test_board_that_was_not_empty);
	RUN_TEST(test_fine_readers);
	RUN_TEST(test_faulty_readers);
	RUN_TEST(test_reader_row_and_none_at_all);
	RUN_TEST(test_readers_without_contacts);
	return UNITY_END();
}
