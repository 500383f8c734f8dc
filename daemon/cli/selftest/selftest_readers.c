/* Readers of tags beside contacts: whether each sees what stands on its square, and how soon. */
#include "daemon/cli/selftest/selftest_faults.h"
#include "daemon/cli/selftest/selftest_judge.h"
#include "rules/bits.h"
#include "rules/square.h"

static void add(struct faults *faults, enum fault_kind kind, unsigned sq, unsigned other,
		uint32_t count, uint32_t span_us)
{
	fault_add(faults, &(struct fault){.kind = (uint8_t)kind,
					  .sq = (uint8_t)sq,
					  .other = (uint8_t)other,
					  .count = count,
					  .span_us = span_us});
}

static bool has_tags(const struct selftest *test, unsigned sq)
{
	return test->probes[sq].state == PROBE_ANSWERED && bits_any(test->probes[sq].tags);
}

/* the reader that saw the piece: the square's own, or the first of the others */
static unsigned reader_of(const struct selftest *test, unsigned sq)
{
	struct bits tags = test->probes[sq].tags;

	return bits_has(tags, sq) ? sq : bits_first(tags);
}

static void find_strange(struct faults *faults, const struct selftest *test, unsigned sq)
{
	struct bits others = test->probes[sq].tags;
	unsigned reader = reader_of(test, sq);

	if (reader == sq) {
		bits_drop(&others, sq);
		while (bits_any(others))
			add(faults, FAULT_READER_REACHES, bits_take(&others), sq, 0, 0);
		return;
	}
	if (!has_tags(test, reader) || reader_of(test, reader) != sq)
		add(faults, FAULT_READER_MOVED, sq, reader, 0, 0);
	else if (sq < reader)
		add(faults, FAULT_READERS_SWAPPED, sq, reader, 0, 0);
}

/* Of a reader in the wrong place nothing can be said: it saw other pieces than its own. */
static void find_slow(struct faults *faults, const struct selftest *test, unsigned sq)
{
	const struct monitor_reader *reader = &test->monitor.readers[sq];

	if (reader_of(test, sq) != sq)
		return;
	if (reader->delay_us > FIND_SLOW_US)
		add(faults, FAULT_READER_SLOW, sq, SQ_OFF_BOARD, 0, reader->delay_us);
	if (reader->gaps >= FIND_GAPS)
		add(faults, FAULT_READER_MISSES, sq, SQ_OFF_BOARD, reader->gaps,
		    reader->longest_gap_us);
}

void selftest_find_readers(struct faults *faults, const struct selftest *test)
{
	struct bits tried = BITS_NONE, silent = BITS_NONE;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		if (test->probes[sq].state == PROBE_ANSWERED)
			bits_add(has_tags(test, sq) ? &tried : &silent, sq);
		if (has_tags(test, sq))
			find_strange(faults, test, sq);
	}
	if (!bits_any(tried) && bits_any(silent)) {
		add(faults, FAULT_NO_READER, SQ_OFF_BOARD, SQ_OFF_BOARD, 0, 0);
		return;
	}
	silent = bits_minus(silent, fault_lines(faults, FAULT_READER_LINE,
						(enum board_id)test->monitor.board,
						bits_or(tried, silent), silent));
	while (bits_any(silent))
		add(faults, FAULT_READER_SILENT, bits_take(&silent), SQ_OFF_BOARD, 0, 0);
	while (bits_any(tried))
		find_slow(faults, test, bits_take(&tried));
}
