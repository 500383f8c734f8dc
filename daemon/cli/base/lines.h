/* Lines of a file or of standard input, with their numbers. Any byte may come; lines may be
 * endless. */
#ifndef DAEMON_CLI_BASE_LINES_H
#define DAEMON_CLI_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* one more than any format allows, so that a line that is too long is seen to be so */
enum { LINE_BUFFER = 4097 };

struct lines {
	FILE *file;
	const char *name; /* as in messages */
	unsigned long number;
	size_t length; /* of the text; one that fills the buffer may be the beginning of a longer
			  line */
	char text[LINE_BUFFER];
};

/* "-" is standard input. Returns 0 or -errno. */
int lines_open(struct lines *lines, const char *path);

/* the next line, without its newline; false at the end */
bool lines_next(struct lines *lines);

/* Returns 0, or -errno if reading failed somewhere. */
int lines_close(struct lines *lines);

/* "file:line: reason" on standard error */
void lines_complain(const struct lines *lines, const char *reason);

#endif
