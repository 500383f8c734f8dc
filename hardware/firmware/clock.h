/*
 * The controller's own time: timer 1, which counts half microseconds and never stops. Its compare unit A
 * is the beat of the scans.
 */
#ifndef HARDWARE_FIRMWARE_CLOCK_H
#define HARDWARE_FIRMWARE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum { CLOCK_TICKS_A_US = 2 };

void clock_begin(void);
/* Microseconds since the start, wrapping after 71 minutes. */
uint32_t clock_us(void);
/* Whether a time has come; times lie less than 35 minutes apart. */
bool clock_is_past(uint32_t now_us, uint32_t at_us);

#endif
