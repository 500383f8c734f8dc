/* The two rules against repetition, through records: two-squares and more-squares. */
#include "tests/support/rules/studies.h"

/* ---- two-squares ---- */

/*
 * A red piece goes to and fro between a4 and a5 so many times, while blue walks round a square,
 * which no rule minds.
 */
static const char *shuttle(unsigned times, const char *then)
{
	static const char *const round[] = {"j10-j9", "j9-i9", "i9-i10", "i10-j10"};
	static char actions[2048];
	struct out out = out_init(actions, sizeof actions);

	for (unsigned i = 0; i < times; i++) {
		out_string(&out, i % 2 ? "a5-a4; " : "a4-a5; ");
		out_string(&out, round[i % 4]);
		out_string(&out, "; ");
	}
	out_string(&out, then);
	return actions;
}

static void expect_limit(const char *edition, const char *options, unsigned limit)
{
	struct row row = {"Ma4", "", NULL, NULL};

	row.actions = shuttle(limit, "");
	row.rule = "ok";
	check_row(edition, options, &row);
	row.actions = shuttle(limit, limit % 2 ? "a5-a4" : "a4-a5");
	row.rule = "two-squares";
	check_row(edition, options, &row);
}

static void the_limit_is_that_of_the_edition(void)
{
	for (unsigned i = 0; i < EDITION_COUNT; i++) {
		const char *id = editions[i].id;

		/* armies without sergeants, and the small board, have a test below */
		if (strstr(id, "duel") || strstr(id, "barrage"))
			continue;
		expect_limit(id, NULL, strcmp(id, "classic") == 0 ? 5 : 3);
	}
}

static void the_limit_holds_for_small_armies_too(void)
{
	static const char *const ids[] = {"duel", "barrage", "quick-duel", "quick-barrage"};

	for (unsigned i = 0; i < ROWS(ids); i++) {
		PLAY(.edition = ids[i], .red = "Ma1", .blue = "Mh8",
		     .actions = "a1-a2; h8-h7; a2-a1; h7-g7; a1-a2; g7-g8; a2-a1");
		expect("two-squares");
	}
}

static void the_limit_can_be_set(void)
{
	for (unsigned limit = 1; limit <= 9; limit++) {
		char option[40];

		snprintf(option, sizeof option, "option two-squares %u\n", limit);
		expect_limit("original", option, limit);
	}
}

static void the_limit_can_be_off(void)
{
	struct row row = {"Ma4", "", shuttle(60, "a4-a5"), "ok"};

	check_row("original", "option two-squares off\n", &row);
	check_row("classic", "option two-squares off\n", &row);
}

static void only_the_border_is_closed(void)
{
	struct row row = {"Ma4", "", NULL, "ok"};

	row.actions = shuttle(3, "a5-a6");
	check_row("original", NULL, &row);
	row.actions = shuttle(3, "a5-b5");
	check_row("original", NULL, &row);
	/* and it opens again once a turn has not crossed it */
	row.actions = shuttle(3, "a5-b5; i10-h10; b5-a5; h10-g10; a5-a4");
	check_row("original", NULL, &row);
}

static void another_piece_interrupts(void)
{
	struct row row = {"Ma4", "", NULL, NULL};

	row.actions = shuttle(3, "j1-j2; i10-h10; a5-a4; h10-g10; a4-a5; g10-f10; a5-a4");
	row.rule = "ok";
	check_row("original", NULL, &row);
	row.actions =
		shuttle(3, "j1-j2; i10-h10; a5-a4; h10-g10; a4-a5; g10-f10; a5-a4; f10-e10; a4-a5");
	row.rule = "two-squares";
	check_row("original", NULL, &row);
}

static void an_attack_is_not_exempt(void)
{
	static const struct row rows[] = {
		/* a blue scout comes to a4 behind the piece on a5 */
		{"Ma4", "2i4", "a4-a5; j10-j9; a5-a4; j9-j8; a4-a5; i4-a4; a5xa4", "two-squares"},
		{"Ma4", "2i4", "a4-a5; j10-j9; a5-a4; j9-j8; a4-a5; i4-b4; a5-b5", "ok"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void an_attack_counts(void)
{
	static const struct row rows[] = {
		{"Ma4", "9a5", "a4xa5; j10-j9; a5-a4; j9-j8; a4-a5; j8-j7; a5-a4", "two-squares"},
		/* twice, with a blue scout that comes to be taken */
		{"Ma4", "9a5 2i4", "a4xa5; i4-a4; a5xa4; j10-j9; a4-a5; j9-j8; a5-a4",
		 "two-squares"},
		/* not so if it fails: then that piece is gone */
		{"9a4 8b4", "Ma5", "a4xa5; j10-j9; b4-b5; j9-j8; b5-b4; j8-j7; b4-b5; j7-j6; b5-b4",
		 "two-squares"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void each_side_is_counted_by_itself(void)
{
	static const struct row rows[] = {
		{"Ma4", "9a10", "a4-a5; a10-a9; a5-a4; a9-a10; a4-a5; a10-a9; a5-a4",
		 "two-squares"},
		{"Ma4", "9a10", "a4-a5; a10-a9; a5-a4; a9-a10; a4-a5; a10-a9; a5-b5; a9-a10",
		 "two-squares"},
		{"Ma4", "9a10", "a4-a5; a10-a9; a5-a4; a9-a10; a4-a5; a10-a9; a5-b5; a9-a8", "ok"},
		{"Ma4", "9a10", "j1-j2; a10-a9; a4-a5; a9-a10; a5-a4; a10-a9; a4-a5; a9-a10",
		 "two-squares"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void a_scout_may_stop_short(void)
{
	static const struct row rows[] = {
		{"2a3", "", "a3-a4; j10-j9; a4-a3; j9-j8; a3-a6; j8-j7; a6-a4", "ok"},
		{"2a3", "", "a3-a4; j10-j9; a4-a3; j9-j8; a3-a6; j8-j7; a6-a5", "ok"},
		{"2a3", "", "a3-a4; j10-j9; a4-a3; j9-j8; a3-a6; j8-j7; a6-a3", "two-squares"},
		{"2a3", "", "a3-a4; j10-j9; a4-a3; j9-j8; a3-a6; j8-j7; a6-a2", "two-squares"},
		{"2a3", "", "a3-a4; j10-j9; a4-a3; j9-j8; a3-a6; j8-j7; a6-a9", "ok"},
		/* every border of a long way is used up by going it three times */
		{"2b4", "", "b4-b7; j10-j9; b7-b4; j9-j8; b4-b7; j8-j7; b7-b6", "two-squares"},
		{"2b4", "", "b4-b7; j10-j9; b7-b4; j9-j8; b4-b7; j8-j7; b7-b8", "ok"},
		{"2b4", "", "b4-b7; j10-j9; b7-b4; j9-j8; b4-b7; j8-j7; b7-c7", "ok"},
		/* only what all of them have in common counts: here a3/a4 and a4/a5 */
		{"2a1", "", "a1-a5; j10-j9; a5-a3; j9-j8; a3-a8; j8-j7; a8-a5", "ok"},
		{"2a1", "", "a1-a5; j10-j9; a5-a3; j9-j8; a3-a8; j8-j7; a8-a4", "two-squares"},
		/* from afar it attacks over a used-up border no more than it moves */
		{"2a3", "1a1", "a3-a4; j10-j9; a4-a3; j9-j8; a3-a6; j8-j7; a6xa1", "two-squares"},
		/* along a row */
		{"2a3", "", "a3-b3; j10-j9; b3-a3; j9-j8; a3-f3; j8-j7; f3-b3", "ok"},
		{"2a3", "", "a3-b3; j10-j9; b3-a3; j9-j8; a3-f3; j8-j7; f3-a3", "two-squares"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void another_piece_may_cross_the_border(void)
{
	static const struct row rows[] = {
		{"2a4 2a3", "", "a4-a8; j10-j9; a3-a5", "ok"},
		{"2a4 2a3", "", "a4-a8; j10-j9; a8-a7", "two-squares"},
	};

	static const struct row two[] = {
		{"2a3 2a2", "", "a3-a8; j10-j9; a2-a5; j9-j8; a5-a4", "ok"},
		{"2a2", "", "a2-a8; j10-j9; a8-a5; j9-j8; a5-a6", "two-squares"},
	};

	check_rows("original", "option two-squares 1\n", rows, ROWS(rows));
	check_rows("original", "option two-squares 2\n", two, ROWS(two));
}

/* ---- more-squares ---- */

static void a_chase_round_a_square_is_forbidden(void)
{
	static const struct row rows[] = {
		{"Me5", "9f6", CHASE, "ok"},
		{"Me5", "9f6", CHASE "e5-e6", "more-squares"},
		/* whatever the ranks */
		{"1e5", "2f6", CHASE "e5-e6", "more-squares"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
	check_rows("battle-cards", NULL, rows, ROWS(rows));
	check_rows("isf", NULL, rows, ROWS(rows));
	check_rows("travel", NULL, rows, ROWS(rows));
}

static void a_chase_on_the_small_board(void)
{
	static const char around[] =
		"d4-d5; e5-e4; d5-e5; e4-d4; e5-e4; d4-d5; e4-d4; d5-e5; d4-d5";

	PLAY(.edition = "quick-duel", .red = "Md4", .blue = "9e5", .actions = around);
	expect("more-squares");
	PLAY(.edition = "quick-barrage", .red = "Md4", .blue = "9e5", .actions = around);
	expect("more-squares");
}

static void blue_may_not_chase_either(void)
{
	PLAY(.red = "9f6 4j1", .blue = "Me5 4j10", .to_move = "blue", .actions = CHASE "e5-e6");
	expect("more-squares");
	PLAY(.red = "9f6 4j1", .blue = "Me5 4j10", .actions = "j1-j2; " CHASE "e5-e6");
	expect("more-squares");
}

static void more_squares_can_be_off(void)
{
	static const struct row row = {"Me5", "9f6", CHASE CHASE CHASE "e5-e6", "ok"};

	check_row("original", "option more-squares off\n", &row);
	check_row("classic", NULL, &row);
	check_row("classic", "option more-squares on\n",
		  &(struct row){"Me5", "9f6", CHASE "e5-e6", "more-squares"});
}

static void other_moves_are_free(void)
{
	static const struct row rows[] = {
		/* the exact reverse of the last move */
		{"Me5", "9f6", CHASE "e5-f5", "ok"},
		/* no threat */
		{"Me5", "9f6", CHASE "e5-e4", "ok"},
		{"Me5", "9f6", CHASE "j1-j2", "ok"},
		/* even if it brings back the position from before the chase */
		{"2e1", "9d2 Bf1", "e1-e2; d2-d3; e2-e3; d3-d2; e3-e1", "more-squares"},
		{"2e1", "9d2", "e1-e2; d2-d3; e2-e3; d3-d2; e3-e1", "ok"},
		/* an attack */
		{"Me5", "9f6 8e4", CHASE "e5xe4", "ok"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void going_straight_back_is_left_to_two_squares(void)
{
	static const struct row rows[] = {
		{"Me5", "9f6", "e5-e6; f6-f5; e6-e5; f5-f6; e5-e6", "ok"},
		{"Me5", "9f6", "e5-e6; f6-f5; e6-e5; f5-f6; e5-e6; f6-f5; e6-e5", "two-squares"},
	};
	static const struct row longer = {
		"Me5", "9f6", "e5-e6; f6-f5; e6-e5; f5-f6; e5-e6; f6-f5; e6-e5; f5-f6; e5-e6",
		"ok"};

	check_rows("original", NULL, rows, ROWS(rows));
	check_row("original", "option two-squares off\n", &longer);
}

/* Blue's last move in CHASE restores the position from before it, which is its right. */
static void the_side_that_evades_is_free(void)
{
	static const struct row rows[] = {
		{"Me5", "9f6", CHASE, "ok"},
		/* one from the middle of the chase as well */
		{"Me5", "9f6", "e5-e6; f6-f5; e6-f6; f5-e5; f6-f5; e5-e6; f5-f6; e6-e5", "ok"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void an_attack_begins_a_new_history(void)
{
	static const struct row rows[] = {
		/* blue attacks in place of evading */
		{"Me5 7i9", "9f6 8i10 Be4", "e5-e6; i10xi9; e6-e5", "ok"},
		/* without the attack the third red move after it would be forbidden */
		{"Me5 8i1", "9f6 7i2",
		 "e5-e6; f6-f5; e6-f6; f5-e5; i1xi2; j10-j9; "
		 "f6-f5; e5-e6; f5-e5; e6-f6; e5-e6; f6-f5; e6-f6; f5-e5",
		 "ok"},
		{"Me5 8i1", "9f6 7i2",
		 "e5-e6; f6-f5; e6-f6; f5-e5; i1xi2; j10-j9; "
		 "f6-f5; e5-e6; f5-e5; e6-f6; e5-e6; f6-f5; e6-f6; f5-e5; f6-f5",
		 "more-squares"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void a_pause_begins_a_new_chase(void)
{
	static const struct row rows[] = {
		/* red does not threaten for a move */
		{"Me5", "9f6",
		 "e5-e6; f6-f5; e6-f6; f5-e5; j1-j2; j10-j9; "
		 "f6-f5; e5-e6; f5-e5; e6-f6; e5-e6; f6-f5; e6-f6; f5-e5",
		 "ok"},
		/* blue does not evade */
		{"Me5", "9f6",
		 "e5-e6; f6-f5; e6-f6; f5-e5; f6-f5; e5-e6; f5-e5; j10-j9; j1-j2; e6-f6; "
		 "e5-e6",
		 "ok"},
		/* a quiet move of blue's just before: red's move is no chasing move */
		{"Me5", "9f6", CHASE "j1-j2; j10-j9; e5-e6", "ok"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

/* Two lieutenants of red's have changed places: that is another position. */
static void pieces_are_told_apart(void)
{
	static const struct row rows[] = {
		{"5e4 5e2", "9d3 8g2",
		 "e4-e3; d3-d2; e2-f2; g2-g3; e3-e2; d2-d3; f2-f3; g3-g2; f3-e3", "ok"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

/* The pieces that threaten and those that evade may change from turn to turn. */
static void a_chase_may_be_shared(void)
{
	static const struct row rows[] = {
		{"5e1 6b1", "9d2 8a2 Bf1",
		 "e1-e2; d2-d3; b1-b2; a2-a1; e2-e3; d3-d2; b2-b1; a1-a2; e3-e2", "more-squares"},
		{"2e3", "5d1 2d4 Bf3",
		 "e3-e1; d1-d2; e1-e2; d2-d1; e2-e4; d4-d2; e4-e2; d2-d4; e2-e3", "more-squares"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

/* Near the end each side evades and threatens at once; the one that repeats a position is stopped.
 */
static void both_may_chase(void)
{
	static const struct row rows[] = {
		{"Mb2 9b3", "Mc1 9c2 8a2",
		 "b2-b1; c2-b2; b1-a1; a2-a3; b3-c3; b2-c2; c3-b3; a3-a2; a1-b1; c2-b2",
		 "more-squares"},
		{"2a1 2b3", "2a2 2b2",
		 "a1-b1; b2-d2; b3-a3; a2-b2; b1-d1; d2-c2; d1-b1; b2-a2; a3-c3; c2-b2; c3-b3",
		 "more-squares"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

/* A chase that two-squares does not stop: e5-f5, f6-e6, f5-e5, e6-f6 and again, after a round. */
static void play_long_chase(unsigned rounds)
{
	static char actions[64 * 1024];
	struct out out = out_init(actions, sizeof actions);

	out_string(&out, CHASE);
	for (unsigned i = 0; i < rounds; i++)
		out_string(&out, "e5-f5; f6-e6; f5-e5; e6-f6; ");
	out_string(&out, "e5-e6");
	TEST_ASSERT_FALSE(out.overflow);
	PLAY(.options = "option two-squares off\n", .red = "Me5 4j1", .blue = "9f6 4j10",
	     .actions = actions);
}

static void a_chase_is_remembered_for_1024_positions(void)
{
	play_long_chase(254);
	TEST_ASSERT_EQUAL(1024, game.plies);
	expect("more-squares");
	TEST_ASSERT_FALSE(game_chase_suspended(&game.reader.game));
}

static void an_endless_chase_suspends_the_rule(void)
{
	struct action quiet = {.kind = ACTION_MOVE, .side = SIDE_BLUE};
	struct report report;

	play_long_chase(5000 / 4);
	expect("ok");
	TEST_ASSERT_TRUE(game_chase_suspended(&game.reader.game));
	sq_parse(BOARD_LARGE, "j10", 3, &quiet.from);
	sq_parse(BOARD_LARGE, "j9", 2, &quiet.to);
	game_play(&game.reader.game, &quiet, &report);
	TEST_ASSERT_TRUE(report.legal);
	TEST_ASSERT_FALSE(game_chase_suspended(&game.reader.game));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(the_limit_is_that_of_the_edition);
	RUN_TEST(the_limit_holds_for_small_armies_too);
	RUN_TEST(the_limit_can_be_set);
	RUN_TEST(the_limit_can_be_off);
	RUN_TEST(only_the_border_is_closed);
	RUN_TEST(another_piece_interrupts);
	RUN_TEST(an_attack_is_not_exempt);
	RUN_TEST(an_attack_counts);
	RUN_TEST(each_side_is_counted_by_itself);
	RUN_TEST(a_scout_may_stop_short);
	RUN_TEST(another_piece_may_cross_the_border);
	RUN_TEST(a_chase_round_a_square_is_forbidden);
	RUN_TEST(a_chase_on_the_small_board);
	RUN_TEST(blue_may_not_chase_either);
	RUN_TEST(more_squares_can_be_off);
	RUN_TEST(other_moves_are_free);
	RUN_TEST(going_straight_back_is_left_to_two_squares);
	RUN_TEST(the_side_that_evades_is_free);
	RUN_TEST(an_attack_begins_a_new_history);
	RUN_TEST(a_pause_begins_a_new_chase);
	RUN_TEST(pieces_are_told_apart);
	RUN_TEST(a_chase_may_be_shared);
	RUN_TEST(both_may_chase);
	RUN_TEST(a_chase_is_remembered_for_1024_positions);
	RUN_TEST(an_endless_chase_suspends_the_rule);
	return UNITY_END();
}
