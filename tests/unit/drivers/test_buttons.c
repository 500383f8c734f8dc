/* Buttons: which presses are meant, and from which side they come on a serial board. */
#include "drivers/board/buttons.h"
#include "tests/support/drivers/serial_expect.h"

enum { MS = 1000 };

static struct buttons buttons;
static struct {
	unsigned count;
	enum side side;
	bool down;
	uint64_t t_us;
} heard;

static void hear_press(void *owner, enum side side, bool down, uint64_t t_us)
{
	(void)owner;
	heard.count++;
	heard.side = side;
	heard.down = down;
	heard.t_us = t_us;
}

void setUp(void)
{
	memset(&buttons, 0, sizeof buttons);
	memset(&heard, 0, sizeof heard);
	line_init(&line, BOARD_LARGE, SERIAL_REEDS, 0);
	line.board.hello.buttons = 2;
	line.link.view.listener.pressed = hear_press;
}

void tearDown(void)
{
}

static bool press(enum side side, uint64_t t_us, unsigned for_ms)
{
	TEST_ASSERT_FALSE(buttons_hear(&buttons, side, true, t_us));
	return buttons_hear(&buttons, side, false, t_us + for_ms * UINT64_C(1000));
}

/* ---- which are meant ---- */

static void test_a_press_is_meant_when_it_ends(void)
{
	TEST_ASSERT_TRUE(press(SIDE_RED, 1000000, 80));
	TEST_ASSERT_TRUE(press(SIDE_BLUE, 1000000, 2000));
	TEST_ASSERT_FALSE(buttons_hear(&buttons, SIDE_RED, false, 4000000)); /* it was not down */
}

static void test_an_arm_on_it_is_an_accident(void)
{
	TEST_ASSERT_FALSE(press(SIDE_RED, 1000000, 2001));
	TEST_ASSERT_TRUE(press(SIDE_RED, 5000000, 100));
	/* a second "down" does not begin it anew */
	TEST_ASSERT_FALSE(buttons_hear(&buttons, SIDE_RED, true, 10000000));
	TEST_ASSERT_FALSE(buttons_hear(&buttons, SIDE_RED, true, 12000000));
	TEST_ASSERT_FALSE(buttons_hear(&buttons, SIDE_RED, false, 12500000));
}

static void test_one_that_flutters_for_an_hour(void)
{
	unsigned meant = 0;

	for (uint64_t t_us = 0; t_us < UINT64_C(3600) * 1000 * MS; t_us += 20 * MS)
		meant += press(SIDE_RED, t_us, 10);
	TEST_ASSERT_UINT_WITHIN(5, 3600 / 5 + BUTTON_AT_ONCE, meant);
	TEST_ASSERT_TRUE(
		press(SIDE_BLUE, UINT64_C(3600) * 1000 * MS, 10)); /* the other one works */
}

/* ---- from which side ---- */

static void test_whose_button_it_is(void)
{
	start();
	serial_board_press(&line.board, 0, true, line.now_us);
	run(50);
	TEST_ASSERT_EQUAL_UINT(1, heard.count);
	TEST_ASSERT_EQUAL_INT(SIDE_RED, heard.side);
	TEST_ASSERT_TRUE(heard.down);
	TEST_ASSERT_TRUE(heard.t_us <= line.now_us && line.now_us - heard.t_us < 100 * MS);
	serial_board_press(&line.board, 1, false, line.now_us);
	run(50);
	TEST_ASSERT_EQUAL_INT(SIDE_BLUE, heard.side);
	TEST_ASSERT_FALSE(heard.down);
}

/* a1 is diagonally opposite: the board's first row is blue's. */
static void test_a_board_that_is_turned(void)
{
	serial_link_turn(&line.link, SERIAL_A1_RIGHT | SERIAL_A1_FAR);
	start();
	serial_board_press(&line.board, 0, true, line.now_us);
	run(50);
	TEST_ASSERT_EQUAL_INT(SIDE_BLUE, heard.side);
}

static void test_buttons_that_there_are_not(void)
{
	line.board.hello.buttons = 3;
	start();
	serial_board_press(&line.board, 2, true, line.now_us);
	run(50);
	TEST_ASSERT_EQUAL_UINT(0, heard.count);
	TEST_ASSERT_EQUAL_UINT(0, line.link.wrong.nonsense);
	serial_board_press(&line.board, 3, true, line.now_us);
	run(50);
	TEST_ASSERT_EQUAL_UINT(0, heard.count);
	TEST_ASSERT_EQUAL_UINT(1, line.link.wrong.nonsense);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_press_is_meant_when_it_ends);
	RUN_TEST(test_an_arm_on_it_is_an_accident);
	RUN_TEST(test_one_that_flutters_for_an_hour);
	RUN_TEST(test_whose_button_it_is);
	RUN_TEST(test_a_board_that_is_turned);
	RUN_TEST(test_buttons_that_there_are_not);
	return UNITY_END();
}
