/*
 * Looks up the host's name and the broker's port in a thread, because the resolver and libcurl
 * block and the screen must not.
 */
#include "daemon/cli/handheld/net/dial.h"

#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct dial {
	struct access access; /* a copy: the thread may outlive its owner's */
	bool asks;
	int keepalive_s, done_fd;
	struct dialled dialled;
	atomic_uint holders; /* the thread and the waiting caller; the last one frees it */
};

static void let_go(struct dial *dial)
{
	if (atomic_fetch_sub(&dial->holders, 1) > 1)
		return;
	if (dial->dialled.client)
		mosquitto_destroy(dial->dialled.client);
	if (dial->done_fd >= 0)
		close(dial->done_fd);
	sodium_memzero(dial, sizeof *dial);
	free(dial);
}

/* Whether the board has another port now, or uses TLS. */
static bool has_moved(struct dial *dial)
{
	struct access *access = &dial->access;
	uint16_t port = access->mqtt_port;
	bool tls = access->tls;

	return access_find_port(access) && (access->mqtt_port != port || access->tls != tls);
}

/* Boards listen on IPv4 only, and libmosquitto would stick to the first address of a name. */
static int connect_client(const struct dial *dial)
{
	static const char any_ipv4[] = "0.0.0.0";

	return mosquitto_connect_bind_async(dial->dialled.client, dial->access.host,
					    dial->access.mqtt_port, dial->keepalive_s, any_ipv4);
}

static void *run(void *context)
{
	struct dial *dial = context;
	struct dialled *dialled = &dial->dialled;
	bool was_tls = dial->access.tls;
	ssize_t written;

	dialled->moved = dial->asks && has_moved(dial);
	dialled->mqtt_port = dial->access.mqtt_port;
	dialled->tls = dial->access.tls;
	/* a client that was not made for TLS cannot switch to it */
	dialled->result = dialled->tls == was_tls ? connect_client(dial) : MOSQ_ERR_CONN_REFUSED;
	written = write(dial->done_fd, &(uint64_t){1}, sizeof(uint64_t));
	(void)written; /* the pipe has room for it */
	let_go(dial);
	return NULL;
}

static bool start(struct dial *dial)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, dial) != 0)
		return false;
	pthread_detach(thread);
	return true;
}

struct dial *dial_begin(const struct access *access, struct mosquitto *client, bool asks,
			int keepalive_s)
{
	struct dial *dial = calloc(1, sizeof *dial);

	if (!dial)
		return NULL;
	dial->access = *access;
	dial->asks = asks;
	dial->keepalive_s = keepalive_s;
	dial->done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	dial->dialled.client = client;
	atomic_init(&dial->holders, 2);
	if (dial->done_fd >= 0 && start(dial))
		return dial;
	dial->dialled.client = NULL;
	atomic_store(&dial->holders, 1);
	let_go(dial);
	return NULL;
}

int dial_fd(const struct dial *dial)
{
	return dial->done_fd;
}

struct dialled dial_end(struct dial *dial)
{
	struct dialled dialled = dial->dialled;

	dial->dialled.client = NULL;
	let_go(dial);
	return dialled;
}

void dial_abandon(struct dial *dial)
{
	if (dial)
		let_go(dial);
}
