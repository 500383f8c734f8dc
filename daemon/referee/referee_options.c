/*
 * Parses the options of a table: timings and clocks. Options of the rules are parsed in
 * rules/edition.c.
 */
#include "daemon/referee/referee.h"
#include "rules/edition.h"
#include "rules/text.h"

enum { LONGEST_MS = 3600000, LONGEST_S = 86400 };

static bool parse_ms(struct text value, uint64_t *us)
{
	uint64_t ms;

	if (!text_number(value, LONGEST_MS, &ms) || ms == 0)
		return false;
	*us = ms * 1000;
	return true;
}

static bool parse_switch(struct text value, bool *is_on)
{
	*is_on = text_is(value, "on");
	return *is_on || text_is(value, "off");
}

static bool parse_seconds(struct text value, uint32_t scale, uint32_t *ms)
{
	uint64_t n;

	if (!text_number(value, LONGEST_S / scale, &n))
		return false;
	*ms = (uint32_t)(n * scale * 1000);
	return true;
}

/* "5+3": minutes and seconds */
static bool parse_both(struct text value, struct clock_options *clock)
{
	struct text seconds = value;
	struct text minutes = text_take_until(&seconds, '+');

	return minutes.length < value.length && parse_seconds(minutes, 60, &clock->main_ms) &&
	       parse_seconds(seconds, 1, &clock->extra_ms);
}

static bool parse_kind(struct text kind, struct text value, struct clock_options *clock)
{
	if (text_is(kind, "move")) {
		clock->kind = CLOCK_MOVE;
		return parse_seconds(value, 1, &clock->main_ms) && clock->main_ms > 0;
	}
	if (text_is(kind, "total")) {
		clock->kind = CLOCK_TOTAL;
		return parse_seconds(value, 60, &clock->main_ms) && clock->main_ms > 0;
	}
	if (text_is(kind, "setup"))
		return parse_seconds(value, 60, &clock->setup_ms) && clock->setup_ms > 0;
	clock->kind = text_is(kind, "fischer") ? CLOCK_FISCHER : CLOCK_BRONSTEIN;
	return (text_is(kind, "fischer") || text_is(kind, "bronstein")) &&
	       parse_both(value, clock) && clock->main_ms > 0;
}

/* "none", or pairs such as "fischer 5+3 setup 10", which may also stand on lines of their own */
static bool parse_clock(struct text value, struct clock_options *clock)
{
	if (text_is(value, "none")) {
		*clock = (struct clock_options){0};
		return true;
	}
	do {
		struct text kind = text_take_word(&value);

		if (!parse_kind(kind, text_take_word(&value), clock))
			return false;
	} while (value.length > 0);
	return true;
}

enum option_answer referee_option_set(struct referee_options *options, struct text name,
				      struct text value)
{
	struct table_options *table = &options->table;
	bool good;

	if (text_is(name, "debounce-ms"))
		good = parse_ms(value, &table->debounce_us);
	else if (text_is(name, "settle-ms"))
		good = parse_ms(value, &table->settle_us) && parse_ms(value, &table->move_us);
	else if (text_is(name, "move-ms"))
		good = parse_ms(value, &table->move_us);
	else if (text_is(name, "jog-ms"))
		good = parse_ms(value, &table->jog_us);
	else if (text_is(name, "nudge-ms"))
		good = parse_ms(value, &table->nudge_us);
	else if (text_is(name, "second-thoughts"))
		good = parse_switch(value, &table->second_thoughts);
	else if (text_is(name, "hold-ms"))
		good = parse_ms(value, &table->hold_us);
	else if (text_is(name, "clock"))
		good = parse_clock(value, &options->clock);
	else
		return OPTION_UNKNOWN;
	return good ? OPTION_SET : OPTION_BAD_VALUE;
}

const char *referee_options_misfit(const struct referee_options *options)
{
	const struct table_options *table = &options->table;

	if (table->debounce_us >= table->settle_us)
		return "debounce-ms must be less than settle-ms";
	if (table->debounce_us >= table->move_us || table->move_us > table->settle_us)
		return "move-ms must be more than debounce-ms and not more than settle-ms";
	return NULL;
}
