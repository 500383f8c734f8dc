/* Scans by timer 1's compare unit. */
#include "scan.h"

#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay.h>

/* More than come during a refresh of the lamps, at the highest rate. */
enum { WAITING = 8 };

static struct scan waiting[WAITING];
static volatile uint8_t put, got;
static uint16_t last[BOARD_ROWS];
static bool differs; /* from the last scan that waits or was taken */
static uint8_t row;  /* that is read next, or one of these: */
enum { ALL_READ = BOARD_ROWS, NO_SCAN };
static volatile bool is_held, is_due;
static volatile uint16_t count;
static uint16_t hz = SCAN_HZ;
static volatile uint16_t period; /* in ticks */

static void choose(uint8_t output)
{
	ROW_PORT = (uint8_t)((ROW_PORT & ~ROW_MASK) | output << ROW_SHIFT);
}

/* Low is closed. The first bit stands there after the pulse, each rising edge brings the next. */
static uint16_t read_columns(void)
{
	uint16_t closed = 0, bit = 1;

	COLUMN_LOAD_PORT &= (uint8_t)~_BV(COLUMN_LOAD_BIT);
	COLUMN_LOAD_PORT |= _BV(COLUMN_LOAD_BIT);
	for (uint8_t i = 0; i < COLUMN_BITS; i++, bit <<= 1) {
		if (!(COLUMN_DATA_PIN & _BV(COLUMN_DATA_BIT)))
			closed |= bit;
		COLUMN_CLOCK_PORT |= _BV(COLUMN_CLOCK_BIT);
		COLUMN_CLOCK_PORT &= (uint8_t)~_BV(COLUMN_CLOCK_BIT);
	}
	return closed;
}

static void start(void)
{
	waiting[put].t_us = clock_us();
	row = 0;
	choose(0);
}

/* The scan that is being made lies where the next one waits: nothing needs to be copied between two lamps. */
static void read_row(void)
{
	uint16_t closed = read_columns();

	waiting[put].closed[row] = closed;
	if (closed != last[row]) {
		last[row] = closed;
		differs = true;
	}
	row++;
	choose(row < BOARD_ROWS ? row : ROW_NONE);
}

/* Without room it is left out, and the next one that finds room shows what it would have. */
static void finish(void)
{
	uint8_t next = (uint8_t)(put + 1) % WAITING;

	row = NO_SCAN;
	count++;
	if (!differs || next == got)
		return;
	differs = false;
	put = next;
}

static void scan_all(void)
{
	start();
	while (row < BOARD_ROWS) {
		_delay_us(ROW_SETTLE_US);
		read_row();
	}
}

/* Bytes must not wait for it. */
ISR(TIMER1_COMPA_vect, ISR_NOBLOCK)
{
	OCR1A += period;
	if (is_held) {
		is_due = true;
	} else {
		scan_all();
		finish();
	}
}

void scan_hold(void)
{
	is_held = true;
}

void scan_step(void)
{
	if (row < ALL_READ) {
		read_row();
	} else if (row == ALL_READ) {
		finish();
	} else if (is_due) {
		is_due = false;
		start();
	}
}

void scan_release(void)
{
	while (row != NO_SCAN || is_due) {
		_delay_us(ROW_SETTLE_US);
		scan_step();
	}
	is_held = false;
}

void scan_set_hz(uint16_t wanted)
{
	hz = wanted;
	period = (uint16_t)(1000000UL * CLOCK_TICKS_A_US / wanted);
}

uint16_t scan_hz(void)
{
	return hz;
}

void scan_begin(struct scan *first)
{
	ROW_PORT |= ROW_MASK;
	ROW_DDR |= ROW_MASK;
	COLUMN_LOAD_PORT |= _BV(COLUMN_LOAD_BIT);
	COLUMN_LOAD_DDR |= _BV(COLUMN_LOAD_BIT);
	COLUMN_CLOCK_DDR |= _BV(COLUMN_CLOCK_BIT);
	scan_set_hz(SCAN_HZ);
	scan_all();
	row = NO_SCAN;
	differs = false;
	*first = waiting[put];
	OCR1A = (uint16_t)(TCNT1 + period);
	TIFR1 = _BV(OCF1A);
	TIMSK1 |= _BV(OCIE1A);
}

bool scan_is_waiting(void)
{
	return got != put;
}

bool scan_take(struct scan *scan)
{
	if (!scan_is_waiting())
		return false;
	*scan = waiting[got];
	got = (uint8_t)(got + 1) % WAITING;
	return true;
}

uint16_t scan_count(void)
{
	uint8_t status = SREG;
	uint16_t result;

	cli();
	result = count;
	SREG = status;
	return result;
}
