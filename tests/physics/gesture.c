/* Gestures as strokes. */
#include "tests/physics/gesture.h"

#include <string.h>

#define PATIENCE_S 5.0 /* with a piece that is in another hand */

static double between(const struct doer *doer, const double range[2])
{
	return dice_between(doer->chance, range[0], range[1]);
}

static double lean(const struct doer *doer)
{
	return fabs(dice_normal(doer->chance, doer->profile->lean_deg));
}

/* where a piece comes to stand that is meant for the middle; its base stays on the square, nearly */
static struct vec aimed(const struct doer *doer, unsigned sq, double scatter_mm)
{
	double most = (SQUARE_MM - PIECE_MM) / 2 + 1;
	struct vec off = {dice_normal(doer->chance, scatter_mm),
			  dice_normal(doer->chance, scatter_mm), 0};

	off.x = fmax(-most, fmin(most, off.x));
	off.y = fmax(-most, fmin(most, off.y));
	return vec_add(surface_middle(sq), off);
}

void gesture_wait(const struct doer *doer, double seconds)
{
	hand_add(doer->hand, STROKE_WAIT)->seconds = seconds;
}

void gesture_pause(const struct doer *doer, double median_s)
{
	gesture_wait(doer, dice_pause(doer->chance, median_s, 0.5));
}

void gesture_say(const struct doer *doer, const char *word)
{
	struct stroke *stroke = hand_add(doer->hand, STROKE_SAY);

	strncpy(stroke->word, word, sizeof stroke->word - 1);
}

void gesture_mark(const struct doer *doer, unsigned sq)
{
	hand_add(doer->hand, STROKE_MARK)->sq = (uint8_t)sq;
}

void gesture_await_free(const struct doer *doer, unsigned sq)
{
	struct stroke *stroke = hand_add(doer->hand, STROKE_AWAIT);

	stroke->sq = (uint8_t)sq;
	stroke->seconds = 15;
}

void gesture_take(const struct doer *doer, unsigned piece)
{
	struct stroke *stroke;

	gesture_wait(doer, doer->profile->pace * dice_between(doer->chance, 0.25, 0.6));
	stroke = hand_add(doer->hand, STROKE_GRASP);
	stroke->piece = (uint8_t)piece;
	stroke->seconds = PATIENCE_S;
}

static double carried_mm(const struct doer *doer)
{
	if (dice_happens(doer->chance, doer->profile->low))
		return between(doer, doer->profile->low_mm);
	return between(doer, doer->profile->height_mm);
}

static struct stroke *motion(const struct doer *doer, enum stroke_kind kind, struct vec to)
{
	struct stroke *stroke = hand_add(doer->hand, kind);

	stroke->to = to;
	stroke->lean_deg = lean(doer);
	return stroke;
}

void gesture_lift(const struct doer *doer)
{
	struct stroke *stroke = motion(doer, STROKE_LIFT, (struct vec){0, 0, carried_mm(doer)});

	stroke->seconds = between(doer, doer->profile->lift_s);
}

void gesture_hover(const struct doer *doer, struct vec to)
{
	motion(doer, STROKE_CARRY, to);
}

/* High over the square and down, or, as people do who do not think of it, in one curve. */
void gesture_bring_to(const struct doer *doer, unsigned piece, struct vec to)
{
	struct vec over = to;
	bool curve = dice_happens(doer->chance, 0.5);
	struct stroke *stroke;

	over.z = carried_mm(doer);
	if (!curve)
		motion(doer, STROKE_CARRY, over)->piece = (uint8_t)piece;
	stroke = motion(doer, STROKE_CARRY, to);
	stroke->piece = (uint8_t)piece;
	if (curve)
		stroke->rise_mm = over.z / 2;
	else
		stroke->seconds = between(doer, doer->profile->lift_s);
}

void gesture_bring(const struct doer *doer, unsigned piece, unsigned sq)
{
	gesture_bring_to(doer, piece, aimed(doer, sq, doer->profile->scatter_mm));
}

void gesture_slide(const struct doer *doer, unsigned piece, unsigned sq)
{
	struct stroke *stroke =
		motion(doer, STROKE_SLIDE, aimed(doer, sq, doer->profile->scatter_mm));

	stroke->piece = (uint8_t)piece;
	stroke->speed_mm_s = between(doer, doer->profile->slide_mm_s);
}

void gesture_let_go(const struct doer *doer, unsigned piece)
{
	gesture_wait(doer, dice_between(doer->chance, 0.03, 0.25) * doer->profile->pace);
	hand_add(doer->hand, STROKE_RELEASE)->piece = (uint8_t)piece;
}

void gesture_box(const struct doer *doer, unsigned piece)
{
	struct stroke *stroke = motion(doer, STROKE_LIFT, (struct vec){0, 0, 2.5 * SQUARE_MM});

	stroke->seconds = between(doer, doer->profile->lift_s) * 1.5;
	hand_add(doer->hand, STROKE_OFF)->piece = (uint8_t)piece;
}

void gesture_straighten(const struct doer *doer, unsigned piece)
{
	struct vec to = aimed(doer, 0, doer->profile->scatter_mm / 2);
	struct stroke *stroke;

	gesture_take(doer, piece);
	if (dice_happens(doer->chance, 0.2)) {
		stroke = motion(doer, STROKE_LIFT,
				(struct vec){0, 0, dice_between(doer->chance, 2, 10)});
		stroke->seconds = 0.15;
	}
	stroke = motion(doer, STROKE_CARRY, to);
	stroke->origin = FROM_SQUARE;
	stroke->seconds = dice_between(doer->chance, 0.15, 0.5);
	gesture_let_go(doer, piece);
}

void gesture_nudge(const struct doer *doer, unsigned piece)
{
	double way = dice_between(doer->chance, 0, 6.283185307179586);
	double size = between(doer, doer->profile->nudge_mm);
	struct stroke *stroke;

	gesture_wait(doer, dice_between(doer->chance, 0, 0.6));
	hand_add(doer->hand, STROKE_GRASP)->piece = (uint8_t)piece;
	stroke = motion(doer, STROKE_CARRY, (struct vec){size * cos(way), size * sin(way), 0});
	stroke->origin = FROM_HAND;
	stroke->seconds = dice_between(doer->chance, 0.04, 0.15);
	stroke->rise_mm = dice_happens(doer->chance, 0.2) ? dice_between(doer->chance, 0, 3) : 0;
	hand_add(doer->hand, STROKE_RELEASE);
}

/* ---- touching ---- */

static struct vec direction(unsigned from, unsigned to)
{
	struct vec way = vec_minus(surface_middle(to), surface_middle(from));

	return vec_scaled(way, 1 / vec_length(way));
}

/* The bodies touch when their middles are a base apart; a push goes a little farther. */
void gesture_touch(const struct doer *doer, enum touch touch, unsigned from, unsigned to)
{
	struct vec middle = surface_middle(to), way = direction(from, to), at;
	double apart = PIECE_MM + dice_normal(doer->chance, 1.5);
	struct stroke *stroke;

	at = vec_minus(middle, vec_scaled(way, apart));
	at.z = touch == TOUCH_PUSH ? dice_between(doer->chance, 0, 3)
				   : dice_between(doer->chance, 2, 20);
	if (touch == TOUCH_TOP) {
		at = vec_add(middle, (struct vec){dice_normal(doer->chance, 4),
						  dice_normal(doer->chance, 4), PIECE_TALL_MM});
	}
	stroke = motion(doer, STROKE_CARRY, at);
	stroke->rise_mm = touch == TOUCH_PUSH ? 0 : dice_between(doer->chance, 0, 15);
	gesture_wait(doer, dice_between(doer->chance, 0.05, 0.4));
}
