/* The contacts as the host knows them: tells it each change, and all of them when it asks. */
#ifndef HARDWARE_FIRMWARE_CONTACTS_H
#define HARDWARE_FIRMWARE_CONTACTS_H

#include <stdbool.h>
#include <stdint.h>

void contacts_begin(void);
/*
 * Tells the changes that scans have seen. false if some are left for which there is no room on the line;
 * nothing that has a time may be said before them.
 */
bool contacts_tell_changes(void);
/* All changes that lie before it have been told: the time for the next frame. */
uint32_t contacts_time_us(void);
void contacts_tell_all(void);
/* Whether any has changed since the last call. */
bool contacts_have_changed(void);

#endif
