/* perft: how many sequences of legal actions there are, for checking rules and measuring speed. */
#ifndef RULES_PERFT_H
#define RULES_PERFT_H

#include "rules/game.h"

/* The number of sequences of depth actions from here. The last ply is counted, not played. */
uint64_t perft(const struct game *game, unsigned depth);

#endif
