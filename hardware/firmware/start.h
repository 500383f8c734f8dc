/* Why the controller started, and the watchdog that makes it start anew. */
#ifndef HARDWARE_FIRMWARE_START_H
#define HARDWARE_FIRMWARE_START_H

#include <stdint.h>

void start_begin(void);
uint8_t start_cause(void); /* an enum serial_cause */
/* Starts since power came that were not asked for. */
uint16_t start_count(void);
/* All is well: the next call must come within half a second. */
void start_go_on(void);

#endif
