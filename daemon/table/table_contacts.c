/*
 * Debouncing, square by square.
 *
 * A contact is in one of three states:
 *   1. quiet:     raw level = debounced level
 *   2. unsettled: they differ; after debounce_us without another edge the debounced level follows
 *   3. faulty:    1 or 2, but its changes are not reported
 * Edges: 1 -> 2 (differs now), 2 -> 1 (bounced back), 2 -> 2 (never: an edge always changes the raw
 * level). Time: 2 -> 1 with a debounced change. Either -> 3 if it changes 20 times in a second,
 * debounced, or never rests for a whole second. A slow hand makes a contact chatter for 150 ms;
 * that is far from either.
 *
 * The tag of a piece that stands is found in nearly every look. One that comes and goes belongs to a
 * piece that is held at the edge of what the antenna sees. So after two short stays it must stay
 * for longer before it counts as being there again; until then the piece is in a hand.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/square.h"

enum {
	CHANGES_WITHOUT_REST = 20,
	GLIMPSES = 2,	       /* a piece that is jogged may be lost and found that often */
	STEADY_US = 500000,    /* a tag that has been seen for this long is not just passing */
	TREMBLING_US = 1500000 /* the longest gap between two glimpses of a piece that is held */
};

/* how long the contact must keep its level until that counts */
static uint64_t debounce_us(const struct table *table, unsigned sq)
{
	const struct contact *contact = &table->contacts[sq];

	return contact->raw && contact->glimpses >= GLIMPSES ? STEADY_US
							     : table->options.debounce_us;
}

/* only where tags alone tell whether a square is filled */
static void note_glimpse(struct table *table, unsigned sq, uint64_t t_us, bool closed)
{
	struct contact *contact = &table->contacts[sq];
	uint64_t lasted_us = t_us - contact->edge_us;

	if (table->options.sensors != SENSOR_RFID || contact->edge_us == 0)
		return;
	if (lasted_us >= (closed ? TREMBLING_US : STEADY_US))
		contact->glimpses = 0;
	else if (!closed && contact->glimpses < GLIMPSES)
		contact->glimpses++;
}

static void note_edge(struct table *table, unsigned sq, uint64_t t_us)
{
	struct contact *contact = &table->contacts[sq];

	if (contact->edge_us == 0 || t_us - contact->edge_us >= table->options.debounce_us)
		contact->restless_us = t_us;
	contact->edge_us = t_us;
	if (t_us - contact->restless_us >= ONE_SECOND_US)
		table_faults_add(table, t_us, sq, FAULT_FLUTTER);
}

void table_contact(struct table *table, uint64_t t_us, unsigned sq, bool closed)
{
	struct contact *contact = &table->contacts[sq];

	if (contact->raw == closed)
		return;
	note_glimpse(table, sq, t_us, closed);
	contact->raw = closed;
	note_edge(table, sq, t_us);
	if (closed != bits_has(table->closed, sq))
		bits_add(&table->unsettled, sq);
	else
		bits_drop(&table->unsettled, sq);
	/* Done waits for the end of a debounce; a contact that has bounced back ends one too */
	if (table->done_pressed && !bits_any(bits_minus(table->unsettled, table->faulty)))
		table->settle_us = t_us;
}

void table_frame(struct table *table, uint64_t t_us, struct bits closed)
{
	table->lines.frame_us = t_us;
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (board_has(table->open.board, sq))
			table_contact(table, t_us, sq, bits_has(closed, sq));
}

uint64_t table_contacts_deadline(const struct table *table, unsigned *sq)
{
	struct bits unsettled = bits_or(table->unsettled, table->tags_unsettled);
	uint64_t earliest = TABLE_NEVER;

	while (bits_any(unsettled)) {
		unsigned i = bits_take(&unsettled);
		uint64_t edge_us = bits_has(table->unsettled, i) ? table->contacts[i].edge_us
								 : table->tags_edge_us[i];
		uint64_t due =
			edge_us + (bits_has(table->unsettled, i) ? debounce_us(table, i)
								 : table->options.debounce_us);

		if (due >= earliest)
			continue;
		earliest = due;
		*sq = i;
	}
	return earliest;
}

/*
 * Twenty changes without one rest of settle_us between them: twenty in a second are that, and so is
 * a slower flutter, which would keep the table from ever being still.
 */
static bool changes_too_often(const struct table *table, struct contact *contact, uint64_t t_us)
{
	if (t_us - contact->changed_us >= table->options.settle_us)
		contact->changes = 0;
	contact->changed_us = t_us;
	contact->changes++;
	return contact->changes >= CHANGES_WITHOUT_REST;
}

bool table_contacts_settle(struct table *table, unsigned sq, uint64_t t_us)
{
	struct contact *contact = &table->contacts[sq];

	bits_drop(&table->unsettled, sq);
	if (contact->raw) {
		bits_add(&table->closed, sq);
		bits_drop(&table->unseen, sq);
		table->closed_us[sq] = t_us - debounce_us(table, sq) + table->options.debounce_us;
	} else {
		bits_drop(&table->closed, sq);
		table->opened_us[sq] = t_us;
		if (table->lifted_us[sq] == 0 || t_us - table->closed_us[sq] > CHATTER_US)
			table->lifted_us[sq] = t_us;
	}
	contact->contradictions = 0;
	table_faults_change(table, t_us, sq);
	if (changes_too_often(table, contact, t_us)) {
		contact->changes = 0;
		table_faults_add(table, t_us, sq, FAULT_FLUTTER);
	}
	table_lines_follow(table, sq, t_us);
	return !bits_has(table->faulty, sq);
}
