/*
 * What the configuration says of a reed matrix. hardware/README.md explains every key; only whether
 * they make sense by themselves is judged here, not whether such lines exist.
 */
#ifndef DRIVERS_REED_REED_SETTINGS_H
#define DRIVERS_REED_REED_SETTINGS_H

#include "drivers/board/board.h"
#include "drivers/reed/gpio_lines.h"
#include "drivers/reed/matrix.h"
#include "rules/square.h"

enum { REED_CHIP = 161 /* as long as a value may be */ };

struct reed_line {
	char name[GPIO_TEXT]; /* "": by its number */
	unsigned number;
};

/* the rows, or the columns */
struct reed_side {
	const char *key; /* "rows", "columns" */
	char chip[REED_CHIP];
	unsigned count;
	struct reed_line
		lines[MATRIX_LINES]; /* row 1 or column a first, as many as the board has */
};

struct reed_settings {
	struct reed_side rows, columns;
	bool active_low;
	bool open; /* rows that are not driven are let go */
	enum gpio_bias bias;
	unsigned scan_hz, settle_us;
};

/* Returns 0; or -EINVAL, with why and which setting as struct board_driver has it. */
int reed_settings_read(struct reed_settings *reed, enum board_id board,
		       const struct board_setting *settings, size_t count, char *why, size_t room,
		       size_t *which);

/* the next word of a list, words being separated by blanks and commas; NULL at the end */
const char *reed_take_word(const char **rest, size_t *length);

#endif
