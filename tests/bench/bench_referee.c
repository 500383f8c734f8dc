/*
 * What an input costs: noisy sessions of the original game, on each kind of board, fed to the
 * referee again and again.
 *
 *   bench_referee               nanoseconds of processor time an event, and the size of the state
 *   bench_referee --callgrind   a small load; the last line is "events N"
 *
 * The sessions are made by the tests' clumsy hands, which costs more than what is measured; so the
 * same session is replayed often, and its making is left out of the time. Under callgrind it is in,
 * with less than a tenth of the instructions.
 */
#include "tests/support/table/hands.h"

#include <stdlib.h>
#include <time.h>

enum { DOINGS = 120, SMALL_DOINGS = 12, REPLAYS = 200, SMALL_REPLAYS = 100, SESSIONS = 5 };

static struct hands hands;
static struct referee referee;

static void ignore(void *context, const struct output *output)
{
	(void)output;
	++*(uint64_t *)context;
}

static void make_session(unsigned sensors, unsigned seed, unsigned doings)
{
	unsigned edition = edition_find("original", 8);
	struct chance chance = chance_for(seed, edition, sensors);
	struct beginning beginning = {.edition = edition, .to_move = SIDE_RED};
	struct referee_options options;

	memset(beginning.side, SIDE_NONE, sizeof beginning.side);
	beginning.options = editions[edition].options;
	beginning_random_setup(&beginning, SIDE_RED, &chance);
	beginning_random_setup(&beginning, SIDE_BLUE, &chance);
	referee_options_default(&options, edition);
	options.table.sensors = (uint8_t)sensors;
	hands_begin(&hands, &beginning, &options, chance);
	for (unsigned i = 0; i < doings && hands_can_go_on(&hands); i++)
		hands_do_something(&hands);
}

/* ticks that came after a deadline only tell the time: a daemon gives none of them either */
static uint64_t replay(uint64_t *outputs)
{
	uint64_t events = 0;

	hands_prepare(&referee, &hands.options, &hands.beginning);
	for (unsigned i = 0; i < hands.count; i++) {
		if (hands.inputs[i].kind == INPUT_TICK)
			continue;
		referee_input(&referee, &hands.inputs[i], ignore, outputs);
		events++;
	}
	return events;
}

static double now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void measure(const char *name, unsigned sensors)
{
	uint64_t events = 0, outputs = 0;
	double ns = 0;

	for (unsigned seed = 1; seed <= SESSIONS; seed++) {
		double begin_ns;

		make_session(sensors, seed, DOINGS);
		begin_ns = now_ns();
		for (unsigned i = 0; i < REPLAYS / SESSIONS; i++)
			events += replay(&outputs);
		ns += now_ns() - begin_ns;
	}
	printf("%-9s %8.1f ns/event (%llu events, %llu outputs)\n", name, ns / (double)events,
	       (unsigned long long)events, (unsigned long long)outputs);
}

static void small_load(void)
{
	uint64_t events = 0, outputs = 0;

	make_session(SENSOR_REED, 1, SMALL_DOINGS);
	for (unsigned i = 0; i < SMALL_REPLAYS; i++)
		events += replay(&outputs);
	printf("events %llu\n", (unsigned long long)events);
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--callgrind") == 0) {
		small_load();
		return EXIT_SUCCESS;
	}
	measure("reed", SENSOR_REED);
	measure("rfid", SENSOR_RFID);
	measure("reed+rfid", SENSOR_REED | SENSOR_RFID);
	printf("state     %8zu bytes\n", sizeof(struct referee));
	return EXIT_SUCCESS;
}
