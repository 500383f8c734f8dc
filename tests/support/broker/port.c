/* Finds free ports outside the range that Linux hands out by itself. */
#include "tests/support/broker/port.h"

#include "daemon/base/crypto.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int try_port(uint16_t port)
{
	struct sockaddr_in name = {.sin_family = AF_INET,
				   .sin_port = htons(port),
				   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
	if (bind(fd, (struct sockaddr *)&name, sizeof name) == 0 && listen(fd, 8) == 0)
		return fd;
	close(fd);
	return -1;
}

int port_take(uint16_t *port)
{
	enum { LOWEST = 10000, STRIPE = 16, STRIPES = 600, ATTEMPTS = 1000 };
	unsigned from = LOWEST + (unsigned)getpid() % STRIPES * STRIPE;

	for (unsigned i = 0; i < ATTEMPTS; i++) {
		int fd;

		*port = (uint16_t)(from + random_below(STRIPE));
		fd = try_port(*port);
		if (fd >= 0)
			return fd;
	}
	fprintf(stderr, "there is no port to be had\n");
	abort();
}
