/* Parses the [table] keys of a serial board and checks that they make sense together. */
#include "drivers/serial/serial_settings.h"

#include "drivers/board/corner.h"
#include "drivers/serial/serial_message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCAN_HZ_MIN = 20, SCAN_HZ_MAX = 10000, BRIGHTNESS_MAX = 255, DARK_MAX = 600 };

static bool read_number(const char *text, unsigned *number)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	*number = (unsigned)value;
	return text[0] >= '0' && text[0] <= '9' && *end == '\0' && value < 10000000;
}

static const char *read_port(struct serial_settings *settings, const char *value)
{
	if (strcmp(value, "auto") == 0)
		settings->port[0] = '\0';
	else if (strncmp(value, "/dev/", 5) == 0 && strlen(value) < sizeof settings->port)
		memcpy(settings->port, value, strlen(value) + 1);
	else
		return "port is auto or the path of a serial port, such as /dev/ttyACM0";
	return NULL;
}

static const char *read_usb(struct serial_settings *settings, const char *value)
{
	int length = 0;

	settings->has_usb =
		strspn(value, "0123456789abcdefABCDEF:") == 9 && value[4] == ':' &&
		sscanf(value, "%4x:%4x%n", &settings->vendor, &settings->product, &length) == 2 &&
		length == 9 && value[9] == '\0';
	return settings->has_usb ? NULL
				 : "usb is vendor:product as lsusb lists them, such as 2341:0043";
}

static const char *read_baud(struct serial_settings *settings, const char *value)
{
	static const unsigned rates[] = {9600,	 19200,	 38400,	 57600,	 115200,  230400,
					 250000, 460800, 500000, 921600, 1000000, 2000000};

	if (read_number(value, &settings->baud))
		for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
			if (rates[i] == settings->baud)
				return NULL;
	return "baud is one of 9600, 19200, 38400, 57600, 115200, 230400, 250000, 460800, 500000, "
	       "921600, 1000000 and 2000000";
}

static const char *read_scan_hz(struct serial_settings *settings, const char *value)
{
	if (read_number(value, &settings->scan_hz) && settings->scan_hz >= SCAN_HZ_MIN &&
	    settings->scan_hz <= SCAN_HZ_MAX)
		return NULL;
	return "scan-hz is how often a second the board looks at its contacts, from 20 to 10000";
}

static const char *read_a1(struct serial_settings *settings, const char *value)
{
	for (settings->corner = 0; corner_words[settings->corner]; settings->corner++)
		if (strcmp(value, corner_words[settings->corner]) == 0)
			return NULL;
	return "a1 is near-left, near-right, far-left or far-right";
}

static const char *read_brightness(struct serial_settings *settings, const char *value)
{
	if (read_number(value, &settings->brightness) && settings->brightness <= BRIGHTNESS_MAX)
		return NULL;
	return "brightness is that of the lamps, from 0 (dark) to 255";
}

static const char *read_dark_minutes(struct serial_settings *settings, const char *value)
{
	if (read_number(value, &settings->dark_minutes) && settings->dark_minutes <= DARK_MAX)
		return NULL;
	return "dark-minutes is after how many minutes of rest the lamps go dark, from 0 (never) to "
	       "600";
}

static const char *read_sensors(struct serial_settings *settings, const char *value)
{
	bool both = strcmp(value, "reed+rfid") == 0;

	settings->sensors = (both || strcmp(value, "reed") == 0 ? SERIAL_REEDS : 0) |
			    (both || strcmp(value, "rfid") == 0 ? SERIAL_READERS : 0);
	return settings->sensors ? NULL : "sensors is reed, rfid or reed+rfid";
}

static const struct {
	const char *key;
	const char *(*read)(struct serial_settings *settings, const char *value);
} keys[] = {{"port", read_port},
	    {"usb", read_usb},
	    {"baud", read_baud},
	    {"scan-hz", read_scan_hz},
	    {"a1", read_a1},
	    {"brightness", read_brightness},
	    {"dark-minutes", read_dark_minutes}};

enum { KEYS = sizeof keys / sizeof *keys };

static const char *read_line(struct serial_settings *settings, const struct board_setting *line)
{
	for (size_t i = 0; i < KEYS; i++)
		if (strcmp(line->key, keys[i].key) == 0)
			return keys[i].read(settings, line->value);
	/* not a key of this driver: the daemon has it for all drivers, and passes it on */
	if (strcmp(line->key, "sensors") == 0)
		return read_sensors(settings, line->value);
	return "a serial board has no such setting: it has port, usb, baud, scan-hz, a1, "
	       "brightness and dark-minutes";
}

static size_t find(const struct board_setting *lines, size_t count, const char *key)
{
	size_t i = 0;

	while (i < count && strcmp(lines[i].key, key) != 0)
		i++;
	return i;
}

int serial_settings_read(struct serial_settings *settings, const struct board_setting *lines,
			 size_t count, char *why, size_t room, size_t *which)
{
	const char *wrong = NULL;

	*settings = (struct serial_settings){.baud = 115200, .brightness = 96, .dark_minutes = 30};
	for (*which = 0; *which < count; ++*which) {
		wrong = read_line(settings, &lines[*which]);
		if (wrong)
			break;
	}
	if (!wrong && settings->has_usb && settings->port[0]) {
		*which = find(lines, count, "usb");
		wrong = "usb is for port = auto: a port that is named needs no search";
	}
	if (!wrong)
		return 0;
	snprintf(why, room, "%s", wrong);
	return -EINVAL;
}
