/*
 * The rules of a turn, all through records: which rule a try breaks, set-ups, lakes and scouts.
 * Repetition, ends, battles and cards have tests of their own.
 */
#include "rules/perft.h"
#include "tests/support/rules/studies.h"

/* ---- every rule by its name ---- */

static void each_rule_is_named(void)
{
	static const struct row rows[] = {
		{"Me4", "9e5", "e4xe5", "ok"},
		{"Me4", "9e6", "blue: e6-e5", "wrong-turn"},
		{"Me4", "", "e3-e4", "no-piece"},
		{"Me4", "9e6", "e6-e7", "not-your-piece"},
		{"Ma4", "", "a4-k4", "off-board"},
		{"Mc4", "", "c4-c5", "lake"},
		{"Me4 9e3", "", "e4-e3", "own-piece"},
		{"Me4", "", "e4-f5", "not-straight"},
		{"2e1", "9e3", "e1-e4", "blocked"},
		{"2c4", "", "c4-c7", "blocked"},
		{"Ma4", "", "a4-a5; j10-j9; a5-a4; j9-j8; a4-a5; j8-j7; a5-a4", "two-squares"},
		{"Me5", "9f6", CHASE "e5-e6", "more-squares"},
		{"Be4", "", "e4-e5", "immobile"},
		{"Fe4", "", "e4-e5", "immobile"},
		{"Me4", "", "e4-e6", "too-far"},
		{"Me4 9e5", "", "+jump e4-e6", "card"},
		{"Me4", "", "e4xe5", "wrong-action"},
		{"Me4", "9e5", "e4-e5", "wrong-action"},
		{"Me4", "", "resign; blue: j10-j9", "game-over"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void a_square_off_the_board_holds_nothing(void)
{
	static const struct row rows[] = {
		{"Me4", "", "k4-e4", "no-piece"},     {"Me4", "", "a0-a1", "no-piece"},
		{"Ma10", "", "a10-a11", "off-board"}, {"Ma1", "", "a1-a0", "off-board"},
		{"Ma1", "", "a1-z99", "off-board"},   {"Me4", "", "c5-c4", "no-piece"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void the_small_board_ends_sooner(void)
{
	struct study study = {.edition = "quick-duel", .red = "Mh4 9a8", .blue = "Ma1"};

	study.actions = "h4-i4";
	play_study(&game, &study);
	expect("off-board");
	study.actions = "a8-a9";
	play_study(&game, &study);
	expect("off-board");
	study.actions = "i9-i8";
	play_study(&game, &study);
	expect("no-piece");
}

static void a_square_is_not_a_way_from_itself(void)
{
	static const struct row rows[] = {
		{"Me4", "", "e4-e4", "own-piece"},
		{"Me4", "", "e4xe4", "own-piece"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

/* ---- which rule is named first ---- */

/*
 * Neighbours in the order, both broken. Pairs that no try can break together (a square is empty or
 * an enemy's, off the board or a lake) are bridged by the next one that it can.
 */
static void the_first_broken_rule_is_named(void)
{
	static const struct row rows[] = {
		/* game-over before wrong-turn */
		{"Me4", "9e6", "resign; red: e4-e5", "game-over"},
		/* wrong-turn before no-piece, before not-your-piece */
		{"Me4", "", "blue: b2-b3", "wrong-turn"},
		{"Me4", "", "blue: e4-e5", "wrong-turn"},
		/* no-piece before off-board */
		{"Me4", "", "a4-k4", "no-piece"},
		{"Me4", "", "k4-k5", "no-piece"},
		/* not-your-piece before off-board, lake, own-piece */
		{"Me4", "9j4", "j4-k4", "not-your-piece"},
		{"Me4", "9c4", "c4-c5", "not-your-piece"},
		{"Me4", "9e5", "e5-e4", "not-your-piece"},
		{"Me4", "9e5 8e6", "e5-e6", "not-your-piece"},
		/* off-board before immobile and too-far */
		{"Ba4", "", "a4-k4", "off-board"},
		{"Ma4", "", "a4-a12", "off-board"},
		/* lake before not-straight, blocked, immobile, too-far */
		{"Mb4", "", "b4-c5", "lake"},
		{"2c3 9c4", "", "c3-c5", "lake"},
		{"2c2", "", "c2-c6", "lake"},
		{"Bc4", "", "c4-c5", "lake"},
		{"Mc4", "", "c4-c6", "lake"},
		/* own-piece before not-straight, blocked, immobile */
		{"Me4 9f5", "", "e4-f5", "own-piece"},
		{"2e1 9e2 8e3", "", "e1-e3", "own-piece"},
		{"Be4 9e5", "", "e4-e5", "own-piece"},
		/* not-straight before blocked, immobile, too-far */
		{"2e1 9f2", "", "e1-g3", "not-straight"},
		{"Be4", "", "e4-f5", "not-straight"},
		{"Me1", "", "e1-f3", "not-straight"},
		/* blocked before two-squares: a2 is in the way */
		{"2a3 9a2", "", "a3-a4; j10-j9; a4-a3; j9-j8; a3-a4; j8-j7; a4-a1", "blocked"},
		/* blocked before immobile and too-far */
		{"Be1 9e2", "", "e1-e3", "blocked"},
		{"Me1 9e2", "", "e1-e3", "blocked"},
		/* two-squares before too-far */
		{"Ma4", "", "a4-a5; j10-j9; a5-a4; j9-j8; a4-a5; j8-j7; a5-a3", "two-squares"},
		/* more-squares before too-far */
		{"Me1", "9d2 Bf1", "e1-e2; d2-d3; e2-e3; d3-d2; e3-e1", "more-squares"},
		/* immobile before too-far */
		{"Be4", "", "e4-e6", "immobile"},
		{"Fa1", "", "a1-a9", "immobile"},
		/* immobile and too-far before card */
		{"Be4", "9e5", "+attack+1 e4xe5", "immobile"},
		{"Me4", "9e6", "+attack+1 e4xe6", "too-far"},
		/* each of the last three before wrong-action */
		{"Be4", "9e5", "e4-e5", "immobile"},
		{"Me4", "", "e4xe6", "too-far"},
		{"Me4", "9e5", "+attack+1 e4-e5", "card"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

/* The scout's last move goes over a used-up border and repeats the position from before the chase.
 */
static void two_squares_is_named_before_more_squares(void)
{
	static const struct row both = {
		"2e3", "5d1 2d4 Bf3",
		"e3-e1; d1-d2; e1-e2; d2-d1; e2-e4; d4-d2; e4-e2; d2-d4; e2-e3", "two-squares"};
	struct row one = both;

	check_row("original", "option two-squares 2\n", &both);
	one.rule = "more-squares";
	check_row("original", "option two-squares off\n", &one);
	one.rule = "ok";
	check_row("original", "option two-squares off\noption more-squares off\n", &one);
}

static void setup_comes_before_the_end_of_a_game(void)
{
	PLAY(.edition = "barrage", .red = "Bb1 Bb2", .blue = "Mj10", .actions = "b1-b3");
	TEST_ASSERT_EQUAL_STRING("setup", rule_name(game.rule));
	TEST_ASSERT_EQUAL(0, game.judged);
	expect_going_on();
}

/* ---- set-ups ---- */

#define RED_30 "FBBBBB1222/2233334455/666777889M"
#define BLUE_30 "666777889M/2233334455/FBBBBB1222"
#define DECK                                                                                       \
	"boat,jump,charge-2,charge-3,feint,swap,attack+1,attack+2,attack+3,mock-attack,armour,"    \
	"spy-attack,defence+1,defence+2,defence+3"

static void expect_setup_to_fit(const char *edition, const char *red, const char *blue,
				const char *more)
{
	play_setups(edition, red, blue, more);
	TEST_ASSERT_EQUAL_STRING_MESSAGE("ok", rule_name(game.rule), message);
}

static void expect_misfit(const char *edition, const char *red, const char *blue, const char *more,
			  enum side side)
{
	play_setups(edition, red, blue, more);
	TEST_ASSERT_EQUAL_STRING_MESSAGE("setup", rule_name(game.rule), message);
	TEST_ASSERT_EQUAL_MESSAGE(side, game.reader.unfit, message);
	TEST_ASSERT_EQUAL_MESSAGE(0, game.judged, message);
}

static void armies_of_every_edition_fit(void)
{
	static const char *const full[] = {"original", "classic", "travel", "isf"};
	static const char *const duel = "F.B......./.........B/1.2.2.3.3./9........M";
	static const char *const barrage = "F........./.........B/1.2.2.3.../9........M";

	for (unsigned i = 0; i < ROWS(full); i++)
		expect_setup_to_fit(full[i], RED_40, BLUE_40, "");
	expect_setup_to_fit("duel", duel, duel, "");
	expect_setup_to_fit("barrage", barrage, barrage, "");
	expect_setup_to_fit("quick-duel", "F.B....B/1.2.2.3./39.....M",
			    "F.B....B/1.2.2.3./39.....M", "");
	expect_setup_to_fit("quick-barrage", "F......B/1.2.2.3./.9.....M",
			    "F......B/1.2.2.3./.9.....M", "");
	expect_setup_to_fit("battle-cards", RED_30, BLUE_30,
			    "deck red " DECK "\ndeck blue " DECK "\n");
}

static void an_army_must_be_whole(void)
{
	static const char fits[] = "F........./.........B/1.2.2.3.../9........M";
	static const char lacks[] = "F........./........../1.2.2.3.../9........M";

	expect_misfit("barrage", lacks, fits, "", SIDE_RED);
	expect_misfit("barrage", fits, lacks, "", SIDE_BLUE);
	/* red is looked at first */
	expect_misfit("barrage", lacks, lacks, "", SIDE_RED);
	/* one too many, one instead of another */
	expect_misfit("barrage", "F.B......./.........B/1.2.2.3.../9........M", fits, "", SIDE_RED);
	expect_misfit("barrage", "F........./.........B/1.2.2.4.../9........M", fits, "", SIDE_RED);
	expect_misfit("original", "BFBBBBB122/2222223333/3444455556/666777889.", BLUE_40, "",
		      SIDE_RED);
	/* nothing of a game with unfit pieces is played */
	expect_misfit("barrage", lacks, fits, "1 red a4-a5\n2 blue resign\n", SIDE_RED);
	expect_going_on();
}

static void battle_cards_need_two_whole_decks(void)
{
	expect_misfit("battle-cards", RED_30, BLUE_30, "", SIDE_RED);
	expect_misfit("battle-cards", RED_30, BLUE_30, "deck red " DECK "\n", SIDE_BLUE);
	expect_misfit("battle-cards", RED_30, BLUE_30, "deck blue boat\ndeck red " DECK "\n",
		      SIDE_BLUE);
	expect_misfit("battle-cards", RED_30, BLUE_30,
		      "deck red boat,boat,charge-2,charge-3,feint,swap,attack+1,attack+2,attack+3,"
		      "mock-attack,armour,spy-attack,defence+1,defence+2,defence+3\ndeck blue " DECK
		      "\n",
		      SIDE_RED);
	expect_misfit("original", RED_40, BLUE_40, "deck blue " DECK "\n", SIDE_BLUE);
}

static void a_position_holds_at_most_the_army(void)
{
	PLAY(.edition = "barrage", .red = "Ma1 Mb1", .blue = "Mj10");
	TEST_ASSERT_EQUAL_STRING("setup", rule_name(game.rule));
	TEST_ASSERT_EQUAL(SIDE_RED, game.reader.unfit);
	PLAY(.edition = "barrage", .red = "Ma1", .blue = "Mj10 4j9");
	TEST_ASSERT_EQUAL_STRING("setup", rule_name(game.rule));
	TEST_ASSERT_EQUAL(SIDE_BLUE, game.reader.unfit);
	PLAY(.edition = "barrage", .red = "Ma1", .blue = "Mj10");
	TEST_ASSERT_EQUAL_STRING("ok", rule_name(game.rule));
	/* two pieces on one square */
	PLAY(.red = "Ma1", .blue = "Ma1 9b1");
	TEST_ASSERT_EQUAL_STRING("setup", rule_name(game.rule));
}

static void a_set_up_stays_at_home(void)
{
	static const char pieces[] = "FB12239M";
	struct game board;
	char name[SQ_NAME_SIZE];

	for (unsigned row = 0; row < 10; row++) {
		game_init(&board, edition_find("barrage", 7));
		for (unsigned i = 0; i < 7; i++)
			position_put(&board.position, sq_at(i, 0), SIDE_RED,
				     piece_parse(pieces[i]));
		position_put(&board.position, sq_at(9, row), SIDE_RED, piece_parse(pieces[7]));
		sq_format(sq_at(9, row), name);
		TEST_ASSERT_EQUAL_MESSAGE(row < 4, game_side_fits(&board, SIDE_RED, false), name);
		TEST_ASSERT_TRUE_MESSAGE(game_side_fits(&board, SIDE_RED, true), name);
	}
	for (unsigned row = 0; row < 10; row++) {
		game_init(&board, edition_find("barrage", 7));
		for (unsigned i = 0; i < 7; i++)
			position_put(&board.position, sq_at(i, 9), SIDE_BLUE,
				     piece_parse(pieces[i]));
		position_put(&board.position, sq_at(9, row), SIDE_BLUE, piece_parse(pieces[7]));
		sq_format(sq_at(9, row), name);
		TEST_ASSERT_EQUAL_MESSAGE(row > 5, game_side_fits(&board, SIDE_BLUE, false), name);
	}
}

/* ---- lakes and scouts ---- */

static bool is_lake(const char *lakes, const char *square)
{
	return strstr(lakes, square) != NULL;
}

static void step(const char *edition, const char *from, const char *to, const char *rule)
{
	char red[20], actions[40];

	snprintf(red, sizeof red, "M%s", from);
	snprintf(actions, sizeof actions, "%s-%s", from, to);
	snprintf(message, sizeof message, "%s %s", edition, actions);
	PLAY(.edition = edition, .red = red, .blue = "Ma1 9h1", .actions = actions);
	expect(rule);
}

/* every step between two neighbours of the middle rows, both ways */
static void walk_the_middle(const char *edition, const char *lakes, char last_column, int low,
			    int high)
{
	for (char column = 'a'; column <= last_column; column++) {
		for (int row = low; row < high; row++) {
			char a[16], b[16];

			snprintf(a, sizeof a, "%c%d", column, row);
			snprintf(b, sizeof b, "%c%d", column, row + 1);
			if (!is_lake(lakes, a))
				step(edition, a, b, is_lake(lakes, b) ? "lake" : "ok");
			if (!is_lake(lakes, b))
				step(edition, b, a, is_lake(lakes, a) ? "lake" : "ok");
			if (column == last_column)
				continue;
			snprintf(b, sizeof b, "%c%d", column + 1, row);
			if (!is_lake(lakes, a))
				step(edition, a, b, is_lake(lakes, b) ? "lake" : "ok");
			if (!is_lake(lakes, b))
				step(edition, b, a, is_lake(lakes, a) ? "lake" : "ok");
		}
	}
}

static void lakes_of_the_large_board(void)
{
	walk_the_middle("original", "c5 d5 c6 d6 g5 h5 g6 h6", 'j', 4, 7);
}

static void lakes_of_the_small_board(void)
{
	walk_the_middle("quick-duel", "c4 c5 f4 f5", 'h', 3, 6);
}

/* Only a study can have one there. */
static void a_piece_on_a_lake_may_leave_it(void)
{
	static const struct row rows[] = {
		{"Mc5", "", "c5-c4", "ok"},	 {"Mc5", "", "c5-c6", "lake"},
		{"2c5", "", "c5-a5", "ok"},	 {"2c5", "", "c5-c7", "blocked"},
		{"Mb5", "9c5", "b5xc5", "lake"}, {"Mc5", "9b5", "c5xb5", "ok"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void scouts_go_any_distance(void)
{
	static const struct row rows[] = {
		{"2a1", "", "a1-a10", "ok"},  {"2a1", "", "a1-i1", "ok"},
		{"2i10", "", "i10-i1", "ok"}, {"2e5", "", "e5-f5", "ok"},
		{"2i7", "", "i7-a7", "ok"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void scouts_attack_from_afar(void)
{
	static const struct row rows[] = {
		{"2a1", "1a10", "a1xa10", "ok"},	   {"2a1", "1a2", "a1xa2", "ok"},
		{"2a1", "1a10 9a5", "a1xa10", "blocked"},  {"2a1 3a5", "1a10", "a1xa10", "blocked"},
		{"2a1", "1a10", "a1-a10", "wrong-action"}, {"3a1", "1a3", "a1xa3", "too-far"},
	};

	check_rows("original", NULL, rows, ROWS(rows));
}

static void scouts_cross_no_water(void)
{
	static const struct row rows[] = {
		{"2c4", "", "c4-c7", "blocked"}, {"2b5", "", "b5-e5", "blocked"},
		{"2h7", "", "h7-h4", "blocked"}, {"2c4", "1c7", "c4xc7", "blocked"},
		{"2c4", "", "c4-c6", "lake"},	 {"2a5", "", "a5-b5", "ok"},
		{"2e6", "", "e6-f6", "ok"},
	};
	static const struct study small = {
		.edition = "quick-duel", .red = "2c3", .blue = "Ma1", .actions = "c3-c6"};

	check_rows("original", NULL, rows, ROWS(rows));
	message[0] = '\0';
	play_study(&game, &small);
	expect("blocked");
}

static void count_one(void *context, const struct action *action)
{
	(void)action;
	++*(unsigned *)context;
}

/* Every move from any square to any other, asked one by one, against the lists and the counts. */
static void expect_lists_to_be_whole(void)
{
	const struct game *now = &game.reader.game;
	const struct public_position *open = &now->position.open;
	unsigned allowed = 0, listed = 0;

	for (unsigned from = 0; from < SQ_COUNT; from++) {
		for (unsigned to = 0; to < SQ_COUNT; to++) {
			struct action action = {.kind = ACTION_MOVE, .side = open->to_move};

			if (!board_has(open->board, from) || !board_has(open->board, to))
				continue;
			action.from = (uint8_t)from;
			action.to = (uint8_t)to;
			action.attack = public_side_at(open, to) != SIDE_NONE;
			allowed += game_allows(now, &action);
		}
	}
	game_each_action(now, count_one, &listed);
	TEST_ASSERT_EQUAL_MESSAGE(allowed, listed, message);
	TEST_ASSERT_EQUAL_MESSAGE(allowed, perft(now, 1), message);
}

static void what_is_allowed_is_what_is_listed(void)
{
	static const struct row rows[] = {
		{"2a1 2e5 2j5 3d4 Bb1 Fb2", "2a10 9d7 Bi5 2e8", "a1-a9; a10-b10", "ok"},
		{"2a1", "", "a1-a10; j10-i10", "ok"},
		{"2a1", "2i10", "a1-a2; i10-a10", "ok"},
		{"2a3", "", "a3-a4; j10-j9; a4-a3; j9-j8; a3-a6; j8-j7", "ok"},
		{"Me5", "9f6", CHASE, "ok"},
		{"2e1", "9d2 Bf1", "e1-e2; d2-d3; e2-e3; d3-d2", "ok"},
	};

	for (unsigned i = 0; i < ROWS(rows); i++) {
		check_row("original", NULL, &rows[i]);
		expect_lists_to_be_whole();
	}
	PLAY(.edition = "quick-duel", .red = "2a1 2d5 Mb4", .blue = "2h8 9g4 Be5");
	expect_lists_to_be_whole();
	/* a move that both rules against repetition forbid is taken off once */
	PLAY(.options = "option two-squares 2\n", .red = "2e3 4j1", .blue = "5d1 2d4 Bf3 4j10",
	     .actions = "e3-e1; d1-d2; e1-e2; d2-d1; e2-e4; d4-d2; e4-e2; d2-d4");
	expect_lists_to_be_whole();
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(each_rule_is_named);
	RUN_TEST(a_square_off_the_board_holds_nothing);
	RUN_TEST(the_small_board_ends_sooner);
	RUN_TEST(a_square_is_not_a_way_from_itself);
	RUN_TEST(the_first_broken_rule_is_named);
	RUN_TEST(two_squares_is_named_before_more_squares);
	RUN_TEST(setup_comes_before_the_end_of_a_game);
	RUN_TEST(armies_of_every_edition_fit);
	RUN_TEST(an_army_must_be_whole);
	RUN_TEST(battle_cards_need_two_whole_decks);
	RUN_TEST(a_position_holds_at_most_the_army);
	RUN_TEST(a_set_up_stays_at_home);
	RUN_TEST(lakes_of_the_large_board);
	RUN_TEST(lakes_of_the_small_board);
	RUN_TEST(a_piece_on_a_lake_may_leave_it);
	RUN_TEST(scouts_go_any_distance);
	RUN_TEST(scouts_attack_from_afar);
	RUN_TEST(scouts_cross_no_water);
	RUN_TEST(what_is_allowed_is_what_is_listed);
	return UNITY_END();
}
