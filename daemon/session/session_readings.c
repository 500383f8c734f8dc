/*
 * Readings on their way from the board to the referee: unchanged for clients that watch the
 * sensors, rate limited (rate_limit.h) for the referee, the journal and recordings. All get them
 * with the time of the event (event_time.h).
 */
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/base/loop.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/event_time.h"
#include "daemon/session/rate_limit.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "drivers/board/board.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 256 };

/* ---- as text ---- */

static const char *verb_of(const struct reading *reading)
{
	if (reading->kind == READING_CONTACT)
		return reading->closed ? "close" : "open";
	return reading->closed ? "tag" : "untag";
}

void session_format_reading(enum board_id board, const struct reading *reading, char *text,
			    size_t room)
{
	char name[SQ_NAME_SIZE], tag[2 * READING_TAG + 1], frame[SQ_SET_SIZE];

	if (reading->kind == READING_FRAME) {
		sq_format_set(board, reading->frame, frame);
		snprintf(text, room, "frame %s", frame);
		return;
	}
	sq_format(reading->sq, name);
	hex_format(reading->tag, reading->kind == READING_TAG_SEEN ? reading->tag_length : 0, tag);
	for (char *c = tag; *c; c++) /* tag numbers are written in capitals */
		if (*c >= 'a')
			*c = (char)(*c - 'a' + 'A');
	snprintf(text, room, "%s %s%s%s", verb_of(reading), name, *tag ? " " : "", tag);
}

/* ---- what is passed on ---- */

/*
 * Makes room for another line by writing the waiting ones if necessary. That comes before the
 * referee gets the reading: an input must not be written after its results. False: nothing can be
 * written.
 */
static bool make_room(struct session *session)
{
	return session->batch.input_length + LINE_SIZE <= sizeof session->batch.inputs ||
	       session_commit(session) == 0;
}

/* The journal and recordings get what the referee gets, no less and no more. */
static void note_input(struct session *session, uint64_t t_us, const char *what)
{
	char line[LINE_SIZE];
	int length = snprintf(line, sizeof line, "%" PRIu64 " %s\n", t_us, what);

	memcpy(session->batch.inputs + session->batch.input_length, line, (size_t)length + 1);
	session->batch.input_length += (size_t)length;
	line[length - 1] = '\0';
	session->host.line(session->host.owner, LINE_HEARD, line);
}

static void show_reading(struct session *session, const struct reading *reading, uint64_t t_us)
{
	char text[LINE_SIZE], line[LINE_SIZE + 24];

	session_format_reading(referee_board(session->match.referee), reading, text, sizeof text);
	snprintf(line, sizeof line, "%" PRIu64 " %s", t_us, text);
	session->host.line(session->host.owner, LINE_SEEN, line);
}

static void take_reading(struct session *session, const struct reading *reading, uint64_t t_us)
{
	static const uint8_t kinds[] = {[READING_FRAME] = INPUT_FRAME,
					[READING_CONTACT] = INPUT_CONTACT,
					[READING_TAG_SEEN] = INPUT_TAG};
	struct input input = {.kind = kinds[reading->kind],
			      .sq = reading->sq,
			      .closed = reading->closed,
			      .frame = reading->frame};
	char text[LINE_SIZE];

	input.tag.length = reading->tag_length;
	memcpy(input.tag.id, reading->tag, sizeof reading->tag);
	session_format_reading(referee_board(session->match.referee), reading, text, sizeof text);
	if (!make_room(session))
		return;
	session_feed_at(session, &input, t_us);
	note_input(session, t_us, text);
	session_settle(session);
}

static void take_held(struct session *session, uint64_t until_us)
{
	struct reading reading;

	while (session->journal && rate_limit_take(&session->rate_limit, until_us, &reading))
		take_reading(session, &reading, until_us);
}

/* Tells the arbiter of squares that find ever new tags, and when that is over. */
static void tell_strange(struct session *session)
{
	char sq[SQ_NAME_SIZE], more[32] = "";
	unsigned count = bits_count(session->strange);

	session->tag_trouble[0] = '\0';
	if (count > 0) {
		sq_format(bits_first(session->strange), sq);
		if (count > 1)
			snprintf(more, sizeof more, " and %u more squares", count - 1);
		snprintf(session->tag_trouble, sizeof session->tag_trouble,
			 "ever new tags are read on %s%s: check the antenna and what lies on it; "
			 "until that ends, new tags there are not counted",
			 sq, more);
		log_warning("%s", session->tag_trouble);
	}
	session_tell_board(session);
}

/* Returns when the next square is over it. */
static uint64_t follow_strange(struct session *session)
{
	uint64_t until_us;
	struct bits strange = rate_limit_strange(&session->rate_limit, session->at_us, &until_us);

	if (!bits_equal(strange, session->strange)) {
		session->strange = strange;
		tell_strange(session);
	}
	return until_us;
}

static void arm_held(struct session *session)
{
	uint64_t held_us = rate_limit_deadline(&session->rate_limit);
	uint64_t strange_us = follow_strange(session);
	uint64_t due = held_us < strange_us ? held_us : strange_us;

	timer_set(&session->held,
		  due == RATE_LIMIT_NEVER ? TIME_NEVER : due + session->base_us + session->lag_us);
}

void session_held_due(struct timer *timer)
{
	struct session *session = timer->owner;

	session->at_us = session_passed(session);
	take_held(session, session->at_us);
	arm_held(session);
	session_is_ready(session);
}

/* A board may have seen it before the run began. */
static uint64_t time_of(const struct session *session, const struct reading *reading)
{
	uint64_t t_us = reading->t_us > session->base_us ? reading->t_us - session->base_us : 0;

	return event_time_of_reading(t_us, session->at_us, session_now(session));
}

void session_reading(struct session *session, const struct reading *reading)
{
	uint64_t t_us = time_of(session, reading);

	if (!session->journal) /* the board will be asked again when it works */
		return;
	session->counts.inputs++;
	session->at_us = t_us;
	show_reading(session, reading, t_us);
	take_held(session, t_us);
	if (session->journal && rate_limit_hear(&session->rate_limit, t_us, reading))
		take_reading(session, reading, t_us);
	arm_held(session);
	session_pads_say(session);
}

void session_record_word(struct session *session, const char *who, const char *word)
{
	char line[LINE_SIZE];

	/* if the word has led to another game, the recording of the game in which it was said has
	 * ended */
	snprintf(line, sizeof line, "%" PRIu64 " say %s %s", referee_now_us(session->match.referee),
		 who, word);
	if (!session->outbox.result.has_begun)
		session->host.line(session->host.owner, LINE_HEARD, line);
	/* clients that watch the sensors may have seen later readings than the referee */
	snprintf(line, sizeof line, "%" PRIu64 " say %s %s", session_now(session), who, word);
	session->host.line(session->host.owner, LINE_SEEN, line);
}
