/* The lamps: the host's picture in its rhythms, or darkness. */
#ifndef HARDWARE_FIRMWARE_LAMPS_H
#define HARDWARE_FIRMWARE_LAMPS_H

#include "drivers/serial/serial_message.h"

void lamps_begin(void);
/* Takes a picture; false if it is not of the whole board. */
bool lamps_show(const struct serial_lamps *lamps);
/* Sends what is due to the chain, in 5 ms during which scans and bytes go on. */
void lamps_go_on(void);

#endif
