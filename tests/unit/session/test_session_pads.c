/*
 * A board of contacts with pads: what is tapped and put down reaches the referee as its player's word, only its
 * player is told of it, and a player who leaves the pad alone is not disturbed. The system's clock is replaced.
 */
#include "daemon/base/clock.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/session_inside.h"
#include "rules/edition.h"
#include "rules/view.h"
#include "tests/support/session/lone_session.h"

#include <stdio.h>
#include <string.h>

#include "unity.h"

enum { START_US = 1000 * 1000, MS = 1000 };
enum {
	A1,
	B1,
	C1,
	D1,
	E1,
	F1,
	A2 = SQ_STRIDE,
	A3 = 2 * SQ_STRIDE,
	A4 = 3 * SQ_STRIDE,
	A6 = 5 * SQ_STRIDE
};

static const char set[] = "adjutant-pieces 1\n"
			  "tag 0401 red F\ntag 0402 red B\ntag 0403 red 1\ntag 0404 red 2\n"
			  "tag 0405 red 2\ntag 0406 red 3\ntag 0407 red 9\ntag 0408 red M\n"
			  "tag 0411 blue F\ntag 0412 blue B\n";

enum { FLAG = 0x01, BOMB = 0x02, SPY = 0x03, SCOUT = 0x04, THEIR_FLAG = 0x11, STRANGER = 0x77 };

static struct lone_session alone;
static struct session *session;
static uint64_t machine_us;
static char lines[4096]; /* that clients which watch the sensors are told */

/* ---- the system's clock (clock.h) ---- */

uint64_t clock_now_us(void)
{
	return machine_us;
}

int64_t clock_wall_ms(void)
{
	return 0;
}

void clock_rest_ms(unsigned ms)
{
	machine_us += ms * UINT64_C(1000);
}

/* ---- the session ---- */

static void note_line(void *owner, enum session_line kind, const char *line)
{
	size_t length = strlen(lines);

	(void)owner;
	if (kind == LINE_SEEN)
		snprintf(lines + length, sizeof lines - length, "%s\n", line);
}

static void ignore_ready(void *owner)
{
	(void)owner;
}

static void write_set(const char *text)
{
	char path[SCRATCH_PATH + 16];
	FILE *file;

	snprintf(path, sizeof path, "%s/pieces", alone.dir);
	file = fopen(path, "w");
	TEST_ASSERT_NOT_NULL(file);
	fputs(text, file);
	fclose(file);
}

static void begin(void)
{
	static const struct session_host host = {.line = note_line, .ready = ignore_ready};

	session = lone_session_start(&alone, &host);
	lines[0] = '\0';
}

static void see(enum reading_kind kind, unsigned sq, bool closed)
{
	struct reading reading = {
		.t_us = machine_us, .kind = (uint8_t)kind, .sq = (uint8_t)sq, .closed = closed};

	session_reading(session, &reading);
}

void setUp(void)
{
	machine_us = START_US;
	lone_session_prepare(&alone);
	referee_options_default(&alone.config.options, edition_find("quick-barrage", 13));
	write_set(set);
	begin();
	see(READING_FRAME, 0, false);
}

void tearDown(void)
{
	lone_session_finish(&alone);
}

static bool fire(struct timer *timer, uint64_t until_us)
{
	if (timer->at_us > until_us)
		return false;
	machine_us = timer->at_us > machine_us ? timer->at_us : machine_us;
	loop_update_time(alone.loop);
	timer_set(timer, TIME_NEVER);
	timer->due(timer);
	return true;
}

static void let_pass(unsigned ms)
{
	uint64_t until_us = machine_us + ms * (uint64_t)MS;

	while (fire(&session->deadline, until_us) || fire(&session->flush, until_us))
		continue;
	machine_us = until_us;
	loop_update_time(alone.loop);
}

/* ---- hands ---- */

static void pad(enum side side, uint8_t number, bool seen)
{
	struct reading reading = {.t_us = machine_us,
				  .kind = READING_TAG_SEEN,
				  .sq = SQ_OFF_BOARD,
				  .closed = seen,
				  .tag_length = 2,
				  .tag = {0x04, number}};

	session_tapped(session, side, &reading);
}

static void tap(enum side side, uint8_t number)
{
	let_pass(2000);
	pad(side, number, true);
	let_pass(300);
	pad(side, number, false);
}

static void put(unsigned sq)
{
	see(READING_CONTACT, sq, true);
	let_pass(1000);
}

static void lift(unsigned sq)
{
	see(READING_CONTACT, sq, false);
	let_pass(1000);
}

/* ---- what is expected ---- */

static void expect_at(enum side side, unsigned sq, char code)
{
	struct view view;

	view_make(&view, referee_game(session->match.referee), audience_of(side));
	TEST_ASSERT_EQUAL(code != '.', bits_has(view.open.holds[side], sq));
	if (code != '.')
		TEST_ASSERT_EQUAL_UINT8(code, view.code[sq]);
}

/* the sentence of the pad, NULL: none; the other side and the public are never told anything */
static void expect_told(enum side side, const char *key)
{
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		json_t *view = session_view(session, (enum audience)i, (struct paired){0});
		json_t *more = json_object_get(json_object_get(view, "prompt"), "more");
		const char *is = json_string_value(json_object_get(json_array_get(more, 0), "key"));

		if (i == (unsigned)audience_of(side) && key)
			TEST_ASSERT_EQUAL_STRING(key, is);
		else
			TEST_ASSERT_NULL(is);
		json_decref(view);
	}
}

static unsigned views_changed(void)
{
	struct session_result result;
	unsigned audiences;

	session_take(session, &result);
	audiences = result.audiences;
	session_result_free(&result);
	return audiences;
}

/* ---- the tests ---- */

static void test_a_tapped_piece_is_placed(void)
{
	expect_told(SIDE_RED, NULL);
	tap(SIDE_RED, SPY);
	expect_told(SIDE_RED, "want.pad-tapped");
	expect_at(SIDE_RED, A1, '.');
	put(A1);
	expect_at(SIDE_RED, A1, '1');
	expect_told(SIDE_RED, "want.pad-next");
	lift(A1);
	put(C1);
	expect_at(SIDE_RED, A1, '.');
	expect_at(SIDE_RED, C1, '1');
	tap(SIDE_BLUE, 0x12);
	put(A6);
	expect_at(SIDE_BLUE, A6, 'B');
}

static void test_only_its_player_is_told(void)
{
	tap(SIDE_RED, SPY);
	put(A1);
	views_changed();
	let_pass(2000);
	pad(SIDE_RED, FLAG, true);
	TEST_ASSERT_EQUAL_UINT(1u << AUDIENCE_RED, views_changed());
	pad(SIDE_RED, FLAG, true);
	TEST_ASSERT_EQUAL_UINT(0, views_changed());
	pad(SIDE_RED, THEIR_FLAG, true);
	TEST_ASSERT_EQUAL_UINT(1u << AUDIENCE_RED, views_changed());
}

static void test_whole_armies_by_pads_alone(void)
{
	static const uint8_t squares[] = {A1, B1, C1, D1, E1, F1, A2, A3};

	for (unsigned i = 0; i < 8; i++) {
		tap(SIDE_RED, (uint8_t)(i + 1));
		put(squares[i]);
	}
	TEST_ASSERT_TRUE(referee_is_arranged(session->match.referee, SIDE_RED));
	expect_told(SIDE_RED, NULL);
	session_say(session, AUDIENCE_RED, "one", "ready");
	let_pass(1000);
	TEST_ASSERT_FALSE(referee_setup_waits(session->match.referee, SIDE_RED,
					      &(struct refusal){REFUSAL_NONE}));
	/* a side that is ready is asked nothing about its pad */
	tap(SIDE_RED, FLAG);
	expect_told(SIDE_RED, NULL);
	expect_at(SIDE_RED, A1, 'F');
}

static void test_doubt_takes_back_what_the_pad_said_and_no_more(void)
{
	tap(SIDE_RED, SPY);
	put(A1);
	tap(SIDE_RED, SCOUT);
	put(B1);
	session_say(session, AUDIENCE_RED, "one", "place c1 M");
	put(C1);
	expect_told(SIDE_RED, "want.pad-next"); /* it was said which that is */
	lift(A1);
	lift(B1);
	put(A1);
	put(B1);
	expect_at(SIDE_RED, A1, '.');
	expect_at(SIDE_RED, B1, '.');
	expect_at(SIDE_RED, C1, 'M');
	expect_told(SIDE_RED, "want.pad-doubt");
	session_say(session, AUDIENCE_RED, "two", "place a1 2");
	session_say(session, AUDIENCE_RED, "three", "place b1 1");
	expect_told(SIDE_RED, "want.pad-next");
	lift(B1);
	expect_at(SIDE_RED, B1, '1');
}

static void test_a_pad_that_is_left_alone(void)
{
	session_say(session, AUDIENCE_RED, "one", "formation .F.B..../..1...../2.3.M29.");
	put(B1);
	put(A1);
	expect_told(SIDE_RED, NULL);
	expect_at(SIDE_RED, B1, 'F');
	expect_at(SIDE_RED, A1, '.');
}

static void test_strange_pieces(void)
{
	tap(SIDE_RED, THEIR_FLAG);
	expect_told(SIDE_RED, "want.pad-foreign");
	tap(SIDE_RED, STRANGER);
	expect_told(SIDE_RED, "want.pad-unknown");
	put(A1);
	expect_at(SIDE_RED, A1, '.');
}

static void test_pieces_that_are_enrolled_meanwhile(void)
{
	write_set("adjutant-pieces 1\n");
	tap(SIDE_RED, SPY);
	expect_told(SIDE_RED, "want.pad-unknown");
	write_set(set);
	tap(SIDE_RED, SPY);
	put(A1);
	expect_at(SIDE_RED, A1, '1');
	write_set("adjutant-pieces 1\n"); /* numbers that are in use stay */
	tap(SIDE_RED, STRANGER);
	tap(SIDE_RED, SCOUT);
	put(B1);
	expect_at(SIDE_RED, B1, '2');
}

static void test_a_square_that_is_nobodys_home(void)
{
	tap(SIDE_RED, SPY);
	put(A4);
	expect_told(SIDE_RED, "want.pad-tapped");
	lift(A4);
	put(A2);
	expect_at(SIDE_RED, A2, '1');
}

static void test_a_square_is_waited_for_while_its_neighbour_may_have_been_jogged(void)
{
	tap(SIDE_RED, SPY);
	put(A1);
	tap(SIDE_RED, SCOUT);
	see(READING_CONTACT, A1, false);
	let_pass(450); /* the flush comes in between */
	see(READING_CONTACT, B1, true);
	let_pass(3000);
	expect_at(SIDE_RED, B1, '.');
	expect_told(SIDE_RED, "want.pad-several");
}

static void test_after_a_restart_the_set_up_is_there(void)
{
	tap(SIDE_RED, SPY);
	put(A1);
	lone_session_end(&alone);
	machine_us += START_US;
	loop_update_time(alone.loop);
	begin();
	expect_at(SIDE_RED, A1, '1');
	expect_told(SIDE_RED, NULL);
	see(READING_FRAME, 0, false);
	put(A1);
	tap(SIDE_RED, SCOUT);
	put(B1);
	expect_at(SIDE_RED, B1, '2');
	expect_told(SIDE_RED, "want.pad-next");
}

static void test_in_play_pads_say_nothing(void)
{
	lone_session_finish(&alone);
	lone_session_prepare(&alone);
	lone_session_write(&alone, LONE_SESSION_PLAYED, ENTRY_STATE, "state 1\nphase play\nend\n");
	begin();
	TEST_ASSERT_EQUAL(PHASE_PLAY, referee_phase(session->match.referee));
	views_changed();
	pad(SIDE_RED, SPY, true);
	TEST_ASSERT_EQUAL_UINT(0, views_changed());
	TEST_ASSERT_NOT_NULL(
		strstr(lines, "# pad: red tag 0403\n")); /* for who watches the sensors */
}

static void test_the_table_could_not_be_read(void)
{
	tap(SIDE_RED, SPY);
	session_board_trouble(session, "the board does not answer", true);
	session_board_trouble(session, NULL, false);
	put(A1);
	expect_at(SIDE_RED, A1, '.');
	expect_told(SIDE_RED, "want.pad-doubt");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_tapped_piece_is_placed);
	RUN_TEST(test_only_its_player_is_told);
	RUN_TEST(test_whole_armies_by_pads_alone);
	RUN_TEST(test_doubt_takes_back_what_the_pad_said_and_no_more);
	RUN_TEST(test_a_pad_that_is_left_alone);
	RUN_TEST(test_strange_pieces);
	RUN_TEST(test_pieces_that_are_enrolled_meanwhile);
	RUN_TEST(test_a_square_that_is_nobodys_home);
	RUN_TEST(test_a_square_is_waited_for_while_its_neighbour_may_have_been_jogged);
	RUN_TEST(test_after_a_restart_the_set_up_is_there);
	RUN_TEST(test_in_play_pads_say_nothing);
	RUN_TEST(test_the_table_could_not_be_read);
	return UNITY_END();
}
