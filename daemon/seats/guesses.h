/*
 * Counts wrong codes by address, so that guessing is slow wherever it comes from. Each address may
 * miss a few times, and gets one back every few seconds; what one does costs no other. Time is an
 * argument.
 */
#ifndef DAEMON_SEATS_GUESSES_H
#define DAEMON_SEATS_GUESSES_H

#include <stdbool.h>
#include <stdint.h>

enum { GUESSERS = 1024, GUESSER_ADDRESS = 48 };

struct guesses_limit {
	unsigned misses; /* at once */
	uint64_t back_us;
};

struct guesser {
	char address[GUESSER_ADDRESS];
	unsigned misses;
	uint64_t since_us;
};

/*
 * An address whose misses have all come back gives its place away. While all places are held by
 * addresses that still miss, the others share one, with an allowance of its own.
 */
struct guesses {
	struct guesses_limit limit, crowd_limit;
	struct guesser of[GUESSERS], crowd;
};

void guesses_init(struct guesses *guesses, struct guesses_limit limit,
		  struct guesses_limit crowd_limit);

/* Whether the address may miss once more, `extra` beyond its limit counting as well. */
bool guesses_allow(struct guesses *guesses, const char *from, unsigned extra, uint64_t now_us);
void guesses_miss(struct guesses *guesses, const char *from, uint64_t now_us);
void guesses_forgive(struct guesses *guesses, const char *from); /* it was right in the end */

#endif
