/*
 * The hands and the habits of the two people at the simulated table: lifting, carrying, sliding,
 * setting down, touching, waiting, speaking to a handheld, and all that goes wrong on the way.
 *
 * One hand works at a time, at table->now_us; what it jogs in passing overlaps with what it does.
 * People act so that they can be understood: while they hold a piece and wait, they touch no enemy
 * piece that it could reach (that would be an attack), and they answer a move only when its piece
 * is down.
 */
#ifndef DAEMON_CLI_SIMULATE_SIM_HANDS_H
#define DAEMON_CLI_SIMULATE_SIM_HANDS_H

#include "daemon/cli/simulate/sim_table.h"
#include "rules/bits.h"
#include "rules/square.h"

enum {
	/* what the referee waits for after the last change, debounce and settle time together */
	SIM_STILL_MS = 820,
	/* the time it takes a person to hear the verdict and act on it */
	SIM_REACTION_MS = 400
};

/* ---- squares ---- */

/* the squares around one, corners included */
struct bits sim_around(const struct sim_table *table, unsigned sq);

/* the enemies that a piece on this square would reach in a straight line if it could go any
 * distance */
struct bits sim_in_reach(const struct sim_table *table, enum side side, unsigned sq);

/* whether a piece can be slid from one square to another: a straight line over empty squares */
bool sim_clear_line(const struct sim_table *table, unsigned from, unsigned to);

/* one of a set, SQ_OFF_BOARD if it is empty */
unsigned sim_any_of(struct sim_table *table, struct bits set);

/* ---- hands ---- */

/* the hand comes to a square, not before what last happened there is over */
void sim_reach_for(struct sim_table *table, unsigned sq);

/* takes the piece up (returns which) and sets it down */
unsigned sim_lift(struct sim_table *table, unsigned sq);
void sim_put(struct sim_table *table, unsigned sq, unsigned piece);

/* the way through the air, with low passes over empty squares near both ends and between them */
void sim_carry(struct sim_table *table, unsigned from, unsigned to, unsigned piece);

/* the way over the board, every square of it closed for a while */
void sim_slide(struct sim_table *table, unsigned from, unsigned to);

/* ---- time ---- */

void sim_wait_ms(struct sim_table *table, unsigned least_ms, unsigned most_ms);

/* holding still until the referee has spoken, and then the time it takes to react */
void sim_await_referee(struct sim_table *table);

/* thinking, with the table at rest before and after: pieces are straightened, tags missed */
void sim_think(struct sim_table *table);

/* ---- words ---- */

/* "red attack e5": on that side's handheld */
void sim_say(struct sim_table *table, enum side side, const char *word, const char *argument);
void sim_say_sq(struct sim_table *table, enum side side, const char *word, unsigned sq);

/* the remark on an action begins here; words are added as things happen; it is written at last */
void sim_note_begin(struct sim_table *table, const char *text);
void sim_note_add(struct sim_table *table, const char *word);
void sim_note_end(struct sim_table *table);

#endif
