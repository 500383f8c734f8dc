/* The logic around the controller, for nano.c alone. */
#ifndef TESTS_NANO_NANO_LOGIC_H
#define TESTS_NANO_NANO_LOGIC_H

#include "tests/nano/nano.h"

/* The controller has its firmware. */
void nano_logic_make(struct nano *nano);
void nano_logic_restart(struct nano *nano);
void nano_logic_press(struct nano *nano, int button, bool down);
uint64_t nano_logic_ns(const struct nano *nano);

#endif
