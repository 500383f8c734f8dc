/*
 * An archive of made-up games, and the records in it: for the tests of finished games, each of
 * which includes this once.
 */
#ifndef SUPPORT_FINISHED_BENCH_H
#define SUPPORT_FINISHED_BENCH_H

#include "daemon/finished.h"
#include "daemon/proof.h"
#include "tests/support/archive_maker.h"
#include "tests/support/play.h"

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
	FILE *to;

	free(text);
	to = open_memstream(&text, &length);
	TEST_ASSERT_NOT_NULL(to);
	TEST_ASSERT_EQUAL_MESSAGE(0, finished_compose(maker.journal, game, to, &trouble),
				  trouble.text);
	fclose(to);
}

/* the signed record, from the archive */
static inline void fetch(int64_t game)
{
	struct chronicle chronicle;

	TEST_ASSERT_EQUAL_MESSAGE(0, chronicle_read(&chronicle, maker.journal, game, &trouble),
				  trouble.text);
	TEST_ASSERT_NOT_NULL(chronicle.record);
	free(text);
	text = chronicle.record;
	length = chronicle.record_length;
	chronicle.record = NULL;
	chronicle_finish(&chronicle);
}

static inline bool holds(const char *record, size_t record_length)
{
	struct retraced retraced;
	struct proof proof;

	return proof_check(record, record_length, &proof, &retraced, &trouble) == 0;
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
static inline void finished_begin(void)
{
	make_directory(dir, sizeof dir, "finished");
	make_directory(other_dir, sizeof other_dir, "finished");
	maker_open(&maker, dir);
	maker_make_all(&maker);
}

static inline void finished_end(void)
{
	maker_close(&maker);
	remove_directory(dir);
	remove_directory(other_dir);
}

#endif
