/* Collects a transaction in memory. session_commit.c writes it. */
#include "daemon/session/batch.h"

#include "daemon/archive/journal.h"
#include "daemon/base/memory.h"
#include "rules/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void batch_clear(struct batch *batch)
{
	for (unsigned i = 0; i < batch->entry_count; i++)
		free(batch->entries[i].body);
	for (unsigned i = 0; i < batch->event_count; i++)
		json_decref(batch->events[i].json);
	batch->entry_count = batch->event_count = 0;
	batch->changed = 0;
	batch->input_length = 0;
	batch->inputs[0] = '\0';
	memcpy(batch->seq, batch->written_seq, sizeof batch->seq);
	batch->failure = BATCH_SOUND;
	batch->shortages = memory_json_shortages();
}

void batch_written(struct batch *batch)
{
	memcpy(batch->written_seq, batch->seq, sizeof batch->seq);
	batch_clear(batch);
}

/* ---- adding ---- */

/* Only the first failure is reported. */
static void fail(struct batch *batch, enum batch_failure failure)
{
	if (batch->failure == BATCH_SOUND)
		batch->failure = failure;
}

/* Takes ownership of the body, which was malloc()ed. */
static struct batch_entry *add(struct batch *batch, enum entry_kind kind, const char *who,
			       char *body)
{
	struct batch_entry *entry = &batch->entries[batch->entry_count];

	if (!body || batch->entry_count == BATCH_ENTRIES) {
		fail(batch, body ? BATCH_FULL : BATCH_NO_MEMORY);
		free(body);
		return NULL;
	}
	batch->entry_count++;
	*entry = (struct batch_entry){.kind = kind, .body = body, .event = -1};
	snprintf(entry->who, sizeof entry->who, "%s", who);
	return entry;
}

void batch_note(struct batch *batch, enum entry_kind kind, const char *who, const char *body)
{
	add(batch, kind, who, body ? strdup(body) : NULL);
}

/* "red 7 blue 7": the topics an event goes to, with its number on each */
static void number_event(struct batch *batch, struct session_event *event, char who[BATCH_WHO])
{
	size_t length = 0;

	who[0] = '\0';
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		if (!(event->topics & 1u << i))
			continue;
		event->seq[i] = ++batch->seq[i];
		length += (size_t)snprintf(who + length, BATCH_WHO - length, "%s%s %" PRIu64,
					   length ? " " : "", audience_name((enum audience)i),
					   event->seq[i]);
	}
}

void batch_tell(struct batch *batch, unsigned topics, json_t *json)
{
	struct session_event event = {.topics = topics, .json = json};
	struct batch_entry *entry = NULL;
	char who[BATCH_WHO];

	batch->changed |= topics;
	if (batch->event_count == BATCH_EVENTS) {
		fail(batch, BATCH_FULL);
	} else {
		number_event(batch, &event, who);
		entry = add(batch, ENTRY_OUT, who, json ? json_dumps(json, JSON_COMPACT) : NULL);
	}
	if (!entry) {
		json_decref(json);
		return;
	}
	entry->event = (int)batch->event_count;
	batch->events[batch->event_count++] = event;
}

/* ---- its outcome ---- */

static bool ran_short(const struct batch *batch)
{
	return batch->failure == BATCH_NO_MEMORY || batch->shortages != memory_json_shortages();
}

bool batch_has_entries(const struct batch *batch)
{
	return batch->entry_count > 0 || batch->failure != BATCH_SOUND || ran_short(batch);
}

bool batch_is_sound(const struct batch *batch, struct trouble *trouble)
{
	bool is_short = ran_short(batch);

	if (batch->failure == BATCH_SOUND && !is_short)
		return true;
	snprintf(trouble->text, sizeof trouble->text, "%s",
		 is_short ? BATCH_SHORTAGE
			  : "Too much happened at once to be written down. Play goes on by itself "
			    "from what was written before.");
	return false;
}
