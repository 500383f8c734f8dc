/* What must fit together, whichever line comes first. Each complaint names the line to change. */
#include "daemon/config/config_inside.h"

enum { MQTT_TLS_PORT = 8883, WHY_LONGEST = 2 * VALUE_LONGEST };

/*
 * The driver names the first line that it objects to; a missing key has no line but the driver's.
 */
static void check_driver(struct reading *reading, unsigned driver_line)
{
	const struct config *config = &reading->config;
	char why[WHY_LONGEST];
	unsigned line;

	if (config_check_board(config, editions[config->options.edition].board, why, sizeof why,
			       &line))
		config_complain(reading, line ? line : driver_line, "%s", why);
}

static void check_table(struct reading *reading)
{
	const struct config *config = &reading->config;
	unsigned driver = config_line_of(reading, "table", "driver");
	bool has_recording = config->recording[0] != '\0';

	if (reading->board_is_unclear)
		return;
	if (config->driver == DRIVER_REPLAY && !has_recording)
		config_complain(reading, driver,
				"driver = replay needs to be told what to play: recording = FILE");
	else if (config->driver != DRIVER_REPLAY && has_recording)
		config_complain(reading, config_line_of(reading, "table", "recording"),
				"recording is for driver = replay, and the driver is %s",
				config_driver_name(config->driver));
	else
		check_driver(reading, driver);
}

static void check_two_ports(struct reading *reading, const char *name, uint16_t port,
			    const char *other, uint16_t other_port)
{
	unsigned line = config_line_of(reading, "network", other);

	if (port != 0 && port == other_port)
		config_complain(reading, line ? line : config_line_of(reading, "network", name),
				"%s and %s cannot both be %u", name, other, (unsigned)port);
}

static void check_ports(struct reading *reading)
{
	uint16_t http = reading->config.http_port, websocket = reading->config.websocket_port;
	uint16_t mqtt = reading->config.mqtt_port;

	check_two_ports(reading, "http-port", http, "websocket-port", websocket);
	check_two_ports(reading, "http-port", http, "mqtt-port", mqtt);
	check_two_ports(reading, "websocket-port", websocket, "mqtt-port", mqtt);
}

/* Two keys that are useless without each other. */
static void check_pair(struct reading *reading, const char *name, const char *value,
		       const char *partner, const char *partner_value)
{
	if (value[0] != '\0' && partner_value[0] == '\0' &&
	    config_line_of(reading, "broker", partner) == 0)
		config_complain(reading, config_line_of(reading, "broker", name),
				"%s needs a %s beside it", name, partner);
}

static void check_broker(struct reading *reading)
{
	const struct config *config = &reading->config;

	check_pair(reading, "certificate", config->certificate, "private-key", config->private_key);
	check_pair(reading, "private-key", config->private_key, "certificate", config->certificate);
}

static void check_uplink(struct reading *reading)
{
	struct config *config = &reading->config;
	unsigned user = config_line_of(reading, "uplink", "user");
	unsigned ca = config_line_of(reading, "uplink", "ca");
	unsigned password = config_line_of(reading, "uplink", "password-file");

	if (config->uplink_tls && config_line_of(reading, "uplink", "port") == 0)
		config->uplink_port = MQTT_TLS_PORT;
	if (config->uplink_ca[0] != '\0' && !config->uplink_tls)
		config_complain(reading, ca, "ca is of use with tls = on only");
	if (config->uplink_password_file[0] != '\0' && config->uplink_user[0] == '\0')
		config_complain(reading, password, "password-file needs a user beside it");
	if (config->uplink_user[0] != '\0' && config->uplink_host[0] == '\0' &&
	    config_line_of(reading, "uplink", "host") == 0)
		config_complain(reading, user, "user needs the host of a club's broker beside it");
}

void config_check(struct reading *reading)
{
	check_table(reading);
	check_ports(reading);
	check_broker(reading);
	check_uplink(reading);
}
