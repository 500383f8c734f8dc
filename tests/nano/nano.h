/*
 * The kit in simulation: the firmware in simavr on a controller that is wired as the netlists have it, with reeds, lamps, pads
 * and buttons. Time is the controller's: nothing here asks for any other.
 */
#ifndef TESTS_NANO_NANO_H
#define TESTS_NANO_NANO_H

#include "tests/nano/lamp_chain.h"
#include "tests/nano/matrix.h"
#include "tests/nano/pad_reader.h"

#include <simavr/sim_avr.h>
#include <stddef.h>

enum { NANO_PADS = 2, NANO_BUTTONS = 2, NANO_LINE = 1 << 16, NANO_US = 16 /* cycles */ };

struct nano_input { /* a pin of the controller, or port -1: a constant level */
	int port, bit, level;
};

struct nano_shift { /* a 74HC165 */
	int part;
	int serial_from; /* which one's output goes into it; -1: none, reads 1 */
	uint8_t bits;
};

struct nano {
	avr_t *avr;
	struct wiring wiring;
	struct matrix matrix;
	struct lamp_chain lamps;
	struct pad_reader pads[NANO_PADS];
	unsigned supply_mv;
	bool pressed[NANO_BUTTONS];

	/* the controller's pins by port (B, C, D) and bit */
	uint8_t levels[3];
	struct nano_input row_inputs[4], load, clock, lamp_wire;
	struct nano_shift shifts[2];
	int last_shift; /* whose output goes to the controller */
	struct nano_input pad_selects[NANO_PADS], pad_resets[NANO_PADS];
	bool pad_wired[NANO_PADS];
	avr_irq_t *data_in, *button_in[NANO_BUTTONS], *uart_in, *spi_in, *supply_in;
	int row;

	uint8_t said[NANO_LINE], heard[NANO_LINE];
	size_t said_count, heard_count;
	bool unplugged;	    /* the cable to the host */
	uint64_t next_byte; /* cycle at which the host's next byte has come */

	/* what was seen */
	unsigned scans, restarts;
	bool is_starting;		  /* interrupts have not been allowed yet */
	uint32_t deaf_cycles;		  /* the longest time with interrupts off ... */
	uint64_t deaf_since;		  /* ... and since when they are */
	uint16_t lowest_stack, fixed_end; /* of the variables */
};

/* NULL, with a complaint, if something is missing. Directory: of the netlists. */
struct nano *nano_make(const char *firmware, const char *directory, const char *const *faults,
		       int count);
void nano_destroy(struct nano *nano);
void nano_run(struct nano *nano, uint64_t us);
void nano_run_to(struct nano *nano, uint64_t cycle);
uint64_t nano_us(const struct nano *nano);

void nano_contact(struct nano *nano, int square, bool closed);
void nano_press(struct nano *nano, int button, bool down);
void nano_supply(struct nano *nano, unsigned mv);
/* Bytes of the host, which come one after the other as the line takes them. */
void nano_hear(struct nano *nano, const uint8_t *bytes, size_t count);
/* What has been said so far. */
size_t nano_take(struct nano *nano, uint8_t *bytes, size_t room);
/* Its reset line is pulled; what was on its way is lost. */
void nano_reset(struct nano *nano);
/* It does nothing any more but go round in a circle. */
void nano_hang(struct nano *nano);

#endif
