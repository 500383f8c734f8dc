/*
 * WS2812 lamps as the edges on their wire make them: each takes the first 24 bits that it hears and passes on the rest. Also
 * what the edges are like: this judges their times by the strictest of the data sheets.
 */
#ifndef TESTS_NANO_LAMP_CHAIN_H
#define TESTS_NANO_LAMP_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { LAMP_CHAIN_MOST = 100, LAMP_CHAIN_BITS = 24 };

struct lamp_colour {
	uint8_t red, green, blue;
};

struct lamp_span { /* shortest and longest, in nanoseconds; 0 and 0: there was none */
	uint32_t least_ns, most_ns;
};

struct lamp_chain {
	int count;
	int squares[LAMP_CHAIN_MOST]; /* of the lamps that are reached, in the order of the chain */
	struct lamp_colour shown[LAMP_CHAIN_MOST]; /* by square */

	uint64_t up_ns, down_ns;
	unsigned bits; /* of the picture that comes */
	uint8_t bytes[LAMP_CHAIN_MOST * 3];

	unsigned pictures, short_pictures; /* the latter: fewer bits than the chain has */
	struct lamp_span zero, one, low, reset;
	unsigned most_sum; /* of all channels in any picture */
};

void lamp_chain_edge(struct lamp_chain *chain, bool high, uint64_t now_ns);
/* The lamps show what they have after 50 us of low, the shortest of all kinds. */
void lamp_chain_tick(struct lamp_chain *chain, uint64_t now_ns);
unsigned lamp_chain_sum(const struct lamp_chain *chain);

#endif
