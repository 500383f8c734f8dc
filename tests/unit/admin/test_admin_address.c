#define _DEFAULT_SOURCE /* for the flags of network interfaces */
/*
 * The address in pairing codes, on a machine whose networks come and go: this program has a
 * getifaddrs() of its own.
 */
#include "daemon/admin/admin.h"

#include "unity.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <string.h>

static const char *wifi; /* its address; NULL: it is not there yet */
static bool wifi_is_up;
static struct config config;
static struct admin admin;
static struct loop *loop;

int getifaddrs(struct ifaddrs **all)
{
	static struct sockaddr_in addresses[2];
	static struct ifaddrs each[2];
	struct sockaddr *as_any[2];

	memcpy(as_any, (void *[]){&addresses[0], &addresses[1]}, sizeof as_any);
	for (unsigned i = 0; i < 2; i++)
		addresses[i].sin_family = AF_INET;
	inet_pton(AF_INET, "127.0.0.1", &addresses[0].sin_addr);
	if (wifi)
		inet_pton(AF_INET, wifi, &addresses[1].sin_addr);
	each[0] = (struct ifaddrs){.ifa_next = &each[1], .ifa_flags = IFF_UP | IFF_LOOPBACK};
	each[0].ifa_addr = as_any[0];
	each[1] = (struct ifaddrs){.ifa_flags = wifi_is_up ? IFF_UP : 0};
	each[1].ifa_addr = wifi ? as_any[1] : NULL;
	*all = each;
	return 0;
}

void freeifaddrs(struct ifaddrs *all)
{
	(void)all;
}

static void admitted(void *owner, enum seat seat, const struct credentials *credentials)
{
	(void)owner, (void)seat, (void)credentials;
}

void setUp(void)
{
	const struct seats_events events = {NULL, admitted, admitted, NULL};

	wifi = NULL;
	wifi_is_up = true;
	config_default(&config);
	memset(&admin, 0, sizeof admin);
	admin_init(&admin, &config);
	admin.http_port = 8080;
	TEST_ASSERT_EQUAL(0, loop_create(&loop));
	admin.loop = loop;
	TEST_ASSERT_EQUAL(0, crypto_init());
	TEST_ASSERT_EQUAL(0, seats_create(&admin.seats, "table", 5, &events));
}

void tearDown(void)
{
	seats_destroy(admin.seats);
	loop_destroy(loop);
}

/* What an operator is told who asks for a code. */
static void expect_code_for(const char *host, bool with_a_note)
{
	struct admin_after after = {0};
	json_t *request = json_pack("{s:s,s:s}", "do", "pair", "seat", "arbiter");
	json_t *answer = admin_request(&admin, request, &after);
	const char *url = json_string_value(json_object_get(answer, "url"));
	char beginning[100];

	snprintf(beginning, sizeof beginning, "http://%s:8080/arbiter#", host);
	TEST_ASSERT_NOT_NULL(url);
	TEST_ASSERT_EQUAL_MEMORY_MESSAGE(beginning, url, strlen(beginning), url);
	TEST_ASSERT_EQUAL_MESSAGE(with_a_note, json_object_get(answer, "note") != NULL, host);
	json_decref(answer);
	json_decref(request);
}

static void test_network_comes_later(void)
{
	expect_code_for("127.0.0.1", true);
	wifi = "192.168.1.20";
	expect_code_for("192.168.1.20", false);
	wifi = "10.0.0.7"; /* the router has assigned another one */
	expect_code_for("10.0.0.7", false);
	wifi_is_up = false;
	expect_code_for("127.0.0.1", true);
}

/* An operator who has configured the address, or who allows no one else in, knows it. */
static void test_what_is_configured_holds(void)
{
	strcpy(config.listen, "127.0.0.1");
	expect_code_for("127.0.0.1", false);
	wifi = "192.168.1.20";
	expect_code_for("127.0.0.1", false);
	strcpy(config.listen, "0.0.0.0");
	strcpy(config.address, "table.local");
	expect_code_for("table.local", false);
}

/* the address of the page for those who watch, or NULL */
static void expect_way(const char *url)
{
	json_t *page = admin_page_config(&admin), *way = json_object_get(page, "way");
	const char *modules = json_string_value(json_object_get(way, "modules"));

	if (url) {
		TEST_ASSERT_EQUAL_STRING(url, json_string_value(json_object_get(way, "url")));
		TEST_ASSERT_NOT_NULL(modules);
		TEST_ASSERT_EQUAL_MEMORY("1111111", modules, 7); /* a corner of every such code */
	} else {
		TEST_ASSERT_NULL(way);
	}
	json_decref(page);
}

static void test_spectators_are_shown_a_way_that_leads_here(void)
{
	expect_way(NULL);
	wifi = "192.168.1.20";
	expect_way("http://192.168.1.20:8080/watch");
	strcpy(config.listen, "127.0.0.1");
	expect_way(NULL);
	strcpy(config.address, "table.local");
	expect_way("http://table.local:8080/watch");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_network_comes_later);
	RUN_TEST(test_what_is_configured_holds);
	RUN_TEST(test_spectators_are_shown_a_way_that_leads_here);
	return UNITY_END();
}
