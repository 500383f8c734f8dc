/* The lamps of a serial board: when a picture is sent, to which boards, and which lamp is which. */
#include "tests/support/drivers/serial_expect.h"

static struct lamp_picture picture;

static void begin(enum board_id squares)
{
	line_init(&line, squares, SERIAL_REEDS, 0);
	line.board.hello.parts = SERIAL_HAS_LAMPS;
	serial_link_light(&line.link, 96, 45);
	memset(&picture, 0, sizeof picture);
}

void setUp(void)
{
	begin(BOARD_LARGE);
}

void tearDown(void)
{
}

static void show(unsigned sq, enum lamp lamp)
{
	picture.of[sq] = (uint8_t)lamp;
	serial_link_show(&line.link, &picture, line.now_us);
}

/* ---- when ---- */

static void test_after_hello_and_on_a_change(void)
{
	show(sq_at(4, 3), LAMP_TO);
	start();
	TEST_ASSERT_EQUAL_UINT(1, line.board.pictures);
	TEST_ASSERT_EQUAL_UINT8(96, line.board.lamps.brightness);
	TEST_ASSERT_EQUAL_UINT8(50, line.board.lamps.count);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_TO, serial_lamp_of(&line.board.lamps, E4));
	TEST_ASSERT_EQUAL_UINT16(45, line.board.dark_min);
	show(sq_at(5, 3), LAMP_PUT);
	run(50);
	TEST_ASSERT_EQUAL_UINT(2, line.board.pictures);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_PUT, serial_lamp_of(&line.board.lamps, F4));
	show(sq_at(5, 3), LAMP_PUT);
	run(5000);
	TEST_ASSERT_EQUAL_UINT(2, line.board.pictures);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

/* So that a board which goes dark without its host stays lit. */
static void test_again_every_ten_seconds(void)
{
	start();
	run(60 * 1000);
	TEST_ASSERT_TRUE(line.board.pictures >= 6 && line.board.pictures <= 8);
}

static void test_until_it_is_acknowledged(void)
{
	start();
	line.is_deaf = true;
	show(sq_at(4, 3), LAMP_TO);
	run(700);
	TEST_ASSERT_EQUAL_UINT(1, line.board.pictures);
	line.is_deaf = false;
	run(600);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_TO, serial_lamp_of(&line.board.lamps, E4));
	run(3000);
	TEST_ASSERT_EQUAL_UINT(2, line.board.pictures);
}

/* One that takes no notice is not flooded. */
static void test_a_board_that_never_answers(void)
{
	uint64_t before;

	line.board.ignores_lamps = true;
	start();
	run(10 * 1000);
	before = line.to_board;
	run(60 * 1000);
	TEST_ASSERT_TRUE(line.to_board - before < 1200);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

static void test_after_a_restart_of_the_board(void)
{
	show(sq_at(4, 3), LAMP_TO);
	start();
	memset(&line.board.lamps, 0, sizeof line.board.lamps);
	serial_board_start(&line.board, SERIAL_BY_WATCHDOG, line.now_us);
	run(300);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_TO, serial_lamp_of(&line.board.lamps, E4));
}

/* ---- to whom ---- */

static void test_boards_without_lamps_are_sent_none(void)
{
	line.board.hello.parts = 0;
	show(sq_at(4, 3), LAMP_TO);
	start();
	run(30 * 1000);
	TEST_ASSERT_EQUAL_UINT(0, line.board.pictures);
	TEST_ASSERT_TRUE(line.board.configured);
	TEST_ASSERT_EQUAL_UINT16(0, line.board.dark_min);
	setUp();
	line.board.hello.minor = 0;
	show(sq_at(4, 3), LAMP_TO);
	start();
	run(30 * 1000);
	TEST_ASSERT_EQUAL_UINT(0, line.board.pictures);
	TEST_ASSERT_TRUE(line.board.configured);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

/* The simulated board refuses more than 600 minutes, as another may refuse less. */
static void test_a_board_that_goes_dark_when_it_likes(void)
{
	serial_link_light(&line.link, 96, 601);
	start();
	run(1000);
	TEST_ASSERT_TRUE(line.board.configured);
	TEST_ASSERT_EQUAL_UINT16(0, line.board.dark_min);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

/* ---- which ---- */

static void test_a1_at_another_corner_of_a_larger_board(void)
{
	begin(BOARD_SMALL);
	line.board.hello.columns = line.board.hello.rows = 10;
	serial_link_turn(&line.link, SERIAL_A1_RIGHT | SERIAL_A1_FAR);
	show(sq_at(0, 0), LAMP_TURN);
	show(sq_at(7, 7), LAMP_TO);
	line_start(&line);
	run(300);
	TEST_ASSERT_EQUAL_INT(SERIAL_TALKING, line.link.state);
	for (unsigned n = 0; n < 100; n++)
		TEST_ASSERT_EQUAL_UINT8(n == 99	  ? SERIAL_LAMP_TURN
					: n == 22 ? SERIAL_LAMP_TO
						  : SERIAL_LAMP_OFF,
					serial_lamp_of(&line.board.lamps, (uint8_t)n));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_after_hello_and_on_a_change);
	RUN_TEST(test_again_every_ten_seconds);
	RUN_TEST(test_until_it_is_acknowledged);
	RUN_TEST(test_a_board_that_never_answers);
	RUN_TEST(test_after_a_restart_of_the_board);
	RUN_TEST(test_boards_without_lamps_are_sent_none);
	RUN_TEST(test_a_board_that_goes_dark_when_it_likes);
	RUN_TEST(test_a1_at_another_corner_of_a_larger_board);
	return UNITY_END();
}
