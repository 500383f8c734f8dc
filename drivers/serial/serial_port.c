/* Opens, reads and writes a serial port with libserialport, and puts its errors into sentences. */
#define _DEFAULT_SOURCE /* flock(), TIOCEXCL, realpath() */

#include "drivers/serial/serial_port.h"

#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>

static int error_of(enum sp_return result)
{
	int error = sp_last_error_code();

	if (result == SP_OK)
		return 0;
	if (result == SP_ERR_MEM)
		return -ENOMEM;
	if (result == SP_ERR_ARG)
		return -ENOTTY; /* it is not one of the kernel's serial ports */
	return error > 0 ? -error : -EIO;
}

/* ---- opening ---- */

/*
 * libserialport 0.1.1 does neither: child processes must not inherit the port, and two programs
 * that read it would each get half. The lock keeps out programs that ask for it, TIOCEXCL the
 * others too.
 */
static int keep_to_ourselves(const struct serial_port *port)
{
	if (fcntl(port->fd, F_SETFD, FD_CLOEXEC) < 0)
		return -errno;
	if (flock(port->fd, LOCK_EX | LOCK_NB) < 0)
		return errno == EWOULDBLOCK ? -EBUSY : -errno;
	ioctl(port->fd, TIOCEXCL);
	return 0;
}

static int configure(struct sp_port *port, unsigned baud)
{
	enum sp_return result = sp_set_baudrate(port, (int)baud);

	if (result == SP_OK)
		result = sp_set_bits(port, 8);
	if (result == SP_OK)
		result = sp_set_parity(port, SP_PARITY_NONE);
	if (result == SP_OK)
		result = sp_set_stopbits(port, 1);
	if (result == SP_OK)
		result = sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE);
	return error_of(result);
}

static int open_device(struct serial_port *port, unsigned baud)
{
	int error = error_of(sp_open(port->port, SP_MODE_READ_WRITE));

	if (error)
		return error;
	error = error_of(sp_get_port_handle(port->port, &port->fd));
	if (!error)
		error = keep_to_ourselves(port);
	if (!error)
		error = configure(port->port, baud);
	if (error)
		sp_close(port->port);
	return error;
}

int serial_port_open(struct serial_port *port, const char *path, unsigned baud)
{
	char device[PATH_MAX];
	int error;

	*port = (struct serial_port){.fd = -1};
	if (!realpath(path, device))
		return -errno;
	if (strlen(device) >= sizeof port->device)
		return -ENAMETOOLONG;
	memcpy(port->device, device, strlen(device) + 1);
	error = error_of(sp_get_port_by_name(device, &port->port));
	if (!error)
		error = open_device(port, baud);
	if (error && port->port) {
		sp_free_port(port->port);
		port->port = NULL;
	}
	return error;
}

void serial_port_close(struct serial_port *port)
{
	if (!port->port)
		return;
	sp_flush(port->port, SP_BUF_OUTPUT);
	sp_close(port->port);
	sp_free_port(port->port);
	port->port = NULL;
	port->fd = -1;
}

/* ---- bytes ---- */

/* A port that was unplugged reads as if there were no data. */
static bool is_gone(const struct serial_port *port)
{
	struct pollfd ready = {.fd = port->fd, .events = POLLIN};

	return poll(&ready, 1, 0) > 0 && ready.revents & (POLLHUP | POLLERR | POLLNVAL);
}

static int count_or_error(int result)
{
	int error;

	if (result >= 0)
		return result;
	error = error_of((enum sp_return)result);
	return error == -EAGAIN || error == -EINTR ? 0 : error;
}

int serial_port_read(struct serial_port *port, uint8_t *bytes, size_t room)
{
	int count = count_or_error((int)sp_nonblocking_read(port->port, bytes, room));

	return count == 0 && is_gone(port) ? -ENODEV : count;
}

int serial_port_write(struct serial_port *port, const uint8_t *bytes, size_t count)
{
	return count_or_error((int)sp_nonblocking_write(port->port, bytes, count));
}

void serial_port_discard(struct serial_port *port)
{
	sp_flush(port->port, SP_BUF_INPUT);
}

/* ---- searching ---- */

static bool is_chosen(const struct serial_choice *choice, const struct sp_port *port)
{
	int vendor = 0, product = 0;

	if (sp_get_port_transport(port) != SP_TRANSPORT_USB)
		return false;
	return !choice->has_usb ||
	       (sp_get_port_usb_vid_pid(port, &vendor, &product) == SP_OK &&
		(unsigned)vendor == choice->vendor && (unsigned)product == choice->product);
}

int serial_port_next(const struct serial_choice *choice, const char *after,
		     char device[SERIAL_DEVICE])
{
	struct sp_port **ports;
	int error = error_of(sp_list_ports(&ports)), count = 0;

	device[0] = '\0';
	if (error)
		return error;
	for (unsigned i = 0; ports[i]; i++) {
		const char *name = sp_get_port_name(ports[i]);

		if (!name || strlen(name) >= SERIAL_DEVICE || !is_chosen(choice, ports[i]))
			continue;
		count++;
		if (strcmp(name, after) > 0 && (!device[0] || strcmp(name, device) < 0))
			memcpy(device, name, strlen(name) + 1);
	}
	sp_free_port_list(ports);
	return count;
}

/* ---- explanations ---- */

void serial_port_explain(int error, const char *path, char *text, size_t room)
{
	switch (-error) {
	case ENOENT:
	case ENXIO:
		snprintf(text, room,
			 "there is no %.64s: plug the board in, or set port to auto or to one of "
			 "/dev/serial/by-id",
			 path);
		break;
	case ENODEV:
		snprintf(text, room,
			 "the board at %.64s was unplugged: plug it in again; play goes on when it "
			 "answers",
			 path);
		break;
	case EACCES:
		snprintf(text, room,
			 "%.64s may not be used: add the user that runs adjutantd to the group "
			 "dialout, and start it anew",
			 path);
		break;
	case EPERM:
		snprintf(text, room,
			 "the service adjutantd is kept from %.64s: add DeviceAllow=%.32s rw with "
			 "systemctl edit adjutantd",
			 path, path);
		break;
	case EBUSY:
		snprintf(text, room,
			 "%.64s is used by another program: end it; it may be a serial monitor, "
			 "ModemManager or a second adjutantd",
			 path);
		break;
	case EIO: /* a UART that the kernel lists and that does not exist */
	case ENOTTY:
	case EINVAL:
		snprintf(text, room,
			 "%.64s is no serial port that works: set port to the board's, or to auto",
			 path);
		break;
	default:
		snprintf(text, room,
			 "%.64s cannot be used (%s): unplug the board, plug it in again", path,
			 strerror(-error));
	}
}
