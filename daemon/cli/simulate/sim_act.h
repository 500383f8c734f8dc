/*
 * What the two people at the simulated table do: moves, attacks and what follows them, tries that
 * come to nothing. Each leaves the table right and table->now_us at the moment when the hand is
 * free.
 */
#ifndef DAEMON_CLI_SIMULATE_SIM_ACT_H
#define DAEMON_CLI_SIMULATE_SIM_ACT_H

#include "daemon/cli/simulate/sim_game.h"
#include "daemon/cli/simulate/sim_hands.h"
#include "daemon/cli/simulate/sim_table.h"
#include "rules/square.h"

struct sim_turn {
	const struct sim_action *action;
	const struct sim_action *next; /* or a null pointer */
	enum side side;
	bool quick; /* the answer to a move that has only just been made */
};

/* a move to an empty square, an attack and its clearing away, two pieces that change places */
void sim_move(struct sim_table *table, const struct sim_turn *turn);
void sim_attack(struct sim_table *table, const struct sim_turn *turn);
void sim_swap(struct sim_table *table, const struct sim_turn *turn);

/*
 * Now and then, before an action: a piece lifted and put back, something illegal. True if the
 * illegal try was turned into the action itself, which is then made.
 */
bool sim_hesitate(struct sim_table *table, const struct sim_turn *turn);

/* an action of the record that is illegal: made, then put right */
void sim_illegal(struct sim_table *table, const struct sim_turn *turn);

#endif
