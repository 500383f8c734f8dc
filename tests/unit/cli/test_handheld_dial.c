/*
 * Starting a connection while a name server is slow: the caller does not wait, and may give it up.
 * The name server is this program's own getaddrinfo(), which answers when told to.
 */
#define _GNU_SOURCE /* netdb.h has everything then */
#include "daemon/cli/handheld/net/dial.h"

#include <dirent.h>
#include <netdb.h>
#include <poll.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include <unity.h>

static sem_t asked, answer;
static struct access seat;

/* instead of the C library's */
int getaddrinfo(const char *name, const char *service, const struct addrinfo *wanted,
		struct addrinfo **found)
{
	(void)name;
	(void)service;
	(void)wanted;
	(void)found;
	sem_post(&asked);
	sem_wait(&answer);
	return EAI_NONAME;
}

void setUp(void)
{
	sem_init(&asked, 0, 0);
	sem_init(&answer, 0, 0);
	memset(&seat, 0, sizeof seat);
	strcpy(seat.host, "board.example");
	seat.mqtt_port = 1;
}

void tearDown(void)
{
}

static unsigned count_threads(void)
{
	DIR *tasks = opendir("/proc/self/task");
	unsigned count = 0;

	while (readdir(tasks))
		count++;
	closedir(tasks);
	return count - 2; /* "." and ".." */
}

static bool is_done(const struct dial *dial, int patience_ms)
{
	struct pollfd poll_fd = {.fd = dial_fd(dial), .events = POLLIN};

	return poll(&poll_fd, 1, patience_ms) == 1;
}

static void wait_for(const struct dial *dial)
{
	TEST_ASSERT_TRUE(is_done(dial, -1));
}

static void test_nobody_waits_for_a_name(void)
{
	struct mosquitto *client = mosquitto_new(NULL, true, NULL);
	struct dial *dial = dial_begin(&seat, client, false, 30);
	struct dialled dialled;

	TEST_ASSERT_NOT_NULL(dial);
	sem_wait(&asked);
	TEST_ASSERT_FALSE(is_done(dial, 0));
	sem_post(&answer);
	wait_for(dial);
	dialled = dial_end(dial);
	TEST_ASSERT_EQUAL(MOSQ_ERR_EAI, dialled.result);
	TEST_ASSERT_EQUAL_PTR(client, dialled.client);
	TEST_ASSERT_FALSE(dialled.moved);
	TEST_ASSERT_EQUAL(1, dialled.mqtt_port);
	mosquitto_destroy(client);
}

/* Whether the answer has come by then or not; what is left over the sanitizers would tell. */
static void test_it_can_be_given_up(void)
{
	for (unsigned i = 0; i < 20; i++) {
		unsigned before = count_threads();
		struct dial *dial = dial_begin(&seat, mosquitto_new(NULL, true, NULL), false, 30);

		TEST_ASSERT_NOT_NULL(dial);
		sem_wait(&asked);
		if (i % 2 == 0)
			sem_post(&answer);
		if (i % 4 == 0)
			wait_for(dial);
		dial_abandon(dial);
		if (i % 2 != 0)
			sem_post(&answer);
		while (count_threads() > before)
			sched_yield();
	}
	dial_abandon(NULL);
}

int main(void)
{
	mosquitto_lib_init();
	UNITY_BEGIN();
	RUN_TEST(test_nobody_waits_for_a_name);
	RUN_TEST(test_it_can_be_given_up);
	return UNITY_END();
}
