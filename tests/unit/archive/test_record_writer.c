/*
 * Records composed from the journal: what they say, and that they can be judged.
 *
 * test_record_writer --archive DIR makes the archive of these tests there, for tests/scripts/archive.sh.
 */
#include "tests/support/archive/record_bench.h"

#include <errno.h>

static void test_plain_game(void)
{
	static const char beginning[] =
		"adjutant-game 1\nevent Club night 12\ndate 2026-11-17\nred Anna\nblue Bernd\n"
		"edition barrage\noption two-squares 5\n"
		"setup red ....F...../.......2.1/.....9.B2./M....3....\n"
		"setup blue .3......../........M./...B1..2../F2..9.....\n"
		"1 red f4-f5\n2 blue h9-h7\n";

	compose(MADE_PLAIN);
	TEST_ASSERT_EQUAL_STRING_LEN(beginning, text, sizeof beginning - 1);
	TEST_ASSERT_NOT_NULL(strstr(text, "\n26 blue e7-e6\n27 red a9xa10\nresult red flag\n"));
	judge_parts(1);
}

static void test_taken_back(void)
{
	compose(MADE_TAKEN_BACK);
	TEST_ASSERT_EQUAL_STRING(QUICK_START "1 red a3xa6\n2 blue h6-h4\n3 red e3-e4\n"
					     "4 blue resign\nresult red resigned\n",
				 text);
	judge_parts(1);
}

static void test_drawn_without_a_fact_for_it(void)
{
	compose(MADE_DRAWN);
	TEST_ASSERT_EQUAL_STRING(QUICK_START "1 red g3-g4\n2 blue draw\nresult draw agreed\n",
				 text);
	judge_parts(1);
}

static void test_study(void)
{
	compose(MADE_STUDY);
	TEST_ASSERT_NOT_NULL(strstr(text, "\nto-move blue\nresult red immobile\n"));
	TEST_ASSERT_NULL(strstr(text, "setup"));
	judge_parts(1);
}

static void test_corrected(void)
{
	compose(MADE_CORRECTED);
	TEST_ASSERT_NOT_NULL(strstr(
		text, "1 red f4-f5\n2 blue h9-h7\n\n# the arbiter corrected the position\n"
		      "adjutant-game 1\nedition barrage\n"
		      "position red ....F...../.......2.1/.....9.B2./M........./.....3..../" ROW
		      "/" ROW "/" ROW "/" ROW "/" ROW "\n"
		      "position blue " ROW "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW
		      "/.3......../.......2M./...B1...../F2..9.....\n"
		      "to-move blue\n1 blue b10-b8\n2 red a4-a5\n\n"
		      "# the arbiter corrected the position\n"));
	TEST_ASSERT_NOT_NULL(strstr(text, "to-move blue\n1 blue b8-c8\n"));
	TEST_ASSERT_NOT_NULL(strstr(text, "10 red a9xa10\nresult red flag\n"));
	judge_parts(3);
}

/* The hand is short, so the part's deck is dealt a card too early; a whole game is not. */
static void test_cards_go_on_after_a_correction(void)
{
	compose(MADE_CARDS);
	TEST_ASSERT_NOT_NULL(
		strstr(text, "\n0 red mulligan jump,spy-attack,charge-2\n0 blue mulligan "));
	TEST_ASSERT_NOT_NULL(strstr(text, "\ndeck red mock-attack,defence+2,attack+1,swap,"));
	TEST_ASSERT_NOT_NULL(strstr(text, "\n2 red exchange mock-attack\n3 blue j7-j6\nresult red "
					  "arbiter\n"));
	judge_parts(2);
}

static void test_ended_before_it_began(void)
{
	struct replayed replayed;

	compose(MADE_NEVER_BEGUN);
	TEST_ASSERT_EQUAL_STRING(QUICK_HEAD ENDED_BEFORE_PLAY "blue resigned\n", text);
	TEST_ASSERT_EQUAL(0, record_replay(text, length, NULL, &replayed, &trouble));
	TEST_ASSERT_EQUAL(WINNER_BLUE, replayed.winner);
	TEST_ASSERT_EQUAL(0, replayed.parts);
}

/* As older journals have it; cards put under the pile before make no difference. */
static void test_resigned_before_it_began_as_an_action(void)
{
	static const char *const before[] = {"", "play red mulligan jump,boat,feint\n"};
	struct archive_maker scratch;

	maker_open(&scratch, other_dir);
	for (unsigned i = 0; i < 4; i++) {
		enum side side = i % 2 ? SIDE_BLUE : SIDE_RED;
		char facts[96], expected[256];

		snprintf(facts, sizeof facts, "%splay %s resign", before[i / 2], side_name(side));
		snprintf(expected, sizeof expected, QUICK_HEAD ENDED_BEFORE_PLAY "%s resigned\n# ",
			 side_name(side_other(side)));
		maker_start(&scratch, QUICK_HEAD);
		for (char *each = strtok(facts, "\n"); each; each = strtok(NULL, "\n"))
			maker_add(&scratch, ENTRY_FACT, "", each);
		free(text);
		TEST_ASSERT_EQUAL_MESSAGE(0,
					  record_writer_seal(scratch.journal, scratch.number,
							     &scratch.key, &text, &trouble),
					  trouble.text);
		TEST_ASSERT_EQUAL_STRING_LEN(expected, text, strlen(expected));
		TEST_ASSERT_TRUE_MESSAGE(holds(text, strlen(text)), trouble.text);
	}
	maker_close(&scratch);
}

static void test_unfinished(void)
{
	compose(MADE_ADJOURNED);
	TEST_ASSERT_EQUAL_STRING(QUICK_START "1 red a3xa6\n2 blue h6-h4\n", text);
	compose(MADE_DROPPED);
	TEST_ASSERT_EQUAL_STRING(QUICK_HEAD "# play has not begun\n", text);
}

static void test_endings(void)
{
	static const struct {
		bool begun;
		enum winner winner;
		enum reason reason;
		unsigned plies;
	} expected[MADE_LAST + 1] = {
		[MADE_PLAIN] = {true, WINNER_RED, REASON_FLAG, 27},
		[MADE_TAKEN_BACK] = {true, WINNER_RED, REASON_RESIGNED, 4},
		[MADE_CORRECTED] = {true, WINNER_RED, REASON_FLAG, 14},
		[MADE_CARDS] = {true, WINNER_RED, REASON_ARBITER, 12},
		[MADE_DRAWN] = {true, WINNER_DRAW, REASON_AGREED, 2},
		[MADE_STUDY] = {true, WINNER_RED, REASON_IMMOBILE, 0},
		[MADE_NEVER_BEGUN] = {false, WINNER_BLUE, REASON_RESIGNED, 0},
		[MADE_ADJOURNED] = {true, WINNER_NONE, REASON_NONE, 2},
		[MADE_UNSIGNED] = {true, WINNER_BLUE, REASON_RESIGNED, 1},
		[MADE_RUNNING] = {true, WINNER_NONE, REASON_NONE, 6},
	};

	for (int64_t game = 1; game <= MADE_LAST; game++) {
		struct game_log game_log;
		struct ending ending;

		TEST_ASSERT_EQUAL(0, game_log_read(&game_log, maker.journal, game, &trouble));
		TEST_ASSERT_EQUAL(0, record_writer_ending(&game_log, &ending, &trouble));
		TEST_ASSERT_EQUAL_MESSAGE(expected[game].begun, ending.begun, game_log.head);
		TEST_ASSERT_EQUAL(expected[game].winner, ending.winner);
		TEST_ASSERT_EQUAL(expected[game].reason, ending.reason);
		TEST_ASSERT_EQUAL(expected[game].plies, ending.plies);
		TEST_ASSERT_EQUAL(game == MADE_ADJOURNED || game == MADE_DROPPED, game_log.shelved);
		game_log_finish(&game_log);
	}
}

static void test_no_such_game(void)
{
	struct game_log game_log;

	TEST_ASSERT_EQUAL(-ENOENT, game_log_read(&game_log, maker.journal, 99, &trouble));
	TEST_ASSERT_NOT_NULL(strstr(trouble.text, "99"));
	TEST_ASSERT_EQUAL(-ENOENT,
			  record_writer_seal(maker.journal, 99, &maker.key, &text, &trouble));
	TEST_ASSERT_NULL(text);
}

/* Facts that do not fit together are refused, and what they were is not said: it may be a rank. */
static void test_facts_that_make_no_sense(void)
{
	static const char *const wrong[] = {
		"takeback",
		"play red draw",
		"play red resign now",
		"play red resign\nplay blue resign",
		"play red resign\nbegin red",
		"end red arbiter\nplay blue resign",
		"begin blue",
		"begin red\nbegin red",
		"setup red ......../......../........\nbegin red",
		"begin red\nsetup red .F.B..../..1...../2.3.M29.",
		"begin red\nplay red",
		"begin red\nplay red a3-a9",
		"begin red\nplay red a3-a4 = both 2 2",
		"begin red\nplay red a3xa6 = attacker 2 9",
		"begin red\nplay red a3xa6",
		"begin red\nplay red a3xa6 = defender 2 9\nplay red g3-g4",
		"begin red\nplace z1 empty\nreposition",
		"begin red\nplace a1 red Z\nreposition",
		"begin red\nturn green\nreposition",
		"place a1 empty",
		"reposition",
		"end red",
		"end nobody flag",
		"conquer a1",
		"",
	};
	struct archive_maker scratch;

	maker_open(&scratch, other_dir);
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct text rest = {wrong[i], strlen(wrong[i])}, line;

		maker_start(&scratch, QUICK_HEAD);
		maker_add(&scratch, ENTRY_FACT, "", "setup red .F.B..../..1...../2.3.M29.");
		maker_add(&scratch, ENTRY_FACT, "", "setup blue 9..2M..2/...1.3../....B.F.");
		do {
			char fact[128];

			line = text_take_until(&rest, '\n');
			snprintf(fact, sizeof fact, "%.*s", (int)line.length, line.at);
			maker_add(&scratch, ENTRY_FACT, "", fact);
		} while (rest.length > 0);
		TEST_ASSERT_EQUAL_MESSAGE(-EBADMSG,
					  record_writer_seal(scratch.journal, scratch.number,
							     &scratch.key, &text, &trouble),
					  wrong[i]);
		TEST_ASSERT_NULL(text);
		TEST_ASSERT_NULL_MESSAGE(strstr(trouble.text, "a3"), trouble.text);
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, "fact"), trouble.text);
	}
	maker_close(&scratch);
}

static int make_archive(const char *path)
{
	maker_open(&maker, path);
	maker_make_all(&maker);
	maker_close(&maker);
	return 0;
}

int main(int argc, char **argv)
{
	int failures;

	if (argc == 3 && strcmp(argv[1], "--archive") == 0)
		return make_archive(argv[2]);
	record_writer_begin();
	UNITY_BEGIN();
	RUN_TEST(test_plain_game);
	RUN_TEST(test_taken_back);
	RUN_TEST(test_drawn_without_a_fact_for_it);
	RUN_TEST(test_study);
	RUN_TEST(test_corrected);
	RUN_TEST(test_cards_go_on_after_a_correction);
	RUN_TEST(test_ended_before_it_began);
	RUN_TEST(test_resigned_before_it_began_as_an_action);
	RUN_TEST(test_unfinished);
	RUN_TEST(test_endings);
	RUN_TEST(test_no_such_game);
	RUN_TEST(test_facts_that_make_no_sense);
	failures = UNITY_END();
	record_writer_end();
	return failures;
}
