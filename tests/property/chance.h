/*
 * Random numbers that are the same everywhere (splitmix64). Each game has a stream of its own, made
 * of the run's seed, the edition and the game's number, so that one game does not depend on those
 * before it.
 */
#ifndef TESTS_PROPERTY_CHANCE_H
#define TESTS_PROPERTY_CHANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chance {
	uint64_t state;
};

/* a number that looks random but is always the same for the same argument */
static inline uint64_t chance_mix(uint64_t n)
{
	n += UINT64_C(0x9e3779b97f4a7c15);
	n = (n ^ n >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	n = (n ^ n >> 27) * UINT64_C(0x94d049bb133111eb);
	return n ^ n >> 31;
}

static inline struct chance chance_for(uint64_t seed, unsigned edition, uint64_t game)
{
	return (struct chance){chance_mix(chance_mix(chance_mix(seed) + edition) + game)};
}

static inline uint64_t chance_next(struct chance *chance)
{
	uint64_t n = chance_mix(chance->state);

	chance->state += UINT64_C(0x9e3779b97f4a7c15);
	return n;
}

/* 0 .. n - 1 */
static inline unsigned chance_below(struct chance *chance, unsigned n)
{
	return (unsigned)((chance_next(chance) >> 32) * n >> 32);
}

/* true once in n times */
static inline bool chance_once_in(struct chance *chance, unsigned n)
{
	return chance_below(chance, n) == 0;
}

static inline void chance_shuffle(struct chance *chance, uint8_t *list, unsigned n)
{
	for (; n > 1; n--) {
		unsigned other = chance_below(chance, n);
		uint8_t last = list[n - 1];

		list[n - 1] = list[other];
		list[other] = last;
	}
}

#endif
