/* Walks through the games of a record file, for every command that reads one. */
#ifndef DAEMON_CLI_BASE_RECORDS_H
#define DAEMON_CLI_BASE_RECORDS_H

#include "daemon/cli/base/lines.h"
#include "rules/record.h"

/*
 * What a command wants to hear. Each gets the reader as it stands and the line it was reached at.
 * Any may be NULL.
 */
struct record_listener {
	void *context;
	void (*unfit)(void *context, const struct record_reader *reader);
	void (*played)(void *context, const struct record_reader *reader);
	void (*tag)(void *context, const struct record_reader *reader);
	/* a game's lines have all been read */
	void (*complete)(void *context, const struct record_reader *reader,
			 const struct lines *lines);
};

/*
 * Reads a file to its end. Returns EXIT_FINE, or EXIT_MALFORMED after having said on standard error
 * where and why.
 */
int records_read(const char *path, const struct record_listener *listener);

#endif
