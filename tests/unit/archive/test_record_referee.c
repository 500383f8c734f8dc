/*
 * What the referee decides at recorded tables, as records: every recording in tests/replay/ is
 * played, its facts mean the same as text, they are composed, and the record must play again to
 * where the referee stands.
 */
#include "daemon/archive/record_replay.h"
#include "daemon/archive/record_writer.h"
#include "daemon/cli/base/lines.h"
#include "daemon/cli/base/recording.h"
#include "daemon/cli/judge/game_start.h"
#include "daemon/referee/referee_state.h"
#include "tests/support/table/output.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

enum { FACTS_MAX = 4096 };

static struct referee referee;
static struct game_start start;
static struct recording_reader reader;
static struct game_log game_log;
static struct fact facts[FACTS_MAX];
static unsigned kinds_seen[8];

void setUp(void)
{
}

void tearDown(void)
{
}

/* ---- the table ---- */

static void keep_fact(void *context, const struct output *output)
{
	enum board_id board = (enum board_id)referee_game(&referee)->position.open.board;
	struct fact again;
	char text[FACT_SIZE];

	(void)context;
	if (output->to != TO_JOURNAL)
		return;
	TEST_ASSERT_TRUE(game_log.fact_count < FACTS_MAX);
	output_fact(output, text);
	TEST_ASSERT_TRUE_MESSAGE(fact_parse(board, (struct text){text, strlen(text)}, &again) &&
					 fact_equals(output->fact, &again),
				 text);
	facts[game_log.fact_count++] = again;
}

static void begin(void)
{
	reader.options.rules = start.game.options;
	referee_init(&referee, &reader.options);
	referee_prepare(&referee, &start.game, start.is_study, start.to_move);
	for (unsigned i = 0; i < start.tag_count; i++)
		TEST_ASSERT_TRUE(referee_add_tag(&referee, &start.tags[i]));
}

static void play_recording(const char *path)
{
	struct lines lines;
	bool begun = false;

	recording_reader_init(&reader);
	TEST_ASSERT_EQUAL(0, lines_open(&lines, path));
	while (lines_next(&lines)) {
		enum recording_event event = recording_read(&reader, lines.text, lines.length);

		TEST_ASSERT_NOT_EQUAL_MESSAGE(RECORDING_MALFORMED, event, path);
		if (event != RECORDING_INPUT)
			continue;
		if (!begun)
			begin();
		begun = true;
		referee_input(&referee, &reader.input, keep_fact, NULL);
	}
	lines_close(&lines);
}

/* ---- the record ---- */

/* the lines of a game that stand before its set-ups, as the daemon keeps them */
static char *head_of(const char *path)
{
	struct lines lines;
	char *head;
	size_t length;
	FILE *to = open_memstream(&head, &length);

	TEST_ASSERT_EQUAL(0, lines_open(&lines, path));
	while (lines_next(&lines)) {
		struct text line = {lines.text, lines.length};
		struct text word = text_take_word(&line);

		if (text_is(word, "adjutant-game") || text_is(word, "edition") ||
		    text_is(word, "option") || text_is(word, "deck") || text_is(word, "red"))
			fprintf(to, "%.*s\n", (int)lines.length, lines.text);
	}
	lines_close(&lines);
	fclose(to);
	return head;
}

static bool is_over(void)
{
	return referee.phase == PHASE_OVER;
}

/* The record ends where the referee is; a correction that is under way is not in it yet. */
static void compare(const char *path, const struct replayed *replayed)
{
	const struct game *game = referee_game(&referee);
	struct view expected, found;

	TEST_ASSERT_EQUAL_MESSAGE(is_over() ? game->winner : WINNER_NONE, replayed->winner, path);
	TEST_ASSERT_EQUAL_MESSAGE(is_over() ? game->reason : REASON_NONE, replayed->reason, path);
	if (referee.phase == PHASE_SETUP || replayed->parts == 0 || referee.phase == PHASE_ARBITER)
		return;
	view_make(&expected, game, AUDIENCE_ARBITER);
	view_make(&found, &replayed->game, AUDIENCE_ARBITER);
	TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected.code, found.code, sizeof found.code, path);
	TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected.cards, found.cards, sizeof found.cards, path);
	TEST_ASSERT_EQUAL_MESSAGE(expected.open.to_move, found.open.to_move, path);
	TEST_ASSERT_EQUAL_MESSAGE(expected.plies, found.plies, path);
}

static void check_record(const char *path)
{
	struct trouble trouble = {""};
	struct replayed replayed;
	struct ending ending;
	size_t length;
	char *text;
	FILE *to = open_memstream(&text, &length);

	TEST_ASSERT_EQUAL_MESSAGE(0, record_writer_write(&game_log, to, &trouble), trouble.text);
	fclose(to);
	TEST_ASSERT_EQUAL(0, record_writer_ending(&game_log, &ending, &trouble));
	kinds_seen[ending.begun ? 0 : 1]++;
	if (ending.begun || ending.winner != WINNER_NONE) {
		TEST_ASSERT_EQUAL_MESSAGE(0, record_replay(text, length, NULL, &replayed, &trouble),
					  trouble.text);
		compare(path, &replayed);
		kinds_seen[2] += replayed.parts > 1;
		kinds_seen[3] += replayed.winner != WINNER_NONE;
	}
	free(text);
}

/* A recording names the game that it begins with in a comment. */
static void find_game(char *game, size_t size, const char *path)
{
	char line[256], name[128] = "";
	FILE *file = fopen(path, "r");

	TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
	while (!*name && fgets(line, sizeof line, file))
		sscanf(line, "# game %127s", name);
	fclose(file);
	TEST_ASSERT_NOT_EQUAL_MESSAGE('\0', *name, path);
	snprintf(game, size, "tests/replay/games/%s.game", name);
}

static void check(const char *path)
{
	char game[320];

	find_game(game, sizeof game, path);
	memset(&game_log, 0, sizeof game_log);
	game_log.facts = facts;
	TEST_ASSERT_EQUAL_MESSAGE(0, game_start_read(&start, game), game);
	game_log.head = head_of(game);
	play_recording(path);
	check_record(path);
	free(game_log.head);
}

static void test_every_recording_makes_a_record(void)
{
	glob_t found;

	TEST_ASSERT_EQUAL(0, glob("tests/replay/*/*.rec", 0, NULL, &found));
	TEST_ASSERT_EQUAL(0, glob("tests/replay/rows/*/*.rec", GLOB_APPEND, NULL, &found));
	for (size_t i = 0; i < found.gl_pathc; i++)
		check(found.gl_pathv[i]);
	globfree(&found);
	printf("%u begun, %u not, %u corrected, %u ended\n", kinds_seen[0], kinds_seen[1],
	       kinds_seen[2], kinds_seen[3]);
	TEST_ASSERT_TRUE(kinds_seen[0] > 50 && kinds_seen[2] > 0 && kinds_seen[3] > 5);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_every_recording_makes_a_record);
	return UNITY_END();
}
