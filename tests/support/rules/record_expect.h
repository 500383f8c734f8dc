/*
 * Lines of records, and what a reader must make of them: for the tests of records, each of which
 * includes this once.
 */
#ifndef TESTS_SUPPORT_RULES_RECORD_EXPECT_H
#define TESTS_SUPPORT_RULES_RECORD_EXPECT_H

#include "tests/support/rules/play.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct played game;
static char text[16384];

void setUp(void)
{
	memset(&game, 0, sizeof game);
	text[0] = '\0';
}

void tearDown(void)
{
}

#define ROWS(table) (sizeof(table) / sizeof *(table))

#define FIRST "adjutant-game 1\n"
#define EDITION FIRST "edition barrage\n"
#define RED "setup red F2......../B.2......./...1...3../....9....M\n"
#define BLUE "setup blue M....9..../..3...1.../........2B/2........F\n"
#define GAME EDITION RED BLUE
#define ROW ".........."
#define THREE ROW "/" ROW "/" ROW
#define NINE THREE "/" THREE "/" THREE
#define EMPTY NINE "/" ROW
#define RED_MARSHAL "position red M........./" NINE "\n"
#define BLUE_MARSHAL "position blue " NINE "/.........M\n"
#define MARSHALS RED_MARSHAL BLUE_MARSHAL
#define STUDY EDITION MARSHALS "to-move red\n"
#define CARDS FIRST "edition battle-cards\n" MARSHALS "to-move red\n"

/* that it is malformed in that line, with a reason that says something */
static inline void expect_malformed(const char *record, size_t length, unsigned line)
{
	play_text(&game, record, length);
	TEST_ASSERT_TRUE_MESSAGE(game.malformed, record);
	TEST_ASSERT_EQUAL_MESSAGE(line, game.line, record);
	TEST_ASSERT_TRUE_MESSAGE(strlen(game.reader.reason) > 5, record);
	TEST_ASSERT_TRUE_MESSAGE(
		text_is_clean((struct text){game.reader.reason, strlen(game.reader.reason)}),
		record);
}

/* a game followed by one wrong line */
static inline void expect_bad_line(const char *before, const char *line)
{
	unsigned lines = 1;

	for (const char *at = before; (at = strchr(at, '\n')); at++)
		lines++;
	snprintf(text, sizeof text, "%s%s\n", before, line);
	expect_malformed(text, strlen(text), lines);
}

static inline void expect_bad_lines(const char *before, const char *const *lines, size_t count)
{
	for (size_t i = 0; i < count; i++)
		expect_bad_line(before, lines[i]);
}

static inline void expect_good(const char *record)
{
	play_record(&game, record);
	TEST_ASSERT_FALSE_MESSAGE(game.malformed, game.reader.reason);
	TEST_ASSERT_EQUAL_MESSAGE(RULE_OK, game.rule, record);
}

#endif
