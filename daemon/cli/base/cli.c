/* Says how a command is used, and reads its options. */
#include "daemon/cli/base/cli.h"

#include <stdio.h>

int command_misused(const struct command *command, const char *why)
{
	fprintf(stderr, "adjutant %s: %s\nusage: adjutant %s %s\n", command->name, why,
		command->name, command->arguments);
	return EXIT_MALFORMED;
}

int command_surplus(const struct command *command, const char *argument)
{
	char why[160];

	snprintf(why, sizeof why, "\"%s\" is one argument too many", argument);
	return command_misused(command, why);
}

int command_options(const struct command *command, const struct argument_option *options,
		    unsigned count, enum arguments_order order, int argc, char **argv)
{
	char why[160];
	int first = arguments_read(options, count, order, argc, argv, why, sizeof why);

	if (first < 0)
		command_misused(command, why);
	return first;
}
