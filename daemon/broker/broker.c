/*
 * Runs a private broker: its directory, its ports, its process, its memory. When to restart it is
 * decided by the owner.
 */
#include "daemon/broker/broker.h"

#include "daemon/base/child.h"
#include "daemon/base/clock.h"
#include "daemon/base/log.h"
#include "daemon/base/paths.h"
#include "daemon/base/ports.h"
#include "daemon/broker/broker_files.h"
#include "daemon/broker/mosquitto_conf.h"
#include "daemon/broker/uplink.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
	PATIENCE_MS = 2000,
	LAST_WORDS_MS = 300,
	MEMORY_US = 100000, /* how often its memory is looked at: it can grow by 100 MB a second */
	MEGABYTE = 1 << 20
};

/* In the broker's directory: at a terminal people look for addresses, not for Mosquitto's remarks. */
static const char LOG_FILE[] = "log";

/*
 * A connection costs some 9 KB, so that neither can be brought to its limit of memory by
 * connections alone. What the spectators' broker reserves is limited by the kernel, as a stranger
 * can announce a packet of 268 MB by websocket. That cannot be a limit of the players' one: those
 * who announce such packets without sending them would leave no memory to the players.
 */
static const struct kind {
	const char *name, *directory, *websocket_key, *mqtt_key;
	enum port_use port_use;
	unsigned descriptors;
	int niceness; /* a broker that strangers keep busy shall not take the time of the others */
	size_t resident_max, reserved_max, address_max; /* megabytes; 0: no limit */
} kinds[BROKER_COUNT] = {
	[BROKER_OF_PLAYERS] = {"the broker", "broker", "websocket-port", "mqtt-port",
			       PORT_OF_PLAYERS, .descriptors = 4096, .resident_max = 80},
	[BROKER_OF_SPECTATORS] = {"the spectators' broker", "watch", "watch-port",
				  "watch-mqtt-port", PORT_OF_SPECTATORS, .descriptors = 6144,
				  .niceness = 10, .resident_max = 80, .reserved_max = 104,
				  .address_max = 112},
};

struct broker {
	const struct kind *kind;
	const struct config *config;
	struct broker_events events;
	struct uplink *uplink; /* NULL without */
	struct child child;
	struct timer memory;
	struct broker_ports ports; /* those of the last start */
	int dir_fd;
	char socket[sizeof((struct sockaddr_un *)0)->sun_path];
};

/* ---- ports ---- */

/* Any free one but these. */
static int find_any_port(const char *address, enum port_use use, const struct broker_ports *but,
			 uint16_t *port)
{
	enum { TRIES = 32 };

	for (unsigned i = 0; i < TRIES; i++) {
		uint16_t found; /* `port` may be one of those that it must not be */
		int error = port_find_any(address, use, &found);

		if (error)
			return error;
		if (found != but->websocket && found != but->mqtt) {
			*port = found;
			return 0;
		}
	}
	return port_find(address, 0, port);
}

/* One of those that clients come to. */
struct wanted_port {
	const char *key, *use;
	uint16_t configured;
	bool any_will_do;
};

/* Clients remember the port: the previous one is best, then the configured one. */
static int choose_port(const struct broker *broker, const struct wanted_port *wish, uint16_t *port)
{
	const char *address = broker->config->listen;
	uint16_t wanted = *port ? *port : wish->configured;
	int error = -EADDRINUSE;

	if (wanted)
		error = port_find(address, wanted, port);
	if (error == -EADDRINUSE && wish->any_will_do)
		error = find_any_port(address, broker->kind->port_use, &broker->ports, port);
	if (error == -EADDRINUSE)
		log_error("another program has port %u of %s, which %s needs for %s: end "
			  "that one, or set another %s in [network]",
			  wanted, address, broker->kind->name, wish->use, wish->key);
	else if (error)
		log_error("%s cannot have port %u of %s for %s: %s", broker->kind->name, wanted,
			  address, wish->use, strerror(-error));
	if (error)
		*port = 0;
	return error;
}

static bool is_for_spectators(const struct broker *broker)
{
	return broker->kind == &kinds[BROKER_OF_SPECTATORS];
}

/* Spectators ask for their port each time, so one that is taken is no reason to have none. */
static int choose_websocket_port(struct broker *broker)
{
	const struct config *config = broker->config;
	struct wanted_port wish = {broker->kind->websocket_key, "websockets",
				   config->websocket_port,
				   config->websocket_port == 0 || config->ports_are_preferences};

	if (is_for_spectators(broker)) {
		wish.configured = config->watch_port;
		wish.any_will_do = true;
	}
	return choose_port(broker, &wish, &broker->ports.websocket);
}

static int choose_mqtt_port(struct broker *broker)
{
	const struct config *config = broker->config;
	uint16_t configured =
		is_for_spectators(broker) ? config->watch_mqtt_port : config->mqtt_port;
	const struct wanted_port wish = {broker->kind->mqtt_key, "plain MQTT", configured,
					 configured == 0};

	return choose_port(broker, &wish, &broker->ports.mqtt);
}

static int choose_uplink_port(struct broker *broker)
{
	int error = find_any_port("127.0.0.1", broker->kind->port_use, &broker->ports,
				  &broker->ports.uplink);

	if (error)
		log_error("there is no port for the uplink: %s", strerror(-error));
	return error;
}

static int choose_ports(struct broker *broker)
{
	int error = mosquitto_conf_check(mosquitto_conf_is_address(broker->config->listen),
					 "the address to listen on");

	if (!error)
		error = choose_websocket_port(broker);
	if (!error)
		error = choose_mqtt_port(broker);
	if (!error && broker->uplink)
		error = choose_uplink_port(broker);
	return error;
}

/* ---- starting and ending ---- */

static int start_child(struct broker *broker)
{
	char *arguments[] = {NULL, "-c", BROKER_CONFIG_FILE, NULL};
	int error = mosquitto_conf_resolve_program(broker->config, &arguments[0]);

	if (error)
		return error;
	unlinkat(broker->dir_fd, BROKER_SOCKET_FILE, 0); /* of one that was killed */
	error = child_start(&broker->child, arguments, broker->dir_fd);
	if (error)
		log_error("%s cannot be started: %s: %s", broker->kind->name, arguments[0],
			  strerror(-error));
	free(arguments[0]);
	return error;
}

int broker_start(struct broker *broker, const struct access_grants *grants)
{
	int error;

	assert(grants->for_spectators == is_for_spectators(broker));
	if (broker_is_running(broker))
		return -EALREADY;
	error = choose_ports(broker);
	if (!error)
		error = broker_files_write(broker->config, broker->dir_fd, &broker->ports,
					   child_descriptors(&broker->child), grants);
	if (!error)
		error = start_child(broker);
	if (!error && broker->uplink)
		uplink_start(broker->uplink, broker->ports.uplink);
	return error;
}

void broker_reap(struct broker *broker)
{
	char fate[CHILD_FATE], words[CHILD_WORDS];
	int status;

	if (broker->uplink)
		uplink_reap(broker->uplink);
	if (!child_has_ended(&broker->child, &status))
		return;
	child_tell_fate(status, fate);
	child_last_words(&broker->child, broker->dir_fd, words);
	log_error("%s %s%s%s; %s/%s/%s has what it said", broker->kind->name, fate,
		  words[0] ? ", last saying: " : "", words, broker->config->state_dir,
		  broker->kind->directory, LOG_FILE);
	if (broker->uplink)
		uplink_stop(broker->uplink);
	broker->events.ended(broker->events.owner);
}

static bool is_over(size_t bytes, size_t megabytes)
{
	return megabytes && bytes > megabytes * MEGABYTE;
}

/*
 * Clients can make a broker use any amount of memory: by not reading, by leaving sessions behind,
 * by endless messages. A new broker serves everyone else again within a moment.
 */
static void memory_due(struct timer *timer)
{
	struct broker *broker = timer->owner;
	const struct kind *kind = broker->kind;
	struct child_memory memory = {0};

	child_give_way(&broker->child);
	if (broker_is_running(broker))
		memory = child_memory(&broker->child);
	if (is_over(memory.resident, kind->resident_max) ||
	    is_over(memory.reserved, kind->reserved_max)) {
		log_warning("%s uses %zu MB, has asked for %zu MB, and is ended: a client wants it "
			    "to",
			    kind->name, memory.resident / MEGABYTE, memory.reserved / MEGABYTE);
		broker_kill(broker);
	}
	timer_set(timer, loop_machine_us(timer->loop) + MEMORY_US);
}

void broker_kill(struct broker *broker)
{
	if (broker_is_running(broker))
		kill(broker->child.pid, SIGKILL);
}

/* The club must still hear the last messages, such as that the board is off. */
static void let_uplink_finish(const struct broker *broker)
{
	if (broker_is_running(broker) && broker->uplink && uplink_pid(broker->uplink))
		clock_rest_ms(LAST_WORDS_MS);
}

/* ---- making and unmaking ---- */

/* A directory that belongs to us alone, however it came to be. */
static int open_private(const char *path)
{
	struct stat status;
	int fd, error = 0;

	if (mkdir(path, S_IRWXU) < 0 && errno != EEXIST)
		return -errno;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &status) < 0 || fchmod(fd, S_IRWXU) < 0)
		error = -errno;
	else if (status.st_uid != geteuid())
		error = -EPERM;
	if (error)
		close(fd);
	return error ? error : fd;
}

static int prepare_directory(struct broker *broker)
{
	const char *state = broker->config->state_dir, *directory = broker->kind->directory;
	char path[PATHS_SIZE + 16];
	int length = snprintf(broker->socket, sizeof broker->socket, "%s/%s/%s", state, directory,
			      BROKER_SOCKET_FILE);

	if (length < 0 || (size_t)length >= sizeof broker->socket) {
		log_error("the state directory %s has too long a name: the path of a socket in it "
			  "must be shorter than %zu bytes",
			  state, sizeof broker->socket);
		return -ENAMETOOLONG;
	}
	snprintf(path, sizeof path, "%s/%s", state, directory);
	broker->dir_fd = open_private(path);
	if (broker->dir_fd >= 0)
		return 0;
	log_error("the directory %s of %s cannot be used: %s", path, broker->kind->name,
		  strerror(-broker->dir_fd));
	return broker->dir_fd;
}

int broker_create(struct broker **made, enum broker_kind kind, struct loop *loop,
		  const struct config *config, const struct broker_events *events)
{
	struct broker *broker = calloc(1, sizeof *broker);
	int error;

	if (!broker)
		return -ENOMEM;
	broker->kind = &kinds[kind];
	broker->child.descriptors = broker->kind->descriptors;
	broker->child.log = LOG_FILE;
	broker->child.niceness = broker->kind->niceness;
	broker->child.address_bytes = broker->kind->address_max * MEGABYTE;
	broker->config = config;
	broker->events = *events;
	broker->dir_fd = -1;
	error = prepare_directory(broker);
	timer_init_machine(loop, &broker->memory, memory_due, broker);
	if (!error && kind == BROKER_OF_SPECTATORS && uplink_is_wanted(config))
		error = uplink_create(&broker->uplink, loop, config, broker->dir_fd);
	if (error) {
		broker_destroy(broker);
		return error;
	}
	timer_set(&broker->memory, loop_machine_us(loop) + MEMORY_US);
	*made = broker;
	return 0;
}

void broker_destroy(struct broker *broker)
{
	if (!broker)
		return;
	let_uplink_finish(broker);
	timer_finish(&broker->memory);
	uplink_destroy(broker->uplink);
	child_end(&broker->child, PATIENCE_MS);
	if (broker->dir_fd >= 0)
		close(broker->dir_fd);
	free(broker);
}

/* ---- asking ---- */

const char *broker_name(const struct broker *broker)
{
	return broker->kind->name;
}

bool broker_is_running(const struct broker *broker)
{
	return broker->child.pid != 0;
}

int broker_pid(const struct broker *broker)
{
	return (int)broker->child.pid;
}

const char *broker_socket(const struct broker *broker)
{
	return broker->socket;
}

uint16_t broker_websocket_port(const struct broker *broker)
{
	return broker->ports.websocket;
}

uint16_t broker_mqtt_port(const struct broker *broker)
{
	return broker->ports.mqtt;
}
