/*
 * A matrix of contacts, scanned row by row: which row comes next, and what the levels of its
 * columns mean. Pure: it drives and reads nothing itself.
 *
 * Scans go up and down the board in turn, so that a scan begins with the row that the last one has
 * left driven: that saves one system call in twenty.
 */
#ifndef DRIVERS_REED_MATRIX_H
#define DRIVERS_REED_MATRIX_H

#include "rules/bits.h"
#include "rules/square.h"

enum { MATRIX_LINES = 10 }; /* rows at most, and columns */

struct matrix {
	uint8_t rows, columns;
	uint8_t row; /* that is to be read now */
	bool downwards;
	bool known;	   /* one scan at least is complete */
	struct bits frame; /* what is closed, by the last complete scan */
	struct bits next;  /* by the scan that is going on, the old frame where it has not been */
};

void matrix_init(struct matrix *matrix, unsigned rows, unsigned columns);

/*
 * Takes the columns that are closed in matrix->row, bit 0 being column a, and goes on to the next
 * row. True if that was the last one of a scan: then frame is new, and `changed` is what differs
 * from the scan before; after the first scan that is every contact that is closed.
 */
bool matrix_take(struct matrix *matrix, unsigned levels, struct bits *changed);

/* ---- rows of a set of squares, bit 0 being column a ---- */

static inline unsigned matrix_levels(struct bits set, unsigned row)
{
	unsigned shift = row * SQ_STRIDE;

	if (shift > 0)
		set = shift < 64 ? bits_down(set, shift) : (struct bits){set.hi >> (shift - 64), 0};
	return (unsigned)(set.lo & ((1u << SQ_STRIDE) - 1));
}

static inline struct bits matrix_squares(unsigned levels, unsigned row)
{
	unsigned shift = row * SQ_STRIDE;

	if (shift >= 64)
		return (struct bits){0, (uint64_t)levels << (shift - 64)};
	return shift > 0 ? bits_up((struct bits){levels, 0}, shift) : (struct bits){levels, 0};
}

/* what is in one of the two and not in both */
static inline struct bits matrix_difference(struct bits a, struct bits b)
{
	return (struct bits){a.lo ^ b.lo, a.hi ^ b.hi};
}

#endif
