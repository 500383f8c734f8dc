/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * A reed matrix behind a true gpio_chip: a kernel module for the bench in emulation, and for
 * nothing else. Lines 0 to 9 are the rows 1 to 10, lines 10 to 19 the columns a to j.
 */
#ifndef TESTS_BENCH_VM_MODULE_MATRIX_H
#define TESTS_BENCH_VM_MODULE_MATRIX_H

#include <linux/gpio/driver.h>
#include <linux/spinlock.h>
#include <linux/types.h>

enum { SIDE = 10, LINES = 2 * SIDE, REEDS = SIDE * SIDE };

enum health { GOOD, STUCK, DEAD };
enum bias { FLOATING, PULLED_UP, PULLED_DOWN };

struct reed {
	bool closed;
	u8 health;
	u8 wired_to; /* whose contact it really is */
	u32 bounce_us;
	u64 changed_ns;
};

struct matrix {
	spinlock_t lock; /* for all below */
	struct reed reeds[REEDS];
	u32 outputs, levels, failing; /* sets of lines */
	u8 bias[SIDE];		      /* of the columns */
	bool active_high, without_diodes;

	u64 sets, gets, scans, last_scan_ns, longest_ns, counted_from_ns;
};

extern struct matrix matrix;

/* physics.c: rows that are driven to the board's active level, and the levels of all lines */
u32 active_rows(void);
u32 look(u64 now_ns);

/* chip.c: comes and goes; both may sleep, and return 0 or -errno */
int chip_plug(struct device *parent);
int chip_unplug(void);

#endif
