/* Keeps a ring of words for each seat, and what it may still say as time that it has not used. */
#include "daemon/seats/waiting.h"

#include <stdio.h>
#include <string.h>

enum { BURST_US = WAITING_BURST * WAITING_WORD_US, DEBT_US = WAITING_DEBT * WAITING_WORD_US };

/* ---- allowances ---- */

static bool may_speak(const struct waiting_seat *seat, uint64_t now_us)
{
	return seat->paid_us + WAITING_WORD_US <= (int64_t)now_us;
}

/* A long silence is worth no more than the burst, and many refusals cost no more than the debt. */
static void pay(struct waiting_seat *seat, unsigned words, uint64_t now_us)
{
	int64_t now = (int64_t)now_us;

	if (seat->paid_us < now - BURST_US)
		seat->paid_us = now - BURST_US;
	seat->paid_us += (int64_t)words * WAITING_WORD_US;
	if (seat->paid_us > now + DEBT_US)
		seat->paid_us = now + DEBT_US;
}

void waiting_charge(struct waiting *waiting, enum audience speaker, uint64_t now_us)
{
	pay(&waiting->seats[speaker], WAITING_VAIN - 1, now_us);
}

bool waiting_refuse(struct waiting *waiting, enum audience speaker, uint64_t now_us)
{
	if (!may_speak(&waiting->seats[speaker], now_us))
		return false;
	pay(&waiting->seats[speaker], WAITING_VAIN, now_us);
	return true;
}

/* ---- words ---- */

static struct waiting_word *word_at(struct waiting_seat *seat, unsigned i)
{
	return &seat->words[(seat->first + i) % WAITING_ROOM];
}

bool waiting_has(const struct waiting *waiting, enum audience speaker, const char *id)
{
	const struct waiting_seat *seat = &waiting->seats[speaker];

	for (unsigned i = 0; i < seat->count; i++)
		if (strcmp(seat->words[(seat->first + i) % WAITING_ROOM].id, id) == 0)
			return true;
	return false;
}

bool waiting_add(struct waiting *waiting, enum audience speaker, const char *id, const char *word)
{
	struct waiting_seat *seat = &waiting->seats[speaker];
	struct waiting_word *last;

	if (waiting_has(waiting, speaker, id))
		return true;
	if (seat->count == WAITING_ROOM)
		return false;
	last = word_at(seat, seat->count++);
	last->speaker = speaker;
	snprintf(last->id, sizeof last->id, "%s", id);
	snprintf(last->word, sizeof last->word, "%s", word);
	return true;
}

bool waiting_take(struct waiting *waiting, uint64_t now_us, struct waiting_word *word)
{
	for (unsigned i = 1; i <= AUDIENCE_COUNT; i++) {
		unsigned at = (waiting->last + i) % AUDIENCE_COUNT;
		struct waiting_seat *seat = &waiting->seats[at];

		if (seat->count == 0 || !may_speak(seat, now_us))
			continue;
		*word = *word_at(seat, 0);
		seat->first = (seat->first + 1) % WAITING_ROOM;
		seat->count--;
		pay(seat, 1, now_us);
		waiting->last = at;
		return true;
	}
	return false;
}

uint64_t waiting_due_us(const struct waiting *waiting)
{
	uint64_t first_us = WAITING_NEVER;

	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		const struct waiting_seat *seat = &waiting->seats[i];
		uint64_t due_us = (uint64_t)(seat->paid_us + WAITING_WORD_US);

		if (seat->count > 0 && due_us < first_us)
			first_us = due_us;
	}
	return first_us;
}

void waiting_forget(struct waiting *waiting, enum audience speaker)
{
	waiting->seats[speaker].count = 0;
}
