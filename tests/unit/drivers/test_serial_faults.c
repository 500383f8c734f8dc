/*
 * A serial board that works badly, or a line that does: each fault with its sentence, once, and the
 * all-clear when it is over.
 */
#include "tests/support/drivers/serial_expect.h"

#include <stdio.h>

void setUp(void)
{
	line_init(&line, BOARD_LARGE, SERIAL_REEDS, 0);
}

void tearDown(void)
{
}

/* ---- a bad line, a bad board ---- */

/* Takes the last bytes of what the board is about to say away, or spoils one. */
static void spoil(unsigned lost, uint8_t turn)
{
	serial_board_contact(&line.board, E4, !(line.board.closed[E4 / 8] >> E4 % 8 & 1),
			     line.now_us);
	line.board.out_count -= lost;
	line.board.out[line.board.out_count - 3] ^= turn;
	run(500);
}

static void expect_repaired(const char *part)
{
	unsigned count;

	expect_trouble(part);
	TEST_ASSERT_EQUAL_UINT(1, line.trouble_count);
	TEST_ASSERT_TRUE(line_is_true(&line));
	count = line.trouble_count;
	run(45 * 1000);
	expect_trouble("");
	TEST_ASSERT_EQUAL_UINT(count + 1, line.trouble_count);
	run(60 * 1000);
	TEST_ASSERT_EQUAL_UINT(count + 1, line.trouble_count);
}

static void test_a_few_damaged_frames_are_repaired_in_silence(void)
{
	start();
	for (unsigned i = 0; i < 4; i++)
		spoil(0, 0x40);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
	TEST_ASSERT_TRUE(line_is_true(&line));
}

/* ... and at once, not with the next heartbeat */
static void test_a_damaged_frame_is_asked_for_at_once(void)
{
	start();
	run(2000);
	line.board.heartbeat_us = line.now_us + 500000;
	serial_board_contact(&line.board, E4, true, line.now_us);
	line.board.out[line.board.out_count - 3] ^= 0x40;
	run(40);
	TEST_ASSERT_TRUE(line_is_true(&line));
}

static void test_wrong_crcs(void)
{
	start();
	for (unsigned i = 0; i < 8; i++)
		spoil(0, 0x40);
	expect_repaired("bytes from the board at /dev/ttyACM0 arrive damaged: use a shorter cable");
}

static void test_half_frames(void)
{
	start();
	for (unsigned i = 0; i < 8; i++)
		spoil(3, 0);
	expect_repaired("bytes from the board at /dev/ttyACM0 are lost: check cable and plug");
}

static void test_a_line_that_is_too_slow(void)
{
	start();
	for (unsigned i = 0; i < 8; i++) {
		line.board.room = 0;
		serial_board_contact(&line.board, E4, i % 2 == 1, line.now_us);
		line.board.room = SERIAL_BOARD_OUT;
		run(600);
	}
	expect_repaired("has more to say than its line carries: raise the baud rate");
}

static void test_a_board_that_restarts_again_and_again(void)
{
	start();
	for (unsigned i = 0; i < 4; i++) {
		serial_board_start(&line.board, SERIAL_BY_BROWN_OUT, line.now_us);
		run(3000);
	}
	expect_repaired("restarts again and again; its voltage drops: use a stronger supply");
}

static void test_a_board_that_is_against_the_protocol(void)
{
	struct serial_frame frame = {
		.type = SERIAL_CHANGED, .length = 5, .payload = {0, 0, 0, 0, 100}};

	start();
	for (unsigned i = 0; i < 6; i++) {
		serial_board_say(&line.board, &frame);
		run(500);
	}
	TEST_ASSERT_EQUAL_UINT(0, line.contacts);
	expect_repaired("says things that its protocol does not know");
}

static void test_a_board_that_does_not_report(void)
{
	start();
	line.board.ignores_reports = true;
	run(25 * 1000);
	expect_once("does not send the full frame it is asked for: check the wire to its RX");
	TEST_ASSERT_TRUE(line.board.reports_asked < 100);
	line.board.ignores_reports = false;
	run(3000);
	expect_trouble("");
}

static void test_a_low_supply(void)
{
	start();
	line.board.health.flags = SERIAL_SUPPLY_IS_LOW;
	line.board.health.supply_mv = 4310;
	serial_board_tell_health(&line.board, line.now_us);
	run(10);
	line.board.health.supply_mv = 4290; /* it varies, which is no news */
	expect_once("the supply of the board at /dev/ttyACM0 is low (4.31 V): use a stronger one");
	line.board.health.flags = 0;
	run(11 * 1000);
	expect_trouble("");
}

static void silence_readers(uint8_t from, uint8_t to)
{
	memset(line.board.health.silent, 0, sizeof line.board.health.silent);
	for (uint8_t n = from; n < to; n++)
		line.board.health.silent[n / 8] |= (uint8_t)(1u << n % 8);
	serial_board_tell_health(&line.board, line.now_us);
	run(10);
}

static void test_silent_readers(void)
{
	line_init(&line, BOARD_LARGE, SERIAL_READERS, 0);
	start();
	silence_readers(E4, E4 + 1);
	expect_once("the tag reader under e4 does not answer: check its plug and solder");
	silence_readers(E4, E4 + 2);
	expect_trouble("the tag readers under e4 and f4 do not answer");
	silence_readers(E4, E4 + 4);
	expect_trouble("the tag readers under e4, f4, g4 and h4 do not answer");
	silence_readers(0, 100);
	expect_trouble("the tag readers under a1, b1, c1, d1 and 96 more do not answer");
	TEST_ASSERT_EQUAL_UINT(4, line.trouble_count);
	silence_readers(0, 0);
	expect_trouble("");
}

static void test_a_setting_that_is_refused(void)
{
	line_init(&line, BOARD_LARGE, SERIAL_REEDS, 5000);
	start();
	expect_once("refuses scan-hz = 5000: it can do up to 1000; change the configuration");
	TEST_ASSERT_TRUE(line.board.configured); /* the rest of the settings */
	TEST_ASSERT_EQUAL_UINT(2, line.board.configures);
}

/* ---- floods ---- */

static void test_a_flood_of_frames(void)
{
	unsigned told;

	start();
	for (unsigned s = 0; s < 5; s++)
		for (unsigned i = 0; i < 100; i++) {
			for (unsigned k = 0; k < 200; k++)
				serial_board_contact(&line.board, E4, k % 2 == 0, line.now_us);
			run(10);
		}
	told = line.contacts;
	TEST_ASSERT_TRUE(told > 2000 && told <= 6 * SERIAL_FLOOD_FRAMES);
	expect_trouble("says more than anybody can read and is heard in pauses");
	TEST_ASSERT_EQUAL_UINT(1, line.trouble_count);
	run(3000);
	expect_trouble("");
	TEST_ASSERT_EQUAL_UINT(2, line.trouble_count);
	TEST_ASSERT_TRUE(line_is_true(&line));
}

static void test_a_flood_of_readings(void)
{
	struct serial_changed changed = {.count = SERIAL_CHANGES};
	struct serial_frame frame;

	start();
	for (unsigned i = 0; i < SERIAL_CHANGES; i++)
		changed.changes[i] = (uint8_t)(E4 | (i % 2 ? 0 : SERIAL_ON));
	for (unsigned i = 0; i < 500; i++) {
		serial_put_changed(&frame, &changed);
		serial_board_say(&line.board, &frame);
		run(10);
	}
	TEST_ASSERT_TRUE(line.contacts <= 6 * (SERIAL_FLOOD_READINGS + SERIAL_CHANGES));
	expect_trouble("says more than anybody can read");
	run(3000);
	expect_trouble("");
	TEST_ASSERT_TRUE(line_is_true(&line));
}

static void test_a_flood_of_garbage(void)
{
	static uint8_t zeros[65536];

	serial_link_open(&line.link, "/dev/ttyACM0", false, line.now_us);
	for (unsigned i = 0; i < 60; i++) {
		for (unsigned k = 0; k < 10; k++)
			line_inject(&line, zeros, sizeof zeros);
		TEST_ASSERT_TRUE(line.link.bytes <= SERIAL_FLOOD_BYTES);
		TEST_ASSERT_TRUE(serial_link_is_flooded(&line.link));
		run(1000);
	}
	expect_trouble("makes no sense");
	TEST_ASSERT_EQUAL_UINT(1, line.trouble_count);
}

/* ---- sentences ---- */

static void test_sentences_fit(void)
{
	static const char port[] = "/dev/serial/by-id/usb-Arduino_Uno_1234567890-if00-port0-and-on";
	struct serial_faults *faults = &line.link.faults;

	snprintf(faults->facts.port, sizeof faults->facts.port, "%s", port);
	faults->facts.hello = (struct serial_hello){
		.major = 255, .minor = 255, .columns = 255, .rows = 255, .scan_hz_max = 65535};
	faults->facts.health.supply_mv = 65535;
	faults->facts.silent = boards[BOARD_LARGE].land;
	for (unsigned i = 0; i < SERIAL_FAULT_COUNT; i++) {
		unsigned count = line.trouble_count;

		faults->active = UINT32_C(1) << i;
		serial_faults_settle(faults, true);
		TEST_ASSERT_EQUAL_UINT(count + 1, line.trouble_count);
		TEST_ASSERT_TRUE_MESSAGE(strlen(line_trouble(&line)) < SERIAL_SENTENCE - 1,
					 line_trouble(&line));
		TEST_ASSERT_TRUE(i == SERIAL_FAULT_READERS || strstr(line_trouble(&line), port));
		TEST_ASSERT_EQUAL(i < SERIAL_FAULT_FLOOD, line.is_silent);
	}
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_few_damaged_frames_are_repaired_in_silence);
	RUN_TEST(test_a_damaged_frame_is_asked_for_at_once);
	RUN_TEST(test_wrong_crcs);
	RUN_TEST(test_half_frames);
	RUN_TEST(test_a_line_that_is_too_slow);
	RUN_TEST(test_a_board_that_restarts_again_and_again);
	RUN_TEST(test_a_board_that_is_against_the_protocol);
	RUN_TEST(test_a_board_that_does_not_report);
	RUN_TEST(test_a_low_supply);
	RUN_TEST(test_silent_readers);
	RUN_TEST(test_a_setting_that_is_refused);
	RUN_TEST(test_a_flood_of_frames);
	RUN_TEST(test_a_flood_of_readings);
	RUN_TEST(test_a_flood_of_garbage);
	RUN_TEST(test_sentences_fit);
	return UNITY_END();
}
