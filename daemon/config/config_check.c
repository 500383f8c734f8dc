/* What must fit together, whichever line comes first. Each complaint names the line to change. */
#include "daemon/config/config.h"
#include "daemon/config/config_inside.h"
#include "rules/edition.h"

enum { MQTT_TLS_PORT = 8883, WHY_LONGEST = 2 * VALUE_LONGEST };

/*
 * The driver names the first line that it objects to; a missing key has no line but the driver's.
 */
static void check_driver(struct config_reader *reader, unsigned driver_line)
{
	const struct config *config = &reader->config;
	char why[WHY_LONGEST];
	unsigned line;

	if (config_check_board(config, editions[config->options.edition].board, why, sizeof why,
			       &line))
		config_complain(reader, line ? line : driver_line, "%s", why);
}

static void check_table(struct config_reader *reader)
{
	const struct config *config = &reader->config;
	unsigned driver = config_line_of(reader, "table", "driver");
	bool has_recording = config->recording[0] != '\0';

	if (reader->board_is_unclear)
		return;
	if (config->driver == DRIVER_REPLAY && !has_recording)
		config_complain(reader, driver,
				"driver = replay needs to be told what to play: recording = FILE");
	else if (config->driver != DRIVER_REPLAY && has_recording)
		config_complain(reader, config_line_of(reader, "table", "recording"),
				"recording is for driver = replay, and the driver is %s",
				config_driver_name(config->driver));
	else
		check_driver(reader, driver);
}

static void check_two_ports(struct config_reader *reader, const char *name, uint16_t port,
			    const char *other, uint16_t other_port)
{
	unsigned line = config_line_of(reader, "network", other);

	if (port != 0 && port == other_port)
		config_complain(reader, line ? line : config_line_of(reader, "network", name),
				"%s and %s cannot both be %u", name, other, (unsigned)port);
}

/* Spectators need no particular port: their default gives way to a port that was asked for. */
static void give_way(struct config_reader *reader)
{
	struct config *config = &reader->config;
	uint16_t watch = config->watch_port;

	if (config_line_of(reader, "network", "watch-port") == 0 &&
	    (watch == config->http_port || watch == config->websocket_port ||
	     watch == config->mqtt_port || watch == config->watch_mqtt_port))
		config->watch_port = 0;
}

static void check_ports(struct config_reader *reader)
{
	const struct config *config = &reader->config;
	const struct {
		const char *name;
		uint16_t port;
	} ports[] = {{"http-port", config->http_port},
		     {"websocket-port", config->websocket_port},
		     {"mqtt-port", config->mqtt_port},
		     {"watch-port", config->watch_port},
		     {"watch-mqtt-port", config->watch_mqtt_port}};
	unsigned count = sizeof ports / sizeof *ports;

	for (unsigned i = 0; i < count; i++)
		for (unsigned j = i + 1; j < count; j++)
			check_two_ports(reader, ports[i].name, ports[i].port, ports[j].name,
					ports[j].port);
}

/* Two keys that are useless without each other. */
static void check_pair(struct config_reader *reader, const char *name, const char *value,
		       const char *partner, const char *partner_value)
{
	if (value[0] != '\0' && partner_value[0] == '\0' &&
	    config_line_of(reader, "broker", partner) == 0)
		config_complain(reader, config_line_of(reader, "broker", name),
				"%s needs a %s beside it", name, partner);
}

static void check_broker(struct config_reader *reader)
{
	const struct config *config = &reader->config;

	check_pair(reader, "certificate", config->certificate, "private-key", config->private_key);
	check_pair(reader, "private-key", config->private_key, "certificate", config->certificate);
}

static void check_uplink(struct config_reader *reader)
{
	struct config *config = &reader->config;
	unsigned user = config_line_of(reader, "uplink", "user");
	unsigned ca = config_line_of(reader, "uplink", "ca");
	unsigned password = config_line_of(reader, "uplink", "password-file");

	if (config->uplink_tls && config_line_of(reader, "uplink", "port") == 0)
		config->uplink_port = MQTT_TLS_PORT;
	if (config->uplink_ca[0] != '\0' && !config->uplink_tls)
		config_complain(reader, ca, "ca is of use with tls = on only");
	if (config->uplink_password_file[0] != '\0' && config->uplink_user[0] == '\0')
		config_complain(reader, password, "password-file needs a user beside it");
	if (config->uplink_user[0] != '\0' && config->uplink_host[0] == '\0' &&
	    config_line_of(reader, "uplink", "host") == 0)
		config_complain(reader, user, "user needs the host of a club's broker beside it");
}

void config_check(struct config_reader *reader)
{
	check_table(reader);
	give_way(reader);
	check_ports(reader);
	check_broker(reader);
	check_uplink(reader);
}
