/* Table recordings (.rec), line by line, as inputs for the referee. */
#ifndef DAEMON_CLI_BASE_RECORDING_H
#define DAEMON_CLI_BASE_RECORDING_H

#include "daemon/referee/referee.h"

enum { RECORDING_VERSION = 1 };

enum recording_event {
	RECORDING_NOTHING,  /* a line of the head, a comment */
	RECORDING_INPUT,    /* reader.input */
	RECORDING_MALFORMED /* reader.reason */
};

struct recording_reader {
	bool in_recording, has_edition, has_sensors, timed;
	struct referee_options options; /* timings, clock and sensors of the recording */
	struct input input;
	uint64_t t_us;
	char reason[160];
};

void recording_reader_init(struct recording_reader *reader);

/* one line, without its newline */
enum recording_event recording_read(struct recording_reader *reader, const char *line,
				    size_t length);

#endif
