#include "daemon/base/process.h"

#include "daemon/base/log.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

enum { DESCRIPTORS = 4096 };

/*
 * A limit of nothing keeps the kernel from writing a file, but not from giving the memory to another program, as
 * many distributions have it. So there is none to give either.
 */
static bool leave_out_memory(void)
{
	FILE *filter = fopen("/proc/self/coredump_filter", "we");
	bool written = filter && fputs("0", filter) >= 0;

	if (filter && fclose(filter) != 0)
		written = false;
	return written;
}

void process_forbid_dumps(void)
{
	const struct rlimit none = {0, 0};

	if (setrlimit(RLIMIT_CORE, &none) < 0 || !leave_out_memory())
		log_warning("a crash of this program may leave its memory behind: %s",
			    strerror(errno));
}

void process_raise_descriptors(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= DESCRIPTORS)
		return;
	limit.rlim_cur = limit.rlim_max < DESCRIPTORS ? limit.rlim_max : DESCRIPTORS;
	setrlimit(RLIMIT_NOFILE, &limit);
}
