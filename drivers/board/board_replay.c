/*
 * A recording as a board: replays recorded readings at their original pace, to reproduce a fault
 * report or for a demonstration. Recorded words are ignored: the handhelds of this table speak for
 * themselves.
 */
#include "drivers/board/board.h"
#include "drivers/board/readings.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 4096 + 2 }; /* no line of a recording is longer */

#define FIRST_LINE "adjutant-recording 1"

struct sensors {
	enum board_id squares;
	struct board_host host;
	struct board_listener listener;
	FILE *file;
	unsigned line_number;
	uint64_t start_us; /* when the recording began, by the host's clock */
	bool has_next;
	uint64_t next_us; /* of the recording */
	struct reading next;
	struct bits closed;
};

/* "T READING"; anything else in the file is not a sensor's */
static bool parse(struct sensors *sensors, const char *line)
{
	char *rest;
	unsigned long long t_us = strtoull(line, &rest, 10);

	if (rest == line || *rest != ' ' ||
	    !reading_parse(sensors->squares, rest + 1, strlen(rest + 1), &sensors->next))
		return false;
	sensors->next_us = t_us;
	return true;
}

static void read_next(struct sensors *sensors)
{
	char line[LINE_SIZE];

	sensors->has_next = false;
	while (!sensors->has_next && fgets(line, sizeof line, sensors->file)) {
		sensors->line_number++;
		line[strcspn(line, "\r\n")] = '\0';
		sensors->has_next = parse(sensors, line);
	}
}

static void follow(struct sensors *sensors, const struct reading *reading)
{
	if (reading->kind == READING_FRAME)
		sensors->closed = reading->frame;
	else if (reading->kind == READING_CONTACT && reading->closed)
		bits_add(&sensors->closed, reading->sq);
	else if (reading->kind == READING_CONTACT)
		bits_drop(&sensors->closed, reading->sq);
}

static void wake(struct sensors *sensors)
{
	uint64_t now = sensors->host.now_us(sensors->host.owner) - sensors->start_us;

	while (sensors->has_next && sensors->next_us <= now) {
		struct reading due = sensors->next;

		due.t_us = sensors->start_us + sensors->next_us;
		follow(sensors, &due);
		read_next(sensors);
		sensors->listener.reading(sensors->listener.owner, &due);
	}
	sensors->host.wake_at(sensors->host.owner, sensors->has_next
							   ? sensors->start_us + sensors->next_us
							   : UINT64_MAX);
}

/* ---- whether it is a recording at all ---- */

static bool begins_with(const char *line, const char *word)
{
	size_t length = strlen(word);

	return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

static bool begins_with_any(const char *line, const char *const *words)
{
	while (*words && !begins_with(line, *words))
		words++;
	return *words != NULL;
}

/* Squares and words are not checked: lines that do not fit this board are skipped. */
static const char *fault_of(const char *line, bool is_first)
{
	static const char *const heads[] = {"edition", "option", "sensors", NULL};
	static const char *const events[] = {"open",  "close", "tag",	  "untag",
					     "frame", "say",   "restart", NULL};
	size_t digits = strspn(line, "0123456789");

	if (is_first)
		return begins_with(line, FIRST_LINE) ? NULL
						     : "the first line must be \"" FIRST_LINE "\"";
	if (digits == 0)
		return begins_with_any(line, heads) ? NULL : "a line cannot begin like this";
	return line[digits] == ' ' && begins_with_any(line + digits + 1, events)
		       ? NULL
		       : "there is no such event";
}

/* false with file, line and reason */
static bool is_recording(FILE *file, const char *path, char *why, size_t room)
{
	char line[LINE_SIZE];
	const char *fault = NULL, *text;
	unsigned number = 0;
	bool is_first = true;

	while (!fault && fgets(line, sizeof line, file)) {
		number++;
		line[strcspn(line, "\r\n")] = '\0';
		text = line + strspn(line, " \t");
		if (text[0] == '\0' || text[0] == '#')
			continue;
		fault = fault_of(text, is_first);
		is_first = false;
	}
	if (is_first && !fault)
		fault = fault_of("", true);
	rewind(file);
	if (fault)
		snprintf(why, room, "%s:%u: %s", path, is_first ? 1 : number, fault);
	return !fault;
}

/* One that cannot be opened now may be there when it is needed. */
static int check_recording(const char *path, char *why, size_t room)
{
	FILE *file = fopen(path, "re");
	bool good = !file || is_recording(file, path, why, room);

	if (file)
		fclose(file);
	return good ? 0 : -EINVAL;
}

/* ---- the driver ---- */

static int check_settings(enum board_id squares, const struct board_setting *settings, size_t count,
			  char *why, size_t room, size_t *which)
{
	(void)squares; /* what is not for this board is passed over */
	for (*which = 0; *which < count; ++*which)
		if (strcmp(settings[*which].key, "recording") != 0) {
			snprintf(why, room, "a replay has no setting \"%s\", only the recording",
				 settings[*which].key);
			return -EINVAL;
		}
	if (count == 1)
		return 0;
	snprintf(why, room, "a replay has one setting, the recording");
	return -EINVAL;
}

static int check(enum board_id squares, const struct board_setting *settings, size_t count,
		 char *why, size_t room, size_t *which)
{
	int error = check_settings(squares, settings, count, why, room, which);

	*which = error ? *which : 0;
	return error ? error : check_recording(settings[0].value, why, room);
}

static int open_recording(FILE **file, const char *path, char *why, size_t room)
{
	int error = 0;

	*file = fopen(path, "re");
	if (!*file) {
		error = -errno;
		snprintf(why, room, "%s cannot be read: %s", path, strerror(errno));
	} else if (!is_recording(*file, path, why, room)) {
		error = -EBADMSG;
		fclose(*file);
	}
	return error;
}

static int create(struct sensors **made, enum board_id squares,
		  const struct board_setting *settings, size_t count, const struct board_host *host,
		  const struct board_listener *listener, char *why, size_t room, size_t *which)
{
	struct sensors *sensors;
	int error = check_settings(squares, settings, count, why, room, which);

	if (error)
		return error;
	sensors = calloc(1, sizeof *sensors);
	if (!sensors)
		return -ENOMEM;
	*sensors = (struct sensors){.squares = squares, .host = *host, .listener = *listener};
	error = open_recording(&sensors->file, settings[0].value, why, room);
	if (error) {
		free(sensors);
		return error;
	}
	sensors->start_us = host->now_us(host->owner);
	read_next(sensors);
	sensors->host.wake_at(sensors->host.owner, sensors->start_us + 1);
	*made = sensors;
	return 0;
}

static void destroy(struct sensors *sensors)
{
	sensors->host.wake_at(sensors->host.owner, UINT64_MAX);
	fclose(sensors->file);
	free(sensors);
}

static void scan(struct sensors *sensors)
{
	struct reading reading = {.t_us = sensors->host.now_us(sensors->host.owner),
				  .kind = READING_FRAME,
				  .frame = sensors->closed};

	sensors->listener.reading(sensors->listener.owner, &reading);
}

const struct board_driver board_replay = {
	.name = "replay",
	.check = check,
	.create = create,
	.destroy = destroy,
	.wake = wake,
	.scan = scan,
};
