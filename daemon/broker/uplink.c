/*
 * Writes the uplink's configuration and runs its Mosquitto. Trouble with the club's broker is
 * logged and retried; it never affects the game.
 */
#include "daemon/broker/uplink.h"

#include "daemon/base/child.h"
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/broker/mosquitto_conf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	/*
	 * until the spectators' broker listens; a bridge that cannot connect tries again only seconds
	 * later
	 */
	START_US = 300000,
	AGAIN_US = 10000000,
	PASSWORD_MAX = 256
};

#define CONFIG_FILE "uplink.conf"
#define LOG_FILE "uplink.log"
#define SOCKET_FILE                                                                                \
	"uplink.sock" /* used by no client: without it Mosquitto would listen on its default port */

struct uplink {
	const struct config *config;
	struct child child;
	struct timer timer;
	int dir_fd;
	uint16_t port;
	char client[TOKEN_TEXT]; /* its name at the club's broker, where others may guess names */
};

bool uplink_is_wanted(const struct config *config)
{
	return *config->uplink_host != '\0';
}

/* ---- the configuration ---- */

/* The first line of the file. */
static int read_password(const char *path, char password[PASSWORD_MAX])
{
	FILE *file = fopen(path, "re");
	int error = file ? 0 : -errno;

	*password = '\0';
	if (file) {
		if (!fgets(password, PASSWORD_MAX, file) && ferror(file))
			error = -EIO;
		fclose(file);
	}
	password[strcspn(password, "\r\n")] = '\0';
	if (error) /* without its name: people write the password itself there */
		log_error("the uplink's password file cannot be read: %s", strerror(-error));
	return error ? error
		     : mosquitto_conf_check(mosquitto_conf_is_line(password),
					    "the uplink's password");
}

static int check_values(const struct config *config)
{
	int error =
		mosquitto_conf_check(mosquitto_conf_is_board(config->board), "the board's name");

	if (!error)
		error = mosquitto_conf_check(mosquitto_conf_is_host(config->uplink_host),
					     "the uplink's host");
	if (!error && *config->uplink_user)
		error = mosquitto_conf_check(mosquitto_conf_is_line(config->uplink_user),
					     "the uplink's user");
	return error;
}

static void write_topic(FILE *file, const char *topic, const char *direction, const char *board)
{
	fprintf(file, "topic public/%s %s 1 adjutant/v1/%s/ adjutant/v1/%s/\n", topic, direction,
		board, board);
}

static void write_manners(FILE *file)
{
	fputs("cleansession true\nbridge_attempt_unsubscribe false\n", file);
}

/*
 * To the spectators' broker it is one of them. It announces itself as a bridge only to be told which
 * messages are retained.
 */
static void write_near_end(FILE *file, const struct uplink *uplink)
{
	fprintf(file, "connection board\naddress 127.0.0.1:%u\n", uplink->port);
	fputs("try_private true\nrestart_timeout 1\n", file);
	write_topic(file, "#", "in", uplink->config->board);
	fputs("notifications false\n", file);
	write_manners(file);
}

static void write_tls(FILE *file, const char *authority)
{
	if (authority)
		fprintf(file, "bridge_cafile %s\n", authority);
	else
		fputs("bridge_capath /etc/ssl/certs\n", file);
	fputs("bridge_insecure false\n", file);
}

/*
 * The daemon's last will stays with the spectators' broker, and a board without power cannot announce
 * that it is gone. So the bridge has a will of its own: 0 replaces the 1 that it keeps retained.
 * Its own notification in its own Mosquitto must not be forwarded as well, since it may come late:
 * hence the topics by name.
 */
static void write_what_goes_up(FILE *file, const char *board)
{
	static const char *const topics[] = {"state", "event", "online"};

	for (unsigned i = 0; i < sizeof topics / sizeof *topics; i++)
		write_topic(file, topics[i], "out", board);
	fprintf(file, "notifications true\nnotification_topic adjutant/v1/%s/public/uplink\n",
		board);
}

static void write_far_end(FILE *file, const struct uplink *uplink, const char *authority,
			  const char *password)
{
	const struct config *config = uplink->config;

	fprintf(file, "connection club\naddress %s:%u\n", config->uplink_host, config->uplink_port);
	fprintf(file, "remote_clientid %s\n", uplink->client);
	fputs("try_private false\nrestart_timeout 5 60\n", file);
	write_what_goes_up(file, config->board);
	write_manners(file);
	if (*config->uplink_user)
		fprintf(file, "remote_username %s\n", config->uplink_user);
	if (*password)
		fprintf(file, "remote_password %s\n", password);
	if (config->uplink_tls)
		write_tls(file, authority);
}

static int write_file(const struct uplink *uplink, const char *authority, const char *password)
{
	FILE *file = mosquitto_conf_open(uplink->dir_fd, CONFIG_FILE);

	if (!file)
		return -EIO;
	mosquitto_conf_write_common(file);
	fprintf(file, "allow_anonymous false\nlistener 0 %s\n", SOCKET_FILE);
	write_near_end(file, uplink);
	write_far_end(file, uplink, authority, password);
	return mosquitto_conf_close(file, CONFIG_FILE);
}

static int write_configuration(const struct uplink *uplink)
{
	const struct config *config = uplink->config;
	char password[PASSWORD_MAX] = "", *authority = NULL;
	int error = check_values(config);

	if (!error && *config->uplink_password_file)
		error = read_password(config->uplink_password_file, password);
	if (!error && config->uplink_tls && *config->uplink_ca)
		error = mosquitto_conf_resolve("the uplink's certificate authority",
					       config->uplink_ca, &authority);
	if (!error)
		error = write_file(uplink, authority, password);
	free(authority);
	return error;
}

/* ---- the process ---- */

static int start_child(struct uplink *uplink)
{
	char *arguments[] = {NULL, "-c", CONFIG_FILE, NULL};
	int error = mosquitto_conf_resolve_program(uplink->config, &arguments[0]);

	if (error)
		return error;
	unlinkat(uplink->dir_fd, SOCKET_FILE, 0); /* of one that was killed */
	error = child_start(&uplink->child, arguments, uplink->dir_fd);
	if (error)
		log_error("the uplink cannot be started: %s: %s", arguments[0], strerror(-error));
	free(arguments[0]);
	return error;
}

/* A configuration error has been reported and will not go away by itself: no retry. */
static void time_to_start(struct timer *timer)
{
	struct uplink *uplink = timer->owner;

	if (uplink->child.pid == 0 && write_configuration(uplink) == 0)
		start_child(uplink);
}

void uplink_start(struct uplink *uplink, uint16_t port)
{
	uplink_stop(uplink);
	uplink->port = port;
	timer_set(&uplink->timer, loop_machine_us(uplink->timer.loop) + START_US);
}

void uplink_stop(struct uplink *uplink)
{
	timer_set(&uplink->timer, TIME_NEVER);
	child_end(&uplink->child, 0);
}

void uplink_reap(struct uplink *uplink)
{
	char fate[CHILD_FATE], words[CHILD_WORDS];
	int status;

	if (!child_has_ended(&uplink->child, &status))
		return;
	child_tell_fate(status, fate);
	child_last_words(&uplink->child, uplink->dir_fd, words);
	log_warning("the uplink to %s %s%s%s; it is started again in %d s",
		    uplink->config->uplink_host, fate, words[0] ? ", last saying: " : "", words,
		    AGAIN_US / 1000000);
	timer_set(&uplink->timer, loop_machine_us(uplink->timer.loop) + AGAIN_US);
}

int uplink_pid(const struct uplink *uplink)
{
	return (int)uplink->child.pid;
}

int uplink_create(struct uplink **made, struct loop *loop, const struct config *config, int dir_fd)
{
	struct uplink *uplink = calloc(1, sizeof *uplink);

	if (!uplink)
		return -ENOMEM;
	uplink->config = config;
	uplink->dir_fd = dir_fd;
	uplink->child.log = LOG_FILE;
	token_make(uplink->client);
	timer_init_machine(loop, &uplink->timer, time_to_start, uplink);
	*made = uplink;
	return 0;
}

void uplink_destroy(struct uplink *uplink)
{
	if (!uplink)
		return;
	uplink_stop(uplink);
	timer_finish(&uplink->timer);
	free(uplink);
}
