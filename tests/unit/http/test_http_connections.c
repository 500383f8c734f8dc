/* Connections to the web server: several requests on one, how they end, and where it cannot listen.
 */
#include "daemon/http/http.h"
#include "daemon/http/http_files.h"

#include "tests/support/web/web_bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- connections ---- */

static void test_a_connection_serves_many_requests(void)
{
	int fd;

	serve_pages();
	fd = web_dial();
	for (unsigned i = 0; i < 20; i++) {
		web_say(fd, "GET /play HTTP/1.1\r\nHost: board\r\n\r\n");
		web_hear(fd, &reply, false);
		expect(200, "for players", "again");
	}
	close(fd);
}

static void test_requests_in_one_go(void)
{
	int fd;

	serve_pages();
	fd = web_dial();
	web_say(fd, "GET / HTTP/1.1\r\nHost: b\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: b\r\n\r\n"
		    "POST /pair HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n\r\n{}"
		    "GET /play HTTP/1.1\r\nHost: b\r\n\r\nGET /watch HTTP/1.1\r\nHost: b\r\n\r\n");
	web_hear(fd, &reply, false);
	expect(200, "the index", "first");
	web_hear(fd, &reply, false);
	TEST_ASSERT_EQUAL_UINT(404, reply.status);
	web_hear(fd, &reply, false);
	TEST_ASSERT_EQUAL_UINT(400, reply.status);
	web_hear(fd, &reply, false);
	expect(200, "for players", "fourth");
	web_hear(fd, &reply, false);
	expect(200, "for spectators", "fifth");
	close(fd);
}

/* A body that was not asked for is no request: it must not be read as one. */
static void test_a_body_is_not_the_next_request(void)
{
	static const char *const methods[] = {"GET /play", "DELETE /play", "POST /play",
					      "POST /pair"};
	static const char hidden[] = "GET /watch HTTP/1.1\r\nHost: b\r\n\r\n";

	serve_pages();
	for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++) {
		char request[512];
		int fd = web_dial();

		snprintf(request, sizeof request,
			 "%s HTTP/1.1\r\nHost: b\r\nContent-Length: %zu\r\n\r\n%s"
			 "GET / HTTP/1.1\r\nHost: b\r\n\r\n",
			 methods[i], strlen(hidden), hidden);
		web_say(fd, request);
		web_hear(fd, &reply, false);
		TEST_ASSERT_NOT_EQUAL(0, reply.status);
		web_hear(fd, &reply, false);
		if (reply.status)
			expect(200, "the index", methods[i]);
		close(fd);
	}
}

static void test_a_client_that_has_said_all(void)
{
	int fd;

	serve_pages();
	fd = web_dial();
	web_say(fd, "GET /play HTTP/1.1\r\nHost: board\r\n\r\n");
	shutdown(fd, SHUT_WR);
	web_hear(fd, &reply, false);
	expect(200, "for players", "half closed");
	close(fd);
}

/* ---- start ---- */

static int try_to_serve(const char *address, uint16_t port)
{
	const struct http_options options = {.address = address, .port = port, .title = "x"};
	const struct http_answers none = {0};
	struct http *http = NULL;
	struct loop *loop;
	int error, mouth = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);

	TEST_ASSERT_EQUAL_INT(0, loop_create(&loop));
	dup2(nowhere, STDERR_FILENO);
	error = http_create(&http, loop, &options, &none);
	dup2(mouth, STDERR_FILENO);
	http_destroy(http);
	loop_destroy(loop);
	close(nowhere);
	close(mouth);
	return error;
}

static void test_where_it_cannot_listen(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof at;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	TEST_ASSERT_EQUAL_INT(0, bind(fd, (struct sockaddr *)&at, size));
	TEST_ASSERT_EQUAL_INT(0, listen(fd, 1));
	TEST_ASSERT_EQUAL_INT(0, getsockname(fd, (struct sockaddr *)&at, &size));
	TEST_ASSERT_EQUAL_INT(-EADDRINUSE, try_to_serve("127.0.0.1", ntohs(at.sin_port)));
	TEST_ASSERT_EQUAL_INT(-EADDRNOTAVAIL, try_to_serve("192.0.2.1", 0));
	TEST_ASSERT_EQUAL_INT(-EADDRNOTAVAIL, try_to_serve("localhost", 0));
	TEST_ASSERT_EQUAL_INT(-EADDRNOTAVAIL, try_to_serve("", 0));
	TEST_ASSERT_EQUAL_INT(0, try_to_serve("127.0.0.1", 0));
	close(fd);
}

static void test_more_files_than_are_served(void)
{
	enum { SURPLUS = 40 };
	unsigned missing = 0;
	char name[32];

	for (unsigned i = 0; i < WEB_FILES_MAX + SURPLUS; i++) {
		snprintf(name, sizeof name, "%u.txt", i);
		web_put(name, name);
	}
	web_serve(&(struct web_options){0});
	for (unsigned i = 0; i < WEB_FILES_MAX + SURPLUS; i++) {
		snprintf(name, sizeof name, "/%u.txt", i);
		web_get(&reply, name);
		missing += reply.status == 404;
		if (reply.status == 200)
			TEST_ASSERT_EQUAL_STRING(name + 1, reply.body);
	}
	TEST_ASSERT_EQUAL_UINT(SURPLUS, missing);
}

int main(int count, char **arguments)
{
	(void)count;
	program = arguments[0];
	UNITY_BEGIN();
	RUN_TEST(test_a_connection_serves_many_requests);
	RUN_TEST(test_requests_in_one_go);
	RUN_TEST(test_a_body_is_not_the_next_request);
	RUN_TEST(test_a_client_that_has_said_all);
	RUN_TEST(test_where_it_cannot_listen);
	RUN_TEST(test_more_files_than_are_served);
	return UNITY_END();
}
