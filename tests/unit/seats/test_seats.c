/*
 * Seats: codes as people type them and what follows from them (the same vectors as the pages' own
 * test), boxes, who may claim what and how often, and what survives the daemon.
 */
#include "daemon/archive/journal.h"
#include "daemon/seats/seats.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

enum { MINUTE_US = 60 * 1000000 };

static struct seats *seats;
static unsigned admitted, expelled;
static struct credentials latest;

static void admit(void *owner, enum seat seat, const struct credentials *credentials)
{
	(void)owner;
	(void)seat;
	admitted++;
	latest = *credentials;
}

static void expel(void *owner, enum seat seat, const struct credentials *credentials)
{
	(void)owner;
	(void)seat;
	expelled++;
	latest = *credentials;
}

void setUp(void)
{
	const struct seats_events events = {NULL, admit, expel};

	TEST_ASSERT_EQUAL_INT(0, crypto_init());
	admitted = expelled = 0;
	TEST_ASSERT_EQUAL_INT(0, seats_create(&seats, 5, &events));
}

void tearDown(void)
{
	seats_destroy(seats);
}

/* ---- codes ---- */

static void test_vectors_that_the_pages_use_too(void)
{
	json_t *vectors = json_load_file("tests/e2e/lib/vectors.json", 0, NULL), *vector;
	size_t i;

	TEST_ASSERT_NOT_NULL(vectors);
	json_array_foreach(json_object_get(vectors, "codes"), i, vector)
	{
		static const char *const purposes[] = {"claim", "down", "up"};
		uint8_t seed[SEED_SIZE], back[SEED_SIZE], derived[KEY_SIZE];
		char code[CODE_SIZE], digits[HASH_TEXT];

		TEST_ASSERT_TRUE(hex_parse(json_string_value(json_object_get(vector, "seed")), seed,
					   sizeof seed));
		code_format(seed, code);
		TEST_ASSERT_EQUAL_STRING(json_string_value(json_object_get(vector, "code")), code);
		TEST_ASSERT_TRUE(code_parse(code, back));
		TEST_ASSERT_EQUAL_MEMORY(seed, back, sizeof seed);
		for (unsigned j = 0; j < 3; j++) {
			code_derive(seed, purposes[j], derived);
			hex_format(derived, sizeof derived, digits);
			TEST_ASSERT_EQUAL_STRING(
				json_string_value(json_object_get(vector, purposes[j])), digits);
		}
	}
	TEST_ASSERT_GREATER_THAN(0, i);
	json_decref(vectors);
}

static void test_codes_as_people_type_them(void)
{
	uint8_t seed[SEED_SIZE], back[SEED_SIZE];
	char code[CODE_SIZE];

	random_fill(seed, sizeof seed);
	code_format(seed, code);
	for (char *c = code; *c; c++)
		if (*c >= 'a' && *c <= 'z')
			*c = (char)(*c - 'a' + 'A');
		else if (*c == '-')
			*c = ' ';
	TEST_ASSERT_TRUE(code_parse(code, back));
	TEST_ASSERT_EQUAL_MEMORY(seed, back, sizeof seed);
	TEST_ASSERT_FALSE(code_parse("", back));
	TEST_ASSERT_FALSE(code_parse("aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-a", back));
	TEST_ASSERT_FALSE(code_parse("aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aaa", back));
	TEST_ASSERT_FALSE(code_parse("aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-ab", back)); /* spare bits */
	TEST_ASSERT_FALSE(code_parse("1aaa-aaaa-aaaa-aaaa-aaaa-aaaa-aa", back));
}

/* ---- boxes ---- */

static void test_a_box_opens_only_with_its_key_and_only_whole(void)
{
	static const char text[] = "{\"event\":\"ask\"}";
	uint8_t key[KEY_SIZE], other[KEY_SIZE], box[512];
	char back[512];
	size_t length, back_length;

	random_fill(key, sizeof key);
	random_fill(other, sizeof other);
	length = box_seal(key, text, strlen(text), 256, box, sizeof box);
	TEST_ASSERT_EQUAL_UINT(256 + BOX_OVERHEAD, length);
	TEST_ASSERT_TRUE(box_open(key, box, length, back, sizeof back, &back_length));
	TEST_ASSERT_EQUAL_UINT(256, back_length);
	TEST_ASSERT_EQUAL_MEMORY(text, back, strlen(text));
	TEST_ASSERT_EQUAL_INT(' ', back[255]);
	TEST_ASSERT_FALSE(box_open(other, box, length, back, sizeof back, &back_length));
	for (size_t i = 0; i < length; i++) {
		box[i] ^= 1;
		TEST_ASSERT_FALSE(box_open(key, box, length, back, sizeof back, &back_length));
		box[i] ^= 1;
		TEST_ASSERT_FALSE(box_open(key, box, i, back, sizeof back, &back_length));
	}
	TEST_ASSERT_EQUAL_UINT(0, box_seal(key, text, strlen(text), 256, box, 256));
}

/* Whatever a message says, its length is one of few. */
static void test_lengths_tell_little(void)
{
	uint8_t key[KEY_SIZE] = {0}, box[1024];
	char text[513];
	size_t lengths[3] = {0};

	memset(text, 'x', sizeof text);
	for (size_t i = 1; i <= 512; i++)
		lengths[(i - 1) / 256] |= box_seal(key, text, i, 256, box, sizeof box);
	TEST_ASSERT_EQUAL_UINT(256 + BOX_OVERHEAD, lengths[0]);
	TEST_ASSERT_EQUAL_UINT(512 + BOX_OVERHEAD, lengths[1]);
}

/* ---- claims ---- */

static void claim_of(const char *code, char claim[HASH_TEXT])
{
	uint8_t seed[SEED_SIZE], derived[KEY_SIZE];

	TEST_ASSERT_TRUE(code_parse(code, seed));
	code_derive(seed, "claim", derived);
	hex_format(derived, sizeof derived, claim);
}

static void test_a_code_is_valid_once(void)
{
	char code[CODE_SIZE], claim[HASH_TEXT];
	enum seat seat;

	TEST_ASSERT_EQUAL_INT(0, seats_offer(seats, SEAT_BLUE, false, 0, code));
	claim_of(code, claim);
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, seats_claim(seats, claim, "a", 1, &seat));
	TEST_ASSERT_EQUAL_INT(SEAT_BLUE, seat);
	TEST_ASSERT_TRUE(seats_is_paired(seats, SEAT_BLUE));
	TEST_ASSERT_EQUAL_UINT(1, admitted);
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, seats_claim(seats, claim, "a", 2, &seat));
	TEST_ASSERT_EQUAL_INT(-16, seats_offer(seats, SEAT_BLUE, false, 3, code));
}

static void test_a_code_is_valid_for_some_minutes(void)
{
	char code[CODE_SIZE], claim[HASH_TEXT];
	enum seat seat;

	seats_offer(seats, SEAT_RED, false, 0, code);
	claim_of(code, claim);
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG,
			      seats_claim(seats, claim, "a", (uint64_t)5 * MINUTE_US, &seat));
	seats_offer(seats, SEAT_RED, false, 0, code);
	claim_of(code, claim);
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED,
			      seats_claim(seats, claim, "a", (uint64_t)5 * MINUTE_US - 1, &seat));
}

static void test_a_new_code_replaces_the_one_before(void)
{
	char first[CODE_SIZE], second[CODE_SIZE], claim[HASH_TEXT];
	enum seat seat;

	seats_offer(seats, SEAT_RED, false, 0, first);
	seats_offer(seats, SEAT_RED, false, 0, second);
	claim_of(first, claim);
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, seats_claim(seats, claim, "a", 1, &seat));
	claim_of(second, claim);
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, seats_claim(seats, claim, "a", 2, &seat));
}

/* Only the owner's wish moves a seat: the first device keeps it until the second has claimed it. */
static void test_a_seat_moves_to_another_device(void)
{
	char code[CODE_SIZE], claim[HASH_TEXT], before[TOKEN_TEXT];
	enum seat seat;

	seats_offer(seats, SEAT_RED, false, 0, code);
	claim_of(code, claim);
	seats_claim(seats, claim, "a", 1, &seat);
	strcpy(before, seats_credentials(seats, SEAT_RED)->user);
	TEST_ASSERT_EQUAL_INT(0, seats_offer(seats, SEAT_RED, true, 2, code));
	TEST_ASSERT_EQUAL_STRING(before, seats_credentials(seats, SEAT_RED)->user);
	claim_of(code, claim);
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, seats_claim(seats, claim, "b", 3, &seat));
	TEST_ASSERT_EQUAL_UINT(1, expelled);
	TEST_ASSERT_EQUAL_UINT(2, admitted);
	TEST_ASSERT_NOT_EQUAL(0, strcmp(before, seats_credentials(seats, SEAT_RED)->user));
}

static void test_guessing_is_slowed_down_where_it_comes_from(void)
{
	char code[CODE_SIZE], claim[HASH_TEXT], guess[HASH_TEXT];
	enum seat seat;
	unsigned wrong = 0, too_many = 0;
	uint8_t bytes[HASH_SIZE];

	seats_offer(seats, SEAT_RED, false, 0, code);
	claim_of(code, claim);
	for (unsigned i = 0; i < 1000; i++) {
		random_fill(bytes, sizeof bytes);
		hex_format(bytes, sizeof bytes, guess);
		if (seats_claim(seats, guess, "guesser", i, &seat) == CLAIM_WRONG)
			wrong++;
		else
			too_many++;
	}
	TEST_ASSERT_LESS_THAN(20, wrong);
	TEST_ASSERT_GREATER_THAN(900, too_many);
	/* the right code is taken all the same: a player may come from behind the same address */
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, seats_claim(seats, claim, "guesser", 1001, &seat));
	TEST_ASSERT_EQUAL_INT(CLAIM_TOO_MANY, seats_claim(seats, claim, "guesser", 1002, &seat));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, seats_claim(seats, claim, "player", 1003, &seat));
	/* who waits may try again */
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG,
			      seats_claim(seats, guess, "guesser", (uint64_t)MINUTE_US, &seat));
}

static void test_nonsense_is_a_wrong_claim(void)
{
	static const char *const nonsense[] = {"", "0", "zz", "AA",
					       "00000000000000000000000000000000"
					       "00000000000000000000000000000000"};
	enum seat seat;

	for (unsigned i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
		TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, seats_claim(seats, nonsense[i], "a", 1, &seat));
}

static void test_each_direction_has_its_key(void)
{
	char code[CODE_SIZE], claim[HASH_TEXT], text[512];
	uint8_t seed[SEED_SIZE], up[KEY_SIZE], box[512];
	enum seat seat;
	size_t length, text_length;

	seats_offer(seats, SEAT_RED, false, 0, code);
	claim_of(code, claim);
	seats_claim(seats, claim, "a", 1, &seat);
	code_parse(code, seed);
	code_derive(seed, "up", up);
	length = box_seal(up, "{}", 2, 256, box, sizeof box);
	TEST_ASSERT_TRUE(
		seats_unseal(seats, SEAT_RED, box, length, text, sizeof text, &text_length));
	TEST_ASSERT_FALSE(
		seats_unseal(seats, SEAT_BLUE, box, length, text, sizeof text, &text_length));
	/* what the daemon sent cannot be sent back to it as a word */
	length = seats_seal(seats, SEAT_RED, "{}", 2, 256, box, sizeof box);
	TEST_ASSERT_FALSE(
		seats_unseal(seats, SEAT_RED, box, length, text, sizeof text, &text_length));
}

static void test_pairs_survive_the_daemon_until_they_are_unpaired(void)
{
	const struct seats_events events = {NULL, admit, expel};
	char dir[] = "/tmp/adjutant-seats-XXXXXX", code[CODE_SIZE], claim[HASH_TEXT], path[64];
	char user[TOKEN_TEXT];
	struct journal *journal;
	struct board_key key;
	struct trouble trouble;
	struct seats *again;
	enum seat seat;

	TEST_ASSERT_NOT_NULL(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/board.key", dir);
	TEST_ASSERT_EQUAL_INT(0, board_key_load(path, &key));
	TEST_ASSERT_EQUAL_INT(0, journal_open(&journal, dir, &key, &trouble));
	seats_keep_in(seats, journal);
	seats_offer(seats, SEAT_RED, false, 0, code);
	claim_of(code, claim);
	seats_claim(seats, claim, "a", 1, &seat);
	strcpy(user, seats_credentials(seats, SEAT_RED)->user);

	TEST_ASSERT_EQUAL_INT(0, seats_create(&again, 5, &events));
	seats_keep_in(again, journal);
	TEST_ASSERT_TRUE(seats_is_paired(again, SEAT_RED));
	TEST_ASSERT_FALSE(seats_is_paired(again, SEAT_BLUE));
	TEST_ASSERT_EQUAL_STRING(user, seats_credentials(again, SEAT_RED)->user);
	seats_unpair(again, SEAT_RED);
	TEST_ASSERT_EQUAL_UINT(1, expelled);
	seats_destroy(again);

	TEST_ASSERT_EQUAL_INT(0, seats_create(&again, 5, &events));
	seats_keep_in(again, journal);
	TEST_ASSERT_FALSE(seats_is_paired(again, SEAT_RED));
	seats_destroy(again);
	journal_close(journal);
	snprintf(path, sizeof path, "rm -r %s", dir);
	TEST_ASSERT_EQUAL_INT(0, system(path));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_vectors_that_the_pages_use_too);
	RUN_TEST(test_codes_as_people_type_them);
	RUN_TEST(test_a_box_opens_only_with_its_key_and_only_whole);
	RUN_TEST(test_lengths_tell_little);
	RUN_TEST(test_a_code_is_valid_once);
	RUN_TEST(test_a_code_is_valid_for_some_minutes);
	RUN_TEST(test_a_new_code_replaces_the_one_before);
	RUN_TEST(test_a_seat_moves_to_another_device);
	RUN_TEST(test_guessing_is_slowed_down_where_it_comes_from);
	RUN_TEST(test_nonsense_is_a_wrong_claim);
	RUN_TEST(test_each_direction_has_its_key);
	RUN_TEST(test_pairs_survive_the_daemon_until_they_are_unpaired);
	return UNITY_END();
}
