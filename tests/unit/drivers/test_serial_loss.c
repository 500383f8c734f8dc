/*
 * Loss on the line to a serial board: a session in which every single byte is lost, changed and
 * doubled, either way, and noise without end. The daemon always learns what the board shows.
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

/* ---- loss ---- */

static void test_a_restart_whose_hello_is_lost(void)
{
	line_init(&line, BOARD_LARGE, SERIAL_REEDS, 800);
	start();
	line.board.hello_lost = true;
	line.board.hello.scan_hz = 500;
	serial_board_start(&line.board, SERIAL_BY_WATCHDOG, line.now_us);
	run(1500);
	TEST_ASSERT_TRUE(line.board.configured);
	TEST_ASSERT_EQUAL_UINT16(800, line.board.hello.scan_hz);
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
	TEST_ASSERT_TRUE(line_is_true(&line));
}

/* The one gap that the sequence does not show. */
static void test_256_lost_frames(void)
{
	struct serial_frame ack;
	struct serial_answer none = {.sequence = 200};

	start();
	run(1000);
	line.board.room = 0;
	serial_board_contact(&line.board, E4, true, line.now_us);
	for (unsigned i = 0; i < 255; i++) {
		serial_put_answer(&ack, &none);
		serial_board_say(&line.board, &ack);
	}
	line.board.room = SERIAL_BOARD_OUT;
	run(500);
	TEST_ASSERT_FALSE(line_is_true(&line));
	run(11 * 1000);
	TEST_ASSERT_TRUE(line_is_true(&line));
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

/* A short session with everything in it. */
static void play(void)
{
	struct serial_uid one = uid_of(E4, 1), two = uid_of(J10, 2);

	line.board.closed[1] = 0x7E;
	serial_board_tag(&line.board, &two, true, 0);
	line_start(&line);
	for (unsigned i = 0; i < 5; i++) {
		run(130);
		serial_board_contact(&line.board, (uint8_t)(E4 + i), true, line.now_us);
		serial_board_tag(&line.board, i < 3 ? &one : &two, i % 2 == 0, line.now_us);
	}
	serial_board_contact(&line.board, E4, false, line.now_us);
	run(20);
}

static void replay(struct line_fault fault)
{
	char what[96];

	line_init(&line, BOARD_LARGE, SERIAL_REEDS | SERIAL_READERS, 0);
	line.fault = fault;
	play();
	run(3000); /* before everything is asked for again as a matter of course */
	snprintf(what, sizeof what, "kind %u to %s, byte %lu, by %u, becomes %d",
		 (unsigned)fault.kind, fault.to_host ? "host" : "board", (unsigned long)fault.at,
		 fault.by, fault.becomes);
	TEST_ASSERT_TRUE_MESSAGE(line_is_true(&line), what);
	TEST_ASSERT_TRUE_MESSAGE(line.board.configured, what);
	TEST_ASSERT_EQUAL_UINT_MESSAGE(0, line.trouble_count, what);
}

static void replay_each_way(bool to_host, uint64_t count)
{
	static const uint8_t turns[] = {0x01, 0x20, 0x80, 0xFF};

	for (uint64_t at = 0; at < count; at++) {
		replay((struct line_fault){LINE_LOSES, to_host, at, 0, -1});
		replay((struct line_fault){LINE_DOUBLES, to_host, at, 0, -1});
		replay((struct line_fault){LINE_CHANGES, to_host, at, 0, SERIAL_START});
		replay((struct line_fault){LINE_CHANGES, to_host, at, 0, SERIAL_ESCAPE});
		for (unsigned i = 0; i < sizeof turns; i++)
			replay((struct line_fault){LINE_CHANGES, to_host, at, turns[i], -1});
	}
}

static void test_every_byte_lost_changed_and_doubled(void)
{
	uint64_t to_host, to_board;

	replay((struct line_fault){.becomes = -1});
	to_host = line.to_host;
	to_board = line.to_board;
	TEST_ASSERT_TRUE(to_host > 400);
	TEST_ASSERT_TRUE(to_board > 25);
	replay_each_way(true, to_host);
	replay_each_way(false, to_board);
}

/* Much worse than any cable: the board is never believed to show what it does not for long. */
static void test_a_line_full_of_noise(void)
{
	for (uint32_t seed = 1; seed <= 20; seed++) {
		line_init(&line, BOARD_LARGE, SERIAL_REEDS | SERIAL_READERS, 0);
		line.chance = seed;
		line.noise = seed;
		play();
		for (unsigned i = 0; i < 200; i++) {
			struct serial_uid uid = uid_of((uint8_t)(i % 100), (uint8_t)i);

			serial_board_contact(&line.board, (uint8_t)(i * 7 % 100), i % 3 != 0,
					     line.now_us);
			serial_board_tag(&line.board, &uid, i % 5 != 0, line.now_us);
			run(150);
		}
		line.noise = 0;
		run(5000);
		TEST_ASSERT_TRUE(line_is_true(&line));
		TEST_ASSERT_TRUE(line.trouble_count < 12);
		run(45 * 1000);
		expect_trouble("");
	}
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_restart_whose_hello_is_lost);
	RUN_TEST(test_256_lost_frames);
	RUN_TEST(test_every_byte_lost_changed_and_doubled);
	RUN_TEST(test_a_line_full_of_noise);
	return UNITY_END();
}
