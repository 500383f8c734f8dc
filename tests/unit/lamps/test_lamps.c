/* The picture that lamps show: layers, corners, and what is said of a set-up and of a game. */
#include "daemon/lamps/lamps.h"
#include "daemon/table/table.h"
#include "daemon/views/lamps_scene.h"
#include "rules/edition.h"

#include "unity.h"

#include <string.h>

static struct lamps_scene scene;
static struct situation situation;
static struct board_status status;
static struct public_position open;

void setUp(void)
{
	memset(&situation, 0, sizeof situation);
	memset(&open, 0, sizeof open);
	board_status_init(&status);
	situation.edition = "quick-duel";
	situation.phase = "setup";
	situation.status = &status;
	open.board = BOARD_SMALL;
}

void tearDown(void)
{
	board_status_finish(&status);
}

static struct bits squares(const char *names)
{
	struct bits set = BITS_NONE;
	uint8_t sq;

	for (; *names; names += names[2] ? 3 : 2) {
		TEST_ASSERT_TRUE(sq_parse((enum board_id)open.board, names, 2, &sq));
		bits_add(&set, sq);
	}
	return set;
}

static void expect_scene(const char *rows)
{
	struct lamp_picture picture;
	char text[LAMPS_ROWS_SIZE];

	lamps_paint(&scene, &picture);
	lamps_format((enum board_id)open.board, &picture, text);
	TEST_ASSERT_EQUAL_STRING(rows, text);
}

static void expect(const struct bits *standing, const char *rows)
{
	lamps_scene_make(&scene, &situation, &open, standing);
	expect_scene(rows);
}

#define DARK "........"

static void begin(const char *phase, enum side to_move)
{
	situation.begun = true;
	situation.phase = phase;
	open.to_move = (uint8_t)to_move;
}

static void play(const char *line)
{
	json_array_append_new(status.moves, json_string(line));
}

static void guide(enum table_guide what, const char *names)
{
	struct output *output = &status.guides[status.guide_count++];

	memset(output, 0, sizeof *output);
	output->guide = (uint8_t)what;
	output->squares = squares(names);
}

/* ---- layers ---- */

static void test_what_asks_covers_what_reminds(void)
{
	lamps_scene_init(&scene, BOARD_SMALL);
	scene.acts[SIDE_RED] = true;
	scene.from = (uint8_t)bits_first(squares("a1"));
	scene.to = (uint8_t)bits_first(squares("a2"));
	scene.faulty = squares("a2 b2 c2 d2 e2 f2");
	scene.check = squares("b2 c2 d2 e2");
	scene.back = squares("c2 d2 e2");
	scene.take = squares("d2 e2");
	scene.put = squares("e2");
	expect_scene("f......u/xcbkpx../" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK);
}

/* ---- set-up ---- */

static void test_rows_that_an_army_fills_tell_where_pieces_are_missing(void)
{
	const struct bits standing = squares("a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 d2 e2 f2 g2 h2 a8");
	struct bits all = BITS_NONE;

	situation.edition = "original";
	open.board = BOARD_LARGE;
	expect(&all, "eeeeeeeeee/eeeeeeeeee/eeeeeeeeee/eeeeeeeeee/........../........../eeeeeeeeee/"
		     "eeeeeeeeee/eeeeeeeeee/eeeeeeeeee");
	expect(&standing, "........ee/..e.....ee/eeeeeeeeee/eeeeeeeeee/........../........../"
			  "eeeeeeeeee/.eeeeeeeee/eeeeeeeeee/eeeeeeeeee");
	situation.told_ready[SIDE_RED] = true;
	expect(&standing, "r........r/........../........../........../........../........../"
			  "eeeeeeeeee/.eeeeeeeee/eeeeeeeeee/eeeeeeeeee");
}

/* Where each of few pieces stands is its player's secret until play begins. */
static void test_rows_with_room_are_lit_as_one(void)
{
	const struct bits few = squares("a1 b2 h8"), others = squares("c2 f1 a7");
	struct lamp_picture pictures[2];

	situation.placed[SIDE_RED] = 2;
	situation.placed[SIDE_BLUE] = 1;
	lamps_scene_make(&scene, &situation, &open, &few);
	lamps_paint(&scene, &pictures[0]);
	lamps_scene_make(&scene, &situation, &open, &others);
	lamps_paint(&scene, &pictures[1]);
	TEST_ASSERT_EQUAL_MEMORY(&pictures[0], &pictures[1], sizeof pictures[0]);
	expect(&few, "eeeeeeee/eeeeeeee/eeeeeeee/" DARK "/" DARK "/eeeeeeee/eeeeeeee/eeeeeeee");
	situation.placed[SIDE_RED] = edition_army_size(&editions[edition_find("quick-duel", 10)]);
	expect(&few, DARK "/" DARK "/" DARK "/" DARK "/" DARK "/eeeeeeee/eeeeeeee/eeeeeeee");
}

/* People elsewhere are told how many stand, and not where. */
static void test_the_public_sees_full_rows_as_one_too(void)
{
	situation.edition = "original";
	open.board = BOARD_LARGE;
	situation.placed[SIDE_RED] = 40;
	situation.placed[SIDE_BLUE] = 39;
	expect(NULL, "........../........../........../........../........../........../eeeeeeeeee/"
		     "eeeeeeeeee/eeeeeeeeee/eeeeeeeeee");
}

/* ---- play ---- */

static void test_the_last_move_and_whose_turn_it_is(void)
{
	begin("play", SIDE_BLUE);
	play("a3-a4");
	expect(NULL, DARK "/" DARK "/f......./t......./" DARK "/" DARK "/" DARK "/u......u");
	play("c6xc3 attacker");
	open.to_move = SIDE_RED;
	expect(NULL, "u......u/" DARK "/..t...../" DARK "/" DARK "/..f...../" DARK "/" DARK);
	play("+jump c3-e3");
	expect(NULL, "u......u/" DARK "/..f.t.../" DARK "/" DARK "/" DARK "/" DARK "/" DARK);
	play("swap a1 b2");
	expect(NULL, "f......u/.t....../" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK);
	play("exchange");
	expect(NULL, "u......u/" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK);
}

#define NOTHING DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK

static void test_who_has_to_act(void)
{
	begin("defence", SIDE_BLUE);
	expect(NULL, "u......u/" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK);
	begin("settle", SIDE_RED);
	situation.settling[SIDE_BLUE] = true;
	expect(NULL, DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/u......u");
	begin("arbiter", SIDE_RED);
	expect(NULL, NOTHING);
	begin("play", SIDE_RED);
	situation.correcting = true;
	expect(NULL, NOTHING);
	situation.correcting = false;
	situation.paused = true;
	expect(NULL, NOTHING);
}

static void test_guides(void)
{
	begin("play", SIDE_RED);
	situation.paused = true;
	guide(GUIDE_PUT_BACK, "a1");
	guide(GUIDE_REMOVE, "b1 c1");
	guide(GUIDE_PLACE, "d1");
	guide(GUIDE_CHECK, "e1");
	guide(GUIDE_CENTRE, "f1");
	situation.faulty = squares("g1");
	expect(NULL, "bkkpccx./" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK "/" DARK);
}

static void test_the_end_leaves_the_last_move(void)
{
	begin("over", SIDE_RED);
	situation.over = true;
	situation.faulty = squares("g1");
	play("a3-a4");
	expect(NULL, DARK "/" DARK "/f......./t......./" DARK "/" DARK "/" DARK "/" DARK);
	situation.begun = false; /* it ended in set-up */
	expect(NULL, NOTHING);
	situation.phase = "stopped";
	expect(NULL, NOTHING);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_what_asks_covers_what_reminds);
	RUN_TEST(test_rows_that_an_army_fills_tell_where_pieces_are_missing);
	RUN_TEST(test_rows_with_room_are_lit_as_one);
	RUN_TEST(test_the_public_sees_full_rows_as_one_too);
	RUN_TEST(test_the_last_move_and_whose_turn_it_is);
	RUN_TEST(test_who_has_to_act);
	RUN_TEST(test_guides);
	RUN_TEST(test_the_end_leaves_the_last_move);
	return UNITY_END();
}
