/*
 * Gives inputs and the time to the referee and arms the timers. session_answer.c handles words,
 * session_readings.c readings; session_commit.c writes the results.
 */
#include "daemon/session/session.h"

#include "daemon/archive/witness.h"
#include "daemon/match/match.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/batch.h"
#include "daemon/session/event_time.h"
#include "daemon/session/outbox.h"
#include "daemon/session/session_inside.h"
#include "daemon/session/shown.h"
#include "rules/edition.h"
#include "rules/square.h"
#include "rules/view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FLUSH_US = 500000,  /* inputs that led to nothing reach the journal within this time */
	CLOCK_US = 10000000 /* how much of a player's time a power cut may forgive */
};

uint64_t session_now(const struct session *session)
{
	return loop_now_us(session->loop) - session->base_us;
}

void session_is_ready(struct session *session)
{
	session_pads_say(session);
	session->host.ready(session->host.owner);
}

/* ---- feeding ---- */

static void collect(void *context, const struct output *output)
{
	struct session *session = context;

	if (output->to == TO_JOURNAL)
		session_tell_fact(session, output->fact);
	else
		session_tell_output(session, output);
}

/* While a clock runs, the time left is written to the journal at intervals. */
static void arm(struct session *session)
{
	uint64_t due = referee_deadline(session->match.referee);

	timer_set(&session->deadline,
		  due == UINT64_MAX ? TIME_NEVER : due + session->base_us + session->lag_us);
	if (referee_clock_runs(session->match.referee) && session->flush.at_us == TIME_NEVER)
		timer_set(&session->flush, loop_now_us(session->loop) + CLOCK_US);
	session_renew_later(session);
}

void session_feed_at(struct session *session, struct input *input, uint64_t t_us)
{
	input->t_us = session->at_us = t_us;
	referee_input(session->match.referee, input, collect, session);
	session_pads_follow(session);
}

void session_feed(struct session *session, struct input *input)
{
	session_feed_at(session, input, session_now(session));
}

uint64_t session_passed(const struct session *session)
{
	return event_time_of_tick(session->lag_us, session->at_us, session_now(session));
}

static void tick(struct session *session)
{
	struct input input = {.kind = INPUT_TICK};

	session_feed_at(session, &input, session_passed(session));
}

void session_settle(struct session *session)
{
	unsigned offered =
		session->journal ? shown_update_offers(&session->shown, session->match.referee) : 0;

	session->batch.changed |= offered;
	if (batch_has_entries(&session->batch) || offered)
		session_commit(session);
	if (!session->journal)
		return;
	if (session->flush.at_us > loop_now_us(session->loop) + FLUSH_US)
		timer_set(&session->flush, loop_now_us(session->loop) + FLUSH_US);
	arm(session);
}

static void deadline_due(struct timer *timer)
{
	struct session *session = timer->owner;

	tick(session);
	session_settle(session);
	session_is_ready(session);
}

/* An idle moment: what has happened without a word is written. */
static void flush_due(struct timer *timer)
{
	struct session *session = timer->owner;

	tick(session); /* the time up to which clocks have run is part of the state */
	session_pads_say(session);
	session->batch.changed |= session_pads_news(session);
	if (session->journal)
		session->batch.changed |= shown_update(&session->shown, session->match.referee);
	if (session_has_news(session))
		session_commit(session);
	if (session->journal) {
		journal_rest(session->journal);
		arm(session);
	}
	if (session->journal && session_pads_wait(session))
		timer_set(&session->flush, loop_now_us(session->loop) + FLUSH_US);
	session_is_ready(session);
}

/* ---- the board ---- */

/* If the lag has grown, a timer that fires may find that its deadline is not due yet, and waits
 * again. */
void session_board_lag(struct session *session, uint64_t lag_us)
{
	session->lag_us = lag_us;
}

void session_board_trouble(struct session *session, const char *sentence, bool silent)
{
	if (silent != session->board_is_silent)
		session->batch.changed = EVERYONE;
	if (silent)
		session_pads_let_go(session);
	session->board_is_silent = silent;
	snprintf(session->board_trouble, sizeof session->board_trouble, "%s",
		 sentence ? sentence : "");
	session_tell_board(session);
}

void session_tell_board(struct session *session)
{
	const char *sentence = session_sensor_trouble(session);
	json_t *event;

	session_show_board(session);
	if (!session->journal)
		return;
	event = session_make_event(session, "board");
	json_object_set_new(event, "why", sentence[0] ? json_string(sentence) : json_null());
	batch_tell(&session->batch, session_topic_of(AUDIENCE_ARBITER), event);
	session_settle(session);
}

void session_add_event(struct session *session, enum audience to, const char *name, json_t *fields,
		       json_t *unwritten)
{
	json_t *event = session_make_event(session, name);

	json_object_update(event, fields);
	json_decref(fields);
	batch_tell(&session->batch, session_topic_of(to), json_incref(event));
	if (unwritten) /* its entry has been made of it already */
		json_object_update(event, unwritten);
	json_decref(unwritten);
	json_decref(event);
}

/* ---- making and unmaking ---- */

static void start_timers(struct session *session)
{
	timer_init(session->loop, &session->deadline, deadline_due, session);
	timer_init(session->loop, &session->flush, flush_due, session);
	timer_init(session->loop, &session->retry, session_retry_due, session);
	timer_init(session->loop, &session->held, session_held_due, session);
	timer_init(session->loop, &session->renew, session_renew_due, session);
	timer_init(session->loop, &session->touched, session_touch_due, session);
}

int session_create(struct session **made, struct loop *loop, const struct config *config,
		   const struct session_host *host)
{
	struct session *session = calloc(1, sizeof *session);

	if (!session || match_init(&session->match) < 0) {
		free(session);
		return -ENOMEM;
	}
	*made = session;
	session->loop = loop;
	session->config = config;
	session->host = *host;
	session->published = -1;
	session->witness.fd = -1;
	session->base_us = loop_now_us(session->loop);
	batch_clear(&session->batch);
	shown_clear(&session->shown);
	start_timers(session);
	/* with -EBUSY another daemon owns this table, and waiting is no use; any other failure is
	 * retried */
	if (session_start(session) != -EBUSY)
		return 0;
	session_destroy(session);
	*made = NULL;
	return -EBUSY;
}

void session_destroy(struct session *session)
{
	if (!session)
		return;
	if (session->journal && session->batch.input_length > 0)
		session_commit(session);
	timer_finish(&session->deadline);
	timer_finish(&session->flush);
	timer_finish(&session->retry);
	timer_finish(&session->held);
	timer_finish(&session->renew);
	timer_finish(&session->touched);
	batch_clear(&session->batch);
	outbox_clear(&session->outbox);
	journal_close(session->journal);
	witness_close(&session->witness);
	match_finish(&session->match);
	memset(session, 0, sizeof *session);
	free(session);
}

struct journal *session_journal(struct session *session)
{
	return session->journal;
}

enum board_id session_board(const struct session *session)
{
	return editions[referee_options(session->match.referee)->edition].board;
}

const struct session_counts *session_counts(const struct session *session)
{
	return &session->counts;
}
