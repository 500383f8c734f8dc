/* Lines that are not a record's. The reader must survive anything and never guess. */
#include "tests/support/rules/record_expect.h"

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
		"option training",
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

int main(void)
{
	UNITY_BEGIN();
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
	return UNITY_END();
}
