/* Potentials of discs as sums of rings, and the table of them. */
#include "hardware/field/field.h"

#define STEP_MM 0.5
#define MU0 1.25663706212e-6

enum { RINGS = 24 };

static double agm(double a, double b)
{
	while (fabs(a - b) > 1e-12 * a) {
		double mean = (a + b) / 2;

		b = sqrt(a * b);
		a = mean;
	}
	return a;
}

/* The mean of 1/distance to a ring is 1/agm(farthest, nearest): Gauss's form of the elliptic
 * integral. */
static double ring(double radius, double rho, double z)
{
	return 1 / agm(hypot(rho + radius, z), hypot(rho - radius, z));
}

/* the mean of 1/distance to a disc, by rings of equal area */
static double disc(double radius, double rho, double z)
{
	double sum = 0;

	for (unsigned i = 0; i < RINGS; i++)
		sum += ring(radius * sqrt((i + 0.5) / RINGS), rho, z);
	return sum / RINGS;
}

double field_potential(const struct magnet *magnet, double rho_mm, double z_mm)
{
	double half = magnet->height_mm / 2, radius = magnet->radius_mm;
	double magnetisation = magnet->remanence_t / MU0; /* A/m */
	/* M * area / (4 pi), and distances in mm */
	double charge = magnetisation * radius * radius / 4 * 1e-3;

	return charge * (disc(radius, rho_mm, z_mm - half) - disc(radius, rho_mm, z_mm + half));
}

void field_make(struct field *field, const struct magnet *magnet)
{
	for (unsigned i = 0; i < FIELD_RHO; i++)
		for (unsigned j = 0; j < FIELD_Z; j++)
			field->potential[i][j] =
				(float)field_potential(magnet, i * STEP_MM, j * STEP_MM);
}

static double interpolate(const struct field *field, double rho_mm, double z_mm)
{
	double u = rho_mm / STEP_MM, v = z_mm / STEP_MM;
	unsigned i = (unsigned)u, j = (unsigned)v;
	double below, above;

	if (i + 1 >= FIELD_RHO || j + 1 >= FIELD_Z)
		return 0;
	u -= i;
	v -= j;
	below = (1 - u) * field->potential[i][j] + u * field->potential[i + 1][j];
	above = (1 - u) * field->potential[i][j + 1] + u * field->potential[i + 1][j + 1];
	return (1 - v) * below + v * above;
}

/* the potential below a magnet is the negative of that above */
double field_at(const struct field *field, struct vec point, struct vec axis)
{
	double z = vec_dot(point, axis);
	double across = vec_dot(point, point) - z * z;
	double rho = across > 0 ? sqrt(across) : 0;

	return z < 0 ? -interpolate(field, rho, -z) : interpolate(field, rho, z);
}

double field_force(const struct field *field, const struct vec ends[2], struct vec magnet,
		   struct vec axis)
{
	return field_at(field, vec_minus(ends[1], magnet), axis) -
	       field_at(field, vec_minus(ends[0], magnet), axis);
}
