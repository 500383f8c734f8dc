/* Random magnitudes for the physical table, from the tests' own stream of chance. */
#ifndef TESTS_PHYSICS_DICE_H
#define TESTS_PHYSICS_DICE_H

#include "tests/property/chance.h"

#include <math.h>

/* 0 <= n < 1 */
static inline double dice_share(struct chance *chance)
{
	return (double)(chance_next(chance) >> 11) / 9007199254740992.0;
}

static inline double dice_between(struct chance *chance, double least, double most)
{
	return least + (most - least) * dice_share(chance);
}

static inline bool dice_happens(struct chance *chance, double probability)
{
	return dice_share(chance) < probability;
}

/* a normal distribution about 0 (Box and Muller) */
static inline double dice_normal(struct chance *chance, double deviation)
{
	double radius = sqrt(-2 * log(1 - dice_share(chance)));

	return deviation * radius * cos(6.283185307179586 * dice_share(chance));
}

/* what people wait for: many short, some long; the median and how far it is spread (lognormal) */
static inline double dice_pause(struct chance *chance, double median, double spread)
{
	return median * exp(dice_normal(chance, spread));
}

#endif
