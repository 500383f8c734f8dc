/*
 * adjutantd: the daemon under the table. Creates the parts; main_*.c connects them.
 *
 *   board ──► session ──► journal
 *               │ ▲
 *     publisher ◄┘ └── publisher ◄── link ◄──► broker (a child) ◄──► handhelds, their pages
 *               └────────────────────────────► broker (a child)  ──► spectators
 *                  └── admin     ◄── http (pairing), control socket, words about seats and games
 */
#include "daemon/admin/admin.h"
#include "daemon/admin/control.h"
#include "daemon/base/arguments.h"
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/base/loop.h"
#include "daemon/base/memory.h"
#include "daemon/base/paths.h"
#include "daemon/base/process.h"
#include "daemon/base/trouble.h"
#include "daemon/base/version.h"
#include "daemon/broker/keeper.h"
#include "daemon/config/config.h"
#include "daemon/http/http.h"
#include "daemon/main.h"
#include "daemon/match/pieces.h"
#include "daemon/seats/publisher.h"
#include "daemon/seats/seats.h"
#include "daemon/session/session.h"
#include "daemon/table/table.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

enum {
	EXIT_CONFIG = 2,
	START_US = 90 * 1000000, /* what a start may take anyway ... */
	CHECK_US = 1000000	 /* ... and for each megabyte of the archive, on a slow card */
};

/* ---- the machine ---- */

static void caught(void *owner, int number)
{
	struct adjutantd *self = owner;

	if (number != SIGCHLD) {
		loop_stop(self->loop);
		return;
	}
	keeper_reap(self->players);
	keeper_reap(self->spectators);
}

static void watchdog_due(struct timer *timer)
{
	uint64_t interval_us;

	if (sd_watchdog_enabled(0, &interval_us) <= 0)
		return;
	sd_notify(0, "WATCHDOG=1");
	timer_set(timer, loop_machine_us(timer->loop) + interval_us / 2);
}

/*
 * The whole archive is checked before anything else: people who wait for that are told how long it
 * may take.
 */
static void ask_for_patience(const char *state_dir)
{
	char path[PATHS_SIZE + 16];
	struct stat status;

	snprintf(path, sizeof path, "%s/archive.db", state_dir);
	if (stat(path, &status) == 0)
		sd_notifyf(0, "EXTEND_TIMEOUT_USEC=%" PRIu64 "\nSTATUS=Checking the archive.",
			   START_US + (uint64_t)status.st_size / 1000000 * CHECK_US);
}

static int start_loop(struct adjutantd *self)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};
	int error = loop_create(&self->loop);

	self->board_watch.fd = -1;
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
	if (!error)
		error = loop_catch_signals(self->loop, signals, sizeof signals / sizeof *signals,
					   caught, self);
	if (error)
		return error;
	self->started_us = loop_now_us(self->loop);
	timer_init_machine(self->loop, &self->watchdog, watchdog_due, self);
	timer_init(self->loop, &self->linger, main_linger_due, self);
	timer_init(self->loop, &self->board_timer, main_board_due, self);
	main_lamps_start(self);
	return 0;
}

static bool is_of_disk(int error)
{
	return error == -ENOSPC || error == -EDQUOT || error == -EIO || error == -EFBIG;
}

/*
 * A disk that is full will have room again, and the broker is tried again by itself. Until then
 * there are pages, and the operator's socket that tells why there is no more.
 */
static int start_brokers_or_wait(struct adjutantd *self)
{
	int error = main_start_brokers(self);

	return is_of_disk(error) ? main_start_control(self) : error;
}

static int start(struct adjutantd *self)
{
	int error = start_loop(self);

	if (!error)
		error = main_make_link(self);
	admin_init(&self->admin, &self->config);
	self->admin.loop = self->loop;
	self->admin.seats = self->seats;
	self->admin.link = self->link;
	ask_for_patience(self->config.state_dir);
	if (!error)
		error = main_start_session(self);
	if (!error)
		loop_update_time(self->loop); /* to check a long archive takes a while */
	self->admin.session = self->session;
	if (!error)
		error = main_start_publisher(self);
	if (!error)
		main_start_board(self);
	if (!error)
		error = start_brokers_or_wait(self);
	if (!error)
		error = main_start_http(self);
	if (error)
		return error;
	self->admin.http_port = http_port(self->http);
	keeper_begin(self->players);
	keeper_begin(self->spectators);
	watchdog_due(&self->watchdog);
	return 0;
}

static void finish(struct adjutantd *self)
{
	sd_notify(0, "STOPPING=1");
	control_destroy(self->control);
	http_destroy(self->http);
	if (self->sensors)
		self->driver->destroy(self->sensors);
	session_destroy(self->session);
	keeper_destroy(self->players);
	keeper_destroy(self->spectators);
	publisher_destroy(self->publisher);
	seats_destroy(self->seats);
	loop_destroy(self->loop);
}

/* ---- the command line ---- */

static int usage(FILE *to)
{
	fputs("usage: adjutantd [--config FILE] [--state DIR]\n"
	      "       adjutantd --check-config FILE [--verbose]\n"
	      "\n"
	      "Runs a table: without a configuration a virtual one, with its pages, that needs\n"
	      "nothing else. adjutantd(8) tells more.\n",
	      to);
	return to == stdout ? EXIT_SUCCESS : EXIT_CONFIG;
}

static bool is_out_of_sight(int error, const char *state_dir)
{
	return error == -ENOENT || error == -ENOTDIR ||
	       (error == -EACCES && access(state_dir, X_OK) != 0);
}

/* The set of pieces belongs to the board too, if it can be seen from here. */
static bool check_pieces(const struct config *config)
{
	struct trouble trouble = {""};
	char *lines = NULL;
	int error = 0;

	if (config->options.table.sensors & SENSOR_RFID)
		error = pieces_read(config->state_dir, &lines, &trouble);
	free(lines);
	if (!error || is_out_of_sight(error, config->state_dir))
		return true;
	fprintf(stderr, "%s\n", trouble.text);
	return false;
}

static int check_config(const char *path, bool verbose)
{
	static struct config config;

	config_default(&config);
	if (config_read(&config, path) != 0 || !check_pieces(&config))
		return EXIT_CONFIG;
	if (verbose)
		config_print(stdout, &config);
	else
		printf("%s: fine\n", path);
	return EXIT_SUCCESS;
}

struct arguments {
	const char *config, *check, *state;
	bool verbose, help, version;
};

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
	const struct argument_option options[] = {
		{"config", .value = &arguments->config},
		{"check-config", .value = &arguments->check},
		{"state", .value = &arguments->state},
		{"verbose", .flag = &arguments->verbose},
		{"help", .flag = &arguments->help},
		{"version", .flag = &arguments->version},
	};
	char why[160] = "";
	int first = arguments_read(options, sizeof options / sizeof *options,
				   ARGUMENTS_OPTIONS_ANYWHERE, argc, argv, why, sizeof why);

	if (first == argc)
		return true;
	if (first >= 0)
		snprintf(why, sizeof why, "\"%s\" is one argument too many", argv[first]);
	fprintf(stderr, "adjutantd: %s\n", why);
	return false;
}

/* A user who can write there can replace the archive and the key of the board. */
static int check_state_dir(const char *path)
{
	struct stat found;

	if (stat(path, &found) < 0) {
		log_error("%s cannot be looked at: %s", path, strerror(errno));
		return -EACCES;
	}
	if (!(found.st_mode & (S_IWGRP | S_IWOTH)))
		return 0;
	log_error("others can write to the state directory %s: take that from them with `chmod "
		  "go-w`",
		  path);
	return -EPERM;
}

/* All of it is for this user alone. */
static int make_state_dir(struct config *config)
{
	char path[PATHS_SIZE], here[PATHS_SIZE];
	int error;

	snprintf(path, sizeof path, "%s", config->state_dir);
	if (path[0] != '/' && getcwd(here, sizeof here) &&
	    (size_t)snprintf(config->state_dir, sizeof config->state_dir, "%s/%s", here, path) >=
		    sizeof config->state_dir) {
		log_error("the path of the state directory is too long");
		return -ENAMETOOLONG;
	}
	snprintf(path, sizeof path, "%s", config->state_dir);
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0755);
		*slash = '/';
	}
	if (mkdir(path, 0700) == 0)
		return 0;
	error = errno; /* which a log may change */
	if (error == EEXIST)
		return check_state_dir(path);
	log_error("%s cannot be made: %s", path, strerror(error));
	return -error;
}

static bool take_state_dir(struct config *config, const char *path)
{
	if (strlen(path) >= sizeof config->state_dir) {
		fprintf(stderr, "adjutantd: --state: the path must be shorter than %zu bytes\n",
			sizeof config->state_dir);
		return false;
	}
	snprintf(config->state_dir, sizeof config->state_dir, "%s", path);
	return true;
}

int main(int argc, char **argv)
{
	static struct adjutantd self; /* large, and only ever one */
	struct arguments arguments = {0};
	int error;

	if (!read_arguments(&arguments, argc, argv))
		return usage(stderr);
	if (arguments.help)
		return usage(stdout);
	if (arguments.version)
		return puts("adjutantd " ADJUTANT_VERSION) < 0;
	if (arguments.check)
		return check_config(arguments.check, arguments.verbose);
	config_default(&self.config);
	if (arguments.config && config_read(&self.config, arguments.config) != 0)
		return EXIT_CONFIG;
	if (arguments.state && !take_state_dir(&self.config, arguments.state))
		return EXIT_CONFIG;
	if (!self.config.web_dir[0])
		paths_find_web(self.config.web_dir);
	umask(0077);
	process_forbid_dumps();
	process_raise_descriptors();
	memory_watch_json();
	error = crypto_init();
	if (!error)
		error = make_state_dir(&self.config);
	if (!error)
		error = start(&self);
	if (!error)
		error = loop_run(self.loop);
	finish(&self);
	if (error)
		log_error("adjutantd ends: %s", strerror(-error));
	return error ? EXIT_FAILURE : EXIT_SUCCESS;
}
