/*
 * Deduces faults from the answers of a self-test, from the whole board down to single squares. A
 * fault that explains others hides them.
 */
#include "daemon/cli/selftest/selftest_faults.h"

#include "rules/bits.h"
#include "rules/square.h"

#include <string.h>

void fault_add(struct faults *faults, const struct fault *fault)
{
	if (faults->count == FAULTS_MAX)
		return;
	faults->list[faults->count++] = *fault;
	if (fault->sq < SQ_COUNT)
		bits_add(&faults->bad, fault->sq);
	if (fault->other < SQ_COUNT)
		bits_add(&faults->bad, fault->other);
}

/* SQ_OFF_BOARD for a square that it is not about */
static void add(struct faults *faults, enum fault_kind kind, unsigned sq, unsigned other)
{
	fault_add(
		faults,
		&(struct fault){.kind = (uint8_t)kind, .sq = (uint8_t)sq, .other = (uint8_t)other});
}

static void add_line(struct faults *faults, enum fault_kind kind, bool is_column, unsigned line,
		     unsigned as)
{
	fault_add(faults, &(struct fault){.kind = (uint8_t)kind,
					  .sq = SQ_OFF_BOARD,
					  .other = SQ_OFF_BOARD,
					  .is_column = is_column,
					  .line = (uint8_t)line,
					  .as = (uint8_t)as});
}

static struct bits squares_in(const struct selftest *test, enum probe_state state)
{
	struct bits squares = BITS_NONE;

	for (unsigned i = 0; i < test->count; i++)
		if (test->probes[test->order[i]].state == state)
			bits_add(&squares, test->order[i]);
	return squares;
}

/* ---- rows and columns ---- */

static struct bits line_squares(enum board_id board, bool is_column, unsigned line)
{
	struct bits squares = BITS_NONE;
	unsigned length = is_column ? boards[board].rows : boards[board].columns;

	for (unsigned i = 0; i < length; i++)
		bits_add(&squares, is_column ? sq_at(line, i) : sq_at(i, line));
	return squares;
}

static void exchanged_lines(struct faults *faults, const struct lines_map *map, bool is_column)
{
	for (unsigned line = 0; line < map->count; line++) {
		unsigned as = map->as[line];

		if (as == LINE_UNKNOWN || as == line)
			continue;
		if (as >= map->count || map->as[as] != line)
			add_line(faults, FAULT_LINE_AS, is_column, line, as);
		else if (line < as)
			add_line(faults, FAULT_EXCHANGED, is_column, line, as);
	}
}

static void find_lines(struct faults *faults)
{
	const struct selftest_lines *lines = &faults->lines;
	bool columns = lines_are_mirrored(&lines->columns), rows = lines_are_mirrored(&lines->rows);

	if (lines->transposed) {
		add(faults, FAULT_TRANSPOSED, SQ_OFF_BOARD, SQ_OFF_BOARD);
		return; /* the rest can be told when that is mended */
	}
	if (columns && rows) {
		add(faults, FAULT_TURNED, SQ_OFF_BOARD, SQ_OFF_BOARD);
		return;
	}
	if (columns)
		add_line(faults, FAULT_MIRRORED, true, 0, lines->columns.count - 1u);
	else
		exchanged_lines(faults, &lines->columns, true);
	if (rows)
		add_line(faults, FAULT_MIRRORED, false, 0, lines->rows.count - 1u);
	else
		exchanged_lines(faults, &lines->rows, false);
}

struct bits fault_lines(struct faults *faults, enum fault_kind kind, enum board_id board,
			struct bits tried, struct bits wrong)
{
	struct bits all = BITS_NONE;

	for (unsigned i = 0; i < 2u * LINES_MAX; i++) {
		bool is_column = i >= LINES_MAX;
		unsigned line = i % LINES_MAX;
		struct bits squares = bits_and(line_squares(board, is_column, line), tried);

		if (line >= (is_column ? boards[board].columns : boards[board].rows) ||
		    bits_count(squares) < 2 || bits_any(bits_minus(squares, wrong)))
			continue;
		add_line(faults, kind, is_column, line, line);
		all = bits_or(all, squares);
	}
	faults->bad = bits_or(faults->bad, all);
	return all;
}

/* ---- stuck and dead ---- */

static bool any_works(const struct selftest *test, struct bits line)
{
	return bits_any(bits_and(line, squares_in(test, PROBE_ANSWERED)));
}

/* A square that looked dead may have a contact that is stuck: then that is reported. */
static struct bits find_stuck(struct faults *faults, const struct selftest *test)
{
	enum board_id board = (enum board_id)test->monitor.board;
	struct bits land = boards[board].land, explained = BITS_NONE;
	struct bits stuck = bits_minus(
		test->stuck, fault_lines(faults, FAULT_STUCK_LINE, board, land, test->stuck));

	explained = test->stuck;
	while (bits_any(stuck)) {
		unsigned sq = lines_square(&faults->lines, bits_take(&stuck));

		add(faults, FAULT_STUCK, sq, SQ_OFF_BOARD);
		bits_add(&explained, sq);
	}
	return explained;
}

static void find_dead(struct faults *faults, const struct selftest *test, struct bits stuck)
{
	enum board_id board = (enum board_id)test->monitor.board;
	struct bits silent = bits_minus(squares_in(test, PROBE_SILENT), stuck);
	struct bits tried = bits_or(silent, squares_in(test, PROBE_ANSWERED));

	silent = bits_minus(silent, fault_lines(faults, FAULT_DEAD_LINE, board, tried, silent));
	while (bits_any(silent)) {
		unsigned sq = bits_take(&silent);
		struct fault dead = {.kind = FAULT_DEAD, .sq = (uint8_t)sq, .other = SQ_OFF_BOARD};

		dead.row_works = any_works(test, line_squares(board, false, sq_row(sq)));
		dead.column_works = any_works(test, line_squares(board, true, sq_column(sq)));
		fault_add(faults, &dead);
	}
}

/* ---- single squares ---- */

unsigned fault_contact(const struct faults *faults, const struct selftest *test, unsigned sq)
{
	unsigned expected = lines_answer(&faults->lines, sq);

	return expected < SQ_COUNT && bits_has(test->probes[sq].contacts, expected)
		       ? expected
		       : test->probes[sq].first;
}

static void find_moved(struct faults *faults, const struct selftest *test)
{
	struct bits answered = squares_in(test, PROBE_ANSWERED), rest = answered;

	while (bits_any(rest)) {
		unsigned sq = bits_take(&rest), expected = lines_answer(&faults->lines, sq);
		unsigned contact = fault_contact(faults, test, sq);
		unsigned other = lines_square(&faults->lines, contact);

		if (contact == expected)
			continue;
		if (!bits_has(answered, other) || fault_contact(faults, test, other) != expected)
			add(faults, FAULT_MOVED, sq, other);
		else if (sq < other)
			add(faults, FAULT_SWAPPED, sq, other);
	}
}

static void find_weak(struct faults *faults, const struct selftest *test)
{
	struct bits answered = squares_in(test, PROBE_ANSWERED);

	while (bits_any(answered)) {
		unsigned sq = bits_take(&answered);
		const struct monitor_contact *contact =
			&test->monitor.contacts[fault_contact(faults, test, sq)];
		struct fault weak = {.sq = (uint8_t)sq,
				     .other = SQ_OFF_BOARD,
				     .count = contact->drops,
				     .span_us = contact->longest_drop_us,
				     .closing = contact->closing,
				     .opening = contact->opening};

		if (contact->drops >= FIND_DROPS)
			weak.kind = FAULT_FLUTTERS;
		else if (contact->closing.span_us > FIND_CHATTER_US ||
			 contact->opening.span_us > FIND_CHATTER_US)
			weak.kind = FAULT_CHATTERS;
		else
			continue;
		fault_add(faults, &weak);
	}
}

static void find_noisy(struct faults *faults, const struct selftest *test)
{
	for (unsigned contact = 0; contact < SQ_COUNT; contact++) {
		uint32_t edges = test->monitor.contacts[contact].strays;
		unsigned sq = lines_square(&faults->lines, contact);

		if (bits_has(test->noisy, contact) || edges >= FIND_STRAYS)
			fault_add(faults, &(struct fault){.kind = FAULT_NOISY,
							  .sq = (uint8_t)sq,
							  .other = SQ_OFF_BOARD,
							  .count = edges});
	}
}

static void find_dark(struct faults *faults, const struct selftest *test)
{
	struct fault dark = {.kind = FAULT_LAMPS,
			     .sq = SQ_OFF_BOARD,
			     .other = SQ_OFF_BOARD,
			     .squares = bits_and(test->dark, faults->tried)};

	if (!bits_any(dark.squares))
		return;
	fault_add(faults, &dark);
	faults->bad = bits_or(faults->bad, dark.squares);
}

/* ---- all of it ---- */

static void take_answers(const struct selftest *test, uint8_t answers[SQ_COUNT])
{
	memset(answers, SQ_OFF_BOARD, SQ_COUNT);
	for (unsigned i = 0; i < test->count; i++) {
		unsigned sq = test->order[i];

		if (test->probes[sq].state == PROBE_ANSWERED)
			answers[sq] = test->probes[sq].first;
	}
}

void selftest_find(struct faults *faults, const struct selftest *test)
{
	enum board_id board = (enum board_id)test->monitor.board;
	struct bits answered = squares_in(test, PROBE_ANSWERED);
	struct bits silent = squares_in(test, PROBE_SILENT), stuck;
	uint8_t answers[SQ_COUNT];

	memset(faults, 0, sizeof *faults);
	faults->tried = bits_or(bits_or(answered, silent), squares_in(test, PROBE_UNASKED));
	faults->untested =
		bits_or(bits_or(squares_in(test, PROBE_UNTRIED), squares_in(test, PROBE_COVERED)),
			squares_in(test, PROBE_HIDDEN));
	take_answers(test, answers);
	lines_find(&faults->lines, board, answers);
	find_lines(faults);
	stuck = find_stuck(faults, test);
	find_noisy(faults, test);
	if (!bits_any(answered) && bits_count(silent) > 1) {
		add(faults, FAULT_NOTHING_WORKS, SQ_OFF_BOARD, SQ_OFF_BOARD);
		faults->bad = bits_or(faults->bad, silent);
		find_dark(faults, test);
		return;
	}
	find_dead(faults, test, stuck);
	find_moved(faults, test);
	selftest_find_ghosts(faults, test);
	find_weak(faults, test);
	if (selftest_has_both(test))
		selftest_find_readers(faults, test);
	find_dark(faults, test);
}
