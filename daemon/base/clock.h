/*
 * The system's clocks. Only the loop asks them, once each time it wakes up: everything else takes
 * the loop's time, or gets the time as an argument, so that a test can decide what time it is.
 */
#ifndef DAEMON_BASE_CLOCK_H
#define DAEMON_BASE_CLOCK_H

#include <stdint.h>

/* monotonic, from no particular beginning */
uint64_t clock_now_us(void);
/* milliseconds since 1970, for people */
int64_t clock_wall_ms(void);
/* Blocks. It is for the end of a program, and for programs without a loop. */
void clock_rest_ms(unsigned ms);

#endif
