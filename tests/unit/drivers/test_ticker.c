/* A ticker ticks, at the rate it was last given, and counts the ticks that were not waited for. */
#include "drivers/board/ticker.h"

#include "unity.h"

#include <fcntl.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

static int ticker;

void setUp(void)
{
	ticker = ticker_create(1000);
	TEST_ASSERT_GREATER_OR_EQUAL(0, ticker);
}

void tearDown(void)
{
	close(ticker);
}

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void test_ticks(void)
{
	struct pollfd ready = {.fd = ticker, .events = POLLIN};

	for (unsigned i = 0; i < 5; i++) {
		TEST_ASSERT_EQUAL(1, poll(&ready, 1, -1));
		TEST_ASSERT_GREATER_OR_EQUAL(1, ticker_ticks(ticker));
	}
}

static void test_lost_ticks_are_counted(void)
{
	uint64_t began_us = now_us(), ticks;

	ticker_wait_us(10000);
	ticks = ticker_ticks(ticker);
	TEST_ASSERT_GREATER_OR_EQUAL(9, ticks);
	TEST_ASSERT_TRUE(ticks <= (now_us() - began_us) / 1000 + 2); /* real time: its own */
}

static void test_never_waits(void)
{
	TEST_ASSERT_EQUAL(0, ticker_set_period(ticker, 3600u * 1000000));
	TEST_ASSERT_EQUAL(0, ticker_ticks(ticker));
}

static void test_is_not_inherited(void)
{
	TEST_ASSERT_TRUE(fcntl(ticker, F_GETFD) & FD_CLOEXEC);
}

static void test_waits_long_enough(void)
{
	static const unsigned times_us[] = {0, 1, 15, 50, 51, 1000};

	for (unsigned i = 0; i < sizeof times_us / sizeof *times_us; i++) {
		uint64_t began_us = now_us();

		ticker_wait_us(times_us[i]);
		TEST_ASSERT_GREATER_OR_EQUAL(times_us[i],
					     now_us() - began_us); /* real time: at least */
	}
}

static void test_no_timer(void)
{
	TEST_ASSERT_LESS_THAN(0, ticker_set_period(-1, 1000));
	TEST_ASSERT_EQUAL(0, ticker_ticks(-1));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_ticks);
	RUN_TEST(test_lost_ticks_are_counted);
	RUN_TEST(test_never_waits);
	RUN_TEST(test_is_not_inherited);
	RUN_TEST(test_waits_long_enough);
	RUN_TEST(test_no_timer);
	return UNITY_END();
}
