/*
 * The contacts' matrix as a circuit: resistors, diodes and closed reeds between the outputs of the 74HC42 and the inputs
 * of the 74HC165, solved for the voltages at the latter. So a diode that is missing, turned or bridged does here
 * what it would do on the board.
 */
#ifndef TESTS_NANO_MATRIX_H
#define TESTS_NANO_MATRIX_H

#include "tests/nano/wiring.h"

enum { MATRIX_INPUTS = 16, MATRIX_NONE = 15, MATRIX_ELEMENTS = 512, MATRIX_NODES = 320 };

struct matrix_element {
	enum { MATRIX_RESISTOR, MATRIX_DIODE, MATRIX_REED } kind;
	int a, b; /* nodes; a diode's anode and cathode */
	double ohms;
	int square; /* of a reed */
	bool never, always;
};

struct matrix {
	const struct wiring *wiring;
	int output_nodes[10], input_nodes[MATRIX_INPUTS];
	int element_count;
	struct matrix_element elements[MATRIX_ELEMENTS];
	bool closed[WIRING_SQUARES];
	/* what the last change has not made void */
	bool known[16];
	unsigned lows
		[16]; /* by the number that chooses a row: the inputs that are low, a bit each */
	unsigned doubtful;		 /* how often one was neither surely low nor surely high */
	unsigned unsettled;		 /* how often no state of the diodes was found */
	double lowest_high, highest_low; /* volts */
};

/* Inputs: nodes, -1 where there is none. */
void matrix_make(struct matrix *matrix, const struct wiring *wiring, int decoder,
		 const int inputs[MATRIX_INPUTS]);
void matrix_set(struct matrix *matrix, int square, bool closed);
/* The inputs that are low while a row is chosen, 10 and more: none. */
unsigned matrix_lows(struct matrix *matrix, int row);

#endif
