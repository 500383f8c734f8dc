/* What a private broker reads when it starts: its configuration and the access file. */
#ifndef DAEMON_BROKER_BROKER_FILES_H
#define DAEMON_BROKER_BROKER_FILES_H

#include "daemon/broker/access.h"
#include "daemon/config/config.h"

/* in the directory that it runs in */
#define BROKER_CONFIG_FILE "mosquitto.conf"
#define BROKER_SOCKET_FILE "broker.sock"

struct broker_ports {
	uint16_t websocket;
	uint16_t mqtt;	 /* plain, for clients that are no browsers */
	uint16_t uplink; /* on 127.0.0.1, for the uplink; 0 without */
};

/*
 * descriptors: how many it will have. Which of the brokers it is, the grants say. Returns 0 or
 * -errno after having logged why in one sentence.
 */
int broker_files_write(const struct config *config, int dir_fd, const struct broker_ports *ports,
		       unsigned descriptors, const struct access_grants *grants);

#endif
