/* The two buttons: told when one goes down and when it comes up. */
#ifndef HARDWARE_FIRMWARE_BUTTONS_H
#define HARDWARE_FIRMWARE_BUTTONS_H

#include <stdbool.h>

void buttons_begin(void);
void buttons_look(void);
bool buttons_have_changed(void);

#endif
