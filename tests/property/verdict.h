/*
 * The frame of a property test: its arguments, the loop over editions and games, and a line for
 * each property as Unity would write it. A property that fails is reported once, with the record of
 * the game it failed in.
 */
#ifndef TESTS_PROPERTY_VERDICT_H
#define TESTS_PROPERTY_VERDICT_H

#include "tests/property/match.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct property {
	const char *name;
	int line;
	bool failed;
};

#define PROPERTY(title)                                                                            \
	{                                                                                          \
		.name = title, .line = __LINE__                                                    \
	}

struct suite {
	const char *file; /* __FILE__ of the program */
	struct property *properties;
	unsigned count;
	void (*play)(struct match *match);	   /* one game, already begun */
	void (*finish)(const struct match *match); /* after all games; may be NULL */
	struct match *match;
};

/* The suite of a program, which has play() and finish() further down. */
#define SUITE_OF(list)                                                                             \
	static void play(struct match *match);                                                     \
	static void finish(const struct match *match);                                             \
	static struct suite suite = {                                                              \
		.file = __FILE__,                                                                  \
		.properties = (list),                                                              \
		.count = sizeof(list) / sizeof *(list),                                            \
		.play = play,                                                                      \
		.finish = finish,                                                                  \
	}

struct run {
	uint64_t games, seed;
	unsigned edition; /* EDITION_NONE is all of them */
};

static inline void verdict_fail(const struct suite *suite, unsigned property)
{
	static char record[MATCH_RECORD_SIZE];
	const struct match *match = suite->match;
	struct property *broken = &suite->properties[property];
	char suspect[RECORD_ACTION_SIZE];

	if (broken->failed)
		return;
	broken->failed = true;
	record_format_action(&match->suspect, suspect);
	printf("%s:%d:%s:FAIL: %s (edition %s, seed %" PRIu64
	       ", game %u, at %s %s; the record follows)\n",
	       suite->file, broken->line, broken->name, match->failure,
	       editions[match->beginning.edition].id, match->seed, match->number,
	       side_name(match->suspect.side), suspect);
	match_write(match, record);
	fputs(record, stdout);
	fflush(stdout);
}

/* A property that failed in no game in particular, but in all of them together. */
static inline void verdict_fail_after_all(const struct suite *suite, unsigned property,
					  const char *why)
{
	struct property *broken = &suite->properties[property];

	if (broken->failed)
		return;
	broken->failed = true;
	printf("%s:%d:%s:FAIL: %s\n", suite->file, broken->line, broken->name, why);
}

/* whether it holds; if not, the property has failed */
static inline bool verdict_check(const struct suite *suite, unsigned property, bool holds,
				 const char *why)
{
	if (!holds) {
		match_blame(suite->match, why);
		verdict_fail(suite, property);
	}
	return holds;
}

static inline bool run_parse_number(const char *text, uint64_t *number)
{
	return text && text_number((struct text){text, strlen(text)}, UINT32_MAX, number);
}

static inline bool run_parse(struct run *run, int argc, char **argv)
{
	for (int i = 1; i + 1 < argc; i += 2) {
		const char *value = argv[i + 1];

		if (strcmp(argv[i], "--games") == 0 && run_parse_number(value, &run->games))
			continue;
		if (strcmp(argv[i], "--seed") == 0 && run_parse_number(value, &run->seed))
			continue;
		run->edition = edition_find(value, strlen(value));
		if (strcmp(argv[i], "--edition") != 0 || run->edition == EDITION_NONE)
			return false;
	}
	return argc % 2 == 1;
}

static inline void run_games(const struct suite *suite, const struct run *run, unsigned edition)
{
	if (run->edition != EDITION_NONE && run->edition != edition)
		return;
	for (unsigned number = 1; number <= run->games; number++) {
		match_begin(suite->match, edition, run->seed, number);
		suite->play(suite->match);
	}
}

/* the whole program; returns its exit status */
static inline int suite_run(struct suite *suite, int argc, char **argv)
{
	struct run run = {.games = 300, .seed = 1, .edition = EDITION_NONE};
	int status = EXIT_SUCCESS;

	if (!run_parse(&run, argc, argv)) {
		fprintf(stderr, "usage: %s [--games N] [--seed S] [--edition ID]\n", argv[0]);
		return 2;
	}
	suite->match = calloc(1, sizeof *suite->match);
	if (!suite->match)
		abort();
	printf("seed %" PRIu64 "\n", run.seed);
	fflush(stdout);
	for (unsigned edition = 0; edition < EDITION_COUNT; edition++)
		run_games(suite, &run, edition);
	printf("%" PRIu64 " games, %" PRIu64 " plies\n", suite->match->games, suite->match->plies);
	if (suite->finish)
		suite->finish(suite->match);
	for (unsigned i = 0; i < suite->count; i++) {
		const struct property *property = &suite->properties[i];

		if (property->failed)
			status = EXIT_FAILURE;
		else
			printf("%s:%d:%s:PASS\n", suite->file, property->line, property->name);
	}
	free(suite->match);
	return status;
}

#endif
