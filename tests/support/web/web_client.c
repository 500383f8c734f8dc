/* The client's side. A server that sends nothing for half a minute has hung, and the test fails. */
#include "tests/support/web/web.h"

#include "tests/support/web/web_inside.h"

#include "unity.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { HUNG_S = 30, REQUEST_SIZE = 32 * 1024 };

static struct sockaddr_in address(const char *text, uint16_t port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};

	TEST_ASSERT_EQUAL_INT(1, inet_pton(AF_INET, text, &at.sin_addr));
	return at;
}

int web_dial_from(const char *from)
{
	struct sockaddr_in here = address(from, 0), there = address("127.0.0.1", web_port);
	struct timeval hung = {.tv_sec = HUNG_S};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	TEST_ASSERT_GREATER_OR_EQUAL(0, fd);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &hung, sizeof hung);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &hung, sizeof hung);
	TEST_ASSERT_EQUAL_INT(0, bind(fd, (struct sockaddr *)&here, sizeof here));
	TEST_ASSERT_EQUAL_INT(0, connect(fd, (struct sockaddr *)&there, sizeof there));
	return fd;
}

int web_dial(void)
{
	return web_dial_from("127.0.0.1");
}

bool web_send(int fd, const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);

		if (sent < 0) {
			TEST_ASSERT_NOT_EQUAL_MESSAGE(EAGAIN, errno, "the server does not read");
			return false;
		}
		bytes += sent;
		size -= (size_t)sent;
	}
	return true;
}

void web_pause_ms(unsigned ms)
{
	struct timespec pause = {ms / 1000, (long)(ms % 1000) * 1000000};

	nanosleep(&pause, NULL);
}

bool web_say(int fd, const char *text)
{
	return web_send(fd, text, strlen(text));
}

/* 0 at the end, however abrupt it is */
static size_t receive(int fd, char *to, size_t size)
{
	ssize_t got = recv(fd, to, size, 0);

	if (got < 0) {
		TEST_ASSERT_NOT_EQUAL_MESSAGE(EAGAIN, errno, "the server does not answer");
		return 0;
	}
	return (size_t)got;
}

bool web_is_closed(int fd)
{
	char byte;

	return receive(fd, &byte, 1) == 0;
}

/* ---- answers ---- */

static bool hear_head(int fd, struct reply *reply)
{
	size_t size = 0;

	while (size + 1 < sizeof reply->head && receive(fd, reply->head + size, 1) == 1) {
		reply->head[++size] = '\0';
		if (size >= 4 && strcmp(reply->head + size - 4, "\r\n\r\n") == 0)
			return true;
	}
	return false;
}

static void hear_body(int fd, struct reply *reply, size_t wanted)
{
	while (reply->size < wanted) {
		size_t left = wanted - reply->size;
		size_t room = sizeof reply->body - 1 - reply->size;
		size_t got;

		TEST_ASSERT_GREATER_THAN_MESSAGE(0, room,
						 "a longer answer than the test has room for");
		got = receive(fd, reply->body + reply->size, left < room ? left : room);
		if (got == 0)
			break;
		reply->size += got;
	}
	reply->body[reply->size] = '\0';
}

void web_hear(int fd, struct reply *reply, bool headless)
{
	const char *length;

	reply->status = 0;
	reply->size = 0;
	reply->head[0] = reply->body[0] = '\0';
	if (!hear_head(fd, reply))
		return;
	TEST_ASSERT_EQUAL_INT(1, sscanf(reply->head, "HTTP/1.%*c %u ", &reply->status));
	length = web_header(reply, "Content-Length");
	if (headless || reply->status == 304 || !length)
		return;
	hear_body(fd, reply, strtoul(length, NULL, 10));
}

void web_ask(struct reply *reply, const char *format, ...)
{
	char request[REQUEST_SIZE];
	va_list arguments;
	int fd = web_dial(), size;

	va_start(arguments, format);
	size = vsnprintf(request, sizeof request, format, arguments);
	va_end(arguments);
	TEST_ASSERT_LESS_THAN(sizeof request, size);
	web_send(fd, request, (size_t)size);
	web_hear(fd, reply, strncmp(request, "HEAD", 4) == 0);
	close(fd);
}

void web_get(struct reply *reply, const char *path)
{
	web_ask(reply, "GET %s HTTP/1.1\r\nHost: board\r\n\r\n", path);
}

const char *web_header(const struct reply *reply, const char *name)
{
	static char value[1024];
	size_t length = strlen(name);
	const char *line = reply->head;

	while ((line = strstr(line, "\r\n"))) {
		line += 2;
		if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
			snprintf(value, sizeof value, "%.*s", (int)strcspn(line + length + 2, "\r"),
				 line + length + 2);
			return value;
		}
	}
	return NULL;
}
