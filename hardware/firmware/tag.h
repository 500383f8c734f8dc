/*
 * Reads the number of the tag at a pad, step by step, so that all else goes on: ISO 14443-3, type A. Each time the field is
 * switched on for it and off again, which puts every tag back to its beginning.
 */
#ifndef HARDWARE_FIRMWARE_TAG_H
#define HARDWARE_FIRMWARE_TAG_H

#include "drivers/serial/serial_message.h"

enum tag_result {
	TAG_PENDING, /* more steps are needed */
	TAG_NONE,    /* no tag, or more than one */
	TAG_READ
};

void tag_begin(uint8_t pad);
/* The next step, in less than a millisecond; `uid` is good after TAG_READ. */
enum tag_result tag_go_on(uint8_t pad, struct serial_uid *uid);

#endif
