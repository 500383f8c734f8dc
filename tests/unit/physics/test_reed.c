/* Reeds: pull-in, drop-out, bounce, and how far from the middle a piece is seen. */
#include "tests/physics/surface.h"

#include <unity.h>

static struct surface surface;
static struct chance chance;

void setUp(void)
{
	chance = chance_for(1, 2, 3);
}

void tearDown(void)
{
}

static struct reed plain_reed(void)
{
	struct reed_lot lot = {.mounting = REED_UPRIGHT,
			       .glass_mm = 10,
			       .depth_mm = 7,
			       .pull_least_at = 20,
			       .pull_most_at = 20};
	struct reed reed;

	reed_mount(&reed, &lot, (struct vec){0, 0, 0}, &chance);
	return reed;
}

static bool reads(struct reed *reed, double at)
{
	static double t_s = 1;

	t_s += 1;
	reed_scan(reed, at, t_s, &chance); /* it may bounce now, but no longer after a second */
	t_s += 1;
	reed_scan(reed, at, t_s, &chance);
	return reed->reading;
}

static void test_it_drops_out_later_than_it_pulls_in(void)
{
	struct reed reed = plain_reed();

	TEST_ASSERT_TRUE(reed.drop_at >= 10 && reed.drop_at <= 14);
	TEST_ASSERT_FALSE(reads(&reed, 19.9));
	TEST_ASSERT_TRUE(reads(&reed, 20.1));
	TEST_ASSERT_TRUE(reads(&reed, reed.drop_at + 0.1));
	TEST_ASSERT_FALSE(reads(&reed, reed.drop_at - 0.1));
	TEST_ASSERT_FALSE(reads(&reed, 19.9));
}

static void test_the_sign_of_the_field_does_not_matter(void)
{
	struct reed reed = plain_reed();

	TEST_ASSERT_TRUE(reads(&reed, -25));
	TEST_ASSERT_FALSE(reads(&reed, 0));
}

static void test_it_bounces_for_five_milliseconds_at_most(void)
{
	unsigned restless = 0;

	for (unsigned i = 0; i < 1000; i++) {
		struct reed reed = plain_reed();

		restless += reed_scan(&reed, 30, 10, &chance);
		TEST_ASSERT_FALSE(reed_scan(&reed, 30, 10.005, &chance));
		TEST_ASSERT_TRUE(reed.reading);
	}
	TEST_ASSERT_TRUE(restless > 50 && restless < 500);
}

static void test_fields_of_neighbours_add_up(void)
{
	unsigned middle = sq_at(4, 4);
	double alone, both;

	surface_init(&surface, surface_kind_find("upright"), BOARD_LARGE, 1);
	surface_add(&surface, sq_at(3, 4));
	alone = surface.at[middle];
	surface_add(&surface, sq_at(5, 4));
	both = surface.at[middle];
	TEST_ASSERT_TRUE(alone != 0);
	TEST_ASSERT_DOUBLE_WITHIN(0.3 * fabs(alone), 2 * alone, both);
	surface_take_off(&surface, 0);
	surface_take_off(&surface, 1);
	TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0, surface.at[middle]);
}

static void ignore(void *context, double t_s, unsigned sq, unsigned piece, bool seen)
{
	(void)context, (void)t_s, (void)sq, (void)piece, (void)seen;
}

static void scan(void)
{
	static double t_s = 100;

	for (unsigned i = 0; i < 40; i++) {
		t_s += SURFACE_SCAN_S;
		surface_scan(&surface, t_s, ignore, NULL);
	}
}

/* An empty square amid a whole army is silent, and its neighbours are seen. */
static void test_an_army_does_not_close_an_empty_square(void)
{
	unsigned hole = sq_at(4, 1);

	surface_init(&surface, surface_kind_find("upright"), BOARD_LARGE, 7);
	for (unsigned row = 0; row < 4; row++)
		for (unsigned column = 0; column < 10; column++)
			if (sq_at(column, row) != hole)
				surface_add(&surface, sq_at(column, row));
	scan();
	for (unsigned row = 0; row < 4; row++)
		for (unsigned column = 0; column < 10; column++)
			TEST_ASSERT_EQUAL(sq_at(column, row) != hole,
					  surface_contact(&surface, sq_at(column, row)));
}

static void test_an_upright_reed_sees_a_piece_off_the_middle(void)
{
	surface_init(&surface, surface_kind_find("upright"), BOARD_LARGE, 3);
	surface_add(&surface, sq_at(4, 4));
	for (double angle = 0; angle < 6.2; angle += 0.5) {
		struct vec at = surface_middle(sq_at(4, 4));

		at.x += 7 * cos(angle);
		at.y += 7 * sin(angle);
		surface_take_off(&surface, 0);
		scan();
		TEST_ASSERT_FALSE(surface_contact(&surface, sq_at(4, 4)));
		surface_put(&surface, 0, at, 0, 0);
		scan();
		TEST_ASSERT_TRUE(surface_contact(&surface, sq_at(4, 4)));
	}
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_it_drops_out_later_than_it_pulls_in);
	RUN_TEST(test_the_sign_of_the_field_does_not_matter);
	RUN_TEST(test_it_bounces_for_five_milliseconds_at_most);
	RUN_TEST(test_fields_of_neighbours_add_up);
	RUN_TEST(test_an_army_does_not_close_an_empty_square);
	RUN_TEST(test_an_upright_reed_sees_a_piece_off_the_middle);
	return UNITY_END();
}
