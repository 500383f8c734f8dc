/*
 * The control socket when many call at once: while the daemon is busy they wait, then as many as
 * there are places for are answered, and whoever is one too many is told so.
 */
#include "daemon/control.h"

#include "unity.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PLACES = 16, CALLERS = 100, ANSWER_SIZE = 256 };

static char dir[] = "/tmp/adjutant-control-XXXXXX";
static struct loop *loop;
static struct control *control;
static pthread_t daemon_thread;
static bool is_running;
static struct watch end;
static int end_pipe[2];
static int callers[CALLERS];

static json_t *agree(void *owner, json_t *request)
{
	(void)owner;
	(void)request;
	return json_pack("{s:b}", "ok", 1);
}

static void the_end(struct watch *watch, uint32_t events)
{
	(void)events;
	loop_stop(watch->owner);
}

static void *run_loop(void *unused)
{
	(void)unused;
	loop_run(loop);
	return NULL;
}

/* Until then the daemon is busy with something else. */
static void turn_to_callers(void)
{
	TEST_ASSERT_EQUAL(0, pthread_create(&daemon_thread, NULL, run_loop, NULL));
	is_running = true;
}

/* As an event loop does it, without ever waiting: no room to wait in is an error. */
static int call(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(address.sun_path, sizeof address.sun_path, "%s/control.sock", dir);
	TEST_ASSERT_EQUAL(0, fcntl(fd, F_SETFL, O_NONBLOCK));
	TEST_ASSERT_EQUAL_MESSAGE(0, connect(fd, (struct sockaddr *)&address, sizeof address),
				  "no room to wait in");
	TEST_ASSERT_EQUAL(0, fcntl(fd, F_SETFL, 0));
	return fd;
}

/* a line, or what came before the other end hung up */
static const char *answer_to(int fd)
{
	static char answer[ANSWER_SIZE];
	size_t length = 0;

	while (length < sizeof answer - 1 && recv(fd, answer + length, 1, 0) == 1 &&
	       answer[length] != '\n')
		length++;
	answer[length] = '\0';
	return answer;
}

static void ask(int fd)
{
	TEST_ASSERT_EQUAL(3, send(fd, "{}\n", 3, MSG_NOSIGNAL));
	TEST_ASSERT_EQUAL_STRING("{\"ok\":true}", answer_to(fd));
}

void setUp(void)
{
	static const struct control_events events = {.request = agree};

	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	TEST_ASSERT_EQUAL(0, control_create(&control, loop, dir, &events));
	TEST_ASSERT_EQUAL(0, pipe(end_pipe));
	TEST_ASSERT_EQUAL(0, watch_add(loop, &end, end_pipe[0], EPOLLIN, the_end, loop));
	for (unsigned i = 0; i < CALLERS; i++)
		callers[i] = -1;
}

void tearDown(void)
{
	close(end_pipe[1]);
	if (is_running)
		pthread_join(daemon_thread, NULL);
	is_running = false;
	close(end_pipe[0]);
	for (unsigned i = 0; i < CALLERS; i++)
		if (callers[i] >= 0)
			close(callers[i]);
	control_destroy(control);
	loop_destroy(loop);
}

static void test_many_call_at_once(void)
{
	for (unsigned i = 0; i < CALLERS; i++)
		callers[i] = call();
	turn_to_callers();
	for (unsigned i = 0; i < PLACES; i++)
		ask(callers[i]);
	for (unsigned i = PLACES; i < CALLERS; i++) {
		TEST_ASSERT_NOT_NULL(strstr(answer_to(callers[i]), "too many are connected"));
		TEST_ASSERT_EQUAL_STRING("", answer_to(callers[i]));
	}
}

/* Who leaves makes room. */
static void test_a_place_becomes_free(void)
{
	turn_to_callers();
	for (unsigned i = 0; i < PLACES; i++)
		ask(callers[i] = call());
	TEST_ASSERT_NOT_NULL(strstr(answer_to(callers[PLACES] = call()), "\"ok\":false"));
	TEST_ASSERT_EQUAL(0, shutdown(callers[3], SHUT_WR));
	TEST_ASSERT_EQUAL_STRING("", answer_to(callers[3])); /* it has been hung up on */
	ask(callers[PLACES + 1] = call());
}

/* Those who left while the daemon was busy keep no place from who comes after them. */
static void test_many_have_left_meanwhile(void)
{
	for (unsigned i = 0; i < CALLERS - 1; i++)
		close(call());
	callers[CALLERS - 1] = call();
	turn_to_callers();
	ask(callers[CALLERS - 1]);
}

int main(void)
{
	if (!mkdtemp(dir))
		return 1;
	UNITY_BEGIN();
	RUN_TEST(test_many_call_at_once);
	RUN_TEST(test_a_place_becomes_free);
	RUN_TEST(test_many_have_left_meanwhile);
	rmdir(dir);
	return UNITY_END();
}
