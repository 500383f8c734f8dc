/*
 * What the referee decides at recorded tables, as records: every recording in tests/replay/ is
 * played, its facts are composed, and the record must play again to where the referee stands.
 */
#include "daemon/cli/game_start.h"
#include "daemon/cli/lines.h"
#include "daemon/cli/recording.h"
#include "daemon/finished.h"
#include "daemon/referee_state.h"
#include "daemon/retrace.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

enum { FACTS_MAX = 4096 };

static struct referee referee;
static struct game_start start;
static struct recording_reader reader;
static struct chronicle chronicle;
static char *facts[FACTS_MAX];
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
	(void)context;
	if (output->to != TO_JOURNAL)
		return;
	TEST_ASSERT_TRUE(chronicle.fact_count < FACTS_MAX);
	facts[chronicle.fact_count++] = strdup(output->text);
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
static void compare(const char *path, const struct retraced *retraced)
{
	const struct game *game = referee_game(&referee);
	struct view expected, found;

	TEST_ASSERT_EQUAL_MESSAGE(is_over() ? game->winner : WINNER_NONE, retraced->winner, path);
	TEST_ASSERT_EQUAL_MESSAGE(is_over() ? game->reason : REASON_NONE, retraced->reason, path);
	if (referee.phase == PHASE_SETUP || retraced->parts == 0 || referee.phase == PHASE_ARBITER)
		return;
	view_make(&expected, game, AUDIENCE_ARBITER);
	view_make(&found, &retraced->game, AUDIENCE_ARBITER);
	TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected.code, found.code, sizeof found.code, path);
	TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected.cards, found.cards, sizeof found.cards, path);
	TEST_ASSERT_EQUAL_MESSAGE(expected.open.to_move, found.open.to_move, path);
	TEST_ASSERT_EQUAL_MESSAGE(expected.plies, found.plies, path);
}

static void check_record(const char *path)
{
	struct trouble trouble = {""};
	struct retraced retraced;
	struct ending ending;
	size_t length;
	char *text;
	FILE *to = open_memstream(&text, &length);

	TEST_ASSERT_EQUAL_MESSAGE(0, finished_write(&chronicle, to, &trouble), trouble.text);
	fclose(to);
	TEST_ASSERT_EQUAL(0, finished_ending(&chronicle, &ending, &trouble));
	kinds_seen[ending.begun ? 0 : 1]++;
	if (ending.begun || ending.winner != WINNER_NONE) {
		TEST_ASSERT_EQUAL_MESSAGE(0, retrace(text, length, NULL, &retraced, &trouble),
					  trouble.text);
		compare(path, &retraced);
		kinds_seen[2] += retraced.parts > 1;
		kinds_seen[3] += retraced.winner != WINNER_NONE;
	}
	free(text);
}

static void check(const char *name)
{
	char path[320], game[320];

	snprintf(path, sizeof path, "tests/replay/%s", name);
	snprintf(game, sizeof game, "tests/replay/%.*s.game", (int)strlen(name) - 4, name);
	memset(&chronicle, 0, sizeof chronicle);
	chronicle.facts = facts;
	TEST_ASSERT_EQUAL_MESSAGE(0, game_start_read(&start, game), game);
	chronicle.head = head_of(game);
	play_recording(path);
	check_record(path);
	for (size_t i = 0; i < chronicle.fact_count; i++)
		free(facts[i]);
	free(chronicle.head);
}

static void test_every_recording_makes_a_record(void)
{
	DIR *dir = opendir("tests/replay");
	struct dirent *each;

	TEST_ASSERT_NOT_NULL(dir);
	while ((each = readdir(dir))) {
		size_t length = strlen(each->d_name);

		if (length > 4 && strcmp(each->d_name + length - 4, ".rec") == 0)
			check(each->d_name);
	}
	closedir(dir);
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
