/*
 * Time passes for the referee only as far as no reading from before can still be on its way: a
 * deadline waits for the board's lag, and counts at its own time. The system's clock is replaced.
 */
#include "daemon/base/clock.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/session_inside.h"
#include "tests/support/session/lone_session.h"

#include "unity.h"

enum { LAG_US = 30 * 1000, START_US = 1000 * 1000 };

static struct lone_session alone;
static struct session *session;
static uint64_t machine_us;

/* ---- the system's clock (clock.h) ---- */

uint64_t clock_now_us(void)
{
	return machine_us;
}

int64_t clock_wall_ms(void)
{
	return 0;
}

void clock_rest_ms(unsigned ms)
{
	machine_us += ms * UINT64_C(1000);
}

/* ---- a table at which one piece was just set down ---- */

static void let_pass(uint64_t us)
{
	machine_us += us;
	loop_update_time(alone.loop);
}

static uint64_t run_us(void)
{
	return machine_us - session->base_us;
}

static void see(uint64_t t_us, enum reading_kind kind, unsigned sq)
{
	struct reading reading = {.t_us = session->base_us + t_us,
				  .kind = (uint8_t)kind,
				  .sq = (uint8_t)sq,
				  .closed = true};

	session_reading(session, &reading);
}

static uint64_t due_us(void)
{
	return referee_deadline(session->match.referee);
}

void setUp(void)
{
	machine_us = START_US;
	lone_session_prepare(&alone);
	session = lone_session_start(&alone, NULL);
	let_pass(START_US);
	session_board_lag(session, LAG_US);
	see(run_us(), READING_FRAME, 0);
	see(run_us(), READING_CONTACT, 3);
	TEST_ASSERT_GREATER_THAN_UINT64(run_us(), due_us());
}

void tearDown(void)
{
	lone_session_finish(&alone);
}

static void expect_set_for(uint64_t t_us)
{
	TEST_ASSERT_EQUAL_UINT64(session->base_us + t_us, session->deadline.at_us);
}

/* ---- the tests ---- */

static void test_a_deadline_waits_for_the_lag(void)
{
	expect_set_for(due_us() + LAG_US);
}

static void test_without_lag_it_does_not_wait(void)
{
	session_board_lag(session, 0);
	session_settle(session);
	expect_set_for(due_us());
}

static void test_it_is_met_when_nothing_can_come_any_more(void)
{
	uint64_t due = due_us();

	let_pass(due + LAG_US - run_us());
	session->deadline.due(&session->deadline);
	TEST_ASSERT_EQUAL_UINT64(due, referee_now_us(session->match.referee));
	TEST_ASSERT_GREATER_THAN_UINT64(due, due_us());
}

/* The timer was set for a shorter lag. */
static void test_a_timer_that_fires_early_waits_again(void)
{
	uint64_t due = due_us();

	let_pass(due + LAG_US / 2 - run_us());
	session->deadline.due(&session->deadline);
	TEST_ASSERT_EQUAL_UINT64(due - LAG_US / 2, referee_now_us(session->match.referee));
	TEST_ASSERT_EQUAL_UINT64(due, due_us());
	expect_set_for(due + LAG_US);
}

static void test_a_reading_on_its_way_counts_when_it_was_seen(void)
{
	uint64_t due = due_us();

	let_pass(due + LAG_US / 2 - run_us());
	session->deadline.due(&session->deadline);
	see(due - 1, READING_CONTACT, 5);
	TEST_ASSERT_EQUAL_UINT64(due - 1, referee_now_us(session->match.referee));
}

/* Time that has been told does not go back when the lag grows. */
static void test_time_does_not_go_back(void)
{
	uint64_t before = session->at_us;

	session_board_lag(session, 2 * START_US);
	session->deadline.due(&session->deadline);
	TEST_ASSERT_EQUAL_UINT64(before, session->at_us);
}

static void test_an_idle_moment_is_no_exception(void)
{
	uint64_t due = due_us();

	let_pass(due + LAG_US / 2 - run_us());
	session->flush.due(&session->flush);
	TEST_ASSERT_EQUAL_UINT64(due - LAG_US / 2, referee_now_us(session->match.referee));
	TEST_ASSERT_EQUAL_UINT64(due, due_us());
	expect_set_for(due + LAG_US);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_deadline_waits_for_the_lag);
	RUN_TEST(test_without_lag_it_does_not_wait);
	RUN_TEST(test_it_is_met_when_nothing_can_come_any_more);
	RUN_TEST(test_a_timer_that_fires_early_waits_again);
	RUN_TEST(test_a_reading_on_its_way_counts_when_it_was_seen);
	RUN_TEST(test_time_does_not_go_back);
	RUN_TEST(test_an_idle_moment_is_no_exception);
	return UNITY_END();
}
