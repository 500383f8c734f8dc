/*
 * The pad of one side, at set-up: a piece is tapped on it, then put on its square. Which piece stands where follows
 * from the taps and from what the contacts see of the home rows. Pieces are numbers here; their ranks are not known,
 * so nothing that is found, and nothing that is asked, can depend on one.
 *
 * A piece is taken to stand somewhere only if no other can: if several may be in the hands, or none was tapped, what
 * has been set down is in doubt until it is tapped, or said on the handheld. A piece that is known is followed when
 * it is lifted and set down. An absence of less than a jog is none. Pure; time is an input.
 */
#ifndef DAEMON_SESSION_TAPS_H
#define DAEMON_SESSION_TAPS_H

#include "rules/bits.h"
#include "rules/square.h"

enum {
	TAPS_HAND = 6,	 /* pieces that may be in the hands; of more the earliest are forgotten */
	TAPS_NONE = 255, /* no piece */
	TAPS_AGAIN_US = 1500000, /* a piece that comes back to the pad after that was meant to */
	TAPS_LATE_US = 300000	 /* so late a pad may report that a piece has left it */
};

/* What the side's player is to be told, the most urgent. */
enum taps_say {
	TAPS_QUIET,   /* the pad has not been used */
	TAPS_FOREIGN, /* a piece of the other side was tapped */
	TAPS_UNKNOWN, /* a tag that belongs to no piece of this set was */
	TAPS_SEVERAL, /* more than one piece may be in the hands, so that the next is to be tapped again */
	TAPS_DOUBT,  /* squares: it is not known what stands there */
	TAPS_TAPPED, /* a piece is to be put on its square */
	TAPS_NEXT    /* the next piece can be tapped */
};

struct taps_note {
	uint8_t say; /* enum taps_say */
	struct bits squares;
};

/* A piece that is not on the board, as far as is known. */
struct taps_held {
	uint8_t piece;
	uint8_t from;	    /* where it was lifted, SQ_OFF_BOARD if it never stood */
	bool tapped;	    /* since it was lifted */
	uint64_t lifted_us; /* if from is a square */
	uint64_t seen_us;   /* when the pad saw or lost it last */
};

struct taps {
	struct bits home; /* the squares of the set-up */
	uint64_t jog_us;
	bool used; /* one of the side's pieces has been tapped */
	uint8_t strange; /* TAPS_FOREIGN, TAPS_UNKNOWN: what was tapped last, and nothing has been done since */
	struct bits closed;
	struct bits
		waiting; /* closed, and to be decided when no piece is off that may have been jogged */
	struct bits doubt;   /* closed, and it is not known what stands there */
	struct bits changed; /* taps_take() */
	uint8_t at[SQ_COUNT];
	uint64_t closed_us[SQ_COUNT];
	struct taps_held hand[TAPS_HAND]; /* in the order of their taps and lifts */
	uint8_t count;
};

void taps_init(struct taps *taps, struct bits home, uint64_t jog_us);

/* The pad sees a piece of its side from now on, or no longer. Times never decrease. */
void taps_pad(struct taps *taps, uint64_t t_us, unsigned piece, bool seen);
/* It sees something else. */
void taps_strange(struct taps *taps, enum taps_say what);

/* The contacts that are closed, debounced; also when none has changed and only time has passed. */
void taps_table(struct taps *taps, uint64_t t_us, struct bits closed);

/* The table could not be read for a while: what was in the hands may have been put down. */
void taps_let_go(struct taps *taps);

/* The next square of which something else is known than before: the piece, or TAPS_NONE; false: there is none. */
bool taps_take(struct taps *taps, unsigned *sq, unsigned *piece);

/* told: squares of which the set-up says what stands there, by whatever way */
struct taps_note taps_note(const struct taps *taps, struct bits told);

#endif
