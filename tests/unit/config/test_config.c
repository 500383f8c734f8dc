/* The configuration: what is understood, what holds without a file, and the way back. */
#include "daemon/base/paths.h"
#include "tests/support/config_text.h"

#include "unity.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void setUp(void)
{
	setenv("ADJUTANT_STATE", "/var/lib/adjutant", 1);
	make_scratch_dir();
}

void tearDown(void)
{
	remove_scratch_dir();
}

/* ---- good files ---- */

static void test_defaults(void)
{
	struct config config, empty;

	config_default(&config);
	TEST_ASSERT_EQUAL_STRING("table", config.board);
	TEST_ASSERT_EQUAL_STRING("Adjutant", config.title);
	TEST_ASSERT_EQUAL_STRING("/var/lib/adjutant", config.state_dir);
	TEST_ASSERT_EQUAL(DRIVER_VIRTUAL, config.driver);
	TEST_ASSERT_EQUAL_STRING("barrage", editions[config.options.edition].id);
	TEST_ASSERT_EQUAL(3, config.options.rules.two_squares);
	TEST_ASSERT_EQUAL_STRING("0.0.0.0", config.listen);
	TEST_ASSERT_EQUAL(8080, config.http_port);
	TEST_ASSERT_EQUAL(8081, config.websocket_port);
	TEST_ASSERT_EQUAL(0, config.mqtt_port);
	TEST_ASSERT_EQUAL(8082, config.watch_port);
	TEST_ASSERT_EQUAL(0, config.watch_mqtt_port);
	TEST_ASSERT_TRUE(config.ports_are_preferences);
	TEST_ASSERT_EQUAL_STRING("/usr/sbin/mosquitto", config.mosquitto);
	TEST_ASSERT_EQUAL_STRING("", config.plugin);
	TEST_ASSERT_EQUAL(BROADCAST_NONE, config.broadcast);
	TEST_ASSERT_EQUAL(5, config.code_minutes);
	TEST_ASSERT_EQUAL(30, config.linger_minutes);
	expect_good(&empty, "\n");
	expect_same(&config, &empty);
}

static const char every_key[] = "[board]\n"
				"name = club-2_b\n"
				"title = Salle d'\xc3\xa9t\xc3\xa9 #2;3\n"
				"state-dir = /var/lib/adjutant/b\n"
				"[table]\n"
				"driver = replay\n"
				"sensors = reed+rfid\n"
				"recording = tape\n"
				"[game]\n"
				"disclosure = outcome\n"
				"two-squares = off\n"
				"more-squares = off\n"
				"immobile-moved = arbiter\n"
				"memory-aid = on\n"
				"bluff = on\n"
				"training = on\n"
				"edition = travel\n"
				"debounce-ms = 30\n"
				"settle-ms = 900\n"
				"jog-ms = 500\n"
				"nudge-ms = 4000\n"
				"hold-ms = 9000\n"
				"clock = fischer 5+3 setup 10\n"
				"[network]\n"
				"listen = 127.0.0.1\n"
				"http-port = 0\n"
				"websocket-port = 65535\n"
				"mqtt-port = 65534\n"
				"watch-port = 65533\n"
				"watch-mqtt-port = 65532\n"
				"address = table.club.example\n"
				"web-dir = .\n"
				"broadcast = after\n"
				"delay-seconds = 3600\n"
				"[broker]\n"
				"mosquitto = program\n"
				"plugin = ./open\n"
				"certificate = open\n"
				"private-key = secret\n"
				"[uplink]\n"
				"host = broker.club.example\n"
				"tls = on\n"
				"ca = open\n"
				"user = board 2\n"
				"password-file = secret\n"
				"[seats]\n"
				"code-minutes = 60\n"
				"linger-minutes = 0\n";

static void expect_path(const char *name, const char *path)
{
	TEST_ASSERT_EQUAL('/', path[0]);
	TEST_ASSERT_GREATER_THAN(strlen(name), strlen(path));
	TEST_ASSERT_EQUAL_STRING(name, path + strlen(path) - strlen(name));
	TEST_ASSERT_EQUAL_MESSAGE(0, access(path, F_OK), path);
}

static void test_every_key_of_board_and_table(void)
{
	struct config config;

	expect_good(&config, every_key);
	TEST_ASSERT_EQUAL_STRING("club-2_b", config.board);
	TEST_ASSERT_EQUAL_STRING("Salle d'\xc3\xa9t\xc3\xa9 #2;3", config.title);
	TEST_ASSERT_EQUAL_STRING("/var/lib/adjutant/b", config.state_dir);
	TEST_ASSERT_EQUAL(DRIVER_REPLAY, config.driver);
	TEST_ASSERT_EQUAL(SENSOR_REED | SENSOR_RFID, config.options.table.sensors);
	expect_path("/tape", config.recording);
	TEST_ASSERT_EQUAL(0, config.driver_line_count);
}

static void test_lines_of_the_driver(void)
{
	struct config config;

	expect_good(&config, "[table]\ndriver = serial\nbaud = 9600\n\nport = auto\n");
	TEST_ASSERT_EQUAL(2, config.driver_line_count);
	TEST_ASSERT_EQUAL_STRING("baud", config.driver_lines[0].key);
	TEST_ASSERT_EQUAL_STRING("9600", config.driver_lines[0].value);
	TEST_ASSERT_EQUAL(3, config.driver_lines[0].line);
	TEST_ASSERT_EQUAL_STRING("port", config.driver_lines[1].key);
	TEST_ASSERT_EQUAL(5, config.driver_lines[1].line);
	expect_round_trip(&config);
}

static void test_every_key_of_game(void)
{
	struct config config;
	const struct referee_options *options = &config.options;

	expect_good(&config, every_key);
	TEST_ASSERT_EQUAL_STRING("travel", editions[options->edition].id);
	TEST_ASSERT_EQUAL(0, options->rules.two_squares);
	TEST_ASSERT_FALSE(options->rules.more_squares);
	TEST_ASSERT_EQUAL(IMMOBILE_ARBITER, options->rules.immobile_moved);
	TEST_ASSERT_EQUAL(DISCLOSURE_OUTCOME, options->rules.disclosure);
	TEST_ASSERT_TRUE(options->rules.memory_aid);
	TEST_ASSERT_TRUE(options->rules.bluff);
	TEST_ASSERT_TRUE(options->rules.training);
	TEST_ASSERT_EQUAL(30000, options->table.debounce_us);
	TEST_ASSERT_EQUAL(900000, options->table.settle_us);
	TEST_ASSERT_EQUAL(500000, options->table.jog_us);
	TEST_ASSERT_EQUAL(4000000, options->table.nudge_us);
	TEST_ASSERT_EQUAL(9000000, options->table.hold_us);
	TEST_ASSERT_EQUAL(CLOCK_FISCHER, options->clock.kind);
	TEST_ASSERT_EQUAL(300000, options->clock.main_ms);
	TEST_ASSERT_EQUAL(3000, options->clock.extra_ms);
	TEST_ASSERT_EQUAL(600000, options->clock.setup_ms);
}

static void test_every_key_of_the_rest(void)
{
	struct config config;

	expect_good(&config, every_key);
	TEST_ASSERT_EQUAL_STRING("127.0.0.1", config.listen);
	TEST_ASSERT_EQUAL(0, config.http_port);
	TEST_ASSERT_EQUAL(65535, config.websocket_port);
	TEST_ASSERT_EQUAL(65534, config.mqtt_port);
	TEST_ASSERT_EQUAL(65533, config.watch_port);
	TEST_ASSERT_EQUAL(65532, config.watch_mqtt_port);
	TEST_ASSERT_FALSE(config.ports_are_preferences);
	TEST_ASSERT_EQUAL_STRING("table.club.example", config.address);
	expect_path("/.", config.web_dir);
	TEST_ASSERT_EQUAL(BROADCAST_AFTER, config.broadcast);
	TEST_ASSERT_EQUAL(3600, config.delay_s);
	expect_path("/program", config.mosquitto);
	expect_path("/open", config.plugin);
	expect_path("/open", config.certificate);
	expect_path("/secret", config.private_key);
	TEST_ASSERT_EQUAL_STRING("broker.club.example", config.uplink_host);
	TEST_ASSERT_EQUAL(8883, config.uplink_port);
	TEST_ASSERT_TRUE(config.uplink_tls);
	expect_path("/open", config.uplink_ca);
	TEST_ASSERT_EQUAL_STRING("board 2", config.uplink_user);
	expect_path("/secret", config.uplink_password_file);
	TEST_ASSERT_EQUAL(60, config.code_minutes);
	TEST_ASSERT_EQUAL(0, config.linger_minutes);
}

/* An edition decides only what no setting decides, wherever it stands in the file. */
static void test_edition_anywhere(void)
{
	static const char *const files[] = {
		"[game]\nedition = classic\nbluff = on\n",
		"[game]\nbluff = on\n[table]\nsensors = rfid\n[game]\nedition = classic\n",
	};
	struct config config;

	for (unsigned i = 0; i < 2; i++) {
		expect_good(&config, files[i]);
		TEST_ASSERT_EQUAL_STRING("classic", editions[config.options.edition].id);
		TEST_ASSERT_EQUAL(5, config.options.rules.two_squares);
		TEST_ASSERT_TRUE(config.options.rules.bluff);
		TEST_ASSERT_EQUAL(i == 1 ? SENSOR_RFID : SENSOR_REED, config.options.table.sensors);
	}
}

static struct options rules_of(const struct config *config, const char *edition)
{
	struct referee_options options;

	config_options_of(config, edition_find(edition, strlen(edition)), &options);
	TEST_ASSERT_EQUAL_STRING(edition, editions[options.edition].id);
	TEST_ASSERT_EQUAL_MEMORY(&config->options.table, &options.table, sizeof options.table);
	TEST_ASSERT_EQUAL_MEMORY(&config->options.clock, &options.clock, sizeof options.clock);
	return options.rules;
}

/* What the file says holds for every edition, what the edition in it says for that one only. */
static void test_rules_of_other_editions(void)
{
	struct config config;

	expect_good(&config, "[game]\nedition = travel\ndisclosure = outcome\nbluff = on\n"
			     "more-squares = on\nclock = total 7\nsettle-ms = 900\n");
	TEST_ASSERT_EQUAL(DISCLOSURE_OUTCOME, rules_of(&config, "classic").disclosure);
	TEST_ASSERT_EQUAL(5, rules_of(&config, "classic").two_squares);
	TEST_ASSERT_TRUE(rules_of(&config, "classic").more_squares);
	TEST_ASSERT_EQUAL(IMMOBILE_PUT_BACK, rules_of(&config, "classic").immobile_moved);
	TEST_ASSERT_EQUAL(IMMOBILE_LOSES, rules_of(&config, "travel").immobile_moved);
	TEST_ASSERT_EQUAL(DISCLOSURE_OUTCOME, rules_of(&config, "travel").disclosure);
	TEST_ASSERT_FALSE(rules_of(&config, "travel").bluff);
	TEST_ASSERT_TRUE(rules_of(&config, "battle-cards").bluff);
	expect_round_trip(&config);
	/* a setting that agrees with the edition is still a setting */
	expect_good(&config, "[game]\nedition = barrage\ntwo-squares = 3\n");
	TEST_ASSERT_EQUAL(3, rules_of(&config, "classic").two_squares);
	expect_round_trip(&config);
	config_default(&config);
	for (unsigned i = 0; i < EDITION_COUNT; i++) {
		struct options rules = rules_of(&config, editions[i].id);

		TEST_ASSERT_EQUAL_MEMORY(&editions[i].options, &rules, sizeof rules);
	}
}

static void test_layout_does_not_matter(void)
{
	static const char *const files[] = {
		"[board]\nname = x\ntitle = A b\n",
		"\xef\xbb\xbf[board]\r\nname = x\r\ntitle = A b\r\n",
		"\n  # \xff comment\n\t[board] ; here\n\tname\t=\tx\n    title=A b ; and = here",
		";[nothing]\n#=\n[board]\n[game]\n[board]\nname=x;\t\ntitle =  A b\t ;\n",
	};
	struct config config, first;

	expect_good(&first, files[0]);
	for (unsigned i = 1; i < 3; i++) {
		expect_good(&config, files[i]);
		expect_same(&first, &config);
	}
	expect_complaint(files[3], 6, "name"); /* no blank before that ';' */
	expect_good(&config, "\xef\xbb\xbf"
			     "[board]\ntitle = C# ;minor\n");
	TEST_ASSERT_EQUAL_STRING("C#", config.title);
}

static void test_ports(void)
{
	struct config config;

	expect_good(&config, "[network]\nhttp-port = 8082\n"); /* the default gives way */
	TEST_ASSERT_EQUAL(0, config.watch_port);
	expect_good(&config, "[network]\nhttp-port = 0\nwebsocket-port = 0\n");
	TEST_ASSERT_FALSE(config.ports_are_preferences);
	expect_good(&config, "[uplink]\nhost = a\nport = 77\ntls = on\n");
	TEST_ASSERT_TRUE(config.ports_are_preferences);
	TEST_ASSERT_EQUAL(77, config.uplink_port);
}

/* ---- files ---- */

static void test_files_that_cannot_be_read(void)
{
	struct config config;
	FILE *endless = fopen("/dev/zero", "r"), *complaints = fmemopen(said, TEXT_MAX, "w");

	config_default(&config);
	TEST_ASSERT_EQUAL(-ENOENT, config_read(&config, path_of("none")));
	TEST_ASSERT_EQUAL(-EISDIR, config_read(&config, scratch_dir));
	TEST_ASSERT_NOT_NULL(endless);
	TEST_ASSERT_NOT_NULL(complaints);
	TEST_ASSERT_EQUAL(1, config_read_stream(&config, endless, "zero", complaints));
	fclose(endless);
	fclose(complaints);
	TEST_ASSERT_EQUAL_MEMORY("zero:1: ", said, 8);
}

/* The example shows every key with its default, and is right with and without its ';'. */
static void uncomment(FILE *in, char *text)
{
	char line[256];

	for (; fgets(line, sizeof line, in); text += strlen(text)) {
		size_t key = strspn(line + (line[0] == ';' ? 2 : 0), "abcdefghijklmnopqrstuvwxyz-");
		bool is_key = line[0] == ';' && strncmp(line + 2 + key, " =", 2) == 0;

		TEST_ASSERT_NOT_NULL(strchr(line, '\n'));
		strcpy(text, is_key ? line + 2 : line);
	}
}

static void test_example(void)
{
	static char text[TEXT_MAX], printed[TEXT_MAX];
	struct config defaults, config;
	FILE *in = fopen("daemon/adjutant.conf", "r");

	TEST_ASSERT_NOT_NULL_MESSAGE(in, "run this where daemon/adjutant.conf is");
	config_default(&defaults);
	config = defaults;
	TEST_ASSERT_EQUAL(0, config_read(&config, "daemon/adjutant.conf"));
	expect_same(&defaults, &config);
	uncomment(in, text);
	fclose(in);
	expect_good(&config, text);
	defaults.ports_are_preferences = false;
	defaults.rules_given = config.rules_given; /* all of them */
	expect_same(&defaults, &config);
	print_config(&config, printed);
	for (const char *line = strtok(printed, "\n"); line; line = strtok(NULL, "\n"))
		if (!strstr(text, line))
			TEST_FAIL_MESSAGE(line);
}

static void expect_state(const char *own, const char *systemd, const char *xdg, const char *home,
			 const char *expected)
{
	char path[PATHS_SIZE];

	setenv("ADJUTANT_STATE", own, 1);
	setenv("STATE_DIRECTORY", systemd, 1);
	setenv("XDG_STATE_HOME", xdg, 1);
	setenv("HOME", home, 1);
	paths_default_state(path);
	unsetenv("STATE_DIRECTORY");
	unsetenv("XDG_STATE_HOME");
	TEST_ASSERT_EQUAL_STRING(expected, path);
}

static void test_state_directory(void)
{
	char long_path[PATHS_SIZE + 1], here[PATHS_SIZE];

	memset(long_path, 'x', PATHS_SIZE);
	long_path[0] = '/';
	long_path[PATHS_SIZE] = '\0';
	expect_state("/a", "/b", "/c", "/d", "/a");
	expect_state("", "/b", "/c", "/d", "/b");
	expect_state("", "/b:/b2", "/c", "/d", "/b");
	expect_state("", "", "/c", "/d", "/c/adjutant");
	expect_state("", "", "relative", "/d", "/d/.local/state/adjutant");
	expect_state(long_path, "", "", "/d", "/d/.local/state/adjutant");
	expect_state("", long_path, long_path, long_path, "/var/lib/adjutant");
	TEST_ASSERT_NOT_NULL(getcwd(here, sizeof here - 2));
	strcat(here, "/s");
	expect_state("s", "/b", "/c", "/d", here);
}

static void test_what_is_found_is_there(void)
{
	char path[PATHS_SIZE];
	struct stat status;

	/* neither need be here; what is found must be */
	TEST_ASSERT_TRUE(paths_find_web(path) ? stat(path, &status) == 0 : path[0] == '\0');
	TEST_ASSERT_TRUE(paths_find_plugin(path) ? access(path, R_OK) == 0 : path[0] == '\0');
}

/* ---- there and back ---- */

static void test_round_trip(void)
{
	struct config config;

	config_default(&config);
	expect_round_trip(&config);
	expect_good(&config, every_key);
	expect_round_trip(&config);
}

static void test_round_trip_of_games(void)
{
	static const char *const clocks[] = {
		"none",		 "move 1",	   "move 86400 setup 1",    "fischer 5+0",
		"setup 1440",	 "total 30",	   "setup 3 bronstein 1+1", "total 1440 setup 7",
		"fischer 90+30", "bronstein 2+90",
	};
	struct config config;
	char text[256];

	for (unsigned i = 0; i < EDITION_COUNT; i++)
		for (unsigned j = 0; j < sizeof clocks / sizeof *clocks; j++) {
			snprintf(text, sizeof text,
				 "[game]\nclock = %s\nedition = %s\ntwo-squares = %u\n", clocks[j],
				 editions[i].id, j % TWO_SQUARES_MAX + 1);
			expect_good(&config, text);
			expect_round_trip(&config);
		}
}

static void test_names(void)
{
	TEST_ASSERT_EQUAL_STRING("virtual", config_driver_name(DRIVER_VIRTUAL));
	TEST_ASSERT_EQUAL_STRING("serial", config_driver_name(DRIVER_SERIAL));
	TEST_ASSERT_EQUAL_STRING("revealed", broadcast_name(BROADCAST_REVEALED));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_defaults);
	RUN_TEST(test_every_key_of_board_and_table);
	RUN_TEST(test_lines_of_the_driver);
	RUN_TEST(test_every_key_of_game);
	RUN_TEST(test_every_key_of_the_rest);
	RUN_TEST(test_edition_anywhere);
	RUN_TEST(test_rules_of_other_editions);
	RUN_TEST(test_layout_does_not_matter);
	RUN_TEST(test_ports);
	RUN_TEST(test_files_that_cannot_be_read);
	RUN_TEST(test_example);
	RUN_TEST(test_state_directory);
	RUN_TEST(test_what_is_found_is_there);
	RUN_TEST(test_round_trip);
	RUN_TEST(test_round_trip_of_games);
	RUN_TEST(test_names);
	return UNITY_END();
}
