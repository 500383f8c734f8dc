/* Tags: which piece is on which square, on boards that read them. */
#include "daemon/table_inside.h"

#include <string.h>

unsigned table_find_tag(const struct table *table, const struct tag *tag)
{
	for (unsigned i = 0; i < table->tag_count; i++)
		if (memcmp(&table->tags[i].tag, tag, sizeof *tag) == 0)
			return i;
	return TAG_STRANGER;
}

/* Asked for every square of every reading: hence the index beside the tags. */
static unsigned tag_of(const struct table *table, unsigned home)
{
	if (home < SQ_COUNT)
		return table->tag_at[home];
	for (unsigned i = 0; i < table->tag_count; i++)
		if (table->tags[i].home == home)
			return i;
	return TAG_NONE;
}

static bool sees(const struct table *table, unsigned sq, unsigned tag)
{
	return tag != TAG_NONE && memchr(table->seen[sq], (int)tag, TAGS_PER_SQUARE);
}

static bool sees_any(const struct table *table, unsigned sq)
{
	static const uint8_t none[TAGS_PER_SQUARE] = {TAG_NONE, TAG_NONE, TAG_NONE};

	return memcmp(table->seen[sq], none, sizeof none) != 0;
}

/* The pieces that are seen to stand on another's square are kept as a set, since every reading asks
 * for them. */
static void refresh(struct table *table, unsigned sq)
{
	unsigned tag = tag_of(table, sq);

	if (tag != TAG_NONE && sees_any(table, sq) && !sees(table, sq, tag))
		bits_add(&table->contradicted, sq);
	else
		bits_drop(&table->contradicted, sq);
}

void table_set_home(struct table *table, unsigned tag, unsigned home)
{
	unsigned old = table->tags[tag].home;

	if (old < SQ_COUNT && table->tag_at[old] == tag) {
		table->tag_at[old] = TAG_NONE;
		refresh(table, old);
	}
	table->tags[tag].home = (uint8_t)home;
	if (home < SQ_COUNT) {
		table->tag_at[home] = (uint8_t)tag;
		refresh(table, home);
	}
}

bool tags_contradict(const struct table *table, unsigned sq)
{
	return table_has_tags(table) && bits_has(table->contradicted, sq);
}

bool tags_show(const struct table *table, unsigned from, unsigned sq)
{
	return table_has_tags(table) && sees(table, sq, tag_of(table, from));
}

bool tags_deny(const struct table *table, unsigned from, unsigned sq)
{
	return sees_any(table, sq) && !sees(table, sq, tag_of(table, from));
}

bool tags_touched(const struct table *table, unsigned from, unsigned sq, uint64_t since_us)
{
	return table_has_tags(table) && table->touch_from[sq] == from &&
	       table->touch_us[sq] > since_us && table->touch_us[sq] > table->since_us;
}

void tags_move(struct table *table, unsigned from, unsigned to)
{
	unsigned tag = tag_of(table, from);

	if (tag != TAG_NONE)
		table_set_home(table, tag, to);
}

void tags_remove(struct table *table, unsigned sq)
{
	tags_move(table, sq, SQ_OFF_BOARD);
}

/*
 * A piece that is off its own square and is seen on another that holds a piece, be it one that has
 * only just arrived there: that is what a tap looks like here. A neighbour's tag that is seen for a
 * moment is seen at home as well.
 */
static bool is_touch(const struct table *table, unsigned sq, unsigned tag)
{
	enum side there = public_side_at(&table->open, sq);
	const struct table_tag *seen;

	if (tag == TAG_STRANGER)
		return false;
	seen = &table->tags[tag];
	if (there == SIDE_NONE && table->has_complete && table->complete_to == sq)
		there = table->open.to_move;
	return there != SIDE_NONE && there != seen->side && seen->home < SQ_COUNT &&
	       !sees(table, seen->home, tag);
}

static void replace(struct table *table, unsigned sq, unsigned old, unsigned new)
{
	uint8_t *place = memchr(table->seen[sq], (int)old, TAGS_PER_SQUARE);

	if (place)
		*place = (uint8_t) new;
}

/*
 * Without reeds a square counts as closed while any tag is seen on it, and is debounced as a
 * contact is. A touch, and a change of tags that makes a square right or wrong without a gap, are
 * changes as well.
 */
void table_tag_seen(struct table *table, uint64_t t_us, unsigned sq, unsigned tag, bool seen)
{
	bool contradicted = tags_contradict(table, sq), touch = is_touch(table, sq, tag);

	if (seen == sees(table, sq, tag))
		return;
	if (seen)
		replace(table, sq, TAG_NONE, tag);
	else
		replace(table, sq, tag, TAG_NONE);
	refresh(table, sq);
	if (seen && touch) {
		table->touch_from[sq] = table->tags[tag].home;
		table->touch_us[sq] = t_us;
	}
	if (!(table->options.sensors & SENSOR_REED))
		table_contact(table, t_us, sq, sees_any(table, sq));
	if (bits_has(table->closed, sq) && (touch || contradicted != tags_contradict(table, sq))) {
		bits_add(&table->tags_unsettled, sq);
		table->tags_edge_us[sq] = t_us;
	}
}
