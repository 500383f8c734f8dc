/*
 * epoll, one timerfd for whichever timer comes first, signalfd.
 *
 * It is our own and not sd-event, which has all of that: sd-event always asks the system what time
 * it is, and here a test must be able to say so. All timers in lists of ours, rather than a timerfd
 * each, are needed for the same reason: they are called in the order of their times whichever clock
 * they go by. There are some twenty of them, so a sorted list is enough.
 */
#include "daemon/base/loop.h"

#include "daemon/base/clock.h"
#include "daemon/base/log.h"
#include "daemon/base/virtual_clock.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 32 };

struct loop {
	int epoll_fd, error;
	bool stopping;
	struct watch signals;
	signal_caught *caught;
	void *caught_owner;
	/* what epoll_wait() gave: a watch that is removed meanwhile is struck out here */
	struct epoll_event events[EVENTS_AT_ONCE];
	int event_count;

	uint64_t now_us, machine_us;
	int64_t wall_ms;
	struct timer *table_timers, *machine_timers; /* by their time, then as they were set */
	struct watch wake;			     /* a timerfd for the first of them ... */
	uint64_t wake_us;			     /* ... which is set to this */
	uint64_t round;

	bool is_virtual;
	struct virtual_clock clock;
	struct watch clock_watch;
	uint64_t heard, said;
	unsigned owed;
};

/* ---- time ---- */

uint64_t loop_now_us(const struct loop *loop)
{
	return loop->now_us;
}

int64_t loop_wall_ms(const struct loop *loop)
{
	return loop->wall_ms;
}

uint64_t loop_machine_us(const struct loop *loop)
{
	return loop->machine_us;
}

void loop_update_time(struct loop *loop)
{
	loop->machine_us = clock_now_us();
	if (loop->is_virtual)
		return;
	loop->now_us = loop->machine_us;
	loop->wall_ms = clock_wall_ms();
}

static void set_virtual_time(struct loop *loop, uint64_t now_us)
{
	if (now_us <= loop->now_us)
		return;
	loop->wall_ms += (int64_t)(now_us / 1000 - loop->now_us / 1000);
	loop->now_us = now_us;
}

void loop_note_heard(struct loop *loop)
{
	loop->heard++;
}

void loop_note_owed(struct loop *loop, int more)
{
	loop->owed += (unsigned)more;
	if (more > 0)
		loop->said += (unsigned)more;
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

/* Returns whether anything was ready. */
static bool serve_descriptors(struct loop *loop, int timeout_ms)
{
	int count = epoll_wait(loop->epoll_fd, loop->events, EVENTS_AT_ONCE, timeout_ms);

	if (count < 0 && errno != EINTR) {
		loop->error = -errno;
		loop->stopping = true;
	}
	loop_update_time(loop);
	loop->event_count = count;
	for (int i = 0; i < count && !loop->stopping; i++) {
		struct watch *watch = loop->events[i].data.ptr;

		if (watch)
			watch->ready(watch, loop->events[i].events);
	}
	loop->event_count = 0;
	return count != 0;
}

/* ---- timers ---- */

static void take_out(struct timer *timer)
{
	struct timer **at = timer->list;

	if (timer->at_us == TIME_NEVER)
		return;
	while (*at != timer)
		at = &(*at)->next;
	*at = timer->next;
	timer->at_us = TIME_NEVER;
}

static void begin(struct loop *loop, struct timer *timer, struct timer **list, timer_due *due,
		  void *owner)
{
	*timer = (struct timer){
		.loop = loop, .list = list, .due = due, .owner = owner, .at_us = TIME_NEVER};
}

void timer_init(struct loop *loop, struct timer *timer, timer_due *due, void *owner)
{
	begin(loop, timer, &loop->table_timers, due, owner);
}

void timer_init_machine(struct loop *loop, struct timer *timer, timer_due *due, void *owner)
{
	begin(loop, timer, &loop->machine_timers, due, owner);
}

void timer_set(struct timer *timer, uint64_t at_us)
{
	struct timer **at = timer->list;

	if (!timer->loop || at_us == timer->at_us)
		return;
	take_out(timer);
	if (at_us == TIME_NEVER)
		return;
	while (*at && (*at)->at_us <= at_us)
		at = &(*at)->next;
	timer->at_us = at_us;
	timer->round = timer->loop->round;
	timer->next = *at;
	*at = timer;
}

void timer_finish(struct timer *timer)
{
	if (timer->loop)
		take_out(timer);
	timer->loop = NULL;
}

static uint64_t first_us(const struct timer *first)
{
	return first ? first->at_us : TIME_NEVER;
}

/* One that is set anew while it is called waits for the next round: descriptors get their turn. */
static void call_timers(struct loop *loop, struct timer **list, uint64_t now_us)
{
	while (!loop->stopping && first_us(*list) <= now_us && (*list)->round < loop->round) {
		struct timer *timer = *list;

		take_out(timer);
		timer->due(timer);
	}
}

static void wake_ready(struct watch *watch, uint32_t events)
{
	struct loop *loop = watch->owner;
	uint64_t times;

	(void)events;
	if (read(watch->fd, &times, sizeof times) == sizeof times)
		loop->wake_us = TIME_NEVER;
}

static void set_wake(struct loop *loop)
{
	uint64_t table_us = first_us(loop->table_timers);
	uint64_t at_us = first_us(loop->machine_timers);
	struct itimerspec when = {0};

	if (!loop->is_virtual && table_us < at_us)
		at_us = table_us;
	if (at_us == loop->wake_us)
		return;
	loop->wake_us = at_us;
	if (at_us != TIME_NEVER) {
		when.it_value.tv_sec = (time_t)(at_us / 1000000);
		when.it_value.tv_nsec = (long)(at_us % 1000000 * 1000);
		if (at_us == 0) /* which would stop it */
			when.it_value.tv_nsec = 1;
	}
	timerfd_settime(loop->wake.fd, TFD_TIMER_ABSTIME, &when, NULL);
}

/* ---- virtual time ---- */

static void end_badly(struct loop *loop, int error)
{
	if (!error)
		return;
	log_error("the clock that ADJUTANT_CLOCK names is gone: %s", strerror(-error));
	loop->error = error;
	loop->stopping = true;
}

static void clock_ready(struct watch *watch, uint32_t events)
{
	struct loop *loop = watch->owner;

	(void)events;
	end_badly(loop, virtual_clock_hear(&loop->clock));
}

/* Whether time may go on as soon as no descriptor is ready. */
static bool may_go_on(const struct loop *loop)
{
	return loop->clock.is_asked && loop->heard >= loop->clock.heard && loop->owed == 0;
}

/* To the next timer, or as far as the test has asked for. */
static void go_on(struct loop *loop)
{
	uint64_t next_us = first_us(loop->table_timers), to_us = loop->clock.to_us;

	if (to_us < loop->now_us)
		to_us = loop->now_us;
	set_virtual_time(loop, next_us < to_us ? next_us : to_us);
	if (next_us <= to_us)
		return;
	end_badly(loop, virtual_clock_answer(&loop->clock, loop->now_us, next_us, loop->heard,
					     loop->said));
}

static int join_virtual_time(struct loop *loop, const char *path)
{
	int error = virtual_clock_open(&loop->clock, path, &loop->now_us, &loop->wall_ms);

	if (error) {
		log_error("there is no clock at %s, which ADJUTANT_CLOCK names: %s", path,
			  strerror(-error));
		return error;
	}
	loop->is_virtual = true;
	return watch_add(loop, &loop->clock_watch, loop->clock.fd, EPOLLIN, clock_ready, loop);
}

/* ---- running ---- */

static void close_watch(struct watch *watch)
{
	int fd = watch->fd;

	watch_remove(watch);
	if (fd >= 0)
		close(fd);
}

void loop_destroy(struct loop *loop)
{
	if (!loop)
		return;
	close_watch(&loop->signals);
	close_watch(&loop->wake);
	close_watch(&loop->clock_watch);
	if (loop->epoll_fd >= 0)
		close(loop->epoll_fd);
	free(loop);
}

static int start(struct loop *loop)
{
	const char *virtual_clock = getenv("ADJUTANT_CLOCK");
	int fd, error;

	loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (loop->epoll_fd < 0)
		return -errno;
	fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	if (fd < 0)
		return -errno;
	error = watch_add(loop, &loop->wake, fd, EPOLLIN, wake_ready, loop);
	if (error)
		close(fd);
	if (!error && virtual_clock)
		error = join_virtual_time(loop, virtual_clock);
	return error;
}

int loop_create(struct loop **made)
{
	struct loop *loop = calloc(1, sizeof *loop);
	int error;

	if (!loop)
		return -ENOMEM;
	loop->signals.fd = loop->wake.fd = loop->clock_watch.fd = -1;
	loop->wake_us = TIME_NEVER;
	loop->round = 1;
	error = start(loop);
	if (error) {
		loop_destroy(loop);
		return error;
	}
	loop_update_time(loop);
	*made = loop;
	return 0;
}

void loop_stop(struct loop *loop)
{
	loop->stopping = true;
}

/* The timerfd does not know of virtual time: what is due by that must not be slept over. */
static int patience_ms(const struct loop *loop)
{
	bool is_due = first_us(loop->table_timers) <= loop->now_us;

	return loop->is_virtual && (is_due || may_go_on(loop)) ? 0 : -1;
}

int loop_run(struct loop *loop)
{
	while (!loop->stopping) {
		bool was_ready;

		loop->round++;
		set_wake(loop);
		was_ready = serve_descriptors(loop, patience_ms(loop));
		if (!loop->stopping && !was_ready && may_go_on(loop))
			go_on(loop);
		call_timers(loop, &loop->table_timers, loop->now_us);
		call_timers(loop, &loop->machine_timers, loop->machine_us);
	}
	return loop->error;
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
