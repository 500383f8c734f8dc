/*
 * The web server in the loop: its socket, its connections and their timeouts. What it answers is in
 * http_site.c; which connections may stay, and for how long, in http_limits.c.
 *
 * libmicrohttpd runs without threads. Its epoll descriptor is watched by the loop, and one timer
 * wakes it for what no descriptor announces. It does not listen itself: when descriptors are short, it
 * would not do so again until connections have ended, and could not be told whose shall.
 */
#include "daemon/http/http.h"

#include "daemon/base/listener.h"
#include "daemon/base/log.h"
#include "daemon/http/http_limits.h"
#include "daemon/http/http_site.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	PATIENCE_S = 15,
	PATIENCE_ANSWER = 4, /* times that, for an answer on a slow network to be taken */
	BACKLOG = 128,
	CROWD = 32,
	CONNECTION_MEMORY = 8 * 1024 /* a request's headers and an answer's must have room */
};

struct http {
	struct MHD_Daemon *mhd;
	struct listener listener;
	struct watch watch;
	struct timer timer;
	struct http_limits limits;
	struct site site;
	uint64_t patience_us;
	uint16_t port;
};

/* ---- in the loop ---- */

static uint64_t next_wake_us(struct http *http, uint64_t now_us)
{
	uint64_t wake_us = http_limits_check(&http->limits, now_us), mhd_us;
	MHD_UNSIGNED_LONG_LONG left_ms;

	if (MHD_get_timeout(http->mhd, &left_ms) != MHD_YES)
		return wake_us;
	mhd_us = now_us + left_ms * 1000;
	return mhd_us < wake_us ? mhd_us : wake_us;
}

/*
 * Returns the memory after many connections; otherwise it would stay with the process although it
 * is free.
 */
static void forget_crowd(struct http_limits *limits)
{
	if (limits->count > 0 || limits->peak < CROWD)
		return;
	limits->peak = 0;
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

/* A connection that has ended has left a descriptor and a place. */
static void welcome(struct http *http)
{
	if (http->limits.left)
		listener_go_on(&http->listener);
	http->limits.left = false;
}

static void run(struct http *http)
{
	if (MHD_run(http->mhd) == MHD_YES) {
		welcome(http);
		forget_crowd(&http->limits);
		timer_set(&http->timer, next_wake_us(http, loop_machine_us(http->timer.loop)));
		return;
	}
	/* rather no pages than a loop that never rests */
	log_error("the web server has failed and is off until the next start; the game goes on");
	listener_end(&http->listener);
	watch_remove(&http->watch);
	timer_set(&http->timer, TIME_NEVER);
}

static void on_ready(struct watch *watch, uint32_t events)
{
	(void)events;
	run(watch->owner);
}

static void on_due(struct timer *timer)
{
	run(timer->owner);
}

/* ---- connections ---- */

/* What MHD_get_connection_info() points to lasts until it is called again. */
static int socket_of(struct MHD_Connection *connection)
{
	return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static uint32_t address_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	struct sockaddr_in address;

	if (!info || info->client_addr->sa_family != AF_INET)
		return INADDR_ANY;
	memcpy(&address, info->client_addr, sizeof address);
	return address.sin_addr.s_addr;
}

static void on_connection(void *owner, struct MHD_Connection *connection, void **visitor,
			  enum MHD_ConnectionNotificationCode what)
{
	struct http *http = owner;

	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		*visitor = http_limits_enter(&http->limits, socket_of(connection),
					     address_of(connection),
					     loop_machine_us(http->timer.loop) + http->patience_us);
	} else if (*visitor) {
		http_limits_leave(&http->limits, *visitor);
		*visitor = NULL;
	}
}

static void allow_time(struct http *http, struct MHD_Connection *connection, unsigned times)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct visitor *visitor = info ? info->socket_context : NULL;

	if (visitor)
		visitor->until_us = loop_machine_us(http->timer.loop) + times * http->patience_us;
}

/* libmicrohttpd closes it if it cannot take it. */
static void caller_arrives(void *owner, int fd, const struct sockaddr *from, socklen_t size)
{
	struct http *http = owner;

	MHD_add_connection(http->mhd, fd, from, size);
	if (http->limits.count == VISITORS_PLACES)
		listener_rest(&http->listener);
	run(http);
}

static void make_room(void *owner)
{
	struct http *http = owner;

	http_limits_give_way(&http->limits);
}

/* ---- requests ---- */

/* what a request has as its context while it has brought no body */
static char no_body;

static bool is_hopelessly_long(struct MHD_Connection *connection)
{
	const char *length =
		MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");

	return length && strtoull(length, NULL, 10) > BODY_DRAIN;
}

static enum MHD_Result take_body(void **context, const char *part, size_t size)
{
	struct body *body = *context;

	if (*context == &no_body)
		*context = body = calloc(1, sizeof *body);
	if (!body) {
		*context = &no_body;
		return MHD_NO;
	}
	if (body->size < BODY_MAX)
		memcpy(body->text + body->size, part,
		       size < BODY_MAX - body->size ? size : BODY_MAX - body->size);
	body->size += size;
	return body->size > BODY_DRAIN ? MHD_NO : MHD_YES;
}

static enum MHD_Result answer(struct http *http, const struct request *request)
{
	allow_time(http, request->connection, PATIENCE_ANSWER);
	return site_answer(&http->site, request);
}

/* Called when the headers are there, for every part of the body, and when all is there. */
static enum MHD_Result on_request(void *owner, struct MHD_Connection *connection, const char *path,
				  const char *method, const char *version, const char *part,
				  size_t *size, void **context)
{
	const struct in_addr address = {address_of(connection)};
	struct request request = {.connection = connection, .path = path, .method = method};
	char from[INET_ADDRSTRLEN] = "";
	size_t part_size = *size;

	(void)version;
	if (!*context) {
		*context = &no_body;
		return is_hopelessly_long(connection) ? site_refuse_length(connection) : MHD_YES;
	}
	if (part_size) {
		*size = 0;
		return take_body(context, part, part_size);
	}
	inet_ntop(AF_INET, &address, from, sizeof from);
	request.from = from;
	request.now_us = loop_machine_us(((struct http *)owner)->timer.loop);
	request.body = *context == &no_body ? NULL : *context;
	return answer(owner, &request);
}

static void on_completed(void *owner, struct MHD_Connection *connection, void **context,
			 enum MHD_RequestTerminationCode code)
{
	(void)code;
	if (*context != &no_body)
		free(*context);
	*context = NULL;
	allow_time(owner, connection, 1);
}

/* Names in the list of files need no escapes, so "%2e" is only an odd way to write what is not
 * there. */
static size_t leave_escaped(void *owner, struct MHD_Connection *connection, char *text)
{
	(void)owner;
	(void)connection;
	return strlen(text);
}

/* ---- start and end ---- */

static int open_socket(const struct http_options *options, uint16_t *port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(options->port)};
	socklen_t size = sizeof at;
	int fd, error, yes = 1;

	if (inet_pton(AF_INET, options->address, &at.sin_addr) != 1)
		return -EADDRNOTAVAIL;
	fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd < 0)
		return -errno;
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) == 0 &&
	    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
	    bind(fd, (struct sockaddr *)&at, size) == 0 && listen(fd, BACKLOG) == 0 &&
	    getsockname(fd, (struct sockaddr *)&at, &size) == 0) {
		*port = ntohs(at.sin_port);
		return fd;
	}
	error = -errno;
	close(fd);
	return error;
}

static int start_mhd(struct http *http, const struct http_options *options)
{
	unsigned patience_s = options->patience_s ? options->patience_s : PATIENCE_S;

	http->patience_us = (uint64_t)patience_s * 1000000;
	http->mhd = MHD_start_daemon(
		MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_PEDANTIC_CHECKS, 0, NULL, NULL,
		on_request, http, MHD_OPTION_CONNECTION_LIMIT, (unsigned)VISITORS_PLACES,
		MHD_OPTION_CONNECTION_TIMEOUT, patience_s, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_UNESCAPE_CALLBACK,
		leave_escaped, http, MHD_OPTION_END);
	return http->mhd ? 0 : -ENOMEM;
}

static int start_listening(struct http *http, struct loop *loop, const struct http_options *options)
{
	const struct listener_events events = {.owner = http,
					       .arrived = caller_arrives,
					       .is_short = make_room,
					       .place = "the web server's port"};
	int fd = open_socket(options, &http->port), error;

	if (fd < 0)
		return fd;
	error = listener_begin(&http->listener, loop, fd, &events);
	if (error)
		close(fd);
	return error;
}

static int join_loop(struct http *http, struct loop *loop)
{
	const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->mhd, MHD_DAEMON_INFO_EPOLL_FD);

	if (!info)
		return -ENOTSUP;
	timer_init_machine(loop, &http->timer, on_due, http);
	return watch_add(loop, &http->watch, info->epoll_fd, EPOLLIN, on_ready, http);
}

static const char *reason(int error)
{
	switch (-error) {
	case EADDRINUSE:
		return "another program uses that port: stop it or choose another port";
	case EADDRNOTAVAIL:
		return "this machine has no such address: choose one of its own, or 0.0.0.0 for "
		       "all";
	case EACCES:
		return "ports below 1024 take a privilege: choose a higher one";
	default:
		return strerror(-error);
	}
}

int http_create(struct http **made, struct loop *loop, const struct http_options *options,
		const struct http_answers *answers)
{
	struct http *http = calloc(1, sizeof *http);
	int error;

	if (!http)
		return -ENOMEM;
	http->watch.fd = http->listener.watch.fd = -1;
	error = site_init(&http->site, options, answers);
	if (!error)
		error = start_mhd(http, options);
	if (!error)
		error = join_loop(http, loop);
	if (!error)
		error = start_listening(http, loop, options);
	if (error) {
		log_error("cannot serve web pages at %s port %u: %s", options->address,
			  options->port, reason(error));
		http_destroy(http);
		return error;
	}
	run(http);
	*made = http;
	return 0;
}

void http_destroy(struct http *http)
{
	if (!http)
		return;
	listener_end(&http->listener);
	watch_remove(&http->watch);
	timer_finish(&http->timer);
	if (http->mhd)
		MHD_stop_daemon(http->mhd);
	site_finish(&http->site);
	free(http);
}

uint16_t http_port(const struct http *http)
{
	return http->port;
}
