/*
 * Which readings are passed on: everything that a hand does, little of what a contact does by
 * itself, and always the last level. The table is checked too: a flutter is still a fault, reported
 * once, as long as it lasts.
 */
#include "daemon/session/rate_limit.h"
#include "daemon/table/table.h"

#include <string.h>
#include <unity.h>

enum { MS = 1000, SECOND = 1000 * MS, MINUTE = 60 * SECOND };
#define HOUR ((uint64_t)60 * MINUTE)
#define DAY (24 * HOUR)

enum { E5 = 48, F6 = 60 };

static struct rate_limit rate_limit;
static struct table table;
static uint64_t now_us;
static unsigned passed, repeated, faults, trusts;
static uint64_t last_passed_us, longest_gap_us;
static bool level_passed; /* of E5 */

/* ---- the table behind it ---- */

static void take_findings(void)
{
	struct finding finding;

	while (table_take(&table, &finding)) {
		faults += finding.kind == FOUND_FAULT;
		trusts += finding.kind == FOUND_TRUSTED;
	}
}

static void meet_deadlines(uint64_t until_us)
{
	while (table_deadline(&table) <= until_us) {
		table_meet_deadline(&table, 0);
		take_findings();
	}
}

static void pass_on(const struct reading *reading)
{
	passed++;
	if (reading->kind != READING_CONTACT || reading->sq != E5)
		return;
	repeated += reading->closed == level_passed;
	level_passed = reading->closed;
	if (now_us - last_passed_us > longest_gap_us)
		longest_gap_us = now_us - last_passed_us;
	last_passed_us = now_us;
	meet_deadlines(now_us);
	table_contact(&table, now_us, E5, reading->closed);
	take_findings();
}

/* ---- time and readings ---- */

static void let_pass(uint64_t until_us)
{
	struct reading reading;

	while (rate_limit_deadline(&rate_limit) <= until_us) {
		now_us = rate_limit_deadline(&rate_limit);
		TEST_ASSERT_TRUE(rate_limit_take(&rate_limit, now_us, &reading));
		pass_on(&reading);
	}
	now_us = until_us;
	TEST_ASSERT_FALSE(rate_limit_take(&rate_limit, now_us, &reading));
	meet_deadlines(now_us);
}

static bool hear(const struct reading *reading)
{
	bool passes;

	let_pass(now_us);
	passes = rate_limit_hear(&rate_limit, now_us, reading);
	if (passes)
		pass_on(reading);
	return passes;
}

static bool contact(unsigned sq, bool closed)
{
	struct reading reading = {.kind = READING_CONTACT, .sq = (uint8_t)sq, .closed = closed};

	return hear(&reading);
}

static bool tag(unsigned sq, uint8_t number, bool seen)
{
	struct reading reading = {.kind = READING_TAG_SEEN,
				  .sq = (uint8_t)sq,
				  .closed = seen,
				  .tag_length = 4,
				  .tag = {4, 0xA1, (uint8_t)(number >> 4), number}};

	return hear(&reading);
}

static bool frame(struct bits closed)
{
	struct reading reading = {.kind = READING_FRAME, .frame = closed};

	return hear(&reading);
}

/* changes every so often, ends open */
static void flutter(uint64_t each_us, uint64_t for_us)
{
	uint64_t end_us = now_us + for_us;

	for (bool closed = true; now_us < end_us || !closed; closed = !closed) {
		contact(E5, closed);
		let_pass(now_us + each_us);
	}
}

/* until no allowance is left */
static void wear_out(void)
{
	flutter(8 * MS, MINUTE);
}

void setUp(void)
{
	const struct table_options options = {.sensors = SENSOR_REED,
					      .debounce_us = 20 * MS,
					      .settle_us = 800 * MS,
					      .jog_us = 400 * MS,
					      .nudge_us = 3 * SECOND};

	rate_limit_init(&rate_limit);
	table_init(&table, &options, BOARD_LARGE);
	now_us = last_passed_us = longest_gap_us = 0;
	passed = repeated = faults = trusts = 0;
	level_passed = false;
	TEST_ASSERT_TRUE(frame(BITS_NONE));
	passed = 0;
}

void tearDown(void)
{
}

/* ---- hands ---- */

/* Worse than any: a contact that chatters for 150 ms with a change every millisecond. */
static void chatter(bool closed)
{
	for (unsigned i = 0; i < 151; i++) {
		TEST_ASSERT_TRUE(contact(E5, (i % 2 == 0) == closed));
		let_pass(now_us + MS);
	}
}

static void test_the_worst_of_hands_passes(void)
{
	/* lifted, straightened, set down, again and again, faster than people play */
	for (unsigned i = 0; i < 10; i++) {
		chatter(true);
		let_pass(now_us + 500 * MS);
		chatter(false);
		let_pass(now_us + 8 * SECOND);
	}
	TEST_ASSERT_EQUAL(20 * 151, passed);
}

/* Twenty changes for each lift and each set-down, in every turn of a long evening. */
static void test_an_evening_at_one_square_passes(void)
{
	for (unsigned turn = 0; turn < 4 * 60; turn++) {
		for (unsigned i = 0; i < 40; i++) {
			TEST_ASSERT_TRUE(contact(E5, i % 2 == 0));
			let_pass(now_us + 7 * MS);
		}
		let_pass(now_us + MINUTE);
	}
}

static void test_what_is_said_again_passes(void)
{
	TEST_ASSERT_TRUE(contact(E5, true));
	TEST_ASSERT_TRUE(contact(E5, true));
	TEST_ASSERT_TRUE(tag(E5, 7, true));
	TEST_ASSERT_TRUE(tag(E5, 7, true));
	TEST_ASSERT_TRUE(frame(bits_of(E5)));
	TEST_ASSERT_TRUE(frame(bits_of(E5)));
	TEST_ASSERT_EQUAL_UINT64(RATE_LIMIT_NEVER, rate_limit_deadline(&rate_limit));
}

/* ---- flutter ---- */

/* from faster than any board scans to slower than the debounce, and to what is hardly one */
static const uint64_t paces_us[] = {100, MS, 5 * MS, 30 * MS, 100 * MS, 700 * MS};
enum { PACES = sizeof paces_us / sizeof *paces_us };

/* A day of it, or fifty thousand changes. */
static void test_a_day_of_flutter_is_little(void)
{
	for (unsigned i = 0; i < PACES; i++) {
		uint64_t for_us = paces_us[i] * 50000;

		setUp();
		flutter(paces_us[i], for_us < DAY ? for_us : DAY);
		TEST_ASSERT_LESS_THAN(RATE_LIMIT_LASTING + now_us / RATE_LIMIT_SLOW_US + 10,
				      passed);
		TEST_ASSERT_EQUAL_MESSAGE(0, repeated, "what is passed on alternates");
	}
}

static void test_a_flutter_is_a_fault_once_while_it_lasts(void)
{
	for (unsigned i = 0; i < PACES; i++) {
		setUp();
		flutter(paces_us[i], 20 * SECOND);
		TEST_ASSERT_EQUAL(1, faults);
		flutter(paces_us[i], i == 0 ? 20 * SECOND : MINUTE + paces_us[i] * 20000);
		TEST_ASSERT_EQUAL(1, faults);
		TEST_ASSERT_EQUAL_MESSAGE(0, trusts, "never a minute of sense");
		TEST_ASSERT_LESS_OR_EQUAL(RATE_LIMIT_SLOW_US + paces_us[i], longest_gap_us);
		/* from the last change that it was told of */
		let_pass(now_us + MINUTE - RATE_LIMIT_SLOW_US - SECOND);
		TEST_ASSERT_EQUAL(0, trusts);
		let_pass(now_us + 2 * RATE_LIMIT_SLOW_US + 2 * SECOND);
		TEST_ASSERT_EQUAL_MESSAGE(1, trusts, "trusted again");
	}
}

/* As soon as a table that hears everything would find it. */
static void test_a_flutter_is_found_in_time(void)
{
	for (unsigned i = 0; i < 4; i++) {
		setUp();
		flutter(paces_us[i], 1300 * MS);
		TEST_ASSERT_EQUAL(1, faults);
	}
}

static void test_the_last_level_is_never_lost(void)
{
	for (unsigned ends = 0; ends < 40; ends++) {
		bool closed = ends % 2 == 0;

		setUp();
		flutter(MS, SECOND);
		if (ends % 3)
			wear_out();
		let_pass(now_us + ends * 333 * MS);
		flutter(MS, ends * 7 * MS);
		contact(E5, closed);
		let_pass(now_us + RATE_LIMIT_SLOW_US);
		TEST_ASSERT_EQUAL(closed, level_passed);
		TEST_ASSERT_EQUAL_UINT64(RATE_LIMIT_NEVER, rate_limit_deadline(&rate_limit));
	}
}

static void test_what_is_held_and_goes_back_is_no_news(void)
{
	unsigned before;

	wear_out();
	let_pass(now_us + RATE_LIMIT_SLOW_US);
	contact(E5, true); /* the only one for some time */
	before = passed;
	TEST_ASSERT_FALSE(contact(E5, false));
	TEST_ASSERT_FALSE(contact(E5, true));
	TEST_ASSERT_EQUAL_UINT64(RATE_LIMIT_NEVER, rate_limit_deadline(&rate_limit));
	let_pass(now_us + MINUTE);
	TEST_ASSERT_EQUAL(before, passed);
}

static void test_rest_is_worth_something(void)
{
	unsigned before;

	wear_out();
	let_pass(now_us + MINUTE);
	before = passed;
	flutter(MS, 10 * SECOND);
	TEST_ASSERT_INT_WITHIN(20, RATE_LIMIT_REST_US / RATE_LIMIT_SLOW_US * RATE_LIMIT_REST_WORTH,
			       passed - before);
	let_pass(now_us + 20 * MINUTE);
	chatter(true);
	chatter(false);
}

static void test_others_are_none_the_worse(void)
{
	wear_out();
	TEST_ASSERT_FALSE(contact(E5, true) && contact(E5, false) && contact(E5, true));
	TEST_ASSERT_TRUE(contact(F6, true));
	TEST_ASSERT_TRUE(contact(F6, false));
	TEST_ASSERT_TRUE(tag(E5, 7, true));
}

/* ---- frames ---- */

static void test_a_frame_tells_what_was_held(void)
{
	wear_out();
	while (contact(E5, true))
		contact(E5, false);
	contact(E5, !level_passed);
	TEST_ASSERT_TRUE(rate_limit_deadline(&rate_limit) != RATE_LIMIT_NEVER);
	TEST_ASSERT_TRUE(frame(level_passed ? BITS_NONE : bits_of(E5)));
	TEST_ASSERT_EQUAL_UINT64(RATE_LIMIT_NEVER, rate_limit_deadline(&rate_limit));
}

static void test_too_many_frames_become_changes(void)
{
	unsigned frames = 0;

	while (frame(frames % 2 ? bits_of(E5) : BITS_NONE)) {
		frames++;
		let_pass(now_us + MS);
	}
	TEST_ASSERT_LESS_THAN(RATE_LIMIT_AT_ONCE + 100, frames);
	TEST_ASSERT_FALSE(frame(bits_of(F6)));
	TEST_ASSERT_TRUE(rate_limit_deadline(&rate_limit) <= now_us);
	TEST_ASSERT_FALSE(frame(bits_or(bits_of(E5), bits_of(F6))));
	passed = 0;
	let_pass(now_us);
	TEST_ASSERT_LESS_OR_EQUAL(2, passed);
	TEST_ASSERT_EQUAL_UINT64(RATE_LIMIT_NEVER, rate_limit_deadline(&rate_limit));
	TEST_ASSERT_TRUE(rate_limit.contacts[E5].passed && rate_limit.contacts[F6].passed);
}

/* ---- tags ---- */

static void test_a_tag_that_comes_and_goes(void)
{
	struct reading reading;

	for (unsigned i = 0; i < 10 * 60 * 60; i++) {
		tag(E5, 7, i % 2 == 0);
		let_pass(now_us + 100 * MS);
	}
	TEST_ASSERT_LESS_THAN(RATE_LIMIT_LASTING + HOUR / RATE_LIMIT_SLOW_US + 10, passed);
	tag(E5, 7, true);
	tag(E5, 7, false);
	tag(E5, 7, true);
	if (rate_limit_deadline(&rate_limit) != RATE_LIMIT_NEVER) {
		TEST_ASSERT_TRUE(
			rate_limit_take(&rate_limit, rate_limit_deadline(&rate_limit), &reading));
		TEST_ASSERT_EQUAL(READING_TAG_SEEN, reading.kind);
		TEST_ASSERT_EQUAL(E5, reading.sq);
		TEST_ASSERT_EQUAL(4, reading.tag_length);
		TEST_ASSERT_EQUAL_HEX8(0xA1, reading.tag[1]);
		TEST_ASSERT_TRUE(reading.closed);
	}
	TEST_ASSERT_TRUE(tag(E5, 8, true));
	TEST_ASSERT_TRUE(tag(F6, 7, true));
}

/* More tags than there is room for: those that are quiet make room, and nothing is lost. */
static void test_more_tags_than_there_is_room_for(void)
{
	for (unsigned i = 0; i < 3 * RATE_LIMIT_TAGS; i++) {
		TEST_ASSERT_TRUE(tag(i / 64, (uint8_t)i, true));
		let_pass(now_us + MS);
	}
	for (unsigned i = 0; i < 3 * RATE_LIMIT_TAGS; i++)
		TEST_ASSERT_TRUE(tag(i / 64, (uint8_t)i, false));
	/* all of them are held: one more has no place */
	for (unsigned i = 0; i < RATE_LIMIT_TAGS; i++)
		for (unsigned times = 0; times <= RATE_LIMIT_AT_ONCE; times++)
			tag(F6, (uint8_t)i, times % 2 == 0);
	TEST_ASSERT_EQUAL(RATE_LIMIT_TAGS, rate_limit.held);
	TEST_ASSERT_FALSE(tag(E5, 1, true));
	TEST_ASSERT_TRUE(bits_has(rate_limit.strange, E5));
	passed = 0;
	let_pass(now_us + SECOND);
	TEST_ASSERT_EQUAL(RATE_LIMIT_TAGS, passed);
}

/* A reader that misreads bits: what is passed on ends, the square is named, and is trusted again when it is over. */
static void test_ever_new_tags(void)
{
	uint64_t until_us;

	for (unsigned i = 0; i < 10 * 60 * 60; i++) {
		struct reading reading = {
			.kind = READING_TAG_SEEN,
			.sq = E5,
			.closed = true,
			.tag_length = 4,
			.tag = {4, (uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i}};

		passed += rate_limit_hear(&rate_limit, now_us, &reading);
		let_pass(now_us + 100 * MS);
	}
	TEST_ASSERT_LESS_THAN(RATE_LIMIT_NEWCOMERS + HOUR / RATE_LIMIT_NEWCOMER_US + 10, passed);
	TEST_ASSERT_TRUE(
		bits_equal(bits_of(E5), rate_limit_strange(&rate_limit, now_us, &until_us)));
	TEST_ASSERT_TRUE(tag(F6, 7, true));
	TEST_ASSERT_TRUE(bits_any(rate_limit_strange(&rate_limit, until_us - 1, &until_us)));
	TEST_ASSERT_FALSE(bits_any(rate_limit_strange(&rate_limit, until_us, &until_us)));
	TEST_ASSERT_EQUAL_UINT64(RATE_LIMIT_NEVER, until_us);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_the_worst_of_hands_passes);
	RUN_TEST(test_an_evening_at_one_square_passes);
	RUN_TEST(test_what_is_said_again_passes);
	RUN_TEST(test_a_day_of_flutter_is_little);
	RUN_TEST(test_a_flutter_is_a_fault_once_while_it_lasts);
	RUN_TEST(test_a_flutter_is_found_in_time);
	RUN_TEST(test_the_last_level_is_never_lost);
	RUN_TEST(test_what_is_held_and_goes_back_is_no_news);
	RUN_TEST(test_rest_is_worth_something);
	RUN_TEST(test_others_are_none_the_worse);
	RUN_TEST(test_a_frame_tells_what_was_held);
	RUN_TEST(test_too_many_frames_become_changes);
	RUN_TEST(test_a_tag_that_comes_and_goes);
	RUN_TEST(test_more_tags_than_there_is_room_for);
	RUN_TEST(test_ever_new_tags);
	return UNITY_END();
}
