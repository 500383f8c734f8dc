/*
 * Reads the public events of a game. A commitment that was opened in one of them is open to everyone; a game
 * is over for everyone when the last public event up to its record has been told.
 */
#include "daemon/games/disclosed.h"

#include "rules/square.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct finding {
	struct disclosed *disclosed;
	uint64_t told;
	int64_t record_seq;
	json_t *squares; /* whose openings have been found */
	bool is_late;	 /* something before the record has not been told yet */
	int error;
};

static void add_openings(struct finding *finding, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *opening = json_array_get(list, i);
		const char *sq = json_string_value(json_object_get(opening, "sq"));

		if (!sq || json_object_get(finding->squares, sq))
			continue;
		if (json_object_set_new(finding->squares, sq, json_true()) ||
		    json_array_append(finding->disclosed->openings, opening))
			finding->error = -ENOMEM;
	}
}

/* side: whose army it was; NULL: both */
static void note_revealed(struct disclosed *disclosed, const char *side)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (!side || strcmp(side, side_name((enum side)i)) == 0)
			disclosed->is_shown[i] = true;
}

/* Most events open nothing, and are not even read. */
static void read_event(struct finding *finding, const struct entry *entry)
{
	json_t *event;
	const char *name;

	if (!strstr(entry->body, "\"openings\""))
		return;
	event = json_loadb(entry->body, entry->length, JSON_REJECT_DUPLICATES, NULL);
	name = json_string_value(json_object_get(event, "event"));
	if (name && strcmp(name, "revealed") == 0 && entry->seq > finding->record_seq)
		note_revealed(finding->disclosed,
			      json_string_value(json_object_get(event, "side")));
	add_openings(finding, json_object_get(event, "openings"));
	json_decref(event);
}

static bool on_told(void *context, const struct entry *entry)
{
	struct finding *finding = context;
	uint64_t number = entry_public_number(entry->who);

	if (number == 0)
		return true;
	if (number > finding->told)
		finding->is_late = finding->is_late || entry->seq < finding->record_seq;
	else
		read_event(finding, entry);
	return finding->error == 0;
}

int disclosed_find(struct disclosed *disclosed, struct journal *journal, uint64_t told,
		   int64_t game, int64_t record_seq, struct trouble *trouble)
{
	struct finding finding = {.disclosed = disclosed, .told = told, .record_seq = record_seq};
	int error;

	*disclosed = (struct disclosed){.openings = json_array()};
	if (record_seq == 0)
		return 0;
	finding.squares = json_object();
	error = journal_each_told(journal, game, on_told, &finding, trouble);
	json_decref(finding.squares);
	if (!error && finding.error) {
		snprintf(trouble->text, sizeof trouble->text, "there is no memory left");
		error = finding.error;
	}
	disclosed->is_over = !error && !finding.is_late;
	disclosed->is_whole = disclosed->is_over && disclosed->is_shown[SIDE_RED] &&
			      disclosed->is_shown[SIDE_BLUE];
	if (error)
		disclosed_finish(disclosed);
	return error;
}

void disclosed_finish(struct disclosed *disclosed)
{
	json_decref(disclosed->openings);
	*disclosed = (struct disclosed){.openings = NULL};
}
