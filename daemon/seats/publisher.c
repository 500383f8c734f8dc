/*
 * Publishes events and views by the link, the public's later than the seats', and keeps count of
 * what the broker has acknowledged. publisher_hear.c hears what comes in.
 */
#include "daemon/seats/publisher.h"

#include "daemon/base/log.h"
#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/seats/feed.h"
#include "daemon/seats/publisher_inside.h"
#include "daemon/session/session.h"
#include "rules/view.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	EVENT_BLOCK = 256, /* boxes are filled up to multiples of these, so that their sizes tell
			      little */
	VIEW_BLOCK = 2048,
	VIEW_PRIVATE = 4096, /* of a seat's view, at most, is more than the public has */
	GIVE_WAY_US = 5000   /* how much later spectators are told than players */
};

static const char *const event_topics[] = {
	[AUDIENCE_PUBLIC] = "public/event",
	[AUDIENCE_RED] = "seat/red/event",
	[AUDIENCE_BLUE] = "seat/blue/event",
	[AUDIENCE_ARBITER] = "arbiter/event",
};

static const char *const view_topics[] = {
	[AUDIENCE_PUBLIC] = "public/state",
	[AUDIENCE_RED] = "seat/red/view",
	[AUDIENCE_BLUE] = "seat/blue/view",
	[AUDIENCE_ARBITER] = "arbiter/view",
};

enum seat publisher_seat_of(enum audience audience)
{
	static const enum seat seats[] = {
		[AUDIENCE_RED] = SEAT_RED,
		[AUDIENCE_BLUE] = SEAT_BLUE,
		[AUDIENCE_ARBITER] = SEAT_ARBITER,
	};

	return seats[audience];
}

/* ---- what the broker has ---- */

static struct pending *await(struct publisher *publisher, int id, int64_t entry)
{
	unsigned at = (publisher->first_pending + publisher->pending_count) % PENDING;

	if (publisher->pending_count == PENDING)
		return NULL;
	publisher->pending[at] = (struct pending){.id = id, .entry = entry};
	publisher->pending_count++;
	return &publisher->pending[at];
}

static void forget_delayed(struct publisher *publisher)
{
	while (publisher->delayed) {
		struct delayed *next = publisher->delayed->next;

		free(publisher->delayed);
		publisher->delayed = next;
	}
	publisher->delayed_end = &publisher->delayed;
}

/*
 * Events that only waited for the players' count as not acknowledged, so they are published again.
 */
void publisher_begin(struct publisher *publisher)
{
	publisher->pending_count = 0;
	if (publisher->parts.delay_s == 0)
		forget_delayed(publisher);
}

void publisher_published(struct publisher *publisher, int id)
{
	for (unsigned i = 0; i < publisher->pending_count; i++) {
		struct pending *pending =
			&publisher->pending[(publisher->first_pending + i) % PENDING];

		if (pending->id == id && !pending->done) {
			pending->done = true;
			break;
		}
	}
	while (publisher->pending_count > 0 && publisher->pending[publisher->first_pending].done) {
		publisher->published = publisher->pending[publisher->first_pending].entry;
		publisher->first_pending = (publisher->first_pending + 1) % PENDING;
		publisher->pending_count--;
	}
}

int64_t publisher_published_entry(const struct publisher *publisher)
{
	return publisher->published;
}

void publisher_set_published_entry(struct publisher *publisher, int64_t entry)
{
	publisher->published = entry;
}

/* ---- telling ---- */

static int publish_boxed(struct publisher *publisher, enum audience audience, const char *topic,
			 const char *text, bool view)
{
	size_t length =
		seats_seal(publisher->parts.seats, publisher_seat_of(audience), text, strlen(text),
			   view ? VIEW_BLOCK : EVENT_BLOCK, publisher->box, sizeof publisher->box);

	if (length == 0) /* an empty seat */
		return -ENOENT;
	publisher->counts.published++;
	return link_publish(publisher->parts.link, topic, publisher->box, length, view);
}

void publisher_tell_boxed(struct publisher *publisher, enum audience audience, const char *text)
{
	publish_boxed(publisher, audience, event_topics[audience], text, false);
}

static int publish_open(struct publisher *publisher, const char *text, size_t length, bool state)
{
	const char *topic = state ? view_topics[AUDIENCE_PUBLIC] : event_topics[AUDIENCE_PUBLIC];
	int id = link_publish(publisher->parts.link, topic, text, length, state);

	publisher->counts.published++;
	feed_publish(&publisher->feed, topic, text, length, state);
	return id;
}

void publisher_show_spectators(struct publisher *publisher)
{
	feed_show(&publisher->feed, view_topics[AUDIENCE_PUBLIC]);
}

void publisher_spectators_have(struct publisher *publisher)
{
	feed_caught_up(&publisher->feed, view_topics[AUDIENCE_PUBLIC]);
}

static char *numbered(const struct session_event *event, enum audience audience)
{
	json_t *json = json_pack("{s:I}", "seq", (json_int_t)event->seq[audience]);
	char *text;

	json_object_update(json, event->json);
	text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	return text;
}

static void delay_due(struct timer *timer)
{
	struct publisher *publisher = timer->owner;

	while (publisher->delayed && publisher->delayed->due_us <= loop_now_us(timer->loop)) {
		struct delayed *first = publisher->delayed;

		int id = publish_open(publisher, first->text, first->length, first->state);

		publisher->delayed = first->next;
		if (first->state && id >= 0)
			publisher->shown = first->shown;
		if (first->pending) {
			first->pending->id = id;
			first->pending->done = id < 0; /* no acknowledgement will come */
		}
		free(first);
	}
	if (!publisher->delayed)
		publisher->delayed_end = &publisher->delayed;
	timer_set(timer, publisher->delayed ? publisher->delayed->due_us : TIME_NEVER);
}

/*
 * The public is told when its delay is over; without one, as soon as the players have been told,
 * because many spectators keep the broker busy for a while. An event for which there is no memory
 * is dropped: the gap in the numbers sends spectators to the state.
 */
static void delay(struct publisher *publisher, const char *text,
		  const struct publisher_shown *state, int64_t entry)
{
	uint64_t delay_us = (uint64_t)publisher->parts.delay_s * 1000000;
	/* views are shown anew whenever there is a new broker, and what is late is not repeated */
	bool minds = entry > 0 && delay_us == 0;
	uint64_t now_us = loop_now_us(publisher->parts.loop);
	size_t length = strlen(text);
	struct delayed *delayed = malloc(sizeof *delayed + length);

	if (!delayed) {
		log_error("out of memory: the public was not told of something");
		return;
	}
	*delayed = (struct delayed){.due_us = now_us + (delay_us ? delay_us : GIVE_WAY_US),
				    .pending = minds ? await(publisher, -1, entry) : NULL,
				    .state = state,
				    .length = length};
	if (state)
		delayed->shown = *state;
	memcpy(delayed->text, text, length);
	*publisher->delayed_end = delayed;
	publisher->delayed_end = &delayed->next;
	timer_set(&publisher->delay, publisher->delayed->due_us);
}

static void publish_event(struct publisher *publisher, enum audience audience, const char *text,
			  int64_t entry)
{
	int id;

	if (audience == AUDIENCE_PUBLIC) {
		delay(publisher, text, NULL, entry);
		return;
	}
	id = publish_boxed(publisher, audience, event_topics[audience], text, false);
	if (id >= 0)
		await(publisher, id, entry);
}

/* what has been played, as everybody can see it in the state */
static struct publisher_shown figures_of(json_t *state)
{
	bool on_turn = json_is_string(json_object_get(state, "turn"));
	json_int_t ply = json_integer_value(json_object_get(state, "ply"));

	return (struct publisher_shown){
		.game = json_integer_value(json_object_get(state, "game")),
		.plies = on_turn ? ply - 1 : ply, /* the one that is to be played has not been */
		.told = (uint64_t)json_integer_value(json_object_get(state, "head_seq")),
		.paused = json_is_true(json_object_get(state, "paused"))};
}

/*
 * What only a seat is shown (the names of its cards, its prompt) is long or short. A player's view is filled up to what the
 * public's would be and room for all that, so that the size of its box follows from what is public anyway.
 */
static size_t filled_length(const struct publisher *publisher, enum audience audience,
			    struct paired paired)
{
	json_t *open;
	size_t length;

	if (audience != AUDIENCE_RED && audience != AUDIENCE_BLUE)
		return 0;
	open = session_view(publisher->parts.session, AUDIENCE_PUBLIC, paired);
	length = json_dumpb(open, NULL, 0, JSON_COMPACT);
	json_decref(open);
	return length + VIEW_PRIVATE;
}

/* JSON may end with blanks. From malloc(); NULL if there is no memory. */
static char *fill_up(char *text, size_t wanted)
{
	size_t length = text ? strlen(text) : wanted;
	char *longer = length < wanted ? realloc(text, wanted + 1) : text;

	if (!longer)
		free(text);
	if (!longer || length >= wanted)
		return longer;
	memset(longer + length, ' ', wanted - length);
	longer[wanted] = '\0';
	return longer;
}

static void publish_view(struct publisher *publisher, enum audience audience, json_t *view,
			 size_t filled)
{
	char *text = fill_up(json_dumps(view, JSON_COMPACT), filled);
	struct publisher_shown shown = figures_of(view);

	if (text && audience == AUDIENCE_PUBLIC)
		delay(publisher, text, &shown, 0);
	else if (text)
		publish_boxed(publisher, audience, view_topics[audience], text, true);
	free(text);
}

/* players first, then the arbiter, then spectators */
static const enum audience order[] = {AUDIENCE_RED, AUDIENCE_BLUE, AUDIENCE_ARBITER,
				      AUDIENCE_PUBLIC};

static void tell_audience(struct publisher *publisher, enum audience audience,
			  const struct session_event *event)
{
	char *text;

	if (!(event->topics & 1u << audience))
		return;
	text = numbered(event, audience);
	if (text)
		publish_event(publisher, audience, text, event->entry);
	free(text);
}

void publisher_tell(struct publisher *publisher, const struct session_event *events, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		tell_audience(publisher, AUDIENCE_RED, &events[i]);
		tell_audience(publisher, AUDIENCE_BLUE, &events[i]);
	}
	for (unsigned i = 0; i < count; i++) {
		tell_audience(publisher, AUDIENCE_ARBITER, &events[i]);
		tell_audience(publisher, AUDIENCE_PUBLIC, &events[i]);
	}
}

void publisher_tell_touch(struct publisher *publisher, const json_t *touch)
{
	char *text = json_dumps(touch, JSON_COMPACT);

	if (!text)
		return;
	publisher_tell_boxed(publisher, AUDIENCE_RED, text);
	publisher_tell_boxed(publisher, AUDIENCE_BLUE, text);
	publisher_tell_boxed(publisher, AUDIENCE_ARBITER, text);
	delay(publisher, text, NULL, 0);
	free(text);
}

void publisher_tell_loss(struct publisher *publisher, enum seat seat, enum seat_loss why)
{
	static const char *const names[] = {
		[LOSS_FREED] = "freed",		[LOSS_LEFT] = "left",
		[LOSS_MOVED] = "moved",		[LOSS_OTHERS_PLAY] = "others-play",
		[LOSS_LONG_OVER] = "long-over",
	};
	json_t *event =
		json_pack("{s:i,s:s,s:s}", "seq", 0, "event", "unpaired", "why", names[why]);
	char *text = event ? json_dumps(event, JSON_COMPACT) : NULL;

	for (unsigned i = AUDIENCE_RED; text && i < AUDIENCE_COUNT; i++)
		if (publisher_seat_of((enum audience)i) == seat)
			publisher_tell_boxed(publisher, (enum audience)i, text);
	free(text);
	json_decref(event);
}

static void show(struct publisher *publisher, enum audience audience)
{
	const struct seats *seats = publisher->parts.seats;
	struct paired paired = {.red = seats_is_paired(seats, SEAT_RED),
				.blue = seats_is_paired(seats, SEAT_BLUE),
				.arbiter = seats_is_paired(seats, SEAT_ARBITER),
				.arbiter_offered = seats_is_offered(seats, SEAT_ARBITER)};
	json_t *state;

	if (audience != AUDIENCE_PUBLIC && !seats_is_paired(seats, publisher_seat_of(audience)))
		return;
	state = session_view(publisher->parts.session, audience, paired);
	publish_view(publisher, audience, state, filled_length(publisher, audience, paired));
	json_decref(state);
}

void publisher_show(struct publisher *publisher, unsigned audiences)
{
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++)
		if (audiences & 1u << order[i])
			show(publisher, order[i]);
}

void publisher_clear(struct publisher *publisher, enum seat seat)
{
	for (unsigned i = AUDIENCE_RED; i < AUDIENCE_COUNT; i++)
		if (publisher_seat_of((enum audience)i) == seat)
			link_publish(publisher->parts.link, view_topics[i], "", 0, true);
}

/* ---- making and unmaking ---- */

int publisher_create(struct publisher **made, const struct publisher_parts *parts)
{
	struct publisher *publisher = calloc(1, sizeof *publisher);

	if (!publisher)
		return -ENOMEM;
	publisher->parts = *parts;
	publisher->feed.link = parts->spectators;
	publisher->delayed_end = &publisher->delayed;
	timer_init(parts->loop, &publisher->delay, delay_due, publisher);
	publisher_start_hearing(publisher);
	*made = publisher;
	return 0;
}

void publisher_destroy(struct publisher *publisher)
{
	if (!publisher)
		return;
	forget_delayed(publisher);
	timer_finish(&publisher->delay);
	timer_finish(&publisher->turn);
	feed_finish(&publisher->feed);
	free(publisher);
}

const struct publisher_shown *publisher_shown(const struct publisher *publisher)
{
	return &publisher->shown;
}

const struct publisher_counts *publisher_counts(const struct publisher *publisher)
{
	return &publisher->counts;
}
