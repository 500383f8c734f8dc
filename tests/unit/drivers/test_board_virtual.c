/* The virtual table's driver: what its page says, and what it remembers of that. */
#include "drivers/board/board.h"

#include "unity.h"

#include <stdio.h>
#include <string.h>

#define EMPTY                                                                                      \
	"frame 0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/"      \
	"0000000000/0000000000/0000000000"
#define ONLY_A1                                                                                    \
	"frame 1000000000/0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/"      \
	"0000000000/0000000000/0000000000"

static struct sensors *sensors;
static char told[1024];

static void hear(void *owner, const struct reading *reading)
{
	size_t length = strlen(told);

	(void)owner;
	if (reading->kind == READING_FRAME)
		snprintf(told + length, sizeof told - length, "frame ");
	else if (reading->kind == READING_CONTACT)
		snprintf(told + length, sizeof told - length, "%c%u ", reading->closed ? '+' : '-',
			 reading->sq);
	else
		snprintf(told + length, sizeof told - length, "%s%u:%02X ",
			 reading->closed ? "tag" : "untag", reading->sq, reading->tag[0]);
}

static void say(const char *line)
{
	TEST_ASSERT_TRUE_MESSAGE(board_virtual.hear(sensors, line, strlen(line)), line);
}

static void expect(const char *lines)
{
	TEST_ASSERT_EQUAL_STRING(lines, told);
	told[0] = '\0';
}

void setUp(void)
{
	const struct board_listener listener = {.reading = hear};
	const struct board_host host = {0};
	char why[80];
	size_t which;

	TEST_ASSERT_EQUAL_INT(0, board_virtual.create(&sensors, BOARD_LARGE, NULL, 0, &host,
						      &listener, why, sizeof why, &which));
	told[0] = '\0';
}

void tearDown(void)
{
	board_virtual.destroy(sensors);
}

static void test_nothing_is_known_before_the_first_frame(void)
{
	say("tag a1 A1");
	expect("tag0:A1 ");
	board_virtual.scan(sensors);
	expect("");
	say(ONLY_A1);
	expect("frame ");
	board_virtual.scan(sensors);
	expect("tag0:A1 frame ");
}

static void test_tags_are_told_before_the_frame(void)
{
	say(EMPTY);
	say("close a1");
	say("tag a1 A1");
	say("tag a1 A1");
	say("tag b1 B1");
	say("untag b1 B1");
	told[0] = '\0';
	board_virtual.scan(sensors);
	expect("tag0:A1 frame ");
}

/* as a page says it that has come back, or another one that does not know what was told before */
static void test_where_a_frame_shows_nothing_no_tag_is_seen(void)
{
	say("tag a1 A1");
	say("tag b1 B1");
	say("tag c1 C1");
	told[0] = '\0';
	say(ONLY_A1);
	expect("untag2:C1 untag1:B1 frame ");
	board_virtual.scan(sensors);
	expect("tag0:A1 frame ");
	say(EMPTY);
	expect("untag0:A1 frame ");
	say(EMPTY);
	expect("frame ");
}

static void test_what_makes_no_sense_is_not_heard(void)
{
	static const char *const lines[] = {"",		  "tag",      "tag a1",
					    "tag a11 A1", "tag a1 A", "lift a1"};

	for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++)
		TEST_ASSERT_FALSE_MESSAGE(board_virtual.hear(sensors, lines[i], strlen(lines[i])),
					  lines[i]);
	expect("");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_nothing_is_known_before_the_first_frame);
	RUN_TEST(test_tags_are_told_before_the_frame);
	RUN_TEST(test_where_a_frame_shows_nothing_no_tag_is_seen);
	RUN_TEST(test_what_makes_no_sense_is_not_heard);
	return UNITY_END();
}
