/* Looks at every place on and around a square in steps of half a millimetre. */
#include "hardware/field/reach.h"

#define STEP_MM 0.5
#define EDGE_MM 60.0 /* nothing closes a reed from farther away */
#define FULL_CIRCLE 6.283185307179586

enum { DIRECTIONS = 72, ARMY_SQUARES = 2 /* beyond, nothing is felt */ };

void reach_init(struct reach *reach, const struct reach_kind *kind)
{
	double glass = kind->glass_mm, from = kind->mounting == REACH_FLAT_CENTRED ? -glass / 2 : 0;
	struct vec along = kind->mounting == REACH_UPRIGHT ? (struct vec){0, 0, -glass}
							   : (struct vec){glass, 0, 0};

	reach->kind = *kind;
	reach->ends[0] = (struct vec){from, 0, -kind->depth_mm};
	reach->ends[1] = vec_add(reach->ends[0], along);
	field_make(&reach->field, &kind->magnet);
}

double reach_force(const struct reach *reach, double x_mm, double y_mm)
{
	double up = reach->kind.base_mm + reach->kind.magnet.height_mm / 2;
	struct vec magnet = {x_mm, y_mm, up}, axis = {0, 0, 1};

	return field_force(&reach->field, reach->ends, magnet, axis);
}

double reach_army(const struct reach *reach)
{
	double pitch = reach->kind.pitch_mm, sum = 0;

	for (int x = -ARMY_SQUARES; x <= ARMY_SQUARES; x++)
		for (int y = -ARMY_SQUARES; y <= ARMY_SQUARES; y++)
			if (x || y)
				sum += reach_force(reach, x * pitch, y * pitch);
	return sum;
}

static bool surely_closes(const struct reach *reach, double x_mm, double y_mm, double army_at)
{
	double least = 1 - reach->kind.spread, most = 1 + reach->kind.spread;
	double piece = reach_force(reach, x_mm, y_mm) * least;
	/* what helps may be missing, what is against it is strong */
	double others = piece * army_at < 0 ? army_at * most : 0;

	return fabs(piece + others) >= reach->kind.pull_most_at && fabs(piece) > fabs(others);
}

static bool may_close(const struct reach *reach, double x_mm, double y_mm)
{
	double force = reach_force(reach, x_mm, y_mm) * (1 + reach->kind.spread);

	return fabs(force) >= reach->kind.pull_least_at;
}

static bool circle_closes(const struct reach *reach, double mm, double army_at)
{
	for (unsigned i = 0; i < DIRECTIONS; i++) {
		double angle = i * FULL_CIRCLE / DIRECTIONS;

		if (!surely_closes(reach, mm * cos(angle), mm * sin(angle), army_at))
			return false;
	}
	return true;
}

double reach_sure_mm(const struct reach *reach, bool amid_army)
{
	double army = amid_army ? reach_army(reach) : 0, mm = 0;

	while (mm < EDGE_MM && circle_closes(reach, mm, army))
		mm += STEP_MM / 5;
	return mm - STEP_MM / 5;
}

double reach_farthest_mm(const struct reach *reach)
{
	double farthest = -1;

	for (double x = -EDGE_MM; x <= EDGE_MM; x += STEP_MM)
		for (double y = -EDGE_MM; y <= EDGE_MM; y += STEP_MM)
			if (may_close(reach, x, y))
				farthest = fmax(farthest, hypot(x, y));
	return farthest;
}

double reach_stray_cm2(const struct reach *reach)
{
	double edge = reach->kind.pitch_mm / 2, area = 0;

	for (double x = -EDGE_MM; x <= EDGE_MM; x += STEP_MM)
		for (double y = -EDGE_MM; y <= EDGE_MM; y += STEP_MM)
			if (fmax(fabs(x), fabs(y)) > edge && may_close(reach, x, y))
				area += STEP_MM * STEP_MM;
	return area / 100;
}
