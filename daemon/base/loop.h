/*
 * The one loop of a program: descriptors by epoll, timers in lists of its own, signals by signalfd.
 * A watch or a timer is part of the struct that owns it and is never copied; it may be removed,
 * itself or another, from within a call.
 *
 * The loop owns the time. It asks the system once each time it wakes up, and what happens in that
 * round happens at that time. There are two times, which are the same except under test
 * (virtual_clock.h), where the first is virtual:
 *
 *   the table's time   for the game and all that people may notice of it
 *   the machine's time for other processes and the network, which know nothing of a test
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
	struct loop *loop; /* NULL before timer_init() */
	struct timer **list, *next;
	timer_due *due;
	void *owner;
	uint64_t at_us; /* TIME_NEVER when it is not set */
	uint64_t round; /* of the loop, in which it was set */
};

/* Those that return an int return 0 or -errno. */
int loop_create(struct loop **loop);
void loop_destroy(struct loop *loop);
int loop_run(struct loop *loop); /* until loop_stop() */
void loop_stop(struct loop *loop);

/* the table's time: monotonic, from no particular beginning */
uint64_t loop_now_us(const struct loop *loop);
/* the same for people: milliseconds since 1970 */
int64_t loop_wall_ms(const struct loop *loop);
/* the machine's time */
uint64_t loop_machine_us(const struct loop *loop);
/* Asks the system again, after work that may have taken long. */
void loop_update_time(struct loop *loop);

int watch_add(struct loop *loop, struct watch *watch, int fd, uint32_t events, watch_ready *ready,
	      void *owner);
int watch_change(struct watch *watch, uint32_t events);
void watch_remove(struct watch *watch); /* nothing if it is not in the loop; closes nothing */

/*
 * Timers that are due are called in the order of their times, those of one time in the order in
 * which they were set; descriptors that are ready at the same moment come before them.
 */
void timer_init(struct loop *loop, struct timer *timer, timer_due *due, void *owner);
/* one that goes by the machine's time */
void timer_init_machine(struct loop *loop, struct timer *timer, timer_due *due, void *owner);
void timer_set(struct timer *timer, uint64_t at_us); /* TIME_NEVER stops it */
void timer_finish(struct timer *timer);		     /* nothing if it was never begun */

/*
 * What a test in virtual time waits for before it lets time go on: messages and keys that were heard,
 * and answers to our own that others still owe. What is owed anew has been said.
 */
void loop_note_heard(struct loop *loop);
void loop_note_owed(struct loop *loop, int more);

/* Blocks the signals and reports them to one owner. Children must unblock them. */
int loop_catch_signals(struct loop *loop, const int *numbers, unsigned count, signal_caught *caught,
		       void *owner);

#endif
