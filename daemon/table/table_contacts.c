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
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/square.h"

enum { CHANGES_WITHOUT_REST = 20 };

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
		uint64_t due = edge_us + table->options.debounce_us;

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
		table->closed_us[sq] = t_us;
	} else {
		bits_drop(&table->closed, sq);
		table->opened_us[sq] = t_us;
		if (table->lifted_us[sq] == 0 || t_us - table->closed_us[sq] > CHATTER_US)
			table->lifted_us[sq] = t_us;
	}
	contact->contradictions = 0;
	if (bits_has(bits_minus(table->faulty, table->declared), sq))
		table->trusted_us[sq] = t_us + TRUST_AGAIN_US;
	if (changes_too_often(table, contact, t_us)) {
		contact->changes = 0;
		table_faults_add(table, t_us, sq, FAULT_FLUTTER);
	}
	return !bits_has(table->faulty, sq);
}
