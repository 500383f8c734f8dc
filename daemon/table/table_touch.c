/*
 * What was done to an enemy piece while an own piece is off: brushed, lifted for a while, or
 * replaced. table_read.c decides whether that is an attack and whether to ask.
 *
 * Numbers in comments are the rows of gestures.md.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/square.h"

enum touch { NOT_TOUCHED, BRUSHED, LIFTED, SHOWN };

/*
 * What happened to an enemy piece, now in its place again, while the piece from `from` was off. On
 * a board that reads tags a short gap is a missed read; there the attacker's own tag on the square
 * is the sign.
 */
static enum touch touch_of(const struct table *table, unsigned from, unsigned sq, uint64_t until_us)
{
	uint64_t off_us = table->lifted_us[from], closed_us = table->closed_us[sq];
	bool opened = table->opened_us[sq] > table->turn.since_us &&
		      closed_us > table->opened_us[sq] && table->lifted_us[sq] <= until_us;
	bool lifted = opened && closed_us - table->lifted_us[sq] >= table->options.jog_us &&
		      closed_us > off_us;

	if (table_tags_show(table, from, sq) && table_tags_contradict(table, sq))
		return SHOWN;
	if (table_tags_touched(table, from, sq, off_us))
		return lifted ? LIFTED : BRUSHED;
	if (lifted)
		return LIFTED;
	if (!(table->options.sensors & SENSOR_REED))
		return NOT_TOUCHED;
	return opened && table->opened_us[sq] > off_us ? BRUSHED : NOT_TOUCHED;
}

struct bits table_touch_among(const struct table *table, unsigned from, struct bits squares,
			      uint64_t until_us)
{
	struct bits touched = BITS_NONE;

	squares = bits_minus(squares, table->faulty);
	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);

		if (touch_of(table, from, sq, until_us) != NOT_TOUCHED)
			bits_add(&touched, sq);
	}
	return touched;
}

/* whether the exchange of pieces after a battle opened the square: 9 */
static bool is_exchange(const struct table *table, unsigned from, unsigned sq)
{
	return table_aftermath_opened(table, sq) &&
	       !table_tags_touched(table, from, sq, table->lifted_us[from]);
}

/* whether the piece that is off may have been set down where an enemy piece was lifted: 8 */
static bool may_have_landed(const struct table *table, unsigned from, unsigned sq, enum touch touch)
{
	return touch == SHOWN ||
	       (touch == LIFTED && (!table_has_tags(table) ||
				    table_tags_touched(table, from, sq, table->lifted_us[from])));
}

/* With the other piece there, a hand that thinks may be above it, or the touch goes on. */
bool table_touch_lasts(const struct table *table, unsigned from, unsigned sq)
{
	return table_tags_show(table, from, sq) && !table_tags_contradict(table, sq);
}

bool table_touch_is_certain(const struct table *table, unsigned from, unsigned sq,
			    uint64_t until_us)
{
	enum touch touch = touch_of(table, from, sq, until_us);

	/* where pieces are missed, one far away may have been pushed to the middle meanwhile */
	bool doubted = table->misses_pieces && !table_has_tags(table);

	return !table_touch_lasts(table, from, sq) && !is_exchange(table, from, sq) &&
	       (sq_touch(from, sq) || (!doubted && may_have_landed(table, from, sq, touch)));
}

/* whether two squares share a corner only */
static bool touch_aslant(unsigned a, unsigned b)
{
	unsigned distance = a < b ? b - a : a - b;

	return distance == SQ_STRIDE + 1 || distance == SQ_STRIDE - 1;
}

/*
 * A contact cannot tell that from a piece straightened by its owner (13), so without tags only the
 * step that people do try is believed.
 */
bool table_touch_is_out_of_reach(const struct table *table, unsigned from, unsigned sq,
				 uint64_t until_us)
{
	enum touch touch = touch_of(table, from, sq, until_us);

	return !is_exchange(table, from, sq) && may_have_landed(table, from, sq, touch) &&
	       (table_has_tags(table) || touch_aslant(from, sq));
}
