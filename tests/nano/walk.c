/*
 * A hand that puts a piece on every square of a classic board and takes it off again, on a board with faults, and what the
 * firmware makes of it as a recording: for `adjutant selftest --from`.
 *
 *     walk [--leave] [FAULT...]      faults as in wiring.h; --leave: the pieces stay where they are
 */
#include "tests/nano/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Between two pieces the recording has more time than is simulated. */
enum { STEP_US = 1800000, UP_US = 1000000, ENOUGH_MS = 25 };

static uint64_t at_us = 2000000;

static void print_square(unsigned square)
{
	printf("%c%u", 'a' + square % WIRING_COLUMNS, square / WIRING_COLUMNS + 1);
}

/* As it was when the board said all of it for the last time. */
static void print_frame(void)
{
	struct serial_contacts contacts = {0};

	for (int i = bench.count - 1; i >= 0; i--)
		if (serial_get_contacts(&bench.frames[i], &contacts))
			break;
	printf("0 frame ");
	for (int square = 0; square < WIRING_SQUARES; square++)
		printf("%s%d", square > 0 && square % WIRING_COLUMNS == 0 ? "/" : "",
		       contacts.bits[square / 8] >> square % 8 & 1);
	printf("\n");
}

/* What has changed since the last call. */
static void print_changes(uint64_t time_us)
{
	const struct serial_frame *frame;
	struct serial_changed changed;

	bench_run(ENOUGH_MS);
	while ((frame = bench_next(SERIAL_CHANGED)))
		for (unsigned i = 0; serial_get_changed(frame, &changed) && i < changed.count;
		     i++) {
			printf("%llu %s ", (unsigned long long)time_us++,
			       changed.changes[i] & SERIAL_ON ? "close" : "open");
			print_square(changed.changes[i] & 0x7Fu);
			printf("\n");
		}
}

static bool is_lake(unsigned square)
{
	unsigned column = square % WIRING_COLUMNS, row = square / WIRING_COLUMNS;

	return (row == 4 || row == 5) && (column == 2 || column == 3 || column == 6 || column == 7);
}

static void walk(bool leave)
{
	for (unsigned square = 0; square < WIRING_SQUARES; square++) {
		if (is_lake(square))
			continue;
		nano_contact(bench.nano, (int)square, true);
		print_changes(at_us);
		if (!leave) {
			nano_contact(bench.nano, (int)square, false);
			print_changes(at_us + UP_US);
		}
		at_us += STEP_US;
	}
}

int main(int argc, char **argv)
{
	bool leave = argc > 1 && strcmp(argv[1], "--leave") == 0;

	bench_begin_with_all((const char *const *)argv + 1 + leave, argc - 1 - leave);
	bench_run(200);
	printf("adjutant-recording 1\nedition classic\nsensors reed\n");
	print_frame();
	walk(leave);
	bench_end();
	return EXIT_SUCCESS;
}
