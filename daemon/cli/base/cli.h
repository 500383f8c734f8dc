/* The commands of `adjutant`, and what they share. */
#ifndef DAEMON_CLI_BASE_CLI_H
#define DAEMON_CLI_BASE_CLI_H

#include "daemon/base/arguments.h"

/* What every command returns, and the program with it. */
enum { EXIT_FINE = 0, EXIT_NOT_LEGAL = 1, EXIT_MALFORMED = 2 };

/* argv[0] is the command's own name */
typedef int command_run(int argc, char **argv);

struct command {
	const char *name;
	const char *arguments; /* for the usage line */
	const char *summary;   /* one line */
	const char *help;      /* what --help adds */
	command_run *run;
};

extern const struct command command_judge, command_perft, command_replay, command_simulate,
	command_games, command_show, command_export, command_record, command_key, command_verify,
	command_selftest, command_enrol, command_handheld;

/* says on standard error how the command is used; returns EXIT_MALFORMED */
int command_misused(const struct command *command, const char *why);
int command_surplus(const struct command *command, const char *argument);

/* The index of the first operand, or -1 after saying what is wrong with the options. */
int command_options(const struct command *command, const struct argument_option *options,
		    unsigned count, enum arguments_order order, int argc, char **argv);

#endif
