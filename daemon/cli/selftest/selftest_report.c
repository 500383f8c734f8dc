/* Writes the verdict of a self-test and the report file that can be sent to others. */
#include "daemon/cli/selftest/selftest_report.h"

#include "daemon/cli/base/format.h"
#include "daemon/cli/selftest/selftest_judge.h"
#include "daemon/cli/selftest/selftest_words.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <inttypes.h>

enum { VERDICT_MOST = 20 };

bool selftest_is_fine(const struct faults *faults)
{
	return faults->count == 0 && !bits_any(faults->untested);
}

/* "a1,b1": as --squares takes them */
static void print_list(FILE *to, struct bits squares)
{
	const char *comma = "";

	while (bits_any(squares)) {
		char name[SQ_NAME_SIZE];

		sq_format(bits_take(&squares), name);
		fprintf(to, "%s%s", comma, name);
		comma = ",";
	}
}

/* ---- verdict ---- */

/* Wires in the wrong order are no fault of the squares. */
static void print_sum(FILE *to, const struct faults *faults)
{
	struct bits bad = bits_and(faults->bad, faults->tried);
	unsigned tried = bits_count(faults->tried), good = tried - bits_count(bad);

	if (tried == 0)
		fprintf(to, "No square has been tried.\n");
	else if (faults->count == 0 && tried == 1)
		fprintf(to, "The square that was tried is fine.\n");
	else if (faults->count == 0)
		fprintf(to, "All %u squares that were tried are fine.\n", tried);
	else if (good == tried)
		fprintf(to, "The %u squares that were tried answer, but not all is well:\n", tried);
	else
		fprintf(to, "%u of %u squares are fine. What is not:\n", good, tried);
}

static bool were_left(const struct selftest *test)
{
	for (unsigned i = 0; i < test->count; i++)
		if (bits_any(bits_minus(test->probes[test->order[i]].standing,
					test->monitor.ignored)))
			return true;
	return false;
}

/* One piece that is moved along says nothing about diodes. */
static void print_diodes(FILE *to, const struct selftest *test, const struct faults *faults)
{
	struct bits answered = bits_minus(faults->tried, faults->bad);
	unsigned all = bits_count(answered), proved = bits_count(test->proved);

	if (!(test->monitor.sensors & SENSOR_REED) || all < 4)
		return;
	if (proved > 0)
		fprintf(to, "The diodes of %u squares were tested by it and hold.\n", proved);
	else
		fprintf(to, "Diodes were not tested%s.\n",
			were_left(test) ? ""
					: ": for that, leave the pieces on the board as you go");
}

/*
 * While a board is silent nothing is known about its squares: that must be mended before any
 * soldering.
 */
static void print_trouble(FILE *to, const struct source_board *board)
{
	if (!board->trouble[0])
		return;
	if (board->is_over)
		fprintf(to, "Meanwhile the daemon said of its board: %s.\n", board->trouble);
	else
		source_tell_board(to, board);
}

void selftest_print_verdict(FILE *to, const struct selftest *test, const struct faults *faults,
			    const struct source_board *board)
{
	char text[SENTENCE_SIZE];
	struct bits again = bits_or(faults->untested, bits_and(faults->bad, faults->tried));

	print_sum(to, faults);
	for (unsigned i = 0; i < faults->count; i++) {
		selftest_sentence(test, &faults->list[i], board->driver, text);
		fprintf(to, "  - %s.\n", text);
	}
	if (bits_any(faults->untested)) {
		format_squares(faults->untested, VERDICT_MOST, text, sizeof text);
		fprintf(to, "Not tested: %s.\n", text);
	}
	print_diodes(to, test, faults);
	print_trouble(to, board);
	if (!bits_any(again) || bits_count(again) > VERDICT_MOST)
		return;
	fprintf(to, "To try these again: adjutant selftest --squares ");
	print_list(to, again);
	fputc('\n', to);
}

/* ---- report ---- */

static const char *state_name(const struct faults *faults, const struct selftest *test, unsigned sq)
{
	static const char *const names[] = {[PROBE_UNTRIED] = "untested",
					    [PROBE_UNASKED] = "unasked",
					    [PROBE_SILENT] = "silent",
					    [PROBE_COVERED] = "covered",
					    [PROBE_HIDDEN] = "hidden"};
	unsigned state = test->probes[sq].state;

	if (state != PROBE_ANSWERED)
		return names[state];
	return bits_has(faults->bad, sq) ? "faulty" : "fine";
}

static void print_square(FILE *to, const struct selftest *test, const struct faults *faults,
			 unsigned sq)
{
	const struct selftest_probe *probe = &test->probes[sq];
	bool answered = probe->state == PROBE_ANSWERED;
	unsigned at = answered ? fault_contact(faults, test, sq) : sq;
	const struct monitor_contact *contact = &test->monitor.contacts[at];
	const struct monitor_reader *reader = &test->monitor.readers[sq];
	char name[SQ_NAME_SIZE];

	sq_format(sq, name);
	fprintf(to, "square %s %s ", name, state_name(faults, test, sq));
	print_list(to, probe->contacts);
	fprintf(to,
		"%s closing %" PRIu32 " %" PRIu32 " opening %" PRIu32 " %" PRIu32 " drops %" PRIu32
		" %" PRIu32 " strays %" PRIu32,
		bits_any(probe->contacts) ? "" : "-", contact->closing.edges,
		contact->closing.span_us, contact->opening.edges, contact->opening.span_us,
		contact->drops, contact->longest_drop_us, contact->strays);
	if (selftest_has_both(test)) {
		fprintf(to, " tag ");
		print_list(to, probe->tags);
		fprintf(to, "%s %" PRIu32 " misses %" PRIu32 " gaps %" PRIu32 " %" PRIu32,
			bits_any(probe->tags) ? "" : "-", reader->delay_us, reader->misses,
			reader->gaps, reader->longest_gap_us);
	}
	fputc('\n', to);
}

static void print_head(FILE *to, const struct selftest *test, const struct source_board *source,
		       const char *version)
{
	static const char *const sensors[] = {[SENSOR_REED] = "reed",
					      [SENSOR_RFID] = "rfid",
					      [SENSOR_REED | SENSOR_RFID] = "reed+rfid"};
	const struct board *board = &boards[test->monitor.board];

	fprintf(to, "adjutant-selftest 1\nprogram adjutant %s\ndriver %s\nsensors %s\n", version,
		source->driver, sensors[test->monitor.sensors]);
	fprintf(to, "board %u columns %u rows\n", board->columns, board->rows);
	if (source->trouble[0])
		fprintf(to, "%s %s\n", source->is_over ? "trouble-before" : "trouble",
			source->trouble);
}

void selftest_print_report(FILE *to, const struct selftest *test, const struct faults *faults,
			   const struct source_board *board, const char *version)
{
	char text[SENTENCE_SIZE];

	print_head(to, test, board, version);
	fprintf(to, "tried %u\nfaults %u\n", bits_count(faults->tried), faults->count);
	for (unsigned i = 0; i < faults->count; i++) {
		selftest_sentence(test, &faults->list[i], board->driver, text);
		fprintf(to, "fault %s\n", text);
	}
	fprintf(to, "diodes-proved %u\n", bits_count(test->proved));
	fprintf(to,
		"# square NAME STATE CONTACTS closing EDGES SPAN opening EDGES SPAN drops COUNT "
		"LONGEST strays EDGES");
	fprintf(to, "%s; spans in microseconds\n",
		selftest_has_both(test) ? " tag READERS DELAY misses COUNT gaps COUNT LONGEST"
					: "");
	for (unsigned i = 0; i < test->count; i++)
		print_square(to, test, faults, test->order[i]);
}
