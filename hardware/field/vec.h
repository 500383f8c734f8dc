/* Points and directions in millimetres: x along a row, y along a column, z up from the top of the
 * board. */
#ifndef HARDWARE_FIELD_VEC_H
#define HARDWARE_FIELD_VEC_H

#include <math.h>

struct vec {
	double x, y, z;
};

static inline struct vec vec_add(struct vec a, struct vec b)
{
	return (struct vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct vec vec_minus(struct vec a, struct vec b)
{
	return (struct vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct vec vec_scaled(struct vec a, double by)
{
	return (struct vec){a.x * by, a.y * by, a.z * by};
}

static inline double vec_dot(struct vec a, struct vec b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline double vec_length(struct vec a)
{
	return sqrt(vec_dot(a, a));
}

#endif
