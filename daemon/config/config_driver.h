/* Passes the lines of [table] to the driver of the board. */
#ifndef DAEMON_CONFIG_CONFIG_DRIVER_H
#define DAEMON_CONFIG_CONFIG_DRIVER_H

#include "daemon/config/config.h"
#include "drivers/board/board.h"

enum { DRIVER_SETTINGS = CONFIG_LINES + 1 /* the recording, or the sensors */ };

const struct board_driver *config_driver(const struct config *config);

/* Returns how many there are; they point into the configuration. */
size_t config_driver_settings(const struct config *config,
			      struct board_setting settings[DRIVER_SETTINGS]);

#endif
