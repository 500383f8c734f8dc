/*
 * Game records: what is well-formed, stated results, tags, and records written by ourselves. What
 * is not well-formed is test_record_malformed.c's and test_record_damage.c's matter.
 */
#include "tests/support/rules/record_expect.h"

/* ---- what is well-formed ---- */

static void a_record_with_everything_that_a_game_has(void)
{
	expect_good(FIRST
		    "event Winter cup\n"
		    "site Zürich\ndate 2024-02-29\nround 3\nboard 7\nred Anna\nblue Søren B.\n"
		    "edition barrage\noption two-squares 5\n" RED BLUE "1 red j4-j5\n"
		    "2 blue a10-d10\n3 red b1-b2 {slowly}\n4 blue resign\n"
		    "result red resigned\n");
	TEST_ASSERT_EQUAL(4, game.plies);
	TEST_ASSERT_EQUAL(WINNER_RED, game.winner);
	TEST_ASSERT_EQUAL(REASON_RESIGNED, game.reason);
	TEST_ASSERT_EQUAL(5, game.reader.game.options.two_squares);
	TEST_ASSERT_TRUE(record_result_agrees(&game.reader));
}

static void comments_and_blank_lines_are_nothing(void)
{
	expect_good(FIRST "# a comment\n\n   \nedition barrage\n#\n" RED "\n" BLUE
			  "1 red j4-j5\n# between the plies {\n\n2 blue a10-d10\n\n# the end");
	TEST_ASSERT_EQUAL(2, game.plies);
}

static void the_last_line_needs_no_newline(void)
{
	expect_good(GAME "1 red j4-j5");
	TEST_ASSERT_EQUAL(1, game.plies);
}

static void windows_lines_are_read(void)
{
	expect_good("adjutant-game 1\r\nedition barrage\r\n"
		    "setup red F2......../B.2......./...1...3../....9....M\r\n"
		    "setup blue M....9..../..3...1.../........2B/2........F\r\n\r\n# yes\r\n"
		    "1 red j4-j5 {with a remark}\r\n2 blue resign\r\nresult red resigned\r\n");
	TEST_ASSERT_EQUAL(2, game.plies);
	TEST_ASSERT_EQUAL_STRING("resign", game.reader.action_text);
}

static void actions_are_kept_with_single_blanks(void)
{
	expect_good(CARDS "deck red jump,attack+2,boat\n1   red \t a1-a2   {  }");
	TEST_ASSERT_EQUAL_STRING("a1-a2", game.reader.action_text);
	play_record(&game, CARDS "deck red jump,attack+2,boat\n1 red  +jump   +attack+2\ta1xa3  "
				 "/defence+1  {x}\n");
	TEST_ASSERT_FALSE(game.malformed);
	TEST_ASSERT_EQUAL_STRING("+jump +attack+2 a1xa3 /defence+1", game.reader.action_text);
	TEST_ASSERT_EQUAL(1, game.reader.ply);
}

/*
 * More cards than a player may play: whatever is said about the line, nothing of it may get lost.
 */
static void a_long_action_is_kept_whole(void)
{
	static const char action[] = "+jump +boat +feint +charge-2 +charge-3 +attack+1 +attack+2 "
				     "+attack+3 +mock-attack +armour +spy-attack a1-a2";

	snprintf(text, sizeof text, CARDS "1 red %s\n", action);
	play_record(&game, text);
	if (!game.malformed)
		TEST_ASSERT_EQUAL_STRING(action, game.reader.action_text);
}

static void every_option_and_value_is_known(void)
{
	static const char *const lines[] = {
		"two-squares off",
		"two-squares 1",
		"two-squares 2",
		"two-squares 3",
		"two-squares 4",
		"two-squares 5",
		"two-squares 6",
		"two-squares 7",
		"two-squares 8",
		"two-squares 9",
		"more-squares off",
		"more-squares on",
		"immobile-moved put-back",
		"immobile-moved loses",
		"immobile-moved arbiter",
		"disclosure open",
		"disclosure outcome",
		"memory-aid off",
		"memory-aid on",
		"bluff off",
		"bluff on",
		"training off",
		"training on",
	};

	for (unsigned i = 0; i < ROWS(lines); i++) {
		snprintf(text, sizeof text, FIRST "edition battle-cards\noption %s\n%s", lines[i],
			 strstr(CARDS, "position red"));
		expect_good(text);
	}
}

static void several_games_follow_each_other(void)
{
	static const char second[] = "adjutant-game 1";
	struct record_reader *reader = &game.reader;

	expect_good(GAME "1 red j4-j5\n2 blue resign\n");
	TEST_ASSERT_TRUE(record_begins_game(second, strlen(second)));
	TEST_ASSERT_EQUAL(RECORD_NOTHING, record_finish(reader));
	TEST_ASSERT_EQUAL(RECORD_NEW_GAME, record_read(reader, second, strlen(second)));
	TEST_ASSERT_EQUAL(0, reader->game.plies);
	TEST_ASSERT_EQUAL(WINNER_NONE, reader->game.winner);
	TEST_ASSERT_FALSE(reader->has_edition);
	TEST_ASSERT_EQUAL(RECORD_MALFORMED, record_finish(reader));
}

static void the_first_line_is_recognised(void)
{
	static const char *const yes[] = {"adjutant-game 1", "adjutant-game 2", "adjutant-game",
					  "adjutant-game 1\r"};
	static const char *const no[] = {"", "# adjutant-game 1", "adjutant-games 1",
					 "edition barrage"};

	for (unsigned i = 0; i < ROWS(yes); i++)
		TEST_ASSERT_TRUE_MESSAGE(record_begins_game(yes[i], strlen(yes[i])), yes[i]);
	for (unsigned i = 0; i < ROWS(no); i++)
		TEST_ASSERT_FALSE_MESSAGE(record_begins_game(no[i], strlen(no[i])), no[i]);
}

/* ---- results ---- */

static void expect_result(const char *record, const char *result, bool agrees)
{
	snprintf(text, sizeof text, "%sresult %s\n", record, result);
	play_record(&game, text);
	TEST_ASSERT_FALSE_MESSAGE(game.malformed, game.reader.reason);
	TEST_ASSERT_EQUAL_MESSAGE(agrees, record_result_agrees(&game.reader), text);
}

static void play_position(char *record, const char *red, const char *blue, const char *actions)
{
	static char whole[STUDY_SIZE];

	study_write(&(struct study){.edition = "isf", .red = red, .blue = blue, .actions = actions},
		    whole);
	TEST_ASSERT_TRUE(strlen(whole) < 4096);
	strcpy(record, whole);
}

static void results_that_the_board_knows(void)
{
	static const struct {
		const char *red, *blue, *actions, *result;
	} rows[] = {
		{"Me4", "Fe5 9a1", "e4xe5", "red flag"},
		{"Fe4 9a1", "Me5", "a1-a2; e5xe4", "blue flag"},
		{"Me4 9a1", "8e5 Fj10", "e4xe5", "red immobile"},
		{"Me4 Fa1", "Me5 Fj10", "e4xe5", "draw both-immobile"},
	};
	static const char *const all[] = {
		"red flag",	      "blue flag",    "red immobile",  "blue immobile",
		"draw both-immobile", "red resigned", "blue resigned", "draw agreed",
		"red time",	      "blue time",    "red forfeit",   "blue forfeit",
		"red arbiter",	      "blue arbiter", "draw arbiter",
	};

	for (unsigned i = 0; i < ROWS(rows); i++) {
		char record[4096];

		play_position(record, rows[i].red, rows[i].blue, rows[i].actions);
		for (unsigned j = 0; j < ROWS(all); j++)
			expect_result(record, all[j], strcmp(all[j], rows[i].result) == 0);
		play_record(&game, record);
		TEST_ASSERT_TRUE(record_result_agrees(&game.reader)); /* none stated */
	}
}

static void results_while_the_game_goes_on(void)
{
	static const char *const stand[] = {
		"red resigned", "blue resigned", "draw agreed", "red time",	"blue time",
		"red forfeit",	"blue forfeit",	 "red arbiter", "blue arbiter", "draw arbiter"};
	static const char *const fall[] = {"red flag", "blue flag", "red immobile", "blue immobile",
					   "draw both-immobile"};

	for (unsigned i = 0; i < ROWS(stand); i++) {
		char stated[40];

		expect_result(STUDY "1 red a1-a2\n", stand[i], true);
		snprintf(stated, sizeof stated, "%s %s", winner_name(game.winner),
			 reason_name(game.reason));
		TEST_ASSERT_EQUAL_STRING(stand[i], stated);
		TEST_ASSERT_EQUAL(1, game.plies);
		expect_result(STUDY, stand[i], true);
	}
	for (unsigned i = 0; i < ROWS(fall); i++) {
		expect_result(STUDY "1 red a1-a2\n", fall[i], false);
		TEST_ASSERT_EQUAL(WINNER_NONE, game.winner);
		expect_result(STUDY, fall[i], false);
	}
}

static void results_after_a_word(void)
{
	static const struct {
		const char *actions, *result;
		bool agrees;
	} rows[] = {
		{"1 red resign\n", "blue resigned", true},
		{"1 red resign\n", "red resigned", false},
		{"1 blue resign\n", "red resigned", true},
		{"1 red time\n", "blue time", true},
		{"1 red time\n", "red time", false},
		{"1 red draw\n", "draw agreed", true},
		{"1 red draw\n", "red resigned", false},
		{"1 red resign\n", "draw agreed", false},
		{"1 red resign\n", "blue flag", false},
	};

	for (unsigned i = 0; i < ROWS(rows); i++) {
		char record[4096];

		snprintf(record, sizeof record, STUDY "%s", rows[i].actions);
		expect_result(record, rows[i].result, rows[i].agrees);
	}
}

static void a_forfeit_is_the_boards_word(void)
{
	static const char travel[] = FIRST "edition travel\nposition red MB......../" NINE
					   "\n" BLUE_MARSHAL "to-move red\n"
					   "1 red b1-b2\n";

	expect_result(travel, "blue forfeit", true);
	TEST_ASSERT_EQUAL(WINNER_BLUE, game.winner);
	TEST_ASSERT_EQUAL(REASON_FORFEIT, game.reason);
	expect_result(travel, "red forfeit", false);
	TEST_ASSERT_EQUAL(WINNER_BLUE, game.winner);
}

/* ---- tags ---- */

static void tags_are_handed_on(void)
{
	static const char line[] = "tag 04A1b2C3 blue 9";
	struct record_reader *reader = &game.reader;

	play_record(&game, EDITION);
	TEST_ASSERT_EQUAL(RECORD_TAG, record_read(reader, line, strlen(line)));
	TEST_ASSERT_EQUAL(4, reader->tag.length);
	TEST_ASSERT_EQUAL_HEX8(0x04, reader->tag.id[0]);
	TEST_ASSERT_EQUAL_HEX8(0xa1, reader->tag.id[1]);
	TEST_ASSERT_EQUAL_HEX8(0xb2, reader->tag.id[2]);
	TEST_ASSERT_EQUAL_HEX8(0xc3, reader->tag.id[3]);
	TEST_ASSERT_EQUAL(SIDE_BLUE, reader->tag.side);
	TEST_ASSERT_EQUAL(9, reader->tag.piece);
}

static void every_piece_may_carry_a_tag(void)
{
	static const char codes[] = "M987654321BF";

	for (unsigned i = 0; codes[i]; i++) {
		snprintf(text, sizeof text,
			 EDITION "tag 04A1B2C3D4E5F600112233445566778%u red %c\n", i % 10,
			 codes[i]);
		play_record(&game, text);
		TEST_ASSERT_EQUAL(codes[i], piece_code(game.reader.tag.piece));
		TEST_ASSERT_EQUAL(TAG_MAX, game.reader.tag.length);
	}
}

static void tag_lines_are_harmless_to_play(void)
{
	expect_good(EDITION "tag 04A1 red M\ntag 04A2 blue F\n" RED BLUE
			    "tag 04A3 red 2\n1 red j4-j5\n");
	TEST_ASSERT_TRUE(game.reader.has_tags);
}

static void malformed_tags(void)
{
	static const char *const lines[] = {
		"tag",
		"tag 04A1",
		"tag 04A1 red",
		"tag 04A1 green M",
		"tag 04A1 red X",
		"tag 04A1 red .",
		"tag 04A1 red MM",
		"tag 04A1 red M 9",
		"tag 04A red M",
		"tag 04G1 red M",
		"tag 0x04 red M",
		"tag red M",
		"tag 04A1B2C3D4E5F60011223344556677889 red M",
		"tag 04A1B2C3D4E5F6001122334455667788FF red M",
	};

	expect_bad_lines(EDITION, lines, ROWS(lines));
}

/* ---- writing ---- */

static void actions_are_written_as_they_are_read(void)
{
	static const char *const actions[] = {
		"a4-a5",
		"a10xj10",
		"+jump a4-a6",
		"+attack+2 a4xa5",
		"+boat +spy-attack c4xc7",
		"+charge-3 +armour a1xa4 /defence+3",
		"a4xa5 /defence+1",
		"swap a4 a7",
		"exchange mock-attack",
		"mulligan defence+1,defence+2,defence+3",
		"resign",
		"draw",
		"time",
	};

	for (unsigned i = 0; i < ROWS(actions); i++) {
		struct text words = {actions[i], strlen(actions[i])};
		char why[RECORD_REASON_SIZE], written[RECORD_ACTION_SIZE];
		struct out reason = out_init(why, sizeof why);
		struct action action;

		TEST_ASSERT_TRUE_MESSAGE(
			record_parse_action(BOARD_LARGE, SIDE_BLUE, words, &action, &reason),
			actions[i]);
		TEST_ASSERT_EQUAL(SIDE_BLUE, action.side);
		record_format_action(&action, written);
		TEST_ASSERT_EQUAL_STRING(actions[i], written);
	}
}

static void the_start_of_a_game_is_written_as_it_was_read(void)
{
	static const char record[] = FIRST
		"edition quick-duel\noption two-squares 5\noption more-squares off\n"
		"option immobile-moved loses\noption disclosure outcome\noption memory-aid on\n"
		"setup red F.B....B/1.2.2.3./39.....M\n"
		"setup blue 39.....M/1.2.2.3./F.B....B\n";
	struct out out = out_init(text, sizeof text);
	struct view view;

	expect_good(record);
	view_make(&view, &game.reader.game, AUDIENCE_ARBITER);
	record_format_start(&out, &game.reader.game, &view, NULL);
	TEST_ASSERT_EQUAL_STRING(record, text);
	/* a record for others keeps what is theirs not to know */
	view_make(&view, &game.reader.game, AUDIENCE_BLUE);
	out = out_init(text, sizeof text);
	record_format_start(&out, &game.reader.game, &view, NULL);
	TEST_ASSERT_NOT_NULL(strstr(text, "setup red ?.?....?/?.?.?.?./??.....?\n"));
	TEST_ASSERT_NOT_NULL(strstr(text, "setup blue 39.....M/1.2.2.3./F.B....B\n"));
}

static void decks_are_written_too(void)
{
	static const char record[] = FIRST
		"edition battle-cards\nsetup red FBBBBB1222/2233334455/666777889M\n"
		"setup blue 666777889M/2233334455/FBBBBB1222\n"
		"deck red boat,jump,charge-2,charge-3,feint,swap,attack+1,attack+2,attack+3,"
		"mock-attack,armour,spy-attack,defence+1,defence+2,defence+3\n"
		"deck blue defence+3,defence+2,defence+1,spy-attack,armour,mock-attack,attack+3,"
		"attack+2,attack+1,swap,feint,charge-3,charge-2,jump,boat\n";
	struct out out = out_init(text, sizeof text);
	uint8_t decks[SIDE_COUNT][CARD_COUNT];
	struct view view;

	for (unsigned i = 0; i < CARD_COUNT; i++) {
		decks[SIDE_RED][i] = (uint8_t)(CARD_BOAT + i);
		decks[SIDE_BLUE][i] = (uint8_t)(CARD_DEFENCE_3 - i);
	}
	expect_good(record);
	view_make(&view, &game.reader.game, AUDIENCE_ARBITER);
	record_format_start(&out, &game.reader.game, &view, (const uint8_t(*)[CARD_COUNT])decks);
	TEST_ASSERT_EQUAL_STRING(record, text);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(a_record_with_everything_that_a_game_has);
	RUN_TEST(comments_and_blank_lines_are_nothing);
	RUN_TEST(the_last_line_needs_no_newline);
	RUN_TEST(windows_lines_are_read);
	RUN_TEST(actions_are_kept_with_single_blanks);
	RUN_TEST(a_long_action_is_kept_whole);
	RUN_TEST(every_option_and_value_is_known);
	RUN_TEST(several_games_follow_each_other);
	RUN_TEST(the_first_line_is_recognised);
	RUN_TEST(results_that_the_board_knows);
	RUN_TEST(results_while_the_game_goes_on);
	RUN_TEST(results_after_a_word);
	RUN_TEST(a_forfeit_is_the_boards_word);
	RUN_TEST(tags_are_handed_on);
	RUN_TEST(every_piece_may_carry_a_tag);
	RUN_TEST(tag_lines_are_harmless_to_play);
	RUN_TEST(malformed_tags);
	RUN_TEST(actions_are_written_as_they_are_read);
	RUN_TEST(the_start_of_a_game_is_written_as_it_was_read);
	RUN_TEST(decks_are_written_too);
	return UNITY_END();
}
