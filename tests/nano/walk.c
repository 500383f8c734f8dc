/*
 * A hand that puts a piece on every square of a classic board and takes it off again, on a board with faults, and what the
 * firmware makes of it as a recording: for `adjutant selftest --from`.
 *
 *     walk [--leave] [FAULT...]      faults as in wiring.h; --leave: the pieces stay where they are
 *
 * Beside those a contact may be weak: "chatter e4" when a piece comes, "flutter e4" while it stands, "noise e4" without any.
 */
#include "tests/nano/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Between two pieces the recording has more time than is simulated. */
enum {
	STEP_US = 1800000,
	UP_US = 1000000,
	ENOUGH_MS = 25,
	WEAK_MS = 12,
	WEAK_EDGES = 20,
	NOISY_EDGES = 50
};

enum weakness { CHATTERS, FLUTTERS, IS_NOISY, WEAKNESSES };

static const char *const weaknesses[WEAKNESSES] = {"chatter", "flutter", "noise"};
static int weak[WEAKNESSES] = {-1, -1, -1}; /* the square of each */

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

/* What has changed since the last call, by the board's times from the first change on. */
static void print_changes(uint64_t time_us)
{
	const struct serial_frame *frame;
	struct serial_changed changed;
	uint32_t first_us = 0;
	bool any = false;

	bench_run(ENOUGH_MS);
	while ((frame = bench_next(SERIAL_CHANGED)))
		for (unsigned i = 0; serial_get_changed(frame, &changed) && i < changed.count;
		     i++) {
			first_us = any ? first_us : changed.t_us;
			any = true;
			printf("%llu %s ", (unsigned long long)time_us + (changed.t_us - first_us),
			       changed.changes[i] & SERIAL_ON ? "close" : "open");
			print_square(changed.changes[i] & 0x7Fu);
			printf("\n");
		}
}

/* It ends as it began. */
static void move_by_itself(unsigned square, bool closed, int edges)
{
	for (int i = 0; i < edges; i++) {
		closed = !closed;
		nano_contact(bench.nano, (int)square, closed);
		bench_run(WEAK_MS);
	}
}

static void set_down(unsigned square)
{
	nano_contact(bench.nano, (int)square, true);
	if (weak[CHATTERS] == (int)square)
		move_by_itself(square, true, WEAK_EDGES);
	print_changes(at_us);
	if (weak[FLUTTERS] != (int)square)
		return;
	at_us += STEP_US;
	move_by_itself(square, true, WEAK_EDGES);
	print_changes(at_us);
}

static void lift(unsigned square)
{
	nano_contact(bench.nano, (int)square, false);
	print_changes(at_us + UP_US);
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
		set_down(square);
		if (!leave)
			lift(square);
		at_us += STEP_US;
	}
}

/* Whether a word was of a weak contact; else it is a fault of the wiring. */
static bool take_weakness(const char *word)
{
	for (int i = 0; i < WEAKNESSES; i++) {
		size_t length = strlen(weaknesses[i]);

		if (strncmp(word, weaknesses[i], length) != 0 || word[length] != ' ')
			continue;
		weak[i] = word[length + 1] - 'a' + (atoi(word + length + 2) - 1) * WIRING_COLUMNS;
		return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	bool leave = argc > 1 && strcmp(argv[1], "--leave") == 0;
	int count = 0;

	for (int i = 1 + leave; i < argc; i++)
		if (!take_weakness(argv[i]))
			argv[count++] = argv[i];
	bench_begin_with_all((const char *const *)argv, count);
	bench_run(200);
	printf("adjutant-recording 1\nedition classic\nsensors reed\n");
	print_frame();
	if (weak[IS_NOISY] >= 0)
		move_by_itself((unsigned)weak[IS_NOISY], false, NOISY_EDGES);
	print_changes(at_us);
	at_us += STEP_US;
	walk(leave);
	bench_end();
	return EXIT_SUCCESS;
}
