/* Formats and parses the head of a recording, and hides what would reveal a rank in words. */
#include "daemon/referee/recording_head.h"

#include "daemon/table/table.h"
#include "rules/edition.h"
#include "rules/text.h"

#include <string.h>

static void format_ms(struct out *out, const char *name, uint64_t us)
{
	out_string(out, "option ");
	out_string(out, name);
	out_char(out, ' ');
	out_number(out, us / 1000);
	out_char(out, '\n');
}

static void format_clock(const struct clock_options *clock, struct out *out)
{
	bool both = clock->kind == CLOCK_FISCHER || clock->kind == CLOCK_BRONSTEIN;
	static const char *const kinds[] = {
		[CLOCK_NONE] = "none",	      [CLOCK_MOVE] = "move ",
		[CLOCK_FISCHER] = "fischer ", [CLOCK_BRONSTEIN] = "bronstein ",
		[CLOCK_TOTAL] = "total ",
	};

	out_string(out, "option clock ");
	out_string(out, kinds[clock->kind]);
	if (clock->kind != CLOCK_NONE)
		out_number(out, clock->main_ms / (clock->kind == CLOCK_MOVE ? 1000 : 60000));
	if (both) {
		out_char(out, '+');
		out_number(out, clock->extra_ms / 1000);
	}
	out_char(out, '\n');
	if (clock->setup_ms == 0)
		return;
	out_string(out, "option clock setup ");
	out_number(out, clock->setup_ms / 60000);
	out_char(out, '\n');
}

void recording_head_format(const struct referee_options *options, struct out *out)
{
	static const char *const sensors[] = {
		[SENSOR_REED] = "reed",
		[SENSOR_RFID] = "rfid",
		[SENSOR_REED | SENSOR_RFID] = "reed+rfid",
	};
	const struct table_options *table = &options->table;

	format_ms(out, "debounce-ms", table->debounce_us);
	format_ms(out, "settle-ms", table->settle_us);
	format_ms(out, "move-ms", table->move_us);
	format_ms(out, "jog-ms", table->jog_us);
	format_ms(out, "nudge-ms", table->nudge_us);
	out_string(out, "option second-thoughts ");
	out_string(out, table->second_thoughts ? "on\n" : "off\n");
	format_ms(out, "hold-ms", table->hold_us);
	format_clock(&options->clock, out);
	out_string(out, "sensors ");
	out_string(out, sensors[table->sensors]);
	out_char(out, '\n');
}

static bool read_sensors(struct table_options *table, struct text word)
{
	bool both = text_is(word, "reed+rfid");
	bool reed = both || text_is(word, "reed"), rfid = both || text_is(word, "rfid");

	table->sensors = (uint8_t)((reed ? SENSOR_REED : 0) | (rfid ? SENSOR_RFID : 0));
	return reed || rfid;
}

static bool read_line(struct referee_options *options, struct text line)
{
	struct text word = text_take_word(&line);
	struct text name;

	if (text_is(word, "sensors"))
		return read_sensors(&options->table, line);
	name = text_take_word(&line);
	return text_is(word, "option") && referee_option_set(options, name, line) == OPTION_SET;
}

bool recording_head_read(struct referee_options *options, const char *lines)
{
	struct text rest = {lines, strlen(lines)};

	while (rest.length > 0)
		if (!read_line(options, text_take_until(&rest, '\n')))
			return false;
	return true;
}

/* ---- words ---- */

/* how many words at the front are public; those after them are hidden */
static unsigned open_words(struct text first, struct text second, bool is_over)
{
	if (text_is(first, "place"))
		return 2;
	if (text_is(first, "formation"))
		return 1;
	if (text_is(first, "card"))
		return text_is(second, "exchange") || text_is(second, "mulligan") ||
				       (text_is(second, "play") && !is_over)
			       ? 2
			       : 9;
	if (text_is(first, "correct"))
		return 3;
	return 9;
}

void recording_hide_word(const char *word, bool is_over, struct out *out)
{
	struct text rest = {word, strlen(word)}, look = rest;
	struct text first = text_take_word(&look), second = text_take_word(&look);
	bool answer = text_is(first, "answer");
	unsigned open;

	if (answer) { /* for a seat: hidden as if the seat had said it */
		first = text_take_word(&look);
		second = text_take_word(&look);
	}
	open = open_words(first, second, is_over) + (answer ? 2 : 0);

	for (unsigned i = 0; rest.length > 0; i++) {
		struct text next = text_take_word(&rest);

		if (i > 0)
			out_char(out, ' ');
		if (i == open) {
			out_char(out, '*');
			return;
		}
		out_text(out, next);
	}
}
