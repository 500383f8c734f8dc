/*
 * Starts a child process, notices its end on SIGCHLD and ends it with a time limit. A parent-death
 * signal makes sure that it cannot outlive the daemon. Restarting is up to the owner.
 */
#define _GNU_SOURCE /* close_range() and pipe2() */
#include "daemon/base/child.h"

#include "daemon/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * the descriptor on which the child reports why exec failed: above standard error, below all others
 */
enum { REPORT_FD = 3 };

unsigned child_descriptors(const struct child *child)
{
	/*
	 * libwebsockets allocates a table as long as the limit, which some machines set to a
	 * thousand million
	 */
	unsigned most = child->descriptors ? child->descriptors : CHILD_DESCRIPTORS_MAX;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		limit.rlim_max = 1024;
	return limit.rlim_max < most ? (unsigned)limit.rlim_max : most;
}

/* ---- within the child, before it becomes the program: only what is safe after fork() ---- */

static void set_limits(const struct child *child)
{
	struct rlimit limit = {child->address_bytes, child->address_bytes};

	if (child->address_bytes)
		setrlimit(RLIMIT_AS, &limit);
	if (child->niceness)
		setpriority(PRIO_PROCESS, 0, child->niceness);
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = child_descriptors(child);
		setrlimit(RLIMIT_NOFILE, &limit);
	}
	/* a child that never stops complaining must not fill the disk; SIGXFSZ is ignored */
	limit.rlim_cur = limit.rlim_max = CHILD_LOG_MAX;
	if (child->log)
		setrlimit(RLIMIT_FSIZE, &limit);
}

static void forget_signals(void)
{
	static const int numbers[] = {SIGPIPE, SIGHUP, SIGINT, SIGTERM, SIGCHLD, SIGUSR1, SIGUSR2};
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t none;

	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_others(void)
{
	long count = sysconf(_SC_OPEN_MAX);

	if (close_range(REPORT_FD + 1, ~0u, 0) == 0)
		return;
	for (int fd = REPORT_FD + 1; fd < count; fd++) /* a kernel before 5.9 */
		close(fd);
}

/*
 * No standard input; output goes to the child's log or to standard error, as the daemon's own lines
 * do.
 */
static int arrange_descriptors(int report_fd, const char *log)
{
	int nothing, output;

	/* first, in case it is one of the three that are given a new meaning */
	if (report_fd != REPORT_FD && dup2(report_fd, REPORT_FD) < 0)
		return -1;
	if (fcntl(REPORT_FD, F_SETFD, FD_CLOEXEC) < 0)
		return -1;
	output = log ? open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW | O_CLOEXEC,
			    S_IRUSR | S_IWUSR)
		     : STDERR_FILENO;
	if (output < 0 || (log && dup2(output, STDERR_FILENO) < 0))
		return -1;
	nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
	    dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		return -1;
	close_others();
	return 0;
}

/* The parent may have ended before the kernel was told to end its child with it. */
static void end_with(pid_t parent)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
		_exit(1);
}

static _Noreturn void become(char *const arguments[], int dir_fd, int report_fd, pid_t parent,
			     const struct child *limits)
{
	static char *const environment[] = {"PATH=/usr/sbin:/usr/bin:/sbin:/bin", NULL};
	int error;

	end_with(parent);
	setsid(); /* the terminal's Ctrl-C is for the daemon, which ends its child when it is time
		   */
	umask(S_IRWXG | S_IRWXO);
	forget_signals();
	set_limits(limits);
	if (fchdir(dir_fd) == 0 && arrange_descriptors(report_fd, limits->log) == 0) {
		report_fd = REPORT_FD;
		execve(arguments[0], arguments, environment);
	}
	error = errno;
	if (write(report_fd, &error, sizeof error) < 0)
		_exit(126);
	_exit(127);
}

/* ---- within the daemon ---- */

/* The pipe is closed when the program runs, or has an error in it. */
static int hear_report(int fd)
{
	int error = 0;
	ssize_t count;

	do
		count = read(fd, &error, sizeof error);
	while (count < 0 && errno == EINTR);
	return count == (ssize_t)sizeof error ? -error : 0;
}

/* The kernel changes one session's priority in 100 ms, of all users' together, and refuses others (EAGAIN). */
void child_give_way(struct child *child)
{
	char path[40], text[8];
	int length = snprintf(text, sizeof text, "%d", child->niceness), fd;

	if (child->niceness == 0 || child->gives_way || child->pid == 0)
		return;
	snprintf(path, sizeof path, "/proc/%ld/autogroup", (long)child->pid);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	child->gives_way = fd < 0 || write(fd, text, (size_t)length) >= 0 || errno != EAGAIN;
	if (fd >= 0)
		close(fd);
}

int child_start(struct child *child, char *const arguments[], int dir_fd)
{
	pid_t self = getpid(), pid;
	int report[2], error;

	if (pipe2(report, O_CLOEXEC) < 0)
		return -errno;
	pid = fork();
	if (pid == 0)
		become(arguments, dir_fd, report[1], self, child);
	error = pid < 0 ? -errno : 0;
	close(report[1]);
	if (!error)
		error = hear_report(report[0]);
	close(report[0]);
	if (pid > 0 && error)
		waitpid(pid, NULL, 0);
	child->pid = error ? 0 : pid;
	child->gives_way = false;
	child_give_way(child);
	return error;
}

bool child_has_ended(struct child *child, int *status)
{
	pid_t ended;

	if (child->pid == 0)
		return false;
	*status = 0;
	ended = waitpid(child->pid, status, WNOHANG);
	if (ended == 0 || (ended < 0 && errno != ECHILD))
		return false;
	child->pid =
		0; /* also if it is no longer our child, because something else has reaped it */
	return true;
}

struct child_memory child_memory(const struct child *child)
{
	char path[32], text[64] = "";
	unsigned long size = 0, resident = 0;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int fd;

	snprintf(path, sizeof path, "/proc/%ld/statm", (long)child->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return (struct child_memory){0};
	if (read(fd, text, sizeof text - 1) < 0 || sscanf(text, "%lu %lu", &size, &resident) != 2)
		size = resident = 0;
	close(fd);
	return (struct child_memory){.resident = resident * page, .reserved = size * page};
}

void child_last_words(const struct child *child, int dir_fd, char words[CHILD_WORDS])
{
	char text[CHILD_WORDS] = "";
	int fd = child->log ? openat(dir_fd, child->log, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
	ssize_t length = 0;
	char *line;

	words[0] = '\0';
	if (fd < 0)
		return;
	if (lseek(fd, 1 - CHILD_WORDS, SEEK_END) < 0)
		lseek(fd, 0, SEEK_SET);
	length = read(fd, text, sizeof text - 1);
	close(fd);
	while (length > 0 && text[length - 1] == '\n')
		text[--length] = '\0';
	line = strrchr(text, '\n');
	snprintf(words, CHILD_WORDS, "%s", line ? line + 1 : text);
}

void child_end(struct child *child, unsigned patience_ms)
{
	int status;

	if (child->pid == 0)
		return;
	kill(child->pid, SIGTERM);
	for (unsigned waited_ms = 0; waited_ms < patience_ms; waited_ms += 5) {
		if (child_has_ended(child, &status))
			return;
		clock_rest_ms(5);
	}
	kill(child->pid, SIGKILL);
	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
		;
	child->pid = 0;
}

void child_tell_fate(int status, char fate[CHILD_FATE])
{
	if (WIFSIGNALED(status))
		snprintf(fate, CHILD_FATE, "was ended by signal %d", WTERMSIG(status));
	else
		snprintf(fate, CHILD_FATE, "ended with status %d", WEXITSTATUS(status));
}
