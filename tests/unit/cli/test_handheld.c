/* The parts of the console handheld: catalogues, formations, order, words. */
#include "daemon/cli/handheld/console/draft.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/net/order.h"
#include "daemon/cli/handheld/net/outbox.h"

#include <stdlib.h>
#include <string.h>
#include <unity.h>

#define SECOND UINT64_C(1000000)

static struct texts *texts, *german;

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

/* ---- texts ---- */

static void test_values_are_filled_in(void)
{
	expect("Red: e4 to e5.",
	       texts_say(texts, "tell.move", "side", "Red", "from", "e4", "sq", "e5"));
	expect("Red: {from} to {sq}.", texts_say(texts, "tell.move", "side", "Red"));
	expect("no.such-key", texts_say(texts, "no.such-key"));
	expect("Rot", texts_side(german, "red"));
}

static void expect_language(const char *wanted, const char *all, const char *messages,
			    const char *lang)
{
	char language[LANGUAGE_SIZE];

	setenv("LC_ALL", all, 1);
	setenv("LC_MESSAGES", messages, 1);
	setenv("LANG", lang, 1);
	texts_choose(language);
	TEST_ASSERT_EQUAL_STRING(wanted, language);
}

static void test_the_environment_chooses_the_language(void)
{
	expect_language("de", "", "", "de_AT.UTF-8");
	expect_language("sv", "", "sv_SE", "de_DE");
	expect_language("fr", "fr", "sv_SE", "de_DE");
	expect_language("da", "", "", "nb_NO.UTF-8");
	expect_language("en", "C", "", "de_DE");
	expect_language("en", "", "", "dex_XX");
	expect_language("en", "", "", "ja_JP.UTF-8");
	expect_language("en", "", "", "");
}

static void test_without_catalogues_there_are_no_texts(void)
{
	struct texts *none = NULL;

	TEST_ASSERT_LESS_THAN(0, texts_load(&none, "web-ui/no-such-folder", "de"));
	TEST_ASSERT_NULL(none);
}

static void expect_why(const char *sentence, const struct texts *language, json_t *why)
{
	expect(sentence, texts_why(language, why));
	json_decref(why);
}

static json_t *differs(int count, json_t *missing, json_t *extra, bool more)
{
	return json_pack("{s:s,s:i,s:i,s:o,s:o,s:b}", "code", "table-differs", "count", count,
			 "total", 8, "missing", missing, "extra", extra, "more", more);
}

static void test_refusals_are_translated(void)
{
	expect_why("It is not your turn.", texts, json_pack("{s:s}", "code", "not-your-turn"));
	expect_why("Du bist nicht am Zug.", german, json_pack("{s:s}", "code", "not-your-turn"));
	expect_why("It is said like this: clock COLOUR SECONDS", texts,
		   json_pack("{s:s,s:s}", "code", "malformed", "form", "clock COLOUR SECONDS"));
	expect_why("That could not be done: no room", texts,
		   json_pack("{s:s,s:s}", "code", "failed", "detail", "no room"));
}

static void test_refused_set_ups_name_squares(void)
{
	expect_why("3 of 8 are on the table. Missing on a1, b1. Too many on e5.", texts,
		   differs(3, json_pack("[s,s]", "a1", "b1"), json_pack("[s]", "e5"), false));
	expect_why("8 of 8 are on the table. Too many on e5.", texts,
		   differs(8, json_array(), json_pack("[s]", "e5"), false));
	expect_why(
		"1 of 8 are on the table. Missing on a1, b1, c1, … Too many on e5.", texts,
		differs(1, json_pack("[s,s,s]", "a1", "b1", "c1"), json_pack("[s]", "e5"), true));
	expect_why("3 von 8 stehen auf dem Brett. Fehlt auf a1.", german,
		   differs(3, json_pack("[s]", "a1"), json_array(), false));
}

/* of a newer board, or of an old one's archive */
static void test_unknown_refusals_are_told_as_such(void)
{
	expect_why("The board refused that.", texts, json_pack("{s:s}", "code", "sun-is-down"));
	expect_why("The board refused that.", texts, json_string("the sun is down"));
	expect_why("Das Brett hat das abgelehnt.", german, json_null());
}

static void test_lists(void)
{
	json_t *list = json_pack("[s,s,s]", "a1", "b2", "c3");

	expect("a1, b2 and c3", texts_list(texts, list));
	json_array_remove(list, 0);
	expect("b2 and c3", texts_list(texts, list));
	json_array_clear(list);
	expect("", texts_list(texts, list));
	json_decref(list);
}

static void test_lines_break_at_blanks_and_not_within_signs(void)
{
	size_t next;

	TEST_ASSERT_EQUAL(3, line_break("one two three", 6, &next));
	TEST_ASSERT_EQUAL(4, next);
	TEST_ASSERT_EQUAL(7, line_break("one two three", 7, &next));
	TEST_ASSERT_EQUAL(8, next);
	TEST_ASSERT_EQUAL(13, line_break("one two three", 40, &next));
	TEST_ASSERT_EQUAL(13, next);
	TEST_ASSERT_EQUAL(6, line_break("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 3, &next));
	TEST_ASSERT_EQUAL(6, next);
	TEST_ASSERT_EQUAL(4, line_width("\xc3\xa9\xc3\xa9"
					"ab"));
}

static void test_a_line_takes_no_half_sign(void)
{
	struct line line = {""};

	while (strlen(line.text) < LINE_SIZE - 2)
		line_add(&line, "x");
	line_add(&line, "\xc3\xa9");
	TEST_ASSERT_EQUAL(LINE_SIZE - 2, strlen(line.text));
}

/* ---- formations ---- */

static uint32_t dice_state = 1;

static uint32_t dice(uint32_t bound)
{
	dice_state = dice_state * 1664525u + 1013904223u;
	return (dice_state >> 8) % bound;
}

static void expect_whole(const struct draft *draft)
{
	struct bits home = draft_home(draft);

	TEST_ASSERT_TRUE_MESSAGE(draft_is_complete(draft), draft->edition->id);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		TEST_ASSERT_TRUE(draft->piece[sq] == PIECE_NONE || bits_has(home, sq));
}

static void test_formations_of_every_edition(void)
{
	for (unsigned i = 0; i < 2 * EDITION_COUNT; i++) {
		struct draft draft, again;
		char rows[DRAFT_ROWS];

		draft_begin(&draft, &editions[i / 2], i % 2 ? SIDE_BLUE : SIDE_RED);
		for (unsigned style = 0; style < STYLE_COUNT; style++) {
			TEST_ASSERT_TRUE(draft_arrange(&draft, (enum draft_style)style));
			expect_whole(&draft);
		}
		draft_shuffle(&draft, dice);
		expect_whole(&draft);
		/* and as text they are the same */
		again = draft;
		draft_write(&draft, rows);
		draft_clear(&again);
		TEST_ASSERT_EQUAL(DRAFT_FINE, draft_read(&again, rows));
		TEST_ASSERT_EQUAL_MEMORY(draft.piece, again.piece, sizeof draft.piece);
		draft_write_own(&draft, rows);
		draft_clear(&again);
		TEST_ASSERT_EQUAL(DRAFT_FINE, draft_read_own(&again, rows));
		TEST_ASSERT_EQUAL_MEMORY(draft.piece, again.piece, sizeof draft.piece);
	}
}

static void test_blue_sees_formations_from_the_other_side(void)
{
	struct draft draft;
	char rows[DRAFT_ROWS];

	draft_begin(&draft, &editions[edition_find("barrage", 7)], SIDE_BLUE);
	TEST_ASSERT_EQUAL(DRAFT_FINE,
			  draft_read_own(&draft, "F......... 2......... 39........ mb2......1"));
	draft_write(&draft, rows);
	TEST_ASSERT_EQUAL_STRING("1......2BM/........93/.........2/.........F", rows);
	TEST_ASSERT_EQUAL(
		DRAFT_FINE,
		draft_read(&draft, "setup blue F........./2........./39......../MB2......1"));
	TEST_ASSERT_EQUAL(PIECE_FLAG, draft.piece[sq_at(0, 6)]); /* a7 */
}

static void test_what_is_no_formation(void)
{
	struct draft draft, before;

	draft_begin(&draft, &editions[edition_find("barrage", 7)], SIDE_RED);
	draft_shuffle(&draft, dice);
	before = draft;
	TEST_ASSERT_EQUAL(DRAFT_WRONG_ROWS, draft_read(&draft, ""));
	TEST_ASSERT_EQUAL(DRAFT_WRONG_ROWS, draft_read(&draft, "F........."));
	TEST_ASSERT_EQUAL(DRAFT_WRONG_ROWS,
			  draft_read(&draft, "Fx......../2........./39......../MB2......1"));
	TEST_ASSERT_EQUAL(DRAFT_WRONG_ROWS,
			  draft_read(&draft, "F........./2........./39......../MB2......1."));
	TEST_ASSERT_EQUAL(DRAFT_WRONG_ARMY,
			  draft_read(&draft, "F........./2........./39......../MB2......2"));
	TEST_ASSERT_EQUAL_MEMORY(&before, &draft, sizeof draft);
}

static void test_a_piece_is_never_there_too_often(void)
{
	struct draft draft;

	draft_begin(&draft, &editions[edition_find("barrage", 7)], SIDE_RED);
	TEST_ASSERT_EQUAL(2, draft_left(&draft, PIECE_SCOUT));
	for (unsigned column = 0; column < 3; column++)
		draft_put(&draft, sq_at(column, 0), PIECE_SCOUT);
	TEST_ASSERT_EQUAL(0, draft_left(&draft, PIECE_SCOUT));
	TEST_ASSERT_EQUAL(2, draft_placed(&draft));
	draft_put(&draft, sq_at(2, 0), PIECE_FLAG);
	TEST_ASSERT_EQUAL(1, draft_left(&draft, PIECE_SCOUT));
}

/* ---- order ---- */

static json_t *counted(int seq, const char *game)
{
	return json_pack("{s:i,s:s}", "seq", seq, "id", game);
}

static void give_event(struct order *order, int seq)
{
	json_t *event = counted(seq, "g");

	order_take_event(order, event);
	json_decref(event);
}

static bool give_view(struct order *order, int seq, const char *game)
{
	json_t *view = counted(seq, game);
	bool is_news = order_take_view(order, view);

	json_decref(view);
	return is_news;
}

/* the count of the next event, 0 if none may be delivered */
static int next(struct order *order)
{
	json_t *event = order_release(order);
	int seq = (int)json_integer_value(json_object_get(event, "seq"));

	json_decref(event);
	return seq;
}

static void test_order(void)
{
	struct order order;

	order_init(&order);
	give_event(&order, 4); /* before the first view */
	give_event(&order, 6);
	TEST_ASSERT_EQUAL(0, next(&order));
	TEST_ASSERT_TRUE(order_is_behind(&order));
	TEST_ASSERT_TRUE(give_view(&order, 4, "g"));
	TEST_ASSERT_EQUAL(0, next(&order)); /* 4 is in the view, 5 is missing */
	give_event(&order, 5);
	give_event(&order, 5);
	TEST_ASSERT_EQUAL(5, next(&order));
	TEST_ASSERT_EQUAL(6, next(&order));
	TEST_ASSERT_EQUAL(0, next(&order));
	TEST_ASSERT_FALSE(order_is_behind(&order));
	TEST_ASSERT_FALSE(give_view(&order, 5, "g")); /* an older one */
	TEST_ASSERT_TRUE(give_view(&order, 6, "g"));
	give_event(&order, 9);
	TEST_ASSERT_TRUE(give_view(&order, 1, "h")); /* another game, with a new count */
	TEST_ASSERT_FALSE(order_is_behind(&order));
	give_event(&order, 2);
	TEST_ASSERT_EQUAL(2, next(&order));
	order_finish(&order);
}

static void test_order_is_not_flooded(void)
{
	struct order order;

	order_init(&order);
	for (int seq = 10; seq < 10 + 2 * ORDER_HELD; seq++)
		give_event(&order, seq);
	TEST_ASSERT_TRUE(give_view(&order, 500, "g"));
	TEST_ASSERT_EQUAL(0, next(&order));
	TEST_ASSERT_FALSE(order_is_behind(&order));
	order_finish(&order);
}

/* ---- words ---- */

static void test_words_are_said_again_and_given_up(void)
{
	struct sayings sayings = {0};
	const struct saying *again;
	struct saying old;
	char id[TOKEN_TEXT];

	strcpy(id, sayings_add(&sayings, "done", 0)->id);
	TEST_ASSERT_EQUAL_UINT64(3 * SECOND, sayings_deadline(&sayings));
	TEST_ASSERT_NULL(sayings_again(&sayings, 2 * SECOND));
	again = sayings_again(&sayings, 3 * SECOND);
	TEST_ASSERT_EQUAL_STRING(id, again->id);
	TEST_ASSERT_NULL(sayings_again(&sayings, 8 * SECOND));
	TEST_ASSERT_NOT_NULL(sayings_again(&sayings, 9 * SECOND));
	TEST_ASSERT_FALSE(sayings_expired(&sayings, 59 * SECOND, &old));
	TEST_ASSERT_TRUE(sayings_expired(&sayings, 60 * SECOND, &old));
	TEST_ASSERT_EQUAL_STRING("done", old.word);
	TEST_ASSERT_EQUAL_UINT64(UINT64_MAX, sayings_deadline(&sayings));
}

static void test_words_are_answered_once(void)
{
	struct sayings sayings = {0};
	struct saying said;
	char first[TOKEN_TEXT];

	strcpy(first, sayings_add(&sayings, "ready", 0)->id);
	TEST_ASSERT_NOT_NULL(sayings_add(&sayings, "done", 0));
	TEST_ASSERT_FALSE(sayings_answered(&sayings, "another", &said));
	TEST_ASSERT_TRUE(sayings_answered(&sayings, first, &said));
	TEST_ASSERT_EQUAL_STRING("ready", said.word);
	TEST_ASSERT_FALSE(sayings_answered(&sayings, first, &said));
	TEST_ASSERT_EQUAL(1, sayings.count);
	TEST_ASSERT_EQUAL_STRING("done", sayings.waiting[0].word);
}

static void test_what_is_no_word(void)
{
	struct sayings sayings = {0};
	char longest[SAYING_WORD + 1];

	memset(longest, 'a', sizeof longest - 1);
	longest[SAYING_WORD] = '\0';
	TEST_ASSERT_FALSE(saying_is_word(longest));
	longest[SAYING_WORD - 1] = '\0';
	TEST_ASSERT_TRUE(saying_is_word(longest));
	TEST_ASSERT_FALSE(saying_is_word(""));
	TEST_ASSERT_FALSE(saying_is_word(" done"));
	TEST_ASSERT_FALSE(saying_is_word("done "));
	TEST_ASSERT_FALSE(saying_is_word("attack  e4"));
	TEST_ASSERT_FALSE(saying_is_word("\xc3\xa9"));
	TEST_ASSERT_TRUE(saying_is_word("attack e4"));
	for (unsigned i = 0; i < SAYINGS_MAX; i++)
		TEST_ASSERT_NOT_NULL(sayings_add(&sayings, "done", 0));
	TEST_ASSERT_NULL(sayings_add(&sayings, "done", 0));
}

int main(void)
{
	int status;

	UNITY_BEGIN();
	TEST_ASSERT_EQUAL(0, crypto_init());
	TEST_ASSERT_EQUAL(0, texts_load(&texts, "web-ui/lang", "en"));
	TEST_ASSERT_EQUAL(0, texts_load(&german, "web-ui/lang", "de"));
	RUN_TEST(test_values_are_filled_in);
	RUN_TEST(test_the_environment_chooses_the_language);
	RUN_TEST(test_without_catalogues_there_are_no_texts);
	RUN_TEST(test_refusals_are_translated);
	RUN_TEST(test_refused_set_ups_name_squares);
	RUN_TEST(test_unknown_refusals_are_told_as_such);
	RUN_TEST(test_lists);
	RUN_TEST(test_lines_break_at_blanks_and_not_within_signs);
	RUN_TEST(test_a_line_takes_no_half_sign);
	RUN_TEST(test_formations_of_every_edition);
	RUN_TEST(test_blue_sees_formations_from_the_other_side);
	RUN_TEST(test_what_is_no_formation);
	RUN_TEST(test_a_piece_is_never_there_too_often);
	RUN_TEST(test_order);
	RUN_TEST(test_order_is_not_flooded);
	RUN_TEST(test_words_are_said_again_and_given_up);
	RUN_TEST(test_words_are_answered_once);
	RUN_TEST(test_what_is_no_word);
	status = UNITY_END();
	texts_free(texts);
	texts_free(german);
	return status;
}
