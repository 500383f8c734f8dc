/*
 * The conversation with a simulated serial board: what works, boards of other versions and kinds,
 * and a line with no board, or none that can be understood, at its end. Each fault has its
 * sentence, once.
 */
#include "tests/support/drivers/serial_expect.h"

void setUp(void)
{
	line_init(&line, BOARD_LARGE, SERIAL_REEDS, 0);
}

void tearDown(void)
{
}

/* ---- what works ---- */

static void test_a_board_is_read_at_once(void)
{
	line.board.closed[0] = 0xFF;
	line.board.closed[12] = 0x0F;
	start();
	TEST_ASSERT_EQUAL_UINT(1, line.frames);
	TEST_ASSERT_EQUAL_UINT(0, line.contacts);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
	TEST_ASSERT_EQUAL_UINT(12, bits_count(line.closed));
	TEST_ASSERT_TRUE(line.board.configured);
}

static void test_a_board_that_runs_already_is_asked(void)
{
	serial_board_start(&line.board, SERIAL_BY_POWER, line.now_us);
	line.board.out_count = 0; /* sent before the port was open */
	serial_link_open(&line.link, "/dev/ttyACM0", false, line.now_us);
	run(100);
	TEST_ASSERT_TRUE(line_is_true(&line));
	TEST_ASSERT_EQUAL_UINT(1, line.board.asked);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

static void test_changes_pass_on(void)
{
	start();
	serial_board_contact(&line.board, E4, true, line.now_us);
	serial_board_contact(&line.board, E4, false, line.now_us);
	serial_board_contact(&line.board, J10, true, line.now_us);
	run(10);
	TEST_ASSERT_EQUAL_UINT(3, line.contacts);
	TEST_ASSERT_TRUE(bits_equal(line.closed, bits_of(sq_at(9, 9))));
}

static void test_what_is_known_is_not_told_again(void)
{
	start();
	serial_board_contact(&line.board, E4, true, line.now_us);
	serial_board_contact(&line.board, E4, true, line.now_us);
	run(10);
	TEST_ASSERT_EQUAL_UINT(1, line.contacts);
}

static void test_a_frame_that_comes_twice(void)
{
	struct serial_changed changed = {.count = 2, .changes = {E4 | SERIAL_ON, E4}};
	struct serial_frame frame;

	start();
	serial_put_changed(&frame, &changed);
	serial_board_say(&line.board, &frame);
	line.board.sequence--;
	serial_board_say(&line.board, &frame);
	run(10);
	TEST_ASSERT_EQUAL_UINT(2, line.contacts);
}

static void test_a_quiet_table_says_nothing(void)
{
	start();
	run(600 * 1000);
	TEST_ASSERT_EQUAL_UINT(1, line.frames);
	TEST_ASSERT_EQUAL_UINT(0, line.contacts);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

static void test_tags_pass_on(void)
{
	struct serial_uid one = uid_of(E4, 1), two = uid_of(E4, 2);

	line_init(&line, BOARD_LARGE, SERIAL_REEDS | SERIAL_READERS, 0);
	for (uint8_t n = 0; n < 100; n++) {
		struct serial_uid each = uid_of(n, n);

		serial_board_tag(&line.board, &each, n != E4, 0);
	}
	start();
	TEST_ASSERT_EQUAL_UINT(99, line.tags); /* each once */
	serial_board_tag(&line.board, &one, true, line.now_us);
	serial_board_tag(&line.board, &two, true, line.now_us);
	serial_board_tag(&line.board, &one, false, line.now_us);
	run(10);
	TEST_ASSERT_EQUAL_UINT(102, line.tags);
	TEST_ASSERT_TRUE(line_is_true(&line));
	run(60 * 1000);
	TEST_ASSERT_EQUAL_UINT(102, line.tags);
}

/* The first three are those that stand there. */
static void test_more_tags_than_a_square_has(void)
{
	line_init(&line, BOARD_LARGE, SERIAL_READERS, 0);
	start();
	for (uint8_t i = 0; i < 10; i++) {
		struct serial_tag tag = {.seen = true, .uid = uid_of(E4, i)};
		struct serial_frame frame;

		serial_put_tag(&frame, &tag);
		serial_board_say(&line.board, &frame);
	}
	run(10);
	TEST_ASSERT_EQUAL_UINT(SERIAL_TAGS_A_SQUARE, line.tags);
	TEST_ASSERT_EQUAL_UINT8(2, line.seen[sq_at(4, 3)].list[2].bytes[3]);
	run(15 * 1000); /* until the board's own list has come */
	TEST_ASSERT_TRUE(line_is_true(&line));
}

/* without reeds a square counts as closed while a tag is seen there */
static void test_a_board_of_readers_alone(void)
{
	struct serial_uid uid = uid_of(E4, 1);

	line_init(&line, BOARD_LARGE, SERIAL_READERS, 0);
	serial_board_tag(&line.board, &uid, true, 0);
	start();
	TEST_ASSERT_TRUE(bits_equal(line.closed, bits_of(sq_at(4, 3))));
}

static void test_the_small_board(void)
{
	line_init(&line, BOARD_SMALL, SERIAL_REEDS, 0);
	line.board.closed[7] = 0x80;
	start();
	TEST_ASSERT_TRUE(bits_equal(line.closed, bits_of(sq_at(7, 7))));
}

static void test_a_scan_tells_all(void)
{
	struct serial_uid uid = uid_of(E4, 1);

	line_init(&line, BOARD_LARGE, SERIAL_REEDS | SERIAL_READERS, 0);
	serial_board_tag(&line.board, &uid, true, 0);
	serial_link_scan(&line.link,
			 line.now_us); /* before there is a board: it comes when there is one */
	TEST_ASSERT_EQUAL_UINT(0, line.frames);
	start();
	TEST_ASSERT_EQUAL_UINT(1, line.frames);
	serial_link_scan(&line.link, line.now_us);
	TEST_ASSERT_EQUAL_UINT(2, line.frames);
	TEST_ASSERT_EQUAL_UINT(2, line.tags);
	line.is_cut = true; /* what is not known is not told */
	run(5000);
	serial_link_scan(&line.link, line.now_us);
	TEST_ASSERT_EQUAL_UINT(2, line.frames);
	line.is_cut = false;
	run(3000);
	TEST_ASSERT_EQUAL_UINT(3, line.frames);
}

static void test_settings_reach_the_board(void)
{
	line_init(&line, BOARD_LARGE, SERIAL_REEDS, 800);
	start();
	TEST_ASSERT_EQUAL_UINT16(800, line.board.hello.scan_hz);
	TEST_ASSERT_EQUAL_UINT(1, line.board.configures);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

static void test_settings_are_not_repeated_for_ever(void)
{
	line.board.ignores_settings = true;
	start();
	run(60 * 1000);
	TEST_ASSERT_EQUAL_UINT(4, line.board.configures);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

/* Several questions, asked while a controller was starting, get several answers. */
static void test_late_answers_are_no_restarts(void)
{
	line.is_deaf = true;
	line.board.ignores_asks = true;
	serial_board_start(&line.board, SERIAL_BY_POWER, line.now_us);
	line.board.out_count = 0;
	line.is_deaf = false;
	line.board.ignores_asks = false;
	serial_link_open(&line.link, "/dev/ttyACM0", false, line.now_us);
	for (unsigned i = 0; i < 6; i++)
		serial_link_tick(&line.link, line.now_us + i * 500000u);
	line.now_us += 2500000;
	run(5000);
	TEST_ASSERT_TRUE(line.board.asked >= 6);
	TEST_ASSERT_EQUAL_UINT(1, line.board.configures);
	TEST_ASSERT_EQUAL_UINT(1, line.frames);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

/* ---- no board, or none that can be understood ---- */

static void test_nobody_answers(void)
{
	serial_link_open(&line.link, "/dev/ttyACM0", false, line.now_us);
	run(3900);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count); /* it may be starting */
	run(200);
	expect_once("nothing comes from /dev/ttyACM0: check that the board has power");
	TEST_ASSERT_TRUE(line.link.asks > 30 && line.link.asks < 80);
	TEST_ASSERT_TRUE(serial_link_is_stuck(&line.link, line.now_us));
	serial_board_start(&line.board, SERIAL_BY_POWER, line.now_us);
	run(100);
	expect_trouble("");
	TEST_ASSERT_TRUE(line_is_true(&line));
}

static void test_while_probing_silence_is_no_fault(void)
{
	serial_link_open(&line.link, "/dev/ttyACM0", true, line.now_us);
	run(60 * 1000);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
	TEST_ASSERT_TRUE(serial_link_is_stuck(&line.link, line.now_us));
	line.board.hello.major = 2;
	serial_board_start(&line.board, SERIAL_BY_POWER, line.now_us);
	run(100);
	expect_trouble("newer");
}

static void test_the_cable_is_pulled_and_put_back(void)
{
	start();
	line.is_cut = true;
	serial_board_contact(&line.board, E4, true, line.now_us);
	run(2400);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
	run(1300);
	expect_once("the board at /dev/ttyACM0 has fallen silent: check its cable and power");
	serial_board_contact(&line.board, F4, true, line.now_us);
	line.is_cut = false;
	run(2100);
	expect_trouble("");
	TEST_ASSERT_EQUAL_UINT(2, line.trouble_count);
	TEST_ASSERT_EQUAL_UINT(2, line.frames);
	TEST_ASSERT_TRUE(line_is_true(&line));
}

/* whenever that is, seen from the link */
static void test_the_cable_is_put_back_at_any_time(void)
{
	for (unsigned ms = 3600; ms < 8000; ms += 10) {
		line_init(&line, BOARD_LARGE, SERIAL_REEDS, 0);
		start();
		line.is_cut = true;
		run(ms);
		line.is_cut = false;
		run(600);
		expect_trouble("");
		TEST_ASSERT_EQUAL_UINT(2, line.trouble_count);
	}
}

static void inject_often(const uint8_t *bytes, size_t count, unsigned times)
{
	for (unsigned i = 0; i < times; i++) {
		line_inject(&line, bytes, count);
		run(100);
	}
}

static void test_text(void)
{
	static const char text[] = "rst:0x1 (POWERON_RESET)\r\nHello from my sketch!\r\n";
	unsigned count;

	serial_link_open(&line.link, "/dev/ttyUSB0", false, line.now_us);
	inject_often((const uint8_t *)text, sizeof text - 1, 60);
	expect_trouble("/dev/ttyUSB0 sends text instead of frames: it is another device");
	count = line.trouble_count;
	run(60 * 1000); /* quiet in between is no other fault */
	inject_often((const uint8_t *)text, sizeof text - 1, 60);
	TEST_ASSERT_EQUAL_UINT(count, line.trouble_count);
}

/* A frame at half the speed: every bit twice, cut into bytes by the wrong clock. */
static void test_the_wrong_baud_rate(void)
{
	static const uint8_t garbage[] = {0x78, 0x66, 0xE0, 0x80, 0x00, 0xF8, 0x7E, 0x1E, 0x86,
					  0xFE, 0x98, 0x60, 0x7E, 0x05, 0x00, 0x06, 0xE6, 0x18};

	serial_link_open(&line.link, "/dev/ttyUSB0", false, line.now_us);
	inject_often(garbage, sizeof garbage, 60);
	expect_trouble("what comes from /dev/ttyUSB0 makes no sense at 115200 baud: set baud to");
	TEST_ASSERT_EQUAL_UINT(1, line.trouble_count);
	serial_board_start(&line.board, SERIAL_BY_POWER, line.now_us);
	run(2100);
	expect_trouble("");
}

/* A heartbeat of a board that is much faster is one byte here, or two; the port is opened anew now
 * and then. */
static void test_a_much_faster_board(void)
{
	static const uint8_t garbage[] = {0xFC, 0xE0};

	for (size_t count = 1; count <= sizeof garbage; count++)
		for (unsigned every_ms = 500; every_ms <= 1900; every_ms += 1400) {
			setUp();
			for (unsigned ms = 0; ms < 60 * 1000; ms += every_ms) {
				if (ms == 0 || serial_link_is_stuck(&line.link, line.now_us))
					serial_link_open(&line.link, "/dev/ttyUSB0", false,
							 line.now_us);
				line_inject(&line, garbage, count);
				run(every_ms);
				TEST_ASSERT_NULL(strstr(line_trouble(&line), "nothing comes"));
			}
			expect_trouble("what comes from /dev/ttyUSB0 makes no sense at 115200");
			TEST_ASSERT_EQUAL_UINT(1, line.trouble_count);
		}
}

/* Plugging in makes a byte or two, and then nothing comes. */
static void test_a_click_is_nobody(void)
{
	serial_link_open(&line.link, "/dev/ttyUSB0", false, line.now_us);
	line_inject(&line, (const uint8_t[]){0, 0xFF}, 2);
	run(7000);
	expect_once("nothing comes from /dev/ttyUSB0");
}

static void test_garbage_in_the_middle(void)
{
	uint8_t garbage[64];

	start();
	for (unsigned i = 0; i < sizeof garbage; i++)
		garbage[i] = (uint8_t)(i * 91 + 0x80);
	line.is_cut = true;
	inject_often(garbage, sizeof garbage, 60);
	expect_trouble("makes no sense at 115200 baud");
	line.is_cut = false;
	run(2100);
	run(40 * 1000);
	expect_trouble("");
	TEST_ASSERT_TRUE(line_is_true(&line));
}

static void test_an_echo(void)
{
	line.echoes = true;
	serial_link_open(&line.link, "/dev/ttyACM0", false, line.now_us);
	run(5000);
	expect_once("/dev/ttyACM0 gives back what is sent to it: its RX and TX are joined");
}

/* The boot of the board was missed, and it receives nothing. */
static void test_a_deaf_board(void)
{
	serial_board_start(&line.board, SERIAL_BY_POWER, line.now_us);
	line.board.out_count = 0;
	line.is_deaf = true;
	serial_link_open(&line.link, "/dev/ttyACM0", false, line.now_us);
	run(5000);
	expect_once("can be heard but does not hear: check the wire from this side's TX");
}

static void test_a_hello_that_is_none(void)
{
	struct serial_frame frame = {.type = SERIAL_HELLO, .length = 3, .payload = {1, 0, 0}};

	line.board.ignores_asks = true;
	serial_board_start(&line.board, SERIAL_BY_POWER, line.now_us);
	line.board.out_count = 0;
	serial_link_open(&line.link, "/dev/ttyACM0", false, line.now_us);
	for (unsigned i = 0; i < 50; i++) {
		serial_board_say(&line.board, &frame);
		run(100);
	}
	expect_trouble("says things that its protocol does not know: load another firmware");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_board_is_read_at_once);
	RUN_TEST(test_a_board_that_runs_already_is_asked);
	RUN_TEST(test_changes_pass_on);
	RUN_TEST(test_what_is_known_is_not_told_again);
	RUN_TEST(test_a_frame_that_comes_twice);
	RUN_TEST(test_a_quiet_table_says_nothing);
	RUN_TEST(test_tags_pass_on);
	RUN_TEST(test_more_tags_than_a_square_has);
	RUN_TEST(test_a_board_of_readers_alone);
	RUN_TEST(test_the_small_board);
	RUN_TEST(test_a_scan_tells_all);
	RUN_TEST(test_settings_reach_the_board);
	RUN_TEST(test_settings_are_not_repeated_for_ever);
	RUN_TEST(test_late_answers_are_no_restarts);
	RUN_TEST(test_nobody_answers);
	RUN_TEST(test_while_probing_silence_is_no_fault);
	RUN_TEST(test_the_cable_is_pulled_and_put_back);
	RUN_TEST(test_the_cable_is_put_back_at_any_time);
	RUN_TEST(test_text);
	RUN_TEST(test_the_wrong_baud_rate);
	RUN_TEST(test_a_much_faster_board);
	RUN_TEST(test_a_click_is_nobody);
	RUN_TEST(test_garbage_in_the_middle);
	RUN_TEST(test_an_echo);
	RUN_TEST(test_a_deaf_board);
	RUN_TEST(test_a_hello_that_is_none);
	return UNITY_END();
}
