/*
 * Games for the accuracy run: set-ups that people played where there is a file of them, random ones
 * elsewhere, and two players who move at random but like to attack. A game is a function of its
 * seed and its edition.
 */
#ifndef TESTS_SUPPORT_TABLE_RANDOM_GAME_H
#define TESTS_SUPPORT_TABLE_RANDOM_GAME_H

#include "daemon/cli/simulate/sim_game.h"

enum { GAME_PLIES = 150 };

struct random_game {
	struct game prepared; /* not begun */
	struct sim_game sim;
	struct sim_action actions[GAME_PLIES];
};

/* false if a set-up of the file does not fit */
bool random_game_make(struct random_game *game, unsigned edition, uint64_t seed);

/* its record, with these tags if they are not null */
void random_game_write(const struct random_game *game, const struct record_tag *tags, FILE *to);

#endif
