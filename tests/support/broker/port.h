/*
 * Ports of 127.0.0.1 for tests, outside the range that Linux hands out by itself: one of those may
 * be given to another process between being found free and being used.
 */
#ifndef TESTS_SUPPORT_BROKER_PORT_H
#define TESTS_SUPPORT_BROKER_PORT_H

#include <stdint.h>

/* Listens on a port that was free; the caller closes what it returns. */
int port_take(uint16_t *port);

#endif
