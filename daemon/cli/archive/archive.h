/* What the commands that read a board's archive share: their options, opening it, names as text. */
#ifndef DAEMON_CLI_ARCHIVE_ARCHIVE_H
#define DAEMON_CLI_ARCHIVE_ARCHIVE_H

#include "daemon/archive/game_log.h"
#include "daemon/archive/record_writer.h"
#include "daemon/cli/base/cli.h"
#include "rules/text.h"

#include <stdio.h>

/* What a command takes: a state directory; the number of a game too; a file and a format too. */
enum archive_takes { TAKES_STATE, TAKES_GAME, TAKES_EXPORT };

struct archive_options {
	const char *state;	     /* NULL: the usual one */
	int64_t game;		     /* 0: not said */
	const char *format, *output; /* NULL: not said */
};

/* Returns EXIT_FINE, or EXIT_MALFORMED after saying how the command is used. */
int archive_options_read(struct archive_options *options, const struct command *command,
			 enum archive_takes takes, int argc, char **argv);

/* What follows returns EXIT_FINE, or another after saying why. */
int archive_open(struct journal **journal, const struct command *command,
		 const struct archive_options *options);

/* One game of it and how it stands; game_log_finish() it afterwards. */
int archive_read_game(struct game_log *game_log, struct ending *ending,
		      const struct command *command, const struct archive_options *options);

/* its record without a proof, in memory; the caller frees it */
int archive_compose(const struct game_log *game_log, const struct command *command, char **text,
		    size_t *length);

/* "command: sentence" on standard error; returns the status */
int archive_complain(const struct command *command, const char *sentence, int status);

enum { TIME_SIZE = 32 };
void archive_format_time(int64_t wall_ms, char text[TIME_SIZE]); /* local: "2026-11-16 19:30" */

#endif
