/* Whose view is shown again when the table changes without an event, and whose is not. */
#include "daemon/session/shown.h"

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERYONE = (1u << AUDIENCE_COUNT) - 1, ARBITER = 1u << AUDIENCE_ARBITER, A1 = 0 };

static struct referee *referee;
static struct shown shown;
static uint64_t now_us;

static void ignore(void *context, const struct output *output)
{
	(void)context, (void)output;
}

static void feed(struct input input)
{
	now_us += 1000000;
	input.t_us = now_us;
	referee_input(referee, &input, ignore, NULL);
}

/* for long enough to be believed */
static void close_contact(unsigned sq, bool closed)
{
	feed((struct input){.kind = INPUT_CONTACT, .sq = (uint8_t)sq, .closed = closed});
	feed((struct input){.kind = INPUT_TICK});
}

void setUp(void)
{
	struct referee_options options;

	now_us = 0;
	referee = calloc(1, referee_size());
	referee_options_default(&options, edition_find("barrage", 7));
	referee_init(referee, &options);
	feed((struct input){.kind = INPUT_FRAME});
	shown_clear(&shown);
	TEST_ASSERT_EQUAL_HEX(0, shown_update(&shown, referee));
}

void tearDown(void)
{
	free(referee);
}

static void how_many_stand_there_is_for_everyone(void)
{
	close_contact(A1, true);
	TEST_ASSERT_EQUAL_HEX(EVERYONE, shown_update(&shown, referee));
	TEST_ASSERT_EQUAL(1, shown.placed[SIDE_RED]);
	TEST_ASSERT_EQUAL(0, shown.placed[SIDE_BLUE]);
	TEST_ASSERT_EQUAL_HEX(0, shown_update(&shown, referee));
}

static void tell_army(enum audience who, const char *rows)
{
	struct input army = {.kind = INPUT_WORD, .speaker = (uint8_t)who};

	snprintf(army.word, sizeof army.word, "formation %s", rows);
	feed(army);
}

static void who_has_chosen_is_for_everyone(void)
{
	tell_army(AUDIENCE_RED, "....F...../.......2.1/.....9.B2./M....3....");
	TEST_ASSERT_EQUAL_HEX(EVERYONE, shown_update(&shown, referee));
	TEST_ASSERT_TRUE(shown.arranged[SIDE_RED]);
	TEST_ASSERT_FALSE(shown.arranged[SIDE_BLUE]);
	tell_army(AUDIENCE_RED, "....F...../.......2.1/.....9.B2./M.....3...");
	TEST_ASSERT_EQUAL_HEX(0, shown_update(&shown, referee));
	tell_army(AUDIENCE_RED, "....F...../.......2.1/.....9.B2./M.........");
	TEST_ASSERT_EQUAL_HEX(EVERYONE, shown_update(&shown, referee));
}

/* as many as before, elsewhere */
static void which_contacts_are_closed_is_the_arbiters(void)
{
	close_contact(A1, true);
	shown_update(&shown, referee);
	close_contact(A1, false);
	close_contact(A1 + 1, true);
	TEST_ASSERT_EQUAL_HEX(ARBITER, shown_update(&shown, referee));
}

static void what_is_in_a_view_is_not_shown_again(void)
{
	close_contact(A1, true);
	shown_update(&shown, referee);
	close_contact(A1, false);
	close_contact(A1 + 1, true);
	shown_note(&shown, referee, ARBITER);
	TEST_ASSERT_EQUAL_HEX(0, shown_update(&shown, referee));
	close_contact(A1 + 1, false);
	close_contact(A1 + 2, true);
	shown_note(&shown, referee, EVERYONE & ~ARBITER);
	TEST_ASSERT_EQUAL_HEX(ARBITER, shown_update(&shown, referee));
}

static void what_is_missing_is_for_its_owner(void)
{
	struct input ready = {.kind = INPUT_WORD, .speaker = AUDIENCE_BLUE, .word = "ready"};

	feed(ready);
	TEST_ASSERT_EQUAL_HEX(1u << AUDIENCE_BLUE, shown_update(&shown, referee));
	TEST_ASSERT_EQUAL_HEX(0, shown_update(&shown, referee));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(how_many_stand_there_is_for_everyone);
	RUN_TEST(who_has_chosen_is_for_everyone);
	RUN_TEST(which_contacts_are_closed_is_the_arbiters);
	RUN_TEST(what_is_in_a_view_is_not_shown_again);
	RUN_TEST(what_is_missing_is_for_its_owner);
	return UNITY_END();
}
