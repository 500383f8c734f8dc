/*
 * Proves and suspects diodes from the readings of a game, by the rules in the header. Suspects
 * nothing from a single coincidence.
 */
#include "drivers/reed/matrix_health.h"

#include "drivers/reed/matrix.h"
#include "rules/bits.h"

#include <string.h>

enum {
	SAME_SCAN_US = 1000, /* changes within this belong to one scan */
	STILL_US = 50000     /* how long a frame must last to prove anything */
};

void matrix_health_init(struct matrix_health *health)
{
	memset(health, 0, sizeof *health);
}

/* ---- diodes that are proved ---- */

/* Rows that share a column, one of them with a column that the other has not. */
static void prove(struct matrix_health *health)
{
	for (unsigned a = 0; a < MATRIX_LINES; a++) {
		unsigned levels = matrix_levels(health->closed, a);

		for (unsigned b = 0; b < MATRIX_LINES; b++) {
			unsigned others = matrix_levels(health->closed, b);

			if (levels & ~others)
				health->proved =
					bits_or(health->proved, matrix_squares(levels & others, a));
		}
	}
	health->judged = true;
}

/* ---- diodes that are suspect ---- */

struct rectangle {
	unsigned sq, other; /* that changed together */
	unsigned u, v;	    /* the remaining corners */
};

/*
 * Of the two that changed together either may be the ghost, and the diode to blame is opposite the
 * ghost.
 */
static void suspect(struct bits *suspects, struct bits still, const struct rectangle *rectangle)
{
	bool diagonal = sq_column(rectangle->sq) != sq_column(rectangle->other) &&
			sq_row(rectangle->sq) != sq_row(rectangle->other);

	if (!bits_has(still, rectangle->u) || !bits_has(still, rectangle->v))
		return;
	bits_add(suspects, diagonal ? rectangle->sq : rectangle->u);
	bits_add(suspects, diagonal ? rectangle->other : rectangle->v);
}

/* Every rectangle that two squares are corners of: one, or if they are in line, many. */
static void suspect_pair(struct bits *suspects, struct bits still, unsigned a, unsigned b)
{
	unsigned a_row = sq_row(a), a_column = sq_column(a);
	unsigned b_row = sq_row(b), b_column = sq_column(b);

	if (a_row != b_row && a_column != b_column) {
		suspect(suspects, still,
			&(struct rectangle){a, b, sq_at(b_column, a_row), sq_at(a_column, b_row)});
		return;
	}
	for (unsigned i = 0; i < MATRIX_LINES; i++)
		suspect(suspects, still,
			a_row == b_row
				? &(struct rectangle){a, b, sq_at(a_column, i), sq_at(b_column, i)}
				: &(struct rectangle){a, b, sq_at(i, a_row), sq_at(i, b_row)});
}

static struct bits suspects_of(struct bits together, struct bits still)
{
	struct bits suspects = BITS_NONE;

	while (bits_any(together)) {
		unsigned sq = bits_take(&together);
		struct bits others = together;

		while (bits_any(others))
			suspect_pair(&suspects, still, sq, bits_take(&others));
	}
	return suspects;
}

/* A scan's changes are complete: each diode that would explain them is noted once. */
static void judge_scan(struct matrix_health *health)
{
	struct bits still = bits_and(health->before, health->closed);
	struct bits suspects =
		bits_or(suspects_of(bits_minus(health->closed, health->before), still),
			suspects_of(bits_minus(health->before, health->closed), still));

	while (bits_any(suspects)) {
		unsigned sq = bits_take(&suspects);

		if (health->suspicions[sq] < UINT16_MAX)
			health->suspicions[sq]++;
	}
	health->changing = false;
}

struct bits matrix_health_suspects(const struct matrix_health *health)
{
	struct bits worst = BITS_NONE;
	unsigned most = MATRIX_SUSPECT;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		if (health->suspicions[sq] < most || bits_has(health->proved, sq))
			continue;
		if (health->suspicions[sq] > most)
			worst = BITS_NONE;
		most = health->suspicions[sq];
		bits_add(&worst, sq);
	}
	return worst;
}

/* ---- what is told ---- */

void matrix_health_frame(struct matrix_health *health, struct bits closed, uint64_t t_us)
{
	health->closed = closed;
	health->changing = false;
	health->judged = false;
	health->scan_us = t_us;
}

void matrix_health_contact(struct matrix_health *health, unsigned sq, bool closed, uint64_t t_us)
{
	if (sq >= SQ_COUNT || bits_has(health->closed, sq) == closed)
		return;
	matrix_health_time(health, t_us);
	if (!health->changing) {
		health->before = health->closed;
		health->scan_us = t_us;
		health->changing = true;
		health->judged = false;
	}
	if (closed)
		bits_add(&health->closed, sq);
	else
		bits_drop(&health->closed, sq);
}

void matrix_health_time(struct matrix_health *health, uint64_t t_us)
{
	if (health->changing && t_us - health->scan_us > SAME_SCAN_US)
		judge_scan(health);
	if (!health->judged && !health->changing && t_us - health->scan_us > STILL_US)
		prove(health);
}
