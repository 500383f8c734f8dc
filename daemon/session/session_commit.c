/* Commits the batch: writes it to the journal as one transaction, then hands it over for
 * publishing. */
#include "daemon/archive/journal.h"
#include "daemon/archive/published.h"
#include "daemon/archive/witness.h"
#include "daemon/base/crypto.h"
#include "daemon/base/loop.h"
#include "daemon/base/trouble.h"
#include "daemon/referee/referee_resume.h"
#include "daemon/session/batch.h"
#include "daemon/session/outbox.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "daemon/session/shown.h"
#include "rules/text.h"
#include "rules/view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *session_make_event(const struct session *session, const char *name)
{
	json_t *event = json_object();

	json_object_set_new(event, "game", json_integer(session->batch.game));
	json_object_set_new(event, "t", json_integer((json_int_t)session_now(session)));
	json_object_set_new(event, "event", json_string(name));
	return event;
}

/* ---- committing ---- */

/* Saves which game is on the table and what was published, for the next run. */
static void keep_place(struct session *session)
{
	const struct moments *moments = &session->moments;
	char text[192];

	snprintf(text, sizeof text,
		 "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
		 " %" PRIu64,
		 session->batch.seq[AUDIENCE_PUBLIC], session->batch.seq[AUDIENCE_RED],
		 session->batch.seq[AUDIENCE_BLUE], session->batch.seq[AUDIENCE_ARBITER],
		 moments->turn[AUDIENCE_RED], moments->turn[AUDIENCE_BLUE],
		 moments->offer[AUDIENCE_RED], moments->offer[AUDIENCE_BLUE]);
	journal_keep(session->journal, "topic-seqs", text);
	snprintf(text, sizeof text, "%" PRId64, session->published);
	journal_keep(session->journal, "published", text);
	snprintf(text, sizeof text, "%" PRId64, session->batch.game);
	journal_keep(session->journal, "current-game", text);
}

static int add(struct session *session, enum entry_kind kind, const char *who, const char *body,
	       int64_t wall_ms, struct trouble *trouble)
{
	struct entry entry = {.game = session->batch.game,
			      .t_us = (int64_t)session->at_us,
			      .wall_ms = wall_ms,
			      .kind = kind,
			      .who = who,
			      .body = body,
			      .length = strlen(body)};

	return journal_add(session->journal, &entry, trouble);
}

static bool state_is_news(const struct session *session, char text[REFEREE_STATE_SIZE])
{
	struct out out = out_init(text, REFEREE_STATE_SIZE);

	referee_save(session->match.referee, &out);
	return !session->match.state || strcmp(session->match.state, text) != 0;
}

bool session_has_news(const struct session *session)
{
	char state[REFEREE_STATE_SIZE];

	return batch_has_entries(&session->batch) || session->batch.input_length > 0 ||
	       session->batch.changed || state_is_news(session, state);
}

/* Adds the saved state, unless the journal has the same. */
static int add_state(struct session *session, int64_t wall_ms, struct trouble *trouble)
{
	char text[REFEREE_STATE_SIZE];
	char *copy;

	if (!state_is_news(session, text))
		return 0;
	copy = strdup(text);
	if (!copy) {
		snprintf(trouble->text, sizeof trouble->text, BATCH_SHORTAGE);
		return -ENOMEM;
	}
	free(session->match.state);
	session->match.state = copy;
	return add(session, ENTRY_STATE, "", text, wall_ms, trouble);
}

/* An entry of an event has been added: the last of them that is public will be the head. */
static void note_event(struct session *session, struct session_event *event, int64_t wall_ms)
{
	event->entry = journal_head(session->journal)->seq;
	event->wall_ms = wall_ms;
	if (!(event->topics & session_topic_of(AUDIENCE_PUBLIC)))
		return;
	session->next_head.number = event->seq[AUDIENCE_PUBLIC];
	memcpy(session->next_head.hash, journal_end(session->journal)->hash, HASH_SIZE);
}

static int write_batch(struct session *session, struct trouble *trouble)
{
	struct batch *batch = &session->batch;
	int64_t wall_ms = loop_wall_ms(session->loop);
	int error = batch_is_sound(batch, trouble) ? journal_begin(session->journal, trouble)
						   : -ENOBUFS;

	if (!error && batch->input_length > 0)
		error = add(session, ENTRY_IN, "", batch->inputs, wall_ms, trouble);
	for (unsigned i = 0; !error && i < batch->entry_count; i++) {
		const struct batch_entry *entry = &batch->entries[i];

		error = add(session, entry->kind, entry->who, entry->body, wall_ms, trouble);
		if (!error && entry->event >= 0)
			note_event(session, &batch->events[entry->event], wall_ms);
	}
	/* the state that we remember belongs to the game on the table */
	if (!error && batch->game == session->match.number)
		error = add_state(session, wall_ms, trouble);
	if (!error) {
		keep_place(session);
		session_colours_keep(session);
	}
	return error ? error : journal_commit(session->journal, trouble);
}

static void show_head(struct session *session, const struct published_head *head)
{
	session->public_head = session->next_head = *head;
	if (head->number > 0)
		published_head_sign(&session->key, &session->public_head);
}

void session_recall_head(struct session *session)
{
	struct published_head head = {0};
	struct told_entry told;

	if (journal_last_told(session->journal, &told)) {
		head.number = told.number;
		memcpy(head.hash, told.hash, HASH_SIZE);
	}
	show_head(session, &head);
}

/* What is written must be published: room for that is allocated before anything is written. */
static int make_room(struct session *session, struct trouble *trouble)
{
	if (outbox_reserve(&session->outbox, session->batch.event_count))
		return 0;
	snprintf(trouble->text, sizeof trouble->text, BATCH_SHORTAGE);
	return -ENOMEM;
}

/* It is on the disk: from here on it has happened. */
static void hand_over(struct session *session)
{
	struct batch *batch = &session->batch;

	session->colours[0] = '\0';
	session->counts.commits++;
	session->counts.events += batch->event_count;
	if (session->next_head.number != session->public_head.number) {
		show_head(session, &session->next_head);
		witness_write(&session->witness, &session->public_head);
	}
	outbox_add(&session->outbox, batch->events, batch->event_count);
	session->outbox.result.audiences |= batch->changed;
	batch_written(batch);
}

int session_commit(struct session *session)
{
	struct trouble trouble = {""};
	bool over = session->is_over;
	int error;

	session->is_over = false;
	if (!session->journal) {
		batch_clear(&session->batch);
		return -EIO;
	}
	error = make_room(session, &trouble);
	if (!error)
		error = write_batch(session, &trouble);
	if (error) {
		session->counts.refused_commits++;
		journal_rollback(session->journal);
		session_stop(session, &trouble);
		return error;
	}
	hand_over(session);
	if (over)
		session_finish_game(session);
	return 0;
}

int session_write_down(struct session *session, int64_t *game, int64_t *entry)
{
	int error = 0;

	if (!session->journal || session->batch.input_length > 0)
		error = session_commit(session);
	if (error || !session->journal) /* a game that has ended is signed with it */
		return error ? error : -EIO;
	*game = session->match.number;
	*entry = journal_head(session->journal)->seq;
	return 0;
}

/* ---- handing over ---- */

void session_take(struct session *session, struct session_result *result)
{
	*result = session->outbox.result;
	memset(&session->outbox, 0, sizeof session->outbox);
	shown_note(&session->shown, session->match.referee, result->audiences);
	session_touch_tell(session, result);
}

void session_set_published(struct session *session, int64_t entry)
{
	session->published = entry;
}

int64_t session_published(const struct session *session)
{
	return session->published > 0 ? session->published : 0;
}

/* ---- publishing again ---- */

struct again {
	int64_t after, until;
	session_event_visitor *visit;
	void *context;
};

/* "public 12 red 7": the topics, with the event's number on each */
static void read_topics(struct session_event *event, const char *who)
{
	char name[12];
	uint64_t seq;
	int length;

	while (sscanf(who, "%11s %" SCNu64 "%n", name, &seq, &length) == 2) {
		for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
			if (strcmp(name, audience_name((enum audience)i)) != 0)
				continue;
			event->topics |= session_topic_of((enum audience)i);
			event->seq[i] = seq;
		}
		who += length;
	}
}

static bool tell_entry(void *context, const struct entry *entry)
{
	const struct again *again = context;
	struct session_event event = {.entry = entry->seq, .wall_ms = entry->wall_ms};

	if (entry->seq <= again->after || entry->seq > again->until)
		return true;
	event.json = json_loads(entry->body, 0, NULL);
	read_topics(&event, entry->who);
	if (event.json)
		again->visit(again->context, &event);
	json_decref(event.json);
	return true;
}

void session_each_told(struct session *session, int64_t after_entry, int64_t until_entry,
		       session_event_visitor *visit, void *context)
{
	struct again again = {
		.after = after_entry, .until = until_entry, .visit = visit, .context = context};
	struct trouble unused;

	if (session->journal)
		journal_each(session->journal, session->match.number, ENTRY_OUT, tell_entry, &again,
			     &unused);
}
