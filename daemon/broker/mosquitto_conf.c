/*
 * Checks values and paths and writes the settings that our Mosquittos share. The format
 * cannot quote, so a value that could end its line is refused.
 */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "daemon/broker/mosquitto_conf.h"

#include "daemon/base/log.h"
#include "daemon/broker/broker.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"

/* ---- values ---- */

bool mosquitto_conf_is_line(const char *text)
{
	size_t length = strlen(text);

	for (const char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return false;
	return length > 0 && text[0] != ' ' && text[length - 1] != ' ';
}

static bool consists_of(const char *text, const char *characters)
{
	return *text && text[strspn(text, characters)] == '\0';
}

bool mosquitto_conf_is_board(const char *text)
{
	return consists_of(text, LETTERS DIGITS "_-");
}

bool mosquitto_conf_is_host(const char *text)
{
	return consists_of(text, LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZ" DIGITS ".-");
}

bool mosquitto_conf_is_address(const char *text)
{
	struct in_addr address;

	return inet_pton(AF_INET, text, &address) == 1;
}

int mosquitto_conf_check(bool good, const char *what)
{
	if (good)
		return 0;
	log_error("%s cannot be written into Mosquitto's configuration: change it", what);
	return -EINVAL;
}

/* ---- paths ---- */

int mosquitto_conf_resolve(const char *what, const char *configured, char **path)
{
	int error;

	*path = realpath(configured, NULL);
	if (!*path) {
		error = -errno;
		log_error("%s cannot be found: %s: %s", what, configured, strerror(-error));
		return error;
	}
	error = mosquitto_conf_check(mosquitto_conf_is_line(*path), what);
	if (error) {
		free(*path);
		*path = NULL;
	}
	return error;
}

int mosquitto_conf_resolve_program(const struct config *config, char **path)
{
	return mosquitto_conf_resolve("the broker's program", config->mosquitto, path);
}

/* ---- files ---- */

FILE *mosquitto_conf_open(int dir_fd, const char *name)
{
	FILE *file = NULL;
	int fd;

	unlinkat(dir_fd, name, 0); /* another process may have the old one open */
	fd = openat(dir_fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0)
		file = fdopen(fd, "w");
	if (!file)
		log_error("the broker's %s cannot be made: %s", name, strerror(errno));
	if (!file && fd >= 0)
		close(fd);
	return file;
}

int mosquitto_conf_close(FILE *file, const char *name)
{
	bool failed = ferror(file) != 0;
	int error = 0;

	errno = 0;
	if (fclose(file) != 0 || failed)
		error = errno ? -errno : -EIO;
	if (error)
		log_error("the broker's %s cannot be written: %s", name, strerror(-error));
	return error;
}

/*
 * Mosquitto drops root's rights unless it is told the user, and could then read none of its files.
 */
static void write_user(FILE *file)
{
	const struct passwd *user = getpwuid(geteuid());

	if (user && mosquitto_conf_is_line(user->pw_name))
		fprintf(file, "user %s\n", user->pw_name);
}

void mosquitto_conf_write_common(FILE *file)
{
	fputs("# adjutantd makes this file whenever it starts the broker: changes are lost\n",
	      file);
	write_user(file);
	/*
	 * No notices: they name topics and clients. No warnings: there is one for every connection
	 * to a Unix socket, which has no TCP_NODELAY to set.
	 */
	fputs("log_dest stderr\n"
	      "log_timestamp false\n"
	      "log_type error\n"
	      "connection_messages false\n"
	      "persistence false\n"
	      "sys_interval 0\n"
	      "set_tcp_nodelay true\n"
	      "upgrade_outgoing_qos false\n"
	      "retain_available true\n",
	      file);
	/*
	 * 2.0.11 ignores the first on websockets, and checks the second only when a message is
	 * complete
	 */
	fprintf(file, "max_packet_size %d\nmessage_size_limit %d\n", BROKER_PACKET_MAX,
		BROKER_PACKET_MAX);
	/*
	 * The queue of a client that does not read is short, because every message is queued for
	 * every client. No memory_limit: it counts what clients announce, so a stranger could
	 * exhaust it with a few bytes and lock everyone out. broker.c watches the real use.
	 * An hour is the shortest time for which Mosquitto can be told to keep a session.
	 */
	fputs("max_inflight_messages 20\n"
	      "max_queued_messages 100\n"
	      "persistent_client_expiration 1h\n",
	      file);
}
