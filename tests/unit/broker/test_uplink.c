/*
 * The uplink: what a club's broker gets of a private one, and that the private one gets nothing
 * back, not even from a club's broker that is hostile.
 */
#define _GNU_SOURCE /* memmem() */
#include "daemon/base/child.h"
#include "daemon/base/paths.h"
#include "daemon/broker/uplink.h"
#include "tests/support/broker/audiences.h"
#include "tests/support/broker/port.h"

#include "unity.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct child club;
static struct mqtt_client member; /* of the club, who listens to everything there */
static uint16_t club_port;

/* ---- a club's broker ---- */

static void write_text(const char *name, const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", process.state, name);
	file = fopen(path, "w");
	TEST_ASSERT_NOT_NULL(file);
	fputs(text, file);
	fclose(file);
}

static void start_club(void)
{
	char *arguments[] = {process.config.mosquitto, "-c", "club.conf", NULL}, text[256];
	int dir_fd = open(process.state, O_RDONLY | O_DIRECTORY);
	struct mqtt_login login = {0};

	snprintf(text, sizeof text,
		 "%slistener %u 127.0.0.1\nallow_anonymous true\nlog_dest none\n",
		 geteuid() == 0 ? "user root\n" : "", club_port);
	write_text("club.conf", text);
	TEST_ASSERT_EQUAL(0, child_start(&club, arguments, dir_fd));
	close(dir_fd);
	TEST_ASSERT_EQUAL(0, mqtt_open(&member, NULL, club_port, &login));
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&member, "#"));
}

static void end_club(void)
{
	mqtt_close(&member);
	child_end(&club, 2000);
}

/* ---- all of it ---- */

void setUp(void)
{
	broker_process_prepare(&process);
	broker_process_be_for_spectators(&process);
	close(port_take(&club_port));
	strcpy(process.config.uplink_host, "127.0.0.1");
	process.config.uplink_port = club_port;
}

void tearDown(void)
{
	mqtt_close(&server);
	broker_process_finish(&process);
	end_club();
}

static void keep(const char *topic, const char *text)
{
	TEST_ASSERT_TRUE(mqtt_publish(&server, topic, text, (int)strlen(text), true));
}

static void assert_nothing_but_public(void)
{
	static const char prefix[] = BOARD "public/";

	for (unsigned i = 0; i < member.heard_count; i++)
		TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE(prefix, member.heard[i].topic, strlen(prefix),
						     member.heard[i].topic);
}

/* Secrets are said before what is public, and would have to arrive before it. */
static void the_club_hears_what_is_public(void)
{
	struct mqtt_client latecomer;
	struct mqtt_login login = {0};

	start_club();
	broker_process_start(&process);
	server_open();
	keep(BOARD "seat/red/view", "secret");
	keep(BOARD "arbiter/view", "secret");
	keep(BOARD "public/state", "first");
	TEST_ASSERT_TRUE(mqtt_hears(&member, BOARD "public/state", "first"));
	TEST_ASSERT_TRUE(mqtt_say(&server, BOARD "seat/red/event", "secret"));
	TEST_ASSERT_TRUE(mqtt_say(&server, BOARD "table/say", "secret"));
	TEST_ASSERT_TRUE(mqtt_say(&server, BOARD "public/event", "event"));
	TEST_ASSERT_TRUE(mqtt_hears(&member, BOARD "public/event", "event"));
	keep(BOARD "public/state", "second");
	TEST_ASSERT_TRUE(mqtt_hears(&member, BOARD "public/state", "second"));
	assert_nothing_but_public();
	/* retained there too */
	TEST_ASSERT_EQUAL(0, mqtt_open(&latecomer, NULL, club_port, &login));
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&latecomer, "#"));
	TEST_ASSERT_TRUE(mqtt_hears(&latecomer, BOARD "public/state", "second"));
	TEST_ASSERT_TRUE(mqtt_hears(&latecomer, BOARD "public/uplink", "1"));
	TEST_ASSERT_EQUAL(2, latecomer.heard_count);
	for (unsigned i = 0; i < latecomer.heard_count; i++)
		TEST_ASSERT_TRUE(latecomer.heard[i].retained);
	mqtt_close(&latecomer);
}

/* What is said in the club stays in the club. */
static void the_board_hears_nothing_of_the_club(void)
{
	static const char *const topics[] = {BOARD "public/state", BOARD "seat/red/say",
					     BOARD "table/say", BOARD "other"};

	start_club();
	broker_process_start(&process);
	server_open();
	keep(BOARD "public/state", "first");
	TEST_ASSERT_TRUE(mqtt_hears(&member, BOARD "public/state", "first"));
	for (unsigned i = 0; i < sizeof topics / sizeof *topics; i++) {
		TEST_ASSERT_TRUE(mqtt_publish(&member, topics[i], "forged", 6, true));
		TEST_ASSERT_TRUE(mqtt_hears(&member, topics[i], "forged"));
	}
	TEST_ASSERT_TRUE(mqtt_say(&server, BOARD "public/event", "there"));
	TEST_ASSERT_TRUE(mqtt_hears(&member, BOARD "public/event", "there"));
	catch_up_with_all();
	for (unsigned i = 0; i < server.heard_count; i++)
		TEST_ASSERT_NOT_EQUAL(0, strcmp(server.heard[i].payload, "forged"));
}

/* What was said before it was there too, as far as it is kept. */
static void a_club_is_told_how_things_stand(void)
{
	broker_process_start(&process);
	server_open();
	keep(BOARD "public/state", "before");
	catch_up_with_all();
	start_club();
	TEST_ASSERT_TRUE(mqtt_hears(&member, BOARD "public/state", "before"));
	assert_nothing_but_public();
}

static void assert_kept_in_the_club(const char *topic, const char *text)
{
	struct mqtt_client latecomer;
	struct mqtt_login login = {0};

	TEST_ASSERT_EQUAL(0, mqtt_open(&latecomer, NULL, club_port, &login));
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&latecomer, topic));
	TEST_ASSERT_TRUE(mqtt_hears(&latecomer, topic, text));
	TEST_ASSERT_TRUE(latecomer.heard[0].retained);
	TEST_ASSERT_EQUAL(1, latecomer.heard_count);
	mqtt_close(&latecomer);
}

/* The daemon's own last will is with the private broker, which ends with it: that it is online is
 * the last that the club hears of it. */
static void a_club_sees_that_a_board_is_gone(void)
{
	start_club();
	broker_process_start(&process);
	server_open();
	keep(BOARD "public/online", "true");
	TEST_ASSERT_TRUE(mqtt_hears(&member, BOARD "public/online", "true"));
	assert_kept_in_the_club(BOARD "public/uplink", "1");
	TEST_ASSERT_EQUAL(0, kill(process.pid, SIGKILL));
	TEST_ASSERT_TRUE(mqtt_hears(&member, BOARD "public/uplink", "0"));
	assert_kept_in_the_club(BOARD "public/uplink", "0");
	assert_kept_in_the_club(BOARD "public/online", "true");
	assert_nothing_but_public();
}

/* ---- a hostile one ---- */

/* The bytes of MQTT packets, which no honest broker would send. */
struct bytes {
	uint8_t data[1024];
	size_t count;
};

static void put(struct bytes *bytes, const void *data, size_t count)
{
	TEST_ASSERT_TRUE(bytes->count + count <= sizeof bytes->data);
	memcpy(bytes->data + bytes->count, data, count);
	bytes->count += count;
}

/* QoS 1, so that it is answered when it has been dealt with. */
static void put_publish(struct bytes *bytes, const char *topic, const char *payload, uint8_t id)
{
	size_t topic_length = strlen(topic), rest = 2 + topic_length + 2 + strlen(payload);
	uint8_t head[] = {0x33, (uint8_t)(rest % 128 | 128), (uint8_t)(rest / 128), 0,
			  (uint8_t)topic_length};
	uint8_t number[] = {0, id};

	put(bytes, head, sizeof head);
	put(bytes, topic, topic_length);
	put(bytes, number, sizeof number);
	put(bytes, payload, strlen(payload));
}

static void assert_received(int fd, const uint8_t *expected, size_t count)
{
	uint8_t buffer[256];
	size_t have = 0;

	for (;;) {
		ssize_t more = read(fd, buffer + have, sizeof buffer - have);

		TEST_ASSERT_TRUE_MESSAGE(more > 0, "the uplink has closed the connection");
		have += (size_t)more;
		for (size_t i = 0; i + count <= have; i++)
			if (memcmp(buffer + i, expected, count) == 0)
				return;
	}
}

static void be_hostile(int fd)
{
	static const char permit_all[] =
		"{\"commands\":[{\"command\":\"setDefaultACLAccess\",\"acls\":[{\"acltype\":"
		"\"subscribe\",\"allow\":true},{\"acltype\":\"publishClientReceive\",\"allow\":"
		"true}]}]}";
	static const uint8_t connack[] = {0x20, 2, 0, 0}, last_puback[] = {0x40, 2, 0, 3};
	struct bytes bytes = {.count = 0};
	uint8_t connect[256];

	TEST_ASSERT_TRUE(read(fd, connect, sizeof connect) > 0);
	put(&bytes, connack, sizeof connack);
	put_publish(&bytes, BOARD "seat/red/say", "forged", 1);
	put_publish(&bytes, BOARD "public/state", "forged", 2);
	put_publish(&bytes, CONTROL, permit_all, 3);
	TEST_ASSERT_EQUAL(bytes.count, write(fd, bytes.data, bytes.count));
	assert_received(fd, last_puback, sizeof last_puback);
}

/* Without having been asked for anything, it sends a word, a state and a command. */
static void a_hostile_club_reaches_nothing(void)
{
	struct mqtt_client spectator;
	int listener, fd;

	listener = port_take(&process.config.uplink_port);
	broker_process_start(&process);
	server_open();
	keep(BOARD "public/state", "true");
	fd = accept(listener, NULL, NULL);
	TEST_ASSERT_TRUE(fd >= 0);
	be_hostile(fd);
	catch_up_with_all();
	for (unsigned i = 0; i < server.heard_count; i++) {
		TEST_ASSERT_NOT_EQUAL(0, strcmp(server.heard[i].payload, "forged"));
		TEST_ASSERT_NOT_EQUAL(0, strcmp(server.heard[i].topic, CONTROL "/response"));
	}
	open_as(&spectator, ANYONE);
	TEST_ASSERT_EQUAL(REFUSED, mqtt_subscribe(&spectator, "#"));
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&spectator, BOARD "public/#"));
	TEST_ASSERT_TRUE(mqtt_hears(&spectator, BOARD "public/state", "true"));
	mqtt_close(&spectator);
	close(fd);
	close(listener);
}

/* ---- its configuration ---- */

static char *uplink_configuration(void)
{
	char path[128];

	snprintf(path, sizeof path, "%s/watch", process.state);
	return file_text(path, "uplink.conf");
}

static void credentials_are_given_to_the_club_only(void)
{
	int listener = port_take(&process.config.uplink_port), fd;
	uint8_t connect[256] = {0};
	char *text, *log;

	write_text("password", "open sesame\nnot this\n");
	snprintf(process.config.uplink_password_file, PATHS_SIZE, "%s/password", process.state);
	strcpy(process.config.uplink_user, "table 3");
	broker_process_start(&process);
	fd = accept(listener, NULL, NULL);
	TEST_ASSERT_TRUE(read(fd, connect, sizeof connect) > 0);
	/* user and password come last, each with its length before it */
	TEST_ASSERT_NOT_NULL(memmem(connect, sizeof connect, "\0\7table 3\0\13open sesame\0", 23));
	text = uplink_configuration();
	TEST_ASSERT_NOT_NULL(strstr(text, "remote_password open sesame\n"));
	log = file_text(process.state, "log");
	TEST_ASSERT_NULL(strstr(log, "sesame"));
	free(text);
	free(log);
	close(fd);
	close(listener);
}

/* What is wrong with it; the password's file is written with this, unless NULL. */
static const struct mistake {
	const char *host, *user, *password, *authority;
} mistakes[] = {
	{"club\ntopic # both", "", NULL, ""},
	{"club other", "", NULL, ""},
	{"club:1", "", NULL, ""},
	{"127.0.0.1", "a\ntopic # both", NULL, ""},
	{"127.0.0.1", " a", NULL, ""},
	{"127.0.0.1", "a ", NULL, ""},
	{"127.0.0.1", "a\tb", NULL, ""},
	{"127.0.0.1", "a", "", ""},
	{"127.0.0.1", "a", " b", ""},
	{"127.0.0.1", "a", "b\033", ""},
	{"127.0.0.1", "a", NULL, "/nonexistent/ca.pem"},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

static void make(struct config *config, const struct mistake *mistake, unsigned number)
{
	char name[32];

	*config = process.config;
	strcpy(config->uplink_host, mistake->host);
	strcpy(config->uplink_user, mistake->user);
	strcpy(config->uplink_ca, mistake->authority);
	config->uplink_tls = *mistake->authority != '\0';
	if (mistake->password) {
		snprintf(name, sizeof name, "password%u", number);
		write_text(name, mistake->password);
		snprintf(config->uplink_password_file, PATHS_SIZE, "%s/%s", process.state, name);
	}
}

static void stop(struct timer *timer)
{
	loop_stop(timer->owner);
}

/* Runs uplinks until they must have been started, if they are at all. */
static void run_uplinks(struct uplink **uplinks, const struct config *configs, unsigned count,
			bool expected)
{
	int dir_fd = open(process.state, O_RDONLY | O_DIRECTORY);
	struct timer timer;
	struct loop *loop;

	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	timer_init_machine(loop, &timer, stop, loop);
	for (unsigned i = 0; i < count; i++) {
		TEST_ASSERT_EQUAL(0, uplink_create(&uplinks[i], loop, &configs[i], dir_fd));
		uplink_start(uplinks[i], 1);
	}
	timer_set(&timer, loop_machine_us(loop) + 500000);
	TEST_ASSERT_EQUAL(0, loop_run(loop));
	for (unsigned i = 0; i < count; i++) {
		TEST_ASSERT_EQUAL_MESSAGE(expected, uplink_pid(uplinks[i]) != 0,
					  configs[i].uplink_host);
		uplink_destroy(uplinks[i]);
	}
	timer_finish(&timer);
	loop_destroy(loop);
	close(dir_fd);
}

/* Nothing of it is written down. */
static void values_that_would_be_settings_are_refused(void)
{
	static struct config configs[MISTAKES];
	struct uplink *uplinks[MISTAKES];
	char *text;

	for (unsigned i = 0; i < MISTAKES; i++)
		make(&configs[i], &mistakes[i], i);
	run_uplinks(uplinks, configs, MISTAKES, false);
	TEST_ASSERT_NULL(file_text(process.state, "uplink.conf"));
	run_uplinks(uplinks, &process.config, 1, true);
	text = file_text(process.state, "uplink.conf");
	TEST_ASSERT_NOT_NULL(text);
	free(text);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(the_club_hears_what_is_public);
	RUN_TEST(the_board_hears_nothing_of_the_club);
	RUN_TEST(a_club_is_told_how_things_stand);
	RUN_TEST(a_club_sees_that_a_board_is_gone);
	RUN_TEST(a_hostile_club_reaches_nothing);
	RUN_TEST(credentials_are_given_to_the_club_only);
	RUN_TEST(values_that_would_be_settings_are_refused);
	return UNITY_END();
}
