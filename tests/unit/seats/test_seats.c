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
	const struct seats_events events = {NULL, admit, expel, NULL};

	TEST_ASSERT_EQUAL_INT(0, crypto_init());
	admitted = expelled = 0;
	TEST_ASSERT_EQUAL_INT(0, seats_create(&seats, "table", 5, &events));
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
		uint8_t seed[SEED_SIZE], back[SEED_SIZE];
		char code[CODE_SIZE];

		TEST_ASSERT_TRUE(hex_parse(json_string_value(json_object_get(vector, "seed")), seed,
					   sizeof seed));
		code_format(seed, code);
		TEST_ASSERT_EQUAL_STRING(json_string_value(json_object_get(vector, "code")), code);
		TEST_ASSERT_TRUE(code_parse(code, back));
		TEST_ASSERT_EQUAL_MEMORY(seed, back, sizeof seed);
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

/* A device: what it has made for one pairing, and what it shows. */
static struct {
	struct exchange own;
	struct exchange_terms terms;
	struct seat_claim claim;
	struct seat_grant grant;
	struct exchange_keys keys;
} device;

static void prepare(const char *code)
{
	TEST_ASSERT_TRUE(code_parse(code, device.terms.seed));
	device.terms.seat = device.terms.board = "";
	exchange_begin(&device.own);
	memcpy(device.claim.key, device.own.public_key, KEY_SIZE);
	exchange_prove(device.terms.seed, device.own.public_key, device.claim.proof);
}

static enum claim claim_from(const char *from, uint64_t now_us)
{
	return seats_claim(seats, &device.claim, from, now_us, &device.grant);
}

static enum claim claim(const char *code, uint64_t now_us)
{
	prepare(code);
	return claim_from("a", now_us);
}

/* what the device makes of the answer */
static void agree(const char *seat)
{
	device.terms.seat = seat;
	device.terms.board = "table";
	TEST_ASSERT_TRUE(exchange_agree(&device.own, EXCHANGE_DEVICE, device.grant.key,
					&device.terms, &device.keys));
}

static bool can_speak(enum seat seat)
{
	uint8_t box[512];
	char text[512];
	size_t text_length, length = box_seal(device.keys.up, "{}", 2, 256, box, sizeof box);

	return seats_unseal(seats, seat, box, length, text, sizeof text, &text_length);
}

static bool can_hear(enum seat seat)
{
	uint8_t box[512];
	char text[512];
	size_t text_length, length = seats_seal(seats, seat, "{}", 2, 256, box, sizeof box);

	return box_open(device.keys.down, box, length, text, sizeof text, &text_length);
}

static void test_a_code_is_valid_once(void)
{
	char code[CODE_SIZE];

	TEST_ASSERT_EQUAL_INT(0, seats_offer(seats, SEAT_BLUE, false, 0, code));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, claim(code, 1));
	TEST_ASSERT_EQUAL_INT(SEAT_BLUE, device.grant.seat);
	TEST_ASSERT_TRUE(seats_is_paired(seats, SEAT_BLUE));
	TEST_ASSERT_EQUAL_UINT(1, admitted);
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, claim_from("a", 2)); /* a copy */
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, claim(code, 2));	/* another device */
	TEST_ASSERT_EQUAL_INT(-16, seats_offer(seats, SEAT_BLUE, false, 3, code));
}

static void test_a_code_is_valid_for_some_minutes(void)
{
	char code[CODE_SIZE];

	seats_offer(seats, SEAT_RED, false, 0, code);
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, claim(code, (uint64_t)5 * MINUTE_US));
	seats_offer(seats, SEAT_RED, false, 0, code);
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, claim(code, (uint64_t)5 * MINUTE_US - 1));
}

static void test_a_new_code_replaces_the_one_before(void)
{
	char first[CODE_SIZE], second[CODE_SIZE];

	seats_offer(seats, SEAT_RED, false, 0, first);
	seats_offer(seats, SEAT_RED, false, 0, second);
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, claim(first, 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, claim(second, 2));
}

/* Only the owner's wish moves a seat: the first device keeps it until the second has claimed it. */
static void test_a_seat_moves_to_another_device(void)
{
	char code[CODE_SIZE], before[TOKEN_TEXT];

	seats_offer(seats, SEAT_RED, false, 0, code);
	claim(code, 1);
	agree("red");
	strcpy(before, seats_credentials(seats, SEAT_RED)->user);
	TEST_ASSERT_EQUAL_INT(0, seats_offer(seats, SEAT_RED, true, 2, code));
	TEST_ASSERT_EQUAL_STRING(before, seats_credentials(seats, SEAT_RED)->user);
	TEST_ASSERT_TRUE(can_speak(SEAT_RED));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, claim(code, 3));
	TEST_ASSERT_EQUAL_UINT(1, expelled);
	TEST_ASSERT_EQUAL_UINT(2, admitted);
	TEST_ASSERT_NOT_EQUAL(0, strcmp(before, seats_credentials(seats, SEAT_RED)->user));
	TEST_ASSERT_FALSE(can_speak(SEAT_RED)); /* with the keys of the first */
	agree("red");
	TEST_ASSERT_TRUE(can_speak(SEAT_RED));
}

static void test_guessing_is_slowed_down_where_it_comes_from(void)
{
	char code[CODE_SIZE];
	struct seat_grant grant;
	unsigned wrong = 0, too_many = 0;
	struct seat_claim guess;

	seats_offer(seats, SEAT_RED, false, 0, code);
	prepare(code);
	for (unsigned i = 0; i < 1000; i++) {
		random_fill(&guess, sizeof guess);
		if (seats_claim(seats, &guess, "guesser", i, &grant) == CLAIM_WRONG)
			wrong++;
		else
			too_many++;
	}
	TEST_ASSERT_LESS_THAN(20, wrong);
	TEST_ASSERT_GREATER_THAN(900, too_many);
	/* the right code is taken all the same: a player may come from behind the same address */
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, claim_from("guesser", 1001));
	TEST_ASSERT_EQUAL_INT(CLAIM_TOO_MANY, claim_from("guesser", 1002));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, claim_from("player", 1003));
	/* who waits may try again */
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG,
			      seats_claim(seats, &guess, "guesser", (uint64_t)MINUTE_US, &grant));
}

static void test_a_proof_is_for_one_key(void)
{
	char code[CODE_SIZE];

	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, claim("aaaa-aaaa-aaaa-aaaa-aaaa-aaaa-aa", 0));
	seats_offer(seats, SEAT_RED, false, 0, code);
	prepare(code);
	device.claim.key[5] ^= 1;
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, claim_from("a", 1));
	prepare(code);
	device.claim.proof[31] ^= 1;
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, claim_from("a", 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, claim(code, 2));
}

/* The code is right, but a key like these would make the secret known to everyone. */
static void test_weak_keys_are_refused(void)
{
	json_t *vectors = json_load_file("tests/e2e/lib/vectors.json", 0, NULL), *weak;
	char code[CODE_SIZE];
	size_t i;

	seats_offer(seats, SEAT_RED, false, 0, code);
	json_array_foreach(json_object_get(vectors, "weak_keys"), i, weak)
	{
		prepare(code);
		TEST_ASSERT_TRUE(hex_parse(json_string_value(weak), device.claim.key, KEY_SIZE));
		exchange_prove(device.terms.seed, device.claim.key, device.claim.proof);
		TEST_ASSERT_TRUE(claim_from("a", 1) != CLAIM_GRANTED);
	}
	TEST_ASSERT_GREATER_THAN(3, i);
	TEST_ASSERT_FALSE(seats_is_paired(seats, SEAT_RED));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, claim(code, 2));
	json_decref(vectors);
}

static void test_each_direction_has_its_key(void)
{
	char code[CODE_SIZE], text[512];
	uint8_t box[512];
	size_t length, text_length;

	seats_offer(seats, SEAT_RED, false, 0, code);
	claim(code, 1);
	agree("red");
	TEST_ASSERT_TRUE(can_speak(SEAT_RED));
	TEST_ASSERT_TRUE(can_hear(SEAT_RED));
	TEST_ASSERT_FALSE(can_speak(SEAT_BLUE));
	/* what the daemon sent cannot be sent back to it as a word */
	length = seats_seal(seats, SEAT_RED, "{}", 2, 256, box, sizeof box);
	TEST_ASSERT_FALSE(
		seats_unseal(seats, SEAT_RED, box, length, text, sizeof text, &text_length));
}

/* All that goes over the air, and the code: everything but a secret of either side. */
static void test_a_code_that_is_seen_opens_nothing(void)
{
	struct exchange thief;
	char code[CODE_SIZE];

	seats_offer(seats, SEAT_RED, false, 0, code);
	claim(code, 1);
	agree("red");
	TEST_ASSERT_TRUE(can_hear(SEAT_RED));
	exchange_begin(&thief);
	TEST_ASSERT_TRUE(exchange_agree(&thief, EXCHANGE_DEVICE, device.grant.key, &device.terms,
					&device.keys));
	TEST_ASSERT_FALSE(can_hear(SEAT_RED));
	TEST_ASSERT_FALSE(can_speak(SEAT_RED));
	TEST_ASSERT_TRUE(exchange_agree(&thief, EXCHANGE_DAEMON, device.claim.key, &device.terms,
					&device.keys));
	TEST_ASSERT_FALSE(can_hear(SEAT_RED));
	TEST_ASSERT_FALSE(can_speak(SEAT_RED));
}

/* ---- what survives the daemon ---- */

static char dir[64];
static struct board_key key;
static struct journal *journal;

static void open_journal(void)
{
	struct trouble trouble;
	char path[80];

	strcpy(dir, "/tmp/adjutant-seats-XXXXXX");
	TEST_ASSERT_NOT_NULL(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/board.key", dir);
	TEST_ASSERT_EQUAL_INT(0, board_key_load(path, &key));
	TEST_ASSERT_EQUAL_INT(0, journal_open(&journal, dir, &key, &trouble));
}

static void close_journal(void)
{
	char command[80];

	journal_close(journal);
	snprintf(command, sizeof command, "rm -r %s", dir);
	TEST_ASSERT_EQUAL_INT(0, system(command));
}

static void start_again(void)
{
	const struct seats_events events = {NULL, admit, expel, NULL};

	seats_destroy(seats);
	TEST_ASSERT_EQUAL_INT(0, seats_create(&seats, "table", 5, &events));
	seats_keep_in(seats, journal);
}

static void test_pairs_survive_the_daemon_until_they_are_unpaired(void)
{
	char code[CODE_SIZE], user[TOKEN_TEXT];

	open_journal();
	seats_keep_in(seats, journal);
	seats_offer(seats, SEAT_RED, false, 0, code);
	claim(code, 1);
	agree("red");
	strcpy(user, seats_credentials(seats, SEAT_RED)->user);
	start_again();
	TEST_ASSERT_TRUE(seats_is_paired(seats, SEAT_RED));
	TEST_ASSERT_FALSE(seats_is_paired(seats, SEAT_BLUE));
	TEST_ASSERT_EQUAL_STRING(user, seats_credentials(seats, SEAT_RED)->user);
	TEST_ASSERT_TRUE(can_speak(SEAT_RED));
	TEST_ASSERT_TRUE(can_hear(SEAT_RED));
	seats_unpair(seats, SEAT_RED, LOSS_FREED);
	TEST_ASSERT_EQUAL_UINT(1, expelled);
	start_again();
	TEST_ASSERT_FALSE(seats_is_paired(seats, SEAT_RED));
	close_journal();
}

/* Red's device has blue's seat, and the code that was open for blue's brings its owner to red's. */
static void test_seats_are_exchanged_with_their_codes(void)
{
	char red[CODE_SIZE], blue[CODE_SIZE], user[TOKEN_TEXT];

	open_journal();
	seats_keep_in(seats, journal);
	seats_offer(seats, SEAT_RED, false, 0, red);
	seats_offer(seats, SEAT_BLUE, false, 0, blue);
	claim(red, 1);
	agree("red");
	strcpy(user, seats_credentials(seats, SEAT_RED)->user);
	seats_swap(seats);
	TEST_ASSERT_EQUAL_UINT(0, expelled);
	TEST_ASSERT_FALSE(seats_is_paired(seats, SEAT_RED));
	TEST_ASSERT_EQUAL_STRING(user, seats_credentials(seats, SEAT_BLUE)->user);
	TEST_ASSERT_TRUE(can_speak(SEAT_BLUE));
	TEST_ASSERT_TRUE(can_hear(SEAT_BLUE));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, claim(blue, 1));
	TEST_ASSERT_EQUAL_INT(SEAT_RED, device.grant.seat);
	start_again();
	TEST_ASSERT_EQUAL_STRING(user, seats_credentials(seats, SEAT_BLUE)->user);
	TEST_ASSERT_TRUE(seats_is_paired(seats, SEAT_RED));
	close_journal();
}

/* What is kept must not help someone who finds the state directory and a photograph of the code. */
static void test_the_code_is_not_kept(void)
{
	char code[CODE_SIZE], value[512], seed[2 * SEED_SIZE + 1];

	open_journal();
	seats_keep_in(seats, journal);
	seats_offer(seats, SEAT_RED, false, 0, code);
	claim(code, 1);
	hex_format(device.terms.seed, SEED_SIZE, seed);
	TEST_ASSERT_TRUE(journal_recall(journal, "seat-red", value, sizeof value));
	TEST_ASSERT_NULL(strstr(value, seed));
	TEST_ASSERT_NULL(strstr(value, code));
	close_journal();
}

/* Their keys followed from a code, which was kept too: both are given up. */
static void test_pairs_of_the_first_version_are_given_up(void)
{
	char value[512];

	open_journal();
	TEST_ASSERT_EQUAL_INT(
		0,
		journal_keep(journal, "seat-red",
			     "2b83c0f2f5d1c60e2cbb1d4a9a1c0a11 5b83c0f2f5d1c60e2cbb1d4a9a1c0a11 "
			     "6b83c0f2f5d1c60e2cbb1d4a9a1c0a11 000102030405060708090a0b0c0d0e0f"));
	seats_keep_in(seats, journal);
	TEST_ASSERT_FALSE(seats_is_paired(seats, SEAT_RED));
	TEST_ASSERT_FALSE(journal_recall(journal, "seat-red", value, sizeof value));
	close_journal();
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
	RUN_TEST(test_a_proof_is_for_one_key);
	RUN_TEST(test_weak_keys_are_refused);
	RUN_TEST(test_each_direction_has_its_key);
	RUN_TEST(test_a_code_that_is_seen_opens_nothing);
	RUN_TEST(test_pairs_survive_the_daemon_until_they_are_unpaired);
	RUN_TEST(test_seats_are_exchanged_with_their_codes);
	RUN_TEST(test_the_code_is_not_kept);
	RUN_TEST(test_pairs_of_the_first_version_are_given_up);
	return UNITY_END();
}
