/* The paths are those of a build in the top directory, where tests run; NANO_FIRMWARE names another firmware. */
#include "tests/nano/bench.h"

#include <stdlib.h>
#include <string.h>

struct bench bench;

void bench_begin_with_all(const char *const *faults, int count)
{
	const char *firmware = getenv("NANO_FIRMWARE");

	memset(&bench, 0, sizeof bench);
	bench.nano = nano_make(firmware ? firmware : "build/firmware/nano.elf", "hardware/kicad",
			       faults, count);
	if (!bench.nano)
		exit(2);
}

void bench_begin(void)
{
	bench_begin_with_all(NULL, 0);
}

void bench_begin_with(const char *fault)
{
	bench_begin_with_all(&fault, 1);
}

void bench_end(void)
{
	nano_destroy(bench.nano);
	bench.nano = NULL;
}

static void take(const struct serial_frame *frame)
{
	if (bench.count == BENCH_FRAMES)
		exit(2);
	if (bench.count > 0 && frame->sequence != 0)
		bench.gaps +=
			(uint8_t)(frame->sequence - bench.frames[bench.count - 1].sequence - 1);
	bench.frames[bench.count++] = *frame;
}

void bench_run(unsigned ms)
{
	static uint8_t bytes[NANO_LINE];
	size_t count;

	nano_run(bench.nano, ms * UINT64_C(1000));
	count = nano_take(bench.nano, bytes, sizeof bytes);
	for (size_t i = 0; i < count; i++) {
		enum serial_heard heard = serial_decoder_take(&bench.decoder, bytes[i]);

		if (heard == SERIAL_FRAME)
			take(&bench.decoder.frame);
		bench.damaged += heard != SERIAL_FRAME && heard != SERIAL_NOTHING;
	}
}

const struct serial_frame *bench_next(uint8_t type)
{
	while (bench.at < bench.count)
		if (bench.frames[bench.at++].type == type)
			return &bench.frames[bench.at - 1];
	return NULL;
}

void bench_skip(void)
{
	bench.at = bench.count;
}

unsigned bench_frames_of(uint8_t type)
{
	unsigned count = 0;

	for (int i = 0; i < bench.count; i++)
		count += bench.frames[i].type == type;
	return count;
}

void bench_send(struct serial_frame *frame)
{
	uint8_t wire[SERIAL_WIRE];

	frame->sequence = bench.sequence++;
	nano_hear(bench.nano, wire, serial_frame_encode(frame, wire));
}

void bench_ask(uint8_t minor)
{
	struct serial_frame frame;

	serial_put_ask(&frame, SERIAL_MAJOR, minor);
	bench_send(&frame);
}

void bench_configure(uint8_t setting, uint16_t value)
{
	struct serial_configure configure = {1, {{setting, value}}};
	struct serial_frame frame;

	serial_put_configure(&frame, &configure);
	bench_send(&frame);
}

void bench_report(uint8_t wanted)
{
	struct serial_frame frame;

	serial_put_report(&frame, wanted);
	bench_send(&frame);
}

void bench_lamps(const struct serial_lamps *lamps)
{
	struct serial_frame frame;

	serial_put_lamps(&frame, lamps);
	bench_send(&frame);
}

int bench_answer(void)
{
	struct serial_answer answer;

	for (int i = bench.count - 1; i >= 0; i--)
		if (serial_get_answer(&bench.frames[i], &answer))
			return answer.sequence == (uint8_t)(bench.sequence - 1) ? answer.refusal
										: -1;
	return -1;
}
