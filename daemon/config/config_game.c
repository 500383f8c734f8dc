/*
 * The keys of [game]: the edition, and what games (rules/edition.h) and tables (referee.h) have as
 * options. The edition decides what the others begin with, so they wait until all is read.
 */
#include "daemon/config/config_inside.h"
#include "daemon/referee/referee.h"
#include "rules/edition.h"
#include "rules/text.h"

#include <inttypes.h>
#include <string.h>

enum { EDITION_KEY = 0, MS_PER_S = 1000, MS_PER_MIN = 60 * MS_PER_S };

#define SWITCH "on or off"
#define MILLISECONDS "a number of milliseconds from 1 to 3600000"

static const struct {
	const char *name, *accepts;
} game_keys[GAME_KEYS] = {
	[EDITION_KEY] = {"edition", NULL}, /* the editions' own table says */
	{"two-squares", "off or a number from 1 to 9"},
	{"more-squares", SWITCH},
	{"immobile-moved", "put-back, loses or arbiter"},
	{"disclosure", "open or outcome"},
	{"memory-aid", SWITCH},
	{"bluff", SWITCH},
	{"training", SWITCH},
	{"debounce-ms", MILLISECONDS},
	{"settle-ms", MILLISECONDS},
	{"move-ms", MILLISECONDS}, /* after settle-ms, which sets both */
	{"jog-ms", MILLISECONDS},
	{"nudge-ms", MILLISECONDS},
	{"second-thoughts", SWITCH},
	{"hold-ms", MILLISECONDS},
	{"clock", "none, move SECONDS, fischer MINUTES+SECONDS, bronstein MINUTES+SECONDS or "
		  "total MINUTES, of a day at most; setup MINUTES may stand with it or alone"},
};

static unsigned find(const char *name)
{
	unsigned i = 0;

	while (i < GAME_KEYS && strcmp(game_keys[i].name, name) != 0)
		i++;
	return i;
}

static void complain_of_key(struct config_reader *reader, const char *name)
{
	const char *names[GAME_KEYS + 1] = {NULL};
	char list[2 * VALUE_LONGEST];

	for (unsigned i = 0; i < GAME_KEYS; i++)
		names[i] = game_keys[i].name;
	config_list(list, sizeof list, names);
	config_complain(reader, reader->line, "there is no key %s in [game]: it must be %s", name,
			list);
}

void config_game_set(struct config_reader *reader, const char *name, const char *value)
{
	unsigned i = find(name);

	if (i == GAME_KEYS) {
		complain_of_key(reader, name);
	} else if (reader->game[i].line > 0) {
		config_complain(reader, reader->line, "%s has been set in line %u already", name,
				reader->game[i].line);
	} else {
		reader->game[i].line = reader->line;
		memcpy(reader->game[i].value, value, strlen(value) + 1);
	}
}

/* ---- once all is read ---- */

static void apply_edition(struct config_reader *reader, const struct game_line *line)
{
	struct referee_options *options = &reader->config.options;
	unsigned edition = edition_find(line->value, strlen(line->value));
	uint8_t sensors = options->table.sensors; /* is not of this section */
	const char *ids[EDITION_COUNT + 1] = {NULL};
	char list[VALUE_LONGEST];

	if (edition != EDITION_NONE) {
		referee_options_default(options, edition);
		options->table.sensors = sensors;
		return;
	}
	for (unsigned i = 0; i < EDITION_COUNT; i++)
		ids[i] = editions[i].id;
	config_list(list, sizeof list, ids);
	config_complain(reader, line->line, "edition must be %s, not '%s'", list, line->value);
}

/* A recording may set its clock twice; a configuration that does has a mistake. */
static bool has_one_clock(struct text value)
{
	unsigned clocks = 0, setups = 0;

	while (value.length > 0) {
		if (text_is(text_take_word(&value), "setup"))
			setups++;
		else
			clocks++;
		text_take_word(&value);
	}
	return clocks <= 1 && setups <= 1;
}

static enum option_answer apply(struct referee_options *options, struct text name,
				struct text value)
{
	enum option_answer answer =
		options_set(&options->rules, name.at, name.length, value.at, value.length);

	if (answer != OPTION_UNKNOWN)
		return answer;
	if (text_is(name, "clock") && !has_one_clock(value))
		return OPTION_BAD_VALUE;
	return referee_option_set(options, name, value);
}

static void apply_option(struct config_reader *reader, unsigned key, const struct game_line *line)
{
	struct text name = {game_keys[key].name, strlen(game_keys[key].name)};
	struct text value = {line->value, strlen(line->value)};

	if (apply(&reader->config.options, name, value) != OPTION_SET)
		config_complain(reader, line->line, "%s must be %s, not '%s'", name.at,
				game_keys[key].accepts, value.at);
}

static void note_rules(struct config_reader *reader)
{
	struct config *config = &reader->config;
	const char *name, *value;

	for (unsigned i = 0; options_get(&config->options.rules, i, &name, &value); i++)
		if (reader->game[find(name)].line > 0)
			config->rules_given |= 1u << i;
}

void config_game_apply(struct config_reader *reader)
{
	const struct game_line *line = reader->game;
	const char *misfit;
	unsigned debounce = find("debounce-ms"), settle = find("settle-ms");

	if (line[EDITION_KEY].line > 0)
		apply_edition(reader, &line[EDITION_KEY]);
	for (unsigned i = EDITION_KEY + 1; i < GAME_KEYS; i++)
		if (line[i].line > 0)
			apply_option(reader, i, &line[i]);
	note_rules(reader);
	misfit = referee_options_misfit(&reader->config.options);
	if (misfit)
		config_complain(reader,
				line[debounce].line ? line[debounce].line : line[settle].line, "%s",
				misfit);
}

/* ---- for a game ---- */

void config_options_of(const struct config *config, unsigned edition,
		       struct referee_options *options)
{
	const char *name, *value;

	*options = config->options;
	options->edition = (uint8_t)edition;
	options->rules = editions[edition].options;
	for (unsigned i = 0; options_get(&config->options.rules, i, &name, &value); i++)
		if (config->rules_given & 1u << i)
			options_set(&options->rules, name, strlen(name), value, strlen(value));
	if (!editions[edition].cards) /* there is nothing to bluff with */
		options->rules.bluff = false;
}

/* ---- the way back ---- */

static void print_clock(FILE *out, const struct clock_options *clock)
{
	static const char *const names[] = {
		[CLOCK_MOVE] = "move",
		[CLOCK_FISCHER] = "fischer",
		[CLOCK_BRONSTEIN] = "bronstein",
		[CLOCK_TOTAL] = "total",
	};

	fputs("clock =", out);
	if (clock->kind == CLOCK_MOVE)
		fprintf(out, " move %" PRIu32, clock->main_ms / MS_PER_S);
	else if (clock->kind != CLOCK_NONE)
		fprintf(out, " %s %" PRIu32, names[clock->kind], clock->main_ms / MS_PER_MIN);
	if (clock->kind == CLOCK_FISCHER || clock->kind == CLOCK_BRONSTEIN)
		fprintf(out, "+%" PRIu32, clock->extra_ms / MS_PER_S);
	if (clock->setup_ms > 0)
		fprintf(out, " setup %" PRIu32, clock->setup_ms / MS_PER_MIN);
	else if (clock->kind == CLOCK_NONE)
		fputs(" none", out);
	fputc('\n', out);
}

static void print_ms(FILE *out, const char *name, uint64_t us)
{
	fprintf(out, "%s = %" PRIu64 "\n", name, us / 1000);
}

/* The edition's own values must not be printed as if they had been configured. */
void config_game_print(FILE *out, const struct config *config)
{
	const struct referee_options *options = &config->options;
	const char *name, *value;

	fprintf(out, "edition = %s\n", editions[options->edition].id);
	for (unsigned i = 0; options_get(&options->rules, i, &name, &value); i++)
		fprintf(out, "%s%s = %s\n", config->rules_given & 1u << i ? "" : "; ", name, value);
	print_ms(out, "debounce-ms", options->table.debounce_us);
	print_ms(out, "settle-ms", options->table.settle_us);
	print_ms(out, "move-ms", options->table.move_us);
	print_ms(out, "jog-ms", options->table.jog_us);
	print_ms(out, "nudge-ms", options->table.nudge_us);
	fprintf(out, "second-thoughts = %s\n", options->table.second_thoughts ? "on" : "off");
	print_ms(out, "hold-ms", options->table.hold_us);
	print_clock(out, &options->clock);
}
