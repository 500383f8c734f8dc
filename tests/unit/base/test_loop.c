/* The order in which a loop makes its calls, and its time under the control of a test. */
#include "daemon/base/loop.h"

#include "unity.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { TIMERS = 4, CALLS = 16, START_US = 5000000 };

static struct loop *loop;
static struct timer timers[TIMERS];
static char calls[256]; /* "NUMBER@TIME " of each timer that was called */
static char path[64], answer[128];
static int listener, clock_fd;
static int pipes[2];

static void note(struct timer *timer)
{
	size_t length = strlen(calls);

	snprintf(calls + length, sizeof calls - length, "%d@%" PRIu64 " ", (int)(timer - timers),
		 loop_now_us(loop) - START_US);
}

void setUp(void)
{
	calls[0] = '\0';
	TEST_ASSERT_EQUAL(0, pipe(pipes));
}

void tearDown(void)
{
	loop_destroy(loop);
	loop = NULL;
	close(pipes[0]);
	close(pipes[1]);
}

/* ---- by the system's clock ---- */

static void note_number(struct timer *timer)
{
	size_t length = strlen(calls);

	snprintf(calls + length, sizeof calls - length, "%d ", (int)(timer - timers));
}

static void note_and_stop(struct timer *timer)
{
	note_number(timer);
	loop_stop(loop);
}

static void test_timers_are_called_in_order(void)
{
	uint64_t now_us;

	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	now_us = loop_now_us(loop);
	timer_init(loop, &timers[0], note_number, NULL);
	timer_init_machine(loop, &timers[1], note_and_stop, NULL);
	timer_init(loop, &timers[2], note_number, NULL);
	timer_init(loop, &timers[3], note_number, NULL);
	timer_set(&timers[1], now_us + 900);
	timer_set(&timers[0], now_us + 500);
	timer_set(&timers[2], now_us + 200);
	timer_set(&timers[3], now_us + 500);
	TEST_ASSERT_EQUAL(0, loop_run(loop));
	TEST_ASSERT_EQUAL_STRING("2 0 3 1 ", calls);
	TEST_ASSERT_TRUE(loop_now_us(loop) >= now_us + 900);
	TEST_ASSERT_EQUAL_UINT64(TIME_NEVER, timers[0].at_us);
}

static void set_again(struct timer *timer)
{
	note_number(timer);
	timer_set(timer, 0);
}

static void stop(struct watch *watch, uint32_t events)
{
	(void)watch, (void)events;
	loop_stop(loop);
}

/* One that is always due does not keep descriptors, or others, waiting for ever. */
static void test_a_timer_that_never_rests(void)
{
	struct watch watch;

	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	timer_init(loop, &timers[0], set_again, NULL);
	timer_set(&timers[0], 0);
	TEST_ASSERT_EQUAL(0, watch_add(loop, &watch, pipes[0], EPOLLIN, stop, NULL));
	TEST_ASSERT_EQUAL(1, write(pipes[1], "x", 1));
	TEST_ASSERT_EQUAL(0, loop_run(loop));
	watch_remove(&watch);
}

static void finish_next(struct timer *timer)
{
	note_number(timer);
	timer_finish(&timers[1]);
	timer_set(&timers[2], TIME_NEVER);
}

static void test_timers_may_end_each_other(void)
{
	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	timer_init(loop, &timers[0], finish_next, NULL);
	timer_init(loop, &timers[1], note_number, NULL);
	timer_init(loop, &timers[2], note_number, NULL);
	timer_init(loop, &timers[3], note_and_stop, NULL);
	for (unsigned i = 0; i < TIMERS; i++)
		timer_set(&timers[i], i + 1);
	TEST_ASSERT_EQUAL(0, loop_run(loop));
	TEST_ASSERT_EQUAL_STRING("0 3 ", calls);
}

/* ---- by a test's ---- */

static void receive(void)
{
	ssize_t count = recv(clock_fd, answer, sizeof answer - 1, 0);

	TEST_ASSERT_TRUE(count > 0);
	answer[count] = '\0';
}

static void ask(const char *line)
{
	TEST_ASSERT_EQUAL(strlen(line), send(clock_fd, line, strlen(line), MSG_NOSIGNAL));
}

/* Waits for the loop to connect, and tells it the time. */
static void *give_time(void *unused)
{
	clock_fd = accept(listener, NULL, NULL);
	receive();
	ask("5000000 1700000000000\n");
	return unused;
}

static void make_virtual_loop(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	pthread_t test;

	snprintf(path, sizeof path, "/tmp/adjutant-clock-%ld", (long)getpid());
	memcpy(address.sun_path, path, sizeof path);
	unlink(path);
	listener = socket(AF_UNIX, SOCK_STREAM, 0);
	TEST_ASSERT_EQUAL(0, bind(listener, (struct sockaddr *)&address, sizeof address));
	TEST_ASSERT_EQUAL(0, listen(listener, 1));
	setenv("ADJUTANT_CLOCK", path, 1);
	TEST_ASSERT_EQUAL(0, pthread_create(&test, NULL, give_time, NULL));
	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	pthread_join(test, NULL);
	unsetenv("ADJUTANT_CLOCK");
	close(listener);
	unlink(path);
	for (unsigned i = 0; i < TIMERS; i++)
		timer_init(loop, &timers[i], note, NULL);
}

static void *run(void *result)
{
	*(int *)result = loop_run(loop);
	return NULL;
}

/* Lets the loop run up to where the test has nothing more to say, which ends it. */
static int converse(const char *const *lines, const char *const *answers)
{
	int result;
	pthread_t runner;

	TEST_ASSERT_EQUAL(0, pthread_create(&runner, NULL, run, &result));
	for (; *lines; lines++, answers++) {
		ask(*lines);
		receive();
		TEST_ASSERT_EQUAL_STRING(*answers, answer);
	}
	close(clock_fd);
	pthread_join(runner, NULL);
	return result;
}

static void test_the_test_says_what_time_it_is(void)
{
	make_virtual_loop();
	TEST_ASSERT_EQUAL_UINT64(START_US, loop_now_us(loop));
	TEST_ASSERT_EQUAL_INT64(1700000000000, loop_wall_ms(loop));
	close(clock_fd);
	TEST_ASSERT_TRUE(loop_run(loop) < 0);
}

/* An hour in no time, and each timer at its own. */
static void test_each_timer_at_its_time(void)
{
	static const char *const lines[] = {"5000000 0\n", "5999999 0\n", "3605000000 0\n", NULL};
	static const char *const answers[] = {"5000000 6000000 0 0\n", "5999999 6000000 0 0\n",
					      "3605000000 never 0 0\n", NULL};

	make_virtual_loop();
	timer_set(&timers[2], START_US + 3600000000u);
	timer_set(&timers[0], START_US + 1000000);
	timer_set(&timers[1], START_US + 1000001);
	TEST_ASSERT_TRUE(converse(lines, answers) < 0);
	TEST_ASSERT_EQUAL_STRING("0@1000000 1@1000001 2@3600000000 ", calls);
	TEST_ASSERT_EQUAL_INT64(1700000000000 + 3600000, loop_wall_ms(loop));
}

static void repeat(struct timer *timer)
{
	note(timer);
	timer_set(timer, loop_now_us(loop) + 100);
	if (timer == timers)
		timer_set(&timers[1], loop_now_us(loop));
}

/* What a timer sets is called in its turn, and what is due at once without time going on. */
static void test_timers_that_set_others(void)
{
	static const char *const lines[] = {"5000250 0\n", "0 0\n", NULL};
	static const char *const answers[] = {"5000250 5000300 0 0\n", "5000250 5000300 0 0\n",
					      NULL};

	make_virtual_loop();
	timer_init(loop, &timers[0], repeat, NULL);
	timer_set(&timers[0], START_US);
	TEST_ASSERT_TRUE(converse(lines, answers) < 0);
	TEST_ASSERT_EQUAL_STRING("0@0 1@0 0@100 1@100 0@200 1@200 ", calls);
}

static void hear(struct watch *watch, uint32_t events)
{
	char byte;

	(void)events;
	TEST_ASSERT_EQUAL(1, read(watch->fd, &byte, 1));
	if (byte == 'x')
		loop_note_heard(loop);
	else
		loop_note_owed(loop, -1);
	timer_set(&timers[3], loop_now_us(loop) + 7);
}

static void say(struct timer *timer)
{
	note(timer);
	TEST_ASSERT_EQUAL(1, write(pipes[1], "x", 1));
}

/* What is ready is served before time goes on, at the time that it is. */
static void test_descriptors_come_before_time(void)
{
	static const char *const lines[] = {"6000000 3\n", NULL};
	static const char *const answers[] = {"6000000 never 4 0\n", NULL};
	struct watch watch;

	make_virtual_loop();
	timer_init(loop, &timers[0], say, NULL);
	timer_set(&timers[0], START_US + 1000);
	timer_set(&timers[1], START_US + 1005);
	TEST_ASSERT_EQUAL(0, watch_add(loop, &watch, pipes[0], EPOLLIN, hear, NULL));
	TEST_ASSERT_EQUAL(3, write(pipes[1], "xxx", 3));
	TEST_ASSERT_TRUE(converse(lines, answers) < 0);
	TEST_ASSERT_EQUAL_STRING("3@7 0@1000 1@1005 3@1007 ", calls);
	watch_remove(&watch);
}

static void pay(struct timer *timer)
{
	(void)timer;
	TEST_ASSERT_EQUAL(1, write(pipes[1], "o", 1));
}

/* Time waits for what others owe, which the machine's own time brings. */
static void test_time_waits_for_what_is_owed(void)
{
	static const char *const lines[] = {"5000100 0\n", NULL};
	static const char *const answers[] = {"5000100 never 0 1\n", NULL};
	struct watch watch;

	make_virtual_loop();
	timer_init_machine(loop, &timers[2], pay, NULL);
	timer_set(&timers[2], loop_machine_us(loop) + 2000);
	timer_set(&timers[0], START_US + 50);
	TEST_ASSERT_EQUAL(0, watch_add(loop, &watch, pipes[0], EPOLLIN, hear, NULL));
	loop_note_owed(loop, 1);
	TEST_ASSERT_TRUE(converse(lines, answers) < 0);
	TEST_ASSERT_EQUAL_STRING("3@7 0@50 ", calls);
	watch_remove(&watch);
}

static void test_no_clock_no_loop(void)
{
	setenv("ADJUTANT_CLOCK", "/nowhere/clock", 1);
	TEST_ASSERT_TRUE(loop_create(&loop) < 0);
	unsetenv("ADJUTANT_CLOCK");
	loop = NULL;
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_timers_are_called_in_order);
	RUN_TEST(test_a_timer_that_never_rests);
	RUN_TEST(test_timers_may_end_each_other);
	RUN_TEST(test_the_test_says_what_time_it_is);
	RUN_TEST(test_each_timer_at_its_time);
	RUN_TEST(test_timers_that_set_others);
	RUN_TEST(test_descriptors_come_before_time);
	RUN_TEST(test_time_waits_for_what_is_owed);
	RUN_TEST(test_no_clock_no_loop);
	return UNITY_END();
}
