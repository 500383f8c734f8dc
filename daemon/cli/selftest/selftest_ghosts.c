/*
 * Contacts that close with another: wires that touch, magnets that reach too far, diodes that do
 * not hold. And those that vanish with another, which is the latter too.
 *
 * With closed contacts on three corners of a rectangle the fourth looks closed too if the diode of
 * the opposite corner leaks. So every square that looked closed, and had closed contacts on the
 * other corners, accuses a diode. Of several diodes those that explain most are blamed, but none
 * that is known to hold, or that would have made other squares look closed which did not. Lines
 * that touch are also seen with no other piece on the board.
 */
#include "daemon/cli/selftest/selftest_faults.h"
#include "daemon/cli/selftest/selftest_judge.h"
#include "daemon/cli/selftest/selftest_lines.h"
#include "rules/bits.h"
#include "rules/square.h"

enum { SIGHTS_MAX = 512, BRIDGE_MIN = 2, MAGNETS_MIN = 3 };

/* A contact that closed with another. */
struct sight {
	uint8_t sq;		/* that was asked for */
	uint8_t contact, ghost; /* what stands for it, and what closed with it */
	bool explained;
	struct bits diodes; /* contacts whose diode may be to blame */
};

struct sights {
	unsigned count;
	struct sight list[SIGHTS_MAX];
};

/* ---- what was seen ---- */

/*
 * If the diode of this contact did not hold, the ghost's row would get current through it into the
 * contact's own: all that stands there would look closed in the ghost's row too.
 */
static bool would_show(const struct selftest_probe *probe, unsigned contact, unsigned ghost)
{
	struct bits closed = bits_or(probe->standing, probe->contacts);

	for (unsigned column = 0; column < LINES_MAX; column++)
		if (bits_has(probe->standing, sq_at(column, sq_row(contact))) &&
		    !bits_has(closed, sq_at(column, sq_row(ghost))))
			return false;
	return true;
}

static struct bits accused(struct bits closed, unsigned contact, unsigned ghost)
{
	struct bits diodes = BITS_NONE;
	unsigned row = sq_row(contact), column = sq_column(contact);
	unsigned ghost_row = sq_row(ghost), ghost_column = sq_column(ghost);

	if (row != ghost_row && column != ghost_column) {
		if (bits_has(closed, sq_at(column, ghost_row)) &&
		    bits_has(closed, sq_at(ghost_column, row)))
			bits_add(&diodes, contact);
		return diodes;
	}
	for (unsigned i = 0; i < LINES_MAX; i++) {
		unsigned near = row == ghost_row ? sq_at(column, i) : sq_at(i, row);
		unsigned far = row == ghost_row ? sq_at(ghost_column, i) : sq_at(i, ghost_row);

		if (bits_has(closed, near) && bits_has(closed, far))
			bits_add(&diodes, near);
	}
	return diodes;
}

static struct bits suspects(const struct selftest_probe *probe, unsigned contact, unsigned ghost)
{
	struct bits look = accused(probe->standing, contact, ghost), diodes = BITS_NONE;

	while (bits_any(look)) {
		unsigned diode = bits_take(&look);

		if (would_show(probe, diode, ghost))
			bits_add(&diodes, diode);
	}
	return diodes;
}

/*
 * Ghosts that close together do not count as corners for each other, or they would explain
 * anything.
 */
static void see(struct sights *sights, const struct faults *faults, const struct selftest *test,
		unsigned sq)
{
	const struct selftest_probe *probe = &test->probes[sq];
	unsigned contact = fault_contact(faults, test, sq);
	struct bits ghosts = probe->contacts;

	bits_drop(&ghosts, contact);
	while (bits_any(ghosts) && sights->count < SIGHTS_MAX) {
		struct sight *sight = &sights->list[sights->count++];

		*sight = (struct sight){.sq = (uint8_t)sq, .contact = (uint8_t)contact};
		sight->ghost = (uint8_t)bits_take(&ghosts);
		sight->diodes = bits_minus(suspects(probe, contact, sight->ghost), test->proved);
	}
}

/* ---- magnets ---- */

/* squares that close neighbours both in their row and in their column: no wire does that */
static struct bits reaching(const struct sights *sights)
{
	struct bits sideways = BITS_NONE, lengthwise = BITS_NONE;

	for (unsigned i = 0; i < sights->count; i++) {
		const struct sight *sight = &sights->list[i];

		if (sq_touch(sight->contact, sight->ghost))
			bits_add(sq_row(sight->contact) == sq_row(sight->ghost) ? &sideways
										: &lengthwise,
				 sight->sq);
	}
	return bits_and(sideways, lengthwise);
}

/* On most squares, or it is not the magnets. */
static void find_magnets(struct faults *faults, struct sights *sights, const struct selftest *test)
{
	struct bits squares = reaching(sights);
	unsigned answered = 0;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		answered += test->probes[sq].state == PROBE_ANSWERED;
	if (bits_count(squares) < MAGNETS_MIN || 2 * bits_count(squares) < answered)
		return;
	for (unsigned i = 0; i < sights->count; i++)
		if (sq_touch(sights->list[i].contact, sights->list[i].ghost))
			sights->list[i].explained = true;
	faults->bad = bits_or(faults->bad, squares);
	fault_add(faults, &(struct fault){.kind = FAULT_MAGNETS,
					  .sq = SQ_OFF_BOARD,
					  .other = SQ_OFF_BOARD,
					  .squares = squares});
}

/* ---- lines that touch ---- */

static bool is_between(const struct sight *sight, bool is_column, unsigned a, unsigned b)
{
	unsigned from = is_column ? sq_column(sight->contact) : sq_row(sight->contact);
	unsigned to = is_column ? sq_column(sight->ghost) : sq_row(sight->ghost);
	bool in_line = is_column ? sq_row(sight->contact) == sq_row(sight->ghost)
				 : sq_column(sight->contact) == sq_column(sight->ghost);

	return in_line && ((from == a && to == b) || (from == b && to == a));
}

/* how many have answered by a contact of either line */
static unsigned answers_of(const struct faults *faults, const struct selftest *test, bool is_column,
			   unsigned a, unsigned b)
{
	unsigned count = 0;

	for (unsigned i = 0; i < test->count; i++) {
		unsigned sq = test->order[i], contact, line;

		if (test->probes[sq].state != PROBE_ANSWERED)
			continue;
		contact = fault_contact(faults, test, sq);
		line = is_column ? sq_column(contact) : sq_row(contact);
		count += line == a || line == b;
	}
	return count;
}

/* Seen in half of their squares, in two places at least, and once when no diode could be to blame.
 */
static bool are_bridged(const struct sights *sights, bool is_column, unsigned a, unsigned b,
			unsigned answers)
{
	struct bits places = BITS_NONE;
	unsigned count = 0, sure = 0;

	for (unsigned i = 0; i < sights->count; i++) {
		const struct sight *sight = &sights->list[i];

		if (sight->explained || !is_between(sight, is_column, a, b))
			continue;
		bits_add(&places, is_column ? sq_row(sight->contact) : sq_column(sight->contact));
		count++;
		sure += !bits_any(sight->diodes);
	}
	return bits_count(places) >= BRIDGE_MIN && sure > 0 && 2 * count >= answers;
}

static void find_bridge(struct faults *faults, struct sights *sights, const struct selftest *test,
			bool is_column, unsigned a, unsigned b)
{
	if (!are_bridged(sights, is_column, a, b, answers_of(faults, test, is_column, a, b)))
		return;
	for (unsigned i = 0; i < sights->count; i++)
		if (is_between(&sights->list[i], is_column, a, b)) {
			sights->list[i].explained = true;
			bits_add(&faults->bad, sights->list[i].sq);
		}
	fault_add(faults, &(struct fault){.kind = FAULT_BRIDGED,
					  .sq = SQ_OFF_BOARD,
					  .other = SQ_OFF_BOARD,
					  .is_column = is_column,
					  .line = (uint8_t)a,
					  .as = (uint8_t)b});
}

static void find_bridges(struct faults *faults, struct sights *sights, const struct selftest *test)
{
	for (unsigned a = 0; a < LINES_MAX; a++)
		for (unsigned b = a + 1; b < LINES_MAX; b++) {
			find_bridge(faults, sights, test, true, a, b);
			find_bridge(faults, sights, test, false, a, b);
		}
}

/* ---- diodes ---- */

static unsigned worst_diode(const struct sights *sights)
{
	unsigned counts[SQ_COUNT] = {0}, worst = SQ_OFF_BOARD, most = 0;

	for (unsigned i = 0; i < sights->count; i++) {
		struct bits diodes = sights->list[i].diodes;

		while (!sights->list[i].explained && bits_any(diodes))
			counts[bits_take(&diodes)]++;
	}
	for (unsigned contact = 0; contact < SQ_COUNT; contact++)
		if (counts[contact] > most) {
			most = counts[contact];
			worst = contact;
		}
	return worst;
}

static struct bits squares_of(const struct faults *faults, struct bits contacts)
{
	struct bits squares = BITS_NONE;

	while (bits_any(contacts))
		bits_add(&squares, lines_square(&faults->lines, bits_take(&contacts)));
	return squares;
}

/* Takes what this diode explains, and with it every other that explains the same. What was seen but
 * once, and beside the piece, may be the magnet just as well. */
static struct fault blame(struct sights *sights, const struct faults *faults, unsigned contact)
{
	struct fault fault = {.kind = FAULT_DIODE, .other = SQ_OFF_BOARD};
	struct bits diodes = {UINT64_MAX, UINT64_MAX}, ghosts = BITS_NONE;
	unsigned count = 0;

	for (unsigned i = 0; i < sights->count; i++) {
		struct sight *sight = &sights->list[i];

		if (sight->explained || !bits_has(sight->diodes, contact))
			continue;
		sight->explained = true;
		fault.other = count++ == 0 && sq_touch(sight->contact, sight->ghost) ? sight->sq
										     : SQ_OFF_BOARD;
		diodes = bits_and(diodes, sight->diodes);
		bits_add(&ghosts, sight->ghost);
	}
	fault.suspects = squares_of(faults, diodes);
	fault.squares = squares_of(faults, ghosts);
	fault.sq = (uint8_t)bits_first(fault.suspects);
	return fault;
}

static void find_diodes(struct faults *faults, struct sights *sights)
{
	struct fault found[SQ_COUNT];
	struct bits blamed = BITS_NONE;
	unsigned count = 0;

	for (unsigned worst; (worst = worst_diode(sights)) != SQ_OFF_BOARD; count++) {
		found[count] = blame(sights, faults, worst);
		blamed = bits_or(blamed, found[count].suspects);
	}
	faults->bad = bits_or(faults->bad, blamed);
	if (count >= FIND_MANY_DIODES)
		fault_add(faults, &(struct fault){.kind = FAULT_MANY_DIODES,
						  .sq = SQ_OFF_BOARD,
						  .other = SQ_OFF_BOARD,
						  .squares = blamed});
	for (unsigned i = 0; i < count && count < FIND_MANY_DIODES; i++)
		fault_add(faults, &found[i]);
}

/* ---- rows that fight ---- */

/* The diode of what answered; if nothing did, of what is still seen in its column. */
static struct bits fighting(const struct faults *faults, const struct selftest *test, unsigned sq)
{
	const struct selftest_probe *probe = &test->probes[sq];
	unsigned contact = lines_answer(&faults->lines, sq);
	struct bits diodes = BITS_NONE;

	if (probe->state == PROBE_ANSWERED)
		return bits_of(fault_contact(faults, test, sq));
	for (unsigned row = 0; contact < SQ_COUNT && row < LINES_MAX; row++)
		if (bits_has(probe->standing, sq_at(sq_column(contact), row)))
			bits_add(&diodes, sq_at(sq_column(contact), row));
	return diodes;
}

static void find_fights(struct faults *faults, const struct selftest *test)
{
	struct bits blamed = BITS_NONE;

	for (unsigned i = 0; i < test->count; i++) {
		struct bits hidden = test->probes[test->order[i]].hidden;
		struct fault fault = {.kind = FAULT_HIDES, .other = SQ_OFF_BOARD};

		if (!bits_any(hidden))
			continue;
		fault.suspects = squares_of(faults, fighting(faults, test, test->order[i]));
		fault.squares = squares_of(faults, hidden);
		if (!bits_any(bits_minus(fault.suspects, blamed)))
			continue;
		fault.sq = (uint8_t)bits_first(fault.suspects);
		blamed = bits_or(blamed, fault.suspects);
		fault_add(faults, &fault);
	}
	faults->bad = bits_or(faults->bad, blamed);
}

/* ---- the rest ---- */

/* Two that close each other are told of once. */
static bool was_told(const struct sights *sights, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (!sights->list[k].explained &&
		    sights->list[k].contact == sights->list[i].ghost &&
		    sights->list[k].ghost == sights->list[i].contact)
			return true;
	return false;
}

void selftest_find_ghosts(struct faults *faults, const struct selftest *test)
{
	struct sights sights = {.count = 0};

	for (unsigned i = 0; i < test->count; i++)
		if (test->probes[test->order[i]].state == PROBE_ANSWERED)
			see(&sights, faults, test, test->order[i]);
	find_magnets(faults, &sights, test);
	find_bridges(faults, &sights, test);
	find_diodes(faults, &sights);
	find_fights(faults, test);
	for (unsigned i = 0; i < sights.count; i++) {
		const struct sight *sight = &sights.list[i];
		unsigned other = lines_square(&faults->lines, sight->ghost);
		bool beside = sq_touch(sight->sq, other);

		if (!sight->explained && !was_told(&sights, i))
			fault_add(faults,
				  &(struct fault){.kind = beside ? FAULT_REACHES : FAULT_JOINED,
						  .sq = sight->sq,
						  .other = (uint8_t)other});
	}
}
