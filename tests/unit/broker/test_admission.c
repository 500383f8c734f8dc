/*
 * Which clients get into a real broker with the access file in force, which are thrown out, and
 * what is left of all that in logs and files.
 */
#include "tests/support/broker/audiences.h"

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void setUp(void)
{
	server_open();
	TEST_ASSERT_TRUE(mqtt_publish(&server, BOARD "seat/red/view", "kept", 4, true));
}

void tearDown(void)
{
	mqtt_close(&server);
}

/* ---- commands ---- */

static bool is_answered(void)
{
	for (unsigned i = 0; i < server.heard_count; i++)
		if (strcmp(server.heard[i].topic, CONTROL "/response") == 0)
			return true;
	return false;
}

static const char permit_all[] =
	"{\"commands\":[{\"command\":\"setDefaultACLAccess\",\"acls\":[{\"acltype\":\"subscribe\","
	"\"allow\":true},{\"acltype\":\"publishClientReceive\",\"allow\":true}]}]}";

static void try_command(unsigned audience)
{
	struct mqtt_client client;

	open_as(&client, audience);
	mqtt_forget(&server);
	mqtt_say(&client, CONTROL, permit_all);
	catch_up(&server);
	TEST_ASSERT_FALSE_MESSAGE(is_answered(), who(audience));
	TEST_ASSERT_EQUAL(REFUSED, mqtt_subscribe(&client, "#"));
	mqtt_close(&client);
}

static void try_command_by_will(unsigned audience)
{
	struct mqtt_login login = login_of(audience);
	struct mqtt_client client;

	login.will = CONTROL;
	login.will_text = permit_all;
	if (open_with(&client, &login) != 0) {
		mqtt_close(&client);
		return;
	}
	mqtt_forget(&server);
	mqtt_vanish(&client);
	catch_up_with_all();
	TEST_ASSERT_FALSE_MESSAGE(is_answered(), who(audience));
	open_as(&client, audience);
	TEST_ASSERT_EQUAL(REFUSED, mqtt_subscribe(&client, "#"));
	mqtt_close(&client);
}

static void only_the_daemon_commands(void)
{
	static const char question[] = "{\"commands\":[{\"command\":\"getDefaultACLAccess\"}]}";

	for (unsigned audience = 0; audience < SEAT_COUNT; audience++) {
		try_command(audience);
		try_command_by_will(audience);
	}
	mqtt_forget(&server);
	TEST_ASSERT_TRUE(mqtt_say(&server, CONTROL, question));
	catch_up(&server);
	TEST_ASSERT_TRUE(is_answered());
}

static void assert_command(json_t *commands, const char *why_not)
{
	char *line = json_dumps(commands, JSON_COMPACT);
	const char *why = NULL;
	json_t *response = NULL;

	mqtt_forget(&server);
	TEST_ASSERT_TRUE(mqtt_say(&server, CONTROL, line));
	catch_up(&server);
	TEST_ASSERT_TRUE(is_answered());
	for (unsigned i = 0; !response && i < server.heard_count; i++)
		response = json_loads(server.heard[i].payload, 0, NULL);
	TEST_ASSERT_EQUAL(why_not != NULL, access_failed(response, &why));
	if (why_not) {
		TEST_ASSERT_EQUAL_STRING(why_not, why);
	}
	json_decref(response);
	json_decref(commands);
	free(line);
}

/* A device that pairs is let in from that moment on, and out again however it holds on. */
static void devices_come_and_go(void)
{
	struct credentials device;
	struct mqtt_client client;
	struct mqtt_login login;

	credentials_make(&device);
	login = mqtt_login_of(&device);
	TEST_ASSERT_NOT_EQUAL(0, open_with(&client, &login));
	mqtt_close(&client);
	assert_command(access_admit(SEAT_RED, &device), NULL);
	assert_command(access_admit(SEAT_RED, &device), "Client already exists");
	TEST_ASSERT_EQUAL(0, open_with(&client, &login));
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&client, BOARD "seat/red/view"));
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&client, SENTINEL));
	TEST_ASSERT_EQUAL(REFUSED, mqtt_subscribe(&client, BOARD "seat/blue/view"));
	catch_up(&client);
	TEST_ASSERT_NOT_NULL(mqtt_heard(&client, BOARD "seat/red/view", "kept"));
	assert_command(access_expel(&device), NULL);
	mqtt_wait_until_gone(&client);
	mqtt_close(&client);
	TEST_ASSERT_NOT_EQUAL(0, open_with(&client, &login));
	mqtt_close(&client);
	assert_command(access_expel(&device), "Client not found");
}

/* ---- getting in ---- */

struct stranger {
	const char *what, *client, *user, *password;
};

static void assert_kept_out(const struct stranger *stranger, struct mqtt_client *owner)
{
	struct mqtt_login login = {
		.client = stranger->client, .user = stranger->user, .password = stranger->password};
	struct mqtt_client client;

	TEST_ASSERT_NOT_EQUAL_MESSAGE(0, open_with(&client, &login), stranger->what);
	mqtt_close(&client);
	catch_up(owner); /* who is not thrown out by it */
}

static void credentials_are_good_together_only(void)
{
	const struct credentials *red = &process.grants.seats[SEAT_RED];
	const struct credentials *blue = &process.grants.seats[SEAT_BLUE];
	const struct stranger strangers[] = {
		{"a wrong password", red->client, red->user, "wrong"},
		{"a password cut off", red->client, red->user, "0"},
		{"an empty password", red->client, red->user, ""},
		{"no password", red->client, red->user, NULL},
		{"the other's password", red->client, red->user, blue->password},
		{"the other's user", red->client, blue->user, red->password},
		{"another client", "another", red->user, red->password},
		{"the other's client", blue->client, red->user, red->password},
		{"no client", NULL, red->user, red->password},
		{"nobody's user", red->client, "nobody", "wrong"},
		{"the role for a user", red->client, "red", red->password},
		{"the daemon for a user", red->client, "daemon", ""},
	};
	struct mqtt_client owner;

	open_as(&owner, SEAT_RED);
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&owner, SENTINEL));
	for (unsigned i = 0; i < sizeof strangers / sizeof *strangers; i++)
		assert_kept_out(&strangers[i], &owner);
	mqtt_close(&owner);
}

/* A client that knows another's name and not its password is not let in, and disturbs no one. */
static void a_stolen_name_gives_nothing(void)
{
	struct mqtt_login owner = login_of(SEAT_RED), thief = {.client = owner.client};
	struct mqtt_client client, stranger;

	owner.keeps_session = thief.keeps_session = true;
	TEST_ASSERT_EQUAL(0, open_with(&client, &owner));
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&client, BOARD "seat/red/event"));
	TEST_ASSERT_NOT_EQUAL(0, open_with(&stranger, &thief));
	mqtt_close(&stranger);
	TEST_ASSERT_TRUE(mqtt_say(&server, BOARD "seat/red/event", "live"));
	TEST_ASSERT_TRUE(mqtt_hears(&client, BOARD "seat/red/event", "live"));
	mqtt_close(&client);
	TEST_ASSERT_TRUE(mqtt_say(&server, BOARD "seat/red/event", "waiting"));
	TEST_ASSERT_NOT_EQUAL(0, open_with(&stranger, &thief));
	mqtt_close(&stranger);
	TEST_ASSERT_EQUAL(0, open_with(&client, &owner));
	TEST_ASSERT_TRUE(mqtt_hears(&client, BOARD "seat/red/event", "waiting"));
	mqtt_close(&client);
}

/* ---- too much ---- */

static void a_megabyte_is_dropped_and_its_sender_too(void)
{
	enum { MEGABYTE = 1 << 20, LARGE = BROKER_PACKET_MAX - 1024 };
	struct mqtt_client client;
	char *bytes = malloc(MEGABYTE);

	memset(bytes, 'x', MEGABYTE);
	open_as(&client, SEAT_RED);
	mqtt_forget(&server);
	TEST_ASSERT_FALSE(mqtt_publish(&client, BOARD "seat/red/say", bytes, MEGABYTE, false));
	mqtt_close(&client);
	catch_up(&server);
	for (unsigned i = 0; i < server.heard_count; i++)
		TEST_ASSERT_EQUAL_STRING(SENTINEL, server.heard[i].topic);
	TEST_ASSERT_TRUE(mqtt_publish(&server, BOARD "public/event", bytes, LARGE, false));
	catch_up(&server);
	TEST_ASSERT_EQUAL_STRING(BOARD "public/event", server.heard[1].topic);
	free(bytes);
}

/* ---- afterwards ---- */

static void assert_secret(const char *text, const char *secret)
{
	TEST_ASSERT_NULL_MESSAGE(strstr(text, secret), "a secret is in a file");
}

static void assert_no_secrets(const char *text, bool names_too)
{
	for (unsigned i = 0; i <= SEAT_COUNT; i++) {
		const struct credentials *credentials =
			i < SEAT_COUNT ? &process.grants.seats[i] : &process.grants.daemon;

		assert_secret(text, credentials->password);
		if (names_too) {
			assert_secret(text, credentials->user);
			assert_secret(text, credentials->client);
		}
	}
}

/* After all that was tried. */
static void the_log_and_the_files_give_nobody_away(void)
{
	char path[128], *access, *log = file_text(process.state, "log");
	struct stat status;

	TEST_ASSERT_NOT_NULL(log);
	assert_no_secrets(log, true);
	assert_secret(log, "seat/");
	assert_secret(log, "arbiter/");
	free(log);
	snprintf(path, sizeof path, "%s/broker", process.state);
	TEST_ASSERT_EQUAL(0, stat(path, &status));
	TEST_ASSERT_EQUAL_HEX(0700, status.st_mode & 0777);
	/* which the plugin has rewritten meanwhile */
	access = file_text(path, "access.json");
	TEST_ASSERT_NOT_NULL(access);
	assert_no_secrets(access, false);
	free(access);
	snprintf(path, sizeof path, "%s/broker/access.json", process.state);
	TEST_ASSERT_EQUAL(0, stat(path, &status));
	TEST_ASSERT_EQUAL_HEX(0600, status.st_mode & 0777);
}

int main(void)
{
	UNITY_BEGIN();
	broker_process_prepare(&process);
	broker_process_start(&process);
	RUN_TEST(only_the_daemon_commands);
	RUN_TEST(devices_come_and_go);
	RUN_TEST(credentials_are_good_together_only);
	RUN_TEST(a_stolen_name_gives_nothing);
	RUN_TEST(a_megabyte_is_dropped_and_its_sender_too);
	RUN_TEST(the_log_and_the_files_give_nobody_away);
	broker_process_finish(&process);
	return UNITY_END();
}
