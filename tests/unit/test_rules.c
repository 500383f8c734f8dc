/*
 * The rules of a turn and the ends of a game, all through records: which rule a try breaks, lakes
 * and scouts, the two rules against repetition, how games end. Battles and cards have tests of
 * their own.
 */
#include "rules/perft.h"
#include "tests/support/play.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct played game;
static char message[4096];

void setUp(void)
{
	memset(&game, 0, sizeof game);
	message[0] = '\0';
}

void tearDown(void)
{
}

#define PLAY(...) play_study(&game, &(struct study){__VA_ARGS__})
#define ROWS(table) (sizeof(table) / sizeof *(table))

/* that the last action, and none before it, came to this: "ok" or the name of a rule */
static void expect(const char *rule)
{
	unsigned actions = (unsigned)game.reader.next_ply - 1;
	unsigned played = strcmp(rule, "ok") == 0 ? actions : actions - 1;

	TEST_ASSERT_EQUAL_STRING_MESSAGE(rule, rule_name(game.rule), message);
	TEST_ASSERT_EQUAL_MESSAGE(actions, game.judged, message);
	TEST_ASSERT_EQUAL_MESSAGE(played, game.plies, message);
}

static void expect_end(const char *winner, const char *reason)
{
	TEST_ASSERT_EQUAL_STRING_MESSAGE(winner, winner_name(game.winner), message);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(reason, reason_name(game.reason), message);
}

static void expect_going_on(void)
{
	expect_end("none", "none");
}

/* A try in a study, and the rule it breaks. Each side has a piece in a far corner to go on with. */
struct row {
	const char *red, *blue, *actions, *rule;
};

static void check_row(const char *edition, const char *options, const struct row *row)
{
	char red[200], blue[200];

	snprintf(red, sizeof red, "4j1 %s", row->red);
	snprintf(blue, sizeof blue, "4j10 %s", row->blue);
	snprintf(message, sizeof message, "red %s, blue %s: %s", red, blue, row->actions);
	PLAY(.edition = edition, .options = options, .red = red, .blue = blue,
	     .actions = row->actions);
	expect(row->rule);
}

static void check_rows(const char *edition, const char *options, const struct row *rows,
		       size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_row(edition, options, &rows[i]);
}

/* ---- every rule by its name ---- */

#define CHASE "e5-e6; f6-f5; e6-f6; f5-e5; f6-f5; e5-e6; f5-e5; e6-f6; "

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

#define RED_40 "FBBBBBB122/2222223333/3444455556/666777889M"
#define BLUE_40 "666777889M/3444455556/2222223333/FBBBBBB122"
#define RED_30 "FBBBBB1222/2233334455/666777889M"
#define BLUE_30 "666777889M/2233334455/FBBBBB1222"
#define DECK                                                                                       \
	"boat,jump,charge-2,charge-3,feint,swap,attack+1,attack+2,attack+3,mock-attack,armour,"    \
	"spy-attack,defence+1,defence+2,defence+3"

static void play_setups(const char *edition, const char *red, const char *blue, const char *more)
{
	snprintf(message, sizeof message,
		 "adjutant-game 1\nedition %s\nsetup red %s\nsetup blue %s\n%s", edition, red, blue,
		 more);
	play_record(&game, message);
	TEST_ASSERT_FALSE_MESSAGE(game.malformed, game.reader.reason);
}

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
	return UNITY_END();
}
