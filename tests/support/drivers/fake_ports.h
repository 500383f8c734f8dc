/*
 * Serial ports without hardware: the functions of libserialport that the driver uses, implemented
 * with socket pairs, since the library does not accept pseudo-terminals. A test that links this
 * never sees the ports of the machine. The names of its ports must be those of existing files,
 * /dev/null and the like, because the driver resolves links.
 */
#ifndef TESTS_SUPPORT_DRIVERS_FAKE_PORTS_H
#define TESTS_SUPPORT_DRIVERS_FAKE_PORTS_H

#include <stdbool.h>
#include <stddef.h>

enum { FAKE_PORTS = 4 };

struct fake_port {
	const char *name;
	bool is_there;
	bool is_usb;
	int vendor, product;
	int open_error; /* errno of opening it; 0: it works */
	int read_error; /* errno of reading from it */
	int refuses;	/* how many bytes of the next write are not taken */
	int far_end;	/* the board's end while it is open, else -1 */
	unsigned opens, closes, flushes;
	int baud;
};

extern struct fake_port fake_ports[FAKE_PORTS];

/* no ports; whatever was open is closed */
void fake_ports_reset(void);
struct fake_port *fake_port_add(const char *name);
/* pulls the plug: the near end reads nothing and hangs up */
void fake_port_unplug(struct fake_port *port);

#endif
