/*
 * The settings of a serial board:
 *
 *   port = auto            or /dev/ttyACM0, /dev/serial/by-id/...; auto looks at all USB ones
 *   usb = 2341:0043        auto looks only at devices with this vendor and product
 *   baud = 115200          as the firmware has it; boards with USB of their own do not care
 *   scan-hz = 500          as the board has it, if not set
 *   a1 = near-left         which corner of the board a1 is, if its first square is near-left
 *   brightness = 96        of the lamps, if the board has any: 0 (dark) to 255
 *   dark-minutes = 30      after which they go dark if nothing happens; 0 is never
 *   sensors = reed         or rfid, reed+rfid: what the board must have; any, if not set
 */
#ifndef DRIVERS_SERIAL_SERIAL_SETTINGS_H
#define DRIVERS_SERIAL_SERIAL_SETTINGS_H

#include "drivers/board/board.h"

enum { SERIAL_PATH = 256 };

struct serial_settings {
	char port[SERIAL_PATH]; /* "": auto */
	bool has_usb;
	unsigned vendor, product;
	unsigned baud;
	unsigned scan_hz;		   /* 0: as the board has it */
	unsigned corner;		   /* SERIAL_A1_RIGHT, SERIAL_A1_FAR */
	unsigned brightness, dark_minutes; /* of the lamps */
	unsigned sensors;		   /* SERIAL_REEDS, SERIAL_READERS; 0: any */
};

/* Returns 0, or -EINVAL with a sentence and the index of the setting that it is about. */
int serial_settings_read(struct serial_settings *settings, const struct board_setting *lines,
			 size_t count, char *why, size_t room, size_t *which);

#endif
