/*
 * What keeps the private broker from being started: each is refused with a sentence, and nothing of
 * it is written down or run.
 */
#include "daemon/base/paths.h"
#include "tests/support/broker/broker_bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void assert_starts(void)
{
	TEST_ASSERT_EQUAL(0, broker_start(broker, &process.grants));
	assert_answers();
}

static void assert_nothing_written(void)
{
	char path[128];

	snprintf(path, sizeof path, "%s/broker/mosquitto.conf", process.state);
	TEST_ASSERT_EQUAL(-1, access(path, F_OK));
	TEST_ASSERT_FALSE(broker_is_running(broker));
}

static void set(char *field, const char *text)
{
	strcpy(field, text);
}

static void values_that_would_be_settings_are_refused(void)
{
	static const char *const addresses[] = {
		"", "localhost", "127.0.0.1\nallow_anonymous true", "127.0.0.1 x", "::1", "1.2.3"};
	static const char *const names[] = {"", "+", "#", "a/b", "Table", "a b", "a\nb", "a\"b"};

	TEST_ASSERT_EQUAL(0, create());
	for (unsigned i = 0; i < sizeof addresses / sizeof *addresses; i++) {
		set(process.config.listen, addresses[i]);
		TEST_ASSERT_EQUAL_MESSAGE(-EINVAL, broker_start(broker, &process.grants),
					  addresses[i]);
	}
	set(process.config.listen, "127.0.0.1");
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		process.grants.board = names[i];
		TEST_ASSERT_EQUAL_MESSAGE(-EINVAL, broker_start(broker, &process.grants), names[i]);
	}
	assert_nothing_written();
}

static void a_path_with_a_newline_is_refused(void)
{
	char *path = process.config.plugin;
	FILE *file;

	snprintf(path, PATHS_SIZE, "%s/a\nallow_anonymous true", process.state);
	file = fopen(path, "w");
	TEST_ASSERT_NOT_NULL(file);
	fclose(file);
	TEST_ASSERT_EQUAL(0, create());
	TEST_ASSERT_EQUAL(-EINVAL, broker_start(broker, &process.grants));
	assert_nothing_written();
}

static void what_is_missing_is_said_so(void)
{
	TEST_ASSERT_EQUAL(0, create());
	set(process.config.mosquitto, "/nonexistent/mosquitto");
	TEST_ASSERT_EQUAL(-ENOENT, broker_start(broker, &process.grants));
	set(process.config.mosquitto, "/etc/passwd"); /* there, but no program */
	TEST_ASSERT_EQUAL(-EACCES, broker_start(broker, &process.grants));
	set(process.config.mosquitto, "/usr/sbin/mosquitto");
	set(process.config.plugin, "/nonexistent/plugin.so");
	TEST_ASSERT_EQUAL(-ENOENT, broker_start(broker, &process.grants));
	set(process.config.plugin, "");
	set(process.config.certificate, "/nonexistent/certificate.pem");
	TEST_ASSERT_EQUAL(-ENOENT, broker_start(broker, &process.grants));
	set(process.config.certificate, "");
	assert_starts();
}

static void an_unfit_directory_is_said_so(void)
{
	char path[128];

	memset(process.config.state_dir, 'a', 120);
	TEST_ASSERT_EQUAL(-ENAMETOOLONG, create());
	set(process.config.state_dir, "/nonexistent");
	TEST_ASSERT_EQUAL(-ENOENT, create());
	set(process.config.state_dir, process.state);
	snprintf(path, sizeof path, "%s/broker", process.state);
	TEST_ASSERT_EQUAL(0, symlink("/", path));
	TEST_ASSERT_TRUE(create() < 0); /* which the broker's files shall not follow */
	TEST_ASSERT_EQUAL(0, unlink(path));
	TEST_ASSERT_EQUAL(0, create());
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(values_that_would_be_settings_are_refused);
	RUN_TEST(a_path_with_a_newline_is_refused);
	RUN_TEST(what_is_missing_is_said_so);
	RUN_TEST(an_unfit_directory_is_said_so);
	return UNITY_END();
}
