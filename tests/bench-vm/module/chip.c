// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The matrix as the kernel's GPIO library sees it. It does not interrupt: a program that wants to know
 * what changed has to scan.
 */
#include "matrix.h"

#include <linux/ktime.h>
#include <linux/module.h>

/* A scan looks once at each row: it begins when that is row 1. */
static void note_look(u64 now_ns)
{
	matrix.gets++;
	if (!(active_rows() & 1))
		return;
	if (matrix.last_scan_ns && now_ns - matrix.last_scan_ns > matrix.longest_ns)
		matrix.longest_ns = now_ns - matrix.last_scan_ns;
	matrix.last_scan_ns = now_ns;
	matrix.scans++;
}

static void set_levels(u32 mask, u32 levels)
{
	unsigned long flags;

	spin_lock_irqsave(&matrix.lock, flags);
	mask &= ~matrix.failing;
	matrix.levels = (matrix.levels & ~mask) | (levels & mask);
	matrix.sets++;
	spin_unlock_irqrestore(&matrix.lock, flags);
}

static int get_levels(u32 mask, u32 *levels)
{
	u64 now_ns = ktime_get_ns();
	unsigned long flags;
	int error;

	spin_lock_irqsave(&matrix.lock, flags);
	error = matrix.failing & mask ? -EIO : 0;
	*levels = look(now_ns);
	note_look(now_ns);
	spin_unlock_irqrestore(&matrix.lock, flags);
	return error;
}

static void chip_set(struct gpio_chip *self, unsigned int line, int level)
{
	set_levels(1u << line, level ? 1u << line : 0);
}

static void chip_set_multiple(struct gpio_chip *self, unsigned long *mask, unsigned long *bits)
{
	set_levels(*mask, *bits);
}

static int chip_get(struct gpio_chip *self, unsigned int line)
{
	u32 levels;
	int error = get_levels(1u << line, &levels);

	return error ?: !!(levels & 1u << line);
}

static int chip_get_multiple(struct gpio_chip *self, unsigned long *mask, unsigned long *bits)
{
	u32 levels;
	int error = get_levels(*mask, &levels);

	*bits = (*bits & ~*mask) | (levels & *mask);
	return error;
}

static int chip_get_direction(struct gpio_chip *self, unsigned int line)
{
	return matrix.outputs & 1u << line ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int set_direction(unsigned int line, bool output)
{
	unsigned long flags;
	int error;

	spin_lock_irqsave(&matrix.lock, flags);
	error = matrix.failing & 1u << line ? -EIO : 0;
	if (!error && output)
		matrix.outputs |= 1u << line;
	else if (!error)
		matrix.outputs &= ~(1u << line);
	spin_unlock_irqrestore(&matrix.lock, flags);
	return error;
}

static int chip_direction_input(struct gpio_chip *self, unsigned int line)
{
	return set_direction(line, false);
}

static int chip_direction_output(struct gpio_chip *self, unsigned int line, int level)
{
	chip_set(self, line, level);
	return set_direction(line, true);
}

static int chip_set_config(struct gpio_chip *self, unsigned int line, unsigned long config)
{
	u8 bias;

	if (matrix.failing & 1u << line)
		return -EIO;
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_DISABLE:
		bias = FLOATING;
		break;
	case PIN_CONFIG_BIAS_PULL_UP:
		bias = PULLED_UP;
		break;
	case PIN_CONFIG_BIAS_PULL_DOWN:
		bias = PULLED_DOWN;
		break;
	default:
		return -ENOTSUPP;
	}
	if (line >= SIDE)
		matrix.bias[line - SIDE] = bias;
	return 0;
}

/*
 * The lines have no names: while names are being given to a new chip, kernel 6.1 follows a null
 * pointer if a program still holds lines of one that was unplugged.
 */
static const struct gpio_chip new_chip = {
	.label = "reed-matrix",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.get_direction = chip_get_direction,
	.direction_input = chip_direction_input,
	.direction_output = chip_direction_output,
	.get = chip_get,
	.get_multiple = chip_get_multiple,
	.set = chip_set,
	.set_multiple = chip_set_multiple,
	.set_config = chip_set_config,
};

static struct gpio_chip chip;
static bool is_plugged;

int chip_plug(struct device *parent)
{
	int error;

	if (is_plugged)
		return -EBUSY;
	chip = new_chip;
	chip.parent = parent;
	matrix.outputs = 0;
	memset(matrix.bias, FLOATING, sizeof matrix.bias);
	error = gpiochip_add_data(&chip, NULL);
	is_plugged = !error;
	return error;
}

/* A program that holds lines keeps a descriptor that gives ENODEV from now on. */
int chip_unplug(void)
{
	if (!is_plugged)
		return -ENODEV;
	gpiochip_remove(&chip);
	is_plugged = false;
	return 0;
}
