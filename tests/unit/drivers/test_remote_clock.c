/* Timestamps of a remote clock, mapped onto ours: jitter, drift, wrap-around, restarts and lies. */
#include "drivers/board/remote_clock.h"
#include "tests/property/chance.h"

#include "unity.h"

enum { MS = 1000, SECOND = 1000 * MS, DELAY_US = 1500, JITTER_US = 40 * MS };

static struct remote_clock clock;
static struct chance chance;

/* the remote side: what it shows at a time of ours */
static struct {
	uint64_t origin_us;
	uint32_t origin_t_us;
	int64_t drift_ppm;
} remote;

static uint64_t arrived_us; /* the latest stamp: nothing overtakes on a line */

void setUp(void)
{
	clock = (struct remote_clock){0};
	chance = (struct chance){1};
	remote.origin_us = 0;
	remote.origin_t_us = 0;
	remote.drift_ppm = 0;
	arrived_us = 0;
}

void tearDown(void)
{
}

static uint32_t remote_time(uint64_t t_us)
{
	int64_t passed_us = (int64_t)(t_us - remote.origin_us);

	return remote.origin_t_us + (uint32_t)(passed_us + passed_us * remote.drift_ppm / 1000000);
}

/* seen at t_us and told with jitter; returns how much later it is mapped than the delay explains */
static int64_t see(uint64_t t_us, unsigned jitter_us)
{
	uint64_t arrives_us = t_us + DELAY_US + (jitter_us ? chance_below(&chance, jitter_us) : 0);
	uint64_t before_us = clock.mapped_us, mapped_us;

	if (arrives_us < arrived_us)
		arrives_us = arrived_us;
	arrived_us = arrives_us;
	mapped_us = remote_clock_map(&clock, remote_time(t_us), arrives_us);
	TEST_ASSERT_TRUE(mapped_us <= arrives_us);
	TEST_ASSERT_TRUE(mapped_us >= before_us);
	TEST_ASSERT_TRUE(mapped_us + REMOTE_CLOCK_PAST_US >= arrives_us);
	return (int64_t)(mapped_us - t_us - DELAY_US);
}

/* heartbeats, for so many seconds; the worst error in the last half of them */
static int64_t beat(uint64_t from_us, unsigned seconds, unsigned jitter_us)
{
	int64_t worst_us = 0;

	for (unsigned i = 0; i < 2 * seconds; i++) {
		int64_t error_us = see(from_us + UINT64_C(500000) * i, jitter_us);

		if (error_us < 0)
			error_us = -error_us;
		if (i >= seconds && error_us > worst_us)
			worst_us = error_us;
	}
	return worst_us;
}

static void test_without_jitter_it_is_exact(void)
{
	TEST_ASSERT_EQUAL_INT64(0, beat(7 * SECOND, 60, 0));
	TEST_ASSERT_LESS_OR_EQUAL_UINT64(2 * MS, remote_clock_lag_us(&clock));
}

static void test_jitter_is_taken_out(void)
{
	int64_t error_us = beat(7 * SECOND, 300, JITTER_US);

	TEST_ASSERT_LESS_THAN_INT64(2 * MS, error_us);
}

static void test_drift_is_followed(void)
{
	static const int drifts_ppm[] = {-20000, -5000, -200, -20, 20, 200, 5000, 20000};

	for (unsigned i = 0; i < sizeof drifts_ppm / sizeof *drifts_ppm; i++) {
		setUp();
		remote.drift_ppm = drifts_ppm[i];
		TEST_ASSERT_LESS_THAN_INT64(MS, beat(7 * SECOND, 120, 0));
	}
}

/* What the whole is for, with any seed, any drift and any beginning. */
static void test_jitter_and_drift_together(void)
{
	int64_t worst_us = 0;

	for (unsigned i = 0; i < 200; i++) {
		int64_t error_us;

		setUp();
		chance = (struct chance){i};
		remote.drift_ppm = (int64_t)chance_below(&chance, 2001) - 1000;
		remote.origin_t_us = chance_below(&chance, UINT32_MAX);
		error_us = beat(SECOND * (1 + chance_below(&chance, 100000)), 240, JITTER_US);
		worst_us = error_us > worst_us ? error_us : worst_us;
	}
	TEST_ASSERT_LESS_THAN_INT64(5 * MS, worst_us);
}

/* The distance between events of one gesture is what the table judges by. */
static void test_distances_are_kept(void)
{
	uint64_t t_us = 7 * SECOND;

	remote.drift_ppm = 200;
	beat(t_us, 120, JITTER_US);
	t_us += 121 * SECOND;
	for (unsigned i = 0; i < 1000; i++) {
		int64_t lift_us = see(t_us, JITTER_US), drop_us = see(t_us + 60 * MS, JITTER_US);

		TEST_ASSERT_INT64_WITHIN(MS, lift_us, drop_us);
		t_us += SECOND / 3;
	}
}

static void test_it_wraps(void)
{
	remote.origin_us = 7 * SECOND;
	remote.origin_t_us = UINT32_MAX - 30u * SECOND;
	TEST_ASSERT_EQUAL_INT64(0, beat(7 * SECOND, 120, 0));
}

/* A whole evening, across several wraps. */
static void test_it_lasts(void)
{
	remote.drift_ppm = -200;
	TEST_ASSERT_LESS_THAN_INT64(8 * MS, beat(7 * SECOND, 5 * 3600, JITTER_US));
}

/* A stamp that was held up keeps its time: those after it show that the clock is still there. */
static void test_one_late_stamp(void)
{
	uint64_t t_us = 7 * SECOND;

	beat(t_us, 60, 0);
	t_us += 60 * SECOND;
	arrived_us = t_us + 900 * MS;
	TEST_ASSERT_EQUAL_INT64(0, see(t_us, 0));
	TEST_ASSERT_EQUAL_INT64(0, see(t_us + SECOND, 0));
}

static void test_a_restart_is_now(void)
{
	uint64_t t_us = 7 * SECOND;

	remote.origin_t_us = 77;
	beat(t_us, 60, 0);
	t_us += 60 * SECOND;
	remote.origin_us = t_us; /* without any notice */
	TEST_ASSERT_EQUAL_INT64(0, see(t_us, 0));
	TEST_ASSERT_EQUAL_INT64(0, beat(t_us + SECOND, 30, 0));
	remote_clock_restart(&clock);
	TEST_ASSERT_EQUAL_UINT64(0, remote_clock_lag_us(&clock));
	remote.origin_t_us = 123456789;
	TEST_ASSERT_EQUAL_INT64(0, see(t_us + 40 * SECOND, 0));
}

/* A clock that is set back by less than what counts as another one. */
static void test_a_step_is_found_out(void)
{
	uint64_t t_us = 7 * SECOND;

	beat(t_us, 60, 0);
	remote.origin_t_us -= 700 * MS;
	TEST_ASSERT_EQUAL_INT64(0, beat(t_us + 60 * SECOND, 10, 0));
	remote.origin_t_us += 600 * MS;
	TEST_ASSERT_EQUAL_INT64(0, beat(t_us + 70 * SECOND, 10, 0));
}

static void test_silence_of_an_hour(void)
{
	beat(7 * SECOND, 60, 0);
	remote.origin_t_us += 100 * MS; /* what an hour may have done to it */
	TEST_ASSERT_EQUAL_INT64(0, see(UINT64_C(5000) * SECOND, 0));
}

/* see() holds every answer to what the header promises. */
static void test_lies(void)
{
	uint64_t t_us = 7 * SECOND;

	for (unsigned i = 0; i < 100000; i++) {
		unsigned how = chance_below(&chance, 4);

		t_us += chance_below(&chance, how == 0 ? 3 * SECOND : 20 * MS);
		if (how == 1)
			remote.origin_t_us = chance_below(&chance, UINT32_MAX);
		else if (how == 2)
			remote.origin_t_us += chance_below(&chance, 2 * SECOND) - SECOND;
		else if (how == 3)
			remote.drift_ppm = (int64_t)chance_below(&chance, 400000) - 200000;
		see(t_us, JITTER_US);
		TEST_ASSERT_LESS_OR_EQUAL_UINT64(REMOTE_CLOCK_LAG_US, remote_clock_lag_us(&clock));
	}
}

/* ---- how long to wait ---- */

static void test_the_lag_is_what_it_needs_to_be(void)
{
	TEST_ASSERT_EQUAL_UINT64(0, remote_clock_lag_us(&clock));
	see(7 * SECOND, 0);
	TEST_ASSERT_EQUAL_UINT64(REMOTE_CLOCK_LAG_US, remote_clock_lag_us(&clock));
	beat(8 * SECOND, 120, 8 * MS);
	TEST_ASSERT_GREATER_OR_EQUAL_UINT64(8 * MS, remote_clock_lag_us(&clock));
	TEST_ASSERT_LESS_THAN_UINT64(15 * MS, remote_clock_lag_us(&clock));
	beat(200 * SECOND, 10, 400 * MS);
	TEST_ASSERT_EQUAL_UINT64(REMOTE_CLOCK_LAG_US, remote_clock_lag_us(&clock));
	beat(300 * SECOND, 120, 8 * MS);
	TEST_ASSERT_LESS_THAN_UINT64(15 * MS, remote_clock_lag_us(&clock));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_without_jitter_it_is_exact);
	RUN_TEST(test_jitter_is_taken_out);
	RUN_TEST(test_drift_is_followed);
	RUN_TEST(test_jitter_and_drift_together);
	RUN_TEST(test_distances_are_kept);
	RUN_TEST(test_it_wraps);
	RUN_TEST(test_it_lasts);
	RUN_TEST(test_one_late_stamp);
	RUN_TEST(test_a_restart_is_now);
	RUN_TEST(test_a_step_is_found_out);
	RUN_TEST(test_silence_of_an_hour);
	RUN_TEST(test_lies);
	RUN_TEST(test_the_lag_is_what_it_needs_to_be);
	return UNITY_END();
}
