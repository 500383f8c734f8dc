/*
 * The referee after a power cut: a game continues from what a journal has kept of it.
 *
 * Two things are kept. Facts (rules/fact.h): the decisions, in order, as outputs to the journal
 * (TO_JOURNAL, EVENT_FACT). And the state: whatever else must survive, as it is now; the latest
 * replaces those before it. Facts are applied, never inferred again, so that another version of the
 * table's reading cannot change a game.
 *
 * Sensor levels are not kept: the table is read again.
 *
 * To resume: referee_init() and referee_prepare() and the tags, as at the beginning of the game;
 * all facts; the state; INPUT_RESTART; then what the table shows: an INPUT_TAG for each tag that is
 * seen, and one INPUT_FRAME (without reeds it only says that all tags have been reported). Until
 * that frame nothing else is done, no time passes on any clock, and words are refused except those
 * that stop or end the game, or lead to that: a broken board may never send one. The time base may
 * be a new one: neither facts nor state hold a point in time.
 */
#ifndef DAEMON_REFEREE_REFEREE_RESUME_H
#define DAEMON_REFEREE_REFEREE_RESUME_H

#include "daemon/referee/referee.h"
#include "rules/fact.h"
#include "rules/text.h"

enum { REFEREE_STATE_SIZE = 8192 }; /* bytes that hold any saved state and its terminator */

/*
 * Writes the state as lines. To be called after every input that had an output, after every word
 * and after every tick: in between, nothing changes that must survive, except that clocks run.
 * Returns the length.
 */
size_t referee_save(const struct referee *referee, struct out *out);

/*
 * Applies a fact, without any output. Returns false, and nothing has changed, if it is against the
 * rules now or if the rules lead to a different result.
 */
bool referee_apply_fact(struct referee *referee, const struct fact *fact);

/* Takes over a saved state after all facts. Returns false, and nothing has changed, if it does not
 * fit. */
bool referee_restore(struct referee *referee, struct text state);

#endif
