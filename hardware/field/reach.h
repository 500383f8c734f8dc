/*
 * What one reed under the middle of a square sees of a piece, depending on where the piece stands.
 *
 * Worst cases throughout: the least sensitive reed of the class with the weakest magnet for what
 * must close it, the most sensitive with the strongest for what must not. Blades have no geometry
 * here and steel in the field is left out, so a builder tries one square all the same.
 */
#ifndef HARDWARE_FIELD_REACH_H
#define HARDWARE_FIELD_REACH_H

#include <stdbool.h>

#include "hardware/field/field.h"

enum reach_mounting { REACH_UPRIGHT, REACH_FLAT_END, REACH_FLAT_CENTRED };

struct reach_kind {
	struct magnet magnet;
	double spread;	/* how much the magnets differ from their rating, as a share */
	double base_mm; /* of a piece, under its magnet */
	enum reach_mounting mounting;
	double glass_mm;      /* from end to end */
	double depth_mm;      /* of its upper end, or of its axis, under the top of the board */
	double pull_least_at; /* the class that was bought */
	double pull_most_at;
	double pitch_mm; /* from square to square */
};

struct reach {
	struct reach_kind kind;
	struct field field;
	struct vec ends[2]; /* of the reed; the middle of the square's top is the origin */
};

void reach_init(struct reach *reach, const struct reach_kind *kind);

/* ampere-turns of a piece whose middle stands there */
double reach_force(const struct reach *reach, double x_mm, double y_mm);

/* ampere-turns on an empty square with a piece on every other square around */
double reach_army(const struct reach *reach);

/*
 * Up to this distance from the middle, in every direction, a piece surely closes the reed, alone
 * or amid neighbours on all sides; negative if not even in the middle.
 */
double reach_sure_mm(const struct reach *reach, bool amid_army);

/* the farthest place at which a piece may close it */
double reach_farthest_mm(const struct reach *reach);

/* the area of other squares on which a piece may close it */
double reach_stray_cm2(const struct reach *reach);

#endif
