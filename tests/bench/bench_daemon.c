/*
 * How long after the last contact change both handhelds know of a move, with everything running: a
 * real adjutantd and its Mosquitto, two seats, the virtual table, and none or many spectators.
 *
 *   bench_daemon [--actions N] [--spectators N]
 *
 * What the referee waits by itself (debounce and settle time) is known and taken off; what the disk
 * takes for the durable commit, and by how much the kernel wakes the daemon too late, are measured
 * in the same run from inside the daemon (stopwatch.h) and taken off as well; the rest is the
 * program's. Before that, from each lift until both handhelds show it, of which only the debounce is waited for.
 * Bare round trips through a broker of the same kind, one between each two moves, stand
 * beside it.
 */
#define _GNU_SOURCE /* for environments of children, and asprintf() */
#include "daemon/base/clock.h"
#include "daemon/base/crypto.h"
#include "tests/bench/devices.h"
#include "tests/bench/stopwatch.h"

#include <fcntl.h>
#include <mosquitto.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	DEBOUNCE_MS = 2,
	SETTLE_MS = 10,
	TIMER_US = (DEBOUNCE_MS + SETTLE_MS) * 1000,
	BOARD_ROWS = 10,
	GAP_US = 120000,  /* people are slower; but those who watch are all served by then */
	PAUSE_US = 15000, /* as idle before a move as before a bare round trip */
	IDLE_S = 5
};

char bench_dir[64];
static char stopwatch_path[96];
static struct stopwatch *stopwatch;
static pid_t daemon_pid;

void bench_die(const char *what)
{
	fprintf(stderr, "bench_daemon: %s\n", what);
	if (daemon_pid > 0)
		kill(daemon_pid, SIGTERM);
	exit(1);
}

/* ---- children ---- */

static pid_t start(char *const argv[], const char *preload)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (preload) {
		setenv("LD_PRELOAD", preload, 1);
		setenv("STOPWATCH_FILE", stopwatch_path, 1);
	}
	execv(argv[0], argv);
	_exit(127);
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	if (!file || fputs(text, file) < 0 || fclose(file) != 0)
		bench_die("cannot write a file");
}

static void map_stopwatch(void)
{
	int fd;

	snprintf(stopwatch_path, sizeof stopwatch_path, "%s/stopwatch", bench_dir);
	fd = open(stopwatch_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 || ftruncate(fd, sizeof *stopwatch) < 0)
		bench_die("cannot write a file");
	stopwatch = mmap(NULL, sizeof *stopwatch, PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	if (stopwatch == MAP_FAILED)
		bench_die("cannot map a file");
}

static void start_daemon(void)
{
	char config[128], text[512];
	char *argv[] = {"build/adjutantd", "--config", config, NULL};

	snprintf(config, sizeof config, "%s/adjutant.conf", bench_dir);
	snprintf(
		text, sizeof text,
		"[board]\nstate-dir = %s/state\n[game]\nedition = barrage\ntwo-squares = off\n"
		"more-squares = off\ndebounce-ms = %d\nsettle-ms = %d\njog-ms = 5\n"
		"[network]\nlisten = 127.0.0.1\nhttp-port = 0\nwebsocket-port = 0\nwatch-port = 0\n",
		bench_dir, DEBOUNCE_MS, SETTLE_MS);
	write_file(config, text);
	daemon_pid = start(argv, "build/bench/stopwatch.so");
}

/* ---- spectators: a process of their own ---- */

static void watch(struct mosquitto **all, unsigned count, int ready_fd)
{
	struct pollfd *polls = calloc(count, sizeof *polls);

	for (unsigned i = 0; i < count; i++)
		polls[i] = (struct pollfd){.fd = mosquitto_socket(all[i]), .events = POLLIN};
	if (write(ready_fd, "r", 1) != 1)
		_exit(1);
	for (;;) {
		poll(polls, count, 1000);
		for (unsigned i = 0; i < count; i++)
			if (polls[i].revents)
				mosquitto_loop_read(all[i], 1);
	}
}

static pid_t start_spectators(unsigned count)
{
	struct rlimit limit;
	struct mosquitto **all;
	char path[128], ready;
	int fds[2];
	pid_t pid;

	if (count == 0)
		return 0;
	if (pipe(fds) < 0 || (pid = fork()) < 0)
		bench_die("no spectators");
	if (pid > 0) {
		close(fds[1]);
		if (read(fds[0], &ready, 1) != 1)
			bench_die("spectators cannot connect");
		close(fds[0]);
		return pid;
	}
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	snprintf(path, sizeof path, "%s/state/watch/broker.sock", bench_dir);
	all = calloc(count, sizeof *all);
	for (unsigned i = 0; i < count; i++) {
		all[i] = mosquitto_new(NULL, true, NULL);
		for (unsigned tries = 0; mosquitto_connect(all[i], path, 0, 60) != MOSQ_ERR_SUCCESS;
		     tries++) { /* more than the broker accepts at a time */
			if (tries > 2000)
				_exit(1);
			usleep(10000);
		}
		mosquitto_subscribe(all[i], NULL, TOPIC "public/#", 0);
		mosquitto_loop_write(all[i], 1);
	}
	watch(all, count, fds[1]);
	_exit(0);
}

/* ---- a bare broker ---- */

struct bare {
	pid_t pid;
	struct mosquitto *from;
	struct device to;
};

static void note_bare(struct mosquitto *mosquitto, void *context,
		      const struct mosquitto_message *message)
{
	struct device *device = context;

	(void)mosquitto;
	(void)message;
	pthread_mutex_lock(&device->lock);
	device->heard_us = clock_now_us();
	device->moves++;
	pthread_cond_broadcast(&device->changed);
	pthread_mutex_unlock(&device->lock);
}

static void start_bare(struct bare *bare)
{
	char config[96], path[96], text[256];
	char *argv[] = {"/usr/sbin/mosquitto", "-c", config, NULL};

	snprintf(config, sizeof config, "%s/bare.conf", bench_dir);
	snprintf(path, sizeof path, "%s/bare.sock", bench_dir);
	snprintf(text, sizeof text,
		 "listener 0 %s\nallow_anonymous true\npersistence false\nuser root\n"
		 "set_tcp_nodelay true\nlog_type none\n",
		 path);
	write_file(config, text);
	bare->pid = start(argv, NULL);
	pthread_mutex_init(&bare->to.lock, NULL);
	pthread_cond_init(&bare->to.changed, NULL);
	bare->from = mosquitto_new(NULL, true, NULL);
	bare->to.mosquitto = mosquitto_new(NULL, true, &bare->to);
	mosquitto_message_callback_set(bare->to.mosquitto, note_bare);
	for (unsigned tries = 0; mosquitto_connect(bare->from, path, 0, 60) != MOSQ_ERR_SUCCESS;
	     tries++) {
		if (tries > 100)
			bench_die("no bare broker");
		usleep(20000);
	}
	mosquitto_connect(bare->to.mosquitto, path, 0, 60);
	mosquitto_subscribe(bare->to.mosquitto, NULL, "t", 1);
	mosquitto_loop_start(bare->from);
	mosquitto_loop_start(bare->to.mosquitto);
}

/* 300 bytes, QoS 1, from one client to another: microseconds */
static uint64_t bare_round_trip(struct bare *bare)
{
	char payload[300] = "";
	uint64_t sent = clock_now_us();
	unsigned wanted = bare->to.moves + 1;

	mosquitto_publish(bare->from, NULL, "t", sizeof payload, payload, 1, false);
	if (!wait_for(&bare->to, &bare->to.moves, wanted))
		bench_die("the bare broker lost a message");
	return bare->to.heard_us - sent;
}

/* ---- measuring ---- */

/* how long the disk kept the daemon, and how late the timer of the commit was, in that time */
static void measured_between(uint64_t from_us, uint64_t to_us, uint64_t *sync_us, uint64_t *late_us)
{
	uint32_t count = atomic_load(&stopwatch->count);

	if (count >= STOPWATCH_NOTES)
		bench_die("more notes than there is room for");
	*sync_us = *late_us = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct stopwatch_note *note = &stopwatch->notes[i];

		if (note->start_us < from_us || note->start_us >= to_us)
			continue;
		if (note->kind == NOTE_SYNC)
			*sync_us += note->us;
		else
			*late_us = note->us; /* of the last one, on which the move was made */
	}
}

struct action {
	uint64_t from_us, to_us, bare_us; /* the last: a round trip soon afterwards */
	uint64_t lift_us;		  /* until both showed that the piece was lifted */
};

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t lift(struct device *red, struct device *blue, struct device *table,
		     const char *line)
{
	unsigned reds = red->touches + 1, blues = blue->touches + 1;
	uint64_t from_us = touch(table, line);

	if (!wait_for(red, &red->touches, reds) || !wait_for(blue, &blue->touches, blues))
		bench_die("a lift was not told");
	return later(red->touched_us, blue->touched_us) - from_us;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

struct spread {
	double p50, p99;
};

static struct spread spread_of(double *values, unsigned count)
{
	qsort(values, count, sizeof *values, by_value);
	return (struct spread){values[count / 2], values[count * 99 / 100]};
}

/* Red and blue walk to and fro, each as soon as both have heard of the other's move. */
static void play(struct device *red, struct device *blue, struct device *table, struct bare *bare,
		 struct action *actions, unsigned count)
{
	static const char *const steps[][2] = {{"open a4", "close a5"},
					       {"open i7", "close i6"},
					       {"open a5", "close a4"},
					       {"open i6", "close i7"}};

	for (unsigned i = 0; i < count; i++) {
		unsigned wanted = red->moves + 1;

		actions[i].lift_us = lift(red, blue, table, steps[i % 4][0]);
		usleep(3000);
		actions[i].from_us = touch(table, steps[i % 4][1]);
		if (!wait_for(red, &red->moves, wanted) || !wait_for(blue, &blue->moves, wanted))
			bench_die("a move was not told");
		actions[i].to_us = later(red->heard_us, blue->heard_us);
		usleep(GAP_US);
		actions[i].bare_us = bare_round_trip(bare);
		usleep(PAUSE_US);
	}
}

struct result {
	struct spread whole, sync, late, rest, bare, lift;
};

static struct result weigh(const struct action *actions, unsigned count)
{
	double *values[6];
	struct spread spreads[6];

	for (unsigned i = 0; i < 6; i++)
		values[i] = calloc(count, sizeof *values[i]);
	for (unsigned i = 0; i < count; i++) {
		uint64_t whole_us = actions[i].to_us - actions[i].from_us, sync_us, late_us;

		measured_between(actions[i].from_us, actions[i].to_us, &sync_us, &late_us);
		values[0][i] = (double)whole_us / 1000;
		values[1][i] = (double)sync_us / 1000;
		values[2][i] = (double)late_us / 1000;
		values[3][i] = values[0][i] - values[1][i] - values[2][i] - TIMER_US / 1000.0;
		values[4][i] = (double)actions[i].bare_us / 1000;
		values[5][i] = (double)actions[i].lift_us / 1000;
	}
	for (unsigned i = 0; i < 6; i++) {
		spreads[i] = spread_of(values[i], count);
		free(values[i]);
	}
	return (struct result){spreads[0], spreads[1], spreads[2],
			       spreads[3], spreads[4], spreads[5]};
}

static void print(const char *what, const struct result *result)
{
	const struct spread columns[] = {result->whole, result->sync, result->late, result->rest,
					 result->bare};

	printf("%-16s", what);
	for (unsigned i = 0; i < 5; i++)
		printf("  %7.3f %7.3f", columns[i].p50, columns[i].p99);
	printf("  %7.2f %7.2f\n", result->rest.p50 / result->bare.p50,
	       result->rest.p99 / result->bare.p99);
	printf("%-16s  %7.3f %7.3f  from a lift until both handhelds show it (debounce %d ms)\n",
	       "", result->lift.p50, result->lift.p99, DEBOUNCE_MS);
}

static void print_heading(unsigned count)
{
	static const char *const columns[] = {"all",  "of that, sync", "timer late",
					      "rest", "bare trip",     "rest / bare"};

	printf("milliseconds from the last contact change to a word on both handhelds, %u moves\n"
	       "(the referee's own timer is %d ms)\n%-16s",
	       count, TIMER_US / 1000, "");
	for (unsigned i = 0; i < 6; i++)
		printf("  %15s", columns[i]);
	printf("\n%-16s", "");
	for (unsigned i = 0; i < 6; i++)
		printf("  %7s %7s", "p50", "p99");
	printf("\n");
}

/* ---- memory and idleness ---- */

static void print_memory_and_idleness(void)
{
	char path[64], line[512];
	unsigned long user[2] = {0}, system[2] = {0};
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/status", daemon_pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		if (strncmp(line, "VmRSS:", 6) == 0)
			printf("resident           %8.2f MB\n",
			       strtoul(line + 6, NULL, 10) / 1024.0);
	if (file)
		fclose(file);
	snprintf(path, sizeof path, "/proc/%d/stat", daemon_pid);
	for (unsigned i = 0; i < 2; i++) {
		file = fopen(path, "r");
		if (file && fgets(line, sizeof line, file))
			sscanf(strrchr(line, ')') + 1,
			       " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user[i],
			       &system[i]);
		if (file)
			fclose(file);
		if (i == 0)
			sleep(IDLE_S);
	}
	printf("idle               %8.2f %% of a core, %d s\n",
	       100.0 * (double)(user[1] - user[0] + system[1] - system[0]) /
		       (double)sysconf(_SC_CLK_TCK) / IDLE_S,
	       IDLE_S);
}

/* ---- the whole ---- */

static void set_up(struct device *red, struct device *blue, struct device *table)
{
	say(red, "formation ........../M91B....../F........./2......23.");
	say(blue, "formation 2......23./F........./M91B....../..........");
	touch(table, "frame 0000000000/1111000000/1000000000/1000000110/0000000000/0000000000/"
		     "1000000110/1000000000/1111000000/0000000000");
	say(red, "ready");
	say(blue, "ready");
}

static unsigned number(int argc, char **argv, const char *name, unsigned otherwise)
{
	for (int i = 1; i + 1 < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return (unsigned)strtoul(argv[i + 1], NULL, 10);
	return otherwise;
}

static void remove_dir(void)
{
	char command[128];

	snprintf(command, sizeof command, "rm -rf %s", bench_dir);
	if (system(command) != 0)
		fprintf(stderr, "bench_daemon: %s is left behind\n", bench_dir);
}

int main(int argc, char **argv)
{
	struct device red = {.seat = "red"}, blue = {.seat = "blue"}, table = {.seat = "table"};
	unsigned count = number(argc, argv, "--actions", 400);
	unsigned spectators = number(argc, argv, "--spectators", 1000);
	struct action *actions = calloc(count, sizeof *actions);
	struct result alone, watched;
	struct bare bare = {0};
	pid_t watching;
	int port;

	snprintf(bench_dir, sizeof bench_dir, "/tmp/adjutant-bench-XXXXXX");
	if (!mkdtemp(bench_dir) || crypto_init() < 0)
		bench_die("cannot begin");
	mosquitto_lib_init();
	map_stopwatch();
	start_bare(&bare);
	start_daemon();
	port = daemon_port();
	pair(&red, port);
	pair(&blue, port);
	pair(&table, port);
	connect_device(&red, TOPIC "seat/red/event");
	connect_device(&blue, TOPIC "seat/blue/event");
	connect_device(&table, NULL);
	usleep(200000);
	set_up(&red, &blue, &table);
	usleep(100000);

	print_heading(count);
	play(&red, &blue, &table, &bare, actions, count);
	alone = weigh(actions, count);
	print("nobody watches", &alone);
	watching = start_spectators(spectators);
	usleep(500000);
	play(&red, &blue, &table, &bare, actions, count);
	watched = weigh(actions, count);
	if (watching) {
		char what[32];

		snprintf(what, sizeof what, "%u watch", spectators);
		print(what, &watched);
		kill(watching, SIGTERM);
		waitpid(watching, NULL, 0);
	}
	printf("watched / alone    %8.2f %8.2f (rest), %.2f %.2f (all)\n",
	       watched.rest.p50 / alone.rest.p50, watched.rest.p99 / alone.rest.p99,
	       watched.whole.p50 / alone.whole.p50, watched.whole.p99 / alone.whole.p99);
	usleep(1000000);
	print_memory_and_idleness();
	kill(daemon_pid, SIGTERM);
	waitpid(daemon_pid, NULL, 0);
	kill(bare.pid, SIGTERM);
	waitpid(bare.pid, NULL, 0);
	remove_dir();
	return 0;
}
