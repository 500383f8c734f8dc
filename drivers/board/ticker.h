/*
 * A descriptor that becomes readable at a steady rate, and waits of microseconds, which are busy
 * below some tens of them.
 */
#ifndef DRIVERS_BOARD_TICKER_H
#define DRIVERS_BOARD_TICKER_H

#include <stdint.h>

int ticker_create(uint64_t period_us); /* the descriptor, or -errno; close() ends it */
int ticker_set_period(int ticker, uint64_t period_us);
/* how often it has ticked since it was last asked, never waiting for it; 0 is not yet */
uint64_t ticker_ticks(int ticker);

/* Waits at least so long; below some tens of microseconds without giving the processor away. */
void ticker_wait_us(unsigned us);

#endif
