/*
 * A table on which only two contacts matter, and the changes that it finds there: for the tests of
 * debouncing.
 */
#ifndef TESTS_SUPPORT_TABLE_DEBOUNCED_H
#define TESTS_SUPPORT_TABLE_DEBOUNCED_H

#include "daemon/table/table.h"

#include "unity.h"

enum {
	MS = 1000,
	SILENCE_US = 60 * 1000 * MS,
	EVENTS_MAX = 32,
	SQ_A = 38, /* f4 */
	SQ_B = 4   /* e1: lower, but a change of its own time */
};

/* one debounced change */
struct change {
	uint64_t t_us;
	char what;
};

struct changes {
	struct change list[EVENTS_MAX];
	unsigned count;
};

static inline void begin(struct table *table, uint32_t debounce_ms)
{
	struct table_options options = {
		.sensors = SENSOR_REED,
		.debounce_us = debounce_ms * MS,
		.settle_us = 800 * MS,
		.jog_us = 400 * MS,
		.nudge_us = 3000 * MS,
		.hold_us = 8000 * MS,
	};

	table_init(table, &options, BOARD_LARGE);
}

/* a finding does not name its square: the one whose level differs is it */
static inline void note(struct changes *changes, const struct table *table, struct bits before,
			uint64_t t_us)
{
	struct change *change = &changes->list[changes->count++];
	bool a = bits_has(before, SQ_A) != bits_has(table->closed, SQ_A);
	bool b = bits_has(before, SQ_B) != bits_has(table->closed, SQ_B);
	char name = a ? 'A' : 'B';

	TEST_ASSERT_LESS_THAN_MESSAGE(EVENTS_MAX, changes->count, "too many changes");
	TEST_ASSERT_MESSAGE(a != b, "one change is one square's");
	if (!bits_has(table->closed, a ? SQ_A : SQ_B))
		name = (char)(name - 'A' + 'a');
	*change = (struct change){t_us, name};
}

/* meets what is due by then and takes what was found */
static inline void run_until(struct table *table, uint64_t t_us, struct changes *changes)
{
	while (table_deadline(table) <= t_us) {
		struct bits before = table->closed;
		uint64_t due_us = table_deadline(table);
		struct finding finding;

		table_meet_deadline(table, 0);
		while (table_take(table, &finding)) {
			TEST_ASSERT_EQUAL_MESSAGE(FOUND_CHANGE, finding.kind, "only changes here");
			TEST_ASSERT_EQUAL_UINT64(due_us, finding.t_us);
			note(changes, table, before, finding.t_us);
		}
		TEST_ASSERT_MESSAGE(table_deadline(table) > due_us, "a deadline is met once");
	}
}

#endif
