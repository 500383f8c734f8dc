/*
 * Whole rows and columns that answer as others do: by the majority of their squares. Pure.
 */
#ifndef DAEMON_CLI_SELFTEST_SELFTEST_LINES_H
#define DAEMON_CLI_SELFTEST_SELFTEST_LINES_H

#include "rules/square.h"

enum { LINES_MAX = 10, LINE_UNKNOWN = 255 };

/* as which line each answers, LINE_UNKNOWN where nothing did */
struct lines_map {
	uint8_t count;
	uint8_t as[LINES_MAX];
};

struct selftest_lines {
	bool transposed; /* rows answer as columns: columns.as are rows then, and rows.as columns */
	struct lines_map columns, rows;
};

/* `answers` has for each square the one that answered, SQ_OFF_BOARD if none did */
void lines_find(struct selftest_lines *lines, enum board_id board, const uint8_t answers[SQ_COUNT]);

/* which contact should answer for a square, as the lines are; SQ_OFF_BOARD if that is not known */
unsigned lines_answer(const struct selftest_lines *lines, unsigned sq);
/* for which square a contact answers; the contact's own name if that is not known */
unsigned lines_square(const struct selftest_lines *lines, unsigned contact);

/* whether every line answers as its opposite */
bool lines_are_mirrored(const struct lines_map *map);

#endif
