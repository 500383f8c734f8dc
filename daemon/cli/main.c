/*
 * The `adjutant` program: finds the command that was named and runs it. The list of commands is
 * here, their options are not.
 */
#include "daemon/base/process.h"
#include "daemon/base/version.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/operator/operator.h"

#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {
	&command_judge,	 &command_perft,    &command_replay, &command_simulate, &command_games,
	&command_show,	 &command_export,   &command_record, &command_key,	&command_verify,
	&command_status, &command_pair,	    &command_unpair, &command_new,	&command_continue,
	&command_pause,	 &command_resume,   &command_resign, &command_say,	&command_selftest,
	&command_enrol,	 &command_handheld,
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find(const char *name)
{
	for (unsigned i = 0; i < COMMANDS; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

static int help(FILE *to)
{
	fputs("Adjutant, the referee for Stratego and its relatives.\n"
	      "\n"
	      "usage: adjutant COMMAND [ARGUMENT...]\n"
	      "\n",
	      to);
	for (unsigned i = 0; i < COMMANDS; i++)
		fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	fputs("  help       this list\n"
	      "\n"
	      "`adjutant COMMAND --help` explains a command, `adjutant --version` names the version.\n",
	      to);
	return to == stdout ? EXIT_FINE : EXIT_MALFORMED;
}

static int help_command(const struct command *command)
{
	printf("usage: adjutant %s %s\n\n%s.\n\n%s", command->name, command->arguments,
	       command->summary, command->help);
	return EXIT_FINE;
}

static int run_command(const struct command *command, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			return help_command(command);
	return command->run(argc, argv);
}

/* Data that could not be written (a full disk, a closed pipe) must not look like success. */
static int flushed(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	perror("adjutant: cannot write the output");
	return status == EXIT_FINE ? EXIT_NOT_LEGAL : status;
}

static int no_such_command(const char *word)
{
	fprintf(stderr, "adjutant: there is no command \"%s\"; `adjutant help` lists them\n", word);
	return EXIT_MALFORMED;
}

/* of the whole, or of one command */
static int run_help(const char *about)
{
	const struct command *command = about ? find(about) : NULL;

	if (command)
		return flushed(help_command(command));
	return about ? no_such_command(about) : flushed(help(stdout));
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;
	const struct command *command = word ? find(word) : NULL;

	process_forbid_dumps();
	if (command)
		return flushed(run_command(command, argc - 1, argv + 1));
	if (!word)
		return help(stderr);
	if (strcmp(word, "help") == 0)
		return run_help(argc > 2 ? argv[2] : NULL);
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		return run_help(NULL);
	if (strcmp(word, "--version") == 0) {
		puts("adjutant " ADJUTANT_VERSION);
		return flushed(EXIT_FINE);
	}
	return no_such_command(word);
}
