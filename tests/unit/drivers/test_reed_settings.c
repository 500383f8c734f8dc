/* The settings of a reed board: what they mean, and what is complained of in which line. */
#include "drivers/reed/reed_settings.h"

#include "unity.h"

#include <errno.h>
#include <string.h>

#define ROWS "5 6 13 19 26 17 27 22 10 9"
#define COLUMNS "18 23 24 25 8 7 12 16 20 21"

static struct reed_settings reed;
static char why[200];
static size_t which;

void setUp(void)
{
}

void tearDown(void)
{
}

static int read_settings(enum board_id board, const struct board_setting *settings, size_t count)
{
	memset(why, 0, sizeof why);
	which = 99;
	return reed_settings_read(&reed, board, settings, count, why, sizeof why, &which);
}

/* A good board with one more setting, "" for none. */
static int read_with(const char *key, const char *value)
{
	const struct board_setting settings[] = {{"chip", "/dev/gpiochip0", 1},
						 {"rows", ROWS, 2},
						 {"columns", COLUMNS, 3},
						 {key, value, 4}};

	return read_settings(BOARD_LARGE, settings, key[0] ? 4 : 3);
}

static void expect_good(const char *key, const char *value)
{
	TEST_ASSERT_EQUAL_MESSAGE(0, read_with(key, value), why);
}

static void expect_bad(const char *key, const char *value, const char *words)
{
	TEST_ASSERT_EQUAL_MESSAGE(-EINVAL, read_with(key, value), value);
	TEST_ASSERT_EQUAL_MESSAGE(3, which, why);
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(why, words), why);
	TEST_ASSERT_LESS_THAN_MESSAGE(sizeof why - 1, strlen(why), why);
}

static void expect_lines(const char *rows, const char *columns, enum board_id board,
			 const char *words)
{
	const struct board_setting settings[] = {
		{"chip", "pinctrl-rp1", 1}, {"rows", rows, 2}, {"columns", columns, 3}};

	TEST_ASSERT_EQUAL_MESSAGE(words ? -EINVAL : 0, read_settings(board, settings, 3), why);
	if (words) {
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(why, words), why);
	}
}

static void test_defaults(void)
{
	expect_good("", "");
	TEST_ASSERT_EQUAL_STRING("/dev/gpiochip0", reed.rows.chip);
	TEST_ASSERT_EQUAL_STRING("/dev/gpiochip0", reed.columns.chip);
	TEST_ASSERT_EQUAL(10, reed.rows.count);
	TEST_ASSERT_EQUAL(10, reed.columns.count);
	TEST_ASSERT_EQUAL(5, reed.rows.lines[0].number);
	TEST_ASSERT_EQUAL(9, reed.rows.lines[9].number);
	TEST_ASSERT_EQUAL(18, reed.columns.lines[0].number);
	TEST_ASSERT_TRUE(reed.active_low);
	TEST_ASSERT_TRUE(reed.open);
	TEST_ASSERT_EQUAL(GPIO_BIAS_PULL_UP, reed.bias);
	TEST_ASSERT_EQUAL(500, reed.scan_hz);
	TEST_ASSERT_EQUAL(15, reed.settle_us);
}

static void test_electric_side(void)
{
	expect_good("active", "high");
	TEST_ASSERT_FALSE(reed.active_low);
	TEST_ASSERT_EQUAL(GPIO_BIAS_PULL_DOWN, reed.bias);
	expect_good("bias", "none");
	TEST_ASSERT_EQUAL(GPIO_BIAS_NONE, reed.bias);
	TEST_ASSERT_EQUAL(5, reed.settle_us);
	expect_good("drive", "push-pull");
	TEST_ASSERT_FALSE(reed.open);
	expect_good("scan-hz", "1000");
	TEST_ASSERT_EQUAL(1000, reed.scan_hz);
	expect_good("row-settle-us", "0");
	TEST_ASSERT_EQUAL(0, reed.settle_us);
	expect_good("row-settle-us", "100");
	expect_bad("active", "Low", "active must be high or low");
	expect_bad("bias", "up", "bias must be none, pull-up or pull-down");
	expect_bad("bias", "pull-down", "with active = low the bias must be pull-up, or none");
	expect_bad("drive", "", "drive must be push-pull or open");
	expect_bad("scan-hz", "49", "scan-hz must be a number from 50 to 2000");
	expect_bad("scan-hz", "2001", "50 to 2000");
	expect_bad("scan-hz", "500.0", "50 to 2000");
	expect_bad("scan-hz", "99999999999999999999", "50 to 2000");
	expect_bad("row-settle-us", "-1", "row-settle-us must be a number from 0 to 1000");
	expect_bad("row-settle-us", "101", "10 rows of 101 us each are more than half of a scan");
}

static void test_corners(void)
{
	expect_good("a1", "near-left");
	TEST_ASSERT_EQUAL(5, reed.rows.lines[0].number);
	TEST_ASSERT_EQUAL(18, reed.columns.lines[0].number);
	expect_good("a1", "near-right");
	TEST_ASSERT_EQUAL(5, reed.rows.lines[0].number);
	TEST_ASSERT_EQUAL(21, reed.columns.lines[0].number);
	expect_good("a1", "far-left");
	TEST_ASSERT_EQUAL(9, reed.rows.lines[0].number);
	TEST_ASSERT_EQUAL(18, reed.columns.lines[0].number);
	expect_good("a1", "far-right");
	TEST_ASSERT_EQUAL(9, reed.rows.lines[0].number);
	TEST_ASSERT_EQUAL(5, reed.rows.lines[9].number);
	TEST_ASSERT_EQUAL(21, reed.columns.lines[0].number);
	expect_bad("a1", "left", "a1 must be near-left, near-right, far-left or far-right");
}

static void test_lists(void)
{
	expect_lines("GPIO5,GPIO6, GPIO13 , 19 26 17 27 22 10 9", COLUMNS, BOARD_LARGE, NULL);
	TEST_ASSERT_EQUAL_STRING("GPIO13", reed.rows.lines[2].name);
	TEST_ASSERT_EQUAL_STRING("", reed.rows.lines[3].name);
	TEST_ASSERT_EQUAL(19, reed.rows.lines[3].number);
	expect_lines("1 2 3", COLUMNS, BOARD_LARGE, "rows names 3 lines, but the game's board has");
	expect_lines(ROWS, "", BOARD_LARGE, "columns names 0 lines");
	expect_lines(ROWS " 4", COLUMNS, BOARD_LARGE, "rows names more than 10 lines");
	expect_lines("1 2 3 4 5 6 7 8 9 1", COLUMNS, BOARD_LARGE, "rows names line 1 twice");
	expect_lines("x 2 3 4 5 6 7 8 9 x", COLUMNS, BOARD_LARGE, "rows names line x twice");
	expect_lines(ROWS, "18 23 24 25 8 7 12 16 20 5", BOARD_LARGE,
		     "line 5 cannot be both a row and a column");
	TEST_ASSERT_EQUAL(2, which);
	expect_lines("x 2 3 4 5 6 7 8 9 1", "18 23 24 25 x 27 12 16 20 15", BOARD_LARGE,
		     "line x cannot be both");
	expect_lines("a123456789012345678901234567890123456789012345678901234567890123", COLUMNS,
		     BOARD_LARGE, "too long for the name of a line");
}

/* A large table also plays the small game, at its a1 corner. */
static void test_small_board(void)
{
	const struct board_setting settings[] = {{"chip", "gpiochip0", 1},
						 {"rows", ROWS, 2},
						 {"columns", COLUMNS, 3},
						 {"a1", "far-right", 4}};

	expect_lines(ROWS, COLUMNS, BOARD_SMALL, NULL);
	TEST_ASSERT_EQUAL(8, reed.rows.count);
	TEST_ASSERT_EQUAL(5, reed.rows.lines[0].number);
	TEST_ASSERT_EQUAL(0, read_settings(BOARD_SMALL, settings, 4));
	TEST_ASSERT_EQUAL(9, reed.rows.lines[0].number);
	TEST_ASSERT_EQUAL(13, reed.rows.lines[7].number);
	TEST_ASSERT_EQUAL(24, reed.columns.lines[7].number);
	expect_lines("1 2 3 4 5 6 7 8", "11 12 13 14 15 16 17 18", BOARD_SMALL, NULL);
	expect_lines("1 2 3 4 5 6 7", "11 12 13 14 15 16 17 18", BOARD_SMALL, "8 rows");
}

static void test_two_chips(void)
{
	const struct board_setting settings[] = {{"row-chip", "gpiochip2", 1},
						 {"column-chip", "gpiochip3", 2},
						 {"rows", ROWS, 3},
						 {"columns", ROWS, 4}};

	TEST_ASSERT_EQUAL_MESSAGE(0, read_settings(BOARD_LARGE, settings, 4), why);
	TEST_ASSERT_EQUAL_STRING("gpiochip2", reed.rows.chip);
	TEST_ASSERT_EQUAL_STRING("gpiochip3", reed.columns.chip);
	expect_good("column-chip", "mcp23017");
	TEST_ASSERT_EQUAL_STRING("/dev/gpiochip0", reed.rows.chip);
	TEST_ASSERT_EQUAL_STRING("mcp23017", reed.columns.chip);
}

static void test_what_is_missing(void)
{
	static const char *const sentences[] = {
		"chip is missing: write chip = ",
		"rows is missing: it lists the GPIO lines of the board's rows, row 1 first",
		"columns is missing: it lists the GPIO lines of the board's columns, column a "
		"first",
	};
	const struct board_setting settings[] = {{"chip", "x", 1}, {"rows", ROWS, 2}};

	for (size_t count = 0; count < 3; count++) {
		TEST_ASSERT_EQUAL(-EINVAL, read_settings(BOARD_LARGE, settings, count));
		TEST_ASSERT_EQUAL_MESSAGE(count, which, "it is about none of them");
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(why, sentences[count]), why);
	}
	expect_bad("row-chip", "", "chip is missing");
	expect_bad("colums", "1", "no setting colums: it has chip, row-chip");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_defaults);
	RUN_TEST(test_electric_side);
	RUN_TEST(test_corners);
	RUN_TEST(test_lists);
	RUN_TEST(test_small_board);
	RUN_TEST(test_two_chips);
	RUN_TEST(test_what_is_missing);
	return UNITY_END();
}
