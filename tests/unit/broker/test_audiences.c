/*
 * Who can read and write what at a real broker with the access file in force. The tables say what
 * is allowed; everything else is tried too, and that the same message does reach its audience.
 */
#include "tests/support/broker/audiences.h"

#include "unity.h"

#include <stdio.h>
#include <string.h>

/* sets of audiences */
enum { R = 1 << SEAT_RED, B = 1 << SEAT_BLUE, A = 1 << SEAT_ARBITER, T = 1 << SEAT_TABLE };
enum { W = 1 << ANYONE, ALL = R | B | A | T | W };

/* those who may come to the broker that is tried: seats to the players', anyone to the spectators' */
static unsigned first = 0, end = SEAT_COUNT;

static const struct place {
	const char *topic;
	unsigned readers, writers;
} places[] = {
	{BOARD "public/state", ALL, 0},	 {BOARD "public/event", ALL, 0},
	{BOARD "public/online", ALL, 0}, {BOARD "seat/red/view", R, 0},
	{BOARD "seat/red/event", R, 0},	 {BOARD "seat/red/say", 0, R},
	{BOARD "seat/red/other", 0, 0},	 {BOARD "seat/red/view/more", 0, 0},
	{BOARD "seat/red", 0, 0},	 {BOARD "seat/blue/view", B, 0},
	{BOARD "seat/blue/event", B, 0}, {BOARD "seat/blue/say", 0, B},
	{BOARD "seat/other", 0, 0},	 {BOARD "arbiter/view", A, 0},
	{BOARD "arbiter/event", A, 0},	 {BOARD "arbiter/say", 0, A},
	{BOARD "arbiter", 0, 0},	 {BOARD "table/say", 0, T},
	{BOARD "table/view", 0, 0},	 {BOARD "other", 0, 0},
};

static const struct filter {
	const char *text;
	unsigned granted;
} filters[] = {
	{"#", 0},
	{"+", 0},
	{"+/#", 0},
	{"/#", 0},
	{"+/+/+/+/+", 0},
	{"+/+/+/+/+/+", 0},
	{"adjutant/#", 0},
	{"adjutant/+/table/#", 0},
	{"adjutant/v1/#", 0},
	{"adjutant/v1/+/#", 0},
	{"adjutant/v1/+/public/#", 0},
	{"adjutant/v1/+/public/state", 0},
	{"adjutant/v1/+/seat/+/view", 0},
	{"adjutant/v1/other/public/#", 0},
	{BOARD "#", 0},
	{BOARD "+", 0},
	{BOARD "+/#", 0},
	{BOARD "+/+", 0},
	{BOARD "+/+/+", 0},
	{BOARD "+/view", 0},
	{BOARD "+/red/view", 0},
	{BOARD "seat/#", 0},
	{BOARD "seat/+/view", 0},
	{BOARD "seat/+/event", 0},
	{BOARD "seat/red/#", 0},
	{BOARD "seat/red/+", 0},
	{BOARD "seat/red/view/#", 0},
	{BOARD "seat/blue/#", 0},
	{BOARD "seat/blue/+", 0},
	{BOARD "arbiter/#", 0},
	{BOARD "arbiter/+", 0},
	{BOARD "table/#", 0},
	{BOARD "table/+", 0},
	{"$SYS/#", 0},
	{"$SYS/broker/version", 0},
	{"$CONTROL/#", 0},
	{"$CONTROL/+/#", 0},
	{"$CONTROL/dynamic-security/#", 0},
	{CONTROL, 0},
	{CONTROL "/response", 0},
	{"$share/g/#", 0},
	{"$share/g/" BOARD "#", 0},
	{"$share/g/" BOARD "seat/red/view", 0},
	{"$share/g/" BOARD "seat/blue/view", 0},
	{"$share/g/" BOARD "arbiter/view", 0},
	{BOARD "public/#", W},
	{BOARD "public/+", W},
	{BOARD "public/some/#", 0},
	{BOARD "public/state/#", 0},
	{BOARD "public/+/#", 0},
	{BOARD "public/x/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", 0},
};

enum {
	PLACES = sizeof places / sizeof *places,
	FILTERS = sizeof filters / sizeof *filters,
};

void setUp(void)
{
	server_open();
	for (unsigned i = 0; i < PLACES; i++)
		TEST_ASSERT_TRUE(mqtt_publish(&server, places[i].topic, "kept", 4, true));
}

void tearDown(void)
{
	mqtt_close(&server);
}

static bool is_in(unsigned set, unsigned audience)
{
	return set >> audience & 1;
}

/* ---- reading ---- */

/* The filters of the table, then every place by its own name. */
static struct filter filter_at(unsigned i)
{
	return i < FILTERS
		       ? filters[i]
		       : (struct filter){places[i - FILTERS].topic, places[i - FILTERS].readers};
}

static bool filter_covers(const struct filter *filter, const char *topic)
{
	bool covers = false;

	mosquitto_topic_matches_sub(filter->text, topic, &covers);
	return covers;
}

static void assert_heard(const struct mqtt_client *client, unsigned audience,
			 const struct filter *filter, const char *live)
{
	char what[256];

	for (unsigned i = 0; i < PLACES; i++) {
		const struct heard *kept = mqtt_heard(client, places[i].topic, "kept");
		bool is_sentinel = strcmp(places[i].topic, SENTINEL) == 0; /* heard anyway */
		bool expected = is_in(filter->granted, audience) &&
				is_in(places[i].readers, audience) &&
				filter_covers(filter, places[i].topic);

		snprintf(what, sizeof what, "%s subscribes to %s: %s", who(audience), filter->text,
			 places[i].topic);
		TEST_ASSERT_EQUAL_MESSAGE(expected || is_sentinel, kept && kept->retained, what);
		TEST_ASSERT_EQUAL_MESSAGE(expected || is_sentinel,
					  mqtt_heard(client, places[i].topic, live) != NULL, what);
		/* and the one who may hear everything has heard it */
		TEST_ASSERT_NOT_NULL(mqtt_heard(&server, places[i].topic, live));
	}
}

/* Nothing from anywhere else, such as the broker's own topics. */
static void assert_nothing_else(const struct mqtt_client *client)
{
	for (unsigned i = 0; i < client->heard_count; i++)
		TEST_ASSERT_EQUAL_STRING_LEN_MESSAGE(BOARD, client->heard[i].topic, strlen(BOARD),
						     client->heard[i].topic);
}

static void try_filter(unsigned audience, const struct filter *filter, unsigned round, int version)
{
	struct mqtt_login login = login_of(audience);
	struct mqtt_client client;
	bool granted = is_in(filter->granted, audience);
	char live[32], what[256];

	snprintf(live, sizeof live, "live %u", round);
	snprintf(what, sizeof what, "%s subscribes to %s", who(audience), filter->text);
	login.version = version;
	TEST_ASSERT_EQUAL_MESSAGE(0, open_with(&client, &login), what);
	/* version 3.1 has no word for no: it says yes, and must not mean it */
	TEST_ASSERT_EQUAL_MESSAGE(granted || version == MQTT_PROTOCOL_V31 ? 1 : REFUSED,
				  mqtt_subscribe(&client, filter->text), what);
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&client, SENTINEL));
	mqtt_forget(&server);
	for (unsigned i = 0; i < PLACES; i++)
		TEST_ASSERT_TRUE(mqtt_say(&server, places[i].topic, live));
	catch_up(&client);
	catch_up(&server);
	assert_heard(&client, audience, filter, live);
	assert_nothing_else(&client);
	mqtt_close(&client);
}

static void try_filters(int version)
{
	for (unsigned audience = first; audience < end; audience++)
		for (unsigned i = 0; i < FILTERS + PLACES; i++) {
			struct filter filter = filter_at(i);

			try_filter(audience, &filter, i, version);
		}
}

static void everybody_hears_what_is_for_them_and_nothing_else(void)
{
	try_filters(MQTT_PROTOCOL_V311);
}

static void and_so_in_older_mqtt(void)
{
	try_filters(MQTT_PROTOCOL_V31);
}

static void and_so_in_newer_mqtt(void)
{
	try_filters(MQTT_PROTOCOL_V5);
}

/* ---- writing ---- */

static void try_place(struct mqtt_client *client, unsigned audience, const struct place *place,
		      bool retain)
{
	char what[256];

	snprintf(what, sizeof what, "%s writes to %s", who(audience), place->topic);
	mqtt_forget(&server);
	TEST_ASSERT_TRUE_MESSAGE(mqtt_publish(client, place->topic, "forged", 6, retain), what);
	catch_up(&server);
	TEST_ASSERT_EQUAL_MESSAGE(is_in(place->writers, audience),
				  mqtt_heard(&server, place->topic, "forged") != NULL, what);
}

/* What a latecomer would be told, and that it is still what the daemon said. */
static void assert_all_kept(unsigned audience)
{
	mqtt_forget(&server);
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&server, BOARD "#"));
	catch_up(&server);
	for (unsigned i = 0; i < PLACES; i++)
		if (!is_in(places[i].writers, audience)) {
			TEST_ASSERT_NOT_NULL_MESSAGE(mqtt_heard(&server, places[i].topic, "kept"),
						     places[i].topic);
			TEST_ASSERT_NULL(mqtt_heard(&server, places[i].topic, "forged"));
		}
}

static void everybody_writes_where_they_may_and_nowhere_else(void)
{
	for (unsigned audience = first; audience < end; audience++) {
		struct mqtt_client client;

		open_as(&client, audience);
		for (unsigned i = 0; i < PLACES; i++) {
			try_place(&client, audience, &places[i], false);
			try_place(&client, audience, &places[i], true);
		}
		mqtt_close(&client);
		assert_all_kept(audience);
		for (unsigned i = 0; i < PLACES; i++)
			TEST_ASSERT_TRUE(mqtt_publish(&server, places[i].topic, "kept", 4, true));
	}
}

/* A broker may refuse a client with such a will, or behave as if it had none. */
static void try_will(unsigned audience, const struct place *place)
{
	struct mqtt_login login = login_of(audience);
	struct mqtt_client client;
	bool may = is_in(place->writers, audience);
	char what[256];

	snprintf(what, sizeof what, "the will of %s on %s", who(audience), place->topic);
	login.will = place->topic;
	if (open_with(&client, &login) != 0) {
		TEST_ASSERT_FALSE_MESSAGE(may, what);
		mqtt_close(&client);
		return;
	}
	mqtt_forget(&server);
	mqtt_vanish(&client);
	catch_up_with_all();
	TEST_ASSERT_EQUAL_MESSAGE(may, mqtt_heard(&server, place->topic, "will") != NULL, what);
}

static void nobody_forges_with_a_last_will(void)
{
	for (unsigned audience = first; audience < end; audience++)
		for (unsigned i = 0; i < PLACES; i++)
			try_will(audience, &places[i]);
}

/* Neither without a name, nor with the id of a client that has one. */
static void players_have_names(void)
{
	struct mqtt_login login = login_of(SEAT_RED);
	struct mqtt_client client, red;

	open_as(&red, SEAT_RED);
	login.user = login.password = NULL;
	TEST_ASSERT_NOT_EQUAL(0, open_with(&client, &login));
	mqtt_close(&client);
	login = login_of(ANYONE);
	TEST_ASSERT_NOT_EQUAL(0, open_with(&client, &login));
	mqtt_close(&client);
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&red, SENTINEL));
	catch_up(&red);
	mqtt_close(&red);
}

int main(void)
{
	UNITY_BEGIN();
	broker_process_prepare(&process);
	broker_process_start(&process);
	RUN_TEST(players_have_names);
	RUN_TEST(everybody_hears_what_is_for_them_and_nothing_else);
	RUN_TEST(and_so_in_older_mqtt);
	RUN_TEST(and_so_in_newer_mqtt);
	RUN_TEST(everybody_writes_where_they_may_and_nowhere_else);
	RUN_TEST(nobody_forges_with_a_last_will);
	broker_process_finish(&process);
	first = ANYONE;
	end = AUDIENCES;
	broker_process_prepare(&process);
	broker_process_be_for_spectators(&process);
	broker_process_start(&process);
	RUN_TEST(everybody_hears_what_is_for_them_and_nothing_else);
	RUN_TEST(and_so_in_older_mqtt);
	RUN_TEST(and_so_in_newer_mqtt);
	RUN_TEST(everybody_writes_where_they_may_and_nowhere_else);
	RUN_TEST(nobody_forges_with_a_last_will);
	broker_process_finish(&process);
	return UNITY_END();
}
