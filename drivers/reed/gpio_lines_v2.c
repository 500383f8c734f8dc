/* GPIO lines with libgpiod 2.x, which Debian 13 and the current Raspberry Pi OS have. */
#include "drivers/reed/gpio_lines.h"

#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES /* only 1.x knows bulks */

struct gpio_chip {
	struct gpiod_chip *chip;
	char label[GPIO_TEXT];
	unsigned line_count;
};

struct gpio_bank {
	struct gpiod_line_request *request;
	unsigned count;
	unsigned lines[GPIO_BANK];
};

/* libgpiod does not always say why; then it is "input/output error" */
static int failure(void)
{
	return errno > 0 ? -errno : -EIO;
}

/* ---- chips ---- */

static int open_chip(struct gpio_chip *chip, const char *path)
{
	struct gpiod_chip_info *info;
	int error;

	errno = 0;
	chip->chip = gpiod_chip_open(path);
	if (!chip->chip)
		return failure();
	info = gpiod_chip_get_info(chip->chip);
	if (!info) {
		error = failure();
		gpiod_chip_close(chip->chip);
		return error;
	}
	snprintf(chip->label, sizeof chip->label, "%s", gpiod_chip_info_get_label(info));
	chip->line_count = (unsigned)gpiod_chip_info_get_num_lines(info);
	gpiod_chip_info_free(info);
	return 0;
}

int gpio_chip_open(struct gpio_chip **made, const char *path)
{
	struct gpio_chip *chip = malloc(sizeof *chip);
	int error = chip ? open_chip(chip, path) : -ENOMEM;

	if (error)
		free(chip);
	else
		*made = chip;
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
	return chip->label;
}

unsigned gpio_chip_line_count(const struct gpio_chip *chip)
{
	return chip->line_count;
}

int gpio_chip_find_line(struct gpio_chip *chip, const char *name, unsigned *number)
{
	int line;

	errno = 0;
	line = gpiod_chip_get_line_offset_from_name(chip->chip, name);
	if (line < 0)
		return failure();
	*number = (unsigned)line;
	return 0;
}

void gpio_chip_line_user(struct gpio_chip *chip, unsigned number, char user[GPIO_TEXT])
{
	struct gpiod_line_info *info = gpiod_chip_get_line_info(chip->chip, number);
	const char *consumer = info ? gpiod_line_info_get_consumer(info) : NULL;

	user[0] = '\0';
	if (info && gpiod_line_info_is_used(info))
		snprintf(user, GPIO_TEXT, "%s", consumer ? consumer : "the kernel");
	if (info)
		gpiod_line_info_free(info);
}

/* ---- banks ---- */

static int wish_for(struct gpiod_line_settings *settings, const struct gpio_wish *wish)
{
	static const enum gpiod_line_bias biases[] = {
		[GPIO_BIAS_NONE] = GPIOD_LINE_BIAS_DISABLED,
		[GPIO_BIAS_PULL_UP] = GPIOD_LINE_BIAS_PULL_UP,
		[GPIO_BIAS_PULL_DOWN] = GPIOD_LINE_BIAS_PULL_DOWN,
	};
	enum gpiod_line_drive let_go =
		wish->active_low ? GPIOD_LINE_DRIVE_OPEN_DRAIN : GPIOD_LINE_DRIVE_OPEN_SOURCE;

	gpiod_line_settings_set_active_low(settings, wish->active_low);
	if (gpiod_line_settings_set_direction(settings, wish->output
								? GPIOD_LINE_DIRECTION_OUTPUT
								: GPIOD_LINE_DIRECTION_INPUT) < 0 ||
	    gpiod_line_settings_set_bias(settings, biases[wish->bias]) < 0)
		return -1;
	if (!wish->output)
		return 0;
	if (gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE) < 0)
		return -1;
	return gpiod_line_settings_set_drive(settings,
					     wish->open ? let_go : GPIOD_LINE_DRIVE_PUSH_PULL);
}

/* what libgpiod wants to have been made before it requests anything */
struct forms {
	struct gpiod_line_settings *settings;
	struct gpiod_line_config *lines;
	struct gpiod_request_config *request;
};

static void throw_away(struct forms *forms)
{
	if (forms->settings)
		gpiod_line_settings_free(forms->settings);
	if (forms->lines)
		gpiod_line_config_free(forms->lines);
	if (forms->request)
		gpiod_request_config_free(forms->request);
}

static int request(struct gpio_bank *bank, struct gpio_chip *chip, const struct gpio_wish *wish)
{
	struct forms forms = {gpiod_line_settings_new(), gpiod_line_config_new(),
			      gpiod_request_config_new()};
	int error = forms.settings && forms.lines && forms.request ? 0 : -ENOMEM;

	errno = 0;
	if (!error)
		gpiod_request_config_set_consumer(forms.request, GPIO_CONSUMER);
	if (!error && (wish_for(forms.settings, wish) < 0 ||
		       gpiod_line_config_add_line_settings(forms.lines, bank->lines, bank->count,
							   forms.settings) < 0))
		error = failure();
	if (!error) {
		bank->request = gpiod_chip_request_lines(chip->chip, forms.request, forms.lines);
		if (!bank->request)
			error = failure();
	}
	throw_away(&forms);
	return error;
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
	bank->count = count;
	memcpy(bank->lines, lines, count * sizeof *lines);
	error = request(bank, chip, wish);
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
	gpiod_line_request_release(bank->request);
	free(bank);
}

/* Only those in `which`: a chip that lets lines go one by one need not do that with all of them. */
int gpio_bank_set(struct gpio_bank *bank, uint32_t which, uint32_t active)
{
	enum gpiod_line_value values[GPIO_BANK];
	unsigned lines[GPIO_BANK], count = 0;

	for (unsigned i = 0; i < bank->count; i++) {
		if (!(which >> i & 1))
			continue;
		lines[count] = bank->lines[i];
		values[count++] =
			active >> i & 1 ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
	}
	errno = 0;
	return gpiod_line_request_set_values_subset(bank->request, count, lines, values) < 0
		       ? failure()
		       : 0;
}

int gpio_bank_get(struct gpio_bank *bank, uint32_t *active)
{
	enum gpiod_line_value values[GPIO_BANK];

	errno = 0;
	if (gpiod_line_request_get_values(bank->request, values) < 0)
		return failure();
	*active = 0;
	for (unsigned i = 0; i < bank->count; i++)
		*active |= (uint32_t)(values[i] == GPIOD_LINE_VALUE_ACTIVE) << i;
	return 0;
}

#endif
