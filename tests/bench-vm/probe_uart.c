/*
 * The serial line of the bench: two true UARTs whose wires are crossed. What goes in at one end
 * comes out at the other, and an end that is pulled out is gone until it is plugged in again.
 */
#define _DEFAULT_SOURCE /* cfmakeraw(), B115200 */
#include "unity.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

enum { BYTES = 2000, PIECE = 64, PATIENCE_MS = 5000, PATH_SIZE = 32 };

static const char *names[2] = {"ttyS1", "ttyS3"};
static int ends[2] = {-1, -1};

static int open_end(const char *name)
{
	struct termios settings;
	char path[PATH_SIZE];
	int fd;

	snprintf(path, sizeof path, "/dev/%s", name);
	fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0 || tcgetattr(fd, &settings) < 0)
		return -1;
	cfmakeraw(&settings);
	settings.c_cflag |= CLOCAL | CREAD;
	cfsetspeed(&settings, B115200);
	if (tcsetattr(fd, TCSANOW, &settings) < 0 || tcflush(fd, TCIOFLUSH) < 0)
		return -1;
	return fd;
}

void setUp(void)
{
	for (unsigned i = 0; i < 2; i++) {
		ends[i] = open_end(names[i]);
		TEST_ASSERT_GREATER_OR_EQUAL_INT_MESSAGE(0, ends[i], names[i]);
	}
}

void tearDown(void)
{
	for (unsigned i = 0; i < 2; i++)
		close(ends[i]);
}

static unsigned char byte_at(unsigned i)
{
	return (unsigned char)(i * 31 + i / 256);
}

static void put(int fd, unsigned begin)
{
	unsigned char piece[PIECE];

	for (unsigned i = 0; i < PIECE; i++)
		piece[i] = byte_at(begin + i);
	TEST_ASSERT_EQUAL_INT(PIECE, (int)write(fd, piece, PIECE));
}

static void expect(int fd, unsigned begin)
{
	struct pollfd ready = {fd, POLLIN, 0};
	unsigned char byte;

	for (unsigned i = 0; i < PIECE; i++) {
		TEST_ASSERT_EQUAL_INT_MESSAGE(1, poll(&ready, 1, PATIENCE_MS), "nothing comes");
		TEST_ASSERT_EQUAL_INT(1, (int)read(fd, &byte, 1));
		TEST_ASSERT_EQUAL_HEX8(byte_at(begin + i), byte);
	}
}

static void bytes_cross(void)
{
	for (unsigned i = 0; i < BYTES; i += PIECE) {
		put(ends[0], i);
		put(ends[1], i + 7);
		expect(ends[1], i);
		expect(ends[0], i + 7);
	}
}

static void ends_go_and_come(void)
{
	struct pollfd ready = {ends[0], POLLIN, 0};

	TEST_ASSERT_EQUAL_INT(0, system("/bench/port unbind"));
	TEST_ASSERT_EQUAL_INT(1, poll(&ready, 1, PATIENCE_MS));
	TEST_ASSERT_TRUE_MESSAGE(ready.revents & POLLHUP, "it did not hang up");
	close(ends[0]);
	ends[0] = open_end(names[0]);
	TEST_ASSERT_EQUAL_INT_MESSAGE(-1, ends[0], "a port that is gone can be opened");
	TEST_ASSERT_EQUAL_INT(0, system("/bench/port bind"));
	ends[0] = open_end(names[0]);
	TEST_ASSERT_GREATER_OR_EQUAL(0, ends[0]);
	put(ends[1], 0);
	expect(ends[0], 0);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(bytes_cross);
	RUN_TEST(ends_go_and_come);
	return UNITY_END();
}
