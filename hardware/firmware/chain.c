/*
 * A bit is a pulse: high for 0.31 us if it is 0 and for 0.81 us if it is 1, which is within the limits of all WS2812B
 * (0.25 to 0.38 and 0.65 to 0.95 us), old and new. Low is 0.6 us at least.
 */
#include "chain.h"

#include "pins.h"

#include <avr/interrupt.h>
#include <avr/io.h>

enum { ZERO_CYCLES = 5, ONE_CYCLES = 13, EDGE_CYCLES = 2 };

void chain_begin(void)
{
	LAMP_DATA_PORT &= (uint8_t)~_BV(LAMP_DATA_BIT);
	LAMP_DATA_DDR |= _BV(LAMP_DATA_BIT);
}

/* Both edges are one instruction each, so between them lies what is asked for and nothing else. */
#define PULSE(cycles)                                                                              \
	do {                                                                                       \
		uint8_t status = SREG;                                                             \
		cli();                                                                             \
		LAMP_DATA_PORT |= _BV(LAMP_DATA_BIT);                                              \
		__builtin_avr_delay_cycles((cycles)-EDGE_CYCLES);                                  \
		LAMP_DATA_PORT &= (uint8_t)~_BV(LAMP_DATA_BIT);                                    \
		SREG = status;                                                                     \
	} while (0)

static void send_byte(uint8_t byte)
{
	for (uint8_t mask = 0x80; mask; mask >>= 1) {
		if (byte & mask)
			PULSE(ONE_CYCLES);
		else
			PULSE(ZERO_CYCLES);
		__builtin_avr_delay_cycles(4); /* the rest of the low time is the loop's */
	}
}

void chain_send(const struct picture_colour *colour)
{
	send_byte(colour->green);
	send_byte(colour->red);
	send_byte(colour->blue);
}
