/*
 * The driver of a reed board on a fake matrix: what it tells, what each scan costs, and what it
 * makes of slow chips and leaking diodes.
 */
#include "tests/support/drivers/reed_bench.h"

/* ---- readings ---- */

static void test_frame_then_changes(void)
{
	put("a1", true);
	put("j10", true);
	start();
	expect_told("frame a1 j10");
	tick();
	expect_told("");
	put("e5", true);
	put("a1", false);
	tick();
	expect_told("-a1; +e5");
	board_reed.scan(sensors);
	expect_told("frame e5 j10");
}

/* What is told late was seen when it was scanned. */
static void test_readings_have_the_time_of_their_scan(void)
{
	uint64_t scanned_us;

	start();
	put("e5", true);
	tick();
	scanned_us = fake.now_us;
	TEST_ASSERT_EQUAL_UINT64(scanned_us, seen_us);
	fake.now_us += 1500;
	seen_us = 0;
	board_reed.scan(sensors);
	TEST_ASSERT_EQUAL_UINT64(scanned_us, seen_us);
}

/* Every bounce that a scan sees is told: debouncing is the table's. */
static void test_bounces_pass(void)
{
	start();
	expect_told("frame");
	for (unsigned i = 0; i < 4; i++) {
		put("c3", i % 2 == 0);
		tick();
	}
	expect_told("+c3; -c3; +c3; -c3");
}

static void test_every_square(void)
{
	char expected[8], name[SQ_NAME_SIZE];

	start();
	told[0] = '\0';
	for (unsigned i = 0; i < 100; i++) {
		fake.closed[i / 10][i % 10] = true;
		tick();
		sq_format(sq_at(i % 10, i / 10), name);
		snprintf(expected, sizeof expected, "+%s", name);
		expect_told(expected);
	}
}

static void test_nothing_before_its_time(void)
{
	create(BOARD_LARGE);
	expect_told("");
	TEST_ASSERT_EQUAL(0, fake.opens);
	board_reed.scan(sensors); /* comes when it is known */
	expect_told("");
	TEST_ASSERT_EQUAL(fake.now_us, wake_at_us);
	come_to_time();
	expect_told("frame");
	put("a1", true);
	board_reed.wake(sensors); /* no tick yet */
	expect_told("");
	TEST_ASSERT_EQUAL(10, fake.gets - 1 /* while no row was driven */);
}

static void test_lost_ticks_are_one_scan(void)
{
	unsigned gets;

	start();
	gets = fake.gets;
	fake.ticks = 50;
	board_reed.wake(sensors);
	TEST_ASSERT_EQUAL(10, fake.gets - gets);
}

static void test_small_board_from_another_corner(void)
{
	set("a1", "far-right");
	fake.closed[9][9] = true;
	fake.closed[2][2] = true;
	fake.closed[1][1] = true; /* beside the small board */
	create(BOARD_SMALL);
	come_to_time();
	expect_told("frame a1 h8");
}

static void test_rows_and_columns_on_two_chips(void)
{
	fake.chips[1] =
		(struct fake_chip){.path = "/dev/gpiochip1", .label = "mcp23017", .lines = 16};
	fake.chip_count = 2;
	for (unsigned i = 0; i < MATRIX_LINES; i++)
		fake.columns[i] = (struct fake_wire){1, i};
	set("column-chip", "mcp23017");
	set("columns", ROWS); /* the same numbers, but of another chip */
	put("d4", true);
	start();
	expect_told("frame d4");
}

static void test_chips_by_label_and_lines_by_name(void)
{
	fake.chips[1] = fake.chips[0];
	fake.chips[0] = (struct fake_chip){
		.path = "/dev/gpiochip0", .label = "raspberrypi-exp-gpio", .lines = 8};
	fake.chips[1].path = "/dev/gpiochip10";
	fake.chips[1].names[0] = "GPIO0";
	fake.chips[1].names[19] = "last";
	fake.chip_count = 2;
	for (unsigned i = 0; i < MATRIX_LINES; i++)
		fake.rows[i].chip = fake.columns[i].chip = 1;
	set("chip", "pinctrl-rp1 pinctrl-bcm2711");
	set("rows", "GPIO0 1 2 3 4 5 6 7 8 9");
	set("columns", "10 11 12 13 14 15 16 17 18 last");
	put("j1", true);
	start();
	expect_told("frame j1");
}

static void test_active_high(void)
{
	fake.wired_low = false;
	set("active", "high");
	put("d4", true);
	put("d5", true);
	start();
	expect_told("frame d4 d5");
	TEST_ASSERT_FALSE(fake.row_wish.active_low);
	TEST_ASSERT_EQUAL(GPIO_BIAS_PULL_DOWN, fake.column_wish.bias);
	TEST_ASSERT_EQUAL(GPIO_BIAS_PULL_DOWN, fake.row_wish.bias);
}

static void test_resistors_of_its_own(void)
{
	fake.has_resistors = true;
	set("bias", "none");
	put("d4", true);
	start();
	expect_told("frame d4");
	TEST_ASSERT_EQUAL(GPIO_BIAS_NONE, fake.column_wish.bias);
}

/* A column that was closed is given the time to come back before the next row is read. */
static void test_rows_settle(void)
{
	fake.release_us = 15;
	for (unsigned row = 0; row < 10; row += 2)
		fake.closed[row][4] = true;
	start();
	expect_told("frame e1 e3 e5 e7 e9");
	for (unsigned i = 0; i < 5; i++)
		tick();
	expect_told("");
}

static void test_too_short_a_settling_time_is_seen(void)
{
	fake.release_us = 15;
	set("row-settle-us", "14");
	put("e1", true);
	start();
	TEST_ASSERT_NOT_NULL(strstr(told, "frame e1 e2"));
	told[0] = '\0';
}

/* ---- what it costs ---- */

static void test_system_calls_of_a_scan(void)
{
	struct fake_matrix before;

	start();
	tick();
	before = fake;
	for (unsigned i = 0; i < 100; i++)
		tick();
	TEST_ASSERT_EQUAL(100 * 9, fake.sets - before.sets);
	TEST_ASSERT_EQUAL(100 * 10, fake.gets - before.gets);
	TEST_ASSERT_EQUAL(100, fake.tick_reads - before.tick_reads);
	TEST_ASSERT_EQUAL(2 * MS, fake.period_us);
	TEST_ASSERT_NULL(board_reed.remark(sensors));
}

static void test_slow_chip_is_given_time(void)
{
	const char *remark;

	fake.call_us = 500; /* a scan takes about 10 ms */
	start();
	for (unsigned i = 0; i < 100; i++)
		tick();
	TEST_ASSERT_UINT_WITHIN(2 * MS, 19 * MS, (unsigned)fake.period_us);
	remark = board_reed.remark(sensors);
	TEST_ASSERT_NOT_NULL(remark);
	TEST_ASSERT_EQUAL_STRING("a scan takes 9.6 ms, so the board is scanned 51 times a second "
				 "and not 500: a faster bus to the chip would help, or drive = "
				 "push-pull",
				 remark);
	expect_told("frame"); /* a remark is no trouble */
	fake.call_us = 1;
	for (unsigned i = 0; i < 100; i++)
		tick();
	TEST_ASSERT_EQUAL(2 * MS, fake.period_us);
	TEST_ASSERT_NULL(board_reed.remark(sensors));
}

static void test_one_slow_scan_is_nothing(void)
{
	start();
	for (unsigned i = 0; i < 100; i++) {
		fake.call_us = i % 16 < 15 ? 1000 : 1;
		tick();
	}
	TEST_ASSERT_EQUAL(2 * MS, fake.period_us);
}

/* ---- diodes ---- */

static void leak_everywhere(void)
{
	memset(fake.leaks, true, sizeof fake.leaks);
}

static void test_diodes_keep_ghosts_away(void)
{
	put("b2", true);
	put("b4", true);
	put("d2", true);
	start();
	expect_told("frame b2 d2 b4");
}

static void test_a_leaking_diode_is_remarked(void)
{
	static const char *const lifted[] = {"d2", "b4", "e2", "b7"};

	fake.leaks[1][1] = true; /* b2 */
	put("b2", true);
	for (unsigned i = 0; i < 4; i++)
		put(lifted[i], true);
	start();
	expect_told("frame b2 d2 e2 b4 d4 e4 b7 d7 e7");
	for (unsigned i = 0; i < 4; i++) {
		put(lifted[i], false);
		for (unsigned j = 0; j < 40; j++)
			tick();
		put(lifted[i], true);
		for (unsigned j = 0; j < 40; j++)
			tick();
	}
	told[0] = '\0';
	TEST_ASSERT_EQUAL_STRING("empty squares look closed when others are: look at the diode of "
				 "b2",
				 board_reed.remark(sensors));
}

/* Two pieces that are set down while the daemon is busy elsewhere look simultaneous. */
static void test_late_scans_prove_nothing(void)
{
	put("b2", true);
	put("b4", true);
	start();
	for (unsigned i = 0; i < 10; i++) {
		put("d2", i % 2 == 0);
		put("d4", i % 2 == 0);
		fake.now_us += 12 * MS;
		fake.ticks = 6;
		board_reed.wake(sensors);
		for (unsigned j = 0; j < 40; j++)
			tick();
	}
	told[0] = '\0';
	TEST_ASSERT_NULL(board_reed.remark(sensors));
}

static void test_a_board_without_diodes(void)
{
	leak_everywhere();
	for (unsigned column = 0; column < 10; column++)
		put((const char[]){(char)('a' + column), '1', '\0'}, true);
	start();
	for (unsigned i = 0; i < 6; i++) {
		put("e5", i % 2 == 0); /* and with it the whole row */
		for (unsigned j = 0; j < 40; j++)
			tick();
	}
	TEST_ASSERT_NOT_NULL(strstr(told, "+a5; +b5; +c5; +d5; +e5; +f5"));
	told[0] = '\0';
	TEST_ASSERT_EQUAL_STRING("empty squares look closed when others are: many diodes of the "
				 "board seem to be missing",
				 board_reed.remark(sensors));
}

/* Outputs that are driven against each other wear out: rows are let go unless told otherwise. */
static void test_rows_do_not_fight(void)
{
	leak_everywhere();
	put("b2", true);
	put("b4", true);
	start();
	tick();
	TEST_ASSERT_EQUAL(0, fake.shorts);
	TEST_ASSERT_TRUE(fake.row_wish.open);
	TEST_ASSERT_EQUAL(GPIO_BIAS_PULL_UP, fake.row_wish.bias);
	told[0] = '\0';
}

static void test_rows_fight_if_asked_to(void)
{
	leak_everywhere();
	put("b2", true);
	put("b4", true);
	set("drive", "push-pull");
	start();
	TEST_ASSERT_GREATER_THAN(0, fake.shorts);
	TEST_ASSERT_FALSE(fake.row_wish.open);
	told[0] = '\0';
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_frame_then_changes);
	RUN_TEST(test_readings_have_the_time_of_their_scan);
	RUN_TEST(test_bounces_pass);
	RUN_TEST(test_every_square);
	RUN_TEST(test_nothing_before_its_time);
	RUN_TEST(test_lost_ticks_are_one_scan);
	RUN_TEST(test_small_board_from_another_corner);
	RUN_TEST(test_rows_and_columns_on_two_chips);
	RUN_TEST(test_chips_by_label_and_lines_by_name);
	RUN_TEST(test_active_high);
	RUN_TEST(test_resistors_of_its_own);
	RUN_TEST(test_rows_settle);
	RUN_TEST(test_too_short_a_settling_time_is_seen);
	RUN_TEST(test_system_calls_of_a_scan);
	RUN_TEST(test_slow_chip_is_given_time);
	RUN_TEST(test_one_slow_scan_is_nothing);
	RUN_TEST(test_diodes_keep_ghosts_away);
	RUN_TEST(test_a_leaking_diode_is_remarked);
	RUN_TEST(test_late_scans_prove_nothing);
	RUN_TEST(test_a_board_without_diodes);
	RUN_TEST(test_rows_do_not_fight);
	RUN_TEST(test_rows_fight_if_asked_to);
	return UNITY_END();
}
