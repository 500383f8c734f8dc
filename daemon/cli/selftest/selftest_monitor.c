/*
 * Groups the edges of each contact into bursts, and bursts into pieces that come and go. Does not
 * know which square was asked for.
 */
#include "daemon/cli/selftest/selftest_monitor.h"

#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <string.h>

enum { SCAN_US = 2000 }; /* what changes within this may have changed at once */

void monitor_init(struct monitor *monitor, enum board_id board, unsigned sensors)
{
	memset(monitor, 0, sizeof *monitor);
	monitor->board = (uint8_t)board;
	monitor->sensors = (uint8_t)sensors;
	monitor->expected = SQ_OFF_BOARD;
}

static uint32_t span(uint64_t from_us, uint64_t to_us)
{
	return to_us - from_us > UINT32_MAX ? UINT32_MAX : (uint32_t)(to_us - from_us);
}

static void keep_longest(uint32_t *longest, uint32_t us)
{
	if (us > *longest)
		*longest = us;
}

static void keep_change(struct monitor_change *change, const struct monitor_contact *contact)
{
	struct monitor_change latest = {contact->edges, span(contact->first_us, contact->last_us)};

	if (change->edges == 0 || latest.span_us > change->span_us ||
	    (latest.span_us == change->span_us && latest.edges > change->edges))
		*change = latest;
}

/* ---- readers beside contacts ---- */

/* at the first edge: when the contact has settled the tag may long be there */
static void reader_contact_closes(struct monitor *monitor, unsigned sq, uint64_t t_us)
{
	struct monitor_reader *reader = &monitor->readers[sq];

	reader->lost = false;
	reader->waiting = !bits_has(monitor->tagged, sq);
	reader->since_us = t_us;
}

static void reader_contact_opens(struct monitor *monitor, unsigned sq)
{
	struct monitor_reader *reader = &monitor->readers[sq];

	reader->misses += reader->waiting;
	reader->waiting = reader->lost = false;
}

static void reader_sees(struct monitor *monitor, unsigned sq, bool seen, uint64_t t_us)
{
	struct monitor_reader *reader = &monitor->readers[sq];

	if (seen && reader->waiting)
		keep_longest(&reader->delay_us, span(reader->since_us, t_us));
	if (seen && reader->lost) {
		reader->gaps++;
		keep_longest(&reader->longest_gap_us, span(reader->since_us, t_us));
	}
	if (seen)
		reader->waiting = reader->lost = false;
	else if (monitor->contacts[sq].closed && monitor->contacts[sq].stands) {
		reader->lost = true;
		reader->since_us = t_us;
	}
}

/* ---- bursts ---- */

/* Whether anything else changed while it was open: then a hand was near. */
static bool others_moved(const struct monitor *monitor, unsigned sq)
{
	uint64_t from_us = monitor->contacts[sq].opened_us;

	for (unsigned other = 0; other < SQ_COUNT; other++)
		if (other != sq && !bits_has(monitor->ignored, other) &&
		    monitor->contacts[other].last_us + SCAN_US >= from_us &&
		    monitor->contacts[other].last_us > 0)
			return true;
	return false;
}

/* Open so shortly that no piece was lifted: it let go by itself, or a hand brushed the piece. */
static bool was_away(const struct monitor *monitor, unsigned sq)
{
	const struct monitor_contact *contact = &monitor->contacts[sq];

	return contact->opened_us > 0 && contact->first_us - contact->opened_us < MONITOR_JOG_US &&
	       sq != monitor->expected && !bits_has(monitor->fresh, sq);
}

/* It closed for good: a piece was set down, unless one has been there all the time. */
static void settle_closed(struct monitor *monitor, unsigned sq)
{
	struct monitor_contact *contact = &monitor->contacts[sq];

	contact->stands = true;
	if (was_away(monitor, sq)) {
		if (others_moved(monitor, sq))
			return;
		contact->drops++;
		keep_longest(&contact->longest_drop_us,
			     span(contact->opened_us, contact->first_us));
		return;
	}
	contact->closed_us = contact->first_us;
	keep_change(&contact->closing, contact);
	if (!bits_has(monitor->ignored, sq))
		bits_add(&monitor->fresh, sq);
}

static void settle_open(struct monitor *monitor, unsigned sq)
{
	struct monitor_contact *contact = &monitor->contacts[sq];

	contact->stands = false;
	contact->opened_us = contact->last_us;
	keep_change(&contact->opening, contact);
	bits_drop(&monitor->fresh, sq);
	reader_contact_opens(monitor, sq);
}

/* The burst led nowhere. */
static void settle_back(struct monitor *monitor, unsigned sq)
{
	struct monitor_contact *contact = &monitor->contacts[sq];

	if (!contact->stands) {
		contact->strays += contact->edges;
		monitor->readers[sq].waiting = false;
		return;
	}
	contact->drops += contact->burst_drops;
	keep_longest(&contact->longest_drop_us, contact->burst_longest_us);
}

static void end_burst(struct monitor *monitor, unsigned sq)
{
	struct monitor_contact *contact = &monitor->contacts[sq];

	contact->bursting = contact->restless = false;
	if (contact->closed == contact->stands)
		settle_back(monitor, sq);
	else if (contact->closed)
		settle_closed(monitor, sq);
	else
		settle_open(monitor, sq);
}

/* It goes on and on. That something is there may be believed; the rest is judged at its end. */
static void be_restless(struct monitor *monitor, unsigned sq)
{
	struct monitor_contact *contact = &monitor->contacts[sq];

	contact->restless = true;
	if (!contact->stands)
		settle_closed(monitor, sq);
}

static void edge(struct monitor *monitor, unsigned sq, bool closed, uint64_t t_us)
{
	struct monitor_contact *contact = &monitor->contacts[sq];

	if (contact->closed == closed)
		return;
	if (!contact->bursting) {
		contact->first_us = t_us;
		contact->edges = contact->burst_drops = contact->burst_longest_us = 0;
		if (closed)
			reader_contact_closes(monitor, sq, t_us);
	}
	contact->bursting = true;
	contact->closed = closed;
	contact->last_us = t_us;
	contact->edges++;
	if (!closed)
		contact->let_go_us = t_us;
	else if (contact->edges > 1) {
		contact->burst_drops++;
		keep_longest(&contact->burst_longest_us, span(contact->let_go_us, t_us));
	}
	if (!bits_has(monitor->ignored, sq))
		monitor->last_edge_us = t_us;
}

/* ---- what is told ---- */

static void tag_seen(struct monitor *monitor, const struct input *input)
{
	bool before = monitor->tags.count[input->sq] > 0, after;

	seen_tags_change(&monitor->tags, input->sq, &input->tag, input->closed);
	after = monitor->tags.count[input->sq] > 0;
	if (after)
		bits_add(&monitor->tagged, input->sq);
	else
		bits_drop(&monitor->tagged, input->sq);
	if (!(monitor->sensors & SENSOR_REED))
		edge(monitor, input->sq, after, input->t_us);
	else if (before != after)
		reader_sees(monitor, input->sq, after, input->t_us);
}

static void begin_with(struct monitor *monitor, const struct input *input)
{
	struct bits closed = input->frame;

	while (bits_any(closed)) {
		struct monitor_contact *contact = &monitor->contacts[bits_take(&closed)];

		contact->closed = contact->stands = true;
	}
}

static void frame_seen(struct monitor *monitor, const struct input *input)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (board_has((enum board_id)monitor->board, sq))
			edge(monitor, sq, bits_has(input->frame, sq), input->t_us);
}

void monitor_input(struct monitor *monitor, const struct input *input)
{
	monitor_time(monitor, input->t_us);
	if (input->kind == INPUT_FRAME && !monitor->begun)
		begin_with(monitor, input);
	else if (input->kind == INPUT_FRAME)
		frame_seen(monitor, input);
	else if (input->kind == INPUT_CONTACT)
		edge(monitor, input->sq, input->closed, input->t_us);
	else if (input->kind == INPUT_TAG)
		tag_seen(monitor, input);
	monitor->begun = true;
}

void monitor_time(struct monitor *monitor, uint64_t t_us)
{
	if (t_us > monitor->t_us)
		monitor->t_us = t_us;
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		struct monitor_contact *contact = &monitor->contacts[sq];

		if (!contact->bursting)
			continue;
		if (monitor->t_us - contact->last_us > MONITOR_GAP_US)
			end_burst(monitor, sq);
		else if (!contact->restless &&
			 monitor->t_us - contact->first_us > MONITOR_RESTLESS_US)
			be_restless(monitor, sq);
	}
}

uint64_t monitor_closed_us(const struct monitor *monitor, struct bits contacts)
{
	uint64_t first_us = UINT64_MAX;

	while (bits_any(contacts)) {
		uint64_t t_us = monitor->contacts[bits_take(&contacts)].closed_us;

		if (t_us < first_us)
			first_us = t_us;
	}
	return first_us;
}

static bool is_still(const struct monitor *monitor)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (monitor->contacts[sq].bursting && !bits_has(monitor->ignored, sq))
			return false;
	return monitor->t_us - monitor->last_edge_us >= MONITOR_STILL_US;
}

/* A contact that lets go again and again is an answer too. */
bool monitor_is_settled(const struct monitor *monitor)
{
	return bits_any(monitor->fresh) &&
	       (is_still(monitor) ||
		monitor->t_us - monitor_closed_us(monitor, monitor->fresh) >= MONITOR_RESTLESS_US);
}

struct bits monitor_standing(const struct monitor *monitor)
{
	struct bits standing = BITS_NONE;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (monitor->contacts[sq].stands)
			bits_add(&standing, sq);
	return standing;
}

void monitor_forget(struct monitor *monitor, unsigned sq)
{
	struct monitor_contact *contact = &monitor->contacts[sq];

	contact->closing = contact->opening = (struct monitor_change){0, 0};
	contact->drops = contact->longest_drop_us = contact->strays = 0;
	memset(&monitor->readers[sq], 0, sizeof monitor->readers[sq]);
}
