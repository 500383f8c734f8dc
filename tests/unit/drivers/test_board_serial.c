/*
 * The serial driver and its port: settings, plugging and unplugging, ports that are missing, kept,
 * forbidden, busy, and looking for the right one. The ports are socket pairs, the board is a
 * simulated one, time is ours.
 */
#include "drivers/board/board.h"
#include "tests/support/drivers/fake_ports.h"
#include "tests/support/drivers/serial_board.h"

#include "unity.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WHY = 200, STEP_US = 5000, E4 = 34 };

static struct sensors *sensors;
static struct serial_board board;
static struct fake_port *plugged; /* where the board is */

/* ---- the daemon ---- */

static uint64_t now_us, wake_us;
static int watched;
static unsigned wakes, frames, contacts, trouble_count;
static struct bits closed;
static char trouble[WHY];

static int host_watch(void *owner, int fd)
{
	(void)owner;
	watched = fd;
	return 0;
}

static void host_wake_at(void *owner, uint64_t t_us)
{
	(void)owner;
	wake_us = t_us;
}

static uint64_t host_now(void *owner)
{
	(void)owner;
	return now_us;
}

static void hear_reading(void *owner, const struct reading *reading)
{
	(void)owner;
	frames += reading->kind == READING_FRAME;
	contacts += reading->kind == READING_CONTACT;
	if (reading->kind == READING_FRAME)
		closed = reading->frame;
	else if (reading->closed)
		bits_add(&closed, reading->sq);
	else
		bits_drop(&closed, reading->sq);
}

static void hear_trouble(void *owner, const char *sentence, bool silent)
{
	(void)owner;
	(void)silent;
	trouble_count++;
	snprintf(trouble, sizeof trouble, "%s", sentence ? sentence : "");
}

static int create(const struct board_setting *settings, size_t count, char *why, size_t *which)
{
	const struct board_host host = {NULL, host_watch, host_wake_at, host_now};
	const struct board_listener listener = {NULL, hear_reading, hear_trouble};

	return board_serial.create(&sensors, BOARD_LARGE, settings, count, &host, &listener, why,
				   WHY, which);
}

static void create_at(const char *port)
{
	const struct board_setting setting = {"port", port, 1};
	char why[WHY];
	size_t which;

	TEST_ASSERT_EQUAL_INT(0, create(&setting, 1, why, &which));
}

void setUp(void)
{
	fake_ports_reset();
	serial_board_init(&board, 10, 10, SERIAL_REEDS);
	sensors = NULL;
	plugged = NULL;
	now_us = 1000000;
	wake_us = UINT64_MAX;
	watched = -1;
	wakes = frames = contacts = trouble_count = 0;
	closed = BITS_NONE;
	trouble[0] = '\0';
}

void tearDown(void)
{
	if (sensors)
		board_serial.destroy(sensors);
	fake_ports_reset();
}

/* ---- time and the line ---- */

static void carry(void)
{
	uint8_t bytes[4096];
	ssize_t count;

	if (!plugged || plugged->far_end < 0)
		return;
	count = read(plugged->far_end, bytes, sizeof bytes);
	if (count > 0)
		serial_board_hear(&board, bytes, (size_t)count, now_us);
	serial_board_tick(&board, now_us);
	count = (ssize_t)serial_board_take(&board, bytes, sizeof bytes);
	if (count > 0)
		TEST_ASSERT_EQUAL_INT(count, write(plugged->far_end, bytes, (size_t)count));
}

static bool is_ready(void)
{
	struct pollfd ready = {.fd = watched, .events = POLLIN};

	return watched >= 0 && poll(&ready, 1, 0) > 0;
}

/* As the daemon's loop does it; one who wants to be woken again and again at once is stopped. */
static void wake(void)
{
	for (unsigned i = 0; is_ready() || wake_us <= now_us; i++) {
		TEST_ASSERT_TRUE_MESSAGE(i < 100, "the driver spins");
		wakes++;
		board_serial.wake(sensors);
	}
}

static void run(unsigned ms)
{
	for (uint64_t until_us = now_us + ms * UINT64_C(1000); now_us < until_us;
	     now_us += STEP_US) {
		carry();
		wake();
	}
}

static void plug(struct fake_port *port)
{
	plugged = port;
	port->is_there = true;
	serial_board_start(&board, SERIAL_BY_POWER, now_us);
	board.out_count = 0; /* the port has not been opened yet */
}

static void expect_trouble(const char *part)
{
	if (!strstr(trouble, part) || (part[0] == '\0') != (trouble[0] == '\0'))
		TEST_ASSERT_EQUAL_STRING(part, trouble);
}

/* Told once, retried without haste. */
static void expect_once(const char *part, unsigned wakes_a_minute)
{
	unsigned before = trouble_count, woken = wakes;

	expect_trouble(part);
	run(60 * 1000);
	expect_trouble(part);
	TEST_ASSERT_EQUAL_UINT(before, trouble_count);
	TEST_ASSERT_TRUE(wakes - woken <= wakes_a_minute);
}

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
				    "protocol 1.7, newer than this adjutantd's 1.0: it works"));
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

/* ---- auto ---- */

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
	expect_once("the board at /dev/full speaks protocol 0.0, older", 300);
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
	RUN_TEST(test_settings_that_make_no_sense);
	RUN_TEST(test_usb_is_for_auto);
	RUN_TEST(test_settings_are_used);
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
