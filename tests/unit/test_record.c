/*
 * Game records: what is well-formed and what is not, stated results, tags, and records written by
 * ourselves. The reader must survive anything and never guess.
 */
#include "tests/support/play.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct played game;
static char text[16384];

void setUp(void)
{
	memset(&game, 0, sizeof game);
	text[0] = '\0';
}

void tearDown(void)
{
}

#define ROWS(table) (sizeof(table) / sizeof *(table))

#define FIRST "adjutant-game 1\n"
#define EDITION FIRST "edition barrage\n"
#define RED "setup red F2......../B.2......./...1...3../....9....M\n"
#define BLUE "setup blue M....9..../..3...1.../........2B/2........F\n"
#define GAME EDITION RED BLUE
#define ROW ".........."
#define THREE ROW "/" ROW "/" ROW
#define NINE THREE "/" THREE "/" THREE
#define EMPTY NINE "/" ROW
#define RED_MARSHAL "position red M........./" NINE "\n"
#define BLUE_MARSHAL "position blue " NINE "/.........M\n"
#define MARSHALS RED_MARSHAL BLUE_MARSHAL
#define STUDY EDITION MARSHALS "to-move red\n"
#define CARDS FIRST "edition battle-cards\n" MARSHALS "to-move red\n"

/* that it is malformed in that line, with a reason that says something */
static void expect_malformed(const char *record, size_t length, unsigned line)
{
	play_text(&game, record, length);
	TEST_ASSERT_TRUE_MESSAGE(game.malformed, record);
	TEST_ASSERT_EQUAL_MESSAGE(line, game.line, record);
	TEST_ASSERT_TRUE_MESSAGE(strlen(game.reader.reason) > 5, record);
	TEST_ASSERT_TRUE_MESSAGE(
		text_is_clean((struct text){game.reader.reason, strlen(game.reader.reason)}),
		record);
}

/* a game with one line behind it that is wrong */
static void expect_bad_line(const char *before, const char *line)
{
	unsigned lines = 1;

	for (const char *at = before; (at = strchr(at, '\n')); at++)
		lines++;
	snprintf(text, sizeof text, "%s%s\n", before, line);
	expect_malformed(text, strlen(text), lines);
}

static void expect_bad_lines(const char *before, const char *const *lines, size_t count)
{
	for (size_t i = 0; i < count; i++)
		expect_bad_line(before, lines[i]);
}

static void expect_good(const char *record)
{
	play_record(&game, record);
	TEST_ASSERT_FALSE_MESSAGE(game.malformed, game.reader.reason);
	TEST_ASSERT_EQUAL_MESSAGE(RULE_OK, game.rule, record);
}

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

/* More cards than anybody may play: whatever is said of the line, nothing of it may get lost. */
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

/* ---- what is malformed ---- */

static void no_game_at_all(void)
{
	expect_malformed("", 0, 1);
	expect_malformed("\n", 1, 2);
	expect_malformed("# nothing\n", 10, 2);
}

static void first_lines(void)
{
	static const char *const lines[] = {
		"adjutant-game",
		"adjutant-game 0",
		"adjutant-game one",
		"adjutant-game 1 1",
		"adjutant-game -1",
		"adjutant-game 1.0",
		"adjutant-games 1",
		"Adjutant-game 1",
		"adjutant-recording 1",
		"edition barrage",
		"1 red a1-a2",
		"result red flag",
		"hello",
	};

	expect_bad_lines("", lines, ROWS(lines));
}

static void newer_versions_are_refused(void)
{
	static const char *const lines[] = {"adjutant-game 2", "adjutant-game 10",
					    "adjutant-game 4294967295", "adjutant-game 4294967297",
					    "adjutant-game 99999999999999999999999999"};

	expect_bad_lines("", lines, ROWS(lines));
	/* the second game of a file as well */
	expect_bad_line(GAME "1 red resign\n", "adjutant-game 2");
}

static void edition_lines(void)
{
	static const char *const lines[] = {
		"edition",	    "edition Barrage",	    "edition barrag",
		"edition barrages", "edition barrage duel", "edition 1"};

	expect_bad_lines(FIRST, lines, ROWS(lines));
	expect_bad_line(EDITION, "edition barrage");
	expect_bad_line(EDITION, "edition duel");
}

static void nothing_but_headers_before_the_edition(void)
{
	static const char *const lines[] = {
		"option two-squares 3", "setup red F2......../B.2......./...1...3../....9....M",
		"to-move red",		"deck red boat",
		"1 red a1-a2",		"result red resigned",
	};

	expect_bad_lines(FIRST, lines, ROWS(lines));
}

static void game_options(void)
{
	static const char *const lines[] = {
		"option",
		"option two-squares",
		"option two-squares 0",
		"option two-squares 10",
		"option two-squares -1",
		"option two-squares 03",
		"option two-squares on",
		"option two-squares 3 3",
		"option more-squares 3",
		"option more-squares yes",
		"option more-squares ON",
		"option immobile-moved lose",
		"option disclosure closed",
		"option memory-aid 1",
		"option bluff maybe",
		"option three-squares 3",
		"option Two-squares 3",
		"options two-squares 3",
	};

	expect_bad_lines(EDITION, lines, ROWS(lines));
}

static void setups(void)
{
	static const char *const lines[] = {
		"setup",
		"setup red",
		"setup green F2......../B.2......./...1...3../....9....M",
		"setup F2......../B.2......./...1...3../....9....M",
		"setup red F2......../B.2......./...1...3..",
		"setup red F2......../B.2......./...1...3../....9....M/..........",
		"setup red F2......./B.2......./...1...3../....9....M",
		"setup red F2........./B.2......./...1...3../....9....",
		"setup red F2........B.2..........1...3......9....M",
		"setup red F2......../B.2......./...1...3../....9....M x",
		"setup red F2........ /B.2......./...1...3../....9....M",
		"setup red F2......../B.2......./...1...3../....9....m",
		"setup red F2......../B.2......./...1...3../....9...10",
		"setup red F2......../B.2......./...?...3../....9....M",
		"setup red F2......../B.2......./...1...3../~...9....M",
		"setup red F2......../B.2......./...1...3../....9....M{a remark}",
	};

	expect_bad_lines(EDITION, lines, ROWS(lines));
	/* rows of another board */
	expect_bad_line(FIRST "edition quick-duel\n", "setup red F.B....../B.1.2.2.3./39......M.");
	expect_bad_line(FIRST "edition battle-cards\n",
			"setup red FBBBBB1222/2233334455/666777889M/..........");
}

static void lines_given_twice(void)
{
	expect_bad_line(EDITION RED, "setup red F2......../B.2......./...1...3../....9....M");
	expect_bad_line(EDITION RED BLUE, "setup blue M....9..../..3...1.../........2B/2........F");
	expect_bad_line(STUDY, "position red M........./" NINE);
	expect_bad_line(STUDY, "to-move red");
	expect_bad_line(STUDY, "to-move blue");
	expect_bad_line(CARDS "deck red boat\n", "deck red boat");
	expect_bad_line(CARDS "deck red boat\n", "deck red jump");
	expect_bad_line(GAME "result red resigned\n", "result red resigned");
}

static void setups_and_positions_do_not_mix(void)
{
	expect_bad_line(EDITION RED, "position blue " NINE "/.........M");
	expect_bad_line(EDITION RED_MARSHAL,
			"setup blue M....9..../..3...1.../........2B/2........F");
}

static void positions(void)
{
	static const char *const lines[] = {
		"position",
		"position red",
		"position red F2......../B.2......./...1...3../....9....M",
		"position red " NINE,
		"position green " EMPTY,
		"position red " EMPTY "/..........",
		"to-move",
		"to-move green",
		"to-move red blue",
	};

	expect_bad_lines(EDITION, lines, ROWS(lines));
}

static void expect_missing(const char *record)
{
	unsigned lines = 1;

	for (const char *at = record; (at = strchr(at, '\n')); at++)
		lines++;
	expect_malformed(record, strlen(record), lines);
}

/* at the end of the file, and just as well when play begins */
static void something_is_missing(void)
{
	static const char study_only[] = EDITION MARSHALS;

	expect_missing(FIRST);
	expect_missing(EDITION);
	expect_missing(EDITION RED);
	expect_missing(EDITION BLUE);
	expect_missing(study_only);
	expect_missing(EDITION RED_MARSHAL "to-move red\n");
	expect_missing(GAME "to-move red\n");
	expect_bad_line(EDITION, "1 red a1-a2");
	expect_bad_line(EDITION RED, "1 red j4-j5");
	expect_bad_line(study_only, "1 red a1-a2");
	expect_bad_line(GAME "to-move red\n", "1 red j4-j5");
	expect_bad_line(EDITION RED, "result red resigned");
}

static void decks(void)
{
	static const char *const lines[] = {
		"deck",
		"deck red",
		"deck green boat",
		"deck boat",
		"deck red rowboat",
		"deck red boat jump",
		"deck red ,boat",
		"deck red boat,,jump",
		"deck red Boat",
		"deck red none",
		"deck red attack+4",
		"deck red attack",
		"deck red boat, jump",
	};

	expect_bad_lines(CARDS, lines, ROWS(lines));
}

static void a_list_of_cards_does_not_end_in_a_comma(void)
{
	static const char *const lines[] = {
		"deck blue boat,",
		"1 red exchange boat,",
		"0 red mulligan boat,jump,feint,",
	};

	expect_bad_lines(CARDS "deck red boat,jump,feint,swap\n", lines, ROWS(lines));
}

static void squares_and_signs(void)
{
	static const char *const lines[] = {
		"1 red",	"1 red a1",	 "1 red a1-",	 "1 red -a2",	   "1 red a1a2",
		"1 red a1_a2",	"1 red a1--a2",	 "1 red a1xxa2", "1 red a1-a2-a3", "1 red a1xa2xa3",
		"1 red a1-xa2", "1 red A1-A2",	 "1 red a-a2",	 "1 red 11-a2",	   "1 red aa1-a2",
		"1 red a1-a",	"1 red a1-a100", "1 red a1 -a2", "1 red a1 - a2",  "1 red a1-a2 a3",
		"1 red a1-a2!", "1 red a1Xa2",	 "1 red x",	 "1 red -",
	};

	expect_bad_lines(STUDY, lines, ROWS(lines));
}

static void colours_and_words(void)
{
	static const char *const lines[] = {
		"1",	       "1 green a1-a2", "1 a1-a2",	  "1 redd a1-a2",
		"1 Red a1-a2", "1 red resigns", "1 red move",	  "1 red resign now",
		"1 red draw?", "1 red pass",	"1 red time out", "move red a1-a2",
		"? red a1-a2", "red: a1-a2",	"1red a1-a2",
	};

	expect_bad_lines(STUDY, lines, ROWS(lines));
}

static void card_words(void)
{
	static const char *const lines[] = {
		"1 red + a1-a2",
		"1 red +a1-a2",
		"1 red +rowboat a1-a2",
		"1 red +jump",
		"1 red jump a1-a2",
		"1 red a1-a2 +jump",
		"1 red a1xa2 /",
		"1 red a1xa2 /shield",
		"1 red a1xa2 defence+1",
		"1 red /defence+1 a1xa2",
		"1 red a1xa2 /defence+1 /defence+2",
		"1 red a1xa2/defence+1",
		"1 red swap",
		"1 red swap a1",
		"1 red swap a1 a2 a3",
		"1 red swap a1-a2",
		"1 red swap a1 b",
		"1 red exchange",
		"1 red exchange card",
		"1 red exchange boat jump",
		"0 red mulligan",
		"0 red mulligan boat,jump,card",
		"0 red mulligan boat jump feint",
	};

	expect_bad_lines(CARDS "deck red boat,jump,feint,swap\n", lines, ROWS(lines));
}

static void ply_numbers(void)
{
	static const char *const first[] = {
		"0 red a1-a2",	       "2 red a1-a2",	       "-1 red a1-a2",
		"+1 red a1-a2",	       "1. red a1-a2",	       "one red a1-a2",
		"0 red resign",	       "4294967297 red a1-a2", "18446744073709551617 red a1-a2",
		"0 red exchange boat",
	};
	static const char *const third[] = {"1 red a2-a3", "2 red a2-a3", "4 red a2-a3",
					    "0 red a2-a3"};

	expect_bad_lines(STUDY, first, ROWS(first));
	expect_bad_lines(STUDY "1 red a1-a2\n2 blue j10-j9\n", third, ROWS(third));
	/* what follows something illegal is not played but still read */
	expect_bad_line(STUDY "1 red a1-b2\n", "3 blue j10-j9");
	expect_bad_line(STUDY "1 red a1-b2\n", "2 blue nonsense");
}

/* A mulligan stands at ply 0: numbered as a turn it would leave the plies and the turns at odds. */
static void a_mulligan_has_no_ply(void)
{
	expect_bad_line(CARDS "deck red boat,jump,feint,swap,armour,attack+1\n",
			"1 red mulligan boat,jump,feint");
}

static void remarks(void)
{
	static const char *const lines[] = {
		"1 red a1-a2 {not closed", "1 red a1-a2 {",	"1 red a1-a2 {closed} too early",
		"1 red a1-a2 }",	   "1 red {no action}", "1 {red} a1-a2",
		"1 red a1-a2 {one} {two",
	};

	expect_bad_lines(STUDY, lines, ROWS(lines));
	expect_bad_line(STUDY, "result red resigned {not closed");
	expect_good(STUDY "1 red a1-a2{close}\n2 blue j10-j9 {}\nresult red resigned {why not}");
}

static void results(void)
{
	static const char *const lines[] = {
		"result",
		"result red",
		"result green flag",
		"result flag",
		"result red won",
		"result red Flag",
		"result none flag",
		"result red none",
		"result red flag 3",
		"result draw resigned",
		"result red agreed",
	};

	expect_bad_lines(STUDY, lines, ROWS(lines));
}

static void nothing_follows_a_result(void)
{
	expect_bad_line(STUDY "result red resigned\n", "1 red a1-a2");
	expect_bad_line(STUDY "1 red a1-a2\nresult red resigned\n", "2 blue j10-j9");
	expect_good(STUDY "result red resigned\n# but a comment\n\n");
}

static void preparation_ends_with_the_first_action(void)
{
	static const char *const lines[] = {
		"edition barrage", "option two-squares 3", "position red " EMPTY,
		"to-move red",	   "deck red boat",	   "tag 04A1 red M",
	};

	expect_bad_lines(STUDY "1 red a1-a2\n", lines, ROWS(lines));
}

static void lines_of_other_formats(void)
{
	static const char *const lines[] = {"sensors reed", "1500000 open e4", "say red ready",
					    "{\"game\":1}", "[Event \"x\"]",   "Setup red x"};

	expect_bad_lines(STUDY, lines, ROWS(lines));
}

/* ---- bytes ---- */

static void what_is_not_utf8_is_refused(void)
{
	static const char *const bad[] = {
		"\x80",
		"\xbf",
		"\xc3",
		"\xc3(",
		"\xc0\xaf",
		"\xc1\xbf",
		"\xe0\x80\xaf",
		"\xe2\x82",
		"\xe2(\xa1",
		"\xed\xa0\x80",
		"\xed\xbf\xbf",
		"\xf0\x80\x80\xaf",
		"\xf0\x9f\x98",
		"\xf4\x90\x80\x80",
		"\xf8\x88\x80\x80\x80",
		"\xfe",
		"\xff",
	};
	static const char *const good[] = {"\xc2\xa0",	       "\xdf\xbf",	  "\xe0\xa0\x80",
					   "\xed\x9f\xbf",     "\xee\x80\x80",	  "\xef\xbf\xbd",
					   "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"};

	for (unsigned i = 0; i < ROWS(bad); i++) {
		char line[64];

		snprintf(line, sizeof line, "event x%sy", bad[i]);
		expect_bad_line(FIRST, line);
		snprintf(line, sizeof line, "# x%s", bad[i]);
		expect_bad_line(FIRST, line);
		snprintf(line, sizeof line, "1 red a1-a2 {%s}", bad[i]);
		expect_bad_line(STUDY, line);
	}
	for (unsigned i = 0; i < ROWS(good); i++) {
		snprintf(text, sizeof text, FIRST "event x%s\n# y%s\n%s", good[i], good[i],
			 strstr(STUDY, "edition"));
		expect_good(text);
	}
}

static void control_characters_are_refused(void)
{
	for (int c = 0; c < 0x80; c++) {
		char record[] = FIRST "event x?y\nedition barrage\n";

		if (c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7f))
			continue;
		*strchr(record, '?') = (char)c;
		expect_malformed(record, sizeof record - 1, 2);
	}
}

static void a_line_may_have_4096_bytes(void)
{
	size_t start = strlen(FIRST);

	memcpy(text, FIRST, start);
	memset(text + start, 'x', 5000);
	text[start] = '#';
	text[start + 4096] = '\0';
	strcat(text, "\n");
	strcat(text, strstr(STUDY, "edition"));
	expect_good(text);
	memset(text + start, 'x', 5000);
	text[start] = '#';
	text[start + 4097] = '\n';
	expect_malformed(text, start + 4098, 2);
}

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static void random_bytes_are_malformed(void)
{
	uint32_t state = 1;

	for (unsigned round = 0; round < 2000; round++) {
		size_t length = next_random(&state) % 600;

		for (size_t i = 0; i < length; i++)
			text[i] = (char)next_random(&state);
		play_text(&game, text, length);
		TEST_ASSERT_TRUE(game.malformed);
		TEST_ASSERT_TRUE(strlen(game.reader.reason) > 5);
	}
}

/* ---- every kind of line, cut and damaged ---- */

static const char everything[] = FIRST
	"event Winter cup\n# a comment\nsite Zürich\nedition battle-cards\n"
	"option two-squares 5\noption more-squares off\noption immobile-moved arbiter\n"
	"option disclosure outcome\noption memory-aid on\noption bluff on\n"
	"tag 04A1B2C3 red M\n"
	"setup red FBBBBB1222/2233334455/666777889M\n"
	"setup blue 666777889M/2233334455/FBBBBB1222\n"
	"deck red boat,jump,charge-2,charge-3,feint,swap,attack+1,defence+1,attack+2,attack+3,"
	"mock-attack,armour,spy-attack,defence+2,defence+3\n"
	"deck blue defence+1,mock-attack,armour,boat,jump,charge-2,charge-3,feint,swap,attack+1,"
	"attack+2,attack+3,spy-attack,defence+2,defence+3\n"
	"0 red mulligan jump,boat,charge-2\n0 blue mulligan armour,defence+1,mock-attack\n"
	"1 red a3-a4 {the first}\n2 blue exchange boat\n3 red swap a2 a4\n"
	"4 blue a8-a7\n5 red a4-a6\n6 blue j8-j7\n7 red +feint b3-a4\n8 blue +charge-2 j7-j5\n"
	"9 red j3-j4\n10 blue j5xj4 /defence+1\n11 red +attack+1 a6xa7\n12 blue resign\n"
	"result red resigned {a pity}\n";

static const char plain[] = EDITION "option two-squares 5\n" RED BLUE
				    "1 red b1-b10\n2 blue a10xb10\n3 red e4-e5 {slowly}\n"
				    "4 blue f7-f6\n5 red j4-j5\n6 blue i9-i1\n7 red c2-c4\n"
				    "8 blue i1-b1\n9 red h3-h4\nresult draw agreed\n";

struct step {
	char action[RECORD_ACTION_SIZE];
	bool legal;
	uint32_t plies;
};

struct trace {
	struct step steps[64];
	unsigned count;
	bool malformed;
	bool cut; /* the last line, unfinished, was an action */
};

static void trace_line(struct trace *trace, struct record_reader *reader, const char *line,
		       size_t length, bool whole)
{
	enum record_event event = record_read(reader, line, length);
	struct step *step = &trace->steps[trace->count];

	trace->malformed = event == RECORD_MALFORMED;
	if (event != RECORD_PLAYED || trace->count == ROWS(trace->steps))
		return;
	memcpy(step->action, reader->action_text, sizeof step->action);
	step->legal = reader->report.legal;
	step->plies = reader->game.plies;
	trace->count++;
	trace->cut = !whole;
}

static void trace_text(struct trace *trace, const char *record, size_t length)
{
	struct record_reader reader;
	const char *end = record + length;

	memset(trace, 0, sizeof *trace);
	record_reader_init(&reader);
	while (record < end && !trace->malformed) {
		const char *newline = memchr(record, '\n', (size_t)(end - record));
		const char *stop = newline ? newline : end;

		trace_line(trace, &reader, record, (size_t)(stop - record), newline != NULL);
		record = newline ? newline + 1 : end;
	}
	if (!trace->malformed)
		trace->malformed = record_finish(&reader) == RECORD_MALFORMED;
}

/* Whole lines must have been judged as in the whole record; a line that was cut may be a shorter
 * action. */
static void check_prefix(const struct trace *whole, const struct trace *part, size_t length)
{
	unsigned same = part->count - part->cut;

	snprintf(text, sizeof text, "the first %zu bytes", length);
	TEST_ASSERT_TRUE_MESSAGE(part->count <= whole->count, text);
	for (unsigned i = 0; i < same; i++)
		TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&whole->steps[i], &part->steps[i],
						 sizeof part->steps[i], text);
	if (part->cut)
		TEST_ASSERT_EQUAL_MESSAGE(0,
					  strncmp(whole->steps[same].action,
						  part->steps[same].action,
						  strlen(part->steps[same].action)),
					  text);
}

static void check_every_cut(const char *record)
{
	static struct trace whole, part;
	unsigned accepted = 0;
	size_t length = strlen(record);

	trace_text(&whole, record, length);
	TEST_ASSERT_FALSE(whole.malformed);
	TEST_ASSERT_TRUE(whole.count > 5);
	for (unsigned i = 0; i < whole.count; i++)
		TEST_ASSERT_TRUE_MESSAGE(whole.steps[i].legal, whole.steps[i].action);
	for (size_t cut = 0; cut < length; cut++) {
		/* a copy of just that size lets the sanitizers see a byte read too far */
		char *copy = memcpy(text + sizeof text - cut, record, cut);

		trace_text(&part, copy, cut);
		accepted += !part.malformed;
		check_prefix(&whole, &part, cut);
	}
	TEST_ASSERT_TRUE(accepted >= whole.count);
}

static void a_record_may_be_cut_anywhere(void)
{
	check_every_cut(plain);
}

static void a_record_with_cards_may_be_cut_anywhere(void)
{
	check_every_cut(everything);
}

/* Bytes changed, left out or put in at random: anything but a crash, and no malformed line without
 * a reason. */
static void damage(const char *record)
{
	static const char alphabet[] = "abjx-+/,.{}# \t\r\n019MBF\x80\xff";
	uint32_t state = 7;
	size_t length = strlen(record);

	for (unsigned round = 0; round < 20000; round++) {
		size_t at = next_random(&state) % length, rest = length - at;
		char c = alphabet[next_random(&state) % sizeof alphabet];
		unsigned how = next_random(&state) % 3;

		memcpy(text, record, length);
		text[at] = c;
		if (how == 1)
			memmove(text + at, text + at + 1, rest - 1);
		if (how == 2)
			memcpy(text + at + 1, record + at, rest);
		play_text(&game, text, length - (how == 1) + (how == 2));
		TEST_ASSERT_TRUE(!game.malformed || strlen(game.reader.reason) > 5);
	}
}

static void a_record_may_be_damaged_anywhere(void)
{
	damage(plain);
	damage(everything);
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
	RUN_TEST(no_game_at_all);
	RUN_TEST(first_lines);
	RUN_TEST(newer_versions_are_refused);
	RUN_TEST(edition_lines);
	RUN_TEST(nothing_but_headers_before_the_edition);
	RUN_TEST(game_options);
	RUN_TEST(setups);
	RUN_TEST(lines_given_twice);
	RUN_TEST(setups_and_positions_do_not_mix);
	RUN_TEST(positions);
	RUN_TEST(something_is_missing);
	RUN_TEST(decks);
	RUN_TEST(a_list_of_cards_does_not_end_in_a_comma);
	RUN_TEST(squares_and_signs);
	RUN_TEST(colours_and_words);
	RUN_TEST(card_words);
	RUN_TEST(ply_numbers);
	RUN_TEST(a_mulligan_has_no_ply);
	RUN_TEST(remarks);
	RUN_TEST(results);
	RUN_TEST(nothing_follows_a_result);
	RUN_TEST(preparation_ends_with_the_first_action);
	RUN_TEST(lines_of_other_formats);
	RUN_TEST(what_is_not_utf8_is_refused);
	RUN_TEST(control_characters_are_refused);
	RUN_TEST(a_line_may_have_4096_bytes);
	RUN_TEST(random_bytes_are_malformed);
	RUN_TEST(a_record_may_be_cut_anywhere);
	RUN_TEST(a_record_with_cards_may_be_cut_anywhere);
	RUN_TEST(a_record_may_be_damaged_anywhere);
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
