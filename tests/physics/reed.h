/*
 * A reed contact: two ends in a field, a pull-in and a drop-out, and a bounce.
 *
 * It closes when the magnetomotive force along its glass exceeds its pull-in, in ampere-turns, and
 * opens when that falls below its drop-out; the sign does not matter.
 */
#ifndef TESTS_PHYSICS_REED_H
#define TESTS_PHYSICS_REED_H

#include "hardware/field/field.h"
#include "tests/physics/dice.h"

enum reed_mounting { REED_UPRIGHT, REED_FLAT_END, REED_FLAT_CENTRED };

/* how the reeds of a board are, and how carefully they were mounted */
struct reed_lot {
	enum reed_mounting mounting;
	double glass_mm;      /* from end to end */
	double depth_mm;      /* of its upper end, or of its axis, under the top of the board */
	double pull_least_at; /* the class that was bought */
	double pull_most_at;
	double off_mm;	    /* deviation of its place along x and along y */
	double crooked_deg; /* deviation of its direction */
};

struct reed {
	struct vec ends[2];
	double pull_at, drop_at;
	double restless_until_s;
	bool closed;  /* the blades */
	bool reading; /* at the last scan */
};

void reed_mount(struct reed *reed, const struct reed_lot *lot, struct vec middle,
		struct chance *chance);

/* what a magnet at a point does to it, in ampere-turns */
double reed_feels(const struct reed *reed, const struct field *field, struct vec magnet,
		  struct vec axis);

/* it is scanned in a field: sets reading, returns whether it must be scanned again */
bool reed_scan(struct reed *reed, double at, double t_s, struct chance *chance);

/* its blades move in a field while no scan looks at them */
void reed_move(struct reed *reed, double at, double t_s, struct chance *chance);

#endif
