/* Sets of pieces: those made up for a virtual table, and those read from a file. */
#include "daemon/base/crypto.h"
#include "daemon/match/pieces.h"
#include "daemon/referee/referee_state.h"

#include "unity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SETS = 64 };

static struct referee referee;

void setUp(void)
{
	TEST_ASSERT_EQUAL_INT(0, crypto_init());
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
	/* tosses of a coin, which are never this far from the middle unless it is loaded */
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

/* ---- files ---- */

static char dir[] = "/tmp/adjutant-pieces-XXXXXX";

/* what is said of a file with these lines; its tags in `lines`, NULL if it is refused */
static struct trouble read_file(const char *text, char **lines)
{
	struct trouble trouble = {""};
	char path[64];
	FILE *file;
	int error;

	snprintf(path, sizeof path, "%s/pieces", dir);
	file = fopen(path, "w");
	TEST_ASSERT_NOT_NULL(file);
	fputs(text, file);
	fclose(file);
	*lines = NULL;
	error = pieces_read(dir, lines, &trouble);
	unlink(path);
	TEST_ASSERT_EQUAL_INT(trouble.text[0] ? -EINVAL : 0, error);
	TEST_ASSERT_EQUAL(error == 0, *lines != NULL);
	return trouble;
}

static void expect_tags(const char *text, const char *expected)
{
	char *lines;
	struct trouble trouble = read_file(text, &lines);

	TEST_ASSERT_EQUAL_STRING("", trouble.text);
	TEST_ASSERT_EQUAL_STRING(expected, lines);
	free(lines);
}

static void expect_refused(const char *text, const char *why)
{
	char *lines, place[160];
	struct trouble trouble = read_file(text, &lines);

	snprintf(place, sizeof place, "%s/pieces:%s; ", dir, why);
	TEST_ASSERT_EQUAL_STRING_LEN(place, trouble.text, strlen(place));
}

#define FIRST "adjutant-pieces 1\n"

static void test_files_that_make_sense(void)
{
	char *lines = NULL;
	struct trouble trouble = {""};

	TEST_ASSERT_EQUAL_INT(-ENOENT, pieces_read(dir, &lines, &trouble));
	expect_tags(FIRST, "");
	expect_tags(FIRST "tag 04A1 red M\n\n# old\n\ttag 04A2 blue F",
		    "tag 04A1 red M\ntag 04A2 blue F\n");
	/* as `adjutant enrol` takes them */
	expect_tags("\n# ours\r\n" FIRST "tag 04A1 red M\r\n", "tag 04A1 red M\n");
	/* a number that begins like another is another */
	expect_tags(FIRST "tag 04A1 red M\ntag 04 red 2\ntag 04A100 red 2\n",
		    "tag 04A1 red M\ntag 04 red 2\ntag 04A100 red 2\n");
}

static void test_files_that_make_none(void)
{
	expect_refused("tag 04A1 red M\n", "1: the first line must be \"adjutant-pieces 1\"");
	expect_refused("# ours\ntag 04A1 red M\n",
		       "2: the first line must be \"adjutant-pieces 1\"");
	expect_refused(FIRST "tag 04A1 red X\n", "2: this is not a piece");
	expect_refused(FIRST "tag 04A1B2C3 red M\n#\ntag 04A1B2C3 blue M\n",
		       "4: tag 04A1B2C3 is in line 2 already");
	expect_refused(FIRST "tag 04a1 red M\ntag 04A1 red M\n",
		       "3: tag 04A1 is in line 2 already");
	expect_refused(FIRST "tag 00112233445566778899AABBCCDDEEFF red M\n"
			     "tag 00112233445566778899AABBCCDDEEFF red M\n",
		       "3: tag 00112233445566778899AABBCCDDEEFF is in line 2 already");
}

static void test_no_more_than_a_table_knows(void)
{
	char text[4096] = FIRST, *lines;

	for (unsigned i = 0; i < TABLE_TAGS; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "tag 05%02X blue 2\n", i);
	TEST_ASSERT_EQUAL_STRING("", read_file(text, &lines).text);
	know(0, lines);
	TEST_ASSERT_EQUAL_UINT(TABLE_TAGS, referee.table.tag_count);
	free(lines);
	strcat(text, "tag 06FF blue 2\n");
	expect_refused(text, "82: tag 06FF is one more than the 80 of two armies");
}

int main(void)
{
	if (!mkdtemp(dir))
		return 1;
	UNITY_BEGIN();
	RUN_TEST(test_made_up_are_both_armies_of_every_edition);
	RUN_TEST(test_no_rank_is_known_by_its_number_or_place);
	RUN_TEST(test_numbers_are_new_each_time);
	RUN_TEST(test_files_that_make_sense);
	RUN_TEST(test_files_that_make_none);
	RUN_TEST(test_no_more_than_a_table_knows);
	rmdir(dir);
	return UNITY_END();
}
