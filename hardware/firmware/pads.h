/*
 * The two pads to which a piece is held: tells each tag that comes and goes. They are optional: if neither answers at the
 * start, the board has none.
 */
#ifndef HARDWARE_FIRMWARE_PADS_H
#define HARDWARE_FIRMWARE_PADS_H

#include <stdbool.h>
#include <stdint.h>

void pads_begin(void);
uint8_t pads_count(void);
/* One step of one pad. */
void pads_go_on(void);
/* Whether one has fallen silent or answers again since the last call. */
bool pads_have_changed(void);
/* Whether a tag has come or gone since the last call. */
bool pads_were_used(void);
/* Sets the bits of those that do not answer; returns how many bytes that takes. */
uint8_t pads_put_silent(uint8_t *bits);

#endif
