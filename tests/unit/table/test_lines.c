/*
 * Rows and columns that fail as a whole: what is taken for that, what is not, and how they come
 * back. Red has a1 to d1, blue a10 to c10.
 */
#include "tests/support/table/small_table.h"

#include "unity.h"

enum { MS = 1000, ROW_1 = LINE_ROWS, ROW_10 = LINE_ROWS + 9, COLUMN_C = LINE_COLUMNS + 2 };

static struct small_table small;
static struct table *const table = &small.table;

void setUp(void)
{
	small_table_begin(&small);
	table_play(table, small.t_us, &small.open);
}

void tearDown(void)
{
}

static void pass(unsigned ms)
{
	small_table_pass(&small, ms);
}

/* some squares change, each so much later than the one before */
static void change(struct bits squares, bool closed, unsigned apart_us)
{
	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);

		while (table_deadline(table) <= small.t_us)
			table_meet_deadline(table, 0);
		table_contact(table, small.t_us, sq, closed);
		small.t_us += apart_us;
	}
}

static struct bits pieces_on(unsigned line)
{
	return bits_and(public_occupied(&small.open), table_line_squares(table, line));
}

static void fail_row_1(void)
{
	change(pieces_on(ROW_1), false, 200);
	pass(1000);
}

static void assert_failed(unsigned line, enum table_fault how)
{
	TEST_ASSERT_EQUAL(1, small.found[FOUND_FAULT]);
	TEST_ASSERT_EQUAL(how, small.last[FOUND_FAULT].fault);
	TEST_ASSERT_EQUAL(line, small.last[FOUND_FAULT].line);
	TEST_ASSERT_TRUE(table_line_failed(table, line));
}

static void assert_nothing_to_do(void)
{
	pass(10000);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_GUIDE]);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_CORRECTION]);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_ACTION]);
}

static void assert_no_line_failed(void)
{
	pass(1000);
	for (unsigned line = LINE_ROWS; line < LINE_END; line++)
		TEST_ASSERT_FALSE(table_line_failed(table, line));
}

/* ---- lines that fail ---- */

static void test_a_row_falls_silent(void)
{
	fail_row_1();
	assert_failed(ROW_1, FAULT_LINE_SILENT);
	assert_nothing_to_do();
}

static void test_a_row_falls_silent_with_one_of_its_pieces_in_the_hand(void)
{
	struct bits rest = pieces_on(ROW_1);

	small_table_lift(&small, sq_at(0, 0));
	bits_drop(&rest, sq_at(0, 0));
	change(rest, false, 200);
	pass(1000);
	assert_failed(ROW_1, FAULT_LINE_SILENT);
	assert_nothing_to_do();
}

static void test_a_row_falls_silent_while_another_piece_moves(void)
{
	small_table_lift(&small, sq_at(0, 9));
	change(pieces_on(ROW_1), false, 200);
	small_table_drop(&small, sq_at(0, 8));
	pass(1000);
	assert_failed(ROW_1, FAULT_LINE_SILENT);
}

static void test_a_column_sticks(void)
{
	struct bits rest = bits_minus(table_line_squares(table, COLUMN_C), pieces_on(COLUMN_C));

	change(rest, true, 200);
	pass(1000);
	assert_failed(COLUMN_C, FAULT_LINE_STUCK);
	assert_nothing_to_do();
}

static void test_all_rows_fall_silent(void)
{
	change(public_occupied(&small.open), false, 200);
	pass(1000);
	TEST_ASSERT_EQUAL(2, small.found[FOUND_FAULT]);
	TEST_ASSERT_TRUE(table_line_failed(table, ROW_1));
	TEST_ASSERT_TRUE(table_line_failed(table, ROW_10));
	assert_nothing_to_do();
}

static void test_a_row_that_comes_and_goes(void)
{
	for (unsigned i = 0; i < 2; i++) {
		change(pieces_on(ROW_1), false, 200);
		pass(100);
		change(pieces_on(ROW_1), true, 200);
		TEST_ASSERT_EQUAL(0, small.found[FOUND_FAULT]);
		pass(1000);
	}
	assert_failed(ROW_1, FAULT_LINE_FLICKERS);
	assert_nothing_to_do();
}

static void test_a_row_that_never_rests(void)
{
	for (unsigned i = 0; i < 300; i++) {
		change(pieces_on(ROW_1), i % 2 == 1, 100);
		pass(5);
	}
	assert_failed(ROW_1, FAULT_LINE_FLICKERS);
}

/* ---- and come back ---- */

static void test_a_row_is_read_again_after_a_rest(void)
{
	fail_row_1();
	change(pieces_on(ROW_1), true, 200);
	pass(2900);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_TRUSTED]);
	pass(200);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_TRUSTED]);
	TEST_ASSERT_EQUAL(ROW_1, small.last[FOUND_TRUSTED].line);
	assert_no_line_failed();
	assert_nothing_to_do();
}

static void test_the_second_rest_is_longer(void)
{
	fail_row_1();
	change(pieces_on(ROW_1), true, 200);
	pass(4000);
	fail_row_1();
	change(pieces_on(ROW_1), true, 200);
	pass(59000);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_TRUSTED]);
	pass(2000);
	TEST_ASSERT_EQUAL(2, small.found[FOUND_TRUSTED]);
}

static void test_a_rest_is_not_one_if_the_row_goes_again(void)
{
	fail_row_1();
	for (unsigned i = 0; i < 5; i++) {
		change(pieces_on(ROW_1), true, 200);
		pass(2000);
		change(pieces_on(ROW_1), false, 200);
		pass(2000);
	}
	TEST_ASSERT_EQUAL(0, small.found[FOUND_TRUSTED]);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_FAULT]);
}

static void test_what_is_wrong_when_it_is_read_again_is_guided(void)
{
	struct bits rest = pieces_on(ROW_1);

	fail_row_1();
	bits_drop(&rest, sq_at(1, 0));
	bits_drop(&rest, sq_at(2, 0));
	change(rest, true, 200);
	pass(3500);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_TRUSTED]);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_CORRECTION]);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_GUIDE]);
}

static void test_what_is_wrong_then_is_no_move(void)
{
	struct bits rest = pieces_on(ROW_1);

	fail_row_1();
	bits_drop(&rest, sq_at(3, 0));
	bits_add(&rest, sq_at(4, 0));
	change(rest, true, 200);
	pass(20000);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_ACTION]);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_CORRECTION]);
}

static void test_a_declared_row_stays_so(void)
{
	table_declare_line(table, small.t_us, ROW_1, true);
	small_table_lift(&small, sq_at(0, 0));
	small_table_drop(&small, sq_at(0, 0));
	pass(100000);
	assert_failed(ROW_1, FAULT_LINE_DECLARED);
	table_declare_line(table, small.t_us, ROW_1, false);
	assert_no_line_failed();
}

/* ---- hands, and other things that are no faults ---- */

static void test_a_sleeve_sweeps_a_row_off(void)
{
	change(pieces_on(ROW_1), false, 20 * MS);
	assert_no_line_failed();
	pass(4000);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_CORRECTION]);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_FAULT]);
}

static void test_a_ruler_pushes_a_row_onto_the_next(void)
{
	change(pieces_on(ROW_1), false, 1000);
	small.t_us += 60 * MS;
	change(bits_up(pieces_on(ROW_1), SQ_STRIDE), true, 5 * MS);
	assert_no_line_failed();
}

static void test_a_blow_to_the_table(void)
{
	for (unsigned i = 0; i < 3; i++) {
		change(public_occupied(&small.open), false, 500);
		small.t_us += 40 * MS;
		change(public_occupied(&small.open), true, 7 * MS);
		pass(2000);
	}
	assert_no_line_failed();
}

static void test_hands_lift_two_at_once(void)
{
	change(pieces_on(COLUMN_C), false, 1000);
	assert_no_line_failed();
}

static void test_a_full_scan_proves_nothing(void)
{
	table_frame(table, small.t_us, bits_minus(public_occupied(&small.open), pieces_on(ROW_1)));
	assert_no_line_failed();
}

static void test_an_army_is_taken_off_at_once(void)
{
	table_stop(table, small.t_us);
	change(public_occupied(&small.open), false, 100);
	pass(10000);
	assert_no_line_failed();
	TEST_ASSERT_EQUAL(0, small.found[FOUND_FAULT]);
}

static void test_a_row_falls_silent_during_set_up(void)
{
	table_stop(table, small.t_us);
	change(pieces_on(ROW_1), false, 200);
	pass(4000);
	assert_failed(ROW_1, FAULT_LINE_SILENT);
}

/* ---- too little evidence ---- */

static void test_two_pieces_are_a_suspicion(void)
{
	change(pieces_on(COLUMN_C), false, 200);
	small_table_drop(&small, sq_at(5, 5));
	assert_no_line_failed();
	pass(9000);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_FAULT]);
	TEST_ASSERT_EQUAL(FAULT_LINE_SUSPECTED, small.last[FOUND_FAULT].fault);
	TEST_ASSERT_EQUAL(COLUMN_C, small.last[FOUND_FAULT].line);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_GUIDE]);
}

/* ---- tag readers ---- */

static void use_tags(unsigned sensors)
{
	struct bits squares = public_occupied(&small.open);

	table->options.sensors = (uint8_t)sensors;
	for (unsigned i = 0; bits_any(squares); i++) {
		unsigned sq = bits_take(&squares);
		struct tag tag = {.length = 1, .id = {(uint8_t)(i + 1)}};

		table_add_tag(table, &tag, public_side_at(&small.open, sq));
		table_set_home(table, i, sq);
		table_tag_seen(table, small.t_us, sq, i, true);
	}
	pass(2000);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_FAULT]);
}

static void lose_tags(struct bits squares, unsigned apart_ms)
{
	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);

		table_tag_seen(table, small.t_us, sq, table->seen[sq][0], false);
		pass(apart_ms);
	}
}

static void test_a_reader_falls_silent(void)
{
	use_tags(SENSOR_RFID);
	lose_tags(pieces_on(ROW_1), 30);
	pass(1000);
	assert_failed(ROW_1, FAULT_LINE_READER);
	TEST_ASSERT_TRUE(bits_has(table->faulty, sq_at(0, 0)));
	assert_nothing_to_do();
}

static void test_a_reader_falls_silent_above_contacts(void)
{
	use_tags(SENSOR_REED | SENSOR_RFID);
	lose_tags(pieces_on(ROW_10), 30);
	pass(1000);
	assert_failed(ROW_10, FAULT_LINE_READER);
	TEST_ASSERT_FALSE(bits_has(table->faulty, sq_at(0, 9)));
	table_tag_seen(table, small.t_us, sq_at(0, 9), 4, true);
	assert_nothing_to_do();
	TEST_ASSERT_EQUAL(1, small.found[FOUND_TRUSTED]);
}

static void test_tags_are_swept_off(void)
{
	use_tags(SENSOR_RFID);
	lose_tags(pieces_on(ROW_1), 80);
	assert_no_line_failed();
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_row_falls_silent);
	RUN_TEST(test_a_row_falls_silent_with_one_of_its_pieces_in_the_hand);
	RUN_TEST(test_a_row_falls_silent_while_another_piece_moves);
	RUN_TEST(test_a_column_sticks);
	RUN_TEST(test_all_rows_fall_silent);
	RUN_TEST(test_a_row_that_comes_and_goes);
	RUN_TEST(test_a_row_that_never_rests);
	RUN_TEST(test_a_row_is_read_again_after_a_rest);
	RUN_TEST(test_the_second_rest_is_longer);
	RUN_TEST(test_a_rest_is_not_one_if_the_row_goes_again);
	RUN_TEST(test_what_is_wrong_when_it_is_read_again_is_guided);
	RUN_TEST(test_what_is_wrong_then_is_no_move);
	RUN_TEST(test_a_declared_row_stays_so);
	RUN_TEST(test_a_sleeve_sweeps_a_row_off);
	RUN_TEST(test_a_ruler_pushes_a_row_onto_the_next);
	RUN_TEST(test_a_blow_to_the_table);
	RUN_TEST(test_hands_lift_two_at_once);
	RUN_TEST(test_a_full_scan_proves_nothing);
	RUN_TEST(test_an_army_is_taken_off_at_once);
	RUN_TEST(test_a_row_falls_silent_during_set_up);
	RUN_TEST(test_two_pieces_are_a_suspicion);
	RUN_TEST(test_a_reader_falls_silent);
	RUN_TEST(test_a_reader_falls_silent_above_contacts);
	RUN_TEST(test_tags_are_swept_off);
	return UNITY_END();
}
