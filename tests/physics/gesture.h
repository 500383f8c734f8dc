/* What a hand does with a piece, written as strokes: taking, carrying, setting down, touching. */
#ifndef TESTS_PHYSICS_GESTURE_H
#define TESTS_PHYSICS_GESTURE_H

#include "tests/physics/hand.h"

/* a hand of a person, and the person's chances */
struct doer {
	struct hand *hand;
	const struct profile *profile;
	struct chance *chance;
};

void gesture_wait(const struct doer *doer, double seconds);
void gesture_pause(const struct doer *doer, double median_s); /* around that */
void gesture_say(const struct doer *doer, const char *word);
void gesture_mark(const struct doer *doer, unsigned sq);
void gesture_await_free(const struct doer *doer, unsigned sq);

/* reaches for a piece and closes on it */
void gesture_take(const struct doer *doer, unsigned piece);
/* up from the board, to where this person carries */
void gesture_lift(const struct doer *doer);
/* to a point, in an arc */
void gesture_hover(const struct doer *doer, struct vec to);
/* through the air, or low over the board, and down on a square; the hand stays on the piece */
void gesture_bring(const struct doer *doer, unsigned piece, unsigned sq);
/* the same to a point on the board */
void gesture_bring_to(const struct doer *doer, unsigned piece, struct vec to);
/* along the board; the piece has not been lifted */
void gesture_slide(const struct doer *doer, unsigned piece, unsigned sq);
void gesture_let_go(const struct doer *doer, unsigned piece);
/* away from the board */
void gesture_box(const struct doer *doer, unsigned piece);

/* takes a piece that stands and sets it straight, on whichever square it is by then */
void gesture_straighten(const struct doer *doer, unsigned piece);

/* a hand that brushes a piece pushes it that far, some time from now */
void gesture_nudge(const struct doer *doer, unsigned piece);

/* With a piece in the hand: what the piece attacked is touched with, from the side or from above. */
enum touch { TOUCH_SIDE, TOUCH_PUSH, TOUCH_TOP };
void gesture_touch(const struct doer *doer, enum touch touch, unsigned from, unsigned to);

#endif
