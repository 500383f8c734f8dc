/* How games end, through records: the flag, no move left, words, and bombs that were moved. */
#include "tests/support/rules/studies.h"

/* ---- ends ---- */

static void the_flag_is_taken(void)
{
	PLAY(.red = "Me4", .blue = "Fe5 9a1", .actions = "e4xe5");
	expect("ok");
	expect_end("red", "flag");
	PLAY(.red = "Fe1 4j1", .blue = "2e10 9a10", .to_move = "blue", .actions = "e10xe1");
	expect("ok");
	expect_end("blue", "flag");
	PLAY(.red = "1e4", .blue = "Fe5 9a1", .actions = "e4xe5");
	expect_end("red", "flag");
}

static void the_flag_decides_before_immobility(void)
{
	PLAY(.red = "Me4", .blue = "Fe5 Be6", .actions = "e4xe5");
	expect_end("red", "flag");
}

static void who_cannot_move_loses(void)
{
	/* the last movable piece is taken */
	PLAY(.red = "Me4 4a1", .blue = "9e5 Fj10 Bj9", .actions = "e4xe5");
	expect("ok");
	expect_end("red", "immobile");
	/* hemmed in by one's own bombs and the edge */
	PLAY(.red = "Ma1", .blue = "9j10 Bj9 Bi10", .actions = "a1-a2");
	expect_end("red", "immobile");
	/* hemmed in by water: nothing but lakes and bombs round c4 */
	PLAY(.red = "Ma1", .blue = "9c4 Bb4 Bd4 Bc3", .actions = "a1-a2");
	expect_end("red", "immobile");
	/* an attack is a way out */
	PLAY(.red = "Ma1 5i10", .blue = "9j10 Bj9", .actions = "a1-a2");
	expect_going_on();
	/* the attacker loses its own last piece: no matter, while it is not its turn */
	PLAY(.red = "4e4 Ba1", .blue = "9e5 8j10", .actions = "e4xe5");
	expect_going_on();
	PLAY(.red = "4e4 Ba1", .blue = "9e5 8j10", .actions = "e4xe5; j10-j9");
	expect_end("blue", "immobile");
}

static void who_cannot_move_at_the_start_loses(void)
{
	/* bombs stand wherever the front row does not face a lake */
	static const char stuck[] = "F122222222/3333344445/5556666777/BB88BB9MBB";
	static const char *const full[] = {"original", "classic", "travel", "isf"};

	for (unsigned i = 0; i < ROWS(full); i++) {
		play_setups(full[i], stuck, BLUE_40, "");
		TEST_ASSERT_EQUAL_STRING("ok", rule_name(game.rule));
		expect_end("blue", "immobile");
		TEST_ASSERT_EQUAL(0, game.plies);
	}
	PLAY(.red = "Ma1", .blue = "Bj10", .to_move = "blue");
	expect_end("red", "immobile");
	PLAY(.red = "Ba1", .blue = "Mj10", .actions = "a1-a2");
	expect("game-over");
	expect_end("blue", "immobile");
	PLAY(.edition = "quick-duel", .red = "", .blue = "Ma1");
	expect_end("blue", "immobile");
}

static void repetition_can_leave_no_move(void)
{
	static const struct study shut_in = {
		.red = "5a1 Bb1 Bb2 Ba3",
		.blue = "Mj10",
		.actions = "a1-a2; j10-j9; a2-a1; j9-j8; a1-a2; j8-j7",
	};
	struct study other = shut_in;

	play_study(&game, &shut_in);
	expect("ok");
	expect_end("blue", "immobile");
	/* in isf too: red is not stuck in the sense of both-immobile */
	other.edition = "isf";
	play_study(&game, &other);
	expect_end("blue", "immobile");
	other.edition = "classic";
	play_study(&game, &other);
	expect_going_on();
	other.options = "option two-squares 2\n";
	other.actions = "a1-a2; j10-j9; a2-a1; j9-j8; a1-a2";
	play_study(&game, &other);
	expect("game-over");
	expect_end("blue", "immobile");
}

/* More-squares too: the way back is closed by two-squares, the way out by a bomb. */
static void a_chaser_can_run_out_of_moves(void)
{
	PLAY(.options = "option two-squares 1\n", .red = "Me5 Be4", .blue = "9f6",
	     .actions = CHASE);
	expect("ok");
	expect_end("blue", "immobile");
	PLAY(.options = "option two-squares 1\noption more-squares off\n", .red = "Me5 Be4",
	     .blue = "9f6", .actions = CHASE);
	expect_going_on();
}

static void nobody_can_move(void)
{
	static const struct study study = {
		.red = "Me4 Ba1", .blue = "Me5 Bj10", .actions = "e4xe5"};
	struct study isf = study;

	for (unsigned i = 0; i < EDITION_COUNT; i++) {
		struct study each = study;
		bool small = editions[i].board == BOARD_SMALL;

		each.edition = editions[i].id;
		if (small)
			each.blue = "Me5 Bh8";
		play_study(&game, &each);
		snprintf(message, sizeof message, "%s", each.edition);
		if (strcmp(each.edition, "isf") == 0)
			expect_end("draw", "both-immobile");
		else
			expect_end("red", "immobile");
	}
	/* only one of the two is stuck */
	isf.edition = "isf";
	isf.red = "Me4 9a1";
	play_study(&game, &isf);
	expect_end("red", "immobile");
	/* pieces that are walled in cannot move either */
	isf.red = "Me4 9a1 Ba2 Bb1";
	play_study(&game, &isf);
	expect_end("draw", "both-immobile");
}

static void words_end_a_game(void)
{
	static const struct {
		const char *actions, *winner, *reason;
	} rows[] = {
		{"resign", "blue", "resigned"},
		{"a1-a2; resign", "red", "resigned"},
		{"time", "blue", "time"},
		{"a1-a2; time", "red", "time"},
		{"draw", "draw", "agreed"},
		{"a1-a2; draw", "draw", "agreed"},
		/* out of turn */
		{"blue: resign", "red", "resigned"},
		{"blue: time", "red", "time"},
		{"blue: draw", "draw", "agreed"},
		{"a1-a2; red: resign", "blue", "resigned"},
	};

	for (unsigned i = 0; i < ROWS(rows); i++) {
		char more[80];

		snprintf(message, sizeof message, "%s", rows[i].actions);
		PLAY(.red = "Ma1", .blue = "Mj10", .actions = rows[i].actions);
		expect("ok");
		expect_end(rows[i].winner, rows[i].reason);
		snprintf(more, sizeof more, "%s; j10-j9", rows[i].actions);
		PLAY(.red = "Ma1", .blue = "Mj10", .actions = more);
		expect("game-over");
		expect_end(rows[i].winner, rows[i].reason);
		snprintf(more, sizeof more, "%s; resign", rows[i].actions);
		PLAY(.red = "Ma1", .blue = "Mj10", .actions = more);
		expect("game-over");
		expect_end(rows[i].winner, rows[i].reason);
	}
}

static void moving_a_bomb_or_flag_costs_what_the_edition_says(void)
{
	for (unsigned i = 0; i < EDITION_COUNT; i++) {
		const char *id = editions[i].id;
		bool loses = strcmp(id, "travel") == 0 || strcmp(id, "duel") == 0;

		snprintf(message, sizeof message, "%s", id);
		PLAY(.edition = id, .red = "Be3 Ma1", .blue = "Mh8", .actions = "e3-e2");
		expect("immobile");
		expect_end(loses ? "blue" : "none", loses ? "forfeit" : "none");
		PLAY(.edition = id, .red = "Ma1", .blue = "Fe3 Mh8 2e2", .to_move = "blue",
		     .actions = "e3-e4");
		expect("immobile");
		expect_end(loses ? "red" : "none", loses ? "forfeit" : "none");
		/* a bomb that attacks is moved too */
		PLAY(.edition = id, .red = "Be3 Ma1", .blue = "Mh8 9e4", .actions = "e3xe4");
		expect("immobile");
		expect_end(loses ? "blue" : "none", loses ? "forfeit" : "none");
	}
}

static void the_price_of_a_bomb_can_be_set(void)
{
	static const struct {
		const char *edition, *option, *winner;
	} rows[] = {
		{"original", "option immobile-moved loses\n", "blue"},
		{"original", "option immobile-moved arbiter\n", "none"},
		{"isf", "option immobile-moved loses\n", "blue"},
		{"travel", "option immobile-moved put-back\n", "none"},
		{"duel", "option immobile-moved arbiter\n", "none"},
	};

	for (unsigned i = 0; i < ROWS(rows); i++) {
		snprintf(message, sizeof message, "%s %s", rows[i].edition, rows[i].option);
		PLAY(.edition = rows[i].edition, .options = rows[i].option, .red = "Be3 Ma1",
		     .blue = "Mh8", .actions = "e3-e2");
		expect("immobile");
		TEST_ASSERT_EQUAL_STRING_MESSAGE(rows[i].winner, winner_name(game.winner), message);
	}
}

static void a_try_that_no_piece_could_make_costs_no_game(void)
{
	static const struct row rows[] = {
		{"Be3", "", "e3-f4", "not-straight"},  {"Bc4", "", "c4-c5", "lake"},
		{"Be3 9e2", "", "e3-e2", "own-piece"}, {"Ba3", "", "a3-k3", "off-board"},
		{"Be3 9e2", "", "e3-e1", "blocked"},
	};

	for (unsigned i = 0; i < ROWS(rows); i++) {
		check_row("travel", NULL, &rows[i]);
		expect_going_on();
	}
}

/* whether the game would be over after e1 goes there, by whatever stands on e1 */
static bool ends_by_moving_to(const char *piece, const char *blue, unsigned to)
{
	PLAY(.red = piece, .blue = blue);
	return game_ends_by_moving(&game.reader.game, &(struct action){.kind = ACTION_MOVE,
								       .side = SIDE_RED,
								       .from = sq_at(4, 0),
								       .to = (uint8_t)to});
}

/* a scout could go to e3, others not so far, and a bomb nowhere */
static void the_end_by_a_move_tells_no_rank(void)
{
	static const char *const pieces[] = {"2e1 9a1", "9e1 8a1", "Be1 9a1", "Fe1 9a1"};

	for (unsigned i = 0; i < ROWS(pieces); i++) {
		TEST_ASSERT_TRUE(ends_by_moving_to(pieces[i], "Bj10", sq_at(4, 2)));
		TEST_ASSERT_FALSE(ends_by_moving_to(pieces[i], "Bj10 9i10", sq_at(4, 2)));
	}
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(the_flag_is_taken);
	RUN_TEST(the_flag_decides_before_immobility);
	RUN_TEST(who_cannot_move_loses);
	RUN_TEST(who_cannot_move_at_the_start_loses);
	RUN_TEST(repetition_can_leave_no_move);
	RUN_TEST(a_chaser_can_run_out_of_moves);
	RUN_TEST(nobody_can_move);
	RUN_TEST(words_end_a_game);
	RUN_TEST(moving_a_bomb_or_flag_costs_what_the_edition_says);
	RUN_TEST(the_price_of_a_bomb_can_be_set);
	RUN_TEST(a_try_that_no_piece_could_make_costs_no_game);
	RUN_TEST(the_end_by_a_move_tells_no_rank);
	return UNITY_END();
}
