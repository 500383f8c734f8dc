/*
 * Writes log lines to standard error, with journald's level prefix if journald reads them. Must
 * never be given a rank, code, key or word of a seat.
 */
#include "daemon/base/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Everything that a service starts inherits the variable, so it names the stream it is meant for.
 */
static bool journald_listens(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	unsigned long long device, inode;
	struct stat own;

	return stream && sscanf(stream, "%llu:%llu", &device, &inode) == 2 &&
	       fstat(STDERR_FILENO, &own) == 0 && own.st_dev == device && own.st_ino == inode;
}

/* One write per line, so that a child's lines cannot get in between. */
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
