/* Options of a command line: where they go, and what is said of those that make no sense. */
#include "daemon/base/arguments.h"

#include <string.h>
#include <unity.h>

static bool quiet;
static const char *state;
static unsigned added;
static char why[160];

static void add(void *to, const char *value)
{
	*(unsigned *)to += (unsigned)strlen(value);
}

void setUp(void)
{
	quiet = false;
	state = NULL;
	added = 0;
	why[0] = '\0';
}

void tearDown(void)
{
}

static int read_them(enum arguments_order order, char **argv)
{
	const struct argument_option options[] = {
		{"quiet", .flag = &quiet},
		{"state", .value = &state},
		{"add", .add = add, .to = &added},
	};
	int argc = 0;

	while (argv[argc])
		argc++;
	return arguments_read(options, 3, order, argc, argv, why, sizeof why);
}

#define READ(order, ...) read_them(ARGUMENTS_OPTIONS_##order, (char *[]){"x", __VA_ARGS__, NULL})

static void test_each_goes_where_it_belongs(void)
{
	TEST_ASSERT_EQUAL(7, READ(FIRST, "--state", "dir", "--quiet", "--add", "12", "--add=345"));
	TEST_ASSERT_TRUE(quiet);
	TEST_ASSERT_EQUAL_STRING("dir", state);
	TEST_ASSERT_EQUAL(5, added);
}

static void test_operands_may_come_first_where_allowed(void)
{
	TEST_ASSERT_EQUAL(1, READ(FIRST, "file", "--quiet"));
	TEST_ASSERT_FALSE(quiet);
	TEST_ASSERT_EQUAL(2, READ(ANYWHERE, "file", "--quiet"));
	TEST_ASSERT_TRUE(quiet);
	TEST_ASSERT_EQUAL(1, READ(ANYWHERE, "-"));
}

static void expect(const char *sentence, int result)
{
	TEST_ASSERT_EQUAL(-1, result);
	TEST_ASSERT_EQUAL_STRING(sentence, why);
}

static void test_what_is_wrong_is_named(void)
{
	expect("there is no option --stat-e", READ(FIRST, "--stat-e", "dir"));
	expect("there is no option -q", READ(FIRST, "-qx"));
	expect("--state wants a value", READ(FIRST, "--quiet", "--state"));
	expect("--quiet takes no value", READ(FIRST, "--quiet=yes"));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_each_goes_where_it_belongs);
	RUN_TEST(test_operands_may_come_first_where_allowed);
	RUN_TEST(test_what_is_wrong_is_named);
	return UNITY_END();
}
