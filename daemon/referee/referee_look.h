/*
 * What other rooms can see of a referee: for views, for status, for the timer that wakes it.
 * Looking changes nothing, and other rooms get no more than this of the referee's state.
 */
#ifndef DAEMON_REFEREE_REFEREE_LOOK_H
#define DAEMON_REFEREE_REFEREE_LOOK_H

#include "daemon/referee/referee.h"
#include "daemon/referee/referee_history.h"
#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/square.h"

enum phase {
	PHASE_SETUP,
	PHASE_PLAY,
	PHASE_DEFENCE, /* Battle Cards: the side attacked decides on a card */
	PHASE_SETTLE,  /* stopped until players have put their own pieces right */
	PHASE_ARBITER, /* stopped until the arbiter has put the position right */
	PHASE_OVER,
	PHASE_COUNT
};

const char *referee_fault_name(enum table_fault fault); /* "line-silent", as events have it */

const char *referee_phase_name(enum phase phase); /* "setup", as in a saved state and in views */

/* What one seat alone may be shown. */
struct referee_seat {
	struct output question;	  /* QUESTION_NONE: nothing is asked */
	struct table_offer offer; /* what it may pick with one touch */
	bool is_waiting;	  /* it has said ready, and its squares are not right yet ... */
	struct refusal why;	  /* ... which is why */
	uint8_t announced[2];	  /* its cards for this turn, movement and attack; CARD_NONE */
	bool is_challenged;	  /* Battle Cards: it decides on a defence */
	struct output challenge;
};

/* The turns that were taken back and have not been put right on the table yet, as everyone saw them, the
 * first to be undone first. */
enum { UNDONE_TOLD = 3 };

struct referee_undone {
	struct history_turn turns[UNDONE_TOLD];
	uint8_t count; /* more than UNDONE_TOLD: too many to be told one by one */
};

/* A piece that stands elsewhere than the record has it, as a player says. */
struct referee_correction {
	uint8_t by; /* enum side, SIDE_NONE */
	uint8_t from, to;
};

/* A row or column that has failed. */
struct referee_line {
	uint8_t line;	  /* LINE_ROWS + row, LINE_COLUMNS + column */
	uint8_t fault;	  /* enum table_fault ... */
	const char *what; /* ... and its name */
	bool is_read;	  /* all the same: only its tags are missing */
};

struct referee_snapshot {
	enum phase phase;
	bool paused, correcting;
	bool begun; /* never true of a game that ended in set-up */
	bool ready[SIDE_COUNT];
	bool told_ready[SIDE_COUNT]; /* everybody has been told that its set-up is complete */
	bool settling[SIDE_COUNT];   /* puts its pieces right */
	bool arranged[SIDE_COUNT];   /* during set-up: the army has been told */
	uint8_t draw_offer, takeback_offer; /* enum side, SIDE_NONE */
	bool can_take_back;
	struct referee_undone undone;	      /* none unless people are guided */
	struct referee_correction correction; /* that is offered; by SIDE_NONE: none is */
	struct referee_correction as_it_is;   /* that the table shows; from SQ_OFF_BOARD: none */

	/* time */
	bool has_clock;
	uint8_t running; /* enum side; SIDE_NONE while the clock is stopped */
	uint64_t left_ms[SIDE_COUNT];
	uint64_t counted_us; /* the time up to which that is counted */
	bool has_setup_clock;
	uint64_t setup_left_ms;

	/* the table */
	bool is_guiding; /* what was last told about it still holds */
	bool reads_tags; /* and knows its pieces by them */
	struct bits closed, faulty;
	struct bits single; /* the faulty squares that are so by themselves */
	struct referee_line lines[LINE_SENSORS * LINE_END]; /* that have failed */
	unsigned line_count;

	struct referee_seat seats[SIDE_COUNT];
};

/* The state at a time that is not before the latest input. */
void referee_look(const struct referee *referee, uint64_t t_us, struct referee_snapshot *snapshot);

/* ---- parts of it ---- */

enum phase referee_phase(const struct referee *referee);
const struct referee_options *referee_options(const struct referee *referee);
enum board_id referee_board(const struct referee *referee);
struct bits referee_closed(const struct referee *referee); /* contacts, debounced */
uint64_t referee_now_us(const struct referee *referee);	   /* of the latest input */
bool referee_is_paused(const struct referee *referee);
bool referee_clock_runs(const struct referee *referee);	      /* a player's */
bool referee_setup_clock_runs(const struct referee *referee); /* or that of the set-up */

/* what a side may pick with one touch while it holds a piece; from: SQ_OFF_BOARD if nothing */
struct table_offer referee_offer(const struct referee *referee, enum side side);

/* what hands have changed on the table while it is played; nothing at other times */
struct table_touch referee_touch(const struct referee *referee);

/* Whether a side has said ready and its squares are not right yet; then why, for its owner. */
bool referee_setup_waits(const struct referee *referee, enum side side, struct refusal *why);

/*
 * During set-up: whether a side has told its whole army, as the edition wants it. A board that reads
 * tags is told nothing, and so it never is.
 */
bool referee_is_arranged(const struct referee *referee, enum side side);

/* ---- tags: which are whose, not which piece they are in ---- */

/* All of the set; they are the referee's, and stay until its next input. */
const struct table_tag *referee_tags(const struct referee *referee, unsigned *count);

/* The nth tag that is seen on a square, n < TAGS_PER_SQUARE; NULL if there is none of this set. */
const struct tag *referee_tag_on(const struct referee *referee, unsigned sq, unsigned n);

#endif
