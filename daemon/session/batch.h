/*
 * The next transaction: entries and events are collected here, written to the journal as one, and
 * published after that.
 *
 * A batch that could not take something, because it was full or memory ran out, has failed for
 * good: half of what happened must be neither written nor published. It can only be cleared, and
 * play stops as it does when the disk fails.
 */
#ifndef DAEMON_SESSION_BATCH_H
#define DAEMON_SESSION_BATCH_H

#include "daemon/archive/journal.h"
#include "daemon/base/trouble.h"
#include "daemon/session/session.h"
#include "rules/view.h"

enum {
	BATCH_ONE = 256, /* events, the most that one input can cause */
	BATCH_MORE = 64, /* with up to so many in it there is room for another input's */
	BATCH_EVENTS = BATCH_ONE + BATCH_MORE,
	BATCH_ENTRIES = 2 * BATCH_EVENTS,
	BATCH_INPUTS = 32768,
	BATCH_WHO = 80
};

/* One entry of the journal. */
struct batch_entry {
	enum entry_kind kind;
	char who[BATCH_WHO];
	char *body; /* owned */
	int event;  /* index of the event that it records, or -1 */
};

/* why a game cannot be recorded, for the arbiter */
#define BATCH_SHORTAGE                                                                             \
	"The game cannot be written down: memory has run out. End other programs; play goes on "   \
	"by itself."

enum batch_failure { BATCH_SOUND, BATCH_FULL, BATCH_NO_MEMORY };

struct batch {
	int64_t game; /* the game that it belongs to */
	struct batch_entry entries[BATCH_ENTRIES];
	unsigned entry_count;
	struct session_event events[BATCH_EVENTS];
	unsigned event_count;
	unsigned changed;	   /* audiences whose views change, bits 1u << enum audience */
	char inputs[BATCH_INPUTS]; /* sensor readings that are not in the journal yet */
	size_t input_length;
	/* the number of the latest event on each audience's topic, and the same as written in the
	 * journal */
	uint64_t seq[AUDIENCE_COUNT], written_seq[AUDIENCE_COUNT];
	enum batch_failure failure;
	unsigned shortages; /* failed allocations of JSON (memory.h) when the batch was begun */
};

/* Empties it and clears its failure; event numbers that were not written are used again. */
void batch_clear(struct batch *batch);
/* Empties it after it was written. */
void batch_written(struct batch *batch);

/* Adds an entry. A NULL body means that memory ran out. */
void batch_note(struct batch *batch, enum entry_kind kind, const char *who, const char *body);
/* Adds an event for the topics of these audiences, with its entry. The batch takes ownership of it;
 * NULL means that memory ran out. */
void batch_tell(struct batch *batch, unsigned topics, json_t *event);

/* Whether it has entries, or would have had it not failed. */
bool batch_has_entries(const struct batch *batch);

/* Whether it can be written; if not, why, as a sentence for the arbiter. */
bool batch_is_sound(const struct batch *batch, struct trouble *trouble);

#endif
