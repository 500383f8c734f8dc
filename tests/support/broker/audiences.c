/* Opens connections, and waits until they are up to date. */
#include "tests/support/broker/audiences.h"

#include "unity.h"

#include <stdio.h>

struct broker_process process;
struct mqtt_client server;

const char *who(unsigned audience)
{
	return audience == ANYONE ? "anyone" : seat_name((enum seat)audience);
}

int open_with(struct mqtt_client *client, const struct mqtt_login *login)
{
	return mqtt_open(client, process.socket, 0, login);
}

struct mqtt_login login_of(unsigned audience)
{
	struct mqtt_login nobody = {0};

	return audience == ANYONE ? nobody : mqtt_login_of(&process.grants.seats[audience]);
}

void open_as(struct mqtt_client *client, unsigned audience)
{
	struct mqtt_login login = login_of(audience);

	TEST_ASSERT_EQUAL_MESSAGE(0, open_with(client, &login), who(audience));
}

/* The daemon itself reads and writes less; but it may change that. */
static const char hear_all[] =
	"{\"commands\":["
	"{\"command\":\"addRoleACL\",\"rolename\":\"daemon\",\"acltype\":\"subscribePattern\","
	"\"topic\":\"#\",\"allow\":true},"
	"{\"command\":\"addRoleACL\",\"rolename\":\"daemon\",\"acltype\":\"publishClientReceive\","
	"\"topic\":\"#\",\"allow\":true},"
	"{\"command\":\"addRoleACL\",\"rolename\":\"daemon\",\"acltype\":\"publishClientSend\","
	"\"topic\":\"" BOARD "#\",\"allow\":true}]}";

void server_open(void)
{
	struct mqtt_login login = mqtt_login_of(&process.grants.daemon);

	TEST_ASSERT_EQUAL(0, open_with(&server, &login));
	mqtt_say(&server, CONTROL, hear_all); /* the plugin throws out those whose role changes */
	mqtt_close(&server);
	TEST_ASSERT_EQUAL(0, open_with(&server, &login));
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&server, CONTROL "/response"));
	TEST_ASSERT_EQUAL(1, mqtt_subscribe(&server, BOARD "#"));
}

void catch_up(struct mqtt_client *client)
{
	static unsigned marks;
	char mark[32];

	snprintf(mark, sizeof mark, "mark %u", ++marks);
	TEST_ASSERT_TRUE(mqtt_say(&server, SENTINEL, mark));
	TEST_ASSERT_TRUE(mqtt_hears(client, SENTINEL, mark));
}

/* It may just be about to look at its connections when it is sent the first mark. */
void catch_up_with_all(void)
{
	catch_up(&server);
	catch_up(&server);
}
