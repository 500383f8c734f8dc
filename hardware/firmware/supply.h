/* The lamps' five volts, which are those of the whole board. */
#ifndef HARDWARE_FIRMWARE_SUPPLY_H
#define HARDWARE_FIRMWARE_SUPPLY_H

#include <stdbool.h>
#include <stdint.h>

void supply_begin(void);
/* Looks at it ten times a second. */
void supply_measure(void);
uint16_t supply_mv(void);
bool supply_is_low(void);
/* Whether it has become low, or is no longer, since the last call. */
bool supply_has_changed(void);

#endif
