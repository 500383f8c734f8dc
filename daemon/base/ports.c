/*
 * Finds free TCP ports by binding each for a moment, which is the only reliable way. Another
 * program may still take the port afterwards; the caller must be prepared for that.
 */
#include "daemon/base/ports.h"

#include "daemon/base/crypto.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int port_find(const char *address, uint16_t wanted, uint16_t *port)
{
	struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(wanted)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1, error = 0;
	socklen_t length = sizeof name;

	if (fd < 0)
		return -errno;
	/* as the server does: connections of a predecessor may linger */
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
	inet_pton(AF_INET, address, &name.sin_addr);
	if (bind(fd, (struct sockaddr *)&name, sizeof name) < 0 || listen(fd, 1) < 0 ||
	    getsockname(fd, (struct sockaddr *)&name, &length) < 0)
		error = -errno;
	close(fd);
	*port = ntohs(name.sin_port);
	return error;
}

/*
 * Linux hands out ports from 32768 on by itself, so those are too likely to be given to another
 * program while a server starts or restarts. Each process searches a range of its own below them.
 */
int port_find_any(const char *address, enum port_use use, uint16_t *port)
{
	enum { LOWEST = 20000, STRIPE = 16, STRIPES = 798, TRIES = 32 };
	static const struct {
		unsigned first, count;
	} parts[] = {[PORT_OF_PAGES] = {0, 4},
		     [PORT_OF_PLAYERS] = {4, 5},
		     [PORT_OF_SPECTATORS] = {9, STRIPE - 9}};
	unsigned from = LOWEST + (unsigned)getpid() % STRIPES * STRIPE + parts[use].first;
	unsigned count = parts[use].count;

	for (unsigned i = 0; i < TRIES; i++)
		if (port_find(address, (uint16_t)(from + random_below(count)), port) == 0)
			return 0;
	return port_find(address, 0, port);
}
