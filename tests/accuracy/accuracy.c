/*
 * How well the referee understands people: `make accuracy`.
 *
 * Plays random games at the simulated table, restless and less so, and counts what the referee made
 * of them. The same options always give the same figures. A game that went wrong is named by
 * SEED:EDITION:NOISE:SENSORS; --dump writes its record and recording for `adjutant replay`.
 */
#include "daemon/cli/simulate/sim_noise.h"
#include "tests/support/table/contest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { EXAMPLES = 5, STYLES_MAX = 64, STYLE_SIZE = 24 };

static const char *const edition_names[] = {"original", "barrage", "duel", "quick-duel",
					    "quick-barrage"};

enum { EDITIONS = sizeof edition_names / sizeof *edition_names };

struct request {
	uint64_t actions, seed;
	const char *noise, *sensors; /* or all */
	bool styles;
};

/* ---- counting ---- */

struct examples {
	unsigned count;
	char text[EXAMPLES][64];
};

struct style {
	char word[STYLE_SIZE];
	uint64_t actions, failed, asked, guided;
};

struct tally {
	uint64_t games, actions, wrong, rethought, lost, stale, asked, words, guided, inputs;
	uint32_t *delays_us;
	size_t delays, room;
	struct examples wrongs, losts, stales, askeds, guideds;
	struct style styles[STYLES_MAX];
	unsigned style_count;
};

static void remember(struct examples *examples, const char *name)
{
	if (examples->count < EXAMPLES)
		snprintf(examples->text[examples->count++], sizeof *examples->text, "%s", name);
}

static void add_delay(struct tally *tally, uint64_t delay_us)
{
	if (tally->delays == tally->room) {
		tally->room = tally->room ? 2 * tally->room : 1 << 16;
		tally->delays_us =
			realloc(tally->delays_us, tally->room * sizeof *tally->delays_us);
		if (!tally->delays_us)
			abort();
	}
	tally->delays_us[tally->delays++] = (uint32_t)delay_us;
}

static struct style *style_of(struct tally *tally, struct text word)
{
	struct style *style;

	for (unsigned i = 0; i < tally->style_count; i++)
		if (text_is(word, tally->styles[i].word))
			return &tally->styles[i];
	if (tally->style_count == STYLES_MAX || word.length >= STYLE_SIZE)
		return NULL;
	style = &tally->styles[tally->style_count++];
	memcpy(style->word, word.at, word.length);
	return style;
}

/* "# ply 12 red a4xa5 near-tap traced": each word behind the action */
static void count_styles(struct tally *tally, const struct committed *action, bool failed)
{
	struct text note = {action->note, strlen(action->note)};

	for (unsigned i = 0; i < 5; i++)
		text_take_word(&note);
	while (note.length > 0) {
		struct style *style = style_of(tally, text_take_word(&note));

		if (!style)
			continue;
		style->actions++;
		style->failed += failed;
		style->asked += action->asked && !action->needs_word;
		style->guided += action->guided;
	}
}

static void count_action(struct tally *tally, const struct committed *action, const char *name)
{
	bool asked = action->asked && !action->needs_word;

	tally->actions++;
	tally->asked += asked;
	tally->words += action->asked && action->needs_word;
	tally->guided += action->guided;
	if (asked)
		remember(&tally->askeds, name);
	if (action->guided)
		remember(&tally->guideds, name);
	if (!action->asked)
		add_delay(tally, action->delay_us);
	count_styles(tally, action, false);
}

static void count(struct tally *tally, const struct contest *contest, const char *name)
{
	for (size_t i = 0; i < contest->count; i++)
		count_action(tally, &contest->actions[i], name);
	tally->games++;
	tally->inputs += contest->inputs;
	tally->wrong += contest->wrong;
	tally->rethought += contest->rethought;
	tally->lost += contest->lost;
	tally->stale += contest->stale_us > 0;
	if (contest->stale_us)
		remember(&tally->stales, name);
	if (contest->wrong || contest->lost) {
		tally->actions++;
		count_styles(tally, &contest->actions[contest->count], true);
		remember(contest->wrong ? &tally->wrongs : &tally->losts, name);
	}
}

/* ---- printing ---- */

static int by_delay(const void *left, const void *right)
{
	const uint32_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_head(void)
{
	printf("%-9s %-5s %7s %8s %6s %9s %6s %6s %8s %8s %6s %8s %9s %9s\n", "sensors", "noise",
	       "games", "actions", "wrong", "rethought", "lost", "asked", "", "by word", "guided",
	       "", "median ms", "worst ms");
}

static void print_tally(struct tally *tally, const char *sensors, const char *noise)
{
	double median = 0, worst = 0;

	if (tally->delays > 0) {
		qsort(tally->delays_us, tally->delays, sizeof *tally->delays_us, by_delay);
		median = tally->delays_us[tally->delays / 2] / 1000.0;
		worst = tally->delays_us[tally->delays - 1] / 1000.0;
	}
	printf("%-9s %-5s %7" PRIu64 " %8" PRIu64 " %6" PRIu64 " %9" PRIu64 " %6" PRIu64
	       " %6" PRIu64 " %7.4f%% %8" PRIu64 " %6" PRIu64 " %7.4f%% %9.1f %9.1f\n",
	       sensors, noise, tally->games, tally->actions, tally->wrong, tally->rethought,
	       tally->lost, tally->asked, percent(tally->asked, tally->actions), tally->words,
	       tally->guided, percent(tally->guided, tally->actions), median, worst);
}

static void print_examples(const char *what, const struct examples *examples)
{
	if (examples->count == 0)
		return;
	printf("    %s:", what);
	for (unsigned i = 0; i < examples->count; i++)
		printf(" %s", examples->text[i]);
	putchar('\n');
}

static void print_styles(const struct tally *tally)
{
	for (unsigned i = 0; i < tally->style_count; i++) {
		const struct style *style = &tally->styles[i];

		printf("    %-18s %8" PRIu64 " actions, %" PRIu64 " wrong or lost, %" PRIu64
		       " asked, %" PRIu64 " guided\n",
		       style->word, style->actions, style->failed, style->asked, style->guided);
	}
}

/* ---- running ---- */

/* questions that may be asked, in ten-thousandths of the actions; wrong and lost may be none at all
 */
static uint64_t asked_limit(const char *noise)
{
	if (strcmp(noise, "rough") == 0)
		return 100;
	return strcmp(noise, "club") == 0 ? 10 : 0;
}

static bool passes(const struct tally *tally, const struct sim_options *options)
{
	uint64_t limit = asked_limit(options->noise->name);

	if (tally->wrong > 0 || tally->lost > 0 || tally->stale > 0)
		return false;
	return options->sensors != SIM_REED || tally->asked * 10000 <= limit * tally->actions;
}

static bool run_game(struct tally *tally, const struct sim_options *options, unsigned edition)
{
	static struct random_game game;
	static struct contest contest;
	char name[64];
	int error;

	snprintf(name, sizeof name, "%" PRIu64 ":%s:%s:%s", options->seed, editions[edition].id,
		 options->noise->name, sim_sensors_name(options->sensors));
	if (!random_game_make(&game, edition, options->seed)) {
		fprintf(stderr, "accuracy: %s has no set-up that fits\n", name);
		return false;
	}
	error = contest_run(&contest, &game, options, NULL, NULL);
	if (error)
		fprintf(stderr, "accuracy: %s: %s\n", name, strerror(-error));
	else
		count(tally, &contest, name);
	return !error;
}

static bool run_level(const struct request *request, struct sim_options *options)
{
	struct tally *tally = calloc(1, sizeof *tally);
	bool fine = tally != NULL;

	for (unsigned i = 0; fine && i < EDITIONS; i++) {
		unsigned edition = edition_find(edition_names[i], strlen(edition_names[i]));
		uint64_t goal = request->actions * (i + 1) / EDITIONS;

		for (options->seed = request->seed; fine && tally->actions < goal; options->seed++)
			fine = run_game(tally, options, edition);
	}
	if (fine) {
		print_tally(tally, sim_sensors_name(options->sensors), options->noise->name);
		print_examples("wrong", &tally->wrongs);
		print_examples("lost", &tally->losts);
		print_examples("asked", &tally->askeds);
		print_examples("said too late, with an earlier time", &tally->stales);
		if (request->styles)
			print_examples("guided", &tally->guideds);
		if (request->styles)
			print_styles(tally);
		fflush(stdout);
		fine = passes(tally, options);
	}
	if (tally)
		free(tally->delays_us);
	free(tally);
	return fine;
}

static bool wanted(const char *choice, const char *name)
{
	return !choice || strcmp(choice, name) == 0;
}

/* both kinds together have less to guess than either: only if asked for */
static bool sensors_wanted(const struct request *request, enum sim_sensors sensors)
{
	if (sensors == SIM_BOTH && !request->sensors)
		return false;
	return wanted(request->sensors, sim_sensors_name(sensors));
}

static int run_all(const struct request *request)
{
	bool fine = true;

	print_head();
	for (unsigned kind = SIM_REED; kind <= SIM_BOTH; kind++) {
		for (unsigned level = 0; level < SIM_LEVELS; level++) {
			struct sim_options options = {
				.noise = &sim_noises[level],
				.sensors = (enum sim_sensors)kind,
			};

			if (wanted(request->noise, sim_noises[level].name) &&
			    sensors_wanted(request, options.sensors))
				fine &= run_level(request, &options);
		}
	}
	return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- one game, to look at ---- */

struct dump {
	unsigned edition;
	struct sim_options options;
	char name[64];
};

/* SEED:EDITION:NOISE:SENSORS */
static bool parse_case(struct dump *dump, const char *text)
{
	struct text rest = {text, strlen(text)}, seed, edition;
	char noise[16], sensors[16];
	struct out noise_out = out_init(noise, sizeof noise);
	struct out sensors_out = out_init(sensors, sizeof sensors);

	seed = text_take_until(&rest, ':');
	edition = text_take_until(&rest, ':');
	out_text(&noise_out, text_take_until(&rest, ':'));
	out_text(&sensors_out, rest);
	dump->edition = edition_find(edition.at, edition.length);
	dump->options.noise = sim_noise_find(noise);
	dump->options.sensors = sim_sensors_parse(sensors);
	snprintf(dump->name, sizeof dump->name, "%.*s-%.*s-%s-%s", (int)seed.length, seed.at,
		 (int)edition.length, edition.at, noise, sensors);
	return text_number(seed, UINT64_MAX, &dump->options.seed) &&
	       dump->edition != EDITION_NONE && dump->options.noise && dump->options.sensors;
}

static FILE *create(const struct dump *dump, const char *dir, const char *ending)
{
	char path[512];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s.%s", dir, dump->name, ending);
	file = fopen(path, "w");
	if (!file)
		perror(path);
	return file;
}

static bool write_files(const struct dump *dump, const struct random_game *game, const char *dir)
{
	bool tagged = (dump->options.sensors & SIM_RFID) != 0;
	FILE *record = create(dump, dir, "game"), *recording = create(dump, dir, "rec");
	struct record_tag tags[SQ_COUNT];
	bool fine = record && recording;

	if (fine) {
		sim_game_tags(&game->sim, dump->options.seed, tags);
		random_game_write(game, tagged ? tags : NULL, record);
		fine = simulate(&game->sim, &dump->options, recording) == 0;
	}
	if (record)
		fine &= fclose(record) == 0;
	if (recording)
		fine &= fclose(recording) == 0;
	return fine;
}

static void tell(const struct contest *contest, const struct random_game *game)
{
	size_t next = contest->count;

	for (size_t i = 0; i < contest->count; i++) {
		const struct committed *action = &contest->actions[i];

		if (action->asked && !action->needs_word)
			printf("asked: %s\n", action->note);
		if (action->guided)
			printf("guided: %s\n", action->note);
	}
	if (contest->wrong)
		printf("wrong at %" PRIu64 ": %s, after %zu actions\n", contest->at_us,
		       contest->wrong_text, next);
	if (contest->lost)
		printf("lost: nothing until %" PRIu64 ", after %zu actions\n", contest->at_us,
		       next);
	if (next < game->sim.action_count)
		printf("expected: # ply %zu %s, %s\n", next + 1, game->actions[next].text,
		       contest->actions[next].note);
	if (contest->stale_us)
		printf("said too late: something of %" PRIu64 "\n", contest->stale_us);
	if (!contest->wrong && !contest->lost)
		puts("every action was understood");
}

static int dump_case(const char *text, const char *dir)
{
	static struct random_game game;
	static struct contest contest;
	struct dump dump = {.edition = EDITION_NONE};
	int error;

	if (!parse_case(&dump, text)) {
		fputs("accuracy: a case is SEED:EDITION:NOISE:SENSORS\n", stderr);
		return 2;
	}
	if (!random_game_make(&game, dump.edition, dump.options.seed) ||
	    !write_files(&dump, &game, dir))
		return 2;
	error = contest_run(&contest, &game, &dump.options, NULL, NULL);
	if (error) {
		fprintf(stderr, "accuracy: %s\n", strerror(-error));
		return 2;
	}
	tell(&contest, &game);
	return EXIT_SUCCESS;
}

/* ---- the program ---- */

static bool parse_number(const char *text, uint64_t *number)
{
	return text_number((struct text){text, strlen(text)}, UINT32_MAX, number);
}

static bool parse(struct request *request, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : "";

		if (strcmp(argv[i], "--styles") == 0) {
			request->styles = true;
			continue;
		}
		if (strcmp(argv[i], "--noise") == 0 && sim_noise_find(value))
			request->noise = value;
		else if (strcmp(argv[i], "--sensors") == 0 && sim_sensors_parse(value))
			request->sensors = value;
		else if (!(strcmp(argv[i], "--actions") == 0 &&
			   parse_number(value, &request->actions)) &&
			 !(strcmp(argv[i], "--seed") == 0 && parse_number(value, &request->seed)))
			return false;
		i++;
	}
	return true;
}

int main(int argc, char **argv)
{
	struct request request = {.actions = 100000, .seed = 1};

	if (argc == 4 && strcmp(argv[1], "--dump") == 0)
		return dump_case(argv[2], argv[3]);
	if (parse(&request, argc, argv))
		return run_all(&request);
	fprintf(stderr,
		"usage: %s [--actions N] [--noise none|calm|club|rough] [--seed N]\n"
		"       %*s [--sensors reed|rfid|reed+rfid] [--styles]\n"
		"       %s --dump SEED:EDITION:NOISE:SENSORS DIR\n",
		argv[0], (int)strlen(argv[0]), "", argv[0]);
	return 2;
}
