/*
 * Battles: every piece against every other, and what each battle card changes.
 *
 * The expected outcomes are drawn by hand or restated from the rules; nothing is taken from the
 * code.
 */
#include "rules/view.h"
#include "tests/support/rules/play.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

void setUp(void)
{
}

void tearDown(void)
{
}

/* > attacker wins, < defender stays, = both leave, * the game is won, - nothing can attack */
static const char defenders[] = "M987654321BF";
static const struct {
	char attacker;
	const char *against;
} drawn[] = {
	/* clang-format off */
	/*     M987654321BF  */
	{'M', "=>>>>>>>>><*"},
	{'9', "<=>>>>>>>><*"},
	{'8', "<<=>>>>>>><*"},
	{'7', "<<<=>>>>>><*"},
	{'6', "<<<<=>>>>><*"},
	{'5', "<<<<<=>>>><*"},
	{'4', "<<<<<<=>>><*"},
	{'3', "<<<<<<<=>>>*"}, /* the bomb too */
	{'2', "<<<<<<<<=><*"},
	{'1', "><<<<<<<<=<*"}, /* the marshal and nobody else */
	{'B', "------------"},
	{'F', "------------"},
	/* clang-format on */
};

enum { KINDS = 12 };

static enum outcome drawn_outcome(char sign)
{
	switch (sign) {
	case '=':
		return OUTCOME_BOTH;
	case '<':
		return OUTCOME_DEFENDER;
	default:
		return OUTCOME_ATTACKER;
	}
}

static char message[80];

static const char *name_pair(char attacker, char defender, const char *cards)
{
	snprintf(message, sizeof message, "%c attacks %c %s", attacker, defender, cards);
	return message;
}

static void the_drawing_is_whole(void)
{
	TEST_ASSERT_EQUAL(KINDS, sizeof drawn / sizeof *drawn);
	for (unsigned i = 0; i < KINDS; i++) {
		TEST_ASSERT_EQUAL(defenders[i], drawn[i].attacker);
		TEST_ASSERT_EQUAL(KINDS, strlen(drawn[i].against));
	}
}

static void every_pair_resolves_as_drawn(void)
{
	struct battle_terms none = {0};

	for (unsigned a = 0; a < KINDS; a++) {
		for (unsigned d = 0; d < KINDS; d++) {
			char attacker = drawn[a].attacker, defender = defenders[d];

			if (drawn[a].against[d] == '-')
				continue;
			TEST_ASSERT_EQUAL_MESSAGE(
				drawn_outcome(drawn[a].against[d]),
				battle_resolve(piece_parse(attacker), piece_parse(defender), none),
				name_pair(attacker, defender, ""));
		}
	}
}

/* red on e4 beside blue on e5, and for each side a piece far away so that the game can go on */
static struct action set_up(struct game *game, char attacker, char defender)
{
	uint8_t e4, e5, a1, j10;

	game_init(game, edition_find("original", 8));
	sq_parse(BOARD_LARGE, "e4", 2, &e4);
	sq_parse(BOARD_LARGE, "e5", 2, &e5);
	sq_parse(BOARD_LARGE, "a1", 2, &a1);
	sq_parse(BOARD_LARGE, "j10", 3, &j10);
	position_put(&game->position, e4, SIDE_RED, piece_parse(attacker));
	position_put(&game->position, e5, SIDE_BLUE, piece_parse(defender));
	position_put(&game->position, a1, SIDE_RED, piece_parse('6'));
	position_put(&game->position, j10, SIDE_BLUE, piece_parse('6'));
	game_start(game, SIDE_RED);
	return (struct action){
		.kind = ACTION_MOVE, .side = SIDE_RED, .from = e4, .to = e5, .attack = true};
}

/* what stands on the two squares afterwards */
static void check_squares(const struct game *game, const struct action *action, char sign,
			  char attacker, char defender)
{
	struct view view;
	char on_e5 = sign == '=' ? '.' : sign == '<' ? defender : attacker;

	view_make(&view, game, AUDIENCE_ARBITER);
	TEST_ASSERT_EQUAL_MESSAGE('.', view.code[action->from], message);
	TEST_ASSERT_EQUAL_MESSAGE(on_e5, view.code[action->to], message);
	if (on_e5 == '.')
		return;
	TEST_ASSERT_EQUAL_MESSAGE(sign == '<' ? SIDE_BLUE : SIDE_RED,
				  public_side_at(&view.open, action->to), message);
}

static void check_on_the_board(char attacker, char defender, char sign)
{
	struct game game;
	struct report report;
	struct report_view view;
	struct action action = set_up(&game, attacker, defender);

	name_pair(attacker, defender, "on the board");
	TEST_ASSERT_TRUE_MESSAGE(game_allows(&game, &action), message);
	game_play(&game, &action, &report);
	report_view_make(&view, &report, AUDIENCE_ARBITER);
	TEST_ASSERT_TRUE_MESSAGE(view.legal && view.attack, message);
	TEST_ASSERT_EQUAL_MESSAGE(drawn_outcome(sign), view.outcome, message);
	TEST_ASSERT_EQUAL_MESSAGE(attacker, piece_code(view.attacker), message);
	TEST_ASSERT_EQUAL_MESSAGE(defender, piece_code(view.defender), message);
	check_squares(&game, &action, sign, attacker, defender);
	TEST_ASSERT_EQUAL_MESSAGE(sign == '*' ? WINNER_RED : WINNER_NONE, game.winner, message);
	TEST_ASSERT_EQUAL_MESSAGE(sign == '*' ? REASON_FLAG : REASON_NONE, game.reason, message);
}

static void every_pair_leaves_the_board_as_drawn(void)
{
	for (unsigned a = 0; a < KINDS; a++)
		for (unsigned d = 0; d < KINDS; d++)
			if (drawn[a].against[d] != '-')
				check_on_the_board(drawn[a].attacker, defenders[d],
						   drawn[a].against[d]);
}

static void bombs_and_flags_attack_nobody(void)
{
	unsigned rejected = 0;

	for (unsigned a = 0; a < KINDS; a++) {
		for (unsigned d = 0; d < KINDS; d++) {
			struct game game;
			struct report report;
			struct report_view view;
			struct action action;

			if (drawn[a].against[d] != '-')
				continue;
			action = set_up(&game, drawn[a].attacker, defenders[d]);
			name_pair(drawn[a].attacker, defenders[d], "");
			TEST_ASSERT_FALSE_MESSAGE(game_allows(&game, &action), message);
			game_play(&game, &action, &report);
			report_view_make(&view, &report, AUDIENCE_ARBITER);
			TEST_ASSERT_EQUAL_MESSAGE(RULE_IMMOBILE, view.rule, message);
			TEST_ASSERT_EQUAL_MESSAGE(0, game.plies, message);
			rejected++;
		}
	}
	TEST_ASSERT_EQUAL(2 * KINDS, rejected);
}

/* ---- cards ---- */

/* One attack with or without cards, as the rules say it, in ranks and words. */
struct battle {
	char attacker, defender;
	const char *attack, *defence; /* names of cards, "" for none */
};

static int rank_of(char code)
{
	return code == 'M' ? 10 : code - '0';
}

static int bonus_of(const char *card, const char *kind)
{
	size_t length = strlen(kind);

	return strncmp(card, kind, length) == 0 ? card[length] - '0' : 0;
}

static enum outcome restated(const struct battle *battle)
{
	bool armour = strcmp(battle->attack, "armour") == 0;
	bool spy_attack = strcmp(battle->attack, "spy-attack") == 0;
	int attack, defence;

	/* no piece leaves, a bomb and the flag included */
	if (strcmp(battle->attack, "mock-attack") == 0)
		return OUTCOME_NONE;
	/* bombs and flags have no rank that a card could raise */
	if (battle->defender == 'F')
		return OUTCOME_ATTACKER;
	if (battle->defender == 'B' && (battle->attacker == '3' || armour))
		return OUTCOME_ATTACKER;
	if (battle->defender == 'B')
		return OUTCOME_DEFENDER;
	/* whatever the defence card */
	if (battle->attacker == '1' && (spy_attack || battle->defender == 'M'))
		return OUTCOME_ATTACKER;
	attack = rank_of(battle->attacker) + bonus_of(battle->attack, "attack+");
	defence = rank_of(battle->defender) + bonus_of(battle->defence, "defence+");
	if (attack > defence)
		return OUTCOME_ATTACKER;
	return attack < defence ? OUTCOME_DEFENDER : OUTCOME_BOTH;
}

static enum card card_named(const char *name)
{
	enum card card = card_parse(name, strlen(name));

	TEST_ASSERT_TRUE_MESSAGE(*name == '\0' || card != CARD_NONE, name);
	return card;
}

static void check_all_pairs(const char *attack, const char *defence)
{
	struct battle_terms terms = card_terms(card_named(attack), card_named(defence));
	unsigned pairs = 0;

	for (unsigned a = 0; a < 10; a++) {
		for (unsigned d = 0; d < KINDS; d++) {
			struct battle battle = {defenders[a], defenders[d], attack, defence};

			snprintf(message, sizeof message, "%c attacks %c with '%s' against '%s'",
				 battle.attacker, battle.defender, attack, defence);
			TEST_ASSERT_EQUAL_MESSAGE(restated(&battle),
						  battle_resolve(piece_parse(battle.attacker),
								 piece_parse(battle.defender),
								 terms),
						  message);
			pairs++;
		}
	}
	TEST_ASSERT_EQUAL(120, pairs);
}

static void check_against_every_answer(const char *attack)
{
	check_all_pairs(attack, "");
	check_all_pairs(attack, "defence+1");
	check_all_pairs(attack, "defence+2");
	check_all_pairs(attack, "defence+3");
}

static void without_an_attack_card(void)
{
	check_against_every_answer("");
}

static void attack_plus_1(void)
{
	check_against_every_answer("attack+1");
}

static void attack_plus_2(void)
{
	check_against_every_answer("attack+2");
}

static void attack_plus_3(void)
{
	check_against_every_answer("attack+3");
}

static void armour(void)
{
	check_against_every_answer("armour");
}

static void spy_attack(void)
{
	check_against_every_answer("spy-attack");
}

static void mock_attack(void)
{
	check_against_every_answer("mock-attack");
}

/* A few that are easily got wrong, spelled out. */
static void card_battles_spelled_out(void)
{
	static const struct {
		struct battle battle;
		enum outcome outcome;
	} rows[] = {
		{{'M', 'M', "attack+1", ""}, OUTCOME_ATTACKER},
		{{'M', 'M', "attack+1", "defence+3"}, OUTCOME_DEFENDER},
		{{'8', 'M', "attack+2", ""}, OUTCOME_BOTH},
		{{'M', 'B', "attack+3", ""}, OUTCOME_DEFENDER},
		{{'2', 'B', "attack+1", ""}, OUTCOME_DEFENDER}, /* makes no miner of it */
		{{'3', 'B', "attack+1", ""}, OUTCOME_ATTACKER}, /* which still is one */
		{{'3', 'B', "", "defence+3"}, OUTCOME_ATTACKER},
		{{'2', 'F', "", "defence+3"}, OUTCOME_ATTACKER},
		{{'1', 'M', "attack+3", "defence+3"}, OUTCOME_ATTACKER},
		{{'1', '1', "", "defence+1"}, OUTCOME_DEFENDER},
		{{'1', '4', "attack+3", ""}, OUTCOME_BOTH},
		{{'1', '9', "spy-attack", "defence+3"}, OUTCOME_ATTACKER},
		{{'1', '1', "spy-attack", "defence+1"}, OUTCOME_ATTACKER},
		{{'1', 'B', "spy-attack", ""}, OUTCOME_DEFENDER},
		{{'2', '9', "spy-attack", ""}, OUTCOME_DEFENDER},
		{{'1', 'B', "armour", ""}, OUTCOME_ATTACKER},
		{{'5', '5', "armour", ""}, OUTCOME_BOTH},
		{{'M', '1', "mock-attack", ""}, OUTCOME_NONE},
		{{'3', 'B', "mock-attack", ""}, OUTCOME_NONE},
		{{'9', 'F', "mock-attack", "defence+2"}, OUTCOME_NONE},
	};

	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct battle *battle = &rows[i].battle;
		struct battle_terms terms =
			card_terms(card_named(battle->attack), card_named(battle->defence));

		snprintf(message, sizeof message, "row %u", i);
		TEST_ASSERT_EQUAL_MESSAGE(rows[i].outcome,
					  battle_resolve(piece_parse(battle->attacker),
							 piece_parse(battle->defender), terms),
					  message);
	}
}

static void outcomes_have_the_names_of_the_format(void)
{
	TEST_ASSERT_EQUAL_STRING("attacker", outcome_name(OUTCOME_ATTACKER));
	TEST_ASSERT_EQUAL_STRING("defender", outcome_name(OUTCOME_DEFENDER));
	TEST_ASSERT_EQUAL_STRING("both", outcome_name(OUTCOME_BOTH));
	TEST_ASSERT_EQUAL_STRING("none", outcome_name(OUTCOME_NONE));
}

static void pieces_have_the_codes_of_the_format(void)
{
	static const char *const names[KINDS] = {"Marshal", "General",	  "Colonel",  "Major",
						 "Captain", "Lieutenant", "Sergeant", "Miner",
						 "Scout",   "Spy",	  "Bomb",     "Flag"};

	for (unsigned i = 0; i < KINDS; i++) {
		enum piece piece = piece_parse(defenders[i]);

		TEST_ASSERT_EQUAL_STRING(names[i], piece_name(piece));
		TEST_ASSERT_EQUAL(defenders[i], piece_code(piece));
		TEST_ASSERT_EQUAL(i < 10, piece_is_movable(piece));
	}
	for (int c = 0; c < 256; c++)
		if (c == 0 || !strchr(defenders, c))
			TEST_ASSERT_EQUAL(PIECE_NONE, piece_parse((char)c));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(the_drawing_is_whole);
	RUN_TEST(every_pair_resolves_as_drawn);
	RUN_TEST(every_pair_leaves_the_board_as_drawn);
	RUN_TEST(bombs_and_flags_attack_nobody);
	RUN_TEST(without_an_attack_card);
	RUN_TEST(attack_plus_1);
	RUN_TEST(attack_plus_2);
	RUN_TEST(attack_plus_3);
	RUN_TEST(armour);
	RUN_TEST(spy_attack);
	RUN_TEST(mock_attack);
	RUN_TEST(card_battles_spelled_out);
	RUN_TEST(outcomes_have_the_names_of_the_format);
	RUN_TEST(pieces_have_the_codes_of_the_format);
	return UNITY_END();
}
