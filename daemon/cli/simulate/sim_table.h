/*
 * The table: pieces with a magnet and a tag in their bases, and below each square a contact or a
 * reader, or both, that say what they see on a tape.
 *
 * Every function here is something that happens to a square at a given time; who does it, and why,
 * is the hands' matter (sim_hands.h). Each returns when the last change that came of it was.
 */
#ifndef DAEMON_CLI_SIMULATE_SIM_TABLE_H
#define DAEMON_CLI_SIMULATE_SIM_TABLE_H

#include "daemon/cli/simulate/sim_dice.h"
#include "daemon/cli/simulate/sim_game.h"
#include "daemon/cli/simulate/sim_noise.h"
#include "daemon/cli/simulate/sim_tape.h"
#include "rules/bits.h"
#include "rules/square.h"

enum { SIM_NOTE_SIZE = 200 };

struct sim_table {
	const struct sim_noise *noise;
	struct sim_dice dice;
	struct sim_tape tape;
	enum board_id board;
	enum sim_sensors sensors;
	bool cards;
	uint8_t side[SIM_PIECES], kind[SIM_PIECES]; /* of each piece */
	uint8_t at[SQ_COUNT];			    /* a piece or SIM_NOBODY */
	struct bits holds[SIDE_COUNT];
	uint64_t busy_us[SQ_COUNT]; /* the latest change of each square */
	uint64_t read_us[SQ_COUNT]; /* the latest that its reader said */
	uint64_t last_us;	    /* the latest change of all */

	/* the hands: sim_hands.h */
	uint64_t now_us;
	struct bits shielded; /* squares that no clumsy hand may touch at present */
	bool pending;	    /* the last action was a move: the referee may not have called it yet */
	uint8_t arrived_sq; /* where it went */
	uint8_t exchange_sq; /* where a captor stands after an exchange that no sensor saw */
	uint64_t note_us;
	uint32_t note_order;
	char note[SIM_NOTE_SIZE];
};

static inline uint64_t sim_later(uint64_t a_us, uint64_t b_us)
{
	return a_us > b_us ? a_us : b_us;
}

static inline struct bits sim_occupied(const struct sim_table *table)
{
	return bits_or(table->holds[SIDE_RED], table->holds[SIDE_BLUE]);
}

/* land without a piece */
static inline struct bits sim_empty(const struct sim_table *table)
{
	return bits_minus(boards[table->board].land, sim_occupied(table));
}

/* a piece is there from now on without any sensor saying so: before the beginning */
void sim_place(struct sim_table *table, unsigned sq, unsigned piece);

/* the piece on a square leaves it, a piece comes to an empty one */
uint64_t sim_take(struct sim_table *table, uint64_t t_us, unsigned sq);
uint64_t sim_set(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned piece);

/* one piece takes another's place so closely that a contact does not notice; a reader does */
uint64_t sim_replace(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned piece);

/* a standing piece is off its square for so long: jogged, straightened, knocked over */
uint64_t sim_blink(struct sim_table *table, uint64_t t_us, unsigned sq, uint64_t for_us);

/* a carried piece comes near an empty square for so long */
uint64_t sim_pass(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned piece,
		  uint64_t for_us);

/* a carried piece touches the one on a square, which may leave a trace or none */
uint64_t sim_touch(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned piece,
		   bool traced);

/* readers only: a standing piece is not read for so long; it is read on a square beside it too */
uint64_t sim_miss(struct sim_table *table, uint64_t t_us, unsigned sq, uint64_t for_us);
uint64_t sim_ghost(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned beside,
		   uint64_t for_us);

#endif
