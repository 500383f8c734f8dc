/*
 * Squares that cannot be relied on (row 22): they are reported once, left out of every reading, and
 * trusted again after a minute of sense. The arbiter may declare a square faulty or good.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"

/* A square is reported once; while it remains faulty only the time of trust moves. */
void table_faults_add(struct table *table, uint64_t t_us, unsigned sq, enum table_fault fault)
{
	struct finding *finding;

	if (!bits_has(table->declared, sq))
		table->trusted_us[sq] = t_us + TRUST_AGAIN_US;
	if (bits_has(table->single, sq))
		return;
	if (fault != FAULT_DECLARED && bits_has(table->lines.squares, sq))
		return;
	if (fault == FAULT_FLUTTER && table_lines_flutter(table, sq, t_us))
		return;
	bits_add(&table->single, sq);
	bits_add(&table->faulty, sq);
	if (fault == FAULT_CONTRADICTS && !bits_has(table->closed, sq))
		bits_add(&table->blind, sq);
	finding = table_find(table, t_us, FOUND_FAULT);
	finding->squares = bits_of(sq);
	finding->fault = (uint8_t)fault;
}

static bool says_what_it_should(const struct table *table, unsigned sq)
{
	return bits_has(table->closed, sq) == bits_has(public_occupied(&table->open), sq);
}

static void trust(struct table *table, uint64_t t_us, unsigned sq)
{
	bits_drop(&table->single, sq);
	bits_drop(&table->declared, sq);
	bits_drop(&table->blind, sq);
	table->faulty = bits_or(table->single, table->lines.squares);
	table->contacts[sq].contradictions = 0;
	table_find(table, t_us, FOUND_TRUSTED)->squares = bits_of(sq);
}

/*
 * A faulty contact has changed: its minute of sense begins anew. One that did not see its piece and
 * does now has nothing to prove: the piece was pushed to the middle.
 */
void table_faults_change(struct table *table, uint64_t t_us, unsigned sq)
{
	if (!bits_has(bits_minus(table->single, table->declared), sq))
		return;
	table->trusted_us[sq] = t_us + TRUST_AGAIN_US;
	if (bits_has(table->blind, sq) && says_what_it_should(table, sq))
		trust(table, t_us, sq);
}

uint64_t table_faults_deadline(const struct table *table, unsigned *sq)
{
	struct bits faulty = table->single;
	uint64_t earliest = TABLE_NEVER;

	while (bits_any(faulty)) {
		unsigned i = bits_take(&faulty);

		if (table->trusted_us[i] >= earliest)
			continue;
		earliest = table->trusted_us[i];
		*sq = i;
	}
	return earliest;
}

/*
 * A minute has passed without nonsense. If the square also shows what it should, it is trusted
 * again; if not, its next minute begins when that changes, however late.
 */
void table_faults_review(struct table *table, unsigned sq, uint64_t t_us)
{
	if (says_what_it_should(table, sq))
		trust(table, t_us, sq);
	else
		table->trusted_us[sq] = TABLE_NEVER;
}

void table_faults_follow(struct table *table, uint64_t t_us)
{
	struct bits faulty = bits_minus(table->single, table->declared);

	while (bits_any(faulty)) {
		unsigned sq = bits_take(&faulty);

		if (table->trusted_us[sq] == TABLE_NEVER && says_what_it_should(table, sq))
			table->trusted_us[sq] = t_us + TRUST_AGAIN_US;
	}
}

void table_declare_fault(struct table *table, uint64_t t_us, unsigned sq, bool faulty)
{
	if (faulty) {
		table_faults_add(table, t_us, sq, FAULT_DECLARED);
		bits_add(&table->declared, sq);
		table->trusted_us[sq] = TABLE_NEVER;
		table_changed(table, sq, t_us);
	} else if (bits_has(table->single, sq)) {
		trust(table, t_us, sq);
		table_changed(table, sq, t_us);
	}
}
