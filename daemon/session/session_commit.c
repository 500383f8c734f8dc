/*
 * The next transaction: what has come to pass is gathered, written down as one, and told after
 * that.
 */
#include "daemon/session/session_inside.h"

#include "daemon/base/log.h"
#include "daemon/referee/referee_resume.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the next transaction ---- */

bool session_note(struct session *session, const char *kind, const char *who, const char *body)
{
	struct line *line = &session->lines[session->line_count];
	char *copy = strdup(body);

	if (session->line_count == sizeof session->lines / sizeof *session->lines || !copy) {
		free(copy);
		log_error("too much happened at once; something is missing in the journal");
		return false;
	}
	session->line_count++;
	*line = (struct line){.kind = kind, .body = copy, .telling = -1};
	snprintf(line->who, sizeof line->who, "%s", who);
	return true;
}

json_t *session_event(const struct session *session, const char *name)
{
	json_t *event = json_object();

	json_object_set_new(event, "game", json_integer(session->game));
	json_object_set_new(event, "t", json_integer((json_int_t)session_now(session)));
	json_object_set_new(event, "event", json_string(name));
	return event;
}

/* "red 7 blue 7": the topics an event goes to, with its number on each */
static void number_telling(const struct session *session, struct telling *telling, char *who,
			   size_t room)
{
	size_t length = 0;

	who[0] = '\0';
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		if (!(telling->topics & topic_of((enum audience)i)))
			continue;
		telling->seq[i] = session->seq[i] + 1;
		length += (size_t)snprintf(who + length, room - length, "%s%s %" PRIu64,
					   length ? " " : "", audience_name((enum audience)i),
					   telling->seq[i]);
	}
}

/* Takes it over, with its numbers; false if there is no room for it, or for what is written of it.
 */
static bool add_telling(struct session *session, struct telling *telling)
{
	char *body = json_dumps(telling->event, JSON_COMPACT);
	char who[sizeof session->lines[0].who];
	bool good = body && session->telling_count < TELLINGS_MAX;

	number_telling(session, telling, who, sizeof who);
	good = good && session_note(session, "out", who, body);
	free(body);
	if (!good)
		return false;
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++)
		if (telling->topics & topic_of((enum audience)i))
			session->seq[i] = telling->seq[i];
	session->lines[session->line_count - 1].telling = (int)session->telling_count;
	session->tellings[session->telling_count++] = *telling;
	return true;
}

void session_tell(struct session *session, unsigned topics, json_t *event)
{
	struct telling telling = {.topics = topics, .event = event};

	session->changed |= topics;
	if (add_telling(session, &telling))
		return;
	log_error("too much happened at once; something was not told");
	json_decref(event);
}

void session_forget_batch(struct session *session)
{
	for (unsigned i = 0; i < session->line_count; i++)
		free(session->lines[i].body);
	for (unsigned i = 0; i < session->telling_count; i++)
		json_decref(session->tellings[i].event);
	session->line_count = session->telling_count = 0;
	session->changed = 0;
	session->is_over = false;
	/* numbers that nobody was told are given again */
	memcpy(session->seq, session->written_seq, sizeof session->seq);
}

/* ---- committing ---- */

/* Where one is, for whoever goes on from here. */
static void keep_place(struct session *session)
{
	char text[96];

	snprintf(text, sizeof text, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64,
		 session->seq[AUDIENCE_PUBLIC], session->seq[AUDIENCE_RED],
		 session->seq[AUDIENCE_BLUE], session->seq[AUDIENCE_ARBITER]);
	journal_keep(session->journal, "topic-seqs", text);
	snprintf(text, sizeof text, "%" PRId64, session->events.published(session->events.owner));
	journal_keep(session->journal, "published", text);
	snprintf(text, sizeof text, "%" PRId64, session->game);
	journal_keep(session->journal, "current-game", text);
}

static int add(struct session *session, const char *kind, const char *who, const char *body,
	       int64_t wall_ms, struct trouble *trouble)
{
	struct entry entry = {.game = session->game,
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

	referee_save(&session->referee, &out);
	return !session->state || strcmp(session->state, text) != 0;
}

bool session_has_news(const struct session *session)
{
	char state[REFEREE_STATE_SIZE];

	return session->line_count > 0 || session->input_length > 0 || session->changed ||
	       state_is_news(session, state);
}

/* The saved state, if it is not what the journal has. */
static int add_state(struct session *session, int64_t wall_ms, struct trouble *trouble)
{
	char text[REFEREE_STATE_SIZE];
	char *copy;

	if (!state_is_news(session, text))
		return 0;
	copy = strdup(text);
	if (!copy)
		return -ENOMEM;
	free(session->state);
	session->state = copy;
	return add(session, "state", "", text, wall_ms, trouble);
}

static int write_batch(struct session *session, struct trouble *trouble)
{
	int64_t wall_ms = time_wall_ms();
	int error = journal_begin(session->journal, trouble);

	if (!error && session->input_length > 0)
		error = add(session, "in", "", session->inputs, wall_ms, trouble);
	for (unsigned i = 0; !error && i < session->line_count; i++) {
		const struct line *line = &session->lines[i];

		error = add(session, line->kind, line->who, line->body, wall_ms, trouble);
		if (line->telling < 0)
			continue;
		session->tellings[line->telling].entry = journal_head(session->journal)->seq;
		session->tellings[line->telling].wall_ms = wall_ms;
	}
	if (!error && !session->between_games)
		error = add_state(session, wall_ms, trouble);
	if (!error)
		keep_place(session);
	return error ? error : journal_commit(session->journal, trouble);
}

void session_show_head(struct session *session)
{
	hex_format(journal_head(session->journal)->hash, HASH_SIZE, session->public_head);
}

static bool public_is_told(const struct session *session)
{
	for (unsigned i = 0; i < session->telling_count; i++)
		if (session->tellings[i].topics & topic_of(AUDIENCE_PUBLIC))
			return true;
	return false;
}

int session_commit(struct session *session)
{
	struct trouble trouble = {""};
	bool over = session->is_over;
	int error;

	if (!session->journal) {
		session_forget_batch(session);
		return -EIO;
	}
	error = write_batch(session, &trouble);
	if (error) {
		session->counts.refused_commits++;
		journal_rollback(session->journal);
		session_stop(session, &trouble);
		return error;
	}
	session->counts.commits++;
	session->counts.tellings += session->telling_count;
	memcpy(session->written_seq, session->seq, sizeof session->seq);
	session->input_length = 0;
	session->inputs[0] = '\0';
	if (public_is_told(session))
		session_show_head(session);
	session->events.told(session->events.owner, session->tellings, session->telling_count,
			     session->changed);
	session_forget_batch(session);
	if (over)
		game_finish(session);
	return 0;
}

int session_write_down(struct session *session, int64_t *game, int64_t *entry)
{
	int error = 0;

	if (!session->journal || session->input_length > 0)
		error = session_commit(session);
	if (error || !session->journal) /* a game that ended is signed with it */
		return error ? error : -EIO;
	*game = session->game;
	*entry = journal_head(session->journal)->seq;
	return 0;
}
