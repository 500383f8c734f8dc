/*
 * What is wrong with a board, by what it answered: from the whole to the single square, and what is
 * explained by the one is not told again of the other. Pure; the words are selftest_words.h's.
 *
 * Squares are named as people see them on the board, contacts by what the driver says. As long as
 * the wires are right that is the same.
 */
#ifndef DAEMON_CLI_SELFTEST_SELFTEST_FAULTS_H
#define DAEMON_CLI_SELFTEST_SELFTEST_FAULTS_H

#include "daemon/cli/selftest/selftest_judge.h"
#include "daemon/cli/selftest/selftest_lines.h"
#include "daemon/cli/selftest/selftest_monitor.h"
#include "rules/bits.h"
#include "rules/square.h"

enum {
	FIND_CHATTER_US = 150000, /* a hand that sets a piece down slowly makes no more than that */
	FIND_DROPS = 3,		  /* once or twice may have been a hand that brushed the piece */
	FIND_STRAYS = 40,	  /* edges; a piece that is carried over a square makes some */
	FIND_SLOW_US = 300000,	  /* a reader is some 20 to 60 ms late */
	FIND_GAPS = 2,
	FIND_MANY_DIODES = 8
};

enum fault_kind {
	FAULT_NOTHING_WORKS,
	FAULT_TRANSPOSED,
	FAULT_TURNED,
	FAULT_MIRRORED,	  /* is_column */
	FAULT_EXCHANGED,  /* is_column, line, as */
	FAULT_LINE_AS,	  /* is_column, line, as */
	FAULT_DEAD_LINE,  /* is_column, line */
	FAULT_STUCK_LINE, /* is_column, line */
	FAULT_STUCK,	  /* sq */
	FAULT_NOISY,	  /* sq, count: edges */
	FAULT_DEAD,	  /* sq, row_works, column_works */
	FAULT_SWAPPED,	  /* sq, other */
	FAULT_MOVED,	  /* sq, other: as which it answers */
	FAULT_MAGNETS,	  /* squares: close their neighbours in every direction */
	FAULT_BRIDGED,	  /* is_column, line, as */
	FAULT_REACHES,	  /* sq, other: closes with it and is beside it */
	FAULT_JOINED,	  /* sq, other: closes with it and is elsewhere */
	FAULT_DIODE,	  /* suspects: one of them; squares: that looked closed; other: a piece
			      whose magnet may have done it instead, SQ_OFF_BOARD if none */
	FAULT_HIDES, /* suspects: diodes, of which one makes others fight; squares: that vanished */
	FAULT_MANY_DIODES, /* squares */
	FAULT_CHATTERS,	   /* sq, closing, opening */
	FAULT_FLUTTERS,	   /* sq, count: times that it let go, span_us: longest */
	/* readers beside contacts */
	FAULT_NO_READER,
	FAULT_READER_LINE,     /* is_column, line */
	FAULT_READER_SILENT,   /* sq */
	FAULT_READERS_SWAPPED, /* sq, other */
	FAULT_READER_MOVED,    /* sq, other */
	FAULT_READER_REACHES,  /* sq, other */
	FAULT_READER_SLOW,     /* sq, span_us */
	FAULT_READER_MISSES,   /* sq, count, span_us */
	FAULT_LAMPS,	       /* squares: stay dark */
	FAULT_KINDS
};

struct fault {
	uint8_t kind;
	uint8_t sq, other;
	bool is_column;
	uint8_t line, as; /* from 0 */
	bool row_works, column_works;
	struct bits squares, suspects;
	uint32_t count, span_us;
	struct monitor_change closing, opening;
};

enum { FAULTS_MAX = 256 };

struct faults {
	unsigned count;
	struct fault list[FAULTS_MAX];
	struct selftest_lines lines;
	struct bits tried;    /* asked for and answered, or found to be wrong */
	struct bits untested; /* asked for in vain, or not yet */
	struct bits bad;      /* every square that a fault names */
};

void selftest_find(struct faults *faults, const struct selftest *test);

/* the contact that stands for a square that has answered */
unsigned fault_contact(const struct faults *faults, const struct selftest *test, unsigned sq);

/* ---- for the parts of it ---- */

/* adds one, and counts its squares as bad */
void fault_add(struct faults *faults, const struct fault *fault);
/* rows and columns of which nothing is good, two squares at least; returns their squares */
struct bits fault_lines(struct faults *faults, enum fault_kind kind, enum board_id board,
			struct bits tried, struct bits wrong);
void selftest_find_ghosts(struct faults *faults, const struct selftest *test);
void selftest_find_readers(struct faults *faults, const struct selftest *test);

#endif
