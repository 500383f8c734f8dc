/* What the lamps show, decoded from the edges on the first one's wire, as hardware/protocol.md has it. */
#include "tests/nano/bench.h"

#include <string.h>
#include <unity.h>

enum { STEPS = 16, STEP_MS = 125, CURRENT_LIMIT_MA = 400, IDLE_MA = 100, CHANNEL_MA = 20 };

/* the protocol's table once more, so that the firmware's own can be wrong */
static const struct {
	uint8_t red, green, blue;
	const char *rhythm;
} looks[] = {
	{0, 0, 0, "................"},	     {48, 48, 48, "################"},
	{160, 160, 160, "################"}, {0, 160, 96, "####....####...."},
	{192, 64, 0, "##..##..##..##.."},    {192, 128, 0, "##..##.........."},
	{160, 160, 0, "########........"},   {192, 0, 64, "#..............."},
	{0, 80, 160, "##############.."},    {0, 40, 80, "################"},
	{0, 80, 48, "#######.#######."},     {255, 255, 255, "###.###.###.###."},
};

static struct serial_lamps lamps;

void setUp(void)
{
	bench_begin();
	bench_run(100);
	bench_ask(1);
	bench_run(20);
	lamps = (struct serial_lamps){.brightness = 255, .count = 50};
}

void tearDown(void)
{
	bench_end();
}

static const struct lamp_colour *at(int square)
{
	return &bench.nano->lamps.shown[square];
}

static bool is(int square, unsigned red, unsigned green, unsigned blue)
{
	return at(square)->red == red && at(square)->green == green && at(square)->blue == blue;
}

static void show(void)
{
	bench_lamps(&lamps);
	bench_run(30);
	TEST_ASSERT_EQUAL_INT(0, bench_answer());
}

/* The wire goes from tile to tile; a1 is the first, e1 the fifth, e2 the sixth. */
static void test_every_lamp_is_at_its_square(void)
{
	for (int square = 0; square < WIRING_SQUARES; square++) {
		memset(lamps.lamps, 0, sizeof lamps.lamps);
		serial_set_lamp(&lamps, (uint8_t)square, SERIAL_LAMP_TO);
		show();
		for (int other = 0; other < WIRING_SQUARES; other++)
			TEST_ASSERT_TRUE(other == square ? is(other, 160, 160, 160)
							 : is(other, 0, 0, 0));
	}
	TEST_ASSERT_EQUAL_UINT(0, bench.nano->lamps.short_pictures);
}

/* Seen over 16 steps from any moment on, a rhythm is the table's, turned by as much for all. */
static void test_colours_and_rhythms(void)
{
	bool lit[SERIAL_LAMP_COUNT][STEPS];
	int turn = 0;

	for (uint8_t meaning = 0; meaning < 16; meaning++)
		serial_set_lamp(&lamps, meaning, meaning);
	lamps.brightness = 51;
	show();
	for (int step = 0; step < STEPS; step++, bench_run(STEP_MS))
		for (int i = 0; i < SERIAL_LAMP_COUNT; i++) {
			lit[i][step] = !is(i, 0, 0, 0);
			TEST_ASSERT_TRUE(
				!lit[i][step] ||
				is(i, looks[i].red / 5, looks[i].green / 5, looks[i].blue / 5));
		}
	while (!lit[SERIAL_LAMP_FAULT][turn])
		turn++;
	for (int i = 0; i < SERIAL_LAMP_COUNT; i++)
		for (int step = 0; step < STEPS; step++)
			TEST_ASSERT_EQUAL_INT(looks[i].rhythm[step] == '#',
					      lit[i][(step + turn) % STEPS]);
	/* what a later version may mean */
	for (int i = SERIAL_LAMP_COUNT; i < 16; i++)
		TEST_ASSERT_TRUE(is(i, 0, 0, 0));
}

/* By the data sheets of WS2812B: old (T0H 250 to 550 ns, T1H 650 to 950) and new (220 to 380, 580 to 1000). */
static void test_the_edges_keep_to_the_data_sheets(void)
{
	const struct lamp_chain *chain = &bench.nano->lamps;

	memset(lamps.lamps, 0xBB, sizeof lamps.lamps);
	bench_configure(SERIAL_SCAN_HZ, 1000);
	/* bytes in both directions, contacts, and pictures as often as they come */
	for (int i = 0; i < 200; i++) {
		nano_contact(bench.nano, i % 100, i < 100);
		lamps.brightness = (uint8_t)(i + 50);
		bench_lamps(&lamps);
		bench_run(8);
	}
	bench_run(100);
	printf("lamps: high for %u to %u or %u to %u ns, low for %u to %u, %u between pictures\n",
	       chain->zero.least_ns, chain->zero.most_ns, chain->one.least_ns, chain->one.most_ns,
	       chain->low.least_ns, chain->low.most_ns, chain->reset.least_ns);
	TEST_ASSERT_TRUE(chain->zero.least_ns >= 250 && chain->zero.most_ns <= 380);
	TEST_ASSERT_TRUE(chain->one.least_ns >= 650 && chain->one.most_ns <= 950);
	TEST_ASSERT_TRUE(chain->low.least_ns >= 580 && chain->low.most_ns < 50000);
	TEST_ASSERT_TRUE(chain->reset.least_ns >= 300000);
	TEST_ASSERT_EQUAL_UINT(0, chain->short_pictures);
	TEST_ASSERT_EQUAL_UINT(201, bench_frames_of(SERIAL_ACK));
	/* two bytes of the line */
	printf("interrupts are off for %u cycles at most\n", bench.nano->deaf_cycles);
	TEST_ASSERT_LESS_THAN_UINT(170 * NANO_US, bench.nano->deaf_cycles);
}

static unsigned milliamperes(void)
{
	return IDLE_MA + bench.nano->lamps.most_sum * CHANNEL_MA / 255;
}

/* Whatever is asked for: all of them at their brightest, and as many as are just too many. */
static void test_the_current_is_limited(void)
{
	memset(lamps.lamps, 0xBB, sizeof lamps.lamps);
	show();
	bench_run(2500);
	TEST_ASSERT_TRUE(milliamperes() <= CURRENT_LIMIT_MA);
	TEST_ASSERT_TRUE(milliamperes() >= CURRENT_LIMIT_MA - 50);
	for (int square = 5; square < WIRING_SQUARES; square += 9) {
		memset(lamps.lamps, 0, sizeof lamps.lamps);
		for (int i = 0; i <= square; i++)
			serial_set_lamp(&lamps, (uint8_t)i, (uint8_t)(1 + i % 11));
		show();
		bench_run(1000);
		TEST_ASSERT_TRUE(milliamperes() <= CURRENT_LIMIT_MA);
	}
}

/* Few lamps are not made darker because of the limit. */
static void test_few_lamps_are_as_bright_as_they_are_told(void)
{
	for (int i = 0; i < 4; i++)
		serial_set_lamp(&lamps, (uint8_t)i, SERIAL_LAMP_TO);
	show();
	TEST_ASSERT_TRUE(is(0, 160, 160, 160));
	bench_configure(SERIAL_LAMP_LIMIT, 51);
	bench_run(10);
	show();
	TEST_ASSERT_TRUE(is(0, 32, 32, 32));
	lamps.brightness = 0;
	show();
	TEST_ASSERT_EQUAL_UINT(0, lamp_chain_sum(&bench.nano->lamps));
}

static void test_all_is_dark_before_the_first_picture(void)
{
	memset(bench.nano->lamps.shown, 0x77, sizeof bench.nano->lamps.shown);
	bench_run(2000);
	TEST_ASSERT_EQUAL_UINT(0, lamp_chain_sum(&bench.nano->lamps));
}

static void test_all_is_dark_when_the_host_is_gone(void)
{
	serial_set_lamp(&lamps, 17, SERIAL_LAMP_TO);
	show();
	bench_run(15000);
	bench_ask(1);
	bench_run(24500);
	TEST_ASSERT_TRUE(is(17, 160, 160, 160));
	bench_run(1500);
	TEST_ASSERT_EQUAL_UINT(0, lamp_chain_sum(&bench.nano->lamps));
	/* and stays so until there is a new picture */
	bench_ask(1);
	bench_run(500);
	TEST_ASSERT_EQUAL_UINT(0, lamp_chain_sum(&bench.nano->lamps));
	show();
	TEST_ASSERT_TRUE(is(17, 160, 160, 160));
}

static void test_all_is_dark_when_nothing_happens(void)
{
	serial_set_lamp(&lamps, 17, SERIAL_LAMP_TO);
	bench_configure(SERIAL_DARK_MIN, 1);
	bench_run(10);
	show();
	for (int i = 0; i < 7; i++) {
		TEST_ASSERT_TRUE(is(17, 160, 160, 160) || i == 6);
		bench_run(9800);
		show(); /* the same again, as the host does */
	}
	TEST_ASSERT_EQUAL_UINT(0, lamp_chain_sum(&bench.nano->lamps));
	nano_contact(bench.nano, 3, true);
	bench_run(200);
	TEST_ASSERT_TRUE(is(17, 160, 160, 160));
}

static void test_a_picture_that_is_too_small_is_refused(void)
{
	serial_set_lamp(&lamps, 17, SERIAL_LAMP_TO);
	show();
	lamps.count = 49;
	bench_lamps(&lamps);
	bench_run(30);
	TEST_ASSERT_EQUAL_INT(SERIAL_NOT_UNDERSTOOD, bench_answer());
	TEST_ASSERT_TRUE(is(17, 160, 160, 160));
}

/* A restart that nothing has asked for leaves no old picture. */
static void test_all_is_dark_after_a_restart(void)
{
	serial_set_lamp(&lamps, 17, SERIAL_LAMP_TO);
	show();
	nano_hang(bench.nano);
	bench_run(1000);
	TEST_ASSERT_EQUAL_UINT(0, lamp_chain_sum(&bench.nano->lamps));
}

/* ---- wired wrong ---- */

static unsigned lit_lamps(void)
{
	unsigned lit = 0;

	for (int i = 0; i < WIRING_SQUARES; i++)
		lit += !is(i, 0, 0, 0);
	return lit;
}

static void show_all_with(const char *fault)
{
	bench_end();
	bench_begin_with(fault);
	bench_run(100);
	bench_ask(1);
	bench_run(20);
	for (int i = 0; i < WIRING_SQUARES; i++)
		serial_set_lamp(&lamps, (uint8_t)i, SERIAL_LAMP_TO);
	show();
}

/* Everything behind a break is dark, and the first dark lamp is the one to look at. */
static void test_a_dead_lamp_darkens_those_behind_it(void)
{
	show_all_with("dead J2/LED7"); /* g2, at the 25 + 9th place */
	TEST_ASSERT_EQUAL_UINT(25 + 8, lit_lamps());
	TEST_ASSERT_TRUE(is(16, 0, 0, 0));
	TEST_ASSERT_FALSE(is(17, 0, 0, 0));
	show_all_with("lift J3.1"); /* the ribbon to the third tile */
	TEST_ASSERT_EQUAL_UINT(50, lit_lamps());
	show_all_with("lift R8.1"); /* on the controller: none at all */
	TEST_ASSERT_EQUAL_UINT(0, lit_lamps());
}

/* Contact 1 on 16 and so on: its lamps and those behind have no signal, its reeds no rows. Nothing else changes. */
static void test_a_turned_ribbon(void)
{
	struct serial_changed changed;

	show_all_with("turn J2");
	TEST_ASSERT_EQUAL_UINT(25, lit_lamps());
	bench_skip();
	nano_contact(bench.nano, 0, true);
	bench_run(20);
	const struct serial_frame *frame = bench_next(SERIAL_CHANGED);
	TEST_ASSERT_TRUE(frame && serial_get_changed(frame, &changed));
	TEST_ASSERT_EQUAL_HEX8(0x80, changed.changes[0]);
	TEST_ASSERT_EQUAL_UINT8(1, changed.count);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_every_lamp_is_at_its_square);
	RUN_TEST(test_colours_and_rhythms);
	RUN_TEST(test_the_edges_keep_to_the_data_sheets);
	RUN_TEST(test_the_current_is_limited);
	RUN_TEST(test_few_lamps_are_as_bright_as_they_are_told);
	RUN_TEST(test_all_is_dark_before_the_first_picture);
	RUN_TEST(test_all_is_dark_when_the_host_is_gone);
	RUN_TEST(test_all_is_dark_when_nothing_happens);
	RUN_TEST(test_a_picture_that_is_too_small_is_refused);
	RUN_TEST(test_all_is_dark_after_a_restart);
	RUN_TEST(test_a_dead_lamp_darkens_those_behind_it);
	RUN_TEST(test_a_turned_ribbon);
	return UNITY_END();
}
