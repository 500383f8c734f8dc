/* Compares the table with what was last shown of it, each part for the audience that may see it. */
#include "daemon/session/shown.h"

#include "daemon/referee/referee.h"
#include "rules/bits.h"
#include "rules/square.h"
#include "rules/view.h"

#include <string.h>

enum { EVERYONE = (1u << AUDIENCE_COUNT) - 1 };

void shown_clear(struct shown *shown)
{
	memset(shown, 0, sizeof *shown);
	memset(shown->homes, SQ_OFF_BOARD, sizeof shown->homes);
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		shown->offers[i].from = SQ_OFF_BOARD;
}

/* During set-up the public may know how many pieces stand on each half. */
static unsigned count_placed(struct shown *shown, const struct referee *referee)
{
	unsigned middle = boards[referee_board(referee)].rows / 2u;
	unsigned placed[SIDE_COUNT] = {0, 0};
	struct bits closed = referee_closed(referee);

	while (bits_any(closed))
		placed[sq_row(bits_take(&closed)) < middle ? SIDE_RED : SIDE_BLUE]++;
	if (referee_phase(referee) != PHASE_SETUP ||
	    memcmp(placed, shown->placed, sizeof placed) == 0)
		return 0;
	memcpy(shown->placed, placed, sizeof placed);
	return EVERYONE;
}

/* That a side has chosen its army is public, and of which pieces it is made is not. */
static unsigned notice_arranged(struct shown *shown, const struct referee *referee)
{
	unsigned audiences = 0;

	if (referee_phase(referee) != PHASE_SETUP)
		return 0;
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		bool is_arranged = referee_is_arranged(referee, (enum side)i);

		if (is_arranged != shown->arranged[i])
			audiences = EVERYONE;
		shown->arranged[i] = is_arranged;
	}
	return audiences;
}

/* Which contacts are closed is for the arbiter, even when nothing comes of it. */
static unsigned notice_contacts(struct shown *shown, const struct referee *referee)
{
	struct bits closed = referee_closed(referee);

	if (bits_equal(closed, shown->closed))
		return 0;
	shown->closed = closed;
	return 1u << AUDIENCE_ARBITER;
}

/*
 * During set-up a side is shown what the board reads of its pieces, each time that any of them has
 * moved, whatever its rank.
 */
static unsigned notice_tags(struct shown *shown, const struct referee *referee)
{
	unsigned count, audiences = 0;
	const struct table_tag *tags = referee_tags(referee, &count);

	if (referee_phase(referee) != PHASE_SETUP)
		return 0;
	for (unsigned i = 0; i < count; i++) {
		if (tags[i].home == shown->homes[i])
			continue;
		shown->homes[i] = tags[i].home;
		audiences |= 1u << audience_of((enum side)tags[i].side);
	}
	return audiences;
}

/*
 * A player who has said ready too early is shown what is still missing while it is being put right.
 */
static unsigned notice_setup(struct shown *shown, const struct referee *referee)
{
	unsigned audiences = 0;

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct refusal why = refusal_of(REFUSAL_NONE);

		referee_setup_waits(referee, (enum side)i, &why);
		if (refusal_equal(&why, &shown->missing[i]))
			continue;
		shown->missing[i] = why;
		audiences |= 1u << audience_of((enum side)i);
	}
	return audiences;
}

static bool is_same(const struct table_offer *a, const struct table_offer *b)
{
	return a->from == b->from && bits_equal(a->targets, b->targets) &&
	       bits_equal(a->stands, b->stands);
}

unsigned shown_update_offers(struct shown *shown, const struct referee *referee)
{
	unsigned audiences = 0;

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct table_offer offer = referee_offer(referee, (enum side)i);

		if (is_same(&offer, &shown->offers[i]))
			continue;
		shown->offers[i] = offer;
		audiences |= 1u << audience_of((enum side)i);
	}
	return audiences;
}

unsigned shown_update(struct shown *shown, const struct referee *referee)
{
	return count_placed(shown, referee) | notice_arranged(shown, referee) |
	       notice_contacts(shown, referee) | notice_tags(shown, referee) |
	       notice_setup(shown, referee);
}

void shown_note(struct shown *shown, const struct referee *referee, unsigned audiences)
{
	unsigned count;
	const struct table_tag *tags = referee_tags(referee, &count);

	if (audiences & 1u << AUDIENCE_ARBITER)
		shown->closed = referee_closed(referee);
	for (unsigned i = 0; i < count; i++)
		if (audiences & 1u << audience_of((enum side)tags[i].side))
			shown->homes[i] = tags[i].home;
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (audiences & 1u << audience_of((enum side)i))
			shown->offers[i] = referee_offer(referee, (enum side)i);
}
