/*
 * A reed table with a few pieces and no referee, for tests of the inference alone: red has a1 to
 * d1, blue a10 to c10, and red is to move. Time passes only when a test says so.
 */
#ifndef TESTS_SUPPORT_TABLE_SMALL_TABLE_H
#define TESTS_SUPPORT_TABLE_SMALL_TABLE_H

#include "daemon/table/table.h"

enum {
	SMALL_TABLE_RED = 4,
	SMALL_TABLE_BLUE = 3,
	SMALL_TABLE_BRIEF_MS = 100 /* longer than a low pass, shorter than a jog */
};

struct small_table {
	struct table table;
	struct public_position open;
	uint64_t t_us;
	unsigned found[FOUND_SECOND_THOUGHT + 1]; /* by kind */
	struct finding last[FOUND_SECOND_THOUGHT + 1];
};

/* everything is in place and still, and nothing is read yet */
void small_table_begin(struct small_table *small);

/* time passes; deadlines are met, findings counted */
void small_table_pass(struct small_table *small, unsigned ms);

/* and a brief time passes */
void small_table_lift(struct small_table *small, unsigned sq);
void small_table_drop(struct small_table *small, unsigned sq);

#endif
