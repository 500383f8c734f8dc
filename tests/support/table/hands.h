/*
 * Hands at a table, for tests: two people play, fumble, try what they may not and answer questions
 * at random, in front of a living referee. Everything that the sensors and handhelds said is kept,
 * so that other referees can be given the same.
 *
 * The hands may look at ranks, or they could not play; what is kept holds none. They share no code
 * with the inference: a piece stands somewhere or is held, and contacts follow it, bouncing.
 */
#ifndef TESTS_SUPPORT_TABLE_HANDS_H
#define TESTS_SUPPORT_TABLE_HANDS_H

#include "tests/property/match.h"
#include "tests/support/table/shadow.h"

#include <stdio.h>

enum { HANDS_INPUTS = 16384 };

struct hands {
	struct chance chance;
	struct beginning beginning;
	struct referee_options options;
	struct referee referee; /* the living one */
	struct shadow shadow;	/* beside it */
	uint64_t t_us;

	/* the table: numbers of pieces, 0 for none */
	uint8_t stands[SQ_COUNT]; /* as it is */
	struct bits meddled;	  /* where that has changed while the power was off */
	uint8_t home[SQ_COUNT],
		home_before[SQ_COUNT]; /* as it should be, and before the last action */

	/* what the handhelds show */
	uint8_t asked[SIDE_COUNT]; /* enum table_question */
	struct bits choices[SIDE_COUNT];

	/* counted, so that a test can check that something happened at all */
	unsigned illegal[SIDE_COUNT], far_taps[SIDE_COUNT], targets[SIDE_COUNT];
	unsigned plies, quick_answers;

	referee_sink *sink;					 /* another listener, or NULL */
	void (*watch)(void *context, const struct input *input); /* after each input; likewise */
	void *context;
	struct input inputs[HANDS_INPUTS];
	unsigned count;
};

/* prepares a referee for a game that begins so: pieces, decks, and tags if the board reads them */
void hands_prepare(struct referee *referee, const struct referee_options *options,
		   const struct beginning *beginning);

/* random options of a table, with the rules of the beginning */
void hands_random_options(struct referee_options *options, const struct beginning *beginning,
			  struct chance *chance);

/* begins: the table is set up and both have said ready; listeners must be set before */
void hands_begin(struct hands *hands, const struct beginning *beginning,
		 const struct referee_options *options, struct chance chance);

static inline bool hands_can_go_on(const struct hands *hands)
{
	return hands->referee.phase != PHASE_OVER && hands->count < HANDS_INPUTS - 1024;
}

/* one thing that people do at a table, well or badly (hands_play.c) */
void hands_do_something(struct hands *hands);

/* writes what was kept as a recording, and the tags of a beginning as lines of a game's record */
void hands_write_tags(const struct hands *hands, const struct beginning *beginning, FILE *file);
void hands_write(const struct hands *hands, FILE *file);
void hands_write_input(enum board_id board, const struct input *input, FILE *file);

/* ---- for the files of the hands ---- */

static inline unsigned hands_roll(struct hands *hands, unsigned n)
{
	return chance_below(&hands->chance, n);
}

/* one of a set, all equally likely; SQ_OFF_BOARD if it is empty */
static inline unsigned hands_any_of(struct hands *hands, struct bits set)
{
	unsigned skip = bits_any(set) ? hands_roll(hands, bits_count(set)) : 0;

	while (skip-- > 0)
		bits_take(&set);
	return bits_any(set) ? bits_first(set) : SQ_OFF_BOARD;
}

/* waits until things are quiet, answers questions, and mostly puts the table right */
void hands_settle_down(struct hands *hands);

void hands_wait(struct hands *hands, unsigned from_ms, unsigned to_ms);
void hands_tick(struct hands *hands);
void hands_restart(struct hands *hands);
/* a reading that says nothing new */
void hands_read_again(struct hands *hands);
/* what a board reports when it is switched on: the tags that it sees, and a full scan */
void hands_scan(struct hands *hands);
void hands_say(struct hands *hands, enum audience speaker, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* takes the piece that stands there, 0 if there is none */
unsigned hands_lift(struct hands *hands, unsigned sq);
/* puts a piece on an empty square; on another, and with no piece, nothing happens */
void hands_drop(struct hands *hands, unsigned sq, unsigned piece);
/* lifts the piece there and puts it back at once; a held piece may be seen there meanwhile */
void hands_jog(struct hands *hands, unsigned sq, unsigned from_ms, unsigned to_ms, unsigned held);
/* an empty square sees the held piece in passing */
void hands_pass(struct hands *hands, unsigned sq, unsigned from_ms, unsigned to_ms, unsigned held);
/* puts the table right, as people are asked to */
void hands_tidy(struct hands *hands);

#endif
