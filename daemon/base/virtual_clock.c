/* One line each way at a time; the test never asks before it has been answered. */
#include "daemon/base/virtual_clock.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int send_line(const struct virtual_clock *clock, const char *line)
{
	size_t length = strlen(line);

	return send(clock->fd, line, length, MSG_NOSIGNAL) == (ssize_t)length ? 0 : -EPIPE;
}

/* Waits for more bytes; the line is in clock->bytes when 1 is returned, 0 if it is not whole. */
static int read_line(struct virtual_clock *clock)
{
	ssize_t count = recv(clock->fd, clock->bytes + clock->length,
			     sizeof clock->bytes - 1 - clock->length, 0);
	char *newline;

	if (count < 0 && errno == EINTR)
		return 0;
	if (count <= 0)
		return -EPIPE;
	clock->length += (size_t)count;
	clock->bytes[clock->length] = '\0';
	newline = strchr(clock->bytes, '\n');
	if (!newline)
		return clock->length == sizeof clock->bytes - 1 ? -EPROTO : 0;
	if (newline[1])
		return -EPROTO;
	clock->length = 0;
	return 1;
}

static int connect_to(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd, error;

	if (strlen(path) >= sizeof address.sun_path)
		return -ENAMETOOLONG;
	memcpy(address.sun_path, path, strlen(path) + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
		return fd;
	error = -errno;
	close(fd);
	return error;
}

static int agree(struct virtual_clock *clock, uint64_t *now_us, int64_t *wall_ms)
{
	char hello[32];
	int error;

	snprintf(hello, sizeof hello, "%ld\n", (long)getpid());
	error = send_line(clock, hello);
	while (!error)
		error = read_line(clock);
	if (error < 0)
		return error;
	return sscanf(clock->bytes, "%" SCNu64 " %" SCNd64, now_us, wall_ms) == 2 ? 0 : -EPROTO;
}

int virtual_clock_open(struct virtual_clock *clock, const char *path, uint64_t *now_us,
		       int64_t *wall_ms)
{
	int error;

	memset(clock, 0, sizeof *clock);
	clock->fd = connect_to(path);
	if (clock->fd < 0)
		return clock->fd;
	error = agree(clock, now_us, wall_ms);
	if (error)
		close(clock->fd);
	return error;
}

int virtual_clock_hear(struct virtual_clock *clock)
{
	int result = read_line(clock);

	if (result <= 0)
		return result;
	if (sscanf(clock->bytes, "%" SCNu64 " %" SCNu64, &clock->to_us, &clock->heard) != 2)
		return -EPROTO;
	clock->is_asked = true;
	return 0;
}

int virtual_clock_answer(struct virtual_clock *clock, uint64_t now_us, uint64_t next_us,
			 uint64_t heard, uint64_t said)
{
	char line[120], next[24] = "never";

	clock->is_asked = false;
	if (next_us != UINT64_MAX)
		snprintf(next, sizeof next, "%" PRIu64, next_us);
	snprintf(line, sizeof line, "%" PRIu64 " %s %" PRIu64 " %" PRIu64 "\n", now_us, next, heard,
		 said);
	return send_line(clock, line);
}
