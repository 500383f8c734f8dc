/*
 * How far pieces go, as far as the public can tell: any piece might be a scout. A movement card
 * that was announced lifts even that limit, since the rules will judge the move.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

static const int steps[4] = {SQ_STRIDE, -SQ_STRIDE, 1, -1};

static void add_line(struct bits *reach, const struct public_position *open, unsigned sq, int step)
{
	struct bits empty = public_empty(open);
	struct bits occupied = public_occupied(open);
	int to = (int)sq + step;

	while (to >= 0 && to < SQ_COUNT && bits_has(empty, (unsigned)to)) {
		bits_add(reach, (unsigned)to);
		to += step;
	}
	if (to >= 0 && to < SQ_COUNT && bits_has(occupied, (unsigned)to))
		bits_add(reach, (unsigned)to);
}

struct bits table_reach_of_any(const struct public_position *open, unsigned sq)
{
	struct bits reach = BITS_NONE;

	for (unsigned i = 0; i < 4; i++)
		add_line(&reach, open, sq, steps[i]);
	return bits_minus(reach, open->holds[public_side_at(open, sq)]);
}

bool table_reach_allows(const struct table *table, unsigned from, unsigned to)
{
	if (table->card != TABLE_CARD_NONE)
		return bits_has(public_empty(&table->open), to);
	return bits_has(table_reach_of_any(&table->open, from), to);
}

struct bits table_reach_enemies(const struct table *table)
{
	return table->open.holds[side_other(table->open.to_move)];
}

/* With a movement card any enemy piece might be attacked: the rules will decide. */
struct bits table_reach_of_attack(const struct table *table, unsigned from)
{
	if (table->card != TABLE_CARD_NONE)
		return table_reach_enemies(table);
	return bits_and(table_reach_of_any(&table->open, from), table_reach_enemies(table));
}
