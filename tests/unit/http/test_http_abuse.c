/*
 * Clients that try to wear the web server down with requests that are too long, without end or no
 * HTTP. It may answer them or close the connection, but others must be served meanwhile and
 * afterwards, it must end well, and its memory must not grow. Clients in crowds and slow ones are in
 * test_http_crowd.c.
 */
#include "tests/support/web/web.h"
#include "tests/support/web/web_abuse.h"

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { RESIDENT_GROWTH_KB = 512 };

/* ---- too much ---- */

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
	static const char claim[] =
		"{\"v\":2,\"key\":"
		"\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\",\"proof\":"
		"\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"}";
	char *body = text_of(' ', size);

	if (size >= sizeof claim - 1)
		memcpy(body + size - (sizeof claim - 1), claim, sizeof claim - 1);
	web_ask(&reply, "POST /pair HTTP/1.1\r\nHost: board\r\nContent-Length: %zu\r\n\r\n%s", size,
		body);
	free(body);
}

static void test_bodies_about_the_limit(void)
{
	serve(0);
	post(155);
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
	RUN_TEST(test_memory_and_descriptors_do_not_grow);
	return UNITY_END();
}
