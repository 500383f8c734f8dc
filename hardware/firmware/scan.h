/*
 * The contacts, as they are read: row by row through the 74HC42, ten columns at a time from the 74HC165.
 *
 * Scans go by timer. While the lamps get a picture, which must not be interrupted for long, the rows are read one by
 * one between two lamps instead (scan_hold(), scan_step()), so that a picture costs no scan.
 */
#ifndef HARDWARE_FIRMWARE_SCAN_H
#define HARDWARE_FIRMWARE_SCAN_H

#include "pins.h"

#include <stdbool.h>
#include <stdint.h>

struct scan {
	uint32_t t_us; /* when it began */
	uint16_t closed
		[BOARD_ROWS]; /* by output of the 74HC42: a bit for each that is clocked out */
};

/* Reads the board once and begins to scan it. */
void scan_begin(struct scan *first);
void scan_set_hz(uint16_t hz);
uint16_t scan_hz(void);

/* From now on a scan that is due is made by scan_step(), until it is released. */
void scan_hold(void);
/* The next row, if a scan is being made: takes 10 us. */
void scan_step(void);
void scan_release(void);

/* The oldest scan that differed from the one before and was not taken yet. */
bool scan_take(struct scan *scan);
bool scan_is_waiting(void);
/* How many scans there have been, counting round. */
uint16_t scan_count(void);

#endif
