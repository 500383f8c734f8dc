/* The words that are the daemon's own business and not the referee's. */
#include "daemon/session_inside.h"

#include "daemon/recording_head.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

const struct answered *words_answer_to(const struct session *session, enum audience speaker,
				       const char *id)
{
	for (unsigned i = 0; i < RECENT; i++)
		if (strcmp(session->recent[speaker][i].id, id) == 0)
			return &session->recent[speaker][i];
	return NULL;
}

void words_remember(struct session *session, enum audience speaker, const char *id, const char *why)
{
	struct answered *answered;

	if (words_answer_to(session, speaker, id)) /* it was asked for again */
		return;
	answered = &session->recent[speaker][session->recent_next[speaker]++ % RECENT];
	answered->ok = why[0] == '\0';
	snprintf(answered->id, sizeof answered->id, "%s", id);
	snprintf(answered->why, sizeof answered->why, "%s", why);
}

/* Answers are for the speaker alone: "red 7". */
static bool speaker_parse(const char *who, enum audience *speaker)
{
	for (unsigned i = AUDIENCE_RED; i < AUDIENCE_COUNT; i++) {
		const char *name = audience_name((enum audience)i);

		*speaker = (enum audience)i;
		if (strncmp(who, name, strlen(name)) == 0)
			return true;
	}
	return false;
}

void words_recall(struct session *session, const struct entry *entry)
{
	json_t *event = strstr(entry->body, "\"answer\"") ? json_loads(entry->body, 0, NULL) : NULL;
	const char *name, *id, *why = "";
	enum audience speaker;

	if (event &&
	    json_unpack(event, "{s:s,s:s,s?s}", "event", &name, "id", &id, "why", &why) == 0 &&
	    strcmp(name, "answer") == 0 && speaker_parse(entry->who, &speaker))
		words_remember(session, speaker, id, why);
	json_decref(event);
}

/* ---- words ---- */

static void refuse(struct session *session, const char *why)
{
	snprintf(session->refusal, sizeof session->refusal, "%s", why);
}

static void say_openings(struct session *session, enum audience speaker)
{
	enum side side = speaker == AUDIENCE_RED    ? SIDE_RED
			 : speaker == AUDIENCE_BLUE ? SIDE_BLUE
						    : SIDE_NONE;
	json_t *event;

	if (!pledges_made(&session->pledges)) {
		refuse(session, "the game has not begun");
		return;
	}
	event = session_event(session, "openings");
	json_object_set_new(event, "list", pledges_openings(&session->pledges, side));
	session_tell(session, topic_of(speaker), event);
}

static json_t *all_rows(const struct session *session)
{
	const struct game *game = referee_game(&session->referee);
	char red[VIEW_ROWS_SIZE], blue[VIEW_ROWS_SIZE];
	struct view view;
	unsigned rows;

	view_make(&view, game, AUDIENCE_ARBITER);
	rows = boards[view.open.board].rows;
	view_rows(&view, SIDE_RED, 0, rows, red);
	view_rows(&view, SIDE_BLUE, 0, rows, blue);
	return json_pack("{s:s,s:s}", "red", red, "blue", blue);
}

/* That somebody looked is on record before they see anything. */
static void say_look(struct session *session)
{
	json_t *event = session_event(session, "looked"), *rows = all_rows(session);

	session_note(session, "look", "arbiter", "all ranks");
	json_object_update(event, rows);
	json_decref(rows);
	session_tell(session, topic_of(AUDIENCE_ARBITER), event);
}

json_t *session_look(struct session *session, const char *who, char why[SESSION_WHY])
{
	if (!session->journal) {
		snprintf(why, SESSION_WHY, "play is stopped: nobody can look now");
		return NULL;
	}
	session_note(session, "look", who, "all ranks");
	if (session_commit(session) == 0)
		return all_rows(session);
	snprintf(why, SESSION_WHY, "that you looked could not be written down, so you cannot");
	return NULL;
}

/* Both players want another game. */
static bool rematch(struct session *session)
{
	struct new_game again = {.same_people = true};

	if (!session->wants_rematch[SIDE_RED] || !session->wants_rematch[SIDE_BLUE])
		return false;
	again.edition = editions[session->referee.options.edition].id;
	return session_new(session, &again, session->refusal) == 0;
}

bool words_of_daemon(struct session *session, enum audience speaker, const char *word)
{
	if (strcmp(word, "openings") == 0) {
		say_openings(session, speaker);
		return true;
	}
	if (strcmp(word, "look") == 0 && speaker == AUDIENCE_ARBITER) {
		say_look(session);
		return true;
	}
	return session->events.word(session->events.owner, speaker, word, session->refusal);
}

void words_after(struct session *session, enum audience speaker, const char *word)
{
	char hidden[REFEREE_WORD_SIZE + 1];
	struct out out = out_init(hidden, sizeof hidden);

	recording_hide_word(word, &out);
	session_heard_word(session, audience_name(speaker), hidden);
	if (strcmp(word, "rematch") == 0)
		rematch(session);
}
