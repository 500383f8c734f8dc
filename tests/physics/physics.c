/*
 * How well the referee understands people at a table as physics has it: `make accuracy`.
 *
 * Plays games on boards of several kinds with people of several kinds, and counts what the referee
 * made of them. The same options give the same figures. A game that went wrong is named by
 * SEED:EDITION:BOARD:PEOPLE; --keep writes it as a record and a recording, for `adjutant replay`.
 *
 * Fails if something was wrong, or wrongly called illegal, on a board on which the pieces that stand
 * are seen, with people of one of the four kinds.
 */
#include "tests/physics/evening.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { EXAMPLES = 8 };

static const char *const edition_names[] = {"original", "barrage", "duel"};

enum { EDITIONS = sizeof edition_names / sizeof *edition_names };

struct request {
	uint64_t actions, seed, move_ms;
	const char *board, *people, *edition, *keep; /* or all, or a null pointer */
	bool styles, games;
};

/* ---- counting ---- */

struct tally {
	uint64_t games, actions, verdicts[VERDICT_STUCK + 1];
	uint64_t moves, attacks, rethought, asked_idle, offered_idle, asked_attack, confirm_idle;
	uint64_t guided, faults;
	uint64_t landings, unseen, noticed;
	struct style_count styles[ATTACK_STYLES];
	uint32_t *delays_ms;
	size_t delays, room;
	unsigned examples;
	char example[EXAMPLES][200];
};

static void add_delay(struct tally *tally, uint32_t delay_ms)
{
	if (tally->delays == tally->room) {
		tally->room = tally->room ? 2 * tally->room : 4096;
		tally->delays_ms =
			realloc(tally->delays_ms, tally->room * sizeof *tally->delays_ms);
		if (!tally->delays_ms)
			abort();
	}
	tally->delays_ms[tally->delays++] = delay_ms;
}

static void add_styles(struct tally *tally, const struct judge *judge)
{
	for (unsigned i = 0; i < ATTACK_STYLES; i++) {
		tally->styles[i].made += judge->styles[i].made;
		tally->styles[i].traced += judge->styles[i].traced;
		tally->styles[i].words += judge->styles[i].words;
		tally->styles[i].unasked += judge->styles[i].unasked;
		tally->styles[i].unsaid += judge->styles[i].unsaid;
		tally->styles[i].wrong += judge->styles[i].wrong;
	}
}

static void add_judge(struct tally *tally, const struct judge *judge, const char *name)
{
	tally->games++;
	tally->actions += judge->committed;
	tally->verdicts[judge->verdict]++;
	tally->moves += judge->moves;
	tally->attacks += judge->attacks;
	tally->rethought += judge->rethought;
	tally->asked_idle += judge->asked_idle;
	tally->offered_idle += judge->offered_idle;
	tally->asked_attack += judge->asked_attack;
	tally->confirm_idle += judge->confirm_idle;
	tally->guided += judge->guided;
	tally->faults += judge->faults;
	tally->landings += judge->landings;
	tally->unseen += judge->unseen;
	tally->noticed += judge->noticed;
	add_styles(tally, judge);
	for (unsigned i = 0; i < judge->delays; i++)
		add_delay(tally, judge->delay_ms[i]);
	if (judge->verdict != VERDICT_FINE && tally->examples < EXAMPLES)
		snprintf(tally->example[tally->examples++], sizeof *tally->example,
			 "%s: %s at %.2f s, %s", name, verdict_names[judge->verdict],
			 judge->failed_s, judge->what);
}

/* ---- printing ---- */

static int by_size(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static uint32_t percentile(const struct tally *tally, unsigned percent)
{
	return tally->delays ? tally->delays_ms[(tally->delays - 1) * percent / 100] : 0;
}

static double per_thousand(uint64_t part, uint64_t whole)
{
	return whole ? 1000.0 * (double)part / (double)whole : 0;
}

static void print_head(void)
{
	puts("per 1,000 moves: asked = target questions while nobody attacks, shown = targets in "
	     "sight without a call; per 1,000 attacks: questions");
	printf("%-13s %-9s %6s %8s %6s %10s %8s %6s %7s %7s %7s %7s %7s %7s %8s %6s %6s\n", "board",
	       "people", "games", "actions", "wrong", "rethought", "illegal", "stuck", "asked",
	       "shown", "attacks", "guided", "faults", "unseen", "noticed", "p50 ms", "p90 ms");
}

static void print_tally(struct tally *tally, const struct evening_plan *plan)
{
	if (tally->delays)
		qsort(tally->delays_ms, tally->delays, sizeof *tally->delays_ms, by_size);
	printf("%-13s %-9s %6" PRIu64 " %8" PRIu64 " %6" PRIu64 " %10" PRIu64 " %8" PRIu64
	       " %6" PRIu64 " %7.1f %7.1f %7.1f %7.1f %7" PRIu64 " %7" PRIu64 " %8" PRIu64
	       " %6" PRIu32 " %6" PRIu32 "\n",
	       plan->kind->name, plan->profile->name, tally->games, tally->actions,
	       tally->verdicts[VERDICT_WRONG], tally->rethought, tally->verdicts[VERDICT_ILLEGAL],
	       tally->verdicts[VERDICT_STUCK], per_thousand(tally->asked_idle, tally->moves),
	       per_thousand(tally->offered_idle, tally->moves),
	       per_thousand(tally->asked_attack, tally->attacks),
	       per_thousand(tally->guided, tally->actions), tally->faults, tally->unseen,
	       tally->noticed, percentile(tally, 50), percentile(tally, 90));
}

static void print_style(const char *name, const struct style_count *style)
{
	printf("    %-10s %6u attacks, %6u with a trace, %6u without a question, %6u without a "
	       "word, %6u words, %u failed\n",
	       name, style->made, style->traced, style->unasked, style->unsaid, style->words,
	       style->wrong);
}

static void print_details(const struct tally *tally, const struct request *request)
{
	for (unsigned i = 0; request->games && i < tally->examples; i++)
		printf("    %s\n", tally->example[i]);
	for (unsigned i = 0; request->styles && i < ATTACK_STYLES; i++)
		print_style(attack_style_names[i], &tally->styles[i]);
}

/* ---- keeping ---- */

static FILE *create(const char *dir, const char *name, const char *ending)
{
	char path[512];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s.%s", dir, name, ending);
	file = fopen(path, "w");
	if (!file)
		perror(path);
	return file;
}

static void keep(const struct evening *evening, const char *dir, char *name)
{
	struct record_tag tags[SQ_COUNT];
	FILE *record, *recording;

	for (char *c = name; *c; c++)
		*c = *c == ':' ? '-' : *c;
	record = create(dir, name, "game");
	recording = create(dir, name, "rec");
	evening_tags(evening, tags);
	if (record) {
		random_game_write(evening->game, evening->surface.kind.antennas ? tags : NULL,
				  record);
		fclose(record);
	}
	if (recording) {
		evening_write(evening, name, recording);
		fprintf(recording, "# %s at %.3f s: %s\n", verdict_names[evening->judge.verdict],
			evening->judge.failed_s, evening->judge.what);
		fclose(recording);
	}
}

/* ---- running ---- */

static void run_game(struct tally *tally, const struct request *request,
		     const struct evening_plan *plan, unsigned edition)
{
	static struct random_game game;
	static struct evening evening;
	char name[96];

	snprintf(name, sizeof name, "%" PRIu64 ":%s:%s:%s", plan->seed, editions[edition].id,
		 plan->kind->name, plan->profile->name);
	if (!random_game_make(&game, edition, plan->seed) || !evening_run(&evening, &game, plan)) {
		fprintf(stderr, "physics: %s cannot be played\n", name);
		exit(2);
	}
	add_judge(tally, &evening.judge, name);
	if (request->keep && evening.judge.verdict != VERDICT_FINE)
		keep(&evening, request->keep, name);
	evening_finish(&evening);
}

static bool wanted(const char *choice, const char *name)
{
	return !choice || strcmp(choice, name) == 0;
}

/* whether nothing may go wrong there: pieces that stand are seen, and people do what can be told */
static bool is_held_to_zero(const struct evening_plan *plan)
{
	static const char *const boards_held[] = {"upright", "rfid", "reed+rfid"};

	for (unsigned i = 0; i < sizeof boards_held / sizeof *boards_held; i++)
		if (strcmp(plan->kind->name, boards_held[i]) == 0)
			return strcmp(plan->profile->name, "any") != 0;
	return false;
}

static bool is_fine(const struct tally *tally, const struct evening_plan *plan)
{
	uint64_t broken = tally->verdicts[VERDICT_WRONG] + tally->verdicts[VERDICT_ILLEGAL];

	if (broken == 0 || !is_held_to_zero(plan))
		return true;
	fprintf(stderr, "physics: %s %s: %" PRIu64 " wrong or wrongly called illegal\n",
		plan->kind->name, plan->profile->name, broken);
	return false;
}

static bool run_plan(const struct request *request, struct evening_plan *plan)
{
	struct tally tally = {0};
	bool fine;

	for (unsigned i = 0; i < EDITIONS; i++) {
		unsigned edition = edition_find(edition_names[i], strlen(edition_names[i]));
		uint64_t goal = request->actions * (i + 1) / EDITIONS;

		plan->seed = request->seed;
		if (request->edition)
			goal = request->actions;
		while (wanted(request->edition, edition_names[i]) && tally.actions < goal) {
			run_game(&tally, request, plan, edition);
			plan->seed++;
		}
	}
	print_tally(&tally, plan);
	print_details(&tally, request);
	fflush(stdout);
	fine = is_fine(&tally, plan);
	free(tally.delays_ms);
	return fine;
}

static bool run_all(const struct request *request)
{
	bool fine = true;

	print_head();
	for (unsigned i = 0; i < SURFACE_KINDS; i++)
		for (unsigned j = 0; j < PROFILES; j++) {
			struct evening_plan plan = {
				.kind = &surface_kinds[i],
				.profile = &profiles[j],
				.move_ms = (uint32_t)request->move_ms,
			};

			if (wanted(request->board, surface_kinds[i].name) &&
			    wanted(request->people, profiles[j].name))
				fine &= run_plan(request, &plan);
		}
	return fine;
}

static bool parse_number(const char *text, uint64_t *number)
{
	return text_number((struct text){text, strlen(text)}, UINT32_MAX, number);
}

static bool parse_option(struct request *request, int option)
{
	switch (option) {
	case 'a':
		return parse_number(optarg, &request->actions);
	case 's':
		return parse_number(optarg, &request->seed);
	case 't':
		return parse_number(optarg, &request->move_ms);
	case 'b':
		request->board = optarg;
		return surface_kind_find(optarg) != NULL;
	case 'p':
		request->people = optarg;
		return profile_find(optarg) != NULL;
	case 'e':
		request->edition = optarg;
		return edition_find(optarg, strlen(optarg)) != EDITION_NONE;
	case 'k':
		request->keep = optarg;
		return true;
	case 'y':
		return request->styles = true;
	case 'g':
		return request->games = true;
	default:
		return false;
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"actions", required_argument, NULL, 'a'},
		{"seed", required_argument, NULL, 's'},
		{"move-ms", required_argument, NULL, 't'},
		{"board", required_argument, NULL, 'b'},
		{"people", required_argument, NULL, 'p'},
		{"edition", required_argument, NULL, 'e'},
		{"keep", required_argument, NULL, 'k'},
		{"styles", no_argument, NULL, 'y'},
		{"games", no_argument, NULL, 'g'},
		{NULL, 0, NULL, 0},
	};
	struct request request = {.actions = 2000, .seed = 1};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		if (!parse_option(&request, option))
			break;
	if (option == -1 && optind == argc)
		return run_all(&request) ? EXIT_SUCCESS : EXIT_FAILURE;
	fprintf(stderr,
		"usage: %s [--actions N] [--seed N] [--move-ms N] [--board KIND] [--people KIND]\n"
		"       %*s [--edition original|barrage|duel] [--keep DIR] [--styles] [--games]\n",
		argv[0], (int)strlen(argv[0]), "");
	return 2;
}
