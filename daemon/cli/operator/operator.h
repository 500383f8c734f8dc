/* Requests to a running adjutantd over its control socket. */
#ifndef DAEMON_CLI_OPERATOR_OPERATOR_H
#define DAEMON_CLI_OPERATOR_OPERATOR_H

#include "daemon/cli/base/cli.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

extern const struct command command_status, command_pair, command_unpair, command_new,
	command_continue, command_say, command_resign, command_pause, command_resume;

/* NULL: where the daemon keeps its state by itself. A descriptor, or -1 after having said why not.
 */
int operator_connect(const char *state_dir);

/*
 * Sends one request, which is used up, and returns the answer, which the caller owns. NULL after
 * having said on standard error why not, a refusal by the daemon included.
 */
json_t *operator_ask(const char *state_dir, json_t *request);

/* Likewise, and what the daemon goes on to say after its answer, line by line. */
FILE *operator_listen(const char *state_dir, json_t *request, json_t **answer);

#endif
