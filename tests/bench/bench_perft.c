/*
 * How fast the rules are: leaves of perft a second, on both boards, without the repetition rules
 * and with them.
 *
 *   bench_perft                     the best of three runs of each configuration
 *   bench_perft --callgrind [NAME]  a small load of one configuration, for counting instructions
 *
 * The positions are taken from the middle of play, with a chase going on or a piece that has used
 * up its two squares, so that the repetition rules have something to look at.
 */
#include "rules/perft.h"
#include "rules/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 3, POSITIONS = 2 };

/* a record as far as it has been played */
typedef const char *const record[];

static record small_chase = {
	"adjutant-game 1",
	"edition quick-duel",
	"setup red .F.B.B../1.3.9.3./2..M...2",
	"setup blue 2..M.3.2/.3..9.1./..B.F.B.",
	"1 red d3-d4",
	"2 blue d6-d5",
	"3 red e2-e3",
	"4 blue d5-e5",
	"5 red d4-e4",
	"6 blue e5-d5",
	"7 red e4-d4",
	"8 blue d5-e5",
	NULL,
};

static record small_endgame = {
	"adjutant-game 1",
	"edition quick-duel",
	"position red F.B...../B......./......../.2..9.../......../...2..../......../........",
	"position blue ......../......../......../......../....3..2/2......./......../..B.F..M",
	"to-move blue",
	"1 blue e5-d5",
	"2 red e4-d4",
	"3 blue d5-e5",
	"4 red d4-e4",
	"5 blue e5-d5",
	"6 red e4-d4",
	NULL,
};

static record large_opening = {
	"adjutant-game 1",
	"edition original",
	"setup red 72894BF418/5B43265B37/72BB245B22/26326M3635",
	"setup blue 7592732522/3F62764334/MB8B3BB514/24B5266B82",
	"1 red e4-e5",
	"2 blue e7-e6",
	"3 red f4-f5",
	"4 blue f7-f6",
	"5 red a4-a6",
	"6 blue b7-b6",
	"7 red a6-a5",
	"8 blue b6-b5",
	NULL,
};

static record large_chase = {
	"adjutant-game 1",
	"edition original",
	"position red B.B2FB.B4./.B4B.3.36./6.7..5.4../..9.7M..2./....5...../........../........../"
	"........../........../..........",
	"position blue "
	"........../........../........../........../........../.....3...7/4.26..2..4/"
	".3.B2.8B../25M.97.2B./B3BF3.B.5.",
	"to-move red",
	"1 red e5-e6",
	"2 blue f6-f5",
	"3 red e6-f6",
	"4 blue f5-e5",
	NULL,
};

struct load {
	const char *const *lines;
	unsigned depth, times; /* about a second's work */
	unsigned small_depth;  /* for counting instructions, which is slow */
};

static const struct load small[POSITIONS] = {{small_chase, 6, 1, 4}, {small_endgame, 6, 2, 5}};
static const struct load large[POSITIONS] = {{large_opening, 6, 4, 5}, {large_chase, 5, 6, 4}};

struct configuration {
	const char *name;
	const struct load *loads;
	bool repetition;
};

static const struct configuration configurations[] = {
	{"small", small, false},
	{"small-rep", small, true},
	{"large", large, false},
	{"large-rep", large, true},
};

enum { CONFIGURATIONS = sizeof configurations / sizeof *configurations };

static void play_record(struct game *game, const char *const *lines)
{
	static struct record_reader reader;

	record_reader_init(&reader);
	for (; *lines; lines++)
		if (record_read(&reader, *lines, strlen(*lines)) == RECORD_MALFORMED ||
		    reader.stopped) {
			fprintf(stderr, "bench_perft: %s: %s\n", *lines, reader.reason);
			exit(EXIT_FAILURE);
		}
	*game = reader.game;
}

static uint64_t count_leaves(const struct configuration *configuration, bool is_small)
{
	static struct game game;
	uint64_t leaves = 0;

	for (unsigned i = 0; i < POSITIONS; i++) {
		const struct load *load = &configuration->loads[i];

		play_record(&game, load->lines);
		if (!configuration->repetition) {
			game.options.two_squares = 0;
			game.options.more_squares = false;
		}
		for (unsigned n = 0; n < (is_small ? 1 : load->times); n++)
			leaves += perft(&game, is_small ? load->small_depth : load->depth);
	}
	return leaves;
}

/* of this process, since other ones may be busy too */
static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void measure(const struct configuration *configuration)
{
	double best = 0;
	uint64_t leaves = 0;

	for (unsigned i = 0; i < RUNS; i++) {
		double start = seconds(), taken;

		leaves = count_leaves(configuration, false);
		taken = seconds() - start;
		if (i == 0 || taken < best)
			best = taken;
	}
	printf("%-10s %12" PRIu64 " leaves  %6.3f s  %7.1f million leaves/s\n", configuration->name,
	       leaves, best, (double)leaves / best / 1e6);
	fflush(stdout);
}

static int run_small_load(const char *name)
{
	for (unsigned i = 0; i < CONFIGURATIONS; i++) {
		if (strcmp(configurations[i].name, name) != 0)
			continue;
		printf("leaves %" PRIu64 "\n", count_leaves(&configurations[i], true));
		return EXIT_SUCCESS;
	}
	fprintf(stderr, "bench_perft: there is no configuration %s\n", name);
	return 2;
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--callgrind") == 0 && argc <= 3)
		return run_small_load(argc == 3 ? argv[2] : configurations[0].name);
	if (argc > 1) {
		fprintf(stderr, "usage: %s [--callgrind [small|small-rep|large|large-rep]]\n",
			argv[0]);
		return 2;
	}
	printf("struct position %zu bytes, struct game %zu bytes\n", sizeof(struct position),
	       sizeof(struct game));
	for (unsigned i = 0; i < CONFIGURATIONS; i++)
		measure(&configurations[i]);
	return EXIT_SUCCESS;
}
