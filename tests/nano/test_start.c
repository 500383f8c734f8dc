/* What the board says when it starts, when it is asked, and after its loop has hung. */
#include "tests/nano/bench.h"

#include <unity.h>

void setUp(void)
{
	bench_begin();
}

void tearDown(void)
{
	bench_end();
}

static struct serial_hello next_hello(void)
{
	struct serial_hello hello = {0};
	const struct serial_frame *frame = bench_next(SERIAL_HELLO);

	TEST_ASSERT_NOT_NULL(frame);
	TEST_ASSERT_TRUE(serial_get_hello(frame, &hello));
	return hello;
}

static struct serial_health last_health(void)
{
	struct serial_health health = {0};

	bench_report(SERIAL_WANT_HEALTH);
	bench_run(20);
	for (int i = 0; i < bench.count; i++)
		serial_get_health(&bench.frames[i], &health);
	return health;
}

static void test_it_introduces_itself(void)
{
	static const uint8_t order[] = {SERIAL_HELLO, SERIAL_CONTACTS, SERIAL_HEALTH};
	struct serial_hello hello;

	bench_run(100);
	for (int i = 0; i < 3; i++) {
		TEST_ASSERT_EQUAL_UINT8(order[i], bench.frames[i].type);
		TEST_ASSERT_EQUAL_UINT8(i, bench.frames[i].sequence);
	}
	hello = next_hello();
	TEST_ASSERT_EQUAL_UINT8(1, hello.minor);
	TEST_ASSERT_EQUAL_UINT8(0, hello.flags);
	TEST_ASSERT_EQUAL_UINT8(10, hello.columns);
	TEST_ASSERT_EQUAL_UINT8(10, hello.rows);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_REEDS, hello.sensors);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_BY_POWER, hello.cause);
	TEST_ASSERT_EQUAL_UINT16(500, hello.scan_hz);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_HAS_LAMPS, hello.parts);
	TEST_ASSERT_EQUAL_UINT8(2, hello.pads);
	TEST_ASSERT_EQUAL_UINT8(2, hello.buttons);
}

static void test_it_answers(void)
{
	bench_run(100);
	next_hello();
	bench_ask(1);
	bench_run(20);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_IS_ANSWER, next_hello().flags);
}

/* Half a second each, in which 250 scans were made. */
static void test_its_heart_beats(void)
{
	struct serial_heartbeat beat;
	const struct serial_frame *frame;

	bench_run(5100);
	TEST_ASSERT_EQUAL_UINT(10, bench_frames_of(SERIAL_HEARTBEAT));
	while ((frame = bench_next(SERIAL_HEARTBEAT))) {
		serial_get_heartbeat(frame, &beat);
		TEST_ASSERT_EQUAL_UINT8(0, beat.flags);
		TEST_ASSERT_UINT_WITHIN(5, 500, beat.scan_hz);
	}
	bench_configure(SERIAL_HEARTBEAT_MS, 100);
	bench_run(1000);
	TEST_ASSERT_UINT_WITHIN(1, 20, bench_frames_of(SERIAL_HEARTBEAT));
	serial_get_heartbeat(&bench.frames[bench.count - 1], &beat);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_IS_CONFIGURED, beat.flags);
}

static void test_a_hung_loop_starts_anew(void)
{
	bench_run(300);
	nano_contact(bench.nano, 42, true);
	bench_run(300);
	next_hello();
	bench_skip();
	nano_hang(bench.nano);
	bench_run(400);
	TEST_ASSERT_NULL(bench_next(SERIAL_HEARTBEAT));
	bench_run(300);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_BY_WATCHDOG, next_hello().cause);
	struct serial_contacts contacts;
	const struct serial_frame *frame = bench_next(SERIAL_CONTACTS);
	TEST_ASSERT_TRUE(frame && serial_get_contacts(frame, &contacts));
	TEST_ASSERT_EQUAL_UINT8(1 << 42 % 8, contacts.bits[42 / 8]);
	TEST_ASSERT_EQUAL_UINT16(1, last_health().restarts);
}

/* By the divider of the board, as the netlist has it. */
static void test_the_supply_is_told_when_it_falls(void)
{
	unsigned before;

	bench_run(300);
	TEST_ASSERT_UINT_WITHIN(30, 5000, last_health().supply_mv);
	TEST_ASSERT_EQUAL_UINT8(0, last_health().flags);
	before = bench_frames_of(SERIAL_HEALTH);
	nano_supply(bench.nano, 4000);
	bench_run(2000);
	TEST_ASSERT_EQUAL_UINT(before + 1, bench_frames_of(SERIAL_HEALTH));
	TEST_ASSERT_EQUAL_UINT8(SERIAL_SUPPLY_IS_LOW, last_health().flags);
	TEST_ASSERT_UINT_WITHIN(40, 4000, last_health().supply_mv);
	nano_supply(bench.nano, 4950);
	bench_run(2000);
	TEST_ASSERT_EQUAL_UINT8(0, last_health().flags);
}

/* For variables in memory and the stack; a picture in the meantime takes most. */
static void test_the_stack_has_room(void)
{
	struct serial_lamps lamps = {.brightness = 255, .count = 50};

	for (int i = 0; i < WIRING_SQUARES; i++)
		nano_contact(bench.nano, i, true);
	bench_ask(1);
	bench_run(300);
	bench_lamps(&lamps);
	bench_report(SERIAL_WANT_CONTACTS | SERIAL_WANT_HEALTH);
	for (int i = 0; i < WIRING_SQUARES; i++)
		nano_contact(bench.nano, i, false);
	bench_run(300);
	printf("memory: the stack is never below %d bytes above what is fixed\n",
	       bench.nano->lowest_stack - bench.nano->fixed_end);
	TEST_ASSERT_GREATER_THAN_INT(150, bench.nano->lowest_stack - bench.nano->fixed_end);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_it_introduces_itself);
	RUN_TEST(test_it_answers);
	RUN_TEST(test_its_heart_beats);
	RUN_TEST(test_a_hung_loop_starts_anew);
	RUN_TEST(test_the_supply_is_told_when_it_falls);
	RUN_TEST(test_the_stack_has_room);
	return UNITY_END();
}
