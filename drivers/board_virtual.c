/*
 * The virtual table: a page on which wooden pieces are lifted and set down with mouse or finger.
 * What it says is what a board's sensors would say, line by line: open, close, tag, untag, frame.
 *
 * Which contacts are closed is remembered, so that the daemon can be told at any time; only the
 * page knows it after the daemon has been started anew.
 */
#include "drivers/board.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
	struct sensors *sensors = count == 0 ? calloc(1, sizeof *sensors) : NULL;

	(void)settings;
	(void)host;
	if (count > 0) {
		strncpy(why, "a virtual table has no such setting", room - 1);
		why[room - 1] = '\0';
		*which = 0;
		return -EINVAL;
	}
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
	(void)sensors;
}

static void tell_frame(struct sensors *sensors)
{
	struct reading reading = {.kind = READING_FRAME, .frame = sensors->closed};

	sensors->listener.reading(sensors->listener.owner, &reading);
}

static void scan(struct sensors *sensors)
{
	if (sensors->known)
		tell_frame(sensors);
}

/* ---- hearing ---- */

struct words {
	const char *at;
	size_t length;
};

static struct words take_word(struct words *line)
{
	const char *blank = memchr(line->at, ' ', line->length);
	struct words word = {line->at, blank ? (size_t)(blank - line->at) : line->length};

	line->at += word.length + (blank ? 1 : 0);
	line->length -= word.length + (blank ? 1 : 0);
	return word;
}

static bool is(struct words word, const char *text)
{
	return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

static bool hear_contact(struct sensors *sensors, struct words rest, bool closed)
{
	struct reading reading = {.kind = READING_CONTACT, .closed = closed};

	if (!sq_parse(sensors->squares, rest.at, rest.length, &reading.sq) ||
	    reading.sq == SQ_OFF_BOARD)
		return false;
	if (closed)
		bits_add(&sensors->closed, reading.sq);
	else
		bits_drop(&sensors->closed, reading.sq);
	sensors->listener.reading(sensors->listener.owner, &reading);
	return true;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_tag(struct words word, struct reading *reading)
{
	if (word.length == 0 || word.length % 2 || word.length > 2 * READING_TAG)
		return false;
	for (size_t i = 0; i < word.length; i += 2) {
		int high = digit(word.at[i]), low = digit(word.at[i + 1]);

		if (high < 0 || low < 0)
			return false;
		reading->tag[reading->tag_length++] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static bool hear_tag(struct sensors *sensors, struct words rest, bool seen)
{
	struct reading reading = {.kind = READING_TAG_SEEN, .closed = seen};
	struct words name = take_word(&rest);

	if (!sq_parse(sensors->squares, name.at, name.length, &reading.sq) ||
	    reading.sq == SQ_OFF_BOARD || !read_tag(rest, &reading))
		return false;
	sensors->listener.reading(sensors->listener.owner, &reading);
	return true;
}

static bool hear_frame(struct sensors *sensors, struct words rest)
{
	size_t columns = boards[sensors->squares].columns, width = columns + 1;
	struct bits closed = BITS_NONE;

	if (rest.length != width * boards[sensors->squares].rows - 1)
		return false;
	for (size_t i = 0; i < rest.length; i++) {
		char c = rest.at[i];

		if (i % width == columns ? c != '/' : c != '0' && c != '1')
			return false;
		if (c == '1')
			bits_add(&closed, sq_at((unsigned)(i % width), (unsigned)(i / width)));
	}
	sensors->closed = closed;
	sensors->known = true;
	tell_frame(sensors);
	return true;
}

static bool hear(struct sensors *sensors, const char *line, size_t length)
{
	struct words rest = {line, length};
	struct words word = take_word(&rest);

	if (is(word, "open") || is(word, "close"))
		return hear_contact(sensors, rest, is(word, "close"));
	if (is(word, "tag") || is(word, "untag"))
		return hear_tag(sensors, rest, is(word, "tag"));
	return is(word, "frame") && hear_frame(sensors, rest);
}

const struct board_driver board_virtual = {
	.name = "virtual",
	.create = create,
	.destroy = destroy,
	.wake = wake,
	.scan = scan,
	.hear = hear,
};
