/* A frame of the serial protocol in the words of hardware/vectors.txt. */
#ifndef TESTS_SUPPORT_DRIVERS_SERIAL_WORDS_H
#define TESTS_SUPPORT_DRIVERS_SERIAL_WORDS_H

#include "drivers/serial/serial_message.h"

enum { SERIAL_WORDS = 1024 };

/*
 * Spells out what a frame means, and writes it again from what was read. Returns how many readers
 * understand it, which should be one.
 */
unsigned serial_words(const struct serial_frame *frame, char text[SERIAL_WORDS],
		      struct serial_frame *again);

#endif
