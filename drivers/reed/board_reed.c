/*
 * A matrix of reed contacts on GPIO lines.
 *
 * It is in one of two states:
 *
 *   1. waiting: nothing is open. When the time of the next try has come, everything is opened and
 *      scanned once. If that works: 2, and a full frame is told. If not, it is said why, once, and
 *      the next try is later than the last.
 *   2. scanning: a ticker ticks in the daemon's loop. Every tick is a scan, of which only changes
 *      are told. If anything fails: it is said why, everything is closed, and 1.
 *
 * Late ticks are skipped, never made up for. A chip that is too slow for the configured rate gets a
 * lower one, so that half of the time is left for the others in the loop.
 *
 * Nothing is debounced here: what a bouncing contact means is decided by the table.
 */
#include "drivers/board/board.h"
#include "drivers/board/ticker.h"
#include "drivers/reed/matrix.h"
#include "drivers/reed/matrix_health.h"
#include "drivers/reed/reed_lines.h"
#include "drivers/reed/reed_settings.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	SECOND_US = 1000000,
	RETRY_US = 250000,
	RETRY_MAX_US = 10000000,
	STEADY_US = 5000000, /* what has worked so long is trusted again */
	LATE_US = 10000,     /* changes so long after the last scan only look simultaneous */
	PACE_SCANS = 16,     /* after how many the pace is judged, by the fastest of them */
	NAMED_MAX = 4	     /* suspect diodes that are worth naming one by one */
};

struct sensors {
	struct reed_settings settings;
	struct board_host host;
	struct board_listener listener;
	struct reed_lines lines;
	struct matrix matrix;
	struct matrix_health health;

	int ticker; /* -1: waiting */
	uint64_t retry_us, scanning_since_us;
	uint64_t scanned_us; /* the latest scan: the time of what it has seen */
	char told[REED_WHY]; /* the trouble that the listener knows of */

	uint64_t asked_us, period_us; /* between scans, as configured and as it is */
	uint64_t fastest_us;
	unsigned paced; /* scans */

	char slow[REED_WHY], suspicion[REED_WHY];
};

static uint64_t now_us(const struct sensors *sensors)
{
	return sensors->host.now_us(sensors->host.owner);
}

/* ---- telling ---- */

static void tell_trouble(struct sensors *sensors, const char *sentence)
{
	if (strcmp(sensors->told, sentence ? sentence : "") == 0)
		return;
	snprintf(sensors->told, sizeof sensors->told, "%s", sentence ? sentence : "");
	sensors->listener.trouble(sensors->listener.owner, sentence, sentence != NULL);
}

static void tell_frame(struct sensors *sensors)
{
	struct reading reading = {
		.t_us = sensors->scanned_us, .kind = READING_FRAME, .frame = sensors->matrix.frame};

	sensors->listener.reading(sensors->listener.owner, &reading);
}

static void tell_changes(struct sensors *sensors, struct bits changed)
{
	while (bits_any(changed)) {
		struct reading reading = {.t_us = sensors->scanned_us,
					  .kind = READING_CONTACT,
					  .sq = (uint8_t)bits_take(&changed)};

		reading.closed = bits_has(sensors->matrix.frame, reading.sq);
		sensors->listener.reading(sensors->listener.owner, &reading);
	}
}

/* ---- what is worth a remark ---- */

static void suspect(struct sensors *sensors, struct bits squares)
{
	char list[NAMED_MAX * (SQ_NAME_SIZE + sizeof " or ")] = "";
	size_t length = 0;

	if (bits_count(squares) > NAMED_MAX) {
		snprintf(sensors->suspicion, sizeof sensors->suspicion,
			 "empty squares look closed when others are: many diodes of the board seem "
			 "to be missing");
		return;
	}
	while (bits_any(squares)) {
		if (length > 0) {
			memcpy(list + length, " or ", 4);
			length += 4;
		}
		length += sq_format(bits_take(&squares), list + length);
	}
	snprintf(sensors->suspicion, sizeof sensors->suspicion,
		 "empty squares look closed when others are: look at the diode of %s", list);
}

/* Diodes. */
static void watch_health(struct sensors *sensors, struct bits changed, bool on_time, uint64_t t_us)
{
	bool judged = sensors->health.judged;
	struct bits suspects;

	if (!on_time && bits_any(changed))
		matrix_health_frame(&sensors->health, sensors->matrix.frame, t_us);
	while (on_time && bits_any(changed)) {
		unsigned sq = bits_take(&changed);

		matrix_health_contact(&sensors->health, sq, bits_has(sensors->matrix.frame, sq),
				      t_us);
	}
	matrix_health_time(&sensors->health, t_us);
	if (judged || !sensors->health.judged)
		return;
	suspects = matrix_health_suspects(&sensors->health);
	sensors->suspicion[0] = '\0';
	if (bits_any(suspects))
		suspect(sensors, suspects);
}

static const char *remark(const struct sensors *sensors)
{
	if (sensors->suspicion[0])
		return sensors->suspicion;
	return sensors->slow[0] ? sensors->slow : NULL;
}

/* ---- pace ---- */

static void set_period(struct sensors *sensors, uint64_t period_us)
{
	if (ticker_set_period(sensors->ticker, period_us) < 0)
		return;
	sensors->period_us = period_us;
	sensors->slow[0] = '\0';
	if (period_us > sensors->asked_us)
		snprintf(sensors->slow, sizeof sensors->slow,
			 "a scan takes %u.%u ms, so the board is scanned %u times a second and not "
			 "%u: a faster bus to the chip would help%s",
			 (unsigned)(period_us / 2 / 1000), (unsigned)(period_us / 2 % 1000 / 100),
			 (unsigned)(SECOND_US / period_us), sensors->settings.scan_hz,
			 sensors->settings.open ? ", or drive = push-pull" : "");
}

/* By the fastest of some scans, since any may have been held up by something else. */
static void keep_pace(struct sensors *sensors, uint64_t took_us)
{
	uint64_t fitting_us;

	if (sensors->paced == 0 || took_us < sensors->fastest_us)
		sensors->fastest_us = took_us;
	if (++sensors->paced < PACE_SCANS)
		return;
	sensors->paced = 0;
	fitting_us = 2 * sensors->fastest_us;
	if (fitting_us < sensors->asked_us)
		fitting_us = sensors->asked_us;
	if (fitting_us > sensors->period_us * 5 / 4 || fitting_us < sensors->period_us * 4 / 5)
		set_period(sensors, fitting_us);
}

/* ---- the two states ---- */

static void stop(struct sensors *sensors)
{
	if (sensors->ticker >= 0) {
		sensors->host.watch(sensors->host.owner, -1);
		close(sensors->ticker);
		sensors->ticker = -1;
	}
	reed_lines_close(&sensors->lines);
}

static void fail(struct sensors *sensors)
{
	uint64_t now = now_us(sensors);

	if (sensors->ticker >= 0 && now - sensors->scanning_since_us >= STEADY_US)
		sensors->retry_us = RETRY_US;
	stop(sensors);
	sensors->host.wake_at(sensors->host.owner, now + sensors->retry_us);
	sensors->retry_us *= 2;
	if (sensors->retry_us > RETRY_MAX_US)
		sensors->retry_us = RETRY_MAX_US;
	tell_trouble(sensors, sensors->lines.why);
}

/* One scan, not reported. */
static int scan_rows(struct sensors *sensors, struct bits *changed)
{
	unsigned levels;
	int error;

	do {
		error = reed_lines_read(&sensors->lines, sensors->matrix.row, &levels);
		if (error)
			return error;
	} while (!matrix_take(&sensors->matrix, levels, changed));
	return 0;
}

static int start_ticker(struct sensors *sensors)
{
	int ticker = ticker_create(sensors->period_us);
	int error = ticker < 0 ? ticker : sensors->host.watch(sensors->host.owner, ticker);

	if (!error) {
		sensors->ticker = ticker;
		return 0;
	}
	if (ticker >= 0)
		close(ticker);
	snprintf(sensors->lines.why, sizeof sensors->lines.why,
		 "the board cannot be scanned, since there is no timer for it: %s",
		 strerror(-error));
	return error;
}

static void start(struct sensors *sensors)
{
	struct bits changed;

	matrix_init(&sensors->matrix, sensors->settings.rows.count,
		    sensors->settings.columns.count);
	sensors->paced = 0;
	sensors->period_us = sensors->asked_us;
	sensors->slow[0] = '\0';
	if (reed_lines_open(&sensors->lines) < 0 || scan_rows(sensors, &changed) < 0 ||
	    start_ticker(sensors) < 0) {
		sensors->matrix.known = false;
		fail(sensors);
		return;
	}
	sensors->scanning_since_us = sensors->scanned_us = now_us(sensors);
	matrix_health_frame(&sensors->health, sensors->matrix.frame, sensors->scanning_since_us);
	tell_trouble(sensors, NULL);
	tell_frame(sensors);
}

static void tick(struct sensors *sensors)
{
	uint64_t ticks = ticker_ticks(sensors->ticker), began_us;
	struct bits changed;

	if (ticks == 0)
		return;
	began_us = now_us(sensors);
	if (scan_rows(sensors, &changed) < 0) {
		sensors->matrix.known = false;
		fail(sensors);
		return;
	}
	sensors->scanned_us = now_us(sensors);
	keep_pace(sensors, sensors->scanned_us - began_us);
	watch_health(sensors, changed, ticks == 1 || ticks * sensors->period_us <= LATE_US,
		     sensors->scanned_us);
	tell_changes(sensors, changed);
}

/* ---- the driver ---- */

static int check(enum board_id squares, const struct board_setting *settings, size_t count,
		 char *why, size_t room, size_t *which)
{
	struct reed_settings reed;

	return reed_settings_read(&reed, squares, settings, count, why, room, which);
}

static int create(struct sensors **made, enum board_id squares,
		  const struct board_setting *settings, size_t count, const struct board_host *host,
		  const struct board_listener *listener, char *why, size_t room, size_t *which)
{
	struct sensors *sensors = calloc(1, sizeof *sensors);
	int error = sensors ? reed_settings_read(&sensors->settings, squares, settings, count, why,
						 room, which)
			    : -ENOMEM;

	if (error) {
		free(sensors);
		return error;
	}
	sensors->host = *host;
	sensors->listener = *listener;
	sensors->ticker = -1;
	sensors->retry_us = RETRY_US;
	sensors->asked_us = SECOND_US / sensors->settings.scan_hz;
	reed_lines_init(&sensors->lines, &sensors->settings);
	matrix_health_init(&sensors->health);
	host->wake_at(host->owner, host->now_us(host->owner));
	*made = sensors;
	return 0;
}

static void destroy(struct sensors *sensors)
{
	stop(sensors);
	sensors->host.wake_at(sensors->host.owner, UINT64_MAX);
	free(sensors);
}

static void wake(struct sensors *sensors)
{
	if (sensors->ticker >= 0)
		tick(sensors);
	else
		start(sensors);
}

/* Not older than a scan, and in step with the changes that were told. */
static void scan(struct sensors *sensors)
{
	if (sensors->matrix.known)
		tell_frame(sensors);
}

const struct board_driver board_reed = {
	.name = "reed",
	.check = check,
	.create = create,
	.destroy = destroy,
	.wake = wake,
	.scan = scan,
	.remark = remark,
};
