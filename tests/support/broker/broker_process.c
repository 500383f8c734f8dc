/* The process: a loop with a broker in it, and little else. */
#define _XOPEN_SOURCE 700 /* nftw() and mkdtemp() */
#include "tests/support/broker/broker_process.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILE_MAX_SIZE = 1 << 16 };

static void must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	abort();
}

void credentials_make(struct credentials *credentials)
{
	token_make(credentials->user);
	token_make(credentials->password);
	token_make(credentials->client);
}

char *file_text(const char *directory, const char *name)
{
	char path[256], *text;
	FILE *file;
	size_t length;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	file = fopen(path, "re");
	if (!file)
		return NULL;
	text = calloc(1, FILE_MAX_SIZE);
	must(text != NULL, "no memory");
	length = fread(text, 1, FILE_MAX_SIZE - 1, file);
	text[length] = '\0';
	fclose(file);
	return text;
}

void broker_process_prepare(struct broker_process *process)
{
	const char *temporary = getenv("TMPDIR");

	memset(process, 0, sizeof *process);
	must(crypto_init() == 0, "libsodium");
	snprintf(process->state, sizeof process->state, "%s/adjutant-test-XXXXXX",
		 temporary ? temporary : P_tmpdir);
	must(mkdtemp(process->state) != NULL, process->state);
	snprintf(process->log, sizeof process->log, "%s/log", process->state);
	snprintf(process->socket, sizeof process->socket, "%s/broker/broker.sock", process->state);
	config_default(&process->config);
	strcpy(process->config.state_dir, process->state);
	strcpy(process->config.listen, "127.0.0.1");
	process->config.websocket_port = 0;
	process->config.watch_port = 0;
	process->grants.board = "table";
	process->grants.has_table = true;
	credentials_make(&process->grants.daemon);
	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		process->grants.paired[i] = true;
		credentials_make(&process->grants.seats[i]);
	}
}

void broker_process_be_for_spectators(struct broker_process *process)
{
	process->kind = BROKER_OF_SPECTATORS;
	process->grants.for_spectators = true;
	snprintf(process->socket, sizeof process->socket, "%s/watch/broker.sock", process->state);
}

/* ---- within the process ---- */

struct inside {
	struct loop *loop;
	struct broker *broker;
	const struct access_grants *grants;
	int report_fd;
};

static void start(struct inside *inside)
{
	struct broker_report report = {0};

	must(broker_start(inside->broker, inside->grants) == 0, "broker_start()");
	report.broker = (pid_t)broker_pid(inside->broker);
	report.websocket_port = broker_websocket_port(inside->broker);
	must(write(inside->report_fd, &report, sizeof report) == sizeof report, "report");
}

static void on_end(void *owner)
{
	start(owner);
}

static void on_signal(void *owner, int number)
{
	struct inside *inside = owner;

	if (number == SIGCHLD)
		broker_reap(inside->broker);
	else
		loop_stop(inside->loop);
}

static void keep_log(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	must(fd >= 0 && dup2(fd, STDERR_FILENO) >= 0, path);
	close(fd);
}

static _Noreturn void run(const struct broker_process *process, int report_fd)
{
	static const int signals[] = {SIGCHLD, SIGTERM};
	struct inside inside = {.grants = &process->grants, .report_fd = report_fd};
	struct broker_events events = {.owner = &inside, .ended = on_end};

	prctl(PR_SET_PDEATHSIG, SIGTERM); /* if the test is aborted */
	keep_log(process->log);
	must(loop_create(&inside.loop) == 0, "loop_create()");
	must(loop_catch_signals(inside.loop, signals, 2, on_signal, &inside) == 0, "signals");
	must(broker_create(&inside.broker, process->kind, inside.loop, &process->config, &events) ==
		     0,
	     "broker_create()");
	start(&inside);
	must(loop_run(inside.loop) == 0, "loop_run()");
	broker_destroy(inside.broker);
	loop_destroy(inside.loop);
	_exit(0);
}

/* ---- within the test ---- */

void broker_process_wait(struct broker_process *process)
{
	must(read(process->report_fd, &process->report, sizeof process->report) ==
		     sizeof process->report,
	     "the process with the broker has ended");
}

void broker_process_start(struct broker_process *process)
{
	int ends[2];

	must(pipe(ends) == 0, "pipe()");
	fflush(NULL);
	process->pid = fork();
	must(process->pid >= 0, "fork()");
	if (process->pid == 0) {
		close(ends[0]);
		run(process, ends[1]);
	}
	close(ends[1]);
	process->report_fd = ends[0];
	broker_process_wait(process);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
	(void)status;
	(void)kind;
	(void)where;
	return remove(path);
}

void broker_process_finish(struct broker_process *process)
{
	int status;

	if (process->pid > 0) {
		kill(process->pid, SIGTERM);
		waitpid(process->pid, &status, 0);
	}
	if (process->report_fd > 0)
		close(process->report_fd);
	process->pid = 0;
	process->report_fd = 0;
	if (process->state[0])
		nftw(process->state, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	process->state[0] = '\0';
}
