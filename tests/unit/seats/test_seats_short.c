/* Seats that are taken with a short code: what is granted, what is not, and what it costs to guess. */
#include "daemon/seats/seats.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

enum { SECOND_US = 1000000, MINUTE_US = 60 * SECOND_US };

static struct seats *seats;
static unsigned admitted, expelled;

static void on_admitted(void *owner, enum seat seat, const struct credentials *credentials)
{
	(void)owner, (void)seat, (void)credentials;
	admitted++;
}

static void on_expelled(void *owner, enum seat seat, const struct credentials *credentials)
{
	(void)owner, (void)seat, (void)credentials;
	expelled++;
}

static char code[SHORT_CODE_SIZE];

static void offer(enum seat seat, bool move, uint64_t now_us)
{
	char whole[CODE_SIZE], text[SHORT_CODE_TEXT];

	TEST_ASSERT_EQUAL_INT(0, seats_offer(seats, seat, move, now_us, whole));
	seats_short_code(seats, seat, text);
	TEST_ASSERT_TRUE(short_code_parse(text, code));
}

void setUp(void)
{
	const struct seats_events events = {.admitted = on_admitted, .expelled = on_expelled};

	TEST_ASSERT_EQUAL_INT(0, crypto_init());
	TEST_ASSERT_EQUAL_INT(0, seats_create(&seats, "table", 5, &events));
	admitted = expelled = 0;
	offer(SEAT_RED, false, 0);
}

void tearDown(void)
{
	seats_destroy(seats);
}

/* ---- a device ---- */

static struct {
	struct short_terms terms;
	struct short_exchange own;
	struct short_opening opening;
	struct short_claim claim;
	struct short_result made;
	uint8_t proof[HASH_SIZE];
} device;

static enum claim begin_as(enum seat seat, const char *typed, const char *from, uint64_t now_us)
{
	device.terms =
		(struct short_terms){.code = typed, .seat = seat_name(seat), .board = "table"};
	short_begin(&device.own, &device.terms);
	return seats_short_begin(seats, seat, device.own.share, from, now_us, &device.opening);
}

static enum claim finish_as(enum seat seat, const char *from, uint64_t now_us)
{
	TEST_ASSERT_TRUE(short_agree(&device.own, EXCHANGE_DEVICE, device.opening.share,
				     &device.terms, &device.made));
	memcpy(device.claim.session, device.opening.session, SHORT_SESSION);
	memcpy(device.claim.proof, device.made.device_proof, HASH_SIZE);
	return seats_short_finish(seats, seat, &device.claim, from, now_us, device.proof);
}

static enum claim type(const char *typed, const char *from, uint64_t now_us)
{
	enum claim claim = begin_as(SEAT_RED, typed, from, now_us);

	return claim == CLAIM_GRANTED ? finish_as(SEAT_RED, from, now_us) : claim;
}

static bool has_seat(enum seat seat)
{
	uint8_t box[512];
	char text[512];
	size_t text_length, length = box_seal(device.made.keys.up, "{}", 2, 256, box, sizeof box);

	return seats_unseal(seats, seat, box, length, text, sizeof text, &text_length);
}

/* one that differs from the right one in its last sign */
static const char *wrong(void)
{
	static char other[SHORT_CODE_SIZE];

	strcpy(other, code);
	other[5] = other[5] == 'A' ? 'B' : 'A';
	return other;
}

/* ---- */

static void test_the_right_code_has_the_seat(void)
{
	TEST_ASSERT_EQUAL_INT('R', code[0]);
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, type(code, "a", 1));
	TEST_ASSERT_EQUAL_MEMORY(device.made.daemon_proof, device.proof, HASH_SIZE);
	TEST_ASSERT_TRUE(has_seat(SEAT_RED));
	TEST_ASSERT_EQUAL_UINT(1, admitted);
}

static void test_a_wrong_code_has_nothing_and_uses_nothing_up(void)
{
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, type(wrong(), "a", 1));
	TEST_ASSERT_FALSE(seats_is_paired(seats, SEAT_RED));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, type(code, "a", 2));
}

static void test_it_is_valid_once_and_so_is_the_long_one(void)
{
	struct seat_claim claim;
	struct seat_grant grant;
	struct exchange own;
	uint8_t seed[SEED_SIZE];
	char whole[CODE_SIZE], text[SHORT_CODE_TEXT];

	TEST_ASSERT_EQUAL_INT(0, seats_offer(seats, SEAT_RED, false, 0, whole));
	seats_short_code(seats, SEAT_RED, text);
	short_code_parse(text, code);
	code_parse(whole, seed);
	exchange_begin(&own);
	memcpy(claim.key, own.public_key, KEY_SIZE);
	exchange_prove(seed, own.public_key, claim.proof);
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, type(code, "a", 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, type(code, "b", 2));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, seats_claim(seats, &claim, "c", 3, &grant));
	TEST_ASSERT_TRUE(has_seat(SEAT_RED));
	TEST_ASSERT_EQUAL_UINT(0, expelled);
}

/* The second step again, also while the next code of that seat is open. */
static void test_a_copy_is_nothing(void)
{
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, type(code, "a", 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, seats_short_finish(seats, SEAT_RED, &device.claim, "b",
							      2, device.proof));
	offer(SEAT_RED, true, 3);
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, seats_short_finish(seats, SEAT_RED, &device.claim, "b",
							      4, device.proof));
	TEST_ASSERT_EQUAL_UINT(1, admitted);
	TEST_ASSERT_EQUAL_UINT(0, expelled);
}

static void test_it_is_valid_for_some_minutes(void)
{
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, begin_as(SEAT_RED, code, "a", 5ull * MINUTE_US - 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, finish_as(SEAT_RED, "a", 5ull * MINUTE_US));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, type(code, "a", 5ull * MINUTE_US));
}

/* An exchange that was begun for one seat is none for another, whatever its code. */
static void test_seats_are_not_mixed(void)
{
	char reds[SHORT_CODE_SIZE];

	strcpy(reds, code);
	offer(SEAT_BLUE, false, 0);
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, begin_as(SEAT_RED, reds, "a", 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, finish_as(SEAT_BLUE, "a", 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, begin_as(SEAT_BLUE, reds, "b", 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, finish_as(SEAT_BLUE, "b", 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, type(reds, "c", 1));
	TEST_ASSERT_FALSE(seats_is_paired(seats, SEAT_BLUE));
}

/* Between the steps the board keeps nothing that strangers could use up. */
static void test_strangers_who_begin_push_nobody_out(void)
{
	uint8_t share[CPACE_SIZE];
	struct short_opening unused;
	char from[16];

	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, begin_as(SEAT_RED, code, "player", 1));
	memcpy(share, device.own.share, sizeof share);
	for (unsigned i = 0; i < 3000; i++) {
		snprintf(from, sizeof from, "10.0.%u", i);
		seats_short_begin(seats, SEAT_RED, share, from, 2, &unused);
	}
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, finish_as(SEAT_RED, "player", 3));
}

static unsigned count_guesses(const char *from, uint64_t from_us, uint64_t until_us)
{
	unsigned wrong_ones = 0;

	for (uint64_t now = from_us; now < until_us; now += SECOND_US)
		wrong_ones += type(wrong(), from, now) == CLAIM_WRONG;
	return wrong_ones;
}

/* Five minutes of guesses from one address are some twenty; from another the right code is granted. */
static void test_guessing_is_slow_where_it_comes_from(void)
{
	TEST_ASSERT_LESS_OR_EQUAL_UINT(42, count_guesses("guesser", 0, 299ull * SECOND_US));
	TEST_ASSERT_EQUAL_INT(CLAIM_TOO_MANY, type(code, "guesser", 299ull * SECOND_US));
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, type(code, "player", 299ull * SECOND_US));
}

static void test_many_guessers_lock_nobody_out(void)
{
	char from[16];

	for (unsigned i = 0; i < 250; i++) {
		snprintf(from, sizeof from, "10.0.0.%u", i);
		for (unsigned tries = 0; tries < 20; tries++)
			type(wrong(), from, 1);
		TEST_ASSERT_EQUAL_INT(CLAIM_TOO_MANY, type(wrong(), from, 1));
	}
	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, type(code, "10.0.1.1", 1));
}

/* One exchange is good for one guess: other proofs for it are wrong, and cost. */
static void test_a_session_is_good_for_one_guess(void)
{
	enum claim claim = CLAIM_WRONG;
	unsigned tries = 0;

	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED, begin_as(SEAT_RED, wrong(), "a", 1));
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, finish_as(SEAT_RED, "a", 1));
	while (claim == CLAIM_WRONG && ++tries < 100) {
		random_fill(device.claim.proof, HASH_SIZE);
		claim = seats_short_finish(seats, SEAT_RED, &device.claim, "a", 1, device.proof);
	}
	TEST_ASSERT_EQUAL_INT(CLAIM_TOO_MANY, claim);
	TEST_ASSERT_LESS_THAN_UINT(20, tries);
}

static void test_what_is_no_share_is_refused(void)
{
	uint8_t none[CPACE_SIZE] = {0};
	struct short_opening opening;

	TEST_ASSERT_EQUAL_INT(CLAIM_GRANTED,
			      seats_short_begin(seats, SEAT_RED, none, "a", 1, &opening));
	memcpy(device.claim.session, opening.session, SHORT_SESSION);
	memset(device.claim.proof, 0, HASH_SIZE);
	TEST_ASSERT_EQUAL_INT(CLAIM_WRONG, seats_short_finish(seats, SEAT_RED, &device.claim, "a",
							      1, device.proof));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_the_right_code_has_the_seat);
	RUN_TEST(test_a_wrong_code_has_nothing_and_uses_nothing_up);
	RUN_TEST(test_it_is_valid_once_and_so_is_the_long_one);
	RUN_TEST(test_a_copy_is_nothing);
	RUN_TEST(test_it_is_valid_for_some_minutes);
	RUN_TEST(test_seats_are_not_mixed);
	RUN_TEST(test_strangers_who_begin_push_nobody_out);
	RUN_TEST(test_guessing_is_slow_where_it_comes_from);
	RUN_TEST(test_many_guessers_lock_nobody_out);
	RUN_TEST(test_a_session_is_good_for_one_guess);
	RUN_TEST(test_what_is_no_share_is_refused);
	return UNITY_END();
}
