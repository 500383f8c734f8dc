/* Hands in motion. */
#include "tests/physics/hand.h"

#include <stdlib.h>
#include <string.h>

#define TURN 6.283185307179586
#define DEGREE 0.017453292519943295
#define FITTS_A_S 0.10
#define FITTS_B_S 0.15
#define FITTS_WIDTH_MM 16.0 /* by which a base may miss the middle and stay on its square */
#define AIR_MM 0.3	    /* under which the board steadies the hand */

void hand_init(struct hand *hand, struct chance *chance)
{
	memset(hand, 0, sizeof *hand);
	hand->tremor_hz = dice_between(chance, 8, 12);
	for (unsigned i = 0; i < 3; i++)
		hand->tremor_phase[i] = dice_between(chance, 0, TURN);
}

struct stroke *hand_add(struct hand *hand, enum stroke_kind kind)
{
	struct stroke *stroke;

	if (hand_is_idle(hand))
		hand->next = hand->count = 0;
	if (hand->count == STROKES_MAX)
		abort();
	stroke = &hand->strokes[hand->count++];
	*stroke = (struct stroke){.kind = (uint8_t)kind, .piece = PIECES_MAX, .sq = SQ_OFF_BOARD};
	return stroke;
}

bool hand_holds(const struct hand *hand, unsigned piece)
{
	for (unsigned i = 0; i < hand->held; i++)
		if (hand->piece[i] == piece)
			return true;
	return false;
}

/* ---- where it is ---- */

static double minimum_jerk(double share)
{
	return share * share * share * (10 - 15 * share + 6 * share * share);
}

static struct vec tremble(const struct hand *hand, const struct profile *profile, double t_s)
{
	double angle = TURN * hand->tremor_hz * t_s, size = profile->tremor_mm;

	if (hand->at.z < AIR_MM)
		return (struct vec){0, 0, 0};
	return (struct vec){size * sin(angle + hand->tremor_phase[0]),
			    size * sin(1.13 * angle + hand->tremor_phase[1]),
			    size * sin(0.91 * angle + hand->tremor_phase[2])};
}

/* A piece on the board stands straight, and none goes into the board. */
static void put_held(struct hand *hand, const struct profile *profile,
		     const struct hand_world *world, double t_s)
{
	struct vec shake = tremble(hand, profile, t_s);
	double lean = hand->at.z < AIR_MM ? 0 : hand->lean_rad;

	for (unsigned i = 0; i < hand->held; i++) {
		struct vec at = vec_add(vec_add(hand->at, hand->grip[i]), shake);

		at.z = at.z < 0 ? 0 : at.z;
		surface_put(world->surface, hand->piece[i], at, lean * cos(hand->lean_way_rad),
			    lean * sin(hand->lean_way_rad));
	}
}

static void travel(struct hand *hand, const struct stroke *stroke, double share)
{
	double s = minimum_jerk(share), bump = 4 * share * (1 - share);
	struct vec way = vec_minus(stroke->to, hand->from);

	hand->at = vec_add(hand->from, vec_scaled(way, s));
	hand->at.z += stroke->rise_mm * bump * bump;
	hand->lean_rad =
		hand->lean_from_rad + s * (stroke->lean_deg * DEGREE - hand->lean_from_rad);
}

static bool is_motion(const struct stroke *stroke)
{
	return stroke->kind == STROKE_LIFT || stroke->kind == STROKE_CARRY ||
	       stroke->kind == STROKE_SLIDE;
}

/* ---- strokes ---- */

/* The place is meant for one of the pieces held; the hand itself is beside it. */
static void aim(const struct hand *hand, struct stroke *stroke)
{
	for (unsigned i = 0; i < hand->held; i++) {
		if (hand->piece[i] != stroke->piece)
			continue;
		stroke->to.x -= hand->grip[i].x;
		stroke->to.y -= hand->grip[i].y;
	}
}

static double fitts_s(struct vec from, struct vec to)
{
	double way = hypot(to.x - from.x, to.y - from.y);

	return FITTS_A_S + FITTS_B_S * log2(way / FITTS_WIDTH_MM + 1);
}

static void begin(struct hand *hand, const struct profile *profile, struct chance *chance,
		  double t_s)
{
	struct stroke *stroke = &hand->strokes[hand->next];

	hand->begun = true;
	hand->began_s = t_s;
	hand->from = hand->at;
	hand->lean_from_rad = hand->lean_rad;
	hand->lasts_s = stroke->seconds;
	if (stroke->kind == STROKE_LIFT) {
		double z = stroke->to.z;

		stroke->to = hand->at;
		stroke->to.z = z;
		hand->lean_way_rad = dice_between(chance, 0, TURN);
	} else if (is_motion(stroke)) {
		aim(hand, stroke);
	}
	if (stroke->origin == FROM_HAND)
		stroke->to = vec_add(stroke->to, hand->at);
	else if (stroke->origin == FROM_SQUARE && surface_square(hand->at) != SQ_OFF_BOARD)
		stroke->to = vec_add(stroke->to, surface_middle(surface_square(hand->at)));
	if (stroke->kind == STROKE_SLIDE)
		hand->lasts_s =
			0.05 + vec_length(vec_minus(stroke->to, hand->at)) / stroke->speed_mm_s;
	if (stroke->kind == STROKE_CARRY && hand->lasts_s <= 0)
		hand->lasts_s = profile->pace * fitts_s(hand->from, stroke->to) *
				dice_between(chance, 0.85, 1.2);
}

static void grasp(struct hand *hand, const struct hand_world *world, unsigned piece)
{
	if (hand->held == HAND_PIECES || !world->may_grasp(world->context, piece))
		return;
	if (hand->held == 0) {
		hand->at = world->surface->pieces[piece].at;
		hand->lean_rad = 0;
	}
	hand->grip[hand->held] = vec_minus(world->surface->pieces[piece].at, hand->at);
	hand->piece[hand->held++] = (uint8_t)piece;
}

static void drop_from_grip(struct hand *hand, unsigned i)
{
	for (hand->held--; i < hand->held; i++) {
		hand->piece[i] = hand->piece[i + 1];
		hand->grip[i] = hand->grip[i + 1];
	}
}

static void let_go(struct hand *hand, const struct stroke *stroke, const struct hand_world *world)
{
	for (unsigned i = hand->held; i-- > 0;) {
		unsigned piece = hand->piece[i];
		struct vec at = world->surface->pieces[piece].at;

		if (stroke->piece != PIECES_MAX && stroke->piece != piece)
			continue;
		drop_from_grip(hand, i);
		at.z = 0;
		if (stroke->kind == STROKE_OFF)
			surface_take_off(world->surface, piece);
		else
			surface_put(world->surface, piece, at, 0, 0);
	}
}

static void finish(struct hand *hand, const struct stroke *stroke, const struct hand_world *world,
		   double t_s)
{
	if (is_motion(stroke))
		travel(hand, stroke, 1);
	else if (stroke->kind == STROKE_GRASP)
		grasp(hand, world, stroke->piece);
	else if (stroke->kind == STROKE_RELEASE || stroke->kind == STROKE_OFF)
		let_go(hand, stroke, world);
	hand->begun = false;
	hand->next++;
	world->done(world->context, hand, stroke, t_s);
}

static bool is_over(const struct hand *hand, const struct stroke *stroke,
		    const struct hand_world *world, double t_s)
{
	if (stroke->kind == STROKE_AWAIT && world->is_free(world->context, stroke->sq))
		return true;
	if (stroke->kind == STROKE_GRASP && world->may_grasp(world->context, stroke->piece))
		return true;
	return t_s >= hand->began_s + hand->lasts_s;
}

void hand_step(struct hand *hand, const struct profile *profile, const struct hand_world *world,
	       double t_s)
{
	while (!hand_is_idle(hand)) {
		struct stroke stroke;

		if (!hand->begun)
			begin(hand, profile, world->chance, t_s);
		stroke = hand->strokes[hand->next];
		if (!is_over(hand, &stroke, world, t_s)) {
			if (is_motion(&stroke))
				travel(hand, &stroke, (t_s - hand->began_s) / hand->lasts_s);
			break;
		}
		finish(hand, &stroke, world, t_s);
	}
	if (hand->held > 0)
		put_held(hand, profile, world, t_s);
}
