/* The board: its driver in the daemon's loop, its readings to the session. */
#include "daemon/wiring.h"

#include "daemon/log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void reading(void *owner, const struct reading *reading)
{
	struct adjutantd *self = owner;

	session_reading(self->session, reading);
}

static void board_trouble(void *owner, const char *sentence, bool silent)
{
	struct adjutantd *self = owner;

	if (sentence)
		log_error("%s", sentence);
	else
		log_notice("the board answers again");
	session_board_trouble(self->session, sentence, silent);
}

/* What is worth knowing though the board works, such as a slow bus: once each time it changes. */
static void pass_on_remark(struct adjutantd *self)
{
	const char *remark = self->driver->remark ? self->driver->remark(self->sensors) : NULL;

	if (!remark || strcmp(remark, self->remark) == 0)
		return;
	snprintf(self->remark, sizeof self->remark, "%s", remark);
	log_warning("%s", remark);
}

static void board_ready(struct watch *watch, uint32_t events)
{
	struct adjutantd *self = watch->owner;

	(void)events;
	self->driver->wake(self->sensors);
	pass_on_remark(self);
}

void board_due(struct timer *timer)
{
	struct adjutantd *self = timer->owner;

	self->driver->wake(self->sensors);
}

static int board_watch(void *owner, int fd)
{
	struct adjutantd *self = owner;

	watch_remove(&self->board_watch);
	return fd < 0 ? 0
		      : watch_add(self->loop, &self->board_watch, fd, EPOLLIN, board_ready, self);
}

static void board_wake_at(void *owner, uint64_t t_us)
{
	struct adjutantd *self = owner;

	timer_set(&self->board_timer, t_us);
}

static uint64_t board_now(void *owner)
{
	(void)owner;
	return time_now_us();
}

int start_board(struct adjutantd *self)
{
	const struct board_host host = {self, board_watch, board_wake_at, board_now};
	const struct board_listener listener = {self, reading, board_trouble};
	struct board_setting settings[CONFIG_LINES + 1];
	char why[SESSION_WHY] = "";
	size_t count = self->config.driver_line_count, which = 0;
	int error;

	if (self->sensors)
		self->driver->destroy(self->sensors);
	self->sensors = NULL;
	self->squares = session_board(self->session);
	for (unsigned i = 0; i < count; i++)
		settings[i] = (struct board_setting){self->config.driver_lines[i].key,
						     self->config.driver_lines[i].value,
						     self->config.driver_lines[i].line};
	if (self->config.driver == DRIVER_REPLAY)
		settings[count++] = (struct board_setting){"recording", self->config.recording, 0};
	error = self->driver->create(&self->sensors, self->squares, settings, count, &host,
				     &listener, why, sizeof why, &which);
	if (error && which < count && settings[which].line > 0)
		log_error("line %u of the configuration: %s", settings[which].line, why);
	else if (error)
		log_error("the board cannot be used: %s", why[0] ? why : strerror(-error));
	return error;
}

void find_driver(struct adjutantd *self)
{
	static const struct board_driver *const drivers[] = {
		[DRIVER_VIRTUAL] = &board_virtual,
		[DRIVER_REPLAY] = &board_replay,
		[DRIVER_REED] = &board_reed,
		[DRIVER_SERIAL] = &board_serial,
	};

	self->driver = drivers[self->config.driver];
}
