/*
 * A board that is tested square by square: what was asked for, and what answered. First the board
 * must be empty, since what is closed then is stuck; then a piece is asked for on each square in
 * turn. The user may move one piece along, or leave each where it is; diodes can be judged only
 * with pieces that stay.
 *
 * Prompts and readings in, answers out; what they mean is selftest_faults.h's. Pure; time is an
 * input.
 */
#ifndef DAEMON_CLI_SELFTEST_SELFTEST_JUDGE_H
#define DAEMON_CLI_SELFTEST_SELFTEST_JUDGE_H

#include "daemon/cli/selftest/selftest_monitor.h"
#include "daemon/referee/referee.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/square.h"

enum {
	SELFTEST_LISTEN_US = 1000000, /* how long an empty board is listened to */
	SELFTEST_NOISE_EDGES = 6,     /* what moves so often by itself meanwhile is ignored */
	SELFTEST_TAG_US = 1500000,    /* how long a reader is waited for */
	SELFTEST_LATE_US = 10000000,  /* a board that falls silent is noticed sooner than that */
	SELFTEST_HIDE_US = 5000	      /* what one scan or the next shows */
};

enum selftest_phase {
	SELFTEST_CLEAR,	 /* everything is to be taken off: selftest_enter() says that it is */
	SELFTEST_LISTEN, /* to the empty board */
	SELFTEST_ASK,	 /* for a piece on selftest_asked() */
	SELFTEST_DONE
};

enum probe_state {
	PROBE_UNTRIED,
	PROBE_UNASKED,	/* stuck or noisy from the beginning: not asked for */
	PROBE_ANSWERED, /* something closed: contacts */
	PROBE_SILENT,	/* nothing did */
	PROBE_COVERED,	/* it looked closed already, so nothing can be said */
	PROBE_HIDDEN	/* nothing did, nor is anything seen of others that stand there */
};

/* What came of asking for a piece on one square. */
struct selftest_probe {
	uint8_t state;
	uint8_t first; /* of the contacts that closed, if the one asked for is not among them */
	uint64_t t_us; /* when it was answered, or given up */
	struct bits contacts; /* that closed */
	struct bits standing; /* that were closed before, and still were */
	struct bits
		hidden; /* that were closed before, and opened at the moment at which this one closed */
	struct bits tags; /* squares on which a tag came into sight; only beside contacts */
};

struct selftest {
	uint8_t phase;
	uint8_t count, next; /* of the order */
	uint8_t order[SQ_COUNT];
	uint64_t since_us; /* of the phase, or of the prompt */
	bool silent;	   /* the board cannot be read: nothing is taken for an answer */
	struct monitor monitor;
	struct bits stuck, noisy;
	struct bits ghosts; /* have closed with another */
	struct bits proved; /* their diodes hold: see selftest_judge.c */
	struct bits hidden; /* vanished as another piece came, and have not been seen since */
	struct bits tagged, stood; /* when the prompt was given */
	bool has_lamps;
	struct bits dark; /* squares whose lamp was said not to be lit */
	struct selftest_probe probes[SQ_COUNT];
};

/* `order` has the squares to be asked for, each once, at most SQ_COUNT of them */
void selftest_init(struct selftest *test, enum board_id board, unsigned sensors,
		   const uint8_t *order, unsigned count);

void selftest_input(struct selftest *test, const struct input *input);
/* that it is so late now */
void selftest_time(struct selftest *test, uint64_t t_us);

/* The board is empty now, and has been listened to: begins to ask. selftest_enter() leads there
 * too, after a while. */
void selftest_begin(struct selftest *test);
/* "It is empty"; "the piece is there". */
void selftest_enter(struct selftest *test);
/* The square before once more: the piece was put on another. */
void selftest_again(struct selftest *test);
/* "The lamp of the square that is asked for is dark"; said again: it is lit after all. */
void selftest_dark(struct selftest *test);
/* The squares whose lamps are to be lit: the one that is asked for; all of them before any is. */
struct bits selftest_lamps(const struct selftest *test);
/*
 * The board cannot be read from now on, or can be again. Squares on which nothing happened just
 * before are asked for again: it may have been silent already.
 */
void selftest_silence(struct selftest *test, bool silent);

/* the square that is asked for, SQ_OFF_BOARD if none is */
unsigned selftest_asked(const struct selftest *test);
/* it is closed already, because others are: they must be taken off first */
bool selftest_is_covered(const struct selftest *test, unsigned sq);

/* whether contacts are read, and tags besides */
static inline bool selftest_has_both(const struct selftest *test)
{
	return test->monitor.sensors == (SENSOR_REED | SENSOR_RFID);
}

#endif
