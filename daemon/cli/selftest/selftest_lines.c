/*
 * Finds out, by the majority of their squares, as which line each row and column answers: swapped,
 * mirrored or transposed wiring.
 */
#include "daemon/cli/selftest/selftest_lines.h"

#include <string.h>

enum { VOTES_MIN = 2, MIRROR_MIN = 3 };

typedef uint8_t ballot[LINES_MAX][LINES_MAX];

/* A line answers as another if more than half of what it answered says so, and not just once. */
static void count_votes(struct lines_map *map, unsigned count, ballot votes)
{
	map->count = (uint8_t)count;
	for (unsigned line = 0; line < count; line++) {
		unsigned sum = 0, best = line;

		for (unsigned as = 0; as < LINES_MAX; as++) {
			sum += votes[line][as];
			if (votes[line][as] > votes[line][best])
				best = as;
		}
		if (sum == 0)
			map->as[line] = LINE_UNKNOWN;
		else if (votes[line][best] >= VOTES_MIN && 2 * votes[line][best] > sum)
			map->as[line] = (uint8_t)best;
		else
			map->as[line] = (uint8_t)line;
	}
}

static void vote(struct selftest_lines *lines, enum board_id board, const uint8_t answers[SQ_COUNT])
{
	ballot columns = {{0}}, rows = {{0}};

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		unsigned column, row;

		if (answers[sq] >= SQ_COUNT)
			continue;
		column = sq_column(answers[sq]);
		row = sq_row(answers[sq]);
		columns[sq_column(sq)][lines->transposed ? row : column]++;
		rows[sq_row(sq)][lines->transposed ? column : row]++;
	}
	count_votes(&lines->columns, boards[board].columns, columns);
	count_votes(&lines->rows, boards[board].rows, rows);
}

static unsigned explained(const struct selftest_lines *lines, const uint8_t answers[SQ_COUNT])
{
	unsigned count = 0;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (answers[sq] < SQ_COUNT && lines_answer(lines, sq) == answers[sq])
			count++;
	return count;
}

void lines_find(struct selftest_lines *lines, enum board_id board, const uint8_t answers[SQ_COUNT])
{
	struct selftest_lines turned = {.transposed = true};

	memset(lines, 0, sizeof *lines);
	vote(lines, board, answers);
	vote(&turned, board, answers);
	if (explained(&turned, answers) > explained(lines, answers))
		*lines = turned;
}

unsigned lines_answer(const struct selftest_lines *lines, unsigned sq)
{
	unsigned column, row;

	if (sq_column(sq) >= lines->columns.count || sq_row(sq) >= lines->rows.count)
		return SQ_OFF_BOARD;
	column = lines->columns.as[sq_column(sq)];
	row = lines->rows.as[sq_row(sq)];
	if (column == LINE_UNKNOWN || row == LINE_UNKNOWN)
		return SQ_OFF_BOARD;
	return lines->transposed ? sq_at(row, column) : sq_at(column, row);
}

unsigned lines_square(const struct selftest_lines *lines, unsigned contact)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (lines_answer(lines, sq) == contact)
			return sq;
	return contact;
}

bool lines_are_mirrored(const struct lines_map *map)
{
	unsigned known = 0;

	for (unsigned line = 0; line < map->count; line++) {
		if (map->as[line] == LINE_UNKNOWN)
			continue;
		if (map->as[line] != map->count - 1 - line)
			return false;
		known++;
	}
	return known >= MIRROR_MIN;
}
