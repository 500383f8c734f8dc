/*
 * An archive of made-up games, and the records in it: for the tests of finished games, each of
 * which includes this once.
 */
#ifndef TESTS_SUPPORT_ARCHIVE_RECORD_BENCH_H
#define TESTS_SUPPORT_ARCHIVE_RECORD_BENCH_H

#include "daemon/archive/proof.h"
#include "daemon/archive/record_writer.h"
#include "tests/support/archive/archive_maker.h"
#include "tests/support/rules/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

static char dir[64], other_dir[64];
static struct archive_maker maker;
static struct trouble trouble;
static char *text;
static size_t length;

void setUp(void)
{
	text = NULL;
	length = 0;
	trouble.text[0] = '\0';
}

void tearDown(void)
{
	free(text);
}

/* ---- reading what was made ---- */

static inline void compose(int64_t game)
{
	struct game_log game_log;
	FILE *to;

	free(text);
	to = open_memstream(&text, &length);
	TEST_ASSERT_NOT_NULL(to);
	TEST_ASSERT_EQUAL_MESSAGE(0, game_log_read(&game_log, maker.journal, game, &trouble),
				  trouble.text);
	TEST_ASSERT_EQUAL_MESSAGE(0, record_writer_write(&game_log, to, &trouble), trouble.text);
	game_log_finish(&game_log);
	fclose(to);
}

/* the signed record, from the archive */
static inline void fetch(int64_t game)
{
	struct game_log game_log;

	TEST_ASSERT_EQUAL_MESSAGE(0, game_log_read(&game_log, maker.journal, game, &trouble),
				  trouble.text);
	TEST_ASSERT_NOT_NULL(game_log.record);
	free(text);
	text = game_log.record;
	length = game_log.record_length;
	game_log.record = NULL;
	game_log_finish(&game_log);
}

static inline bool holds(const char *record, size_t record_length)
{
	struct replayed replayed;
	struct proof proof;

	return proof_check(record, record_length, &proof, &replayed, &trouble) == 0;
}

/* Every part by itself, as `adjutant judge` takes it. */
static inline void judge_parts(unsigned expected_parts)
{
	static struct played played;
	const char *at = text;
	unsigned parts = 0;

	while (at) {
		const char *next = strstr(at + 1, "\nadjutant-game 1\n");
		size_t part = next ? (size_t)(next + 1 - at) : strlen(at);

		play_text(&played, at, part);
		TEST_ASSERT_FALSE_MESSAGE(played.malformed, played.reader.reason);
		TEST_ASSERT_EQUAL_MESSAGE(RULE_OK, played.rule, at);
		TEST_ASSERT_TRUE_MESSAGE(record_result_agrees(&played.reader), at);
		at = next ? next + 1 : NULL;
		parts++;
	}
	TEST_ASSERT_EQUAL(expected_parts, parts);
}

#define ROW ".........."
#define QUICK_HEAD "adjutant-game 1\nred Clara & co\nblue D\xc3\xb6rte\nedition quick-barrage\n"
#define QUICK_START                                                                                \
	QUICK_HEAD "setup red .F.B..../..1...../2.3.M29.\n"                                        \
		   "setup blue 9..2M..2/...1.3../....B.F.\n"

static inline void make_directory(char *path, size_t room, const char *name)
{
	const char *base = getenv("TMPDIR");

	snprintf(path, room, "%s/%s-XXXXXX", base ? base : "/tmp", name);
	if (!mkdtemp(path)) {
		perror(path);
		exit(1);
	}
}

static inline void remove_directory(const char *path)
{
	char command[128];

	snprintf(command, sizeof command, "rm -rf '%s'", path);
	if (system(command) != 0)
		perror(path);
}

/* before and after all tests of a program */
static inline void record_writer_begin(void)
{
	make_directory(dir, sizeof dir, "finished");
	make_directory(other_dir, sizeof other_dir, "finished");
	maker_open(&maker, dir);
	maker_make_all(&maker);
}

static inline void record_writer_end(void)
{
	maker_close(&maker);
	remove_directory(dir);
	remove_directory(other_dir);
}

#endif
