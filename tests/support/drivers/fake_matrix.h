/*
 * A reed matrix and the machine that it is wired to, in place of GPIO lines and timers: a program
 * that includes this, in one of its files, has the functions of drivers/reed/gpio_lines.h and
 * drivers/board/ticker.h from here, and the drivers in it talk to the fake. All of it is in this
 * header, since in an archive it would come to programs that have not asked for it.
 *
 * The board is electric as far as it matters: reeds, diodes that may leak, rows that are driven one
 * way, the other way or not at all, columns with resistors and without, wires that take their time.
 */
#ifndef TESTS_SUPPORT_DRIVERS_FAKE_MATRIX_H
#define TESTS_SUPPORT_DRIVERS_FAKE_MATRIX_H

#include "drivers/board/ticker.h"
#include "drivers/reed/gpio_lines.h"
#include "drivers/reed/matrix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAKE_CHIPS = 3, FAKE_LINES = 32 };

struct fake_chip {
	const char *path, *label;
	unsigned lines;
	int open_error;					 /* negative: it cannot be opened */
	int output_error, open_drain_error, input_error; /* it does not take such lines */
	const char *names[FAKE_LINES];
	const char *users[FAKE_LINES]; /* other users of the lines */
};

struct fake_wire {
	unsigned chip, line;
};

struct fake_matrix {
	struct fake_chip chips[FAKE_CHIPS];
	unsigned chip_count;

	/* the board */
	struct fake_wire rows[MATRIX_LINES], columns[MATRIX_LINES];
	bool closed[MATRIX_LINES][MATRIX_LINES]; /* [row][column] */
	bool leaks[MATRIX_LINES][MATRIX_LINES];	 /* a diode that conducts both ways */
	bool wired_low;				 /* diodes let rows pull columns low, else high */
	bool has_resistors;			 /* at the columns */
	unsigned shorted;			 /* columns shorted to the rows' active level */
	unsigned release_us;			 /* until a column that was pulled has recovered */

	/* time */
	uint64_t now_us;
	unsigned call_us; /* how long setting or getting a bank takes */
	uint64_t ticks;	  /* to be reported next */

	/* a planned failure: in which call of set and get, counted from now; 0: none */
	unsigned fail_in;
	int fail_error;
	int ticker_error;

	/* what has been called */
	unsigned opens, requests, sets, gets, tick_reads;
	unsigned shorts; /* rows driven against each other through leaking diodes */
	unsigned chips_open, banks_open, tickers_open;
	uint64_t period_us;
	struct gpio_wish row_wish, column_wish;
};

static struct fake_matrix fake;

struct gpio_chip {
	unsigned index;
};

struct gpio_bank {
	unsigned chip, count;
	unsigned lines[GPIO_BANK];
	struct gpio_wish wish;
	uint32_t active; /* of outputs */
};

/* the requested ones */
static struct gpio_bank *fake_banks[4];
/* the columns that were pulled when last read, and how long they have recovered since */
static unsigned fake_pulled, fake_rested_us;

/* one chip /dev/gpiochip0 "pinctrl-bcm2711", rows on its lines 0 to 9, columns on 10 to 19 */
static void fake_matrix_reset(void)
{
	memset(&fake, 0, sizeof fake);
	memset(fake_banks, 0, sizeof fake_banks);
	fake_pulled = 0;
	fake.chips[0] = (struct fake_chip){
		.path = "/dev/gpiochip0", .label = "pinctrl-bcm2711", .lines = 28};
	fake.chip_count = 1;
	fake.wired_low = true;
	fake.now_us = 1000000;
	for (unsigned i = 0; i < MATRIX_LINES; i++) {
		fake.rows[i] = (struct fake_wire){0, i};
		fake.columns[i] = (struct fake_wire){0, MATRIX_LINES + i};
	}
}

/* ---- electricity ---- */

enum row_state { ROW_LOOSE, ROW_DRIVING, ROW_AGAINST };

static const struct gpio_bank *fake_bank_of(struct fake_wire wire, unsigned *i)
{
	for (unsigned b = 0; b < sizeof fake_banks / sizeof *fake_banks; b++)
		for (*i = 0;
		     fake_banks[b] && fake_banks[b]->chip == wire.chip && *i < fake_banks[b]->count;
		     ++*i)
			if (fake_banks[b]->lines[*i] == wire.line)
				return fake_banks[b];
	return NULL;
}

/* By the level of the wire, whatever its user calls active. */
static enum row_state fake_state_of(unsigned row)
{
	unsigned i;
	const struct gpio_bank *bank = fake_bank_of(fake.rows[row], &i);
	bool active;

	if (!bank || !bank->wish.output)
		return ROW_LOOSE;
	active = bank->active >> i & 1;
	if (!active && bank->wish.open)
		return ROW_LOOSE;
	return active == (bank->wish.active_low == fake.wired_low) ? ROW_DRIVING : ROW_AGAINST;
}

/* A row pulls the columns of its closed contacts; those pull other rows where a diode leaks. */
static unsigned fake_pull(unsigned row, bool *seen)
{
	unsigned columns = 0;

	seen[row] = true;
	for (unsigned column = 0; column < MATRIX_LINES; column++) {
		if (!fake.closed[row][column])
			continue;
		columns |= 1u << column;
		for (unsigned other = 0; other < MATRIX_LINES; other++) {
			if (seen[other] || !fake.closed[other][column] ||
			    !fake.leaks[other][column])
				continue;
			if (fake_state_of(other) == ROW_AGAINST)
				fake.shorts++;
			else
				columns |= fake_pull(other, seen);
		}
	}
	return columns;
}

static unsigned fake_pulled_columns(void)
{
	bool seen[MATRIX_LINES] = {false};
	unsigned columns = fake.shorted;

	for (unsigned row = 0; row < MATRIX_LINES; row++)
		if (!seen[row] && fake_state_of(row) == ROW_DRIVING)
			columns |= fake_pull(row, seen);
	return columns;
}

static bool fake_has_rest_level(const struct gpio_bank *bank)
{
	enum gpio_bias back = fake.wired_low ? GPIO_BIAS_PULL_UP : GPIO_BIAS_PULL_DOWN;

	return fake.has_resistors || bank->wish.bias == back;
}

/* ---- chips ---- */

unsigned gpio_chip_list(char paths[][GPIO_TEXT], unsigned room)
{
	unsigned count = 0;

	for (unsigned i = 0; i < fake.chip_count && count < room; i++)
		if (fake.chips[i].open_error != -ENOENT)
			snprintf(paths[count++], GPIO_TEXT, "%s", fake.chips[i].path);
	return count;
}

int gpio_chip_open(struct gpio_chip **chip, const char *path)
{
	fake.opens++;
	for (unsigned i = 0; i < fake.chip_count; i++) {
		if (strcmp(fake.chips[i].path, path) != 0)
			continue;
		if (fake.chips[i].open_error)
			return fake.chips[i].open_error;
		*chip = malloc(sizeof **chip);
		(*chip)->index = i;
		fake.chips_open++;
		return 0;
	}
	return -ENOENT;
}

void gpio_chip_close(struct gpio_chip *chip)
{
	if (chip)
		fake.chips_open--;
	free(chip);
}

const char *gpio_chip_label(const struct gpio_chip *chip)
{
	return fake.chips[chip->index].label;
}

unsigned gpio_chip_line_count(const struct gpio_chip *chip)
{
	return fake.chips[chip->index].lines;
}

int gpio_chip_find_line(struct gpio_chip *chip, const char *name, unsigned *line)
{
	for (*line = 0; *line < FAKE_LINES; ++*line) {
		const char *known = fake.chips[chip->index].names[*line];

		if (known && strcmp(known, name) == 0)
			return 0;
	}
	return -ENOENT;
}

static bool fake_is_requested(struct fake_wire wire)
{
	unsigned i;

	return fake_bank_of(wire, &i) != NULL;
}

void gpio_chip_line_user(struct gpio_chip *chip, unsigned line, char user[GPIO_TEXT])
{
	const char *who = fake.chips[chip->index].users[line];

	if (fake_is_requested((struct fake_wire){chip->index, line}))
		who = GPIO_CONSUMER;
	snprintf(user, GPIO_TEXT, "%s", who ? who : "");
}

/* ---- banks ---- */

static int fake_refusal(const struct fake_chip *chip, const struct gpio_wish *wish)
{
	if (!wish->output)
		return chip->input_error;
	return wish->open && chip->open_drain_error ? chip->open_drain_error : chip->output_error;
}

int gpio_bank_request(struct gpio_bank **made, struct gpio_chip *chip, const unsigned *lines,
		      unsigned count, const struct gpio_wish *wish)
{
	const struct fake_chip *kind = &fake.chips[chip->index];
	struct gpio_bank *bank;
	unsigned slot = 0;

	fake.requests++;
	for (unsigned i = 0; i < count; i++)
		if (kind->users[lines[i]] ||
		    fake_is_requested((struct fake_wire){chip->index, lines[i]}))
			return -EBUSY;
	if (fake_refusal(kind, wish))
		return fake_refusal(kind, wish);
	bank = calloc(1, sizeof *bank);
	bank->chip = chip->index;
	bank->count = count;
	bank->wish = *wish;
	memcpy(bank->lines, lines, count * sizeof *lines);
	while (fake_banks[slot])
		slot++;
	fake_banks[slot] = bank;
	*(wish->output ? &fake.row_wish : &fake.column_wish) = *wish;
	fake.banks_open++;
	*made = bank;
	return 0;
}

void gpio_bank_release(struct gpio_bank *bank)
{
	for (unsigned i = 0; bank && i < sizeof fake_banks / sizeof *fake_banks; i++)
		if (fake_banks[i] == bank) {
			fake_banks[i] = NULL;
			fake.banks_open--;
		}
	free(bank);
}

static int fake_failure(void)
{
	fake.now_us += fake.call_us;
	if (fake.fail_in == 0 || --fake.fail_in > 0)
		return 0;
	return fake.fail_error;
}

int gpio_bank_set(struct gpio_bank *bank, uint32_t which, uint32_t active)
{
	int error = fake_failure();

	fake.sets++;
	if (error)
		return error;
	bank->active = (bank->active & ~which) | (active & which);
	fake_rested_us = 0;
	return 0;
}

int gpio_bank_get(struct gpio_bank *bank, uint32_t *active)
{
	unsigned now = fake_pulled_columns(), i;
	int error = fake_failure();

	fake.gets++;
	if (error)
		return error;
	if (fake_rested_us < fake.release_us)
		now |= fake_pulled;
	fake_pulled = now;
	if (!fake_has_rest_level(bank))
		now = (1u << MATRIX_LINES) - 1;
	if (bank->wish.active_low != fake.wired_low)
		now = ~now;
	*active = 0;
	for (unsigned column = 0; column < MATRIX_LINES; column++)
		if (fake_bank_of(fake.columns[column], &i) == bank && now >> column & 1)
			*active |= UINT32_C(1) << i;
	return 0;
}

/* ---- time ---- */

int ticker_create(uint64_t period_us)
{
	if (fake.ticker_error)
		return fake.ticker_error;
	fake.period_us = period_us;
	fake.tickers_open++;
	return open("/dev/null", O_RDONLY); /* any descriptor that can be closed */
}

int ticker_set_period(int ticker, uint64_t period_us)
{
	(void)ticker;
	fake.period_us = period_us;
	return 0;
}

uint64_t ticker_ticks(int ticker)
{
	uint64_t ticks = fake.ticks;

	(void)ticker;
	fake.tick_reads++;
	fake.ticks = 0;
	return ticks;
}

void ticker_wait_us(unsigned us)
{
	fake.now_us += us;
	fake_rested_us += us;
}

#endif
