/*
 * The serial driver and its port: settings, plugging and unplugging, ports that are missing, kept,
 * forbidden, busy, and looking for the right one. The ports are socket pairs, the board is a
 * simulated one, time is ours.
 */
#include "drivers/board/lamps.h"
#include "tests/support/drivers/serial_driver.h"

/* ---- settings ---- */

static void expect_refused(const char *key, const char *value, const char *part)
{
	const struct board_setting settings[] = {{"baud", "115200", 7}, {key, value, 8}};
	char why[WHY] = "";
	size_t which = 9;

	TEST_ASSERT_EQUAL_INT(-EINVAL, create(settings, 2, why, &which));
	TEST_ASSERT_EQUAL_UINT(1, which);
	if (!strstr(why, part))
		TEST_ASSERT_EQUAL_STRING(part, why);
}

static void test_settings_that_make_no_sense(void)
{
	expect_refused("port", "ttyACM0", "port is auto or the path of a serial port");
	expect_refused("port", "", "port is auto");
	expect_refused("usb", "2341", "usb is vendor:product");
	expect_refused("usb", "2341:00434", "usb is vendor:product");
	expect_refused("usb", "2341:-043", "usb is vendor:product");
	expect_refused("baud", "115201", "baud is one of");
	expect_refused("baud", "115200x", "baud is one of");
	expect_refused("baud", "-115200", "baud is one of");
	expect_refused("scan-hz", "19", "scan-hz is how often");
	expect_refused("scan-hz", "99999999999999999999", "scan-hz is how often");
	expect_refused("a1", "left", "a1 is near-left, near-right, far-left or far-right");
	expect_refused("brightness", "256",
		       "brightness is that of the lamps, from 0 (dark) to 255");
	expect_refused("brightness", "-1", "brightness is");
	expect_refused("dark-minutes", "601", "lamps go dark, from 0 (never) to 600");
	expect_refused("dark-minutes", "never", "dark-minutes is");
	expect_refused("pins", "1 2 3", "a serial board has no such setting: it has port, usb");
}

static void test_usb_is_for_auto(void)
{
	const struct board_setting settings[] = {
		{"usb", "2341:0043", 7}, {"baud", "9600", 8}, {"port", "/dev/null", 9}};
	char why[WHY] = "";
	size_t which = 9;

	TEST_ASSERT_EQUAL_INT(-EINVAL, create(settings, 3, why, &which));
	TEST_ASSERT_EQUAL_UINT(0, which);
	TEST_ASSERT_NOT_NULL(strstr(why, "usb is for port = auto"));
}

static void test_settings_are_used(void)
{
	const struct board_setting settings[] = {
		{"port", "/dev/null", 1}, {"baud", "500000", 2}, {"scan-hz", "800", 3}};
	char why[WHY];
	size_t which;

	plug(fake_port_add("/dev/null"));
	TEST_ASSERT_EQUAL_INT(0, create(settings, 3, why, &which));
	TEST_ASSERT_EQUAL_UINT(0, plugged->opens); /* not before the daemon has its driver */
	run(100);
	TEST_ASSERT_EQUAL_INT(500000, plugged->baud);
	TEST_ASSERT_EQUAL_UINT16(800, board.hello.scan_hz);
}

/* ---- lamps ---- */

static void test_lamps_are_lit_at_once(void)
{
	const struct board_setting settings[] = {
		{"port", "/dev/null", 1}, {"brightness", "40", 2}, {"dark-minutes", "0", 3}};
	struct lamp_picture picture = {{[0] = LAMP_TURN}};
	char why[WHY];
	size_t which;

	board.hello.parts = SERIAL_HAS_LAMPS;
	board.dark_min = 30;
	plug(fake_port_add("/dev/null"));
	TEST_ASSERT_EQUAL_INT(0, create(settings, 3, why, &which));
	board_serial.show(sensors, &picture); /* before the port is open */
	run(100);
	TEST_ASSERT_EQUAL_UINT(1, board.pictures);
	TEST_ASSERT_EQUAL_UINT8(40, board.lamps.brightness);
	TEST_ASSERT_EQUAL_UINT16(0, board.dark_min);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_TURN, serial_lamp_of(&board.lamps, 0));
	picture.of[sq_at(4, 3)] = LAMP_TO;
	board_serial.show(sensors, &picture);
	run(10);
	TEST_ASSERT_EQUAL_UINT(2, board.pictures);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_TO, serial_lamp_of(&board.lamps, E4));
	fake_port_unplug(plugged);
	run(100);
	picture.of[sq_at(4, 3)] = LAMP_OFF;
	board_serial.show(sensors, &picture); /* nobody is there */
	run(100);
	TEST_ASSERT_EQUAL_UINT(2, board.pictures);
}

/* ---- a port by its name ---- */

static void test_a_board_is_read(void)
{
	plug(fake_port_add("/dev/null"));
	create_at("/dev/null");
	run(100);
	TEST_ASSERT_EQUAL_UINT(1, frames);
	serial_board_contact(&board, E4, true, now_us);
	run(10);
	TEST_ASSERT_EQUAL_UINT(1, contacts);
	TEST_ASSERT_TRUE(bits_has(closed, sq_at(4, 3)));
	board_serial.scan(sensors);
	TEST_ASSERT_EQUAL_UINT(2, frames);
	TEST_ASSERT_EQUAL_UINT(0, trouble_count);
	/* a quiet board costs a wake for each heartbeat and hardly more */
	wakes = 0;
	run(60 * 1000);
	TEST_ASSERT_TRUE(wakes < 200);
}

static void test_a_newer_board_is_remarked_on(void)
{
	plug(fake_port_add("/dev/null"));
	create_at("/dev/null");
	TEST_ASSERT_NULL(board_serial.remark(sensors));
	run(100);
	TEST_ASSERT_NULL(board_serial.remark(sensors));
	board.hello.minor = 7;
	serial_board_start(&board, SERIAL_BY_BUTTON, now_us);
	run(100);
	TEST_ASSERT_NOT_NULL(board_serial.remark(sensors));
	TEST_ASSERT_NOT_NULL(strstr(board_serial.remark(sensors),
				    "protocol 1.7, newer than this adjutantd's 1.1: it works"));
	TEST_ASSERT_EQUAL_UINT(0, trouble_count);
}

static void test_a_port_that_is_missing(void)
{
	create_at("/dev/adjutant-is-not-there");
	run(10);
	expect_once("there is no /dev/adjutant-is-not-there: plug the board in, or set port", 40);
	TEST_ASSERT_EQUAL_INT(-1, watched);
}

static void expect_open_error(int error, const char *part)
{
	struct fake_port *port = fake_port_add("/dev/null");

	port->open_error = error;
	plug(port);
	create_at("/dev/null");
	run(10);
	expect_once(part, 40);
	port->open_error = 0;
	run(2500);
	expect_trouble("");
	TEST_ASSERT_EQUAL_UINT(1, frames);
}

static void test_no_permission(void)
{
	expect_open_error(EACCES, "/dev/null may not be used: add the user that runs adjutantd to "
				  "the group dialout");
}

static void test_a_service_that_is_kept_from_it(void)
{
	expect_open_error(EPERM, "is kept from /dev/null: add DeviceAllow=/dev/null rw");
}

static void test_a_port_that_is_busy(void)
{
	expect_open_error(EBUSY, "/dev/null is used by another program: end it");
}

static void test_a_uart_that_is_not_there(void)
{
	expect_open_error(EIO, "/dev/null is no serial port that works: set port to the board's");
}

static void test_a_port_that_fails(void)
{
	expect_open_error(EPROTO, "/dev/null cannot be used (Protocol error): unplug the board");
}

static void test_what_is_no_serial_port(void)
{
	create_at("/dev/zero");
	run(10);
	expect_once("/dev/zero is no serial port that works: set port to the board's", 40);
}

static void test_unplugged_and_plugged_in_again(void)
{
	struct fake_port *port = fake_port_add("/dev/null");

	plug(port);
	create_at("/dev/null");
	run(100);
	for (unsigned i = 0; i < 5; i++) {
		frames = trouble_count = 0;
		fake_port_unplug(port);
		board.closed[i] ^= 0xFF;
		run(10);
		TEST_ASSERT_EQUAL_INT(-1, watched);
		port->open_error = ENOENT; /* the file that stands for it does not go away */
		port->is_there = true;
		expect_once("the board at /dev/null was unplugged: plug it in again", 40);
		TEST_ASSERT_EQUAL_UINT(1, trouble_count);
		port->open_error = 0;
		plug(port);
		run(2500);
		expect_trouble("");
		TEST_ASSERT_EQUAL_UINT(2, trouble_count);
		TEST_ASSERT_EQUAL_UINT(1, frames);
		TEST_ASSERT_EQUAL_UINT(8 * (i + 1), bits_count(closed));
	}
	TEST_ASSERT_EQUAL_UINT(port->opens, port->closes + 1);
}

static void test_a_driver_that_says_so_otherwise(void)
{
	static const int errors[] = {EIO, ENXIO, ENODEV};
	struct fake_port *port = fake_port_add("/dev/null");

	plug(port);
	create_at("/dev/null");
	for (unsigned i = 0; i < 3; i++) {
		run(2500);
		expect_trouble("");
		port->read_error = errors[i];
		run(600);
		expect_trouble("the board at /dev/null was unplugged");
		port->read_error = 0;
	}
}

/* no hang-up on a real UART: only silence; reopening restarts many controllers */
static void test_a_silent_port_is_opened_anew(void)
{
	struct fake_port *port = fake_port_add("/dev/null");

	plug(port);
	create_at("/dev/null");
	run(100);
	plugged = NULL;
	run(4000);
	expect_once("has fallen silent", 120);
	TEST_ASSERT_TRUE(port->opens >= 4 && port->opens <= 6);
	plugged = port;
	run(2500);
	expect_trouble("");
}

static void test_a_write_that_does_not_fit(void)
{
	struct fake_port *port = fake_port_add("/dev/null");

	port->refuses = 5;
	plug(port);
	create_at("/dev/null");
	run(20);
	port->refuses = 1000;
	run(400);
	TEST_ASSERT_EQUAL_UINT(1, frames);
	TEST_ASSERT_TRUE(board.configured);
	TEST_ASSERT_EQUAL_UINT(0, trouble_count);
}

static void test_a_flood_is_not_even_read(void)
{
	plug(fake_port_add("/dev/null"));
	create_at("/dev/null");
	run(100);
	for (unsigned i = 0; i < 400; i++) {
		for (unsigned k = 0; k < 100; k++)
			serial_board_contact(&board, E4, k % 2 == 0, now_us);
		if (board.out_count > SERIAL_BOARD_OUT / 2)
			board.out_count = 0;
		/* only as much as the line takes */
		if (watched >= 0)
			carry();
		wake();
		now_us += STEP_US;
	}
	expect_trouble("says more than anybody can read");
	TEST_ASSERT_TRUE(contacts <= 4 * 2100);
	TEST_ASSERT_TRUE(wakes < 1200);
	run(4000);
	expect_trouble("");
	TEST_ASSERT_TRUE(plugged->flushes > 0);
	TEST_ASSERT_EQUAL_UINT(board.closed[E4 / 8] >> E4 % 8 & 1, bits_has(closed, sq_at(4, 3)));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_settings_that_make_no_sense);
	RUN_TEST(test_usb_is_for_auto);
	RUN_TEST(test_settings_are_used);
	RUN_TEST(test_lamps_are_lit_at_once);
	RUN_TEST(test_a_board_is_read);
	RUN_TEST(test_a_newer_board_is_remarked_on);
	RUN_TEST(test_a_port_that_is_missing);
	RUN_TEST(test_no_permission);
	RUN_TEST(test_a_service_that_is_kept_from_it);
	RUN_TEST(test_a_port_that_is_busy);
	RUN_TEST(test_a_uart_that_is_not_there);
	RUN_TEST(test_a_port_that_fails);
	RUN_TEST(test_what_is_no_serial_port);
	RUN_TEST(test_unplugged_and_plugged_in_again);
	RUN_TEST(test_a_driver_that_says_so_otherwise);
	RUN_TEST(test_a_silent_port_is_opened_anew);
	RUN_TEST(test_a_write_that_does_not_fit);
	RUN_TEST(test_a_flood_is_not_even_read);
	return UNITY_END();
}
