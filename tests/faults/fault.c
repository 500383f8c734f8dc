/* What is to fail, and when: the settings of shim.h, and whether a call falls under them. */
#define _GNU_SOURCE /* strsep, syscall */
#include "tests/faults/shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
	char path[128];	 /* empty: off */
	char words[256]; /* as they were in the control file */
	unsigned calls, at, count;
	bool forever;
	enum fault_way way;
	int error;
	const char *file, *tally;
	fault_observer *observer;
} fault;

/* ---- settings ---- */

static int error_by_name(const char *name)
{
	static const struct {
		const char *name;
		int error;
	} errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},	      {"EROFS", EROFS},
		      {"EACCES", EACCES}, {"EDQUOT", EDQUOT}, {"EFBIG", EFBIG}};

	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (strcmp(errors[i].name, name) == 0)
			return errors[i].error;
	return EIO;
}

static enum fault_way way_by_name(const char *name)
{
	return strcmp(name, "SHORT") == 0  ? FAULT_SHORT
	       : strcmp(name, "KILL") == 0 ? FAULT_KILLS
	       : strcmp(name, "SKIP") == 0 ? FAULT_SKIPS
	       : strcmp(name, "WAIT") == 0 ? FAULT_WAITS
					   : FAULT_FAILS;
}

static unsigned calls_by_name(const char *name)
{
	static const char *const names[] = {"write", "sync", "truncate", "open", "unlink"};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return 1u << i;
	return FAULT_ANY;
}

static void set_word(const char *name, const char *value)
{
	if (strcmp(name, "path") == 0)
		snprintf(fault.path, sizeof fault.path, "%s", value);
	else if (strcmp(name, "call") == 0)
		fault.calls = calls_by_name(value);
	else if (strcmp(name, "at") == 0)
		fault.at = (unsigned)strtoul(value, NULL, 10);
	else if (strcmp(name, "for") == 0)
		fault.forever = strcmp(value, "forever") == 0;
	else if (strcmp(name, "errno") == 0) {
		fault.way = way_by_name(value);
		fault.error = error_by_name(value);
	}
}

static void set_words(const char *words)
{
	char copy[sizeof fault.words], *rest = copy, *word;

	fault.calls = FAULT_ANY;
	fault.at = 1;
	fault.count = 0;
	fault.forever = false;
	fault.way = FAULT_NONE;
	snprintf(copy, sizeof copy, "%s", words);
	while ((word = strsep(&rest, " \t\n"))) {
		char *value = strchr(word, '=');

		if (value) {
			*value++ = '\0';
			set_word(word, value);
		}
	}
}

void fault_begin(void)
{
	static const char *const names[][2] = {{"FAULT_PATH", "path"},
					       {"FAULT_CALL", "call"},
					       {"FAULT_AT", "at"},
					       {"FAULT_FOR", "for"},
					       {"FAULT_ERRNO", "errno"}};

	set_words("");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i][0]);

		if (value)
			set_word(names[i][1], value);
	}
	fault.file = getenv("FAULT_FILE");
	fault.tally = getenv("FAULT_TALLY");
}

/* The kernel itself is called, or this would be a call to be looked at as well. */
static void read_control_file(void)
{
	char words[sizeof fault.words] = "";
	long fd = syscall(SYS_openat, AT_FDCWD, fault.file, O_RDONLY | O_CLOEXEC, 0);

	if (fd >= 0) {
		syscall(SYS_read, fd, words, sizeof words - 1);
		syscall(SYS_close, fd);
	}
	if (strcmp(words, fault.words)) {
		memcpy(fault.words, words, sizeof words);
		set_words(words);
	}
}

void fault_set(const char *words)
{
	*fault.path = '\0';
	set_words(words ? words : "");
}

unsigned fault_count(void)
{
	return fault.count;
}

void fault_observe(fault_observer *observer)
{
	fault.observer = observer;
}

/* ---- deciding ---- */

bool fault_is_set(void)
{
	return *fault.path;
}

/* A path that ends in $ is that of the whole end. */
bool fault_concerns(const char *path)
{
	size_t length = strlen(fault.path), path_length = strlen(path);

	if (!length || fault.path[length - 1] != '$')
		return length && strstr(path, fault.path);
	length--;
	return path_length >= length &&
	       memcmp(path + path_length - length, fault.path, length) == 0;
}

enum fault_way fault_decide(enum fault_call call, const char *path)
{
	if (!fault_concerns(path))
		return FAULT_NONE;
	if (fault.file)
		read_control_file();
	if (!(fault.calls & call))
		return FAULT_NONE;
	fault.count++;
	if (fault.count == fault.at || (fault.forever && fault.count > fault.at))
		return fault.way;
	return FAULT_NONE;
}

static void tally(const char *mark)
{
	long fd = syscall(SYS_openat, AT_FDCWD, fault.tally,
			  O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	if (fd < 0)
		return;
	syscall(SYS_write, fd, mark, 1);
	syscall(SYS_close, fd);
}

void fault_begin_wait(void)
{
	tally("w");
}

bool fault_still_waits(void)
{
	if (fault.file)
		read_control_file();
	return fault.way == FAULT_WAITS;
}

int fault_errno(void)
{
	return fault.error;
}

void fault_tell(enum fault_call call, const char *path, int64_t at, const void *bytes, size_t count)
{
	if (call == FAULT_SYNC && at == 0 && fault_concerns(path))
		tally(".");
	if (fault.observer && fault_concerns(path))
		fault.observer(call, path, at, bytes, count);
}
