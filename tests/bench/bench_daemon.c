/*
 * How long after the last contact change both handhelds know of a move, with everything running: a
 * real adjutantd and its Mosquitto, two seats, the virtual table, and none or many spectators.
 *
 *   bench_daemon [--actions N] [--spectators N]
 *
 * What the referee waits by itself (debounce and settle time) is known and taken off; what the disk
 * takes for the durable commit is measured in the same run by a shim in the daemon (FAULT_LOG,
 * tests/faults) and taken off as well; the rest is the program's. A bare round trip through a
 * broker of the same kind stands beside it.
 */
#define _GNU_SOURCE /* for environments of children, and asprintf() */
#include "daemon/loop.h"
#include "daemon/sealing.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <mosquitto.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	DEBOUNCE_MS = 2,
	SETTLE_MS = 10,
	TIMER_US = (DEBOUNCE_MS + SETTLE_MS) * 1000,
	BOARD_ROWS = 10,
	GAP_US = 120000, /* people are slower; but those who watch are all served by then */
	SYNCS_MAX = 100000,
	IDLE_S = 5
};

#define TOPIC "adjutant/v1/table/"

static char dir[64], sync_log[96];
static pid_t daemon_pid;

static void die(const char *what)
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
		setenv("FAULT_PATH", "archive.db", 1);
		setenv("FAULT_LOG", sync_log, 1);
	}
	execv(argv[0], argv);
	_exit(127);
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	if (!file || fputs(text, file) < 0 || fclose(file) != 0)
		die("cannot write a file");
}

static void start_daemon(void)
{
	char config[128], text[512];
	char *argv[] = {"build/adjutantd", "--config", config, NULL};

	snprintf(config, sizeof config, "%s/adjutant.conf", dir);
	snprintf(text, sizeof text,
		 "[board]\nstate-dir = %s/state\n[game]\nedition = barrage\ntwo-squares = off\n"
		 "more-squares = off\ndebounce-ms = %d\nsettle-ms = %d\njog-ms = 5\n"
		 "[network]\nlisten = 127.0.0.1\nhttp-port = 0\nwebsocket-port = 0\n",
		 dir, DEBOUNCE_MS, SETTLE_MS);
	write_file(config, text);
	daemon_pid = start(argv, "build/tests/faults/shim.so");
}

/* ---- the operator ---- */

static json_t *ask(const char *request)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	json_t *answer = NULL;
	FILE *file;

	snprintf(address.sun_path, sizeof address.sun_path, "%s/state/control.sock", dir);
	if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
		close(fd);
		return NULL;
	}
	file = fdopen(fd, "r+");
	if (send(fd, request, strlen(request), 0) == (ssize_t)strlen(request))
		answer = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL);
	fclose(file);
	return answer;
}

static int http_port(void)
{
	for (unsigned tries = 0; tries < 500; tries++) {
		json_t *status = ask("{\"do\":\"status\"}\n");
		int port = (int)json_integer_value(json_object_get(status, "http"));
		bool ready = json_is_true(json_object_get(status, "ready"));

		json_decref(status);
		if (ready)
			return port;
		usleep(20000);
	}
	die("adjutantd does not answer");
	return 0;
}

/* ---- pairing ---- */

struct device {
	const char *seat;
	uint8_t up[KEY_SIZE], down[KEY_SIZE];
	char user[TOKEN_TEXT], password[TOKEN_TEXT], client[TOKEN_TEXT];
	struct mosquitto *mosquitto;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned moves, answers;
	uint64_t heard_us; /* the latest move */
};

static char *post_claim(int port, const char *claim)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
				 .sin_port = htons((uint16_t)port),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	char request[512], *answer = calloc(1, 8192);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	size_t length = 0;
	ssize_t count;

	snprintf(request, sizeof request,
		 "POST /pair HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
		 "Content-Length: %zu\r\n\r\n{\"claim\":\"%s\"}",
		 strlen(claim) + 12, claim);
	if (connect(fd, (struct sockaddr *)&to, sizeof to) < 0 ||
	    send(fd, request, strlen(request), 0) < 0)
		die("cannot reach the pages");
	while ((count = recv(fd, answer + length, 8191 - length, 0)) > 0)
		length += (size_t)count;
	close(fd);
	return answer;
}

static void take_credentials(struct device *device, json_t *content)
{
	const char *user, *password, *client;

	if (json_unpack(content, "{s:s,s:s,s:s}", "user", &user, "password", &password, "client",
			&client) < 0)
		die("pairing failed");
	snprintf(device->user, sizeof device->user, "%s", user);
	snprintf(device->password, sizeof device->password, "%s", password);
	snprintf(device->client, sizeof device->client, "%s", client);
}

static void pair(struct device *device, int port)
{
	char request[64], claim[HASH_TEXT], text[1024], *answer, *body;
	uint8_t seed[SEED_SIZE], derived[KEY_SIZE], box[1024];
	size_t length = 0, text_length = 0;
	json_t *offer, *sealed, *content;
	const char *encoded;

	snprintf(request, sizeof request, "{\"do\":\"pair\",\"seat\":\"%s\"}\n", device->seat);
	offer = ask(request);
	if (!code_parse(json_string_value(json_object_get(offer, "code")), seed))
		die("no code");
	code_derive(seed, "up", device->up);
	code_derive(seed, "down", device->down);
	code_derive(seed, "claim", derived);
	hex_format(derived, sizeof derived, claim);
	answer = post_claim(port, claim);
	body = strstr(answer, "\r\n\r\n");
	sealed = body ? json_loads(body + 4, 0, NULL) : NULL;
	encoded = json_string_value(json_object_get(sealed, "box"));
	if (!encoded ||
	    sodium_base642bin(box, sizeof box, encoded, strlen(encoded), NULL, &length, NULL,
			      sodium_base64_VARIANT_ORIGINAL) < 0 ||
	    !box_open(device->down, box, length, text, sizeof text, &text_length))
		die("pairing failed");
	content = json_loadb(text, text_length, 0, NULL);
	take_credentials(device, content);
	json_decref(content);
	json_decref(sealed);
	json_decref(offer);
	free(answer);
}

/* ---- devices ---- */

static void hear(struct mosquitto *mosquitto, void *context,
		 const struct mosquitto_message *message)
{
	struct device *device = context;
	uint64_t now = time_now_us();
	char text[65536];
	size_t length;
	json_t *event;
	const char *name;

	(void)mosquitto;
	if (!box_open(device->down, message->payload, (size_t)message->payloadlen, text,
		      sizeof text, &length))
		return;
	event = json_loadb(text, length, 0, NULL);
	name = json_string_value(json_object_get(event, "event"));
	pthread_mutex_lock(&device->lock);
	if (name && strcmp(name, "move") == 0) {
		device->moves++;
		device->heard_us = now;
	}
	if (name && strcmp(name, "answer") == 0)
		device->answers++;
	pthread_cond_broadcast(&device->changed);
	pthread_mutex_unlock(&device->lock);
	json_decref(event);
}

static void connect_device(struct device *device, const char *topic)
{
	char path[128];

	pthread_mutex_init(&device->lock, NULL);
	pthread_cond_init(&device->changed, NULL);
	snprintf(path, sizeof path, "%s/state/broker/broker.sock", dir);
	device->mosquitto = mosquitto_new(device->client, true, device);
	mosquitto_username_pw_set(device->mosquitto, device->user, device->password);
	mosquitto_message_callback_set(device->mosquitto, hear);
	for (unsigned tries = 0;
	     mosquitto_connect(device->mosquitto, path, 0, 60) != MOSQ_ERR_SUCCESS; tries++) {
		if (tries > 100)
			die("a device cannot connect");
		usleep(20000);
	}
	if (topic && mosquitto_subscribe(device->mosquitto, NULL, topic, 1) != MOSQ_ERR_SUCCESS)
		die("a device cannot listen");
	mosquitto_loop_start(device->mosquitto);
}

static bool wait_for(struct device *device, const unsigned *count, unsigned wanted)
{
	struct timespec until;
	int error = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 10;
	pthread_mutex_lock(&device->lock);
	while (*count < wanted && !error)
		error = pthread_cond_timedwait(&device->changed, &device->lock, &until);
	pthread_mutex_unlock(&device->lock);
	return *count >= wanted;
}

static void say(struct device *device, const char *word)
{
	static unsigned id;
	char topic[64], text[256];
	uint8_t box[512];
	unsigned before = device->answers;
	int length = snprintf(text, sizeof text, "{\"id\":\"w%u\",\"word\":\"%s\"}", ++id, word);
	size_t sealed = box_seal(device->up, text, (size_t)length, 256, box, sizeof box);

	snprintf(topic, sizeof topic, TOPIC "seat/%s/say", device->seat);
	mosquitto_publish(device->mosquitto, NULL, topic, (int)sealed, box, 1, false);
	if (!wait_for(device, &device->answers, before + 1))
		die("a word is not answered");
}

static uint64_t touch(const struct device *table, const char *lines)
{
	uint64_t now = time_now_us();

	mosquitto_publish(table->mosquitto, NULL, TOPIC "table/say", (int)strlen(lines), lines, 1,
			  false);
	return now;
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
		die("no spectators");
	if (pid > 0) {
		close(fds[1]);
		if (read(fds[0], &ready, 1) != 1)
			die("spectators cannot connect");
		close(fds[0]);
		return pid;
	}
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	snprintf(path, sizeof path, "%s/state/broker/broker.sock", dir);
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

/* ---- measuring ---- */

struct sync_time {
	uint64_t start_us, us;
};

static struct sync_time syncs[SYNCS_MAX];
static size_t sync_count;

/* lines "START DURATION", both microseconds */
static void read_syncs(void)
{
	FILE *file = fopen(sync_log, "r");
	unsigned long long start_us, us;
	char line[256];

	sync_count = 0;
	while (file && fgets(line, sizeof line, file)) {
		if (sscanf(line, "%*[^0-9]%llu %llu", &start_us, &us) != 2 &&
		    sscanf(line, "%llu %llu", &start_us, &us) != 2)
			continue;
		if (sync_count == SYNCS_MAX)
			die("more syncs than there is room for");
		syncs[sync_count++] = (struct sync_time){start_us, us};
	}
	if (file)
		fclose(file);
}

static uint64_t synced_between(uint64_t from_us, uint64_t to_us)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < sync_count; i++)
		if (syncs[i].start_us >= from_us && syncs[i].start_us < to_us)
			sum += syncs[i].us;
	return sum;
}

struct action {
	uint64_t from_us, to_us;
};

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
static void play(struct device *red, struct device *blue, const struct device *table,
		 struct action *actions, unsigned count)
{
	static const char *const steps[][2] = {{"open a4", "close a5"},
					       {"open i7", "close i6"},
					       {"open a5", "close a4"},
					       {"open i6", "close i7"}};

	for (unsigned i = 0; i < count; i++) {
		unsigned wanted = red->moves + 1;

		touch(table, steps[i % 4][0]);
		usleep(3000);
		actions[i].from_us = touch(table, steps[i % 4][1]);
		if (!wait_for(red, &red->moves, wanted) || !wait_for(blue, &blue->moves, wanted))
			die("a move was not told");
		actions[i].to_us = red->heard_us > blue->heard_us ? red->heard_us : blue->heard_us;
		usleep(GAP_US);
	}
}

struct result {
	struct spread whole, sync, rest;
};

static struct result weigh(const struct action *actions, unsigned count)
{
	double *whole = calloc(count, sizeof *whole), *sync = calloc(count, sizeof *sync);
	double *rest = calloc(count, sizeof *rest);
	struct result result;

	read_syncs();
	if (sync_count == 0)
		die("the shim logged no sync");
	for (unsigned i = 0; i < count; i++) {
		uint64_t us = synced_between(actions[i].from_us, actions[i].to_us);

		whole[i] = (double)(actions[i].to_us - actions[i].from_us) / 1000;
		sync[i] = (double)us / 1000;
		rest[i] = whole[i] - sync[i] - TIMER_US / 1000.0;
	}
	result = (struct result){spread_of(whole, count), spread_of(sync, count),
				 spread_of(rest, count)};
	free(whole);
	free(sync);
	free(rest);
	return result;
}

static void print(const char *what, const struct result *result)
{
	printf("%-18s %8.3f %8.3f   %8.3f %8.3f   %8.3f %8.3f\n", what, result->whole.p50,
	       result->whole.p99, result->sync.p50, result->sync.p99, result->rest.p50,
	       result->rest.p99);
}

/* ---- a bare broker ---- */

static void note_bare(struct mosquitto *mosquitto, void *context,
		      const struct mosquitto_message *message)
{
	struct device *device = context;

	(void)mosquitto;
	(void)message;
	pthread_mutex_lock(&device->lock);
	device->heard_us = time_now_us();
	device->moves++;
	pthread_cond_broadcast(&device->changed);
	pthread_mutex_unlock(&device->lock);
}

/* 300 bytes, QoS 1, from one client to another */
static struct spread bare_round_trip(unsigned count)
{
	char config[96], path[96], text[256], payload[300] = "";
	char *argv[] = {"/usr/sbin/mosquitto", "-c", config, NULL};
	struct device to = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
	struct mosquitto *from = mosquitto_new(NULL, true, NULL);
	double *values = calloc(count, sizeof *values);
	struct spread spread;
	pid_t pid;

	snprintf(config, sizeof config, "%s/bare.conf", dir);
	snprintf(path, sizeof path, "%s/bare.sock", dir);
	snprintf(text, sizeof text,
		 "listener 0 %s\nallow_anonymous true\npersistence false\nuser root\n"
		 "set_tcp_nodelay true\nlog_type none\n",
		 path);
	write_file(config, text);
	pid = start(argv, NULL);
	to.mosquitto = mosquitto_new(NULL, true, &to);
	mosquitto_message_callback_set(to.mosquitto, note_bare);
	for (unsigned tries = 0; mosquitto_connect(from, path, 0, 60) != MOSQ_ERR_SUCCESS;
	     tries++) {
		if (tries > 100)
			die("no bare broker");
		usleep(20000);
	}
	mosquitto_connect(to.mosquitto, path, 0, 60);
	mosquitto_subscribe(to.mosquitto, NULL, "t", 1);
	mosquitto_loop_start(from);
	mosquitto_loop_start(to.mosquitto);
	usleep(200000);
	for (unsigned i = 0; i < count; i++) {
		uint64_t sent = time_now_us();

		mosquitto_publish(from, NULL, "t", sizeof payload, payload, 1, false);
		if (!wait_for(&to, &to.moves, i + 1))
			die("the bare broker lost a message");
		values[i] = (double)(to.heard_us - sent) / 1000;
		usleep(15000); /* as idle in between as the daemon's */
	}
	spread = spread_of(values, count);
	kill(pid, SIGTERM);
	waitpid(pid, NULL, 0);
	free(values);
	return spread;
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

static void set_up(struct device *red, struct device *blue, const struct device *table)
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

	snprintf(command, sizeof command, "rm -rf %s", dir);
	if (system(command) != 0)
		fprintf(stderr, "bench_daemon: %s is left behind\n", dir);
}

int main(int argc, char **argv)
{
	struct device red = {.seat = "red"}, blue = {.seat = "blue"}, table = {.seat = "table"};
	unsigned count = number(argc, argv, "--actions", 400);
	unsigned spectators = number(argc, argv, "--spectators", 1000);
	struct action *actions = calloc(count, sizeof *actions);
	struct result alone, watched;
	struct spread bare;
	pid_t watching;
	int port;

	snprintf(dir, sizeof dir, "/tmp/adjutant-bench-XXXXXX");
	if (!mkdtemp(dir) || sealing_init() < 0)
		die("cannot begin");
	snprintf(sync_log, sizeof sync_log, "%s/syncs", dir);
	mosquitto_lib_init();
	bare = bare_round_trip(count);
	start_daemon();
	port = http_port();
	pair(&red, port);
	pair(&blue, port);
	pair(&table, port);
	connect_device(&red, TOPIC "seat/red/event");
	connect_device(&blue, TOPIC "seat/blue/event");
	connect_device(&table, NULL);
	usleep(200000);
	set_up(&red, &blue, &table);
	usleep(100000);

	printf("milliseconds from the last contact change to a word on both handhelds, %u moves\n",
	       count);
	printf("%-18s %17s   %17s   %17s\n%-18s %8s %8s   %8s %8s   %8s %8s\n", "", "all",
	       "of that, sync", "rest beyond timer", "", "p50", "p99", "p50", "p99", "p50", "p99");
	play(&red, &blue, &table, actions, count);
	alone = weigh(actions, count);
	print("nobody watches", &alone);
	watching = start_spectators(spectators);
	usleep(500000);
	play(&red, &blue, &table, actions, count);
	watched = weigh(actions, count);
	if (watching) {
		char what[32];

		snprintf(what, sizeof what, "%u watch", spectators);
		print(what, &watched);
		kill(watching, SIGTERM);
		waitpid(watching, NULL, 0);
	}
	printf("bare round trip    %8.3f %8.3f\n", bare.p50, bare.p99);
	printf("rest / bare        %8.2f %8.2f\n", alone.rest.p50 / bare.p50,
	       alone.rest.p99 / bare.p99);
	printf("watched / alone    %8.2f %8.2f  (rest), %.2f %.2f (all)\n",
	       watched.rest.p50 / alone.rest.p50, watched.rest.p99 / alone.rest.p99,
	       watched.whole.p50 / alone.whole.p50, watched.whole.p99 / alone.whole.p99);
	usleep(1000000);
	print_memory_and_idleness();
	kill(daemon_pid, SIGTERM);
	waitpid(daemon_pid, NULL, 0);
	remove_dir();
	return 0;
}
