/* Telling and hearing. */
#include "daemon/herald.h"

#include "daemon/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	EVENT_BLOCK = 256, /* boxes are filled up to multiples of these, so that their sizes tell
			      little */
	VIEW_BLOCK = 2048,
	BOX_ROOM = 1 << 17,
	SAY_MAX = 2048,		 /* bytes of a boxed word */
	TABLE_MAX = 8192,	 /* bytes from the virtual table at once */
	PENDING = 4096,		 /* messages that the broker has not acknowledged */
	WORDS_MOST = 40,	 /* how much a seat may say at once ... */
	WORDS_A_S = 20,		 /* ... and how much more every second */
	TABLE_MOST = 128 * 1024, /* the same for the virtual table, in bytes */
	TABLE_A_S = 16 * 1024,
	GIVE_WAY_US = 5000, /* by which whoever watches is told later than who plays */
};

/* What may still be said; it fills up by itself. */
struct bucket {
	double left;
	uint64_t since_us;
};

/* A message that is not acknowledged yet. */
struct pending {
	int id; /* negative: not sent yet */
	int64_t entry;
	bool done;
};

/* Something public that waits until the public may have it. */
struct delayed {
	struct delayed *next;
	uint64_t due_us;
	struct pending *pending; /* NULL: nobody minds whether it arrives */
	bool state;
	struct herald_shown shown; /* of a state */
	size_t length;
	char text[];
};

struct herald {
	struct herald_parts parts;
	struct pending pending[PENDING];
	unsigned first_pending, pending_count;
	int64_t published;
	struct delayed *delayed, **delayed_end;
	struct timer delay;
	struct bucket words[AUDIENCE_COUNT], table;
	struct herald_counts counts;
	struct herald_shown shown;
	uint8_t box[BOX_ROOM];
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

static const enum seat seat_of[] = {
	[AUDIENCE_RED] = SEAT_RED,
	[AUDIENCE_BLUE] = SEAT_BLUE,
	[AUDIENCE_ARBITER] = SEAT_ARBITER,
};

/* ---- what the broker has ---- */

static struct pending *await(struct herald *herald, int id, int64_t entry)
{
	unsigned at = (herald->first_pending + herald->pending_count) % PENDING;

	if (herald->pending_count == PENDING)
		return NULL;
	herald->pending[at] = (struct pending){.id = id, .entry = entry};
	herald->pending_count++;
	return &herald->pending[at];
}

static void forget_delayed(struct herald *herald)
{
	while (herald->delayed) {
		struct delayed *next = herald->delayed->next;

		free(herald->delayed);
		herald->delayed = next;
	}
	herald->delayed_end = &herald->delayed;
}

/* What only gave way to the players counts as not acknowledged, so it will be told again. */
void herald_begin(struct herald *herald)
{
	herald->pending_count = 0;
	if (herald->parts.delay_s == 0)
		forget_delayed(herald);
}

void herald_published(struct herald *herald, int id)
{
	for (unsigned i = 0; i < herald->pending_count; i++) {
		struct pending *pending = &herald->pending[(herald->first_pending + i) % PENDING];

		if (pending->id == id && !pending->done) {
			pending->done = true;
			break;
		}
	}
	while (herald->pending_count > 0 && herald->pending[herald->first_pending].done) {
		herald->published = herald->pending[herald->first_pending].entry;
		herald->first_pending = (herald->first_pending + 1) % PENDING;
		herald->pending_count--;
	}
}

int64_t herald_published_entry(const struct herald *herald)
{
	return herald->published;
}

void herald_set_published_entry(struct herald *herald, int64_t entry)
{
	herald->published = entry;
}

/* ---- telling ---- */

static int publish_boxed(struct herald *herald, enum audience audience, const char *topic,
			 const char *text, bool view)
{
	size_t length =
		seats_seal(herald->parts.seats, seat_of[audience], text, strlen(text),
			   view ? VIEW_BLOCK : EVENT_BLOCK, herald->box, sizeof herald->box);

	if (length == 0) /* nobody sits there */
		return -ENOENT;
	herald->counts.published++;
	return link_publish(herald->parts.link, topic, herald->box, length, view);
}

static int publish_open(struct herald *herald, const char *text, size_t length, bool state)
{
	herald->counts.published++;
	return link_publish(herald->parts.link,
			    state ? view_topics[AUDIENCE_PUBLIC] : event_topics[AUDIENCE_PUBLIC],
			    text, length, state);
}

static char *numbered(const struct telling *telling, enum audience audience)
{
	json_t *event = json_pack("{s:I}", "seq", (json_int_t)telling->seq[audience]);
	char *text;

	json_object_update(event, telling->event);
	text = json_dumps(event, JSON_COMPACT);
	json_decref(event);
	return text;
}

static void delay_due(struct timer *timer)
{
	struct herald *herald = timer->owner;

	while (herald->delayed && herald->delayed->due_us <= time_now_us()) {
		struct delayed *first = herald->delayed;

		int id = publish_open(herald, first->text, first->length, first->state);

		herald->delayed = first->next;
		if (first->state && id >= 0)
			herald->shown = first->shown;
		if (first->pending) {
			first->pending->id = id;
			first->pending->done = id < 0; /* nobody will acknowledge it */
		}
		free(first);
	}
	if (!herald->delayed)
		herald->delayed_end = &herald->delayed;
	timer_set(timer, herald->delayed ? herald->delayed->due_us : TIME_NEVER);
}

/*
 * The public's turn comes when its delay is over; without one, as soon as the players have been
 * told, for the broker is busy for a while when many watch. An event that there is no memory for is
 * not waited for either: the gap in the numbers sends whoever watches to the state.
 */
static void delay(struct herald *herald, const char *text, const struct herald_shown *state,
		  int64_t entry)
{
	uint64_t delay_us = (uint64_t)herald->parts.delay_s * 1000000;
	/* views are shown anew whenever there is a new broker, and what is late is not repeated */
	bool minds = !state && delay_us == 0;
	size_t length = strlen(text);
	struct delayed *delayed = malloc(sizeof *delayed + length);

	if (!delayed) {
		log_error("out of memory: the public was not told of something");
		return;
	}
	*delayed = (struct delayed){.due_us = time_now_us() + (delay_us ? delay_us : GIVE_WAY_US),
				    .pending = minds ? await(herald, -1, entry) : NULL,
				    .state = state,
				    .length = length};
	if (state)
		delayed->shown = *state;
	memcpy(delayed->text, text, length);
	*herald->delayed_end = delayed;
	herald->delayed_end = &delayed->next;
	timer_set(&herald->delay, herald->delayed->due_us);
}

static void publish_event(struct herald *herald, enum audience audience, const char *text,
			  int64_t entry)
{
	int id;

	if (audience == AUDIENCE_PUBLIC) {
		delay(herald, text, NULL, entry);
		return;
	}
	id = publish_boxed(herald, audience, event_topics[audience], text, false);
	if (id >= 0)
		await(herald, id, entry);
}

/* what has been played, as everybody can see it in the state */
static struct herald_shown figures_of(json_t *state)
{
	bool on_turn = json_is_string(json_object_get(state, "turn"));
	json_int_t ply = json_integer_value(json_object_get(state, "ply"));

	return (struct herald_shown){
		.game = json_integer_value(json_object_get(state, "game")),
		.plies = on_turn ? ply - 1 : ply, /* the one that is to be played has not been */
		.paused = json_is_true(json_object_get(state, "paused"))};
}

static void publish_view(struct herald *herald, enum audience audience, json_t *view)
{
	char *text = json_dumps(view, JSON_COMPACT);
	struct herald_shown shown = figures_of(view);

	if (text && audience == AUDIENCE_PUBLIC)
		delay(herald, text, &shown, 0);
	else if (text)
		publish_boxed(herald, audience, view_topics[audience], text, true);
	free(text);
}

/* players first, then the arbiter, then whoever watches */
static const enum audience order[] = {AUDIENCE_RED, AUDIENCE_BLUE, AUDIENCE_ARBITER,
				      AUDIENCE_PUBLIC};

static void tell_audience(struct herald *herald, enum audience audience,
			  const struct telling *telling)
{
	char *text;

	if (!(telling->topics & 1u << audience))
		return;
	text = numbered(telling, audience);
	if (text)
		publish_event(herald, audience, text, telling->entry);
	free(text);
}

void herald_tell(struct herald *herald, const struct telling *tellings, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		tell_audience(herald, AUDIENCE_RED, &tellings[i]);
		tell_audience(herald, AUDIENCE_BLUE, &tellings[i]);
	}
	for (unsigned i = 0; i < count; i++) {
		tell_audience(herald, AUDIENCE_ARBITER, &tellings[i]);
		tell_audience(herald, AUDIENCE_PUBLIC, &tellings[i]);
	}
}

static void show(struct herald *herald, enum audience audience)
{
	const struct seats *seats = herald->parts.seats;
	struct paired paired = {.red = seats_is_paired(seats, SEAT_RED),
				.blue = seats_is_paired(seats, SEAT_BLUE),
				.arbiter = seats_is_paired(seats, SEAT_ARBITER)};
	json_t *state;

	if (audience != AUDIENCE_PUBLIC && !seats_is_paired(seats, seat_of[audience]))
		return;
	state = session_view(herald->parts.session, audience, paired);
	publish_view(herald, audience, state);
	json_decref(state);
}

void herald_show(struct herald *herald, unsigned audiences)
{
	for (unsigned i = 0; i < AUDIENCE_COUNT; i++)
		if (audiences & 1u << order[i])
			show(herald, order[i]);
}

void herald_clear(struct herald *herald, enum seat seat)
{
	for (unsigned i = AUDIENCE_RED; i < AUDIENCE_COUNT; i++)
		if (seat_of[i] == seat)
			link_publish(herald->parts.link, view_topics[i], "", 0, true);
}

/* ---- hearing ---- */

static bool take(struct bucket *bucket, unsigned count, unsigned most, unsigned a_s)
{
	uint64_t now = time_now_us();

	bucket->left += (double)(now - bucket->since_us) * a_s / 1000000;
	bucket->since_us = now;
	if (bucket->left > most)
		bucket->left = most;
	if (bucket->left < count)
		return false;
	bucket->left -= count;
	return true;
}

static bool is_id(const char *id)
{
	size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789_-");

	return length > 0 && length < SESSION_ID && id[length] == '\0';
}

bool herald_is_word(const char *word)
{
	size_t length = strlen(word);

	if (length == 0 || length >= REFEREE_WORD_SIZE || word[0] == ' ' || word[length - 1] == ' ')
		return false;
	for (size_t i = 0; i < length; i++)
		if (word[i] < ' ' || word[i] > '~' || (word[i] == ' ' && word[i + 1] == ' '))
			return false;
	return true;
}

/* {"id":"..","word":".."} and nothing else */
static bool read_word(const char *text, size_t length, char id[SESSION_ID],
		      char word[REFEREE_WORD_SIZE])
{
	json_t *said = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	const char *said_id = "", *said_word = "";
	bool good = said &&
		    json_unpack(said, "{s:s,s:s!}", "id", &said_id, "word", &said_word) == 0 &&
		    is_id(said_id) && herald_is_word(said_word);

	if (good) {
		snprintf(id, SESSION_ID, "%s", said_id);
		snprintf(word, REFEREE_WORD_SIZE, "%s", said_word);
	}
	json_decref(said);
	return good;
}

/* Nobody but who has the key can use up what a seat may say, so the box is opened first. */
static void hear_word(struct herald *herald, enum audience audience, const void *payload,
		      size_t length)
{
	char text[SAY_MAX], id[SESSION_ID], word[REFEREE_WORD_SIZE];
	size_t text_length;

	if (!seats_unseal(herald->parts.seats, seat_of[audience], payload, length, text,
			  sizeof text, &text_length)) {
		herald->counts.forged++;
		return;
	}
	if (!take(&herald->words[audience], 1, WORDS_MOST, WORDS_A_S)) {
		herald->counts.flooding++;
		return;
	}
	if (!read_word(text, text_length, id, word)) {
		herald->counts.malformed++;
		return;
	}
	session_say(herald->parts.session, audience, id, word);
}

static void hear_table(struct herald *herald, const char *text, size_t length)
{
	const char *end = text + length;

	if (length > TABLE_MAX) {
		herald->counts.malformed++;
		return;
	}
	/* every line is written down: too many would fill the disk, and keep seats waiting */
	if (!take(&herald->table, (unsigned)length, TABLE_MOST, TABLE_A_S)) {
		herald->counts.flooding++;
		return;
	}
	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t line = (size_t)((newline ? newline : end) - text);

		if (line > 0)
			herald->parts.table(herald->parts.owner, text, line);
		text += line + 1;
	}
}

void herald_hear(struct herald *herald, const char *topic, const void *payload, size_t length)
{
	if (strcmp(topic, "table/say") == 0)
		hear_table(herald, payload, length);
	else if (strcmp(topic, "seat/red/say") == 0)
		hear_word(herald, AUDIENCE_RED, payload, length);
	else if (strcmp(topic, "seat/blue/say") == 0)
		hear_word(herald, AUDIENCE_BLUE, payload, length);
	else if (strcmp(topic, "arbiter/say") == 0)
		hear_word(herald, AUDIENCE_ARBITER, payload, length);
}

/* ---- making and unmaking ---- */

int herald_create(struct herald **made, const struct herald_parts *parts)
{
	struct herald *herald = calloc(1, sizeof *herald);
	int error;

	if (!herald)
		return -ENOMEM;
	herald->parts = *parts;
	herald->delayed_end = &herald->delayed;
	error = timer_init(parts->loop, &herald->delay, delay_due, herald);
	if (error) {
		free(herald);
		return error;
	}
	*made = herald;
	return 0;
}

void herald_destroy(struct herald *herald)
{
	if (!herald)
		return;
	forget_delayed(herald);
	timer_finish(&herald->delay);
	free(herald);
}

const struct herald_shown *herald_shown(const struct herald *herald)
{
	return &herald->shown;
}

const struct herald_counts *herald_counts(const struct herald *herald)
{
	return &herald->counts;
}
