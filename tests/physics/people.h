/* What people do, decided a few times a second: see evening.h for who is in which file. */
#ifndef TESTS_PHYSICS_PEOPLE_H
#define TESTS_PHYSICS_PEOPLE_H

#include "tests/physics/evening.h"

/* whether people who have this habit follow it now */
static inline bool people_are(struct evening *evening, double habit)
{
	return habit > 0 && dice_happens(&evening->chance, habit);
}

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

/* ---- what they do beside it (people_odd.c); each of them most often does nothing ---- */

/* an empty square beside `from` that is not `to`, or one near; SQ_OFF_BOARD if there is none */
unsigned people_empty_beside(struct evening *evening, unsigned from, unsigned to);
unsigned people_empty_near(struct evening *evening, unsigned sq);
/* a hand with nothing in it and nothing to do */
bool people_free_hand(struct evening *evening, enum side side, struct doer *doer);

void people_consider(struct evening *evening, const struct doer *doer, enum side side);
void people_fiddle(struct evening *evening, enum side side);
/* takes up the piece of the next turn, or puts it back when that takes too long */
void people_anticipate(struct evening *evening, struct person *person);
unsigned people_held_early(const struct person *person);
bool people_put_back(struct evening *evening, enum side side, unsigned sq);
void people_set_between(struct evening *evening, const struct doer *doer, unsigned piece,
			const struct report_view *move);
/* true if the piece of the move is in the hand after that */
bool people_go_astray(struct evening *evening, const struct doer *doer,
		      const struct report_view *move);
void people_sweep(struct evening *evening, enum side side, unsigned sq);
void people_knock(struct evening *evening, enum side side, unsigned sq);

#endif
