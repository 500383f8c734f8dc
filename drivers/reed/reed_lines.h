/*
 * The GPIO lines of a reed matrix: finds, requests, drives and reads them, with a sentence for
 * every error. Knows no time: the driver decides when to retry.
 */
#ifndef DRIVERS_REED_REED_LINES_H
#define DRIVERS_REED_REED_LINES_H

#include "drivers/reed/gpio_lines.h"
#include "drivers/reed/matrix.h"
#include "drivers/reed/reed_settings.h"

enum { REED_WHY = 200, REED_NOBODY = 255 };

/* what is open of the rows, or of the columns */
struct reed_bank {
	const struct reed_side *side;
	struct gpio_chip *chip;
	struct gpio_bank *bank;
	char path[GPIO_TEXT];
	unsigned numbers[MATRIX_LINES];
};

struct reed_lines {
	const struct reed_settings *reed;
	struct reed_bank rows, columns;
	unsigned driven;    /* row, or REED_NOBODY */
	char why[REED_WHY]; /* the last thing that went wrong */
};

void reed_lines_init(struct reed_lines *lines, const struct reed_settings *reed);
/* Returns 0 or -errno, with a sentence in why; reed_lines_close() in either case. */
int reed_lines_open(struct reed_lines *lines);
void reed_lines_close(struct reed_lines *lines);
/* The columns that are closed in a row, bit 0 being column a. Returns 0 or -errno, with a sentence.
 */
int reed_lines_read(struct reed_lines *lines, unsigned row, unsigned *levels);

#endif
