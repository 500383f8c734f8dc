/*
 * Everything that can go wrong with a reed board: each has its sentence, which is told once, and
 * the board is tried again, patiently, until it works.
 */
#include "tests/support/drivers/reed_bench.h"

static void expect_trouble(const char *words)
{
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(told, words), told);
	TEST_ASSERT_NULL_MESSAGE(strchr(told, ';'), "more than one thing is told");
	TEST_ASSERT_LESS_THAN_MESSAGE(199, strlen(told), told);
	TEST_ASSERT_NOT_EQUAL_MESSAGE('.', told[strlen(told) - 1], told);
	TEST_ASSERT_EQUAL_MESSAGE(0, fake.banks_open, "lines are kept");
	TEST_ASSERT_EQUAL_MESSAGE(0, fake.chips_open, "a chip is kept open");
	TEST_ASSERT_EQUAL(-1, watched);
	told[0] = '\0';
}

static void expect_patience(void)
{
	uint64_t end_us = fake.now_us + 60 * SECOND;
	unsigned tries = 0;

	while (fake.now_us < end_us) {
		come_to_time();
		tries++;
	}
	TEST_ASSERT_EQUAL_STRING_MESSAGE("", told, "it is told again");
	TEST_ASSERT_LESS_THAN(16, tries);
	TEST_ASSERT_GREATER_THAN(5, tries);
}

static void expect_recovery(void)
{
	come_to_time();
	expect_told("works; frame");
	tick();
	expect_told("");
}

/* ---- faults when it begins ---- */

static void test_no_chip_at_all(void)
{
	fake.chips[0].open_error = -ENOENT;
	start();
	expect_trouble("there is no GPIO chip /dev/gpiochip0, nor any other: plug it in, or enable "
		       "it, or run adjutantd on the machine that the board is wired to");
	expect_patience();
	fake.chips[0].open_error = 0;
	expect_recovery();
}

static void test_another_chip(void)
{
	set("chip", "gpiochip4");
	start();
	expect_trouble("there is no GPIO chip /dev/gpiochip4: plug it in, or write one of those "
		       "that are there to chip = in the configuration: gpiochip0 "
		       "(pinctrl-bcm2711)");
	expect_patience();
}

static void test_another_label(void)
{
	fake.chips[1] = (struct fake_chip){
		.path = "/dev/gpiochip1", .label = "raspberrypi-exp-gpio", .lines = 8};
	fake.chips[2] =
		(struct fake_chip){.path = "/dev/gpiochip2", .label = "brcmvirt-gpio", .lines = 2};
	fake.chip_count = 3;
	set("chip", "pinctrl-rp1");
	start();
	expect_trouble("there is no GPIO chip pinctrl-rp1: plug it in, or write one of those that "
		       "are there to chip = in the configuration: gpiochip0 (pinctrl-bcm2711), "
		       "gpiochip1 (raspberrypi-exp-gpio)");
}

static void test_no_permission(void)
{
	fake.chips[0].open_error = -EACCES;
	start();
	expect_trouble("adjutantd may not use /dev/gpiochip0: add its user to the group that owns "
		       "it (sudo usermod -aG gpio USER) and start it anew");
	expect_patience();
	set("chip", "pinctrl-bcm2711"); /* the label of what cannot be opened is not known */
	board_reed.destroy(sensors);
	start();
	expect_trouble("adjutantd may not use /dev/gpiochip0: ");
}

static void test_no_gpio_chip(void)
{
	fake.chips[0].path = "/dev/null";
	fake.chips[0].open_error = -ENOTTY;
	set("chip", "/dev/null");
	start();
	expect_trouble("/dev/null is no GPIO chip: write one that gpiodetect shows to chip = in "
		       "the configuration");
}

static void test_too_many_files(void)
{
	fake.chips[0].open_error = -EMFILE;
	start();
	expect_trouble("/dev/gpiochip0 cannot be opened: Too many open files");
}

static void test_busy_line(void)
{
	fake.chips[0].users[14] = "spi0 CS0";
	start();
	expect_trouble("line 14 of gpiochip0 (column e) is used by \"spi0 CS0\": switch that off, "
		       "or wire the board to another line and write it to columns =");
	expect_patience();
	fake.chips[0].users[14] = NULL;
	expect_recovery();
}

static void test_busy_row(void)
{
	fake.chips[0].users[9] = "a consumer whose name is as long as the kernel lets it be";
	start();
	expect_trouble("line 9 of gpiochip0 (row 10) is used by \"a consumer whose name is as "
		       "long\": switch that off, or wire the board to another line and write it to "
		       "rows =");
}

static void test_another_adjutantd(void)
{
	fake.chips[0].users[10] = "adjutantd";
	start();
	expect_trouble("another adjutantd has the lines of gpiochip0: end that one, or give this "
		       "one another board");
}

static void test_busy_and_nobody_known(void)
{
	fake.chips[0].users[10] = "";
	start();
	expect_trouble("somebody else uses lines of gpiochip0: gpioinfo shows who");
}

static void test_line_out_of_range(void)
{
	set("columns", "10 11 12 13 14 15 16 17 18 28");
	start();
	expect_trouble("gpiochip0 has no line 28, only 0 to 27: correct columns = in the "
		       "configuration, or chip = if it means another one");
	expect_patience();
}

static void test_no_such_name(void)
{
	set("rows", "0 1 2 3 4 5 6 7 8 GPIO77");
	start();
	expect_trouble("no line of gpiochip0 is called GPIO77: look with gpioinfo and correct rows "
		       "= in the configuration");
}

static void test_one_line_by_two_names(void)
{
	fake.chips[0].names[3] = "GPIO3";
	set("columns", "10 11 12 13 14 15 16 17 18 GPIO3");
	start();
	expect_trouble("line 3 of gpiochip0 is both row 4 and column j: correct columns = in the "
		       "configuration");
	board_reed.destroy(sensors);
	set("columns", COLUMNS);
	set("rows", "0 1 2 3 4 5 6 7 8 GPIO3");
	start();
	expect_trouble("line 3 of gpiochip0 is both row 4 and row 10: correct rows = in the "
		       "configuration");
}

static void test_lines_that_cannot_be_let_go(void)
{
	fake.chips[0].open_drain_error = -EINVAL;
	start();
	expect_trouble("gpiochip0 does not take its lines as rows that are let go (Invalid "
		       "argument): if every square has its diode, write drive = push-pull");
	board_reed.destroy(sensors);
	set("drive", "push-pull");
	told[0] = '\0';
	start();
	expect_told("frame");
}

static void test_lines_that_cannot_be_pulled(void)
{
	fake.chips[0].input_error = -EINVAL;
	start();
	expect_trouble("gpiochip0 does not take its lines as columns (Invalid argument): if it "
		       "has no resistors inside, solder some and write bias = none");
}

/* What a kernel driver says that cannot do it at all. */
static void test_lines_that_are_not_supported(void)
{
	fake.chips[0].open_drain_error = -524;
	start();
	expect_trouble("gpiochip0 does not take its lines as rows that are let go (Operation not "
		       "supported): if every square has its diode, write drive = push-pull");
}

/* The same sentence as when it is scanned, since it is the same fault. */
static void test_fails_before_it_begins(void)
{
	start();
	told[0] = '\0';
	fake.fail_in = 1;
	fake.fail_error = -EIO;
	fake.chips[0].input_error = -EIO;
	tick();
	expect_trouble("gpiochip0 fails at its columns (Input/output error): look at the chip's "
		       "cable and power");
	expect_patience();
	fake.chips[0].input_error = 0;
	expect_recovery();
}

static void test_unplugged_before_it_begins(void)
{
	fake.chips[0].input_error = -ENODEV;
	start();
	expect_trouble("gpiochip0 has gone: plug it in again, or look at its cable");
}

/* Diodes the wrong way round look like a board without pieces: only a self-test can tell. */
static void test_wrong_polarity(void)
{
	fake.wired_low = false;
	put("d4", true);
	start();
	expect_told("frame");
}

static void test_no_resistors(void)
{
	set("bias", "none");
	start();
	expect_trouble("all columns look closed though no row is driven: ");
	fake.has_resistors = true;
	expect_recovery();
}

static void test_shorted_column(void)
{
	fake.shorted = 1u << 2;
	start();
	expect_trouble("column c (line 12 of gpiochip0) looks closed though no row is driven: look "
		       "for a short at its wire, or a missing pull-up resistor");
	fake.shorted = 0;
	expect_recovery();
}

static void test_no_ticker(void)
{
	fake.ticker_error = -EMFILE;
	start();
	expect_trouble("the board cannot be scanned, since there is no timer for it: Too many open "
		       "files");
	fake.ticker_error = 0;
	watch_error = -ENOSPC;
	come_to_time();
	expect_trouble("the board cannot be scanned, since there is no timer for it: No space");
	fake.tickers_open = 0; /* the one that could not be watched was closed, unseen here */
	watch_error = 0;
	expect_recovery();
}

/* ---- faults while it works ---- */

/* The nth call of a scan fails: the sentence says what it was about. */
static void test_every_call_may_fail(void)
{
	/* a scan is get, then set and get for each other row */
	for (unsigned n = 1; n <= 19; n++) {
		start();
		expect_told("frame");
		tick();
		fake.fail_in = n;
		fake.fail_error = -EIO;
		put("a1", true);
		tick();
		expect_trouble(n % 2 ? "gpiochip0 fails at its columns (Input/output error): look "
				       "at the chip's cable and power"
				     : "gpiochip0 fails at its rows (Input/output error): look "
				       "at the chip's cable and power");
		board_reed.scan(sensors); /* what was known is no longer */
		expect_told("");
		come_to_time();
		expect_told("works; frame a1");
		put("a1", false);
		board_reed.destroy(sensors);
	}
	sensors = NULL;
}

static void test_first_scan_may_fail(void)
{
	for (unsigned n = 1; n <= 21; n++) {
		fake.fail_in = n;
		fake.fail_error = -EREMOTEIO;
		start();
		expect_trouble("gpiochip0 fails at its ");
		expect_recovery();
		board_reed.destroy(sensors);
	}
	sensors = NULL;
}

static void test_unplugged(void)
{
	start();
	told[0] = '\0';
	fake.fail_in = 1;
	fake.fail_error = -ENODEV;
	fake.chips[0].open_error = -ENOENT;
	tick();
	expect_trouble("gpiochip0 has gone: plug it in again, or look at its cable");
	come_to_time();
	expect_trouble("there is no GPIO chip /dev/gpiochip0, nor any other: plug it in");
	expect_patience();
	fake.chips[0].open_error = 0;
	put("f6", true);
	come_to_time();
	expect_told("works; frame f6");
}

/* What fails as soon as it works is tried ever less often, and what has worked long, at once. */
static void test_back_off(void)
{
	uint64_t last_us = 0, wait_us;

	start();
	for (unsigned i = 0; i < 10; i++) {
		tick();
		fake.fail_in = 1;
		fake.fail_error = -EIO;
		tick();
		wait_us = wake_at_us - fake.now_us;
		TEST_ASSERT_TRUE(wait_us <= 10 * SECOND);
		TEST_ASSERT_TRUE(wait_us == 2 * last_us || i == 0 || wait_us == 10 * SECOND);
		last_us = wait_us;
		come_to_time();
	}
	TEST_ASSERT_TRUE(last_us == 10 * SECOND);
	fake.now_us += 5 * SECOND;
	fake.fail_in = 1;
	tick();
	TEST_ASSERT_EQUAL(250 * MS, wake_at_us - fake.now_us);
	told[0] = '\0';
}

static void test_destroyed_in_any_state(void)
{
	create(BOARD_LARGE);
	board_reed.destroy(sensors);
	fake.chips[0].open_error = -EACCES;
	start();
	board_reed.destroy(sensors);
	fake.chips[0].open_error = 0;
	start(); /* and by tearDown() */
	told[0] = '\0';
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_no_chip_at_all);
	RUN_TEST(test_another_chip);
	RUN_TEST(test_another_label);
	RUN_TEST(test_no_permission);
	RUN_TEST(test_no_gpio_chip);
	RUN_TEST(test_too_many_files);
	RUN_TEST(test_busy_line);
	RUN_TEST(test_busy_row);
	RUN_TEST(test_another_adjutantd);
	RUN_TEST(test_busy_and_nobody_known);
	RUN_TEST(test_line_out_of_range);
	RUN_TEST(test_no_such_name);
	RUN_TEST(test_one_line_by_two_names);
	RUN_TEST(test_lines_that_cannot_be_let_go);
	RUN_TEST(test_lines_that_cannot_be_pulled);
	RUN_TEST(test_lines_that_are_not_supported);
	RUN_TEST(test_fails_before_it_begins);
	RUN_TEST(test_unplugged_before_it_begins);
	RUN_TEST(test_wrong_polarity);
	RUN_TEST(test_no_resistors);
	RUN_TEST(test_shorted_column);
	RUN_TEST(test_no_ticker);
	RUN_TEST(test_every_call_may_fail);
	RUN_TEST(test_first_scan_may_fail);
	RUN_TEST(test_unplugged);
	RUN_TEST(test_back_off);
	RUN_TEST(test_destroyed_in_any_state);
	return UNITY_END();
}
