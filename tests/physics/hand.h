/*
 * A hand: what it is to do, stroke after stroke, and where it and the pieces in it are meanwhile.
 *
 * Strokes are written ahead (gesture.h) and done at their time (hand_step). Motion has minimum jerk,
 * takes as long as Fitts' law says, and trembles.
 */
#ifndef TESTS_PHYSICS_HAND_H
#define TESTS_PHYSICS_HAND_H

#include "tests/physics/profile.h"
#include "tests/physics/surface.h"

enum { STROKES_MAX = 96, HAND_PIECES = 2, STROKE_WORD_SIZE = 16 };

enum stroke_kind {
	STROKE_WAIT, /* seconds */
	STROKE_GRASP, /* piece: closes on it wherever it is; waits for it so long if another hand has it */
	STROKE_LIFT,	/* seconds, to.z */
	STROKE_CARRY,	/* to (of piece), rise on the way; seconds, or 0: by Fitts' law */
	STROKE_SLIDE,	/* to (of piece), at speed_mm_s on the average */
	STROKE_RELEASE, /* piece, or PIECES_MAX: all */
	STROKE_OFF,	/* piece, or PIECES_MAX: into the box */
	STROKE_AWAIT,	/* until sq is free, but no longer than seconds */
	STROKE_SHOVE,	/* piece is pushed by `to`, with the one in the hand */
	STROKE_SAY,	/* word */
	STROKE_MARK	/* tells its owner, with sq */
};

/* the corner of the board, the middle of the square under the hand, or the hand itself */
enum stroke_origin { FROM_CORNER, FROM_SQUARE, FROM_HAND };

struct stroke {
	uint8_t kind, piece, sq;
	uint8_t origin; /* enum stroke_origin, of `to` */
	double seconds, speed_mm_s, rise_mm, lean_deg;
	struct vec to;
	char word[STROKE_WORD_SIZE];
};

struct hand {
	struct stroke strokes[STROKES_MAX];
	unsigned next, count;
	bool begun;
	double began_s, lasts_s;
	struct vec at, from;
	double lean_rad, lean_from_rad, lean_way_rad;
	unsigned held;
	uint8_t piece[HAND_PIECES];
	struct vec grip[HAND_PIECES]; /* where a piece is from the hand */
	double tremor_hz, tremor_phase[3];
};

/* what hands need of the world */
struct hand_world {
	struct surface *surface;
	struct chance *chance;
	void *context;
	/* a stroke was done at that time */
	void (*done)(void *context, struct hand *hand, const struct stroke *stroke, double t_s);
	bool (*is_free)(void *context, unsigned sq);
	bool (*may_grasp)(void *context, unsigned piece);
};

void hand_init(struct hand *hand, struct chance *chance);

/* appends a stroke; one too many is an error in the script, and ends the program */
struct stroke *hand_add(struct hand *hand, enum stroke_kind kind);

static inline bool hand_is_idle(const struct hand *hand)
{
	return hand->next == hand->count;
}

bool hand_holds(const struct hand *hand, unsigned piece);

/* to this time, which is never earlier than the time before */
void hand_step(struct hand *hand, const struct profile *profile, const struct hand_world *world,
	       double t_s);

#endif
