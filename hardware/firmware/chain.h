/* The chain of WS2812 lamps, bit by bit. */
#ifndef HARDWARE_FIRMWARE_CHAIN_H
#define HARDWARE_FIRMWARE_CHAIN_H

#include "picture.h"

void chain_begin(void);
/*
 * The next lamp of the chain, in some 40 us. Interrupts are on but for a bit's high time, at most 0.9 us: only that
 * is critical. Whatever happens between two bits must be over in less than 50 us, or older lamps take it for the end.
 */
void chain_send(const struct picture_colour *colour);

#endif
