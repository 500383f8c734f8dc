/* Magnets over contacts, tags over readers: what each of them makes of a piece that comes and goes.
 */
#include "daemon/cli/simulate/sim_table.h"

#include "rules/bits.h"

enum {
	CHATTER_STEP_MS = 15, /* no two edges of a chatter are further apart */
	READ_MS = 30,	      /* a reader takes no notice of a tag that is there for less */
	SURE_READ_MS = 90,    /* what is there for so long is read for a while, early or late */
	TRACE_MS = 25,	      /* a contact that opens for so long leaves a trace ... */
	NO_TRACE_MS = 17,     /* ... for so short a time it does not */
	TRACE_MAX_MS = 380
};

void sim_place(struct sim_table *table, unsigned sq, unsigned piece)
{
	table->at[sq] = (uint8_t)piece;
	bits_add(&table->holds[table->side[piece]], sq);
}

static void clear(struct sim_table *table, unsigned sq)
{
	bits_drop(&table->holds[table->side[table->at[sq]]], sq);
	table->at[sq] = SIM_NOBODY;
}

static void changed(struct sim_table *table, uint64_t t_us, unsigned sq)
{
	table->busy_us[sq] = sim_later(table->busy_us[sq], t_us);
	table->last_us = sim_later(table->last_us, t_us);
}

/* ---- contacts ---- */

static void edge(struct sim_table *table, uint64_t t_us, unsigned sq, bool closed)
{
	if (!(table->sensors & SIM_REED))
		return;
	sim_tape_sensor(&table->tape, t_us, closed ? SIM_CLOSE : SIM_OPEN, sq, 0);
	changed(table, t_us, sq);
}

/* the blades of a contact meet, part and meet again */
static uint64_t bounce(struct sim_table *table, uint64_t t_us, unsigned sq, bool closed)
{
	unsigned pairs = 1 + sim_below(&table->dice, 3);
	uint64_t step_us = table->noise->bounce_us / (2 * pairs);

	edge(table, t_us, sq, closed);
	if (!sim_happens(&table->dice, table->noise->bounce))
		return t_us;
	for (unsigned i = 0; i < 2 * pairs; i++) {
		t_us += sim_between(&table->dice, 60, step_us);
		edge(table, t_us, sq, i % 2 ? closed : !closed);
	}
	return t_us;
}

/* a magnet that lingers at the edge of its field: any number of edges, the last to the new level */
static uint64_t chatter(struct sim_table *table, uint64_t t_us, unsigned sq, bool closed)
{
	uint64_t end_us = t_us + sim_between_ms(&table->dice, CHATTER_STEP_MS,
						table->noise->chatter_ms - CHATTER_STEP_MS);
	bool level = closed;

	edge(table, t_us, sq, level);
	while (t_us < end_us || level != closed) {
		t_us += sim_between_ms(&table->dice, 1, CHATTER_STEP_MS);
		level = !level;
		edge(table, t_us, sq, level);
	}
	return t_us;
}

static uint64_t change(struct sim_table *table, uint64_t t_us, unsigned sq, bool closed)
{
	if (sim_happens(&table->dice, table->noise->chatter))
		return chatter(table, t_us, sq, closed);
	return bounce(table, t_us, sq, closed);
}

/* ---- readers ---- */

static void report(struct sim_table *table, uint64_t t_us, enum sim_event_kind kind, unsigned sq,
		   unsigned piece)
{
	uint64_t at_us = t_us + sim_between_ms(&table->dice, 20, table->noise->late_ms);

	if (!(table->sensors & SIM_RFID))
		return;
	/* a reader does not overtake itself */
	at_us = sim_later(at_us, table->read_us[sq] + 200);
	table->read_us[sq] = at_us;
	sim_tape_sensor(&table->tape, at_us, kind, sq, piece);
	changed(table, at_us, sq);
}

static void report_for(struct sim_table *table, uint64_t t_us, uint64_t for_us, unsigned sq,
		       unsigned piece)
{
	report(table, t_us, SIM_TAG, sq, piece);
	report(table, t_us + for_us, SIM_UNTAG, sq, piece);
}

static uint64_t settled(const struct sim_table *table, uint64_t t_us, unsigned sq)
{
	return sim_later(t_us, table->busy_us[sq]);
}

/* ---- what happens to a square ---- */

uint64_t sim_take(struct sim_table *table, uint64_t t_us, unsigned sq)
{
	unsigned piece = table->at[sq];
	uint64_t end_us = change(table, t_us, sq, false);

	report(table, t_us, SIM_UNTAG, sq, piece);
	clear(table, sq);
	return end_us;
}

uint64_t sim_set(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned piece)
{
	uint64_t end_us = change(table, t_us, sq, true);

	report(table, end_us, SIM_TAG, sq, piece);
	sim_place(table, sq, piece);
	return settled(table, end_us, sq);
}

uint64_t sim_replace(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned piece)
{
	report(table, t_us, SIM_UNTAG, sq, table->at[sq]);
	clear(table, sq);
	report(table, t_us, SIM_TAG, sq, piece);
	sim_place(table, sq, piece);
	return settled(table, t_us, sq);
}

uint64_t sim_blink(struct sim_table *table, uint64_t t_us, unsigned sq, uint64_t for_us)
{
	unsigned piece = table->at[sq];
	bool unread = for_us >= 150 * 1000 || sim_happens(&table->dice, SIM_ALWAYS / 2);
	uint64_t open_us = bounce(table, t_us, sq, false);
	uint64_t end_us = bounce(table, sim_later(open_us, t_us + for_us), sq, true);

	if (unread) {
		report(table, t_us, SIM_UNTAG, sq, piece);
		report(table, t_us + for_us, SIM_TAG, sq, piece);
	}
	return settled(table, end_us, sq);
}

uint64_t sim_pass(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned piece,
		  uint64_t for_us)
{
	uint64_t closed_us = bounce(table, t_us, sq, true);
	uint64_t end_us = bounce(table, sim_later(closed_us, t_us + for_us), sq, false);

	if (for_us >= READ_MS * 1000)
		report_for(table, t_us, for_us, sq, piece);
	return settled(table, end_us, sq);
}

/* The reader sees both tags, or the one that comes instead of the one that stands there. */
static void report_touch(struct sim_table *table, uint64_t t_us, uint64_t for_us, unsigned sq,
			 unsigned piece)
{
	bool covers = sim_happens(&table->dice, SIM_ALWAYS / 3);

	report(table, t_us, SIM_TAG, sq, piece);
	if (covers)
		report(table, t_us, SIM_UNTAG, sq, table->at[sq]);
	if (covers)
		report(table, t_us + for_us, SIM_TAG, sq, table->at[sq]);
	report(table, t_us + for_us, SIM_UNTAG, sq, piece);
}

static uint64_t touch_traced(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned piece)
{
	uint64_t for_us = sim_between_ms(&table->dice, TRACE_MS, TRACE_MAX_MS);
	uint64_t open_us = bounce(table, t_us, sq, false);
	uint64_t end_us = bounce(table, open_us + for_us, sq, true);

	report_touch(table, t_us, sim_later(for_us, SURE_READ_MS * 1000), sq, piece);
	return settled(table, end_us, sq);
}

uint64_t sim_touch(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned piece, bool traced)
{
	uint64_t end_us = t_us;

	if (traced)
		return touch_traced(table, t_us, sq, piece);
	if (sim_happens(&table->dice, SIM_ALWAYS / 2))
		return t_us;
	end_us += sim_between_ms(&table->dice, 2, NO_TRACE_MS);
	edge(table, t_us, sq, false);
	edge(table, end_us, sq, true);
	return end_us;
}

uint64_t sim_miss(struct sim_table *table, uint64_t t_us, unsigned sq, uint64_t for_us)
{
	report(table, t_us, SIM_UNTAG, sq, table->at[sq]);
	report(table, t_us + for_us, SIM_TAG, sq, table->at[sq]);
	return settled(table, t_us, sq);
}

uint64_t sim_ghost(struct sim_table *table, uint64_t t_us, unsigned sq, unsigned beside,
		   uint64_t for_us)
{
	report_for(table, t_us, for_us, beside, table->at[sq]);
	return settled(table, t_us, beside);
}
