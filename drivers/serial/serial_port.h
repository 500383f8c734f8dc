/*
 * A serial port, through libserialport: opened for one program alone, 8 bits, no parity, one stop
 * bit, no flow control, and never waited for. Says what went wrong in words for people.
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
	char device[SERIAL_DEVICE]; /* as the kernel names it: /dev/ttyACM0 */
};

/* Which USB devices to look at. */
struct serial_choice {
	bool has_usb;
	unsigned vendor, product;
};

/* Path may be a link. 0 or -errno: ENOENT, EACCES, EPERM, EBUSY, ENOTTY or another. */
int serial_port_open(struct serial_port *port, const char *path, unsigned baud);
/* Throws away what is not sent yet, or closing might take half a minute. */
void serial_port_close(struct serial_port *port);

/* How many bytes, 0 for none now, -ENODEV if the port is gone or -errno. */
int serial_port_read(struct serial_port *port, uint8_t *bytes, size_t room);
int serial_port_write(struct serial_port *port, const uint8_t *bytes, size_t count);
/* throws away what has come in */
void serial_port_discard(struct serial_port *port);

/*
 * The first USB serial port by name after `after`, as a path; "" if there is none. Returns how many
 * there are in all, or -errno.
 */
int serial_port_next(const struct serial_choice *choice, const char *after,
		     char device[SERIAL_DEVICE]);

/* Why a port could not be opened, or worked no more, and what to do. */
void serial_port_explain(int error, const char *path, char *text, size_t room);

#endif
