/*
 * What lies beside the archive: its directory, the lock that keeps a second daemon away, and
 * DIR/head, which remembers how long the archive is.
 *
 * A truncated archive, or an older copy, is consistent in itself. DIR/head is written after every
 * commit without a sync of its own, so it is never ahead of the archive: if it says more than the
 * archive has, entries are lost.
 */
#define _DEFAULT_SOURCE /* flock */
#include "daemon/archive/journal.h"
#include "daemon/archive/journal_inside.h"
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_LINE = 256 }; /* always so long, so that it is one write in place */

int journal_directory_sync(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), error;

	if (fd < 0)
		return -errno;
	error = fsync(fd) ? -errno : 0;
	close(fd);
	return error;
}

/* The directory that a path is in. Returns false for one that has none in its text. */
static bool path_parent(const char *path, char parent[PATH_MAX])
{
	size_t length = strlen(path);

	while (length && path[length - 1] == '/')
		length--;
	while (length && path[length - 1] != '/')
		length--;
	if (length == 0 || length >= PATH_MAX)
		return false;
	memcpy(parent, path, length);
	parent[length] = '\0';
	return true;
}

/* With those above it. A new name is on the disk only when the directory that it is in is. */
static int make_directories(const char *dir, unsigned depth)
{
	char parent[PATH_MAX];
	bool has_parent = path_parent(dir, parent);
	int error;

	if (mkdir(dir, 0700) == 0)
		return journal_directory_sync(has_parent ? parent : ".");
	if (errno == EEXIST)
		return 0;
	if (errno != ENOENT || !has_parent || depth == 64)
		return -errno;
	error = make_directories(parent, depth + 1);
	return error ? error : make_directories(dir, 64);
}

int journal_directory_make(const char *dir, struct trouble *trouble)
{
	struct stat status;
	int error = make_directories(dir, 0);

	if (error == 0 && stat(dir, &status))
		error = -errno;
	else if (error == 0 && !S_ISDIR(status.st_mode))
		error = -ENOTDIR;
	if (error)
		return journal_trouble_explain(trouble, -error, dir, "be made");
	return 0;
}

/* ---- the lock ---- */

static long lock_holder(int fd)
{
	char text[32] = "";
	long pid = 0;

	if (pread(fd, text, sizeof text - 1, 0) > 0)
		sscanf(text, "%ld", &pid);
	return pid;
}

int journal_lock_take(struct journal *journal, const char *dir, struct trouble *trouble)
{
	char path[PATH_MAX + 8];

	snprintf(path, sizeof path, "%s/lock", dir);
	journal->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (journal->lock_fd < 0)
		return journal_trouble_explain(trouble, errno, path, "be opened");
	if (flock(journal->lock_fd, LOCK_EX | LOCK_NB) == 0) {
		/* Only for the message below: a failure does not matter. */
		if (ftruncate(journal->lock_fd, 0) == 0)
			dprintf(journal->lock_fd, "%ld\n", (long)getpid());
		return 0;
	}
	if (errno != EWOULDBLOCK)
		return journal_trouble_explain(trouble, errno, path, "be locked");
	return journal_trouble_say(
		trouble, EBUSY,
		"Another adjutantd (process %ld) keeps the archive in %s. End it, or "
		"give this one a directory of its own.",
		lock_holder(journal->lock_fd), journal_path_end(dir));
}

/* ---- the log ---- */

/*
 * After a failed sync Linux marks the data as written, and the next sync succeeds without doing
 * anything. Only data that is written again is on the disk after a successful sync. Since it is the
 * same data, it is safe to stop at any point.
 */
int journal_log_write_again(const char *archive_path)
{
	char path[PATH_MAX + 8], bytes[16384];
	int64_t at = 0;
	ssize_t count;
	int fd, error = 0;

	snprintf(path, sizeof path, "%s-wal", archive_path);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT ? 0 : -errno;
	while ((count = pread(fd, bytes, sizeof bytes, at)) > 0 &&
	       pwrite(fd, bytes, (size_t)count, at) == count)
		at += count;
	if (count != 0 || fdatasync(fd))
		error = errno ? -errno : -EIO;
	close(fd);
	return error;
}

/* ---- DIR/head ---- */

int journal_head_file_open(struct journal *journal, struct trouble *trouble)
{
	journal->head_fd = open(journal->head_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (journal->head_fd < 0)
		return journal_trouble_explain(trouble, errno, journal->head_path, "be opened");
	return 0;
}

static bool head_parse(const char *line, struct chain_head *head)
{
	char hash[HASH_TEXT], signature[SIGNATURE_TEXT];

	return sscanf(line, "adjutant-head 1 %" SCNd64 " %64s %128s", &head->seq, hash,
		      signature) == 3 &&
	       head->seq >= 0 && hex_parse(hash, head->hash, HASH_SIZE) &&
	       hex_parse(signature, head->signature, SIGNATURE_SIZE);
}

struct chain_head journal_head_file_read(const struct journal *journal)
{
	char line[HEAD_LINE + 1] = "";
	struct chain_head head;
	ssize_t length = pread(journal->head_fd, line, HEAD_LINE, 0);

	if (length > 0 && head_parse(line, &head) &&
	    head_is_signed(journal->key->public_key, &head))
		return head;
	return (struct chain_head){0};
}

void journal_head_file_write(struct journal *journal)
{
	char line[HEAD_LINE + 1], hash[HASH_TEXT], signature[SIGNATURE_TEXT];
	const struct chain_head *head = &journal->head;
	int length;
	bool fails;

	hex_format(head->hash, HASH_SIZE, hash);
	hex_format(head->signature, SIGNATURE_SIZE, signature);
	length = snprintf(line, sizeof line, "adjutant-head 1 %" PRId64 " %s %s", head->seq, hash,
			  signature);
	memset(line + length, ' ', HEAD_LINE - (size_t)length);
	line[HEAD_LINE - 1] = '\n';
	/* An outdated file does no harm: a later one will replace it. */
	fails = pwrite(journal->head_fd, line, HEAD_LINE, 0) != HEAD_LINE;
	if (fails && !journal->head_fails)
		log_warning("%s cannot be written: %s", journal->head_path, strerror(errno));
	journal->head_fails = fails;
}
