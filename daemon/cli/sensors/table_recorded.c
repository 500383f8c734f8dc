/*
 * Loads a whole recording as a source of readings, since commands that watch a table go through it
 * twice.
 */
#include "daemon/cli/base/cli.h"
#include "daemon/cli/base/lines.h"
#include "daemon/cli/base/recording.h"
#include "daemon/cli/sensors/table_source.h"
#include "daemon/referee/referee.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool keep(struct recorded *recorded, size_t *room, const struct input *input)
{
	if (recorded->count == *room) {
		size_t more = *room ? 2 * *room : 1024;
		struct input *inputs = realloc(recorded->inputs, more * sizeof *inputs);

		if (!inputs)
			return false;
		recorded->inputs = inputs;
		*room = more;
	}
	recorded->inputs[recorded->count++] = *input;
	return true;
}

static bool is_reading(const struct input *input)
{
	return input->kind == INPUT_FRAME || input->kind == INPUT_CONTACT ||
	       input->kind == INPUT_TAG;
}

static bool load_lines(struct recorded *recorded, struct lines *lines)
{
	struct recording_reader reader;
	size_t room = 0;

	recording_reader_init(&reader);
	while (lines_next(lines)) {
		enum recording_event event = recording_read(&reader, lines->text, lines->length);

		if (event == RECORDING_MALFORMED) {
			lines_complain(lines, reader.reason);
			return false;
		}
		if (event == RECORDING_INPUT && is_reading(&reader.input) &&
		    !keep(recorded, &room, &reader.input)) {
			lines_complain(lines, "there is not enough memory for this recording");
			return false;
		}
	}
	recorded->options = reader.options;
	if (recorded->count > 0)
		return true;
	lines_complain(lines, "no sensor has said anything in this recording");
	return false;
}

int recorded_load(struct recorded *recorded, const struct command *command, const char *path)
{
	struct lines lines;
	int error = lines_open(&lines, path);
	bool good;

	memset(recorded, 0, sizeof *recorded);
	if (error) {
		fprintf(stderr, "adjutant %s: %s: %s\n", command->name, path, strerror(-error));
		return EXIT_MALFORMED;
	}
	good = load_lines(recorded, &lines);
	error = lines_close(&lines);
	if (good && error)
		fprintf(stderr, "adjutant %s: %s: %s\n", command->name, path, strerror(-error));
	if (good && !error)
		return EXIT_FINE;
	free(recorded->inputs);
	recorded->inputs = NULL;
	return EXIT_MALFORMED;
}
