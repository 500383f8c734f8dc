/*
 * After a battle: what people are told, by its outcome and by what the board shows when the verdict
 * comes, and the exchange of pieces on the square of a won one.
 */
#include "daemon/table/table_inside.h"
#include "tests/support/table/small_table.h"

#include "unity.h"

#include <string.h>

enum { TOLD_SIZE = 128 };

static struct small_table small;
static unsigned from_sq, to_sq; /* a1 attacks a10 */
static char told[TOLD_SIZE];

void setUp(void)
{
	small_table_begin(&small);
	from_sq = sq_at(0, 0);
	to_sq = sq_at(0, 9);
	told[0] = '\0';
	table_play(&small.table, small.t_us, &small.open);
}

void tearDown(void)
{
}

static void tell(const struct finding *finding)
{
	static const char *const guides[] = {"put-back", "remove", "place", "check"};

	if (finding->kind != FOUND_GUIDE)
		return;
	strcat(told, finding->side == SIDE_RED ? "red " : "blue ");
	strcat(told, guides[finding->guide]);
	strcat(told, bits_equal(finding->squares, bits_of(from_sq)) ? " A. " : " E. ");
}

static void fight(enum table_battle battle)
{
	struct finding finding;
	struct public_position *open = &small.open;

	if (battle != BATTLE_MOCK && battle != BATTLE_LOST)
		bits_drop(&open->holds[SIDE_BLUE], to_sq);
	if (battle != BATTLE_MOCK)
		bits_drop(&open->holds[SIDE_RED], from_sq);
	if (battle == BATTLE_WON)
		bits_add(&open->holds[SIDE_RED], to_sq);
	open->to_move = SIDE_BLUE;
	while (table_take(&small.table, &finding))
		;
	table_accept_attack(&small.table, small.t_us, open, from_sq, to_sq, battle);
	while (table_take(&small.table, &finding))
		tell(&finding);
}

/* ---- what the board shows ---- */

static void attacker_held(void)
{
	small_table_lift(&small, from_sq);
}

static void both_held(void)
{
	small_table_lift(&small, from_sq);
	small_table_lift(&small, to_sq);
}

static void attacker_on_square(void)
{
	both_held();
	small_table_pass(&small, 400); /* a jog is shorter */
	small_table_drop(&small, to_sq);
}

static void both_stand(void)
{
}

struct verdict {
	void (*shows)(void);
	const char *told[BATTLE_MOCK + 1]; /* by enum table_battle: won, lost, both lost, mock */
};

static const struct verdict verdicts[] = {
	{attacker_held, {"blue remove E. red place E. ", "", "blue remove E. ", "red place A. "}},
	{both_held, {"red place E. ", "blue place E. ", "", "red place A. blue place E. "}},
	{attacker_on_square,
	 {"blue remove E. red place E. ", "blue check E. ", "blue remove E. ",
	  "red place A. blue check E. "}},
	{both_stand,
	 {"blue remove E. red place E. ", "red remove A. ", "red remove A. blue remove E. ", ""}},
};

static void test_guides_by_outcome_and_board(void)
{
	for (unsigned i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
		for (unsigned battle = 0; battle <= BATTLE_MOCK; battle++) {
			setUp();
			verdicts[i].shows();
			fight((enum table_battle)battle);
			TEST_ASSERT_EQUAL_STRING(verdicts[i].told[battle], told);
		}
}

/* ---- the exchange ---- */

static void test_an_exchange_is_over_when_the_square_has_opened_and_closed(void)
{
	attacker_held();
	fight(BATTLE_WON);
	TEST_ASSERT_EQUAL(EXCHANGE_DUE, small.table.aftermath.exchange);
	small_table_lift(&small, to_sq);
	TEST_ASSERT_EQUAL(EXCHANGE_OPEN, small.table.aftermath.exchange);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_RIGHT]);
	small_table_pass(&small, 500);
	small_table_drop(&small, to_sq);
	TEST_ASSERT_EQUAL(EXCHANGE_CLOSED, small.table.aftermath.exchange);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_RIGHT]);
	small_table_pass(&small, 5000);
	small_table_lift(&small, to_sq); /* too late to be the loser's */
	TEST_ASSERT_EQUAL(EXCHANGE_CLOSED, small.table.aftermath.exchange);
}

static void test_a_jog_is_no_exchange(void)
{
	attacker_held();
	fight(BATTLE_WON);
	small_table_lift(&small, to_sq);
	small_table_pass(&small, 200);
	small_table_drop(&small, to_sq);
	small_table_pass(&small, 5000);
	small_table_lift(&small, to_sq); /* however late: now the pieces are exchanged */
	TEST_ASSERT_EQUAL(EXCHANGE_AGAIN, small.table.aftermath.exchange);
	small_table_pass(&small, 500);
	small_table_drop(&small, to_sq);
	TEST_ASSERT_EQUAL(EXCHANGE_CLOSED, small.table.aftermath.exchange);
}

/* After a jog on E, Blue's a9 is lifted beside it: before E that is an attack on E, and after it too. */
static void test_an_attack_ends_what_a_jog_left_open(void)
{
	static const unsigned orders[2][2] = {{8, 9}, {9, 8}}; /* the rows that are lifted */

	for (unsigned i = 0; i < 2; i++) {
		setUp();
		bits_add(&small.open.holds[SIDE_BLUE], sq_at(0, 8));
		table_contact(&small.table, small.t_us, sq_at(0, 8), true);
		small_table_pass(&small, 100);
		attacker_held();
		fight(BATTLE_WON);
		small_table_lift(&small, to_sq);
		small_table_pass(&small, 200);
		small_table_drop(&small, to_sq);
		small_table_pass(&small, 1500);
		small_table_lift(&small, sq_at(0, orders[i][0]));
		small_table_pass(&small, 300);
		small_table_lift(&small, sq_at(0, orders[i][1]));
		TEST_ASSERT_FALSE(table_aftermath_exchanges(&small.table));
		small_table_pass(&small, 1000);
		TEST_ASSERT_EQUAL(1, small.found[FOUND_ACTION]);
	}
}

static void test_the_loser_may_be_set_down_once_more(void)
{
	both_held();
	fight(BATTLE_WON);
	small_table_drop(&small, to_sq);
	small_table_pass(&small, 800);
	small_table_lift(&small, to_sq);
	TEST_ASSERT_EQUAL(EXCHANGE_AGAIN, small.table.aftermath.exchange);
	small_table_pass(&small, 5000);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_ACTION]);
}

static void test_chatter_does_not_end_an_exchange(void)
{
	both_held();
	fight(BATTLE_WON);
	TEST_ASSERT_EQUAL(EXCHANGE_OPEN, small.table.aftermath.exchange);
	table_contact(&small.table, small.t_us, to_sq, true);
	small_table_pass(&small, 30);
	TEST_ASSERT_EQUAL(EXCHANGE_CLOSED, small.table.aftermath.exchange);
	small_table_lift(&small, to_sq);
	TEST_ASSERT_EQUAL(EXCHANGE_OPEN, small.table.aftermath.exchange);
}

/* Blue's pieces are on their squares and the winner is off: no evidence of an attack. */
static void test_the_exchange_is_no_evidence(void)
{
	attacker_held();
	fight(BATTLE_WON);
	small_table_lift(&small, to_sq);
	small_table_pass(&small, 10000);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_ACTION]);
	TEST_ASSERT_EQUAL(0, small.found[FOUND_GUIDE]);
}

static void test_a_loser_that_is_set_down_again_must_go(void)
{
	both_held();
	fight(BATTLE_BOTH_LOST);
	small_table_drop(&small, to_sq);
	small_table_pass(&small, 4000);
	TEST_ASSERT_EQUAL(1, small.found[FOUND_GUIDE]);
	TEST_ASSERT_EQUAL(GUIDE_REMOVE, small.last[FOUND_GUIDE].guide);
	TEST_ASSERT_EQUAL(SIDE_BLUE, small.last[FOUND_GUIDE].side);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_guides_by_outcome_and_board);
	RUN_TEST(test_an_exchange_is_over_when_the_square_has_opened_and_closed);
	RUN_TEST(test_a_jog_is_no_exchange);
	RUN_TEST(test_an_attack_ends_what_a_jog_left_open);
	RUN_TEST(test_the_loser_may_be_set_down_once_more);
	RUN_TEST(test_chatter_does_not_end_an_exchange);
	RUN_TEST(test_the_exchange_is_no_evidence);
	RUN_TEST(test_a_loser_that_is_set_down_again_must_go);
	return UNITY_END();
}
