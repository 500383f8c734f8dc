/* Free TCP ports of this machine. Which ports are wanted is up to the caller. */
#ifndef DAEMON_BASE_PORTS_H
#define DAEMON_BASE_PORTS_H

#include <stdint.h>

/* Searches of one process for different uses find different ports, also at the same time. */
enum port_use { PORT_OF_PAGES, PORT_OF_PLAYERS, PORT_OF_SPECTATORS };

/*
 * Whether a port of an IPv4 address is free, or which one is for port 0; others may take it a
 * moment later. Returns 0 or -errno.
 */
int port_find(const char *address, uint16_t wanted, uint16_t *port);

/* Any free port that is likely to be free again after a restart. */
int port_find_any(const char *address, enum port_use use, uint16_t *port);

#endif
