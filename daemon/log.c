/* Writing messages. */
#include "daemon/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool journald_listens(void)
{
	return getenv("JOURNAL_STREAM") != NULL;
}

/* A line is written in one piece, so that those of a child cannot get in between. */
void log_line(enum log_level level, const char *format, ...)
{
	char line[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	for (char *c = line; *c; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
	if (journald_listens())
		fprintf(stderr, "<%d>%s\n", level, line);
	else
		fprintf(stderr, "adjutantd: %s\n", line);
}
