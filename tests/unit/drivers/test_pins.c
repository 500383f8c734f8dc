/*
 * The pin maps in hardware/pins/: each is a configuration that reads, and a board that the driver
 * takes, with 20 different lines, none of them one that a Raspberry Pi needs for something else.
 * The drawing of the wiring shows the same lines.
 */
#include "daemon/config/config.h"
#include "drivers/reed/reed_settings.h"

#include "unity.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static const char folder[] = "hardware/pins", drawing[] = "hardware/reed-matrix.svg";

/* identification, I2C, serial port */
static const unsigned reserved[] = {0, 1, 2, 3, 14, 15};

void setUp(void)
{
}

void tearDown(void)
{
}

static void check_lines(const char *name, const struct reed_settings *reed)
{
	uint32_t seen = 0;

	for (unsigned i = 0; i < 2 * MATRIX_LINES; i++) {
		const struct reed_line *line = i < MATRIX_LINES
						       ? &reed->rows.lines[i]
						       : &reed->columns.lines[i - MATRIX_LINES];

		TEST_ASSERT_EQUAL_STRING_MESSAGE("", line->name, name);
		TEST_ASSERT_LESS_THAN_MESSAGE(28, line->number, name); /* are on the header */
		TEST_ASSERT_FALSE_MESSAGE(seen >> line->number & 1, name);
		seen |= UINT32_C(1) << line->number;
	}
	for (unsigned i = 0; i < sizeof reserved / sizeof *reserved; i++)
		TEST_ASSERT_FALSE_MESSAGE(seen >> reserved[i] & 1, name);
}

static void check_drawing(const char *name, const struct reed_settings *reed)
{
	static char text[64 * 1024];
	FILE *in = fopen(drawing, "r");
	char label[32];

	TEST_ASSERT_NOT_NULL_MESSAGE(in, drawing);
	text[fread(text, 1, sizeof text - 1, in)] = '\0';
	fclose(in);
	for (unsigned i = 0; i < MATRIX_LINES; i++) {
		snprintf(label, sizeof label, ">row %u · GPIO %u ", i + 1,
			 reed->rows.lines[i].number);
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, label), name);
		snprintf(label, sizeof label, " column %c · GPIO %u<", (char)('a' + i),
			 reed->columns.lines[i].number);
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, label), name);
	}
}

static void check_map(const char *path)
{
	static struct config config;
	struct board_setting settings[CONFIG_LINES];
	struct reed_settings reed;
	char why[200] = "";
	size_t which;

	config_default(&config);
	TEST_ASSERT_EQUAL_MESSAGE(0, config_read(&config, path), path);
	TEST_ASSERT_EQUAL_MESSAGE(DRIVER_REED, config.driver, path);
	for (unsigned i = 0; i < config.driver_line_count; i++)
		settings[i] = (struct board_setting){config.driver_lines[i].key,
						     config.driver_lines[i].value,
						     config.driver_lines[i].line};
	TEST_ASSERT_EQUAL_MESSAGE(0,
				  reed_settings_read(&reed, BOARD_LARGE, settings,
						     config.driver_line_count, why, sizeof why,
						     &which),
				  why);
	check_lines(path, &reed);
	check_drawing(path, &reed);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(reed.rows.chip, reed.columns.chip, path);
}

static void test_every_map(void)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	unsigned count = 0;

	TEST_ASSERT_NOT_NULL_MESSAGE(dir, folder);
	while ((entry = readdir(dir))) {
		char path[512];

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		check_map(path);
		count++;
	}
	closedir(dir);
	TEST_ASSERT_EQUAL(3, count);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_every_map);
	return UNITY_END();
}
