/*
 * Finds, requests, drives and reads the GPIO lines of a reed matrix, and puts every error into a
 * sentence. Retrying is the driver's.
 */
#include "drivers/reed/reed_lines.h"

#include "drivers/board/ticker.h"
#include "drivers/reed/gpio_lines.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	IDLE_US = 500,	       /* in which even a long column comes to rest */
	KERNEL_ENOTSUPP = -524 /* the kernel's own word for it, which has no name out here */
};

/* Returns the error, so that a caller can report and return it at once. */
__attribute__((format(printf, 3, 4))) static int say(struct reed_lines *lines, int error,
						     const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(lines->why, sizeof lines->why, format, arguments);
	va_end(arguments);
	return error;
}

static bool are_rows(const struct reed_bank *bank)
{
	return bank->side->key[0] == 'r';
}

/* "row 3", "column c" */
static const char *wire_name(const struct reed_bank *bank, unsigned i, char name[16])
{
	if (are_rows(bank))
		snprintf(name, 16, "row %u", i + 1);
	else
		snprintf(name, 16, "column %c", (char)('a' + i));
	return name;
}

static const char *short_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int say_failed(struct reed_lines *lines, const struct reed_bank *bank, int error)
{
	if (error == -ENODEV || error == -ENXIO || error == -EBADF)
		return say(lines, error, "%s has gone: plug it in again, or look at its cable",
			   short_name(bank->path));
	return say(lines, error, "%s fails at its %s (%s): look at the chip's cable and power",
		   short_name(bank->path), bank->side->key, strerror(-error));
}

/* ---- chips ---- */

static int say_no_access(struct reed_lines *lines, const char *path)
{
	return say(lines, -EACCES,
		   "adjutantd may not use %s: add its user to the group that owns it (sudo usermod "
		   "-aG gpio USER) and start it anew",
		   path);
}

/* What there is instead: "gpiochip0 (pinctrl-bcm2711), ..." as far as it fits. */
static void list_chips(char *list, size_t room)
{
	char paths[GPIO_CHIPS][GPIO_TEXT];
	unsigned count = gpio_chip_list(paths, GPIO_CHIPS);
	size_t length = 0;

	list[0] = '\0';
	for (unsigned i = 0; i < count; i++) {
		struct gpio_chip *chip = NULL;
		int n;

		if (gpio_chip_open(&chip, paths[i]) < 0)
			continue;
		n = snprintf(list + length, room - length, "%s%s (%s)", length > 0 ? ", " : "",
			     short_name(paths[i]), gpio_chip_label(chip));
		gpio_chip_close(chip);
		if (n < 0 || (size_t)n >= room - length) {
			list[length] = '\0';
			return;
		}
		length += (size_t)n;
	}
}

static int say_no_chip(struct reed_lines *lines, const char *wanted)
{
	char list[80];

	list_chips(list, sizeof list);
	if (list[0] == '\0')
		return say(
			lines, -ENOENT,
			"there is no GPIO chip %.40s, nor any other: plug it in, or enable it, or "
			"run adjutantd on the machine that the board is wired to",
			wanted);
	return say(lines, -ENOENT,
		   "there is no GPIO chip %.40s: plug it in, or write one of those that are there "
		   "to chip = in the configuration: %s",
		   wanted, list);
}

static int open_path(struct reed_lines *lines, struct reed_bank *bank, const char *path)
{
	int error = gpio_chip_open(&bank->chip, path);

	snprintf(bank->path, sizeof bank->path, "%s", path);
	if (error == -ENOENT || error == -ENODEV || error == -ENXIO)
		return say_no_chip(lines, path);
	if (error == -EACCES || error == -EPERM)
		return say_no_access(lines, path);
	if (error == -ENOTTY || error == -EINVAL)
		return say(lines, error,
			   "%.60s is no GPIO chip: write one that gpiodetect shows to chip = in "
			   "the configuration",
			   path);
	return error ? say(lines, error, "%.60s cannot be opened: %s", path, strerror(-error)) : 0;
}

/* The first chip with this label; -ENOENT without a sentence if there is none. */
static int open_label(struct reed_lines *lines, struct reed_bank *bank, const char *label,
		      size_t length)
{
	char paths[GPIO_CHIPS][GPIO_TEXT];
	unsigned count = gpio_chip_list(paths, GPIO_CHIPS);
	int forbidden = -1;

	for (unsigned i = 0; i < count; i++) {
		struct gpio_chip *chip = NULL;
		int error = gpio_chip_open(&chip, paths[i]);

		if (error == -EACCES || error == -EPERM)
			forbidden = (int)i;
		if (error)
			continue;
		if (strlen(gpio_chip_label(chip)) == length &&
		    memcmp(gpio_chip_label(chip), label, length) == 0) {
			bank->chip = chip;
			memcpy(bank->path, paths[i], sizeof bank->path);
			return 0;
		}
		gpio_chip_close(chip);
	}
	return forbidden < 0 ? -ENOENT : say_no_access(lines, paths[forbidden]);
}

static int open_chip(struct reed_lines *lines, struct reed_bank *bank)
{
	const char *rest = bank->side->chip, *word;
	char path[GPIO_TEXT];
	size_t length;
	int error = -ENOENT;

	if (rest[0] == '/')
		return open_path(lines, bank, rest);
	if (strncmp(rest, "gpiochip", 8) == 0) {
		snprintf(path, sizeof path, "/dev/%.50s", rest);
		return open_path(lines, bank, path);
	}
	while (error == -ENOENT && (word = reed_take_word(&rest, &length)))
		error = open_label(lines, bank, word, length);
	return error == -ENOENT ? say_no_chip(lines, bank->side->chip) : error;
}

/* ---- lines ---- */

static int find_line(struct reed_lines *lines, struct reed_bank *bank, unsigned i)
{
	const struct reed_line *line = &bank->side->lines[i];
	unsigned count = gpio_chip_line_count(bank->chip);

	bank->numbers[i] = line->number;
	if (line->name[0]) {
		if (gpio_chip_find_line(bank->chip, line->name, &bank->numbers[i]) == 0)
			return 0;
		return say(lines, -ENOENT,
			   "no line of %s is called %s: look with gpioinfo and correct %s = in the "
			   "configuration",
			   short_name(bank->path), line->name, bank->side->key);
	}
	if (line->number < count)
		return 0;
	return say(lines, -ERANGE,
		   "%s has no line %u, only 0 to %u: correct %s = in the configuration, or chip = "
		   "if it means another one",
		   short_name(bank->path), line->number, count - 1, bank->side->key);
}

/* What the configuration could not show: a line by its name and by its number, or two names of one
 * chip. */
static int check_twice(struct reed_lines *lines, const struct reed_bank *a,
		       const struct reed_bank *b)
{
	char name[16], other[16];

	if (strcmp(a->path, b->path) != 0)
		return 0;
	for (unsigned i = 0; i < a->side->count; i++)
		for (unsigned j = 0; j < b->side->count; j++)
			if (a->numbers[i] == b->numbers[j] && (a != b || i < j))
				return say(lines, -EINVAL,
					   "line %u of %s is both %s and %s: correct %s = in the "
					   "configuration",
					   a->numbers[i], short_name(a->path),
					   wire_name(a, i, name), wire_name(b, j, other),
					   b->side->key);
	return 0;
}

static int open_side(struct reed_lines *lines, struct reed_bank *bank)
{
	int error = open_chip(lines, bank);

	for (unsigned i = 0; !error && i < bank->side->count; i++)
		error = find_line(lines, bank, i);
	return error ? error : check_twice(lines, bank, bank);
}

/* ---- requesting ---- */

static int say_busy(struct reed_lines *lines, const struct reed_bank *bank)
{
	char user[GPIO_TEXT], name[16];

	for (unsigned i = 0; i < bank->side->count; i++) {
		gpio_chip_line_user(bank->chip, bank->numbers[i], user);
		if (user[0] == '\0')
			continue;
		if (strcmp(user, GPIO_CONSUMER) == 0)
			return say(lines, -EBUSY,
				   "another adjutantd has the lines of %s: end that one, or give "
				   "this one another board",
				   short_name(bank->path));
		return say(lines, -EBUSY,
			   "line %u of %s (%s) is used by \"%.32s\": switch that off, or wire the "
			   "board to another line and write it to %s =",
			   bank->numbers[i], short_name(bank->path), wire_name(bank, i, name), user,
			   bank->side->key);
	}
	return say(lines, -EBUSY, "somebody else uses lines of %s: gpioinfo shows who",
		   short_name(bank->path));
}

/* Not that it fails, but that it cannot do what it is asked for. */
static int say_refused(struct reed_lines *lines, const struct reed_bank *bank, int error)
{
	if (are_rows(bank) && lines->reed->open)
		return say(lines, error,
			   "%s does not take its lines as rows that are let go (%s): if every "
			   "square has its diode, write drive = push-pull",
			   short_name(bank->path), strerror(-error));
	return say(lines, error,
		   "%s does not take its lines as %s (%s): if it has no resistors inside, "
		   "solder some and write bias = none",
		   short_name(bank->path), bank->side->key, strerror(-error));
}

static int request(struct reed_lines *lines, struct reed_bank *bank)
{
	const struct reed_settings *reed = lines->reed;
	const struct gpio_wish wish = {
		.output = are_rows(bank),
		.active_low = reed->active_low,
		.open = reed->open,
		/* a row that is let go is pulled too, or its own resting level would be anything */
		.bias = reed->bias,
	};
	int error =
		gpio_bank_request(&bank->bank, bank->chip, bank->numbers, bank->side->count, &wish);

	switch (error) {
	case 0:
		return 0;
	case -EBUSY:
		return say_busy(lines, bank);
	case -EINVAL:
	case -EPERM:
	case -ENOTSUP:
	case KERNEL_ENOTSUPP:
		return say_refused(lines, bank, error == KERNEL_ENOTSUPP ? -ENOTSUP : error);
	default:
		return say_failed(lines, bank, error);
	}
}

/* ---- reading ---- */

/* A contact that reads closed while no row is driven will always read closed. */
static int check_idle(struct reed_lines *lines)
{
	const struct reed_bank *columns = &lines->columns;
	const uint32_t all = (UINT32_C(1) << columns->side->count) - 1;
	const char *pull = lines->reed->active_low ? "pull-up" : "pull-down";
	uint32_t active;
	char name[16];
	int error;

	ticker_wait_us(IDLE_US);
	error = gpio_bank_get(columns->bank, &active);
	if (error)
		return say_failed(lines, columns, error);
	if (active == 0)
		return 0;
	if (active == all)
		return say(lines, -EIO,
			   "all columns look closed though no row is driven: check active =, and "
			   "with bias = none that there are %s resistors",
			   pull);
	for (unsigned i = 0;; i++)
		if (active >> i & 1)
			return say(lines, -EIO,
				   "%s (line %u of %s) looks closed though no row is driven: look "
				   "for a short at its wire, or a missing %s resistor",
				   wire_name(columns, i, name), columns->numbers[i],
				   short_name(columns->path), pull);
}

int reed_lines_read(struct reed_lines *lines, unsigned row, unsigned *levels)
{
	uint32_t active;
	int error;

	if (row != lines->driven) {
		uint32_t old = lines->driven == REED_NOBODY ? 0 : UINT32_C(1) << lines->driven;

		error = gpio_bank_set(lines->rows.bank, old | UINT32_C(1) << row,
				      UINT32_C(1) << row);
		if (error)
			return say_failed(lines, &lines->rows, error);
		lines->driven = row;
		ticker_wait_us(lines->reed->settle_us);
	}
	error = gpio_bank_get(lines->columns.bank, &active);
	if (error)
		return say_failed(lines, &lines->columns, error);
	*levels = active;
	return 0;
}

/* ---- all of it ---- */

void reed_lines_init(struct reed_lines *lines, const struct reed_settings *reed)
{
	*lines = (struct reed_lines){.reed = reed,
				     .rows.side = &reed->rows,
				     .columns.side = &reed->columns,
				     .driven = REED_NOBODY};
}

int reed_lines_open(struct reed_lines *lines)
{
	int error = open_side(lines, &lines->rows);

	if (!error)
		error = open_side(lines, &lines->columns);
	if (!error)
		error = check_twice(lines, &lines->rows, &lines->columns);
	if (!error)
		error = request(lines, &lines->columns);
	if (!error)
		error = request(lines, &lines->rows);
	if (!error)
		error = check_idle(lines);
	return error;
}

static void close_side(struct reed_bank *bank)
{
	gpio_bank_release(bank->bank);
	gpio_chip_close(bank->chip);
	bank->bank = NULL;
	bank->chip = NULL;
}

void reed_lines_close(struct reed_lines *lines)
{
	close_side(&lines->rows);
	close_side(&lines->columns);
	lines->driven = REED_NOBODY;
}
