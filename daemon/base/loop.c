/*
 * The event loop on epoll, timerfd and signalfd. Runs callbacks one at a time in one thread and
 * never blocks anywhere else.
 */
#include "daemon/base/loop.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 32 };

struct loop {
	int epoll_fd;
	bool stopping;
	struct watch signals;
	signal_caught *caught;
	void *caught_owner;
	/* what epoll_wait() gave: a watch that is removed meanwhile is struck out here */
	struct epoll_event events[EVENTS_AT_ONCE];
	int event_count;
};

uint64_t time_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

int64_t time_wall_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int loop_create(struct loop **made)
{
	struct loop *loop = calloc(1, sizeof *loop);

	if (!loop)
		return -ENOMEM;
	loop->signals.fd = -1;
	loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (loop->epoll_fd < 0) {
		int error = -errno;

		free(loop);
		return error;
	}
	*made = loop;
	return 0;
}

void loop_destroy(struct loop *loop)
{
	int signals;

	if (!loop)
		return;
	signals = loop->signals.fd;
	watch_remove(&loop->signals);
	if (signals >= 0)
		close(signals);
	close(loop->epoll_fd);
	free(loop);
}

void loop_stop(struct loop *loop)
{
	loop->stopping = true;
}

int loop_run(struct loop *loop)
{
	while (!loop->stopping) {
		loop->event_count = epoll_wait(loop->epoll_fd, loop->events, EVENTS_AT_ONCE, -1);
		if (loop->event_count < 0 && errno != EINTR)
			return -errno;
		for (int i = 0; i < loop->event_count && !loop->stopping; i++) {
			struct watch *watch = loop->events[i].data.ptr;

			if (watch)
				watch->ready(watch, loop->events[i].events);
		}
		loop->event_count = 0;
	}
	return 0;
}

/* ---- descriptors ---- */

int watch_add(struct loop *loop, struct watch *watch, int fd, uint32_t events, watch_ready *ready,
	      void *owner)
{
	struct epoll_event event = {.events = events, .data.ptr = watch};

	*watch = (struct watch){loop, fd, ready, owner};
	if (epoll_ctl(loop->epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0)
		return 0;
	watch->fd = -1;
	return -errno;
}

int watch_change(struct watch *watch, uint32_t events)
{
	struct epoll_event event = {.events = events, .data.ptr = watch};

	if (watch->fd < 0)
		return -EBADF;
	return epoll_ctl(watch->loop->epoll_fd, EPOLL_CTL_MOD, watch->fd, &event) < 0 ? -errno : 0;
}

void watch_remove(struct watch *watch)
{
	struct loop *loop = watch->loop;

	if (!loop || watch->fd < 0)
		return;
	epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, watch->fd, NULL);
	watch->fd = -1;
	for (int i = 0; i < loop->event_count; i++)
		if (loop->events[i].data.ptr == watch)
			loop->events[i].data.ptr = NULL;
}

/* ---- timers ---- */

static void timer_ready(struct watch *watch, uint32_t events)
{
	struct timer *timer = watch->owner;
	uint64_t times;

	(void)events;
	if (read(watch->fd, &times, sizeof times) != sizeof times)
		return; /* it was set anew meanwhile */
	timer->at_us = TIME_NEVER;
	timer->due(timer);
}

int timer_init(struct loop *loop, struct timer *timer, timer_due *due, void *owner)
{
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC), error;

	if (fd < 0)
		return -errno;
	timer->due = due;
	timer->owner = owner;
	timer->at_us = TIME_NEVER;
	error = watch_add(loop, &timer->watch, fd, EPOLLIN, timer_ready, timer);
	if (error)
		close(fd);
	return error;
}

void timer_set(struct timer *timer, uint64_t at_us)
{
	struct itimerspec when = {0};

	if (at_us == timer->at_us)
		return;
	timer->at_us = at_us;
	if (at_us != TIME_NEVER) {
		when.it_value.tv_sec = (time_t)(at_us / 1000000);
		when.it_value.tv_nsec = (long)(at_us % 1000000 * 1000);
		if (at_us == 0) /* which would stop it */
			when.it_value.tv_nsec = 1;
	}
	timerfd_settime(timer->watch.fd, TFD_TIMER_ABSTIME, &when, NULL);
}

void timer_finish(struct timer *timer)
{
	int fd = timer->watch.fd;

	watch_remove(&timer->watch);
	if (fd >= 0)
		close(fd);
}

/* ---- signals ---- */

static void signal_ready(struct watch *watch, uint32_t events)
{
	struct loop *loop = watch->owner;
	struct signalfd_siginfo info;

	(void)events;
	while (read(watch->fd, &info, sizeof info) == sizeof info)
		loop->caught(loop->caught_owner, (int)info.ssi_signo);
}

int loop_catch_signals(struct loop *loop, const int *numbers, unsigned count, signal_caught *caught,
		       void *owner)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	for (unsigned i = 0; i < count; i++)
		sigaddset(&set, numbers[i]);
	if (sigprocmask(SIG_BLOCK, &set, NULL) < 0)
		return -errno;
	fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	if (fd < 0)
		return -errno;
	loop->caught = caught;
	loop->caught_owner = owner;
	return watch_add(loop, &loop->signals, fd, EPOLLIN, signal_ready, loop);
}
