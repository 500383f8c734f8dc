/*
 * What people were last shown of the table without an event: pieces counted and read during set-up,
 * contacts, what a set-up still lacks, what a piece in the hand might attack. It tells whose view must be published again.
 */
#ifndef DAEMON_SESSION_SHOWN_H
#define DAEMON_SESSION_SHOWN_H

#include "daemon/referee/referee_look.h"
#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/square.h"

struct shown {
	unsigned placed[SIDE_COUNT]; /* pieces on each half, while people set up */
	bool arranged[SIDE_COUNT];   /* whether its army has been told */
	struct bits closed;	     /* shown to the arbiter */
	uint8_t homes[TABLE_TAGS];   /* where a side's pieces are, by tag, shown to that side */
	struct table_offer offers[SIDE_COUNT]; /* what a side may pick while it holds a piece */
	struct refusal missing[SIDE_COUNT];    /* why a set-up is wrong, to its owner */
};

void shown_clear(struct shown *shown);

/* Looks at the table; returns the audiences whose views have changed, bits 1u << enum audience. */
unsigned shown_update(struct shown *shown, const struct referee *referee);

/* The same, of what a player waits for: what a piece that is held might attack. */
unsigned shown_update_offers(struct shown *shown, const struct referee *referee);

/* Views are about to be made for these audiences: what is in them need not be shown again. */
void shown_note(struct shown *shown, const struct referee *referee, unsigned audiences);

#endif
