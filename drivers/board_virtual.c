/*
 * The virtual table: a page on which wooden pieces are lifted and set down with mouse or finger.
 * What it says is what a board's sensors would say, line by line.
 *
 * Which contacts are closed is remembered, so that the daemon can be told at any time; only the
 * page knows it after the daemon has been started anew.
 */
#include "drivers/readings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct sensors {
	enum board_id squares;
	struct board_listener listener;
	bool known; /* a full frame has come */
	struct bits closed;
};

static int create(struct sensors **made, enum board_id squares,
		  const struct board_setting *settings, size_t count, const struct board_host *host,
		  const struct board_listener *listener, char *why, size_t room, size_t *which)
{
	struct sensors *sensors;

	(void)host;
	if (count > 0) {
		snprintf(why, room, "a virtual table has no setting \"%s\"", settings[0].key);
		*which = 0;
		return -EINVAL;
	}
	sensors = calloc(1, sizeof *sensors);
	if (!sensors)
		return -ENOMEM;
	sensors->squares = squares;
	sensors->listener = *listener;
	*made = sensors;
	return 0;
}

static void destroy(struct sensors *sensors)
{
	free(sensors);
}

static void wake(struct sensors *sensors)
{
	(void)sensors; /* it has neither a descriptor nor a time of its own */
}

static void scan(struct sensors *sensors)
{
	struct reading reading = {.kind = READING_FRAME, .frame = sensors->closed};

	if (sensors->known)
		sensors->listener.reading(sensors->listener.owner, &reading);
}

static bool hear(struct sensors *sensors, const char *line, size_t length)
{
	struct reading reading;

	if (!reading_parse(sensors->squares, line, length, &reading))
		return false;
	if (reading.kind == READING_FRAME) {
		sensors->closed = reading.frame;
		sensors->known = true;
	} else if (reading.kind == READING_CONTACT && reading.closed) {
		bits_add(&sensors->closed, reading.sq);
	} else if (reading.kind == READING_CONTACT) {
		bits_drop(&sensors->closed, reading.sq);
	}
	sensors->listener.reading(sensors->listener.owner, &reading);
	return true;
}

const struct board_driver board_virtual = {
	.name = "virtual",
	.create = create,
	.destroy = destroy,
	.wake = wake,
	.scan = scan,
	.hear = hear,
};
