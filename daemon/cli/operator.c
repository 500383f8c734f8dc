/* The other end of the control socket. */
#include "daemon/cli/operator.h"

#include "daemon/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void say_not_running(const char *dir, int error)
{
	if (error == ENOENT || error == ECONNREFUSED)
		fprintf(stderr,
			"adjutant: no adjutantd is running with its state in %s; start one, or "
			"name "
			"another place with --state DIR\n",
			dir);
	else
		fprintf(stderr, "adjutant: %s/control.sock: %s\n", dir, strerror(error));
}

int operator_connect(const char *state_dir)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	char dir[CONFIG_PATH];
	int fd, length;

	if (state_dir)
		snprintf(dir, sizeof dir, "%s", state_dir);
	else
		config_default_state(dir);
	length = snprintf(address.sun_path, sizeof address.sun_path, "%s/control.sock", dir);
	if (length >= (int)sizeof address.sun_path) {
		say_not_running(dir, ENAMETOOLONG);
		return -1;
	}
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
		return fd;
	say_not_running(dir, errno);
	if (fd >= 0)
		close(fd);
	return -1;
}

static bool send_request(int fd, json_t *request)
{
	char *text = json_dumps(request, JSON_COMPACT);
	size_t length = text ? strlen(text) : 0;
	bool good = text && send(fd, text, length, MSG_NOSIGNAL) == (ssize_t)length &&
		    send(fd, "\n", 1, MSG_NOSIGNAL) == 1;

	free(text);
	return good;
}

static json_t *receive_answer(int fd)
{
	FILE *file = fdopen(dup(fd), "r");
	json_t *answer = file ? json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL) : NULL;

	if (file)
		fclose(file);
	return answer;
}

json_t *operator_ask(const char *state_dir, json_t *request)
{
	int fd = operator_connect(state_dir);
	json_t *answer = NULL;
	const char *why;

	if (fd >= 0 && send_request(fd, request))
		answer = receive_answer(fd);
	json_decref(request);
	if (fd < 0)
		return NULL;
	close(fd);
	if (json_is_true(json_object_get(answer, "ok")))
		return answer;
	why = json_string_value(json_object_get(answer, "why"));
	fprintf(stderr, "adjutant: %s\n", why ? why : "adjutantd gave no answer");
	json_decref(answer);
	return NULL;
}
