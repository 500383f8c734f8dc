/* A bucket for each address that has missed lately, and one for those that find no place. */
#include "daemon/seats/guesses.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

void guesses_init(struct guesses *guesses, struct guesses_limit limit,
		  struct guesses_limit crowd_limit)
{
	memset(guesses, 0, sizeof *guesses);
	guesses->limit = limit;
	guesses->crowd_limit = crowd_limit;
}

static void recover(struct guesser *guesser, uint64_t back_us, uint64_t now_us)
{
	uint64_t back = (now_us - guesser->since_us) / back_us;

	if (guesser->misses == 0 || back >= guesser->misses) {
		guesser->misses = 0;
		guesser->since_us = now_us;
	} else {
		guesser->misses -= (unsigned)back;
		guesser->since_us += back * back_us;
	}
}

static struct guesser *place_for(struct guesses *guesses, const char *from, uint64_t now_us)
{
	struct guesser *free = NULL;

	for (unsigned i = 0; i < GUESSERS; i++) {
		struct guesser *guesser = &guesses->of[i];

		if (strcmp(guesser->address, from) == 0)
			return guesser;
		if (!free && guesser->misses == 0)
			free = guesser;
	}
	if (!free)
		return &guesses->crowd;
	*free = (struct guesser){.since_us = now_us};
	snprintf(free->address, sizeof free->address, "%s", from);
	return free;
}

static struct guesser *guesser_of(struct guesses *guesses, const char *from, uint64_t now_us)
{
	for (unsigned i = 0; i < GUESSERS; i++)
		recover(&guesses->of[i], guesses->limit.back_us, now_us);
	recover(&guesses->crowd, guesses->crowd_limit.back_us, now_us);
	return place_for(guesses, from, now_us);
}

bool guesses_allow(struct guesses *guesses, const char *from, unsigned extra, uint64_t now_us)
{
	struct guesser *guesser = guesser_of(guesses, from, now_us);
	unsigned most =
		guesser == &guesses->crowd ? guesses->crowd_limit.misses : guesses->limit.misses;

	return guesser->misses < most + extra;
}

void guesses_miss(struct guesses *guesses, const char *from, uint64_t now_us)
{
	guesser_of(guesses, from, now_us)->misses++;
}

void guesses_forgive(struct guesses *guesses, const char *from)
{
	for (unsigned i = 0; i < GUESSERS; i++)
		if (strcmp(guesses->of[i].address, from) == 0)
			guesses->of[i].misses = 0;
}
