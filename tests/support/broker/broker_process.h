/*
 * A process that does with a private broker what the daemon does: starts it in a loop of its own,
 * starts it again when it ends, and ends with it when it is told to. For tests that are its
 * clients, or that kill it.
 */
#ifndef TESTS_SUPPORT_BROKER_BROKER_PROCESS_H
#define TESTS_SUPPORT_BROKER_BROKER_PROCESS_H

#include "daemon/broker/broker.h"

#include <sys/types.h>

struct broker_process {
	char state[64]; /* a directory of its own, removed at the end */
	char log[96], socket[96];
	enum broker_kind kind; /* the players', unless it is said otherwise */
	struct config config;
	struct access_grants grants;
	pid_t pid; /* of the process; 0 if there is none */
	int report_fd;
	/* as last reported */
	struct broker_report {
		pid_t broker;
		uint16_t websocket_port;
	} report;
};

/* A configuration for tests, credentials for every seat, a directory; nothing runs. */
void broker_process_prepare(struct broker_process *process);
/* Before it is started: the spectators' broker instead. */
void broker_process_be_for_spectators(struct broker_process *process);
/* Returns when the broker has been started. */
void broker_process_start(struct broker_process *process);
/* Waits for the broker to be started again. */
void broker_process_wait(struct broker_process *process);
/* Ends it, if it is running, and removes its files. */
void broker_process_finish(struct broker_process *process);

void credentials_make(struct credentials *credentials);
/* The text of a file; the caller frees it. NULL if there is none. */
char *file_text(const char *directory, const char *name);

#endif
