/*
 * Each of the fifteen cards, used rightly and wrongly. What a card does to each pair of ranks is
 * test_battle.c's matter.
 */
#include "tests/support/rules/card_studies.h"

/* ---- the fifteen ---- */

static void there_are_fifteen_cards(void)
{
	static const char *const movement[] = {"boat",	   "jump",  "charge-2",
					       "charge-3", "feint", "swap"};
	static const char *const attack[] = {"attack+1",    "attack+2", "attack+3",
					     "mock-attack", "armour",	"spy-attack"};
	static const char *const defence[] = {"defence+1", "defence+2", "defence+3"};
	unsigned seen[3] = {0, 0, 0};

	for (unsigned i = CARD_NONE + 1; i < CARD_END; i++) {
		enum card card = (enum card)i;
		const char *name = card_name(card);

		TEST_ASSERT_EQUAL(card, card_parse(name, strlen(name)));
		for (unsigned j = 0; j < 6; j++) {
			seen[0] += card_is_movement(card) && strcmp(name, movement[j]) == 0;
			seen[1] += card_is_attack(card) && strcmp(name, attack[j]) == 0;
			seen[2] += card_is_defence(card) && j < 3 && strcmp(name, defence[j]) == 0;
		}
	}
	TEST_ASSERT_EQUAL(6, seen[0]);
	TEST_ASSERT_EQUAL(6, seen[1]);
	TEST_ASSERT_EQUAL(3, seen[2]);
	TEST_ASSERT_EQUAL(CARD_NONE, card_parse("none", 4));
	TEST_ASSERT_EQUAL(CARD_NONE, card_parse("", 0));
	TEST_ASSERT_EQUAL(CARD_NONE, card_parse("attack+4", 8));
	TEST_ASSERT_EQUAL(CARD_NONE, card_parse("boats", 5));
}

static void boat(void)
{
	static const struct row rows[] = {
		{"Mc4", "", "boat", "", "+boat c4-c7", "ok"},
		{"Md7", "", "boat", "", "+boat d7-d4", "ok"},
		{"Mb5", "", "boat", "", "+boat b5-e5", "ok"},
		{"Me6", "", "boat", "", "+boat e6-b6", "ok"},
		{"Mi5", "", "boat", "", "+boat i5-f5", "ok"},
		{"2h4", "", "boat", "", "+boat h4-h7", "ok"},
		{"Mc4", "9c7", "boat", "", "+boat c4xc7", "ok"},
		{"Mc4", "9c7", "boat", "", "+boat c4-c7", "wrong-action"},
		{"Mc4", "", "boat", "", "+boat c4xc7", "wrong-action"},
		/* away from the shore, at a corner only, past the first square beyond */
		{"Mc3", "", "boat", "", "+boat c3-c7", "card"},
		{"Mb4", "", "boat", "", "+boat b4-b7", "card"},
		{"Mc4", "", "boat", "", "+boat c4-c8", "card"},
		{"Mb4", "", "boat", "", "+boat b4-c4", "card"},
		{"2c4", "", "boat", "", "+boat c4-c8", "card"},
		{"2a5", "", "boat", "", "+boat a5-e5", "card"},
		/* one card, one lake */
		{"Mb5", "", "boat", "", "+boat b5-i5", "card"},
		{"Mc4", "", "boat", "", "+boat c4-c6", "lake"},
		{"Mc4", "", "boat", "", "+boat c4-e7", "not-straight"},
		{"Mc4 9c7", "", "boat", "", "+boat c4-c7", "own-piece"},
		{"Mc4", "9c7", "boat", "", "+boat c4-c8", "blocked"},
		{"Bc4", "", "boat", "", "+boat c4-c7", "immobile"},
		{"Fb5", "", "boat", "", "+boat b5-e5", "immobile"},
		/* without the card */
		{"Mc4", "", "jump", "boat", "+boat c4-c7", "card"},
		{"Mc4", "", "boat", "", "c4-c7", "blocked"},
	};

	check_rows(rows, ROWS(rows));
}

static void jump(void)
{
	static const struct row rows[] = {
		{"Me2 9e3", "", "jump", "", "+jump e2-e4", "ok"},
		{"Me2", "9e3", "jump", "", "+jump e2-e4", "ok"},
		{"Me2 Be3", "", "jump", "", "+jump e2-e4", "ok"},
		{"Me2", "Fe3", "jump", "", "+jump e2-e4", "ok"},
		{"2b2 9c2", "", "jump", "", "+jump b2-d2", "ok"},
		{"Me2", "9e3 8e4", "jump", "", "+jump e2xe4", "ok"},
		{"Me2", "", "jump", "", "+jump e2-e4", "card"},
		{"Me2 9e3", "", "jump", "", "+jump e2-e5", "card"},
		{"2e2", "", "jump", "", "+jump e2-e4", "card"},
		{"Me2 9e3", "", "jump", "", "+jump e2-f2", "card"},
		{"Me2 9e3 8e4", "", "jump", "", "+jump e2-e5", "blocked"},
		{"Me2 9e3 8e4", "", "jump", "", "+jump e2-e4", "own-piece"},
		{"Me2 9f3", "", "jump", "", "+jump e2-g4", "not-straight"},
		{"Mc4", "", "jump", "", "+jump c4-c7", "blocked"},
		{"Mb5", "", "jump", "", "+jump b5-d5", "lake"},
		{"Be2 9e3", "", "jump", "", "+jump e2-e4", "immobile"},
		{"Me2 9e3", "", "boat", "", "+jump e2-e4", "card"},
		{"Me2 9e3", "", "jump", "", "e2-e4", "blocked"},
	};

	check_rows(rows, ROWS(rows));
}

static void the_piece_jumped_over_stays(void)
{
	struct row row = {"Me2", "9e3", "jump", "", "+jump e2-e4", "ok"};

	check_row(&row);
	expect_square("e2", '.');
	expect_square("e3", '9');
	expect_square("e4", 'M');
}

static void charge_2(void)
{
	static const struct row rows[] = {
		{"Me2", "", "charge-2", "", "+charge-2 e2-e4", "ok"},
		{"Me2", "", "charge-2", "", "+charge-2 e2-c2", "ok"},
		{"2e2", "", "charge-2", "", "+charge-2 e2-g2", "ok"},
		{"Me2", "9e4", "charge-2", "", "+charge-2 e2xe4", "ok"},
		{"Me2", "9e4", "charge-2", "", "+charge-2 e2-e4", "wrong-action"},
		{"Me2", "", "charge-2", "", "+charge-2 e2-e3", "card"},
		{"Me2", "", "charge-2", "", "+charge-2 e2-e5", "card"},
		{"2e2", "", "charge-2", "", "+charge-2 e2-e5", "card"},
		{"2e2", "9e3", "charge-2", "", "+charge-2 e2xe3", "card"},
		{"Me2", "9e3", "charge-2", "", "+charge-2 e2-e4", "blocked"},
		{"Me2 9e4", "", "charge-2", "", "+charge-2 e2-e4", "own-piece"},
		{"Mc4", "", "charge-2", "", "+charge-2 c4-c6", "lake"},
		{"Me2", "", "charge-2", "", "+charge-2 e2-g4", "not-straight"},
		{"Be2", "", "charge-2", "", "+charge-2 e2-e4", "immobile"},
		{"Me2", "", "charge-3", "", "+charge-2 e2-e4", "card"},
	};

	check_rows(rows, ROWS(rows));
}

static void charge_3(void)
{
	static const struct row rows[] = {
		{"Me2", "", "charge-3", "", "+charge-3 e2-e5", "ok"},
		{"2e2", "", "charge-3", "", "+charge-3 e2-b2", "ok"},
		{"Me2", "9e5", "charge-3", "", "+charge-3 e2xe5", "ok"},
		{"Me2", "", "charge-3", "", "+charge-3 e2-e4", "card"},
		{"Me2", "", "charge-3", "", "+charge-3 e2-e3", "card"},
		{"2e2", "", "charge-3", "", "+charge-3 e2-e6", "card"},
		{"Me2", "9e4", "charge-3", "", "+charge-3 e2-e5", "blocked"},
		{"Mc4", "", "charge-3", "", "+charge-3 c4-c7", "blocked"},
		{"Mb5", "", "charge-3", "", "+charge-3 b5-e5", "blocked"},
		{"Fe2", "", "charge-3", "", "+charge-3 e2-e5", "immobile"},
		{"Me2", "", "charge-2", "", "+charge-3 e2-e5", "card"},
	};

	check_rows(rows, ROWS(rows));
}

static void feint(void)
{
	static const struct row rows[] = {
		{"Me2", "", "feint", "", "+feint e2-f3", "ok"},
		{"Me2", "", "feint", "", "+feint e2-d1", "ok"},
		{"Me2", "9f3", "feint", "", "+feint e2xf3", "ok"},
		/* between two pieces, past the corner of a lake */
		{"Me2 9e3", "8f2", "feint", "", "+feint e2-f3", "ok"},
		{"Mb5", "", "feint", "", "+feint b5-c4", "ok"},
		{"Me4", "", "feint", "", "+feint e4-d5", "lake"},
		/* scouts */
		{"2a1", "", "feint", "", "+feint a1-d4", "ok"},
		{"2a1", "9d4", "feint", "", "+feint a1xd4", "ok"},
		{"2e10", "", "feint", "", "+feint e10-i6", "ok"},
		{"2a1", "9c3", "feint", "", "+feint a1-d4", "blocked"},
		{"2a3", "", "feint", "", "+feint a3-e7", "blocked"},
		{"2a3", "9e7", "feint", "", "+feint a3xe7", "blocked"},
		{"Ma1", "", "feint", "", "+feint a1-c3", "too-far"},
		{"Me2", "", "feint", "", "+feint e2-e3", "card"},
		{"2e2", "", "feint", "", "+feint e2-e5", "card"},
		{"Me2 9f3", "", "feint", "", "+feint e2-f3", "own-piece"},
		{"Be2", "", "feint", "", "+feint e2-f3", "immobile"},
		{"Me2", "", "jump", "", "+feint e2-f3", "card"},
		{"Me2", "", "feint", "", "e2-f3", "not-straight"},
		{"Ma2", "", "feint", "", "+feint a2-a0", "off-board"},
	};

	check_rows(rows, ROWS(rows));
}

static void swap(void)
{
	static const struct row rows[] = {
		{"Ma1 9e1", "", "swap", "", "swap a1 e1", "ok"},
		{"Ma1 9a9", "8a5", "swap", "", "swap a9 a1", "ok"},
		/* over water */
		{"Mc4 9c7", "", "swap", "", "swap c4 c7", "ok"},
		{"Ma5 9i5", "", "swap", "", "swap a5 i5", "ok"},
		{"Ma1 9b2", "", "swap", "", "swap a1 b2", "not-straight"},
		{"Ma1 Ba2", "", "swap", "", "swap a1 a2", "immobile"},
		{"Ma1 Fa2", "", "swap", "", "swap a2 a1", "immobile"},
		{"Ma1", "9a2", "swap", "", "swap a1 a2", "not-your-piece"},
		{"Ma1", "9a2", "swap", "", "swap a2 a1", "not-your-piece"},
		{"Ma1", "", "swap", "", "swap a1 a2", "no-piece"},
		{"Ma1", "", "swap", "", "swap a1 k1", "no-piece"},
		{"Ma1 9a2", "", "jump", "swap", "swap a1 a2", "card"},
		{"Ma1 9a2", "", "swap", "", "blue: swap a1 a2", "wrong-turn"},
		/* it is no card to move with */
		{"Ma1 9a3", "", "swap", "", "+swap a1-a2", "card"},
	};

	check_rows(rows, ROWS(rows));
}

static void swap_changes_places_and_ends_the_turn(void)
{
	struct row row = {"Ma1 9e1", "", "swap,boat,jump,feint", "", "swap a1 e1", "ok"};

	check_row(&row);
	expect_square("a1", '9');
	expect_square("e1", 'M');
	expect_hand(SIDE_RED, "boat,jump,feint", 0);
	expect_discard(SIDE_RED, "swap");
	TEST_ASSERT_EQUAL(SIDE_BLUE, game.reader.game.position.open.to_move);
}

/* what stands on e4 after an attack from e3, and who left */
static void check_attack(const char *cards, const char *actions, char attacker, char defender,
			 const char *outcome, char on_e4)
{
	char red[8], blue[8];
	struct row row = {red, blue, cards, "defence+1,defence+2,defence+3", actions, "ok"};
	struct report_view view;

	snprintf(red, sizeof red, "%ce3", attacker);
	snprintf(blue, sizeof blue, "%ce4", defender);
	check_row(&row);
	report_view_make(&view, &game.reader.report, AUDIENCE_ARBITER);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(outcome, outcome_name(view.outcome), message);
	expect_square("e4", on_e4);
}

static void attack_cards_raise_the_attacker(void)
{
	check_attack("attack+1", "+attack+1 e3xe4", '6', '6', "attacker", '6');
	check_attack("attack+1", "+attack+1 e3xe4", '6', '7', "both", '.');
	check_attack("attack+1", "+attack+1 e3xe4", '6', '8', "defender", '8');
	check_attack("attack+2", "+attack+2 e3xe4", '6', '7', "attacker", '6');
	check_attack("attack+2", "+attack+2 e3xe4", '6', '8', "both", '.');
	check_attack("attack+3", "+attack+3 e3xe4", '6', '8', "attacker", '6');
	check_attack("attack+3", "+attack+3 e3xe4", '6', '9', "both", '.');
	check_attack("attack+3", "+attack+3 e3xe4", 'M', 'B', "defender", 'B');
}

static void attack_cards_need_an_attack_and_the_hand(void)
{
	static const struct row rows[] = {
		{"6e3", "", "attack+1", "", "+attack+1 e3-e4", "card"},
		{"6e3", "6e4", "attack+2", "attack+1", "+attack+1 e3xe4", "card"},
		{"6e3", "6e4", "attack+1", "", "+attack+1 e3-e4", "wrong-action"},
		{"6e3", "6e4", "attack+1,attack+2", "", "+attack+1 +attack+2 e3xe4", "card"},
		{"6e3", "6e4", "attack+1", "", "+attack+1 +attack+1 e3xe4", "card"},
		{"6e3", "", "mock-attack", "", "+mock-attack e3-e4", "card"},
		{"6e3", "", "armour", "", "+armour e3-e4", "card"},
		{"1e3", "", "spy-attack", "", "+spy-attack e3-e4", "card"},
		{"6e3", "6e5", "attack+1", "", "+attack+1 e3xe5", "too-far"},
		/* a defence card is none to attack with */
		{"6e3", "6e4", "defence+1", "", "+defence+1 e3xe4", "card"},
	};

	check_rows(rows, ROWS(rows));
}

static void armour(void)
{
	check_attack("armour", "+armour e3xe4", '6', 'B', "attacker", '6');
	check_attack("armour", "+armour e3xe4", '3', 'B', "attacker", '3');
	/* in vain, and spent */
	check_attack("armour", "+armour e3xe4", '6', '7', "defender", '7');
	expect_discard(SIDE_RED, "armour");
	expect_hand(SIDE_RED, "", 0);
}

static void spy_attack(void)
{
	check_attack("spy-attack", "+spy-attack e3xe4", '1', '9', "attacker", '1');
	check_attack("spy-attack", "+spy-attack e3xe4 /defence+3", '1', '2', "attacker", '1');
	check_attack("spy-attack", "+spy-attack e3xe4", '1', 'B', "defender", 'B');
	check_attack("spy-attack", "+spy-attack e3xe4", '2', '9', "defender", '9');
	expect_discard(SIDE_RED, "spy-attack");
}

static void mock_attack(void)
{
	static const char *const targets = "M1BF";

	for (unsigned i = 0; targets[i]; i++) {
		check_attack("mock-attack", "+mock-attack e3xe4", '6', targets[i], "none",
			     targets[i]);
		expect_square("e3", '6');
		expect_discard(SIDE_RED, "mock-attack");
		TEST_ASSERT_EQUAL(WINNER_NONE, game.winner);
		TEST_ASSERT_EQUAL(SIDE_BLUE, game.reader.game.position.open.to_move);
	}
}

/* The attacker goes back to where it began the turn, not to where the movement card took it. */
static void mock_attack_with_a_movement_card(void)
{
	struct row row = {
		"6e2 5e3", "9e4", "jump,mock-attack,boat,feint", "", "+jump +mock-attack e2xe4",
		"ok"};

	check_row(&row);
	expect_square("e2", '6');
	expect_square("e3", '5');
	expect_square("e4", '9');
	expect_discard(SIDE_RED, "jump,mock-attack");
}

static void defence_cards_raise_the_defender(void)
{
	check_attack("boat", "e3xe4 /defence+1", '7', '7', "defender", '7');
	check_attack("boat", "e3xe4 /defence+1", '7', '6', "both", '.');
	check_attack("boat", "e3xe4 /defence+2", '7', '5', "both", '.');
	check_attack("boat", "e3xe4 /defence+3", '7', '5', "defender", '5');
	check_attack("attack+1", "+attack+1 e3xe4 /defence+1", '7', '7', "both", '.');
	check_attack("boat", "e3xe4 /defence+3", '1', 'M', "attacker", '1');
	/* without effect, and spent all the same */
	check_attack("boat", "e3xe4 /defence+1", '7', 'B', "defender", 'B');
	expect_discard(SIDE_BLUE, "defence+1");
	check_attack("boat", "e3xe4 /defence+2", '7', 'F', "attacker", '7');
	expect_discard(SIDE_BLUE, "defence+2");
	TEST_ASSERT_EQUAL_STRING("flag", reason_name(game.reason));
	check_attack("mock-attack", "+mock-attack e3xe4 /defence+3", '7', '5', "none", '5');
	expect_discard(SIDE_BLUE, "defence+3");
}

static void defence_cards_used_wrongly(void)
{
	static const struct row rows[] = {
		{"7e3", "", "boat", "defence+1", "e3-e4 /defence+1", "card"},
		{"7e3", "7e4", "boat", "defence+2", "e3xe4 /defence+1", "card"},
		{"7e3", "7e4", "defence+1", "boat", "e3xe4 /defence+1", "card"},
		{"7e3", "7e4", "boat", "attack+1", "e3xe4 /attack+1", "card"},
		{"7e3", "7e4", "boat", "jump", "e3xe4 /jump", "card"},
		/* in the pile, not in the hand */
		{"7e3", "7e4", "boat", "jump,feint,swap,defence+1", "e3xe4 /defence+1", "card"},
	};

	check_rows(rows, ROWS(rows));
}

static void cards_played_together(void)
{
	static const struct row rows[] = {
		{"6e2 5e3", "7e4", "jump,attack+2", "", "+jump +attack+2 e2xe4", "ok"},
		{"6e2", "7e4", "charge-2,attack+2", "", "+charge-2 +attack+2 e2xe4", "ok"},
		{"6e2", "7f3", "feint,attack+2", "defence+1", "+feint +attack+2 e2xf3 /defence+1",
		 "ok"},
		{"6c4", "7c7", "boat,armour", "", "+boat +armour c4xc7", "ok"},
		{"6e2 5e3", "7e4", "jump,charge-2", "", "+jump +charge-2 e2xe4", "card"},
		{"6e2", "", "charge-2,attack+2", "", "+charge-2 +attack+2 e2-e4", "card"},
		{"6e2", "7e4", "charge-2", "", "+charge-2 +attack+2 e2xe4", "card"},
		{"6e2", "7e4", "attack+2", "", "+charge-2 +attack+2 e2xe4", "card"},
	};

	check_rows(rows, ROWS(rows));
}

static void an_ordinary_move_needs_no_card(void)
{
	static const struct row rows[] = {
		{"6e2", "", "boat,jump,swap", "", "e2-e3", "ok"},
		{"2e2", "", "", "", "e2-e9", "ok"},
		{"6e2", "5e3", "boat,jump,swap", "", "e2xe3", "ok"},
	};

	check_rows(rows, ROWS(rows));
	expect_hand(SIDE_RED, "boat,jump,swap", 0);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(there_are_fifteen_cards);
	RUN_TEST(boat);
	RUN_TEST(jump);
	RUN_TEST(the_piece_jumped_over_stays);
	RUN_TEST(charge_2);
	RUN_TEST(charge_3);
	RUN_TEST(feint);
	RUN_TEST(swap);
	RUN_TEST(swap_changes_places_and_ends_the_turn);
	RUN_TEST(attack_cards_raise_the_attacker);
	RUN_TEST(attack_cards_need_an_attack_and_the_hand);
	RUN_TEST(armour);
	RUN_TEST(spy_attack);
	RUN_TEST(mock_attack);
	RUN_TEST(mock_attack_with_a_movement_card);
	RUN_TEST(defence_cards_raise_the_defender);
	RUN_TEST(defence_cards_used_wrongly);
	RUN_TEST(cards_played_together);
	RUN_TEST(an_ordinary_move_needs_no_card);
	return UNITY_END();
}
