/*
 * A serial port, through libserialport: opened exclusively, 8 bits, no parity, one stop bit, no
 * flow control, never blocking. Explains errors in words for people.
 */
#ifndef DRIVERS_SERIAL_SERIAL_PORT_H
#define DRIVERS_SERIAL_SERIAL_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SERIAL_DEVICE = 64 };

struct sp_port;

struct serial_port {
	struct sp_port *port; /* NULL: closed */
	int fd;
	char device[SERIAL_DEVICE]; /* the kernel's name: /dev/ttyACM0 */
};

/* Which USB devices to try. */
struct serial_choice {
	bool has_usb;
	unsigned vendor, product;
};

/* The path may be a symbolic link. Returns 0 or -errno: ENOENT, EACCES, EPERM, EBUSY, ENOTTY or
 * another. */
int serial_port_open(struct serial_port *port, const char *path, unsigned baud);
/* Discards unsent bytes first, or closing might take half a minute. */
void serial_port_close(struct serial_port *port);

/* Returns the number of bytes, 0 if there are none now, -ENODEV if the port is gone, or -errno. */
int serial_port_read(struct serial_port *port, uint8_t *bytes, size_t room);
int serial_port_write(struct serial_port *port, const uint8_t *bytes, size_t count);
/* discards received bytes */
void serial_port_discard(struct serial_port *port);

/*
 * The first USB serial port by name after `after`, as a path; "" if there is none. Returns how many
 * there are in all, or -errno.
 */
int serial_port_next(const struct serial_choice *choice, const char *after,
		     char device[SERIAL_DEVICE]);

/* Explains why a port could not be opened, or no longer works, and what to do. */
void serial_port_explain(int error, const char *path, char *text, size_t room);

#endif
