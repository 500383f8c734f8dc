/*
 * The field of a disc magnet that is magnetised along its axis.
 *
 * Outside the magnet its field has a scalar potential, that of two charged discs; the magnetomotive
 * force along a straight reed is the difference of the potential at its two ends, whatever lies
 * between. Potentials of several magnets add up, which is their fields adding up as vectors.
 */
#ifndef HARDWARE_FIELD_FIELD_H
#define HARDWARE_FIELD_FIELD_H

#include "hardware/field/vec.h"

struct magnet {
	double radius_mm, height_mm;
	double remanence_t;
};

/*
 * The potential in amperes at a distance from the axis and a height over the middle of the disc,
 * by summing charged rings. Not for points in the magnet or on its surface.
 */
double field_potential(const struct magnet *magnet, double rho_mm, double z_mm);

enum { FIELD_RHO = 241, FIELD_Z = 201 };

/* the same as a table, for points no more than 120 mm and 100 mm away; beyond, nothing is felt */
struct field {
	float potential[FIELD_RHO][FIELD_Z];
};

void field_make(struct field *field, const struct magnet *magnet);

/* interpolated, at a point as seen from the middle of a magnet with this axis (a unit vector) */
double field_at(const struct field *field, struct vec point, struct vec axis);

/* what a magnet does to a reed between two points, in ampere-turns; the sign tells the direction */
double field_force(const struct field *field, const struct vec ends[2], struct vec magnet,
		   struct vec axis);

#endif
