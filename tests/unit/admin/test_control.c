/*
 * The control socket when many clients call at once: while the daemon is busy they wait, then as
 * many are answered as there are places, and one too many is told so. And clients that stay: a
 * recorder gets the inputs of one game, a watcher gets what the sensors say.
 */
#include "daemon/admin/control.h"

#include "unity.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { PLACES = 16, CALLERS = 100, ANSWER_SIZE = 256 };

static char dir[] = "/tmp/adjutant-control-XXXXXX";
static struct loop *loop;
static struct control *control;
static pthread_t daemon_thread;
static bool is_running;
static struct watch end;
static int end_pipe[2];
static struct watch tell;
static int tell_pipe[2];
static int callers[CALLERS];

static json_t *agree(void *owner, json_t *request)
{
	(void)owner;
	(void)request;
	return json_pack("{s:b}", "ok", 1);
}

static json_t *begin_record(void *owner)
{
	(void)owner;
	return json_pack("{s:b,s:i}", "ok", 1, "game", 3);
}

static char *begin_watch(void *owner)
{
	(void)owner;
	return strdup("adjutant-recording 1\n");
}

/* What the daemon tells, in its own thread: lines come by a pipe. */
static void tell_line(struct watch *watch, uint32_t events)
{
	char what = ' ';

	(void)events;
	TEST_ASSERT_EQUAL(1, read(watch->fd, &what, 1));
	if (what == 'r')
		control_record(control, "1 close e4");
	else if (what == 'w')
		control_watch(control, "2 open e4");
	else
		control_end_recordings(control);
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
	static const struct control_events events = {
		.request = agree, .record = begin_record, .table_head = begin_watch};

	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	TEST_ASSERT_EQUAL(0, control_create(&control, loop, dir, &events));
	TEST_ASSERT_EQUAL(0, pipe(end_pipe));
	TEST_ASSERT_EQUAL(0, watch_add(loop, &end, end_pipe[0], EPOLLIN, the_end, loop));
	TEST_ASSERT_EQUAL(0, pipe(tell_pipe));
	TEST_ASSERT_EQUAL(0, watch_add(loop, &tell, tell_pipe[0], EPOLLIN, tell_line, NULL));
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
	close(tell_pipe[0]);
	close(tell_pipe[1]);
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

/* Clients that left while the daemon was busy take no place from those that come after them. */
static void test_many_have_left_meanwhile(void)
{
	for (unsigned i = 0; i < CALLERS - 1; i++)
		close(call());
	callers[CALLERS - 1] = call();
	turn_to_callers();
	ask(callers[CALLERS - 1]);
}

static int ask_for(const char *request, const char *answer)
{
	int fd = call();

	TEST_ASSERT_EQUAL(strlen(request), send(fd, request, strlen(request), MSG_NOSIGNAL));
	TEST_ASSERT_EQUAL_STRING(answer, answer_to(fd));
	return fd;
}

/* A recorder is told of this game only; a watcher, of whatever is on the table. */
static void test_a_recording_ends_with_its_game(void)
{
	int recorder, watcher;

	turn_to_callers();
	recorder = callers[0] = ask_for("{\"do\":\"record\"}\n", "{\"ok\":true,\"game\":3}");
	watcher = callers[1] = ask_for("{\"do\":\"watch\"}\n", "adjutant-recording 1");
	TEST_ASSERT_EQUAL(4, write(tell_pipe[1], "rwnr", 4));
	TEST_ASSERT_EQUAL_STRING("1 close e4", answer_to(recorder));
	TEST_ASSERT_EQUAL_STRING(CONTROL_NEXT_GAME, answer_to(recorder));
	TEST_ASSERT_EQUAL_STRING_MESSAGE("", answer_to(recorder), "nothing of the next game");
	TEST_ASSERT_EQUAL_STRING("2 open e4", answer_to(watcher));
	/* another may record the next one */
	callers[2] = ask_for("{\"do\":\"record\"}\n", "{\"ok\":true,\"game\":3}");
	TEST_ASSERT_EQUAL(2, write(tell_pipe[1], "wr", 2));
	TEST_ASSERT_EQUAL_STRING("2 open e4", answer_to(watcher));
	TEST_ASSERT_EQUAL_STRING("1 close e4", answer_to(callers[2]));
}

/* A client that calls while the daemon has no descriptor left does not keep it busy, and is not
 * forgotten. */
static void test_no_descriptor_is_left(void)
{
	static const struct timespec pause = {.tv_nsec = 100000000};
	struct rlimit limit, none;
	clock_t used;

	callers[0] = call();
	TEST_ASSERT_EQUAL(0, getrlimit(RLIMIT_NOFILE, &limit));
	none = (struct rlimit){.rlim_cur = 0, .rlim_max = limit.rlim_max};
	TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_NOFILE, &none));
	turn_to_callers();
	used = clock();
	nanosleep(&pause, NULL);
	used = clock() - used;
	TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_NOFILE, &limit));
	TEST_ASSERT_LESS_THAN(CLOCKS_PER_SEC / 50, used);
	ask(callers[0]);
}

int main(void)
{
	if (!mkdtemp(dir))
		return 1;
	UNITY_BEGIN();
	RUN_TEST(test_many_call_at_once);
	RUN_TEST(test_a_place_becomes_free);
	RUN_TEST(test_many_have_left_meanwhile);
	RUN_TEST(test_a_recording_ends_with_its_game);
	RUN_TEST(test_no_descriptor_is_left);
	rmdir(dir);
	return UNITY_END();
}
