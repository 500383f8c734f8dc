// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * What a column reads follows from the rows that are driven, from the reeds between them, and from
 * its bias; a column without bias floats, and reads anything. Called with the matrix locked.
 */
#include "matrix.h"

#include <linux/hash.h>
#include <linux/math64.h>
#include <linux/time64.h>

enum { CHATTER_NS = 150 * 1000 }; /* how long it stays open or closed while it bounces */

/* Reproducible enough, and different at every look. */
static bool noise(u64 when, unsigned int where)
{
	return hash_64(when * LINES * REEDS + where, 1);
}

static bool is_conducting(unsigned int place, u64 now_ns)
{
	unsigned int index = matrix.reeds[place].wired_to;
	const struct reed *reed = &matrix.reeds[index];

	if (reed->health != GOOD)
		return reed->health == STUCK;
	if (now_ns - reed->changed_ns < (u64)reed->bounce_us * NSEC_PER_USEC)
		return noise(div_u64(now_ns, CHATTER_NS), index);
	return reed->closed;
}

static u32 columns_on_row(unsigned int row, u64 now_ns)
{
	u32 columns = 0;

	for (unsigned int column = 0; column < SIDE; column++)
		if (is_conducting(row * SIDE + column, now_ns))
			columns |= 1u << column;
	return columns;
}

u32 active_rows(void)
{
	u32 high = matrix.active_high ? matrix.levels : ~matrix.levels;

	return high & matrix.outputs & ((1u << SIDE) - 1);
}

/* Without diodes current goes from a column back into every row that it is connected with. */
static u32 columns_round_about(u32 columns, u64 now_ns)
{
	u32 before;

	do {
		before = columns;
		for (unsigned int row = 0; row < SIDE; row++) {
			u32 others = columns_on_row(row, now_ns);

			if (others & columns)
				columns |= others;
		}
	} while (columns != before);
	return columns;
}

static u32 active_columns(u64 now_ns)
{
	u32 rows = active_rows(), columns = 0;

	for (unsigned int row = 0; row < SIDE; row++)
		if (rows & 1u << row)
			columns |= columns_on_row(row, now_ns);
	return matrix.without_diodes ? columns_round_about(columns, now_ns) : columns;
}

u32 look(u64 now_ns)
{
	u32 active = active_columns(now_ns), levels = matrix.levels & matrix.outputs;

	for (unsigned int column = 0; column < SIDE; column++) {
		u8 bias = matrix.bias[column];
		bool high = bias == FLOATING ? noise(now_ns, column) : bias == PULLED_UP;

		if (active & 1u << column)
			high = matrix.active_high;
		if (high && !(matrix.outputs & 1u << (SIDE + column)))
			levels |= 1u << (SIDE + column);
	}
	return levels;
}
