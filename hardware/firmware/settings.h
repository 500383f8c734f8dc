/* What the host has configured; as at the start until it does. */
#ifndef HARDWARE_FIRMWARE_SETTINGS_H
#define HARDWARE_FIRMWARE_SETTINGS_H

#include "drivers/serial/serial_message.h"

struct settings {
	bool configured;
	uint16_t scan_hz, heartbeat_ms, health_s, lamp_limit, dark_min;
};

extern struct settings settings;

/* All of them or none: returns 0, or an enum serial_refusal with the setting that it is about. */
uint8_t settings_change(const struct serial_configure *configure, uint8_t *about);

#endif
