/*
 * A driver of a reed board between a fake matrix and a listener that notes what it is told: for the
 * tests of that driver, each of which includes this once.
 */
#ifndef TESTS_SUPPORT_DRIVERS_REED_BENCH_H
#define TESTS_SUPPORT_DRIVERS_REED_BENCH_H

#include "tests/support/drivers/fake_matrix.h"

#include "drivers/board/board.h"

#include "unity.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define ROWS "0 1 2 3 4 5 6 7 8 9"
#define COLUMNS "10 11 12 13 14 15 16 17 18 19"

enum { MS = 1000, SECOND = 1000 * MS, LOG = 4096, SETTINGS = 8 };

static struct sensors *sensors;
static struct board_setting settings[SETTINGS];
static size_t setting_count;
static char told[LOG]; /* what the driver has reported since it was last looked at */
static uint64_t wake_at_us, seen_us;
static int watched, watch_error;

/* ---- the host ---- */

static void note(const char *text)
{
	size_t length = strlen(told);

	TEST_ASSERT_LESS_THAN_MESSAGE(LOG, length + strlen(text) + 2, "the driver tells too much");
	snprintf(told + length, LOG - length, "%s%s", length > 0 ? "; " : "", text);
}

static void reading(void *owner, const struct reading *what)
{
	char text[16 + 4 * SQ_COUNT], name[SQ_NAME_SIZE];
	struct bits frame = what->frame;
	int length;

	TEST_ASSERT_EQUAL_PTR(&fake, owner);
	seen_us = what->t_us;
	if (what->kind == READING_CONTACT) {
		sq_format(what->sq, name);
		snprintf(text, sizeof text, "%s%s", what->closed ? "+" : "-", name);
		note(text);
		return;
	}
	TEST_ASSERT_EQUAL(READING_FRAME, what->kind);
	length = snprintf(text, sizeof text, "frame");
	while (bits_any(frame)) {
		sq_format(bits_take(&frame), name);
		length += snprintf(text + length, sizeof text - (size_t)length, " %s", name);
	}
	note(text);
}

static void trouble(void *owner, const char *sentence, bool silent)
{
	(void)owner;
	TEST_ASSERT_EQUAL(sentence != NULL, silent);
	note(sentence ? sentence : "works");
}

static int watch(void *owner, int fd)
{
	(void)owner;
	if (fd >= 0 && watch_error)
		return watch_error;
	if (fd < 0 && watched >= 0)
		fake.tickers_open--;
	watched = fd;
	return 0;
}

static void wake_at(void *owner, uint64_t t_us)
{
	(void)owner;
	wake_at_us = t_us;
}

static uint64_t now(void *owner)
{
	(void)owner;
	return fake.now_us;
}

/* ---- steps ---- */

static void set(const char *key, const char *value)
{
	size_t i = 0;

	while (i < setting_count && strcmp(settings[i].key, key) != 0)
		i++;
	TEST_ASSERT_LESS_THAN(SETTINGS, i);
	settings[i] = (struct board_setting){key, value, 1};
	if (i == setting_count)
		setting_count++;
}

static int create(enum board_id board)
{
	static const struct board_host host = {&fake, watch, wake_at, now};
	static const struct board_listener listener = {
		.owner = &fake, .reading = reading, .trouble = trouble};
	char why[200] = "";
	size_t which = 0;
	int error = board_reed.create(&sensors, board, settings, setting_count, &host, &listener,
				      why, sizeof why, &which);

	TEST_ASSERT_EQUAL_MESSAGE(0, error, why);
	return error;
}

static void expect_told(const char *text)
{
	TEST_ASSERT_EQUAL_STRING(text, told);
	told[0] = '\0';
}

/* Advances to the time at which the driver wants to be woken. */
static void come_to_time(void)
{
	TEST_ASSERT_TRUE_MESSAGE(wake_at_us != UINT64_MAX, "the driver waits for nothing");
	if (fake.now_us < wake_at_us)
		fake.now_us = wake_at_us;
	wake_at_us = UINT64_MAX;
	board_reed.wake(sensors);
}

static void start(void)
{
	create(BOARD_LARGE);
	come_to_time();
}

static void tick(void)
{
	fake.now_us += fake.period_us;
	fake.ticks = 1;
	board_reed.wake(sensors);
}

static void put(const char *name, bool closed)
{
	uint8_t sq;

	TEST_ASSERT_TRUE(sq_parse(BOARD_LARGE, name, strlen(name), &sq));
	fake.closed[sq_row(sq)][sq_column(sq)] = closed;
}

void setUp(void)
{
	fake_matrix_reset();
	setting_count = 0;
	set("chip", "/dev/gpiochip0");
	set("rows", ROWS);
	set("columns", COLUMNS);
	told[0] = '\0';
	wake_at_us = UINT64_MAX;
	watched = -1;
	watch_error = 0;
	sensors = NULL;
}

void tearDown(void)
{
	if (sensors)
		board_reed.destroy(sensors);
	TEST_ASSERT_EQUAL_MESSAGE(0, fake.chips_open, "a chip is left open");
	TEST_ASSERT_EQUAL_MESSAGE(0, fake.banks_open, "lines are left requested");
	TEST_ASSERT_EQUAL_MESSAGE(0, fake.tickers_open, "a ticker is left in the loop");
	TEST_ASSERT_TRUE_MESSAGE(wake_at_us == UINT64_MAX, "a time is left set");
}

#endif
