/* What people do, decided a few times a second: see evening.h for who is in which file. */
#ifndef TESTS_PHYSICS_PEOPLE_H
#define TESTS_PHYSICS_PEOPLE_H

#include "tests/physics/evening.h"

/* ---- for the evening ---- */

void people_think(struct evening *evening);
void people_let_go(struct evening *evening); /* of the piece that was moved last */
void people_hear(struct evening *evening, const struct output *output);
void people_push(struct evening *evening, const struct stroke *stroke); /* a piece with another */

/* ---- among themselves ---- */

/* begins the next action of the game, by the person whose it is */
void people_begin(struct evening *evening);
/* an attack has been made and nothing is heard of it */
void people_insist(struct evening *evening);
/* a move has been made and nothing is heard of it */
void people_wonder(struct evening *evening, enum side side);
/* begins to clear up after the battle */
void people_clear(struct evening *evening);
/* answers a question, or does what was asked on the board; false if there is nothing to do */
/* the attacker touches the piece meant on the handheld, where it is offered; false: nothing to wait for */
bool people_pick(struct evening *evening);
bool people_answer(struct evening *evening, enum side side);
bool people_follow(struct evening *evening, enum side side);
/* straightens the piece that stands worst: what people try who are not understood */
void people_tidy(struct evening *evening, enum side side);
/* straightens a piece that stands beside a square, with a hand that is free */
void people_straighten_beside(struct evening *evening, enum side side, unsigned sq);

#endif
