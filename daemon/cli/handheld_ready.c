/* Whether the own set-up stands. */
#include "daemon/cli/handheld_ready.h"

#include "daemon/cli/handheld_want.h"
#include "rules/edition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_int_t placed(const json_t *view)
{
	const json_t *both = json_object_get(view, "placed");

	return json_integer_value(json_object_get(both, json_text(view, "you")));
}

/* -1 for an edition that this program does not know */
static json_int_t army_size(const json_t *view)
{
	const char *name = json_text(view, "edition");
	unsigned number = edition_find(name, strlen(name));

	return number == EDITION_NONE ? -1 : (json_int_t)edition_army_size(&editions[number]);
}

/* "7 pieces of 8": once there are more or fewer it is of the past; the count comes late */
static bool is_past(const struct readiness *readiness, json_int_t now)
{
	char *end;
	long counted = strtol(readiness->trouble, &end, 10);

	return end != readiness->trouble && counted == readiness->on_table && now != counted;
}

void readiness_take_view(struct readiness *readiness, const json_t *view)
{
	json_int_t now = placed(view), army = army_size(view);

	if (is_past(readiness, now))
		readiness->trouble[0] = '\0';
	if (readiness->on_table == army && now != army)
		readiness->complete = false; /* something was taken off again, or put beside it */
	readiness->on_table = now;
}

/* Words of the set-up are refused also because there is nothing more to be said. */
static bool means_complete(const char *word, const char *why)
{
	if (strcmp(word, "ready") == 0)
		return strcmp(why, "you have said so already") == 0;
	return strcmp(why, "your set-up is complete") == 0;
}

static void be_complete(struct readiness *readiness)
{
	readiness->complete = true;
	readiness->asked = false;
	readiness->trouble[0] = '\0';
}

static void be_troubled(struct readiness *readiness, const char *why)
{
	readiness->complete = readiness->asked = false;
	snprintf(readiness->trouble, sizeof readiness->trouble, "%s", why);
}

bool readiness_take_event(struct readiness *readiness, const json_t *event, const char *you)
{
	const char *name = json_text(event, "event"), *word = json_text(event, "word");
	const char *why = json_text(event, "why");
	bool is_error = strcmp(name, "error") == 0, is_ready = strcmp(word, "ready") == 0;

	if (strcmp(name, "setup-complete") == 0 && strcmp(json_text(event, "side"), you) == 0)
		be_complete(readiness);
	else if (is_error && means_complete(word, why))
		be_complete(readiness);
	else if (is_error && is_ready)
		be_troubled(readiness, why);
	else
		return false;
	return true;
}

void readiness_say(struct readiness *readiness)
{
	readiness->asked = true;
	readiness->changed = false;
	readiness->trouble[0] = '\0';
}

void readiness_answer(struct readiness *readiness)
{
	readiness->asked = false;
}

/* Which squares were missing is of the past, and whether these are right is not known yet. */
void readiness_change(struct readiness *readiness)
{
	readiness->changed = true;
	readiness->complete = false;
	readiness->trouble[0] = '\0';
}

bool readiness_holds(const struct readiness *readiness, const json_t *view)
{
	json_int_t army = army_size(view);
	bool is_there = army < 0 || placed(view) == army;
	bool is_open = readiness->asked || readiness->changed || readiness->trouble[0];

	if (!json_truth(json_object_get(view, "ready"), json_text(view, "you")))
		return false;
	return readiness->complete || (is_there && !is_open);
}
