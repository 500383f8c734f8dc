/* What a host may say, good and bad, through the firmware; hardware/vectors.txt among it. */
#include "tests/nano/bench.h"

#include <stdlib.h>
#include <string.h>
#include <unity.h>

void setUp(void)
{
	bench_begin();
	bench_run(100);
}

void tearDown(void)
{
	bench_end();
}

static struct serial_health health(void)
{
	struct serial_health result = {0};

	bench_report(SERIAL_WANT_HEALTH);
	bench_run(30);
	for (int i = 0; i < bench.count; i++)
		serial_get_health(&bench.frames[i], &result);
	return result;
}

/* ---- vectors ---- */

static size_t read_bytes(const char *line, uint8_t *bytes, size_t room)
{
	size_t count = 0;
	char *rest;

	for (unsigned long byte = strtoul(line, &rest, 16); rest != line && count < room;
	     byte = strtoul(line, &rest, 16)) {
		bytes[count++] = (uint8_t)byte;
		line = rest;
	}
	return count;
}

/* The refusal that a frame of the vectors deserves; -2: it gets hello. */
static int deserved(const struct serial_frame *frame)
{
	struct serial_configure configure;
	struct serial_lamps lamps;

	if (frame->type == SERIAL_ASK)
		return -2;
	/* 2000 scans a second are more than it can do */
	if (serial_get_configure(frame, &configure))
		for (int i = 0; i < configure.count; i++)
			if (configure.settings[i].id == SERIAL_SCAN_HZ &&
			    configure.settings[i].value > 1000)
				return SERIAL_OUT_OF_RANGE;
	if (serial_get_lamps(frame, &lamps) && lamps.count < 50)
		return SERIAL_NOT_UNDERSTOOD;
	return 0;
}

static void try_vector(const uint8_t *bytes, size_t count)
{
	struct serial_decoder decoder = {0};
	struct serial_answer answer = {0, 0xFF, 0};
	const struct serial_frame *said;
	int wanted;

	for (size_t i = 0; i < count; i++)
		serial_decoder_take(&decoder, bytes[i]);
	wanted = deserved(&decoder.frame);
	/* else it might repeat the number of the one before */
	bench.sequence = (uint8_t)(decoder.frame.sequence + 100);
	bench_report(0);
	bench_run(20);
	bench_skip();
	nano_hear(bench.nano, bytes, count);
	bench_run(30);
	if (wanted == -2) {
		TEST_ASSERT_NOT_NULL(bench_next(SERIAL_HELLO));
		return;
	}
	said = bench_next(wanted ? SERIAL_NACK : SERIAL_ACK);
	TEST_ASSERT_TRUE(said && serial_get_answer(said, &answer));
	TEST_ASSERT_EQUAL_UINT8(decoder.frame.sequence, answer.sequence);
	TEST_ASSERT_EQUAL_INT(wanted, answer.refusal);
}

/* Behind each that is no frame comes one that is. */
static void test_the_vectors(void)
{
	FILE *file = fopen("hardware/vectors.txt", "r");
	enum { OF_BOARDS, OF_HOSTS, OF_NONE } part = OF_BOARDS;
	unsigned frames = 0, damaged = 0;
	uint8_t bytes[256];
	char line[2048];

	TEST_ASSERT_NOT_NULL(file);
	while (fgets(line, sizeof line, file)) {
		size_t count = line[0] == '#' ? 0 : read_bytes(line, bytes, sizeof bytes);

		part = strstr(line, "# what the host says") ? OF_HOSTS
		       : strstr(line, "# what is no frame") ? OF_NONE
							    : part;
		if (count > 0 && part == OF_HOSTS) {
			try_vector(bytes, count);
			frames++;
		} else if (count > 0 && part == OF_NONE) {
			nano_hear(bench.nano, bytes, count);
			bench_ask(1);
			bench_run(20);
			damaged += strstr(line, "| damaged") || strstr(line, "| cut");
		}
	}
	fclose(file);
	TEST_ASSERT_EQUAL_UINT(10, frames);
	TEST_ASSERT_EQUAL_UINT(6, damaged);
	TEST_ASSERT_EQUAL_UINT16(damaged, health().damaged);
}

/* ---- settings ---- */

static void test_settings_and_their_ranges(void)
{
	static const struct {
		uint8_t id;
		uint16_t value;
		int refusal;
	} tries[] = {
		{SERIAL_SCAN_HZ, 49, 4},      {SERIAL_SCAN_HZ, 50, 0},
		{SERIAL_SCAN_HZ, 1000, 0},    {SERIAL_SCAN_HZ, 1001, 4},
		{SERIAL_HEARTBEAT_MS, 99, 4}, {SERIAL_HEARTBEAT_MS, 1001, 4},
		{SERIAL_HEALTH_S, 0, 4},      {SERIAL_HEALTH_S, 601, 4},
		{SERIAL_LAMP_LIMIT, 256, 4},  {SERIAL_LAMP_LIMIT, 0, 0},
		{SERIAL_DARK_MIN, 601, 4},    {SERIAL_DARK_MIN, 0, 0},
		{SERIAL_DARK_MIN + 1, 1, 3},
	};

	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		bench_configure(tries[i].id, tries[i].value);
		bench_run(20);
		TEST_ASSERT_EQUAL_INT(tries[i].refusal, bench_answer());
	}
}

static void test_settings_are_taken_all_or_none(void)
{
	struct serial_configure configure = {2, {{SERIAL_SCAN_HZ, 100}, {SERIAL_HEALTH_S, 0}}};
	struct serial_frame frame;
	unsigned scans;

	serial_put_configure(&frame, &configure);
	bench_send(&frame);
	bench_run(50);
	TEST_ASSERT_EQUAL_INT(SERIAL_OUT_OF_RANGE, bench_answer());
	scans = bench.nano->scans;
	bench_run(1000);
	TEST_ASSERT_UINT_WITHIN(2, 500, bench.nano->scans - scans);
	bench_configure(SERIAL_SCAN_HZ, 100);
	bench_run(50);
	scans = bench.nano->scans;
	bench_run(1000);
	TEST_ASSERT_UINT_WITHIN(2, 100, bench.nano->scans - scans);
}

static void expect_refusal(struct serial_frame frame, int refusal)
{
	bench_send(&frame);
	bench_run(20);
	TEST_ASSERT_EQUAL_INT(refusal, bench_answer());
}

static void test_what_it_does_not_know_is_refused(void)
{
	expect_refusal((struct serial_frame){.type = 0x90, .length = 3}, SERIAL_NO_SUCH_TYPE);
	expect_refusal((struct serial_frame){.type = SERIAL_CONFIGURE, .length = 2},
		       SERIAL_NOT_UNDERSTOOD);
	expect_refusal((struct serial_frame){.type = SERIAL_REPORT}, SERIAL_NOT_UNDERSTOOD);
	expect_refusal((struct serial_frame){.type = SERIAL_LAMPS}, SERIAL_NOT_UNDERSTOOD);
}

static void test_a_repetition_is_passed_over(void)
{
	unsigned before;

	bench_report(SERIAL_WANT_CONTACTS);
	bench_run(30);
	before = bench_frames_of(SERIAL_CONTACTS);
	bench.sequence--;
	bench_report(SERIAL_WANT_CONTACTS);
	bench_run(30);
	TEST_ASSERT_EQUAL_UINT(before, bench_frames_of(SERIAL_CONTACTS));
	bench_report(SERIAL_WANT_CONTACTS);
	bench_run(30);
	TEST_ASSERT_EQUAL_UINT(before + 1, bench_frames_of(SERIAL_CONTACTS));
}

/* ---- a bad line ---- */

static uint64_t chance = 7;

static unsigned roll(unsigned sides)
{
	chance = chance * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(chance >> 33) % sides;
}

/* Changed and lost bytes: whatever came before, the next good frame is answered. */
static void test_damage_costs_no_other_frame(void)
{
	uint8_t wire[SERIAL_WIRE];
	struct serial_frame frame;

	for (int round = 0; round < 300; round++) {
		size_t count;

		serial_put_report(&frame, SERIAL_WANT_HEALTH);
		frame.sequence = (uint8_t)(round * 2);
		count = serial_frame_encode(&frame, wire);
		for (size_t i = 0; i < count; i++)
			if (roll(8) == 0)
				wire[i] = (uint8_t)roll(256);
		nano_hear(bench.nano, wire, count - roll(2));
		bench_run(12);
		bench_skip();
		bench.sequence = (uint8_t)(round * 2 + 1);
		bench_ask(1);
		bench_run(20);
		TEST_ASSERT_NOT_NULL(bench_next(SERIAL_HELLO));
	}
	TEST_ASSERT_EQUAL_UINT(0, bench.damaged);
	TEST_ASSERT_GREATER_THAN_UINT16(100, health().damaged);
}

/* More than the line can take back: what cannot be said leaves a gap in the numbers, and is counted. */
static void test_a_flood_of_questions(void)
{
	bench_configure(SERIAL_SCAN_HZ, 1000);
	for (int i = 0; i < 300; i++) {
		bench_report(SERIAL_WANT_CONTACTS | SERIAL_WANT_HEALTH);
		nano_contact(bench.nano, i % 100, i / 100 % 2 == 0);
		bench_run(1);
	}
	bench_run(500);
	TEST_ASSERT_EQUAL_UINT(0, bench.damaged);
	TEST_ASSERT_EQUAL_UINT(bench.gaps, health().dropped);
	TEST_ASSERT_EQUAL_UINT(0, bench.nano->restarts);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_the_vectors);
	RUN_TEST(test_settings_and_their_ranges);
	RUN_TEST(test_settings_are_taken_all_or_none);
	RUN_TEST(test_what_it_does_not_know_is_refused);
	RUN_TEST(test_a_repetition_is_passed_over);
	RUN_TEST(test_damage_costs_no_other_frame);
	RUN_TEST(test_a_flood_of_questions);
	return UNITY_END();
}
