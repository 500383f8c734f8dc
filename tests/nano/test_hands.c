/* Pieces at the pads, and the buttons. */
#include "tests/nano/bench.h"

#include <string.h>
#include <unity.h>

static const struct pad_tag four = {4, {0x04, 0xA1, 0xB2, 0xC3}},
			    seven = {7, {0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0x5E, 0x80}},
			    ten = {10, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};

void setUp(void)
{
	bench_begin();
	bench_run(100);
	bench_ask(1);
	bench_run(200);
	bench_skip();
}

void tearDown(void)
{
	bench_end();
}

static void expect_tag(bool seen, int pad, const struct pad_tag *tag)
{
	const struct serial_frame *frame = bench_next(SERIAL_TAG);
	struct serial_tag said;

	TEST_ASSERT_TRUE(frame && serial_get_tag(frame, &said));
	TEST_ASSERT_EQUAL_INT(seen, said.seen);
	TEST_ASSERT_EQUAL_UINT8(100 + pad, said.uid.square);
	TEST_ASSERT_EQUAL_UINT8(tag->length, said.uid.length);
	TEST_ASSERT_EQUAL_UINT8_ARRAY(tag->uid, said.uid.bytes, tag->length);
}

static void tap(int pad, const struct pad_tag *tag)
{
	bench.nano->pads[pad].tag = *tag;
	bench_run(250);
	expect_tag(true, pad, tag);
	bench_run(500);
	bench.nano->pads[pad].tag.length = 0;
	bench_run(400);
	expect_tag(false, pad, tag);
	TEST_ASSERT_NULL(bench_next(SERIAL_TAG));
}

static void test_numbers_of_every_length_at_both_pads(void)
{
	for (int pad = 0; pad < NANO_PADS; pad++) {
		tap(pad, &four);
		tap(pad, &seven);
		tap(pad, &ten);
	}
}

static void test_one_piece_after_the_other(void)
{
	bench.nano->pads[0].tag = seven;
	bench_run(300);
	expect_tag(true, 0, &seven);
	bench.nano->pads[0].tag = four;
	bench_run(300);
	expect_tag(false, 0, &seven);
	expect_tag(true, 0, &four);
}

/* Missed for less than 100 ms it is not gone. */
static void test_a_tag_that_is_missed_once_stays(void)
{
	bench.nano->pads[0].tag = seven;
	bench_run(300);
	expect_tag(true, 0, &seven);
	for (int i = 0; i < 10; i++) {
		bench.nano->pads[0].tag.length = 0;
		bench_run(30);
		bench.nano->pads[0].tag = seven;
		bench_run(150);
	}
	TEST_ASSERT_NULL(bench_next(SERIAL_TAG));
}

static void test_two_tags_are_none(void)
{
	bench.nano->pads[1].collides = true;
	bench.nano->pads[1].tag = seven;
	bench_run(500);
	TEST_ASSERT_NULL(bench_next(SERIAL_TAG));
	bench.nano->pads[1].collides = false;
	bench_run(300);
	expect_tag(true, 1, &seven);
}

static void test_an_older_host_is_not_told(void)
{
	bench_ask(0);
	bench_run(50);
	bench.nano->pads[0].tag = seven;
	bench_run(500);
	TEST_ASSERT_NULL(bench_next(SERIAL_TAG));
}

static void test_a_pad_that_falls_silent(void)
{
	const struct serial_frame *frame;
	struct serial_health health;

	bench.nano->pads[1].absent = true;
	bench_run(500);
	frame = bench_next(SERIAL_HEALTH);
	TEST_ASSERT_TRUE(frame && serial_get_health(frame, &health));
	TEST_ASSERT_EQUAL_UINT8(13, health.count);
	TEST_ASSERT_EQUAL_HEX8(1 << 101 % 8, health.silent[101 / 8]);
	bench.nano->pads[1].absent = false;
	pad_reader_reset(&bench.nano->pads[1], true);
	pad_reader_reset(&bench.nano->pads[1], false);
	bench_run(500);
	frame = bench_next(SERIAL_HEALTH);
	TEST_ASSERT_TRUE(frame && serial_get_health(frame, &health));
	TEST_ASSERT_EQUAL_HEX8(0, health.silent[101 / 8]);
	tap(1, &seven); /* it was set up again */
}

static void test_a_board_without_pads(void)
{
	struct serial_hello hello;
	struct serial_health health;

	bench_end();
	bench_begin();
	bench.nano->pads[0].absent = bench.nano->pads[1].absent = true;
	bench_run(100);
	bench_ask(1);
	bench_run(12000);
	TEST_ASSERT_TRUE(serial_get_hello(&bench.frames[0], &hello));
	TEST_ASSERT_EQUAL_UINT8(0, hello.pads);
	for (int i = 0; i < bench.count; i++)
		TEST_ASSERT_TRUE(!serial_get_health(&bench.frames[i], &health) ||
				 health.count == 0);
}

/* ---- buttons ---- */

static void expect_pressed(int button, bool down)
{
	const struct serial_frame *frame = bench_next(SERIAL_PRESSED);
	struct serial_pressed pressed;

	TEST_ASSERT_TRUE(frame && serial_get_pressed(frame, &pressed));
	TEST_ASSERT_EQUAL_INT(button, pressed.button);
	TEST_ASSERT_EQUAL_INT(down, pressed.down);
}

/* Bouncing for some milliseconds both ways, as they do. */
static void press(int button, bool down)
{
	for (int i = 0; i < 9; i++) {
		nano_press(bench.nano, button, i % 2 == 0 ? down : !down);
		bench_run(1 + (unsigned)i % 3);
	}
	bench_run(60);
}

static void test_buttons(void)
{
	for (int button = 0; button < NANO_BUTTONS; button++) {
		press(button, true);
		expect_pressed(button, true);
		press(button, false);
		expect_pressed(button, false);
	}
	/* a touch that is none */
	nano_press(bench.nano, 0, true);
	bench_run(10);
	nano_press(bench.nano, 0, false);
	bench_run(100);
	TEST_ASSERT_NULL(bench_next(SERIAL_PRESSED));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_numbers_of_every_length_at_both_pads);
	RUN_TEST(test_one_piece_after_the_other);
	RUN_TEST(test_a_tag_that_is_missed_once_stays);
	RUN_TEST(test_two_tags_are_none);
	RUN_TEST(test_an_older_host_is_not_told);
	RUN_TEST(test_a_pad_that_falls_silent);
	RUN_TEST(test_a_board_without_pads);
	RUN_TEST(test_buttons);
	return UNITY_END();
}
