/*
 * The client side of the control socket: sends a request to a running adjutantd and reads the
 * answer or the stream.
 */
#include "daemon/cli/operator/operator.h"

#include "daemon/base/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define SOCKET_NAME "/control.sock"

static void say_not_running(const char *dir, int error)
{
	if (error == ENOENT || error == ECONNREFUSED)
		fprintf(stderr,
			"adjutant: no adjutantd is running with its state in %s; start one, or "
			"name "
			"another place with --state DIR\n",
			dir);
	else
		fprintf(stderr, "adjutant: %s" SOCKET_NAME ": %s\n", dir, strerror(error));
}

int operator_connect(const char *state_dir)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	char usual[PATHS_SIZE];
	const char *dir = state_dir;
	int fd, length;

	if (!dir) {
		paths_default_state(usual);
		dir = usual;
	}
	length = snprintf(address.sun_path, sizeof address.sun_path, "%s" SOCKET_NAME, dir);
	if (length >= (int)sizeof address.sun_path) {
		fprintf(stderr,
			"adjutant: the state directory %s has too long a name: the path of a "
			"socket in it must be shorter than %zu bytes\n",
			dir, sizeof address.sun_path);
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

/*
 * A daemon that refuses the connection may answer and close before the request is sent: whether it
 * arrived shows in the answer.
 */
static void send_request(int fd, const char *text)
{
	send(fd, text, strlen(text), MSG_NOSIGNAL);
	send(fd, "\n", 1, MSG_NOSIGNAL);
}

FILE *operator_listen(const char *state_dir, json_t *request, json_t **answer)
{
	char *text = json_dumps(request, JSON_COMPACT);
	int fd = text ? operator_connect(state_dir) : -1;
	FILE *stream = NULL;
	const char *why;

	*answer = NULL;
	if (!text) /* one would wait for the answer for ever */
		fprintf(stderr, "adjutant: this cannot be asked\n");
	if (fd >= 0) {
		send_request(fd, text);
		stream = fdopen(fd, "r");
	}
	free(text);
	if (stream)
		*answer = json_loadf(stream, JSON_DISABLE_EOF_CHECK, NULL);
	json_decref(request);
	if (fd < 0 || json_is_true(json_object_get(*answer, "ok")))
		return stream;
	why = json_string_value(json_object_get(*answer, "why"));
	fprintf(stderr, "adjutant: %s\n", why ? why : "adjutantd gave no answer");
	json_decref(*answer);
	*answer = NULL;
	if (stream)
		fclose(stream);
	else
		close(fd);
	return NULL;
}

json_t *operator_ask(const char *state_dir, json_t *request)
{
	json_t *answer;
	FILE *stream = operator_listen(state_dir, request, &answer);

	if (stream)
		fclose(stream);
	return answer;
}
