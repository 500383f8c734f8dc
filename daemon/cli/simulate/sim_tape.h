/*
 * The tape: what the sensors and the handhelds of a simulated table said, collected in any order
 * and written as a recording sorted by time. Hands work at the same time, so the simulation may run
 * ahead with one and come back for the other.
 */
#ifndef DAEMON_CLI_SIMULATE_SIM_TAPE_H
#define DAEMON_CLI_SIMULATE_SIM_TAPE_H

#include "rules/bits.h"
#include "rules/square.h"

#include <stdint.h>
#include <stdio.h>

enum sim_event_kind {
	SIM_OPEN,
	SIM_CLOSE,
	SIM_UNTAG,
	SIM_TAG,
	SIM_SAY,
	SIM_NOTE,
	SIM_LIE,   /* of faulty contacts, which the tape itself adds: not what the piece says ... */
	SIM_TRUTH, /* ... what it says */
	SIM_DIE
};

struct sim_event {
	uint64_t t_us;
	uint32_t order; /* among those of one time */
	uint32_t text;	/* SAY, NOTE: where in the words */
	uint8_t kind;
	uint8_t sq;
	uint8_t piece; /* TAG, UNTAG */
};

struct sim_tape {
	struct sim_event *events;
	size_t count, room;
	char *words;
	size_t word_count, word_room;
	uint32_t next_order;
	bool failed; /* out of memory: something is missing, and writing fails */
};

/* Contacts that do not do what the pieces say: from from_us on the level sticks, is lost or
 * flutters. */
struct sim_faults {
	struct bits stuck, dead, flutter;
	uint64_t from_us;
};

void sim_tape_init(struct sim_tape *tape);
void sim_tape_finish(struct sim_tape *tape);

void sim_tape_sensor(struct sim_tape *tape, uint64_t t_us, enum sim_event_kind kind, unsigned sq,
		     unsigned piece);

/* a line that begins at t_us; reserve its place among others of that time first */
uint32_t sim_tape_reserve(struct sim_tape *tape);
void sim_tape_text(struct sim_tape *tape, uint64_t t_us, uint32_t order, enum sim_event_kind kind,
		   const char *text);

/*
 * Writes all lines. The contacts of the set are closed at the beginning; a change to the level that
 * a contact has already is left out. uids has the text of each piece's tag. Returns 0 or -errno.
 */
int sim_tape_write(struct sim_tape *tape, struct bits closed, const struct sim_faults *faults,
		   const char *const uids[], FILE *to);

#endif
