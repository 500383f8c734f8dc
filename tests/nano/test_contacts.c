/* Every contact of the board through reed, diode, ribbon, decoder and shift register. */
#include "tests/nano/bench.h"

#include <string.h>
#include <unity.h>

void setUp(void)
{
	bench_begin();
	bench_run(100);
	bench_skip();
}

void tearDown(void)
{
	bench_end();
}

/* Exactly these changes, in this order. */
static void expect(const struct serial_frame *frame, unsigned count, const uint8_t *changes)
{
	struct serial_changed changed;

	TEST_ASSERT_NOT_NULL(frame);
	TEST_ASSERT_TRUE(serial_get_changed(frame, &changed));
	TEST_ASSERT_EQUAL_UINT8(count, changed.count);
	TEST_ASSERT_EQUAL_UINT8_ARRAY(changes, changed.changes, count);
}

static void test_every_square(void)
{
	for (uint8_t square = 0; square < WIRING_SQUARES; square++) {
		uint8_t down = square | SERIAL_ON;

		nano_contact(bench.nano, square, true);
		bench_run(10);
		expect(bench_next(SERIAL_CHANGED), 1, &down);
		nano_contact(bench.nano, square, false);
		bench_run(10);
		expect(bench_next(SERIAL_CHANGED), 1, &square);
	}
	TEST_ASSERT_NULL(bench_next(SERIAL_CHANGED));
	TEST_ASSERT_EQUAL_UINT(0, bench.nano->matrix.doubtful);
}

/* Amid all others, too: none answers for another. */
static void test_every_square_of_a_full_board(void)
{
	for (int square = 0; square < WIRING_SQUARES; square++)
		nano_contact(bench.nano, square, true);
	bench_run(50);
	bench_skip();
	for (uint8_t square = 0; square < WIRING_SQUARES; square++) {
		uint8_t down = square | SERIAL_ON;

		nano_contact(bench.nano, square, false);
		bench_run(10);
		expect(bench_next(SERIAL_CHANGED), 1, &square);
		nano_contact(bench.nano, square, true);
		bench_run(10);
		expect(bench_next(SERIAL_CHANGED), 1, &down);
	}
	TEST_ASSERT_EQUAL_UINT(0, bench.nano->matrix.doubtful);
}

/* Contacts come and go among any number of others. */
static void test_every_position(void)
{
	bool closed[WIRING_SQUARES] = {false};
	uint64_t chance = 3;

	for (int i = 0; i < 3000; i++) {
		uint8_t square, change;

		chance = chance * 6364136223846793005u + 1442695040888963407u;
		square = (uint8_t)((chance >> 33) % WIRING_SQUARES);
		closed[square] = !closed[square];
		change = closed[square] ? square | SERIAL_ON : square;
		nano_contact(bench.nano, square, closed[square]);
		bench_run(12); /* a picture may come first */
		expect(bench_next(SERIAL_CHANGED), 1, &change);
	}
	TEST_ASSERT_NULL(bench_next(SERIAL_CHANGED));
	TEST_ASSERT_EQUAL_UINT(0, bench.nano->matrix.doubtful);
	TEST_ASSERT_EQUAL_UINT(0, bench.nano->matrix.unsettled);
}

/* 60 fit into a frame. */
static void test_all_at_once(void)
{
	struct serial_changed changed;
	bool seen[WIRING_SQUARES] = {false};
	unsigned frames = 0, count = 0;
	const struct serial_frame *frame;
	uint32_t t_us = 0;

	/* between two scans */
	while (bench.nano->row < 9 || bench.nano->row == MATRIX_NONE)
		nano_run_to(bench.nano, bench.nano->avr->cycle + 1);
	while (bench.nano->row < 10)
		nano_run_to(bench.nano, bench.nano->avr->cycle + 1);
	for (int square = 0; square < WIRING_SQUARES; square++)
		nano_contact(bench.nano, square, true);
	bench_run(50);
	while ((frame = bench_next(SERIAL_CHANGED))) {
		TEST_ASSERT_TRUE(serial_get_changed(frame, &changed));
		TEST_ASSERT_TRUE(frames++ == 0 || changed.t_us == t_us);
		t_us = changed.t_us;
		for (unsigned i = 0; i < changed.count; i++, count++)
			seen[changed.changes[i] & 0x7F] = true;
	}
	TEST_ASSERT_EQUAL_UINT(2, frames);
	TEST_ASSERT_EQUAL_UINT(100, count);
	for (int i = 0; i < WIRING_SQUARES; i++)
		TEST_ASSERT_TRUE(seen[i]);
	TEST_ASSERT_EQUAL_UINT(0, bench.gaps);
}

/* The time of a change is that of the scan that saw it: at most a scan after the change. */
static void test_changes_have_their_time(void)
{
	struct serial_changed changed;

	for (int i = 0; i < 200; i++) {
		uint64_t before_us;

		nano_run(bench.nano, 7000 + (unsigned)i * 13);
		before_us = nano_us(bench.nano);
		nano_contact(bench.nano, 55, i % 2 == 0);
		bench_run(10);
		const struct serial_frame *frame = bench_next(SERIAL_CHANGED);
		TEST_ASSERT_TRUE(frame && serial_get_changed(frame, &changed));
		/* that the scan began; while the lamps get a picture it takes half a millisecond */
		TEST_ASSERT_TRUE(changed.t_us + 700 >= before_us);
		TEST_ASSERT_TRUE(changed.t_us <= before_us + 2200);
	}
}

/* While all lamps get pictures without an end, at the highest rate. */
static void test_no_scan_is_lost_to_lamps(void)
{
	struct serial_lamps lamps = {.brightness = 255, .count = 50};
	unsigned scans, told = 0;
	struct serial_changed changed;
	const struct serial_frame *frame;

	bench_ask(1);
	bench_configure(SERIAL_SCAN_HZ, 1000);
	bench_run(100);
	bench_skip();
	scans = bench.nano->scans;
	for (int i = 0; i < 200; i++) {
		serial_set_lamp(&lamps, (uint8_t)(i % 100), SERIAL_LAMP_TO);
		bench_lamps(&lamps);
		nano_contact(bench.nano, 7, i % 2 == 0);
		bench_run(10);
	}
	scans = bench.nano->scans - scans;
	while ((frame = bench_next(SERIAL_CHANGED)))
		told += serial_get_changed(frame, &changed) ? changed.count : 0;
	TEST_ASSERT_UINT_WITHIN(3, 2000, scans);
	TEST_ASSERT_EQUAL_UINT(200, told);
	TEST_ASSERT_GREATER_THAN_UINT(100, bench.nano->lamps.pictures);
	TEST_ASSERT_EQUAL_UINT(200, bench_frames_of(SERIAL_ACK) - 1);
	TEST_ASSERT_EQUAL_UINT(0, bench.gaps);
}

/* Times never go back from one frame to the next, whatever happens at the same time. */
static void test_times_go_on(void)
{
	uint32_t last_us = 0;
	uint64_t chance = 1;

	bench_ask(1);
	bench_configure(SERIAL_HEARTBEAT_MS, 100);
	for (int i = 0; i < 2000; i++) {
		chance = chance * 6364136223846793005u + 1442695040888963407u;
		nano_contact(bench.nano, (int)(chance >> 33) % 100, chance >> 60 & 1);
		if (i % 50 == 0)
			bench_report(SERIAL_WANT_CONTACTS | SERIAL_WANT_HEALTH);
		nano_run(bench.nano, chance >> 40 & 0x3FF);
	}
	bench_run(100);
	for (int i = 0; i < bench.count; i++) {
		const uint8_t *t = bench.frames[i].payload;
		uint32_t t_us = (uint32_t)(t[0] | t[1] << 8 | t[2] << 16) | (uint32_t)t[3] << 24;

		if (bench.frames[i].type == SERIAL_HELLO || bench.frames[i].type == SERIAL_ACK)
			continue;
		TEST_ASSERT_TRUE(t_us >= last_us);
		last_us = t_us;
	}
	TEST_ASSERT_GREATER_THAN_UINT(400, bench_frames_of(SERIAL_CHANGED));
	TEST_ASSERT_EQUAL_UINT(0, bench.gaps);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_every_square);
	RUN_TEST(test_every_square_of_a_full_board);
	RUN_TEST(test_every_position);
	RUN_TEST(test_all_at_once);
	RUN_TEST(test_changes_have_their_time);
	RUN_TEST(test_no_scan_is_lost_to_lamps);
	RUN_TEST(test_times_go_on);
	return UNITY_END();
}
