/* What the console handheld says of events, and how it draws the board. */
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

/* a view with some fields replaced */
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
	RUN_TEST(test_events_are_told);
	RUN_TEST(test_red_looks_at_the_own_army);
	RUN_TEST(test_hidden_ranks_are_not_in_the_picture);
	RUN_TEST(test_blue_sits_on_the_other_side);
	status = UNITY_END();
	texts_free(texts);
	return status;
}
