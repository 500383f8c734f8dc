/*
 * Tips of the training mission: each when its situation comes up for the first time, none a second
 * time. That ranks of the other side change nothing is tests/property/prop_secrecy.c's matter.
 */
#include "daemon/views/tips.h"
#include "rules/edition.h"
#include "rules/fact.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/record.h"
#include "rules/text.h"
#include "tests/support/rules/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static struct played played;
static struct game game;
static struct tips tips[SIDE_COUNT];

void setUp(void)
{
}

void tearDown(void)
{
}

/* ---- playing ---- */

static void begin(const char *options, const char *red, const char *blue)
{
	struct study study = {.edition = "duel", .options = options, .red = red, .blue = blue};

	play_study(&played, &study);
	game = played.reader.game;
	game_start(&game, SIDE_RED);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		tips_init(&tips[i], (enum side)i, game.options.two_squares);
		tips_begin(&tips[i], SIDE_RED);
	}
}

static void set_code(json_t *told, const char *key, unsigned piece)
{
	char code[] = {piece_code((enum piece)piece), '\0'};

	if (piece != PIECE_NONE)
		json_object_set_new(told, key, json_string(code));
}

static void tell_battle(const struct report *report, enum side side)
{
	struct report_view seen;
	char sq[SQ_NAME_SIZE];
	json_t *told;

	report_view_make(&seen, report, audience_of(side));
	sq_format(seen.to, sq);
	told = json_pack("{s:s,s:s,s:s}", "side", side_name((enum side)seen.side), "sq", sq,
			 "outcome", outcome_name((enum outcome)seen.outcome));
	set_code(told, "attacker", seen.attacker);
	set_code(told, "defender", seen.defender);
	tips_battle(&tips[side], told);
	json_decref(told);
}

static void play(const char *text)
{
	enum side side = (enum side)game.position.open.to_move;
	struct text words = {text, strlen(text)};
	struct play_shown shown;
	struct action action;
	struct report report;
	struct fact fact;

	TEST_ASSERT_TRUE_MESSAGE(record_parse_action(BOARD_LARGE, side, words, &action, NULL),
				 text);
	game_play(&game, &action, &report);
	TEST_ASSERT_TRUE_MESSAGE(report.legal, text);
	fact_of_play(&action, &report, &fact);
	shown = fact_play_shown(&fact);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct view view;

		view_make(&view, &game, audience_of((enum side)i));
		tips_play(&tips[i], &view, &shown);
	}
	for (unsigned i = 0; report.attack && i < SIDE_COUNT; i++)
		tell_battle(&report, (enum side)i);
}

static void expect(enum side side, enum tip tip)
{
	TEST_ASSERT_EQUAL_STRING(tips_key(tip), tips_key((enum tip)tips[side].tip));
}

static void expect_both(enum tip red, enum tip blue)
{
	expect(SIDE_RED, red);
	expect(SIDE_BLUE, blue);
}

/* an action, and what each is taught after it */
static void after(const char *text, enum tip red, enum tip blue)
{
	play(text);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(tips_key(red), tips_key((enum tip)tips[SIDE_RED].tip),
					 text);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(tips_key(blue), tips_key((enum tip)tips[SIDE_BLUE].tip),
					 text);
}

/* ---- moves ---- */

static void test_the_first_turns(void)
{
	begin(NULL, "Ma4 Fa1", "Mj7 Fj10");
	expect_both(TIP_FIRST_TURN, TIP_NONE);
	after("a4-a5", TIP_MOVED, TIP_FIRST_TURN);
	after("j7-j6", TIP_MOVED, TIP_MOVED);
	after("a5-a6", TIP_NONE, TIP_MOVED);
	after("j6-j5", TIP_THEY_MOVED, TIP_NONE);
	after("a6-a7", TIP_NONE, TIP_THEY_MOVED);
	after("j5-j4", TIP_NONE, TIP_NONE);
}

static void test_scouts(void)
{
	begin(NULL, "2a4 Fa1", "2j7 Fj10");
	after("a4-a5", TIP_MOVED, TIP_FIRST_TURN);
	after("j7-j5", TIP_MOVED, TIP_SCOUT_RAN);
	after("a5-b5", TIP_NONE, TIP_SCOUT_RAN);
	after("j5-j4", TIP_THEY_MOVED, TIP_MOVED);
	after("b5-b4", TIP_NONE, TIP_MOVED);
	after("j4-j3", TIP_SCOUT_CAN, TIP_NONE);
	TEST_ASSERT_EQUAL(SQ_OFF_BOARD, tips[SIDE_RED].sq);
	after("b4-b9", TIP_SCOUT_RAN, TIP_THEIR_SCOUT);
	after("j3-i3", TIP_SCOUT_RAN, TIP_NONE);
	after("b9-c9", TIP_NONE, TIP_THEY_MOVED);
	play("i3-i2");
	after("c9-d9", TIP_NONE, TIP_SCOUT_CAN);
}

static void test_an_enemy_stands_beside(void)
{
	begin(NULL, "Ma5 Bb1 Fa1", "9a8 3j9 Fj10");
	after("a5-a6", TIP_MOVED, TIP_FIRST_TURN);
	after("j9-j8", TIP_MOVED, TIP_MOVED);
	after("a6-b6", TIP_NONE, TIP_MOVED);
	after("a8-a7", TIP_THEY_MOVED, TIP_NONE);
	after("b6-b7", TIP_NONE, TIP_THEY_MOVED);
	after("j8-j7", TIP_CAN_ATTACK, TIP_NONE);
	TEST_ASSERT_EQUAL(SQ_OFF_BOARD, tips[SIDE_RED].sq);
}

static void test_two_squares(void)
{
	begin(NULL, "Ma4 Fa1", "Mj7 9h8 Fj10");
	play("a4-a5");
	play("j7-j6");
	after("a5-a4", TIP_TWO_SQUARES, TIP_MOVED);
	after("j6-j5", TIP_TWO_SQUARES, TIP_NONE);
	after("a4-a5", TIP_NONE, TIP_THEY_MOVED);
}

static void test_no_limit_is_no_tip(void)
{
	begin("option two-squares off\n", "Ma4 Fa1", "Mj7 Fj10");
	play("a4-a5");
	play("j7-j6");
	play("a5-a4");
	play("j6-j5");
	play("a4-a5");
	play("j5-j4");
	TEST_ASSERT_FALSE(tips[SIDE_RED].given >> TIP_TWO_SQUARES & 1);
}

/* ---- battles ---- */

static void test_battles_by_rank(void)
{
	begin(NULL, "Ma5 9c4 Fa1", "9a6 Mc7 3e7 Fj10");
	after("a5xa6", TIP_WON, TIP_LOST);
	TEST_ASSERT_EQUAL('M', tips[SIDE_RED].rank);
	TEST_ASSERT_EQUAL('M', tips[SIDE_BLUE].rank);
	after("e7-e6", TIP_WON, TIP_MOVED);
	after("a6-a7", TIP_MOVED, TIP_MOVED);
}

static void test_equals(void)
{
	begin(NULL, "Ma5 9c4 Fa1", "Ma6 9c7 Fj10");
	after("a5xa6", TIP_BOTH, TIP_BOTH);
}

static void test_bombs(void)
{
	begin(NULL, "Ma5 3b5 9b1 Fa1", "Ba6 Bb6 9j7 Fj10");
	after("a5xa6", TIP_BOMB_MET, TIP_BOMB_HELD);
	play("j7-j6");
	after("b5xb6", TIP_MINER, TIP_BOMB_LOST);
	play("j6-j7");
	/* known by now: a usual battle would be told, but there was none */
	after("b6xa6", TIP_WON, TIP_LOST);
}

static void test_the_spy(void)
{
	begin(NULL, "1a5 9c5 Fa1", "Ma6 1b7 2c7 Fj10");
	after("a5xa6", TIP_SPY_WON, TIP_MARSHAL_LOST);
	play("b7-b6");
	play("c5-b5");
	after("b6xb5", TIP_WON, TIP_SPY_LOST);
}

static void test_the_flag(void)
{
	begin(NULL, "1a5 Fa1", "Fa6 9j7");
	after("a5xa6", TIP_FLAG_WON, TIP_FLAG_LOST);
}

static void test_outcomes_alone(void)
{
	begin("option disclosure outcome\n", "3a5 9b5 Fa1", "Ba6 Mb6 9j7 Fj10");
	after("a5xa6", TIP_UNSEEN, TIP_UNSEEN);
	play("j7-j6");
	after("b5xb6", TIP_NONE, TIP_MOVED);
}

/* ---- once ---- */

static unsigned told[SIDE_COUNT][TIP_COUNT];

static void count(void)
{
	static uint8_t before[SIDE_COUNT];

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		if (tips[i].tip != before[i])
			told[i][tips[i].tip]++;
		before[i] = tips[i].tip;
	}
}

/* Everything twice and more: the same to and fro, the same battles. */
static void test_nothing_is_taught_twice(void)
{
	static const char *const actions[] = {"a5xa6", "j7-j6", "b5xb6", "j6-i6", "e5xe6", "i6-i7",
					      "f4-f5", "i7-j7", "f5-f4", "j7-j6", "f4-f5", "f8-f7",
					      "e4-e3", "f7-f8", "e3-e4", "f8-f7"};

	memset(told, 0, sizeof told);
	begin(NULL, "Ma5 9b5 2e5 2f4 3e4 Fa1", "Ba6 Bb6 1e6 9j7 3f8 Fj10");
	for (unsigned i = 0; i < sizeof actions / sizeof *actions; i++) {
		play(actions[i]);
		count();
	}
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		for (unsigned tip = TIP_SETUP; tip < TIP_COUNT; tip++)
			TEST_ASSERT_LESS_OR_EQUAL_MESSAGE(1, told[i][tip], tips_key((enum tip)tip));
	TEST_ASSERT_EQUAL(1, told[SIDE_RED][TIP_BOMB_MET]);
	TEST_ASSERT_EQUAL(1, told[SIDE_RED][TIP_LOST]); /* the second bomb */
}

static void test_a_move_taken_back_ends_its_tip_for_good(void)
{
	begin(NULL, "Ma4 Fa1", "Mj7 Fj10");
	after("a4-a5", TIP_MOVED, TIP_FIRST_TURN);
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		tips_interrupt(&tips[i]);
	expect_both(TIP_NONE, TIP_NONE);
	game.position.open.to_move = SIDE_RED;
	after("a5-a6", TIP_NONE, TIP_THEY_MOVED);
}

/* ---- as JSON ---- */

static size_t size_of(bool begun, bool over, const char *key)
{
	json_t *json = tips_json(&tips[SIDE_RED], begun, over);
	char *text = json_dumps(json, JSON_COMPACT);
	size_t size = strlen(text);

	TEST_ASSERT_EQUAL_STRING(key, json_string_value(json_object_get(json, "key")));
	free(text);
	json_decref(json);
	return size;
}

static void test_every_tip_is_equally_long(void)
{
	size_t size;

	begin(NULL, "Ma5 2b1 Fa1", "9a6 Mc7 3e7 Fj10");
	size = size_of(false, false, "tip.setup");
	TEST_ASSERT_EQUAL(size, size_of(true, false, "tip.first-turn"));
	TEST_ASSERT_EQUAL(size, size_of(true, true, ""));
	play("a5xa6");
	TEST_ASSERT_EQUAL(size, size_of(true, false, "tip.won"));
	play("e7-e6");
	play("b1-b2");
	play("e6-e7");
	play("b2-b1");
	TEST_ASSERT_EQUAL(size, size_of(true, false, "tip.two-squares"));
}

static void test_every_tip_has_its_sentence(void)
{
	json_t *texts = json_load_file("web-ui/lang/en.json", 0, NULL);

	TEST_ASSERT_NOT_NULL(texts);
	for (unsigned tip = TIP_SETUP; tip < TIP_COUNT; tip++)
		TEST_ASSERT_NOT_NULL_MESSAGE(json_object_get(texts, tips_key((enum tip)tip)),
					     tips_key((enum tip)tip));
	json_decref(texts);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_the_first_turns);
	RUN_TEST(test_scouts);
	RUN_TEST(test_an_enemy_stands_beside);
	RUN_TEST(test_two_squares);
	RUN_TEST(test_no_limit_is_no_tip);
	RUN_TEST(test_battles_by_rank);
	RUN_TEST(test_equals);
	RUN_TEST(test_bombs);
	RUN_TEST(test_the_spy);
	RUN_TEST(test_the_flag);
	RUN_TEST(test_outcomes_alone);
	RUN_TEST(test_nothing_is_taught_twice);
	RUN_TEST(test_a_move_taken_back_ends_its_tip_for_good);
	RUN_TEST(test_every_tip_is_equally_long);
	RUN_TEST(test_every_tip_has_its_sentence);
	return UNITY_END();
}
