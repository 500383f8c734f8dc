/* libserialport, played by socket pairs. */
#include "tests/support/drivers/fake_ports.h"

#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct fake_port fake_ports[FAKE_PORTS];

struct sp_port {
	struct fake_port *fake;
	int fd;
};

void fake_ports_reset(void)
{
	for (unsigned i = 0; i < FAKE_PORTS; i++) {
		if (fake_ports[i].name && fake_ports[i].far_end >= 0)
			close(fake_ports[i].far_end);
		fake_ports[i] = (struct fake_port){.far_end = -1};
	}
}

struct fake_port *fake_port_add(const char *name)
{
	unsigned i = 0;

	while (i < FAKE_PORTS - 1 && fake_ports[i].name)
		i++;
	fake_ports[i] =
		(struct fake_port){.name = name, .is_there = true, .is_usb = true, .far_end = -1};
	return &fake_ports[i];
}

void fake_port_unplug(struct fake_port *port)
{
	if (port->far_end >= 0)
		close(port->far_end);
	port->far_end = -1;
	port->is_there = false;
}

static enum sp_return fail(int error)
{
	errno = error;
	return SP_ERR_FAIL;
}

int sp_last_error_code(void)
{
	return errno;
}

static enum sp_return make_port(struct fake_port *fake, struct sp_port **made)
{
	struct sp_port *port = malloc(sizeof *port);

	if (!port)
		return SP_ERR_MEM;
	*port = (struct sp_port){fake, -1};
	*made = port;
	return SP_OK;
}

enum sp_return sp_get_port_by_name(const char *name, struct sp_port **made)
{
	for (unsigned i = 0; i < FAKE_PORTS; i++)
		if (fake_ports[i].is_there && strcmp(fake_ports[i].name, name) == 0)
			return make_port(&fake_ports[i], made);
	return SP_ERR_ARG;
}

void sp_free_port(struct sp_port *port)
{
	free(port);
}

enum sp_return sp_open(struct sp_port *port, enum sp_mode mode)
{
	int ends[2];

	if (port->fake->open_error)
		return fail(port->fake->open_error);
	if (mode != SP_MODE_READ_WRITE || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
		return fail(EINVAL);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	port->fd = ends[0];
	port->fake->far_end = ends[1];
	port->fake->opens++;
	return SP_OK;
}

enum sp_return sp_close(struct sp_port *port)
{
	close(port->fd);
	if (port->fake->far_end >= 0)
		close(port->fake->far_end);
	port->fake->far_end = -1;
	port->fake->closes++;
	return SP_OK;
}

enum sp_return sp_get_port_handle(const struct sp_port *port, void *result)
{
	*(int *)result = port->fd;
	return SP_OK;
}

enum sp_return sp_set_baudrate(struct sp_port *port, int baud)
{
	port->fake->baud = baud;
	return SP_OK;
}

enum sp_return sp_set_bits(struct sp_port *port, int bits)
{
	(void)port;
	return bits == 8 ? SP_OK : SP_ERR_ARG;
}

enum sp_return sp_set_parity(struct sp_port *port, enum sp_parity parity)
{
	(void)port;
	return parity == SP_PARITY_NONE ? SP_OK : SP_ERR_ARG;
}

enum sp_return sp_set_stopbits(struct sp_port *port, int bits)
{
	(void)port;
	return bits == 1 ? SP_OK : SP_ERR_ARG;
}

enum sp_return sp_set_flowcontrol(struct sp_port *port, enum sp_flowcontrol control)
{
	(void)port;
	return control == SP_FLOWCONTROL_NONE ? SP_OK : SP_ERR_ARG;
}

enum sp_return sp_flush(struct sp_port *port, enum sp_buffer buffers)
{
	char bytes[4096];

	port->fake->flushes++;
	while (buffers & SP_BUF_INPUT && read(port->fd, bytes, sizeof bytes) > 0)
		;
	return SP_OK;
}

/* The end of a stream reads as nothing, as an unplugged port does. */
enum sp_return sp_nonblocking_read(struct sp_port *port, void *bytes, size_t room)
{
	ssize_t count = read(port->fd, bytes, room);

	if (port->fake->read_error)
		return fail(port->fake->read_error);
	if (count < 0 && errno != EAGAIN)
		return fail(errno);
	return (enum sp_return)(count < 0 ? 0 : count);
}

enum sp_return sp_nonblocking_write(struct sp_port *port, const void *bytes, size_t count)
{
	size_t refused = (size_t)port->fake->refuses < count ? (size_t)port->fake->refuses : count;
	ssize_t written;

	port->fake->refuses = 0;
	if (refused == count)
		return fail(EAGAIN); /* as version 0.1.1 says it */
	written = send(port->fd, bytes, count - refused, MSG_NOSIGNAL);
	return written < 0 ? fail(EIO) : (enum sp_return)written;
}

/* ---- the list ---- */

enum sp_return sp_list_ports(struct sp_port ***made)
{
	struct sp_port **list = calloc(FAKE_PORTS + 1, sizeof *list);
	unsigned count = 0;

	if (!list)
		return SP_ERR_MEM;
	for (unsigned i = FAKE_PORTS; i-- > 0;)
		if (fake_ports[i].is_there && make_port(&fake_ports[i], &list[count]) == SP_OK)
			count++;
	*made = list;
	return SP_OK;
}

void sp_free_port_list(struct sp_port **list)
{
	for (unsigned i = 0; list[i]; i++)
		free(list[i]);
	free(list);
}

char *sp_get_port_name(const struct sp_port *port)
{
	return (char *)port->fake->name;
}

enum sp_transport sp_get_port_transport(const struct sp_port *port)
{
	return port->fake->is_usb ? SP_TRANSPORT_USB : SP_TRANSPORT_NATIVE;
}

enum sp_return sp_get_port_usb_vid_pid(const struct sp_port *port, int *vendor, int *product)
{
	*vendor = port->fake->vendor;
	*product = port->fake->product;
	return port->fake->is_usb ? SP_OK : SP_ERR_SUPP;
}
