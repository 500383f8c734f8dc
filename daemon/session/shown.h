/*
 * What people have last been shown of the table that no event tells: pieces counted and read while
 * they set up, contacts, what is missing of a set-up. It says whose view must be shown again.
 */
#ifndef DAEMON_SESSION_SHOWN_H
#define DAEMON_SESSION_SHOWN_H

#include "daemon/referee/referee_look.h"
#include "daemon/referee/refusal.h"

struct shown {
	unsigned placed[SIDE_COUNT];	    /* pieces on each half, while people set up */
	struct bits closed;		    /* contacts, to the arbiter */
	uint8_t homes[TABLE_TAGS];	    /* where a side's pieces are, by tag, to that side */
	struct refusal missing[SIDE_COUNT]; /* why a set-up is not right, to its owner */
};

void shown_clear(struct shown *shown);

/* Looks at the table; returns the audiences whose views have changed, bits 1u << enum audience. */
unsigned shown_update(struct shown *shown, const struct referee *referee);

/* A view is about to be made for these audiences: what is in it need not be shown again. */
void shown_note(struct shown *shown, const struct referee *referee, unsigned audiences);

#endif
