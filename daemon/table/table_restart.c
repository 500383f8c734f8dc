/*
 * What is kept of a table after a power cut: what the sensors report now, the owner of each tag,
 * faulty squares, and places that are being asked about. Everything else is as at a table that has
 * just been set up, and all times are the time of the restart, so that it makes no difference
 * whether this table or another one was there before.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

#include <string.h>

void table_restore_faults(struct table *table, struct bits squares, bool declared)
{
	table->single = bits_or(table->single, squares);
	table->faulty = bits_or(table->faulty, squares);
	if (declared)
		table->declared = bits_or(table->declared, squares);
}

void table_restore_places(struct table *table, enum side side, struct bits squares)
{
	table->places.asked[side] = bits_or(table->places.asked[side], squares);
}

void table_note_level(struct table *table, unsigned sq, bool closed)
{
	table->contacts[sq].raw = closed;
}

static void keep_levels(struct table *table, const struct table *old, uint64_t t_us)
{
	bool reeds = (table->options.sensors & SENSOR_REED) != 0;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		bool closed = reeds ? old->contacts[sq].raw : table_tags_see_any(table, sq);

		table->contacts[sq].raw = closed;
		if (closed)
			bits_add(&table->closed, sq);
		table->opened_us[sq] = table->closed_us[sq] = t_us;
	}
	table->change_us = table->last_edge_us = t_us;
}

static void keep_faults(struct table *table, const struct table *old, uint64_t t_us)
{
	table->faulty = table->single = old->single;
	table->declared = old->declared;
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		table->trusted_us[sq] =
			bits_has(table->declared, sq) ? TABLE_NEVER : t_us + TRUST_AGAIN_US;
}

void table_restart(struct table *table, uint64_t t_us, const struct public_position *open,
		   bool playing, bool correcting)
{
	struct table old = *table;

	table_init(table, &old.options, (enum board_id)open->board);
	table_tags_keep(table, &old);
	keep_levels(table, &old, t_us);
	keep_faults(table, &old, t_us);
	table_lines_keep(table, &old, t_us);
	memcpy(table->places.asked, old.places.asked, sizeof table->places.asked);
	table->open = *open;
	table->turn.began_us = table->turn.since_us = t_us;
	if (correcting)
		table->guides.corrected = public_occupied(open);
	if (playing)
		table_guide_to(table, t_us, open);
	if (playing)
		table_lines_suspect(table, t_us);
}
