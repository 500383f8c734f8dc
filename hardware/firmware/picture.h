/*
 * How a picture of meanings looks: colours, rhythms and what they may take of the supply. Knows nothing of
 * the controller.
 */
#ifndef HARDWARE_FIRMWARE_PICTURE_H
#define HARDWARE_FIRMWARE_PICTURE_H

#include "drivers/serial/serial_message.h"

enum { PICTURE_STEPS = 16 }; /* of a rhythm */

struct picture_colour {
	uint8_t red, green, blue;
};

/* of each meaning, as bright as it may be */
struct picture {
	struct picture_colour colours[SERIAL_LAMP_COUNT];
	uint16_t used; /* the meanings that occur, a bit each */
};

/*
 * At most so bright, and never more than all lamps together may take: what too many of them would take at the
 * brightest step of the rhythms makes all of them darker, all the time.
 */
void picture_make(struct picture *picture, const struct serial_lamps *lamps, uint8_t limit);
/* The meanings that are lit at a step, a bit each. */
uint16_t picture_lit(uint8_t step);

#endif
