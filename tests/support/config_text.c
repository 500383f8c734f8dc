/* Configuration files as strings. */
#define _XOPEN_SOURCE 700 /* P_tmpdir */

#include "tests/support/config_text.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char said[TEXT_MAX];
char scratch_dir[64];

const char *path_of(const char *name)
{
	static char path[128];

	snprintf(path, sizeof path, "%s/%s", scratch_dir, name);
	return path;
}

static void make_file(const char *name, unsigned mode, const char *text)
{
	FILE *file = fopen(path_of(name), "w");

	TEST_ASSERT_NOT_NULL(file);
	fputs(text, file);
	fclose(file);
	TEST_ASSERT_EQUAL(0, chmod(path_of(name), (mode_t)mode));
}

void make_scratch_dir(void)
{
	/* not below the sources, whose path may be too long for a configuration */
	strcpy(scratch_dir, P_tmpdir "/test_config.XXXXXX");
	TEST_ASSERT_NOT_NULL(mkdtemp(scratch_dir));
	make_file("tape", 0644, "adjutant-recording 1\n");
	make_file("open", 0644, "A certificate:\n-----BEGIN CERTIFICATE-----\n");
	make_file("secret", 0600, "-----BEGIN EC PRIVATE KEY-----\n");
	make_file("program", 0755, "nothing\n");
}

void remove_scratch_dir(void)
{
	unlink(path_of("tape"));
	unlink(path_of("open"));
	unlink(path_of("secret"));
	unlink(path_of("program"));
	rmdir(scratch_dir);
}

int read_bytes(struct config *config, const char *bytes, size_t count)
{
	FILE *in = fmemopen((void *)bytes, count, "r"), *complaints = fmemopen(said, TEXT_MAX, "w");
	int result;

	TEST_ASSERT_NOT_NULL(in);
	TEST_ASSERT_NOT_NULL(complaints);
	result = config_read_stream(config, in, path_of("test.conf"), complaints);
	fclose(in);
	fputc('\0', complaints);
	fclose(complaints);
	return result;
}

int read_text(struct config *config, const char *text)
{
	return read_bytes(config, text, strlen(text));
}

void expect_good(struct config *config, const char *text)
{
	config_default(config);
	if (read_text(config, text) != 0)
		TEST_FAIL_MESSAGE(said);
}

void expect_complaint(const char *text, unsigned line, const char *words)
{
	struct config config;
	char place[160];

	config_default(&config);
	snprintf(place, sizeof place, "%s:%u: ", path_of("test.conf"), line);
	TEST_ASSERT_EQUAL_MESSAGE(1, read_text(&config, text), text);
	if (strncmp(said, place, strlen(place)) != 0 || !strstr(said, words))
		TEST_FAIL_MESSAGE(said);
	TEST_ASSERT_EQUAL_PTR_MESSAGE(strchr(said, '\n'), said + strlen(said) - 1, said);
}

void expect_same(const struct config *a, const struct config *b)
{
	struct config one = *a, other = *b;

	/* the line of a setting is not part of its value */
	for (unsigned i = 0; i < CONFIG_LINES; i++)
		one.driver_lines[i].line = other.driver_lines[i].line = 0;
	TEST_ASSERT_EQUAL_MEMORY(&one, &other, sizeof one);
}

void print_config(const struct config *config, char text[TEXT_MAX])
{
	FILE *out = fmemopen(text, TEXT_MAX, "w");

	TEST_ASSERT_NOT_NULL(out);
	config_print(out, config);
	fputc('\0', out);
	TEST_ASSERT_EQUAL(0, ferror(out));
	fclose(out);
}

void expect_round_trip(const struct config *config)
{
	static char text[TEXT_MAX];
	struct config again;

	print_config(config, text);
	expect_good(&again, text);
	expect_same(config, &again);
}
