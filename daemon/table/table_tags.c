/*
 * Which tag is seen on which square, and whether that contradicts the position. Knows the side of a
 * tag, never its piece.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

#include <string.h>

unsigned table_find_tag(const struct table *table, const struct tag *tag)
{
	for (unsigned i = 0; i < table->tag_count; i++)
		if (memcmp(&table->tags[i].tag, tag, sizeof *tag) == 0)
			return i;
	return TAG_STRANGER;
}

bool table_add_tag(struct table *table, const struct tag *tag, enum side side)
{
	if (table->tag_count == TABLE_TAGS || table_find_tag(table, tag) != TAG_STRANGER)
		return false;
	table->tags[table->tag_count++] = (struct table_tag){
		.tag = *tag, .side = (uint8_t)side, .home = SQ_OFF_BOARD, .last = SQ_OFF_BOARD};
	return true;
}

/* Called for every square of every reading: hence the index beside the tags. */
static unsigned tag_of(const struct table *table, unsigned home)
{
	return home < SQ_COUNT ? table->tag_at[home] : TAG_NONE;
}

bool table_sees_tag(const struct table *table, unsigned sq, unsigned tag)
{
	return tag != TAG_NONE && memchr(table->seen[sq], (int)tag, TAGS_PER_SQUARE);
}

bool table_tags_see_any(const struct table *table, unsigned sq)
{
	return table->seen[sq][0] != TAG_NONE;
}

enum side table_tags_owner(const struct table *table, unsigned sq)
{
	unsigned tag = table->seen[sq][0];

	if (tag >= table->tag_count || table->seen[sq][1] != TAG_NONE)
		return SIDE_NONE;
	return (enum side)table->tags[tag].side;
}

/* Pieces seen on another piece's square are kept as a set, since every reading asks for them. */
static void refresh(struct table *table, unsigned sq)
{
	unsigned tag = tag_of(table, sq);

	if (tag != TAG_NONE && table_tags_see_any(table, sq) && !table_sees_tag(table, sq, tag))
		bits_add(&table->contradicted, sq);
	else
		bits_drop(&table->contradicted, sq);
}

void table_forget_home(struct table *table, unsigned sq)
{
	unsigned tag = tag_of(table, sq);

	if (tag == TAG_NONE)
		return;
	table->tags[tag].home = SQ_OFF_BOARD;
	table->tag_at[sq] = TAG_NONE;
	refresh(table, sq);
}

void table_set_home(struct table *table, unsigned tag, unsigned home)
{
	table_forget_home(table, table->tags[tag].home);
	table_forget_home(table, home);
	table->tags[tag].home = (uint8_t)home;
	if (home >= SQ_COUNT)
		return;
	table->tag_at[home] = (uint8_t)tag;
	refresh(table, home);
}

void table_set_homes(struct table *table, const uint8_t homes[TABLE_TAGS])
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		table_forget_home(table, sq);
	for (unsigned i = 0; i < table->tag_count; i++)
		table_set_home(table, i, homes[i]);
}

bool table_tags_contradict(const struct table *table, unsigned sq)
{
	return table_has_tags(table) && bits_has(table->contradicted, sq);
}

bool table_tags_show(const struct table *table, unsigned from, unsigned sq)
{
	return table_has_tags(table) && table_sees_tag(table, sq, tag_of(table, from));
}

bool table_tags_deny(const struct table *table, unsigned from, unsigned sq)
{
	unsigned tag = tag_of(table, from);

	return tag != TAG_NONE && table_tags_see_any(table, sq) && !table_sees_tag(table, sq, tag);
}

bool table_tags_touched(const struct table *table, unsigned from, unsigned sq, uint64_t since_us)
{
	return table_has_tags(table) && table->touch_from[sq] == from &&
	       table->touch_us[sq] > since_us && table->touch_us[sq] > table->turn.since_us;
}

void table_tags_move(struct table *table, unsigned from, unsigned to)
{
	unsigned tag = tag_of(table, from);

	table_forget_home(table, to);
	if (tag != TAG_NONE)
		table_set_home(table, tag, to);
}

void table_tags_swap(struct table *table, unsigned a, unsigned b)
{
	unsigned tag = tag_of(table, b);

	table_tags_move(table, a, b);
	if (tag != TAG_NONE)
		table_set_home(table, tag, a);
}

/*
 * A piece that is off its own square and is seen on another that holds a piece, or whose piece has
 * only just arrived: that is how a tap looks here. A neighbour's tag that is seen for a moment is
 * seen at home as well.
 */
static bool is_touch(const struct table *table, unsigned sq, unsigned tag)
{
	enum side there = public_side_at(&table->open, sq);
	const struct table_tag *seen;

	if (tag == TAG_STRANGER)
		return false;
	seen = &table->tags[tag];
	if (there == SIDE_NONE && table_answer_has_move(table) && table->turn.to == sq)
		there = table->open.to_move;
	return there != SIDE_NONE && there != seen->side && seen->home < SQ_COUNT &&
	       !table_sees_tag(table, seen->home, tag);
}

/* In the order of their arrival, without gaps: the first is the one that stands there. */
static void note(uint8_t list[TAGS_PER_SQUARE], unsigned tag, bool seen)
{
	uint8_t *end = list + TAGS_PER_SQUARE;
	uint8_t *place = memchr(list, (int)(seen ? TAG_NONE : tag), TAGS_PER_SQUARE);

	if (!place || (seen && memchr(list, (int)tag, TAGS_PER_SQUARE)))
		return;
	if (seen) {
		*place = (uint8_t)tag;
	} else {
		memmove(place, place + 1, (size_t)(end - place - 1));
		end[-1] = TAG_NONE;
	}
}

void table_note_tag(struct table *table, unsigned sq, unsigned tag, bool seen)
{
	note(table->seen[sq], tag, seen);
	note(table->reported[sq], tag, seen);
	refresh(table, sq);
}

void table_begin_tag_report(struct table *table)
{
	memset(table->reported, TAG_NONE, sizeof table->reported);
}

void table_end_tag_report(struct table *table)
{
	memcpy(table->seen, table->reported, sizeof table->seen);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		refresh(table, sq);
}

static void sort(uint8_t list[TAGS_PER_SQUARE])
{
	for (unsigned end = TAGS_PER_SQUARE; end > 1; end--)
		for (unsigned i = 1; i < end; i++) {
			uint8_t first = list[i - 1];

			if (first <= list[i])
				continue;
			list[i - 1] = list[i];
			list[i] = first;
		}
}

/* The order in which tags came into view was lost with the power. */
void table_tags_keep(struct table *table, const struct table *old)
{
	memcpy(table->tags, old->tags, sizeof table->tags);
	table->tag_count = old->tag_count;
	for (unsigned i = 0; i < table->tag_count; i++)
		table->tags[i].last = SQ_OFF_BOARD;
	memcpy(table->tag_at, old->tag_at, sizeof table->tag_at);
	memcpy(table->seen, old->seen, sizeof table->seen);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		sort(table->seen[sq]);
		refresh(table, sq);
	}
}

/* A tag that was elsewhere meanwhile has not been held over this square. */
static void note_arrival(struct table *table, unsigned sq, unsigned tag)
{
	if (tag == TAG_STRANGER)
		return;
	if (table->tags[tag].last != sq)
		table->contacts[sq].glimpses = 0;
	table->tags[tag].last = (uint8_t)sq;
}

/*
 * Without reeds a square counts as closed while any tag is seen on it, and is debounced as a
 * contact is. A touch, and a change of tags that makes a square right or wrong without a gap, are
 * changes as well.
 */
void table_tag_seen(struct table *table, uint64_t t_us, unsigned sq, unsigned tag, bool seen)
{
	bool contradicted = table_tags_contradict(table, sq), touch = is_touch(table, sq, tag);

	bool any = table_tags_see_any(table, sq);

	if (seen == table_sees_tag(table, sq, tag))
		return;
	note(table->seen[sq], tag, seen);
	refresh(table, sq);
	if (any != table_tags_see_any(table, sq))
		table_lines_follow_tags(table, sq, t_us);
	if (seen && touch) {
		table->touch_from[sq] = table->tags[tag].home;
		table->touch_us[sq] = t_us;
	}
	if (seen)
		note_arrival(table, sq, tag);
	if (!(table->options.sensors & SENSOR_REED))
		table_contact(table, t_us, sq, table_tags_see_any(table, sq));
	if (bits_has(table->closed, sq) &&
	    (touch || contradicted != table_tags_contradict(table, sq))) {
		bits_add(&table->tags_unsettled, sq);
		table->tags_edge_us[sq] = t_us;
	}
}
