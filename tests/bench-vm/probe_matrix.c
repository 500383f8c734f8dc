/*
 * The board of the bench itself: that what hands do at /dev/reed-matrix can be read from the lines
 * of its GPIO chip, and that it breaks in the ways it is told to.
 */
#include "tests/bench-vm/lines.h"

#include "unity.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ALL = (1u << MATRIX_SIDE) - 1, COLUMNS = MATRIX_SIDE, LOOKS = 400 };

static int hands = -1, chip = -1, rows = -1, columns = -1;
static bool active_high;

static void tell(const char *commands)
{
	TEST_ASSERT_EQUAL_INT_MESSAGE((int)strlen(commands),
				      (int)write(hands, commands, strlen(commands)), commands);
}

static void take_lines(uint64_t bias)
{
	rows = lines_take(chip, 0, GPIO_V2_LINE_FLAG_OUTPUT);
	columns = lines_take(chip, COLUMNS, GPIO_V2_LINE_FLAG_INPUT | bias);
}

static void let_go(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void setUp(void)
{
	hands = open("/dev/reed-matrix", O_RDWR | O_CLOEXEC);
	TEST_ASSERT_GREATER_OR_EQUAL_INT_MESSAGE(0, hands, "there is no /dev/reed-matrix");
	tell("renew\n");
	active_high = false;
	chip = lines_find_chip();
	TEST_ASSERT_GREATER_OR_EQUAL_INT_MESSAGE(0, chip, "there is no chip with that label");
	take_lines(GPIO_V2_LINE_FLAG_BIAS_PULL_UP);
	TEST_ASSERT_GREATER_OR_EQUAL(0, rows);
	TEST_ASSERT_GREATER_OR_EQUAL(0, columns);
}

void tearDown(void)
{
	let_go(&rows);
	let_go(&columns);
	let_go(&chip);
	tell("renew\n");
	let_go(&hands);
}

static unsigned scan_row(unsigned row)
{
	uint64_t active = 1u << row, levels = 0;

	TEST_ASSERT_EQUAL_INT(0, lines_set(rows, active_high ? active : ~active));
	TEST_ASSERT_EQUAL_INT(0, lines_get(columns, &levels));
	return (unsigned)(active_high ? levels : ~levels) & ALL;
}

static void expect_only(unsigned row, unsigned expected)
{
	char message[16];

	for (unsigned i = 0; i < MATRIX_SIDE; i++) {
		snprintf(message, sizeof message, "row %u", i + 1);
		TEST_ASSERT_EQUAL_HEX_MESSAGE(i == row ? expected : 0, scan_row(i), message);
	}
}

static void move_each_contact(void)
{
	char command[16];

	for (unsigned sq = 0; sq < MATRIX_SIDE * MATRIX_SIDE; sq++) {
		unsigned row = sq / MATRIX_SIDE, column = sq % MATRIX_SIDE;

		snprintf(command, sizeof command, "close %c%u\n", 'a' + (int)column, row + 1);
		tell(command);
		expect_only(row, 1u << column);
		snprintf(command, sizeof command, "open %c%u\n", 'a' + (int)column, row + 1);
		tell(command);
	}
	expect_only(0, 0);
}

static void every_contact_is_read(void)
{
	move_each_contact();
}

static void active_high_boards_are_read(void)
{
	let_go(&columns);
	columns = lines_take(chip, COLUMNS,
			     GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN);
	tell("active high\n");
	active_high = true;
	move_each_contact();
}

static void frame_sets_all(void)
{
	tell("frame 1000000001/0000000000/0000000000/0000000000/0000000000/"
	     "0000000000/0000000000/0000000000/0000000000/0000000000\n");
	expect_only(0, 1u | 1u << 9);
}

/* three corners of a rectangle: b2, b5, g5; the fourth is g2 */
static void ghosts_come_without_diodes(void)
{
	tell("close b2\nclose b5\nclose g5\n");
	TEST_ASSERT_EQUAL_HEX(1u << 1, scan_row(1));
	tell("diodes off\n");
	TEST_ASSERT_EQUAL_HEX(1u << 1 | 1u << 6, scan_row(1));
	tell("open g5\n");
	TEST_ASSERT_EQUAL_HEX(1u << 1, scan_row(1));
}

static void reeds_stick_and_die(void)
{
	tell("stuck c3\nopen c3\n");
	expect_only(2, 1u << 2);
	tell("dead c3\nclose c3\n");
	expect_only(2, 0);
	tell("good c3\n");
	expect_only(2, 1u << 2);
}

static void wires_are_swapped(void)
{
	tell("swap a1 j1\nclose a1\n");
	expect_only(0, 1u << 9);
	tell("swap a1 j1\n");
	expect_only(0, 1u);
}

/* How often a closed contact was seen open within a time. */
static unsigned count_open(long us)
{
	struct timespec begin, now;
	unsigned count = 0;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	do {
		count += scan_row(4) == 0;
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while ((now.tv_sec - begin.tv_sec) * 1000000 + (now.tv_nsec - begin.tv_nsec) / 1000 < us);
	return count;
}

static void contacts_bounce(void)
{
	tell("bounce 20000 e5\nclose e5\n");
	TEST_ASSERT_GREATER_THAN(3, count_open(20000));
	TEST_ASSERT_EQUAL(0, count_open(20000));
	tell("bounce 0 e5\nopen e5\nclose e5\n");
	TEST_ASSERT_EQUAL(0, count_open(5000));
}

static void columns_without_bias_float(void)
{
	unsigned seen = 0;

	let_go(&columns);
	columns = lines_take(chip, COLUMNS,
			     GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_BIAS_DISABLED);
	for (unsigned i = 0; i < LOOKS; i++)
		seen |= scan_row(0);
	TEST_ASSERT_EQUAL_HEX(ALL, seen);
	let_go(&columns);
	columns =
		lines_take(chip, COLUMNS, GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_BIAS_PULL_UP);
	expect_only(0, 0);
}

static void lines_fail(void)
{
	uint64_t levels;

	tell("fail 12\n");
	TEST_ASSERT_EQUAL_INT(-EIO, lines_get(columns, &levels));
	let_go(&columns);
	TEST_ASSERT_EQUAL_INT(-EIO, lines_take(chip, COLUMNS, GPIO_V2_LINE_FLAG_INPUT));
	tell("works 12\n");
	columns = lines_take(chip, COLUMNS, GPIO_V2_LINE_FLAG_INPUT);
	TEST_ASSERT_GREATER_OR_EQUAL(0, columns);
	TEST_ASSERT_EQUAL_INT(0, lines_get(columns, &levels));
}

static void lines_are_busy(void)
{
	TEST_ASSERT_EQUAL_INT(-EBUSY, lines_take(chip, 0, GPIO_V2_LINE_FLAG_OUTPUT));
}

static void chip_goes_and_comes(void)
{
	uint64_t levels;

	tell("close a1\nunplug\n");
	TEST_ASSERT_EQUAL_INT(-ENODEV, lines_set(rows, 0));
	TEST_ASSERT_EQUAL_INT(-ENODEV, lines_get(columns, &levels));
	TEST_ASSERT_EQUAL_INT(-1, lines_find_chip());
	tell("plug\n");
	let_go(&rows);
	let_go(&columns);
	let_go(&chip);
	chip = lines_find_chip();
	TEST_ASSERT_GREATER_OR_EQUAL(0, chip);
	take_lines(GPIO_V2_LINE_FLAG_BIAS_PULL_UP);
	expect_only(0, 1u);
}

static void scans_are_counted(void)
{
	char text[160] = "";
	unsigned long sets, gets, scans;

	scan_row(1);
	tell("count\n");
	for (unsigned i = 0; i < 3; i++)
		expect_only(0, 0);
	TEST_ASSERT_GREATER_THAN(0, (int)pread(hands, text, sizeof text - 1, 0));
	TEST_ASSERT_EQUAL(3, sscanf(text, "sets %lu\ngets %lu\nscans %lu\n", &sets, &gets, &scans));
	TEST_ASSERT_EQUAL(3 * MATRIX_SIDE, sets);
	TEST_ASSERT_EQUAL(3 * MATRIX_SIDE, gets);
	TEST_ASSERT_EQUAL(3, scans);
}

static void nonsense_is_refused(void)
{
	static const char *const nonsense[] = {"open k1", "open a11", "open",	    "frobnicate a1",
					       "frame 2", "fail 20",  "bounce a1",  "diodes maybe",
					       "plug",	  "swap a1",  "active yes", "open a1b"};

	for (unsigned i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
		TEST_ASSERT_EQUAL_INT_MESSAGE(
			-1, (int)write(hands, nonsense[i], strlen(nonsense[i])), nonsense[i]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(every_contact_is_read);
	RUN_TEST(active_high_boards_are_read);
	RUN_TEST(frame_sets_all);
	RUN_TEST(ghosts_come_without_diodes);
	RUN_TEST(reeds_stick_and_die);
	RUN_TEST(wires_are_swapped);
	RUN_TEST(contacts_bounce);
	RUN_TEST(columns_without_bias_float);
	RUN_TEST(lines_fail);
	RUN_TEST(lines_are_busy);
	RUN_TEST(chip_goes_and_comes);
	RUN_TEST(scans_are_counted);
	RUN_TEST(nonsense_is_refused);
	return UNITY_END();
}
