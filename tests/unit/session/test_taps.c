/* A piece is tapped on the pad and put on its square: by careful hands and by clumsy ones. */
#include "daemon/session/taps.h"

#include "rules/bits.h"

#include <string.h>
#include <unity.h>

enum { MS = 1000, JOG = 400 * MS, A = 3, B = 7, C = 11 };
enum { C1 = 2, D1 = 3, E1 = 4, F1 = 5, A5 = 40 };

static struct taps taps;
static struct bits closed;
static uint64_t now_us;

void setUp(void)
{
	struct bits home = BITS_NONE;

	for (unsigned sq = 0; sq < 40; sq++)
		bits_add(&home, sq);
	taps_init(&taps, home, JOG);
	closed = BITS_NONE;
	now_us = 1000 * MS;
}

void tearDown(void)
{
}

/* ---- hands ---- */

static void later(unsigned ms)
{
	now_us += (uint64_t)ms * MS;
	taps_table(&taps, now_us, closed);
}

static void see(unsigned piece)
{
	taps_pad(&taps, now_us, piece, true);
}

static void tap(unsigned piece)
{
	later(2000);
	see(piece);
	later(300);
	taps_pad(&taps, now_us, piece, false);
}

static void put(unsigned sq)
{
	bits_add(&closed, sq);
	later(500);
	later(500);
}

static void lift(unsigned sq)
{
	bits_drop(&closed, sq);
	later(500);
}

static void jog(unsigned sq, unsigned ms)
{
	bits_drop(&closed, sq);
	later(0);
	now_us += (uint64_t)ms * MS;
	bits_add(&closed, sq);
	later(0);
}

/* ---- what is expected ---- */

static void expect(enum taps_say say, struct bits squares)
{
	struct taps_note note = taps_note(&taps, BITS_NONE);

	TEST_ASSERT_EQUAL_UINT8(say, note.say);
	TEST_ASSERT_TRUE(bits_equal(squares, note.squares));
}

static void expect_news(unsigned sq, unsigned piece)
{
	unsigned is_sq = SQ_OFF_BOARD, is_piece = TAPS_NONE;

	TEST_ASSERT_TRUE(taps_take(&taps, &is_sq, &is_piece));
	TEST_ASSERT_EQUAL_UINT(sq, is_sq);
	TEST_ASSERT_EQUAL_UINT(piece, is_piece);
}

static void expect_no_news(void)
{
	unsigned sq, piece;

	TEST_ASSERT_FALSE(taps_take(&taps, &sq, &piece));
}

static void set_up(unsigned piece, unsigned sq)
{
	tap(piece);
	put(sq);
	expect_news(sq, piece);
	expect_no_news();
}

/* ---- careful hands ---- */

static void test_tap_and_put(void)
{
	expect(TAPS_QUIET, BITS_NONE);
	tap(A);
	expect(TAPS_TAPPED, BITS_NONE);
	expect_no_news();
	put(C1);
	expect_news(C1, A);
	expect(TAPS_NEXT, BITS_NONE);
	set_up(B, D1);
	expect(TAPS_NEXT, BITS_NONE);
}

static void test_a_piece_that_is_moved_is_followed(void)
{
	set_up(A, C1);
	lift(C1);
	expect_no_news(); /* it may come back */
	put(F1);
	expect_news(C1, TAPS_NONE);
	expect_news(F1, A);
	lift(F1);
	put(F1);
	expect_news(F1, A);
	expect_no_news();
}

static void test_a_piece_that_is_slid_is_where_it_stops(void)
{
	tap(A);
	bits_add(&closed, C1);
	later(60);
	expect_news(C1, A);
	bits_drop(&closed, C1);
	later(10);
	bits_add(&closed, D1);
	later(60);
	bits_drop(&closed, D1);
	later(10);
	put(E1);
	expect_news(C1, TAPS_NONE);
	expect_news(E1, A);
	expect_no_news();
	expect(TAPS_NEXT, BITS_NONE);
}

static void test_a_neighbour_that_is_jogged_is_no_piece_in_the_hand(void)
{
	set_up(A, C1);
	tap(B);
	bits_drop(&closed, C1);
	later(100);
	bits_add(&closed, D1); /* while C1 is open */
	later(100);
	expect_no_news();
	bits_add(&closed, C1);
	later(100);
	expect_news(D1, B);
	expect_no_news();
	jog(C1, 300);
	expect_no_news();
	expect(TAPS_NEXT, BITS_NONE);
}

/* ---- clumsy hands ---- */

static void test_tapped_twice(void)
{
	tap(A);
	see(A);
	see(A);
	tap(A);
	expect(TAPS_TAPPED, BITS_NONE);
	put(C1);
	expect_news(C1, A);
	expect_no_news();
}

static void test_tapped_and_not_put_down(void)
{
	tap(A);
	tap(B);
	expect(TAPS_SEVERAL, BITS_NONE);
	put(C1);
	expect_news(C1, TAPS_NONE); /* A or B: neither is guessed */
	expect(TAPS_SEVERAL, BITS_NONE);
	lift(C1);
	tap(B); /* again: this is the one */
	expect(TAPS_TAPPED, BITS_NONE);
	put(C1);
	expect_news(C1, B);
	expect(TAPS_NEXT, BITS_NONE);
	put(D1); /* the other one has to be tapped again */
	expect_news(D1, TAPS_NONE);
	expect(TAPS_DOUBT, bits_of(D1));
}

static void test_a_reader_that_loses_a_tag_for_a_moment_chooses_nothing(void)
{
	tap(A);
	later(1000);
	for (unsigned i = 0; i < 20; i++) {
		taps_pad(&taps, now_us, B, i % 2 == 0);
		later(200);
	}
	expect(TAPS_SEVERAL, BITS_NONE);
}

static void test_put_down_without_a_tap(void)
{
	set_up(A, C1);
	put(D1);
	expect_news(D1, TAPS_NONE);
	expect(TAPS_DOUBT, bits_of(D1));
	/* unless its player says on the handheld which it is */
	TEST_ASSERT_EQUAL_UINT8(TAPS_NEXT, taps_note(&taps, bits_of(D1)).say);
	lift(D1);
	expect(TAPS_NEXT, BITS_NONE);
	set_up(B, D1);
}

static void test_pieces_that_stood_before_the_first_tap(void)
{
	put(C1);
	put(D1);
	while (taps_take(&taps, &(unsigned){0}, &(unsigned){0}))
		continue;
	expect(TAPS_QUIET, BITS_NONE); /* a pad that is left alone asks for nothing */
	tap(A);
	put(E1);
	expect_news(E1, A);
	expect(TAPS_DOUBT, bits_or(bits_of(C1), bits_of(D1)));
}

static void test_two_at_once(void)
{
	tap(A);
	bits_add(&closed, D1);
	bits_add(&closed, E1);
	later(0);
	expect_news(D1, TAPS_NONE);
	expect_news(E1, TAPS_NONE);
	expect(TAPS_DOUBT, bits_or(bits_of(D1), bits_of(E1)));
}

static void test_another_piece_was_put_down(void)
{
	tap(A);
	put(C1); /* but that was not A ... */
	expect_news(C1, A);
	tap(A); /* ... which is at the pad */
	expect_news(C1, TAPS_NONE);
	expect(TAPS_DOUBT, bits_of(C1));
	put(D1);
	expect_news(D1, A);
	expect(TAPS_DOUBT, bits_of(C1));
}

static void test_a_piece_that_lies_on_the_pad_stands_nowhere(void)
{
	later(2000);
	see(A);
	put(C1);
	expect_news(C1, A);
	taps_pad(&taps, now_us, A, false);
	expect_news(C1, TAPS_NONE);
	expect(TAPS_DOUBT, bits_of(C1));
	put(D1);
	expect_news(D1, A);
}

static void test_a_pad_that_loses_it_late(void)
{
	later(2000);
	see(A);
	bits_add(&closed, C1);
	later(0);
	now_us += TAPS_LATE_US;
	taps_pad(&taps, now_us, A, false);
	later(1000);
	expect_news(C1, A);
	expect_no_news();
}

static void test_two_lifted_at_once(void)
{
	set_up(A, C1);
	set_up(B, D1);
	lift(C1);
	lift(D1);
	put(C1);
	put(D1);
	expect_news(C1, TAPS_NONE);
	expect_news(D1, TAPS_NONE);
	expect(TAPS_DOUBT, bits_or(bits_of(C1), bits_of(D1)));
	lift(C1);
	tap(B);
	expect(TAPS_SEVERAL, BITS_NONE);
	tap(B);
	put(C1);
	expect_news(C1, B);
	lift(D1);
	set_up(A, D1);
	expect(TAPS_NEXT, BITS_NONE);
}

static void test_one_takes_the_place_of_another(void)
{
	set_up(A, C1);
	lift(C1); /* into the other hand */
	tap(B);
	tap(B);
	put(C1);
	expect_news(C1, B);
	set_up(A, D1);
}

static void test_the_wrong_half_is_none_of_its_squares(void)
{
	tap(A);
	put(A5);
	put(95);
	expect(TAPS_TAPPED, BITS_NONE);
	expect_no_news();
	lift(A5);
	put(C1);
	expect_news(C1, A);
}

static void test_strange_pieces(void)
{
	set_up(A, C1);
	taps_strange(&taps, TAPS_FOREIGN);
	expect(TAPS_FOREIGN, BITS_NONE);
	taps_strange(&taps, TAPS_UNKNOWN);
	expect(TAPS_UNKNOWN, BITS_NONE);
	put(D1);
	expect(TAPS_DOUBT, bits_of(D1));
	taps_strange(&taps, TAPS_FOREIGN);
	tap(B);
	expect(TAPS_DOUBT, bits_of(D1));
}

static void test_more_than_the_hands_hold(void)
{
	for (unsigned piece = 20; piece < 20 + TAPS_HAND + 2; piece++)
		tap(piece);
	expect(TAPS_SEVERAL, BITS_NONE);
	tap(20);
	tap(20);
	put(C1);
	expect_news(C1, 20);
}

static void test_after_an_outage_hands_hold_nothing_that_is_known(void)
{
	set_up(A, C1);
	tap(B);
	lift(C1);
	taps_let_go(&taps);
	expect_news(C1, TAPS_NONE);
	put(D1);
	expect_news(D1, TAPS_NONE);
	expect(TAPS_DOUBT, bits_of(D1));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_tap_and_put);
	RUN_TEST(test_a_piece_that_is_moved_is_followed);
	RUN_TEST(test_a_piece_that_is_slid_is_where_it_stops);
	RUN_TEST(test_a_neighbour_that_is_jogged_is_no_piece_in_the_hand);
	RUN_TEST(test_tapped_twice);
	RUN_TEST(test_tapped_and_not_put_down);
	RUN_TEST(test_a_reader_that_loses_a_tag_for_a_moment_chooses_nothing);
	RUN_TEST(test_put_down_without_a_tap);
	RUN_TEST(test_pieces_that_stood_before_the_first_tap);
	RUN_TEST(test_two_at_once);
	RUN_TEST(test_another_piece_was_put_down);
	RUN_TEST(test_a_piece_that_lies_on_the_pad_stands_nowhere);
	RUN_TEST(test_a_pad_that_loses_it_late);
	RUN_TEST(test_two_lifted_at_once);
	RUN_TEST(test_one_takes_the_place_of_another);
	RUN_TEST(test_the_wrong_half_is_none_of_its_squares);
	RUN_TEST(test_strange_pieces);
	RUN_TEST(test_more_than_the_hands_hold);
	RUN_TEST(test_after_an_outage_hands_hold_nothing_that_is_known);
	return UNITY_END();
}
