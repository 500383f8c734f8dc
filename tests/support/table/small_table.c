/* A table without a referee. */
#include "tests/support/table/small_table.h"

#include <string.h>

enum { MS = 1000 };

void small_table_pass(struct small_table *small, unsigned ms)
{
	struct finding finding;

	small->t_us += (uint64_t)ms * MS;
	while (table_deadline(&small->table) <= small->t_us)
		table_meet_deadline(&small->table, 0);
	while (table_take(&small->table, &finding)) {
		small->found[finding.kind]++;
		small->last[finding.kind] = finding;
	}
}

static void contact(struct small_table *small, unsigned sq, bool closed)
{
	table_contact(&small->table, small->t_us, sq, closed);
	small_table_pass(small, SMALL_TABLE_BRIEF_MS);
}

void small_table_lift(struct small_table *small, unsigned sq)
{
	contact(small, sq, false);
}

void small_table_drop(struct small_table *small, unsigned sq)
{
	contact(small, sq, true);
}

void small_table_begin(struct small_table *small)
{
	static const struct table_options options = {
		.sensors = SENSOR_REED,
		.debounce_us = 20 * MS,
		.settle_us = 800 * MS,
		.move_us = 450 * MS,
		.jog_us = 400 * MS,
		.nudge_us = 3000 * MS,
		.hold_us = 8000 * MS,
	};

	memset(small, 0, sizeof *small);
	table_init(&small->table, &options, BOARD_LARGE);
	small->open = (struct public_position){.board = BOARD_LARGE, .to_move = SIDE_RED};
	for (unsigned i = 0; i < SMALL_TABLE_RED; i++)
		bits_add(&small->open.holds[SIDE_RED], sq_at(i, 0));
	for (unsigned i = 0; i < SMALL_TABLE_BLUE; i++)
		bits_add(&small->open.holds[SIDE_BLUE], sq_at(i, boards[BOARD_LARGE].rows - 1u));
	table_frame(&small->table, 0, public_occupied(&small->open));
	small_table_pass(small, 2000);
	memset(small->found, 0, sizeof small->found);
}
