/* The options of a command line, by getopt_long, with errors that name the argument. */
#ifndef DAEMON_BASE_ARGUMENTS_H
#define DAEMON_BASE_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* An option and where it goes: a flag, a value, or a value that may be given several times. */
struct argument_option {
	const char *name; /* without the dashes */
	bool *flag;
	const char **value;
	void (*add)(void *to, const char *value);
	void *to;
};

enum arguments_order {
	ARGUMENTS_OPTIONS_FIRST,   /* what follows the first operand is an operand too */
	ARGUMENTS_OPTIONS_ANYWHERE /* operands are moved to the end of argv */
};

enum { ARGUMENTS_OPTIONS_MAX = 15 };

/*
 * Returns the index of the first operand, which is argc if there is none; or -1 with a sentence in
 * `why`. argv[0] is the name of the program or command.
 */
int arguments_read(const struct argument_option *options, unsigned count,
		   enum arguments_order order, int argc, char **argv, char *why, size_t room);

#endif
