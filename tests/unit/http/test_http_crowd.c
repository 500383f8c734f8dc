#define _GNU_SOURCE /* for prlimit() */
/*
 * Clients that try to wear the web server down by their number or their slowness: connections on
 * which nothing happens, requests that trickle, readers that do not read. Others must be served
 * meanwhile and afterwards, and the server must end well.
 */
#include "tests/support/web/web.h"
#include "tests/support/web/web_abuse.h"

#include "daemon/http/http_limits.h"

#include "unity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	CROWD = 500,
	LARGE = 8 * 1024 * 1024, /* more than two sockets' buffers hold */
	FEW_DESCRIPTORS = 48
};

static int crowd[CROWD];

/* ---- too many ---- */

static void gather(unsigned count, const char *address, const char *words)
{
	for (unsigned i = 0; i < count; i++) {
		crowd[i] = web_dial_from(address);
		web_say(crowd[i], words);
	}
}

static void disperse(unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		close(crowd[i]);
}

static unsigned count_open(unsigned count)
{
	unsigned open = 0;
	char byte;

	for (unsigned i = 0; i < count; i++)
		open += recv(crowd[i], &byte, 1, MSG_DONTWAIT) < 0;
	return open;
}

/* The patience is such that nothing is closed for want of it. */
static void test_a_crowd_of_half_open_connections(void)
{
	static const char *const words[] = {"", "GET / HTTP/1.1\r\nHo"};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
		serve(600);
		gather(CROWD, "127.0.0.1", words[i]);
		expect_service("in the crowd");
		expect_service("in the crowd, again");
		TEST_ASSERT_LESS_OR_EQUAL(VISITORS_SAME_MAX, count_open(CROWD));
		disperse(CROWD);
		expect_service("after the crowd");
		if (i == 0) {
			web_end();
			setUp();
		}
	}
}

static void test_a_crowd_leaves_room_for_other_addresses(void)
{
	int fd;

	serve(600);
	fd = web_dial_from("127.0.0.2");
	web_say(fd, "GET / HTTP/1.1\r\nHost: board\r\n");
	gather(CROWD, "127.0.0.1", "GET");
	web_say(fd, "\r\n");
	web_hear(fd, &reply, false);
	close(fd);
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
	disperse(CROWD);
}

static void test_crowds_from_everywhere(void)
{
	serve(600);
	for (unsigned i = 0; i < CROWD; i++) {
		char address[32];

		snprintf(address, sizeof address, "127.0.1.%u", 1 + i % 250);
		crowd[i] = web_dial_from(address);
		web_say(crowd[i], "GET /");
	}
	expect_service("among all");
	TEST_ASSERT_LESS_OR_EQUAL(VISITORS_MAX, count_open(CROWD));
	disperse(CROWD);
	expect_service("after all");
}

/*
 * Two addresses fill the server with readers who do not read, and whose answers have more time than
 * a newcomer's question. A phone's connections must not make each other go.
 */
static void test_a_phone_among_patient_crowds(void)
{
	enum { PHONE = 6 };
	static const char request[] = "GET / HTTP/1.1\r\nHost: board\r\n\r\n";
	char *text = text_of('a', LARGE), byte;
	int phone[PHONE];

	web_put("large.js", text);
	free(text);
	serve(600);
	for (unsigned i = 0; i < VISITORS_MAX; i++) {
		crowd[i] = web_dial_from(i % 2 ? "127.0.0.2" : "127.0.0.3");
		web_say(crowd[i], "GET /large.js HTTP/1.1\r\nHost: board\r\n\r\n");
		TEST_ASSERT_EQUAL_INT(
			1, recv(crowd[i], &byte, 1, MSG_PEEK)); /* it is being answered */
	}
	for (unsigned i = 0; i < PHONE; i++)
		phone[i] = web_dial_from("127.0.0.4");
	for (unsigned i = 0; i < PHONE; i++) {
		web_say(phone[i], request);
		web_hear(phone[i], &reply, false);
		TEST_ASSERT_EQUAL_UINT(200, reply.status);
		close(phone[i]);
	}
	disperse(VISITORS_MAX);
}

/* A server with so few descriptors that it runs out of them long before its own limits. */
static void serve_with_few_descriptors(void)
{
	struct rlimit ours, few;

	getrlimit(RLIMIT_NOFILE, &ours);
	few = ours;
	few.rlim_cur = FEW_DESCRIPTORS;
	setrlimit(RLIMIT_NOFILE, &few);
	serve(600); /* nothing here is mended by a connection's time limit */
	setrlimit(RLIMIT_NOFILE, &ours);
}

/* At least one round of the server for every question; the last one's connection may still be there. */
static void expect_descriptors(unsigned most)
{
	for (unsigned asked = 0; asked < CROWD && web_descriptors() > most + 1; asked++)
		expect_service("when the crowd has gone");
	TEST_ASSERT_LESS_OR_EQUAL(most + 1, web_descriptors());
}

/*
 * Without descriptors the address that has most gives way, as it does when the server is full. When the
 * crowd has gone, what it held is free.
 */
static void test_no_descriptors_left(void)
{
	unsigned before;
	int fd;

	serve_with_few_descriptors();
	before = web_descriptors();
	fd = web_dial_from("127.0.0.2");
	web_say(fd, "GET / HTTP/1.1\r\nHost: board\r\n");
	gather(2 * FEW_DESCRIPTORS, "127.0.0.1", "GET");
	expect_service("among the crowd");
	TEST_ASSERT_LESS_THAN(FEW_DESCRIPTORS, count_open(2 * FEW_DESCRIPTORS));
	web_say(fd, "\r\n");
	web_hear(fd, &reply, false);
	close(fd);
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
	disperse(2 * FEW_DESCRIPTORS);
	expect_descriptors(before);
}

/* How many descriptors a process may have from now on. */
static void limit_descriptors(pid_t pid, rlim_t most)
{
	struct rlimit limit;

	TEST_ASSERT_EQUAL(0, prlimit(pid, RLIMIT_NOFILE, NULL, &limit));
	limit.rlim_cur = most;
	TEST_ASSERT_EQUAL(0, prlimit(pid, RLIMIT_NOFILE, &limit, NULL));
}

/*
 * Others have taken all descriptors, of this process or of the machine, and give them back in their own time, which the
 * server is not told: no connection of its own ends with that.
 */
static void test_a_shortage_that_others_make(void)
{
	pid_t server = web_serve(&(struct web_options){.patience_s = 600});
	int first = web_dial(), newcomer;

	web_say(first, "GET / HTTP/1.1\r\nHost: board\r\n\r\n");
	web_hear(first, &reply, false);
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
	limit_descriptors(server, 3);
	newcomer = web_dial_from("127.0.0.2");
	web_say(newcomer, "GET / HTTP/1.1\r\nHost: board\r\n\r\n");
	TEST_ASSERT_TRUE(web_is_closed(first)); /* it gives way, which is of no use here */
	limit_descriptors(server, 256);
	web_hear(newcomer, &reply, false);
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
	close(first);
	close(newcomer);
}

/* ---- too slow ---- */

static void test_a_request_that_trickles(void)
{
	static const char *const beginnings[] = {
		"GET / HTTP/1.1\r\nHost: board\r\nX: ",
		"POST /pair HTTP/1.1\r\nHost: board\r\nContent-Length: 512\r\n\r\n",
		"",
	};
	unsigned sent;

	serve(1);
	for (unsigned i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
		int fd = web_dial();

		web_say(fd, beginnings[i]);
		for (sent = 0; sent < TRICKLE_MAX && web_say(fd, "x"); sent++)
			web_pause_ms(TRICKLE_MS);
		close(fd);
		TEST_ASSERT_LESS_THAN_MESSAGE(TRICKLE_MAX, sent, "all of it was waited for");
		expect_service("after a trickle");
	}
}

static void test_connections_on_which_nothing_happens(void)
{
	int silent, idle;

	serve(1);
	silent = web_dial();
	idle = web_dial();
	web_say(idle, "GET / HTTP/1.1\r\nHost: board\r\n\r\n");
	web_hear(idle, &reply, false);
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
	TEST_ASSERT_TRUE(web_is_closed(silent));
	TEST_ASSERT_TRUE(web_is_closed(idle));
	close(silent);
	close(idle);
}

/* Closed connections show in what can still be read: not the whole file. */
static void expect_cut(int fd)
{
	static char part[64 * 1024];
	size_t got = 0;
	ssize_t size;

	while ((size = recv(fd, part, sizeof part, 0)) > 0)
		got += (size_t)size;
	if (size < 0) {
		TEST_ASSERT_NOT_EQUAL_MESSAGE(EAGAIN, errno, "it is neither sent nor closed");
	}
	TEST_ASSERT_LESS_THAN(LARGE, got);
}

static void test_readers_who_do_not_read(void)
{
	char *text = text_of('a', LARGE);
	int waiting, gone;

	web_put("large.js", text);
	free(text);
	serve(1);
	waiting = web_dial();
	web_say(waiting, "GET /large.js HTTP/1.1\r\nHost: board\r\n\r\n");
	gone = web_dial();
	web_say(gone, "GET /large.js HTTP/1.1\r\nHost: board\r\n\r\n");
	web_is_closed(gone); /* reads a byte */
	close(gone);
	for (unsigned i = 0; i < 60; i++) { /* three times the patience */
		web_pause_ms(TRICKLE_MS);
		expect_service("meanwhile");
	}
	expect_cut(waiting);
	close(waiting);
}

static void test_a_file_that_is_cut_while_it_is_read(void)
{
	char *text = text_of('a', LARGE);
	int fd;

	web_put("large.js", text);
	free(text);
	serve(600);
	fd = web_dial();
	web_say(fd, "GET /large.js HTTP/1.1\r\nHost: board\r\n\r\n");
	web_is_closed(fd);
	web_put("large.js", "short now");
	expect_cut(fd);
	close(fd);
	web_get(&reply, "/large.js");
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
	TEST_ASSERT_EQUAL_STRING("short now", reply.body);
}

int main(int count, char **arguments)
{
	(void)count;
	program = arguments[0];
	UNITY_BEGIN();
	RUN_TEST(test_a_crowd_of_half_open_connections);
	RUN_TEST(test_a_crowd_leaves_room_for_other_addresses);
	RUN_TEST(test_crowds_from_everywhere);
	RUN_TEST(test_a_phone_among_patient_crowds);
	RUN_TEST(test_no_descriptors_left);
	RUN_TEST(test_a_shortage_that_others_make);
	RUN_TEST(test_a_request_that_trickles);
	RUN_TEST(test_connections_on_which_nothing_happens);
	RUN_TEST(test_readers_who_do_not_read);
	RUN_TEST(test_a_file_that_is_cut_while_it_is_read);
	return UNITY_END();
}
