/* Defaults without a configuration file. Parsing is in config_file.c and config_keys.c. */
#include "daemon/config/config.h"

#include "daemon/base/paths.h"
#include "rules/edition.h"

#include <string.h>

enum { HTTP_PORT = 8080, WEBSOCKET_PORT = 8081, WATCH_PORT = 8082, MQTT_PORT = 1883 };

static void put(char *field, const char *text)
{
	memcpy(field, text, strlen(text) + 1);
}

void config_default(struct config *config)
{
	memset(config, 0, sizeof *config);
	put(config->board, "table");
	put(config->title, "Adjutant");
	paths_default_state(config->state_dir);
	config->driver = DRIVER_VIRTUAL;
	/* the quickest to try */
	referee_options_default(&config->options, edition_find("barrage", strlen("barrage")));
	put(config->listen, "0.0.0.0"); /* phones must reach it */
	config->http_port = HTTP_PORT;
	config->websocket_port = WEBSOCKET_PORT;
	config->watch_port = WATCH_PORT;
	config->ports_are_preferences = true;
	config->broadcast = BROADCAST_NONE;
	put(config->mosquitto, "/usr/sbin/mosquitto");
	config->uplink_port = MQTT_PORT;
	config->code_minutes = 5;
	config->linger_minutes = 30;
}
