/* GPIO lines by libgpiod 1.6, which is Debian 12's. It knows lines one by one; a bulk is a list. */
#include "drivers/reed/gpio_lines.h"

#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES /* 2.x knows no bulks */

struct gpio_chip {
	struct gpiod_chip *chip;
};

struct gpio_bank {
	struct gpiod_line_bulk lines;
	int levels[GPIO_BANK]; /* outputs: as they were set, since they are set all at once */
};

/* libgpiod does not always say why; then it is "input/output error" */
static int failure(void)
{
	return errno > 0 ? -errno : -EIO;
}

/* ---- chips ---- */

int gpio_chip_open(struct gpio_chip **made, const char *path)
{
	struct gpio_chip *chip = malloc(sizeof *chip);
	int error;

	if (!chip)
		return -ENOMEM;
	errno = 0;
	chip->chip = gpiod_chip_open(path);
	if (chip->chip) {
		*made = chip;
		return 0;
	}
	error = failure();
	free(chip);
	return error;
}

void gpio_chip_close(struct gpio_chip *chip)
{
	if (!chip)
		return;
	gpiod_chip_close(chip->chip);
	free(chip);
}

const char *gpio_chip_label(const struct gpio_chip *chip)
{
	return gpiod_chip_label(chip->chip);
}

unsigned gpio_chip_line_count(const struct gpio_chip *chip)
{
	return gpiod_chip_num_lines(chip->chip);
}

int gpio_chip_find_line(struct gpio_chip *chip, const char *name, unsigned *number)
{
	struct gpiod_line *line;

	errno = 0;
	line = gpiod_chip_find_line(chip->chip, name);
	if (!line)
		return failure();
	*number = gpiod_line_offset(line);
	return 0;
}

void gpio_chip_line_user(struct gpio_chip *chip, unsigned number, char user[GPIO_TEXT])
{
	struct gpiod_line *line = gpiod_chip_get_line(chip->chip, number);
	const char *consumer;

	user[0] = '\0';
	/* the kernel may have changed its mind since the line was first looked at */
	if (!line || gpiod_line_update(line) < 0 || !gpiod_line_is_used(line))
		return;
	consumer = gpiod_line_consumer(line);
	snprintf(user, GPIO_TEXT, "%s", consumer ? consumer : "the kernel");
}

/* ---- banks ---- */

static int flags_of(const struct gpio_wish *wish)
{
	static const int biases[] = {
		[GPIO_BIAS_NONE] = GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE,
		[GPIO_BIAS_PULL_UP] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
		[GPIO_BIAS_PULL_DOWN] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN,
	};
	int flags = biases[wish->bias];

	if (wish->active_low)
		flags |= GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW;
	if (wish->output && wish->open)
		flags |= wish->active_low ? GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN
					  : GPIOD_LINE_REQUEST_FLAG_OPEN_SOURCE;
	return flags;
}

static int request(struct gpio_bank *bank, struct gpio_chip *chip, const unsigned *lines,
		   unsigned count, const struct gpio_wish *wish)
{
	struct gpiod_line_request_config config = {
		.consumer = GPIO_CONSUMER,
		.request_type = wish->output ? GPIOD_LINE_REQUEST_DIRECTION_OUTPUT
					     : GPIOD_LINE_REQUEST_DIRECTION_INPUT,
		.flags = flags_of(wish),
	};

	errno = 0;
	gpiod_line_bulk_init(&bank->lines);
	for (unsigned i = 0; i < count; i++) {
		struct gpiod_line *line = gpiod_chip_get_line(chip->chip, lines[i]);

		if (!line)
			return failure();
		gpiod_line_bulk_add(&bank->lines, line);
	}
	return gpiod_line_request_bulk(&bank->lines, &config, bank->levels) < 0 ? failure() : 0;
}

int gpio_bank_request(struct gpio_bank **made, struct gpio_chip *chip, const unsigned *lines,
		      unsigned count, const struct gpio_wish *wish)
{
	struct gpio_bank *bank;
	int error;

	if (count == 0 || count > GPIO_BANK)
		return -EINVAL;
	bank = calloc(1, sizeof *bank);
	if (!bank)
		return -ENOMEM;
	error = request(bank, chip, lines, count, wish);
	if (error)
		free(bank);
	else
		*made = bank;
	return error;
}

void gpio_bank_release(struct gpio_bank *bank)
{
	if (!bank)
		return;
	gpiod_line_release_bulk(&bank->lines);
	free(bank);
}

int gpio_bank_set(struct gpio_bank *bank, uint32_t which, uint32_t active)
{
	for (unsigned i = 0; i < bank->lines.num_lines; i++)
		if (which >> i & 1)
			bank->levels[i] = (int)(active >> i & 1);
	errno = 0;
	return gpiod_line_set_value_bulk(&bank->lines, bank->levels) < 0 ? failure() : 0;
}

int gpio_bank_get(struct gpio_bank *bank, uint32_t *active)
{
	int levels[GPIO_BANK];

	errno = 0;
	if (gpiod_line_get_value_bulk(&bank->lines, levels) < 0)
		return failure();
	*active = 0;
	for (unsigned i = 0; i < bank->lines.num_lines; i++)
		*active |= (uint32_t)(levels[i] != 0) << i;
	return 0;
}

#endif
