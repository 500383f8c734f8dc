/* A simulated board on a bench: its host is the test, which speaks the protocol by hand. */
#ifndef TESTS_NANO_BENCH_H
#define TESTS_NANO_BENCH_H

#include "drivers/serial/serial_message.h"
#include "tests/nano/nano.h"

enum { BENCH_FRAMES = 8192 };

struct bench {
	struct nano *nano;
	struct serial_decoder decoder;
	struct serial_frame frames[BENCH_FRAMES]; /* all that the board has said */
	int count, at;		/* the latter: those that bench_next() has passed */
	unsigned damaged, gaps; /* frames that were, numbers that were left out */
	uint8_t sequence;	/* of the host's next frame */
};

extern struct bench bench;

/* A board without faults, or with one, that has power from now on. */
void bench_begin(void);
void bench_begin_with(const char *fault);
void bench_begin_with_all(const char *const *faults, int count);
void bench_end(void);
/* Lets time go by, and hears what is said. */
void bench_run(unsigned ms);
/* The next frame of a type after those that were returned, or NULL. */
const struct serial_frame *bench_next(uint8_t type);
void bench_skip(void); /* all that there is by now */
unsigned bench_frames_of(uint8_t type);

void bench_send(struct serial_frame *frame);
/* As a host of this minor version introduces itself, so that lamps stay lit and pads are told. */
void bench_ask(uint8_t minor);
void bench_configure(uint8_t setting, uint16_t value);
void bench_report(uint8_t wanted);
void bench_lamps(const struct serial_lamps *lamps);
/* The refusal of the last answer, 0 for an ack, -1 if there was none to the last frame. */
int bench_answer(void);

#endif
