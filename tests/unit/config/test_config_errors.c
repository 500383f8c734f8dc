/* The configuration: what is complained of, in which line, and how much there may be of anything.
 */
#include "tests/support/config_text.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void setUp(void)
{
	setenv("ADJUTANT_STATE", "/var/lib/adjutant", 1);
	make_scratch_dir();
}

void tearDown(void)
{
	remove_scratch_dir();
}

/* ---- complaints ---- */

static void test_complaints_of_form(void)
{
	expect_complaint("[nix]\na = b\nc = d\n", 1, "[nix]");
	expect_complaint("\n[nix]\n", 2, "board, table, game, network, broker, uplink or seats");
	expect_complaint("[board\nname = x\n", 1, "brackets");
	expect_complaint("[board] x\n", 1, "brackets");
	expect_complaint("[ board ]\n", 1, "[ board ]");
	expect_complaint("[]\n", 1, "[]");
	expect_complaint("name = x\n", 1, "before the first section");
	expect_complaint("[board]\nname\n", 2, "'='");
	expect_complaint("[board]\nname: x\n", 2, "'='");
	expect_complaint("[board]\n= x\n", 2, "no key");
	expect_complaint("[board]\nna me = x\n", 2, "no key");
	expect_complaint("[board]\nname: x = y\n", 2, "no key");
	expect_complaint("[board]\nname = a\n name = b\n", 3, "line 2");
	expect_complaint("[board]\nname = a\n[seats]\n[board]\nname = b\n", 5, "line 2");
	expect_complaint("[game]\nbluff = on\nbluff = on\n", 3, "line 2");
	expect_complaint("[table]\ndriver = serial\nbaud = 9600\nbaud = 9600\n", 4, "line 3");
	expect_complaint("[board]\ntitle = \xff\n", 2, "UTF-8");
	expect_complaint("[board]\ntitle = a\x1b[2Jb\n", 2, "UTF-8");
	expect_complaint("[board]\rname = x\r", 1, "UTF-8");
}

static void test_complaints_of_keys(void)
{
	expect_complaint("[board]\nnane = x\n", 2, "name, title or state-dir");
	expect_complaint("[network]\nport = 80\n", 2, "http-port, websocket-port");
	expect_complaint("[broker]\nhost = x\n", 2, "mosquitto, plugin, certificate");
	expect_complaint("[uplink]\npassword = x\n", 2, "password-file");
	expect_complaint("[seats]\nName = x\n", 2, "code-minutes or linger-minutes");
	expect_complaint("[game]\nsensors = reed\n", 2, "edition, two-squares");
}

static void test_complaints_of_values(void)
{
	expect_complaint("[board]\nname = A\n", 2, "a-z");
	expect_complaint("[board]\nname =\n", 2, "a-z");
	expect_complaint("[board]\nname = a/b\n", 2, "a-z");
	expect_complaint("[board]\ntitle = ;\n", 2, "empty");
	expect_complaint("[board]\nstate-dir =\n", 2, "path");
	expect_complaint("[table]\ndriver = usb\n", 2, "virtual, replay, reed or serial");
	expect_complaint("[table]\nsensors =\n", 2, "reed, rfid or reed+rfid");
	expect_complaint("[network]\nlisten = localhost\n", 2, "0.0.0.0");
	expect_complaint("[network]\nlisten = 1.2.3.4:80\n", 2, "IPv4");
	expect_complaint("[network]\nhttp-port = 65536\n", 2, "from 0 to 65535");
	expect_complaint("[network]\nhttp-port = -1\n", 2, "from 0 to 65535");
	expect_complaint("[network]\nhttp-port = 80 #\n", 2, "from 0 to 65535");
	expect_complaint("[network]\nhttp-port = 99999999999999999999\n", 2, "65535");
	expect_complaint("[network]\naddress = http://x\n", 2, "host");
	expect_complaint("[network]\nbroadcast = all\n", 2, "none, revealed or after");
	expect_complaint("[network]\ndelay-seconds = 3601\n", 2, "from 0 to 3600");
	expect_complaint("[uplink]\nport = 0\n", 2, "from 1 to 65535");
	expect_complaint("[uplink]\ntls = yes\n", 2, "off or on");
	expect_complaint("[uplink]\nhost = a b\n", 2, "host");
	expect_complaint("[seats]\ncode-minutes = 0\n", 2, "from 1 to 60");
	expect_complaint("[seats]\nlinger-minutes = 1441\n", 2, "from 0 to 1440");
}

static void test_complaints_of_games(void)
{
	expect_complaint("[game]\nbluff = on\nedition = chess\n", 3, "original, classic, travel");
	expect_complaint("[game]\ntwo-squares = 10\n", 2, "off or a number from 1 to 9");
	expect_complaint("[game]\nbluff = yes\n", 2, "on or off");
	expect_complaint("[game]\ndisclosure =\n", 2, "open or outcome");
	expect_complaint("[game]\nimmobile-moved = x\n", 2, "put-back, loses or arbiter");
	expect_complaint("[game]\nsettle-ms = 0\n", 2, "from 1 to 3600000");
	expect_complaint("[game]\njog-ms = 3600001\n", 2, "from 1 to 3600000");
	expect_complaint("[game]\nclock =\n", 2, "fischer MINUTES+SECONDS");
	expect_complaint("[game]\nclock = fischer 5\n", 2, "fischer MINUTES+SECONDS");
	expect_complaint("[game]\nclock = none setup 5\n", 2, "setup MINUTES");
	expect_complaint("[game]\nclock = fischer 5+3 move 30\n", 2, "clock");
	expect_complaint("[game]\nclock = setup 5 setup 6\n", 2, "clock");
	expect_complaint("[game]\nclock = total 1441\n", 2, "a day");
	expect_complaint("[game]\nsettle-ms = 20\n", 2, "less than settle-ms");
	expect_complaint("[game]\nsettle-ms = 900\ndebounce-ms = 900\n", 3, "less than settle-ms");
}

static void test_complaints_of_paths(void)
{
	expect_complaint("[board]\nstate-dir = ~/state\n", 2, "'~'");
	expect_complaint("[board]\nstate-dir = open\n", 2, "directory");
	expect_complaint("[table]\ndriver = replay\nrecording = none\n", 3, "/none");
	expect_complaint("[table]\ndriver = replay\nrecording = .\n", 3, "Is a directory");
	expect_complaint("[table]\ndriver = replay\nrecording = open\n", 2, "/open:1: the first");
	expect_complaint("[network]\nweb-dir = none\n", 2, "No such file");
	expect_complaint("[network]\nweb-dir = open\n", 2, "Not a directory");
	expect_complaint("[broker]\nmosquitto = open\n", 2, "Permission");
	expect_complaint("[broker]\nmosquitto = .\n", 2, "program");
	expect_complaint("[broker]\nmosquitto =\n", 2, "path");
	expect_complaint("[broker]\nplugin = none\n", 2, "No such file");
	expect_complaint("[broker]\ncertificate = open\nprivate-key = open\n", 3, "chmod");
}

static void test_complaints_of_combinations(void)
{
	expect_complaint("[table]\n\ndriver = replay\n", 3, "recording = FILE");
	expect_complaint("[table]\nrecording = open\n", 2, "replay");
	expect_complaint("[broker]\ncertificate = open\n", 2, "private-key");
	expect_complaint("[broker]\n\nprivate-key = secret\n", 3, "certificate");
	expect_complaint("[network]\nhttp-port = 9\nwebsocket-port = 9\n", 3, "both be 9");
	expect_complaint("[network]\nmqtt-port = 9\nhttp-port = 9\n", 2, "both be 9");
	expect_complaint("[network]\nmqtt-port = 8081\n", 2, "both be 8081");
	expect_complaint("[network]\nwatch-port = 8081\n", 2, "both be 8081");
	expect_complaint("[network]\nhttp-port = 8081\n", 2, "both be 8081");
	expect_complaint("[uplink]\nhost = a\nca = open\n", 3, "tls = on");
	expect_complaint("[uplink]\nhost = a\npassword-file = secret\n", 3, "user");
	expect_complaint("[uplink]\nuser = a\n", 2, "host");
}

#define REED "[table]\ndriver = reed\nchip = x\n"
#define EIGHT "1 2 3 4 5 6 7 8"
#define OTHER_EIGHT "11 12 13 14 15 16 17 18"

/* The driver's lines are complained of like any others, before there is a board. */
static void test_complaints_of_the_driver(void)
{
	struct config config;

	expect_complaint("[table]\nfoo = 12\n", 2, "virtual table has no setting \"foo\"");
	expect_complaint("[table]\ndriver = replay\nspeed = 2\nrecording = tape\n", 3, "speed");
	expect_complaint("[table]\ndriver = replay\nrecording =\n", 2, "recording = FILE");
	expect_complaint("[table]\ndriver = serial\nport = COM1\n", 3, "/dev/ttyACM0");
	expect_complaint("[table]\nbaud = 1\ndriver = serial\n", 2, "baud is one of");
	expect_complaint(REED "rows = 2 3 4\ncolums = 12 13\n", 5, "no setting colums");
	expect_complaint("[board]\n" REED "rows = " EIGHT "\n", 5, "rows names 8 lines");
	expect_complaint("[table]\ndriver = reed\n", 2, "chip is missing");
	expect_complaint(REED "rows = " EIGHT "\ncolumns = " OTHER_EIGHT "\n", 4, "10 rows");
	expect_good(&config, REED "rows = " EIGHT "\ncolumns = " OTHER_EIGHT
				  "\n[game]\nedition = quick-barrage\n");
	expect_round_trip(&config);
}

/* Where what it is asked for is not known, the driver is not asked. */
static void test_driver_is_not_blamed(void)
{
	expect_complaint("[table]\ndriver = usb\nport = auto\n", 2, "virtual, replay, reed");
	expect_complaint(REED "rows = " EIGHT "\ncolumns = " OTHER_EIGHT
			      "\n[game]\nedition = quick-barage\n",
			 7, "edition must be");
}

static void test_complaints_of_certificates(void)
{
	expect_complaint("[broker]\ncertificate = program\nprivate-key = secret\n", 2,
			 "BEGIN ... CERTIFICATE-----");
	expect_complaint("[broker]\ncertificate = secret\nprivate-key = secret\n", 2,
			 "a certificate in PEM");
	expect_complaint("[broker]\ncertificate = /dev/zero\nprivate-key = secret\n", 2, "PEM");
	expect_complaint("[uplink]\nhost = a\ntls = on\nca = program\n", 4, "PEM");
	TEST_ASSERT_EQUAL(0, chmod(path_of("open"), 0600));
	expect_complaint("[broker]\ncertificate = open\nprivate-key = open\n", 3,
			 "private-key must be a private key in PEM");
}

/* People write the password where the name of its file belongs. */
static void test_secrets_are_not_repeated(void)
{
	struct config config;

	config_default(&config);
	TEST_ASSERT_EQUAL(4, read_text(&config, "[uplink]\nhost = x\nuser = u\n"
						"password-file = hunter2\n"
						"password = hunter2\nhunter2\n"
						"[broker]\nprivate-key = hunter2\n"));
	TEST_ASSERT_NULL_MESSAGE(strstr(said, "hunter2"), said);
}

static void test_all_complaints_at_once(void)
{
	static const char text[] = "x = 1\n[board]\nname = A\ntitle\n[nix]\ny = 2\n[game]\n"
				   "clock = 5\nedition = go\n[seats]\ncode-minutes = 0\n[table\n";
	static const unsigned lines[] = {1, 3, 4, 5, 11, 12, 9, 8};
	struct config config, before;
	const char *at = said;

	config_default(&config);
	before = config;
	TEST_ASSERT_EQUAL(8, read_text(&config, text));
	for (unsigned i = 0; i < 8; i++) {
		char place[160];

		snprintf(place, sizeof place, "%s:%u: ", path_of("test.conf"), lines[i]);
		TEST_ASSERT_EQUAL_MEMORY(place, at, strlen(place));
		at = strchr(at, '\n') + 1;
	}
	TEST_ASSERT_EQUAL('\0', *at);
	TEST_ASSERT_EQUAL_MEMORY(&before, &config, sizeof config);
}

/* ---- limits ---- */

#define SERIAL "[table]\ndriver = serial\n"

/* a file with one line of a key, '=' and this many characters */
static const char *long_value(const char *head, char c, unsigned count)
{
	static char text[4096];
	size_t length = strlen(head);

	memcpy(text, head, length);
	memset(text + length, c, count);
	strcpy(text + length + count, "\n");
	return text;
}

static void test_longest_values(void)
{
	struct config config;

	expect_good(&config, long_value("[board]\ntitle = ", 'x', CONFIG_NAME - 1));
	expect_complaint(long_value("[board]\ntitle = ", 'x', CONFIG_NAME), 2, "63 bytes");
	expect_good(&config, long_value("[board]\nname = ", 'x', CONFIG_NAME - 1));
	expect_complaint(long_value("[board]\nname = ", 'x', CONFIG_NAME), 2, "63 bytes");
	expect_good(&config, long_value("[board]\nstate-dir = /", 'x', 79));
	expect_complaint(long_value("[board]\nstate-dir = /", 'x', 80), 2, "80 bytes");
	expect_good(&config, long_value(SERIAL "port = /dev/", '1', 155));
	expect_complaint(long_value(SERIAL "port = /dev/", '1', 156), 3, "160 bytes");
	expect_complaint(long_value("[board]\nstate-dir = a/", 'x', 150), 2, "whole path");
	expect_good(&config, long_value(SERIAL "baud = 9600 ;", 'x', 3000));
	expect_good(&config, long_value("#", 'x', 3000));
}

static void test_longest_lines_and_keys(void)
{
	static const char key[] = "abcdefghijklmnopqrstuvwxyz-_.123"; /* 32 */
	char text[128];

	snprintf(text, sizeof text, SERIAL "%s = ", key);
	expect_complaint(long_value(text, 'x', 160), 3, "no such setting");
	snprintf(text, sizeof text, "[table]\n%s4 = x\n", key);
	expect_complaint(text, 2, "32");
	expect_complaint(long_value("[table]\nx = ", '1', 195), 2, "198 bytes");
	expect_complaint(long_value("[table]\nx = ", '1', 3000), 2, "too long");
	expect_complaint(long_value("[", 'x', 3000), 1, "too long");
}

static void test_most_driver_lines(void)
{
	static char text[4096] = SERIAL;
	struct config config;

	for (unsigned i = 0; i < CONFIG_LINES; i++)
		sprintf(text + strlen(text), "key-%u = %u\n", i, i);
	expect_complaint(text, 3, "no such setting"); /* of the driver's, who was told them all */
	strcat(text, "one = more\n");
	config_default(&config);
	TEST_ASSERT_EQUAL(2, read_text(&config, text));
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(said, ":67: one is too much"), said);
}

static void test_bytes_that_are_no_text(void)
{
	static const char nul[] = "[board]\nname = a\0b\n\0\n";
	struct config config;

	config_default(&config);
	TEST_ASSERT_EQUAL(2, read_bytes(&config, nul, sizeof nul - 1));
	TEST_ASSERT_EQUAL_STRING("table", config.board);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_complaints_of_form);
	RUN_TEST(test_complaints_of_keys);
	RUN_TEST(test_complaints_of_values);
	RUN_TEST(test_complaints_of_games);
	RUN_TEST(test_complaints_of_paths);
	RUN_TEST(test_complaints_of_combinations);
	RUN_TEST(test_complaints_of_the_driver);
	RUN_TEST(test_driver_is_not_blamed);
	RUN_TEST(test_complaints_of_certificates);
	RUN_TEST(test_secrets_are_not_repeated);
	RUN_TEST(test_all_complaints_at_once);
	RUN_TEST(test_longest_values);
	RUN_TEST(test_longest_lines_and_keys);
	RUN_TEST(test_most_driver_lines);
	RUN_TEST(test_bytes_that_are_no_text);
	return UNITY_END();
}
