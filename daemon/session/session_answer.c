/*
 * Words: each is carried out once and answered, and those that are said together are written in one
 * transaction.
 */
#include "daemon/archive/journal.h"
#include "daemon/match/match.h"
#include "daemon/referee/recording_head.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/answers.h"
#include "daemon/session/batch.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "daemon/session/vocabulary.h"
#include "daemon/views/refusal_json.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <stdio.h>
#include <string.h>

/* ---- answers ---- */

static json_t *make_answer(const struct session *session, const char *id, const struct refusal *why)
{
	json_t *event = session_make_event(session, "answer");

	json_object_set_new(event, "id", json_string(id));
	json_object_set_new(event, "ok", json_boolean(why->code == REFUSAL_NONE));
	if (why->code != REFUSAL_NONE)
		json_object_set_new(event, "why", refusal_json(why));
	return event;
}

static void tell_answer(struct session *session, enum audience speaker, const char *id,
			const struct refusal *why)
{
	batch_tell(&session->batch, session_topic_of(speaker), make_answer(session, id, why));
}

static bool was_answered(const struct session *session, enum audience speaker, const char *id)
{
	return answers_find(&session->answers, speaker, id) ||
	       journal_has_word(session->journal, audience_name(speaker), id);
}

static enum refusal_code find_late(const struct session *session, enum audience speaker,
				   const char *word, const struct word_sight *sight)
{
	enum word_about about = vocabulary_about(word);
	const struct moments *moments = &session->moments;
	uint64_t since = about == ABOUT_TURN	? moments->turn[speaker]
			 : about == ABOUT_OFFER ? moments->offer[speaker]
						: 0;

	if (about != ABOUT_BOARD && sight->game > 0 && sight->game != session->match.number)
		return REFUSAL_OTHER_GAME;
	return sight->seen > 0 && (uint64_t)sight->seen < since ? REFUSAL_GONE_ON : REFUSAL_NONE;
}

json_t *session_refuse_early(const struct session *session, enum audience speaker, const char *id,
			     const char *word, const struct word_sight *sight)
{
	struct refusal why = refusal_of(REFUSAL_NO_SUCH_WORD);

	if (!session->journal)
		return NULL;
	if (vocabulary_has(speaker, word) && !session_is_vain_seen(session, word))
		why = refusal_of(find_late(session, speaker, word, sight));
	if (why.code == REFUSAL_NONE ||
	    (why.code != REFUSAL_NO_SUCH_WORD && was_answered(session, speaker, id)))
		return NULL;
	return make_answer(session, id, &why);
}

/* ---- writing ---- */

static void record_word(struct session *session, enum audience speaker, const char *word)
{
	char hidden[REFEREE_WORD_SIZE + 1];
	struct out out = out_init(hidden, sizeof hidden);

	recording_hide_word(word, false, &out);
	session_record_word(session, audience_name(speaker), hidden);
}

void session_forget_words(struct session *session)
{
	session->together.count = 0;
	session->together.wants_rematch = false;
}

static void write_words(struct session *session)
{
	struct together *together = &session->together;
	bool wants_rematch = together->wants_rematch;

	session_settle(session); /* if that fails they are forgotten */
	for (unsigned i = 0; i < together->count; i++)
		record_word(session, together->words[i].speaker, together->words[i].word);
	session_forget_words(session);
	if (wants_rematch && session->journal)
		session_rematch(session);
}

/*
 * A game that is over is signed before anything else is said. What one word may lead to must find
 * room in the batch.
 */
static bool can_wait(const struct session *session)
{
	const struct together *together = &session->together;

	return together->is_open && together->count < SESSION_TOGETHER && !session->is_over &&
	       !together->wants_rematch && session->batch.event_count <= BATCH_MORE;
}

static void write_soon(struct session *session)
{
	if (!can_wait(session))
		write_words(session);
}

static void add_word(struct session *session, enum audience speaker, const char *word)
{
	struct together *together = &session->together;

	together->words[together->count].speaker = speaker;
	snprintf(together->words[together->count++].word, REFEREE_WORD_SIZE, "%s", word);
	if (strcmp(word, "rematch") == 0)
		together->wants_rematch = true;
}

void session_together_begin(struct session *session)
{
	session->together.is_open = true;
}

void session_together_end(struct session *session)
{
	bool was_open = session->together.is_open;

	session->together.is_open = false;
	if (was_open && session->journal)
		write_words(session);
}

/* ---- words ---- */

static void answer_again(struct session *session, enum audience speaker, const char *id)
{
	const struct answer *old = answers_find(&session->answers, speaker, id);
	/* long ago: we know that it was said; its effect is in the views */
	struct refusal known = refusal_of(REFUSAL_NONE);

	tell_answer(session, speaker, id, old ? &old->why : &known);
	write_soon(session);
}

enum said session_word_begin(struct session *session, enum audience speaker, const char *id,
			     const char *word)
{
	char line[SESSION_ID + REFEREE_WORD_SIZE];

	if (!session->journal)
		return SAID_IN_VAIN;
	session->counts.words++;
	session->at_us = session_now(session);
	if (was_answered(session, speaker, id)) {
		answer_again(session, speaker, id);
		return session->journal ? SAID_ANSWERED : SAID_IN_VAIN;
	}
	snprintf(line, sizeof line, "%s %s", id, word);
	batch_note(&session->batch, ENTRY_WORD, audience_name(speaker), line);
	if (speaker == AUDIENCE_ARBITER && match_answer_calls(&session->match))
		session->batch.changed |= session_topic_of(AUDIENCE_ARBITER);
	return SAID_NEW;
}

enum said session_word_end(struct session *session, enum audience speaker, const char *id,
			   const char *word, const struct refusal *why)
{
	if (!session->journal)
		return SAID_IN_VAIN;
	answers_remember(&session->answers, speaker, id, why);
	tell_answer(session, speaker, id, &answers_find(&session->answers, speaker, id)->why);
	add_word(session, speaker, word);
	write_soon(session);
	return session->journal ? SAID_ANSWERED : SAID_IN_VAIN;
}

/* Two players stand in for an arbiter only where there is none. */
static bool is_for_arbiter(const struct session *session, const char *word)
{
	return session->seated.has_arbiter && (strncmp(word, "offer-correction ", 17) == 0 ||
					       strcmp(word, "accept-correction") == 0);
}

/* What is withdrawn must be there: everyone is told of it. */
static bool is_no_call(const struct session *session, enum audience speaker, const char *word)
{
	return strcmp(word, "withdraw-call") == 0 && speaker != AUDIENCE_ARBITER &&
	       !session->match.calls[speaker == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE].is_open;
}

enum said session_say(struct session *session, enum audience speaker, const char *id,
		      const char *word)
{
	struct input input = {.kind = INPUT_WORD, .speaker = (uint8_t)speaker};
	enum said said = session_word_begin(session, speaker, id, word);

	if (said != SAID_NEW)
		return said;
	session->refusal = refusal_of(REFUSAL_NONE);
	if (is_for_arbiter(session, word)) {
		session->refusal = refusal_of(REFUSAL_ASK_ARBITER);
	} else if (is_no_call(session, speaker, word)) {
		session->refusal = refusal_of(REFUSAL_NOTHING_ASKED);
	} else if (!session_own_word(session, speaker, word)) {
		snprintf(input.word, sizeof input.word, "%s", word);
		session_feed(session, &input);
		/* a pause or a correction has no event of its own, but shows in every view */
		if (speaker == AUDIENCE_ARBITER && session->refusal.code == REFUSAL_NONE)
			session->batch.changed = EVERYONE;
	}
	return session_word_end(session, speaker, id, word, &session->refusal);
}

bool session_answer(const struct session *session, enum audience speaker, const char *id,
		    struct refusal *why)
{
	const struct answer *answer = answers_find(&session->answers, speaker, id);

	if (!session->journal)
		session_is_stopped(session, why);
	else if (answer)
		*why = answer->why;
	return session->journal && answer && answer->why.code == REFUSAL_NONE;
}
