/*
 * The virtual table: a page on which wooden pieces are lifted and set down with mouse or finger.
 * What it says is what a board's sensors would say, line by line.
 *
 * The closed contacts are remembered, so that a full frame can be given at any time; after a
 * restart of the daemon only the page knows them. A square that a full frame shows as open has no
 * tag any more: a page that reconnects, or another page, need not know what was reported before.
 *
 * A line may begin with the page's time in microseconds, from any beginning and modulo 32 bits; one
 * without it counts when it comes. What a page can do to time by lying, remote_clock.h limits.
 */
#include "drivers/board/board.h"
#include "drivers/board/readings.h"
#include "drivers/board/remote_clock.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAGS_MAX = 200 };

struct sensors {
	enum board_id squares;
	struct board_host host;
	struct board_listener listener;
	struct remote_clock clock; /* the page's */
	bool known;		   /* a full frame has come */
	struct bits closed;
	unsigned tag_count;
	struct reading tags[TAGS_MAX]; /* those that are seen */
};

static int check(enum board_id squares, const struct board_setting *settings, size_t count,
		 char *why, size_t room, size_t *which)
{
	(void)squares;
	*which = 0;
	if (count == 0)
		return 0;
	snprintf(why, room, "a virtual table has no setting \"%s\"", settings[0].key);
	return -EINVAL;
}

static int create(struct sensors **made, enum board_id squares,
		  const struct board_setting *settings, size_t count, const struct board_host *host,
		  const struct board_listener *listener, char *why, size_t room, size_t *which)
{
	struct sensors *sensors;
	int error = check(squares, settings, count, why, room, which);

	if (error)
		return error;
	sensors = calloc(1, sizeof *sensors);
	if (!sensors)
		return -ENOMEM;
	sensors->squares = squares;
	sensors->host = *host;
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

static uint64_t now_of(const struct sensors *sensors)
{
	return sensors->host.now_us(sensors->host.owner);
}

static void scan(struct sensors *sensors)
{
	struct reading reading = {
		.t_us = now_of(sensors), .kind = READING_FRAME, .frame = sensors->closed};

	if (!sensors->known)
		return;
	for (unsigned i = 0; i < sensors->tag_count; i++) {
		sensors->tags[i].t_us = reading.t_us;
		sensors->listener.reading(sensors->listener.owner, &sensors->tags[i]);
	}
	sensors->listener.reading(sensors->listener.owner, &reading);
}

static bool is_same_tag(const struct reading *a, const struct reading *b)
{
	return a->sq == b->sq && a->tag_length == b->tag_length &&
	       memcmp(a->tag, b->tag, a->tag_length) == 0;
}

static void follow_tag(struct sensors *sensors, const struct reading *reading)
{
	unsigned i = 0;

	while (i < sensors->tag_count && !is_same_tag(&sensors->tags[i], reading))
		i++;
	if (!reading->closed && i < sensors->tag_count)
		sensors->tags[i] = sensors->tags[--sensors->tag_count];
	else if (reading->closed && i == sensors->tag_count && i < TAGS_MAX)
		sensors->tags[sensors->tag_count++] = *reading;
}

static void drop_tags_outside(struct sensors *sensors, struct bits frame, uint64_t t_us)
{
	for (unsigned i = sensors->tag_count; i-- > 0;) {
		struct reading gone = sensors->tags[i];

		if (bits_has(frame, gone.sq))
			continue;
		sensors->tags[i] = sensors->tags[--sensors->tag_count];
		gone.closed = false;
		gone.t_us = t_us;
		sensors->listener.reading(sensors->listener.owner, &gone);
	}
}

/* "T READING": how many characters the time and its blank take, 0 if there is none */
static size_t parse_time(const char *line, size_t length, uint32_t *t_us)
{
	size_t digits = 0;

	*t_us = 0;
	while (digits < length && line[digits] >= '0' && line[digits] <= '9')
		*t_us = *t_us * 10 + (uint32_t)(line[digits++] - '0'); /* modulo 32 bits */
	return digits > 0 && digits < length && line[digits] == ' ' ? digits + 1 : 0;
}

static bool hear(struct sensors *sensors, const char *line, size_t length)
{
	struct reading reading;
	uint32_t t_us;
	size_t skip = parse_time(line, length, &t_us);

	if (!reading_parse(sensors->squares, line + skip, length - skip, &reading))
		return false;
	reading.t_us = skip > 0 ? remote_clock_map(&sensors->clock, t_us, now_of(sensors))
				: now_of(sensors);
	if (reading.kind == READING_FRAME) {
		drop_tags_outside(sensors, reading.frame, reading.t_us);
		sensors->closed = reading.frame;
		sensors->known = true;
	} else if (reading.kind == READING_CONTACT && reading.closed) {
		bits_add(&sensors->closed, reading.sq);
	} else if (reading.kind == READING_CONTACT) {
		bits_drop(&sensors->closed, reading.sq);
	} else {
		follow_tag(sensors, &reading);
	}
	sensors->listener.reading(sensors->listener.owner, &reading);
	return true;
}

static uint64_t lag_us(const struct sensors *sensors)
{
	return remote_clock_lag_us(&sensors->clock);
}

const struct board_driver board_virtual = {
	.name = "virtual",
	.check = check,
	.create = create,
	.destroy = destroy,
	.wake = wake,
	.scan = scan,
	.hear = hear,
	.lag_us = lag_us,
};
