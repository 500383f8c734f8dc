/* See shim.h. Calls that open a file for reading, or change it through a mapping, are let alone. */
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT, the calls with 64 in their names */
#include "tests/faults/shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* ---- the C library's own ---- */

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off64_t);
static ssize_t (*real_pwritev64)(int, const struct iovec *, int, off64_t);
static int (*real_ftruncate64)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_unlink)(const char *);
static int (*real_open)(const char *, int, ...);
static int (*real_open64)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_openat64)(int, const char *, int, ...);

/* by way of bytes, because C does not turn pointers to data into pointers to functions */
static void *find(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);

	if (!found)
		abort();
	return found;
}

#define FIND(name) (*(void **)&real_##name = find(#name))

static void find_all(void)
{
	FIND(write);
	FIND(pwrite64);
	FIND(pwritev64);
	FIND(ftruncate64);
	FIND(fsync);
	FIND(fdatasync);
	FIND(unlink);
	FIND(open);
	FIND(open64);
	FIND(openat);
	FIND(openat64);
}

/* Before main, or at the first call of a library that comes before us. */
static __attribute__((constructor)) void begin(void)
{
	static bool begun;

	if (begun)
		return;
	find_all();
	fault_begin();
	begun = true;
}

/* ---- deciding ---- */

static bool path_of(int fd, char path[PATH_MAX])
{
	char link[32];
	ssize_t length;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	length = readlink(link, path, PATH_MAX - 1);
	path[length > 0 ? length : 0] = '\0';
	return length > 0;
}

static enum fault_way decide_fd(enum fault_call call, int fd, char path[PATH_MAX])
{
	int before = errno;
	enum fault_way way;

	begin();
	*path = '\0';
	way = fault_is_set() && path_of(fd, path) ? fault_decide(call, path) : FAULT_NONE;
	errno = before;
	return way;
}

static int fail(void)
{
	errno = fault_errno();
	return -1;
}

/* ---- the calls ---- */

/* at -1: where the descriptor is */
static ssize_t write_through(int fd, const void *bytes, size_t count, off64_t at)
{
	return at < 0 ? real_write(fd, bytes, count) : real_pwrite64(fd, bytes, count, at);
}

static ssize_t write_faulty(int fd, const void *bytes, size_t count, off64_t at)
{
	char path[PATH_MAX];
	enum fault_way way = decide_fd(FAULT_WRITE, fd, path);
	ssize_t written;

	if (way == FAULT_FAILS)
		return fail();
	if (way == FAULT_SKIPS)
		return (ssize_t)count;
	written = write_through(
		fd, bytes, way == FAULT_SHORT || way == FAULT_KILLS ? (count + 1) / 2 : count, at);
	if (way == FAULT_KILLS)
		kill(getpid(), SIGKILL);
	if (written > 0)
		fault_tell(FAULT_WRITE, path, at < 0 ? lseek64(fd, 0, SEEK_CUR) - written : at,
			   bytes, (size_t)written);
	return written;
}

/* The programs under test do not write several pieces at once: a call fails or succeeds whole. */
static ssize_t pwritev_faulty(int fd, const struct iovec *pieces, int count, off64_t at)
{
	char path[PATH_MAX];
	enum fault_way way = decide_fd(FAULT_WRITE, fd, path);

	if (way == FAULT_KILLS)
		kill(getpid(), SIGKILL);
	if (way != FAULT_NONE)
		return fail();
	return real_pwritev64(fd, pieces, count, at);
}

static int truncate_faulty(int fd, off64_t size)
{
	char path[PATH_MAX];
	enum fault_way way = decide_fd(FAULT_TRUNCATE, fd, path);
	int status;

	if (way == FAULT_KILLS)
		kill(getpid(), SIGKILL);
	if (way == FAULT_SKIPS)
		return 0;
	if (way != FAULT_NONE)
		return fail();
	status = real_ftruncate64(fd, size);
	if (status == 0)
		fault_tell(FAULT_TRUNCATE, path, size, NULL, 0);
	return status;
}

static int sync_faulty(int fd, int (*sync)(int))
{
	char path[PATH_MAX];
	enum fault_way way = decide_fd(FAULT_SYNC, fd, path);
	int status;

	if (way == FAULT_KILLS)
		kill(getpid(), SIGKILL);
	if (way == FAULT_SKIPS)
		return 0;
	if (way == FAULT_WAITS)
		fault_begin_wait();
	while (way == FAULT_WAITS && fault_still_waits())
		clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = 1000000}, NULL);
	if (way != FAULT_NONE && way != FAULT_WAITS) {
		fault_tell(FAULT_SYNC, path, -1, NULL, 0);
		return fail();
	}
	status = sync(fd);
	if (status == 0)
		fault_tell(FAULT_SYNC, path, 0, NULL, 0);
	return status;
}

/* Whether an open may go on. */
static bool open_allowed(const char *path, int flags)
{
	enum fault_way way;

	begin();
	if ((flags & O_ACCMODE) == O_RDONLY && !(flags & (O_CREAT | O_TRUNC)))
		return true;
	way = fault_decide(FAULT_OPEN, path);
	if (way == FAULT_KILLS)
		kill(getpid(), SIGKILL);
	if (way != FAULT_NONE)
		fail();
	return way == FAULT_NONE;
}

ssize_t write(int fd, const void *bytes, size_t count)
{
	return write_faulty(fd, bytes, count, -1);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at)
{
	return write_faulty(fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at)
{
	return write_faulty(fd, bytes, count, at);
}

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t at)
{
	return pwritev_faulty(fd, pieces, count, at);
}

ssize_t pwritev64(int fd, const struct iovec *pieces, int count, off64_t at)
{
	return pwritev_faulty(fd, pieces, count, at);
}

int ftruncate(int fd, off_t size)
{
	return truncate_faulty(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
	return truncate_faulty(fd, size);
}

int fsync(int fd)
{
	begin();
	return sync_faulty(fd, real_fsync);
}

int fdatasync(int fd)
{
	begin();
	return sync_faulty(fd, real_fdatasync);
}

int unlink(const char *path)
{
	enum fault_way way;
	int status;

	begin();
	way = fault_decide(FAULT_UNLINK, path);
	if (way == FAULT_KILLS)
		kill(getpid(), SIGKILL);
	if (way != FAULT_NONE)
		return fail();
	status = real_unlink(path);
	if (status == 0)
		fault_tell(FAULT_UNLINK, path, 0, NULL, 0);
	return status;
}

/* ---- opening ---- */

static mode_t mode_of(int flags, va_list arguments)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

#define MODE_AFTER(flags, mode)                                                                    \
	do {                                                                                       \
		va_list arguments;                                                                 \
		va_start(arguments, flags);                                                        \
		mode = mode_of(flags, arguments);                                                  \
		va_end(arguments);                                                                 \
	} while (0)

int open(const char *path, int flags, ...)
{
	mode_t mode;

	MODE_AFTER(flags, mode);
	return open_allowed(path, flags) ? real_open(path, flags, mode) : -1;
}

int open64(const char *path, int flags, ...)
{
	mode_t mode;

	MODE_AFTER(flags, mode);
	return open_allowed(path, flags) ? real_open64(path, flags, mode) : -1;
}

int openat(int dir, const char *path, int flags, ...)
{
	mode_t mode;

	MODE_AFTER(flags, mode);
	return open_allowed(path, flags) ? real_openat(dir, path, flags, mode) : -1;
}

int openat64(int dir, const char *path, int flags, ...)
{
	mode_t mode;

	MODE_AFTER(flags, mode);
	return open_allowed(path, flags) ? real_openat64(dir, path, flags, mode) : -1;
}
