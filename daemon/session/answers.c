/* Remembers answers in a ring for each speaker, and finds them again in the journal. */
#include "daemon/session/answers.h"

#include "daemon/archive/journal.h"
#include "daemon/views/refusal_json.h"
#include "rules/view.h"

#include <stdio.h>
#include <string.h>

void answers_clear(struct answers *answers)
{
	memset(answers, 0, sizeof *answers);
}

const struct answer *answers_find(const struct answers *answers, enum audience speaker,
				  const char *id)
{
	for (unsigned i = 0; i < ANSWERS; i++)
		if (strcmp(answers->recent[speaker][i].id, id) == 0)
			return &answers->recent[speaker][i];
	return NULL;
}

void answers_remember(struct answers *answers, enum audience speaker, const char *id,
		      const struct refusal *why)
{
	struct answer *answer;

	if (answers_find(answers, speaker, id)) /* the device repeated its word */
		return;
	answer = &answers->recent[speaker][answers->next[speaker]++ % ANSWERS];
	snprintf(answer->id, sizeof answer->id, "%s", id);
	answer->why = *why;
}

/* ---- from the journal ---- */

/* Answers are for the speaker alone: "red 7". */
static void recall_answer(struct answers *answers, const char *who, json_t *event)
{
	struct refusal why = refusal_from_json(json_object_get(event, "why"));
	const char *name, *id;

	if (json_unpack(event, "{s:s,s:s}", "event", &name, "id", &id) < 0 ||
	    strcmp(name, "answer") != 0)
		return;
	for (unsigned i = AUDIENCE_RED; i < AUDIENCE_COUNT; i++) {
		const char *audience = audience_name((enum audience)i);

		if (strncmp(who, audience, strlen(audience)) == 0)
			answers_remember(answers, (enum audience)i, id, &why);
	}
}

static bool recall_entry(void *context, const struct entry *entry)
{
	json_t *event = strstr(entry->body, "\"answer\"") ? json_loads(entry->body, 0, NULL) : NULL;

	if (event)
		recall_answer(context, entry->who, event);
	json_decref(event);
	return true;
}

int answers_recall(struct answers *answers, struct journal *journal, int64_t game,
		   struct trouble *trouble)
{
	return journal_each(journal, game, ENTRY_OUT, recall_entry, answers, trouble);
}
