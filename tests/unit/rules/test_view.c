/*
 * Views: what the public, red, blue and the arbiter may know of a game and of what was tried in it,
 * under each disclosure and with and without the memory aid.
 */
#include "tests/support/rules/view_studies.h"

static char seen(enum audience audience, const char *square)
{
	struct view view;
	uint8_t sq = SQ_OFF_BOARD;

	view_make(&view, &game.reader.game, audience);
	TEST_ASSERT_TRUE_MESSAGE(sq_parse(BOARD_LARGE, square, strlen(square), &sq), square);
	return view.code[sq];
}

/* what public, red, blue and the arbiter see there, a character each */
static void expect_seen(const char *square, const char *codes)
{
	char got[AUDIENCE_COUNT + 1] = "";

	for (unsigned i = 0; i < AUDIENCE_COUNT; i++)
		got[i] = seen((enum audience)i, square);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(codes, got, message);
}

/* attacker and defender as public, red, blue and the arbiter are told, '.' for not told */
static void expect_told(const char *attackers, const char *defenders)
{
	char attacker[AUDIENCE_COUNT + 1] = "", defender[AUDIENCE_COUNT + 1] = "";

	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		struct report_view view = told((enum audience)i);

		TEST_ASSERT_TRUE_MESSAGE(view.legal && view.attack, message);
		attacker[i] = piece_code(view.attacker);
		defender[i] = piece_code(view.defender);
	}
	TEST_ASSERT_EQUAL_STRING_MESSAGE(attackers, attacker, message);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(defenders, defender, message);
}

/* ---- the board ---- */

static void audiences_have_names(void)
{
	TEST_ASSERT_EQUAL_STRING("public", audience_name(AUDIENCE_PUBLIC));
	TEST_ASSERT_EQUAL_STRING("red", audience_name(AUDIENCE_RED));
	TEST_ASSERT_EQUAL_STRING("blue", audience_name(AUDIENCE_BLUE));
	TEST_ASSERT_EQUAL_STRING("arbiter", audience_name(AUDIENCE_ARBITER));
	TEST_ASSERT_EQUAL(AUDIENCE_RED, audience_of(SIDE_RED));
	TEST_ASSERT_EQUAL(AUDIENCE_BLUE, audience_of(SIDE_BLUE));
}

static void each_sees_their_own_pieces(void)
{
	for (unsigned i = 0; i < SETTINGS; i++) {
		play_set(i, "6e3 Fa1", "7e8 Bj10", "");
		expect_seen("e3", "?6?6");
		expect_seen("a1", "?F?F");
		expect_seen("e8", "??77");
		expect_seen("j10", "??BB");
		expect_seen("e5", "....");
		expect_seen("c5", "~~~~");
	}
}

static void the_whole_board_is_described(void)
{
	static const struct {
		const char *edition;
		unsigned squares, lakes;
	} rows[] = {{"original", 100, 8}, {"quick-duel", 64, 4}};

	for (unsigned i = 0; i < ROWS(rows); i++) {
		struct view view;
		unsigned squares = 0, lakes = 0, pieces = 0;

		PLAY(.edition = rows[i].edition, .red = "Ma1 9b1", .blue = "Mh8");
		view_make(&view, &game.reader.game, AUDIENCE_PUBLIC);
		for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
			TEST_ASSERT_EQUAL(board_has(editions[game.reader.game.edition].board, sq),
					  view.code[sq] != '\0');
			squares += view.code[sq] != '\0';
			lakes += view.code[sq] == '~';
			pieces += view.code[sq] == '?';
		}
		TEST_ASSERT_EQUAL(rows[i].squares, squares);
		TEST_ASSERT_EQUAL(rows[i].lakes, lakes);
		TEST_ASSERT_EQUAL(3, pieces);
	}
}

static void everyone_sees_where_pieces_stand_and_how_it_ended(void)
{
	PLAY(.red = "6e3 Ma1", .blue = "7e8", .actions = "e3-e4; e8-e7; resign");
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		struct view view;

		view_make(&view, &game.reader.game, (enum audience)i);
		TEST_ASSERT_EQUAL(i, view.audience);
		TEST_ASSERT_EQUAL_MEMORY(&game.reader.game.position.open, &view.open,
					 sizeof view.open);
		TEST_ASSERT_EQUAL(WINNER_BLUE, view.winner);
		TEST_ASSERT_EQUAL(REASON_RESIGNED, view.reason);
		TEST_ASSERT_EQUAL(3, view.plies);
	}
}

static void the_winner_of_a_battle_is_remembered_as_set(void)
{
	static const char *const attacker_wins[SETTINGS] = {"?6?6", "?666", "?6?6", "?6?6"};
	static const char *const defender_wins[SETTINGS] = {"??88", "?888", "??88", "??88"};

	for (unsigned i = 0; i < SETTINGS; i++) {
		play_set(i, "6e3 Ma1", "5e4 Mj10", "e3xe4");
		expect_seen("e4", attacker_wins[i]);
		expect_seen("a1", "?M?M");
		play_set(i, "6e3 Ma1", "8e4 Mj10", "e3xe4");
		expect_seen("e4", defender_wins[i]);
		expect_seen("j10", "??MM");
		play_set(i, "6e3 Ma1", "6e4 Mj10", "e3xe4");
		expect_seen("e4", "....");
	}
}

static void what_was_shown_goes_with_its_piece(void)
{
	play_set(OPEN_AID, "6e3 7e1 Ma1", "5e4 Mj10", "e3xe4; j10-j9; e4-e5");
	expect_seen("e5", "?666");
	expect_seen("e4", "....");
	/* another piece on the same square is another secret */
	play_set(OPEN_AID, "6e3 7d4 Ma1", "5e4 Mj10", "e3xe4; j10-j9; e4-e5; j9-j8; d4-e4");
	expect_seen("e4", "?7?7");
	/* after a swap, where it went */
	play_set(OPEN_AID, "6e3 7e1 Ma1", "5e4 Mj10", "e3xe4; j10-j9; swap e4 e1");
	expect_seen("e1", "?666");
	expect_seen("e4", "?7?7");
	play_set(OPEN_AID, "6e3 7e1 Ma1", "5e4 Mj10", "e3xe4; j10-j9; swap e1 e4");
	expect_seen("e1", "?666");
	expect_seen("e4", "?7?7");
	/* gone with it, too */
	play_set(OPEN_AID, "6e3 Ma1", "5e4 8e5 7e6 Mj10", "e3xe4; e5xe4; a1-a2; e6-e5");
	expect_seen("e4", "?888");
	expect_seen("e5", "??77");
}

static void a_mock_attack_shows_the_defender_to_the_attacker_alone(void)
{
	static const char *const defender[SETTINGS] = {"??88", "?888", "??88", "?888"};

	for (unsigned i = 0; i < SETTINGS; i++) {
		play_set(i, "6e3 Ma1", "8e4 Mj10", "+mock-attack e3xe4");
		expect_seen("e4", defender[i]);
		expect_seen("e3", "?6?6");
		expect_told("...6", ".8.8");
	}
}

static void a_mock_attack_on_bomb_and_flag(void)
{
	play_set(OPEN_AID, "6e3 Ma1", "Be4 Mj10", "+mock-attack e3xe4 /defence+1");
	expect_seen("e4", "?BBB");
	expect_told("...6", ".B.B");
	play_set(OPEN_AID, "6e3 Ma1", "Fe4 Mj10", "+mock-attack e3xe4");
	expect_seen("e4", "?FFF");
	expect_told("...6", ".F.F");
}

static void rows_of_a_view(void)
{
	struct view view;
	char rows[VIEW_ROWS_SIZE];

	PLAY(.edition = "quick-duel", .options = options[OPEN_AID], .red = "9b1 Fa2 2c3",
	     .blue = "3c4 Mh8 Bg8", .actions = "");
	view_make(&view, &game.reader.game, AUDIENCE_RED);
	TEST_ASSERT_EQUAL(26, view_rows(&view, SIDE_RED, 0, 3, rows));
	TEST_ASSERT_EQUAL_STRING(".9....../F......./..2.....", rows);
	TEST_ASSERT_EQUAL(8, view_rows(&view, SIDE_BLUE, 7, 1, rows));
	TEST_ASSERT_EQUAL_STRING("......??", rows);
	view_make(&view, &game.reader.game, AUDIENCE_BLUE);
	view_rows(&view, SIDE_BLUE, 7, 1, rows);
	TEST_ASSERT_EQUAL_STRING("......BM", rows);
	view_make(&view, &game.reader.game, AUDIENCE_PUBLIC);
	view_rows(&view, SIDE_RED, 0, 8, rows);
	TEST_ASSERT_EQUAL_STRING(".?....../?......./..?...../......../......../......../......../"
				 "........",
				 rows);
}

/* ---- reports ---- */

static void a_battle_is_told_as_disclosed(void)
{
	static const struct {
		unsigned setting;
		const char *attackers, *defenders;
	} rows[] = {
		{OPEN, ".666", ".555"},
		{OPEN_AID, ".666", ".555"},
		{OUTCOME, "...6", "...5"},
		{OUTCOME_AID, "...6", "...5"},
	};

	for (unsigned i = 0; i < ROWS(rows); i++) {
		play_set(rows[i].setting, "6e3 Ma1", "5e4 Mj10", "e3xe4");
		expect_told(rows[i].attackers, rows[i].defenders);
		for (unsigned j = 0; j < AUDIENCE_COUNT; j++)
			TEST_ASSERT_EQUAL(OUTCOME_ATTACKER, told((enum audience)j).outcome);
	}
}

static void blues_battle_is_told_to_the_same(void)
{
	PLAY(.red = "6e3 Ma1", .blue = "5e4 Mj10", .to_move = "blue", .actions = "e4xe3");
	expect_told(".555", ".666");
	PLAY(.options = options[OUTCOME], .red = "6e3 Ma1", .blue = "5e4 Mj10", .to_move = "blue",
	     .actions = "e4xe3");
	expect_told("...5", "...6");
	TEST_ASSERT_EQUAL(OUTCOME_DEFENDER, told(AUDIENCE_PUBLIC).outcome);
}

static void played_cards_lie_face_up(void)
{
	PLAY(.edition = "battle-cards", .red = "6e2 5e3 Ma1", .blue = "7e4 Mj10",
	     .decks = "deck red jump,attack+3,swap,boat\ndeck blue defence+1,jump,feint,armour\n",
	     .actions = "+jump +attack+3 e2xe4 /defence+1");
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		struct report_view view = told((enum audience)i);
		struct view board;

		TEST_ASSERT_EQUAL(CARD_JUMP, view.movement);
		TEST_ASSERT_EQUAL(CARD_ATTACK_3, view.attack_card);
		TEST_ASSERT_EQUAL(CARD_DEFENCE_1, view.defence_card);
		view_make(&board, &game.reader.game, (enum audience)i);
		TEST_ASSERT_EQUAL_HEX(1u << CARD_JUMP | 1u << CARD_ATTACK_3,
				      board.cards[SIDE_RED].discard);
		TEST_ASSERT_EQUAL_HEX(1u << CARD_DEFENCE_1, board.cards[SIDE_BLUE].discard);
	}
}

static void a_quiet_move_tells_no_rank(void)
{
	PLAY(.red = "6e3 Ma1", .blue = "5e8", .actions = "e3-e4");
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		struct report_view view = told((enum audience)i);

		TEST_ASSERT_TRUE(view.legal);
		TEST_ASSERT_FALSE(view.attack);
		TEST_ASSERT_EQUAL(RULE_OK, view.rule);
		TEST_ASSERT_EQUAL(PIECE_NONE, view.attacker);
		TEST_ASSERT_EQUAL(PIECE_NONE, view.defender);
		TEST_ASSERT_EQUAL(SIDE_RED, view.side);
		TEST_ASSERT_EQUAL(ACTION_MOVE, view.kind);
	}
}

/* the same try with each of several pieces: what it broke is for the mover and the arbiter */
static void an_illegal_try_looks_alike_to_the_others(void)
{
	static const struct {
		const char *red, *actions;
		enum rule rule;
	} rows[] = {
		{"Be3 Ma1", "e3-e5", RULE_IMMOBILE},	 {"Fe3 Ma1", "e3-e5", RULE_IMMOBILE},
		{"6e3 Ma1", "e3-e5", RULE_TOO_FAR},	 {"2e3 Ma1", "+boat e3-e5", RULE_CARD},
		{"2e3 Ma1", "e3xe5", RULE_WRONG_ACTION}, {"2e3 Me4", "e3-e5", RULE_BLOCKED},
	};
	struct report_view first[2];

	for (unsigned i = 0; i < ROWS(rows); i++) {
		struct report_view others[2];

		snprintf(message, sizeof message, "%s %s", rows[i].red, rows[i].actions);
		PLAY(.red = rows[i].red, .blue = "5e8", .actions = rows[i].actions);
		TEST_ASSERT_EQUAL_MESSAGE(rows[i].rule, told(AUDIENCE_RED).rule, message);
		TEST_ASSERT_EQUAL_MESSAGE(rows[i].rule, told(AUDIENCE_ARBITER).rule, message);
		others[0] = told(AUDIENCE_PUBLIC);
		others[1] = told(AUDIENCE_BLUE);
		for (unsigned j = 0; j < 2; j++) {
			TEST_ASSERT_FALSE_MESSAGE(others[j].legal, message);
			TEST_ASSERT_FALSE_MESSAGE(others[j].attack, message);
			TEST_ASSERT_EQUAL_MESSAGE(RULE_OK, others[j].rule, message);
			if (i == 0)
				first[j] = others[j];
			TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&first[j], &others[j], sizeof first[j],
							 message);
		}
	}
}

static void blue_hears_what_blue_broke(void)
{
	PLAY(.red = "6e3", .blue = "Be8 Mj10", .to_move = "blue", .actions = "e8-e7");
	TEST_ASSERT_EQUAL(RULE_IMMOBILE, told(AUDIENCE_BLUE).rule);
	TEST_ASSERT_EQUAL(RULE_IMMOBILE, told(AUDIENCE_ARBITER).rule);
	TEST_ASSERT_EQUAL(RULE_OK, told(AUDIENCE_RED).rule);
	TEST_ASSERT_EQUAL(RULE_OK, told(AUDIENCE_PUBLIC).rule);
	TEST_ASSERT_FALSE(told(AUDIENCE_PUBLIC).legal);
}

/* what the side attacked is told before it chooses a card: attacker and card */
static void expect_challenge(const char *settings, enum card card, enum piece attacker,
			     enum card shown)
{
	struct action action = {.kind = ACTION_MOVE, .side = SIDE_RED, .attack = true};
	struct challenge_view view;

	snprintf(message, sizeof message, "%s%s", settings, card_name(card));
	PLAY(.edition = "battle-cards", .options = settings, .red = "6e3", .blue = "8e4 Mj10",
	     .decks = "deck red mock-attack,attack+3,armour\n");
	sq_parse(BOARD_LARGE, "e3", 2, &action.from);
	sq_parse(BOARD_LARGE, "e4", 2, &action.to);
	action.attack_card = (uint8_t)card;
	TEST_ASSERT_TRUE_MESSAGE(game_allows(&game.reader.game, &action), message);
	challenge_view_make(&view, &game.reader.game, &action);
	TEST_ASSERT_EQUAL_MESSAGE(attacker, view.attacker, message);
	TEST_ASSERT_EQUAL_MESSAGE(shown, view.attack_card, message);
}

static void a_challenge_is_told_as_bluff_and_disclosure_allow(void)
{
	static const char bluff[] = "option bluff on\n";
	static const char outcome[] = "option disclosure outcome\n";
	const enum piece captain = piece_parse('6');

	expect_challenge("", CARD_NONE, captain, CARD_NONE);
	expect_challenge("", CARD_ATTACK_3, captain, CARD_ATTACK_3);
	expect_challenge("", CARD_ARMOUR, captain, CARD_ARMOUR);
	expect_challenge("", CARD_MOCK_ATTACK, PIECE_NONE, CARD_MOCK_ATTACK);
	expect_challenge(outcome, CARD_ATTACK_3, PIECE_NONE, CARD_ATTACK_3);
	expect_challenge(bluff, CARD_NONE, PIECE_NONE, CARD_NONE);
	expect_challenge(bluff, CARD_ATTACK_3, PIECE_NONE, CARD_NONE);
	expect_challenge(bluff, CARD_MOCK_ATTACK, PIECE_NONE, CARD_NONE);
}

/* ---- secrecy: games that differ only in what an audience may not know give it the same bytes ----
 */

static void undisclosed_ranks_leave_no_trace(void)
{
	static struct played first;

	for (unsigned i = 0; i < SETTINGS; i++) {
		play_set(i, "6e3 5a1 Bb1", "7e7 8j10", "e3-e4; e7-e6; a1-a2");
		first = game;
		play_set(i, "9e3 2a1 Fb1", "7e7 8j10", "e3-e4; e7-e6; a1-a2");
		compare_views(&first.reader.game, &game.reader.game, AUDIENCE_PUBLIC);
		compare_views(&first.reader.game, &game.reader.game, AUDIENCE_BLUE);
		compare_told(&first.reader.report, &game.reader.report, AUDIENCE_PUBLIC);
		compare_told(&first.reader.report, &game.reader.report, AUDIENCE_BLUE);
	}
}

/* Under outcome, a battle that ends alike looks alike to the players too. */
static void a_battle_of_other_ranks_leaves_no_trace_under_outcome(void)
{
	static struct played first;

	for (unsigned i = OUTCOME; i <= OUTCOME_AID; i++) {
		play_set(i, "6e3 Ma1", "5e4 8j10", "e3xe4");
		first = game;
		play_set(i, "9e3 Ma1", "5e4 8j10", "e3xe4");
		compare_views(&first.reader.game, &game.reader.game, AUDIENCE_BLUE);
		compare_told(&first.reader.report, &game.reader.report, AUDIENCE_BLUE);
		play_set(i, "6e3 Ma1", "2e4 8j10", "e3xe4");
		compare_views(&first.reader.game, &game.reader.game, AUDIENCE_RED);
		compare_told(&first.reader.report, &game.reader.report, AUDIENCE_RED);
		compare_views(&first.reader.game, &game.reader.game, AUDIENCE_PUBLIC);
		compare_told(&first.reader.report, &game.reader.report, AUDIENCE_PUBLIC);
	}
}

static void a_mock_attacker_leaves_no_trace(void)
{
	static struct played first;

	for (unsigned i = 0; i < SETTINGS; i++) {
		play_set(i, "6e3 Ma1", "8e4 7j10", "+mock-attack e3xe4");
		first = game;
		play_set(i, "1e3 Ma1", "8e4 7j10", "+mock-attack e3xe4");
		compare_views(&first.reader.game, &game.reader.game, AUDIENCE_BLUE);
		compare_told(&first.reader.report, &game.reader.report, AUDIENCE_BLUE);
		play_set(i, "6e3 Ma1", "Be4 7j10", "+mock-attack e3xe4");
		compare_views(&first.reader.game, &game.reader.game, AUDIENCE_PUBLIC);
		compare_told(&first.reader.report, &game.reader.report, AUDIENCE_PUBLIC);
	}
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(audiences_have_names);
	RUN_TEST(each_sees_their_own_pieces);
	RUN_TEST(the_whole_board_is_described);
	RUN_TEST(everyone_sees_where_pieces_stand_and_how_it_ended);
	RUN_TEST(the_winner_of_a_battle_is_remembered_as_set);
	RUN_TEST(what_was_shown_goes_with_its_piece);
	RUN_TEST(a_mock_attack_shows_the_defender_to_the_attacker_alone);
	RUN_TEST(a_mock_attack_on_bomb_and_flag);
	RUN_TEST(rows_of_a_view);
	RUN_TEST(a_battle_is_told_as_disclosed);
	RUN_TEST(blues_battle_is_told_to_the_same);
	RUN_TEST(played_cards_lie_face_up);
	RUN_TEST(a_quiet_move_tells_no_rank);
	RUN_TEST(an_illegal_try_looks_alike_to_the_others);
	RUN_TEST(blue_hears_what_blue_broke);
	RUN_TEST(a_challenge_is_told_as_bluff_and_disclosure_allow);
	RUN_TEST(undisclosed_ranks_leave_no_trace);
	RUN_TEST(a_battle_of_other_ranks_leaves_no_trace_under_outcome);
	RUN_TEST(a_mock_attacker_leaves_no_trace);
	return UNITY_END();
}
