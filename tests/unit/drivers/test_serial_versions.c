/* The link to a serial board of another version or kind: what works, and what is refused and how. */
#include "tests/support/drivers/serial_expect.h"

void setUp(void)
{
	line_init(&line, BOARD_LARGE, SERIAL_REEDS, 0);
}

void tearDown(void)
{
}

/* ---- versions ---- */

static void test_a_newer_minor_version_works(void)
{
	struct serial_uid uid = uid_of(E4, 1);

	line_init(&line, BOARD_LARGE, SERIAL_REEDS | SERIAL_READERS, 0);
	line.board.hello.minor = 7;
	line.board.says_more = true;
	serial_board_tag(&line.board, &uid, true, 0);
	start();
	serial_board_contact(&line.board, E4, true, line.now_us);
	run(60 * 1000);
	TEST_ASSERT_TRUE(line_is_true(&line));
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
}

/* Of the time before lamps and pads: its hello ends earlier, and it is asked for nothing new. */
static void test_an_older_minor_version_works(void)
{
	line.board.hello.minor = 0;
	start();
	serial_board_contact(&line.board, E4, true, line.now_us);
	run(60 * 1000);
	TEST_ASSERT_TRUE(line_is_true(&line));
	TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
	TEST_ASSERT_EQUAL_UINT8(1, line.board.host_minor);
}

static void expect_refused(const char *part)
{
	unsigned asked;

	line_start(&line);
	run(1000);
	expect_once(part);
	TEST_ASSERT_EQUAL_INT(SERIAL_REFUSED, line.link.state);
	TEST_ASSERT_EQUAL_UINT(0, line.frames + line.contacts + line.tags);
	asked = line.board.asked;
	run(60 * 1000);
	TEST_ASSERT_TRUE(line.board.asked - asked <= 12); /* now and then, it may get another */
	line.board.hello.major = SERIAL_MAJOR;
	line.board.hello.columns = line.board.hello.rows = 10;
	line.board.hello.sensors = SERIAL_REEDS;
	run(6000);
	expect_trouble("");
	TEST_ASSERT_TRUE(line_is_true(&line));
}

static void test_an_older_protocol(void)
{
	line.board.hello.major = 0;
	line.board.hello.minor = 9;
	expect_refused(
		"protocol 0.9, older than this adjutantd's 1.1: load the firmware that goes");
}

static void test_a_newer_protocol(void)
{
	line.board.hello.major = 2;
	expect_refused("protocol 2.1, newer than this adjutantd's 1.1: update adjutantd");
}

static void test_the_wrong_size(void)
{
	line.board.hello.columns = line.board.hello.rows = 8;
	expect_refused("has 8 x 8 squares, and this edition needs 10 x 10: choose an edition");
}

static void test_a_board_without_sensors(void)
{
	line.board.hello.sensors = 0x80;
	expect_refused("neither contacts nor tag readers");
}

static void test_other_sensors_than_configured(void)
{
	line.link.faults.facts.sensors = SERIAL_REEDS;
	line.board.hello.sensors = SERIAL_READERS;
	expect_refused(
		"has tag readers and no contacts: write sensors = rfid in the configuration");
	for (unsigned wanted = SERIAL_READERS; wanted <= (SERIAL_REEDS | SERIAL_READERS);
	     wanted++) {
		setUp();
		line.link.faults.facts.sensors = wanted;
		line_start(&line);
		run(1000);
		expect_once("has contacts and no tag readers: write sensors = reed in the");
		TEST_ASSERT_EQUAL_INT(SERIAL_REFUSED, line.link.state);
	}
}

static void test_more_sensors_than_configured(void)
{
	for (unsigned wanted = SERIAL_REEDS; wanted <= SERIAL_READERS; wanted++) {
		line_init(&line, BOARD_LARGE, SERIAL_REEDS | SERIAL_READERS, 0);
		line.link.faults.facts.sensors = wanted;
		start();
		TEST_ASSERT_EQUAL_UINT(0, line.trouble_count);
	}
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_newer_minor_version_works);
	RUN_TEST(test_an_older_minor_version_works);
	RUN_TEST(test_an_older_protocol);
	RUN_TEST(test_a_newer_protocol);
	RUN_TEST(test_the_wrong_size);
	RUN_TEST(test_a_board_without_sensors);
	RUN_TEST(test_other_sensors_than_configured);
	RUN_TEST(test_more_sensors_than_configured);
	return UNITY_END();
}
