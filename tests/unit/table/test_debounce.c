/*
 * Debouncing, as a scanned board does it: rows of time, input and expected change.
 *
 * Every case is run at several scan rates, each with several phases of the scan against the rows,
 * in smooth time (time is told at every scan) and in jumping time (only when something has changed
 * or is due), and is followed by a silent minute in which nothing else may happen. The scan sees
 * the level at its own instants only, so a change may come up to one scan late; whatever else
 * differs between rates is a defect. What a scan cannot promise is left out by applies(): pulses
 * whose length is within two scans of the debounce time, and chatter that falls between two scans.
 */
#include "tests/support/table/debounced.h"

#include <stdio.h>
#include <string.h>

enum {
	ROWS_MAX = 64,
	PHASES = 5,
	BEGINNING_US = 100 * MS /* before the first row, so that any phase fits */
};

static const unsigned rates_hz[] = {100, 200, 500, 1000, 2000};

enum { RATES = sizeof rates_hz / sizeof *rates_hz };

/* 'A' square A closes, 'a' it opens, 'B' and 'b' likewise, '-' nothing */
struct row {
	uint32_t t_us;
	char input, expected;
};

struct debounce_case {
	const char *name;
	uint32_t debounce_ms;
	unsigned rates; /* at how many it must apply at least */
	struct row rows[ROWS_MAX];
};

void setUp(void)
{
}

void tearDown(void)
{
}

/* ---- the rows, as a level that can be scanned ---- */

static unsigned sq_of(char what)
{
	return what == 'A' || what == 'a' ? SQ_A : SQ_B;
}

static bool is_row(const struct row *row)
{
	return row->input != '\0';
}

static bool level_at(const struct debounce_case *test, unsigned sq, uint64_t t_us)
{
	bool closed = false;

	for (const struct row *row = test->rows; is_row(row); row++)
		if (row->input != '-' && sq_of(row->input) == sq &&
		    row->t_us + BEGINNING_US <= t_us)
			closed = row->input < 'a';
	return closed;
}

static uint64_t end_of(const struct debounce_case *test)
{
	uint64_t end_us = 0;

	for (const struct row *row = test->rows; is_row(row); row++)
		end_us = row->t_us;
	return end_us + BEGINNING_US + test->debounce_ms * MS;
}

/* ---- what a scan can promise ---- */

/* a run of edges closer together than the debounce time */
struct burst {
	uint32_t first_us, last_us, last_gap_us, least_gap_us;
};

static bool burst_is_fair(const struct burst *burst, uint32_t scan_us, uint32_t debounce_us)
{
	uint32_t length_us = burst->last_us - burst->first_us;

	if (length_us <= scan_us)
		return true;
	if (length_us + scan_us >= debounce_us && burst->least_gap_us < scan_us)
		return false; /* may look like rest in the middle */
	return burst->last_gap_us >= scan_us;
}

static bool square_is_fair(const struct debounce_case *test, unsigned sq, uint32_t scan_us)
{
	uint32_t debounce_us = test->debounce_ms * MS;
	struct burst burst = {.least_gap_us = UINT32_MAX};
	bool any = false;

	for (const struct row *row = test->rows; is_row(row); row++) {
		uint32_t gap_us = row->t_us - burst.last_us;

		if (row->input == '-' || sq_of(row->input) != sq)
			continue;
		if (any && gap_us + 2 * scan_us > debounce_us && gap_us < debounce_us + 2 * scan_us)
			return false;
		if (!any || gap_us >= debounce_us) {
			if (any && !burst_is_fair(&burst, scan_us, debounce_us))
				return false;
			burst = (struct burst){row->t_us, row->t_us, 0, UINT32_MAX};
		} else {
			burst.last_gap_us = gap_us;
			if (gap_us < burst.least_gap_us)
				burst.least_gap_us = gap_us;
			burst.last_us = row->t_us;
		}
		any = true;
	}
	return !any || burst_is_fair(&burst, scan_us, debounce_us);
}

static bool applies(const struct debounce_case *test, uint32_t scan_us)
{
	return square_is_fair(test, SQ_A, scan_us) && square_is_fair(test, SQ_B, scan_us);
}

/* ---- the table ---- */

static void scan(struct table *table, const struct debounce_case *test, uint64_t t_us)
{
	struct finding finding;

	table_contact(table, t_us, SQ_A, level_at(test, SQ_A, t_us));
	table_contact(table, t_us, SQ_B, level_at(test, SQ_B, t_us));
	TEST_ASSERT_FALSE_MESSAGE(table_take(table, &finding), "no edge is a change by itself");
}

static bool scan_sees_change(const struct debounce_case *test, uint64_t before_us, uint64_t t_us)
{
	return level_at(test, SQ_A, before_us) != level_at(test, SQ_A, t_us) ||
	       level_at(test, SQ_B, before_us) != level_at(test, SQ_B, t_us);
}

static void silence(struct table *table, uint64_t t_us, uint32_t scan_us, struct changes *changes)
{
	unsigned count = changes->count;

	for (uint64_t end_us = t_us + SILENCE_US; t_us <= end_us; t_us += scan_us)
		run_until(table, t_us, changes);
	TEST_ASSERT_EQUAL_MESSAGE(count, changes->count, "the silent minute was not silent");
	TEST_ASSERT_EQUAL_UINT64_MESSAGE(TABLE_NEVER, table_deadline(table), "nothing is due");
}

static void run(const struct debounce_case *test, uint32_t scan_us, uint64_t phase_us, bool smooth,
		struct changes *changes)
{
	struct table table;
	uint64_t end_us = end_of(test) + 2 * scan_us;

	changes->count = 0;
	begin(&table, test->debounce_ms);
	for (uint64_t t_us = phase_us + scan_us; t_us <= end_us; t_us += scan_us) {
		if (!smooth && !scan_sees_change(test, t_us - scan_us, t_us))
			continue;
		run_until(&table, t_us, changes);
		scan(&table, test, t_us);
	}
	run_until(&table, end_us, changes);
	silence(&table, end_us, smooth ? scan_us : SILENCE_US, changes);
}

/* ---- verdicts ---- */

static const char *place(const struct debounce_case *test, uint32_t scan_us, bool smooth)
{
	static char text[120];

	snprintf(text, sizeof text, "%s, debounce %u ms, scan %u us, %s", test->name,
		 (unsigned)test->debounce_ms, (unsigned)scan_us, smooth ? "smooth" : "jumping");
	return text;
}

static void check(const struct debounce_case *test, const struct changes *changes, uint32_t scan_us,
		  bool smooth)
{
	const char *where = place(test, scan_us, smooth);
	unsigned n = 0;

	for (const struct row *row = test->rows; is_row(row); row++) {
		uint64_t expected_us = row->t_us + BEGINNING_US;

		if (row->expected == '-')
			continue;
		TEST_ASSERT_LESS_THAN_MESSAGE(changes->count, n, where);
		TEST_ASSERT_EQUAL_INT8_MESSAGE(row->expected, changes->list[n].what, where);
		TEST_ASSERT_UINT64_WITHIN_MESSAGE(scan_us, expected_us, changes->list[n].t_us,
						  where);
		n++;
	}
	TEST_ASSERT_EQUAL_MESSAGE(n, changes->count, where);
}

static void check_at(const struct debounce_case *test, uint32_t scan_us)
{
	for (unsigned phase = 0; phase < PHASES; phase++) {
		uint64_t phase_us = (uint64_t)phase * scan_us / PHASES + phase;
		struct changes smooth, jumping;

		run(test, scan_us, phase_us, true, &smooth);
		check(test, &smooth, scan_us, true);
		run(test, scan_us, phase_us, false, &jumping);
		check(test, &jumping, scan_us, false);
		for (unsigned i = 0; i < smooth.count; i++)
			TEST_ASSERT_EQUAL_UINT64(smooth.list[i].t_us, jumping.list[i].t_us);
	}
}

static void check_case(const struct debounce_case *test)
{
	unsigned rates = 0;

	for (unsigned i = 0; i < RATES; i++) {
		uint32_t scan_us = 1000 * MS / rates_hz[i];

		if (!applies(test, scan_us))
			continue;
		rates++;
		check_at(test, scan_us);
	}
	TEST_ASSERT_EQUAL_MESSAGE(test->rates, rates, test->name);
}

/* ---- cases ---- */

/* clang-format off */
static void test_clean_press_and_release(void)
{
	static const struct debounce_case tests[] = {
		{"clean", 20, 5, {
			{     0, 'A', '-'},
			{ 20000, '-', 'A'},
			{500000, 'a', '-'},
			{520000, '-', 'a'}}},
		{"clean, shortest setting", 1, 5, {
			{     0, 'A', '-'},
			{  1000, '-', 'A'},
			{500000, 'a', '-'},
			{501000, '-', 'a'}}},
		{"clean, long setting", 200, 5, {
			{     0, 'A', '-'},
			{200000, '-', 'A'},
			{500000, 'a', '-'},
			{700000, '-', 'a'}}},
	};

	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
		check_case(&tests[i]);
}

static void test_bounce_of_5_ms(void)
{
	static const struct debounce_case tests[] = {
		{"bounce", 20, 4, {
			{     0, 'A', '-'},
			{   400, 'a', '-'},
			{   900, 'A', '-'},
			{  2900, 'a', '-'},
			{  5000, 'A', '-'},
			{ 25000, '-', 'A'},
			{500000, 'a', '-'},
			{500600, 'A', '-'},
			{502700, 'a', '-'},
			{522700, '-', 'a'}}},
		{"bounce, scanned slowly", 50, 5, {
			{     0, 'A', '-'},
			{   400, 'a', '-'},
			{   900, 'A', '-'},
			{  2900, 'a', '-'},
			{  5000, 'A', '-'},
			{ 55000, '-', 'A'},
			{500000, 'a', '-'},
			{500600, 'A', '-'},
			{502700, 'a', '-'},
			{552700, '-', 'a'}}},
	};

	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
		check_case(&tests[i]);
}

static void test_chatter_of_150_ms(void)
{
	static const struct debounce_case tests[] = {
		{"chatter", 20, 4, {
			{     0, 'A', '-'}, {  7000, 'a', '-'}, { 16000, 'A', '-'}, { 22000, 'a', '-'},
			{ 31000, 'A', '-'}, { 41000, 'a', '-'}, { 47000, 'A', '-'}, { 56000, 'a', '-'},
			{ 64000, 'A', '-'}, { 74000, 'a', '-'}, { 82000, 'A', '-'}, { 88000, 'a', '-'},
			{ 97000, 'A', '-'}, {107000, 'a', '-'}, {114000, 'A', '-'}, {124000, 'a', '-'},
			{133000, 'A', '-'}, {141000, 'a', '-'}, {150000, 'A', '-'}, {170000, '-', 'A'},
			{500000, 'a', '-'}, {507000, 'A', '-'}, {515000, 'a', '-'}, {525000, 'A', '-'},
			{534000, 'a', '-'}, {544000, 'A', '-'}, {551000, 'a', '-'}, {571000, '-', 'a'}}},
		{"chatter that leaves it open", 20, 4, {
			{     0, 'A', '-'}, {  7000, 'a', '-'}, { 16000, 'A', '-'}, { 22000, 'a', '-'},
			{ 31000, 'A', '-'}, { 41000, 'a', '-'}, { 47000, 'A', '-'}, { 56000, 'a', '-'},
			{ 64000, 'A', '-'}, { 74000, 'a', '-'}, { 82000, 'A', '-'}, { 88000, 'a', '-'}}},
		{"slow chatter", 50, 5, {
			{     0, 'A', '-'}, { 22000, 'a', '-'}, { 41000, 'A', '-'}, { 70000, 'a', '-'},
			{ 91000, 'A', '-'}, {110000, 'a', '-'}, {139000, 'A', '-'}, {150000, 'a', '-'},
			{179000, 'A', '-'}, {229000, '-', 'A'}}},
	};

	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
		check_case(&tests[i]);
}

/* how near to the debounce time a pulse may be depends on the rate: all rates see the far ones,
 * only fast ones the near ones */
static void test_pulses_about_the_debounce_time(void)
{
	static const struct debounce_case tests[] = {
		{"too short by a millisecond", 20, 1, {{0, 'A', '-'}, {19000, 'a', '-'}}},
		{"too short by two", 20, 2, {{0, 'A', '-'}, {18000, 'a', '-'}}},
		{"too short by four", 20, 3, {{0, 'A', '-'}, {16000, 'a', '-'}}},
		{"too short by ten", 20, 4, {{0, 'A', '-'}, {10000, 'a', '-'}}},
		{"too short by twenty", 50, 5, {{0, 'A', '-'}, {30000, 'a', '-'}}},
		{"long enough by a millisecond", 20, 1, {
			{0, 'A', '-'}, {20000, '-', 'A'}, {21000, 'a', '-'}, {41000, '-', 'a'}}},
		{"long enough by two", 20, 2, {
			{0, 'A', '-'}, {20000, '-', 'A'}, {22000, 'a', '-'}, {42000, '-', 'a'}}},
		{"long enough by four", 20, 3, {
			{0, 'A', '-'}, {20000, '-', 'A'}, {24000, 'a', '-'}, {44000, '-', 'a'}}},
		{"long enough by ten", 20, 4, {
			{0, 'A', '-'}, {20000, '-', 'A'}, {30000, 'a', '-'}, {50000, '-', 'a'}}},
		{"long enough by twenty", 20, 5, {
			{0, 'A', '-'}, {20000, '-', 'A'}, {40000, 'a', '-'}, {60000, '-', 'a'}}},
		{"a gap too short", 20, 4, {
			{0, 'A', '-'}, {20000, '-', 'A'}, {50000, 'a', '-'}, {60000, 'A', '-'}}},
		{"a gap long enough", 20, 5, {
			{0, 'A', '-'}, {20000, '-', 'A'}, {50000, 'a', '-'}, {70000, '-', 'a'},
			{90000, 'A', '-'}, {110000, '-', 'A'}}},
	};

	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
		check_case(&tests[i]);
}

/* a piece carried low over the square */
static void test_low_passes_of_5_to_80_ms(void)
{
	static const struct debounce_case tests[] = {
		{"5 ms", 20, 4, {{0, 'A', '-'}, {5000, 'a', '-'}}},
		{"5 ms, scanned slowly", 25, 5, {{0, 'A', '-'}, {5000, 'a', '-'}}},
		{"10 ms", 20, 4, {{0, 'A', '-'}, {10000, 'a', '-'}}},
		{"40 ms", 20, 5, {
			{0, 'A', '-'}, {20000, '-', 'A'}, {40000, 'a', '-'}, {60000, '-', 'a'}}},
		{"80 ms", 20, 5, {
			{0, 'A', '-'}, {20000, '-', 'A'}, {80000, 'a', '-'}, {100000, '-', 'a'}}},
		{"80 ms are nothing", 100, 5, {{0, 'A', '-'}, {80000, 'a', '-'}}},
		{"5 ms every 60 ms", 20, 4, {
			{0, 'A', '-'}, {5000, 'a', '-'}, {60000, 'A', '-'}, {65000, 'a', '-'},
			{120000, 'A', '-'}, {125000, 'a', '-'}}},
	};

	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
		check_case(&tests[i]);
}

static void test_two_squares_do_not_disturb_each_other(void)
{
	static const struct debounce_case tests[] = {
		{"in turn", 20, 5, {
			{     0, 'A', '-'}, { 20000, '-', 'A'}, {100000, 'B', '-'}, {120000, '-', 'B'},
			{200000, 'a', '-'}, {220000, '-', 'a'}, {300000, 'b', '-'}, {320000, '-', 'b'}}},
		{"one lifted, one set down, overlapping", 50, 5, {
			{     0, 'A', '-'}, { 50000, '-', 'A'}, {100000, 'a', '-'}, {125000, 'B', '-'},
			{150000, '-', 'a'}, {175000, '-', 'B'}}},
		{"set down before it is seen lifted", 50, 5, {
			{     0, 'A', '-'}, { 50000, '-', 'A'}, {100000, 'B', '-'}, {125000, 'a', '-'},
			{150000, '-', 'B'}, {175000, '-', 'a'}}},
		{"chatter beside a clean press", 20, 4, {
			{     0, 'A', '-'}, {  6000, 'a', '-'}, { 10000, 'B', '-'}, { 14000, 'A', '-'},
			{ 22000, 'a', '-'}, { 30000, '-', 'B'}, { 31000, 'A', '-'}, { 41000, 'a', '-'},
			{ 47000, 'A', '-'}, { 67000, '-', 'A'}, {100000, 'b', '-'}, {120000, '-', 'b'}}},
	};

	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
		check_case(&tests[i]);
}
/* clang-format on */

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_clean_press_and_release);
	RUN_TEST(test_bounce_of_5_ms);
	RUN_TEST(test_chatter_of_150_ms);
	RUN_TEST(test_pulses_about_the_debounce_time);
	RUN_TEST(test_low_passes_of_5_to_80_ms);
	RUN_TEST(test_two_squares_do_not_disturb_each_other);
	return UNITY_END();
}
