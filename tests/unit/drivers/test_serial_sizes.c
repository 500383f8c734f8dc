/*
 * Serial boards that are larger than what is played on them, and those whose a1 is at another corner
 * than the one where they begin to count.
 */
#include "drivers/board/corner.h"
#include "tests/support/drivers/serial_expect.h"

enum { BOTH = SERIAL_REEDS | SERIAL_READERS };

/* a board of ten by ten for an edition of eight by eight */
static void begin(unsigned corner, uint8_t sensors)
{
	line_init(&line, BOARD_SMALL, sensors, 0);
	serial_board_init(&line.board, 10, 10, sensors);
	serial_link_turn(&line.link, corner);
}

void setUp(void)
{
	begin(0, SERIAL_REEDS);
}

void tearDown(void)
{
}

static void talk(void)
{
	line_start(&line);
	run(300);
	TEST_ASSERT_EQUAL_INT(SERIAL_TALKING, line.link.state);
	TEST_ASSERT_EQUAL_STRING("", line_trouble(&line));
}

static void put(unsigned column, unsigned row)
{
	serial_board_contact(&line.board, (uint8_t)(row * 10 + column), true, line.now_us);
}

static void test_the_game_lies_at_the_first_square(void)
{
	put(7, 7);
	put(8, 7);
	put(0, 9);
	talk();
	put(1, 0);
	put(9, 9);
	run(10);
	TEST_ASSERT_TRUE(
		bits_equal(bits_or(bits_of(sq_at(7, 7)), bits_of(sq_at(1, 0))), line.closed));
	TEST_ASSERT_EQUAL_UINT(1, line.contacts);
}

static void test_each_corner(void)
{
	static const struct {
		unsigned column, row;
	} a1[] = {{0, 0}, {9, 0}, {0, 9}, {9, 9}};

	for (unsigned corner = 0; corner_words[corner]; corner++) {
		int right = corner & SERIAL_A1_RIGHT ? -1 : 1, up = corner & SERIAL_A1_FAR ? -1 : 1;

		begin(corner, SERIAL_REEDS);
		put(a1[corner].column, a1[corner].row);
		talk();
		put((unsigned)((int)a1[corner].column + 2 * right), a1[corner].row);
		put(a1[corner].column, (unsigned)((int)a1[corner].row + 5 * up));
		put((unsigned)((int)a1[corner].column + 8 * right), a1[corner].row);
		run(10);
		TEST_ASSERT_TRUE(bits_equal(
			bits_or(bits_or(bits_of(0), bits_of(sq_at(2, 0))), bits_of(sq_at(0, 5))),
			line.closed));
	}
}

static void test_tags_beside_the_game_are_nobodys(void)
{
	struct serial_uid within = uid_of(77, 1), beside = uid_of(78, 2), above = uid_of(90, 3);

	begin(0, BOTH);
	serial_board_tag(&line.board, &within, true, line.now_us);
	serial_board_tag(&line.board, &beside, true, line.now_us);
	talk();
	serial_board_tag(&line.board, &above, true, line.now_us);
	serial_board_tag(&line.board, &beside, false, line.now_us);
	run(10);
	TEST_ASSERT_EQUAL_UINT(1, line.tags);
	TEST_ASSERT_EQUAL_UINT(1, line.seen[sq_at(7, 7)].count);
	serial_board_tag(&line.board, &within, false, line.now_us);
	run(20 * 1000); /* a full report comes in between */
	TEST_ASSERT_EQUAL_UINT(0, line.seen[sq_at(7, 7)].count);
	TEST_ASSERT_EQUAL_UINT(2, line.tags);
	TEST_ASSERT_FALSE(line.link.view.missing);
}

static void test_a_reader_beside_the_game_may_be_silent(void)
{
	begin(0, BOTH);
	talk();
	line.board.health.silent[98 / 8] = 1 << 98 % 8;
	serial_board_tell_health(&line.board, line.now_us);
	run(10);
	TEST_ASSERT_EQUAL_STRING("", line_trouble(&line));
	line.board.health.silent[12 / 8] |= 1 << 12 % 8;
	serial_board_tell_health(&line.board, line.now_us);
	run(10);
	expect_trouble("c2");
}

static void test_more_squares_than_there_are_numbers(void)
{
	line.board.hello.columns = 13;
	line_start(&line);
	run(1000);
	TEST_ASSERT_FALSE(line.link.state == SERIAL_TALKING);
}

static void test_too_few_rows(void)
{
	line.board.hello.rows = 7;
	line_start(&line);
	run(1000);
	TEST_ASSERT_EQUAL_INT(SERIAL_REFUSED, line.link.state);
	expect_trouble("has 10 x 7 squares, and this edition needs 8 x 8");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_the_game_lies_at_the_first_square);
	RUN_TEST(test_each_corner);
	RUN_TEST(test_tags_beside_the_game_are_nobodys);
	RUN_TEST(test_a_reader_beside_the_game_may_be_silent);
	RUN_TEST(test_more_squares_than_there_are_numbers);
	RUN_TEST(test_too_few_rows);
	return UNITY_END();
}
