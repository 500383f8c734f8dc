/* The serial driver that looks for its board by itself: port = auto. */
#include "tests/support/drivers/serial_driver.h"

static void test_auto_without_anything(void)
{
	struct fake_port *native = fake_port_add("/dev/null");

	native->is_usb = false; /* not ours to write to without being told */
	create_at("auto");
	run(10);
	expect_once("no USB serial port is there: plug the board in", 40);
	TEST_ASSERT_EQUAL_UINT(0, native->opens);
}

static void test_auto_is_the_default(void)
{
	char why[WHY];
	size_t which;

	plug(fake_port_add("/dev/null"));
	TEST_ASSERT_EQUAL_INT(0, create(NULL, 0, why, &which));
	run(100);
	TEST_ASSERT_EQUAL_UINT(1, frames);
}

static void test_auto_finds_the_board_among_others(void)
{
	struct fake_port *full = fake_port_add("/dev/full"), *zero = fake_port_add("/dev/zero");

	fake_port_add("/dev/null")->open_error = EBUSY;
	plug(zero);
	create_at("auto");
	run(6000);
	TEST_ASSERT_EQUAL_UINT(1, frames);
	TEST_ASSERT_EQUAL_UINT(0, trouble_count);
	TEST_ASSERT_EQUAL_UINT(1, full->opens);
	TEST_ASSERT_EQUAL_UINT(full->opens, full->closes);
	run(20 * 1000);
	TEST_ASSERT_EQUAL_UINT(1, zero->opens);
	/* it moves to another name; the others stay who they are */
	fake_port_unplug(zero);
	run(100);
	expect_trouble("the board at /dev/zero was unplugged");
	plug(fake_port_add("/dev/urandom"));
	run(8000);
	expect_trouble("");
	TEST_ASSERT_EQUAL_UINT(2, frames);
}

/* What else is plugged in is not taken for a board that does not work. */
static void test_auto_waits_for_the_board_that_was_there(void)
{
	struct fake_port *full = fake_port_add("/dev/full"), *zero = fake_port_add("/dev/zero");

	plug(zero);
	create_at("auto");
	run(6000);
	fake_port_unplug(zero);
	run(100);
	expect_once("the board at /dev/zero was unplugged", 120);
	TEST_ASSERT_TRUE(full->opens > 3);
	plug(zero);
	run(10 * 1000);
	expect_trouble("");
}

static void test_auto_and_nobody_answers(void)
{
	fake_port_add("/dev/full");
	fake_port_add("/dev/zero");
	create_at("auto");
	run(15000);
	expect_once("none of 2 USB serial ports answers as a board does", 120);
}

/* Another board with an old firmware is plugged in beside the one that is meant. */
static void test_auto_passes_over_a_board_that_is_refused(void)
{
	struct fake_port *full = fake_port_add("/dev/full"), *zero = fake_port_add("/dev/zero");

	board.hello.major = 0;
	plug(full);
	create_at("auto");
	run(1000);
	expect_once("the board at /dev/full speaks protocol 0.1, older", 300);
	TEST_ASSERT_TRUE(zero->opens > 3);
	board.hello.major = SERIAL_MAJOR;
	plug(zero);
	run(15 * 1000);
	expect_trouble("");
	TEST_ASSERT_EQUAL_UINT(1, frames);
}

static void test_auto_and_no_permission(void)
{
	fake_port_add("/dev/full")->open_error = EACCES;
	fake_port_add("/dev/zero")->open_error = EACCES;
	create_at("auto");
	run(10);
	expect_once("/dev/full may not be used: add the user", 40);
}

static void test_auto_by_vendor_and_product(void)
{
	const struct board_setting setting = {"usb", "2341:0043", 1};
	struct fake_port *full = fake_port_add("/dev/full"), *zero = fake_port_add("/dev/zero");
	char why[WHY];
	size_t which;

	zero->vendor = 0x2341;
	zero->product = 0x0044;
	TEST_ASSERT_EQUAL_INT(0, create(&setting, 1, why, &which));
	run(10);
	expect_trouble("no USB device 2341:0043 with a serial port is there");
	zero->product = 0x0043;
	plug(zero);
	run(2500);
	expect_trouble("");
	TEST_ASSERT_EQUAL_UINT(0, full->opens);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_auto_without_anything);
	RUN_TEST(test_auto_is_the_default);
	RUN_TEST(test_auto_finds_the_board_among_others);
	RUN_TEST(test_auto_waits_for_the_board_that_was_there);
	RUN_TEST(test_auto_and_nobody_answers);
	RUN_TEST(test_auto_passes_over_a_board_that_is_refused);
	RUN_TEST(test_auto_and_no_permission);
	RUN_TEST(test_auto_by_vendor_and_product);
	return UNITY_END();
}
