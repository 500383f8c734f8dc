/*
 * Clients that try to wear the web server down: requests without end, connections without number,
 * readers that do not read. It may answer them or close the connection, but others must be served
 * meanwhile and afterwards, it must end well, and its memory must not grow.
 */
#include "tests/support/web/web.h"

#include "daemon/http/http_limits.h"

#include "unity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	CROWD = 500,
	LARGE = 8 * 1024 * 1024, /* more than two sockets' buffers hold */
	/* A server that would answer a trickle of bytes must wait for this many: half a minute. */
	TRICKLE_MAX = 600,
	TRICKLE_MS = 50,
	RESIDENT_GROWTH_KB = 512
};

static const char *program;
static struct reply reply;
static int crowd[CROWD];

void setUp(void)
{
	web_begin(program);
	web_put("index.html", "the index");
}

void tearDown(void)
{
	web_end();
}

static void serve(unsigned patience_s)
{
	web_serve(&(struct web_options){.patience_s = patience_s});
}

static void expect_service(const char *when)
{
	web_get(&reply, "/");
	TEST_ASSERT_EQUAL_UINT_MESSAGE(200, reply.status, when);
	TEST_ASSERT_EQUAL_STRING_MESSAGE("the index", reply.body, when);
}

/* ---- too much ---- */

static char *text_of(char c, size_t size)
{
	char *text = malloc(size + 1);

	TEST_ASSERT_NOT_NULL(text);
	memset(text, c, size);
	text[size] = '\0';
	return text;
}

static void expect_refusal(unsigned one, unsigned other, const char *what)
{
	if (reply.status != 0 && reply.status != one)
		TEST_ASSERT_EQUAL_UINT_MESSAGE(other, reply.status, what);
	expect_service(what);
}

static void test_long_addresses(void)
{
	static const size_t sizes[] = {200, 2000, 8000, 30000};

	serve(0);
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *path = text_of('a', sizes[i]);

		web_ask(&reply, "GET /%s HTTP/1.1\r\nHost: board\r\n\r\n", path);
		expect_refusal(404, 414, "a long path");
		web_ask(&reply, "GET /x?%s HTTP/1.1\r\nHost: board\r\n\r\n", path);
		expect_refusal(404, 414, "a long query");
		free(path);
	}
}

static void test_long_headers(void)
{
	static const size_t sizes[] = {6000, 8000, 30000};

	serve(0);
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *value = text_of('a', sizes[i]);

		web_ask(&reply, "GET / HTTP/1.1\r\nHost: board\r\nX: %s\r\n\r\n", value);
		expect_refusal(200, 431, "a long value");
		web_ask(&reply, "GET / HTTP/1.1\r\nHost: board\r\n%s: x\r\n\r\n", value);
		expect_refusal(200, 431, "a long name");
		free(value);
	}
}

/* What a browser sends, and much of what other programs on the same machine have it send. */
static void test_headers_of_a_reasonable_length(void)
{
	char *cookie = text_of('c', 3500);

	serve(0);
	web_ask(&reply, "GET / HTTP/1.1\r\nHost: board\r\nCookie: %s\r\n\r\n", cookie);
	free(cookie);
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
}

static void test_headers_without_end(void)
{
	int fd;

	serve(0);
	fd = web_dial();
	web_say(fd, "GET / HTTP/1.1\r\nHost: board\r\n");
	for (unsigned i = 0; i < 100000 && web_say(fd, "a: b\r\n"); i++)
		;
	web_hear(fd, &reply, false);
	close(fd);
	expect_refusal(431, 413, "headers without end");
}

static void test_lines_without_end(void)
{
	char *line = text_of('x', 1000);
	int fd;

	serve(0);
	fd = web_dial();
	for (unsigned i = 0; i < 1000 && web_say(fd, line); i++)
		;
	free(line);
	web_hear(fd, &reply, false);
	close(fd);
	expect_refusal(414, 400, "a line without end");
}

static void post(size_t size)
{
	char *body = text_of(' ', size);

	if (size >= 76)
		snprintf(body + size - 76, 77,
			 "{\"claim\":"
			 "\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
			 "\"}");
	web_ask(&reply, "POST /pair HTTP/1.1\r\nHost: board\r\nContent-Length: %zu\r\n\r\n%s", size,
		body);
	free(body);
}

static void test_bodies_about_the_limit(void)
{
	serve(0);
	post(76);
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
	post(512);
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
	post(513);
	TEST_ASSERT_EQUAL_UINT(413, reply.status);
	post(20000);
	TEST_ASSERT_EQUAL_UINT(413, reply.status);
	TEST_ASSERT_EQUAL_STRING_LEN("{\"error\":\"", reply.body, 10);
	expect_service("afterwards");
}

static void test_a_body_that_is_announced_as_huge(void)
{
	static const char *const lengths[] = {
		"65537", "100000000", "18446744073709551615", "99999999999999999999999", "-1",
		"0x10",	 "1 2",
	};

	serve(0);
	for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		web_ask(&reply, "POST /pair HTTP/1.1\r\nHost: board\r\nContent-Length: %s\r\n\r\n{",
			lengths[i]);
		expect_refusal(413, 400, lengths[i]);
	}
}

static void test_a_body_without_end(void)
{
	static const char *const paths[] = {"POST /pair", "POST /", "GET /"};
	char *part = text_of(' ', 0x1000);

	serve(0);
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		unsigned parts = 0;
		int fd = web_dial();

		web_say(fd, paths[i]);
		web_say(fd, " HTTP/1.1\r\nHost: board\r\nTransfer-Encoding: chunked\r\n\r\n");
		while (parts < 10000 && web_say(fd, "1000\r\n") && web_say(fd, part) &&
		       web_say(fd, "\r\n"))
			parts++;
		TEST_ASSERT_LESS_THAN_MESSAGE(10000, parts, "all of it was taken");
		close(fd);
		expect_service(paths[i]);
	}
	free(part);
}

static void test_a_chunked_body_that_is_too_long(void)
{
	char *part = text_of(' ', 0x300);

	serve(0);
	web_ask(&reply,
		"POST /pair HTTP/1.1\r\nHost: board\r\nTransfer-Encoding: chunked\r\n\r\n"
		"300\r\n%s\r\n0\r\n\r\n",
		part);
	free(part);
	TEST_ASSERT_EQUAL_UINT(413, reply.status);
}

static void test_what_is_no_http(void)
{
	static const char *const requests[] = {
		"\r\n\r\n\r\n",
		"\n",
		"hello\r\n\r\n",
		"GET\r\n\r\n",
		"GET /\r\n\r\n",
		" / HTTP/1.1\r\n\r\n",
		"GET / HTTP/9.9\r\nHost: b\r\n\r\n",
		"GET / HTTP/1.1\r\n\r\n",
		"GET / HTTP/1.1\r\nHost b\r\n\r\n",
		"GET / HTTP/1.1\r\n: b\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: b\r\n folded\r\n\r\n",
		"POST /pair HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"POST /pair HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: "
		"chunked\r\n\r\nffffffffffffffffff\r\n",
		"POST /pair HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: gzip\r\n\r\n",
		"POST /pair HTTP/1.1\r\nHost: b\r\nContent-Length: 1\r\nContent-Length: "
		"2\r\n\r\nab",
		"\x16\x03\x01\x02\x01\x01\xfc\x03\x03\r\n\r\n",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	};

	serve(0);
	for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++) {
		int fd = web_dial();

		web_say(fd, requests[i]);
		shutdown(fd, SHUT_WR);
		web_hear(fd, &reply, false);
		TEST_ASSERT_NOT_EQUAL_MESSAGE(500, reply.status, requests[i]);
		close(fd);
		expect_service(requests[i]);
	}
}

/* ---- too many, too slow ---- */

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

/* ---- memory ---- */

static void ask_for_everything(unsigned i)
{
	static const char *const paths[] = {"/", "/nowhere", "/config.json", "/metrics", "/../x"};

	web_get(&reply, paths[i % 5]);
	TEST_ASSERT_NOT_EQUAL(0, reply.status);
	post(i % 2 ? 76 : 600);
	TEST_ASSERT_NOT_EQUAL(0, reply.status);
}

static void test_memory_and_descriptors_do_not_grow(void)
{
	long before_kb, after_kb;
	unsigned descriptors;

	serve(0);
	descriptors = web_descriptors();
	for (unsigned i = 0; i < 100; i++)
		ask_for_everything(i);
	before_kb = web_resident_kb();
	for (unsigned i = 0; i < 1000; i++)
		ask_for_everything(i);
	after_kb = web_resident_kb();
	/* the last connection is closed in a moment */
	for (unsigned i = 0; i < TRICKLE_MAX && web_descriptors() > descriptors; i++)
		web_pause_ms(TRICKLE_MS);
	TEST_ASSERT_EQUAL_UINT(descriptors, web_descriptors());
#ifndef __SANITIZE_ADDRESS__ /* whose memory grows by design */
	TEST_ASSERT_LESS_OR_EQUAL(before_kb + RESIDENT_GROWTH_KB, after_kb);
#endif
	if (getenv("WEB_LOUD"))
		printf("resident: %ld kB, after 2000 requests %ld kB\n", before_kb, after_kb);
}

int main(int count, char **arguments)
{
	(void)count;
	program = arguments[0];
	UNITY_BEGIN();
	RUN_TEST(test_long_addresses);
	RUN_TEST(test_long_headers);
	RUN_TEST(test_headers_of_a_reasonable_length);
	RUN_TEST(test_headers_without_end);
	RUN_TEST(test_lines_without_end);
	RUN_TEST(test_bodies_about_the_limit);
	RUN_TEST(test_a_body_that_is_announced_as_huge);
	RUN_TEST(test_a_body_without_end);
	RUN_TEST(test_a_chunked_body_that_is_too_long);
	RUN_TEST(test_what_is_no_http);
	RUN_TEST(test_a_crowd_of_half_open_connections);
	RUN_TEST(test_a_crowd_leaves_room_for_other_addresses);
	RUN_TEST(test_crowds_from_everywhere);
	RUN_TEST(test_a_request_that_trickles);
	RUN_TEST(test_connections_on_which_nothing_happens);
	RUN_TEST(test_readers_who_do_not_read);
	RUN_TEST(test_a_file_that_is_cut_while_it_is_read);
	RUN_TEST(test_memory_and_descriptors_do_not_grow);
	return UNITY_END();
}
