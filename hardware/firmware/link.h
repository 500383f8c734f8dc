/* Frames to and from the host: numbers them, counts what is lost, sorts out what is heard twice. */
#ifndef HARDWARE_FIRMWARE_LINK_H
#define HARDWARE_FIRMWARE_LINK_H

#include "drivers/serial/serial_message.h"

/* Whether any frame can be sent now. What is sent nevertheless, and does not fit, is lost and counted. */
bool link_has_room(void);
void link_say(struct serial_frame *frame);
/* The next good frame of the host that is no repetition, or NULL; good until the next call. */
const struct serial_frame *link_hear(void);
/* Whether a good frame has been heard since the last call, be it a repetition. */
bool link_was_heard(void);

uint16_t link_dropped(void);
uint16_t link_damaged(void);

#endif
