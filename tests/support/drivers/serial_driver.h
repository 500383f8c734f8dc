/*
 * The serial driver between ports that are socket pairs, a simulated board and a daemon whose time is the
 * test's: for the tests of that driver, each of which includes this once.
 */
#ifndef TESTS_SUPPORT_DRIVERS_SERIAL_DRIVER_H
#define TESTS_SUPPORT_DRIVERS_SERIAL_DRIVER_H

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

static inline int host_watch(void *owner, int fd)
{
	(void)owner;
	watched = fd;
	return 0;
}

static inline void host_wake_at(void *owner, uint64_t t_us)
{
	(void)owner;
	wake_us = t_us;
}

static inline uint64_t host_now(void *owner)
{
	(void)owner;
	return now_us;
}

static inline void hear_reading(void *owner, const struct reading *reading)
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

static inline void hear_trouble(void *owner, const char *sentence, bool silent)
{
	(void)owner;
	(void)silent;
	trouble_count++;
	snprintf(trouble, sizeof trouble, "%s", sentence ? sentence : "");
}

static inline int create(const struct board_setting *settings, size_t count, char *why,
			 size_t *which)
{
	const struct board_host host = {NULL, host_watch, host_wake_at, host_now};
	const struct board_listener listener = {.reading = hear_reading, .trouble = hear_trouble};

	return board_serial.create(&sensors, BOARD_LARGE, settings, count, &host, &listener, why,
				   WHY, which);
}

static inline void create_at(const char *port)
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

static inline void carry(void)
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

static inline bool is_ready(void)
{
	struct pollfd ready = {.fd = watched, .events = POLLIN};

	return watched >= 0 && poll(&ready, 1, 0) > 0;
}

/* As the daemon's loop does it; one who wants to be woken again and again at once is stopped. */
static inline void wake(void)
{
	for (unsigned i = 0; is_ready() || wake_us <= now_us; i++) {
		TEST_ASSERT_TRUE_MESSAGE(i < 100, "the driver spins");
		wakes++;
		board_serial.wake(sensors);
	}
}

static inline void run(unsigned ms)
{
	for (uint64_t until_us = now_us + ms * UINT64_C(1000); now_us < until_us;
	     now_us += STEP_US) {
		carry();
		wake();
	}
}

static inline void plug(struct fake_port *port)
{
	plugged = port;
	port->is_there = true;
	serial_board_start(&board, SERIAL_BY_POWER, now_us);
	board.out_count = 0; /* the port has not been opened yet */
}

static inline void expect_trouble(const char *part)
{
	if (!strstr(trouble, part) || (part[0] == '\0') != (trouble[0] == '\0'))
		TEST_ASSERT_EQUAL_STRING(part, trouble);
}

/* Told once, retried without haste. */
static inline void expect_once(const char *part, unsigned wakes_a_minute)
{
	unsigned before = trouble_count, woken = wakes;

	expect_trouble(part);
	run(60 * 1000);
	expect_trouble(part);
	TEST_ASSERT_EQUAL_UINT(before, trouble_count);
	TEST_ASSERT_TRUE(wakes - woken <= wakes_a_minute);
}

#endif
