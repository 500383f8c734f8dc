/*
 * GPIO lines in banks, as little of them as a matrix needs. libgpiod has two programming interfaces
 * that have nothing in common: gpio_lines_v1.c is for 1.6, gpio_lines_v2.c for 2.x. Both are always
 * compiled; the one that the installed header is not made for is empty.
 *
 * Levels are "active" or not; which voltage that is was said when the bank was requested. A bank
 * has at most GPIO_BANK lines, and bit n of every mask is the nth line that was asked for. Setting
 * and getting a bank are one system call each.
 *
 * All that can fail return 0 or -errno.
 */
#ifndef DRIVERS_REED_GPIO_LINES_H
#define DRIVERS_REED_GPIO_LINES_H

#include <stdbool.h>
#include <stdint.h>

#define GPIO_CONSUMER "adjutantd" /* who has the lines, for others who want them */

enum { GPIO_BANK = 32, GPIO_TEXT = 64, GPIO_CHIPS = 32 };

enum gpio_bias { GPIO_BIAS_NONE, GPIO_BIAS_PULL_UP, GPIO_BIAS_PULL_DOWN };

struct gpio_wish {
	bool output;
	bool active_low;
	bool open; /* outputs: one that is not active is let go, not driven the other way */
	enum gpio_bias bias;
};

struct gpio_chip;
struct gpio_bank;

/* the paths of the chips that this machine has, lowest number first; returns how many */
unsigned gpio_chip_list(char paths[][GPIO_TEXT], unsigned room);

int gpio_chip_open(struct gpio_chip **chip, const char *path);
void gpio_chip_close(struct gpio_chip *chip); /* after its banks; NULL is fine */
const char *gpio_chip_label(const struct gpio_chip *chip);
unsigned gpio_chip_line_count(const struct gpio_chip *chip);
/* -ENOENT if no line has that name */
int gpio_chip_find_line(struct gpio_chip *chip, const char *name, unsigned *line);
/* the consumer of a line; "" if it is free or unknown */
void gpio_chip_line_user(struct gpio_chip *chip, unsigned line, char user[GPIO_TEXT]);

/* Outputs start inactive. -EBUSY: another program has one of the lines. */
int gpio_bank_request(struct gpio_bank **bank, struct gpio_chip *chip, const unsigned *lines,
		      unsigned count, const struct gpio_wish *wish);
void gpio_bank_release(struct gpio_bank *bank); /* NULL is fine */
/* those in `which` become as `active` has them, the others stay */
int gpio_bank_set(struct gpio_bank *bank, uint32_t which, uint32_t active);
int gpio_bank_get(struct gpio_bank *bank, uint32_t *active);

#endif
