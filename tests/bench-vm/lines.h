/*
 * GPIO lines through the kernel's own interface, without a library: the board of the bench is
 * tested here, not a driver.
 */
#ifndef TESTS_BENCH_VM_LINES_H
#define TESTS_BENCH_VM_LINES_H

#include <stdint.h>

enum { MATRIX_SIDE = 10 };

/* A descriptor for the chip of the reed matrix wherever it is now, or -1. */
int lines_find_chip(void);

/*
 * Takes ten rows as outputs, or ten columns as inputs, with flags of GPIO_V2_LINE_FLAG_*. A
 * descriptor, or -errno.
 */
int lines_take(int chip, unsigned first, uint64_t flags);

/* The rows to these levels; the levels of the columns. 0 or -errno. */
int lines_set(int rows, uint64_t levels);
int lines_get(int columns, uint64_t *levels);

#endif
