/*
 * The simulator's dice (splitmix64): the same throws everywhere for the same seed, so that a
 * recording is a function of the game, the seed and the options.
 */
#ifndef DAEMON_CLI_SIMULATE_SIM_DICE_H
#define DAEMON_CLI_SIMULATE_SIM_DICE_H

#include <stdbool.h>
#include <stdint.h>

enum { SIM_ALWAYS = 10000 }; /* chances are given in ten-thousandths */

struct sim_dice {
	uint64_t state;
};

/* a number that looks random but is always the same for the same argument */
static inline uint64_t sim_mix(uint64_t n)
{
	n += UINT64_C(0x9e3779b97f4a7c15);
	n = (n ^ n >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	n = (n ^ n >> 27) * UINT64_C(0x94d049bb133111eb);
	return n ^ n >> 31;
}

static inline uint64_t sim_throw(struct sim_dice *dice)
{
	dice->state += UINT64_C(0x9e3779b97f4a7c15);
	return sim_mix(dice->state);
}

/* 0 .. n - 1 */
static inline unsigned sim_below(struct sim_dice *dice, unsigned n)
{
	return (unsigned)((sim_throw(dice) >> 32) * n >> 32);
}

/* least .. most, both possible; least where most is less */
static inline uint64_t sim_between(struct sim_dice *dice, uint64_t least, uint64_t most)
{
	return most > least ? least + sim_throw(dice) % (most - least + 1) : least;
}

static inline uint64_t sim_between_ms(struct sim_dice *dice, unsigned least_ms, unsigned most_ms)
{
	return sim_between(dice, least_ms * UINT64_C(1000), most_ms * UINT64_C(1000));
}

static inline bool sim_happens(struct sim_dice *dice, unsigned chance)
{
	return sim_below(dice, SIM_ALWAYS) < chance;
}

#endif
