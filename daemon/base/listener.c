#define _GNU_SOURCE /* for accept4() */
/* Accepts connections for others, and rests when that cannot be done. */
#include "daemon/base/listener.h"

#include "daemon/base/log.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum {
	REST_US = 1000000,
	WARN_EVERY_US = 60000000 /* so that strangers cannot fill the log */
};

void listener_rest(struct listener *listener)
{
	watch_change(&listener->watch, 0);
	timer_set(&listener->rest, loop_machine_us(listener->watch.loop) + REST_US);
}

void listener_go_on(struct listener *listener)
{
	if (listener->watch.fd < 0 || listener->rest.at_us == TIME_NEVER)
		return;
	timer_set(&listener->rest, TIME_NEVER);
	watch_change(&listener->watch, EPOLLIN);
}

static void rest_is_over(struct timer *timer)
{
	struct listener *listener = timer->owner;

	watch_change(&listener->watch, EPOLLIN);
}

static void warn(struct listener *listener, int error)
{
	uint64_t now_us = loop_machine_us(listener->watch.loop);

	if (now_us < listener->warn_us)
		return;
	listener->warn_us = now_us + WARN_EVERY_US;
	log_warning("nobody can be answered at %s: %s", listener->events.place, strerror(error));
}

/* while other programs use up all descriptors; a caller that has gone again does not count */
static bool is_shortage(int error)
{
	return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

/* It rests first: the owner may close a connection at once, and tell it to go on. */
static void cope(struct listener *listener, int error)
{
	if (!is_shortage(error))
		return;
	warn(listener, error);
	listener_rest(listener);
	if (listener->events.is_short)
		listener->events.is_short(listener->events.owner);
}

/*
 * One at a time, though more may wait: in between closed connections are noticed, so that no caller is
 * refused because of them.
 */
static void caller_arrives(struct watch *watch, uint32_t events)
{
	struct listener *listener = watch->owner;
	struct sockaddr_storage from;
	socklen_t size = sizeof from;
	int fd = accept4(watch->fd, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);

	(void)events;
	if (fd < 0)
		cope(listener, errno);
	else
		listener->events.arrived(listener->events.owner, fd, (struct sockaddr *)&from,
					 size);
}

int listener_begin(struct listener *listener, struct loop *loop, int fd,
		   const struct listener_events *events)
{
	listener->events = *events;
	listener->warn_us = 0;
	timer_init_machine(loop, &listener->rest, rest_is_over, listener);
	return watch_add(loop, &listener->watch, fd, EPOLLIN, caller_arrives, listener);
}

void listener_end(struct listener *listener)
{
	int fd = listener->watch.fd;

	if (!listener->rest.loop)
		return;
	timer_finish(&listener->rest);
	watch_remove(&listener->watch);
	if (fd >= 0)
		close(fd);
}
