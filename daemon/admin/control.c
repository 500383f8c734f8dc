/*
 * Serves the control socket: takes local connections, reads one JSON request a line and answers or
 * streams. What the requests mean is decided in admin.c.
 */
#include "daemon/admin/control.h"

#include "daemon/base/listener.h"
#include "daemon/base/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
	CONNECTIONS = 16,
	WAITING = 256, /* backlog: one caller more gets EAGAIN */
	REQUEST_SIZE = 8192
};

enum stream { STREAM_NONE, STREAM_RECORD, STREAM_WATCH };

struct connection {
	struct control *control;
	struct watch watch;
	enum stream stream;
	size_t length;
	char request[REQUEST_SIZE];
};

struct control {
	struct loop *loop;
	struct listener listener;
	struct control_events events;
	struct sockaddr_un address;
	struct connection *connections[CONNECTIONS];
};

static void hang_up(struct connection *connection)
{
	struct control *control = connection->control;
	int fd = connection->watch.fd;

	watch_remove(&connection->watch);
	close(fd);
	for (unsigned i = 0; i < CONNECTIONS; i++)
		if (control->connections[i] == connection)
			control->connections[i] = NULL;
	free(connection);
}

/* False if it does not fit into the socket's buffer: then the client is not reading. */
static bool put(const struct connection *connection, const char *text, size_t length)
{
	return send(connection->watch.fd, text, length, MSG_NOSIGNAL | MSG_DONTWAIT) ==
	       (ssize_t)length;
}

static bool put_json(const struct connection *connection, json_t *answer)
{
	char *text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
	bool good = text && put(connection, text, strlen(text)) && put(connection, "\n", 1);

	json_decref(answer);
	free(text);
	return good;
}

static bool begin_recording(struct connection *connection)
{
	struct control *control = connection->control;
	json_t *where = control->events.record(control->events.owner);

	if (json_is_true(json_object_get(where, "ok")))
		connection->stream = STREAM_RECORD;
	return put_json(connection, where);
}

static bool begin_watching(struct connection *connection)
{
	struct control *control = connection->control;
	char *head = control->events.table_head(control->events.owner);
	bool good = head && put(connection, head, strlen(head));

	free(head);
	connection->stream = STREAM_WATCH;
	return good;
}

static bool answer_line(struct connection *connection, const char *line, size_t length)
{
	struct control *control = connection->control;
	json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
	const char *what = json_string_value(json_object_get(request, "do"));
	bool good;

	if (what && strcmp(what, "record") == 0)
		good = begin_recording(connection);
	else if (what && strcmp(what, "watch") == 0)
		good = begin_watching(connection);
	else if (json_is_object(request))
		good = put_json(connection,
				control->events.request(control->events.owner, request));
	else
		good = put_json(connection, json_pack("{s:b,s:s}", "ok", 0, "why",
						      "a request is a JSON object on one line"));
	json_decref(request);
	return good;
}

static bool answer_lines(struct connection *connection)
{
	char *newline;

	while ((newline = memchr(connection->request, '\n', connection->length))) {
		size_t line = (size_t)(newline - connection->request);

		if (!answer_line(connection, connection->request, line))
			return false;
		connection->length -= line + 1;
		memmove(connection->request, newline + 1, connection->length);
	}
	return connection->length < sizeof connection->request;
}

static void connection_ready(struct watch *watch, uint32_t events)
{
	struct connection *connection = watch->owner;
	ssize_t count = recv(watch->fd, connection->request + connection->length,
			     sizeof connection->request - connection->length, MSG_DONTWAIT);

	(void)events;
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count > 0)
		connection->length += (size_t)count;
	if (count <= 0 || !answer_lines(connection))
		hang_up(connection);
}

static struct connection **free_place(struct control *control)
{
	for (unsigned i = 0; i < CONNECTIONS; i++)
		if (!control->connections[i])
			return &control->connections[i];
	return NULL;
}

static void take_call(struct control *control, struct connection **place, int fd)
{
	struct connection *connection = calloc(1, sizeof *connection);

	if (!connection || watch_add(control->loop, &connection->watch, fd, EPOLLIN,
				     connection_ready, connection) < 0) {
		close(fd);
		free(connection);
		return;
	}
	connection->control = control;
	*place = connection;
}

/* A connection too many is told so. It has asked nothing yet, so its socket has room. */
static void refuse_call(int fd)
{
	static const char why[] = "{\"ok\":false,\"why\":\"too many are connected to the control "
				  "socket; try again when one of them has left\"}\n";

	send(fd, why, strlen(why), MSG_NOSIGNAL | MSG_DONTWAIT);
	close(fd);
}

static void caller_arrives(void *owner, int fd, const struct sockaddr *from, socklen_t size)
{
	struct control *control = owner;
	struct connection **place = free_place(control);

	(void)from;
	(void)size;
	if (place)
		take_call(control, place, fd);
	else
		refuse_call(fd);
}

/* It may be the one that is being answered: the loop notices and hangs up. What was sent before
 * still arrives. */
static void end_stream(struct connection *connection)
{
	connection->stream = STREAM_NONE;
	shutdown(connection->watch.fd, SHUT_RDWR);
}

static void put_all(struct control *control, enum stream stream, const char *line)
{
	for (unsigned i = 0; i < CONNECTIONS; i++) {
		struct connection *connection = control->connections[i];

		if (!connection || connection->stream != stream)
			continue;
		if (!put(connection, line, strlen(line)) || !put(connection, "\n", 1))
			end_stream(connection);
	}
}

void control_record(struct control *control, const char *line)
{
	put_all(control, STREAM_RECORD, line);
}

void control_watch(struct control *control, const char *line)
{
	put_all(control, STREAM_WATCH, line);
}

void control_end_recordings(struct control *control)
{
	put_all(control, STREAM_RECORD, CONTROL_NEXT_GAME);
	for (unsigned i = 0; i < CONNECTIONS; i++)
		if (control->connections[i] && control->connections[i]->stream == STREAM_RECORD)
			end_stream(control->connections[i]);
}

/* ---- making and unmaking ---- */

static int listen_at(struct control *control)
{
	const struct listener_events events = {
		.owner = control, .arrived = caller_arrives, .place = "the control socket"};
	mode_t before = umask(0177);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), error = 0;

	/* of a run that was killed: the journal's lock is ours */
	unlink(control->address.sun_path);
	if (fd < 0 || bind(fd, (struct sockaddr *)&control->address, sizeof control->address) < 0 ||
	    listen(fd, WAITING) < 0)
		error = -errno;
	umask(before);
	if (!error)
		error = listener_begin(&control->listener, control->loop, fd, &events);
	if (error && fd >= 0)
		close(fd);
	return error;
}

int control_create(struct control **made, struct loop *loop, const char *state_dir,
		   const struct control_events *events)
{
	struct control *control = calloc(1, sizeof *control);
	size_t room = sizeof control->address.sun_path;
	int error;

	if (!control)
		return -ENOMEM;
	control->loop = loop;
	control->events = *events;
	control->listener.watch.fd = -1;
	control->address.sun_family = AF_UNIX;
	error = (size_t)snprintf(control->address.sun_path, room, "%s/control.sock", state_dir) <
				room
			? listen_at(control)
			: -ENAMETOOLONG;
	if (error) {
		log_error("%s/control.sock cannot be made: %s", state_dir, strerror(-error));
		listener_end(&control->listener);
		free(control);
		return error;
	}
	*made = control;
	return 0;
}

void control_destroy(struct control *control)
{
	if (!control)
		return;
	for (unsigned i = 0; i < CONNECTIONS; i++)
		if (control->connections[i])
			hang_up(control->connections[i]);
	listener_end(&control->listener);
	unlink(control->address.sun_path);
	free(control);
}
