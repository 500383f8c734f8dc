/* Collects the results of a call. Room is allocated before a transaction is written, so that what
 * is written can always be published. */
#include "daemon/session/outbox.h"

#include "daemon/archive/journal.h"

#include <stdlib.h>
#include <string.h>

bool outbox_reserve(struct outbox *outbox, unsigned count)
{
	unsigned room = outbox->result.event_count + count;
	struct session_event *events;

	if (room <= outbox->room)
		return true;
	events = realloc(outbox->result.events, room * sizeof *events);
	if (!events)
		return false;
	outbox->result.events = events;
	outbox->room = room;
	return true;
}

void outbox_add(struct outbox *outbox, const struct session_event *events, unsigned count)
{
	struct session_result *result = &outbox->result;

	for (unsigned i = 0; i < count; i++) {
		result->events[result->event_count] = events[i];
		json_incref(result->events[result->event_count++].json);
	}
}

/* If two games have begun, a seat is kept only if both keep it. */
void outbox_begin_game(struct outbox *outbox, enum seats_kept seats_kept)
{
	struct session_result *result = &outbox->result;

	if (!result->has_begun || seats_kept < result->seats_kept)
		result->seats_kept = seats_kept;
	result->has_begun = true;
}

void outbox_clear(struct outbox *outbox)
{
	session_result_free(&outbox->result);
	outbox->room = 0;
}

void session_result_free(struct session_result *result)
{
	for (unsigned i = 0; i < result->event_count; i++)
		json_decref(result->events[i].json);
	free(result->events);
	json_decref(result->touch);
	journal_close(result->retired);
	memset(result, 0, sizeof *result);
}
