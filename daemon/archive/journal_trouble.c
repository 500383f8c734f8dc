/*
 * Error messages about the archive, for the arbiter: which file, what is wrong with it, what to do.
 * Contents of the archive are never quoted.
 */
#include "daemon/archive/journal_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SHOWN = 90 };

const char *journal_path_end(const char *path)
{
	size_t length = strlen(path);

	return length > PATH_SHOWN ? path + length - PATH_SHOWN : path;
}

int journal_trouble_say(struct trouble *trouble, int error, const char *format, ...)
{
	va_list arguments;

	if (trouble) {
		va_start(arguments, format);
		vsnprintf(trouble->text, sizeof trouble->text, format, arguments);
		va_end(arguments);
	}
	return -error;
}

static const struct cause {
	int error;
	const char *what, *remedy;
} causes[] = {
	{ENOSPC, "the disk is full", "Make room; play goes on by itself."},
	{EDQUOT, "the disk quota is used up", "Make room; play goes on by itself."},
	{EFBIG, "it may not become any larger", "Raise the limit on the size of files."},
	{EROFS, "it is read-only", "Make it and its disk writable."},
	{EACCES, "permission is denied", "Give it to the user that adjutantd runs as."},
	{EPERM, "permission is denied", "Give it to the user that adjutantd runs as."},
	{EIO, "the disk reports an error", "Check the disk; restore a copy if it stays so."},
	{EBUSY, "another program has locked it", "End that program."},
	{ENOMEM, "memory has run out", "End other programs."},
	{ENOENT, "there is no such file", "Check the path."},
	{ENOTDIR, "a part of its path is not a directory", "Check the path."},
	{EISDIR, "it is a directory", "Move it away."},
	{EBADMSG, "it is damaged", BEGIN_ANEW},
};

int journal_trouble_explain(struct trouble *trouble, int error, const char *path,
			    const char *cannot)
{
	for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
		if (causes[i].error == error)
			return journal_trouble_say(trouble, error, "%s cannot %s: %s. %s",
						   journal_path_end(path), cannot, causes[i].what,
						   causes[i].remedy);
	return journal_trouble_say(trouble, error, "%s cannot %s: %s.", journal_path_end(path),
				   cannot, strerror(error));
}

/* errno may come from another call: only errors that a disk can cause are believed. */
static bool is_believed(int error)
{
	static const int believed[] = {EIO, ENOSPC, EDQUOT, EFBIG, EROFS, EACCES, EPERM, ENOMEM};

	for (size_t i = 0; i < sizeof believed / sizeof *believed; i++)
		if (believed[i] == error)
			return true;
	return false;
}

/* SQLite does not say why it could not create a file, so we try to create one ourselves. */
static int errno_of_making(const char *path)
{
	char probe[PATH_MAX + 8];
	int fd;

	snprintf(probe, sizeof probe, "%s-probe", path);
	fd = open(probe, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno;
	close(fd);
	unlink(probe);
	return EIO;
}

static int errno_of_sqlite(const struct journal *journal, int status, int now)
{
	switch (status & 0xff) {
	case SQLITE_FULL:
		return ENOSPC;
	case SQLITE_READONLY:
		return EROFS;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return EBUSY;
	case SQLITE_NOMEM:
		return ENOMEM;
	case SQLITE_PERM:
	case SQLITE_AUTH:
		return EACCES;
	case SQLITE_CANTOPEN:
		return journal->key ? errno_of_making(journal->path) : EACCES;
	case SQLITE_IOERR:
		return is_believed(now) ? now : EIO;
	default: /* tables or rows that we would not have written */
		return EBADMSG;
	}
}

int journal_trouble_of_sqlite(struct trouble *trouble, const struct journal *journal, int status,
			      const char *cannot)
{
	int now = errno;

	if ((status & 0xff) == SQLITE_NOTADB)
		return journal_trouble_say(trouble, EBADMSG, "%s is not a database. " BEGIN_ANEW,
					   journal_path_end(journal->path));
	return journal_trouble_explain(trouble, errno_of_sqlite(journal, status, now),
				       journal->path, cannot);
}

int journal_trouble_of_damage(struct trouble *trouble, const struct journal *journal,
			      const char *format, ...)
{
	char what[128];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	return journal_trouble_say(trouble, EBADMSG, "%s is damaged: %s. %s",
				   journal_path_end(journal->path), what,
				   journal->key ? BEGIN_ANEW : "Restore a copy.");
}

int journal_trouble_of_cut(struct trouble *trouble, const struct journal *journal, int64_t end_seq)
{
	return journal_trouble_say(
		trouble, EBADMSG,
		"%s was cut: it ends at entry %" PRId64 " but %" PRId64
		" were written. Restore a copy, or delete the file head beside it to go "
		"on without them.",
		journal_path_end(journal->path), end_seq, journal->known.seq);
}
