/* What a reed sees of a piece, against the physical table's reeds and against what must be so. */
#include "hardware/field/reach.h"

#include <unity.h>

#include "tests/physics/reed.h"

static const struct reach_kind upright = {
	.magnet = {5, 2, 1.18},
	.spread = 0.05,
	.base_mm = 1,
	.mounting = REACH_UPRIGHT,
	.glass_mm = 10,
	.depth_mm = 7,
	.pull_least_at = 15,
	.pull_most_at = 20,
	.pitch_mm = 40,
};

static struct reach reach;

void setUp(void)
{
	reach_init(&reach, &upright);
}

void tearDown(void)
{
}

static struct reach_kind flat(enum reach_mounting mounting)
{
	struct reach_kind kind = upright;

	kind.mounting = mounting;
	return kind;
}

/* the same reed as the physical table mounts it, without deviation */
static void test_the_physical_table_has_the_same_reed(void)
{
	static const enum reed_mounting mountings[] = {REED_UPRIGHT, REED_FLAT_END,
						       REED_FLAT_CENTRED};
	struct vec magnet = {3, 4, 2}, up = {0, 0, 1};

	for (unsigned i = 0; i < 3; i++) {
		struct reach_kind kind = flat((enum reach_mounting)i);
		struct reed_lot lot = {mountings[i], 10, 7, 15, 20, 0, 0};
		struct chance chance = {1};
		struct reed reed;

		reach_init(&reach, &kind);
		reed_mount(&reed, &lot, (struct vec){0, 0, 0}, &chance);
		TEST_ASSERT_DOUBLE_WITHIN(1e-9, reed_feels(&reed, &reach.field, magnet, up),
					  reach_force(&reach, 3, 4));
	}
}

static void test_a_piece_within_the_sure_distance_closes_the_dullest_reed(void)
{
	double sure = reach_sure_mm(&reach, false), army = reach_sure_mm(&reach, true);

	TEST_ASSERT_TRUE(army > 8 && army < sure && sure < 11);
	TEST_ASSERT_TRUE(0.95 * reach_force(&reach, sure, 0) >= 20);
	TEST_ASSERT_TRUE(0.95 * reach_force(&reach, sure + 0.2, 0) < 20);
}

static void test_an_upright_reed_keeps_to_its_square(void)
{
	TEST_ASSERT_TRUE(reach_farthest_mm(&reach) < 20);
	TEST_ASSERT_EQUAL_DOUBLE(0, reach_stray_cm2(&reach));
	TEST_ASSERT_TRUE(fabs(reach_army(&reach)) * 1.05 < 15);
}

static void test_a_flat_reed_reaches_into_the_next_square(void)
{
	struct reach_kind kind = flat(REACH_FLAT_END);

	reach_init(&reach, &kind);
	TEST_ASSERT_TRUE(reach_farthest_mm(&reach) > 20);
	TEST_ASSERT_TRUE(reach_stray_cm2(&reach) > 0);
	TEST_ASSERT_TRUE(reach_sure_mm(&reach, false) < 6);
}

/* Both its ends are equally far from the magnet then. */
static void test_a_flat_reed_under_the_middle_does_not_see_a_piece_in_the_middle(void)
{
	struct reach_kind kind = flat(REACH_FLAT_CENTRED);

	reach_init(&reach, &kind);
	TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0, reach_force(&reach, 0, 0));
	TEST_ASSERT_TRUE(reach_sure_mm(&reach, false) < 0);
}

static void test_strong_magnets_over_sensitive_reeds_close_empty_squares(void)
{
	struct reach_kind kind = upright;

	kind.magnet.radius_mm = 6;
	kind.magnet.height_mm = 4;
	kind.pull_least_at = 10;
	kind.pull_most_at = 15;
	reach_init(&reach, &kind);
	TEST_ASSERT_TRUE(fabs(reach_army(&reach)) > 10);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_the_physical_table_has_the_same_reed);
	RUN_TEST(test_a_piece_within_the_sure_distance_closes_the_dullest_reed);
	RUN_TEST(test_an_upright_reed_keeps_to_its_square);
	RUN_TEST(test_a_flat_reed_reaches_into_the_next_square);
	RUN_TEST(test_a_flat_reed_under_the_middle_does_not_see_a_piece_in_the_middle);
	RUN_TEST(test_strong_magnets_over_sensitive_reeds_close_empty_squares);
	return UNITY_END();
}
