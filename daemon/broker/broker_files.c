/*
 * The configuration of a private broker. Paths of our own are relative to the directory that it runs
 * in; the others are resolved before it goes there.
 */
#include "daemon/broker/broker_files.h"

#include "daemon/base/log.h"
#include "daemon/base/paths.h"
#include "daemon/broker/broker.h"
#include "daemon/broker/mosquitto_conf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ACCESS_FILE "access.json"

/* What comes from the board's configuration, resolved; the latter two NULL without TLS. */
struct paths {
	char *plugin, *certificate, *private_key;
};

static void paths_free(struct paths *paths)
{
	free(paths->plugin);
	free(paths->certificate);
	free(paths->private_key);
}

static int find_plugin(const struct config *config, char **path)
{
	char found[PATHS_SIZE];

	if (*config->plugin)
		return mosquitto_conf_resolve("Mosquitto's dynamic security plugin", config->plugin,
					      path);
	if (paths_find_plugin(found))
		return mosquitto_conf_resolve("Mosquitto's dynamic security plugin", found, path);
	log_error("Mosquitto's dynamic security plugin is not where it usually is: say where, "
		  "plugin = FILE in [broker]");
	return -ENOENT;
}

static int paths_resolve(const struct config *config, struct paths *paths)
{
	int error = find_plugin(config, &paths->plugin);

	if (error || !*config->certificate)
		return error;
	error = mosquitto_conf_resolve("the certificate", config->certificate, &paths->certificate);
	return error ? error
		     : mosquitto_conf_resolve("the certificate's private key", config->private_key,
					      &paths->private_key);
}

/* Reserves some descriptors for the daemon and the uplink, however many clients come. */
static unsigned most_connections(unsigned descriptors)
{
	enum { SPARE = 64 };

	return descriptors > 2 * SPARE ? descriptors - SPARE : descriptors / 2;
}

static void write_listener(FILE *file, const char *address, uint16_t port, unsigned most,
			   const struct paths *paths)
{
	fprintf(file, "listener %u %s\n", port, address);
	fputs("socket_domain ipv4\n", file); /* or it listens on all addresses */
	fprintf(file, "max_connections %u\n", most);
	if (paths->certificate)
		fprintf(file, "certfile %s\nkeyfile %s\n", paths->certificate, paths->private_key);
}

/* Mosquitto 2.0.11 does not count websockets, later versions do; the descriptors end anyway. */
static void write_websockets(FILE *file, const char *address, uint16_t port, unsigned most,
			     const struct paths *paths)
{
	write_listener(file, address, port, most, paths);
	fputs("protocol websockets\n", file);
}

/*
 * Of plain connections there may be a quarter: more than are ever needed, because one that says
 * nothing is counted too, until Mosquitto has had enough of it after 90 s.
 */
static void write_plain(FILE *file, const char *address, uint16_t port, unsigned most,
			const struct paths *paths)
{
	write_listener(file, address, port, most / 4, paths);
	fputs("protocol mqtt\n", file);
}

/* Players have credentials, every one of them. Spectators have none, and the plugin a role for them. */
static void write_manners(FILE *file, bool for_spectators)
{
	fprintf(file, "allow_anonymous %s\n", for_spectators ? "true" : "false");
	fprintf(file, "max_keepalive %d\n",
		for_spectators ? BROKER_SPECTATOR_KEEPALIVE_MAX_S : BROKER_KEEPALIVE_MAX_S);
	if (for_spectators)
		fprintf(file, "max_queued_bytes %d\n", BROKER_SPECTATOR_QUEUE_MAX);
	/* a browser may have cookies for this host */
	fputs("websockets_headers_size 4096\n", file);
}

static int write_configuration(const struct config *config, int dir_fd,
			       const struct broker_ports *ports, unsigned most, bool for_spectators,
			       const struct paths *paths)
{
	FILE *file = mosquitto_conf_open(dir_fd, BROKER_CONFIG_FILE);

	if (!file)
		return -EIO;
	mosquitto_conf_write_common(file);
	write_manners(file, for_spectators);
	fprintf(file, "plugin %s\nplugin_opt_config_file %s\n", paths->plugin, ACCESS_FILE);
	fprintf(file, "listener 0 %s\n", BROKER_SOCKET_FILE);
	write_websockets(file, config->listen, ports->websocket, most, paths);
	write_plain(file, config->listen, ports->mqtt, most, paths);
	if (ports->uplink)
		fprintf(file, "listener %u 127.0.0.1\nsocket_domain ipv4\nmax_connections 8\n",
			ports->uplink);
	return mosquitto_conf_close(file, BROKER_CONFIG_FILE);
}

static int write_access(int dir_fd, const struct access_grants *grants)
{
	json_t *access = access_file(grants);
	FILE *file = access ? mosquitto_conf_open(dir_fd, ACCESS_FILE) : NULL;

	if (!access)
		log_error("the broker's %s cannot be made: %s", ACCESS_FILE, strerror(ENOMEM));
	if (file)
		json_dumpf(access, file, JSON_INDENT(1)); /* what goes wrong the file remembers */
	json_decref(access);
	if (!file)
		return access ? -EIO : -ENOMEM;
	return mosquitto_conf_close(file, ACCESS_FILE);
}

int broker_files_write(const struct config *config, int dir_fd, const struct broker_ports *ports,
		       unsigned descriptors, const struct access_grants *grants)
{
	struct paths paths = {0};
	int error =
		mosquitto_conf_check(mosquitto_conf_is_board(grants->board), "the board's name");

	if (!error)
		error = mosquitto_conf_check(mosquitto_conf_is_address(config->listen),
					     "the address to listen on");
	if (!error)
		error = paths_resolve(config, &paths);
	if (!error)
		error = write_configuration(config, dir_fd, ports, most_connections(descriptors),
					    grants->for_spectators, &paths);
	paths_free(&paths);
	return error ? error : write_access(dir_fd, grants);
}
