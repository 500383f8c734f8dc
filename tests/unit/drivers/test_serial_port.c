/*
 * Ports through the real libserialport, as far as a machine without any goes: what is not a serial
 * port is reported as such, and nothing is left open. The emulated bench has real ones.
 */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */

#include "drivers/serial/serial_port.h"

#include "unity.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static int lowest_free_fd(void)
{
	int fd = dup(STDOUT_FILENO);

	close(fd);
	return fd;
}

static void expect_error(int error, const char *path)
{
	struct serial_port port;
	int free_fd = lowest_free_fd();

	TEST_ASSERT_EQUAL_INT(error, serial_port_open(&port, path, 115200));
	TEST_ASSERT_NULL(port.port);
	TEST_ASSERT_EQUAL_INT(free_fd, lowest_free_fd());
}

static void test_what_is_not_there(void)
{
	expect_error(-ENOENT, "/dev/adjutant-is-not-there");
	expect_error(-ENOENT, "");
}

static void test_what_is_no_port(void)
{
	expect_error(-ENOTTY, "/dev/null");
	expect_error(-ENOTTY, "/");
}

static void test_a_pseudo_terminal_is_no_port(void)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY);

	if (master < 0 || grantpt(master) < 0 || unlockpt(master) < 0)
		TEST_IGNORE_MESSAGE("there are no pseudo-terminals here");
	expect_error(-ENOTTY, ptsname(master));
	close(master);
}

static void test_the_list_can_be_asked_for(void)
{
	const struct serial_choice nobody = {true, 0xFFFF, 0xFFFF};
	char device[SERIAL_DEVICE];
	int count = serial_port_next(&nobody, "", device);

	/* a container may have no list at all */
	TEST_ASSERT_TRUE(count <= 0);
	TEST_ASSERT_EQUAL_STRING("", device);
}

static void test_closing_what_is_closed(void)
{
	struct serial_port port = {.fd = -1};

	serial_port_close(&port);
	TEST_ASSERT_NULL(port.port);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_what_is_not_there);
	RUN_TEST(test_what_is_no_port);
	RUN_TEST(test_a_pseudo_terminal_is_no_port);
	RUN_TEST(test_the_list_can_be_asked_for);
	RUN_TEST(test_closing_what_is_closed);
	return UNITY_END();
}
