/*
 * GPIO lines through whichever libgpiod there is, as far as that can be tried without a chip: what
 * is missing or is something else is told by its error, and nothing is left behind. The bench in
 * emulation has a chip.
 */
#include "drivers/reed/gpio_lines.h"

#include "unity.h"

#include <errno.h>
#include <string.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static void test_missing_chip(void)
{
	struct gpio_chip *chip = NULL;

	TEST_ASSERT_EQUAL(-ENOENT, gpio_chip_open(&chip, "/dev/gpiochip-that-is-not-there"));
	TEST_ASSERT_NULL(chip);
}

static void test_something_else(void)
{
	struct gpio_chip *chip = NULL;

	TEST_ASSERT_LESS_THAN(0, gpio_chip_open(&chip, "/dev/null"));
	TEST_ASSERT_LESS_THAN(0, gpio_chip_open(&chip, "/dev"));
	TEST_ASSERT_LESS_THAN(0, gpio_chip_open(&chip, "Makefile"));
	TEST_ASSERT_LESS_THAN(0, gpio_chip_open(&chip, ""));
	TEST_ASSERT_NULL(chip);
}

static void test_nothing_to_close(void)
{
	gpio_chip_close(NULL);
	gpio_bank_release(NULL);
}

static void test_list(void)
{
	char paths[GPIO_CHIPS][GPIO_TEXT];
	unsigned count = gpio_chip_list(paths, GPIO_CHIPS);

	TEST_ASSERT_LESS_OR_EQUAL(GPIO_CHIPS, count);
	for (unsigned i = 0; i < count; i++)
		TEST_ASSERT_EQUAL(0, strncmp(paths[i], "/dev/gpiochip", 13));
	TEST_ASSERT_EQUAL(0, gpio_chip_list(paths, 0));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_missing_chip);
	RUN_TEST(test_something_else);
	RUN_TEST(test_nothing_to_close);
	RUN_TEST(test_list);
	return UNITY_END();
}
