/*
 * Reads lines of any length into a fixed buffer and counts them. What does not fit is dropped; the
 * reader of the format notices by the length.
 */
#include "daemon/cli/base/lines.h"

#include <errno.h>
#include <string.h>

int lines_open(struct lines *lines, const char *path)
{
	bool standard_input = strcmp(path, "-") == 0;

	lines->name = standard_input ? "standard input" : path;
	lines->number = 0;
	lines->length = 0;
	lines->file = standard_input ? stdin : fopen(path, "rb");
	return lines->file ? 0 : -errno;
}

bool lines_next(struct lines *lines)
{
	int c = getc_unlocked(lines->file);

	if (c == EOF)
		return false;
	lines->number++;
	lines->length = 0;
	for (; c != EOF && c != '\n'; c = getc_unlocked(lines->file)) {
		if (lines->length < LINE_BUFFER)
			lines->text[lines->length++] = (char)c;
	}
	return true;
}

int lines_close(struct lines *lines)
{
	int error = ferror(lines->file) ? -EIO : 0;

	if (lines->file != stdin)
		fclose(lines->file);
	lines->file = NULL;
	return error;
}

void lines_complain(const struct lines *lines, const char *reason)
{
	fprintf(stderr, "%s:%lu: %s\n", lines->name, lines->number, reason);
}
