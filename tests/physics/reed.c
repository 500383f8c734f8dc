/* Reeds: where their ends are, when they switch. */
#include "tests/physics/reed.h"

#define DEGREE 0.017453292519943295

static struct vec direction(const struct reed_lot *lot, struct chance *chance)
{
	double a = dice_normal(chance, lot->crooked_deg) * DEGREE;
	double b = dice_normal(chance, lot->crooked_deg) * DEGREE;

	if (lot->mounting == REED_UPRIGHT)
		return (struct vec){sin(a), sin(b), -sqrt(1 - sin(a) * sin(a) - sin(b) * sin(b))};
	return (struct vec){cos(a) * cos(b), sin(a) * cos(b), sin(b)};
}

void reed_mount(struct reed *reed, const struct reed_lot *lot, struct vec middle,
		struct chance *chance)
{
	struct vec along = vec_scaled(direction(lot, chance), lot->glass_mm);

	*reed = (struct reed){
		.pull_at = dice_between(chance, lot->pull_least_at, lot->pull_most_at),
	};
	reed->drop_at = reed->pull_at * dice_between(chance, 0.5, 0.7);
	middle.x += dice_normal(chance, lot->off_mm);
	middle.y += dice_normal(chance, lot->off_mm);
	middle.z -= lot->depth_mm;
	if (lot->mounting == REED_FLAT_CENTRED)
		middle = vec_minus(middle, vec_scaled(along, 0.5));
	reed->ends[0] = middle;
	reed->ends[1] = vec_add(middle, along);
}

double reed_feels(const struct reed *reed, const struct field *field, struct vec magnet,
		  struct vec axis)
{
	return field_force(field, reed->ends, magnet, axis);
}

/* Mostly under a millisecond; a magnet that comes slowly lets the blades tremble for longer. */
static double bounce_s(struct chance *chance)
{
	return dice_happens(chance, 0.15) ? dice_between(chance, 0.001, 0.005)
					  : dice_between(chance, 0.0002, 0.0008);
}

void reed_move(struct reed *reed, double at, double t_s, struct chance *chance)
{
	double force = fabs(at);
	bool closed = reed->closed ? force > reed->drop_at : force > reed->pull_at;

	if (closed && !reed->closed) /* at some moment since the step before, 2 ms ago */
		reed->restless_until_s = t_s - dice_between(chance, 0, 0.002) + bounce_s(chance);
	reed->closed = closed;
}

bool reed_scan(struct reed *reed, double at, double t_s, struct chance *chance)
{
	reed_move(reed, at, t_s, chance);
	reed->reading = reed->closed;
	if (reed->closed && t_s < reed->restless_until_s) {
		reed->reading = dice_happens(chance, 0.5);
		return true;
	}
	return false;
}
