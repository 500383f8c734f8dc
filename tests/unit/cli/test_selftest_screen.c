/* The self-test as it is drawn on a terminal, while time goes by and nothing else happens. */
#include "daemon/cli/selftest/selftest_screen.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

enum { MS = 1000, DRAWN_SIZE = 1 << 14, TICK_US = 100 * MS };

static const uint8_t order[] = {0, 1, 2};
static struct selftest test;
static struct selftest_screen screen;
static uint64_t now_us;
static FILE *drawn; /* what has been drawn stands there */
static char text[DRAWN_SIZE];

void setUp(void)
{
	drawn = tmpfile();
	TEST_ASSERT_NOT_NULL(drawn);
	memset(&screen, 0, sizeof screen);
	screen.drawn = true;
	selftest_init(&test, BOARD_LARGE, SENSOR_REED, order, sizeof order);
	now_us = 5000 * MS;
}

void tearDown(void)
{
	fclose(drawn);
}

/* Standard output belongs to the screen for so long. */
static void show(void)
{
	int kept;

	fflush(stdout);
	kept = dup(STDOUT_FILENO);
	dup2(fileno(drawn), STDOUT_FILENO);
	screen_show(&screen, &test, true);
	dup2(kept, STDOUT_FILENO);
	close(kept);
}

static unsigned times_drawn(void)
{
	unsigned times = 0;
	size_t length;

	rewind(drawn);
	length = fread(text, 1, sizeof text - 1, drawn);
	text[length] = '\0';
	for (const char *at = text; (at = strstr(at, "\033[H\033[J")) != NULL; at++)
		times++;
	return times;
}

/* what is on the screen now */
static const char *seen(void)
{
	const char *last = text;

	times_drawn();
	for (const char *at = text; (at = strstr(at, "\033[H\033[J")) != NULL; at++)
		last = at;
	return last;
}

/* as the command does while nothing comes */
static void rest(void)
{
	for (unsigned i = 0; i < 10; i++) {
		now_us += TICK_US;
		selftest_time(&test, now_us);
		show();
	}
}

static void frame(const char *squares)
{
	struct input input = {.kind = INPUT_FRAME, .t_us = now_us, .frame = BITS_NONE};

	for (; *squares; squares += 2) {
		uint8_t sq;

		TEST_ASSERT_TRUE(sq_parse(BOARD_LARGE, squares, 2, &sq));
		bits_add(&input.frame, sq);
	}
	selftest_input(&test, &input);
	show();
}

static void test_what_is_closed_is_up_to_date(void)
{
	frame("a2a3");
	TEST_ASSERT_NOT_NULL(strstr(seen(), "then press Enter. Closed now: a2 and a3\n"));
	frame("a3");
	rest();
	TEST_ASSERT_NOT_NULL(strstr(seen(), "then press Enter. Closed now: a3\n"));
	frame("");
	rest();
	TEST_ASSERT_NOT_NULL(strstr(seen(), "then press Enter.\n"));
	frame("b1");
	rest();
	TEST_ASSERT_NOT_NULL(strstr(seen(), "then press Enter. Closed now: b1\n"));
}

static void test_nothing_is_drawn_anew_without_need(void)
{
	unsigned times;

	frame("a2");
	frame("");
	rest();
	times = times_drawn();
	rest();
	TEST_ASSERT_EQUAL(times, times_drawn());
}

/* Nothing is to be seen that was said before the board was drawn. */
static void test_what_is_to_come_can_be_read(void)
{
	struct input piece = {.kind = INPUT_CONTACT, .closed = true, .sq = 0};

	screen_introduce(&screen, 3);
	frame("");
	TEST_ASSERT_NOT_NULL(strstr(seen(), "  You will be asked for a piece on each of 3 squares. "
					    "Move one piece along, or\n  leave each"));
	selftest_enter(&test);
	rest();
	rest();
	TEST_ASSERT_NOT_NULL(strstr(seen(), "Put a piece on a1."));
	TEST_ASSERT_NOT_NULL(strstr(seen(), "leave each where it is"));
	piece.t_us = now_us;
	selftest_input(&test, &piece);
	rest();
	TEST_ASSERT_NOT_NULL(strstr(seen(), "a1: answers\n"));
	TEST_ASSERT_NULL(strstr(seen(), "leave each where it is"));
}

/* From the start, and until it is over; a key makes it no clearer. */
static void test_what_the_daemon_says_of_its_board(void)
{
	struct source_board board = {.trouble = "nothing comes from /dev/ttyACM0", .silent = true};

	screen_introduce(&screen, 3);
	selftest_silence(&test, true);
	screen_board(&screen, &board);
	frame("");
	TEST_ASSERT_NOT_NULL(strstr(seen(), "\n  The daemon says of its board: nothing comes from "
					    "/dev/ttyACM0.\n  Nothing can be tried until"));
	TEST_ASSERT_NULL(strstr(seen(), "press Enter"));
	selftest_enter(&test);
	rest();
	TEST_ASSERT_NOT_NULL(strstr(seen(), "nothing comes from"));
	TEST_ASSERT_EQUAL(SELFTEST_CLEAR, test.phase);
	board.is_over = true;
	board.silent = false;
	selftest_silence(&test, false);
	screen_board(&screen, &board);
	show();
	TEST_ASSERT_NULL(strstr(seen(), "nothing comes from"));
	TEST_ASSERT_NOT_NULL(strstr(seen(), "then press Enter.\n"));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_what_is_closed_is_up_to_date);
	RUN_TEST(test_nothing_is_drawn_anew_without_need);
	RUN_TEST(test_what_is_to_come_can_be_read);
	RUN_TEST(test_what_the_daemon_says_of_its_board);
	return UNITY_END();
}
