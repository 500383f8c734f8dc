/* What the host says, and the answers. */
#ifndef HARDWARE_FIRMWARE_HOST_H
#define HARDWARE_FIRMWARE_HOST_H

#include <stdbool.h>
#include <stdint.h>

/* Answers what has come, as long as there is room for answers. */
void host_listen(void);
/* Whether it has said that it knows version 1.1, and so what a pad is. */
bool host_knows_pads(void);

#endif
