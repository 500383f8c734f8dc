/*
 * Parses the [table] keys of a reed matrix and checks that they make sense together. Whether such
 * lines exist is found out when they are requested (reed_lines.c).
 */
#include "drivers/reed/reed_settings.h"

#include "drivers/board/corner.h"
#include "rules/square.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SCAN_HZ = 500,
	SCAN_HZ_MIN = 50,
	SCAN_HZ_MAX = 2000,
	SETTLE_US_MAX = 1000,
	/*
	 * A column that was closed comes back through its resistor only. The resistor inside a
	 * Raspberry Pi has some 50 kiloohms, and a board's wires have a few hundred picofarads;
	 * resistors that people solder have a tenth of that.
	 */
	SETTLE_INSIDE_US = 15,
	SETTLE_OUTSIDE_US = 5,
	LISTED_MAX = MATRIX_LINES
};

enum key {
	KEY_CHIP,
	KEY_ROW_CHIP,
	KEY_COLUMN_CHIP,
	KEY_ROWS,
	KEY_COLUMNS,
	KEY_ACTIVE,
	KEY_BIAS,
	KEY_DRIVE,
	KEY_SCAN_HZ,
	KEY_ROW_SETTLE,
	KEY_A1,
	KEY_COUNT
};

static const char *const keys[KEY_COUNT] = {
	[KEY_CHIP] = "chip",
	[KEY_ROW_CHIP] = "row-chip",
	[KEY_COLUMN_CHIP] = "column-chip",
	[KEY_ROWS] = "rows",
	[KEY_COLUMNS] = "columns",
	[KEY_ACTIVE] = "active",
	[KEY_BIAS] = "bias",
	[KEY_DRIVE] = "drive",
	[KEY_SCAN_HZ] = "scan-hz",
	[KEY_ROW_SETTLE] = "row-settle-us",
	[KEY_A1] = "a1",
};

static const char *const active_words[] = {"high", "low", NULL};
static const char *const bias_words[] = {"none", "pull-up", "pull-down", NULL};
static const char *const drive_words[] = {"push-pull", "open", NULL};

/* the settings, by their keys, and where to complain */
struct reader {
	const struct board_setting *settings;
	size_t count;
	const char *values[KEY_COUNT]; /* NULL: not said */
	size_t at[KEY_COUNT];
	char *why;
	size_t room, *which;
};

__attribute__((format(printf, 3, 4))) static int complain(struct reader *reader, enum key key,
							  const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(reader->why, reader->room, format, arguments);
	va_end(arguments);
	*reader->which = reader->values[key] ? reader->at[key] : reader->count;
	return -EINVAL;
}

static int sort_out(struct reader *reader)
{
	for (size_t i = 0; i < reader->count; i++) {
		unsigned key = 0;

		while (key < KEY_COUNT && strcmp(reader->settings[i].key, keys[key]) != 0)
			key++;
		if (key == KEY_COUNT) {
			*reader->which = i;
			snprintf(reader->why, reader->room,
				 "a reed board has no setting %s: it has chip, row-chip, "
				 "column-chip, rows, columns, active, bias, drive, scan-hz, "
				 "row-settle-us and a1",
				 reader->settings[i].key);
			return -EINVAL;
		}
		reader->values[key] = reader->settings[i].value;
		reader->at[key] = i;
	}
	return 0;
}

/* ---- words and numbers ---- */

const char *reed_take_word(const char **rest, size_t *length)
{
	const char *word = *rest + strspn(*rest, " \t,");

	*length = strcspn(word, " \t,");
	*rest = word + *length;
	return *length > 0 ? word : NULL;
}

static int read_word(struct reader *reader, enum key key, const char *const *words, unsigned *value)
{
	const char *said = reader->values[key];
	char list[64] = "";
	size_t length = 0;

	if (!said)
		return 0;
	for (unsigned i = 0; words[i]; i++) {
		if (strcmp(said, words[i]) == 0) {
			*value = i;
			return 0;
		}
		length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
					   i == 0	  ? ""
					   : words[i + 1] ? ", "
							  : " or ",
					   words[i]);
	}
	return complain(reader, key, "%s must be %s", keys[key], list);
}

/* Digits and nothing else. */
static bool number(const char *text, size_t length, unsigned *value)
{
	unsigned n = 0;

	for (size_t i = 0; i < length; i++) {
		if (text[i] < '0' || text[i] > '9' || n > 99999)
			return false;
		n = n * 10 + (unsigned)(text[i] - '0');
	}
	*value = n;
	return length > 0;
}

static int read_number(struct reader *reader, enum key key, unsigned from, unsigned to,
		       unsigned *value)
{
	const char *said = reader->values[key];

	if (!said)
		return 0;
	if (number(said, strlen(said), value) && *value >= from && *value <= to)
		return 0;
	return complain(reader, key, "%s must be a number from %u to %u", keys[key], from, to);
}

/* ---- lines ---- */

static int read_line(struct reader *reader, enum key key, const char *word, size_t length,
		     struct reed_line *line)
{
	if (length >= sizeof line->name)
		return complain(reader, key, "%s: %zu bytes are too long for the name of a line",
				keys[key], length);
	memset(line, 0, sizeof *line);
	if (number(word, length, &line->number))
		return 0;
	memcpy(line->name, word, length);
	return 0;
}

static bool is_same_line(const struct reed_line *a, const struct reed_line *b)
{
	return a->number == b->number && strcmp(a->name, b->name) == 0;
}

static int read_list(struct reader *reader, enum key key, struct reed_line *lines, unsigned *count)
{
	const char *rest = reader->values[key], *word;
	size_t length;
	int error;

	*count = 0;
	while ((word = reed_take_word(&rest, &length))) {
		if (*count == LISTED_MAX)
			return complain(reader, key, "%s names more than %d lines", keys[key],
					LISTED_MAX);
		error = read_line(reader, key, word, length, &lines[*count]);
		if (error)
			return error;
		for (unsigned i = 0; i < *count; i++)
			if (is_same_line(&lines[i], &lines[*count]))
				return complain(reader, key, "%s names line %.*s twice", keys[key],
						(int)length, word);
		++*count;
	}
	return 0;
}

/* Puts row 1 or column a first, and leaves out what the game's board does not reach to. */
static int read_side(struct reader *reader, enum key key, struct reed_side *side, unsigned needed,
		     bool backwards)
{
	struct reed_line lines[LISTED_MAX];
	unsigned listed;
	int error;

	side->key = keys[key];
	if (!reader->values[key])
		return complain(
			reader, key,
			"%s is missing: it lists the GPIO lines of the board's %s, %s first",
			keys[key], keys[key], key == KEY_ROWS ? "row 1" : "column a");
	error = read_list(reader, key, lines, &listed);
	if (error)
		return error;
	if (listed < needed)
		return complain(reader, key, "%s names %u lines, but the game's board has %u %s",
				keys[key], listed, needed, keys[key]);
	side->count = needed;
	for (unsigned i = 0; i < needed; i++)
		side->lines[i] = lines[backwards ? listed - 1 - i : i];
	return 0;
}

static int read_chip(struct reader *reader, enum key key, char chip[REED_CHIP])
{
	const char *said = reader->values[key] ? reader->values[key] : reader->values[KEY_CHIP];

	if (!said || said[0] == '\0')
		return complain(reader, said ? key : KEY_CHIP,
				"chip is missing: write chip = /dev/gpiochip0, or the label that "
				"gpiodetect shows");
	if (strlen(said) >= REED_CHIP)
		return complain(reader, key, "%s is too long", keys[key]);
	memcpy(chip, said, strlen(said) + 1);
	return 0;
}

static int check_shared(struct reader *reader, const struct reed_settings *reed)
{
	if (strcmp(reed->rows.chip, reed->columns.chip) != 0)
		return 0;
	for (unsigned i = 0; i < reed->rows.count; i++)
		for (unsigned j = 0; j < reed->columns.count; j++) {
			const struct reed_line *line = &reed->rows.lines[i];

			if (!is_same_line(line, &reed->columns.lines[j]))
				continue;
			if (line->name[0])
				return complain(reader, KEY_COLUMNS,
						"line %s cannot be both a row and a column",
						line->name);
			return complain(reader, KEY_COLUMNS,
					"line %u cannot be both a row and a column", line->number);
		}
	return 0;
}

/* ---- the electric side ---- */

static int read_polarity(struct reader *reader, struct reed_settings *reed)
{
	unsigned low = 1, open = 1, bias;
	int error = read_word(reader, KEY_ACTIVE, active_words, &low);

	if (!error)
		error = read_word(reader, KEY_DRIVE, drive_words, &open);
	bias = low ? GPIO_BIAS_PULL_UP : GPIO_BIAS_PULL_DOWN;
	if (!error)
		error = read_word(reader, KEY_BIAS, bias_words, &bias);
	if (error)
		return error;
	/* pulled to where the rows drive it, everything would look closed */
	if (bias == (low ? GPIO_BIAS_PULL_DOWN : GPIO_BIAS_PULL_UP))
		return complain(reader, KEY_BIAS,
				"with active = %s the bias must be %s, or none if the board has "
				"resistors of its own",
				active_words[low],
				bias_words[low ? GPIO_BIAS_PULL_UP : GPIO_BIAS_PULL_DOWN]);
	reed->active_low = low;
	reed->open = open;
	reed->bias = (enum gpio_bias)bias;
	return 0;
}

static int read_pace(struct reader *reader, struct reed_settings *reed)
{
	int error;

	reed->scan_hz = SCAN_HZ;
	reed->settle_us = reed->bias == GPIO_BIAS_NONE ? SETTLE_OUTSIDE_US : SETTLE_INSIDE_US;
	error = read_number(reader, KEY_SCAN_HZ, SCAN_HZ_MIN, SCAN_HZ_MAX, &reed->scan_hz);
	if (!error)
		error = read_number(reader, KEY_ROW_SETTLE, 0, SETTLE_US_MAX, &reed->settle_us);
	if (error)
		return error;
	if (2 * reed->rows.count * reed->settle_us * reed->scan_hz > 1000000)
		return complain(reader,
				reader->values[KEY_ROW_SETTLE] ? KEY_ROW_SETTLE : KEY_SCAN_HZ,
				"%u rows of %u us each are more than half of a scan at %u Hz: "
				"lower row-settle-us or scan-hz",
				reed->rows.count, reed->settle_us, reed->scan_hz);
	return 0;
}

int reed_settings_read(struct reed_settings *reed, enum board_id board,
		       const struct board_setting *settings, size_t count, char *why, size_t room,
		       size_t *which)
{
	struct reader reader = {
		.settings = settings, .count = count, .why = why, .room = room, .which = which};
	unsigned corner = 0;
	int error = sort_out(&reader);

	memset(reed, 0, sizeof *reed);
	if (!error)
		error = read_chip(&reader, KEY_ROW_CHIP, reed->rows.chip);
	if (!error)
		error = read_chip(&reader, KEY_COLUMN_CHIP, reed->columns.chip);
	if (!error)
		error = read_word(&reader, KEY_A1, corner_words, &corner);
	if (!error)
		error = read_side(&reader, KEY_ROWS, &reed->rows, boards[board].rows, corner & 2);
	if (!error)
		error = read_side(&reader, KEY_COLUMNS, &reed->columns, boards[board].columns,
				  corner & 1);
	if (!error)
		error = check_shared(&reader, reed);
	if (!error)
		error = read_polarity(&reader, reed);
	if (!error)
		error = read_pace(&reader, reed);
	return error;
}
