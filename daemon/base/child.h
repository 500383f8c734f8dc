/*
 * A program that runs as the daemon's child and cannot outlive it. Its end is noticed when the
 * daemon gets SIGCHLD; only ending it waits.
 */
#ifndef DAEMON_BASE_CHILD_H
#define DAEMON_BASE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct child {
	pid_t pid; /* 0 when there is none */
	/* Limits, set by the owner before it is started; 0: as many as there may be, no limit. */
	unsigned descriptors;
	size_t address_bytes;
	int niceness; /* how much it gives way to others who want to compute */
	/* A file in its directory for what it says, begun anew with each start; NULL: standard error. */
	const char *log;
	bool gives_way; /* its session does, as far as the kernel knows of that */
};

struct child_memory {
	size_t resident, reserved; /* bytes; 0 if that cannot be told */
};

enum { CHILD_DESCRIPTORS_MAX = 16384, CHILD_LOG_MAX = 4 << 20 /* bytes; more is dropped */ };

/* The limit of descriptors for a child: as high as allowed, within reason and what its owner has set. */
unsigned child_descriptors(const struct child *child);

/*
 * Starts a program, arguments[0], in a directory and with nothing of the daemon's: no descriptor
 * but its log or standard error, no environment, no signal mask, no terminal. Returns 0 or -errno, also if it
 * cannot be executed.
 */
int child_start(struct child *child, char *const arguments[], int dir_fd);

/*
 * A child has a session of its own. Where the kernel shares the processor among sessions first (CONFIG_SCHED_AUTOGROUP,
 * as in Debian), its niceness counts only within that, where there is nothing else. So the session is made as nice.
 * To be called again now and then, since the kernel may be busy with another.
 */
void child_give_way(struct child *child);

/* Whether it has ended meanwhile; then with which status, as waitpid() has it. */
bool child_has_ended(struct child *child, int *status);

/* how much memory it uses, and how much it has asked for; costs some microseconds */
struct child_memory child_memory(const struct child *child);

/* The last line of what a child in this directory has said; "" if nothing. */
enum { CHILD_WORDS = 256 };
void child_last_words(const struct child *child, int dir_fd, char words[CHILD_WORDS]);

/* Sends SIGTERM, waits for the given time, then sends SIGKILL. */
void child_end(struct child *child, unsigned patience_ms);

/* "ended with status 1", "was ended by signal 9" */
enum { CHILD_FATE = 64 };
void child_tell_fate(int status, char fate[CHILD_FATE]);

#endif
