/* Short codes and their exchange: CPace by the draft's own vector, and the same vectors as the pages' test. */
#include "daemon/base/short_code.h"

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

static const char *text_in(const json_t *vector, const char *name)
{
	return json_string_value(json_object_get(vector, name));
}

static struct cpace_text bytes_in(const json_t *vector, const char *name, uint8_t *bytes)
{
	const char *digits = text_in(vector, name);
	size_t count = strlen(digits) / 2;

	TEST_ASSERT_TRUE_MESSAGE(hex_parse(digits, bytes, count), name);
	return (struct cpace_text){bytes, count};
}

static void expect_bytes(const json_t *vector, const char *name, const uint8_t *bytes, size_t count)
{
	char digits[2 * CPACE_KEY_SIZE + 1];

	hex_format(bytes, count, digits);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(text_in(vector, name), digits, name);
}

/* ---- CPace ---- */

static struct {
	uint8_t password[32], channel[64], session[64], data[2][8];
	struct cpace_terms terms;
	uint8_t secrets[2][CPACE_SIZE];
	struct cpace_message messages[2];
} draft;

static json_t *read_draft(void)
{
	json_t *vector = json_object_get(vectors, "cpace");

	draft.terms.password = bytes_in(vector, "password", draft.password);
	draft.terms.channel = bytes_in(vector, "channel", draft.channel);
	draft.terms.session = bytes_in(vector, "session", draft.session);
	bytes_in(vector, "first_secret", draft.secrets[0]);
	bytes_in(vector, "second_secret", draft.secrets[1]);
	draft.messages[0].data = bytes_in(vector, "first_data", draft.data[0]);
	draft.messages[1].data = bytes_in(vector, "second_data", draft.data[1]);
	for (unsigned i = 0; i < 2; i++)
		cpace_make_share(&draft.terms, draft.secrets[i], draft.messages[i].share);
	return vector;
}

static void test_the_drafts_vector(void)
{
	json_t *vector = read_draft();
	uint8_t key[CPACE_KEY_SIZE];

	expect_bytes(vector, "first_share", draft.messages[0].share, CPACE_SIZE);
	expect_bytes(vector, "second_share", draft.messages[1].share, CPACE_SIZE);
	for (unsigned i = 0; i < 2; i++) {
		TEST_ASSERT_TRUE(cpace_agree(&draft.terms, draft.secrets[i],
					     draft.messages[1 - i].share, draft.messages, key));
		expect_bytes(vector, "key", key, sizeof key);
	}
}

/* What is no point, and the neutral one, which would make a key that everybody knows. */
static void test_shares_that_are_none(void)
{
	json_t *vector = read_draft(), *none;
	uint8_t share[CPACE_SIZE], key[CPACE_KEY_SIZE];
	size_t i;

	json_array_foreach(json_object_get(vector, "no_shares"), i, none)
	{
		TEST_ASSERT_TRUE(hex_parse(json_string_value(none), share, sizeof share));
		TEST_ASSERT_FALSE(
			cpace_agree(&draft.terms, draft.secrets[0], share, draft.messages, key));
	}
	TEST_ASSERT_EQUAL_UINT(2, i);
}

/* ---- codes ---- */

static void test_codes_as_people_type_them(void)
{
	static const char *const good[] = {"R4K7WQ", "r4k-7wq", " R4K 7WQ ", "r-4-k-7-w-q"};
	static const char *const bad[] = {"",	    "R4K7W",  "R4K7WQ2",
					  "R4K7W0", "R4K7WO", "R4K7W1",
					  "R4K7WI", "R4K7W.", "aaaq-eaye-auda-ocaj-bifq-ydio-b4"};
	char code[SHORT_CODE_SIZE], text[SHORT_CODE_TEXT];

	for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
		TEST_ASSERT_TRUE_MESSAGE(short_code_parse(good[i], code), good[i]);
		TEST_ASSERT_EQUAL_STRING("R4K7WQ", code);
	}
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		TEST_ASSERT_FALSE_MESSAGE(short_code_parse(bad[i], code), bad[i]);
	short_code_format("R4K7WQ", text);
	TEST_ASSERT_EQUAL_STRING("R4K-7WQ", text);
}

/* Every sign comes at every place, and no other. */
static void test_codes_are_random(void)
{
	static const char signs[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
	unsigned seen[SHORT_CODE_SIZE][128] = {{0}};
	char code[SHORT_CODE_SIZE], again[SHORT_CODE_SIZE];

	for (unsigned i = 0; i < 4000; i++) {
		short_code_make('B', code);
		TEST_ASSERT_TRUE(short_code_parse(code, again));
		TEST_ASSERT_EQUAL_INT('B', code[0]);
		for (unsigned at = 1; code[at]; at++)
			seen[at][(unsigned char)code[at]]++;
	}
	for (unsigned at = 1; at < SHORT_CODE_SIZE - 1; at++)
		for (const char *sign = signs; *sign; sign++)
			TEST_ASSERT_GREATER_THAN_UINT(60, seen[at][(unsigned char)*sign]);
}

/* ---- the exchange ---- */

static struct short_terms terms_of(const json_t *vector)
{
	return (struct short_terms){.code = text_in(vector, "code"),
				    .seat = text_in(vector, "seat"),
				    .board = text_in(vector, "board")};
}

static struct short_exchange exchange_of(const json_t *vector, const char *name)
{
	struct short_terms terms = terms_of(vector);
	struct short_exchange exchange;
	uint8_t secret[CPACE_SIZE];

	bytes_in(vector, name, secret);
	short_begin_with(&exchange, &terms, secret);
	return exchange;
}

static void expect_result(const json_t *vector, const struct short_exchange *own,
			  enum exchange_role role, const struct short_exchange *other)
{
	struct short_terms terms = terms_of(vector);
	struct short_result result;

	TEST_ASSERT_TRUE(short_agree(own, role, other->share, &terms, &result));
	expect_bytes(vector, "up", result.keys.up, KEY_SIZE);
	expect_bytes(vector, "down", result.keys.down, KEY_SIZE);
	expect_bytes(vector, "device_proof", result.device_proof, HASH_SIZE);
	expect_bytes(vector, "daemon_proof", result.daemon_proof, HASH_SIZE);
}

static void test_vectors_that_the_pages_use_too(void)
{
	json_t *vector;
	size_t i;

	json_array_foreach(json_object_get(vectors, "shorts"), i, vector)
	{
		struct short_exchange device = exchange_of(vector, "device_secret");
		struct short_exchange daemon = exchange_of(vector, "daemon_secret");

		expect_bytes(vector, "device_share", device.share, CPACE_SIZE);
		expect_bytes(vector, "daemon_share", daemon.share, CPACE_SIZE);
		expect_result(vector, &device, EXCHANGE_DEVICE, &daemon);
		expect_result(vector, &daemon, EXCHANGE_DAEMON, &device);
	}
	TEST_ASSERT_GREATER_THAN_UINT(1, i);
}

static const struct short_terms right = {"R4K7WQ", "red", "table"};

/* Whether a device that believes these terms convinces a daemon with the right ones. */
static bool convinces(const struct short_terms *believed)
{
	struct short_exchange device, daemon;
	struct short_result theirs, ours;

	short_begin(&device, believed);
	short_begin(&daemon, &right);
	TEST_ASSERT_TRUE(short_agree(&device, EXCHANGE_DEVICE, daemon.share, believed, &theirs));
	TEST_ASSERT_TRUE(short_agree(&daemon, EXCHANGE_DAEMON, device.share, &right, &ours));
	TEST_ASSERT_NOT_EQUAL(0, memcmp(theirs.device_proof, theirs.daemon_proof, HASH_SIZE));
	TEST_ASSERT_EQUAL(memcmp(theirs.device_proof, ours.device_proof, HASH_SIZE) == 0,
			  memcmp(theirs.keys.up, ours.keys.up, KEY_SIZE) == 0);
	return memcmp(theirs.device_proof, ours.device_proof, HASH_SIZE) == 0;
}

static void test_both_must_believe_the_same(void)
{
	static const struct short_terms wrong[] = {
		{"R4K7WR", "red", "table"},  {"B4K7WQ", "red", "table"},
		{"R4K7WQ", "blue", "table"}, {"R4K7WQ", "red", "tablet"},
		{"R4K7WQ", "red", ""},
	};

	TEST_ASSERT_TRUE(convinces(&right));
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
		TEST_ASSERT_FALSE(convinces(&wrong[i]));
}

/* A share that came from the other side is no share of one's own role. */
static void test_an_exchange_is_not_reflected(void)
{
	struct short_exchange device;
	struct short_result one, other;

	short_begin(&device, &right);
	TEST_ASSERT_TRUE(short_agree(&device, EXCHANGE_DEVICE, device.share, &right, &one));
	TEST_ASSERT_TRUE(short_agree(&device, EXCHANGE_DAEMON, device.share, &right, &other));
	/* the same key, but what one shows does not do for the other */
	TEST_ASSERT_NOT_EQUAL(0, memcmp(one.device_proof, other.daemon_proof, HASH_SIZE));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_the_drafts_vector);
	RUN_TEST(test_shares_that_are_none);
	RUN_TEST(test_codes_as_people_type_them);
	RUN_TEST(test_codes_are_random);
	RUN_TEST(test_vectors_that_the_pages_use_too);
	RUN_TEST(test_both_must_believe_the_same);
	RUN_TEST(test_an_exchange_is_not_reflected);
	return UNITY_END();
}
