/* A recording as a board: what it waits for, and that nothing in it is left out. */
#define _XOPEN_SOURCE 700 /* P_tmpdir */

#include "drivers/board/board.h"

#include "unity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = P_tmpdir "/test_board_replay.XXXXXX";
static uint64_t wake_us; /* when it is woken next */
static uint64_t clock_us, seen_us;
static unsigned readings;
static struct sensors *sensors;
static char why[200];
static size_t which;

void setUp(void)
{
	static const char recording[] = "adjutant-recording 1\n100 close e4\n5000 open e4\n";
	int fd = mkstemp(strcpy(path, P_tmpdir "/test_board_replay.XXXXXX"));

	TEST_ASSERT_GREATER_OR_EQUAL(0, fd);
	TEST_ASSERT_EQUAL(sizeof recording - 1, write(fd, recording, sizeof recording - 1));
	close(fd);
	wake_us = UINT64_MAX;
	readings = 0;
	clock_us = 1000000;
}

void tearDown(void)
{
	unlink(path);
}

static void hear(void *owner, const struct reading *reading)
{
	(void)owner;
	seen_us = reading->t_us;
	readings++;
}

static void wake_at(void *owner, uint64_t t_us)
{
	(void)owner;
	wake_us = t_us;
}

static uint64_t now_us(void *owner)
{
	(void)owner;
	return clock_us;
}

static int create(const struct board_setting *settings, size_t count)
{
	const struct board_host host = {.wake_at = wake_at, .now_us = now_us};
	const struct board_listener listener = {.reading = hear};

	return board_replay.create(&sensors, BOARD_LARGE, settings, count, &host, &listener, why,
				   sizeof why, &which);
}

/* A driver that is gone must not be woken. */
static void test_nothing_is_due_once_it_is_gone(void)
{
	const struct board_setting setting = {"recording", path, 0};

	TEST_ASSERT_EQUAL_MESSAGE(0, create(&setting, 1), why);
	TEST_ASSERT_EQUAL_UINT64(1000001, wake_us);
	board_replay.wake(sensors);
	TEST_ASSERT_EQUAL_UINT64(1000100, wake_us);
	TEST_ASSERT_EQUAL(0, readings);
	board_replay.destroy(sensors);
	TEST_ASSERT_EQUAL_UINT64(UINT64_MAX, wake_us);
}

/* Also of what is said late. */
static void test_readings_have_the_times_of_the_recording(void)
{
	const struct board_setting setting = {"recording", path, 0};

	TEST_ASSERT_EQUAL_MESSAGE(0, create(&setting, 1), why);
	clock_us += 350;
	board_replay.wake(sensors);
	TEST_ASSERT_EQUAL(1, readings);
	TEST_ASSERT_EQUAL_UINT64(1000100, seen_us);
	board_replay.scan(sensors);
	TEST_ASSERT_EQUAL_UINT64(clock_us, seen_us);
	clock_us = 9000000;
	board_replay.wake(sensors);
	TEST_ASSERT_EQUAL_UINT64(1005000, seen_us);
	board_replay.destroy(sensors);
}

static void test_recording_that_is_gone(void)
{
	const struct board_setting setting = {"recording", path, 0};

	unlink(path);
	TEST_ASSERT_EQUAL(-ENOENT, create(&setting, 1));
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(why, "cannot be read: No such file"), why);
	TEST_ASSERT_EQUAL_UINT64(UINT64_MAX, wake_us);
}

static void expect_fault(const char *text, const char *part)
{
	const struct board_setting setting = {"recording", path, 0};
	FILE *file = fopen(path, "w");

	TEST_ASSERT_NOT_NULL(file);
	fputs(text, file);
	fclose(file);
	TEST_ASSERT_EQUAL(-EINVAL,
			  board_replay.check(BOARD_LARGE, &setting, 1, why, sizeof why, &which));
	TEST_ASSERT_EQUAL(0, which);
	TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE(path, why, strlen(path), why);
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(why, part), why);
	why[0] = '\0';
	TEST_ASSERT_EQUAL(-EBADMSG, create(&setting, 1)); /* another may be put there */
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(why, part), why);
}

static void test_files_that_are_no_recording(void)
{
	expect_fault("root:x:0:0:root:/root:/bin/bash\n", ":1: the first line must be");
	expect_fault("", ":1: the first line must be");
	expect_fault("# empty\n\n", ":1: the first line must be");
	expect_fault("adjutant-recording 2\n0 open a1\n", ":1: ");
	expect_fault("# mine\nadjutant-recording 1\nedition classic\n\nopen a1\n", ":5: ");
	expect_fault("adjutant-recording 1\n100 wink a1\n", ":2: ");
}

/* What is said in it, and what is for a larger board, is passed over as before. */
static void test_all_that_a_recording_may_have(void)
{
	const struct board_setting setting = {"recording", path, 0};
	FILE *file = fopen(path, "w");

	TEST_ASSERT_NOT_NULL(file);
	fputs("# a game\r\nadjutant-recording 1\r\nedition classic\noption clock none\n"
	      "sensors reed+rfid\n\n# now\n0 frame 0/1\n1 close j10\n2 tag a1 04A1\n"
	      "3 untag a1 04A1\n4 say red ready\n5 restart\n6 open j10",
	      file);
	fclose(file);
	TEST_ASSERT_EQUAL_MESSAGE(
		0, board_replay.check(BOARD_SMALL, &setting, 1, why, sizeof why, &which), why);
	TEST_ASSERT_EQUAL_MESSAGE(0, create(&setting, 1), why);
	board_replay.destroy(sensors);
}

static void test_settings(void)
{
	const struct board_setting settings[] = {{"recording", path, 0}, {"speed", "2", 7}};

	TEST_ASSERT_EQUAL(0, board_replay.check(BOARD_SMALL, settings, 1, why, sizeof why, &which));
	TEST_ASSERT_EQUAL(-EINVAL, create(settings, 0));
	TEST_ASSERT_EQUAL(0, which);
	TEST_ASSERT_EQUAL(-EINVAL, create(settings, 2));
	TEST_ASSERT_EQUAL(1, which);
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(why, "speed"), why);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_nothing_is_due_once_it_is_gone);
	RUN_TEST(test_readings_have_the_times_of_the_recording);
	RUN_TEST(test_recording_that_is_gone);
	RUN_TEST(test_files_that_are_no_recording);
	RUN_TEST(test_all_that_a_recording_may_have);
	RUN_TEST(test_settings);
	return UNITY_END();
}
