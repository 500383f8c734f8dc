/*
 * From the lines of [table] to the driver's settings. Whether they make sense is for the driver to
 * say; it is asked without a board being there, so that a configuration can be checked anywhere.
 */
#include "daemon/config/config_driver.h"

#include "daemon/table/table.h"
#include "rules/square.h"

const struct board_driver *config_driver(const struct config *config)
{
	static const struct board_driver *const drivers[] = {
		[DRIVER_VIRTUAL] = &board_virtual,
		[DRIVER_REPLAY] = &board_replay,
		[DRIVER_REED] = &board_reed,
		[DRIVER_SERIAL] = &board_serial,
	};

	return drivers[config->driver];
}

static const char *sensors_name(unsigned sensors)
{
	static const char *const names[] = {
		[SENSOR_REED] = "reed",
		[SENSOR_RFID] = "rfid",
		[SENSOR_REED | SENSOR_RFID] = "reed+rfid",
	};

	return names[sensors];
}

size_t config_driver_settings(const struct config *config,
			      struct board_setting settings[DRIVER_SETTINGS])
{
	size_t count = config->driver_line_count;

	for (size_t i = 0; i < count; i++)
		settings[i] = (struct board_setting){config->driver_lines[i].key,
						     config->driver_lines[i].value,
						     config->driver_lines[i].line};
	if (config->driver == DRIVER_REPLAY)
		settings[count++] = (struct board_setting){"recording", config->recording, 0};
	if (config->driver == DRIVER_SERIAL) /* its board has others, perhaps, and says so */
		settings[count++] = (struct board_setting){
			"sensors", sensors_name(config->options.table.sensors), 0};
	return count;
}

int config_check_board(const struct config *config, enum board_id squares, char *why, size_t room,
		       unsigned *line)
{
	struct board_setting settings[DRIVER_SETTINGS];
	size_t count = config_driver_settings(config, settings), which = count;
	int error = config_driver(config)->check(squares, settings, count, why, room, &which);

	*line = error && which < count ? settings[which].line : 0;
	return error;
}
