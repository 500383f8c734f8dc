/*
 * Asks for a piece on each square and collects the answers. Does not conclude anything about
 * faults.
 *
 * Diodes: with closed contacts on three corners of a rectangle, current would reach the fourth
 * through the diode of the corner opposite, if that did not hold. So three closed corners and an
 * open fourth prove a diode. What looks closed and should not is no corner.
 *
 * That is so where rows that are not read are let go. Where they are driven the other way, one row fights another
 * through a diode that does not hold, and nothing is seen of that row any more: pieces vanish together.
 */
#include "daemon/cli/selftest/selftest_judge.h"

#include "daemon/referee/referee.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <string.h>

void selftest_init(struct selftest *test, enum board_id board, unsigned sensors,
		   const uint8_t *order, unsigned count)
{
	memset(test, 0, sizeof *test);
	monitor_init(&test->monitor, board, sensors);
	test->count = (uint8_t)count;
	memcpy(test->order, order, count);
}

unsigned selftest_asked(const struct selftest *test)
{
	return test->phase == SELFTEST_ASK ? test->order[test->next] : SQ_OFF_BOARD;
}

bool selftest_is_covered(const struct selftest *test, unsigned sq)
{
	return test->monitor.contacts[sq].stands && bits_has(test->ghosts, sq);
}

/* ---- diodes ---- */

static struct bits row_of(struct bits set, unsigned row)
{
	struct bits squares = BITS_NONE;

	for (unsigned column = 0; column < SQ_STRIDE - 1; column++)
		if (bits_has(set, sq_at(column, row)))
			bits_add(&squares, column);
	return squares;
}

static void prove_diodes(struct selftest *test, struct bits standing)
{
	struct bits doubtful = bits_or(test->ghosts, test->monitor.ignored);
	struct bits sure = bits_minus(standing, doubtful), not_open = bits_or(standing, doubtful);
	unsigned rows = boards[test->monitor.board].rows;

	for (unsigned a = 0; a < rows; a++) {
		struct bits here = row_of(sure, a);

		for (unsigned b = 0; b < rows && bits_any(here); b++) {
			struct bits both = bits_and(here, row_of(sure, b));
			bool is_open = bits_any(bits_minus(here, row_of(not_open, b)));

			while (is_open && bits_any(both))
				bits_add(&test->proved, sq_at(bits_take(&both), a));
		}
	}
}

/* ---- prompts ---- */

static void ask(struct selftest *test)
{
	while (test->next < test->count && bits_has(test->monitor.ignored, test->order[test->next]))
		test->probes[test->order[test->next++]].state = PROBE_UNASKED;
	test->phase = test->next < test->count ? SELFTEST_ASK : SELFTEST_DONE;
	test->since_us = test->monitor.t_us;
	test->tagged = test->monitor.tagged;
	test->stood = bits_minus(monitor_standing(&test->monitor), test->monitor.ignored);
	test->monitor.fresh = BITS_NONE;
	test->monitor.expected = (uint8_t)selftest_asked(test);
}

void selftest_begin(struct selftest *test)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		const struct monitor_contact *contact = &test->monitor.contacts[sq];
		uint32_t edges = contact->strays + (contact->bursting ? contact->edges : 0) +
				 2 * contact->drops;

		if (contact->restless || edges >= SELFTEST_NOISE_EDGES)
			bits_add(&test->noisy, sq);
		else if (contact->closed)
			bits_add(&test->stuck, sq);
		monitor_forget(&test->monitor, sq);
	}
	test->monitor.ignored = bits_or(test->stuck, test->noisy);
	ask(test);
}

/* Events from before are not counted. */
static void listen(struct selftest *test)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		monitor_forget(&test->monitor, sq);
	test->phase = SELFTEST_LISTEN;
	test->since_us = test->monitor.t_us;
}

/* ---- answers ---- */

static unsigned first_of(const struct monitor *monitor, struct bits contacts)
{
	unsigned first = bits_first(contacts);

	while (bits_any(contacts)) {
		unsigned sq = bits_take(&contacts);

		if (monitor->contacts[sq].closed_us < monitor->contacts[first].closed_us)
			first = sq;
	}
	return first;
}

/* what has closed with another, up to now */
static void note_ghosts(struct selftest *test)
{
	test->ghosts = BITS_NONE;
	for (unsigned i = 0; i < test->count; i++) {
		const struct selftest_probe *probe = &test->probes[test->order[i]];
		struct bits others = probe->contacts;

		if (probe->state != PROBE_ANSWERED)
			continue;
		bits_drop(&others, probe->first);
		test->ghosts = bits_or(test->ghosts, others);
	}
}

/* Of those that are gone: what went at this time, together. */
static struct bits hidden_at(const struct selftest *test, struct bits gone, uint64_t t_us)
{
	struct bits together = BITS_NONE;

	while (bits_any(gone)) {
		unsigned sq = bits_take(&gone);
		uint64_t opened_us = test->monitor.contacts[sq].first_us;

		if (opened_us <= t_us + SELFTEST_HIDE_US && t_us <= opened_us + SELFTEST_HIDE_US)
			bits_add(&together, sq);
	}
	return together;
}

/* sq: what answered; SQ_OFF_BOARD if nothing did, because that has vanished as well */
static void note_hidden(struct selftest *test, struct selftest_probe *probe, unsigned sq)
{
	struct bits standing = monitor_standing(&test->monitor);
	struct bits gone = bits_minus(test->stood, standing);
	/* else it is the one piece of somebody who moves it along */
	bool leaves = bits_count(test->stood) > 1;

	if (leaves && bits_any(gone))
		probe->hidden =
			hidden_at(test, gone,
				  test->monitor.contacts[sq == SQ_OFF_BOARD ? bits_first(gone) : sq]
					  .first_us);
	test->hidden = bits_minus(bits_or(test->hidden, probe->hidden), standing);
}

static void answer(struct selftest *test)
{
	unsigned sq = selftest_asked(test);
	struct selftest_probe *probe = &test->probes[sq];
	struct bits standing = monitor_standing(&test->monitor);

	probe->state = PROBE_ANSWERED;
	probe->t_us = test->monitor.t_us;
	probe->contacts = test->monitor.fresh;
	probe->standing = bits_minus(standing, probe->contacts);
	probe->tags = bits_minus(test->monitor.tagged, test->tagged);
	probe->first = (uint8_t)(bits_has(probe->contacts, sq)
					 ? sq
					 : first_of(&test->monitor, probe->contacts));
	note_hidden(test, probe, probe->first);
	note_ghosts(test);
	prove_diodes(test, standing);
	test->next++;
	ask(test);
}

static void be_silent(struct selftest *test)
{
	unsigned sq = selftest_asked(test);
	struct selftest_probe *probe = &test->probes[sq];

	note_hidden(test, probe, SQ_OFF_BOARD);
	probe->state = selftest_is_covered(test, sq) ? PROBE_COVERED
		       : bits_any(test->hidden)	     ? PROBE_HIDDEN
						     : PROBE_SILENT;
	probe->standing = bits_minus(monitor_standing(&test->monitor), test->monitor.ignored);
	probe->t_us = test->monitor.t_us;
	test->next++;
	ask(test);
}

/* something has closed and everything stands still */
static bool is_answered(const struct selftest *test)
{
	unsigned sq = selftest_asked(test);

	if (sq == SQ_OFF_BOARD || !monitor_is_settled(&test->monitor))
		return false;
	return bits_has(test->monitor.fresh, sq) || !selftest_is_covered(test, sq);
}

/* A tag may come later than its contact: it is worth waiting for. */
static bool is_complete(const struct selftest *test)
{
	uint64_t since_us = test->monitor.last_edge_us;

	return !selftest_has_both(test) ||
	       bits_any(bits_minus(test->monitor.tagged, test->tagged)) ||
	       test->monitor.t_us - since_us >= SELFTEST_TAG_US;
}

void selftest_time(struct selftest *test, uint64_t t_us)
{
	monitor_time(&test->monitor, t_us);
	if (is_answered(test) && is_complete(test))
		answer(test);
	else if (test->phase == SELFTEST_LISTEN && !test->silent &&
		 test->monitor.t_us - test->since_us >= SELFTEST_LISTEN_US)
		selftest_begin(test);
}

void selftest_input(struct selftest *test, const struct input *input)
{
	selftest_time(test, input->t_us);
	/* the user goes on before the reader has said anything */
	if (is_answered(test) && input->kind == INPUT_CONTACT)
		answer(test);
	monitor_input(&test->monitor, input);
}

void selftest_enter(struct selftest *test)
{
	if (test->silent)
		return;
	if (test->phase == SELFTEST_CLEAR)
		listen(test);
	else if (is_answered(test))
		answer(test);
	else if (test->phase == SELFTEST_ASK)
		be_silent(test);
}

/* how many squares there are up to the last that was asked for */
static unsigned asked_before(const struct selftest *test)
{
	unsigned count = test->next;

	if (test->phase != SELFTEST_ASK && test->phase != SELFTEST_DONE)
		return 0;
	while (count > 0 && test->probes[test->order[count - 1]].state == PROBE_UNASKED)
		count--;
	return count;
}

/* Those that answered are counted anew as well. */
void selftest_again(struct selftest *test)
{
	unsigned count = asked_before(test);
	struct selftest_probe *probe;
	struct bits contacts;

	if (count == 0)
		return;
	test->next = (uint8_t)(count - 1);
	probe = &test->probes[test->order[test->next]];
	contacts = probe->contacts;
	bits_add(&contacts, test->order[test->next]);
	while (bits_any(contacts))
		monitor_forget(&test->monitor, bits_take(&contacts));
	*probe = (struct selftest_probe){.state = PROBE_UNTRIED};
	note_ghosts(test);
	ask(test);
}

static bool was_in_vain(const struct selftest *test)
{
	unsigned count = asked_before(test);
	const struct selftest_probe *probe = count ? &test->probes[test->order[count - 1]] : NULL;

	return probe && probe->state == PROBE_SILENT &&
	       test->monitor.t_us - probe->t_us < SELFTEST_LATE_US;
}

void selftest_dark(struct selftest *test)
{
	unsigned sq = selftest_asked(test);

	if (!test->has_lamps || sq == SQ_OFF_BOARD)
		return;
	if (bits_has(test->dark, sq))
		bits_drop(&test->dark, sq);
	else
		bits_add(&test->dark, sq);
}

struct bits selftest_lamps(const struct selftest *test)
{
	unsigned sq = selftest_asked(test);
	struct bits lit = BITS_NONE;

	if (sq != SQ_OFF_BOARD)
		return bits_of(sq);
	for (unsigned i = 0; test->phase != SELFTEST_DONE && i < test->count; i++)
		bits_add(&lit, test->order[i]);
	return lit;
}

void selftest_silence(struct selftest *test, bool silent)
{
	bool ends = test->silent && !silent;

	test->silent = silent;
	while (silent && was_in_vain(test))
		selftest_again(test);
	if (ends && test->phase == SELFTEST_LISTEN)
		listen(test);
}
