/*
 * The private broker as a process: what it is started with, on which ports, how it ends, and that
 * it never outlives the daemon. Who may do what there is tried in test_audiences.c.
 */
#define _GNU_SOURCE /* prctl() */
#include "daemon/base/child.h"
#include "tests/support/broker/broker_bench.h"
#include "tests/support/broker/port.h"

#include "unity.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int create_and_start(void)
{
	int error = create();

	return error ? error : broker_start(broker, &process.grants);
}

static char *configuration(void)
{
	char path[128];

	snprintf(path, sizeof path, "%s/broker", process.state);
	return file_text(path, "mosquitto.conf");
}

/* ---- starting ---- */

static void it_starts_and_ends(void)
{
	pid_t pid;

	TEST_ASSERT_EQUAL(0, create());
	TEST_ASSERT_FALSE(broker_is_running(broker));
	TEST_ASSERT_EQUAL(0, broker_pid(broker));
	TEST_ASSERT_EQUAL_STRING(process.socket, broker_socket(broker));
	TEST_ASSERT_EQUAL(0, broker_start(broker, &process.grants));
	TEST_ASSERT_TRUE(broker_is_running(broker));
	TEST_ASSERT_EQUAL(-EALREADY, broker_start(broker, &process.grants));
	assert_answers();
	pid = (pid_t)broker_pid(broker);
	broker_destroy(broker);
	broker = NULL;
	TEST_ASSERT_EQUAL(-1, kill(pid, 0));
	TEST_ASSERT_EQUAL(ESRCH, errno);
	TEST_ASSERT_EQUAL(0, ends); /* nothing ended by itself */
}

static void one_that_does_not_listen_is_killed(void)
{
	pid_t pid;

	TEST_ASSERT_EQUAL(0, create_and_start());
	assert_answers();
	pid = (pid_t)broker_pid(broker);
	kill(pid, SIGSTOP);
	broker_destroy(broker);
	broker = NULL;
	TEST_ASSERT_EQUAL(-1, kill(pid, 0));
}

static void what_a_killed_one_left_behind_is_no_matter(void)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof path, "%s/broker", process.state);
	TEST_ASSERT_EQUAL(0, mkdir(path, 0755));
	file = fopen(process.socket, "w");
	TEST_ASSERT_NOT_NULL(file);
	fclose(file);
	TEST_ASSERT_EQUAL(0, create_and_start());
	assert_answers();
}

static void assert_mode(const char *name, unsigned mode)
{
	char path[128];
	struct stat status;

	snprintf(path, sizeof path, "%s/%s", process.state, name);
	TEST_ASSERT_EQUAL_MESSAGE(0, stat(path, &status), name);
	TEST_ASSERT_EQUAL_HEX_MESSAGE(mode, status.st_mode & 0777, name);
}

static void nobody_else_can_read_its_files(void)
{
	mode_t before = umask(0);

	TEST_ASSERT_EQUAL(0, create_and_start());
	assert_answers();
	umask(before);
	assert_mode("broker", 0700);
	assert_mode("broker/mosquitto.conf", 0600);
	assert_mode("broker/access.json", 0600);
}

/* ---- what it is given of the daemon ---- */

/* It blocks some itself, but never this one. */
static bool blocks_alarm(void)
{
	char directory[64], *text, *mask;
	unsigned long long blocked;

	snprintf(directory, sizeof directory, "/proc/%d", broker_pid(broker));
	text = file_text(directory, "status");
	TEST_ASSERT_NOT_NULL(text);
	mask = strstr(text, "SigBlk:\t");
	TEST_ASSERT_NOT_NULL(mask);
	blocked = strtoull(mask + strlen("SigBlk:\t"), NULL, 16);
	free(text);
	return blocked >> (SIGALRM - 1) & 1;
}

static bool has_open(const char *path)
{
	char link[64], target[64];

	for (int fd = 0; fd < 256; fd++) {
		ssize_t length;

		snprintf(link, sizeof link, "/proc/%d/fd/%d", broker_pid(broker), fd);
		length = readlink(link, target, sizeof target - 1);
		target[length < 0 ? 0 : length] = '\0';
		if (strcmp(target, path) == 0)
			return true;
	}
	return false;
}

static void it_inherits_nothing(void)
{
	int leaked = open("/dev/zero", O_RDONLY); /* and not to be closed by exec */
	char directory[64], *environment;
	sigset_t all, before;

	TEST_ASSERT_TRUE(leaked >= 0);
	setenv("NOTIFY_SOCKET", "@nowhere", 1);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	TEST_ASSERT_EQUAL(0, create_and_start());
	sigprocmask(SIG_SETMASK, &before, NULL);
	unsetenv("NOTIFY_SOCKET");
	close(leaked);
	assert_answers();
	TEST_ASSERT_TRUE(has_open("/dev/null"));
	TEST_ASSERT_FALSE(has_open("/dev/zero"));
	TEST_ASSERT_FALSE(blocks_alarm());
	snprintf(directory, sizeof directory, "/proc/%d", broker_pid(broker));
	environment = file_text(directory, "environ");
	TEST_ASSERT_NOT_NULL(environment);
	TEST_ASSERT_EQUAL_STRING("PATH=/usr/sbin:/usr/bin:/sbin:/bin", environment);
	free(environment);
}

/* However few the daemon itself makes do with: each client takes one. But not without an end. */
static void its_descriptors_are_many_and_counted(void)
{
	struct child limits = {.descriptors = 4096};
	struct rlimit before, few;
	char directory[64], line[64], *text;

	TEST_ASSERT_EQUAL(0, getrlimit(RLIMIT_NOFILE, &before));
	few = before;
	few.rlim_cur = 256;
	TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_NOFILE, &few));
	TEST_ASSERT_EQUAL(0, create_and_start());
	TEST_ASSERT_EQUAL(0, setrlimit(RLIMIT_NOFILE, &before));
	assert_answers();
	snprintf(directory, sizeof directory, "/proc/%d", broker_pid(broker));
	text = file_text(directory, "limits");
	TEST_ASSERT_NOT_NULL(text);
	snprintf(line, sizeof line, "Max open files            %u ", child_descriptors(&limits));
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, line), line);
	free(text);
}

/* ---- ports ---- */

static int connect_to(uint16_t port)
{
	struct sockaddr_in name = {.sin_family = AF_INET,
				   .sin_port = htons(port),
				   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	TEST_ASSERT_EQUAL(0, connect(fd, (struct sockaddr *)&name, sizeof name));
	return fd;
}

/* The first line of what a browser's request for a websocket is answered with. */
static void ask_for_websocket(uint16_t port, char answer[64])
{
	static const char request[] =
		"GET /mqtt HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\n"
		"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
		"Sec-WebSocket-Protocol: mqtt\r\nSec-WebSocket-Version: 13\r\n\r\n";
	int fd = connect_to(port);
	ssize_t count;

	TEST_ASSERT_EQUAL(sizeof request - 1, write(fd, request, sizeof request - 1));
	count = read(fd, answer, 63);
	TEST_ASSERT_TRUE(count > 0);
	answer[count] = '\0';
	answer[strcspn(answer, "\r\n")] = '\0';
	close(fd);
}

static void browsers_get_websockets(void)
{
	char answer[64], line[64], *text;

	TEST_ASSERT_EQUAL(0, create_and_start());
	TEST_ASSERT_NOT_EQUAL(0, broker_websocket_port(broker));
	TEST_ASSERT_LESS_THAN(32768, broker_websocket_port(broker)); /* Linux deals those */
	assert_answers();					     /* so it listens */
	ask_for_websocket(broker_websocket_port(broker), answer);
	TEST_ASSERT_EQUAL_STRING("HTTP/1.1 101 Switching Protocols", answer);
	text = configuration();
	snprintf(line, sizeof line, "listener %u 127.0.0.1\n", broker_websocket_port(broker));
	TEST_ASSERT_NOT_NULL(strstr(text, line));
	free(text);
}

/* What a plain MQTT client without a name is told: this is a broker; and whether it may come in. */
static void expect_plain_mqtt(uint8_t code)
{
	static const uint8_t hello[] = {0x10, 12, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 30, 0, 0};
	const uint8_t expected[] = {0x20, 2, 0, code};
	uint16_t port;
	uint8_t answer[4] = {0};
	int fd;

	TEST_ASSERT_EQUAL(0, create_and_start());
	port = broker_mqtt_port(broker);
	TEST_ASSERT_NOT_EQUAL(0, port);
	TEST_ASSERT_NOT_EQUAL(broker_websocket_port(broker), port);
	assert_answers(); /* so it listens */
	fd = connect_to(port);
	TEST_ASSERT_EQUAL(sizeof hello, send(fd, hello, sizeof hello, MSG_NOSIGNAL));
	TEST_ASSERT_EQUAL(sizeof answer, recv(fd, answer, sizeof answer, MSG_WAITALL));
	TEST_ASSERT_EQUAL_UINT8_ARRAY(expected, answer, sizeof answer);
	close(fd);
}

static void consoles_get_plain_mqtt_and_nobody_without_a_name(void)
{
	enum { NOT_AUTHORISED = 5 };

	expect_plain_mqtt(NOT_AUTHORISED);
}

static void spectators_need_no_name(void)
{
	broker_process_be_for_spectators(&process);
	expect_plain_mqtt(0);
}

static void a_port_that_is_taken_is_said_so(void)
{
	int taken = port_take(&process.config.websocket_port);

	process.config.ports_are_preferences = false;
	TEST_ASSERT_EQUAL(-EADDRINUSE, create_and_start());
	TEST_ASSERT_FALSE(broker_is_running(broker));
	/* and when it is free again, nothing stands in the way */
	close(taken);
	TEST_ASSERT_EQUAL(0, broker_start(broker, &process.grants));
	TEST_ASSERT_EQUAL(process.config.websocket_port, broker_websocket_port(broker));
	assert_answers();
}

static void a_port_that_is_a_preference_may_be_another(void)
{
	int taken = port_take(&process.config.websocket_port);

	process.config.ports_are_preferences = true;
	TEST_ASSERT_EQUAL(0, create_and_start());
	TEST_ASSERT_NOT_EQUAL(process.config.websocket_port, broker_websocket_port(broker));
	assert_answers();
	close(taken);
}

/* ---- ending ---- */

static void when_it_is_killed_it_comes_back_where_it_was(void)
{
	uint16_t port;
	pid_t first;

	broker_process_start(&process);
	assert_answers();
	first = process.report.broker;
	port = process.report.websocket_port;
	for (unsigned i = 0; i < 5; i++) {
		char answer[64];

		kill(process.report.broker, SIGKILL);
		broker_process_wait(&process);
		assert_answers();
		TEST_ASSERT_EQUAL(port, process.report.websocket_port);
		ask_for_websocket(port, answer);
	}
	TEST_ASSERT_NOT_EQUAL(first, process.report.broker);
}

static void its_end_is_told_once(void)
{
	TEST_ASSERT_EQUAL(0, create_and_start());
	broker_reap(broker);
	TEST_ASSERT_EQUAL(0, ends);
	kill((pid_t)broker_pid(broker), SIGKILL);
	while (ends == 0)
		broker_reap(broker);
	broker_reap(broker);
	TEST_ASSERT_EQUAL(1, ends);
	TEST_ASSERT_FALSE(broker_is_running(broker));
	TEST_ASSERT_EQUAL(0, broker_start(broker, &process.grants));
	assert_answers();
}

/* Waits for a process of ours; one that does not end is ended, so that nothing is left behind. */
static int wait_for_end(pid_t pid)
{
	static const struct timespec pause = {.tv_nsec = 10000000};
	int status = 0;

	for (unsigned waited_ms = 0; waited_ms < MQTT_PATIENCE_MS; waited_ms += 10) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return status;
		nanosleep(&pause, NULL);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	TEST_FAIL_MESSAGE("it lives on");
	return status;
}

/* Whose parent is killed becomes ours, so that its end can be waited for. */
static void it_dies_with_the_daemon(void)
{
	int status;

	if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
		TEST_IGNORE_MESSAGE("no process can become another's parent, as in emulation");
	broker_process_start(&process);
	assert_answers();
	TEST_ASSERT_EQUAL(0, kill(process.report.broker, 0));
	kill(process.pid, SIGKILL);
	wait_for_end(process.pid);
	process.pid = 0;
	status = wait_for_end(process.report.broker);
	TEST_ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	TEST_ASSERT_EQUAL(0, prctl(PR_SET_CHILD_SUBREAPER, 0));
}

/* "/autogroup-7 nice 10"; 0 also where there are no such groups */
static int niceness_of_session(void)
{
	char directory[64], *text, *nice;
	int niceness = 0;

	snprintf(directory, sizeof directory, "/proc/%d", broker_pid(broker));
	text = file_text(directory, "autogroup");
	nice = text ? strstr(text, " nice ") : NULL;
	if (nice)
		niceness = atoi(nice + strlen(" nice "));
	free(text);
	return niceness;
}

static void stop_when_nice(struct timer *timer)
{
	if (niceness_of_session() == 10)
		loop_stop(loop);
	timer_set(timer, loop_machine_us(loop) + 10000);
}

/* The kernel may be busy with another's, and is asked again. */
static void wait_for_niceness(void)
{
	struct timer timer;

	timer_init_machine(loop, &timer, stop_when_nice, NULL);
	timer_set(&timer, loop_machine_us(loop));
	TEST_ASSERT_EQUAL(0, loop_run(loop));
	timer_finish(&timer);
}

/* Where sessions are groups, being nice within one's own, in which there is no other, is none. */
static void the_spectators_broker_gives_way(void)
{
	bool has_groups = access("/proc/self/autogroup", W_OK) == 0;

	broker_process_be_for_spectators(&process);
	TEST_ASSERT_EQUAL(0, create_and_start());
	TEST_ASSERT_EQUAL(10, getpriority(PRIO_PROCESS, (id_t)broker_pid(broker)));
	if (has_groups)
		wait_for_niceness();
	else
		TEST_ASSERT_EQUAL(0, niceness_of_session());
}

static void that_of_the_players_does_not(void)
{
	TEST_ASSERT_EQUAL(0, create_and_start());
	TEST_ASSERT_EQUAL(getpriority(PRIO_PROCESS, 0),
			  getpriority(PRIO_PROCESS, (id_t)broker_pid(broker)));
	TEST_ASSERT_EQUAL(0, niceness_of_session());
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(it_starts_and_ends);
	RUN_TEST(one_that_does_not_listen_is_killed);
	RUN_TEST(what_a_killed_one_left_behind_is_no_matter);
	RUN_TEST(nobody_else_can_read_its_files);
	RUN_TEST(it_inherits_nothing);
	RUN_TEST(its_descriptors_are_many_and_counted);
	RUN_TEST(browsers_get_websockets);
	RUN_TEST(consoles_get_plain_mqtt_and_nobody_without_a_name);
	RUN_TEST(spectators_need_no_name);
	RUN_TEST(a_port_that_is_taken_is_said_so);
	RUN_TEST(a_port_that_is_a_preference_may_be_another);
	RUN_TEST(when_it_is_killed_it_comes_back_where_it_was);
	RUN_TEST(its_end_is_told_once);
	RUN_TEST(it_dies_with_the_daemon);
	RUN_TEST(the_spectators_broker_gives_way);
	RUN_TEST(that_of_the_players_does_not);
	return UNITY_END();
}
