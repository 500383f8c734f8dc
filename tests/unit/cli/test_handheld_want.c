/* What the console handheld says of views and events, and how it draws the board. */
#include "daemon/cli/handheld/console/picture.h"
#include "daemon/cli/handheld/console/want.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct texts *texts;

void setUp(void)
{
}

void tearDown(void)
{
}

static void expect(const char *wanted, struct line line)
{
	TEST_ASSERT_EQUAL_STRING(wanted, line.text);
}

/* ---- sentences ---- */

#define VIEW                                                                                       \
	"'phase':'play','you':'red','turn':'red','guides':[],'offers':{'draw':null,'takeback':"    \
	"null},'question':null,'paused':false,'correcting':false"

/* a view with some fields said anew */
static json_t *view_with(const char *fields)
{
	char text[2048], *quote;
	json_t *view, *more;

	snprintf(text, sizeof text, "{%s}", VIEW);
	for (quote = text; (quote = strchr(quote, '\'')) != NULL;)
		*quote = '"';
	view = json_loads(text, 0, NULL);
	snprintf(text, sizeof text, "{%s}", fields);
	for (quote = text; (quote = strchr(quote, '\'')) != NULL;)
		*quote = '"';
	more = json_loads(text, 0, NULL);
	TEST_ASSERT_NOT_NULL(view);
	TEST_ASSERT_NOT_NULL_MESSAGE(more, fields);
	json_object_update(view, more);
	json_decref(more);
	return view;
}

static void expect_want(enum want_kind kind, const char *text, unsigned marks, const char *fields)
{
	json_t *view = view_with(fields);
	struct want want = want_of(texts, view);

	TEST_ASSERT_EQUAL_STRING(text, want.text.text);
	TEST_ASSERT_EQUAL(kind, want.kind);
	TEST_ASSERT_EQUAL(marks, bits_count(want.marks));
	json_decref(view);
}

static void test_what_is_wanted_in_play(void)
{
	expect_want(WANT_TURN, "Your turn: move a piece on the table.", 0, "");
	expect_want(WANT_WAIT, "It is Blue's turn.", 0, "'turn':'blue'");
	expect_want(WANT_PAUSED, "The game is paused.", 0, "'paused':true");
	expect_want(WANT_GUIDE, "Put the table right; then the game goes on by itself.", 0,
		    "'correcting':true");
	expect_want(WANT_GUIDE, "Take the Blue piece off e6. Put a Red piece on e6 and f6.", 2,
		    "'guides':[{'side':'blue','do':'remove','squares':['e6']},"
		    "{'side':'red','do':'place','squares':['e6','f6']}]");
	expect_want(WANT_STOPPED,
		    "Play is stopped: the board cannot write the game down. Call the arbiter.", 0,
		    "'phase':'stopped'");
	expect_want(WANT_STOPPED,
		    "The board does not answer. Check its cable, or call the arbiter.", 0,
		    "'trouble':'the board does not answer; call the arbiter'");
	expect_want(WANT_WAIT, "The arbiter is correcting the position. Please wait.", 0,
		    "'phase':'arbiter'");
}

static void test_what_is_asked(void)
{
	expect_want(WANT_TARGET, "Which piece do you attack?", 2,
		    "'question':{'question':'target','choices':['e6','f7']}");
	expect_want(WANT_CONFIRM_ATTACK, "Do you attack e6?", 1,
		    "'question':{'question':'confirm-attack','choices':['e6']}");
	/* which outranks a guide */
	expect_want(WANT_CONFIRM_PLACES, "Do all your pieces stand where they stood?", 1,
		    "'question':{'question':'confirm-places','choices':['a1']},"
		    "'guides':[{'side':'blue','do':'remove','squares':['e6']}]");
	expect_want(WANT_DEFENCE, "You are attacked on e6. Do you play a defence card?", 2,
		    "'question':{'question':'defence','choices':['none']},"
		    "'challenge':{'side':'blue','from':'e7','sq':'e6'}");
	expect_want(WANT_DEFENCE, "General attacks you on e6. Do you play a defence card?", 2,
		    "'question':{'question':'defence','choices':['none']},"
		    "'challenge':{'side':'blue','from':'e7','sq':'e6','attacker':'9'}");
	expect_want(WANT_OFFER_DRAW, "Blue offers a draw.", 0, "'offers':{'draw':'blue'}");
	expect_want(WANT_OFFER_TAKEBACK, "Blue would like to take the last move back.", 0,
		    "'offers':{'takeback':'blue'}");
	expect_want(WANT_TURN,
		    "Your turn: move a piece on the table. You have offered a draw. Blue has not "
		    "answered yet.",
		    0, "'offers':{'draw':'red'}");
	expect_want(WANT_WAIT,
		    "It is Blue's turn. You would like to take the last move back. Blue has not "
		    "answered yet.",
		    0, "'turn':'blue','offers':{'takeback':'red'}");
}

static void test_what_is_wanted_before_and_after(void)
{
	expect_want(WANT_SETUP, "Arrange your pieces here, then say that you are ready.", 0,
		    "'phase':'setup','ready':{'red':false},'red':'../..'");
	expect_want(WANT_SETUP,
		    "Put your pieces on the table as shown here, then say that you are ready.", 0,
		    "'phase':'setup','ready':{'red':false},'red':'2./..'");
	expect_want(WANT_SETUP,
		    "Put your pieces on your rows of the table, then say that you are ready.", 0,
		    "'phase':'setup','ready':{'red':false},'red':'2./..','tags':true");
	expect_want(WANT_READY, "You are ready. Blue is still setting up.", 0,
		    "'phase':'setup','ready':{'red':true},'red':'2./..'");
	expect_want(WANT_OVER, "You win! The flag was taken.", 0,
		    "'phase':'over','result':{'winner':'red','by':'flag'}");
	expect_want(WANT_OVER, "You lose. The time ran out.", 0,
		    "'phase':'over','result':{'winner':'blue','by':'time'}");
	expect_want(WANT_OVER, "Draw. Both sides agreed.", 0,
		    "'phase':'over','result':{'winner':'draw','by':'agreed'}");
	expect_want(WANT_OVER, "The game has no result.", 0, "'phase':'over','result':null");
	expect_want(WANT_OVER, "Draw. Both sides agreed. Blue would like to play again.", 0,
		    "'phase':'over','result':{'winner':'draw','by':'agreed'},"
		    "'offers':{'rematch':'blue'}");
	expect_want(WANT_OVER,
		    "Draw. Both sides agreed. You would like to play again. Blue has not answered "
		    "yet.",
		    0,
		    "'phase':'over','result':{'winner':'draw','by':'agreed'},"
		    "'offers':{'rematch':'red'}");
	expect_want(WANT_WAIT, "The arbiter is correcting the position. Please wait.", 0,
		    "'phase':'arbiter','paired':{'arbiter':true}");
	expect_want(WANT_WAIT,
		    "The arbiter must correct the position, and none is here yet. “adjutant pair "
		    "arbiter” on the board's computer makes a code for one.",
		    0, "'phase':'arbiter','paired':{'arbiter':false}");
	expect("The board is starting.", want_of(texts, NULL).text);
}

/* The word is taken before the table is right: that alone says nothing. */
static void test_ready_was_said_too_early(void)
{
#define SAID "'phase':'setup','ready':{'red':true},'red':'2./..',"

	expect_want(WANT_PLACE,
		    "You have said that you are ready. Play can begin as soon as your pieces stand "
		    "on the table as shown here. 7 of 8 are on the table. Missing on a1.",
		    0, SAID "'setup_trouble':'7 pieces of 8; missing on a1'");
	expect_want(WANT_PLACE,
		    "You have said that you are ready. Play can begin as soon as all your pieces "
		    "stand on your rows of the table. A piece of the other side is on your side.",
		    0,
		    SAID "'tags':true,"
			 "'setup_trouble':'a piece of the other side is on your side'");
	expect_want(WANT_READY, "You are ready. Blue is still setting up.", 0,
		    SAID "'setup_trouble':null");
#undef SAID
}

static void test_cards_are_announced(void)
{
	expect_want(WANT_TURN, "Jump: now make the move on the table.", 0, "'announced':['jump']");
	expect_want(WANT_TURN, "Attack +2: now attack on the table.", 0,
		    "'announced':['jump','attack+2']");
	expect_want(WANT_WAIT, "Blue decides on a defence card.", 0, "'phase':'defence'");
}

static void expect_told(const char *wanted, const char *fields)
{
	json_t *event = view_with(fields);
	struct line sentence;

	TEST_ASSERT_EQUAL(wanted != NULL, want_event(texts, event, &sentence));
	if (wanted)
		expect(wanted, sentence);
	json_decref(event);
}

static void test_events_are_told(void)
{
	expect_told("Blue: e4 to e5.", "'event':'move','side':'blue','from':'e4','sq':'e5'");
	expect_told("Red wins the battle on e5.",
		    "'event':'battle','outcome':'attacker','side':'red','from':'e4','sq':'e5'");
	expect_told("Red tried a move that is not allowed.",
		    "'event':'illegal','side':'red','from':'e4','sq':'e5'");
	expect_told("Bombs and flags never move.",
		    "'event':'illegal','side':'red','from':'e4','sq':'e5','rule':'immobile'");
	expect_told("Blue offers a draw.", "'event':'word','side':'blue','word':'offer-draw'");
	expect_told("Put the piece back on e4.",
		    "'event':'guide','side':'red','do':'put-back','squares':['e4']");
	expect_told(NULL, "'event':'turn'");
	expect_told(NULL, "'event':'openings'");
}

/* ---- pictures ---- */

static const char small_board[] =
	"'columns':8,'rows':8,'lakes':['c4','c5','f4','f5'],"
	"'red':'F......./......../9......./......../......../......../......../........',"
	"'blue':'......../......../......../......../......../......../.?.....M/........'";

static void expect_lines(const char *fields, const char *own, const char *const *wanted)
{
	json_t *view = view_with(fields);
	struct bits marks = BITS_NONE;
	struct picture picture;

	bits_add(&marks, sq_at(0, 2));
	bits_add(&marks, sq_at(1, 2));
	bits_add(&marks, sq_at(7, 6));
	picture_make(&picture, view, own, marks);
	TEST_ASSERT_EQUAL(28, picture_width(&picture));
	for (unsigned i = 0; i <= 8; i++)
		expect(wanted[i], picture_line(&picture, texts, i));
	json_decref(view);
}

static void test_red_looks_at_the_own_army(void)
{
	static const char *const wanted[] = {
		" 8  .  .  .  .  .  .  .  .  ", " 7  .  B  .  .  .  .  . [BM]",
		" 6  .  .  .  .  .  .  .  .  ", " 5  .  .  ~~ .  .  ~~ .  .  ",
		" 4  .  .  ~~ .  .  ~~ .  .  ", " 3 [R9|. ].  .  .  .  .  .  ",
		" 2  .  .  .  .  .  .  .  .  ", " 1  RF .  .  .  .  .  .  .  ",
		"    a  b  c  d  e  f  g  h "};

	expect_lines(small_board, NULL, wanted);
}

static void test_hidden_ranks_are_not_in_the_picture(void)
{
	static const char *const wanted[] = {
		" 8  .  .  .  .  .  .  .  .  ", " 7  .  B  .  .  .  .  . [BM]",
		" 6  .  .  .  .  .  .  .  .  ", " 5  .  .  ~~ .  .  ~~ .  .  ",
		" 4  .  .  ~~ .  .  ~~ .  .  ", " 3 [R |. ].  .  .  .  .  .  ",
		" 2  .  .  .  .  .  .  .  .  ", " 1  R  .  .  .  .  .  .  .  ",
		"    a  b  c  d  e  f  g  h "};

	expect_lines(small_board, "", wanted);
}

static void test_blue_sits_on_the_other_side(void)
{
	static const char *const wanted[] = {
		" 1  .  .  .  .  .  .  .  RF ", " 2  .  .  .  .  .  .  .  .  ",
		" 3  .  .  .  .  .  . [. |R9]", " 4  .  .  ~~ .  .  ~~ .  .  ",
		" 5  .  .  ~~ .  .  ~~ .  .  ", " 6  .  .  .  .  .  .  .  .  ",
		" 7 [B ].  .  .  .  .  B  .  ", " 8  .  .  .  .  .  .  .  .  ",
		"    h  g  f  e  d  c  b  a "};
	char fields[1024];

	snprintf(fields, sizeof fields, "%s,'you':'blue'", small_board);
	expect_lines(fields, "", wanted);
}

int main(void)
{
	int status;

	UNITY_BEGIN();
	TEST_ASSERT_EQUAL(0, texts_load(&texts, "web-ui/lang", "en"));
	RUN_TEST(test_what_is_wanted_in_play);
	RUN_TEST(test_what_is_asked);
	RUN_TEST(test_what_is_wanted_before_and_after);
	RUN_TEST(test_ready_was_said_too_early);
	RUN_TEST(test_cards_are_announced);
	RUN_TEST(test_events_are_told);
	RUN_TEST(test_red_looks_at_the_own_army);
	RUN_TEST(test_hidden_ranks_are_not_in_the_picture);
	RUN_TEST(test_blue_sits_on_the_other_side);
	status = UNITY_END();
	texts_free(texts);
	return status;
}
