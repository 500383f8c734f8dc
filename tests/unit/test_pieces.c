/*
 * Sets of pieces: those that are made up for a virtual table, and what is read from a file.
 */
#include "daemon/pieces.h"
#include "daemon/referee_state.h"
#include "daemon/sealing.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

enum { SETS = 64 };

static struct referee referee;

void setUp(void)
{
	TEST_ASSERT_EQUAL_INT(0, sealing_init());
}

void tearDown(void)
{
}

static void know(unsigned edition, const char *lines)
{
	struct referee_options options;

	referee_options_default(&options, edition);
	options.table.sensors = SENSOR_RFID;
	referee_init(&referee, &options);
	TEST_ASSERT_TRUE_MESSAGE(pieces_add(&referee, lines), lines);
}

static void expect_armies(unsigned edition)
{
	unsigned counts[SIDE_COUNT][PIECE_KINDS] = {{0}};
	const struct table *table = &referee.table;

	TEST_ASSERT_EQUAL_UINT(2 * edition_army_size(&editions[edition]), table->tag_count);
	for (unsigned i = 0; i < table->tag_count; i++)
		counts[table->tags[i].side][referee.tag_piece[i]]++;
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		for (unsigned piece = 0; piece < PIECE_KINDS; piece++)
			TEST_ASSERT_EQUAL_UINT(editions[edition].army[piece], counts[side][piece]);
}

static void test_made_up_are_both_armies_of_every_edition(void)
{
	for (unsigned edition = 0; edition < EDITION_COUNT; edition++) {
		char *lines = pieces_make_up(edition);

		know(edition, lines);
		expect_armies(edition);
		free(lines);
	}
}

/* where the first piece of a side and rank is in the list */
static unsigned place_of(enum side side, enum piece piece)
{
	const struct table *table = &referee.table;

	for (unsigned i = 0; i < table->tag_count; i++)
		if (table->tags[i].side == side && referee.tag_piece[i] == piece)
			return i;
	return table->tag_count;
}

static void test_no_rank_is_known_by_its_number_or_place(void)
{
	unsigned edition = edition_find("barrage", 7), early = 0, low = 0;

	for (unsigned i = 0; i < SETS; i++) {
		char *lines = pieces_make_up(edition);
		unsigned place;

		know(edition, lines);
		free(lines);
		place = place_of(SIDE_RED, piece_parse('M'));
		early += place < referee.table.tag_count / 2u;
		low += referee.table.tags[place].tag.id[1] < 0x80;
	}
	/* throws of a coin, which never are so far from the middle unless somebody cheats */
	TEST_ASSERT_UINT_WITHIN(26, SETS / 2, early);
	TEST_ASSERT_UINT_WITHIN(26, SETS / 2, low);
}

static void test_numbers_are_new_each_time(void)
{
	unsigned edition = edition_find("classic", 7);
	char *first = pieces_make_up(edition), *second = pieces_make_up(edition);
	struct text rest = {second, strlen(second)};

	while (rest.length > 0) {
		struct text line = text_take_until(&rest, '\n');
		char number[32];

		TEST_ASSERT_TRUE(line.length > 18 && line.length < sizeof number);
		memcpy(number, line.at, 18); /* "tag " and fourteen digits */
		number[18] = '\0';
		TEST_ASSERT_NULL_MESSAGE(strstr(first, number), number);
	}
	free(first);
	free(second);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_made_up_are_both_armies_of_every_edition);
	RUN_TEST(test_no_rank_is_known_by_its_number_or_place);
	RUN_TEST(test_numbers_are_new_each_time);
	return UNITY_END();
}
