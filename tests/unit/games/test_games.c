/* What anyone may read of past games: what the public was told of them, when it was told. */
#include "daemon/games/games.h"
#include "tests/support/archive/record_bench.h"

#include <errno.h>
#include <inttypes.h>

#define EVERYTHING_TOLD UINT64_MAX

#define SET_UPS                                                                                    \
	"setup red .F.B..../..1...../2.3.M29.\nsetup blue 9..2M..2/...1.3../....B.F.\n"            \
	"begin red\nplay red a3xa6\nplay blue resign\n"

static const char head_of_quick[] = "adjutant-game 1\nred Ann\nblue Bob\nedition quick-barrage\n";

enum { SMALL_GAMES = 60 };

static json_t *json;

static int list(uint64_t told, int64_t before)
{
	json_decref(json);
	json = NULL;
	return games_list(maker.journal, told, before, &json, &trouble);
}

static int show(uint64_t told, int64_t game)
{
	json_decref(json);
	json = NULL;
	return games_show(maker.journal, told, game, &json, &trouble);
}

static int export(uint64_t told, int64_t game, enum games_format format)
{
	free(text);
	text = NULL;
	return games_export(maker.journal, told, game, format, &text, &length, &trouble);
}

static const json_t *row(size_t i)
{
	return json_array_get(json_object_get(json, "games"), i);
}

static int64_t number_of(size_t i)
{
	return json_integer_value(json_object_get(row(i), "game"));
}

static const char *member(const json_t *object, const char *name)
{
	const char *value = json_string_value(json_object_get(object, name));

	return value ? value : "(none)";
}

static void play_small(void)
{
	maker_start(&maker, head_of_quick);
	maker_facts(&maker, SET_UPS);
	maker_tell(&maker, "over");
	maker_seal(&maker);
}

static void tell_public(const char *body)
{
	char who[ENTRY_NAME_SIZE];

	snprintf(who, sizeof who, "public %" PRIu64 " red 1", ++maker.told);
	maker_add(&maker, ENTRY_OUT, who, body);
}

/* The events by which a board reveals everything, or a battle. */
static void tell_openings(const char *event, const char *who, enum side side)
{
	struct commitments commitments;
	struct game_log game_log;
	char *body;
	json_t *told;

	TEST_ASSERT_EQUAL(0, game_log_read(&game_log, maker.journal, maker.number, &trouble));
	commitments_init(&commitments, game_log.id);
	TEST_ASSERT_TRUE(commitments_read(&commitments, BOARD_SMALL, game_log.nonces));
	told = json_pack("{s:s,s:o}", "event", event, "openings",
			 commitments_openings(&commitments, side));
	if (side != SIDE_NONE)
		json_object_set_new(told, "side", json_string(side_name(side)));
	body = json_dumps(told, JSON_COMPACT);
	if (who)
		maker_add(&maker, ENTRY_OUT, who, body);
	else
		tell_public(body);
	free(body);
	json_decref(told);
	game_log_finish(&game_log);
}

/* ---- the list ---- */

static const char *state_in_list(int64_t game)
{
	for (size_t i = 0; i < json_array_size(json_object_get(json, "games")); i++)
		if (number_of(i) == game)
			return member(row(i), "state");
	return "(none)";
}

static void test_a_line_for_each_game(void)
{
	TEST_ASSERT_EQUAL(0, list(EVERYTHING_TOLD, MADE_LAST + 1));
	TEST_ASSERT_EQUAL_STRING("running", state_in_list(MADE_RUNNING));
	TEST_ASSERT_EQUAL_STRING("adjourned", state_in_list(MADE_ADJOURNED));
	TEST_ASSERT_EQUAL_STRING("over", state_in_list(MADE_NEVER_BEGUN));
	TEST_ASSERT_EQUAL_STRING("(none)", state_in_list(MADE_DROPPED));
	TEST_ASSERT_EQUAL_STRING("over", state_in_list(MADE_PLAIN));
	TEST_ASSERT_EQUAL(0, list(EVERYTHING_TOLD, MADE_PLAIN + 1));
	TEST_ASSERT_EQUAL(MADE_PLAIN, number_of(0));
	TEST_ASSERT_EQUAL_STRING("barrage", member(row(0), "edition"));
	TEST_ASSERT_EQUAL_STRING("Anna", member(row(0), "red_name"));
	TEST_ASSERT_EQUAL_STRING("red", member(json_object_get(row(0), "result"), "winner"));
	TEST_ASSERT_EQUAL_STRING("flag", member(json_object_get(row(0), "result"), "by"));
	TEST_ASSERT_EQUAL(27, json_integer_value(json_object_get(row(0), "moves")));
	TEST_ASSERT_EQUAL(0, json_integer_value(json_object_get(json, "before")));
}

static void test_all_games_by_pages(void)
{
	int64_t before = 0, last = journal_last_game(maker.journal), expected = last;
	unsigned pages = 0;

	do {
		TEST_ASSERT_EQUAL(0, list(EVERYTHING_TOLD, before));
		TEST_ASSERT_TRUE(json_array_size(json_object_get(json, "games")) <= GAMES_PAGE);
		for (size_t i = 0; i < json_array_size(json_object_get(json, "games")); i++) {
			expected -= expected == MADE_DROPPED;
			TEST_ASSERT_EQUAL(expected--, number_of(i));
		}
		before = json_integer_value(json_object_get(json, "before"));
		pages++;
	} while (before > 0);
	TEST_ASSERT_EQUAL(0, expected);
	TEST_ASSERT_EQUAL((last - 1 + GAMES_PAGE - 1) / GAMES_PAGE, pages);
	TEST_ASSERT_EQUAL(0, list(EVERYTHING_TOLD, INT64_MAX));
	TEST_ASSERT_EQUAL(last, number_of(0));
	TEST_ASSERT_EQUAL(0, list(EVERYTHING_TOLD, 1));
	TEST_ASSERT_EQUAL(0, json_array_size(json_object_get(json, "games")));
}

/* ---- what is not for everyone ---- */

static void assert_no_rank(const char *rows)
{
	TEST_ASSERT_EQUAL(strlen(rows), strspn(rows, "?./"));
	TEST_ASSERT_NOT_NULL(strchr(rows, '?'));
}

static void test_ranks_that_were_not_revealed(void)
{
	char *whole;

	TEST_ASSERT_EQUAL(0, show(EVERYTHING_TOLD, MADE_PLAIN));
	assert_no_rank(member(json, "red"));
	assert_no_rank(member(json, "blue"));
	TEST_ASSERT_EQUAL(0, json_array_size(json_object_get(json, "openings")));
	TEST_ASSERT_TRUE(json_is_false(json_object_get(json, "revealed")));
	TEST_ASSERT_EQUAL(27, json_array_size(json_object_get(json, "moves")));
	TEST_ASSERT_EQUAL(16, json_object_size(json_object_get(json, "commitments")));
	whole = json_dumps(json, 0);
	TEST_ASSERT_NULL(strstr(whole, "nonce"));
	free(whole);
	TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, MADE_PLAIN, GAMES_RECORD));
	TEST_ASSERT_NULL(text);
	TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, MADE_PLAIN, GAMES_GRAVON));
	TEST_ASSERT_NULL(text);
	TEST_ASSERT_EQUAL(0, export(EVERYTHING_TOLD, MADE_PLAIN, GAMES_TEXT));
	TEST_ASSERT_NOT_NULL(strstr(text, "Red wins: the flag was taken, after 27 plies."));
	TEST_ASSERT_NOT_NULL(strstr(text, "attacker wins"));
	TEST_ASSERT_NULL(strstr(text, "takes"));
	TEST_ASSERT_NULL(strstr(text, "(9)"));
	TEST_ASSERT_NULL(strstr(text, "set-ups"));
}

static void test_games_that_are_not_over(void)
{
	static const int64_t unfinished[] = {MADE_DROPPED, MADE_ADJOURNED, MADE_UNSIGNED,
					     MADE_RUNNING};

	for (unsigned i = 0; i < sizeof unfinished / sizeof *unfinished; i++) {
		TEST_ASSERT_EQUAL(-EACCES, show(EVERYTHING_TOLD, unfinished[i]));
		TEST_ASSERT_NULL(json);
		for (unsigned format = 0; format < GAMES_FORMATS; format++) {
			TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, unfinished[i],
							  (enum games_format)format));
			TEST_ASSERT_NULL(text);
		}
	}
	TEST_ASSERT_EQUAL(-ENOENT, show(EVERYTHING_TOLD, 0));
	TEST_ASSERT_EQUAL(-ENOENT, show(EVERYTHING_TOLD, 1000));
	TEST_ASSERT_EQUAL(-ENOENT, export(EVERYTHING_TOLD, -1, GAMES_RECORD));
}

static void test_games_without_moves(void)
{
	TEST_ASSERT_EQUAL(0, show(EVERYTHING_TOLD, MADE_NEVER_BEGUN));
	TEST_ASSERT_NULL(strpbrk(member(json, "red"), "?123456789MFB"));
	TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, MADE_NEVER_BEGUN, GAMES_RECORD));
	TEST_ASSERT_EQUAL(0, export(EVERYTHING_TOLD, MADE_NEVER_BEGUN, GAMES_TEXT));
}

/* ---- what is ---- */

static void test_a_game_that_was_revealed(void)
{
	struct replayed replayed;
	struct proof proof;

	play_small();
	TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, maker.number, GAMES_RECORD));
	tell_openings("revealed", NULL, SIDE_NONE);
	TEST_ASSERT_EQUAL(0, export(EVERYTHING_TOLD, maker.number, GAMES_RECORD));
	TEST_ASSERT_EQUAL(0, proof_check(text, length, &proof, &replayed, &trouble));
	TEST_ASSERT_EQUAL(0, export(EVERYTHING_TOLD, maker.number, GAMES_TEXT));
	TEST_ASSERT_NOT_NULL(strstr(text, "The set-ups:"));
	TEST_ASSERT_EQUAL(-ENOTSUP, export(EVERYTHING_TOLD, maker.number, GAMES_GRAVON));
	TEST_ASSERT_EQUAL(0, show(EVERYTHING_TOLD, maker.number));
	TEST_ASSERT_TRUE(json_is_true(json_object_get(json, "revealed")));
	TEST_ASSERT_EQUAL(16, json_array_size(json_object_get(json, "openings")));
	TEST_ASSERT_NOT_NULL(strchr(member(json, "blue"), 'F'));
}

/* Each army is its owner's; when both have been turned over everything is known. */
static void test_armies_turned_over_by_their_owners(void)
{
	play_small();
	tell_openings("revealed", NULL, SIDE_BLUE);
	TEST_ASSERT_EQUAL(0, show(EVERYTHING_TOLD, maker.number));
	TEST_ASSERT_EQUAL(8, json_array_size(json_object_get(json, "openings")));
	TEST_ASSERT_NOT_NULL(strchr(member(json, "blue"), 'F'));
	assert_no_rank(member(json, "red"));
	TEST_ASSERT_TRUE(json_is_false(json_object_get(json, "revealed")));
	TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, maker.number, GAMES_RECORD));
	TEST_ASSERT_EQUAL(0, export(EVERYTHING_TOLD, maker.number, GAMES_TEXT));
	TEST_ASSERT_NULL(strstr(text, "set-ups"));
	tell_openings("revealed", NULL, SIDE_RED);
	TEST_ASSERT_EQUAL(0, show(EVERYTHING_TOLD, maker.number));
	TEST_ASSERT_NOT_NULL(strchr(member(json, "red"), 'F'));
	TEST_ASSERT_TRUE(json_is_true(json_object_get(json, "revealed")));
	TEST_ASSERT_EQUAL(16, json_array_size(json_object_get(json, "openings")));
	TEST_ASSERT_EQUAL(0, export(EVERYTHING_TOLD, maker.number, GAMES_RECORD));
}

static void test_a_battle_that_was_revealed(void)
{
	maker_start(&maker, head_of_quick);
	maker_facts(&maker, SET_UPS);
	tell_openings("battle", NULL, SIDE_RED);
	maker_seal(&maker);
	TEST_ASSERT_EQUAL(0, show(EVERYTHING_TOLD, maker.number));
	TEST_ASSERT_EQUAL(8, json_array_size(json_object_get(json, "openings")));
	TEST_ASSERT_TRUE(json_is_false(json_object_get(json, "revealed")));
	assert_no_rank(member(json, "blue"));
	TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, maker.number, GAMES_RECORD));
}

/* A seat's own openings, and a revelation that is none since the game goes on. */
static void test_what_opens_nothing(void)
{
	play_small();
	tell_openings("revealed", "red 1000 blue 1000 arbiter 3", SIDE_NONE);
	tell_openings("openings", "red 1001", SIDE_RED);
	TEST_ASSERT_EQUAL(0, show(EVERYTHING_TOLD, maker.number));
	TEST_ASSERT_EQUAL(0, json_array_size(json_object_get(json, "openings")));
	TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, maker.number, GAMES_RECORD));
	maker_start(&maker, head_of_quick);
	maker_facts(&maker, SET_UPS);
	tell_openings("revealed", NULL, SIDE_NONE);
	TEST_ASSERT_EQUAL(-EACCES, show(EVERYTHING_TOLD, maker.number));
	TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, maker.number, GAMES_RECORD));
	maker_seal(&maker); /* what came before the end was not meant for all of it */
	TEST_ASSERT_EQUAL(-EACCES, export(EVERYTHING_TOLD, maker.number, GAMES_RECORD));
}

/* With a delay the public is behind, here as everywhere. */
static void test_what_the_public_will_be_told(void)
{
	int64_t before;
	uint64_t over;

	before = maker.number;
	play_small();
	over = maker.told;
	tell_openings("revealed", NULL, SIDE_NONE);
	TEST_ASSERT_EQUAL(over + 1, maker.told);
	TEST_ASSERT_EQUAL(-EACCES, show(over - 1, maker.number));
	TEST_ASSERT_EQUAL(-EACCES, export(over - 1, maker.number, GAMES_TEXT));
	TEST_ASSERT_EQUAL(0, list(over - 1, 0));
	TEST_ASSERT_EQUAL(before, number_of(0));
	TEST_ASSERT_EQUAL(0, show(over, maker.number));
	assert_no_rank(member(json, "red"));
	TEST_ASSERT_EQUAL(-EACCES, export(over, maker.number, GAMES_RECORD));
	TEST_ASSERT_EQUAL(0, list(over, 0));
	TEST_ASSERT_EQUAL(maker.number, number_of(0));
	TEST_ASSERT_EQUAL(0, export(over + 1, maker.number, GAMES_RECORD));
}

int main(void)
{
	int failures;

	record_writer_begin();
	UNITY_BEGIN();
	RUN_TEST(test_a_line_for_each_game);
	for (unsigned i = 0; i < SMALL_GAMES; i++)
		play_small();
	RUN_TEST(test_all_games_by_pages);
	RUN_TEST(test_ranks_that_were_not_revealed);
	RUN_TEST(test_games_that_are_not_over);
	RUN_TEST(test_games_without_moves);
	RUN_TEST(test_a_game_that_was_revealed);
	RUN_TEST(test_armies_turned_over_by_their_owners);
	RUN_TEST(test_a_battle_that_was_revealed);
	RUN_TEST(test_what_opens_nothing);
	RUN_TEST(test_what_the_public_will_be_told);
	failures = UNITY_END();
	json_decref(json);
	record_writer_end();
	return failures;
}
