/* The key exchange of pairing: the same vectors as the pages' own test, and what goes into the keys. */
#include "daemon/base/exchange.h"

#include <jansson.h>
#include <string.h>
#include <unity.h>

static json_t *vectors;

void setUp(void)
{
	TEST_ASSERT_EQUAL_INT(0, crypto_init());
	vectors = json_load_file("tests/e2e/lib/vectors.json", 0, NULL);
	TEST_ASSERT_NOT_NULL(vectors);
}

void tearDown(void)
{
	json_decref(vectors);
}

static void read_bytes(json_t *vector, const char *name, uint8_t *bytes, size_t count)
{
	TEST_ASSERT_TRUE_MESSAGE(
		hex_parse(json_string_value(json_object_get(vector, name)), bytes, count), name);
}

static void expect_bytes(json_t *vector, const char *name, const uint8_t bytes[HASH_SIZE])
{
	char digits[HASH_TEXT];

	hex_format(bytes, HASH_SIZE, digits);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(json_string_value(json_object_get(vector, name)), digits,
					 name);
}

static struct exchange_terms terms_of(json_t *vector)
{
	struct exchange_terms terms = {.seat = json_string_value(json_object_get(vector, "seat")),
				       .board =
					       json_string_value(json_object_get(vector, "board"))};

	read_bytes(vector, "seed", terms.seed, SEED_SIZE);
	return terms;
}

static struct exchange exchange_of(json_t *vector, const char *name)
{
	struct exchange exchange;
	uint8_t secret[KEY_SIZE];

	read_bytes(vector, name, secret, KEY_SIZE);
	exchange_begin_with(&exchange, secret);
	return exchange;
}

static void expect_keys(json_t *vector, const struct exchange *own, enum exchange_role role,
			const struct exchange *theirs)
{
	struct exchange_terms terms = terms_of(vector);
	struct exchange_keys keys;

	TEST_ASSERT_TRUE(exchange_agree(own, role, theirs->public_key, &terms, &keys));
	expect_bytes(vector, "up", keys.up);
	expect_bytes(vector, "down", keys.down);
}

static void test_vectors_that_the_pages_use_too(void)
{
	json_t *vector;
	size_t i;

	json_array_foreach(json_object_get(vectors, "exchanges"), i, vector)
	{
		struct exchange device = exchange_of(vector, "device_secret");
		struct exchange daemon = exchange_of(vector, "daemon_secret");
		struct exchange_terms terms = terms_of(vector);
		uint8_t proof[HASH_SIZE];

		expect_bytes(vector, "device_key", device.public_key);
		expect_bytes(vector, "daemon_key", daemon.public_key);
		exchange_prove(terms.seed, device.public_key, proof);
		expect_bytes(vector, "proof", proof);
		expect_keys(vector, &device, EXCHANGE_DEVICE, &daemon);
		expect_keys(vector, &daemon, EXCHANGE_DAEMON, &device);
	}
	TEST_ASSERT_GREATER_THAN(1, i);
}

/* Who has been told something else has other keys: the code, the seat, the board, the roles. */
static void test_everything_goes_into_the_keys(void)
{
	json_t *vector = json_array_get(json_object_get(vectors, "exchanges"), 0);
	struct exchange device = exchange_of(vector, "device_secret");
	struct exchange daemon = exchange_of(vector, "daemon_secret"), other;
	struct exchange_terms terms[5];
	struct exchange_keys right, keys;

	for (unsigned i = 0; i < 5; i++)
		terms[i] = terms_of(vector);
	terms[1].seed[15] ^= 1;
	terms[2].seat = "blue";
	terms[3].board = "tabl";
	terms[4].seat = "redt"; /* the same letters in all */
	terms[4].board = "able";
	exchange_agree(&device, EXCHANGE_DEVICE, daemon.public_key, &terms[0], &right);
	for (unsigned i = 1; i < 5; i++) {
		exchange_agree(&daemon, EXCHANGE_DAEMON, device.public_key, &terms[i], &keys);
		TEST_ASSERT_NOT_EQUAL(0, memcmp(&right, &keys, sizeof keys));
	}
	exchange_agree(&daemon, EXCHANGE_DEVICE, device.public_key, &terms[0], &keys);
	TEST_ASSERT_NOT_EQUAL(0, memcmp(&right, &keys, sizeof keys));
	exchange_begin(&other);
	exchange_agree(&other, EXCHANGE_DAEMON, device.public_key, &terms[0], &keys);
	TEST_ASSERT_NOT_EQUAL(0, memcmp(&right, &keys, sizeof keys));
	TEST_ASSERT_NOT_EQUAL(0, memcmp(right.up, right.down, KEY_SIZE));
}

static void test_weak_keys_make_none(void)
{
	json_t *vector = json_array_get(json_object_get(vectors, "exchanges"), 0), *weak;
	struct exchange_terms terms = terms_of(vector);
	struct exchange_keys keys;
	struct exchange own;
	uint8_t theirs[KEY_SIZE];
	size_t i;

	exchange_begin(&own);
	json_array_foreach(json_object_get(vectors, "weak_keys"), i, weak)
	{
		TEST_ASSERT_TRUE(hex_parse(json_string_value(weak), theirs, KEY_SIZE));
		TEST_ASSERT_FALSE(exchange_agree(&own, EXCHANGE_DAEMON, theirs, &terms, &keys));
	}
	TEST_ASSERT_GREATER_THAN(3, i);
}

static void test_nothing_is_left(void)
{
	static const struct exchange nothing;
	struct exchange exchange;

	exchange_begin(&exchange);
	TEST_ASSERT_NOT_EQUAL(0, memcmp(&exchange, &nothing, sizeof nothing));
	exchange_finish(&exchange);
	TEST_ASSERT_EQUAL_MEMORY(&nothing, &exchange, sizeof nothing);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_vectors_that_the_pages_use_too);
	RUN_TEST(test_everything_goes_into_the_keys);
	RUN_TEST(test_weak_keys_make_none);
	RUN_TEST(test_nothing_is_left);
	return UNITY_END();
}
