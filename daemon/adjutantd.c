/*
 * adjutantd: the daemon under the table. This file is the wiring: which part is told what by which.
 *
 *   board ──► session ──► journal
 *               │  ▲
 *       herald ◄┘  └─ herald ◄── link ◄──► broker (a child) ◄──► handhelds, pages
 *                     desk  ◄── http (pairing), control socket, words about seats and games
 */
#include "daemon/broker.h"
#include "daemon/config.h"
#include "daemon/control.h"
#include "daemon/desk.h"
#include "daemon/herald.h"
#include "daemon/http.h"
#include "daemon/link.h"
#include "daemon/log.h"
#include "daemon/metrics.h"
#include "daemon/qr.h"
#include "daemon/seats.h"
#include "daemon/session.h"
#include "drivers/board.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#ifndef ADJUTANT_VERSION
#define ADJUTANT_VERSION "0.1.0"
#endif

enum { EXIT_CONFIG = 2, CONNECT_US = 20000, RESTART_US = 200000, RESTART_MAX_US = 10000000 };

struct adjutantd {
	struct config config;
	struct loop *loop;
	struct seats *seats;
	struct broker *broker;
	struct link *link;
	struct session *session;
	struct herald *herald;
	struct http *http;
	struct control *control;
	struct desk desk;

	const struct board_driver *driver;
	struct sensors *sensors;
	enum board_id squares; /* of the board that the driver was made for */
	struct watch board_watch;
	struct timer board_timer;

	struct credentials own; /* at the broker */
	struct timer connect, watchdog, linger;
	uint64_t started_us, restart_us;
	unsigned broker_starts;
	bool announced, admissions_missed;
};

/* ---- the session tells ---- */

static void told(void *owner, const struct telling *tellings, unsigned count, unsigned audiences)
{
	struct adjutantd *self = owner;

	/* while there is no link, the journal keeps it for later */
	if (self->herald && link_is_up(self->link)) {
		herald_tell(self->herald, tellings, count);
		herald_show(self->herald, audiences);
	}
	desk_after(&self->desk);
}

static void changed(void *owner)
{
	struct adjutantd *self = owner;

	if (self->herald && link_is_up(self->link))
		herald_show(self->herald, (1u << AUDIENCE_COUNT) - 1);
}

static void scan(void *owner)
{
	struct adjutantd *self = owner;

	if (self->sensors)
		self->driver->scan(self->sensors);
}

static void over(void *owner)
{
	struct adjutantd *self = owner;

	timer_set(&self->linger,
		  time_now_us() + (uint64_t)self->config.linger_minutes * 60 * 1000000);
}

static void give_up_seats(struct adjutantd *self)
{
	timer_set(&self->linger, TIME_NEVER);
	seats_unpair(self->seats, SEAT_RED);
	seats_unpair(self->seats, SEAT_BLUE);
}

static void linger_due(struct timer *timer)
{
	give_up_seats(timer->owner);
}

static int start_board(struct adjutantd *self);

static void begun(void *owner, bool people_stay)
{
	struct adjutantd *self = owner;

	if (people_stay)
		timer_set(&self->linger, TIME_NEVER);
	else
		give_up_seats(self);
	if (self->sensors && self->squares != session_board(self->session))
		start_board(self);
}

static void journal_opened(void *owner, struct journal *journal)
{
	struct adjutantd *self = owner;

	seats_keep_in(self->seats, journal);
}

static void heard(void *owner, const char *line)
{
	struct adjutantd *self = owner;

	if (self->control)
		control_record(self->control, line);
}

static bool word(void *owner, enum audience speaker, const char *said, char why[])
{
	struct adjutantd *self = owner;

	return desk_word(&self->desk, speaker, said, why);
}

static int64_t published(void *owner)
{
	const struct adjutantd *self = owner;

	return self->herald ? herald_published_entry(self->herald) : 0;
}

static int start_session(struct adjutantd *self)
{
	const struct session_events events = {
		.owner = self,
		.told = told,
		.changed = changed,
		.scan = scan,
		.over = over,
		.begun = begun,
		.journal = journal_opened,
		.heard = heard,
		.word = word,
		.published = published,
	};

	return session_create(&self->session, self->loop, &self->config, &events);
}

/* ---- the board tells ---- */

static void reading(void *owner, const struct reading *reading)
{
	struct adjutantd *self = owner;

	session_reading(self->session, reading);
}

static void board_trouble(void *owner, const char *sentence)
{
	struct adjutantd *self = owner;

	if (sentence)
		log_error("%s", sentence);
	else
		log_notice("the board answers again");
	session_board_trouble(self->session, sentence);
}

static void board_ready(struct watch *watch, uint32_t events)
{
	struct adjutantd *self = watch->owner;

	(void)events;
	self->driver->wake(self->sensors);
}

static void board_due(struct timer *timer)
{
	struct adjutantd *self = timer->owner;

	self->driver->wake(self->sensors);
}

static int board_watch(void *owner, int fd)
{
	struct adjutantd *self = owner;

	watch_remove(&self->board_watch);
	return fd < 0 ? 0
		      : watch_add(self->loop, &self->board_watch, fd, EPOLLIN, board_ready, self);
}

static void board_wake_at(void *owner, uint64_t t_us)
{
	struct adjutantd *self = owner;

	timer_set(&self->board_timer, t_us);
}

static uint64_t board_now(void *owner)
{
	(void)owner;
	return time_now_us();
}

static int start_board(struct adjutantd *self)
{
	const struct board_host host = {self, board_watch, board_wake_at, board_now};
	const struct board_listener listener = {self, reading, board_trouble};
	struct board_setting settings[CONFIG_LINES + 1];
	char why[SESSION_WHY] = "";
	size_t count = self->config.driver_line_count, which = 0;
	int error;

	if (self->sensors)
		self->driver->destroy(self->sensors);
	self->sensors = NULL;
	self->squares = session_board(self->session);
	for (unsigned i = 0; i < count; i++)
		settings[i] = (struct board_setting){self->config.driver_lines[i].key,
						     self->config.driver_lines[i].value,
						     self->config.driver_lines[i].line};
	if (self->config.driver == DRIVER_REPLAY)
		settings[count++] = (struct board_setting){"recording", self->config.recording, 0};
	error = self->driver->create(&self->sensors, self->squares, settings, count, &host,
				     &listener, why, sizeof why, &which);
	if (error && which < count && settings[which].line > 0)
		log_error("line %u of the configuration: %s", settings[which].line, why);
	else if (error)
		log_error("the board cannot be used: %s", why[0] ? why : strerror(-error));
	return error;
}

/* ---- what people at the machine see ---- */

static void print_seat(struct adjutantd *self, enum seat seat, const char *label)
{
	char code[CODE_SIZE], url[DESK_URL], why[SESSION_WHY];

	if (seats_is_paired(self->seats, seat)) {
		printf("  %-9s is paired\n", label);
		return;
	}
	if (desk_offer(&self->desk, seat, false, code, url, why) < 0)
		return;
	printf("  %-9s %s\n", label, url);
	if (seat == SEAT_RED || seat == SEAT_BLUE) {
		putchar('\n');
		qr_print(stdout, url, 4);
		printf("    or type: %s\n\n", code);
	}
}

/* Codes are for those who sit at the terminal, not for a log. */
static void announce(struct adjutantd *self)
{
	printf("Adjutant " ADJUTANT_VERSION "\n\n  %-9s http://%s:%u/\n", "watch",
	       self->desk.address, self->desk.http_port);
	if (isatty(STDOUT_FILENO)) {
		if (self->config.driver == DRIVER_VIRTUAL)
			print_seat(self, SEAT_TABLE, "table");
		print_seat(self, SEAT_RED, "red");
		print_seat(self, SEAT_BLUE, "blue");
		printf("Codes are valid for %u minutes; `adjutant pair red` makes a new one. "
		       "Ctrl-C ends.\n",
		       self->config.code_minutes);
	}
	fflush(stdout);
	sd_notify(0, "READY=1\nSTATUS=The table is ready.");
}

/* ---- operators ---- */

static json_t *request(void *owner, json_t *request)
{
	struct adjutantd *self = owner;

	return desk_request(&self->desk, request);
}

static char *recording_head(void *owner)
{
	struct adjutantd *self = owner;

	return session_recording_head(self->session);
}

static int start_control(struct adjutantd *self)
{
	const struct control_events events = {self, request, recording_head};

	return control_create(&self->control, self->loop, self->config.state_dir, &events);
}

/* ---- the broker and the link ---- */

static void admitted(void *owner, enum seat seat, const struct credentials *credentials)
{
	struct adjutantd *self = owner;

	if (!link_is_up(self->link)) {
		self->admissions_missed = true;
		return;
	}
	link_command(self->link, access_admit(seat, credentials), true);
	/* everybody may see that the seat is taken; who sits there sees the rest */
	herald_show(self->herald, (1u << AUDIENCE_COUNT) - 1);
}

static void expelled(void *owner, enum seat seat, const struct credentials *credentials)
{
	struct adjutantd *self = owner;

	if (!self->herald || !link_is_up(self->link))
		return;
	herald_clear(self->herald, seat);
	link_command(self->link, access_expel(credentials), false);
	changed(self);
}

static void link_up(void *owner)
{
	struct adjutantd *self = owner;

	self->restart_us = RESTART_US;
	for (unsigned i = 0; self->admissions_missed && i < SEAT_COUNT; i++)
		if (seats_is_paired(self->seats, (enum seat)i))
			link_command(self->link,
				     access_admit((enum seat)i,
						  seats_credentials(self->seats, (enum seat)i)),
				     false);
	self->admissions_missed = false;
	session_tell_again(self->session, herald_published_entry(self->herald));
	herald_show(self->herald, (1u << AUDIENCE_COUNT) - 1);
	if (self->announced)
		return;
	self->announced = true;
	if (start_control(self) < 0) /* operators come when there is something to operate */
		loop_stop(self->loop);
	announce(self);
}

static void link_down(void *owner)
{
	struct adjutantd *self = owner;

	log_warning("the connection to the broker is lost; it is made again");
	timer_set(&self->connect, time_now_us() + CONNECT_US);
}

static void message(void *owner, const char *topic, const void *payload, size_t length)
{
	struct adjutantd *self = owner;

	herald_hear(self->herald, topic, payload, length);
}

static void message_published(void *owner, int id)
{
	struct adjutantd *self = owner;

	herald_published(self->herald, id);
}

static void command_refused(void *owner, const char *why)
{
	(void)owner;
	log_warning("the broker refuses a change of access: %s", why);
}

static int start_broker(struct adjutantd *self)
{
	struct access_grants grants = {.board = self->config.board,
				       .daemon = self->own,
				       .has_table = self->config.driver == DRIVER_VIRTUAL};

	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		grants.paired[i] = seats_is_paired(self->seats, (enum seat)i);
		grants.seats[i] = *seats_credentials(self->seats, (enum seat)i);
	}
	self->broker_starts++;
	return broker_start(self->broker, &grants);
}

/* One timer for both: a broker that is not there is started, one that is there is called. */
static void connect_due(struct timer *timer)
{
	struct adjutantd *self = timer->owner;

	if (!broker_is_running(self->broker) && start_broker(self) < 0) {
		self->restart_us *= 2;
		if (self->restart_us > RESTART_MAX_US)
			self->restart_us = RESTART_MAX_US;
		timer_set(timer, time_now_us() + self->restart_us);
		return;
	}
	if (link_connect(self->link, broker_socket(self->broker)) < 0)
		timer_set(timer, time_now_us() + CONNECT_US);
}

static void broker_ended(void *owner)
{
	struct adjutantd *self = owner;

	log_warning("the broker ended; it is started again");
	timer_set(&self->connect, time_now_us() + self->restart_us);
}

static int make_link(struct adjutantd *self)
{
	const struct link_events events = {self,    link_up,	       link_down,
					   message, message_published, command_refused};
	const struct broker_events broker_events = {self, broker_ended};
	const struct seats_events seats_events = {self, admitted, expelled};
	int error;

	token_make(self->own.user);
	token_make(self->own.password);
	token_make(self->own.client);
	error = seats_create(&self->seats, self->config.code_minutes, &seats_events);
	if (!error)
		error = broker_create(&self->broker, self->loop, &self->config, &broker_events);
	if (!error)
		error = link_create(&self->link, self->loop, self->config.board, &self->own,
				    &events);
	return error;
}

static void table_line(void *owner, const char *line, size_t length)
{
	struct adjutantd *self = owner;

	if (self->sensors && self->driver->hear)
		self->driver->hear(self->sensors, line, length);
}

static int start_herald(struct adjutantd *self)
{
	const struct herald_parts parts = {.loop = self->loop,
					   .link = self->link,
					   .seats = self->seats,
					   .session = self->session,
					   .delay_s = self->config.delay_s,
					   .owner = self,
					   .table = table_line};
	char kept[24];
	int error = herald_create(&self->herald, &parts);

	if (!error && session_journal(self->session) &&
	    journal_recall(session_journal(self->session), "published", kept, sizeof kept))
		herald_set_published_entry(self->herald, strtoll(kept, NULL, 10));
	return error;
}

/* ---- pages and operators ---- */

static unsigned pair(void *owner, const char *claim, const char *from, json_t **answer)
{
	struct adjutantd *self = owner;

	return desk_pair(&self->desk, claim, from, answer);
}

static json_t *page_config(void *owner)
{
	struct adjutantd *self = owner;

	return desk_page_config(&self->desk);
}

static char *metrics(void *owner)
{
	struct adjutantd *self = owner;

	return metrics_text(self->session, self->herald, link_is_up(self->link),
			    self->broker_starts, time_now_us() - self->started_us);
}

static int start_http(struct adjutantd *self)
{
	const struct http_answers answers = {self, pair, page_config, metrics};
	struct http_options options = {.address = self->config.listen,
				       .port = self->config.http_port,
				       .web_dir = self->config.web_dir,
				       .title = self->config.title};
	int error = http_create(&self->http, self->loop, &options, &answers);

	if (error == -EADDRINUSE && self->config.ports_are_preferences) {
		options.port = 0;
		error = http_create(&self->http, self->loop, &options, &answers);
	}
	return error;
}

/* ---- the machine ---- */

static void caught(void *owner, int number)
{
	struct adjutantd *self = owner;

	if (number == SIGCHLD)
		broker_reap(self->broker);
	else
		loop_stop(self->loop);
}

static void watchdog_due(struct timer *timer)
{
	uint64_t interval_us;

	if (sd_watchdog_enabled(0, &interval_us) <= 0)
		return;
	sd_notify(0, "WATCHDOG=1");
	timer_set(timer, time_now_us() + interval_us / 2);
}

static int start_loop(struct adjutantd *self)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};
	int error = loop_create(&self->loop);

	self->board_watch.fd = -1;
	signal(SIGPIPE, SIG_IGN);
	if (!error)
		error = loop_catch_signals(self->loop, signals, sizeof signals / sizeof *signals,
					   caught, self);
	if (!error)
		error = timer_init(self->loop, &self->connect, connect_due, self);
	if (!error)
		error = timer_init(self->loop, &self->watchdog, watchdog_due, self);
	if (!error)
		error = timer_init(self->loop, &self->linger, linger_due, self);
	if (!error)
		error = timer_init(self->loop, &self->board_timer, board_due, self);
	return error;
}

static int start(struct adjutantd *self)
{
	int error = start_loop(self);

	if (!error)
		error = make_link(self);
	desk_init(&self->desk, &self->config);
	self->desk.seats = self->seats;
	self->desk.link = self->link;
	if (!error)
		error = start_session(self);
	self->desk.session = self->session;
	if (!error)
		error = start_herald(self);
	self->desk.herald = self->herald;
	if (!error)
		error = start_board(self);
	if (!error)
		error = start_broker(self);
	if (!error)
		error = start_http(self);
	if (error)
		return error;
	self->desk.http_port = http_port(self->http);
	self->desk.websocket_port = broker_websocket_port(self->broker);
	timer_set(&self->connect, time_now_us());
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
	link_destroy(self->link);
	herald_destroy(self->herald);
	broker_destroy(self->broker);
	seats_destroy(self->seats);
	loop_destroy(self->loop);
}

/* ---- the command line ---- */

static int usage(FILE *to)
{
	fputs("usage: adjutantd [--config FILE] [--state DIR]\n"
	      "       adjutantd --check-config FILE [--verbose]\n\n"
	      "Runs a table: without a configuration a virtual one, with its pages, that needs\n"
	      "nothing else. adjutantd(8) tells more.\n",
	      to);
	return to == stdout ? EXIT_SUCCESS : EXIT_CONFIG;
}

static int check_config(const char *path, bool verbose)
{
	static struct config config;

	config_default(&config);
	if (config_read(&config, path) != 0)
		return EXIT_CONFIG;
	if (verbose)
		config_print(stdout, &config);
	else
		printf("%s: fine\n", path);
	return EXIT_SUCCESS;
}

struct arguments {
	const char *config, *check, *state;
	bool verbose;
};

static bool read_arguments(struct arguments *arguments, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : NULL;

		if (strcmp(argv[i], "--verbose") == 0) {
			arguments->verbose = true;
			continue;
		}
		if (!value)
			return false;
		if (strcmp(argv[i], "--config") == 0)
			arguments->config = value;
		else if (strcmp(argv[i], "--check-config") == 0)
			arguments->check = value;
		else if (strcmp(argv[i], "--state") == 0)
			arguments->state = value;
		else
			return false;
		i++;
	}
	return true;
}

static int find_driver(struct adjutantd *self)
{
	static const struct board_driver *const drivers[] = {
		[DRIVER_VIRTUAL] = &board_virtual,
		[DRIVER_REPLAY] = &board_replay,
		[DRIVER_REED] = NULL,
		[DRIVER_SERIAL] = NULL,
	};

	self->driver = drivers[self->config.driver];
	if (self->driver)
		return 0;
	log_error("this adjutantd has no driver \"%s\"", driver_name(self->config.driver));
	return -ENOSYS;
}

/* All of it is for this user alone. */
static int make_state_dir(struct config *config)
{
	char path[CONFIG_PATH], here[CONFIG_PATH];

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
	if (mkdir(path, 0700) == 0 || errno == EEXIST)
		return 0;
	log_error("%s cannot be made: %s", path, strerror(errno));
	return -errno;
}

int main(int argc, char **argv)
{
	static struct adjutantd self; /* large, and only ever one */
	struct arguments arguments = {0};
	int error;

	if (argc == 2 && strcmp(argv[1], "--help") == 0)
		return usage(stdout);
	if (argc == 2 && strcmp(argv[1], "--version") == 0)
		return puts("adjutantd " ADJUTANT_VERSION) < 0;
	if (!read_arguments(&arguments, argc, argv))
		return usage(stderr);
	if (arguments.check)
		return check_config(arguments.check, arguments.verbose);
	config_default(&self.config);
	if (arguments.config && config_read(&self.config, arguments.config) != 0)
		return EXIT_CONFIG;
	if (arguments.state)
		snprintf(self.config.state_dir, sizeof self.config.state_dir, "%s",
			 arguments.state);
	if (!self.config.web_dir[0])
		config_find_web(self.config.web_dir);
	umask(0077);
	self.started_us = time_now_us();
	self.restart_us = RESTART_US;
	error = sealing_init();
	if (!error)
		error = find_driver(&self);
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
