/* Learning which tag is in which piece: laying down, taking, and everything that goes wrong. */
#include "daemon/cli/base/cli.h"
#include "daemon/cli/enrol/enrol_file.h"
#include "tests/support/archive/archive.h"

#include "unity.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MS = 1000 };

static struct enrol set;
static uint64_t t_us;
static const struct enrol_tag *about;

void setUp(void)
{
	enrol_init(&set, edition_find("barrage", 7));
	t_us = 1000 * MS;
}

void tearDown(void)
{
}

static struct tag tag_number(unsigned number)
{
	return (struct tag){.length = 4, .id = {4, 0xA1, (uint8_t)(number >> 8), (uint8_t)number}};
}

static enum enrol_notice see(unsigned number, unsigned sq, bool seen)
{
	struct input input = {.t_us = t_us, .kind = INPUT_TAG, .sq = (uint8_t)sq, .closed = seen};

	input.tag = tag_number(number);
	return enrol_input(&set, &input, &about);
}

static void pass(uint64_t us)
{
	t_us += us;
	enrol_time(&set, t_us);
}

static enum enrol_notice tap(unsigned number)
{
	struct tag tag = tag_number(number);

	return enrol_tap(&set, &tag, &about);
}

static void expect_step(enum side side, unsigned piece, unsigned wanted)
{
	struct enrol_step step;

	TEST_ASSERT_TRUE(enrol_next(&set, &step));
	TEST_ASSERT_EQUAL(side, step.side);
	TEST_ASSERT_EQUAL(piece, step.piece);
	TEST_ASSERT_EQUAL(wanted, step.wanted);
}

/* numbers from `first`, as many as are wanted */
static unsigned lay_and_take(unsigned first)
{
	struct enrol_step step;

	TEST_ASSERT_TRUE(enrol_next(&set, &step));
	for (unsigned i = 0; i < step.wanted; i++, first++)
		TEST_ASSERT_EQUAL(ENROL_NEW, see(first, first % 10 + 11 * (first / 10 % 10), true));
	pass(500 * MS);
	TEST_ASSERT_EQUAL(ENROL_TAKEN, enrol_take(&set));
	return first;
}

static void test_whole_set(void)
{
	struct enrol_step step;
	unsigned number = 0;

	TEST_ASSERT_EQUAL(16, enrol_missing(&set));
	expect_step(SIDE_RED, PIECE_MARSHAL, 1);
	while (enrol_next(&set, &step))
		number = lay_and_take(number);
	TEST_ASSERT_EQUAL(16, number);
	TEST_ASSERT_EQUAL(16, enrol_done(&set));
	TEST_ASSERT_EQUAL(0, enrol_missing(&set));
}

/* Eighty pieces fit on the board, all at once. */
static void test_largest_set(void)
{
	struct enrol_step step;
	unsigned number = 0, steps = 0;

	enrol_init(&set, edition_find("classic", 7));
	for (; enrol_next(&set, &step); steps++)
		number = lay_and_take(number);
	TEST_ASSERT_EQUAL(80, number);
	TEST_ASSERT_EQUAL(24, steps);
	TEST_ASSERT_FALSE(enrol_has_room(&set));
}

static void test_too_few_and_too_many(void)
{
	const struct enrol_tag *list[ENROL_TAGS];
	struct tag latest = tag_number(2);

	TEST_ASSERT_EQUAL(ENROL_TOO_FEW, enrol_take(&set));
	see(1, 0, true);
	see(2, 1, true);
	TEST_ASSERT_EQUAL(ENROL_TOO_MANY, enrol_take(&set));
	TEST_ASSERT_EQUAL(2, enrol_strangers(&set, list));
	TEST_ASSERT_TRUE(seen_tags_equal(&latest, &list[1]->tag));
	see(2, 1, false);
	TEST_ASSERT_EQUAL(ENROL_TOO_MANY, enrol_take(&set)); /* it may only be a gap */
	pass(1500 * MS);
	TEST_ASSERT_EQUAL(ENROL_TAKEN, enrol_take(&set));
}

static void test_going_on_without_some(void)
{
	enrol_init(&set, edition_find("classic", 7));
	for (unsigned i = 0; i < 2; i++)
		enrol_take_some(&set);
	expect_step(SIDE_RED, 8, 2);
	see(1, 0, true);
	enrol_take_some(&set);
	expect_step(SIDE_RED, 7, 3);
	TEST_ASSERT_EQUAL(1, enrol_done(&set));
	TEST_ASSERT_EQUAL(79, enrol_missing(&set));
}

static void test_undo(void)
{
	TEST_ASSERT_FALSE(enrol_undo(&set));
	lay_and_take(1);
	lay_and_take(2);
	TEST_ASSERT_TRUE(enrol_undo(&set));
	TEST_ASSERT_EQUAL(1, enrol_done(&set));
	expect_step(SIDE_RED, 9, 1);
	TEST_ASSERT_EQUAL(ENROL_TAKEN, enrol_take(&set)); /* it still lies there */
	TEST_ASSERT_TRUE(enrol_undo(&set));
	TEST_ASSERT_TRUE(enrol_undo(&set));
	TEST_ASSERT_FALSE(enrol_undo(&set));
	expect_step(SIDE_RED, PIECE_MARSHAL, 1);
}

static void test_undo_of_going_on(void)
{
	struct tag tag = tag_number(1);

	see(1, 0, true);
	enrol_take_some(&set);
	see(1, 0, false);
	pass(2000 * MS);
	enrol_take_some(&set); /* without a 9 */
	expect_step(SIDE_RED, PIECE_MINER, 1);
	TEST_ASSERT_TRUE(enrol_undo(&set));
	expect_step(SIDE_RED, 9, 1);
	TEST_ASSERT_TRUE(seen_tags_equal(&tag, &set.tags[0].tag));
	TEST_ASSERT_EQUAL(1, enrol_done(&set));
}

static void test_duplicate_is_named(void)
{
	lay_and_take(1);
	see(1, 1, false);
	pass(2000 * MS);
	TEST_ASSERT_EQUAL(ENROL_KNOWN, see(1, 50, true));
	TEST_ASSERT_EQUAL(PIECE_MARSHAL, about->piece);
	TEST_ASSERT_EQUAL(SIDE_RED, about->side);
	TEST_ASSERT_EQUAL(ENROL_TOO_FEW, enrol_take(&set));
}

static void test_same_number_on_two_squares(void)
{
	see(1, 0, true);
	TEST_ASSERT_EQUAL(ENROL_NOTHING, see(1, 1, true)); /* the neighbour's reader */
	TEST_ASSERT_EQUAL(ENROL_NOTHING, see(1, 1, false));
	TEST_ASSERT_EQUAL(ENROL_TWIN, see(1, 50, true));
	see(1, 50, false);
	TEST_ASSERT_EQUAL(ENROL_TAKEN, enrol_take(&set));
}

static void flicker(unsigned number, unsigned sq, unsigned times, unsigned seen_ms,
		    unsigned lost_ms)
{
	see(number, sq, true);
	for (unsigned i = 0; i < times; i++) {
		pass(seen_ms * MS);
		see(number, sq, false);
		pass(lost_ms * MS);
		TEST_ASSERT_EQUAL(ENROL_NOTHING, see(number, sq, true));
	}
	pass(seen_ms * MS);
}

static void test_worn_tag(void)
{
	flicker(1, 0, 5, 400, 100);
	TEST_ASSERT_EQUAL(ENROL_TAKEN, enrol_take(&set));
	TEST_ASSERT_TRUE(enrol_is_worn(&set, &set.tags[0]));
	TEST_ASSERT_EQUAL(5, set.tags[0].gaps);
}

static void test_tag_that_is_not_worn(void)
{
	flicker(1, 0, 2, 400, 100); /* too few to tell */
	TEST_ASSERT_FALSE(enrol_is_worn(&set, &set.tags[0]));
	setUp();
	flicker(1, 0, 5, 4000, 100); /* now and then */
	TEST_ASSERT_FALSE(enrol_is_worn(&set, &set.tags[0]));
	setUp();
	for (unsigned i = 0; i < 6; i++) { /* carried about */
		see(1, 20 + i, true);
		pass(100 * MS);
		see(1, 20 + i, false);
		pass(100 * MS);
	}
	TEST_ASSERT_FALSE(enrol_is_worn(&set, &set.tags[0]));
}

static void test_too_many_tags(void)
{
	enum enrol_notice notice = ENROL_NEW;

	for (unsigned i = 0; i <= ENROL_TAGS; i++) {
		notice = see(i, i % 10, true);
		see(i, i % 10, false);
	}
	TEST_ASSERT_EQUAL(ENROL_FULL, notice);
	TEST_ASSERT_NULL(about);
}

/* ---- files ---- */

static char dir[SCRATCH_PATH];

static int read_text(const char *text)
{
	const char *path = scratch_path(dir, "pieces");

	file_write(path, text, strlen(text));
	setUp();
	return enrol_file_read(&set, path);
}

static void test_file_goes_round(void)
{
	const char *path;
	struct stat status;
	struct enrol before;

	scratch_make(dir);
	path = scratch_path(dir, "pieces");
	lay_and_take(1);
	lay_and_take(0xA7);
	see(3, 30, true); /* of no piece: not written */
	TEST_ASSERT_EQUAL(0, enrol_file_try(&set, path));
	TEST_ASSERT_EQUAL(-1, access(path, F_OK));
	umask(0);
	file_write(scratch_path(dir, "pieces.new"), "",
		   0); /* left by another user, for all to read */
	TEST_ASSERT_EQUAL(0, enrol_file_write(&set, path));
	TEST_ASSERT_EQUAL(0, stat(path, &status));
	TEST_ASSERT_EQUAL_HEX(0600, status.st_mode & 0777);
	TEST_ASSERT_EQUAL(-1, access(scratch_path(dir, "pieces.new"), F_OK));
	before = set;
	setUp();
	TEST_ASSERT_EQUAL(EXIT_FINE, enrol_file_read(&set, path));
	TEST_ASSERT_EQUAL(2, enrol_done(&set));
	for (unsigned i = 0; i < 2; i++) {
		TEST_ASSERT_TRUE(seen_tags_equal(&before.tags[i].tag, &set.tags[i].tag));
		TEST_ASSERT_EQUAL(before.tags[i].piece, set.tags[i].piece);
	}
	expect_step(SIDE_RED, PIECE_MINER, 1);
	TEST_ASSERT_FALSE(enrol_undo(&set));
	scratch_remove(dir);
}

static void test_files_that_are_wrong(void)
{
	scratch_make(dir);
	TEST_ASSERT_EQUAL(EXIT_FINE, enrol_file_read(&set, scratch_path(dir, "nothing")));
	TEST_ASSERT_EQUAL(EXIT_FINE, read_text("adjutant-pieces 1\n# x\n\ntag 04A1 red M\r\n"));
	TEST_ASSERT_EQUAL(1, enrol_done(&set));
	TEST_ASSERT_EQUAL(EXIT_FINE, read_text(""));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, read_text("adjutant-pieces 2\n"));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, read_text("adjutant-game 1\n"));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, read_text("tag 04A1 red M\n"));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, read_text("adjutant-pieces 1\ntag 04A red M\n"));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, read_text("adjutant-pieces 1\ntag 04A1 green M\n"));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, read_text("adjutant-pieces 1\ntag 04A1 red X\n"));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, read_text("adjutant-pieces 1\ntag 04A1 red MM\n"));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED,
			  read_text("adjutant-pieces 1\ntag 04A1 red M\ntag 04a1 blue 2\n"));
	TEST_ASSERT_EQUAL(-ENOENT, enrol_file_try(&set, scratch_path(dir, "no/pieces")));
	scratch_remove(dir);
}

static void test_pieces_held_to_a_pad(void)
{
	const struct enrol_tag *list[ENROL_TAGS];

	expect_step(SIDE_RED, PIECE_MARSHAL, 1);
	TEST_ASSERT_EQUAL(ENROL_NEW, tap(1));
	TEST_ASSERT_EQUAL(ENROL_NOTHING, tap(1));
	TEST_ASSERT_EQUAL(1, enrol_strangers(&set, list));
	pass(60 * 1000 * MS); /* it stays until it is taken */
	TEST_ASSERT_EQUAL(ENROL_TAKEN, enrol_take(&set));
	TEST_ASSERT_EQUAL(ENROL_KNOWN, tap(1));
	TEST_ASSERT_EQUAL(PIECE_MARSHAL, about->piece);
	expect_step(SIDE_RED, 9, 1);
	tap(2);
	tap(3);
	TEST_ASSERT_EQUAL(ENROL_TOO_MANY, enrol_take(&set));
	enrol_take_some(&set);
	TEST_ASSERT_EQUAL(1, enrol_strangers(&set, list));
	TEST_ASSERT_TRUE(enrol_undo(&set)); /* and is to be held there again */
	TEST_ASSERT_EQUAL(ENROL_NEW, tap(2));
	TEST_ASSERT_FALSE(enrol_is_worn(&set, about));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_whole_set);
	RUN_TEST(test_largest_set);
	RUN_TEST(test_too_few_and_too_many);
	RUN_TEST(test_going_on_without_some);
	RUN_TEST(test_undo);
	RUN_TEST(test_undo_of_going_on);
	RUN_TEST(test_duplicate_is_named);
	RUN_TEST(test_same_number_on_two_squares);
	RUN_TEST(test_worn_tag);
	RUN_TEST(test_tag_that_is_not_worn);
	RUN_TEST(test_too_many_tags);
	RUN_TEST(test_pieces_held_to_a_pad);
	RUN_TEST(test_file_goes_round);
	RUN_TEST(test_files_that_are_wrong);
	return UNITY_END();
}
