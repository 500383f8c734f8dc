/*
 * Serial ports without hardware, for a whole daemon: preloaded (LD_PRELOAD=serial_ports.so), a port
 * whose path is that of a Unix socket is that socket, and the program that listens there has the other end
 * of the line. libserialport itself takes no pseudo-terminals. Its functions that the driver needs
 * for one port by its name are here; those that look for ports are still the library's own.
 */
#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct sp_port {
	struct sockaddr_un address;
	int fd;
};

static enum sp_return fail(int error)
{
	errno = error;
	return SP_ERR_FAIL;
}

int sp_last_error_code(void)
{
	return errno;
}

enum sp_return sp_get_port_by_name(const char *name, struct sp_port **made)
{
	struct sp_port *port = calloc(1, sizeof *port);

	if (!port)
		return SP_ERR_MEM;
	if (strlen(name) >= sizeof port->address.sun_path) {
		free(port);
		return SP_ERR_ARG;
	}
	port->address.sun_family = AF_UNIX;
	memcpy(port->address.sun_path, name, strlen(name) + 1);
	port->fd = -1;
	*made = port;
	return SP_OK;
}

void sp_free_port(struct sp_port *port)
{
	free(port);
}

/* ---- opening and closing ---- */

/* Without a listener the board has been pulled out, and its port with it. */
enum sp_return sp_open(struct sp_port *port, enum sp_mode mode)
{
	int error;

	(void)mode;
	port->fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (port->fd < 0)
		return fail(errno);
	if (connect(port->fd, (struct sockaddr *)&port->address, sizeof port->address) == 0 &&
	    fcntl(port->fd, F_SETFL, O_NONBLOCK) == 0)
		return SP_OK;
	error = errno == ECONNREFUSED ? ENOENT : errno;
	close(port->fd);
	return fail(error);
}

enum sp_return sp_close(struct sp_port *port)
{
	close(port->fd);
	port->fd = -1;
	return SP_OK;
}

enum sp_return sp_get_port_handle(const struct sp_port *port, void *result)
{
	*(int *)result = port->fd;
	return SP_OK;
}

/* ---- what a socket has no use for ---- */

enum sp_return sp_set_baudrate(struct sp_port *port, int baud)
{
	(void)port;
	(void)baud;
	return SP_OK;
}

enum sp_return sp_set_bits(struct sp_port *port, int bits)
{
	(void)port;
	(void)bits;
	return SP_OK;
}

enum sp_return sp_set_parity(struct sp_port *port, enum sp_parity parity)
{
	(void)port;
	(void)parity;
	return SP_OK;
}

enum sp_return sp_set_stopbits(struct sp_port *port, int bits)
{
	(void)port;
	(void)bits;
	return SP_OK;
}

enum sp_return sp_set_flowcontrol(struct sp_port *port, enum sp_flowcontrol control)
{
	(void)port;
	(void)control;
	return SP_OK;
}

/* ---- bytes ---- */

enum sp_return sp_flush(struct sp_port *port, enum sp_buffer buffers)
{
	char bytes[4096];

	while (buffers & SP_BUF_INPUT && read(port->fd, bytes, sizeof bytes) > 0)
		;
	return SP_OK;
}

/* The end of a stream reads as nothing, as an unplugged port does. */
enum sp_return sp_nonblocking_read(struct sp_port *port, void *bytes, size_t room)
{
	ssize_t count = read(port->fd, bytes, room);

	if (count < 0 && errno != EAGAIN)
		return fail(errno);
	return (enum sp_return)(count < 0 ? 0 : count);
}

enum sp_return sp_nonblocking_write(struct sp_port *port, const void *bytes, size_t count)
{
	ssize_t written = send(port->fd, bytes, count, MSG_NOSIGNAL);

	return written < 0 ? fail(errno == EPIPE ? EIO : errno) : (enum sp_return)written;
}
