/* Free ports: none that is taken, and none in the range that Linux hands out by itself. */
#include "daemon/base/ports.h"

#include "daemon/base/crypto.h"
#include "tests/support/broker/port.h"

#include "unity.h"

#include <errno.h>
#include <unistd.h>

enum { DEALT_BY_LINUX = 32768 };

void setUp(void)
{
	TEST_ASSERT_EQUAL(0, crypto_init());
}

void tearDown(void)
{
}

static void test_one_that_is_taken_is_not_free(void)
{
	uint16_t taken, found;
	int fd = port_take(&taken);

	TEST_ASSERT_EQUAL(-EADDRINUSE, port_find("127.0.0.1", taken, &found));
	close(fd);
	TEST_ASSERT_EQUAL(0, port_find("127.0.0.1", taken, &found));
	TEST_ASSERT_EQUAL(taken, found);
}

static void test_any_is_one_that_linux_does_not_deal(void)
{
	for (unsigned i = 0; i < 100; i++) {
		uint16_t of_pages, of_players, of_spectators;

		TEST_ASSERT_EQUAL(0, port_find_any("127.0.0.1", PORT_OF_PAGES, &of_pages));
		TEST_ASSERT_EQUAL(0, port_find_any("127.0.0.1", PORT_OF_PLAYERS, &of_players));
		TEST_ASSERT_EQUAL(0,
				  port_find_any("127.0.0.1", PORT_OF_SPECTATORS, &of_spectators));
		TEST_ASSERT_LESS_THAN(DEALT_BY_LINUX, of_pages);
		TEST_ASSERT_LESS_THAN(DEALT_BY_LINUX, of_players);
		TEST_ASSERT_LESS_THAN(DEALT_BY_LINUX, of_spectators);
		TEST_ASSERT_NOT_EQUAL(of_pages, of_players);
		TEST_ASSERT_NOT_EQUAL(of_pages, of_spectators);
		TEST_ASSERT_NOT_EQUAL(of_players, of_spectators);
	}
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_one_that_is_taken_is_not_free);
	RUN_TEST(test_any_is_one_that_linux_does_not_deal);
	return UNITY_END();
}
