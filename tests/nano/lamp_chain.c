/* Bits by the time that the wire was high. */
#include "tests/nano/lamp_chain.h"

#include <string.h>

enum { ONE_NS = 550, RESET_NS = 50000 };

static void stretch(struct lamp_span *span, uint64_t ns)
{
	if (span->least_ns == 0 || ns < span->least_ns)
		span->least_ns = (uint32_t)ns;
	if (ns > span->most_ns)
		span->most_ns = (uint32_t)ns;
}

static void take_bit(struct lamp_chain *chain, bool one)
{
	unsigned byte = chain->bits / 8;

	if (one && byte < sizeof chain->bytes)
		chain->bytes[byte] |= (uint8_t)(0x80 >> chain->bits % 8);
	chain->bits++;
}

unsigned lamp_chain_sum(const struct lamp_chain *chain)
{
	unsigned sum = 0;

	for (int i = 0; i < LAMP_CHAIN_MOST; i++)
		sum += chain->shown[i].red + chain->shown[i].green + chain->shown[i].blue;
	return sum;
}

static void show(struct lamp_chain *chain)
{
	unsigned lamps = chain->bits / LAMP_CHAIN_BITS;

	chain->pictures++;
	chain->short_pictures += chain->bits != LAMP_CHAIN_MOST * LAMP_CHAIN_BITS;
	for (unsigned i = 0; i < lamps && i < (unsigned)chain->count; i++) {
		const uint8_t *grb = &chain->bytes[3 * i];

		chain->shown[chain->squares[i]] = (struct lamp_colour){grb[1], grb[0], grb[2]};
	}
	if (lamp_chain_sum(chain) > chain->most_sum)
		chain->most_sum = lamp_chain_sum(chain);
	chain->bits = 0;
	memset(chain->bytes, 0, sizeof chain->bytes);
}

void lamp_chain_tick(struct lamp_chain *chain, uint64_t now_ns)
{
	if (chain->bits > 0 && now_ns - chain->down_ns >= RESET_NS)
		show(chain);
}

void lamp_chain_edge(struct lamp_chain *chain, bool high, uint64_t now_ns)
{
	uint64_t lasted_ns = now_ns - (high ? chain->down_ns : chain->up_ns);

	if (!high) {
		bool one = lasted_ns >= ONE_NS;

		stretch(one ? &chain->one : &chain->zero, lasted_ns);
		take_bit(chain, one);
		chain->down_ns = now_ns;
		return;
	}
	lamp_chain_tick(chain, now_ns);
	if (chain->bits > 0)
		stretch(&chain->low, lasted_ns);
	else if (chain->pictures > 0)
		stretch(&chain->reset, lasted_ns);
	chain->up_ns = now_ns;
}
