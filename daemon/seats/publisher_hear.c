/*
 * Opens and checks what comes in. Words wait for their turn (waiting.h); what the virtual table's
 * sensors say does not.
 */
#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/referee/referee.h"
#include "daemon/seats/publisher.h"
#include "daemon/seats/publisher_inside.h"
#include "daemon/seats/seats.h"
#include "daemon/seats/table_say.h"
#include "daemon/seats/waiting.h"
#include "daemon/session/session.h"
#include "rules/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SAY_MAX = 2048,		 /* bytes of a boxed word */
	TURN = SESSION_TOGETHER, /* words that are said before everything else has its turn again */
	TABLE_MOST = 128 * 1024, /* bytes that the virtual table may say at once ... */
	TABLE_A_S = 16 * 1024	 /* ... and how many more every second */
};

static bool take(struct bucket *bucket, uint64_t now, unsigned count, unsigned most, unsigned a_s)
{
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

	return length > 0 && length < SESSION_ID && id[length] == '\0' &&
	       strncmp(id, SESSION_OPERATOR, strlen(SESSION_OPERATOR)) != 0 &&
	       strncmp(id, SESSION_BUTTON, strlen(SESSION_BUTTON)) != 0 &&
	       strncmp(id, SESSION_PAD, strlen(SESSION_PAD)) != 0;
}

/* {"id":"..","word":"..","game":5,"seen":57} and nothing else; an older device leaves the numbers out */
static bool read_word(const char *text, size_t length, char id[SESSION_ID],
		      char word[REFEREE_WORD_SIZE], struct word_sight *sight)
{
	json_t *said = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	const char *said_id = "", *said_word = "";
	json_int_t game = 0, seen = 0;
	bool good = said &&
		    json_unpack(said, "{s:s,s:s,s?I,s?I!}", "id", &said_id, "word", &said_word,
				"game", &game, "seen", &seen) == 0 &&
		    is_id(said_id) && session_is_word(said_word);

	if (good) {
		snprintf(id, SESSION_ID, "%s", said_id);
		snprintf(word, REFEREE_WORD_SIZE, "%s", said_word);
		*sight = (struct word_sight){game, seen};
	}
	json_decref(said);
	return good;
}

/* Readings that have come meanwhile are looked at first. */
static void arm_turn(struct publisher *publisher)
{
	uint64_t due_us = waiting_due_us(&publisher->waiting);

	timer_set(&publisher->turn, due_us == WAITING_NEVER ? TIME_NEVER : due_us);
}

static void turn_due(struct timer *timer)
{
	struct publisher *publisher = timer->owner;

	publisher->turn_left = TURN;
	publisher->parts.words(publisher->parts.owner);
	arm_turn(publisher);
}

bool publisher_next_word(struct publisher *publisher, struct waiting_word *word)
{
	if (publisher->turn_left == 0 ||
	    !waiting_take(&publisher->waiting, loop_now_us(publisher->parts.loop), word))
		return false;
	publisher->turn_left--;
	return true;
}

void publisher_refused(struct publisher *publisher, const struct waiting_word *word)
{
	waiting_charge(&publisher->waiting, word->speaker, loop_now_us(publisher->parts.loop));
}

void publisher_forget(struct publisher *publisher, enum seat seat)
{
	for (unsigned i = AUDIENCE_RED; i < AUDIENCE_COUNT; i++)
		if (publisher_seat_of((enum audience)i) == seat)
			waiting_forget(&publisher->waiting, (enum audience)i);
	arm_turn(publisher);
}

/*
 * The answer to a word that there is not. It is no event of the game: the journal does not have it,
 * and 0 is no number.
 */
static void refuse(struct publisher *publisher, enum audience audience, json_t *answer)
{
	char *text;

	publisher->counts.malformed++;
	json_object_set_new(answer, "seq", json_integer(0));
	text = json_dumps(answer, JSON_COMPACT);
	if (text)
		publisher_tell_boxed(publisher, audience, text);
	free(text);
}

static void take_word(struct publisher *publisher, enum audience audience, const char *id,
		      const char *word, const struct word_sight *sight)
{
	uint64_t now_us = loop_now_us(publisher->parts.loop);
	json_t *answer;

	if (waiting_has(&publisher->waiting, audience, id))
		return;
	answer = session_refuse_early(publisher->parts.session, audience, id, word, sight);
	if (answer && waiting_refuse(&publisher->waiting, audience, now_us))
		refuse(publisher, audience, answer);
	else if (answer || !waiting_add(&publisher->waiting, audience, id, word))
		publisher->counts.flooding++;
	json_decref(answer);
	arm_turn(publisher);
}

/* The box is opened first: without its key a seat's allowance cannot be used up. */
static void hear_word(struct publisher *publisher, enum audience audience, const void *payload,
		      size_t length)
{
	char text[SAY_MAX], id[SESSION_ID], word[REFEREE_WORD_SIZE];
	struct word_sight sight;
	size_t text_length;

	if (!seats_unseal(publisher->parts.seats, publisher_seat_of(audience), payload, length,
			  text, sizeof text, &text_length)) {
		publisher->counts.forged++;
		return;
	}
	if (!read_word(text, text_length, id, word, &sight)) {
		publisher->counts.malformed++;
		return;
	}
	take_word(publisher, audience, id, word, &sight);
}

/* The box is opened first here too. */
static void hear_table(struct publisher *publisher, const void *payload, size_t size)
{
	char lines[TABLE_SAY_MAX + 1];
	const char *text = lines, *end;
	enum table_say said = table_say_open(publisher->parts.seats, payload, size, lines);

	if (said != TABLE_SAID) {
		publisher->counts.forged += said == TABLE_FORGED;
		publisher->counts.malformed += said == TABLE_MALFORMED;
		return;
	}
	end = lines + strlen(lines);
	/* every line is written down: too many would fill the disk, and keep seats waiting */
	if (!take(&publisher->table, loop_now_us(publisher->parts.loop), (unsigned)(end - lines),
		  TABLE_MOST, TABLE_A_S)) {
		publisher->counts.flooding++;
		return;
	}
	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t line = (size_t)((newline ? newline : end) - text);

		if (line > 0)
			publisher->parts.table(publisher->parts.owner, text, line);
		text += line + 1;
	}
}

void publisher_hear(struct publisher *publisher, const char *topic, const void *payload,
		    size_t length)
{
	if (strcmp(topic, "table/say") == 0)
		hear_table(publisher, payload, length);
	else if (strcmp(topic, "seat/red/say") == 0)
		hear_word(publisher, AUDIENCE_RED, payload, length);
	else if (strcmp(topic, "seat/blue/say") == 0)
		hear_word(publisher, AUDIENCE_BLUE, payload, length);
	else if (strcmp(topic, "arbiter/say") == 0)
		hear_word(publisher, AUDIENCE_ARBITER, payload, length);
}

void publisher_start_hearing(struct publisher *publisher)
{
	timer_init(publisher->parts.loop, &publisher->turn, turn_due, publisher);
}
