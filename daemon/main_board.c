/*
 * Connects the board's driver to the loop and its readings to the session. Knows no driver in
 * particular.
 */
#include "daemon/base/log.h"
#include "daemon/base/loop.h"
#include "daemon/config/config_driver.h"
#include "daemon/main.h"
#include "daemon/session/session.h"
#include "drivers/board/board.h"
#include "rules/edition.h"
#include "rules/square.h"
#include "rules/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { REMAKE_US = 2000000 }; /* after which a driver that could not be made is tried again */

static void reading(void *owner, const struct reading *reading)
{
	struct adjutantd *self = owner;

	session_reading(self->session, reading);
	main_publish(self);
}

static void tapped(void *owner, enum side side, const struct reading *reading)
{
	struct adjutantd *self = owner;

	session_tapped(self->session, side, reading);
	main_publish(self);
}

static void board_trouble(void *owner, const char *sentence, bool silent)
{
	struct adjutantd *self = owner;

	self->board_has_trouble = sentence != NULL;
	if (sentence)
		log_error("%s", sentence);
	else
		log_notice("the board answers again");
	session_board_trouble(self->session, sentence, silent);
	main_publish(self);
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

static void pass_on_lag(struct adjutantd *self)
{
	bool lags = self->sensors && self->driver->lag_us;

	session_board_lag(self->session, lags ? self->driver->lag_us(self->sensors) : 0);
}

static void board_ready(struct watch *watch, uint32_t events)
{
	struct adjutantd *self = watch->owner;

	(void)events;
	if (!self->sensors)
		return;
	self->driver->wake(self->sensors);
	pass_on_lag(self);
	pass_on_remark(self);
}

void main_board_hear(struct adjutantd *self, const char *line, size_t length)
{
	if (!self->sensors || !self->driver->hear)
		return;
	self->driver->hear(self->sensors, line, length);
	pass_on_lag(self);
}

void main_board_due(struct timer *timer)
{
	struct adjutantd *self = timer->owner;

	if (!self->sensors) {
		main_start_board(self);
		return;
	}
	self->driver->wake(self->sensors);
	pass_on_lag(self);
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
	const struct adjutantd *self = owner;

	return loop_now_us(self->loop);
}

/* While the journal cannot be opened the game is not known: assume the configured one. */
static enum board_id wanted_squares(const struct adjutantd *self)
{
	return session_journal(self->session) ? session_board(self->session)
					      : editions[self->config.options.edition].board;
}

static void take_away(struct adjutantd *self)
{
	if (self->sensors)
		self->driver->destroy(self->sensors);
	self->sensors = NULL;
}

/* Settings that make no sense for a game stay as they are; a file may come back. */
static void board_missing(struct adjutantd *self, int error, const char *why)
{
	char sentence[SESSION_WHY];

	snprintf(sentence, sizeof sentence, "the board cannot be used: %.*s", SESSION_WHY - 40,
		 why[0] ? why : strerror(-error));
	/* a long path may have been cut within a letter, which JSON would not take */
	for (size_t end = strlen(sentence); !text_is_clean((struct text){sentence, end});)
		sentence[--end] = '\0';
	if (strcmp(self->missing, sentence) != 0)
		board_trouble(self, sentence, true);
	snprintf(self->missing, sizeof self->missing, "%s", sentence);
	timer_set(&self->board_timer,
		  error == -EINVAL ? TIME_NEVER : loop_now_us(self->loop) + REMAKE_US);
}

/* What the driver before it complained of is over; what is wrong now the new one says itself. */
static void board_made(struct adjutantd *self)
{
	self->missing[0] = '\0';
	if (!self->board_has_trouble)
		return;
	self->board_has_trouble = false;
	log_notice("the board is tried anew");
	session_board_trouble(self->session, NULL, false);
	main_publish(self);
}

void main_start_board(struct adjutantd *self)
{
	const struct board_host host = {
		.owner = self, .watch = board_watch, .wake_at = board_wake_at, .now_us = board_now};
	const struct board_listener listener = {.owner = self,
						.reading = reading,
						.trouble = board_trouble,
						.pressed = main_board_pressed,
						.tapped = tapped};
	enum board_id squares = wanted_squares(self);
	struct board_setting settings[DRIVER_SETTINGS];
	size_t count = config_driver_settings(&self->config, settings), which;
	char why[SESSION_WHY] = "";
	int error;

	if (self->sensors && self->squares == squares)
		return;
	take_away(self);
	self->driver = config_driver(&self->config);
	self->squares = squares;
	self->lamps_told = false;
	error = self->driver->create(&self->sensors, squares, settings, count, &host, &listener,
				     why, sizeof why, &which);
	if (error)
		board_missing(self, error, why);
	else
		board_made(self);
	main_lamps_show(self);
	pass_on_lag(self);
}
