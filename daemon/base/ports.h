/* Ports of this machine that are free; which are wanted is not decided here. */
#ifndef DAEMON_BASE_PORTS_H
#define DAEMON_BASE_PORTS_H

#include <stdint.h>

/* Two of one process that look for a port at the same time get different ones. */
enum port_use { PORT_OF_PAGES, PORT_OF_BROKER };

/*
 * Whether a port of an IPv4 address is free, or which one is for port 0; others may take it a
 * moment later. Returns 0 or -errno.
 */
int port_find(const char *address, uint16_t wanted, uint16_t *port);

/* Any free one, likely to be free also for whoever comes back to it. */
int port_find_any(const char *address, enum port_use use, uint16_t *port);

#endif
