/*
 * A set of squares, one bit each, in two machine words.
 *
 * Squares are numbered row * 11 + column (square.h), so the eleventh column is never land and a
 * shift by one square needs no mask against wrapping round the edge: whatever falls off the board
 * falls on a bit that no set of land squares has. Written with two 64-bit words and not with a
 * 128-bit integer because 32-bit Raspberry Pi systems have none.
 */
#ifndef RULES_BITS_H
#define RULES_BITS_H

#include <stdbool.h>
#include <stdint.h>

struct bits {
	uint64_t lo, hi;
};

#define BITS_NONE ((struct bits){0, 0})

static inline struct bits bits_of(unsigned sq)
{
	return sq < 64 ? (struct bits){UINT64_C(1) << sq, 0}
		       : (struct bits){0, UINT64_C(1) << (sq - 64)};
}

static inline struct bits bits_and(struct bits a, struct bits b)
{
	return (struct bits){a.lo & b.lo, a.hi & b.hi};
}

static inline struct bits bits_or(struct bits a, struct bits b)
{
	return (struct bits){a.lo | b.lo, a.hi | b.hi};
}

/* what is in a and not in b */
static inline struct bits bits_minus(struct bits a, struct bits b)
{
	return (struct bits){a.lo & ~b.lo, a.hi & ~b.hi};
}

static inline bool bits_any(struct bits a)
{
	return (a.lo | a.hi) != 0;
}

static inline bool bits_has(struct bits a, unsigned sq)
{
	return ((sq < 64 ? a.lo >> sq : a.hi >> (sq - 64)) & 1) != 0;
}

static inline bool bits_equal(struct bits a, struct bits b)
{
	return a.lo == b.lo && a.hi == b.hi;
}

static inline unsigned bits_count(struct bits a)
{
	return (unsigned)(__builtin_popcountll(a.lo) + __builtin_popcountll(a.hi));
}

/* the lowest square of a set that is not empty */
static inline unsigned bits_first(struct bits a)
{
	return (unsigned)(a.lo ? __builtin_ctzll(a.lo) : 64 + __builtin_ctzll(a.hi));
}

/* takes the lowest square out of a set that is not empty */
static inline unsigned bits_take(struct bits *a)
{
	unsigned sq = bits_first(*a);

	if (a->lo)
		a->lo &= a->lo - 1;
	else
		a->hi &= a->hi - 1;
	return sq;
}

static inline void bits_add(struct bits *a, unsigned sq)
{
	*a = bits_or(*a, bits_of(sq));
}

static inline void bits_drop(struct bits *a, unsigned sq)
{
	*a = bits_minus(*a, bits_of(sq));
}

/* every square n higher or lower, 0 < n < 64 */
static inline struct bits bits_up(struct bits a, unsigned n)
{
	return (struct bits){a.lo << n, a.hi << n | a.lo >> (64 - n)};
}

static inline struct bits bits_down(struct bits a, unsigned n)
{
	return (struct bits){a.lo >> n | a.hi << (64 - n), a.hi >> n};
}

#endif
