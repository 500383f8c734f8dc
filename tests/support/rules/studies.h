/*
 * Tries in studies, and the rules' verdicts: for tests of the rules through records, each of which
 * includes this once.
 */
#ifndef TESTS_SUPPORT_RULES_STUDIES_H
#define TESTS_SUPPORT_RULES_STUDIES_H

#include "tests/support/rules/play.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct played game;
static char message[4096];

void setUp(void)
{
	memset(&game, 0, sizeof game);
	message[0] = '\0';
}

void tearDown(void)
{
}

#define PLAY(...) play_study(&game, &(struct study){__VA_ARGS__})
#define ROWS(table) (sizeof(table) / sizeof *(table))

/* that this is the verdict on the last action, "ok" or the name of a rule, and all before it were
 * legal */
static inline void expect(const char *rule)
{
	unsigned actions = (unsigned)game.reader.next_ply - 1;
	unsigned played = strcmp(rule, "ok") == 0 ? actions : actions - 1;

	TEST_ASSERT_EQUAL_STRING_MESSAGE(rule, rule_name(game.rule), message);
	TEST_ASSERT_EQUAL_MESSAGE(actions, game.judged, message);
	TEST_ASSERT_EQUAL_MESSAGE(played, game.plies, message);
}

static inline void expect_end(const char *winner, const char *reason)
{
	TEST_ASSERT_EQUAL_STRING_MESSAGE(winner, winner_name(game.winner), message);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(reason, reason_name(game.reason), message);
}

static inline void expect_going_on(void)
{
	expect_end("none", "none");
}

/* A try in a study, and the rule it breaks. Each side has a piece in a far corner to go on with. */
struct row {
	const char *red, *blue, *actions, *rule;
};

static inline void check_row(const char *edition, const char *options, const struct row *row)
{
	char red[200], blue[200];

	snprintf(red, sizeof red, "4j1 %s", row->red);
	snprintf(blue, sizeof blue, "4j10 %s", row->blue);
	snprintf(message, sizeof message, "red %s, blue %s: %s", red, blue, row->actions);
	PLAY(.edition = edition, .options = options, .red = red, .blue = blue,
	     .actions = row->actions);
	expect(row->rule);
}

static inline void check_rows(const char *edition, const char *options, const struct row *rows,
			      size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_row(edition, options, &rows[i]);
}

/* a piece that is chased round a square */
#define CHASE "e5-e6; f6-f5; e6-f6; f5-e5; f6-f5; e5-e6; f5-e5; e6-f6; "

/* ---- whole set-ups ---- */

#define RED_40 "FBBBBBB122/2222223333/3444455556/666777889M"
#define BLUE_40 "666777889M/3444455556/2222223333/FBBBBBB122"

static inline void play_setups(const char *edition, const char *red, const char *blue,
			       const char *more)
{
	snprintf(message, sizeof message,
		 "adjutant-game 1\nedition %s\nsetup red %s\nsetup blue %s\n%s", edition, red, blue,
		 more);
	play_record(&game, message);
	TEST_ASSERT_FALSE_MESSAGE(game.malformed, game.reader.reason);
}

#endif
