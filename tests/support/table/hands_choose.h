/* Chooses what the hands do, at random among all that the rules allow. */
#ifndef TESTS_SUPPORT_TABLE_HANDS_CHOOSE_H
#define TESTS_SUPPORT_TABLE_HANDS_CHOOSE_H

#include "tests/support/table/hands.h"

enum wish { ANY_MOVE, PLAIN_MOVE, PLAIN_ATTACK, WITH_CARD };

const struct public_position *hands_open(const struct hands *hands);
enum side hands_to_move(const struct hands *hands);
struct bits hands_own_pieces(const struct hands *hands);

/* Both return whether there is one. */
bool hands_choose(struct hands *hands, const struct game *game, enum wish wish,
		  struct action *action);
/* a piece of the side to move that has an enemy in line, and that enemy */
bool hands_choose_line(struct hands *hands, bool far, unsigned *from, unsigned *to);

#endif
