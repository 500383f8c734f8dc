/*
 * The one loop of the daemon: descriptors by epoll, timers by timerfd, signals by signalfd. A watch
 * is part of whoever owns it and is never copied; it may be removed, itself or another, from within
 * a call.
 */
#ifndef DAEMON_BASE_LOOP_H
#define DAEMON_BASE_LOOP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>

#define TIME_NEVER UINT64_MAX

struct loop;
struct watch;
struct timer;

typedef void watch_ready(struct watch *watch, uint32_t events); /* EPOLLIN, EPOLLOUT, ... */
typedef void timer_due(struct timer *timer);
typedef void signal_caught(void *owner, int number);

struct watch {
	struct loop *loop;
	int fd; /* -1 while it is not in the loop; not owned */
	watch_ready *ready;
	void *owner;
};

struct timer {
	struct watch watch;
	timer_due *due;
	void *owner;
	uint64_t at_us; /* TIME_NEVER when it is not set */
};

/* monotonic, from an arbitrary start */
uint64_t time_now_us(void);
/* milliseconds since 1970, for people */
int64_t time_wall_ms(void);

/* All return 0 or -errno. */
int loop_create(struct loop **loop);
void loop_destroy(struct loop *loop);
int loop_run(struct loop *loop); /* until loop_stop() */
void loop_stop(struct loop *loop);

int watch_add(struct loop *loop, struct watch *watch, int fd, uint32_t events, watch_ready *ready,
	      void *owner);
int watch_change(struct watch *watch, uint32_t events);
void watch_remove(struct watch *watch); /* nothing if it is not in the loop; closes nothing */

int timer_init(struct loop *loop, struct timer *timer, timer_due *due, void *owner);
void timer_set(struct timer *timer, uint64_t at_us); /* by time_now_us(); TIME_NEVER stops it */
void timer_finish(struct timer *timer);

/* Blocks the signals and reports them to one owner. Children must unblock them. */
int loop_catch_signals(struct loop *loop, const int *numbers, unsigned count, signal_caught *caught,
		       void *owner);

#endif
